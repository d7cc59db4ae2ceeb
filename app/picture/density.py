"""How many pairs there are at each distance and similarity: what the picture of them shows.

NumPy is imported here, so this file is imported where a report was made, never at the start.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.picture.natural_gap import natural_gap
from simcore import DEFAULT_DISTANCE, GREATEST_DISTANCE, PairColumns, PairSort

BAND_PERCENT = 5
"""The height of a cell, in percent; what is alike to the last passage has a band of its own."""

BANDS = 100 // BAND_PERCENT + 1

_USUAL_BITS = 64
_PERCENTS = np.arange(101) / 100


class Lane(IntEnum):
    """Where a pair is drawn: only in the middle does its distance say anything."""

    COPIES = 0
    MIDDLE = 1
    SHORT = 2
    PARTS = 3


class Cell(NamedTuple):
    """What is counted together; the distance is 0 in all lanes but the middle one."""

    lane: Lane
    distance: int
    band: int


def band_of(percent: int) -> int:
    """Give the band that a whole percentage lies in; 100 has its own.

    >>> [band_of(percent) for percent in (0, 4, 5, 99, 100)]
    [0, 0, 1, 19, 20]
    """
    return percent // BAND_PERCENT


@dataclass(frozen=True, slots=True, eq=False)
class PairDensity:
    """The pairs of a report, sorted into lanes and bands.

    ``reach`` is the greatest distance that the axis has to show, ``suggested`` where the greatest
    distance is suggested to lie and ``gap`` whether a gap in the pairs suggests it. ``percent``
    is the resemblance of each pair cut to whole percent, ``contained`` whether one document of it
    is a part of the other as far as a least similarity above it makes that count.
    """

    columns: PairColumns
    percent: NDArray[np.int64]
    contained: NDArray[np.bool_]
    reach: int
    suggested: int
    gap: bool

    @classmethod
    def of(cls, columns: PairColumns, containment: float, compared: int) -> "PairDensity":
        """Count pairs; ``containment`` makes a part, fingerprints proposed to ``compared``."""
        # a pair is at a whole percentage exactly where a threshold of that percentage shows it
        percent = np.searchsorted(_PERCENTS, columns.resemblance, side="right") - 1
        verified = columns.sort != PairSort.UNLIKE
        copies = columns.sort <= PairSort.SAME_TEXT
        measured = ~copies & ~columns.short
        counts = np.bincount(columns.distance[measured])
        usual = max(1, DEFAULT_DISTANCE * columns.bits // _USUAL_BITS)
        found = natural_gap(counts.tolist())
        least = GREATEST_DISTANCE * columns.bits // _USUAL_BITS
        return cls(
            columns=columns,
            percent=percent,
            contained=verified & ~copies & (columns.containment >= containment),
            reach=max(least, compared, len(counts) - 1),
            suggested=usual if found is None else found,
            gap=found is not None,
        )

    def lanes(self) -> list[Lane]:
        """Give the lanes that have pairs at some thresholds; there is always a middle."""
        there = {
            Lane.COPIES: bool((self.columns.sort <= PairSort.SAME_TEXT).any()),
            Lane.MIDDLE: True,
            Lane.SHORT: bool((self._measured_by_passages()).any()),
            Lane.PARTS: bool(self.contained.any()),
        }
        return [lane for lane in Lane if there[lane]]

    def counts(self, similarity: int) -> Iterator[tuple[Cell, PairSort, int]]:
        """Give how many pairs of each sort each cell has, those without any left out.

        ``similarity`` is the least similarity in percent: below it, parts are parts.
        """
        sorts, width = len(PairSort), self.reach + 1
        lane = self._lane(similarity)
        distance = np.where(lane == Lane.MIDDLE, self.columns.distance, 0)
        place = (lane * width + distance) * BANDS + self.percent // BAND_PERCENT
        counted = np.bincount(place * sorts + self.columns.sort)
        for key in np.flatnonzero(counted).tolist():
            rest, sort = divmod(key, sorts)
            rest, band = divmod(rest, BANDS)
            where, bits = divmod(rest, width)
            yield Cell(Lane(where), bits, band), PairSort(sort), int(counted[key])

    def pairs_in(self, cell: Cell, similarity: int) -> NDArray[np.int64]:
        """Give the rows of the pairs in a cell; ``similarity`` as in ``counts``."""
        here = self._lane(similarity) == cell.lane
        here &= self.percent // BAND_PERCENT == cell.band
        if cell.lane is Lane.MIDDLE:
            here &= self.columns.distance == cell.distance
        return np.flatnonzero(here)

    def _measured_by_passages(self) -> NDArray[np.bool_]:
        return self.columns.short & (self.columns.sort > PairSort.SAME_TEXT)

    def _lane(self, similarity: int) -> NDArray[np.int64]:
        lane = np.full(len(self.percent), Lane.MIDDLE, dtype=np.int64)
        lane[self.columns.short] = Lane.SHORT
        lane[self.contained & (self.percent < similarity)] = Lane.PARTS
        lane[self.columns.sort <= PairSort.SAME_TEXT] = Lane.COPIES
        return lane
