"""Background calls in threads: with progress, cancelling and a single end each.

The GUI thread never waits. ``Latest`` is the usual way: it answers the newest request only. Each
call gets its ``Task`` first, and often checks whether to stop, which also yields the GIL. The owner
of a ``TaskRunner`` shuts it down before the window closes: that cancels, then waits. Long calls are
cut into pieces; what cannot be cut runs in a process (``in_process``).
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, wait
from contextlib import contextmanager
from itertools import chain
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar

from PySide6.QtCore import QObject, QThread, Signal, SignalInstance, Slot

from simcore.model.reasons import Reason, ReasonCode, SimcoreError, reason_of
from simcore.model.report import Cancelled, Stage
from simcore.workers import make_executor, stop_executor

_P = ParamSpec("_P")

REPORTS_A_SECOND = 20  # every report costs a repaint
_TURN = 0.002
_YIELD = 0.000_1
"""After how many seconds of work a task lets the window have a turn, and for how long.

A thread that waits for the GIL requests it after an interval in which it was not released. A thread
that releases and reacquires it at once, again and again, as many calls in C do, is never asked:
such a task that does not sleep now and then keeps the window waiting for half a second.
"""

_log = logging.getLogger(__name__)


class Task(QThread):
    """Runs ``call(task, ...)`` in a thread and reports how it ended.

    Make it, connect it and ``start()`` it in the GUI thread. Exactly one of ``succeeded`` (with the
    result), ``failed`` (with a sentence) and ``cancelled`` follows, after the last ``progressed``.
    The call reports with ``publish()`` and can be stopped in ``check()``. A paused one waits in
    ``publish()``, after ``held`` with the state given there. ``found`` carries results so far, none
    of which is dropped.

    A running task needs no reference: it is kept until its thread has ended, then deleted.
    """

    progressed = Signal(object)
    found = Signal(object)
    held = Signal(object)
    succeeded = Signal(object)
    failed = Signal(object)  # Reason | str
    cancelled = Signal()

    _kept: ClassVar[set["Task"]] = set()

    def __init__(
        self, call: Callable[Concatenate["Task", _P], object], *args: _P.args, **kwargs: _P.kwargs
    ) -> None:
        super().__init__()
        self._call: Callable[[Task], object] = lambda task: call(task, *args, **kwargs)
        self._stop = threading.Event()
        self._going = threading.Event()
        self._going.set()
        self._last_report = float("-inf")
        self.stood = 0.0  # seconds of all pauses; of the task's thread
        self._turn = time.perf_counter()

    def start(self, priority: QThread.Priority = QThread.Priority.InheritPriority) -> None:
        self._kept.add(self)
        self.finished.connect(self._release)
        super().start(priority)

    @Slot()
    def _release(self) -> None:
        self._kept.discard(self)
        self.deleteLater()

    @property
    def stopping(self) -> bool:
        """Whether ``cancel()`` was called; readable from any thread."""
        return self._stop.is_set()

    @Slot()
    def cancel(self) -> None:
        """Ask the call to stop at its next ``check()`` or ``publish()``, also while paused."""
        self._stop.set()
        self._going.set()

    def pause(self) -> None:
        """Hold the call at its next ``publish()``; returns at once."""
        if not self.stopping:
            self._going.clear()

    def resume(self) -> None:
        self._going.set()

    @property
    def pausing(self) -> bool:
        """Whether the call is to wait at its next ``publish()``; readable from any thread."""
        return not self._going.is_set()

    @property
    def abandoned(self) -> bool:
        """Whether the result is no longer needed; readable from any thread."""
        return self.isInterruptionRequested()

    def abandon(self) -> None:
        """Cancel; the call can see that even a partial result is not needed."""
        self.requestInterruption()
        self.cancel()

    def give_way(self) -> None:
        """Yield the GIL to the window now and then. Call it often in the task's thread."""
        if time.perf_counter() - self._turn > _TURN:
            time.sleep(_YIELD)
            self._turn = time.perf_counter()

    def check(self) -> None:
        """Raise ``Cancelled`` once the task was asked to stop; also yields the GIL.

        Call it in the task's thread.
        """
        self.give_way()
        if self._stop.is_set():
            raise Cancelled

    def publish(self, state: object) -> None:
        """Emit ``progressed``, at most every twentieth of a second.

        Waits while the task is paused. Raises ``Cancelled``. Call it in the task's thread. A
        dropped state is followed by a later one or the end.
        """
        self.check()
        if not self._going.is_set():
            began = time.monotonic()
            self.held.emit(state)
            self._going.wait()
            self.stood += time.monotonic() - began
            self.check()
        now = time.monotonic()
        if now - self._last_report >= 1 / REPORTS_A_SECOND:
            self._last_report = now
            self.progressed.emit(state)

    def run(self) -> None:
        try:
            result = self._call(self)
        except Cancelled:
            self.cancelled.emit()
        except SimcoreError as error:
            self.failed.emit(error.reason)
        except Exception as error:  # noqa: BLE001 - the thread's boundary: nothing above catches
            if self._stop.is_set():
                # Stopping a pool breaks whatever waited for it; that is no failure.
                _log.debug("a cancelled task ended with an error", exc_info=True)
                self.cancelled.emit()
                return
            _log.exception("a background task failed unexpectedly")
            self.failed.emit(self._told(error))
        else:
            self.succeeded.emit(result)

    def _told(self, error: Exception) -> Reason | str:
        reason, said = reason_of(error), str(error) or type(error).__name__
        if reason.code is ReasonCode.UNEXPECTED_ERROR:
            said = str(reason.values[0])
        elif reason.code is not ReasonCode.TEXT:
            return Reason(ReasonCode.IT, (reason,))
        return self.tr("Unexpected error: {0}").format(said)


class TaskRunner(QObject):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running: set[Task] = set()
        self._closed = False

    def abandon(self) -> None:
        """Stop permanently; returns at once. No signal follows."""
        self._closed = True
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        for task in self._running:
            task.abandon()

    @Slot()
    def shut_down(self) -> None:
        """Stop permanently, and wait until nothing runs. No signal follows."""
        self.abandon()
        for task in self._running:
            task.wait()

    def _start(self, task: Task) -> None:
        if self._closed:
            return
        self._running.add(task)
        task.finished.connect(self._forget)
        self.destroyed.connect(task.cancel)
        task.start()

    @Slot()
    def _forget(self) -> None:
        task = self.sender()
        if isinstance(task, Task):
            self._running.discard(task)


def shut_down_below(owner: QObject) -> None:
    """Stop all tasks of an owner and its children permanently, and wait until nothing runs."""
    runners = owner.findChildren(TaskRunner)
    for runner in runners:
        runner.abandon()
    for runner in runners:
        runner.shut_down()


_Answer = TypeVar("_Answer")
_T = TypeVar("_T")


class Latest(TaskRunner, Generic[_P, _Answer]):
    """Repeats a call with changing arguments in a background thread.

    A request during a call waits for its end, unless it is to ``replace()`` it; a newer one
    replaces a waiting one. Only for the newest request, ``succeeded`` (with the result) or
    ``failed`` (with a sentence) follows, after ``published``; none after ``stop()``. ``passed``
    carries the result of a call that was overtaken but ran to its end.
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
    """Run ``work``, which calls its argument between short steps, stoppable there."""
    return work(task.check)


_SECONDS_BETWEEN_CHECKS = 0.02


@contextmanager
def processes(jobs: int | None, seconds_a_file: float | None = None) -> Iterator[Executor]:
    executor = make_executor(jobs, seconds_a_file)
    try:
        yield executor
    finally:
        stop_executor(executor)


def in_process(
    task: Task,
    function: Callable[..., _T],
    *arguments: object,
    jobs: int | None = 1,
    seconds: float | None = None,
) -> _T:
    """Call a function in a process of its own, which ends as soon as the task is cancelled.

    ``seconds`` limits its time. ``jobs`` 0 calls it in this thread without a limit. Raises
    ``Cancelled`` and ``SimcoreError``.
    """
    with processes(0 if jobs == 0 else 1, seconds) as executor:
        future = executor.submit(function, *arguments)
        while not future.done():
            task.check()
            wait([future], _SECONDS_BETWEEN_CHECKS)
        return future.result()


class CancelCheck:
    """Lets the engine be stopped without showing its progress."""

    def __init__(self, task: Task) -> None:
        self._task = task

    def report(self, stage: Stage, done: int, total: int) -> None:  # noqa: ARG002 - the protocol's
        """Raise ``Cancelled`` once the task was asked to stop."""
        self._task.check()


STRIDE = 512  # items between two checks
_CHUNK = 2_048

Check = Callable[[], None]  # raises ``Cancelled`` once the answer is not needed


def never_cancelled() -> None:
    """Do nothing: the check of work that cannot be cancelled."""


def stepped(items: Iterable[_T], check: Check) -> Iterator[_T]:
    """Yield items; ``check`` is called before the first and each 512th of them."""
    for number, item in enumerate(items):
        if not number % STRIDE:
            check()
        yield item


def sorted_numbers(
    count: int,
    key: Callable[[int], Any],
    check: Check,
    *,
    descending: bool = False,
) -> list[int]:
    """Return the numbers below ``count`` sorted by ``key``, stably.

    ``check`` is called between short steps; its exceptions are raised. ``sorted`` would hold the
    GIL to its end, so chunks are sorted, then merged two by two.

    >>> sorted_numbers(4, "ddab".__getitem__, lambda: None)
    [2, 3, 0, 1]
    """
    keys: list[Any] = []
    runs: list[list[int]] = []
    for start in range(0, count, _CHUNK):
        check()
        chunk = range(start, min(start + _CHUNK, count))
        keys.extend(key(number) for number in chunk)
        runs.append(sorted(chunk, key=keys.__getitem__, reverse=descending))
    # each call of the sort merges two runs, so none is long
    while len(runs) > 1:
        check()
        merged = [
            sorted(chain(*pair), key=keys.__getitem__, reverse=descending)
            for pair in zip(runs[::2], runs[1::2], strict=False)
        ]
        runs = merged + runs[len(merged) * 2 :]
    return runs[0] if runs else []
