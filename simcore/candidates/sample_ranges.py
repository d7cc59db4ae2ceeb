"""Sketches of many texts, partitioned into ranges of their sample values.

A sketch is the set of a text's sampled shingles; a sample is one of them, 32 bits of its hash. All
occurrences of a value are in one range, so a range alone tells how common each of its values is,
and inverting a large library takes little more memory than its sketches.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.parameters import PARAMETERS
from simcore.candidates.threads import Check, ahead
from simcore.kernel import measures
from simcore.text.shingles import firsts

_SAMPLINGS = PARAMETERS.samplings
_RANGE_BITS = 4
"""More ranges take less memory, and more time for small libraries."""
_PAIRS_AT_ONCE = 1 << 17

_Integers = NDArray[np.int64]
_Values = NDArray[np.uint32]


class SampleRanges:
    """The sketches of a number of texts, as ``simcore.text.sketch`` has them.

    ``level`` is the index of each text's sampling rate in ``SAMPLINGS``; ``sizes``, of shape
    (samplings, texts), is the size of its sketch at each rate. Takes four bytes a sample.
    """

    def __init__(self, texts: int) -> None:
        self.texts = texts
        self.level = np.full(texts, len(_SAMPLINGS) - 1)
        self.sizes = np.zeros((len(_SAMPLINGS), texts), dtype=np.int32)
        self._bits = _RANGE_BITS
        self._values: list[list[_Values]] = [[] for _ in range(1 << self._bits)]
        self._counts = np.zeros((1 << self._bits, texts), dtype=np.int32)

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
        self._counts[:, texts] = counts.T
        ends = np.cumsum(counts.sum(axis=0)).tolist()
        for position, (start, end) in enumerate(zip([0, *ends], ends, strict=False)):
            # a copy: a view would keep the whole array alive
            self._values[position].append(ordered[start:end].copy())

    def join(self, part: int) -> None:
        """Put a range in one piece, whose memory goes back to the system when it is dropped."""
        self._values[part] = [self.values(part)]

    def values(self, part: int) -> _Values:
        """Return the values of a range, text by text, as an array that may be changed."""
        return np.concatenate([np.zeros(0, dtype=np.uint32), *self._values[part]])

    def owners(self, part: int) -> NDArray[np.int32]:
        """Return the text of each of these values."""
        return np.repeat(np.arange(self.texts, dtype=np.int32), self._counts[part])

    def keys(
        self,
        part: int,
        texts: NDArray[np.bool_] | None = None,
        of: _Values | None = None,
        numbers: NDArray[np.int32] | None = None,
    ) -> NDArray[np.uint64]:
        """Return the sorted values of a range: value in the upper half, text in the lower.

        Of all texts, or of the marked ones; of these all values, or those ``of`` some, and a few
        others. Texts are told by their ``numbers``, if there are any.
        """
        values, owners = self.values(part), self.owners(part)
        if texts is not None:
            chosen = texts[owners]
            if of is not None:
                chosen &= _known(of)[_middle(values)]
            values, owners = values[chosen], owners[chosen]
        if numbers is not None:
            owners = numbers[owners]
        # both in one number: sorts several times faster than argsort of the values
        keys = values.astype(np.uint64)
        del values
        keys <<= np.uint64(32)
        keys |= owners.view(np.uint32)
        del owners
        measures.sort(keys)
        return keys

    def shingles(self) -> _Integers:
        """Return about how many shingles each text has."""
        sizes = self.sizes[self.level, np.arange(self.texts)].astype(np.int64)
        shingles: _Integers = sizes * np.array(_SAMPLINGS)[self.level]
        return shingles

    def drop(self, part: int) -> None:
        """Give back the memory of a range; it has no values from now on."""
        self._values[part] = []
        self._counts[part] = 0

    def having(self, values: _Values) -> NDArray[np.bool_]:
        """Mark the texts whose sketch contains any of the values."""
        marked = np.zeros(self.texts, dtype=np.bool_)
        known = _known(values)
        for part in range(len(self) if len(values) else 0):
            some = self.values(part)
            positions = np.flatnonzero(known[_middle(some)])
            positions = positions[np.isin(some[positions], values)]
            ends = np.cumsum(self._counts[part])
            marked[np.searchsorted(ends, positions, side="right")] = True
        return marked

    def frequencies(self, check: Check = lambda: None) -> "Frequencies":
        """Count the texts that contain each value."""

        def counted(part: int) -> tuple[_Values, NDArray[np.int32]]:
            values = self.values(part).astype(np.uint64)
            measures.sort(values)
            starts = np.flatnonzero(firsts(values))
            of_each = np.diff(starts, append=len(values)).astype(np.int32)
            several = of_each > 1
            return values[starts[several]].astype(np.uint32), of_each[several]

        found, counts = zip(*ahead(counted, range(len(self)), check, self.samples), strict=True)
        return Frequencies(np.concatenate(found), np.concatenate(counts))

    @property
    def samples(self) -> int:
        """The number of samples of all texts."""
        return int(self._counts.sum(dtype=np.int64))

    def shared(
        self, left: _Integers, right: _Integers, check: Check, rate: int = 1
    ) -> NDArray[np.float64]:
        """Count the samples that pairs of texts share, of those that a sampling ``rate`` keeps."""
        shared = np.zeros(len(left))
        paired = np.zeros(self.texts, dtype=np.bool_)
        paired[left] = paired[right] = True
        for part in range(len(self) if len(left) else 0):
            values, owners = self.values(part), self.owners(part)
            here = paired[owners] & (values & np.uint32(rate - 1) == 0)
            values = values[here].astype(np.uint64)
            sizes = np.bincount(owners[here], minlength=self.texts)
            starts = np.cumsum(sizes) - sizes
            for start in range(0, len(left), _PAIRS_AT_ONCE):
                check()
                some = slice(start, start + _PAIRS_AT_ONCE)
                shared[some] += measures.shared_runs(values, starts, sizes, left[some], right[some])
        return shared


@dataclass(frozen=True, slots=True)
class Frequencies:
    """The values that several texts contain, ascending, and the number of texts of each."""

    values: _Values
    counts: NDArray[np.int32]

    def most(self, budget: int) -> tuple[int, int]:
        """Return the highest frequency whose values may propose pairs, and the number of pairs.

        All rarer values propose, too. The number of pairs is at most ``budget``.
        """
        repeats = np.bincount(self.counts)
        listed = np.flatnonzero(repeats)
        proposals = np.cumsum(listed * (listed - 1) // 2 * repeats[listed])
        within = int(np.searchsorted(proposals, budget, side="right"))
        return (int(listed[within - 1]), int(proposals[within - 1])) if within else (1, 0)

    def common(self, most: int) -> _Values:
        """Return the values that more than ``most`` texts contain, ascending."""
        return self.values[self.counts > most]

    def entries(self, most: int) -> int:
        """Return the total number of occurrences of the other values."""
        return int(self.counts[self.counts <= most].sum(dtype=np.int64))


def _known(values: _Values) -> NDArray[np.bool_]:
    """Mark 16 bits of each value: few others have them."""
    known = np.zeros(1 << 16, dtype=np.bool_)
    known[_middle(values)] = True
    return known


def _middle(values: _Values) -> NDArray[np.uint16]:
    return (values >> np.uint32(8)).astype(np.uint16)


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


def sums(numbers: _Integers | NDArray[np.bool_], sizes: _Integers) -> _Integers:
    """Add up each of some runs of these sizes, which follow one another."""
    counted = np.zeros(len(sizes), dtype=np.int64)
    some = sizes > 0
    if some.any():
        starts = (np.cumsum(sizes) - sizes)[some]
        counted[some] = np.add.reduceat(numbers, starts, dtype=np.int64)
    return counted


def ranges(starts: _Integers, counts: _Integers) -> _Integers:
    """Concatenate ranges: ``counts[i]`` consecutive numbers from ``starts[i]``, for each i."""
    offsets = starts - (np.cumsum(counts) - counts)
    return np.repeat(offsets, counts) + np.arange(int(counts.sum()))


def runs(sizes: _Integers, most: int) -> Iterator[slice]:
    """Split items with sizes into runs of at most so much in total, of one item at least."""
    total = np.cumsum(sizes)
    start = 0
    while start < len(sizes):
        before = int(total[start - 1]) if start else 0
        stop = int(np.searchsorted(total, before + most, side="right"))
        yield slice(start, max(stop, start + 1))
        start = max(stop, start + 1)
