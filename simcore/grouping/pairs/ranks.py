"""Columns of values to ranks: what is compared often is compared by one number."""

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.pairs.table import Numbers


def ranks(values: NDArray[np.object_]) -> Numbers:
    """Return the rank of each value."""
    return _in_order(np.argsort(values, kind="stable"))


def ranks_of(*keys: NDArray[np.generic]) -> Numbers:
    """Return the rank of each row of some columns, ordered by the last column first."""
    return _in_order(np.lexsort(keys))


def _in_order(order: Numbers) -> Numbers:
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks
