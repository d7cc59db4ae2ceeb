"""ScanEnd: tells that a long scan has ended while nobody was looking at the window."""

import time
from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from ...looks.icons import application_icon
from ...session.states import Activity

_LONG = 20.0
"""Seconds from which on a scan is long: somebody may have turned to other work."""

_SHOWN = 15_000
"""Milliseconds after which the tray icon that carried the notification goes again."""


class ScanEnd(QObject):
    """Asks for attention in the task bar, and shows a notification where the desktop has a tray.

    ``words`` gives what was found. A click on the notification brings the window back.
    """

    def __init__(self, window: QWidget, words: Callable[[], str]) -> None:
        super().__init__(window)
        self._words = words
        self._began: float | None = None
        self._tray: QSystemTrayIcon | None = None
        self._hiding = QTimer(self, singleShot=True, interval=_SHOWN)
        self._hiding.timeout.connect(self._hide)

    @property
    def _window(self) -> QWidget:
        # of its parent Qt knows; a reference of Python's own would keep a window that is gone
        return cast("QWidget", self.parent())

    def show_activity(self, activity: Activity) -> None:
        """Note that a scan begins; when it has ended, tell of it if nobody looks."""
        if activity is Activity.SCANNING:
            self._began = time.monotonic()
            return
        began, self._began = self._began, None
        if began is None or time.monotonic() - began < _LONG or self._window.isActiveWindow():
            return
        QTimer.singleShot(0, self, self.tell)  # once the results are shown

    @Slot()
    def tell(self) -> None:
        """Ask for attention now."""
        QApplication.alert(self._window)
        if not (QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()):
            return
        if self._tray is None:
            self._tray = QSystemTrayIcon(application_icon(), self)
            self._tray.messageClicked.connect(self._come_back)
            self._tray.activated.connect(self._come_back)
        self._tray.show()
        self._tray.showMessage(
            self.tr("The scan has ended"), self._words(), application_icon(), _SHOWN
        )
        self._hiding.start()

    @Slot()
    def _come_back(self) -> None:
        self._window.showNormal() if self._window.isMinimized() else self._window.show()
        self._window.raise_()
        self._window.activateWindow()
        self._hide()

    @Slot()
    def _hide(self) -> None:
        if self._tray is not None:
            self._tray.hide()
