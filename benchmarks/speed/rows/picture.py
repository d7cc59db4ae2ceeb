"""The picture of the pairs over a large report."""

from collections.abc import Sequence

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import MILLISECONDS, Figure, Limit, Line
from benchmarks.speed.processes import program, run

__all__ = ["ROWS"]

_MOST = 0.02
_STILL = 0.1
_STEPS = 24


def _dragged(bench: Bench) -> Sequence[Line]:
    documents, pairs = 4 * bench.documents, 3 * bench.documents
    bench.say("dragging lines on the picture of the pairs")
    printed = run(program(bench.python, "picture", documents, pairs, _STEPS)).output
    counted, distances, similarities, gaps = (
        Figure(tuple(map(float, line.split())), MILLISECONDS) for line in printed.splitlines()
    )
    longest = Figure((max(gaps.values),), MILLISECONDS)
    subject = f"the picture of {pairs:,} pairs"
    name = PICTURE.name
    at_most = "at most 20 ms"
    return [
        Line(name, f"{subject}: counted in the background", counted),
        Line(
            name,
            f"{subject}: a step of the distance until it is painted",
            distances,
            wish=at_most,
            limit=Limit.FIGURE,
            most=_MOST,
        ),
        Line(
            name,
            f"{subject}: a step of the similarity until it is painted",
            similarities,
            wish=at_most,
            limit=Limit.FIGURE,
            most=_MOST,
        ),
        Line(
            name,
            f"{subject}: longest standstill of the window while a line is dragged and groups are "
            "made in the background",
            longest,
            wish="at most 100 ms",
            limit=Limit.FIGURE,
            most=_STILL,
        ),
    ]


PICTURE = Row(
    "picture",
    "the picture of 300,000 pairs",
    "a step until it is painted: 20 ms; no standstill over 100 ms",
    _dragged,
)
ROWS = (PICTURE,)
