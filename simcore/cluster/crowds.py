"""Pairs of texts that are alike by common samples alone, such as those of a form.

Texts that may be are dealt to the points of a plane, and those of each line meet in a tile, where
the search of one process (``simcore.candidates.crowded``) finds their pairs. Two points are on one
line together, so any two texts meet once (Afrati and Ullman 2013), and a crowd of one form is the
work of many tasks. Where one process would compare all pairs of a crowd, tiles do; where it would
leave some out, each tile leaves out its own, and they are counted.

A text is on its way to each tile that needs it, so pairs that share texts belong together. Each
text is labelled with the lowest number among its own and its partners', and pairs of one label come
together; there they are split as a scan splits them (``simcore.pipeline.jobs.batches_of``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, groupby
from operator import attrgetter

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simcore.candidates.crowded import Crowds, crowded_pairs
from simcore.candidates.parameters import PARAMETERS
from simcore.candidates.postings import (
    SampleLists,
    SampleRanges,
    Worth,
    positions_in,
    ranges,
    sizes_by_sampling,
    sums,
)
from simcore.candidates.sketches import RarePairs, unpack_sketches
from simcore.cluster.packets import (
    NUMBER,
    Broadcast,
    Packet,
    Rows,
    Sender,
    by_bucket,
    pack,
    packets_of,
    places_by_bucket,
    unpack,
    unpack_rows,
)
from simcore.cluster.proposals import MARKS, Samples, Sizes
from simcore.cluster.texts import OF_OTHERS, OF_PAIRS, OF_TEXTS, Integers, Numbering
from simcore.model.config import Thresholds
from simcore.model.records import TextId
from simcore.pipeline.jobs import batches_of
from simcore.text.shingles import SAMPLINGS

_FEW, _SAMPLES_OF_ONE, _SAMPLES_IN_TILE = 4_096, 1 << 22, 1 << 24
"""The search takes about 40 bytes of memory for each sample."""
_NEVER = np.iinfo(np.int64).max
_MIX = np.uint64(0x9E3779B97F4A7C15)

LEAST_COMMON = pa.schema([("level", pa.int64()), ("least", pa.int64()), ("texts", pa.int64())])


@dataclass(frozen=True, slots=True)
class CountCrowded:
    """Finds how many common samples a text of a crowd has at least, and counts such texts."""

    thresholds: Thresholds

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``LEAST_COMMON``; the texts are those of a bucket."""
        for packet in packets_of(rows):
            sizes = Sizes.unpacked(packet.data)
            worth = Worth(sizes.level, sizes.sizes, sizes.common)
            least = worth.least_common(self.thresholds)
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
            values, sizes = unpack_sketches(batch["sketch"].take(pa.array(wanted)).to_pylist())
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

    thresholds: Thresholds
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
        given = Crowds(SampleLists(samples), common, marked, self.thresholds, lambda: None)
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


def few_of(judged: Iterator[Packet], similarity: float, shingles: int) -> bytes:
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
    kept = pairs.few(sizes, order, similarity, PARAMETERS.read_in_a_crowd(shingles))
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


_MANY_PAIRS = 1_024
"""A label with more pairs in one bucket is that of a crowd."""


@dataclass(frozen=True, slots=True)
class SpreadPairs(Sender):
    """Sends pairs to the buckets of both their texts."""

    numbering: Numbering

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: a text, and the other one."""
        for packet in packets_of(rows):
            left, right, *_ = unpack(packet.data)
            texts = np.concatenate([left, right])
            columns = [texts, np.concatenate([right, left])]
            for bucket, some in self.numbering.split(texts):
                data = pack([one[some] for one in columns])
                yield Packet(bucket, packet.to, OF_PAIRS, data)


@dataclass(frozen=True, slots=True)
class _Met:
    """The texts of a bucket with candidates, ascending, what each is labelled, and how long."""

    texts: Integers
    label: Integers
    characters: Integers

    def of(self, texts: Integers) -> tuple[Integers, Integers]:
        at, _ = positions_in(self.texts, texts)
        return self.label[at], self.characters[at]


def _meet(packets: Iterator[Packet]) -> tuple[_Met, list[Integers], list[list[Integers]]]:
    """Return the labels of a bucket's texts, their pairs, each once, and what comes from others."""
    lengths: list[Integers] = []
    start = 0
    pairs: list[list[Integers]] = []
    others: list[list[Integers]] = []
    for packet in packets:
        if packet.kind == OF_TEXTS:
            first, characters = unpack(packet.data)
            start = start if lengths else int(first[0])
            lengths.append(characters)
        else:
            to = pairs if packet.kind == OF_PAIRS else others
            to.append([one.astype(np.int64) for one in unpack(packet.data)])
    none = np.zeros(0, dtype=np.int64)
    texts, other = (
        [np.concatenate(some) for some in zip(*pairs, strict=True)] if pairs else [none] * 2
    )
    # several routes may propose a pair
    keys = np.unique(texts << 32 | other)
    texts, other = keys >> 32, keys & 0xFFFFFFFF
    begin = np.flatnonzero(np.diff(texts, prepend=-1))
    label = np.minimum(texts[begin], other[begin])
    characters = np.concatenate(lengths)[texts[begin] - start]
    return _Met(texts[begin], label, characters), [texts, other], others


@dataclass(frozen=True, slots=True)
class LabelFirst(Sender):
    """Sends pairs, with the label of the first text, to the second one."""

    numbering: Numbering

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: both texts, a label, and a number of characters."""
        for bucket, packets in by_bucket(rows):
            met, pairs, _ = _meet(packets)
            here = pairs[0] < pairs[1]
            columns = [one[here] for one in pairs]
            columns += met.of(columns[0])
            for to, some in self.numbering.split(columns[1]):
                yield Packet(to, bucket, OF_OTHERS, pack([one[some] for one in columns]))


@dataclass(frozen=True, slots=True)
class LabelSecond(Sender):
    """Sends pairs of one label, the lower one of their texts', to one bucket; if they are few."""

    numbering: Numbering

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: both texts, and the characters of both texts."""
        for bucket, packets in by_bucket(rows):
            met, _, others = _meet(packets)
            for left, right, label, characters in others:
                own, longer = met.of(right)
                columns = [left, right, characters, longer]
                lowest = np.minimum(label, own)
                _, which, counts = np.unique(lowest, return_inverse=True, return_counts=True)
                # lowest labels are those of low numbers; and a crowd's pairs are too many for one
                where = buckets_of_tiles(lowest, self.numbering.buckets)
                many = counts[which] > _MANY_PAIRS
                where[many] = self.numbering.buckets_of(right[many])
                for to, some in places_by_bucket(where):
                    yield Packet(to, bucket, OF_PAIRS, pack([one[some] for one in columns]))


@dataclass(frozen=True, slots=True)
class MakeTiles(Sender):
    """Makes tiles of the pairs of a bucket, and asks for the texts that they need."""

    numbering: Numbering

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: pairs, to the bucket of a tile, and texts and tiles, to the text's.

        A tile's number is the place of its pairs.
        """
        for bucket, packets in by_bucket(rows):
            columns = [unpack(one.data) for one in packets]
            pairs = [np.concatenate(some).astype(np.int64) for some in zip(*columns, strict=True)]
            pairs = [one[np.lexsort(pairs[1::-1])] for one in pairs]
            left, right, *characters = pairs
            ends = np.concatenate([left, right]).tolist()
            sizes = dict(zip(map(TextId, ends), np.concatenate(characters).tolist(), strict=True))
            keys = left << 32 | right
            listed = list(zip(map(TextId, left.tolist()), map(TextId, right.tolist()), strict=True))
            needed: list[Integers] = []
            for number, batch in enumerate(batches_of(listed, sizes=sizes)):
                tile = bucket << 32 | number
                at, _ = positions_in(keys, np.sort([one << 32 | other for one, other in batch]))
                yield Packet(
                    self.bucket_of(tile),
                    tile,
                    OF_PAIRS,
                    pack([left[at], right[at]]),
                )
                texts = np.unique([left[at], right[at]])
                needed.append(np.stack([texts, np.full(len(texts), tile)]))
            texts, tiles = np.concatenate(needed, axis=1)
            for to, some in self.numbering.split(texts):
                yield Packet(to, bucket, OF_OTHERS, pack([texts[some], tiles[some]]))

    def bucket_of(self, tile: int) -> int:
        """Return the bucket in which a tile is compared."""
        return tile_bucket(tile, self.numbering.buckets)


def tile_bucket(tile: int, buckets: int) -> int:
    """Return in which of some buckets a tile is compared."""
    return int(buckets_of_tiles(np.array([tile]), buckets)[0])


def buckets_of_tiles(tiles: Integers, buckets: int) -> Integers:
    """Return in which of some buckets each of some tiles is compared."""
    high = (tiles.astype(np.uint64) + np.uint64(1)) * _MIX >> np.uint64(32)
    return (high * np.uint64(buckets) >> np.uint64(32)).astype(np.int64)


NEEDED = pa.schema(
    [
        ("id", pa.string()),
        ("number", pa.int64()),
        ("tiles", pa.list_(pa.int64())),
    ]
)
"""The first document of a text, and the tiles that need it."""


@dataclass(frozen=True, slots=True)
class FindNeeded:
    """Finds the documents of the texts that tiles need."""

    numbering: Numbering

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``NEEDED``."""
        for bucket, packets in by_bucket(rows):
            texts, asked = [], []
            for packet in packets:
                if packet.kind == OF_OTHERS:
                    asked.append(np.stack(unpack(packet.data)))
                else:
                    texts.append(unpack_rows(packet.data))
            if asked:
                start = int(self.numbering.starts[bucket])
                yield _needed(start, pa.Table.from_batches(texts), asked)


def _needed(start: int, texts: pa.Table, asked: Sequence[Integers]) -> pa.RecordBatch:
    number, tiles = np.concatenate(asked, axis=1)
    order = np.lexsort((tiles, number))
    number, tiles = number[order], tiles[order]
    begin = np.flatnonzero(np.diff(number, prepend=-1))
    rows = texts.take(pa.array(number[begin] - start))
    offsets = pa.array(np.append(begin, len(number)), pa.int32())
    columns = [
        rows["first"].combine_chunks(),
        pa.array(number[begin]),
        pa.ListArray.from_arrays(offsets, pa.array(tiles)),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=NEEDED)
