"""A step of the slider in a large report."""

from collections.abc import Sequence

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import MILLISECONDS, Figure, Limit, Line
from benchmarks.speed.processes import program, run

__all__ = ["ROWS"]

_MOST = 0.016
_STEPS = 16


def _steps(bench: Bench) -> Sequence[Line]:
    pairs = bench.documents * 3 // 10
    bench.say("moving the slider")
    printed = run(program(bench.python, "slider", bench.documents, pairs, _STEPS)).output
    model, window, looks, worked = (
        Figure(tuple(map(float, line.split())), MILLISECONDS) for line in printed.splitlines()
    )
    subject = f"a slider step at {bench.documents:,} documents and {pairs:,} pairs"
    against = "a Python loop that looks at every pair once"
    return [
        Line(
            SLIDER.name,
            f"{subject}: new groups in the model",
            model,
            against,
            looks,
            "at most 16 ms",
            Limit.FIGURE,
            _MOST,
        ),
        Line(SLIDER.name, f"{subject}: in the window until it is painted", window, against, looks),
        Line(SLIDER.name, f"{subject}: processor time of the first", worked),
    ]


SLIDER = Row(
    "slider",
    "a slider step at 100,000 documents and 30,000 pairs",
    "new groups in the model: 50 ms",
    _steps,
)
ROWS = (SLIDER,)
