"""One computation in many pieces, on a few threads: NumPy releases the GIL while it computes."""

import threading
import typing
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from simcore.model.progress import Progress, Stage

if typing.TYPE_CHECKING:
    from concurrent.futures import Future

Check = Callable[[], None]
"""Called by a piece every few milliseconds; raises when the piece must stop."""

_T = TypeVar("_T")
_REPORT_SECONDS = 0.05


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
