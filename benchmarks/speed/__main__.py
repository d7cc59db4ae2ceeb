"""The command: makes its data, measures the rows that were asked for, prints and writes them."""

import argparse
import compileall
import contextlib
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.speed.bench import FULL_SIZE, Bench, Row
from benchmarks.speed.figures import Line, not_run
from benchmarks.speed.machine import described, load
from benchmarks.speed.peers import installed
from benchmarks.speed.processes import ROOT
from benchmarks.speed.results import put, table
from benchmarks.speed.rows import (
    cold,
    crowds,
    differences,
    disk,
    documents,
    explaining,
    growth,
    lookup,
    memory,
    pairs,
    picture,
    removing,
    rensa,
    rescan,
    review,
    similar,
    slider,
    start,
    strings,
    watching,
)

ROWS: tuple[Row, ...] = (
    *cold.ROWS,
    *rensa.ROWS,
    *rescan.ROWS,
    *memory.ROWS,
    *disk.ROWS,
    *pairs.ROWS,
    *lookup.ROWS,
    *similar.ROWS,
    *watching.ROWS,
    *slider.ROWS,
    *picture.ROWS,
    *review.ROWS,
    *removing.ROWS,
    *start.ROWS,
    *differences.ROWS,
    *explaining.ROWS,
    *growth.ROWS,
    *crowds.ROWS,
    *documents.ROWS,
    *strings.ROWS,
)
_RESULTS = ROOT / "benchmarks" / "RESULTS.md"
_QUICK_SIZE = 2_000


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.speed",
        description="Measure how fast Variorum is, beside other things in the same run.",
        epilog="Rows: " + "; ".join(f"{row.name} ({row.subject})" for row in ROWS) + ".",
    )
    add = parser.add_argument
    add("--rows", nargs="+", choices=[row.name for row in ROWS], metavar="NAME")
    add("--documents", type=int, default=None, metavar="N", help=f"instead of {FULL_SIZE:,}")
    add("--rounds", type=int, default=None, metavar="N", help="instead of 3")
    add("--quick", action="store_true", help=f"one round, {_QUICK_SIZE:,} documents")
    add("--million", action="store_true", help="take cost growth to 1,000,000 documents: an hour")
    add("--jobs", type=int, metavar="N", help="worker processes of each scan")
    add("--seed", type=int, default=1, help="of the generated documents")
    add("--work", type=Path, metavar="FOLDER", help="keep generated data there for the next run")
    add(
        "--peers",
        type=Path,
        default=Path(sys.executable),
        metavar="PYTHON",
        help="interpreter that has the libraries of benchmarks/requirements.txt",
    )
    add("--simhash-cpp", type=Path, metavar="PYTHON", help="one that has simhash-pybind")
    add("--corpora", type=Path, default=ROOT.parent / "shared" / "corpora", metavar="FOLDER")
    add(
        "--write",
        type=Path,
        metavar="FILE",
        help="put the table between the markers of this file; a complete run at full size "
        "writes to benchmarks/RESULTS.md unasked",
    )
    return parser


def measured(bench: Bench, names: Sequence[str] | None) -> list[Line]:
    """Measure the named rows, by default all; the others are listed as not measured."""
    lines: list[Line] = []
    for row in ROWS:
        if names is None or row.name in names:
            measured_now = row.measure(bench)
            for line in measured_now:
                # a run takes an hour: print results at once
                bench.say(" | ".join(line.cells()))
            lines += measured_now
        else:
            lines.append(not_run(row.name, row.subject, row.wish))
    return lines


def _libraries(bench: Bench) -> dict[str, str]:
    others = {} if bench.simhash_cpp is None else installed(bench.simhash_cpp)
    return others | installed(bench.peers)


def report(bench: Bench, lines: Sequence[Line], load_before: str) -> str:
    """Write the results, the machine, and how to read them."""
    text = f"{described(_libraries(bench), load_before)}\n\n"
    if bench.documents != FULL_SIZE:
        text += (
            f"Scaled down: {bench.documents:,} documents and {bench.fingerprints:,} fingerprints "
            f"instead of {FULL_SIZE:,} and {10 * FULL_SIZE:,}; the figures to reach are meant for "
            "the full size.\n\n"
        )
    text += (
        f"Medians of {bench.rounds} rounds, in which what is measured and what it is compared "
        "with take turns, with the least and the greatest; a ratio is one of medians.\n\n"
    )
    return text + table(lines)


def main() -> int:
    """Measure, print, write."""
    arguments = _parser().parse_args()
    quick = arguments.quick
    with contextlib.ExitStack() as stack:
        work = arguments.work or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        work.mkdir(parents=True, exist_ok=True)
        bench = Bench(
            work.resolve(),
            arguments.peers.absolute(),
            arguments.corpora,
            documents=arguments.documents or (_QUICK_SIZE if quick else FULL_SIZE),
            rounds=arguments.rounds or (1 if quick else 3),
            seed=arguments.seed,
            jobs=arguments.jobs,
            million=arguments.million,
            simhash_cpp=arguments.simhash_cpp and arguments.simhash_cpp.absolute(),
        )
        for package in ("app", "simcore", "benchmarks"):
            # as an installation does; else the first round would pay for it
            compileall.compile_dir(ROOT / package, quiet=2)
        load_before = load()
        text = report(bench, measured(bench, arguments.rows), load_before)
    print(text)
    complete = bench.documents == FULL_SIZE and arguments.rows is None and not quick
    path = arguments.write or (_RESULTS if complete else None)
    if path is None:
        print("Not written anywhere: --write FILE does that.", file=sys.stderr)
    else:
        put(path, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
