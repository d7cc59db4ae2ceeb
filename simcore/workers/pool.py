"""Jobs run in worker processes: what reads documents must be able to end alone.

Items that take too long, or end their worker, are found and left out; all others are done.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from functools import partial
from threading import Lock
from typing import ParamSpec, Protocol, Self, TypeVar

from simcore.model.config import MOST_JOBS
from simcore.model.errors import ConfigError
from simcore.model.progress import Progress, Stage
from simcore.model.reasons import Reason
from simcore.workers.worker import ENDED, JobFailed, Worker, attempt, may_fork, start_worker

_P = ParamSpec("_P")
_T = TypeVar("_T")
_T_co = TypeVar("_T_co", covariant=True)

_SECONDS_BETWEEN_REPORTS = 0.05


class Job(Protocol[_T_co]):
    """A number of items for one worker, which can be split when one of them fails.

    Called in the worker, it beats the heartbeat at the start of each item
    (``simcore.workers.heartbeat``) and returns the result of all.
    """

    @property
    def units(self) -> int:
        """The number of units of progress."""

    @property
    def alone(self) -> bool:
        """Whether it was split off another job because it failed there."""

    def __call__(self) -> _T_co:
        """Run the job."""

    def parted(self, item: int) -> tuple[Self, Self | None]:
        """Return the work on an item, as a job that is ``alone``, and a job of the rest."""

    def given_up(self, reason: Reason) -> _T_co:
        """Return the result of leaving all items out."""


class _InlineExecutor(Executor):
    """Runs each call at once in the calling thread."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        future: Future[_T] = Future()
        try:
            future.set_result(attempt(partial(fn, *args, **kwargs)))
        except Exception as error:  # noqa: BLE001 - an executor hands every error to the future
            future.set_exception(error)
        return future


class _ProcessExecutor(Executor):
    """Runs calls in processes; a thread for each process watches and replaces it."""

    def __init__(self, jobs: int, seconds: float | None) -> None:
        self._jobs = jobs
        self._seconds = seconds
        self._threads: ThreadPoolExecutor | None = None
        self._turn = Lock()
        self._lock = Lock()
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._forked = self._stopping = False

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        with self._turn:
            if self._threads is None:
                while len(self._idle) < self._jobs and may_fork():  # before a thread watches
                    self._idle.append(start_worker(self._seconds, here=True))
                    self._forked = True
                self._threads = self._new_threads()
            job = partial(fn, *args, **kwargs) if args or kwargs else fn
            return self._threads.submit(self._run, job)

    def _new_threads(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._jobs, thread_name_prefix="worker")

    def _run(self, job: Callable[[], _T]) -> _T:
        worker = self._waiting() or start_worker(self._seconds)
        with self._lock:
            if self._stopping:
                worker.close()
                raise JobFailed(0, ENDED)  # the result is not read
            self._busy.add(worker)
        try:
            return worker.run(job, lambda: not self._stopping)
        finally:
            with self._lock:
                self._busy.discard(worker)
                if not worker.usable or self._stopping:
                    worker.close()
                else:
                    self._idle.append(worker)

    def _waiting(self) -> Worker | None:
        """Take an idle worker and return it; None if there is none, or each was killed."""
        with self._lock:
            while self._idle:
                worker = self._idle.pop()
                if worker.usable:
                    return worker
                worker.close()  # it would fail a job that it never began
        return None

    def rest(self) -> None:
        """End the workers that have nothing to do, and the threads unless one has.

        Forked ones stay where no other can be forked, as more threads began: a server would start
        those, and run a script that guards nothing once more in each.
        """
        with self._turn:
            with self._lock:
                wait = not self._busy
            if self._threads is not None and not self._stopping:
                self._threads.shutdown(wait)  # what waits for them is done all the same
                self._threads = None
            if self._forked and not may_fork():
                return
            with self._lock:
                idle, self._idle = self._idle, []
            for worker in idle:
                worker.close()

    def stop(self) -> None:
        """Kill all workers at once."""
        with self._lock:
            self._stopping = True
            for worker in self._busy:
                worker.kill()
        self.shutdown(cancel_futures=True)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - Executor's
        self._threads = self._threads or self._new_threads()
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        with self._lock:
            for worker in self._idle:
                worker.kill()  # all at once, before the first is waited for
            while self._idle:
                self._idle.pop().close()


def worker_count(jobs: int | None) -> int:
    """Return the number of worker processes for a setting; None means one a processor."""
    return (os.cpu_count() or 1) if jobs is None else jobs


def make_executor(
    jobs: int | None = None, seconds_a_file: float | None = None, *, few: bool = False
) -> Executor:
    """Return an executor for a scan, to be used as a context manager or stopped.

    ``jobs`` and ``seconds_a_file`` are as in ``ScanConfig``. With 0 jobs everything runs in the
    calling thread, without a time limit.

    Processes start with the first call, so a scan without work starts none, and end with this
    process, even if it is killed; see ``simcore.workers``. With ``few`` work there is one at most.
    Raises ``ConfigError`` for more than ``MOST_JOBS``.
    """
    count = worker_count(jobs)
    # not of a configuration: results that were saved with more are opened
    if count > MOST_JOBS:
        raise ConfigError(f"the number of jobs must be {MOST_JOBS} or less, not {jobs}")
    if not count:
        return _InlineExecutor()
    return _ProcessExecutor(1 if few else count, seconds_a_file)


def stop_executor(executor: Executor) -> None:
    """End an executor at once, whatever its workers are doing."""
    if isinstance(executor, _ProcessExecutor):
        executor.stop()
    else:
        executor.shutdown(cancel_futures=True)


def rest_executor(executor: Executor) -> None:
    """End the workers that have nothing to do, and what they took; new ones start when needed."""
    if isinstance(executor, _ProcessExecutor):
        executor.rest()


def run_jobs(
    jobs: Iterable[Job[_T]],
    executor: Executor,
    ahead: int,
    stage: Stage,
    progress: Progress,
    idle: Callable[[], object] = tuple,
) -> Iterator[_T]:
    """Run jobs and yield their results as they come.

    At most ``ahead`` jobs are submitted at a time. A result is reported once the caller asks for
    the next; while none comes ``idle`` is called, at once and many times a second. If a job fails,
    its current item is tried once more, alone and at the end, and left out if it fails again; the
    rest of the job is submitted again. Raises ``SimcoreError`` and ``Cancelled``.
    """
    waiting = deque(jobs)
    total = sum(job.units for job in waiting)
    done = 0
    progress.report(stage, done, total)
    running: dict[Future[_T], Job[_T]] = {}
    seconds = 0.0
    try:
        while True:
            while waiting and len(running) < ahead:
                job = waiting.popleft()
                running[executor.submit(job)] = job
                progress.report(stage, done, total)
            if not running:
                return
            ready, _ = wait(running, seconds, FIRST_COMPLETED)
            seconds = _SECONDS_BETWEEN_REPORTS
            for future in ready:
                job = running.pop(future)
                try:
                    result = future.result()
                except JobFailed as failure:
                    failed, rest = job.parted(failure.item)
                    if rest is not None:
                        waiting.appendleft(rest)
                    if not job.alone:
                        waiting.append(failed)
                        continue
                    job, result = failed, failed.given_up(failure.reason)
                yield result
                done += job.units
                progress.report(stage, done, total)
            if not ready:
                progress.report(stage, done, total)
                idle()
    finally:
        for future in running:
            future.cancel()
