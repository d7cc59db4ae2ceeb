"""How long shingles must be for a text, so that two unlike ones share few of them by chance.

There are 1,024 runs of five letters of DNA, and 100,000 of five digits: any two long sequences, or
tables of measurements, have nearly all of them. The same holds for rows that are put together from
a few names, and for books. Such a text shows it: its short runs are far fewer than its long ones.
(A passage that it has twice makes both fewer, and says nothing.)

Measured with random tables, logs, sequences and shuffled articles, see
benchmarks/quality/RESULTS-shingles.md: with ``LEAST_SHARE`` two unlike ones are .54 alike at most,
.35 as a rule, where five characters gave up to 1.00; of those with a twentieth of other rows it
takes little.
"""

import numpy as np
from numpy.typing import NDArray

from simcore.kernel import measures
from simcore.text.shingles import MOST_CHARACTERS

LENGTHS = (5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32)
"""The lengths that a text's shingles may have, in characters; one less where they are Chinese."""

LEAST_SHARE = 0.4
"""At least so many different shingles, as a share of the runs of the greatest length."""

REPEATED = 0.75
"""A text with fewer different long runs than this share of all has long passages twice."""

LEAST_COUNTED = 64
"""In a shorter text numbers of runs say nothing."""

_MOST_COUNTED = 1 << 14
_SAMPLING = 8


longer = measures.longer
"""Runs begin where there is a whole one, and a text too short for one is one; equal ones have equal
hashes."""


def least_length(in_order: NDArray[np.uint64], different: NDArray[np.uint64]) -> tuple[int, bool]:
    """Return the length of shingles that a text needs, and whether it has long passages twice.

    ``in_order`` are its shingles as ``shingles_in_order`` returns them, ``different`` the distinct
    ones, sorted.

    >>> one, other = np.arange(1_000, dtype=np.uint64), np.zeros(1_000, np.uint64)
    >>> least_length(one, one), least_length(other, other[:1])
    ((5, False), (5, True))
    """
    if len(in_order) < LEAST_COUNTED:
        return MOST_CHARACTERS, False
    shortest = len(different)
    if len(in_order) > _MOST_COUNTED:
        shortest = _SAMPLING * int(np.count_nonzero(_in_sample(different)))
    if shortest >= REPEATED * len(in_order):
        return MOST_CHARACTERS, False
    longest = longer(in_order, LENGTHS[-1])
    most = _different(longest)
    repeated = most < REPEATED * len(longest)
    if shortest >= LEAST_SHARE * most:
        return MOST_CHARACTERS, repeated
    for length in LENGTHS[1:-1]:
        if _different(longer(in_order, length)) >= LEAST_SHARE * most:
            return length, repeated
    return LENGTHS[-1], repeated


def _in_sample(runs: NDArray[np.uint64]) -> NDArray[np.bool_]:
    sampled: NDArray[np.bool_] = runs & np.uint64(_SAMPLING - 1) == 0
    return sampled


def _different(runs: NDArray[np.uint64]) -> int:
    """Return the number of different hashes, of very many an estimate by a sample of them."""
    if len(runs) <= _MOST_COUNTED:
        return len(measures.distinct(runs))
    return _SAMPLING * len(measures.distinct(runs[_in_sample(runs)]))
