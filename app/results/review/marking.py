"""Marking: the commands that mark documents by the hundred, and what they say about it."""

from typing import Protocol

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction

from app.language.wording import count_text
from app.results.groups.view.model import GroupModel
from app.widgets.banner import Notices
from simcore import Kind


class MarkingCommands(Protocol):
    """The commands that are followed here."""

    mark_identical: QAction
    mark_same_text: QAction
    unmark: QAction


class Marking(QObject):
    """Marks and unmarks what is shown; marks that the filter hides stay as they are."""

    def __init__(
        self, model: GroupModel, commands: MarkingCommands, notices: Notices, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._notices = notices
        commands.mark_identical.triggered.connect(self._mark_identical)
        commands.mark_same_text.triggered.connect(self._mark_same_text)
        commands.unmark.triggered.connect(self._unmark)
        model.filled.connect(self._tell_marked)

    @Slot()
    def _mark_identical(self) -> None:
        self._mark({Kind.IDENTICAL})

    @Slot()
    def _mark_same_text(self) -> None:
        self._mark({Kind.IDENTICAL, Kind.SAME_TEXT})

    def _mark(self, kinds: set[Kind]) -> None:
        """Mark all members of these kinds that are shown, beside what is marked already."""
        self._model.mark_kinds(kinds)

    @Slot(object, object)
    def _tell_marked(self, marked: int, hidden: int) -> None:
        if hidden:
            words = (
                self.tr("Marked 1 document; {1} hidden by the filter were left alone.")
                if marked == 1
                else self.tr("Marked {0} documents; {1} hidden by the filter were left alone.")
            )
            self._notices.show_message(words.format(count_text(marked), count_text(hidden)))

    @Slot()
    def _unmark(self) -> None:
        model = self._model
        hidden = model.hidden_marks()
        gone = len(model.marked()) - len(hidden)
        model.set_marked(hidden)
        if hidden:
            words = (
                self.tr("Unmarked 1 document; {1} hidden by the filter stay marked.")
                if gone == 1
                else self.tr("Unmarked {0} documents; {1} hidden by the filter stay marked.")
            )
            self._notices.show_message(words.format(count_text(gone), count_text(len(hidden))))
