"""Sorting in a background thread.

One call of ``sorted`` holds the GIL to its end, so long sequences are sorted in
chunks that are then merged two by two.
"""

from collections.abc import Callable
from itertools import chain
from typing import Any

_CHUNK = 2_048


def sorted_numbers(
    count: int,
    key: Callable[[int], Any],
    check: Callable[[], None],
    *,
    descending: bool = False,
) -> list[int]:
    """Return the numbers below ``count`` sorted by ``key``, stably.

    ``check`` is called between short steps; its exceptions are raised.

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
