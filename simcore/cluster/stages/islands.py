"""Islands: texts that verified pairs connect, and what is told of them comes together.

Which pairs are forms, and how documents are grouped, depends on the pairs of an island alone, and
on how many of all texts and documents have its samples. What connects texts is found in two steps:
of each part of the pairs those that join something, and of these the islands, in one process. It
has as many of these as there are texts in pairs, times the parts that a text is in.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from simcore.candidates.sample_ranges import positions_in
from simcore.candidates.sketch_codec import unpack_joined
from simcore.cluster.frames import (
    Broadcast,
    Packet,
    Rows,
    Sender,
    by_bucket,
    packets_of,
    places_by_bucket,
)
from simcore.cluster.packing import pack, pack_rows, unpack, unpack_rows
from simcore.cluster.stages.texts import (
    OF_COMMON,
    OF_OTHERS,
    OF_PAIRS,
    OF_TEXTS,
    Integers,
    Numbering,
)
from simcore.cluster.stages.tiles import buckets_of_tiles
from simcore.grouping.pairs.table import components
from simcore.model.config import LEAST_SIMILARITY

LINKS = pa.schema([("left", pa.int64()), ("right", pa.int64())])


@dataclass(frozen=True, slots=True)
class TakeLinks:
    """Takes from comparisons as many pairs as connect what verified ones do."""

    containment: float

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``LINKS``."""
        ends = [np.zeros((2, 0), dtype=np.int64)]
        for batch in rows:
            left, right, shared, one, other = (
                batch[name].to_numpy()
                for name in ("left", "right", "shared", "left_size", "right_size")
            )
            union, less = np.maximum(1, one + other - shared), np.maximum(1, np.minimum(one, other))
            verified = shared / union >= LEAST_SIMILARITY
            verified |= shared / less >= self.containment
            ends.append(np.stack([left, right])[:, verified])
        texts, places = np.unique(np.concatenate(ends, axis=1), return_inverse=True)
        left, right = places.reshape(2, -1)
        label = components(left, right, len(texts))
        others = np.flatnonzero(label != np.arange(len(texts)))
        columns = [pa.array(texts[label[others]]), pa.array(texts[others])]
        yield pa.RecordBatch.from_arrays(columns, schema=LINKS)


@dataclass(frozen=True, slots=True)
class IslandLabels:
    """The texts in verified pairs, ascending, and the lowest text of the island of each."""

    texts: Integers
    island: Integers

    @classmethod
    def of(cls, links: pa.Table) -> "IslandLabels":
        """Find the islands that all links make."""
        ends = np.stack([links["left"].to_numpy(), links["right"].to_numpy()])
        texts, places = np.unique(ends, return_inverse=True)
        left, right = places.reshape(2, -1)
        return cls(texts, texts[components(left, right, len(texts))])

    @classmethod
    def unpacked(cls, data: bytes) -> "IslandLabels":
        """Return what ``packed`` returned."""
        return cls(*unpack(data))

    def packed(self) -> bytes:
        """Return it as bytes."""
        return pack([self.texts, self.island])

    def of_texts(self, texts: Integers) -> Integers:
        """Return the islands of texts, -1 of those that are in none."""
        at, there = positions_in(self.texts, texts)
        found = np.full(len(texts), -1)
        found[there] = self.island[at[there]]
        return found


def _split(island: Integers, buckets: int) -> Iterator[tuple[int, Integers]]:
    """Return the buckets of islands, and where those of each are."""
    return places_by_bucket(buckets_of_tiles(island, buckets))


@dataclass(frozen=True, slots=True)
class SpreadCompared(Sender):
    """Sends comparisons of two texts of one island there, as packets of a ``kind``."""

    islands: Broadcast
    buckets: int
    kind: int = OF_PAIRS

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets of rows of ``COMPARED``."""
        islands = IslandLabels.unpacked(self.islands.value)
        for batch in rows:
            island = islands.of_texts(batch["left"].to_numpy())
            here = (island >= 0) & (island == islands.of_texts(batch["right"].to_numpy()))
            some = batch.filter(pa.array(here))
            for bucket, at in _split(island[here], self.buckets):
                yield Packet(bucket, 0, self.kind, pack_rows(some.take(pa.array(at))))


MEMBERS = pa.schema([("id", pa.string()), ("number", pa.int64()), ("island", pa.int64())])
"""Documents that may be in a group: their text's number and its island."""

TOLD = (
    *"id content_hash text_hash form_hash words_hash encoding lossy cut_short guessed".split(),
    *"title script stated characters tokens features fingerprint size modified_ns".split(),
)
"""What is told of these."""


@dataclass(frozen=True, slots=True)
class FindMembers:
    """Finds the documents of texts that are in verified pairs, or have several documents."""

    numbering: Numbering
    islands: Broadcast

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``MEMBERS``."""
        islands = IslandLabels.unpacked(self.islands.value)
        for packet in packets_of(rows):
            batch = unpack_rows(packet.data)
            numbers = self.numbering.first_of(packet) + np.arange(batch.num_rows)
            island = islands.of_texts(numbers)
            copied = batch["documents"].to_numpy() > 1
            island = np.where((island < 0) & copied, numbers, island)
            wanted = np.flatnonzero(island >= 0)
            some = batch.select(["first", "others"]).take(pa.array(wanted)).to_pylist()
            found = [
                {"id": name, "number": number, "island": of}
                for row, number, of in zip(
                    some, numbers[wanted].tolist(), island[wanted].tolist(), strict=True
                )
                for name in (row["first"], *row["others"])
            ]
            yield pa.RecordBatch.from_pylist(found, schema=MEMBERS)


@dataclass(frozen=True, slots=True)
class SpreadMembers(Sender):
    """Sends documents to their islands."""

    buckets: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets of rows of ``TOLD`` and ``MEMBERS``."""
        for batch in rows:
            some = batch.select([*TOLD, "number", "island"])
            for bucket, at in _split(batch["island"].to_numpy(), self.buckets):
                yield Packet(bucket, 0, OF_TEXTS, pack_rows(some.take(pa.array(at))))


@dataclass(frozen=True, slots=True)
class AskSamples(Sender):
    """Asks who has the samples of islands' texts, and tells of documents that differ in bytes."""

    islands: Broadcast
    buckets: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets: texts and values; or values, and in how many more documents."""
        islands = IslandLabels.unpacked(self.islands.value)
        for batch in rows:
            numbers = batch["number"].to_numpy()
            asked = islands.of_texts(numbers) >= 0
            more = batch["contents"].to_numpy() - 1
            for kind, texts in (OF_OTHERS, asked), (OF_COMMON, more > 0):
                some = np.flatnonzero(texts)
                values, sizes = unpack_joined(batch["sketch"].take(pa.array(some)).to_pylist())
                of_each = np.repeat((numbers if kind == OF_OTHERS else more)[some], sizes)
                where = values.astype(np.int64) * self.buckets >> 32
                for bucket, here in places_by_bucket(where):
                    yield Packet(bucket, 0, kind, pack([of_each[here], values[here]]))


@dataclass(frozen=True, slots=True)
class AnswerSamples(Sender):
    """Answers how many texts, and how many documents, have each of the samples asked for."""

    islands: Broadcast
    buckets: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets to islands: texts, their samples, and both numbers."""
        islands = IslandLabels.unpacked(self.islands.value)
        for bucket, packets in by_bucket(rows):
            known: list[list[Integers]] = []
            of_kind: dict[int, list[list[Integers]]] = {OF_COMMON: [], OF_OTHERS: []}
            for packet in packets:
                if packet.kind == OF_TEXTS:
                    known.append(unpack(packet.data))
                else:
                    of_kind[packet.kind].append(unpack(packet.data))
            if not of_kind[OF_OTHERS]:
                continue
            numbers, values = (
                np.concatenate(some) for some in zip(*of_kind[OF_OTHERS], strict=True)
            )
            texts = np.ones(len(values), dtype=np.int64)
            for listed, counts in known:
                at, there = positions_in(listed, values)
                texts[there] = counts[at[there]]
            documents = texts.copy()
            if of_kind[OF_COMMON]:
                more, where = (
                    np.concatenate(some) for some in zip(*of_kind[OF_COMMON], strict=True)
                )
                told, which = np.unique(where, return_inverse=True)
                at, there = positions_in(told, values)
                documents[there] += np.bincount(which, more).astype(np.int64)[at[there]]
            columns = [numbers, values, texts.astype(np.int32), documents.astype(np.int32)]
            for to, at in _split(islands.of_texts(numbers), self.buckets):
                yield Packet(to, bucket, OF_COMMON, pack([one[at] for one in columns]))
