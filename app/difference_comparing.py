"""Compares two texts beside the window's thread; only the latest request has a result."""

import logging
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from app.alignment import Stopped, align
from app.difference_sheet import Spread, spread
from app.tasks import Task
from simcore import Cancelled

__all__ = ["Comparing"]

_log = logging.getLogger(__name__)

# Threads that run, wherever their owners are: a QThread must not be collected before it ends.
_running: set[Task] = set()


class Comparing(QObject):
    """Emits ``compared`` with a ``Spread``, or ``failed`` with a sentence, for the last request.

    The result of an older request is never emitted once a newer one was made or ``cancel()``
    was called.
    """

    compared = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: Task | None = None
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.stop)

    def start(self, left: str, right: str) -> None:
        """Compare two texts instead of whatever is being compared."""
        self.cancel()
        task = Task(partial(_compare, left, right))
        task.succeeded.connect(self._take)
        task.failed.connect(self._take_failure)
        task.finished.connect(self._forget_finished)
        self.destroyed.connect(task.cancel)
        self._task = task
        _running.add(task)
        task.start()

    def cancel(self) -> None:
        """Drop the present request; its thread ends soon, and returns nothing."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    @Slot()
    def stop(self) -> None:
        """Cancel and wait until no thread runs."""
        self.cancel()
        for task in list(_running):
            task.cancel()
            task.wait()
        self._forget_finished()

    @Slot(object)
    def _take(self, result: Spread) -> None:
        if self.sender() is self._task:
            self._task = None
            self.compared.emit(result)

    @Slot(str)
    def _take_failure(self, reason: str) -> None:
        if self.sender() is self._task:
            self._task = None
            self.failed.emit(reason)

    @Slot()
    def _forget_finished(self) -> None:
        _running.difference_update([task for task in _running if task.isFinished()])


def _compare(left: str, right: str, task: Task) -> Spread:
    """Do the work; runs in the task's thread."""
    try:
        result = spread(align(left, right, lambda: task.stopping), lambda: task.stopping)
    except Stopped:
        raise Cancelled from None
    _log.debug("compared two texts: %d differences", len(result.differences))
    return result
