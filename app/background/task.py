"""Background calls on threads of their own: with progress, cancelling and a single end each."""

import logging
import threading
import time
from collections.abc import Callable
from typing import ClassVar, Concatenate, ParamSpec

from PySide6.QtCore import QObject, QThread, Signal, Slot

from simcore import Cancelled, Reason, ReasonCode, SimcoreError, reason_of

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
