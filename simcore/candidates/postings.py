"""Inverted sketches: the texts that contain each sample, and the samples that two texts share."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.parameters import PARAMETERS
from simcore.candidates.sample_ranges import (
    Inverted,
    SampleLists,
    positions_in,
    runs,
    sizes_by_sampling,
    sums,
)
from simcore.candidates.threads import Check, ahead
from simcore.kernel import measures
from simcore.model.config import LEAST_SIMILARITY, PART_LENGTH
from simcore.text.shingles import firsts

_SAMPLINGS = PARAMETERS.samplings
_SAMPLED_LENGTH = 0.95
_LEAST_ALIKE = LEAST_SIMILARITY * (1 + 1 / PART_LENGTH) / (1 + LEAST_SIMILARITY)
"""Two texts of about one length that share more than this of one are as alike as near can be."""
_SURELY = 1e-6
_ENTRIES_AT_ONCE = 1 << 18
_JOINED_AT_ONCE = 1 << 20

_Integers = NDArray[np.int64]
_Numbers = NDArray[np.float64]
_Positions = NDArray[np.int32]


def least_compared(one: _Numbers, other: _Numbers, sampled: NDArray[np.bool_]) -> _Numbers:
    """Return from which resemblance on pairs are compared, by the sizes of their sketches.

    Short texts may be more alike by their words (``simcore.text.letters.in_order``).
    """
    longer = np.maximum(one, other)
    few = ~sampled & (longer <= PARAMETERS.few_shingles)
    few &= np.minimum(one, other) > PART_LENGTH * longer
    return np.where(few, PARAMETERS.least_of_few, PARAMETERS.least_similarity)


def promising(
    shared: _Numbers,
    one: _Numbers,
    other: _Numbers,
    sampled: NDArray[np.bool_],
    containment: float,
    similarity: float | _Numbers | None = None,
) -> NDArray[np.bool_]:
    """Mark the pairs worth an exact comparison, by the sizes of their sketches and what they share.

    These may reach the ``similarity``, a resemblance (of all or of each pair, by default that of
    ``least_compared``), or the containment asked for. Sketches estimate: a pair that falls short by
    less than 2.5 standard deviations of the (binomial) shared count is compared too. Texts that
    keep all their shingles are exact already.
    """
    needed, slack = _needed(one, other, sampled, containment, similarity)
    # the figures are rational: rounding must not lose a pair exactly on the threshold
    return shared + slack >= needed * (1 - 1e-9)


def least_promising(
    one: _Numbers, other: _Numbers, sampled: NDArray[np.bool_], containment: float
) -> _Integers:
    """Return what promising pairs share at least, a little too low at worst, and no less than 1."""
    needed, slack = _needed(one, other, sampled, containment, None)
    least: _Integers = np.ceil(needed * (1 - _SURELY) - slack - _SURELY).astype(np.int64)
    return np.maximum(1, least)


def _needed(
    one: _Numbers,
    other: _Numbers,
    sampled: NDArray[np.bool_],
    containment: float,
    similarity: float | _Numbers | None,
) -> tuple[_Numbers, _Numbers]:
    """Return what pairs share that just reach the thresholds, and how much less may be counted."""
    smaller = np.minimum(one, other)
    if similarity is None:
        similarity = least_compared(one, other, sampled)
    alike = similarity / (1 + similarity) * (one + other)
    needed = np.minimum(alike, containment * smaller)
    deviation = np.sqrt(needed * (1 - needed / np.maximum(1, smaller)))
    return needed, np.where(sampled, PARAMETERS.deviations * deviation, 0.0)


def may_be_shown(
    shared: _Numbers,
    one: _Numbers,
    other: _Numbers,
    sampled: NDArray[np.bool_],
    containment: float,
    similarity: float,
) -> NDArray[np.bool_]:
    """Mark the pairs that these thresholds may show: near, or one part of the other.

    Arguments as of ``promising``, which marks all of these and more.
    """
    near = promising(shared, one, other, sampled, 1.0, similarity)
    length = np.where(sampled, _SAMPLED_LENGTH, PART_LENGTH)
    parts = np.minimum(one, other) <= length * np.maximum(one, other)
    # of two of about one length those less alike than near can be have a part in common
    parts |= containment < _LEAST_ALIKE
    return near | (parts & promising(shared, one, other, sampled, containment, 1.0))


def least_shared(
    smaller: _Numbers,
    sampling: int,
    containment: float,
    similarity: float | _Numbers | None = None,
) -> _Integers:
    """Return a lower bound of what a promising pair shares, by the smaller of its two sizes.

    ``sampling`` is one of ``SAMPLINGS``, ``similarity`` as of ``promising``. The count needed is at
    least a certain share of the smaller size. Minus the deviations it falls with that share up to a
    turning point and rises beyond it, so the bound holds for every larger size, too.
    """
    deviations = PARAMETERS.deviations if sampling > 1 else 0.0
    if similarity is None:
        similarity = least_compared(smaller, smaller, np.full(len(smaller), sampling > 1))
    share = np.minimum(2 * similarity / (1 + similarity), containment)
    turning = 0.5 - 0.5 / np.sqrt(1 + deviations**2 / np.maximum(1, smaller))
    needed = share * smaller - deviations * np.sqrt(share * smaller * (1 - share))
    needed = np.where(share < turning, 0.0, np.maximum(0.0, needed))
    return np.ceil(needed * (1 - _SURELY) - _SURELY).astype(np.int64)


def sketch_candidates(
    query: NDArray[np.uint32],
    values: NDArray[np.uint32],
    sizes: _Integers,
    containment: float,
) -> _Integers:
    """Return the positions of the texts that a query may resemble, contain or be contained in.

    ``values`` is the concatenation of the sketches of the texts, of these ``sizes``. Decides as
    ``sketches.sketch_pairs`` does, without regard to how common a sample is. Ascending.
    """
    (level,), own = sizes_by_sampling(query, np.array([len(query)], dtype=np.int64))
    levels, kept = sizes_by_sampling(values, sizes)
    levels = np.maximum(level, levels)
    shared = sums(positions_in(query, values)[1], sizes).astype(np.float64)
    one, other = own[levels, 0], kept[levels, np.arange(len(sizes))]
    worth = promising(shared, one, other, levels > 0, containment)
    return np.flatnonzero(worth & (shared > 0))


class Postings:
    """The texts that contain each sample, for all samples that several texts contain.

    Samples in more than ``most`` texts propose nothing. The others do: ``owner`` lists their
    texts sample by sample, ``entries`` are indices into it, ordered by text, and each entry
    proposes as many texts as ``counts`` says. Every pair of texts is proposed once for each such
    sample it shares. If some texts are ``asked`` for, only pairs with one of these are proposed,
    and some twice or to themselves. ``check`` is called often, and may raise.
    """

    def __init__(
        self,
        samples: Inverted,
        most: int,
        check: Check = lambda: None,
        asked: NDArray[np.bool_] | None = None,
    ) -> None:
        self.asked = asked
        self.owner = np.empty(samples.frequencies.entries(most), dtype=np.int32)
        filled = 0
        for part in range(len(samples)):
            check()
            _, counts, owners = samples.of(part)
            rare = owners[np.repeat(counts <= most, counts)]
            self.owner[filled : filled + len(rare)] = rare
            filled += len(rare)
        counts = samples.frequencies.counts
        counts = counts[counts <= most]
        ends = np.cumsum(counts, dtype=np.int32)
        if asked is None:
            # each proposes the texts after it; the last one none
            proposing = np.ones(len(self.owner), dtype=np.bool_)
            proposing[ends - 1] = False
        else:
            proposing = asked[self.owner]
        positions = np.flatnonzero(proposing)
        del proposing
        order = positions.view(np.uint64)
        # text in the upper half, index in the lower: sorts faster than argsort by text
        for start in range(0, len(positions), _ENTRIES_AT_ONCE):
            some = slice(start, start + _ENTRIES_AT_ONCE)
            order[some] |= self.owner[positions[some]].astype(np.uint64) << np.uint64(32)
        # in a thread, with which the room that this takes goes
        for _ in ahead(measures.sort, [order], check, len(order)):
            pass
        self.entries = order.astype(np.uint32).view(np.int32)
        del positions, order
        sample = np.repeat(np.arange(len(counts), dtype=np.int32), counts)[self.entries]
        self._starts: _Positions | None = None
        if asked is None:
            self.counts = ends[sample]
            self.counts -= self.entries
            self.counts -= 1
        else:
            self._starts, self.counts = (ends - counts)[sample], counts[sample]

    def slices(self, part: slice) -> tuple[_Positions, _Positions]:
        """Return where in ``owner`` the texts begin that some entries propose, and how many."""
        starts = self.entries[part] + np.int32(1) if self._starts is None else self._starts[part]
        return starts, self.counts[part]

    def parts(self, most: int) -> Iterator[slice]:
        """Split entries between texts into runs that propose at most so much."""
        owner = self.owner[self.entries]
        starts = np.flatnonzero(firsts(owner))
        ends = np.append(starts[1:], len(owner))
        sizes = np.add.reduceat(self.counts, starts, dtype=np.int64) if len(starts) else starts
        for run in runs(sizes, most):
            yield slice(int(starts[run.start]), int(ends[run.stop - 1]))

    def counted(self, part: slice, least: _Positions) -> _Integers:
        """Count the samples that each proposed pair of some entries shares: both, and the number.

        Shape (3, n). Pairs that share fewer than the bound ``least`` of either text are left out.
        """
        owners = self.owner[self.entries[part]]
        found = measures.joined(self.owner, self.slices(part), owners, least)
        pairs: _Integers = found.T.astype(np.int64)
        if self.asked is not None:
            # where both are asked, each proposes the other, and itself
            pairs = pairs[:, (pairs[0] < pairs[1]) | ~self.asked[pairs[1]]]
        return pairs


class Worth:
    """Which pairs are worth comparing, where some samples are common.

    ``level`` is the index of each text's sampling rate in ``SAMPLINGS``, ``sizes``, of shape
    (samplings, texts), how many samples it has at each rate, and ``common`` how many of these are.
    """

    def __init__(
        self, level: _Integers, sizes: NDArray[np.int32], common: NDArray[np.int32]
    ) -> None:
        self.texts = len(level)
        self._level = level
        self._sizes = sizes
        self._common = common

    @classmethod
    def of(cls, samples: SampleLists, most: int, check: Check = lambda: None) -> "Worth":
        """Count the samples that are in more than ``most`` texts as common.

        ``check`` is called often, and may raise.
        """
        common_of_texts = np.zeros(samples.sizes.size, dtype=np.int32)
        for part in range(len(samples)):
            check()
            values, counts, owners = samples.of(part)
            common = counts > most
            # the sparsest rate that each value satisfies
            passed = sum((values[common] & np.uint32(one - 1) == 0) for one in _SAMPLINGS)
            passed = np.repeat(passed.astype(np.int32) - 1, counts[common])
            passed += owners[np.repeat(common, counts)] * np.int32(len(_SAMPLINGS))
            common_of_texts += np.bincount(passed, minlength=len(common_of_texts))
        # and with it all denser ones
        by_rate = common_of_texts.reshape(-1, len(_SAMPLINGS)).T[::-1]
        counts = np.ascontiguousarray(by_rate.cumsum(axis=0, dtype=np.int32)[::-1])
        return cls(samples.level, samples.sizes, counts)

    def crowded(self, containment: float, similarity: float) -> list[NDArray[np.bool_]]:
        """Mark, for each sampling rate, the texts that may be shown with others by what is common.

        That is, a pair compared at this rate may reach the thresholds though it shares common
        samples only. The smaller text of it contains as many as are needed, and so does the other.
        In most libraries there is none.
        """
        least = self.least_common(containment, similarity)
        # a pair is compared at the sparser sampling of the two
        return [
            (self._level <= level) & (self._common[level] >= one) for level, one in enumerate(least)
        ]

    def least_common(self, containment: float, similarity: float) -> list[int]:
        """Return how many common samples each text that ``crowded`` marks has, for each rate.

        More than any text has where none is marked.
        """
        found = []
        for level, sampling in enumerate(_SAMPLINGS):
            needed = self._needed(level, sampling, containment, similarity)
            enough = (self._level <= level) & (self._common[level] >= needed)
            found.append(int(needed[enough].min(initial=np.iinfo(np.int64).max)))
        return found

    def _needed(
        self, level: int, sampling: int, containment: float, similarity: float
    ) -> _Integers:
        """Return what each text shares at least with one that is no smaller, to be shown."""
        sizes = self._sizes[level].astype(np.float64)
        return np.maximum(1, least_shared(sizes, sampling, containment, similarity))

    def least(self, containment: float, similarity: float) -> _Positions:
        """Return, for each text, a lower bound of the rare samples shared with a text no smaller.

        It holds for every pair that ``worth_comparing`` keeps, whatever common samples it shares.
        """
        least = np.full(self.texts, np.iinfo(np.int32).max, dtype=np.int32)
        for level, sampling in enumerate(_SAMPLINGS):
            common = self._common[level]
            rare = (self._sizes[level] - common).astype(np.float64)
            possible = self._level <= level  # the pair's is the sparser sampling of the two
            sizes = self._sizes[level].astype(np.float64)
            alike = least_compared(sizes, sizes, np.full(self.texts, level > 0))
            here = np.minimum(
                least_shared(rare, sampling, containment, alike),
                self._needed(level, sampling, containment, similarity) - common,
            )
            least[possible] = np.minimum(least[possible], here[possible])
        return least

    def worth_comparing(
        self,
        left: _Integers,
        right: _Integers,
        shared: _Numbers,
        containment: float,
        similarity: float,
        common: _Numbers | None = None,
    ) -> NDArray[np.bool_]:
        """Mark the pairs worth comparing, by the numbers of rare and common samples they share.

        These are promising by the rare ones alone and by all, or may be shown at the thresholds.
        While the common ones are not counted (``common`` is None), a pair may share all it could.
        """
        ends, sampled = self._ends(left, right)
        one, other = self._sizes_at(ends)
        own, theirs = self._common.ravel()[ends]
        total = shared + (np.minimum(own, theirs) if common is None else common)
        # most that may be shown are near: each step looks at what the ones before do not decide
        worth = promising(total, one, other, sampled, 1.0, similarity)
        rest = np.flatnonzero(~worth)
        one, other, total, sampled = one[rest], other[rest], total[rest], sampled[rest]
        alike = least_compared(one, other, sampled)
        # all that may be shown is promising
        enough = promising(total, one, other, sampled, containment, alike)
        rest, alike = rest[enough], alike[enough]
        one, other, total, sampled = one[enough], other[enough], total[enough], sampled[enough]
        rare = one - own[rest], other - theirs[rest]
        found = promising(shared[rest], *rare, sampled, containment, alike)
        worth[rest] = found | may_be_shown(total, one, other, sampled, containment, similarity)
        return worth

    def _ends(self, left: _Integers, right: _Integers) -> tuple[_Integers, NDArray[np.bool_]]:
        """Return where both texts of pairs stand at the rate of the pair, and if it is sampled."""
        level = np.maximum(self._level[left], self._level[right])
        return level * self.texts + np.stack([left, right]), level > 0

    def _sizes_at(self, ends: _Integers) -> _Numbers:
        return self._sizes.ravel()[ends].astype(np.float64)

    def figures(
        self,
        left: _Integers,
        right: _Integers,
        shared: _Numbers,
        containment: float,
        similarity: float,
    ) -> tuple[NDArray[np.bool_], _Numbers]:
        """Return which pairs may be shown at the thresholds, and about how alike they are.

        ``shared`` counts all samples that they share.
        """
        ends, sampled = self._ends(left, right)
        one, other = self._sizes_at(ends)
        shown = may_be_shown(shared, one, other, sampled, containment, similarity)
        return shown, shared / np.maximum(1, one + other - shared)


def joined_pairs(
    owners: _Positions,
    starts: _Integers,
    lengths: NDArray[np.integer[Any]],
    texts: _Integers,
    least: _Positions,
    check: Check,
) -> Iterator[_Integers]:
    """Yield each of some texts, another one, and how many lists both are in, shape (3, n).

    Lists are slices of ``owners``; ``texts`` are those they are looked at for, ascending. Pairs
    that are together in fewer than the ``least`` of either are left out.
    """
    of_each = np.bincount(texts, weights=lengths, minlength=len(least)).astype(np.int64)
    ends = np.cumsum(np.bincount(texts, minlength=len(least)))
    slices = starts.astype(np.int32), lengths.astype(np.int32)
    asking = texts.astype(np.int32)

    def counted(part: slice) -> _Integers:
        some = slice(int(ends[part.start - 1]) if part.start else 0, int(ends[part.stop - 1]))
        of = slices[0][some], slices[1][some]
        pairs = measures.joined(owners, of, asking[some], least)
        apart: _Integers = pairs[pairs[:, 0] != pairs[:, 1]].T.astype(np.int64)
        return apart

    return ahead(counted, runs(of_each, _JOINED_AT_ONCE), check, int(of_each.sum()))
