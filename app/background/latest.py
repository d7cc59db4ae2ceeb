"""One background call at a time, and the newest request alone is answered."""

from collections.abc import Callable
from typing import Concatenate, Generic, ParamSpec, TypeVar

from PySide6.QtCore import QObject, Signal, SignalInstance, Slot

from simcore import Reason

from .task import Task, TaskRunner

_P = ParamSpec("_P")
_Answer = TypeVar("_Answer")
_T = TypeVar("_T")


class Latest(TaskRunner, Generic[_P, _Answer]):
    """Repeats a call with changing arguments in a background thread.

    A request made while a call runs waits for its end, unless it is to ``replace()`` it, and
    replaces the one that waited before. ``succeeded`` (with the result of the call) or
    ``failed`` (with a sentence) follows for the newest request only, and ``published`` (the
    task published) before them; none of them after ``stop()``. ``passed`` carries what a call
    returned that was overtaken by a newer request, but ran to its end.
    """

    succeeded = Signal(object)
    failed = Signal(object)  # Reason | str
    published = Signal(object)
    passed = Signal(object)

    def __init__(
        self,
        call: Callable[Concatenate[Task, _P], _Answer],
        parent: QObject | None = None,
        succeeded: Callable[[_Answer], object] | None = None,
        failed: Callable[[Reason | str], object] | SignalInstance | None = None,
    ) -> None:
        super().__init__(parent)
        self._call = call
        self._task: Task | None = None
        self._newest: Task | None = None
        if succeeded is not None:
            self.succeeded.connect(succeeded)
        if failed is not None:
            self.failed.connect(failed)

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._newest is not None

    @property
    def running(self) -> bool:
        """Whether a call is running, even if its answer is not needed."""
        return self._task is not None

    def run(self, *args: _P.args, **kwargs: _P.kwargs) -> None:
        """Cancel the running call, and make the new one as soon as it has stopped."""
        self.stop()
        self.follow(*args, **kwargs)

    def follow(self, *args: _P.args, **kwargs: _P.kwargs) -> None:
        """Make the call after the running one, which runs to its end."""
        if self._closed:
            return
        self._newest = Task(self._call, *args, **kwargs)
        if self._task is None:
            self._begin()

    def replace(self, *args: _P.args, **kwargs: _P.kwargs) -> None:
        """Make the call at once; cancel the running one."""
        self.stop()
        self._task = None
        self.follow(*args, **kwargs)

    @Slot()
    def stop(self) -> None:
        """Suppress the answers to earlier requests."""
        self._newest = None
        if self._task is not None:
            self._task.cancel()

    def abandon(self) -> None:
        """Stop permanently; returns at once. No signal follows."""
        self.stop()
        super().abandon()

    def _begin(self) -> None:
        self._task = task = self._newest
        if task is not None:
            task.progressed.connect(self._tell)
            task.succeeded.connect(self._answer)
            task.failed.connect(self._fail)
            task.finished.connect(self._finish)
            self._start(task)

    def _is_newest(self) -> bool:
        """Return whether a signal is of the newest request; a replaced one may still send some."""
        return self._newest is not None and self._newest is self.sender()

    @Slot(object)
    def _tell(self, state: object) -> None:
        if self._is_newest():
            self.published.emit(state)

    @Slot(object)
    def _answer(self, answer: _Answer) -> None:
        if self._is_newest():
            self._newest = None
            self.succeeded.emit(answer)
        elif self._newest is not None and self._task is self.sender():
            self.passed.emit(answer)

    @Slot(object)
    def _fail(self, reason: Reason | str) -> None:
        if self._is_newest():
            self._newest = None
            self.failed.emit(reason)

    @Slot()
    def _finish(self) -> None:
        if self._is_newest():  # a call that stopped of its own accord
            self._newest = None
        if self._task is self.sender():
            self._begin()


def checked(task: Task, work: Callable[[Callable[[], None]], _T]) -> _T:
    """Do work that calls what it is given between short steps, to be stopped there."""
    return work(task.check)
