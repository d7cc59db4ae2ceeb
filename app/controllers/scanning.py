"""ScanController: scans by the folders and thresholds of the window, and their progress."""

from PySide6.QtCore import QObject, QSignalBlocker, Slot
from PySide6.QtGui import QAction

from simcore import Reason, ReasonCode

from ..folders.panel import FolderPanel
from ..picture.threshold_bar import ThresholdBar
from ..session.calls.saved_results import Opened
from ..session.session import Session
from ..session.states import BUSY, Status
from ..shell.progress.card import ScanCard
from ..shell.progress.work import WorkStatus
from ..widgets.banner import Notices


class ScanController(QObject):
    """Scans and groups on request of the window, and shows progress and opened results."""

    def __init__(
        self,
        session: Session,
        panel: FolderPanel,
        bar: ThresholdBar,
        status: WorkStatus,
        card: ScanCard,
        notices: Notices,
    ) -> None:
        super().__init__(status)
        self._session = session
        self._panel = panel
        self._bar = bar
        self._status = status
        self._card = card
        self._notices = notices
        self._renew = QAction(self.tr("Set it aside and scan"), self)
        self._renew.triggered.connect(self._set_aside_and_scan)
        session.status_changed.connect(self._ask_about_index)
        self._ask_about_index(session.status)  # in a window of another language, too
        session.job.progressed.connect(status.show_progress)
        session.job.progressed.connect(card.show_progress)
        session.job.held.connect(card.show_held)
        session.opened.connect(self._show_opened)
        panel.folders_changed.connect(self._folders_changed)
        bar.distance_changed.connect(self._threshold_changed)
        bar.similarity_changed.connect(self._threshold_changed)
        bar.contained_changed.connect(self._threshold_changed)
        status.cancel_requested.connect(self.cancel)
        card.cancel_requested.connect(self.cancel)
        card.pause_requested.connect(self.pause_or_resume)

    @Slot()
    def _folders_changed(self) -> None:
        folders = self._panel.folders()
        report = self._session.results.report
        if self._session.status.elsewhere and report is not None:
            # a file of results is no folder to scan beside others
            kept = [one for one in folders if one not in report.folders]
            if kept:
                with QSignalBlocker(self._panel):
                    self._panel.set_folders(kept)
                folders = tuple(kept)
        self._session.set_folders(folders)

    @Slot()
    def scan(self) -> None:
        """Scan the folders of the panel."""
        self._session.scan()

    @Slot(object)
    def _ask_about_index(self, status: Status) -> None:
        """Ask what to do about a damaged index: without another one no scan goes on."""
        reason = status.message
        if isinstance(reason, Reason) and reason.code is ReasonCode.INDEX_DAMAGED:
            self._notices.show_message(
                self.tr(
                    "The index is damaged. Shall it be renamed, and a new one made? Judgements and "
                    "the history of removals are kept."
                ),
                warning=True,
                action=self._renew,
            )

    @Slot()
    def _set_aside_and_scan(self) -> None:
        self._notices.close_message()
        self._session.scan(renew=True)

    @Slot()
    def _threshold_changed(self) -> None:
        bar = self._bar
        self._session.set_threshold(bar.distance(), bar.similarity(), contained=bar.contained())

    @Slot(object)
    def _show_opened(self, opened: Opened) -> None:
        """Show folders and thresholds of saved results, without a recall from the index."""
        with QSignalBlocker(self._panel), QSignalBlocker(self._bar):
            self._panel.set_folders(opened.report.folders)
            self._bar.set_thresholds(opened.report.config)

    @Slot()
    def pause_or_resume(self) -> None:
        """Pause or resume a scan."""
        if self._session.job.paused:
            self._session.job.resume()
        else:
            self._session.pause()

    @Slot()
    def cancel(self) -> None:
        """Stop the current activity, if possible."""
        if self._session.activity in BUSY:
            self._status.stop()
            self._card.stop()
            self._session.job.cancel()
