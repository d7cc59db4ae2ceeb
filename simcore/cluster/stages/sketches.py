"""Sketches of texts: they stay where their documents were read, and each text has one of them.

What follows from them is sent in few bytes: ``Sizes`` tell if a pair may be worth comparing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from simcore.candidates.sample_ranges import positions_in, ranges, sizes_by_sampling, sums
from simcore.candidates.sketch_codec import unpack_joined
from simcore.cluster.frames import Broadcast, Packet, Rows, Sender, packets_of
from simcore.cluster.packing import pack, places_of, steps_of, unpack, unpack_rows
from simcore.cluster.stages.texts import OF_TEXTS, Counts, Integers, Numbering
from simcore.text.sketch import SAMPLINGS

_RATES = len(SAMPLINGS)

SKETCHED = ("id", "sketch")
"""What of a document its text needs after it has a number."""

FIRSTS = pa.schema([("id", pa.string()), ("number", pa.int64()), ("contents", pa.int64())])
"""A row a text: its first document, its number, and how many of its documents differ in bytes."""


@dataclass(frozen=True, slots=True)
class FindFirsts:
    """Finds the first document of each text."""

    numbering: Numbering

    def __call__(self, rows: Rows) -> Iterator[pa.RecordBatch]:
        """Return rows of ``FIRSTS``."""
        for packet in packets_of(rows):
            batch = unpack_rows(packet.data)
            numbers = self.numbering.first_of(packet) + np.arange(batch.num_rows)
            columns = [batch["first"], pa.array(numbers), batch["contents"]]
            yield pa.RecordBatch.from_arrays(columns, schema=FIRSTS)


@dataclass(frozen=True, slots=True)
class Sizes:
    """What pairs are judged by before their texts are there, of ``texts``, whose numbers ascend.

    ``level`` is the index of each text's sampling rate in ``SAMPLINGS``, ``sizes`` and ``common``,
    of shape (samplings, texts), how many samples it has at each rate, and how many that many texts
    have. These are at ``places`` among all common samples: ascending of each text, one after
    another; or there are none of these, for those who need none.
    """

    texts: Integers
    level: Integers
    sizes: Counts
    common: Counts
    places: Integers

    @classmethod
    def joined(cls, parts: Sequence["Sizes"]) -> "Sizes":
        """Put parts of different texts together."""
        columns = ("texts", "level", "sizes", "common", "places")
        joined = (
            np.concatenate([getattr(one, name) for one in parts], axis=-1) for name in columns
        )
        found = cls(*joined)
        return found.at(np.argsort(found.texts))

    @classmethod
    def unpacked(cls, data: bytes) -> "Sizes":
        """Return what ``packed`` made."""
        texts, level, *counts, steps = unpack(data)
        sizes, common = (np.stack(counts[at : at + _RATES]) for at in (0, _RATES))
        return cls(texts, level.astype(np.int64), sizes, common, places_of(steps))

    def packed(self) -> bytes:
        """Return it as bytes."""
        columns = [self.texts, self.level.astype(np.uint8), *self.sizes, *self.common]
        return pack([*columns, steps_of(self.places)])

    def shingles(self) -> Integers:
        """Return about how many shingles each text has."""
        of_each = self.sizes[self.level, np.arange(len(self.level))].astype(np.int64)
        found: Integers = of_each * np.array(SAMPLINGS)[self.level]
        return found

    def plain(self) -> "Sizes":
        """Return the same without places."""
        return replace(self, places=self.places[:0])

    def of(self, texts: Integers) -> "Sizes":
        """Return those of some texts, in their order."""
        places, _ = positions_in(self.texts, texts)
        return self.at(places)

    def at(self, some: Integers) -> "Sizes":
        """Return those at some places among the texts, in their order."""
        counts = self.common[0].astype(np.int64)
        listed = ranges((np.cumsum(counts) - counts)[some], counts[some])
        return Sizes(
            self.texts[some],
            self.level[some],
            self.sizes[:, some],
            self.common[:, some],
            self.places[listed] if len(self.places) else self.places,
        )


@dataclass(frozen=True, slots=True)
class TakeSizes(Sender):
    """Takes the sizes of texts from their sketches, with the samples that are ``common``."""

    numbering: Numbering
    common: Broadcast

    def packets(self, rows: Rows) -> Iterator[Packet]:
        """Yield packets of ``Sizes`` to the buckets of texts."""
        (every,) = unpack(self.common.value)
        for batch in rows:
            texts = batch["number"].to_numpy()
            order = np.argsort(texts)
            values, counts = unpack_joined(batch["sketch"].take(pa.array(order)).to_pylist())
            level, sizes = sizes_by_sampling(values, counts)
            places, there = positions_in(every, values)
            common = np.stack(
                [sums(there & (values & np.uint32(one - 1) == 0), counts) for one in SAMPLINGS]
            )
            of_each = sizes.astype(np.int32), common.astype(np.int32)
            found = Sizes(texts[order], level, *of_each, places[there].astype(np.int64))
            for bucket, at in self.numbering.split(found.texts):
                yield Packet(bucket, 0, OF_TEXTS, found.at(at).packed())


MARKS = pa.schema([("texts", pa.binary()), ("marks", pa.binary())])
"""Packed numbers of texts, and a byte of each."""


def marks_of(rows: pa.Table, texts: int) -> NDArray[np.uint8]:
    """Return the marks of so many texts, by their numbers, from rows of ``MARKS``."""
    found = np.zeros(texts, dtype=np.uint8)
    for some, marks in zip(rows["texts"].to_pylist(), rows["marks"].to_pylist(), strict=True):
        found[unpack(some)[0]] = np.frombuffer(marks, dtype=np.uint8)
    return found
