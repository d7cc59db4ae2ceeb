"""Tiles: pairs that share texts, and these, in one place, where they are compared as in a scan.

A text is on its way to each tile that needs it, so pairs that share texts belong together. Each
text is labelled with the lowest number among its own and its partners', and pairs of one label come
together; there they are split as a scan splits them (``simcore.pipeline.jobs.batches_of``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from simcore.candidates.arrays import positions_in
from simcore.cluster.packets import (
    Packet,
    Rows,
    Sender,
    by_bucket,
    pack,
    pack_rows,
    packets_of,
    places_by_bucket,
    unpack,
    unpack_rows,
)
from simcore.cluster.texts import OF_OTHERS, OF_PAIRS, OF_TEXTS, Integers, Numbering
from simcore.model.records import Comparison, TextId
from simcore.pipeline.jobs import batches_of
from simcore.text.similarity import ReadText, judged_each

_MIX = np.uint64(0x9E3779B97F4A7C15)
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


_TOGETHER = 64

COMPARED_BY = ("id", "content_hash", "encoding", "text")
"""What of a document its text is compared by."""


@dataclass(frozen=True, slots=True)
class SpreadTexts(Sender):
    """Sends texts, with what is known of them, to the tiles that need them."""

    buckets: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets of rows, those for each tile together."""
        for batch in rows:
            sent = batch.drop_columns(["tiles"])
            tiles = batch["tiles"].flatten().to_numpy()
            of_row = pc.list_parent_indices(batch["tiles"]).to_numpy()
            for tile in np.unique(tiles).tolist():
                data = pack_rows(sent.take(pa.array(of_row[tiles == tile])))
                yield Packet(tile_bucket(tile, self.buckets), tile, OF_TEXTS, data)


COMPARED = pa.schema(
    [
        ("left", pa.int64()),
        ("right", pa.int64()),
        ("shared", pa.int64()),
        ("left_size", pa.int64()),
        ("right_size", pa.int64()),
        ("numbers_only", pa.bool_()),
        ("only_in", pa.string()),
        ("measure", pa.string()),
    ]
)
"""A row a comparison of two texts, by their numbers: see ``Comparison``."""


@dataclass(slots=True)
class _TileTexts:
    """The texts of a tile, by their numbers, which ascend."""

    numbers: Integers
    rows: pa.RecordBatch
    _read: dict[int, ReadText] = field(default_factory=dict)

    def read(self, at: int) -> ReadText:
        """Return a text, prepared once."""
        found = self._read.get(at)
        if found is None:
            content, encoding, text = (
                self.rows[name][at].as_py() for name in ("content_hash", "encoding", "text")
            )
            found = self._read[at] = ReadText.of(text, content + encoding.encode())
        return found


def _tiles(rows: Rows) -> Iterator[tuple[Packet, pa.RecordBatch, Sequence[Integers]]]:
    """Yield tiles: a packet of each, its texts by their numbers, and the columns of its pairs.

    The first two of these are places of texts in the tile.
    """
    for _, packets in by_bucket(rows):
        for _, some in groupby(packets, attrgetter("place")):
            texts, pairs = [], []
            for packet in some:
                if packet.kind == OF_TEXTS:
                    texts.append(unpack_rows(packet.data))
                else:
                    pairs.append(unpack(packet.data))
            table = pa.Table.from_batches(texts).sort_by("number").combine_chunks()
            (batch,) = table.to_batches()
            left, right, *others = (np.concatenate(one) for one in zip(*pairs, strict=True))
            ends = (positions_in(batch["number"].to_numpy(), one)[0] for one in (left, right))
            yield packet, batch, [*ends, *others]


def compare_tiles(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return rows of ``COMPARED`` of the pairs of tiles."""
    for _, texts, (one, other) in _tiles(rows):
        tile = _TileTexts(texts["number"].to_numpy(), texts)
        made: list[Comparison] = []
        for start in range(0, len(one), _TOGETHER):
            some = slice(start, start + _TOGETHER)
            ends = zip(one[some].tolist(), other[some].tolist(), strict=True)
            asked = [(TextId(at), TextId(to), tile.read(at), tile.read(to)) for at, to in ends]
            made += judged_each(asked)
        yield _in_columns(tile, made)


def _in_columns(tile: _TileTexts, made: list[Comparison]) -> pa.RecordBatch:
    left, right = (
        np.array([getattr(one, name) for one in made], dtype=np.int64) for name in ("left", "right")
    )
    columns = [
        pa.array(tile.numbers[left]),
        pa.array(tile.numbers[right]),
        *(
            pa.array([getattr(one, name) for one in made], pa.int64())
            for name in ("shared", "left_size", "right_size")
        ),
        pa.array([one.numbers_only for one in made], pa.bool_()),
        pa.array([one.only_in and one.only_in.value for one in made], pa.string()),
        pa.array([one.measure.value for one in made], pa.string()),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=COMPARED)
