"""Background calls on threads of their own: with progress, cancelling and a single end each.

Nothing waits in the GUI thread. ``Latest`` is the way to ask for work: it takes the call and the
slots for its answer, and answers the newest request alone. Each call gets its ``Task`` first, asks
it often whether to stop, and leaves the GUI thread its turn there. The owner of a ``TaskRunner``
(``Latest`` is one) shuts it down before the window closes: that cancels, then waits.

Work in a thread shares Python's lock with the window. So long calls are cut into pieces, those into
libraries, too; what cannot be cut runs in a process (``in_process``).
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

REPORTS_A_SECOND = 20
"""More than this no eye follows, and every report costs the window a repaint."""

_TURN = 0.002
_YIELD = 0.000_1
"""After how many seconds of work a task lets the window have a turn, and for how long.

A thread that waits for the GIL requests it after an interval in which it was not released. A thread
that releases and reacquires it at once, again and again, as many calls in C do, is never asked:
such a task that does not sleep now and then keeps the window waiting for half a second.
"""

_log = logging.getLogger(__name__)


class Task(QThread):
    """Runs ``call(task, ...)`` in a thread and tells the window how it ended.

    Make it and connect its signals in the GUI thread, then ``start()`` it. Exactly one of
    ``succeeded`` (with what the call returned), ``failed`` (with a sentence for a person) and
    ``cancelled`` is emitted, after the last ``progressed``. The call runs in the new thread: it
    reports with ``publish()`` and lets itself be stopped with ``check()``. While it is paused, it
    stands still in ``publish()``, having emitted ``held`` with the state that it was told there.
    What it has found so far it emits with ``found``, of which nothing is dropped.

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
        self.stood = 0.0
        """The seconds of all pauses until now. Of the task's thread."""
        self._turn = time.perf_counter()

    def start(self, priority: QThread.Priority = QThread.Priority.InheritPriority) -> None:
        """Start the call."""
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
        """Ask the call to stop at its next ``check()`` or ``publish()``; returns at once.

        A paused call stops, too.
        """
        self._stop.set()
        self._going.set()

    def pause(self) -> None:
        """Hold the call at its next ``publish()``; returns at once."""
        if not self.stopping:
            self._going.clear()

    def resume(self) -> None:
        """Resume the call."""
        self._going.set()

    @property
    def pausing(self) -> bool:
        """Whether the call is to stand still at its next ``publish()``. Of any thread."""
        return not self._going.is_set()

    @property
    def abandoned(self) -> bool:
        """Whether the result is no longer needed; readable from any thread."""
        return self.isInterruptionRequested()

    def abandon(self) -> None:
        """Cancel; the call can tell that even a partial result is not needed."""
        self.requestInterruption()
        self.cancel()

    def give_way(self) -> None:
        """Let the window have its turn now and then. Called in the task's thread, often."""
        if time.perf_counter() - self._turn > _TURN:
            time.sleep(_YIELD)
            self._turn = time.perf_counter()

    def check(self) -> None:
        """Raise ``Cancelled`` once the task was asked to stop; yields the GIL to the window, too.

        Called in the task's thread.
        """
        self.give_way()
        if self._stop.is_set():
            raise Cancelled

    def publish(self, state: object) -> None:
        """Emit ``progressed``, unless the last time was less than a twentieth of a second ago.

        Does not return while the task is paused. Raises ``Cancelled`` like ``check()``. What is
        dropped is superseded by the next report or by the end of the task. Called in the task's
        thread.
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
        """Make the call; the thread's main function, not to be called directly."""
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
        """Return an unexpected error in words for a person; a worker process gives a reason."""
        reason, said = reason_of(error), str(error) or type(error).__name__
        if reason.code is ReasonCode.UNEXPECTED_ERROR:
            said = str(reason.values[0])
        elif reason.code is not ReasonCode.TEXT:
            return Reason(ReasonCode.IT, (reason,))
        return self.tr("Unexpected error: {0}").format(said)


class TaskRunner(QObject):
    """Starts tasks, and stops them when it is shut down or deleted."""

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
        """Start a task, unless ``shut_down()`` was called."""
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


_SECONDS_BETWEEN_CHECKS = 0.02


@contextmanager
def processes(jobs: int | None, seconds_a_file: float | None = None) -> Iterator[Executor]:
    """Make an executor like ``make_executor``; at the end, stop it with all its work."""
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

    ``seconds`` limits its time. With 0 ``jobs`` it is called in this thread instead, without a
    limit. Raises ``Cancelled`` and ``SimcoreError``.
    """
    with processes(0 if jobs == 0 else 1, seconds) as executor:
        future = executor.submit(function, *arguments)
        while not future.done():
            task.check()
            wait([future], _SECONDS_BETWEEN_CHECKS)
        return future.result()


class CancelCheck:
    """Progress of the engine that is not shown: it only lets the engine be stopped."""

    def __init__(self, task: Task) -> None:
        self._task = task

    def report(self, stage: Stage, done: int, total: int) -> None:  # noqa: ARG002 - the protocol's
        """Raise ``Cancelled`` once the task was asked to stop."""
        self._task.check()


STRIDE = 512
"""So many items are looked through in one step."""

_CHUNK = 2_048

Check = Callable[[], None]
"""Raises ``Cancelled`` once the answer is not needed."""


def never_cancelled() -> None:
    """Do nothing: work done at once is never cancelled."""


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

    ``check`` is called between short steps; its exceptions are raised. One call of ``sorted`` would
    hold the GIL to its end, so chunks are sorted, then merged two by two.

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
