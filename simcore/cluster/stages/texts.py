"""Texts: documents of one normal form are one, and each text has a number, by its hash.

All that follows is about texts, and a thousand copies need only one of each. The documents of a
text come together in a bucket of hashes, where their text is numbered; so the numbers follow from
the documents alone, in whatever order and parts these were read.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from simcore.cluster.frames import (
    Packet,
    Rows,
    Sender,
    by_bucket,
    in_rows,
    packets_of,
    places_by_bucket,
)
from simcore.cluster.packing import pack, pack_rows, unpack_rows
from simcore.text.sketch import SAMPLINGS

_SENT = ["id", "text_hash", "content_hash", "short", "characters", "fingerprint"]
_AT_ONCE = 4_096

OF_TEXTS, OF_COMMON, OF_PAIRS, OF_OTHERS = range(4)
"""The kinds of packets, in the order in which those of a bucket come."""

_RATES = len(SAMPLINGS)

Integers = NDArray[np.int64]
Counts = NDArray[np.int32]

TEXTS = pa.schema(
    [
        ("first", pa.string()),
        ("others", pa.list_(pa.string())),
        ("documents", pa.int64()),
        ("contents", pa.int64()),
        ("short", pa.bool_()),
        ("characters", pa.int64()),
        ("fingerprint", pa.binary()),
    ]
)
"""A row a text: the ids of its first document and the others, how many, and how many differ."""


def bucket_of(hashes: Sequence[bytes], buckets: int) -> Integers:
    """Return in which of so many buckets each hash is: the buckets are ranges of hashes."""
    first = np.frombuffer(b"".join(one[:4] for one in hashes), dtype=">u4").astype(np.int64)
    return first * buckets >> 32


@dataclass(frozen=True, slots=True)
class SpreadDocuments(Sender):
    """Sends documents that others may be like to the buckets of their texts."""

    buckets: int

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets."""
        for batch in rows:
            there = pc.and_(pc.is_valid(batch["text_hash"]), pc.greater(batch["size"], 0))
            some = batch.select(_SENT).filter(pc.or_(pc.is_valid(batch["fingerprint"]), there))
            where = bucket_of(some["text_hash"].to_pylist(), self.buckets)
            for bucket, at in places_by_bucket(where):
                yield Packet(bucket, 0, OF_TEXTS, pack_rows(some.take(pa.array(at))))


def number_texts(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return the texts of exchanged documents, as packets to the bucket that they are in.

    Each has rows of ``TEXTS``, and its place is the number of the first one in its bucket.
    """
    return in_rows(_numbered(rows))


def _numbered(rows: Rows) -> Iterator[Packet]:
    for bucket, packets in by_bucket(rows):
        table = pa.Table.from_batches([unpack_rows(one.data) for one in packets])
        # ids are compared by their bytes in UTF-8, as by their characters
        table = table.sort_by([("text_hash", "ascending"), ("id", "ascending")])
        table = table.combine_chunks()
        hashes = np.array(table["text_hash"].to_pylist(), dtype=object)
        first = np.flatnonzero(np.concatenate([[True], hashes[1:] != hashes[:-1]]))
        documents = np.diff(first, append=len(hashes))
        contents = [
            len({*table["content_hash"][start : start + count].to_pylist()}) if count > 1 else 1
            for start, count in zip(first.tolist(), documents.tolist(), strict=True)
        ]
        ids = pa.array(table["id"].to_pylist(), pa.string())
        others = ids.filter(pa.array(np.isin(np.arange(len(hashes)), first, invert=True)))
        ends = np.concatenate([[0], np.cumsum(documents - 1)]).astype(np.int32)
        texts = table.take(pa.array(first)).drop_columns(["text_hash", "content_hash"])
        texts = texts.rename_columns({"id": "first"})
        texts = texts.append_column("others", pa.ListArray.from_arrays(pa.array(ends), others))
        texts = texts.append_column("documents", pa.array(documents))
        texts = texts.append_column("contents", pa.array(contents, pa.int64()))
        ordered = texts.select(TEXTS.names).cast(TEXTS).combine_chunks()
        for start in range(0, len(ordered), _AT_ONCE):
            (batch,) = ordered.slice(start, _AT_ONCE).combine_chunks().to_batches()
            yield Packet(bucket, start, OF_TEXTS, pack_rows(batch))


COUNTED = pa.schema(
    [
        ("bucket", pa.int64()),
        ("texts", pa.int64()),
        ("worded", pa.int64()),
        ("usual", pa.int64()),
        ("documents", pa.int64()),
    ]
)


def count_texts(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return how many texts each bucket has, how many have words, or enough of them for ``USUAL``.

    And in how many documents those with words are.
    """
    for packet in packets_of(rows):
        batch = unpack_rows(packet.data)
        worded = batch.filter(pc.is_valid(batch["fingerprint"]))
        row = {
            "bucket": packet.to,
            "texts": batch.num_rows,
            "worded": worded.num_rows,
            "usual": worded.num_rows - (pc.sum(worded["short"]).as_py() or 0),
            "documents": pc.sum(worded["documents"]).as_py() or 0,
        }
        yield pa.RecordBatch.from_pylist([row], schema=COUNTED)


USUAL = pa.schema(
    [
        ("first", pa.string()),
        ("number", pa.int64()),
        ("fingerprint", pa.binary()),
        ("characters", pa.int64()),
    ]
)


@dataclass(frozen=True, slots=True)
class UsualTexts:
    """Takes the texts that are not too short for their fingerprints to mean much."""

    numbering: "Numbering"

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``USUAL``."""
        for packet in packets_of(rows):
            batch = unpack_rows(packet.data)
            numbers = self.numbering.first_of(packet) + np.arange(batch.num_rows)
            kept = pc.invert(batch["short"])
            found = batch.append_column("number", pa.array(numbers)).filter(kept)
            yield found.select(USUAL.names).cast(USUAL)


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers of texts: those of bucket b begin with ``starts[b]``, and end the next ones."""

    starts: Integers

    @classmethod
    def of(cls, counted: pa.Table, buckets: int) -> "Numbering":
        """Return the numbers of texts, of which so many were counted."""
        of_each = np.zeros(buckets, dtype=np.int64)
        np.add.at(of_each, counted["bucket"].to_numpy(), counted["texts"].to_numpy())
        return cls(np.concatenate([[0], np.cumsum(of_each)]))

    @property
    def texts(self) -> int:
        """How many there are."""
        return int(self.starts[-1])

    @property
    def buckets(self) -> int:
        """In how many buckets."""
        return len(self.starts) - 1

    def buckets_of(self, numbers: Integers) -> Integers:
        """Return the buckets of texts."""
        found: Integers = np.searchsorted(self.starts, numbers, side="right") - 1
        return found

    def first_of(self, packet: Packet) -> int:
        """Return the number of the first text of a packet."""
        return int(self.starts[packet.to]) + packet.place

    def split(self, numbers: Integers) -> Iterator[tuple[int, Integers]]:
        """Return the buckets of texts, and where the texts of each are among them."""
        return places_by_bucket(self.buckets_of(numbers))


@dataclass(frozen=True, slots=True)
class TakeCharacters(Sender):
    """Takes how many characters texts have, in the order of their numbers."""

    numbering: Numbering

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets of the number of the first text, and the characters of all, to theirs."""
        for packet in packets_of(rows):
            characters = unpack_rows(packet.data)["characters"].to_numpy()
            first = np.array([self.numbering.first_of(packet)])
            yield packet._replace(data=pack([first, characters.astype(np.int64)]))


@dataclass(frozen=True, slots=True)
class TakeNames:
    """Takes the ids of the first documents of texts."""

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return ``PACKETS``, in the place of each of texts."""
        return in_rows(
            one._replace(data=pack_rows(unpack_rows(one.data).select(["first"])))
            for one in packets_of(rows)
        )
