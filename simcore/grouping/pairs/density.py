"""The numbers of pairs at each distance and similarity, for a picture of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.pairs.cells import BAND_PERCENT, BANDS, PairCell, PairLane
from simcore.grouping.pairs.columns import PairColumns, PairSort
from simcore.model.config import DEFAULT_DISTANCE, GREATEST_DISTANCE

_USUAL_BITS = 64
_PERCENTS = np.arange(101) / 100

_LEAST_PEAK = 5
"""Fewer pairs at the fullest distance of a side are no heap of pairs, but a few."""

_LEAST_SHARE = 0.05
"""A heap has at least this share of all pairs."""

_EMPTY = 0.2
"""A gap has at most this share of the lower of the two heaps beside it."""


@dataclass(frozen=True, slots=True, eq=False)
class PairDensity:
    """The pairs of a report, sorted into lanes and bands.

    ``reach`` is the greatest distance on the axis, ``suggested`` the suggested greatest distance.
    ``percent`` is the resemblance of each pair truncated to whole percent, ``contained`` whether
    one document of it is part of the other, which counts where the thresholds do not show it as
    near.
    """

    columns: PairColumns
    percent: NDArray[np.int64]
    contained: NDArray[np.bool_]
    reach: int
    suggested: int

    @classmethod
    def of(cls, columns: PairColumns, containment: float, compared: int) -> "PairDensity":
        """Count pairs; ``containment`` is of parts, fingerprints proposed up to ``compared``."""
        # a pair is at a whole percentage exactly where a threshold of that percentage shows it
        percent = np.searchsorted(_PERCENTS, columns.resemblance, side="right") - 1
        copies = columns.sort <= PairSort.SAME_TEXT
        measured = ~copies & ~columns.short
        counts = np.bincount(columns.distance[measured])
        usual = max(1, DEFAULT_DISTANCE * columns.bits // _USUAL_BITS)
        found = natural_gap(counts.tolist())
        least = GREATEST_DISTANCE * columns.bits // _USUAL_BITS
        return cls(
            columns=columns,
            percent=percent,
            contained=columns.part >= containment,
            reach=max(least, compared, len(counts) - 1),
            suggested=usual if found is None else found,
        )

    def lanes(self) -> list[PairLane]:
        """Return the lanes that have pairs at some thresholds; there is always a middle."""
        copies = self.columns.sort <= PairSort.SAME_TEXT
        there = {
            PairLane.COPIES: bool(copies.any()),
            PairLane.MIDDLE: True,
            PairLane.SHORT: bool((self.columns.short & ~copies).any()),
            PairLane.PARTS: bool(self.contained.any()),
        }
        return [lane for lane in PairLane if there[lane]]

    def parts_beyond(self, similarity: int, distance: int) -> int:
        """Return how many pairs would be near at a greater distance, and are parts until then."""
        beyond = self.contained & ~self.columns.unmeasured & (self.percent >= similarity)
        return int(np.count_nonzero(self.columns.distance[beyond] > distance))

    def counts(self, similarity: int, distance: int) -> Iterator[tuple[PairCell, PairSort, int]]:
        """Return how many pairs of each sort each cell has, those without any left out.

        ``similarity`` is the least similarity in percent, ``distance`` the greatest distance: what
        is not near by both, and part of another, is in the lane of parts.
        """
        sorts, width = len(PairSort), self.reach + 1
        lane = self._lane(similarity, distance)
        across = np.where(lane == PairLane.MIDDLE, self.columns.distance, 0)
        cell = (lane * width + across) * BANDS + self.percent // BAND_PERCENT
        counted = np.bincount(cell * sorts + self.columns.sort)
        for key in np.flatnonzero(counted).tolist():
            rest, sort = divmod(key, sorts)
            rest, band = divmod(rest, BANDS)
            where, bits = divmod(rest, width)
            yield PairCell(PairLane(where), bits, band), PairSort(sort), int(counted[key])

    def histograms(self, least: int) -> tuple[list[int], list[int]]:
        """Return the numbers of pairs by distance, and by percent of similarity from ``least`` on.

        Copies are left out; so are pairs too short for a distance from the first.
        """
        compared = self.columns.sort > PairSort.SAME_TEXT
        far = self.columns.distance[compared & ~self.columns.short & (self.percent >= least)]
        alike = self.percent[compared & (self.percent >= least)] - least
        return (
            np.bincount(far, minlength=self.reach + 1).tolist(),
            np.bincount(alike, minlength=101 - least).tolist(),
        )

    def pairs_in(self, cell: PairCell, similarity: int, distance: int) -> NDArray[np.int64]:
        """Return the rows of the pairs in a cell, at thresholds as in ``counts``."""
        here = self._lane(similarity, distance) == cell.lane
        here &= self.percent // BAND_PERCENT == cell.band
        if cell.lane is PairLane.MIDDLE:
            here &= self.columns.distance == cell.distance
        return np.flatnonzero(here)

    def _lane(self, similarity: int, distance: int) -> NDArray[np.int64]:
        near = self.columns.unmeasured | (self.columns.distance <= distance)
        near &= self.percent >= similarity
        lane = np.full(len(self.percent), PairLane.MIDDLE, dtype=np.int64)
        lane[self.columns.short] = PairLane.SHORT
        lane[self.contained & ~near] = PairLane.PARTS
        lane[self.columns.sort <= PairSort.SAME_TEXT] = PairLane.COPIES
        return lane


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
    places = [distance for distance, share in shares.items() if share == emptiest]
    # in a run of neighbours each is as far above its number as the next one
    runs = groupby(enumerate(places), lambda one: one[1] - one[0])
    widest = max(([at for _, at in run] for _, run in runs), key=len)  # the first of equal ones
    return widest[(len(widest) - 1) // 2]
