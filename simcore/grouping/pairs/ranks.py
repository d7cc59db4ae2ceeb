"""Columns of values to ranks: what is compared often is compared by one number."""

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.pairs.table import Numbers


def ranks_of(*keys: NDArray[np.generic]) -> Numbers:
    """Return the rank of each row of some columns, ordered by the last column first."""
    order = np.lexsort(keys)
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks


def places_of(*keys: NDArray[np.generic]) -> Numbers:
    """Return the place of each row of some columns, as ``ranks_of`` does; equal rows have one.

    >>> places_of(np.array([7, 9, 7]), np.array([2, 1, 2])).tolist()
    [1, 0, 1]
    """
    order = np.lexsort(keys)
    columns = np.array([key[order] for key in keys])
    new = (np.diff(columns) != 0).any(axis=0)
    places = np.zeros(len(order), dtype=np.int64)
    places[order[1:]] = np.cumsum(new)
    return places
