"""The equal runs of two texts, each where it goes on the longest."""

from bisect import bisect_left
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_POSITIONS_TRIED = 16
_STEP = 64


class EqualRun(NamedTuple):
    """An equal run of two texts: where it begins in both, and its length."""

    here: int
    there: int
    length: int


def runs_of(
    seeds: tuple[NDArray[np.uint64], NDArray[np.uint64]],
    shared: tuple[NDArray[np.integer], NDArray[np.integer]],
    items: tuple[NDArray[np.unsignedinteger], NDArray[np.unsignedinteger]],
    length_of: Callable[[int, int], int] = lambda _at, equal: equal,
    least: int = 1,
) -> list[EqualRun]:
    """Find the runs of a left text, of ``least`` characters or more, that a right one has, too.

    ``seeds`` are the hashes of what begins at each place of both, ``shared`` the places of those
    that the other has, ascending. Equal ``items`` are counted from there on; ``length_of`` tells
    how many characters so many of them are that begin at a place of the left text.
    """
    here, there = shared
    order = there[np.argsort(seeds[1][there], kind="stable")]
    ordered = seeds[1][order]
    found: list[EqualRun] = []
    at, expected = 0, 0
    while (following := int(np.searchsorted(here, at))) < len(here):
        at = int(here[following])
        first = int(np.searchsorted(ordered, seeds[0][at]))
        stop = int(np.searchsorted(ordered, seeds[0][at], side="right"))
        # a stable sort keeps the positions of one hash ascending
        equal, position = longest_run(*items, at, order[first:stop], expected)
        length = length_of(at, equal)
        if length < least:  # two hashes that are equal by chance
            at += 1
            continue
        found.append(EqualRun(at, position, length))
        # the first seed that does not lie in this run; another run may begin inside it
        at, expected = at + length - least + 1, position + length
    return found


def longest_run(
    left: NDArray[np.unsignedinteger],
    right: NDArray[np.unsignedinteger],
    at: int,
    positions: NDArray[np.integer],
    expected: int,
) -> tuple[int, int]:
    """Return the length and the position in ``right`` of the longest run from ``left[at]`` on.

    Of the ascending positions the 16 nearest to the expected one are tried; of equally long runs
    the nearest is taken.

    >>> one, other = np.array([5, 6, 7], np.uint8), np.array([5, 1, 5, 6, 5, 6], np.uint8)
    >>> longest_run(one, other, 0, np.array([0, 2, 4]), 5)
    (2, 4)
    """
    near = bisect_left(positions, expected)
    lowest = max(0, min(near - _POSITIONS_TRIED // 2, len(positions) - _POSITIONS_TRIED))
    tried = positions[lowest : lowest + _POSITIONS_TRIED].tolist()
    lengths = [_equal_from(left, right, at, position) for position in tried]
    return max(zip(lengths, tried, strict=True), key=lambda one: (one[0], -abs(one[1] - expected)))


def _equal_from(
    left: NDArray[np.unsignedinteger], right: NDArray[np.unsignedinteger], at: int, position: int
) -> int:
    """Count the equal elements of two arrays from two positions on."""
    length, step = 0, _STEP
    while True:
        ours = left[at + length : at + length + step]
        theirs = right[position + length : position + length + step]
        size = min(len(ours), len(theirs))
        unequal = np.flatnonzero(ours[:size] != theirs[:size])
        if len(unequal):
            return length + int(unequal[0])
        length += size
        if size < step:
            return length
        step *= 2
