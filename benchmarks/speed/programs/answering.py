"""The moment when a window answers: it was painted, and an event posted after that came through."""

import sys
import time

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtGui import QWindow
from PySide6.QtWidgets import QApplication, QWidget

__all__ = ["Answering"]

_OURS = QEvent.Type(QEvent.registerEventType())


class Answering(QObject):
    """Waits from a zero timer for a painted window, posts itself an event, and closes all.

    Prints the moment on the system's monotonic clock, in nanoseconds.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._painted = False
        application.installEventFilter(self)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self._timer.start(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Watch paint events, without filtering any event."""
        if event.type() == QEvent.Type.Paint and watched.isWidgetType():
            self._painted = True
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Handle the posted event: the window answers."""
        if event.type() != _OURS:
            return super().event(event)
        print(time.monotonic_ns())
        sys.stdout.flush()
        QApplication.closeAllWindows()
        return True

    def _look(self) -> None:
        if self._painted and any(map(_exposed, QApplication.topLevelWidgets())):
            self._timer.stop()
            self._application.removeEventFilter(self)
            QCoreApplication.postEvent(self, QEvent(_OURS))


def _exposed(window: QWidget) -> bool:
    # only a shown window has a handle, contrary to the type stubs
    handle: QWindow | None = window.windowHandle()
    return handle is not None and handle.isExposed()
