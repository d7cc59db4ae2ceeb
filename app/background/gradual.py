"""Long work in short steps: sequences looked through, and sorted, in a background thread."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, TypeVar

_T = TypeVar("_T")

STRIDE = 512
"""So many items are looked through in one step."""

_CHUNK = 2_048

Check = Callable[[], None]
"""Raises ``Cancelled`` once the answer is not needed."""


def nobody_asks() -> None:
    """Do nothing: work done at once is never cancelled."""


def stepped(items: Iterable[_T], check: Check) -> Iterator[_T]:
    """Yield items; ``check`` is called before the first and each 512th of them."""
    for number, item in enumerate(items):
        if not number % STRIDE:
            check()
        yield item


def sorted_numbers(
    count: int,
    key: Callable[[int], Any],
    check: Check,
    *,
    descending: bool = False,
) -> list[int]:
    """Return the numbers below ``count`` sorted by ``key``, stably.

    ``check`` is called between short steps; its exceptions are raised. One call of ``sorted`` would
    hold the GIL to its end, so chunks are sorted, then merged two by two.

    >>> sorted_numbers(4, "ddab".__getitem__, lambda: None)
    [2, 3, 0, 1]
    """
    keys: list[Any] = []
    runs: list[list[int]] = []
    for start in range(0, count, _CHUNK):
        check()
        chunk = range(start, min(start + _CHUNK, count))
        keys.extend(key(number) for number in chunk)
        runs.append(sorted(chunk, key=keys.__getitem__, reverse=descending))
    # each call of the sort merges two runs, so none is long
    while len(runs) > 1:
        check()
        merged = [
            sorted(chain(*pair), key=keys.__getitem__, reverse=descending)
            for pair in zip(runs[::2], runs[1::2], strict=False)
        ]
        runs = merged + runs[len(merged) * 2 :]
    return runs[0] if runs else []
