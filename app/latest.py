"""One background call at a time, and the newest request alone is answered."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from app.tasks import Task

__all__ = ["Latest"]

_Call = Callable[[Task], object]


class Latest(QObject):
    """Runs calls off the GUI thread, one after the other.

    What is asked for while a call runs cancels that one, waits for its end, and takes the place
    of what waited before. ``succeeded`` (with what the call returned) or ``failed`` (with a
    sentence) follows for the newest request only, and neither after ``stop()``.
    """

    succeeded = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._wanted: _Call | None = None
        self._running: _Call | None = None
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._wanted is not None

    def run(self, call: _Call) -> None:
        """Make a call as soon as the one under way has stopped."""
        self._wanted = call
        if self._task is None:
            self._start()
        else:
            self._task.cancel()

    def stop(self) -> None:
        """Make sure that no answer to an earlier request follows."""
        self._wanted = None
        if self._task is not None:
            self._task.cancel()

    def shut_down(self) -> None:
        """Stop for good, and wait until nothing runs."""
        self._closed = True
        self.stop()
        if self._task is not None:
            self._task.wait()

    def _start(self) -> None:
        call = self._wanted
        if call is None or self._closed:
            return
        task = Task(call, self)
        task.succeeded.connect(self._arrived)
        task.failed.connect(self._broke)
        task.finished.connect(self._finished)
        self._task, self._running = task, call
        task.start()

    def _is_answered(self) -> bool:
        """Tell whether an answer that came is to the newest request; if so, none is open."""
        newest = self._wanted is self._running and self._wanted is not None
        if newest:
            self._wanted = None
        return newest

    @Slot(object)
    def _arrived(self, result: object) -> None:
        if self._is_answered():
            self.succeeded.emit(result)

    @Slot(str)
    def _broke(self, message: str) -> None:
        if self._is_answered():
            self.failed.emit(message)

    @Slot()
    def _finished(self) -> None:
        if self._task is not None:
            self._task.deleteLater()
        self._task = self._running = None
        self._start()
