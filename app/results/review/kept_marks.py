"""KeptMarks: marks come back when the program is started again, as judgements do."""

from PySide6.QtCore import QObject, QTimer, Slot

from app.results.groups.view.model import GroupModel
from app.session.mark_store import Folders
from app.session.session import Session
from app.widgets.banner import Notices
from simcore import DocumentId, ScanReport

_MILLISECONDS = 300
"""After so long without another mark, marks are written."""


class KeptMarks(QObject):
    """Keeps the marks of the session's reports, and restores those of the folders shown.

    Opened results have marks of their own, in their file, and these are not kept here.
    """

    def __init__(self, session: Session, model: GroupModel, notices: Notices) -> None:
        super().__init__(notices)
        self._session = session
        self._model = model
        report = session.results.report
        # another window may have restored them already
        self._folders = None if report is None or report.opened else report.folders
        self._waiting: Folders | None = None
        self._latest: tuple[ScanReport, frozenset[DocumentId]] | None = None
        self._made_meanwhile: set[DocumentId] = set()  # while a scan goes on
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_MILLISECONDS)
        self._timer.timeout.connect(self.keep)
        model.marked_changed.connect(self._note)
        session.results.report_changed.connect(self._look)
        session.marks.restored.connect(self._restore)

    @Slot()
    def _note(self) -> None:
        """Note the marks of now, to be kept when no other follows."""
        report = self._session.results.report
        if self._latest is not None and report is not self._latest[0]:
            self.keep()  # those of the report before
        if report is not None and not report.opened:
            self._latest = report, self._model.marks_kept()
            self._timer.start()
            if self._is_partial(report):
                self._made_meanwhile |= self._latest[1]

    @Slot()
    def keep(self) -> None:
        """Keep the marks that were noted last, unless they are kept already."""
        latest, self._latest = self._latest, None
        self._timer.stop()
        if latest is not None:
            report, marked = latest
            # while those of before are not here yet, they must not be replaced
            add = report.folders == self._waiting or self._is_partial(report)
            self._session.marks.keep(report, marked, add=add)

    def _is_partial(self, report: ScanReport) -> bool:
        """Return whether there may be documents with marks that a scan has not found yet."""
        return self._session.results.kinds is not None and report.folders != self._folders

    @Slot(object)
    def _look(self, report: ScanReport | None) -> None:
        if report is None or report.opened:
            self._folders = self._waiting = None
        elif self._is_partial(report):
            pass  # all marks come back together, with the last document
        elif report.folders not in {self._folders, self._waiting}:
            self._folders, self._waiting = None, report.folders
            self._session.marks.restore(report)

    @Slot(object, object)
    def _restore(self, folders: Folders, marked: frozenset[DocumentId]) -> None:
        if folders != self._waiting:
            return
        self._folders, self._waiting = folders, None
        now, meanwhile = self._model.marks_kept(), frozenset(self._made_meanwhile)
        self._made_meanwhile.clear()
        if marked:
            # one that was marked and unmarked while the scan went on may have been kept
            self._model.mark_once_arranged((marked - meanwhile) | now)
        if meanwhile:
            self._note()
