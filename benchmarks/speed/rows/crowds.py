"""Cold scans of crowds, where all texts share much with all others."""

import functools
from collections.abc import Sequence

from benchmarks.speed.bench import FULL_SIZE, Bench, Row
from benchmarks.speed.crowds import CROWDS
from benchmarks.speed.figures import MEGABYTES, SECONDS, Figure, Limit, Line, Unit
from benchmarks.speed.processes import program, run

__all__ = ["ROWS"]

_MOST = 4.0
_MAIN = 400e6
_PAIRS = Unit("pairs")
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
        index = folder.with_suffix(".sqlite3")
        scans, loops = [], []
        for number in range(bench.rounds):
            bench.say(f"scan of {count:,} {crowd.name}, round {number + 1} of {bench.rounds}")
            scans.append(bench.scan(folder, index, fresh=True, watch=True))
            loops.append(run(program(bench.python, "shingling", folder)))
        subject = f"{count:,} {crowd.name}, {size / 1e6:,.0f} MB"
        told = run(program(bench.python, "compared", index, folder)).output
        compared, found, left_out = (float(one) for one in told.split())

        def line(
            what: str,
            values: Sequence[float],
            unit: Unit = SECONDS,
            others: Sequence[float] = (),
            most: float = 0.0,
            subject: str = subject,
        ) -> Line:
            limit = Limit.NONE if not most else Limit.RATIO if others else Limit.FIGURE
            wish = {Limit.RATIO: CROWDS_ROW.wish, Limit.FIGURE: f"at most {_MAIN / 1e6:.0f} MB"}
            return Line(
                CROWDS_ROW.name,
                f"{subject}: {what}",
                Figure(tuple(map(float, values)), unit),
                _LOOP if others else "",
                Figure(tuple(others)) if others else None,
                wish.get(limit, ""),
                limit,
                most,
            )

        lines += [
            line(
                "processor seconds of a cold scan",
                [one.processor_seconds for one in scans],
                SECONDS,
                [one.processor_seconds for one in loops],
                _MOST,
            ),
            line(
                "seconds of a cold scan",
                [one.seconds for one in scans],
                SECONDS,
                [one.seconds for one in loops],
            ),
            line("main process", [one.main_peak for one in scans], MEGABYTES, (), _MAIN),
            line("all processes together", [sum(one.peaks) for one in scans], MEGABYTES),
            line("compared", [compared], _PAIRS),
            line("found at .3 or more, or a part", [found], _PAIRS),
            line("not compared, about", [left_out], _PAIRS),
        ]
    return lines


CROWDS_ROW = Row(
    "crowds",
    "cold scans of texts that share much with all others",
    "at most 4 times a loop that shingles the same files once",
    _crowds,
)
ROWS = (CROWDS_ROW,)
