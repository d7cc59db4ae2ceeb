"""The equal run of two arrays that begins at one of several positions and goes on the longest."""

from bisect import bisect_left
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


def longest_run(
    left: NDArray[np.unsignedinteger],
    right: NDArray[np.unsignedinteger],
    at: int,
    positions: NDArray[np.int64],
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
