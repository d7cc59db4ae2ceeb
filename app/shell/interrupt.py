"""Ctrl+C in the terminal, as a Qt signal."""

import io
import os
import signal
import sys
from functools import partial
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal, Slot


class Interrupt(QObject):
    """Emits ``requested`` on SIGINT and SIGTERM.

    Python runs signal handlers only between its own instructions, and an idle event loop runs
    none: the wake-up descriptor makes the loop notice without polling. Make it in the main
    thread; ``restore()`` gives the signals back.
    """

    requested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.by_ctrl_c = False  # whether SIGINT was among what came
        if sys.platform == "win32":  # only a socket wakes the loop there
            import socket  # noqa: PLC0415 - it takes as long as three modules of ours

            self._receiver, self._sender = socket.socketpair()
            self._receiver.settimeout(0)
            self._sender.settimeout(0)
            self._read = self._receiver.recv
        else:
            receiver, sender = os.pipe()
            os.set_blocking(receiver, False)
            os.set_blocking(sender, False)
            self._receiver, self._sender = io.FileIO(receiver), io.FileIO(sender, "w")
            self._read = partial(os.read, receiver)
        self._before = {
            number: signal.signal(number, _ignore) for number in (signal.SIGINT, signal.SIGTERM)
        }
        self._descriptor_before = signal.set_wakeup_fd(
            self._sender.fileno(), warn_on_full_buffer=False
        )
        self._notifier = QSocketNotifier(self._receiver.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)

    def restore(self) -> None:
        """Restore the previous signal handlers."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._descriptor_before)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._receiver.close()
        self._sender.close()

    @Slot()
    def _woken(self) -> None:
        numbers = self._read(64)
        self.by_ctrl_c = self.by_ctrl_c or signal.SIGINT in numbers
        if any(number in self._before for number in numbers):
            self.requested.emit()


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """Let the wake-up descriptor do the work."""
