"""A job's frames as DataFrames of Spark."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyspark import StorageLevel, TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812 - as all of Spark's users call it
from pyspark.sql.pandas.types import from_arrow_schema

from simcore.cluster.frames import PACKETS, Broadcast, Mapped, Rows

_PLACES_A_PART = 64
_ROWS_BROADCAST = 2_000_000
_COUNT = pa.schema([("part", pa.int32()), ("rows", pa.int64())])


@dataclass(frozen=True, slots=True)
class SparkFrames:
    """Runs a job in a session of Spark: see ``simcore.cluster.frames.Frames``."""

    session: SparkSession

    @property
    def processors(self) -> int:
        """How many tasks run at once."""
        return int(self.session.sparkContext.defaultParallelism)

    def mapped(self, frame: DataFrame, function: Mapped, schema: pa.Schema) -> DataFrame:
        """Return what a function makes of each partition."""

        def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            return function(batches)

        return frame.mapInArrow(run, from_arrow_schema(schema))

    def exchanged(self, frames: Iterable[DataFrame], buckets: int) -> DataFrame:
        """Return packets with those of each bucket in a partition of its own, sorted."""
        first, *others = (frame.select(*PACKETS.names) for frame in frames)
        for other in others:
            first = first.union(other)
        there = first.repartitionById(buckets, "to")
        return there.sortWithinPartitions("to", "place", "kind")

    def of_kind(self, frame: DataFrame, kind: int) -> DataFrame:
        """Return the packets of a kind."""
        return frame.where(F.col("kind") == kind)

    def kept(self, frame: DataFrame) -> DataFrame:
        """Return the same, persisted in memory and on the disks of the workers."""
        return frame.persist(StorageLevel.MEMORY_AND_DISK)

    def rows(self, frame: DataFrame) -> pa.Table:
        """Return all rows."""
        return frame.toArrow()

    def shared(self, data: bytes) -> Broadcast:
        """Return a broadcast."""
        found: Broadcast = self.session.sparkContext.broadcast(data)
        return found

    def picked(self, frame: DataFrame, column: str, places: NDArray[np.int64]) -> pa.Table:
        """Return the rows at some places in the order of a column."""
        parts = max(1, len(places) // _PLACES_A_PART)
        ranged = frame.repartitionByRange(parts, column)
        ordered = self.kept(ranged.sortWithinPartitions(column))
        counted = self.rows(ordered.mapInArrow(_count, from_arrow_schema(_COUNT)))
        of_each = np.zeros(max([0, *counted["part"].to_pylist()]) + 1, dtype=np.int64)
        np.add.at(of_each, counted["part"].to_numpy(), counted["rows"].to_numpy())
        starts = np.cumsum(of_each) - of_each

        def pick(batches: Rows) -> Iterator[pa.RecordBatch]:
            at = int(starts[_part()])
            for batch in batches:
                some = places[(places >= at) & (places < at + batch.num_rows)] - at
                yield batch.take(pa.array(some))
                at += batch.num_rows

        found = self.rows(ordered.mapInArrow(pick, ordered.schema))
        ordered.unpersist()
        return found.sort_by(column)

    def repeated(self, frame: DataFrame, column: str) -> pa.Table:
        """Return a value of several rows or null, the first by its order, and their number."""
        counted = frame.groupBy(column).agg(F.count("*").alias("rows"))
        wrong = counted.where((F.col("rows") > 1) | F.col(column).isNull())
        return self.rows(wrong.orderBy(column).limit(1))

    def matching(self, frame: DataFrame, columns: Sequence[str], values: DataFrame) -> DataFrame:
        """Return columns joined with other rows, where the first is equal."""
        few = self.kept(values)
        # or else all texts would be on their way to meet those few that are wanted
        if few.count() <= _ROWS_BROADCAST:
            few = F.broadcast(few)
        return frame.select(*columns).join(few, on=columns[0])


def _part() -> int:
    context: Any = TaskContext.get()
    return int(context.partitionId())


def _count(batches: Rows) -> Iterator[pa.RecordBatch]:
    number = sum(batch.num_rows for batch in batches)
    yield pa.RecordBatch.from_pylist([{"part": _part(), "rows": number}], schema=_COUNT)
