"""Worker processes: rjieba holds the interpreter lock, so threads would not help."""

import itertools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from typing import Any, ParamSpec, TypeVar

from simcore.errors import SimcoreError
from simcore.progress import Progress, Stage

__all__ = ["make_executor", "spread", "stop_executor", "worker_count"]

_P = ParamSpec("_P")
_T = TypeVar("_T")

_SECONDS_BETWEEN_REPORTS = 0.05
_SECONDS_TO_STOP = 2.0


class _InlineExecutor(Executor):
    """Runs each call at once in the calling thread: one job needs no second process."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        future: Future[_T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - an executor hands every error to the future
            future.set_exception(error)
        return future


def worker_count(jobs: int | None) -> int:
    """Give the number of workers for a setting; None means one a processor."""
    return jobs or os.cpu_count() or 1


def make_executor(jobs: int | None = None) -> Executor:
    """Make an executor for a scan, to be used as a context or stopped.

    Processes are spawned, not forked: a fork copies the locks of a window's threads. They start
    with the first call, so a scan without work starts none.
    """
    if worker_count(jobs) == 1:
        return _InlineExecutor()
    return ProcessPoolExecutor(
        worker_count(jobs),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_leave_interrupts_to_the_parent,
    )


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def stop_executor(executor: Executor) -> None:
    """End an executor at once, with whatever its workers are doing."""
    processes: dict[int, Any] = dict(getattr(executor, "_processes", None) or {})
    manager: threading.Thread | None = getattr(executor, "_executor_manager_thread", None)
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes.values():
        process.kill()
    if manager is not None:
        # it closes pipes that the interpreter's own shutdown would otherwise trip over
        manager.join(_SECONDS_TO_STOP)


def spread(
    jobs: Iterable[tuple[int, Callable[[], _T]]],
    executor: Executor,
    ahead: int,
    stage: Stage,
    progress: Progress,
) -> Iterator[_T]:
    """Run jobs, each with its number of units, and give their results as they come.

    At most ``ahead`` jobs are handed out at a time. A result is reported once the caller asks
    for the next. Raises ``SimcoreError`` when a worker process dies, and ``Cancelled``.
    """
    listed = list(jobs)
    total = sum(units for units, _ in listed)
    done = 0
    progress.report(stage, done, total)
    waiting = iter(listed)
    running: dict[Future[_T], int] = {}
    try:
        while True:
            for units, job in itertools.islice(waiting, ahead - len(running)):
                running[executor.submit(job)] = units
                progress.report(stage, done, total)
            if not running:
                return
            ready, _ = wait(running, _SECONDS_BETWEEN_REPORTS, FIRST_COMPLETED)
            for future in ready:
                yield future.result()
                done += running.pop(future)
                progress.report(stage, done, total)
            if not ready:
                progress.report(stage, done, total)
    except BrokenExecutor as error:
        raise SimcoreError(
            "a worker process ended unexpectedly, perhaps for want of memory; what was read "
            "is kept, and a new scan goes on from there (fewer jobs need less memory)"
        ) from error
    finally:
        for future in running:
            future.cancel()
