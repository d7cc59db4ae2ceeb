"""The commands that mark many documents, and their messages."""

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtGui import QAction

from simcore.index.judgements import RememberedMarks
from simcore.model.records import DocumentId, Kind
from simcore.model.report import ScanReport

from ..session.marks import Folders
from ..session.results import Kept
from ..session.session import Session
from ..widgets.banner import Notices
from ..wording import count_text, plural
from .model import GroupModel


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
        self._before = self._model.marks_kept()
        self._model.mark_kinds({Kind.IDENTICAL})

    @Slot()
    def mark_same_text(self) -> None:
        self._before = self._model.marks_kept()
        self._model.mark_kinds({Kind.IDENTICAL, Kind.SAME_TEXT})

    @Slot()
    def note_filter_gone(self) -> None:
        """Say in the message of the next marking that a filter was taken away."""
        self._unfiltered = True

    @Slot(object, object)
    def _tell_marked(self, marked: int, hidden: int) -> None:
        unfiltered, self._unfiltered = self._unfiltered, False
        elsewhere = self._model.report is not None and self._model.report.elsewhere
        if hidden:
            one = self.tr("1 document marked; {1} hidden by the filter were left alone")
            many = self.tr("{0} documents marked; {1} hidden by the filter were left alone")
        elif not marked:
            one = many = self.tr("Nothing more to mark")
        elif elsewhere and unfiltered:
            one = self.tr("1 document marked, the filter taken away; no id is exported yet")
            many = self.tr("{0} documents marked, the filter taken away; no ids are exported yet")
        elif elsewhere:
            one = self.tr("1 document marked; no id is exported yet")
            many = self.tr("{0} documents marked; no ids are exported yet")
        elif unfiltered:
            one = self.tr("1 document marked, the filter taken away; nothing is moved yet")
            many = self.tr("{0} documents marked, the filter taken away; nothing is moved yet")
        else:
            one = self.tr("1 document marked; nothing is moved yet")
            many = self.tr("{0} documents marked; nothing is moved yet")
        text = plural(marked, one, many, count_text(hidden))
        self._notices.show_message(text, action=self._undo if marked else None)

    @Slot()
    def _mark_as_before(self) -> None:
        self._model.set_marked(self._before)
        self._notices.close_message()

    @Slot()
    def unmark(self) -> None:
        model = self._model
        self._before = model.marks_kept()
        hidden = model.hidden_marks()
        gone = len(model.marked()) - len(hidden)
        model.set_marked(hidden)
        if hidden:
            one = self.tr("1 document unmarked; {1} hidden by the filter stay marked")
            many = self.tr("{0} documents unmarked; {1} hidden by the filter stay marked")
        else:
            one, many = self.tr("1 document unmarked"), self.tr("{0} documents unmarked")
        text = plural(gone, one, many, count_text(len(hidden)))
        self._notices.show_message(text, action=self._undo)


_PAUSE_MS = 300


class KeptMarks(QObject):
    """Keeps the marks of the session's reports, and restores those of the shown folders.

    Documents that rules chose to keep lead their groups again before the marks are set; else these
    would be marked, and their copies kept. Opened results keep marks in their own file, not here.
    """

    def __init__(self, session: Session, model: GroupModel, notices: Notices) -> None:
        super().__init__(notices)
        self._notices = notices
        self._session = session
        self._model = model
        report = session.results.report
        # another window may have restored the marks
        self._folders = None if report is None or report.opened else report.folders
        self._waiting: Folders | None = None
        self._remembered: RememberedMarks | None = None  # set once the keepers lead
        self._latest: tuple[ScanReport, frozenset[DocumentId], frozenset[Kept]] | None = None
        self._keepers = session.results.leading  # when marks were noted last
        self._made_meanwhile: set[DocumentId] = set()  # while a scan goes on
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._timer.timeout.connect(self.keep)
        model.marked_changed.connect(self._note)
        session.results.report_changed.connect(self._look)
        session.marks.restored.connect(self._restore)
        model.arranged.connect(self._set_marks)
        model.filled.connect(self._set_marks)

    @Slot()
    def _note(self) -> None:
        report = self._session.results.report
        if self._latest is not None and report is not self._latest[0]:
            self.keep()  # the marks of the report before
        if report is not None and not report.opened:
            self._keepers = self._session.results.leading
            self._latest = report, self._model.marks_kept(), self._keepers
            self._timer.start()
            if self._is_partial(report):
                self._made_meanwhile |= self._latest[1]

    @Slot()
    def keep(self) -> None:
        """Store the marks noted last, unless they are stored already."""
        latest, self._latest = self._latest, None
        self._timer.stop()
        if latest is not None:
            report, marked, keepers = latest
            # stored marks that are not restored yet must not be replaced
            add = report.folders == self._waiting or self._is_partial(report)
            self._session.marks.keep(report, marked, keepers, add=add)

    def _is_partial(self, report: ScanReport) -> bool:
        return self._session.results.kinds is not None and report.folders != self._folders

    @Slot(object)
    def _look(self, report: ScanReport | None) -> None:
        if report is None or report.opened:
            self._folders = self._waiting = self._remembered = None
        elif self._is_partial(report):
            pass  # all marks are restored together, at the end of the scan
        elif report.folders not in {self._folders, self._waiting}:
            self._folders, self._waiting = None, report.folders
            self._remembered = None
            self._session.marks.restore(report)
        elif report.folders == self._folders and self._session.results.leading != self._keepers:
            self._note()  # a person's choice, or an undo, replaced a keeper

    @Slot(object, object)
    def _restore(self, folders: Folders, remembered: RememberedMarks) -> None:
        if folders == self._waiting:
            self._remembered = remembered
            self._session.results.lead(remembered.keepers, frozenset())
            self._set_marks()

    @Slot()
    def _set_marks(self) -> None:
        remembered, model = self._remembered, self._model
        if remembered is None or self._waiting is None or model.busy or model.report is None:
            return
        if not remembered.keepers <= model.report.judgements.kept:
            return
        self._folders, self._waiting, self._remembered = self._waiting, None, None
        now, meanwhile = model.marks_kept(), frozenset(self._made_meanwhile)
        self._made_meanwhile.clear()
        # a document marked and unmarked during the scan may have been stored
        wanted = remembered.marked - meanwhile
        if wanted:
            model.set_marked(wanted | now)
        lost = len(wanted - model.marked()) + remembered.changed
        if lost:
            words = plural(
                lost,
                self.tr(
                    "1 of {1} marks could not be brought back: the document changed, or cannot be "
                    "marked any longer."
                ),
                self.tr(
                    "{0} of {1} marks could not be brought back: the documents changed, or cannot "
                    "be marked any longer."
                ),
                count_text(len(wanted) + remembered.changed),
            )
            self._notices.show_message(words, warning=True)
        if meanwhile or lost:
            self._note()
