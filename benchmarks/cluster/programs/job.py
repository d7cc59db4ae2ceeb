"""Finds the pairs of a table by Spark, and says what that took, by Spark's own figures.

``seconds`` is the time of the job by the clock, without the start of Spark; ``worker_seconds`` is
the processor time of our functions in the workers, without what brings rows to them;
``shuffle_bytes`` what stages sent to others; ``skew`` how many times the median a task took, of the
stage where that is most, of those whose longest task takes a second or more and reads what was
sent to it.
"""

import json
import statistics
import sys
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet

from simcore.cluster import dataframes
from simcore.cluster.packets import Mapped
from simcore.cluster.session import open_session
from simcore.cluster.spark import SparkFrames


def main(table: str, pairs: str, master: str, buckets: str) -> None:
    """Print what it took, and write the pairs to a file."""
    session = open_session(master)
    taken = session.sparkContext.accumulator(0.0)

    class Timed(SparkFrames):
        """Adds up the time of functions."""

        def mapped(self, frame: Any, function: Mapped, schema: pa.Schema) -> Any:
            """Return what the function makes."""
            return super().mapped(frame, timed(function, taken), schema)

    dataframes.spark_frames = Timed
    began = time.perf_counter()
    asked = int(buckets) if buckets else None
    found = dataframes.pairs(session.read.parquet(table), buckets=asked)
    rows = found.rows.toArrow()
    groups = dataframes.groups(found).toArrow()
    seconds = time.perf_counter() - began
    pyarrow.parquet.write_table(rows, pairs)
    context = session.sparkContext
    address = f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/stages"
    with urllib.request.urlopen(f"{address}?withSummaries=true&details=true") as answer:  # noqa: S310 - Spark's own
        stages = [one for one in json.load(answer) if one["status"] == "COMPLETE"]
    skew = 1.0
    for one in stages:
        # those that read what was sent: what sends is of several sorts in one stage
        times = [
            task["duration"]
            for task in one["tasks"].values()
            if task.get("duration")
            and task.get("taskMetrics", {}).get("shuffleReadMetrics", {}).get("recordsRead")
        ]
        if times and max(times) > 1_000:
            skew = max(skew, max(times) / statistics.median(times))
    print(
        json.dumps(
            {
                "seconds": seconds,
                "worker_seconds": taken.value,
                "shuffle_bytes": sum(one["shuffleWriteBytes"] for one in stages),
                "stages": len(stages),
                "skew": skew,
                "pairs": rows.num_rows,
                "in_groups": groups.num_rows,
            }
        )
    )
    session.stop()


def timed(function: Mapped, taken: Any) -> Mapped:
    """Return the function with its processor time added up."""

    def run(rows: Any) -> Iterator[pa.RecordBatch]:
        waited = 0.0

        def given() -> Iterator[pa.RecordBatch]:
            nonlocal waited
            listed = iter(rows)
            while True:
                began = time.process_time()
                batch = next(listed, None)
                waited += time.process_time() - began
                if batch is None:
                    return
                yield batch

        made = function(given())
        while True:
            began, before = time.process_time(), waited
            batch = next(made, None)
            taken.add(time.process_time() - began - (waited - before))
            if batch is None:
                return
            yield batch

    return run


if __name__ == "__main__":
    main(*sys.argv[1:])
