"""Cold scans of crowds, where all texts share much with all others."""

import functools
from collections.abc import Sequence

from benchmarks.speed.bench import FULL_SIZE, Bench, Row
from benchmarks.speed.crowds import CROWDS
from benchmarks.speed.figures import MEGABYTES, Figure, Limit, Line
from benchmarks.speed.processes import program, run

__all__ = ["ROWS"]

_MOST = 4.0
_MAIN = 400e6
_LOOP = "read, decode, normalise and shingle each once"


def _crowds(bench: Bench) -> Sequence[Line]:
    lines = []
    for crowd in CROWDS:
        count = max(1, crowd.count * bench.documents // FULL_SIZE)
        folder, size = bench.written(
            f"crowd-{bench.seed}-{crowd.name.replace(' ', '-')}-{count}",
            f"{count:,} {crowd.name}",
            functools.partial(crowd.write, seed=bench.seed, count=count),
        )
        scans, loops = [], []
        for number in range(bench.rounds):
            bench.say(f"scan of {count:,} {crowd.name}, round {number + 1} of {bench.rounds}")
            index = folder.with_suffix(".sqlite3")
            scans.append(bench.scan(folder, index, fresh=True, watch=True))
            loops.append(run(program(bench.python, "shingling", folder)))
        subject = f"{count:,} {crowd.name}, {size / 1e6:,.0f} MB"
        lines += [
            Line(
                CROWDS_ROW.name,
                f"{subject}: processor seconds of a cold scan",
                Figure(tuple(one.processor_seconds for one in scans)),
                _LOOP,
                Figure(tuple(one.processor_seconds for one in loops)),
                CROWDS_ROW.wish,
                Limit.RATIO,
                _MOST,
            ),
            Line(
                CROWDS_ROW.name,
                f"{subject}: main process",
                Figure(tuple(float(one.main_peak) for one in scans), MEGABYTES),
                wish=f"at most {_MAIN / 1e6:.0f} MB",
                limit=Limit.FIGURE,
                most=_MAIN,
            ),
        ]
    return lines


CROWDS_ROW = Row(
    "crowds",
    "cold scans of texts that share much with all others",
    "at most 4 times a loop that shingles the same files once",
    _crowds,
)
ROWS = (CROWDS_ROW,)
