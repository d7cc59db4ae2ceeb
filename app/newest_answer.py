"""NewestAnswer: work beside the window, of which only the newest answer counts."""

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import QObject, Signal, Slot

from app.tasks import Task

__all__ = ["NewestAnswer"]

Work = Callable[[Callable[[], None]], object]
"""Is called with ``check``, which raises ``Cancelled`` once nobody waits for the answer."""


class NewestAnswer(QObject):
    """Runs one piece of work at a time in a thread; ``arrived`` carries the newest one's answer.

    What is asked for while another runs makes that one stop, and no answer of it arrives.
    ``failed`` carries a sentence.
    """

    arrived = Signal(object)
    failed = Signal(str)

    _running: ClassVar[set[Task]] = set()  # outlive whoever asked: a thread must not be deleted

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._wanted: Work | None = None
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether an answer is under way."""
        return self._task is not None or self._wanted is not None

    def ask(self, work: Work) -> None:
        """Start this work as soon as the work before has stopped."""
        self._wanted = work
        if self._task is None:
            self._start()
        else:
            self._task.cancel()

    def stop(self) -> None:
        """Make sure that no answer of earlier work arrives."""
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
        work, self._wanted = self._wanted, None
        if work is None or self._closed:
            return
        task = Task(lambda running: work(running.check))
        task.succeeded.connect(self._arrived)
        task.failed.connect(self._failed)
        task.finished.connect(self._finished)
        self._task = task
        self._running.add(task)
        task.start()

    def _is_newest(self) -> bool:
        return self._task is not None and not self._task.stopping and self._wanted is None

    @Slot(object)
    def _arrived(self, answer: object) -> None:
        if self._is_newest():
            self.arrived.emit(answer)

    @Slot(str)
    def _failed(self, message: str) -> None:
        if self._is_newest():
            self.failed.emit(message)

    @Slot()
    def _finished(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            self._running.discard(task)
            task.deleteLater()
        self._start()
