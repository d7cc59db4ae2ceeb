"""Character shingles: short overlapping runs, whose sets are compared.

A Chinese character carries more meaning than a letter, so a shingle that begins with one has four
characters, any other five. Measurements: benchmarks/quality/RESULTS-shingles.md.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simcore.kernel import core
from simcore.text.normal_form import code_points

_Whole = TypeVar("_Whole", np.int32, np.uint32, np.uint64, np.int64)

MOST_CHARACTERS = 5
CHINESE_CHARACTERS = 4
_PLANE_OF_HAN = 0x20000
_FIRST_HAN, _HAN_IN_ROW = 0x3400, 0xA000 - 0x3400


def mix(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Mix 64-bit values bijectively (the finaliser of SplitMix64, Steele et al. 2014)."""
    mixed = values ^ (values >> np.uint64(30))
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(27)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return mixed


def firsts(ordered: NDArray[_Whole]) -> NDArray[np.bool_]:
    """Mark the first of each run of equal values."""
    first = np.ones(len(ordered), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return first


def places_in_runs(ordered: NDArray[_Whole]) -> NDArray[np.int64]:
    """Return the place of each item in its run of equal values.

    >>> places_in_runs(np.array([3, 3, 3, 7, 9, 9])).tolist()
    [0, 1, 2, 0, 0, 1]
    """
    starts = np.flatnonzero(firsts(ordered))
    return np.arange(len(ordered)) - np.repeat(starts, np.diff(starts, append=len(ordered)))


def distinct(values: NDArray[_Whole]) -> NDArray[_Whole]:
    """Return the distinct values, sorted: for hashes ten times as fast as ``numpy.unique``."""
    ordered = np.sort(values)
    return ordered[firsts(ordered)]


def shingles_in_order(compared: str) -> NDArray[np.uint64]:
    """Return the hashes of a comparison form's shingles in order; a short form is one."""
    return core.shingles(code_points(compared))


def shingle_lengths(compared: str) -> NDArray[np.int64]:
    """Return the length in characters of each shingle of a comparison form, in order."""
    codes = code_points(compared)
    han = is_chinese(codes[: len(core.shingles(codes))])
    return np.minimum(np.where(han, CHINESE_CHARACTERS, MOST_CHARACTERS), len(codes))


def is_chinese(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Mark the characters with which a shorter shingle begins."""
    # one comparison instead of two: values below the range wrap around to above it
    return (codes - np.uint32(_FIRST_HAN) < _HAN_IN_ROW) | (codes >= _PLANE_OF_HAN)
