"""The cells in which pairs are counted for a picture; without NumPy, for a fast start."""

from enum import IntEnum
from typing import NamedTuple

BAND_PERCENT = 5
"""The height of a cell, in percent; pairs of 100 % have a band of their own."""

BANDS = 100 // BAND_PERCENT + 1
"""How many cells stand one above the other."""


class PairLane(IntEnum):
    """The lane of a pair: its distance is meaningful in the middle only. See ``PairDensity``."""

    COPIES = 0
    MIDDLE = 1
    SHORT = 2
    PARTS = 3


class PairCell(NamedTuple):
    """A cell of pairs that ``PairDensity`` counts together.

    The distance is 0 in all lanes but the middle one.
    """

    lane: PairLane
    distance: int
    band: int
