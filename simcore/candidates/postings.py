"""Passages turned around: which texts each of them is in, and what two texts share of them."""

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.samples import SAMPLINGS, Bands, Frequencies, ranges
from simcore.model.config import LEAST_SIMILARITY
from simcore.text.shingles import firsts

_DEVIATIONS = 2.5
_BITS = 64
_SURELY = 1e-6
_ENTRIES_AT_ONCE = 1 << 18

_Integers = NDArray[np.int64]
_Numbers = NDArray[np.float64]
_Places = NDArray[np.int32]


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


def least_shared(smaller: _Numbers, sampling: int, containment: float) -> _Integers:
    """Give what a pair shares at least if it is promising, by the smaller of its two sizes.

    ``sampling`` is one of ``SAMPLINGS``. What is needed is at least a certain share of the smaller
    size. Less the deviations it falls with that share as far as a turning point, and rises beyond
    it; so the bound holds for every larger size, too.
    """
    deviations = _DEVIATIONS if sampling > 1 else 0.0
    share = min(2 * LEAST_SIMILARITY / (1 + LEAST_SIMILARITY), containment)
    turning = 0.5 - 0.5 / np.sqrt(1 + deviations**2 / np.maximum(1, smaller))
    needed = share * smaller - deviations * np.sqrt(share * smaller * (1 - share))
    needed = np.where(share < turning, 0.0, np.maximum(0.0, needed))
    least: _Integers = np.ceil(needed * (1 - _SURELY) - _SURELY).astype(np.int64)
    return least


class Postings:
    """The passages that several texts have, turned around: which texts each of them is in.

    Those in more than ``most`` texts are ``common``. The others propose: ``entries`` are places in
    ``owner``, the list of their texts, one passage after the other, ordered by text; each proposes
    as many texts as ``counts`` has. Every pair of texts is proposed as often as it shares such
    passages; with ``asked``, which marks texts, only pairs that have one
    of these, and some texts are proposed twice or to themselves (``simcore.candidates.passages``
    leaves these out).
    """

    def __init__(
        self,
        bands: Bands,
        frequencies: Frequencies,
        most: int,
        asked: NDArray[np.bool_] | None = None,
    ) -> None:
        self.texts = bands.texts
        self.asked = asked
        self.common = frequencies.common(most)
        self._bands = bands
        self._common = np.zeros_like(bands.sizes)
        self.owner = np.empty(frequencies.entries(most), dtype=np.int32)
        counts = []
        filled = 0
        for band in range(len(bands)):
            owner, some = self._turned(bands.keys(band), most)
            self.owner[filled : filled + len(owner)] = owner
            filled += len(owner)
            counts.append(some)
        self._propose(np.concatenate(counts))

    def _turned(self, keys: NDArray[np.uint64], most: int) -> tuple[_Places, _Places]:
        """Give the texts of a band's rare passages, and of how many; note whose are common."""
        values, starts, counts = _runs(keys)
        rare = (counts > 1) & (counts <= most)
        # an owner is in the lower half
        owner = keys[np.repeat(rare, counts)].astype(np.int32)
        common = counts > most
        # how sparse a sampling each value passes
        passed = sum((values[starts[common]] & np.uint32(one - 1) == 0) for one in SAMPLINGS)
        passed = np.repeat(passed.astype(np.int32) - 1, counts[common])
        passed += keys[np.repeat(common, counts)].astype(np.int32) * np.int32(len(SAMPLINGS))
        some = np.bincount(passed, minlength=self._common.size).reshape(-1, len(SAMPLINGS))
        # and so all denser ones
        self._common += some.T[::-1].cumsum(axis=0)[::-1].astype(np.int32)
        return owner, counts[rare].astype(np.int32)

    def _propose(self, counts: _Places) -> None:
        ends = np.cumsum(counts, dtype=np.int32)
        if self.asked is None:
            # each proposes those after it: the last one nothing
            proposing = np.ones(len(self.owner), dtype=np.bool_)
            proposing[ends - 1] = False
        else:
            proposing = self.asked[self.owner]
        places = np.flatnonzero(proposing)
        del proposing
        order = places.view(np.uint64)
        # text in the upper half, place in the lower: sorted faster than places by texts
        for start in range(0, len(places), _ENTRIES_AT_ONCE):
            some = slice(start, start + _ENTRIES_AT_ONCE)
            order[some] |= self.owner[places[some]].astype(np.uint64) << np.uint64(32)
        order.sort()
        self.entries = order.astype(np.uint32).view(np.int32)
        del places, order
        passage = np.repeat(np.arange(len(counts), dtype=np.int32), counts)[self.entries]
        self._starts: _Places | None = None
        if self.asked is None:
            self.counts = ends[passage]
            self.counts -= self.entries
            self.counts -= 1
        else:
            self._starts, self.counts = (ends - counts)[passage], counts[passage]

    def proposed(self, part: slice) -> _Places:
        """Give the texts that some entries propose, one entry after the other."""
        starts = self.entries[part] + 1 if self._starts is None else self._starts[part]
        return self.owner[ranges(starts.astype(np.int64), self.counts[part].astype(np.int64))]

    def least(self, containment: float) -> _Places:
        """Give for each text what it shares at least of rare passages with one no smaller.

        With any that ``worth_comparing`` does not rule out, whatever common ones they share.
        """
        least = np.full(self.texts, np.iinfo(np.int32).max, dtype=np.int32)
        for level, sampling in enumerate(SAMPLINGS):
            rare = (self._bands.sizes[level] - self._common[level]).astype(np.float64)
            possible = self._bands.level <= level  # the pair's is the sparser sampling of the two
            here = least_shared(rare, sampling, containment)[possible]
            least[possible] = np.minimum(least[possible], here)
        return least

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
        level = np.maximum(self._bands.level[left], self._bands.level[right])
        one = self._bands.sizes[level, left].astype(np.float64)
        other = self._bands.sizes[level, right].astype(np.float64)
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
        paired = np.zeros(self.texts, dtype=np.bool_)
        paired[left] = paired[right] = True
        texts = int(np.count_nonzero(paired))
        number = np.cumsum(paired) - 1
        left, right = number[left], number[right]
        for band in range(len(self._bands) if texts else 0):
            keys = self._bands.keys(band, paired)
            values, starts, counts = _runs(keys)
            common = np.isin(values[starts], self.common, assume_unique=True)
            owner = number[keys[np.repeat(common, counts)].astype(np.int32)]
            ends = np.concatenate([[0], np.cumsum(counts[common])])
            for first in range(0, len(ends) - 1, _BITS):
                some = ends[first : first + _BITS + 1]
                # a bit a passage, a word a text
                member = np.zeros((texts, _BITS), dtype=np.bool_)
                bit = np.repeat(np.arange(len(some) - 1), np.diff(some))
                member[owner[some[0] : some[-1]], bit] = True
                word = np.packbits(member, axis=1).view(np.uint64).ravel()
                shared += np.bitwise_count(word[left] & word[right])
        return shared


def _runs(keys: NDArray[np.uint64]) -> tuple[NDArray[np.uint32], _Integers, _Integers]:
    """Give the values of ordered keys, and where those of each begin and how many they are."""
    values = (keys >> np.uint64(32)).astype(np.uint32)
    starts = np.flatnonzero(firsts(values))
    return values, starts, np.diff(starts, append=len(values))
