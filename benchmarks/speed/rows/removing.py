"""Removing a hundred thousand documents: how long the summary and the results block."""

from collections.abc import Sequence

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import MILLISECONDS, Figure, Limit, Line
from benchmarks.speed.processes import program, run

__all__ = ["ROWS"]

_BLOCKED = 0.1


def _steps(bench: Bench) -> Sequence[Line]:
    bench.say("removing")
    rounds = [
        [
            line.split("\t")
            for line in run(program(bench.python, "removing", bench.documents)).output.splitlines()
        ]
        for _ in range(bench.rounds)
    ]
    lines: list[Line] = []
    for same in zip(*rounds, strict=True):
        taken, longest = (tuple(float(line[column]) for line in same) for column in (1, 2))
        subject = f"{bench.documents:,} documents marked: {same[0][0]}"
        lines.append(Line(REMOVING.name, subject, Figure(taken, MILLISECONDS)))
        lines.append(
            Line(
                REMOVING.name,
                f"{subject}, longest that the window did not answer",
                Figure(longest, MILLISECONDS),
                wish=f"at most {_BLOCKED * 1e3:.0f} ms",
                limit=Limit.FIGURE,
                most=_BLOCKED,
            )
        )
    return lines


REMOVING = Row(
    "removing",
    "the summary and the result list of a removal of 100,000 documents",
    "never blocked over 100 ms",
    _steps,
)
ROWS = (REMOVING,)
