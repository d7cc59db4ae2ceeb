"""Texts held in memory to be asked about: their fingerprints, and their sketches inverted.

A question is one text, or many at once, against all others. Its samples are looked up among the
sorted samples of all texts, its fingerprint is compared with each. What a sketch or a fingerprint
proposes is then left out again if, by what both sketches share, it cannot reach the thresholds
asked for: reading and comparing a text costs thousands of times what the look-up of one does.

A sample is divided into a bucket, its highest bits, and the rest: buckets follow one another, so of
a sample only the rest is kept, two bytes, and where its bucket begins. A text is a number of two
bytes, and of as many bits more as there are texts for. A look-up compares the rest with all of its
bucket, of which there are about 16.
"""

import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.bounds import LeastShared, are_possible, least_of_smaller, others_of_each
from simcore.candidates.parameters import Check, as_array
from simcore.candidates.postings import (
    SampleRanges,
    Sketches,
    promising,
    ranges,
    runs,
    sizes_by_sampling,
)
from simcore.model.config import ScanConfig
from simcore.text.shingles import places_in_runs

PIECES = 16
"""Postings are made, and read again, in so many pieces: all samples of one part of the values."""

_BITS = 32
_REST_BITS = 16
_LOWER_BITS = 16
_BYTE_BITS = 8
_UPPER_BITS = (0, 1, 2, 4, 8, 16)
_IN_A_BUCKET_BITS = 4
_MOST_BUCKETS_BITS = 24
_LOOKED_AT_ONCE = 1 << 18
_CROWDED = 512
_ONE_IN = 6
"""From one text in so many on, a bit for each text is counted faster than a list."""

_MASK_BYTES = 1 << 24
_SAMPLES_AT_ONCE = 1 << 13
_MOST_KEPT = 3 << 20
_MOST_COUNTED = 255

_Integers = NDArray[np.int64]
_Values = NDArray[np.uint32]
_Positions = NDArray[np.int32]
Piece = tuple[_Values, _Positions]
"""Samples, ascending, and for each the position of a text."""


@dataclass(frozen=True, slots=True, eq=False)
class PackedPostings:
    """Samples and for each the position of a text, ordered by sample.

    Bucket ``b`` has the samples from ``starts[b]`` to ``starts[b + 1]``. ``upper`` are the bits of
    positions beyond the 16 ``lower``, ``bits`` of each: 8 or 16 in a number, fewer of several
    positions packed in a byte, the first in its lowest ones. ``masks`` are of the samples that most
    texts have, as far as they were asked for.
    """

    shift: int
    starts: NDArray[np.int32] | NDArray[np.int64]
    rest: NDArray[np.uint16]
    lower: NDArray[np.uint16]
    bits: int
    upper: NDArray[np.uint8] | NDArray[np.uint16]
    masks: dict[int, NDArray[np.uint8]] = field(default_factory=dict)

    @classmethod
    def of(cls, pieces: Iterable[Piece], total: int, texts: int) -> "PackedPostings":
        """Pack ``total`` postings of so many ``texts``.

        Each of the ``PIECES`` has the samples of as large a part of all values, ascending, and the
        positions of their texts.
        """
        of_bucket = min(_MOST_BUCKETS_BITS, max(_REST_BITS, total.bit_length() - _IN_A_BUCKET_BITS))
        shift = _BITS - of_bucket
        size = (1 << of_bucket) + 1
        starts: NDArray[np.int32] | NDArray[np.int64] = np.zeros(size, dtype=np.int32)
        if total > np.iinfo(np.int32).max:
            starts = starts.astype(np.int64)
        beyond = max(0, texts - 1).bit_length() - _LOWER_BITS
        bits = next(one for one in _UPPER_BITS if one >= beyond)
        held = -(-total * min(bits, _BYTE_BITS) // _BYTE_BITS)
        upper = np.zeros(held, np.uint16) if bits > _BYTE_BITS else np.zeros(held, np.uint8)
        rest, lower = np.empty(total, dtype=np.uint16), np.empty(total, dtype=np.uint16)
        made = cls(shift, starts, rest, lower, bits, upper)
        filled, buckets = 0, (1 << of_bucket) // PIECES
        for piece, (values, owners) in enumerate(pieces):
            some = slice(filled, filled + len(values))
            made.rest[some] = values & np.uint32((1 << shift) - 1)
            made.lower[some] = owners & np.int32(0xFFFF)
            made._set_upper(filled, owners >> np.int32(_LOWER_BITS))
            listed = slice(piece * buckets, (piece + 1) * buckets)
            edges = np.arange(listed.start, listed.stop, dtype=np.uint32) << np.uint32(shift)
            made.starts[listed] = filled + np.searchsorted(values, edges)
            filled += len(values)
        made.starts[-1] = filled
        return made

    @classmethod
    def of_samples(cls, samples: SampleRanges, check: Check = lambda: None) -> "PackedPostings":
        """Pack the sketches of texts; ``samples`` is empty afterwards.

        ``check`` is called now and then, and may raise.
        """
        total = int(samples.sizes[0].sum(dtype=np.int64))

        def pieces() -> Iterator[Piece]:
            for part in range(len(samples)):
                check()
                yield samples.taken(part)

        return cls.of(pieces(), total, samples.texts)

    def __len__(self) -> int:
        return len(self.rest)

    def pieces(self) -> Iterator[Piece]:
        """Yield all again, as they were given."""
        for piece in range(PIECES):
            yield self.piece(piece, PIECES)

    def piece(self, number: int, pieces: int) -> Piece:
        """Return one of so many pieces: all samples of as large a part of the values."""
        buckets = (len(self.starts) - 1) // pieces
        first = number * buckets
        starts = self.starts[first : first + buckets + 1]
        values = np.repeat(
            np.arange(first, first + buckets, dtype=np.uint32) << np.uint32(self.shift),
            np.diff(starts),
        )
        some = slice(int(starts[0]), int(starts[-1]))
        values |= self.rest[some]
        return values, self._owners(some)

    def holding(self, samples: _Values) -> Iterator[tuple[_Integers, _Positions]]:
        """Yield which of some samples texts have, and the positions of these, in parts.

        Sample by sample, the texts that were there first first.
        """
        starts, counts, rest = self._buckets(samples)
        for some in runs(counts, _LOOKED_AT_ONCE):
            at = ranges(starts[some], counts[some])
            asked = np.repeat(np.arange(some.start, some.stop), counts[some])
            found = self.rest[at] == rest[asked]
            yield asked[found], self._owners(at[found])

    def counted(self, sketches: Sequence[_Values], texts: int) -> Iterator[_Integers]:
        """Yield, for each of some sketches, how many of its samples each of so many texts has.

        A sketch has each sample once. Many together take less time than one after another: their
        samples are looked up at once, and the texts of a sample that many texts have are kept.
        """
        kept: dict[int, _Positions] = {}
        sizes = np.array([min(len(one), _SAMPLES_AT_ONCE + 1) for one in sketches], dtype=np.int64)
        for some in runs(sizes, _SAMPLES_AT_ONCE):
            if sizes[some.start] <= _SAMPLES_AT_ONCE:
                yield from self._counted(sketches[some], texts, kept)
                continue
            counts = np.zeros(texts, dtype=np.int64)
            large = sketches[some.start]
            for start in range(0, len(large), _SAMPLES_AT_ONCE):
                for part in self._counted([large[start : start + _SAMPLES_AT_ONCE]], texts, kept):
                    counts += part
            yield counts

    def _counted(
        self, sketches: Sequence[_Values], texts: int, kept: dict[int, _Positions]
    ) -> Iterator[_Integers]:
        samples = np.concatenate(sketches)
        of = np.repeat(np.arange(len(sketches)), [len(one) for one in sketches])
        starts, counts, rest = self._buckets(samples)
        crowded = counts > _CROWDED
        owners: list[list[_Positions]] = [[] for _ in sketches]
        few = np.flatnonzero(~crowded)
        for asked, found in self.holding(samples[few]):
            edges = np.searchsorted(of[few[asked]], np.arange(len(sketches) + 1)).tolist()
            for number, (begin, end) in enumerate(pairwise(edges)):
                owners[number].append(found[begin:end])
        # what many texts have stands together: nothing is gathered, and nobody has it twice
        masks: list[list[NDArray[np.uint8]]] = [[] for _ in sketches]
        room = _MOST_KEPT - sum(map(len, kept.values()))
        for at in np.flatnonzero(crowded).tolist():
            sample, number = int(samples[at]), int(of[at])
            if sample not in self.masks and sample not in kept:
                alone = self._owners(self._run(int(starts[at]), int(counts[at]), rest[at]))
                if _ONE_IN * len(alone) >= texts:
                    masks[number].append(self._masked(sample, alone, texts))
                else:
                    owners[number].append(alone)
                    room -= len(alone)
                    if room >= 0:
                        kept[sample] = alone
            elif sample in kept:
                owners[number].append(kept[sample])
            else:
                masks[number].append(self.masks[sample])
        for listed, marked in zip(owners, masks, strict=True):
            yield _sum(listed, marked, texts)

    def _run(self, start: int, count: int, rest: np.uint16) -> slice:
        bucket = self.rest[start : start + count]
        first = start + int(np.searchsorted(bucket, rest, side="left"))
        return slice(first, start + int(np.searchsorted(bucket, rest, side="right")))

    def _masked(self, sample: int, owners: _Positions, texts: int) -> NDArray[np.uint8]:
        """Return a bit for each text, set for those that have a sample; keep it if there is room.

        The same few thousand samples are in most texts, and in most questions.
        """
        member = np.zeros(texts, dtype=np.bool_)
        member[owners] = True
        mask = np.packbits(member)
        if (len(self.masks) + 1) * mask.nbytes <= _MASK_BYTES:
            self.masks[sample] = mask
        return mask

    def _buckets(self, samples: _Values) -> tuple[_Integers, _Integers, NDArray[np.uint16]]:
        """Return where the buckets of samples begin, how many are in them, and the rests."""
        bucket = (samples >> np.uint32(self.shift)).astype(np.int64)
        starts = self.starts[bucket].astype(np.int64)
        rest = (samples & np.uint32((1 << self.shift) - 1)).astype(np.uint16)
        return starts, self.starts[bucket + 1] - starts, rest

    def _owners(self, some: slice | _Integers) -> _Positions:
        owners = self.lower[some].astype(np.int32)
        if self.bits:
            upper = self._upper(some).astype(np.int32)
            upper <<= np.int32(_LOWER_BITS)
            owners |= upper
        return owners

    def _set_upper(self, start: int, upper: _Positions) -> None:
        """Set the upper bits of positions from a place on, where none of them are set."""
        if self.bits >= _BYTE_BITS:
            self.upper[start : start + len(upper)] = upper
        elif self.bits:
            packed = _BYTE_BITS // self.bits
            padded = np.pad(upper, (start % packed, -(start + len(upper)) % packed))
            shifted = padded.reshape(-1, packed) << np.arange(0, _BYTE_BITS, self.bits)
            first = start // packed
            self.upper[first : first + len(shifted)] |= shifted.sum(axis=1).astype(np.uint8)

    def _upper(self, some: slice | _Integers) -> NDArray[np.uint8] | NDArray[np.uint16]:
        if self.bits >= _BYTE_BITS:
            return self.upper[some]
        packed, mask = _BYTE_BITS // self.bits, np.uint8((1 << self.bits) - 1)
        if isinstance(some, slice):
            shifts = np.arange(0, _BYTE_BITS, self.bits, dtype=np.uint8)
            held = self.upper[some.start // packed : -(-some.stop // packed), None]
            first, count = some.start % packed, some.stop - some.start
            return ((held >> shifts) & mask).ravel()[first : first + count]
        shift = ((some % packed) * self.bits).astype(np.uint8)
        return (self.upper[some // packed] >> shift) & mask


class PackedSketches(Sketches):
    """The sketches of texts that are packed, and of ``later`` ones, which come behind them.

    ``numbers`` are the positions of the packed ones, ascending, or -1 of those that are left out;
    ``level`` and ``sizes`` are theirs.
    """

    def __init__(
        self,
        postings: PackedPostings,
        numbers: _Integers,
        level: NDArray[np.uint8],
        sizes: NDArray[np.int32],
        later: SampleRanges,
    ) -> None:
        super().__init__(later.level.copy(), later.sizes.copy())
        self._kept = numbers >= 0
        self.level[numbers[self._kept]] = level[self._kept]
        self.sizes[:, numbers[self._kept]] = sizes[:, self._kept]
        self._postings, self._numbers, self._later = postings, numbers.astype(np.int32), later

    def __len__(self) -> int:
        return len(self._later)

    def taken(self, part: int) -> Piece:
        """Return the samples of a range and whose each is."""
        values, texts = self._postings.piece(part, len(self))
        here = self._kept[texts]
        values, owners = values[here], self._numbers[texts[here]]
        return with_later((values, owners), self._later.taken(part))


def with_later(one: Piece, later: Piece) -> Piece:
    """Put the samples of later texts among those of others: nothing is sorted again."""
    (values, owners), (more, theirs) = one, later
    at = np.searchsorted(values, more, side="right")
    return np.insert(values, at, more), np.insert(owners, at, theirs)


def _sum(owners: Sequence[_Positions], masks: Sequence[NDArray[np.uint8]], texts: int) -> _Integers:
    """Count how often each text is listed and marked."""
    counts = np.bincount(np.concatenate([np.zeros(0, np.int32), *owners]), minlength=texts)
    for start in range(0, len(masks), _MOST_COUNTED):
        marked = np.zeros(texts, dtype=np.uint8)
        for mask in masks[start : start + _MOST_COUNTED]:
            marked += np.unpackbits(mask, count=texts)
        counts += marked
    return counts


_MOST_FLOORS = 6
_MANY_DOUBTFUL = 8
_ROWS_AT_ONCE = 1 << 16
_NO_SAMPLES = np.zeros(0, dtype=np.uint32)

_Numbers = NDArray[np.float64]
_Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Asked:
    """A text that is asked about. Fingerprints of ``short`` ones propose nothing, as in a scan.

    ``finer`` is its sketch at a denser rate, see ``simcore.text.shingles``; it may be empty.
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
