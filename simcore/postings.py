"""Passages turned around: which texts each of them is in, and what two texts share of them."""

import numpy as np
from numpy.typing import NDArray

from simcore.config import LEAST_SIMILARITY
from simcore.shingles import firsts

__all__ = ["SAMPLINGS", "Postings", "promising", "ranges", "sizes_by_sampling"]

SAMPLINGS = (1, 4, 16)
"""One shingle in so many is kept: powers of two."""

_DEVIATIONS = 2.5
_VALUES_AT_ONCE = 1 << 21
_BITS = 64

_Integers = NDArray[np.int64]
_Numbers = NDArray[np.float64]


def promising(
    shared: _Numbers, one: _Numbers, other: _Numbers, sampled: NDArray[np.bool_], containment: float
) -> NDArray[np.bool_]:
    """Tell which pairs are worth an exact comparison, by what their samples share and their sizes.

    Those whose resemblance may reach the least that can be set, or whose containment the one
    that is looked for. A sample estimates: what falls short by less than some standard deviations
    of the (binomial) count that such a pair's samples share is compared too. Texts that kept
    everything are exact already.
    """
    smaller = np.minimum(one, other)
    alike = LEAST_SIMILARITY / (1 + LEAST_SIMILARITY) * (one + other)
    needed = np.minimum(alike, containment * smaller)
    deviation = np.sqrt(needed * (1 - needed / np.maximum(1, smaller)))
    slack = np.where(sampled, _DEVIATIONS * deviation, 0.0)
    # figures of the exact comparison are rational: rounding must not lose the one on the line
    return shared + slack >= needed * (1 - 1e-9)


class Postings:
    """The passages that several texts have, turned around: which texts each of them is in.

    Nearly all passages are in one text only; they are left behind in parts, so that a large
    library takes little memory.
    """

    def __init__(self, values: NDArray[np.uint32], sizes: _Integers, budget: int) -> None:
        self.texts = len(sizes)
        owner = np.repeat(np.arange(self.texts, dtype=np.int32), sizes)
        counts: list[_Integers] = [np.zeros(0, dtype=np.int64)]
        owners = [np.zeros(0, dtype=np.int32)]
        signs = [np.zeros(0, dtype=np.uint8)]
        parts = max(1, len(values) // _VALUES_AT_ONCE)
        for part in range(parts):
            chosen = slice(None) if parts == 1 else _part_of(values, part, parts)
            some_counts, some_owners, some_signs = _shared_values(values[chosen], owner[chosen])
            counts.append(some_counts)
            owners.append(some_owners)
            signs.append(some_signs)
        listed = np.concatenate(counts)
        self._turn(listed, np.concatenate(owners), budget)
        common = np.repeat(listed > self.most, listed)
        self._measure(values, sizes, np.concatenate(signs)[common])

    def _turn(self, counts: _Integers, owner: NDArray[np.int32], budget: int) -> None:
        """Sort the passages out by how common they are."""
        self.most = _most_texts(counts, budget)
        rare = counts <= self.most
        entries = np.repeat(rare, counts)
        # by passage, and within one in the order of the texts
        self.owner, self.common_owner = owner[entries], owner[~entries]
        self.common_counts = counts[~rare]
        ends = np.repeat(np.cumsum(counts[rare]), counts[rare])
        self.partners = (ends - np.arange(1, len(ends) + 1)).astype(np.int32)

    def _measure(
        self, values: NDArray[np.uint32], sizes: _Integers, low: NDArray[np.uint8]
    ) -> None:
        """Find out how each text was sampled, and how large its sample is at any sampling."""
        self._level, self._sizes = sizes_by_sampling(values, sizes)
        self._common = np.zeros((len(SAMPLINGS), self.texts))
        for level, sampling in enumerate(SAMPLINGS):
            owner = self.common_owner[low & np.uint8(sampling - 1) == 0]
            self._common[level] = np.bincount(owner, minlength=self.texts)

    def worth_comparing(
        self,
        left: _Integers,
        right: _Integers,
        shared: _Numbers,
        containment: float,
        common: _Numbers | None = None,
    ) -> NDArray[np.bool_]:
        """Tell which pairs are, by how many rare passages they share, and how many common ones.

        As long as the latter are not known, no pair is ruled out that any number of them makes
        worth it, if it is by the rare ones alone.
        """
        level = np.maximum(self._level[left], self._level[right])
        one, other = self._sizes[level, left], self._sizes[level, right]
        sampled = level > 0
        if common is not None:
            return promising(shared + common, one, other, sampled, containment)
        own, theirs = self._common[level, left], self._common[level, right]
        most = shared + np.minimum(own, theirs)
        worth = promising(shared, one - own, other - theirs, sampled, containment)
        return worth & promising(most, one, other, sampled, containment)

    def shared_common(self, left: _Integers, right: _Integers) -> _Numbers:
        """Count the common passages that pairs of texts share."""
        shared = np.zeros(len(left))
        ends = np.cumsum(self.common_counts)
        for first in range(0, len(ends), _BITS):
            some = self.common_counts[first : first + _BITS]
            start = int(ends[first] - some[0])
            owner = self.common_owner[start : start + int(some.sum())]
            # a bit a passage, a word a text
            member = np.zeros((self.texts, _BITS), dtype=np.bool_)
            member[owner, np.repeat(np.arange(len(some)), some)] = True
            word = np.packbits(member, axis=1).view(np.uint64).ravel()
            shared += np.bitwise_count(word[left] & word[right])
        return shared


def _part_of(values: NDArray[np.uint32], part: int, parts: int) -> _Integers:
    width = -(-(1 << 32) // parts)
    return np.flatnonzero((values >= part * width) & (values < (part + 1) * width))


def _shared_values(
    values: NDArray[np.uint32], owner: NDArray[np.int32]
) -> tuple[_Integers, NDArray[np.int32], NDArray[np.uint8]]:
    """Group the values that several texts have: texts a value, the texts, the values' low bits."""
    # one number of both: they are sorted several times faster than places of values
    keys = values.astype(np.uint64) << np.uint64(32) | owner.astype(np.uint64)
    keys.sort()
    values = (keys >> np.uint64(32)).astype(np.uint32)
    first = np.flatnonzero(firsts(values))
    counts = np.diff(first, append=len(values))
    several = np.repeat(counts > 1, counts)
    # an owner is in the lower half
    return counts[counts > 1], keys[several].astype(np.int32), values[several].astype(np.uint8)


def sizes_by_sampling(values: NDArray[np.uint32], sizes: _Integers) -> tuple[_Integers, _Numbers]:
    """Give the place of each text's sampling in ``SAMPLINGS``, and its sizes at all of them.

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


def _most_texts(counts: _Integers, budget: int) -> int:
    """Give in how many texts a passage may be to propose pairs of them, all the rarer included."""
    listed, repeats = np.unique(counts, return_counts=True)
    proposals = np.cumsum(listed * (listed - 1) // 2 * repeats)
    return int(max(listed[proposals <= budget], default=1))


def ranges(starts: _Integers, counts: _Integers) -> _Integers:
    """Write ranges one after the other: from each start as many numbers as counted."""
    offsets = starts - (np.cumsum(counts) - counts)
    return np.repeat(offsets, counts) + np.arange(int(counts.sum()))
