"""The commands that mark many documents, and their messages."""

from PySide6.QtCore import QObject, Slot

from app.language.wording import count_text
from app.results.groups.view.model import GroupModel
from app.widgets.banner import Notices
from simcore import Kind


class MarkController(QObject):
    """Marks and unmarks shown documents; marks hidden by the filter stay unchanged."""

    def __init__(self, model: GroupModel, notices: Notices) -> None:
        super().__init__(notices)
        self._model = model
        self._notices = notices
        model.filled.connect(self._tell_marked)

    @Slot()
    def mark_identical(self) -> None:
        """Mark all members shown that are identical, beside what is marked already."""
        self._model.mark_kinds({Kind.IDENTICAL})

    @Slot()
    def mark_same_text(self) -> None:
        """Mark all members shown that have the same text, beside what is marked already."""
        self._model.mark_kinds({Kind.IDENTICAL, Kind.SAME_TEXT})

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
    def unmark(self) -> None:
        """Unmark all that is shown."""
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
