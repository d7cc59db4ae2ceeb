"""Job: the one task that a person waits for, and may stop or hold."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.background.task import Task, TaskRunner


class Job(TaskRunner):
    """Runs one task at a time; an earlier one that still ends is not ``task`` any more."""

    progressed = Signal(object)  # ScanProgress | RemovalProgress
    pausing = Signal()
    held = Signal(object)  # ScanProgress: where a scan that was paused stands still
    resumed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._started = 0.0
        self._paused_at: float | None = None

    @property
    def task(self) -> Task | None:
        """The task that is under way: the sender of signals that still count."""
        return self._task

    @property
    def paused(self) -> bool:
        """Whether the task was told to stand still."""
        return self._paused_at is not None

    @property
    def seconds(self) -> float:
        """How long the last task has been at work, without the time it was held."""
        return time.monotonic() - self._started

    def begin(
        self,
        call: Callable[[Task], object],
        succeeded: Callable[..., None],
        failed: Callable[[str], None],
        cancelled: Callable[[], None] | None = None,
    ) -> None:
        """Start a call; the others are slots for the signals of its task of that name."""
        self._task = task = Task(call)
        task.succeeded.connect(succeeded)
        task.failed.connect(failed)
        if cancelled is not None:
            task.cancelled.connect(cancelled)
        task.progressed.connect(self.progressed)
        task.held.connect(self.held)
        self._started = time.monotonic()
        self._start(task)

    def end(self) -> None:
        """Note that the task is over."""
        self.resume()  # it may have come to its end before it could be held
        self._task = None

    def drop(self) -> None:
        """Let the task end unheard, wherever it is."""
        if self._task is not None:
            self._task.abandon()
            self._task = None

    def cancel(self) -> None:
        """Stop the task; what it did until now stays."""
        if self._task is not None:
            self._task.cancel()
        self.resume()

    def pause(self) -> None:
        """Let the task stand still; ``held`` follows when it does."""
        if self._task is not None and not self._task.stopping and not self.paused:
            self._paused_at = time.monotonic()
            self._task.pause()
            self.pausing.emit()

    def resume(self) -> None:
        """Let a task that was paused go on."""
        if self._paused_at is None:
            return
        self._started += time.monotonic() - self._paused_at
        self._paused_at = None
        if self._task is not None:
            self._task.resume()
        self.resumed.emit()
