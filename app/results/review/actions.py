"""ReviewActions: the commands of a review by keyboard, for a menu and for the views."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from ...widgets.action_set import ActionSet

_WITH_CHILDREN = Qt.ShortcutContext.WidgetWithChildrenShortcut


class ReviewActions(ActionSet):
    """The actions of navigation and decision.

    Single letters work in the views that ``offer_in`` names, so that they can be typed elsewhere;
    all other keys work in the whole window.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.next_document = self._action(
            self.tr("Next &document"),
            self.tr("Go to the next document of the groups"),
            "Alt+Right",
        )
        self.previous_document = self._action(
            self.tr("P&revious document"),
            self.tr("Go to the previous document of the groups"),
            "Alt+Left",
        )
        self.next_group = self._action(
            self.tr("Next &group"), self.tr("Go to the next group"), "Alt+PgDown"
        )
        self.previous_group = self._action(
            self.tr("Pr&evious group"), self.tr("Go to the previous group"), "Alt+PgUp"
        )
        self.next_unmarked = self._action(
            self.tr("Next group without a &mark"),
            self.tr("Go to the next group of which no document is marked"),
            "Alt+End",
        )
        self.mark = self._letter(
            self.tr("M&ark or unmark"), self.tr("Mark the selected documents, or unmark them"), "M"
        )
        self.mark_and_go_on = self._letter(
            self.tr("Mark and go &on"), self.tr("Mark the document and go to the next one"), "Ins"
        )
        self.keep = self._letter(
            self.tr("&Keep this one instead"),
            self.tr("Let the chosen document be the kept one of its group, from now on"),
            "K",
        )
        self.not_duplicate = self._letter(
            self.tr("&Not a duplicate"),
            self.tr("Never again show the chosen document as a duplicate of the kept one"),
            "N",
        )
        self.go_on = self._action(
            self.tr("Go on after each de&cision"),
            self.tr("Choose the next document after one was marked, kept or judged"),
            "Ctrl+Shift+N",
        )
        self.go_on.setCheckable(True)
        self.go_on.setObjectName("go_on")  # see Settings.toggles
        self.judgements = self._action(
            self.tr("Deci&sions…"),
            self.tr("List the decisions about documents, and take some back"),
            "Ctrl+Shift+L",
        )
        self.next_part = self._action(
            self.tr("Ne&xt part of the window"),
            self.tr("Move the keyboard on: results, differences, filter"),
            "F7",
        )
        self.previous_part = self._action(
            self.tr("Previous part of the w&indow"),
            self.tr("Move the keyboard back: filter, differences, results"),
            "Shift+F7",
        )

    def steps(self) -> list[QAction]:
        """Return the actions that go from one document or group to another."""
        documents = [self.next_document, self.previous_document]
        return [*documents, self.next_group, self.previous_group, self.next_unmarked]

    def decisions(self) -> list[QAction]:
        """Return the actions that decide about the chosen document."""
        return [self.mark, self.mark_and_go_on, self.keep, self.not_duplicate]

    def fill(self, menu: QMenu, differences: Iterable[QAction]) -> None:
        """Put everything into a menu, with the way through the differences."""
        for part in (
            self.decisions(),
            [self.judgements],
            self.steps(),
            list(differences),
            [self.next_part, self.previous_part],
            [self.go_on],
        ):
            menu.addSeparator()  # none is shown first in a menu
            menu.addActions(part)

    def offer_in(self, *views: QWidget) -> None:
        """Let the letters work in these views."""
        for view in views:
            view.addActions(self.decisions())

    def set_results(self, *, shown: bool) -> None:
        """Enable the commands if there are groups to review."""
        for action in (*self.steps(), *self.decisions()):
            action.setEnabled(shown)

    def _letter(self, text: str, tip: str, keys: str) -> QAction:
        action = self._action(text, tip, keys)
        action.setShortcutContext(_WITH_CHILDREN)
        return action
