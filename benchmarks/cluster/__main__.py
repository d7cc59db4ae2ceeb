"""The command: makes a table, measures the programs in turns, and prints what they took."""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, islice
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet

import simcore
from benchmarks.speed.corpus import Corpus
from benchmarks.speed.crowds import CROWDS

_ROWS_A_GROUP = 2_500
_ALIKE = 0.7


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, nargs="+", default=[20_000])
    parser.add_argument("--bytes", type=int, default=5_000, help="of a document")
    parser.add_argument("--master", default="local[2]")
    parser.add_argument("--buckets", type=int, help="in how many parts data are brought together")
    parser.add_argument(
        "--crowd",
        choices=[one.name for one in CROWDS],
        help="texts that are all alike, in the place of a library",
    )
    parser.add_argument("--peer", type=Path, help="a Python that has text-dedup and its own needs")
    arguments = parser.parse_args()
    for count in arguments.documents:
        with tempfile.TemporaryDirectory(prefix="variorum-") as folder:
            measure(Path(folder), count, arguments)


def measure(folder: Path, count: int, arguments: argparse.Namespace) -> None:
    """Print what programs take for so many documents."""
    table = folder / "in.parquet"
    made = (
        library(arguments.bytes, count)
        if arguments.crowd is None
        else crowd(arguments.crowd, count)
    )
    texts = dict(write_table(table, made))
    print(f"{count:,} documents, {sum(map(len, texts.values())) / count:,.0f} characters each")
    one = desktop(table, folder / "pairs.csv")
    print(f"one machine: {one.seconds:.1f} s, {one.processor:.1f} s of processor time")
    buckets = str(arguments.buckets or "")
    job = program("job", table, folder / "pairs.parquet", arguments.master, buckets)
    ratio = job["worker_seconds"] / one.processor
    print(
        f"cluster ({arguments.master}): {job['seconds']:.1f} s, {job['worker_seconds']:.1f} s of "
        f"processor time in workers ({ratio:.2f} of one machine's), "
        f"{job['shuffle_bytes'] / count:,.0f} bytes shuffled a document, {job['stages']} stages, "
        f"longest task {job['skew']:.1f} times the median, {job['pairs']:,} pairs"
    )
    found = pyarrow.parquet.read_table(folder / "pairs.parquet").to_pylist()
    same = {(row["left"], row["right"]) for row in found} == one.pairs
    print(f"the same pairs as on one machine: {'yes' if same else 'NO'}")
    if arguments.peer is None:
        return
    theirs = program("peer", table, folder / "peer.json", arguments.master, python=arguments.peer)
    groups = json.loads((folder / "peer.json").read_text("utf-8"))
    listed = {pair for group in groups for pair in combinations(sorted(group), 2)}
    ours = {(row["left"], row["right"]) for row in found if row["similarity"] >= _ALIKE}
    true = {pair for pair in ours | listed if alike(texts, pair)}
    for name, pairs, seconds in (
        ("cluster", ours, job["seconds"]),
        ("text-dedup", listed, theirs["seconds"]),
    ):
        hits = len(pairs & true)
        print(
            f"{name}: {seconds:.1f} s, {len(pairs):,} pairs, precision "
            f"{hits / max(1, len(pairs)):.3f}, recall {hits / max(1, len(true)):.3f}"
        )


def alike(texts: Mapping[str, str], pair: tuple[str, str]) -> bool:
    """Return whether two texts are as alike as asked, by all that they have."""
    return simcore.compare(texts[pair[0]], texts[pair[1]]).similarity >= _ALIKE


def library(mean_bytes: int, count: int) -> Iterator[str]:
    """Yield so many documents, some of which are alike."""
    corpus = Corpus(mean_bytes=mean_bytes)
    return (text_of(corpus.content(number)) for number in range(count))


def crowd(name: str, count: int) -> Iterator[str]:
    """Yield so many texts of a crowd."""
    (found,) = (one for one in CROWDS if one.name == name)
    return found.texts(1, count)


def write_table(path: Path, texts: Iterator[str]) -> Iterator[tuple[str, str]]:
    """Write documents as rows, and yield them."""
    schema = pa.schema([("id", pa.string()), ("text", pa.string())])
    with pyarrow.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        start = 0
        while rows := list(islice(texts, _ROWS_A_GROUP)):
            names = [f"{number:09}" for number in range(start, start + len(rows))]
            writer.write_table(pa.table({"id": names, "text": rows}, schema=schema))
            yield from zip(names, rows, strict=True)
            start += len(rows)


def text_of(data: bytes) -> str:
    """Return a text: some copies are in another encoding."""
    for encoding in ("utf-8", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("big5", "replace")


class OneMachine(NamedTuple):
    """What the program takes without a cluster, and the pairs that it finds."""

    seconds: float
    processor: float
    pairs: set[tuple[str, str]]


def desktop(table: Path, pairs: Path) -> OneMachine:
    """Find the pairs on this machine alone."""
    command = [sys.executable, "-m", "simcore", "pairs", str(table), "--text", "text", "--id", "id"]
    before, began = used(), time.perf_counter()
    subprocess.run([*command, "-o", str(pairs)], check=True, capture_output=True)  # noqa: S603 - ours
    seconds, processor = time.perf_counter() - began, used() - before
    lines = pairs.read_text("utf-8").splitlines()[1:]
    found = {(one, other) for one, other, *_ in (line.split(",") for line in lines)}
    return OneMachine(seconds, processor, found)


def used() -> float:
    """Return the processor time of all programs that have ended."""
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime


def program(
    name: str, table: Path, pairs: Path, *words: str, python: Path | None = None
) -> dict[str, float]:
    """Run one of ``programs`` with words of its own, and return what it prints."""
    path = Path(__file__).with_name("programs") / f"{name}.py"
    interpreter = str(python or sys.executable)
    environment = os.environ | {"PYSPARK_PYTHON": interpreter, "SPARK_LOCAL_IP": "127.0.0.1"}
    ran = subprocess.run(  # noqa: S603 - ours
        [interpreter, str(path), str(table), str(pairs), *words],
        check=True,
        stdout=subprocess.PIPE,
        env=environment,
    )
    return last_json(ran.stdout.decode().splitlines())


def last_json(lines: Iterable[str]) -> dict[str, float]:
    """Return the last line that is an object of JSON."""
    found: dict[str, float] = json.loads([line for line in lines if line.startswith("{")][-1])
    return found


if __name__ == "__main__":
    main()
