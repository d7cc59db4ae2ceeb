"""One worker process, seen from both ends of its pipe.

Every worker has a pipe of its own and shares no lock with the others, so that killing one, at
whatever moment, can neither hang nor garble the others. (A pool with one queue for all, such as
``ProcessPoolExecutor`` and pebble's, breaks whole, or waits for ever for a lock of the dead.)
"""

import contextlib
import faulthandler
import functools
import os
import signal
import sys
import threading
import time
import typing
from collections.abc import Callable
from typing import Any, TypeVar

from simcore.model.errors import SimcoreError
from simcore.workers.heartbeat import MARK

if typing.TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerContext, SpawnContext


_T = TypeVar("_T")

ENDED = "made its worker process end, perhaps for want of memory; left out"
"""Why a file is left out whose worker was gone, twice."""


@functools.cache
def _context() -> "ForkServerContext | SpawnContext":
    """Choose how processes are started.

    Never by forking this one: a fork copies the locks of a window's threads. Where it is safe, all
    are forked from a process of their own that has loaded the dictionaries for them, so that each
    is there in no time and the dictionaries are in memory once. (macOS's system libraries must
    not be forked once they are loaded, Windows does not fork.)
    """
    import multiprocessing  # noqa: PLC0415 - where nothing is new, no process is started

    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["simcore.pipeline.warm"])
    return context


def expect() -> None:
    """Start the process that workers are forked from, where there is one, and do not wait for it.

    It loads while the caller does; whoever starts no worker should not call this.
    """
    if _context().get_start_method() == "forkserver":
        from multiprocessing.forkserver import ensure_running  # noqa: PLC0415 - as above

        ensure_running()


_SECONDS_TO_BEGIN = 60.0
_SECONDS_TO_DIE = 2.0
_STARTS = 3
_OUT_OF_MEMORY = 3


def too_long(seconds: float | None) -> str:
    """Say why a file is left out that took longer than a limit, twice."""
    return f"took longer than {seconds or 0:g} s; left out"


class JobFailed(Exception):  # noqa: N818 - says what became of a job, and is always caught
    """A job did not come to its end; ``place`` is the item it was at, ``reason`` says why."""

    def __init__(self, place: int, reason: str) -> None:
        super().__init__(place, reason)
        self.place = place
        self.reason = reason


def attempt(job: Callable[[], _T]) -> _T:
    """Run a job; what goes wrong with an item of it becomes ``JobFailed``.

    Raises ``SimcoreError`` as it is: then it is the run that cannot go on.
    """
    MARK.clear()
    try:
        return job()
    except (SimcoreError, MemoryError):
        raise
    except Exception as error:
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        raise JobFailed(MARK.place, f"caused an unexpected error ({said}); left out") from error


# --- in the worker process -------------------------------------------------------------------


def _serve(pipe: "Connection[Any, Any]", cells: Any, patience: float | None) -> None:
    """Do one job after the other until the pipe is closed."""
    # Ctrl+C reaches every process in the terminal; the parent decides what it means
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    last_resort = _LastResort(patience)
    MARK.share(cells, last_resort.prepare)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    pipe.send(None)
    with contextlib.suppress(EOFError, OSError):  # the parent is gone, or wants no more
        while True:
            job = pipe.recv()
            answer = _answer(job)
            last_resort.withdraw()
            pipe.send(answer)


def _answer(job: Callable[[], object]) -> tuple[object, Exception | None]:
    try:
        return attempt(job), None
    except (JobFailed, SimcoreError) as error:
        return None, error
    except MemoryError:
        # nothing is sure to work any more, not even to say so
        os._exit(_OUT_OF_MEMORY)


def _end_with_parent() -> None:
    """End this process as soon as its parent has ended, whatever it is doing."""
    from multiprocessing import parent_process  # noqa: PLC0415 - as above
    from multiprocessing.connection import wait  # noqa: PLC0415 - as above

    parent = parent_process()
    assert parent is not None  # noqa: S101 - this runs in a worker only
    wait([parent.sentinel])
    os._exit(1)


class _LastResort:
    """Ends this process when an item takes far too long and nobody else does.

    A parent that was killed cannot, and where the item keeps the interpreter lock for good,
    ``_end_with_parent`` stands still as well. The thread of ``faulthandler`` needs no lock.
    """

    def __init__(self, patience: float | None) -> None:
        self._patience = patience
        self._prepared = float("-inf")
        self._nowhere = open(os.devnull, "w")  # noqa: PTH123, SIM115 - a device, open as long as we live

    def prepare(self) -> None:
        """Count from now on, or from not much earlier: it starts a thread each time."""
        if self._patience is None:
            return
        now = time.monotonic()
        if now - self._prepared > self._patience / 4:
            self._prepared = now
            faulthandler.dump_traceback_later(self._patience, exit=True, file=self._nowhere)

    def withdraw(self) -> None:
        """Count no longer."""
        self._prepared = float("-inf")
        faulthandler.cancel_dump_traceback_later()


# --- in the parent ---------------------------------------------------------------------------


class Worker:
    """A process that does one job at a time; one thread at a time may ask it to.

    ``seconds`` is how long it may be at one item of a job; None means without end.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        context = _context()
        self._pipe, theirs = context.Pipe()
        self._cells = context.RawArray("q", 2)
        # longer than the parent waits, so that it matters only when nobody waits any more
        patience = None if seconds is None else 2 * seconds + 2
        self._process = context.Process(
            target=_serve, args=(theirs, self._cells, patience), daemon=True
        )
        try:
            self._process.start()
        except OSError as error:
            self._pipe.close()
            raise SimcoreError(f"a worker process cannot be started: {error}") from error
        finally:
            theirs.close()

    @property
    def process_id(self) -> int | None:
        """The number that the system gave the process."""
        return self._process.pid

    def is_ready(self) -> bool:
        """Wait until the process is up; False when it ended before."""
        try:
            self._pipe.recv()
        except (EOFError, OSError):
            return False
        return True

    def run(self, job: Callable[[], _T], wanted: Callable[[], bool]) -> _T:
        """Have a job done.

        Time counts from the moment an item is begun. After ``JobFailed`` the worker may be gone:
        ``closed`` tells. Once ``wanted`` says no, nobody waits any longer. Raises ``JobFailed``
        and whatever ``SimcoreError`` the job raises.
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
        """Wait for an answer, or the end of the process, or of patience."""
        limit = self._seconds
        interval = 1.0 if limit is None else min(1.0, limit / 8)
        marks, since = 0, time.monotonic()
        while not self._pipe.poll(interval):
            now = time.monotonic()
            if self._cells[0] != marks:
                marks, since = self._cells[0], now
            # before the first item a job is unpacked, which may load half the engine
            allowed = 0.0 if marks else _SECONDS_TO_BEGIN
            if not wanted():
                raise EOFError
            if limit is not None and now - since > limit + allowed:
                self.close()
                raise JobFailed(self._cells[1], too_long(limit))

    @property
    def closed(self) -> bool:
        """Whether it can be given no more jobs."""
        return self._pipe.closed

    def kill(self) -> None:
        """End the process at once, with whatever it is doing. Any thread may call this."""
        with contextlib.suppress(ValueError):  # closed already
            self._process.kill()

    def close(self) -> None:
        """End the process and free what it took; once more does nothing."""
        if self._pipe.closed:
            return
        self.kill()
        self._process.join(_SECONDS_TO_DIE)
        self._pipe.close()
        # one that waits for a dead disk cannot be ended by anybody; it is left behind
        if self._process.exitcode is not None:
            self._process.close()


def started(seconds: float | None) -> Worker:
    """Start a worker and wait until it is up. Raises ``SimcoreError``."""
    for _ in range(_STARTS):
        worker = Worker(seconds)
        if worker.is_ready():
            return worker
        worker.close()
    raise SimcoreError(
        "worker processes end as soon as they are started, perhaps for want of memory"
    )
