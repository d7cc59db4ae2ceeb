"""Finds duplicates of a table by the functions of text-dedup's script for Spark, in its order.

Its last step, connected components, needs a package that is not on the index of Python's packages:
here one process finds them (what Python imports of that package, graphframes-py,
has to be there), and the time of that is not counted. Options are the script's own.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

import pyspark
from pyspark.sql import SparkSession
from pyspark.sql import functions as F  # noqa: N812 - as all of Spark's users call it
from pyspark.sql.types import BooleanType
from text_dedup import minhash_spark as script


def main(table: str, pairs: str, master: str) -> None:
    """Print what it took, and write the groups to a file."""
    parallel = "8"  # its 8,192 partitions are for a cluster
    session = (
        SparkSession.builder.master(master)
        .config("spark.driver.memory", "6g")
        .config("spark.default.parallelism", parallel)
        .config("spark.sql.shuffle.partitions", parallel)
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.log.level", "FATAL")
        .getOrCreate()
    )
    threshold, size, least, permutations = 0.7, 5, 5, 250
    bands, rows = script.optimal_param(threshold, permutations)
    ranges = [(at * rows, (at + 1) * rows) for at in range(bands)]
    draws = tuple(
        script.RNG.randint(start, script.MOD_PRIME, size=(permutations,), dtype=script.DTYPE)
        for start in (1, 0)
    )
    began = time.perf_counter()
    long = F.udf(script.ngrams_length_check, BooleanType())
    df = (
        session.read.parquet(table)
        .filter(long(F.col("text"), F.lit(size), F.lit(least)))
        .withColumn("__id__", F.monotonically_increasing_id())
        .persist(pyspark.StorageLevel.DISK_ONLY)
    )
    df.count()

    def hashed(row: Any) -> Any:
        return script.generate_hash_values(
            content=row[1],
            idx=row[0],
            num_perm=permutations,
            ngram_size=size,
            min_length=least,
            hashranges=ranges,
            permutations=draws,
        )

    edges = (
        df.select("__id__", "text")
        .rdd.flatMap(hashed)
        .groupBy(lambda one: (one[0], one[1]))
        .flatMap(lambda one: script.generate_edges([each[2] for each in one[1]]))
        .distinct()
        .collect()
    )
    seconds = time.perf_counter() - began
    names = {row[0]: row[1] for row in df.select("__id__", "id").collect()}
    grouped: dict[str, list[str]] = {}
    for node, root in components(edges).items():
        grouped.setdefault(names[root], []).append(names[node])
    Path(pairs).write_text(json.dumps(list(grouped.values())), "utf-8")
    print(json.dumps({"seconds": seconds, "edges": len(edges), "groups": len(grouped)}))
    session.stop()


def components(edges: list[tuple[int, int]]) -> dict[int, int]:
    """Return the least node that each is linked to."""
    root: dict[int, int] = {}

    def find(node: int) -> int:
        while root.setdefault(node, node) != node:
            root[node] = root[root[node]]
            node = root[node]
        return node

    for one, other in edges:
        left, right = find(one), find(other)
        root[max(left, right)] = min(left, right)
    return {node: find(node) for node in list(root)}


if __name__ == "__main__":
    main(*sys.argv[1:])
