"""Threads that work ahead of the one that asks, so that a search can be cancelled."""

import os
import typing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

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
) -> Iterator[_T]:
    """Yield what is made of each item, in their order, and make the next ones meanwhile.

    In threads where there is enough ``work``, in numbers to go through, else here. ``check`` is
    called here before each item, and while none is there. No thread is left when this ends.
    """
    if work < _WORTH_THREADS or (os.cpu_count() or 1) == 1:
        for item in items:
            check()
            yield made(item)
        return
    from concurrent.futures import ThreadPoolExecutor, wait  # noqa: PLC0415 - takes a while

    with ThreadPoolExecutor(_AHEAD, thread_name_prefix="variorum-ahead") as executor:
        waiting: deque[Future[_T]] = deque()

        def first() -> _T:
            while not wait([waiting[0]], _REPORT_SECONDS).done:
                check()
            return waiting.popleft().result()

        try:
            for item in items:
                check()
                waiting.append(executor.submit(made, item))
                if len(waiting) > _AHEAD:
                    yield first()
            while waiting:
                yield first()
        finally:
            executor.shutdown(cancel_futures=True)
