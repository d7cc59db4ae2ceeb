"""A job's frames as DataFrames of Spark."""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812 - as all of Spark's users call it
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

from simcore.cluster.packets import PACKETS, Broadcast, Mapped

_ROWS_BROADCAST = 2_000_000
_ROWS_AT_ONCE = 256


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
