"""The natural gap: distances of few pairs, between many near pairs and many distant ones."""

from collections.abc import Sequence
from itertools import accumulate

_LEAST_PEAK = 5
"""Fewer pairs at the fullest distance of a side are no heap of pairs, but a few."""

_LEAST_SHARE = 0.05
"""A heap has at least this share of all pairs."""

_EMPTY = 0.2
"""A gap has at most this share of the lower of the two heaps beside it."""


def natural_gap(counts: Sequence[int]) -> int | None:
    """Return the middle of the emptiest gap in the numbers of pairs by distance; None for no gap.

    ``counts[d]`` pairs are ``d`` bits apart. A distance is in a gap when it has at most a fifth
    of the pairs of the fullest distance on either side of it, and each side has at least a
    twentieth of all pairs, and five at its fullest distance. The emptiest gap is the one with the
    smallest such share, and of several the widest, and of those the nearest.

    >>> natural_gap([40, 30, 2, 0, 0, 1, 9, 60, 80])
    3
    >>> natural_gap([40, 30, 22, 20, 25, 30, 60, 80]) is None
    True
    """
    total = sum(counts)
    before = [0, *accumulate(counts)]
    peaks = [0, *accumulate(counts, max)]
    later = [*reversed([0, *accumulate(reversed(counts), max)])]
    shares: dict[int, float] = {}
    for distance, count in enumerate(counts):
        left, right = before[distance], total - before[distance + 1]
        peak = min(peaks[distance], later[distance + 1])
        if min(left, right) >= _LEAST_SHARE * total and peak >= _LEAST_PEAK:
            share = count / peak
            if share <= _EMPTY:
                shares[distance] = share
    if not shares:
        return None
    emptiest = min(shares.values())
    runs: list[list[int]] = []
    for distance in (one for one, share in shares.items() if share == emptiest):
        if runs and runs[-1][-1] == distance - 1:
            runs[-1].append(distance)
        else:
            runs.append([distance])
    widest = max(runs, key=len)  # the first of equal ones
    return widest[(len(widest) - 1) // 2]
