"""One computation in many pieces, on a few threads: NumPy releases the GIL while it computes."""

import os
import threading
import typing
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from simcore.model.progress import Progress, Stage

if typing.TYPE_CHECKING:
    from concurrent.futures import Future

Check = Callable[[], None]
"""Called by a piece every few milliseconds; raises when the piece must stop."""

_T = TypeVar("_T")
_Item = TypeVar("_Item")
_REPORT_SECONDS = 0.05
_AHEAD = 2
"""Threads that work ahead: each has a piece of the work in memory."""
_WORTH_THREADS = 1 << 20


def ahead(
    made: Callable[[_Item], _T], items: Iterable[_Item], check: Check, work: int
) -> Iterator[_T]:
    """Yield what is made of each item, in their order, and make the next ones meanwhile.

    In threads where there is enough ``work``, in numbers to go through, else here. ``check`` is
    called here before each item. No thread is left when this ends.
    """
    if work < _WORTH_THREADS or (os.cpu_count() or 1) == 1:
        for item in items:
            check()
            yield made(item)
        return
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - takes a while

    with ThreadPoolExecutor(_AHEAD, thread_name_prefix="variorum-ahead") as executor:
        waiting: deque[Future[_T]] = deque()
        try:
            for item in items:
                check()
                waiting.append(executor.submit(made, item))
                if len(waiting) > _AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            executor.shutdown(cancel_futures=True)


class _RunOver(Exception):  # noqa: N818 - no error: raised inside a piece when the run is over
    """The run is over; the result is not needed."""


def run(
    pieces: Sequence[tuple[int, Callable[[Check], list[_T]]]],
    progress: Progress,
    stage: Stage,
    threads: int,
) -> list[_T]:
    """Run all pieces and return their results in the order of the pieces.

    A piece is a number of units of progress and a function. With one thread they run in the
    calling thread. Progress is reported from the calling thread only; while ``report`` does not
    return, no new piece starts. No thread is left when this returns or raises. Raises
    ``Cancelled`` and the errors of the pieces.
    """
    if threads <= 1:
        return list(_here(pieces, progress, stage))
    from concurrent.futures import (  # noqa: PLC0415 - takes a while
        FIRST_COMPLETED,
        ThreadPoolExecutor,
        wait,
    )

    ended = threading.Event()

    def check() -> None:
        if ended.is_set():
            raise _RunOver

    total = sum(units for units, _ in pieces)
    results: dict[int, list[_T]] = {}
    with ThreadPoolExecutor(threads, thread_name_prefix="variorum-pairs") as executor:
        waiting = iter(enumerate(pieces))
        running: dict[Future[list[_T]], int] = {}
        done = 0
        try:
            while len(results) < len(pieces):
                progress.report(stage, done, total)
                # one more than there are threads is queued
                while len(running) <= threads and (following := next(waiting, None)) is not None:
                    running[executor.submit(following[1][1], check)] = following[0]
                for future in wait(running, _REPORT_SECONDS, FIRST_COMPLETED).done:
                    number = running.pop(future)
                    results[number] = future.result()
                    done += pieces[number][0]
        finally:
            ended.set()
            executor.shutdown(cancel_futures=True)
    progress.report(stage, total, total)
    return [item for number in range(len(pieces)) for item in results[number]]


def _here(
    pieces: Sequence[tuple[int, Callable[[Check], list[_T]]]], progress: Progress, stage: Stage
) -> Iterator[_T]:
    total = sum(units for units, _ in pieces)
    done = 0
    for units, piece in pieces:
        at = done
        progress.report(stage, at, total)
        yield from piece(lambda at=at: progress.report(stage, at, total))  # type: ignore[misc]
        done += units
    progress.report(stage, total, total)
