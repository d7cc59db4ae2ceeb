"""The cells in which pairs are counted for a picture; without NumPy, since a window starts so."""

from enum import IntEnum
from typing import NamedTuple

BAND_PERCENT = 5
"""The height of a cell, in percent; what is alike to the last passage has a band of its own."""

BANDS = 100 // BAND_PERCENT + 1


class PairLane(IntEnum):
    """How far a pair's distance says anything: only in the middle does it."""

    COPIES = 0
    MIDDLE = 1
    SHORT = 2
    PARTS = 3


class PairCell(NamedTuple):
    """What is counted together; the distance is 0 in all lanes but the middle one."""

    lane: PairLane
    distance: int
    band: int
