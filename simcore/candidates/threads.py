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
    made: Callable[[_Item], _T],
    items: Iterable[_Item],
    check: Check,
    work: int,
    threads: int = _AHEAD,
    ended: threading.Event | None = None,
) -> Iterator[_T]:
    """Yield what is made of each item, in their order, and make the next ones meanwhile.

    In ``threads`` where there is enough ``work``, in numbers to go through, else here. ``check`` is
    called here before each item, and while none is there. No thread is left when this ends, and
    what is still made when it does is told so by ``ended``.
    """
    if work < _WORTH_THREADS or (os.cpu_count() or 1) == 1:
        for item in items:
            check()
            yield made(item)
        return
    from concurrent.futures import ThreadPoolExecutor, wait  # noqa: PLC0415 - takes a while

    with ThreadPoolExecutor(threads, thread_name_prefix="variorum-ahead") as executor:
        waiting: deque[Future[_T]] = deque()

        def first() -> _T:
            while not wait([waiting[0]], _REPORT_SECONDS).done:
                check()
            return waiting.popleft().result()

        try:
            for item in items:
                check()
                waiting.append(executor.submit(made, item))
                if len(waiting) > threads:
                    yield first()
            while waiting:
                yield first()
        finally:
            if ended is not None:
                ended.set()
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
    here, ended = threading.get_ident(), threading.Event()
    total = sum(units for units, _ in pieces)
    done = 0

    def check() -> None:
        if threading.get_ident() == here:
            progress.report(stage, done, total)
        elif ended.is_set():
            raise _RunOver

    results: list[_T] = []
    work = _WORTH_THREADS if threads > 1 else 0
    found = ahead(lambda piece: piece[1](check), pieces, check, work, threads, ended)
    for (units, _), some in zip(pieces, found, strict=True):
        results += some
        done += units
    check()
    return results
