"""KeptMarks: marks come back when the program is started again, with what rules keep for them."""

from PySide6.QtCore import QObject, QTimer, Slot

from simcore import DocumentId, RememberedMarks, ScanReport

from ...language.wording import count_text
from ...session.mark_store import Folders
from ...session.results import Kept
from ...session.session import Session
from ...widgets.banner import Notices
from ..groups.view.model import GroupModel

_MILLISECONDS = 300
"""After so long without another mark, marks are written."""


class KeptMarks(QObject):
    """Keeps the marks of the session's reports, and restores those of the folders shown.

    What rules chose to keep leads its groups again before the marks are set: else it would be what
    is marked, and its copies what stays. Opened results have marks of their own, in their file, and
    these are not kept here.
    """

    def __init__(self, session: Session, model: GroupModel, notices: Notices) -> None:
        super().__init__(notices)
        self._notices = notices
        self._session = session
        self._model = model
        report = session.results.report
        # another window may have restored them already
        self._folders = None if report is None or report.opened else report.folders
        self._waiting: Folders | None = None
        self._remembered: RememberedMarks | None = None  # to be set once the keepers lead
        self._latest: tuple[ScanReport, frozenset[DocumentId], frozenset[Kept]] | None = None
        self._keepers = session.results.leading  # when marks were noted last
        self._made_meanwhile: set[DocumentId] = set()  # while a scan goes on
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_MILLISECONDS)
        self._timer.timeout.connect(self.keep)
        model.marked_changed.connect(self._note)
        session.results.report_changed.connect(self._look)
        session.marks.restored.connect(self._restore)
        model.arranged.connect(self._set_marks)
        model.filled.connect(self._set_marks)

    @Slot()
    def _note(self) -> None:
        """Note the marks of now, to be kept when no other follows."""
        report = self._session.results.report
        if self._latest is not None and report is not self._latest[0]:
            self.keep()  # those of the report before
        if report is not None and not report.opened:
            self._keepers = self._session.results.leading
            self._latest = report, self._model.marks_kept(), self._keepers
            self._timer.start()
            if self._is_partial(report):
                self._made_meanwhile |= self._latest[1]

    @Slot()
    def keep(self) -> None:
        """Keep the marks that were noted last, unless they are kept already."""
        latest, self._latest = self._latest, None
        self._timer.stop()
        if latest is not None:
            report, marked, keepers = latest
            # while those of before are not here yet, they must not be replaced
            add = report.folders == self._waiting or self._is_partial(report)
            self._session.marks.keep(report, marked, keepers, add=add)

    def _is_partial(self, report: ScanReport) -> bool:
        """Return whether there may be documents with marks that a scan has not found yet."""
        return self._session.results.kinds is not None and report.folders != self._folders

    @Slot(object)
    def _look(self, report: ScanReport | None) -> None:
        if report is None or report.opened:
            self._folders = self._waiting = self._remembered = None
        elif self._is_partial(report):
            pass  # all marks come back together, with the last document
        elif report.folders not in {self._folders, self._waiting}:
            self._folders, self._waiting = None, report.folders
            self._remembered = None
            self._session.marks.restore(report)
        elif report.folders == self._folders and self._session.results.leading != self._keepers:
            self._note()  # what a person chose to keep, or an undo, took the place of a keeper

    @Slot(object, object)
    def _restore(self, folders: Folders, remembered: RememberedMarks) -> None:
        if folders == self._waiting:
            self._remembered = remembered
            self._session.results.lead(remembered.keepers, frozenset())
            self._set_marks()

    @Slot()
    def _set_marks(self) -> None:
        """Set the marks that were remembered, once groups are shown that the keepers lead."""
        remembered, model = self._remembered, self._model
        if remembered is None or self._waiting is None or model.busy or model.report is None:
            return
        if not remembered.keepers <= model.report.judgements.kept:
            return
        self._folders, self._waiting, self._remembered = self._waiting, None, None
        now, meanwhile = model.marks_kept(), frozenset(self._made_meanwhile)
        self._made_meanwhile.clear()
        # one that was marked and unmarked while the scan went on may have been kept
        wanted = remembered.marked - meanwhile
        if wanted:
            model.set_marked(wanted | now)
        lost = len(wanted - model.marked()) + remembered.changed
        if lost:
            words = self.tr(
                "{0} of {1} marks could not be brought back: the documents changed, or cannot be "
                "marked any longer."
            )
            if lost == 1:
                words = self.tr(
                    "1 of {1} marks could not be brought back: the document changed, or cannot be "
                    "marked any longer."
                )
            total = count_text(len(wanted) + remembered.changed)
            self._notices.show_message(words.format(count_text(lost), total), warning=True)
        if meanwhile or lost:
            self._note()
