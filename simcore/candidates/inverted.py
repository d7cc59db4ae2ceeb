"""Texts held in memory to be asked about: their fingerprints, and their sketches inverted.

A question is one text, or many at once, against all others. Its samples are looked up among the
sorted samples of all texts, its fingerprint is compared with each. What a sketch or a fingerprint
proposes is then left out again if, by what both sketches share, it cannot reach the thresholds
asked for: reading and comparing a text costs thousands of times what the look-up of one does.
"""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.blocks import as_array
from simcore.candidates.bounds import LeastShared, are_possible, least_of_smaller, others_of_each
from simcore.candidates.packed_postings import PackedPostings, Piece, with_later
from simcore.candidates.postings import promising
from simcore.candidates.sample_ranges import SampleRanges, sizes_by_sampling
from simcore.candidates.threads import Check
from simcore.model.config import ScanConfig
from simcore.text.shingles import places_in_runs

_MOST_FLOORS = 6
_MANY_DOUBTFUL = 8
_ROWS_AT_ONCE = 1 << 16
_NO_SAMPLES = np.zeros(0, dtype=np.uint32)

_Integers = NDArray[np.int64]
_Numbers = NDArray[np.float64]
_Values = NDArray[np.uint32]
_Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Asked:
    """A text that is asked about. Fingerprints of ``short`` ones propose nothing, as in a scan.

    ``finer`` is its sketch at a denser rate, see ``simcore.text.sketch``; it may be empty.
    """

    fingerprint: int
    short: bool
    sketch: _Values
    finer: _Values = field(default_factory=lambda: _NO_SAMPLES)


@dataclass(frozen=True, slots=True)
class Proposed:
    """Texts, and for each the share of the union of both sketches that both have."""

    texts: _Integers
    alike: _Numbers


@dataclass(frozen=True, slots=True)
class _Possible:
    """The texts ``at`` some positions that may be proposed to one, as a first look says.

    ``level`` and ``sizes`` are of the sketch of the one; ``shared`` are the samples of it that each
    has, ``apart`` the bits that the fingerprints differ in.
    """

    asked: Asked
    level: int
    sizes: _Integers
    at: _Integers
    shared: _Integers
    apart: NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class InvertedTexts:
    """Some texts, each once, in no order: arrays that never change.

    ``words`` are fingerprints as of ``as_array``; ``level`` and ``sizes`` are as those of
    ``SampleRanges``. ``postings`` have the samples of all texts. Texts that are
    ``gone`` are no longer found. ``floors`` and ``different`` are what was worked out for
    questions: the answers of ``_floor`` and ``_sizes_at``.
    """

    texts: _Integers
    words: NDArray[np.uint64]
    short: _Mask
    level: NDArray[np.uint8]
    sizes: NDArray[np.int32]
    postings: PackedPostings
    gone: _Mask
    floors: dict[tuple[int, float], NDArray[np.int32]] = field(default_factory=dict)
    different: dict[int, NDArray[np.int32]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        texts: _Integers,
        words: NDArray[np.uint64],
        short: _Mask,
        samples: SampleRanges,
        check: Check = lambda: None,
    ) -> "InvertedTexts":
        """Invert the sketches of texts; ``samples`` is empty afterwards.

        ``check`` is called now and then, and may raise.
        """
        postings = PackedPostings.of_samples(samples, check)
        level = samples.level.astype(np.uint8)
        return cls(texts, words, short, level, samples.sizes, postings, np.zeros_like(short))

    def __len__(self) -> int:
        return len(self.texts)

    def without(self, texts: _Integers) -> "InvertedTexts":
        """Return the same without some texts; with many gone the memory is given back."""
        gone = self.gone | np.isin(self.texts, texts)
        marked = replace(self, gone=gone)
        return marked.merged() if 4 * np.count_nonzero(gone) > len(gone) else marked

    def let_go(self) -> None:
        """Drop what was worked out for other questions: the next ones take a little longer."""
        self.postings.masks.clear()
        self.floors.clear()
        self.different.clear()

    def merged(self, *newer: "InvertedTexts") -> "InvertedTexts":
        """Return the texts of all, without what is gone."""
        parts = self, *newer
        here = np.concatenate([~part.gone for part in parts])
        before = np.cumsum([0, *map(len, parts)]).tolist()
        number = np.cumsum(here, dtype=np.int32) - np.int32(1)
        sizes = np.concatenate([part.sizes for part in parts], axis=1)[:, here]

        def pieces() -> Iterator[Piece]:
            for found in zip(*(part.postings.pieces() for part in parts), strict=True):
                kept = []
                for first, (values, owners) in zip(before, found, strict=False):
                    some = here[first + owners]
                    kept.append((values[some], number[first + owners[some]]))
                yield functools.reduce(with_later, kept)

        of_each = ((part.texts, part.words, part.short, part.level) for part in parts)
        texts, words, short, level = (
            np.concatenate(column)[here] for column in zip(*of_each, strict=True)
        )
        total = int(sizes[0].sum(dtype=np.int64))
        postings = PackedPostings.of(pieces(), total, len(texts))
        return InvertedTexts(texts, words, short, level, sizes, postings, np.zeros_like(short))

    def _apart(self, fingerprint: int) -> NDArray[np.uint8]:
        """Return the distance of each fingerprint from one, in bits."""
        asked = as_array([fingerprint], 64 * self.words.shape[1])
        words = np.bitwise_count(self.words ^ asked)
        # no width has more than 255 bits
        apart: NDArray[np.uint8] = words[:, 0]
        return apart if words.shape[1] == 1 else words.sum(axis=1, dtype=np.uint8)

    def _floor(self, level: int, containment: float) -> NDArray[np.int32]:
        """Return what each text shares at least with a promising one that is no smaller.

        That one has the sampling rate ``level``.
        """
        floor = self.floors.get((level, containment))
        if floor is None:
            levels = np.maximum(level, self.level)
            sizes = self.sizes[levels, np.arange(len(self))]
            most = np.full(len(self.sizes), sizes.max(initial=0))
            least = least_of_smaller(most, containment)[levels, sizes]
            floor = np.maximum(1, least).astype(np.int32)
            if len(self.floors) >= _MOST_FLOORS:  # others may ask for any containment
                self.floors.clear()
            self.floors[level, containment] = floor
        return floor

    def _least_of_larger(
        self, level: int, sizes: _Integers, tables: Sequence[NDArray[np.int32]]
    ) -> int:
        """Return what those share at least that are no smaller than a text of such a sketch."""
        least = [int(tables[level][sizes[level]])]
        for rate in range(level + 1, len(tables)):
            # only texts of this rate are compared at it, and these have some samples
            there = self._sizes_at(rate)
            larger = there[np.searchsorted(there, sizes[rate]) :][:1]
            least += tables[rate][np.minimum(larger, len(tables[rate]) - 1)].tolist()
        return min(least)

    def _enough(
        self,
        level: int,
        tables: Sequence[NDArray[np.int32]],
        at: _Integers,
        shared: _Integers,
    ) -> _Integers:
        """Leave out of texts ``at`` some positions those that share too little to be promising."""
        lengths = np.array([len(one) for one in tables])
        rates = np.maximum(np.uint8(level), self.level[at])
        other = np.minimum(self.sizes[rates, at], lengths[rates] - 1)
        least = np.concatenate(tables)[(np.cumsum(lengths) - lengths)[rates] + other]
        enough: _Integers = at[shared[at] >= least]
        return enough

    def _sizes_at(self, level: int) -> NDArray[np.int32]:
        """Return the sizes of the sketches with a sampling rate, each once, ascending."""
        sizes = self.different.get(level)
        if sizes is None:
            sizes = self.different[level] = np.unique(self.sizes[level, self.level == level])
        return sizes

    def frequencies(self, samples: _Values) -> _Integers:
        """Return how many texts have each of some samples, those that are gone among them."""
        found = np.zeros(len(samples), dtype=np.int64)
        for asked, _ in self.postings.holding(samples):
            found += np.bincount(asked, minlength=len(samples))
        return found

    def holders(self, samples: _Values, most: int) -> tuple[_Integers, _Integers]:
        """Return texts that have any of some samples, and the position of the sample.

        Sample by sample, of each at most ``most`` texts, those that were added first.
        """
        texts, numbers = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for asked, owners in self.postings.holding(samples):
            here = np.flatnonzero(~self.gone[owners])
            number = asked[here]
            place = places_in_runs(number)
            texts.append(self.texts[owners[here[place < most]]])
            numbers.append(number[place < most])
        return np.concatenate(texts), np.concatenate(numbers)

    def candidates(
        self, asked: Sequence[Asked], config: ScanConfig, proposing: int, least: LeastShared
    ) -> list[Proposed]:
        """Return the texts worth an exact comparison with each of some, at the thresholds.

        These are the texts that a scan proposes to it (``sketches.sketch_pairs``, without regard to
        how common a sample is, and fingerprints within ``proposing`` bits), but those that cannot
        be shown by what both sketches share. Among the samples of two texts each is one of both
        with the chance of their resemblance, and among those of the smaller text with that of its
        containment, so their number is as of a binomial distribution at most. By Chernoff's bound
        (1952) a pair on a threshold is left out with a chance of at most ``LOSS``, one above it
        with a smaller one. Where texts kept all their shingles nothing is left to chance.

        A text that is much shorter than the one asked about has few samples at the rate of that
        one, too few to tell. Many such are looked at again by the ``finer`` sketch, with the same
        bound. The answers do not depend on what is asked together. ``least`` is of the containment
        of ``config``.
        """
        found: list[Proposed] = []
        waiting: list[_Possible] = []
        rows = 0
        for possible in self._possible(asked, config, proposing, least):
            waiting.append(possible)
            rows += len(possible.at)
            if rows >= _ROWS_AT_ONCE:
                found += self._proposed(waiting, config, proposing)
                waiting, rows = [], 0
        return found + self._proposed(waiting, config, proposing)

    def _possible(
        self, asked: Sequence[Asked], config: ScanConfig, proposing: int, least: LeastShared
    ) -> Iterator["_Possible"]:
        """Yield, for each of some texts, those that a first look at all does not leave out."""
        sketches = [one.sketch for one in asked]
        lengths = np.array([len(one) for one in sketches], dtype=np.int64)
        joined = np.concatenate([_NO_SAMPLES, *sketches])
        levels, sizes = sizes_by_sampling(joined, lengths)
        own = sizes.astype(np.int64)
        counted = self.postings.counted(sketches, len(self))
        for number, (one, shared) in enumerate(zip(asked, counted, strict=True)):
            level, size = int(levels[number]), own[:, number]
            # few texts share as much as either of the two bounds says
            marked = shared >= self._floor(level, config.containment)
            tables = [least.with_one(rate, one) for rate, one in enumerate(size.tolist())]
            marked |= shared >= self._least_of_larger(level, size, tables)
            at = self._enough(level, tables, np.flatnonzero(marked), shared)
            apart = self._apart(one.fingerprint)
            if not one.short and len(near := np.flatnonzero(apart <= proposing)):
                at = np.union1d(at, near)
            yield _Possible(one, level, size, at, shared[at], apart[at])

    def _proposed(
        self, some: Sequence["_Possible"], config: ScanConfig, proposing: int
    ) -> list[Proposed]:
        """Return what all bounds leave of the possible texts of some questions."""
        if not some:
            return []
        at = np.concatenate([one.at for one in some])
        number = np.repeat(np.arange(len(some)), [len(one.at) for one in some])
        shared = np.concatenate([one.shared for one in some]).astype(np.float64)
        apart = np.concatenate([one.apart for one in some])
        own_level = np.array([one.level for one in some])[number]
        level = np.maximum(own_level, self.level[at])
        own = np.array([one.sizes for one in some])[number, level].astype(np.float64)
        other = self.sizes[level, at].astype(np.float64)
        silent = np.array([one.asked.short for one in some])[number] | self.short[at]
        near = ~silent & (apart <= proposing)
        sampled = level > 0
        enough = promising(shared, own, other, sampled, config.containment) & (shared > 0)
        # of texts with the same letters and digits no distance says anything
        near_enough = silent | (apart <= config.distance) | ((shared == own) & (shared == other))
        shown = are_possible(shared, own, other, level, near_enough, config)
        chosen = np.flatnonzero((enough | near) & shown & ~self.gone[at])
        doubtful = chosen[self.level[at[chosen]] < own_level[chosen]]
        many = np.bincount(number[doubtful], minlength=len(some)) >= _MANY_DOUBTFUL
        again = [one for one in np.flatnonzero(many).tolist() if len(some[one].asked.finer)]
        kept = np.ones(len(at), dtype=np.bool_)
        finer = [some[one].asked.finer for one in again]
        for one, sketch, counts in zip(
            again, finer, self.postings.counted(finer, len(self)), strict=True
        ):
            rows = doubtful[number[doubtful] == one]
            (rate,), sizes = sizes_by_sampling(sketch, np.array([len(sketch)], dtype=np.int64))
            some_at, some_near = at[rows], near_enough[rows]
            rates = np.maximum(rate, self.level[some_at])
            sides = sizes[rates, 0], self.sizes[rates, some_at].astype(np.float64)
            shares = counts[some_at].astype(np.float64), *sides
            kept[rows] = are_possible(*shares, rates, some_near, config)
        union = own + other - shared
        others = others_of_each(enough & ~shown & ~self.gone[at], shared, union, sampled, number)
        chosen = np.union1d(chosen[kept[chosen]], others)
        alike = shared / np.maximum(1, union)
        edges = np.searchsorted(number[chosen], np.arange(len(some) + 1))
        return [
            Proposed(self.texts[at[chosen[begin:end]]], alike[chosen[begin:end]])
            for begin, end in pairwise(edges.tolist())
        ]
