"""Frames of a cluster job in one process: parts are lists, exchanged in any order, made again."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.compute

from simcore.cluster.packets import PACKETS, Mapped


@dataclass
class LocalFrame:
    parts: list[list[pa.RecordBatch]]
    schema: pa.Schema


@dataclass
class _Bytes:
    value: bytes


@dataclass
class LocalFrames:
    """Runs a job in this process. Each function is called twice now and then, as tasks fail."""

    chance: random.Random = field(default_factory=lambda: random.Random(7))
    moved: int = 0
    """Bytes of packets that were exchanged."""

    processors = 3

    def mapped(self, frame: LocalFrame, function: Mapped, schema: pa.Schema) -> LocalFrame:
        made = []
        for part in frame.parts:
            if self.chance.random() < 0.2:
                next(iter(function(iter(part))), None)  # a task that failed
            made.append([one.cast(schema) for one in function(iter(part))])
        return LocalFrame(made, schema)

    def exchanged(self, frames: Iterable[LocalFrame], buckets: int) -> LocalFrame:
        parts: list[list[dict[str, Any]]] = [[] for _ in range(buckets)]
        rows = [
            row
            for frame in frames
            for part in frame.parts
            for one in part
            for row in one.to_pylist()
        ]
        self.chance.shuffle(rows)
        for row in rows:
            self.moved += len(row["data"])
            parts[row["to"]].append(row)
        for part in parts:
            part.sort(key=lambda row: (row["to"], row["place"], row["kind"]))
        return LocalFrame(
            [[pa.RecordBatch.from_pylist(part, schema=PACKETS)] if part else [] for part in parts],
            PACKETS,
        )

    def of_kind(self, frame: LocalFrame, kind: int) -> LocalFrame:
        return LocalFrame(
            [
                [one.filter(pa.compute.equal(one["kind"], kind)) for one in part]
                for part in frame.parts
            ],
            frame.schema,
        )

    def kept(self, frame: LocalFrame) -> LocalFrame:
        return frame

    def rows(self, frame: LocalFrame) -> pa.Table:
        return pa.Table.from_batches([one for part in frame.parts for one in part], frame.schema)

    def parts(self, frame: LocalFrame) -> Iterator[pa.RecordBatch]:
        for part in frame.parts:
            yield from part

    def given(self, table: pa.Table) -> LocalFrame:
        return LocalFrame([table.to_batches()], table.schema)

    def shared(self, data: bytes) -> _Bytes:
        return _Bytes(data)

    def repeated(self, frame: LocalFrame, column: str) -> pa.Table:
        counts = Counter(self.rows(frame)[column].to_pylist())
        found = [one for one, count in counts.items() if count > 1 or not one]
        first = sorted(found, key=lambda one: (one is not None, one))[:1]
        return pa.table({column: first, "rows": [counts[one] for one in first]})

    def matching(self, frame: LocalFrame, columns: Sequence[str], values: LocalFrame) -> LocalFrame:
        key = columns[0]
        wanted = {row[key]: row for row in self.rows(values).to_pylist()}
        fields = [*map(frame.schema.field, columns)]
        schema = pa.schema([*fields, *(one for one in values.schema if one.name != key)])

        def joined(part: list[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for one in part:
                rows = [
                    row | wanted[row[key]]
                    for row in one.select([*columns]).to_pylist()
                    if row[key] in wanted
                ]
                if rows:
                    yield pa.RecordBatch.from_pylist(rows, schema=schema)

        return LocalFrame([list(joined(part)) for part in frame.parts], schema)
