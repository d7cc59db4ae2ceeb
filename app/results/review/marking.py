"""The commands that mark many documents, and their messages."""

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction

from simcore import DocumentId, Kind

from ...language.wording import count_text
from ...widgets.banner import Notices
from ..groups.view.model import GroupModel


class MarkController(QObject):
    """Marks and unmarks shown documents; marks hidden by the filter stay unchanged."""

    def __init__(self, model: GroupModel, notices: Notices) -> None:
        super().__init__(notices)
        self._model = model
        self._notices = notices
        self._before: frozenset[DocumentId] = frozenset()
        self._unfiltered = False
        self._undo = QAction(self.tr("Undo"), self)
        self._undo.setToolTip(self.tr("Mark what was marked before, and nothing else"))
        self._undo.triggered.connect(self._mark_as_before)
        model.filled.connect(self._tell_marked)

    @Slot()
    def mark_identical(self) -> None:
        """Mark all members shown that are identical, beside what is marked already."""
        self._before = self._model.marks_kept()
        self._model.mark_kinds({Kind.IDENTICAL})

    @Slot()
    def mark_same_text(self) -> None:
        """Mark all members shown that have the same text, beside what is marked already."""
        self._before = self._model.marks_kept()
        self._model.mark_kinds({Kind.IDENTICAL, Kind.SAME_TEXT})

    @Slot()
    def note_filter_gone(self) -> None:
        """Note that what is marked next took a filter away; the message says so."""
        self._unfiltered = True

    @Slot(object, object)
    def _tell_marked(self, marked: int, hidden: int) -> None:
        unfiltered, self._unfiltered = self._unfiltered, False
        if hidden:
            words = (
                self.tr("1 document marked; {1} hidden by the filter were left alone")
                if marked == 1
                else self.tr("{0} documents marked; {1} hidden by the filter were left alone")
            )
        elif marked and self._model.report is not None and self._model.report.elsewhere:
            words = self._marked_elsewhere(marked, unfiltered=unfiltered)
        elif marked and unfiltered:
            words = (
                self.tr("1 document marked, the filter taken away; nothing is moved yet")
                if marked == 1
                else self.tr("{0} documents marked, the filter taken away; nothing is moved yet")
            )
        elif marked:
            words = (
                self.tr("1 document marked; nothing is moved yet")
                if marked == 1
                else self.tr("{0} documents marked; nothing is moved yet")
            )
        else:
            words = self.tr("Nothing more to mark")
        text = words.format(count_text(marked), count_text(hidden))
        self._notices.show_message(text, action=self._undo if marked else None)

    def _marked_elsewhere(self, marked: int, *, unfiltered: bool) -> str:
        """Return the words for marks of documents that are not on this machine."""
        if unfiltered:
            return (
                self.tr("1 document marked, the filter taken away; no id is exported yet")
                if marked == 1
                else self.tr("{0} documents marked, the filter taken away; no ids are exported yet")
            )
        return (
            self.tr("1 document marked; no id is exported yet")
            if marked == 1
            else self.tr("{0} documents marked; no ids are exported yet")
        )

    @Slot()
    def _mark_as_before(self) -> None:
        self._model.set_marked(self._before)
        self._notices.close_message()

    @Slot()
    def unmark(self) -> None:
        """Unmark all that is shown."""
        model = self._model
        self._before = model.marks_kept()
        hidden = model.hidden_marks()
        gone = len(model.marked()) - len(hidden)
        model.set_marked(hidden)
        if hidden:
            words = (
                self.tr("1 document unmarked; {1} hidden by the filter stay marked")
                if gone == 1
                else self.tr("{0} documents unmarked; {1} hidden by the filter stay marked")
            )
        else:
            words = (
                self.tr("1 document unmarked") if gone == 1 else self.tr("{0} documents unmarked")
            )
        text = words.format(count_text(gone), count_text(len(hidden)))
        self._notices.show_message(text, action=self._undo)
