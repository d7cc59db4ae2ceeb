"""SessionJob: the one task that a person waits for, and may stop or hold."""

import time
from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from simcore import Reason

from ..background.task import Task, TaskRunner

_Result = TypeVar("_Result")


class SessionJob(TaskRunner):
    """Runs one task at a time; an earlier one that still ends is not heard any more."""

    progressed = Signal(object)  # ScanProgress | RemovalProgress
    pausing = Signal()
    held = Signal(object)  # ScanProgress: the state of a paused scan
    resumed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        self._succeeded: Callable[[Any], None] | None = None
        self._failed: Callable[[Reason | str], None] | None = None
        self._cancelled: Callable[[], None] | None = None
        self._found: Callable[[Any], None] | None = None
        self._started = 0.0
        self._paused_at: float | None = None

    @property
    def paused(self) -> bool:
        """Whether the task was asked to pause."""
        return self._paused_at is not None

    @property
    def seconds(self) -> float:
        """The working time of the last task, without pauses."""
        return time.monotonic() - self._started

    def begin(
        self,
        call: Callable[[Task], _Result],
        succeeded: Callable[[_Result], None],
        failed: Callable[[Reason | str], None],
        cancelled: Callable[[], None] | None = None,
        found: Callable[[Any], None] | None = None,
    ) -> None:
        """Start a call; one of the others is called when it ends, unless it was dropped.

        ``found`` is called with all that it finds until then.
        """
        self._task = task = Task(call)
        self._succeeded, self._failed, self._cancelled = succeeded, failed, cancelled
        self._found = found
        task.found.connect(self._find)
        task.succeeded.connect(self._succeed)
        task.failed.connect(self._fail)
        task.cancelled.connect(self._stop)
        task.progressed.connect(self.progressed)
        task.held.connect(self.held)
        self._started = time.monotonic()
        self._start(task)

    def end(self) -> None:
        """Note that the task is over."""
        self.resume()  # it may have ended before it could pause
        self._task = None

    def drop(self) -> None:
        """Abandon the task: let it end without a signal."""
        if self._task is not None:
            self._task.abandon()
            self._task = None

    @Slot(object)
    def _succeed(self, result: object) -> None:
        if self._succeeded is not None and self._is_under_way():
            self._succeeded(result)

    @Slot(object)
    def _find(self, result: object) -> None:
        if self._found is not None and self._is_under_way():
            self._found(result)

    @Slot(object)
    def _fail(self, reason: Reason | str) -> None:
        if self._failed is not None and self._is_under_way():
            self._failed(reason)

    @Slot()
    def _stop(self) -> None:
        if self._cancelled is not None and self._is_under_way():
            self._cancelled()

    def _is_under_way(self) -> bool:
        """Return whether a signal is of the task of now, not of one that was dropped."""
        return self._task is not None and self._task is self.sender()

    def cancel(self) -> None:
        """Stop the task; its work until now is kept."""
        if self._task is not None:
            self._task.cancel()
        self.resume()

    def pause(self) -> None:
        """Pause the task; ``held`` follows when it does."""
        if self._task is not None and not self._task.stopping and not self.paused:
            self._paused_at = time.monotonic()
            self._task.pause()
            self.pausing.emit()

    def resume(self) -> None:
        """Resume a paused task."""
        if self._paused_at is None:
            return
        self._started += time.monotonic() - self._paused_at
        self._paused_at = None
        if self._task is not None:
            self._task.resume()
        self.resumed.emit()
