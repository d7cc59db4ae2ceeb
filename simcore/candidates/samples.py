"""Samples of the passages of many texts, cut into bands of their values.

All texts that a value is in are in one band, so that a band alone tells how common each of its
values is, and turning a large library around takes little more memory than its samples.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.text.shingles import firsts

SAMPLINGS = (1, 4, 16)
"""One shingle in so many is kept: powers of two."""

_BAND_BITS = 4
"""More bands take less memory, and more time for small libraries."""

_Integers = NDArray[np.int64]
_Values = NDArray[np.uint32]


class Bands:
    """The samples of a number of texts, as ``simcore.candidates.passages.sample`` gives them.

    ``level`` is the place of each text's sampling in ``SAMPLINGS``, ``sizes``, of shape (samplings,
    texts), how large its sample is under each of them. Takes four bytes a value.
    """

    def __init__(self, texts: int) -> None:
        self.texts = texts
        self.level = np.full(texts, len(SAMPLINGS) - 1)
        self.sizes = np.zeros((len(SAMPLINGS), texts), dtype=np.int32)
        self._bits = _BAND_BITS
        self._values: list[list[_Values]] = [[] for _ in range(1 << self._bits)]
        self._counts = np.zeros((1 << self._bits, texts), dtype=np.int32)

    @classmethod
    def of(cls, samples: Sequence[_Values]) -> "Bands":
        """Cut the samples of all texts."""
        bands = cls(len(samples))
        values = np.concatenate([*samples, np.zeros(0, dtype=np.uint32)])
        bands.add(np.arange(len(samples)), values, np.array([*map(len, samples)], dtype=np.int64))
        return bands

    def __len__(self) -> int:
        return len(self._values)

    def add(self, texts: _Integers, values: _Values, sizes: _Integers) -> None:
        """Add the samples of some texts, which stand one after the other, of these sizes.

        Texts are added in ascending order, each at most once; one that is not has no values.
        """
        self.level[texts], self.sizes[:, texts] = sizes_by_sampling(values, sizes)
        # samples ascend, so each text's values of a band stand together
        band = (values >> np.uint32(32 - self._bits)).astype(np.int32)
        band += np.repeat(np.arange(len(sizes), dtype=np.int32) << self._bits, sizes)
        counts = np.bincount(band, minlength=len(sizes) << self._bits)
        counts = counts.reshape(len(sizes), len(self))
        starts = (np.cumsum(counts) - counts.ravel()).reshape(counts.shape)
        ordered = values[ranges(starts.T.ravel(), counts.T.ravel())]
        self._counts[:, texts] = counts.T
        ends = np.cumsum(counts.sum(axis=0)).tolist()
        for place, (start, end) in enumerate(zip([0, *ends], ends, strict=False)):
            # a copy, so that nothing else is kept
            self._values[place].append(ordered[start:end].copy())

    def values(self, band: int) -> _Values:
        """Give the values of a band, text by text."""
        return np.concatenate([np.zeros(0, dtype=np.uint32), *self._values[band]])

    def owners(self, band: int) -> NDArray[np.int32]:
        """Give the text of each of those values."""
        return np.repeat(np.arange(self.texts, dtype=np.int32), self._counts[band])

    def keys(self, band: int, texts: NDArray[np.bool_] | None = None) -> NDArray[np.uint64]:
        """Give the values of a band in order: each in the upper half, its text in the lower.

        Those of all texts, or of the marked ones.
        """
        values, owners = self.values(band), self.owners(band)
        if texts is not None:
            chosen = texts[owners]
            values, owners = values[chosen], owners[chosen]
        # one number of both: they are sorted several times faster than places of values
        keys = values.astype(np.uint64)
        del values
        keys <<= np.uint64(32)
        keys |= owners.view(np.uint32)
        del owners
        keys.sort()
        return keys

    def having(self, values: _Values) -> NDArray[np.bool_]:
        """Mark the texts that have any of some values."""
        marked = np.zeros(self.texts, dtype=np.bool_)
        # by some of their bits first: nearly all texts have none
        known = np.zeros(1 << 16, dtype=np.bool_)
        known[_middle(values)] = True
        for band in range(len(self) if len(values) else 0):
            some = self.values(band)
            places = np.flatnonzero(known[_middle(some)])
            places = places[np.isin(some[places], values)]
            ends = np.cumsum(self._counts[band])
            marked[np.searchsorted(ends, places, side="right")] = True
        return marked

    def frequencies(self) -> "Frequencies":
        """Count in how many texts each value is."""
        found = [np.zeros(0, dtype=np.uint32)]
        counts = [np.zeros(0, dtype=np.int32)]
        for band in range(len(self)):
            values = self.values(band)
            values.sort()
            starts = np.flatnonzero(firsts(values))
            of_each = np.diff(starts, append=len(values)).astype(np.int32)
            several = of_each > 1
            found.append(values[starts[several]])
            counts.append(of_each[several])
        return Frequencies(np.concatenate(found), np.concatenate(counts))


@dataclass(frozen=True, slots=True)
class Frequencies:
    """The values that several texts have, ascending, and how many have each."""

    values: _Values
    counts: NDArray[np.int32]

    def most(self, budget: int) -> tuple[int, int]:
        """Tell in how many texts a value may be to propose pairs of them, all the rarer included.

        No more than ``budget`` pairs are proposed; how many are is the other number.
        """
        repeats = np.bincount(self.counts)
        listed = np.flatnonzero(repeats)
        proposals = np.cumsum(listed * (listed - 1) // 2 * repeats[listed])
        within = int(np.searchsorted(proposals, budget, side="right"))
        return (int(listed[within - 1]), int(proposals[within - 1])) if within else (1, 0)

    def common(self, most: int) -> _Values:
        """Give the values that are in more texts than that, ascending."""
        return self.values[self.counts > most]

    def entries(self, most: int) -> int:
        """Tell in how many texts the others are, all together."""
        return int(self.counts[self.counts <= most].sum(dtype=np.int64))


def _middle(values: _Values) -> NDArray[np.uint16]:
    return (values >> np.uint32(8)).astype(np.uint16)


def sizes_by_sampling(values: _Values, sizes: _Integers) -> tuple[_Integers, NDArray[np.float64]]:
    """Give the place of each text's sampling in ``SAMPLINGS``, and its sizes under all of them.

    ``values`` are the texts' samples one after the other, of these ``sizes``. Shapes (texts,) and
    (samplings, texts).
    """
    # a text's sampling is the sparsest that all of its values pass
    level = np.zeros(len(sizes), dtype=np.int64)
    kept = np.zeros((len(SAMPLINGS), len(sizes)))
    for place, sampling in enumerate(SAMPLINGS):
        kept[place] = _sums(values & np.uint32(sampling - 1) == 0, sizes)
        level[kept[place] == sizes] = place
    return level, kept


def _sums(members: NDArray[np.bool_], sizes: _Integers) -> _Integers:
    """Count the members among each text's values, which stand one text after the other."""
    counted = np.zeros(len(sizes), dtype=np.int64)
    some = sizes > 0
    if some.any():
        starts = (np.cumsum(sizes) - sizes)[some]
        counted[some] = np.add.reduceat(members, starts, dtype=np.int64)
    return counted


def ranges(starts: _Integers, counts: _Integers) -> _Integers:
    """Write ranges one after the other: from each start as many numbers as counted."""
    offsets = starts - (np.cumsum(counts) - counts)
    return np.repeat(offsets, counts) + np.arange(int(counts.sum()))
