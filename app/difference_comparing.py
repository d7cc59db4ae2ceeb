"""Compares two texts beside the window's thread; only the latest request has a result."""

from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from app.alignment import Stopped, align
from app.difference_sheet import Spread, spread
from app.tasks import Task
from simcore import Cancelled

__all__ = ["Comparing"]


class _Request(QObject):
    """One comparison; says nothing any more once it was dropped."""

    compared = Signal(object)
    failed = Signal(str)

    def __init__(self, left: str, right: str) -> None:
        super().__init__()
        self._wanted = True
        self.task = Task(partial(_compare, left, right))
        self.task.succeeded.connect(self._take)
        self.task.failed.connect(self._take_failure)
        self.task.finished.connect(self._end)

    def start(self) -> None:
        """Compare in a thread of its own."""
        _running.add(self)
        self.task.start()

    @Slot()
    def drop(self) -> None:
        """Stop soon, and say nothing."""
        self._wanted = False
        self.task.cancel()

    @Slot(object)
    def _take(self, result: Spread) -> None:
        if self._wanted:
            self.compared.emit(result)

    @Slot(str)
    def _take_failure(self, reason: str) -> None:
        if self._wanted:
            self.failed.emit(reason)

    @Slot()
    def _end(self) -> None:
        _running.discard(self)


# What runs, wherever its owner is: a QThread must not be collected before it has ended.
_running: set[_Request] = set()


class Comparing(QObject):
    """Emits ``compared`` with a ``Spread``, or ``failed`` with a sentence, for the last request.

    The result of an older request is never emitted once a newer one was made or ``cancel()``
    was called.
    """

    compared = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._request: _Request | None = None
        self._started: list[_Request] = []
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.stop)

    def start(self, left: str, right: str) -> None:
        """Compare two texts instead of whatever is being compared."""
        self.cancel()
        self._request = _Request(left, right)
        self._request.compared.connect(self.compared)
        self._request.failed.connect(self.failed)
        self.destroyed.connect(self._request.drop)
        self._started = [*filter(_running.__contains__, self._started), self._request]
        self._request.start()

    def cancel(self) -> None:
        """Drop the present request; its thread ends soon, and returns nothing."""
        if self._request is not None:
            self._request.drop()
            self._request = None

    @Slot()
    def stop(self) -> None:
        """Cancel, and wait until none of the threads started here runs."""
        self.cancel()
        for request in self._started:
            request.task.wait()
            _running.discard(request)
        self._started = []


def _compare(left: str, right: str, task: Task) -> Spread:
    """Do the work; runs in the task's thread."""
    try:
        return spread(align(left, right, lambda: task.stopping), lambda: task.stopping)
    except Stopped:
        raise Cancelled from None
