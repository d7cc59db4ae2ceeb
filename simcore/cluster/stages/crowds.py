"""Pairs of texts that are alike by common samples alone, such as those of a form.

Texts that may be are dealt to the points of a plane, and those of each line meet in a tile, where
the search of one process (``simcore.candidates.crowded``) finds their pairs. Two points are on one
line together, so any two texts meet once (Afrati and Ullman 2013), and a crowd of one form is the
work of many tasks. Where one process would compare all pairs of a crowd, tiles do; where it would
leave some out, each tile leaves out its own, and they are counted.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, groupby
from operator import attrgetter

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simcore.candidates.common_lists import Crowds
from simcore.candidates.crowded import crowded_pairs
from simcore.candidates.parameters import PARAMETERS
from simcore.candidates.postings import Worth
from simcore.candidates.sample_ranges import (
    SampleLists,
    SampleRanges,
    positions_in,
    ranges,
    sizes_by_sampling,
    sums,
)
from simcore.candidates.sketch_codec import unpack_joined
from simcore.candidates.sketches import RarePairs
from simcore.cluster.frames import (
    NUMBER,
    Broadcast,
    Packet,
    Rows,
    Sender,
    by_bucket,
    packets_of,
    places_by_bucket,
)
from simcore.cluster.packing import pack, unpack
from simcore.cluster.stages.proposing import Bounds
from simcore.cluster.stages.samples import Samples
from simcore.cluster.stages.sketches import MARKS, Sizes
from simcore.cluster.stages.texts import OF_OTHERS, OF_PAIRS, OF_TEXTS, Integers
from simcore.text.sketch import SAMPLINGS

_FEW, _SAMPLES_OF_ONE, _SAMPLES_IN_TILE = 4_096, 1 << 22, 1 << 24
"""The search takes about 40 bytes of memory for each sample."""
_NEVER = np.iinfo(np.int64).max
_MIX = np.uint64(0x9E3779B97F4A7C15)

LEAST_COMMON = pa.schema([("level", pa.int64()), ("least", pa.int64()), ("texts", pa.int64())])


@dataclass(frozen=True, slots=True)
class CountCrowded:
    """Finds how many common samples a text of a crowd has at least, and counts such texts."""

    bounds: Bounds

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``LEAST_COMMON``; the texts are those of a bucket."""
        for packet in packets_of(rows):
            sizes = Sizes.unpacked(packet.data)
            worth = Worth(sizes.level, sizes.sizes, sizes.common)
            least = worth.least_common(self.bounds.containment, self.bounds.similarity)
            found = [
                {"level": level, "least": one, "texts": int((sizes.common[level] >= one).sum())}
                for level, one in enumerate(least)
                if one < _NEVER
            ]
            yield pa.RecordBatch.from_pylist(found, schema=LEAST_COMMON)


def least_of(counted: pa.Table) -> list[int]:
    """Return, for each sampling rate, how many common samples a text of a crowd has at least."""
    least = [_NEVER] * len(SAMPLINGS)
    for row in counted.to_pylist():
        least[row["level"]] = min(least[row["level"]], row["least"])
    return least


COMMON = pa.schema([("values", pa.binary())])


@dataclass(frozen=True, slots=True)
class TakeCommon:
    """Takes the samples that more than ``most`` texts have."""

    most: int

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``COMMON``, one a bucket."""
        for packet in packets_of(rows):
            found = Samples.in_packet(packet)
            values = found.values[found.counts > self.most]
            yield pa.RecordBatch.from_pylist([{"values": pack([values])}], schema=COMMON)


def common_of(rows: pa.Table) -> NDArray[np.uint32]:
    """Return all common samples, ascending."""
    none = np.zeros(0, dtype=np.uint32)
    return np.sort(np.concatenate([none, *(unpack(one)[0] for one in rows["values"].to_pylist())]))


@dataclass(frozen=True, slots=True)
class MarkCrowded:
    """Marks the texts of crowds, a bit for each sampling rate, by what ``least_of`` returns."""

    least: tuple[int, ...]

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``MARKS``, one a packet."""
        for packet in packets_of(rows):
            sizes = Sizes.unpacked(packet.data)
            marks = np.zeros(len(sizes.level), dtype=np.uint8)
            for level, least in enumerate(self.least):
                marks[(sizes.level <= level) & (sizes.common[level] >= least)] |= 1 << level
            row = {"texts": pack([sizes.texts]), "marks": marks.tobytes()}
            yield pa.RecordBatch.from_pylist([row], schema=MARKS)


@dataclass(frozen=True, slots=True)
class Plane:
    """The affine plane over the integers modulo its ``order``, a prime; of order 1 a single point.

    It has ``order`` squared points, and a line has ``order`` of them. A line of each of
    ``order`` + 1 slopes goes through each point, and one line through each two.
    """

    order: int

    @property
    def slopes(self) -> int:
        """How many lines go through each point."""
        return self.order + 1 if self.order > 1 else 1

    @classmethod
    def of(cls, texts: int, samples: int, buckets: int) -> "Plane":
        """Return the plane for so many texts of crowds, which have so many common samples.

        With about as many lines as there are buckets: a text is sent to all that go through its
        point. With more where tiles would be too large; a single point for few texts.
        """
        if texts < _FEW:
            return cls(1)
        order = 1 if buckets <= 2 and samples <= _SAMPLES_OF_ONE else 2
        while True:
            larger = next(one for one in count(order + 1) if all(one % by for by in range(2, one)))
            if order * _SAMPLES_IN_TILE >= samples and larger * (larger + 1) > buckets:
                return cls(order)
            order = larger

    def _points(self, texts: Integers) -> tuple[Integers, Integers]:
        mixed = (texts.astype(np.uint64) * _MIX >> np.uint64(32)).astype(np.int64)
        return mixed % self.order, mixed // self.order % self.order

    def lines(self, texts: Integers) -> Iterator[Integers]:
        """Yield a line through each text's point, by the text's number, of each slope.

        The upright ones come last.
        """
        x, y = self._points(texts)
        for slope in range(self.slopes - 1):
            yield slope * self.order + (y - slope * x) % self.order
        yield self.order**2 + x

    def found_on(self, line: int, left: Integers, right: Integers) -> NDArray[np.bool_]:
        """Mark the pairs that are found on a line: those of one point on the upright one."""
        if line >= self.order**2:
            return np.ones(len(left), dtype=np.bool_)
        (x, y), (to_x, to_y) = map(self._points, (left, right))
        apart: NDArray[np.bool_] = (x != to_x) | (y != to_y)
        return apart


@dataclass(frozen=True, slots=True)
class SpreadCrowded(Sender):
    """Sends the texts of crowds to the tiles in which they meet the others: lines of a plane.

    ``marks`` has a byte a text, by their numbers: see ``MarkCrowded``. Of its samples a text sends
    those that are ``common``, by their places there.
    """

    marks: Broadcast
    common: Broadcast
    plane: Plane
    buckets: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets of numbers of texts, marks, levels, sizes, and samples."""
        (every,), (common,) = unpack(self.marks.value), unpack(self.common.value)
        for batch in rows:
            numbers = batch["number"].to_numpy()
            wanted = np.flatnonzero(every[numbers])
            numbers = numbers[wanted]
            values, sizes = unpack_joined(batch["sketch"].take(pa.array(wanted)).to_pylist())
            level, kept = sizes_by_sampling(values, sizes)
            places, there = positions_in(common, values)
            counts = sums(there, sizes)
            starts = np.cumsum(counts) - counts
            places = places[there].astype(np.uint32)
            texts = [numbers, every[numbers], level.astype(np.uint8), *kept.astype(np.int32)]
            for lines in self.plane.lines(numbers):
                for line, some in places_by_bucket(lines):
                    # each text's places ascend: their differences are small
                    listed = places[ranges(starts[some], counts[some])]
                    steps = np.diff(listed, prepend=np.uint32(0))
                    data = pack([one[some] for one in (*texts, counts)] + [steps])
                    yield Packet(line % self.buckets, line, OF_TEXTS, data)


@dataclass(frozen=True, slots=True)
class SearchCrowds(Sender):
    """Finds the pairs of tiles that may be shown by common samples alone.

    Each tile may compare a share of what one process would compare of its texts: these are in
    several.
    """

    bounds: Bounds
    common: Broadcast
    plane: Plane

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets of pairs, and of about how many were left out."""
        (common,) = unpack(self.common.value)
        for bucket, packets in by_bucket(rows):
            for tile, some in groupby(packets, attrgetter("place")):
                left, right, missed = self._pairs([unpack(one.data) for one in some], common)
                here = self.plane.found_on(tile, left, right)
                left, right = left[here], right[here]
                if len(left):
                    yield Packet(bucket, tile, OF_PAIRS, pack([left, right]))
                if missed:
                    yield Packet(bucket, tile, OF_OTHERS, pack([np.array([missed])]))

    def _pairs(
        self, packets: Sequence[Sequence[Integers]], common: NDArray[np.uint32]
    ) -> tuple[Integers, Integers, int]:
        values = [np.cumsum(steps, dtype=np.uint32) for *_, steps in packets]
        numbers, marks, level, *sizes, counts = (
            np.concatenate(some) for some in zip(*(one[:-1] for one in packets), strict=True)
        )
        joined, starts = common[np.concatenate(values)], np.cumsum(counts) - counts
        order = np.argsort(numbers)
        numbers, marks, level = (one[order] for one in (numbers, marks, level))
        samples = SampleRanges(len(numbers))
        listed = joined[ranges(starts[order], counts[order])]
        samples.add(np.arange(len(numbers)), listed, counts[order])
        # those of all samples, of which the common ones are here
        samples.level[:] = level
        samples.sizes[:] = [one[order] for one in sizes]
        marked = [(marks >> at & 1).astype(np.bool_) for at in range(len(SAMPLINGS))]
        preferred = np.argsort(-samples.shingles(), kind="stable")
        given = Crowds(
            SampleLists(samples),
            common,
            marked,
            self.bounds.containment,
            self.bounds.similarity,
            lambda: None,
        )
        found = crowded_pairs(given, preferred, 1 / self.plane.slopes)
        return numbers[found.left], numbers[found.right], found.missed


def count_missed(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return about how many pairs tiles left out."""
    for packet in packets_of(rows):
        (missed,) = unpack(packet.data)
        yield pa.RecordBatch.from_pylist([{"number": int(missed[0])}], schema=NUMBER)


def count_shingles(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return about how many shingles the texts of packets of ``Sizes`` have."""
    for packet in packets_of(rows):
        number = int(Sizes.unpacked(packet.data).shingles().sum())
        yield pa.RecordBatch.from_pylist([{"number": number}], schema=NUMBER)


def count_common(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return how many common samples the texts of packets of ``Sizes`` have."""
    for packet in packets_of(rows):
        number = int(Sizes.unpacked(packet.data).common[0].sum())
        yield pa.RecordBatch.from_pylist([{"number": number}], schema=NUMBER)


JUDGED = pa.schema([("pairs", pa.int64()), ("shingles", pa.int64())])


def count_judged(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return how many pairs of ``JudgeTiles`` there are, and the shingles read to compare them."""
    for packet in packets_of(rows):
        left, *_, of_left, of_right = unpack(packet.data)
        row = {"pairs": len(left), "shingles": int(of_left.sum() + of_right.sum())}
        yield pa.RecordBatch.from_pylist([row], schema=JUDGED)


def few_of(judged: Iterator[Packet], bounds: Bounds, shingles: int) -> bytes:
    """Return the few of all pairs of ``JudgeTiles`` that are compared in a crowd, packed.

    All texts have about so many ``shingles``. See ``simcore.candidates.sketches.RarePairs.few``.
    """
    parts = [unpack(packet.data) for packet in judged]
    left, right, shown, alike, *of_each = (np.concatenate(one) for one in zip(*parts, strict=True))
    by_pair = np.lexsort((right, left))
    left, right, shown, alike = (one[by_pair] for one in (left, right, shown, alike))
    texts, places = np.unique(np.stack([left, right]), return_inverse=True)
    one, other = places.reshape(2, -1)
    sizes = np.zeros(len(texts), dtype=np.int64)
    sizes[places.ravel()] = np.stack([size[by_pair] for size in of_each]).ravel()
    order = np.argsort(-sizes, kind="stable")
    pairs = RarePairs(one, other, shown, alike)
    kept = pairs.few(sizes, order, bounds.similarity, PARAMETERS.read_in_a_crowd(shingles))
    return pack([left[kept] << 32 | right[kept]])


@dataclass(frozen=True, slots=True)
class KeepPairs(Sender):
    """Keeps some pairs, which ``few_of`` chose."""

    few: Broadcast

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: both texts."""
        (few,) = unpack(self.few.value)
        for packet in packets_of(rows):
            left, right, *_ = unpack(packet.data)
            kept = np.isin(left << 32 | right, few)
            if kept.any():
                yield Packet(packet.to, packet.place, OF_PAIRS, pack([left[kept], right[kept]]))
