"""The program's start, beside that of a bare window, and a scan that is hardly more than one."""

import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.corpus import Corpus
from benchmarks.speed.figures import Figure, Limit, Line, alternated
from benchmarks.speed.processes import Ended, program, run

__all__ = ["ROWS"]

_ROUNDS_FOR_ONE = 3
"""A start takes a fraction of a second: more rounds cost nothing."""
_ONE = 0.3


def _home(folder: Path) -> dict[str, str]:
    """Return an environment with all per-user folders below one folder, and without a screen."""
    names = ("DATA", "CONFIG", "CACHE", "STATE")
    return {
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(folder),
        **{f"XDG_{name}_HOME": str(folder / name.lower()) for name in names},
    }


def _start(bench: Bench) -> Sequence[Line]:
    bench.say("starting windows")

    def opened(name: str) -> float:
        home = bench.emptied("home")
        started = time.monotonic_ns()
        printed = run(program(bench.python, name), _home(home)).output
        return (int(printed.split()[0]) - started) * 1e-9

    # the very first start reads from the disk
    opened("bare_window")
    opened("own_window")
    ours, bare = alternated(
        [lambda: opened("own_window"), lambda: opened("bare_window")],
        _ROUNDS_FOR_ONE * bench.rounds,
    )
    return [
        Line(
            START.name,
            START.subject,
            Figure(ours),
            "a bare PySide6 window with a table",
            Figure(bare),
            START.wish,
            Limit.RATIO,
            1.8,
        )
    ]


def _one(bench: Bench) -> Sequence[Line]:
    bench.say("scanning one file")
    folder, index = bench.emptied("one"), bench.work / "one.sqlite3"
    Corpus(bench.seed).write(folder, [0])

    def scanned() -> Ended:
        return bench.scan(folder, index, fresh=True)

    def imported() -> float:
        return run([str(bench.python), "-c", "import simcore"]).seconds

    # the very first start reads from the disk
    scanned()
    took: list[Ended] = []

    def noted() -> float:
        took.append(scanned())
        return took[-1].seconds

    ours, bare = alternated([noted, imported], _ROUNDS_FOR_ONE * bench.rounds)
    return [
        Line(
            ONE.name,
            ONE.subject,
            Figure(ours),
            "a process that imports simcore",
            Figure(bare),
            ONE.wish,
            Limit.FIGURE,
            _ONE,
        ),
        Line(
            ONE.name,
            "processor seconds of that scan",
            Figure(tuple(one.processor_seconds for one in took)),
        ),
    ]


START = Row(
    "start",
    "program start to a window that answers",
    "at most 1.8 times a bare PySide6 window with a table",
    _start,
)
ONE = Row("one", "scan of one file, process start to exit", f"at most {_ONE} s", _one)
ROWS = (START, ONE)
