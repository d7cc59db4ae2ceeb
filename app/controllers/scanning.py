"""Scanning: folders and thresholds from the window to the session, and how far it is, back."""

from PySide6.QtCore import QObject, Slot

from app.session.session import Session
from app.session.states import Activity
from app.shell.main_window import MainWindow


class Scanning(QObject):
    """Scans and groups as the window says, and shows what the session is doing."""

    def __init__(self, session: Session, window: MainWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._window = window
        session.found_changed.connect(window.show_found)
        session.status_changed.connect(window.show_status)
        session.activity_changed.connect(window.show_activity)
        session.job.progressed.connect(window.scan_status.show_progress)
        session.job.pausing.connect(window.show_pausing)
        session.job.resumed.connect(window.show_resumed)
        session.job.held.connect(window.scan_status.show_held)
        window.folder_panel.folders_changed.connect(self._folders_changed)
        window.threshold_bar.distance_changed.connect(self._threshold_changed)
        window.threshold_bar.similarity_changed.connect(self._threshold_changed)
        window.threshold_bar.contained_changed.connect(self._threshold_changed)
        window.scan_status.cancel_requested.connect(self._cancel)
        window.scan_status.pause_requested.connect(self._pause_or_resume)
        window.commands.scan.triggered.connect(self._scan)
        window.commands.cancel.triggered.connect(self._cancel)
        window.commands.pause.triggered.connect(self._pause_or_resume)

    @Slot()
    def _folders_changed(self) -> None:
        self._session.set_folders(self._window.folder_panel.folders())

    @Slot()
    def _scan(self) -> None:
        self._session.scan()

    @Slot()
    def _threshold_changed(self) -> None:
        bar = self._window.threshold_bar
        self._session.set_threshold(bar.distance(), bar.similarity(), contained=bar.contained())

    @Slot()
    def _pause_or_resume(self) -> None:
        if self._session.paused:
            self._session.resume()
        else:
            self._session.pause()

    @Slot()
    def _cancel(self) -> None:
        if self._session.activity in {Activity.SCANNING, Activity.REMOVING, Activity.OPENING}:
            self._window.scan_status.stop()
            self._session.cancel()
