"""One worker process: both ends of its pipe.

Every worker has its own pipe and shares no lock with the others, so killing one at any moment can
neither hang nor corrupt the others. (A pool with one queue for all, such as
``ProcessPoolExecutor`` and pebble's, breaks as a whole, or waits forever for a lock of the dead
worker.)
"""

import contextlib
import faulthandler
import functools
import gc
import os
import signal
import sys
import threading
import time
import typing
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from simcore.model.errors import SimcoreError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.workers.heartbeat import HEARTBEAT
from simcore.workers.memory import give_back, may_end

if typing.TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerContext, SpawnContext


_T = TypeVar("_T")

ENDED = Reason(ReasonCode.WORKER_ENDED)
"""Why a file is left out whose worker was gone, twice."""


@functools.cache
def _context() -> "ForkServerContext | SpawnContext":
    """Choose how processes are started that are not forked from this one (``may_fork``).

    Where it is safe, from a fork server that has loaded the dictionaries, so that each starts
    quickly and the dictionaries are in memory once. (macOS's system libraries must not be forked
    once they are loaded, Windows does not fork.)
    """
    import multiprocessing  # noqa: PLC0415 - a scan without new files starts no process

    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["simcore.pipeline.warm"])
    return context


def may_fork() -> bool:
    """Return whether a worker may be forked from this very process.

    Nothing has to be loaded for it then, but no other thread may hold a lock meanwhile. (Those of
    NumPy's library for algebra rest, and are looked after by the library.)
    """
    alone = threading.active_count() == 1 and "PySide6" not in sys.modules
    return sys.platform == "linux" and alone


@contextlib.contextmanager
def _deaf_to_ctrl_c(*, here: bool = False) -> Iterator[None]:
    """Block SIGINT for a block, in this thread and all processes that begin there, for good.

    Ctrl+C reaches every process of the terminal; one that starts would print where it was.
    """
    if sys.platform == "win32":
        yield
        return
    if not here and _context().get_start_method() == "forkserver":
        from multiprocessing.resource_tracker import ensure_running  # noqa: PLC0415 - as above

        ensure_running()  # which comes with the first process, and lets SIGINT through after that
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_STARTING = threading.Lock()


@contextlib.contextmanager
def _away_from_this_folder() -> Iterator[None]:
    """Let processes that start in a block import nothing from the folder that they start in.

    Python would look there first. It may be a folder of documents from anywhere, with a
    ``random.py`` among them, or a checkout of this program in which nothing was built.
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
    """Say why a file is left out that took longer than a limit, twice."""
    return Reason(ReasonCode.TOO_LONG, (f"{seconds or 0:g}",))


class JobFailed(Exception):  # noqa: N818 - the result of a job, and always caught
    """A job did not end; ``item`` is the item it was working on, ``reason`` is why.

    As a text it is its reason.
    """

    def __init__(self, item: int, reason: Reason) -> None:
        super().__init__(item, reason)
        self.item = item
        self.reason = reason

    def __str__(self) -> str:
        return str(self.reason)


def attempt(job: Callable[[], _T]) -> _T:
    """Run a job; an unexpected error of an item is raised as ``JobFailed``.

    Raises ``SimcoreError`` unchanged: then the whole run cannot continue.
    """
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
    """Run jobs one after the other until the pipe is closed."""
    # Ctrl+C reaches every process of the terminal; the parent handles it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    may_end()
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
    """End this process as soon as its parent has ended, whatever it is doing."""
    from multiprocessing import parent_process  # noqa: PLC0415 - as above
    from multiprocessing.connection import wait  # noqa: PLC0415 - as above

    parent = parent_process()
    assert parent is not None  # noqa: S101 - this runs in a worker only
    wait([parent.sentinel])
    os._exit(1)


class _Watchdog:
    """Ends this process if an item takes far too long and the parent does not end it.

    A killed parent cannot, and if the item never releases the GIL, ``_end_with_parent`` is blocked
    as well. The thread of ``faulthandler`` needs no lock.
    """

    def __init__(self, patience: float | None) -> None:
        self._patience = patience
        self._prepared = float("-inf")
        self._devnull = open(os.devnull, "w")  # noqa: PTH123, SIM115 - open for the process lifetime

    def prepare(self) -> None:
        """Restart the countdown, at most four times per patience: each time starts a thread."""
        if self._patience is None:
            return
        now = time.monotonic()
        if now - self._prepared > self._patience / 4:
            self._prepared = now
            faulthandler.dump_traceback_later(self._patience, exit=True, file=self._devnull)

    def withdraw(self) -> None:
        self._prepared = float("-inf")
        faulthandler.cancel_dump_traceback_later()


# --- in the parent ---------------------------------------------------------------------------


class Worker:
    """A process that runs one job at a time, for one thread at a time.

    ``seconds`` is the time limit for one item of a job; None means no limit. ``here`` forks it from
    this process (``may_fork``).
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
            with _away_from_this_folder(), _deaf_to_ctrl_c(here=here):
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
        """Return whether it ended since it imported a script that would start workers there."""
        self._process.join(_SECONDS_TO_DIE)
        return self._process.exitcode == _UNGUARDED

    def run(self, job: Callable[[], _T], wanted: Callable[[], bool]) -> _T:
        """Run a job and return its result.

        The time limit counts from the start of each item. After ``JobFailed`` the worker may not
        be ``usable``. Once ``wanted`` returns False, waiting ends. Raises ``JobFailed`` and the
        ``SimcoreError`` of the job.
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
        """Wait for an answer, the end of the process, or the time limit."""
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
        """Whether it can run another job: it is not closed, and its process has not ended."""
        return not self._pipe.closed and self._process.is_alive()

    def kill(self) -> None:
        """End the process at once, whatever it is doing. Any thread may call this."""
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
    """Start a worker and wait until it is ready, see ``Worker``. Raises ``SimcoreError``."""
    for _ in range(_STARTS):
        worker = Worker(seconds, here=here)
        if worker.is_ready():
            return worker
        unguarded = worker.is_unguarded()
        worker.close()
        if unguarded:
            raise SimcoreError(NO_GUARD)
    raise SimcoreError(ReasonCode.WORKERS_END)
