"""Worker processes, each with its own pipe, and executors that run jobs in them.

Workers share no lock and no queue, so killing one can neither hang nor corrupt the others
(``ProcessPoolExecutor`` and pebble break, or wait for a dead worker's lock). A job that fails is
split: the item at which it failed is tried once more, alone; the rest is submitted again. Heartbeat
cells in shared memory give the parent the current item and its duration.

A command with one thread forks its first workers itself; later ones, and those of a window, come
from a fork server with all tables loaded. A worker ends with its parent.
"""

import contextlib
import ctypes
import faulthandler
import functools
import gc
import os
import signal
import sys
import threading
import time
import typing
from collections import deque
from collections.abc import Callable, Iterable, Iterator, MutableSequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, ParamSpec, Protocol, Self, TypeVar

from simcore.model.config import MOST_JOBS
from simcore.model.reasons import ConfigError, Reason, ReasonCode, SimcoreError
from simcore.model.report import Progress, Stage

if typing.TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerContext, SpawnContext


class Heartbeat:
    """The current item of a job, and the number of items begun."""

    def __init__(self) -> None:
        self._cells: MutableSequence[int] = [0, 0]
        self._begun: Callable[[], object] = tuple

    def share(self, cells: MutableSequence[int], begun: Callable[[], None]) -> None:
        self._cells, self._begun = cells, begun

    def begin(self, item: int) -> None:
        """Record that work on an item begins; the job defines what ``item`` means."""
        self._cells[1] = item
        self._cells[0] += 1
        self._begun()

    def clear(self) -> None:
        self._cells[0] = self._cells[1] = 0

    @property
    def item(self) -> int:
        return self._cells[1]


HEARTBEAT = Heartbeat()
"""The heartbeat of this process, which works on one job at a time."""


LARGEST_GROWTH = 1_500_000_000
"""Bytes that reading one document may add: one of 64 MB of text takes a third of it.

What NumPy and plain text take, 50 bytes for each byte of a large text, is bounded by the largest
file that is read, so that this holds for parsers only. Counted are pages that the process alone
writes to (``RLIMIT_DATA``): the address space has libraries and reserves of threads in it, too.
"""

_STATUS = Path("/proc/self/statm")
_DATA = 5  # the place of what the limit counts, in pages
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # malloc.h
_LARGE = 1 << 22
_may_end = False


@contextlib.contextmanager
def bounded_memory(growth: int = LARGEST_GROWTH) -> Iterator[None]:
    """Bound the memory of a block to ``growth`` more bytes, if this process is a worker.

    C parsers allocate whatever a file asks for and end the process if they get no more, so only a
    worker may be bounded. Windows and macOS have no such limit.
    """
    if not _may_end or sys.platform != "linux":
        yield
        return
    import resource  # noqa: PLC0415 - Windows has none

    before, most = resource.getrlimit(resource.RLIMIT_DATA)
    try:
        taken = int(_STATUS.read_text().split()[_DATA]) * resource.getpagesize()
        limit = taken + growth
        for one in (before, most):
            limit = limit if one == resource.RLIM_INFINITY else min(limit, one)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, most))
    except (OSError, ValueError, IndexError):
        yield  # a system without /proc, or with a bound of its own
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, most))


def give_back() -> None:
    """Return free memory to the system; glibc keeps freed pieces below some hundred kB."""
    _of_libc("malloc_trim")(0)


def keep_nothing_large() -> None:
    """Make glibc return arrays of some megabytes when they are freed."""
    for what in _MMAP_THRESHOLD, _TRIM_THRESHOLD:
        _of_libc("mallopt")(what, _LARGE)


@functools.cache
def _of_libc(name: str) -> Callable[..., object]:
    library = ctypes.CDLL(None) if sys.platform == "linux" else None
    found: Callable[..., object] = getattr(library, name, lambda *_: None)
    return found


_T = TypeVar("_T")

ENDED = Reason(ReasonCode.WORKER_ENDED)
"""Why a file is left out whose worker was gone, twice."""


@functools.cache
def _context() -> "ForkServerContext | SpawnContext":
    """Return how processes are started that are not forked from this one (``may_fork``).

    Where it is safe, from a fork server that has loaded the dictionaries: fast, and in memory once.
    System libraries of macOS must not be forked.
    """
    import multiprocessing  # noqa: PLC0415 - a scan without new files starts no process

    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["simcore.pipeline.preload"])
    return context


def may_fork() -> bool:
    """Return whether this process may fork a worker: no other thread may hold a lock."""
    alone = threading.active_count() == 1 and "PySide6" not in sys.modules
    return sys.platform == "linux" and alone


@contextlib.contextmanager
def _interrupts_ignored(*, here: bool = False) -> Iterator[None]:
    """Block SIGINT and SIGTERM in this thread and in processes started in the block.

    Ctrl+C reaches every process of the terminal, and one that starts would print a traceback.
    """
    if sys.platform == "win32":
        yield
        return
    if not here and _context().get_start_method() == "forkserver":
        from multiprocessing.resource_tracker import ensure_running  # noqa: PLC0415 - as above

        ensure_running()  # which comes with the first process, and lets SIGINT through after that
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_STARTING = threading.Lock()


@contextlib.contextmanager
def _away_from_this_folder() -> Iterator[None]:
    """Keep processes that start in a block from importing from the current folder.

    It may be a folder of documents with a ``random.py``, or an unbuilt checkout.
    """
    # of two threads the second would find, and leave, what the first has set
    with _STARTING:
        before = os.environ.get("PYTHONSAFEPATH")
        os.environ["PYTHONSAFEPATH"] = "1"
        try:
            yield
        finally:
            if before is None:
                del os.environ["PYTHONSAFEPATH"]
            else:
                os.environ["PYTHONSAFEPATH"] = before


_SECONDS_TO_BEGIN = 60.0
_SECONDS_TO_DIE = 2.0
_STARTS = 3
_OUT_OF_MEMORY = 3
_UNGUARDED = 4
_NAME = "variorum-worker"

NO_GUARD = (
    "the processes that this script starts import it again, and would start others: put what it "
    'does below the line if __name__ == "__main__":, or let it start no processes (jobs=0)'
)
"""Said where a script guards nothing, as on systems that do not fork, or where there are threads.

A process that starts imports the script of its parent before anything else.
"""

NO_CHILDREN = (
    "this process is a worker of another pool, and may start no processes of its own: let it start "
    "none (jobs=0)"
)


def too_long(seconds: float | None) -> Reason:
    return Reason(ReasonCode.TOO_LONG, (f"{seconds or 0:g}",))


class JobFailed(Exception):  # noqa: N818 - the result of a job, and always caught
    """A job did not end; ``item`` is the item it was working on, ``reason`` is why."""

    def __init__(self, item: int, reason: Reason) -> None:
        super().__init__(item, reason)
        self.item = item
        self.reason = reason

    def __str__(self) -> str:
        return str(self.reason)


def attempt(job: Callable[[], _T]) -> _T:
    """Run a job; an unexpected error of an item is raised as ``JobFailed``."""
    HEARTBEAT.clear()
    try:
        return job()
    except (SimcoreError, MemoryError):
        raise
    except Exception as error:
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        raise JobFailed(HEARTBEAT.item, Reason(ReasonCode.UNEXPECTED_ERROR, (said,))) from error


# --- in the worker process -------------------------------------------------------------------


_SECONDS_TO_REST = 10.0


def _serve(pipe: "Connection[Any, Any]", cells: Any, patience: float | None) -> None:
    # Ctrl+C reaches every process of the terminal; the parent handles it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # what was forked has the parent's handler
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    global _may_end  # noqa: PLW0603 - a property of the process
    _may_end = True
    gc.freeze()  # what came with a fork is shared, until a collection would touch it
    watchdog = _Watchdog(patience)
    HEARTBEAT.share(cells, watchdog.prepare)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):  # the parent is gone, or has closed the pipe
        pipe.send(None)
        while True:
            if not pipe.poll(_SECONDS_TO_REST):
                give_back()
            job = pipe.recv()
            answer = _answer(job)
            watchdog.withdraw()
            pipe.send(answer)


def _answer(job: Callable[[], object]) -> tuple[object, Exception | None]:
    try:
        return attempt(job), None
    except (JobFailed, SimcoreError) as error:
        return None, error
    except MemoryError:
        # nothing can be relied on any more, not even sending an answer
        os._exit(_OUT_OF_MEMORY)


def _end_with_parent() -> None:
    from multiprocessing import parent_process  # noqa: PLC0415 - as above
    from multiprocessing.connection import wait  # noqa: PLC0415 - as above

    parent = parent_process()
    assert parent is not None  # noqa: S101 - this runs in a worker only
    wait([parent.sentinel])
    os._exit(1)


class _Watchdog:
    def __init__(self, patience: float | None) -> None:
        self._patience = patience
        self._prepared = float("-inf")
        self._devnull = open(os.devnull, "w")  # noqa: PTH123, SIM115 - open for the process lifetime

    def prepare(self) -> None:
        now = time.monotonic()
        if self._patience is not None and now - self._prepared > self._patience / 4:
            self._prepared = now
            faulthandler.dump_traceback_later(self._patience, exit=True, file=self._devnull)

    def withdraw(self) -> None:
        self._prepared = float("-inf")
        faulthandler.cancel_dump_traceback_later()


# --- in the parent ---------------------------------------------------------------------------


class Worker:
    """A process that runs one job at a time, for one thread at a time.

    ``seconds`` is the time limit of an item, None for no limit. ``here`` forks it from this process
    (``may_fork``).
    """

    def __init__(self, seconds: float | None, *, here: bool = False) -> None:
        self._seconds = seconds
        import multiprocessing  # noqa: PLC0415 - as above

        if multiprocessing.current_process().name == _NAME:
            # a worker starts none: this is the script of its parent, which guards nothing
            os._exit(_UNGUARDED)
        if multiprocessing.current_process().daemon:
            raise SimcoreError(NO_CHILDREN)
        context = multiprocessing.get_context("fork") if here else _context()
        self._pipe, theirs = context.Pipe()
        self._cells = context.RawArray("q", 2)
        # longer than the parent waits: it matters only if the parent is gone
        patience = None if seconds is None else 2 * seconds + 2
        self._process = context.Process(
            target=_serve, args=(theirs, self._cells, patience), name=_NAME, daemon=True
        )
        try:
            with _away_from_this_folder(), _interrupts_ignored(here=here):
                self._process.start()
        except (OSError, EOFError) as error:  # the fork server may have ended
            self._pipe.close()
            why = str(error) or type(error).__name__
            raise SimcoreError(ReasonCode.WORKER_NOT_STARTED, why) from error
        finally:
            theirs.close()

    def is_ready(self) -> bool:
        """Wait until the process has started; False if it ended before."""
        try:
            self._pipe.recv()
        except (EOFError, OSError):
            return False
        return True

    def is_unguarded(self) -> bool:
        """Return whether it ended because an imported script would start workers there."""
        self._process.join(_SECONDS_TO_DIE)
        return self._process.exitcode == _UNGUARDED

    def run(self, job: Callable[[], _T], wanted: Callable[[], bool]) -> _T:
        """Run a job and return its result; the time limit counts from the start of each item.

        Once ``wanted`` returns False, waiting ends. Raises ``JobFailed``, after which the worker
        may not be ``usable``, and the ``SimcoreError`` of the job.
        """
        self._cells[0] = self._cells[1] = 0
        try:
            self._pipe.send(job)
            self._watch(wanted)
            result, error = self._pipe.recv()
        except (EOFError, OSError):
            self.close()
            raise JobFailed(self._cells[1], ENDED) from None
        if error is not None:
            raise error
        done: _T = result
        return done

    def _watch(self, wanted: Callable[[], bool]) -> None:
        limit = self._seconds
        interval = 1.0 if limit is None else min(1.0, limit / 8)
        beats, since = 0, time.monotonic()
        while not self._pipe.poll(interval):
            now = time.monotonic()
            if self._cells[0] != beats:
                beats, since = self._cells[0], now
            # before the first item the job is unpickled, which may import half the engine
            allowed = 0.0 if beats else _SECONDS_TO_BEGIN
            if not wanted():
                raise EOFError
            if limit is not None and now - since > limit + allowed:
                self.close()
                raise JobFailed(self._cells[1], too_long(limit))

    @property
    def usable(self) -> bool:
        return not self._pipe.closed and self._process.is_alive()

    def kill(self) -> None:
        with contextlib.suppress(ValueError):  # closed already
            self._process.kill()

    def close(self) -> None:
        """End the process and free its resources; a second call does nothing."""
        if self._pipe.closed:
            return
        self.kill()
        self._process.join(_SECONDS_TO_DIE)
        self._pipe.close()
        # a process that waits for a dead disk cannot be ended; it is left behind
        if self._process.exitcode is not None:
            self._process.close()


def start_worker(seconds: float | None, *, here: bool = False) -> Worker:
    """Start a worker and wait until it is ready. Raises ``SimcoreError``."""
    for _ in range(_STARTS):
        worker = Worker(seconds, here=here)
        if worker.is_ready():
            return worker
        unguarded = worker.is_unguarded()
        worker.close()
        if unguarded:
            raise SimcoreError(NO_GUARD)
    raise SimcoreError(ReasonCode.WORKERS_END)


_P = ParamSpec("_P")
_T_co = TypeVar("_T_co", covariant=True)

_SECONDS_BETWEEN_REPORTS = 0.05


class Job(Protocol[_T_co]):
    """A number of items for one worker, which can be split when one of them fails.

    Called in the worker, it beats the heartbeat at the start of each item and returns all results.
    """

    @property
    def units(self) -> int: ...

    @property
    def alone(self) -> bool: ...

    def __call__(self) -> _T_co: ...

    def parted(self, item: int) -> tuple[Self, Self | None]:
        """Return the work on an item, as a job that is ``alone``, and a job of the rest."""

    def given_up(self, reason: Reason) -> _T_co:
        """Return the result of leaving all items out."""


class _InlineExecutor(Executor):
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
        with self._lock:
            while self._idle:
                worker = self._idle.pop()
                if worker.usable:
                    return worker
                worker.close()  # it would fail a job that it never began
        return None

    def rest(self) -> None:
        """End idle workers, and the threads unless one is busy.

        Forked workers stay if none can be forked any more: a server would run an unguarded script
        again.
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

    ``jobs`` and ``seconds_a_file`` are as in ``ScanConfig``; with 0 jobs everything runs in the
    calling thread, without a time limit. Processes start with the first call and end with this
    process, even if it is killed; ``few`` calls get one at most. Raises ``ConfigError`` for more
    than ``MOST_JOBS``.
    """
    count = worker_count(jobs)
    # not of a configuration: results that were saved with more are opened
    if count > MOST_JOBS:
        raise ConfigError(f"the number of jobs must be {MOST_JOBS} or less, not {jobs}")
    if not count:
        return _InlineExecutor()
    return _ProcessExecutor(1 if few else count, seconds_a_file)


def stop_executor(executor: Executor) -> None:
    if isinstance(executor, _ProcessExecutor):
        executor.stop()
    else:
        executor.shutdown(cancel_futures=True)


def rest_executor(executor: Executor) -> None:
    """End idle workers and free their memory; new ones start when needed."""
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
    """Run jobs and yield their results as they come, at most ``ahead`` submitted at a time.

    A result is reported once the caller asks for the next; ``idle`` is called while none comes. If
    a job fails, its current item is tried once more, alone and at the end, and left out if it fails
    again; the rest is submitted again. Raises ``SimcoreError`` and ``Cancelled``.
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
