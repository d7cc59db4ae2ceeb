"""What a job sends for each of so many documents, counted up to the comparison of texts.

    python -m benchmarks.cluster.counting 20000 200000

All stages up to the tiles in which texts are compared run here, one after another, and the bytes of
their packets are added up. All stay in memory, but for texts: none is compared, and those on their
way to a tile count as many bytes as texts take on average.
"""

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from benchmarks.cluster.__main__ import text_of
from benchmarks.speed.corpus import Corpus
from simcore.cluster.job import ClusterJob
from simcore.cluster.packets import PACKETS, Mapped, pack_rows, packets_of, unpack_rows
from simcore.cluster.texts import DOCUMENTS, OF_TEXTS, ReadDocuments
from simcore.fingerprints import width_of
from simcore.model.config import ScanConfig
from simcore.pipeline.jobs import recipe_key

_A_PART = 2_500

Part = list[pa.RecordBatch]


@dataclass
class Frame:
    """Rows in parts."""

    parts: list[Part]
    schema: pa.Schema

    @property
    def batches(self) -> Iterator[pa.RecordBatch]:
        """All rows."""
        return (batch for part in self.parts for batch in part)


@dataclass
class CountingFrames:
    """Runs stages in this process, and adds up the bytes that are sent."""

    processors: int = 2
    sent: float = 0

    def mapped(self, frame: Frame, function: Mapped, schema: pa.Schema) -> Frame:
        """Return what a function makes of each part."""
        return Frame([list(function(iter(part))) for part in frame.parts], schema)

    def exchanged(self, frames: Iterable[Frame], buckets: int) -> Frame:
        """Return the packets of each bucket together."""
        parts: list[list[Any]] = [[] for _ in range(buckets)]
        for frame in frames:
            for batch in frame.batches:
                for row in zip(*(one.to_pylist() for one in batch.columns), strict=True):
                    self.sent += len(row[3])
                    parts[row[0]].append(row)
        made = []
        for part in parts:
            part.sort(key=lambda row: row[:3])
            columns = list(zip(*part, strict=True)) if part else [[]] * 4
            arrays = [pa.array(one, of.type) for one, of in zip(columns, PACKETS, strict=True)]
            made.append([pa.RecordBatch.from_arrays(arrays, schema=PACKETS)])
            part.clear()
        return Frame(made, PACKETS)

    def of_kind(self, frame: Frame, kind: int) -> Frame:
        """Return the packets of a kind."""
        kept = [[one.filter(pc.equal(one["kind"], kind)) for one in part] for part in frame.parts]
        return Frame(kept, frame.schema)

    def kept(self, frame: Frame) -> Frame:
        """Return the frame."""
        return frame

    def rows(self, frame: Frame) -> pa.Table:
        """Return all rows."""
        return pa.Table.from_batches([*frame.batches], frame.schema)

    def matching(self, frame: Frame, columns: Sequence[str], values: Frame) -> Frame:
        """Return columns joined with those of ``values``, where the first is equal."""
        wanted = self.rows(values)
        at = {key: row for row, key in enumerate(wanted[columns[0]].to_pylist())}
        others = wanted.drop_columns([columns[0]]).combine_chunks()

        def joined(rows: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in rows:
                found = [at.get(key) for key in batch[columns[0]].to_pylist()]
                here = pa.array([place for place, row in enumerate(found) if row is not None])
                if len(here):
                    left = batch.select([*columns]).take(here)
                    right = others.take(pa.array([row for row in found if row is not None]))
                    (more,) = right.combine_chunks().to_batches()
                    yield pa.RecordBatch.from_arrays([*left.columns, *more.columns], schema=schema)

        schema = pa.schema([*map(frame.schema.field, columns), *others.schema])
        return self.mapped(frame, joined, schema)


class CountedJob(ClusterJob):
    """A job up to its tiles, of documents without their texts, of ``weight`` bytes each."""

    frames: CountingFrames

    def print_sent(self, weight: float) -> None:
        """Print what each group of stages sends for a document."""
        before = 0.0

        def say(what: str) -> None:
            nonlocal before
            sent = self.frames.sent / self.read
            print(f"  {what}: {sent - before:,.0f} bytes", flush=True)
            before = sent

        _ = self.texts
        say("documents, to be one with those of the same text")
        _ = self.samples
        say("samples")
        number = sum(map(self._number, self.by_samples))
        say(f"pairs that meet by these, {number:,} of them candidates")
        by_fingerprints = self.by_fingerprints
        say("fingerprints")
        found = (*self.by_samples, by_fingerprints)
        tiles = self._tiles(one for one in found if one is not None)
        there = self.frames.of_kind(tiles, OF_TEXTS)
        texts = sum(unpack_rows(one.data).num_rows for one in packets_of(there.batches))
        self.frames.sent += texts * weight
        say(f"tiles, with {texts:,} texts")
        print(f"  all of it, in {self.buckets} buckets: {before:,.0f} bytes", flush=True)


def documents(numbers: range) -> bytes:
    """Return what is known of some documents of a library, but for their texts."""
    corpus, config = Corpus(), ScanConfig()
    given = pa.table(
        {
            "id": [f"{number:09}" for number in numbers],
            "text": [text_of(corpus.content(number)) for number in numbers],
        }
    )
    (batch,) = given.combine_chunks().to_batches()
    read = ReadDocuments(config, width_of(recipe_key(config)))
    (made,) = read([batch])
    return pack_rows(made) if numbers.start == 0 else pack_rows(without_texts(made))


def without_texts(rows: pa.RecordBatch) -> pa.RecordBatch:
    """Return rows with nothing in the place of texts."""
    nothing = pa.nulls(len(rows), pa.string())
    return rows.set_column(rows.schema.names.index("text"), "text", nothing)


def main() -> None:
    """Count, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("documents", type=int, nargs="+")
    for count in parser.parse_args().documents:
        starts = range(0, count, _A_PART)
        parts = [range(start, min(count, start + _A_PART)) for start in starts]
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            made = [[unpack_rows(one)] for one in pool.map(documents, parts)]
        first = made[0][0]
        weight = len(pack_rows(first.select(["text"]))) / len(first)
        made[0] = [without_texts(first)]
        print(f"{count:,} documents; a text of {weight:,.0f} bytes, packed")
        job = CountedJob(CountingFrames(), Frame(made, DOCUMENTS), ScanConfig(), unique=True)
        job.documents = job.source
        job.print_sent(weight)


if __name__ == "__main__":
    main()
