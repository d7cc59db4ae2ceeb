"""One background call at a time, and the newest request alone is answered."""

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import QObject, Signal, Slot

from app.background.task import Task

_Call = Callable[[Task], object]


class Latest(QObject):
    """Runs calls off the GUI thread, one after the other.

    What is asked for while a call runs waits for its end, and takes the place of what waited
    before. ``succeeded`` (with what the call returned) or ``failed`` (with a sentence) follows for
    the newest request only, and ``published`` (what the task published) before them; none of them
    after ``stop()``. ``passed`` carries what a call returned that was overtaken by a newer
    request, and was let run to its end.
    """

    succeeded = Signal(object)
    failed = Signal(str)
    published = Signal(object)
    passed = Signal(object)

    _kept: ClassVar[set[Task]] = set()  # outlive whoever asked: a thread must not be deleted

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

    @property
    def running(self) -> bool:
        """Whether a call is under way, be its answer wanted or not."""
        return self._task is not None

    def run(self, call: _Call) -> None:
        """Make a call as soon as the one under way, which is cancelled, has stopped."""
        if self._task is not None:
            self._task.cancel()
        self.follow(call)

    def follow(self, call: _Call) -> None:
        """Make a call after the one under way, which goes on to its end."""
        self._wanted = call
        if self._task is None:
            self._start()

    def stop(self) -> None:
        """Make sure that no answer to an earlier request follows."""
        self._wanted = None
        if self._task is not None:
            self._task.cancel()

    def shut_down(self) -> None:
        """Stop for good, and wait until nothing runs. No signal follows."""
        self._closed = True
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self.stop()
        if self._task is not None:
            self._task.wait()

    def _start(self) -> None:
        call = self._wanted
        if call is None or self._closed:
            return
        task = Task(call)
        task.progressed.connect(self._told)
        task.succeeded.connect(self._arrived)
        task.failed.connect(self._broke)
        task.finished.connect(self._finished)
        self._task, self._running = task, call
        self._kept.add(task)
        task.start()

    def _is_newest(self) -> bool:
        return self._wanted is self._running and self._wanted is not None

    @Slot(object)
    def _told(self, state: object) -> None:
        if self._is_newest():
            self.published.emit(state)

    @Slot(object)
    def _arrived(self, result: object) -> None:
        if self._is_newest():
            self._wanted = None
            self.succeeded.emit(result)
        elif self._wanted is not None:
            self.passed.emit(result)

    @Slot(str)
    def _broke(self, message: str) -> None:
        if self._is_newest():
            self._wanted = None
            self.failed.emit(message)

    @Slot()
    def _finished(self) -> None:
        task, self._task, self._running = self._task, None, None
        if task is not None:
            self._kept.discard(task)
            task.deleteLater()
        self._start()
