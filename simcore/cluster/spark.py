"""A job's frames as DataFrames of Spark."""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyspark import StorageLevel, TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812 - as all of Spark's users call it
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructType

from simcore.cluster.packets import PACKETS, Broadcast, Mapped, Rows

_PLACES_A_PART = 64
_ROWS_BROADCAST = 2_000_000
_ROWS_AT_ONCE = 256
_PLACES = [pa.field("part", pa.int32()), pa.field("at", pa.int64())]


@dataclass(frozen=True, slots=True)
class SparkFrames:
    """Runs a job in a session of Spark: see ``simcore.cluster.packets.Frames``.

    What is used several times is kept in a folder ``work``, which all of the cluster can read; or
    else by the executors, which must not be lost then. Either way a plan ends there: Spark would
    look through all stages before anew with each stage, which took five times as long as the work.
    """

    session: SparkSession
    work: str | None = None

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
        """Return the same, written to the folder or kept in memory and on disks of executors."""
        if self.work is None:
            return frame.localCheckpoint(eager=False, storageLevel=StorageLevel.MEMORY_AND_DISK)
        where = f"{self.work}/{uuid.uuid4().hex}"
        frame.write.option("compression", "zstd").parquet(where)
        return self.session.read.schema(frame.schema).parquet(where)

    def rows(self, frame: DataFrame) -> pa.Table:
        """Return all rows."""
        return frame.toArrow()

    def parts(self, frame: DataFrame) -> Iterator[pa.RecordBatch]:
        """Yield all rows, of which no more than a few partitions are here at once."""
        rows: list[tuple[Any, ...]] = []
        schema = to_arrow_schema(frame.schema)

        def batch() -> pa.RecordBatch:
            listed = zip(*rows, strict=True)
            arrays = [pa.array(c, f.type) for c, f in zip(listed, schema, strict=True)]
            return pa.RecordBatch.from_arrays(arrays, schema=schema)

        for row in frame.toLocalIterator(prefetchPartitions=True):
            rows.append(tuple(row))
            if len(rows) == _ROWS_AT_ONCE:
                yield batch()
                rows.clear()
        if rows:
            yield batch()

    def given(self, table: pa.Table) -> DataFrame:
        """Return rows that are here as a DataFrame."""
        return self.session.createDataFrame(table)

    def shared(self, data: bytes) -> Broadcast:
        """Return a broadcast."""
        found: Broadcast = self.session.sparkContext.broadcast(data)
        return found

    def picked(self, frame: DataFrame, column: str, places: NDArray[np.int64]) -> pa.Table:
        """Return the rows at some places in the order of a column."""
        parts = max(1, len(places) // _PLACES_A_PART)
        ranged = frame.repartitionByRange(parts, column).sortWithinPartitions(column)
        fields = from_arrow_schema(pa.schema(_PLACES)).fields
        ordered = self.kept(ranged.mapInArrow(_placed, StructType([*ranged.schema, *fields])))
        counted = self.rows(ordered.groupBy("part").agg(F.max("at").alias("last")))
        of_each = np.zeros(max([0, *counted["part"].to_pylist()]) + 1, dtype=np.int64)
        of_each[counted["part"].to_numpy()] = counted["last"].to_numpy() + 1
        starts = np.cumsum(of_each) - of_each

        def pick(batches: Rows) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                at = starts[batch["part"].to_numpy()] + batch["at"].to_numpy()
                yield batch.filter(pa.array(np.isin(at, places))).select(ranged_names)

        ranged_names = ranged.columns
        return self.rows(ordered.mapInArrow(pick, ranged.schema)).sort_by(column)

    def repeated(self, frame: DataFrame, column: str) -> pa.Table:
        """Return a value of several rows or none, the first by its order, and their number."""
        counted = frame.groupBy(column).agg(F.count("*").alias("rows"))
        value = F.col(column)
        wrong = counted.where((F.col("rows") > 1) | value.isNull() | (value == ""))
        return self.rows(wrong.orderBy(column).limit(1))

    def matching(self, frame: DataFrame, columns: Sequence[str], values: DataFrame) -> DataFrame:
        """Return columns joined with other rows, where the first is equal."""
        few = self.kept(values)
        # or else all texts would be on their way to meet those few that are wanted
        if few.count() <= _ROWS_BROADCAST:
            few = F.broadcast(few)
        return frame.select(*columns).join(few, on=columns[0])


def _placed(batches: Rows) -> Iterator[pa.RecordBatch]:
    """Add the number of the partition, and the place in it."""
    context: Any = TaskContext.get()
    part, at = int(context.partitionId()), 0
    for batch in batches:
        places = np.arange(at, at + batch.num_rows)
        parts = np.full(batch.num_rows, part, dtype=np.int32)
        yield pa.RecordBatch.from_arrays(
            [*batch.columns, pa.array(parts), pa.array(places)],
            schema=pa.schema([*batch.schema, *_PLACES]),
        )
        at += batch.num_rows
