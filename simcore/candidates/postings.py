"""Inverted sketches: the texts that contain each sample, and the samples that two texts share.

A sketch is the set of a text's sampled shingles; a sample is one of them, 32 bits of its hash. All
occurrences of a value are in one range, so a range alone tells how common each of its values is,
and inverting a large library takes little more memory than its sketches.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.parameters import PARAMETERS, Check, ahead
from simcore.kernel import core
from simcore.model.config import LEAST_SIMILARITY, PART_LENGTH, Thresholds
from simcore.text.shingles import distinct, firsts

_SAMPLINGS = PARAMETERS.samplings
_RANGE_BITS = 4
_FINER_BITS = 6
MANY_TEXTS = 20_000
"""From so many on finer ranges take less memory; of fewer texts they would take more time."""
_PAIRS_AT_ONCE = 1 << 17
_SPREAD = np.uint64(0x9E3779B97F4A7C15)

_Integers = NDArray[np.int64]
_Values = NDArray[np.uint32]
_OfTexts = tuple[NDArray[np.uint64], NDArray[np.int32]]


class Sketches:
    """The sketches of a number of texts, in ranges of their values.

    ``level`` is the index of each text's sampling rate in ``SAMPLINGS``; ``sizes``, of shape
    (samplings, texts), is the size of its sketch at each rate.
    """

    def __init__(self, level: _Integers, sizes: NDArray[np.int32]) -> None:
        self.texts = len(level)
        self.level = level
        self.sizes = sizes

    @property
    def samples(self) -> int:
        """The number of samples of all texts."""
        return int(self.sizes[0].sum(dtype=np.int64))

    def shingles(self) -> _Integers:
        """Return about how many shingles each text has."""
        sizes = self.sizes[self.level, np.arange(self.texts)].astype(np.int64)
        shingles: _Integers = sizes * np.array(_SAMPLINGS)[self.level]
        return shingles

    def __len__(self) -> int:
        """Return the number of ranges."""
        raise NotImplementedError

    def taken(self, part: int) -> tuple[_Values, NDArray[np.int32]]:
        """Return the samples of a range, ascending, and whose each is; it has none from now on.

        The texts of one sample ascend.
        """
        raise NotImplementedError

    def _by_text(self, part: int, texts: NDArray[np.bool_], rate: int) -> _OfTexts:
        raise NotImplementedError

    def shared(
        self, left: _Integers, right: _Integers, check: Check, rate: int = 1
    ) -> NDArray[np.float64]:
        """Count the samples that pairs of texts share, of those that a sampling ``rate`` keeps."""
        shared = np.zeros(len(left))
        paired = np.zeros(self.texts, dtype=np.bool_)
        paired[left] = paired[right] = True
        for part in range(len(self) if len(left) else 0):
            values, owners = self._by_text(part, paired, rate)
            sizes = np.bincount(owners, minlength=self.texts)
            starts = np.cumsum(sizes) - sizes
            for start in range(0, len(left), _PAIRS_AT_ONCE):
                check()
                some = slice(start, start + _PAIRS_AT_ONCE)
                shared[some] += core.shared_runs(values, starts, sizes, left[some], right[some])
        return shared


class SampleRanges(Sketches):
    """The sketches of a number of texts, as ``simcore.text.shingles`` has them.

    Takes four bytes a sample. There are more and smaller ranges where there are ``many`` texts.
    """

    def __init__(self, texts: int, *, many: bool = False) -> None:
        sizes = np.zeros((len(_SAMPLINGS), texts), dtype=np.int32)
        super().__init__(np.full(texts, len(_SAMPLINGS) - 1), sizes)
        self._bits = _FINER_BITS if many else _RANGE_BITS
        self._values: list[list[_Values]] = [[] for _ in range(1 << self._bits)]
        self._counts: NDArray[Any] = np.zeros((1 << self._bits, texts), dtype=np.uint8)

    @classmethod
    def of(cls, sketches: Sequence[_Values]) -> "SampleRanges":
        """Partition the sketches of all texts."""
        made = cls(len(sketches))
        values = np.concatenate([*sketches, np.zeros(0, dtype=np.uint32)])
        made.add(np.arange(len(sketches)), values, np.array([*map(len, sketches)], dtype=np.int64))
        return made

    def __len__(self) -> int:
        return len(self._values)

    def add(self, texts: _Integers, values: _Values, sizes: _Integers) -> None:
        """Add the sketches of some texts: ``values`` is their concatenation, of these ``sizes``.

        Texts are added in ascending order, each at most once; a text that is never added has an
        empty sketch.
        """
        self.level[texts], self.sizes[:, texts] = sizes_by_sampling(values, sizes)
        # sketches ascend, so each text's values of a range are contiguous
        part = (values >> np.uint32(32 - self._bits)).astype(np.int32)
        part += np.repeat(np.arange(len(sizes), dtype=np.int32) << self._bits, sizes)
        counts = np.bincount(part, minlength=len(sizes) << self._bits)
        counts = counts.reshape(len(sizes), len(self))
        starts = (np.cumsum(counts) - counts.ravel()).reshape(counts.shape)
        ordered = values[ranges(starts.T.ravel(), counts.T.ravel())]
        # as wide as the largest number of samples of a text in a range
        wide = np.promote_types(self._counts.dtype, np.min_scalar_type(counts.max(initial=0)))
        self._counts = self._counts.astype(wide, copy=False)
        self._counts[:, texts] = counts.T
        ends = np.cumsum(counts.sum(axis=0)).tolist()
        for position, (start, end) in enumerate(zip([0, *ends], ends, strict=False)):
            # a copy: a view would keep the whole array alive
            self._values[position].append(ordered[start:end].copy())

    def values(self, part: int) -> _Values:
        """Return the values of a range, text by text, as an array that may be changed."""
        return np.concatenate([np.zeros(0, dtype=np.uint32), *self._values[part]])

    def owners(self, part: int) -> NDArray[np.int32]:
        """Return the text of each of these values."""
        return np.repeat(np.arange(self.texts, dtype=np.int32), self._counts[part])

    def taken(self, part: int) -> tuple[_Values, NDArray[np.int32]]:
        """Return the samples of a range and whose each is, and give back its memory."""
        # both in one number: sorts several times faster than argsort of the values
        keys = self.values(part).astype(np.uint64)
        keys <<= np.uint64(32)
        keys |= self.owners(part).view(np.uint32)
        self._values[part] = []
        self._counts[part] = 0
        core.sort(keys)
        return (keys >> np.uint64(32)).astype(np.uint32), keys.astype(np.int32)

    def _by_text(self, part: int, texts: NDArray[np.bool_], rate: int) -> _OfTexts:
        values, owners = self.values(part), self.owners(part)
        here = texts[owners] & (values & np.uint32(rate - 1) == 0)
        return values[here].astype(np.uint64), owners[here]


class Inverted(Protocol):
    """Ranges of samples, and of each sample the texts that have it, as in ``SampleLists``."""

    @property
    def frequencies(self) -> "Frequencies":
        """The samples of all ranges."""

    def __len__(self) -> int:
        """Return the number of ranges."""

    def of(self, part: int) -> tuple[_Values, NDArray[np.int32], NDArray[np.int32]]:
        """Return the samples of a range, how many texts have each, and these, one after another."""


class SampleLists(Sketches):
    """The samples that several texts have, and of each these texts, ascending: range by range.

    Of ``samples`` nothing but sizes is left. Samples of one text alone are left out, but for
    those that ``also`` has, ascending. Takes four bytes each time that a text has a sample, and
    eight a sample. ``check`` is called often, and may raise.
    """

    def __init__(
        self,
        samples: Sketches,
        check: Check = lambda: None,
        also: _Values | None = None,
    ) -> None:
        super().__init__(samples.level, samples.sizes)

        def turned(part: int) -> tuple[_Values, NDArray[np.int32], NDArray[np.int32]]:
            values, owners = samples.taken(part)
            starts = np.flatnonzero(firsts(values))
            values, counts = values[starts], np.diff(starts, append=len(values))
            kept = counts > 1
            if also is not None:
                at, there = positions_in(values, also)
                kept[at[there]] = True
            return values[kept], counts[kept].astype(np.int32), owners[np.repeat(kept, counts)]

        parts = ahead(turned, range(len(samples)), check, samples.samples)
        found, counts, owners = zip(*parts, strict=True)
        self._owners = list(owners)
        self._ends = np.cumsum([0, *map(len, found)]).tolist()
        self.frequencies = Frequencies(np.concatenate(found), np.concatenate(counts))

    def __len__(self) -> int:
        return len(self._owners)

    def of(self, part: int) -> tuple[_Values, NDArray[np.int32], NDArray[np.int32]]:
        """Return the samples of a range, how many texts have each, and these, one after another."""
        some = slice(self._ends[part], self._ends[part + 1])
        return self.frequencies.values[some], self.frequencies.counts[some], self._owners[part]

    def drop(self, part: int) -> None:
        """Give back the memory of the texts of a range."""
        self._owners[part] = np.zeros(0, dtype=np.int32)

    def having(self, values: _Values) -> NDArray[np.bool_]:
        """Mark the texts that have any of the values, which ascend."""
        marked = np.zeros(self.texts, dtype=np.bool_)
        for part in range(len(self)):
            found, counts, owners = self.of(part)
            at, there = positions_in(found, values)
            at = at[there]
            if len(at):
                marked[owners[ranges((np.cumsum(counts) - counts)[at], counts[at])]] = True
        return marked

    def _by_text(self, part: int, texts: NDArray[np.bool_], rate: int) -> _OfTexts:
        values, counts, owners = self.of(part)
        here = texts[owners] & np.repeat(values & np.uint32(rate - 1) == 0, counts)
        owners = owners[here]
        keys = owners.astype(np.uint64) << np.uint64(32)
        keys |= np.repeat(values, counts)[here]
        core.sort(keys)
        return keys & np.uint64(0xFFFFFFFF), owners


@dataclass(frozen=True, slots=True)
class Frequencies:
    """The values that several texts contain, ascending, and the number of texts of each."""

    values: _Values
    counts: NDArray[np.int32]

    def most(self, budget: int) -> tuple[int, int]:
        """Return the highest frequency whose values may propose pairs, and the number of pairs.

        All rarer values propose, too. The number of pairs is at most ``budget``.
        """
        return most_proposing(np.bincount(self.counts), budget)

    def common(self, most: int) -> _Values:
        """Return the values that more than ``most`` texts contain, ascending."""
        return self.values[self.counts > most]

    def entries(self, most: int) -> int:
        """Return the total number of occurrences of the other values."""
        return int(self.counts[self.counts <= most].sum(dtype=np.int64))


def most_proposing(repeats: _Integers, budget: int) -> tuple[int, int]:
    """Return the highest frequency whose values may propose pairs, and the number of pairs.

    ``repeats`` has the number of values of each frequency, from 0 on.

    >>> most_proposing(np.array([0, 0, 5, 2]), 6), most_proposing(np.array([0, 0, 5, 2]), 4)
    ((2, 5), (1, 0))
    """
    listed = np.flatnonzero(repeats)
    proposals = np.cumsum(listed * (listed - 1) // 2 * repeats[listed])
    within = int(np.searchsorted(proposals, budget, side="right"))
    return (int(listed[within - 1]), int(proposals[within - 1])) if within else (1, 0)


def sizes_by_sampling(values: _Values, sizes: _Integers) -> tuple[_Integers, NDArray[np.float64]]:
    """Return the index of each text's rate in ``SAMPLINGS``, and its sketch sizes at all rates.

    ``values`` is the concatenation of the texts' sketches, of these ``sizes``. Shapes (texts,) and
    (samplings, texts).
    """
    # a text's rate is the sparsest that all of its values satisfy
    level = np.zeros(len(sizes), dtype=np.int64)
    kept = np.zeros((len(_SAMPLINGS), len(sizes)))
    for position, sampling in enumerate(_SAMPLINGS):
        kept[position] = sums(values & np.uint32(sampling - 1) == 0, sizes)
        level[kept[position] == sizes] = position
    return level, kept


def positions_in(
    ascending: NDArray[Any], wanted: NDArray[Any]
) -> tuple[_Integers, NDArray[np.bool_]]:
    """Return the positions of values among ascending others, and which of them occur there.

    >>> positions_in(np.array([2, 4, 7]), np.array([2, 7, 9]))
    (array([0, 2, 3]), array([ True,  True, False]))
    """
    rows = np.searchsorted(ascending, wanted)
    there = rows < len(ascending)
    there[there] = ascending[rows[there]] == wanted[there]
    return rows, there


def medians(groups: _Integers, values: NDArray[np.int32], count: int) -> _Integers:
    """Return the lower median of the values of each of ``count`` groups, 0 where one has none.

    >>> medians(np.array([2, 0, 2, 2]), np.array([7, 5, 9, 8], dtype=np.int32), 3).tolist()
    [5, 0, 8]
    """
    # both in one number, which the core sorts in a third of the time that NumPy takes
    ordered = (groups << 32 | values).view(np.uint64)
    core.sort(ordered)
    sizes = np.bincount(groups, minlength=count)
    middle = np.cumsum(sizes) - sizes + (sizes - 1) // 2
    found = np.zeros(count, dtype=np.int64)
    found[sizes > 0] = ordered[middle[sizes > 0]] & np.uint64(0xFFFFFFFF)
    return found


def times_each(keys: _Integers) -> _Integers:
    """Return how often the key at each place is there.

    >>> times_each(np.array([7, 2, 7])).tolist()
    [2, 1, 2]
    """
    # one to one, and even in the highest bits, by which the core looks up
    hashes = keys.view(np.uint64) * _SPREAD
    ordered = hashes.copy()
    core.sort(ordered)
    starts = np.flatnonzero(firsts(ordered))
    times = np.diff(starts, append=len(ordered))
    return times[core.Placed(ordered[starts]).places(hashes)]


def sums(numbers: _Integers | NDArray[np.bool_], sizes: NDArray[np.integer[Any]]) -> _Integers:
    """Add up each of some runs of these sizes, which follow one another."""
    counted = np.zeros(len(sizes), dtype=np.int64)
    some = sizes > 0
    if some.any():
        starts = (np.cumsum(sizes) - sizes)[some]
        counted[some] = np.add.reduceat(numbers, starts, dtype=np.int64)
    return counted


def ranges(starts: _Integers, counts: NDArray[np.integer[Any]]) -> _Integers:
    """Concatenate ranges: ``counts[i]`` consecutive numbers from ``starts[i]``, for each i."""
    offsets = starts - (np.cumsum(counts) - counts)
    return np.repeat(offsets, counts) + np.arange(int(counts.sum()))


def each_once(one: _Integers, other: _Integers) -> tuple[_Integers, _Integers]:
    """Put the lower end of each pair left, sort the pairs and drop duplicates.

    >>> [ends.tolist() for ends in each_once(np.array([4, 1, 2]), np.array([2, 3, 4]))]
    [[1, 2], [3, 4]]
    """
    packed = distinct(np.minimum(one, other) << 32 | np.maximum(one, other))
    return packed >> 32, packed & 0xFFFFFFFF


def runs(sizes: _Integers, most: int) -> Iterator[slice]:
    """Split items with sizes into runs of at most so much in total, of one item at least."""
    total = np.cumsum(sizes)
    start = 0
    while start < len(sizes):
        before = int(total[start - 1]) if start else 0
        stop = int(np.searchsorted(total, before + most, side="right"))
        yield slice(start, max(stop, start + 1))
        start = max(stop, start + 1)


_SAMPLED_LENGTH = 0.95
_LEAST_ALIKE = LEAST_SIMILARITY * (1 + 1 / PART_LENGTH) / (1 + LEAST_SIMILARITY)
"""Two texts of about one length that share more than this of one are as alike as near can be."""
_SURELY = 1e-6
_ENTRIES_AT_ONCE = 1 << 18
_JOINED_AT_ONCE = 1 << 20

_Numbers = NDArray[np.float64]
_Positions = NDArray[np.int32]


def least_compared(one: _Numbers, other: _Numbers, sampled: NDArray[np.bool_]) -> _Numbers:
    """Return from which resemblance on pairs are compared, by the sizes of their sketches.

    Short texts may be more alike by their words (``simcore.text.similarity``).
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
    thresholds: Thresholds,
) -> NDArray[np.bool_]:
    """Mark the pairs that these thresholds may show: near, or one part of the other.

    Arguments as of ``promising``, which marks all of these and more.
    """
    containment = thresholds.containment
    near = promising(shared, one, other, sampled, 1.0, thresholds.similarity)
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
        for _ in ahead(core.sort, [order], check, len(order)):
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
        found = core.joined(self.owner, self.slices(part), owners, least)
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

    def crowded(self, thresholds: Thresholds) -> list[NDArray[np.bool_]]:
        """Mark, for each sampling rate, the texts that may be shown with others by what is common.

        That is, a pair compared at this rate may reach the thresholds though it shares common
        samples only. The smaller text of it contains as many as are needed, and so does the other.
        In most libraries there is none.
        """
        least = self.least_common(thresholds)
        # a pair is compared at the sparser sampling of the two
        return [
            (self._level <= level) & (self._common[level] >= one) for level, one in enumerate(least)
        ]

    def least_common(self, thresholds: Thresholds) -> list[int]:
        """Return how many common samples each text that ``crowded`` marks has, for each rate.

        More than any text has where none is marked.
        """
        found = []
        for level, sampling in enumerate(_SAMPLINGS):
            needed = self._needed(level, sampling, thresholds)
            enough = (self._level <= level) & (self._common[level] >= needed)
            found.append(int(needed[enough].min(initial=np.iinfo(np.int64).max)))
        return found

    def _needed(self, level: int, sampling: int, at: Thresholds) -> _Integers:
        sizes = self._sizes[level].astype(np.float64)
        return np.maximum(1, least_shared(sizes, sampling, at.containment, at.similarity))

    def least(self, thresholds: Thresholds) -> _Positions:
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
                least_shared(rare, sampling, thresholds.containment, alike),
                self._needed(level, sampling, thresholds) - common,
            )
            least[possible] = np.minimum(least[possible], here[possible])
        return least

    def worth_comparing(
        self,
        left: _Integers,
        right: _Integers,
        shared: _Numbers,
        thresholds: Thresholds,
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
        containment = thresholds.containment
        worth = promising(total, one, other, sampled, 1.0, thresholds.similarity)
        rest = np.flatnonzero(~worth)
        one, other, total, sampled = one[rest], other[rest], total[rest], sampled[rest]
        alike = least_compared(one, other, sampled)
        # all that may be shown is promising
        enough = promising(total, one, other, sampled, containment, alike)
        rest, alike = rest[enough], alike[enough]
        one, other, total, sampled = one[enough], other[enough], total[enough], sampled[enough]
        rare = one - own[rest], other - theirs[rest]
        found = promising(shared[rest], *rare, sampled, containment, alike)
        worth[rest] = found | may_be_shown(total, one, other, sampled, thresholds)
        return worth

    def _ends(self, left: _Integers, right: _Integers) -> tuple[_Integers, NDArray[np.bool_]]:
        level = np.maximum(self._level[left], self._level[right])
        return level * self.texts + np.stack([left, right]), level > 0

    def _sizes_at(self, ends: _Integers) -> _Numbers:
        return self._sizes.ravel()[ends].astype(np.float64)

    def figures(
        self, left: _Integers, right: _Integers, shared: _Numbers, thresholds: Thresholds
    ) -> tuple[NDArray[np.bool_], _Numbers]:
        """Return which pairs may be shown at the thresholds, and about how alike they are.

        ``shared`` counts all samples that they share.
        """
        ends, sampled = self._ends(left, right)
        one, other = self._sizes_at(ends)
        shown = may_be_shown(shared, one, other, sampled, thresholds)
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
        pairs = core.joined(owners, of, asking[some], least)
        apart: _Integers = pairs[pairs[:, 0] != pairs[:, 1]].T.astype(np.int64)
        return apart

    return ahead(counted, runs(of_each, _JOINED_AT_ONCE), check, int(of_each.sum()))
