"""Rescans of a library that the index knows: nothing changed, and one file in a hundred."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import Figure, Limit, Line
from benchmarks.speed.library import library
from benchmarks.speed.processes import program, run

__all__ = ["ROWS"]

_ONE_IN = 100


@dataclass(frozen=True, slots=True)
class _Measured:
    unchanged: Figure
    changed: Figure
    walk: Figure
    walk_process: Figure


@functools.cache
def _measured(bench: Bench) -> _Measured:
    made = library(bench)
    folder, index = made.folder, made.index
    rounds: list[tuple[float, float, float, float]] = []
    for number in range(1, bench.rounds + 1):
        bench.say(f"rescan, round {number} of {bench.rounds}")
        walked = run(program(bench.python, "walk", folder))
        unchanged = bench.scan(folder, index)
        files, seconds = walked.output.split()
        if int(files) != made.count:
            raise SystemExit(f"{folder}: has {files} files instead of {made.count}")
        rewritten = range(number % _ONE_IN, made.count, _ONE_IN)
        made.corpus.write(folder, rewritten, change=number)
        changed = bench.scan(folder, index)
        made.corpus.write(folder, rewritten)
        # restores the index for the next round and the next row
        bench.scan(folder, index)
        rounds.append((unchanged.seconds, changed.seconds, float(seconds), walked.seconds))
    return _Measured(*map(Figure, zip(*rounds, strict=True)))


def _unchanged(bench: Bench) -> Sequence[Line]:
    measured = _measured(bench)
    subject = f"{RESCAN.subject}, {bench.documents:,} files"
    return [
        Line(
            RESCAN.name,
            subject,
            measured.unchanged,
            against,
            figure,
            RESCAN.wish,
            Limit.RATIO,
            3.0,
        )
        for against, figure in (
            ("os.scandir and stat of the tree, without the interpreter's start", measured.walk),
            ("the same, process start to exit", measured.walk_process),
        )
    ]


def _changed(bench: Bench) -> Sequence[Line]:
    measured = _measured(bench)
    cold = library(bench).cold.seconds
    allowed = 0.02 * cold + measured.unchanged.median
    return [
        Line(
            CHANGED.name,
            f"{CHANGED.subject}, {bench.documents:,} files",
            measured.changed,
            f"2 % of the cold scan ({cold:,.1f} s) and the rescan above",
            Figure((allowed,)),
            CHANGED.wish,
            Limit.RATIO,
            1.0,
        )
    ]


RESCAN = Row(
    "rescan",
    "rescan, nothing changed",
    "at most 3 times a loop of os.scandir and stat, process start to exit",
    _unchanged,
)
CHANGED = Row(
    "changed",
    "rescan, 1 % changed",
    "at most 2 % of the cold scan plus the row above",
    _changed,
)
ROWS = (RESCAN, CHANGED)
