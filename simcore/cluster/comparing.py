"""The exact comparison of the pairs of tiles, as a scan makes it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simcore.candidates.bounds import may_be_pairs
from simcore.candidates.postings import Worth
from simcore.candidates.sample_ranges import SampleRanges, positions_in
from simcore.candidates.sketch_codec import unpack_joined
from simcore.cluster.frames import Packet, Rows, by_bucket, in_rows
from simcore.cluster.packing import pack_rows, unpack, unpack_rows
from simcore.cluster.proposing import Bounds
from simcore.cluster.texts import OF_PAIRS, OF_TEXTS, Integers
from simcore.cluster.tiles import BY_FINGERPRINTS, BY_RULE, tile_bucket
from simcore.model.records import Comparison, TextId
from simcore.text.measures.judging import ReadText, judged_each

_TOGETHER = 64

COMPARED_BY = ("id", "content_hash", "encoding", "text", "sketch")
"""What of a document its text is compared by."""


@dataclass(frozen=True, slots=True)
class SpreadTexts:
    """Sends texts, with what is known of them, to the tiles that need them."""

    buckets: int

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return ``PACKETS`` of one row each."""
        return in_rows(self._packets(rows))

    def _packets(self, rows: Rows) -> Iterator[Packet]:
        for batch in rows:
            sent = batch.select([*COMPARED_BY, "number", "common"])
            for at, tiles in enumerate(batch["tiles"].to_pylist()):
                data = pack_rows(sent.slice(at, 1))
                for tile in tiles:
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
class _Tile:
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


@dataclass(frozen=True, slots=True)
class CompareTiles:
    """Compares those pairs of tiles that are worth it, by the sketches of their texts."""

    bounds: Bounds

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``COMPARED``."""
        for _, packets in by_bucket(rows):
            for _, some in groupby(packets, attrgetter("place")):
                yield self._compared(some)

    def _compared(self, packets: Iterator[Packet]) -> pa.RecordBatch:
        texts, pairs = [], []
        for packet in packets:
            if packet.kind == OF_TEXTS:
                texts.append(unpack_rows(packet.data))
            else:
                assert packet.kind == OF_PAIRS
                pairs.append(unpack(packet.data))
        rows = pa.Table.from_batches(texts).sort_by("number").combine_chunks().to_batches()[0]
        tile = _Tile(rows["number"].to_numpy(), rows)
        left, right, shared, routes = (np.concatenate(some) for some in zip(*pairs, strict=True))
        one, _ = positions_in(tile.numbers, left)
        other, _ = positions_in(tile.numbers, right)
        kept = np.flatnonzero(self._worth(tile, one, other, shared, routes))
        made: list[Comparison] = []
        for start in range(0, len(kept), _TOGETHER):
            asked = [
                (TextId(at), TextId(to), tile.read(at), tile.read(to))
                for at, to in zip(
                    one[kept[start : start + _TOGETHER]].tolist(),
                    other[kept[start : start + _TOGETHER]].tolist(),
                    strict=True,
                )
            ]
            made += judged_each(asked)
        return _in_columns(tile, made)

    def _worth(
        self, tile: _Tile, one: Integers, other: Integers, rare: Integers, routes: Integers
    ) -> NDArray[np.bool_]:
        """Mark the pairs that a scan would compare."""
        values, sizes = unpack_joined(tile.rows["sketch"].to_pylist())
        samples = SampleRanges(len(sizes))
        samples.add(np.arange(len(sizes)), values, sizes)
        common = np.array(tile.rows["common"].to_pylist(), dtype=np.int32).T
        containment, similarity = self.bounds.containment, self.bounds.similarity
        marked: NDArray[np.bool_] = routes == BY_RULE
        some = np.flatnonzero(routes == BY_FINGERPRINTS)
        marked[some] = may_be_pairs(samples, one[some], other[some], containment, lambda: None)
        some = np.flatnonzero(~marked & (rare > 0))
        total = samples.shared(one[some], other[some], lambda: None)
        worth = Worth(samples.level, samples.sizes, common)
        counts = rare[some].astype(np.float64)
        marked[some] = worth.worth_comparing(
            one[some], other[some], counts, containment, similarity, total - counts
        )
        return marked


def _in_columns(tile: _Tile, made: list[Comparison]) -> pa.RecordBatch:
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
