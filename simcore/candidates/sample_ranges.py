"""Sketches of many texts, partitioned into ranges of their sample values, and turned around.

A sketch is the set of a text's sampled shingles; a sample is one of them, 32 bits of its hash. All
occurrences of a value are in one range, so a range alone tells how common each of its values is,
and inverting a large library takes little more memory than its sketches.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.parameters import PARAMETERS
from simcore.candidates.threads import Check, ahead
from simcore.kernel import measures
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
        """Return the samples of a range and of marked texts, text by text, and whose they are."""
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
                shared[some] += measures.shared_runs(values, starts, sizes, left[some], right[some])
        return shared


class SampleRanges(Sketches):
    """The sketches of a number of texts, as ``simcore.text.sketch`` has them.

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
        measures.sort(keys)
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
        measures.sort(keys)
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
    measures.sort(ordered)
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
    measures.sort(ordered)
    starts = np.flatnonzero(firsts(ordered))
    times = np.diff(starts, append=len(ordered))
    return times[measures.Placed(ordered[starts]).places(hashes)]


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
