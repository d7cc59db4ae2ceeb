"""Verified pairs as columns, so that a threshold is applied to all of them at once.

And columns of values as ranks: what is compared often is compared by one number.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.model.config import LEAST_SIMILARITY, PART_LENGTH, ScanConfig
from simcore.model.records import Document, DocumentId, Pair, TextId

Numbers = NDArray[np.int64]


class PairTable:
    """The pairs of a report, one for any two texts, and the numbers of the two texts of each.

    ``numbers`` maps texts to numbers. Of several pairs of the same texts the last one counts.
    ``part``, ``length`` and ``left_longer`` are the ``part_shares``: the second is how long the
    shorter text is, as a share of the other, and the last whether that one is the left one.
    """

    def __init__(
        self,
        pairs: Sequence[Pair],
        documents: Mapping[DocumentId, Document],
        numbers: Mapping[TextId, int],
    ) -> None:
        of_end = {end: numbers[one.text] for end, one in documents.items() if one.text in numbers}
        left, right = ends_of(pairs, of_end)
        keys = np.minimum(left, right) * len(numbers) + np.maximum(left, right)
        apart = np.flatnonzero(left != right)
        last = dict(zip(keys[apart].tolist(), apart.tolist(), strict=True))
        chosen = np.fromiter(last.values(), dtype=np.int64, count=len(last))
        self.pairs = tuple(map(pairs.__getitem__, chosen.tolist()))
        self.left, self.right = left[chosen], right[chosen]
        column = partial(column_of, self.pairs)
        self.distance = column("distance", np.int64)
        self.resemblance = column("resemblance", np.float64)
        self.part, self.length, self.left_longer = part_shares(self.pairs)
        self.framed = column("framed", np.bool_)
        self._measured = column("measured", np.bool_)

    def near(self, config: ScanConfig) -> Numbers:
        """Return the indices of the pairs that ``kinds.shown_kind`` shows as near or as forms."""
        return np.flatnonzero(self._near(config))

    def contained(self, config: ScanConfig) -> Numbers:
        """Return the indices of those that it shows as contained or as boilerplate."""
        if not config.contained:
            return np.zeros(0, dtype=np.int64)
        return np.flatnonzero(~self._near(config) & (self.part >= config.containment))

    def _near(self, config: ScanConfig) -> NDArray[np.bool_]:
        near = ~self._measured | (self.distance <= config.distance)
        near &= self.resemblance >= config.similarity
        return near


def part_shares(
    pairs: Sequence[Pair],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Return how much of the shorter text of each pair is in the longer one; 0 where no part is.

    See ``Pair.may_be_part``. Also how long the shorter text is, and whether the left one is longer.
    Raises ``ValueError`` for shares that only a damaged index has: NumPy would go on with them.
    """
    figures = "left_in_right", "right_in_left", "resemblance"
    one, other, alike = (column_of(pairs, name, np.float64) for name in figures)
    most = np.maximum(one, other)
    least = np.minimum(one, other)
    if not np.isfinite(most + alike).all():
        raise ValueError("a pair shares what is no number")
    may_be = (least <= PART_LENGTH * most) | (alike < LEAST_SIMILARITY)
    parts = np.where(may_be, most, 0.0)
    # the shares are of the same common shingles
    length = np.divide(least, most, out=np.ones_like(most), where=most > 0)
    return parts, length, one < other


def column_of(pairs: Sequence[object], name: str, kind: type) -> NDArray[Any]:
    """Return an attribute of each pair; rows of half a million would take more than the pairs."""
    return np.fromiter(map(attrgetter(name), pairs), kind, len(pairs))


def ends_of(pairs: Sequence[Pair], of_end: Mapping[DocumentId, int]) -> tuple[Numbers, Numbers]:
    """Return what the left and the right documents of pairs have, by their ids."""
    left, right = (
        np.fromiter(map(of_end.__getitem__, map(attrgetter(side), pairs)), np.int64, len(pairs))
        for side in ("left", "right")
    )
    return left, right


def components(left: Numbers, right: Numbers, count: int) -> Numbers:
    """Return the label of each number below ``count``: the least number of its component.

    ``left`` and ``right`` are the ends of the edges. In rounds, the labels of both ends of an edge
    are merged under the lesser one.

    >>> components(np.array([4, 1, 0]), np.array([1, 3, 2]), 6).tolist()
    [0, 1, 0, 1, 1, 5]
    """
    least = np.arange(count)
    while True:
        first, second = least[left], least[right]
        apart = first != second
        if not apart.any():
            return least
        first, second = first[apart], second[apart]
        np.minimum.at(least, np.maximum(first, second), np.minimum(first, second))
        while not np.array_equal(least, under := least[least]):
            least = under


def places_of(*keys: NDArray[np.generic]) -> Numbers:
    """Return the place of each row of some columns, ordered by the last column first.

    Equal rows have one place.

    >>> places_of(np.array([7, 9, 7]), np.array([2, 1, 2])).tolist()
    [1, 0, 1]
    """
    order = np.lexsort(keys)
    columns = np.array([key[order] for key in keys])
    new = (np.diff(columns) != 0).any(axis=0)
    places = np.zeros(len(order), dtype=np.int64)
    places[order[1:]] = np.cumsum(new)
    return places
