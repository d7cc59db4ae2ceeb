"""ShownInstead: which list stands in the place of the groups."""

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QStackedWidget

from ..comparison.view import DifferenceView
from ..folders.panel import FolderPanel
from ..results.groups.view.view import GroupView
from ..widgets.list_panel import ListPanel


class ShownInstead(QObject):
    """The list instead of the groups: the answer to a question, or what came to watched folders.

    ``answer`` is the first, None while there is none. ``changed`` comes before the keyboard goes to
    what is shown then.
    """

    changed = Signal()

    def __init__(
        self,
        similar: ListPanel,
        check: ListPanel,
        arrivals: ListPanel,
        folders: FolderPanel,
        texts: DifferenceView,
        stack: QStackedWidget,
        view: GroupView,
    ) -> None:
        super().__init__(view)
        self.answer: ListPanel | None = None
        self._similar = similar
        self._check = check
        self._arrivals = arrivals
        self._listing = False
        self._folders = folders
        self._texts = texts
        self._stack = stack
        self._view = view

    def panel(self) -> ListPanel | None:
        """Return the list that is shown, None for the groups; an answer lies over arrivals."""
        return self.answer or (self._arrivals if self._listing else None)

    @Slot(bool)
    def show_similar(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        """Show the documents similar to a file instead of the groups, or the groups again."""
        self._show_answer(self._similar, shown=shown)

    @Slot(bool)
    def show_check(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        """Show how much of a document stands in the library instead, or the groups again."""
        self._show_answer(self._check, shown=shown)

    def _show_answer(self, panel: ListPanel, *, shown: bool) -> None:
        if shown or self.answer is panel:
            self.answer = panel if shown else None
        self._tell(panel, shown=shown)

    @Slot(bool)
    def show_arrivals(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        """Show what came to watched folders instead of the groups, or the groups again."""
        self._listing = shown
        self._folders.arrivals.setChecked(shown)
        self._tell(self._arrivals, shown=shown)

    def _tell(self, panel: ListPanel, *, shown: bool) -> None:
        if shown:
            self._texts.clear()
        self.changed.emit()
        if shown:
            panel.keyboard().setFocus()
        elif self._stack.currentWidget() is self._view:
            self._view.setFocus()
