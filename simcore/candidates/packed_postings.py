"""Postings in four to five bytes each: the texts that have each sample, for look-ups alone.

A sample is divided into a bucket, its highest bits, and the rest: buckets follow one another, so of
a sample only the rest is kept, two bytes, and where its bucket begins. A text is a number of two
bytes, and of as many bits more as there are texts for. A look-up compares the rest with all of its
bucket, of which there are about 16.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.sample_ranges import SampleRanges, Sketches, ranges, runs
from simcore.candidates.threads import Check

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
        """Return the places of one sample in its bucket."""
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
