"""Sketches, see ``simcore.text.shingles``."""

import numpy as np
from numpy.typing import NDArray

from simcore.text.shingles import LEAST_SKETCH, SAMPLINGS, distinct

MOST_FINER = 1 << 14


def sketch_of(in_order: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """Return the sketch of a text's shingles: the lower 32 bits of each sampled one, sorted.

    The values show the sampling rate: they are all 0 mod 16, or mod 4, or not (Broder 1997, section
    4: mod-m sampling keeps the same shingles in every text). A collision of 32 bits proposes a
    superfluous pair at worst.
    """
    low = in_order.astype(np.uint32)  # the lower half
    for sampling in reversed(SAMPLINGS):
        kept = distinct(low[low & np.uint32(sampling - 1) == 0])
        if len(kept) >= LEAST_SKETCH:
            break
    return kept


def finer_sketch_of(in_order: NDArray[np.uint64], sketch: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return what a text's sketch would be at the next denser rate.

    Empty if there is no denser one, or it would be large: then a sparse one estimates well.

    >>> shingles = np.arange(8_000, dtype=np.uint64)
    >>> len(sketch_of(shingles)), len(finer_sketch_of(shingles, sketch_of(shingles)))
    (500, 2000)
    """
    rates = [one for one in SAMPLINGS if not (sketch & np.uint32(one - 1)).any()]
    if len(rates) < 2:
        return sketch[:0]
    low = in_order.astype(np.uint32)
    finer = low[low & np.uint32(rates[-2] - 1) == 0]
    return distinct(finer) if len(finer) <= MOST_FINER else sketch[:0]
