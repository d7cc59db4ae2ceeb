"""One computation in many pieces, on a few threads: NumPy lets go of the interpreter meanwhile."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

from simcore.model.progress import Progress, Stage

Check = Callable[[], None]
"""Called by a piece every few milliseconds; raises where the piece shall end."""

_T = TypeVar("_T")
_REPORT_SECONDS = 0.05


class _Ended(Exception):  # noqa: N818 - no error: what a piece is told when the run is over
    """Nobody waits for the result."""


def run(
    pieces: Sequence[tuple[int, Callable[[Check], list[_T]]]],
    progress: Progress,
    stage: Stage,
    threads: int,
) -> list[_T]:
    """Do all pieces and give what they give, in their order, whichever is done first.

    A piece is a number of units of progress, and what to do. With one thread they are done in the
    calling one. Progress is reported from the calling thread only; while ``report`` does not
    return, no new piece is begun. No thread is left when this returns or raises: ``Cancelled``, or
    what a piece raised.
    """
    if threads <= 1:
        return list(_here(pieces, progress, stage))
    ended = threading.Event()

    def check() -> None:
        if ended.is_set():
            raise _Ended

    total = sum(units for units, _ in pieces)
    results: dict[int, list[_T]] = {}
    with ThreadPoolExecutor(threads, thread_name_prefix="variorum-pairs") as executor:
        waiting = iter(enumerate(pieces))
        begun: dict[Future[list[_T]], int] = {}
        done = 0
        try:
            while len(results) < len(pieces):
                progress.report(stage, done, total)
                # one more than there are threads lies ready
                while len(begun) <= threads and (following := next(waiting, None)) is not None:
                    begun[executor.submit(following[1][1], check)] = following[0]
                for future in wait(begun, _REPORT_SECONDS, FIRST_COMPLETED).done:
                    number = begun.pop(future)
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
