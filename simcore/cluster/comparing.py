"""The exact comparison of the pairs of tiles, as a scan makes it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from simcore.candidates.bounds import may_be_pairs
from simcore.candidates.postings import SampleRanges, positions_in
from simcore.candidates.sketches import unpack_sketches
from simcore.cluster.crowds import tile_bucket
from simcore.cluster.packets import (
    Packet,
    Rows,
    Sender,
    by_bucket,
    pack,
    pack_rows,
    unpack,
    unpack_rows,
)
from simcore.cluster.texts import OF_PAIRS, OF_TEXTS, Integers
from simcore.model.records import Comparison, TextId
from simcore.text.similarity import ReadText, judged_each

_TOGETHER = 64

COMPARED_BY = ("id", "content_hash", "encoding", "text")
"""What of a document its text is compared by."""

JUDGED_BY = ("id", "sketch")
"""What of it tells if it is worth comparing."""


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


@dataclass(frozen=True, slots=True)
class JudgeTiles(Sender):
    """Keeps the pairs by near fingerprints that a scan would compare, by their sketches."""

    containment: float

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: both texts."""
        for packet, texts, (one, other) in _tiles(rows):
            values, sizes = unpack_sketches(texts["sketch"].to_pylist())
            samples = SampleRanges(len(sizes))
            samples.add(np.arange(len(sizes)), values, sizes)
            kept = may_be_pairs(samples, one, other, self.containment, lambda: None)
            if kept.any():
                numbers = texts["number"].to_numpy()
                data = pack([numbers[one[kept]], numbers[other[kept]]])
                yield Packet(packet.to, packet.place, OF_PAIRS, data)


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
