"""Reviewing a large report in the window: the time of each action, and the longest block."""

from collections.abc import Sequence

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import MEGABYTES, MILLISECONDS, Figure, Limit, Line
from benchmarks.speed.processes import program, run

__all__ = ["ROWS"]

_GROUP = 5
_BLOCKED = 0.1
_FRAME = 1 / 60
_PAGES = 200
_MOST = {"first": 1.0, "sort": 0.5, "filter": 0.5}
"""Seconds until the outcome is painted, by the first word of an action."""


def _actions(bench: Bench) -> Sequence[Line]:
    groups = bench.documents
    bench.say("reviewing")
    rounds = [
        [
            line.split("\t")
            for line in run(program(bench.python, "review", groups)).output.splitlines()
        ]
        for _ in range(bench.rounds)
    ]
    subject = f"{groups:,} groups, {groups * _GROUP:,} documents"
    lines: list[Line] = []
    for same in zip(*rounds, strict=True):
        name = same[0][0]
        columns = range(1, len(same[0]))
        figures = [tuple(float(line[column]) for line in same) for column in columns]
        if name == "memory":
            lines.append(
                Line(
                    REVIEW.name,
                    f"{subject}: peak memory",
                    Figure(figures[0], MEGABYTES),
                    "before the report was shown",
                    Figure(figures[1], MEGABYTES),
                )
            )
            continue
        lines.append(_taken(f"{subject}: {name}", name, figures[0], figures[2]))
        lines.append(
            Line(
                REVIEW.name,
                f"{subject}: {name}, longest that the window did not answer",
                Figure(figures[1], MILLISECONDS),
                wish=f"at most {_BLOCKED * 1e3:.0f} ms",
                limit=Limit.FIGURE,
                most=_BLOCKED,
            )
        )
    return lines


def _taken(subject: str, name: str, seconds: tuple[float, ...], worked: tuple[float, ...]) -> Line:
    kind = name.partition(":")[0].partition(" ")[0]
    if kind == "scroll":
        each = Figure(tuple(value / _PAGES for value in seconds), MILLISECONDS)
        wish = "a frame of 60 in a second"
        return Line(
            REVIEW.name, f"{subject}, each", each, wish=wish, limit=Limit.FIGURE, most=_FRAME
        )
    figure, processor = Figure(seconds, MILLISECONDS), Figure(worked, MILLISECONDS)
    against = "its processor time"
    if kind not in _MOST:
        return Line(REVIEW.name, subject, figure, against, processor)
    most = _MOST[kind]
    return Line(
        REVIEW.name,
        subject,
        figure,
        against,
        processor,
        wish=f"at most {most * 1e3:.0f} ms",
        limit=Limit.FIGURE,
        most=most,
    )


REVIEW = Row(
    "review",
    "reviewing 100,000 groups of 500,000 documents in the window",
    "first paint 1 s, sort and filter 0.5 s, never blocked over 100 ms, a frame for each page",
    _actions,
)
ROWS = (REVIEW,)
