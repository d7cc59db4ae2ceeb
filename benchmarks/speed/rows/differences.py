"""Very long texts in the differences: the first rows on screen, and the longest block."""

from collections.abc import Sequence

from benchmarks.speed.bench import FULL_SIZE, Bench, Row
from benchmarks.speed.figures import MILLISECONDS, Figure, Limit, Line
from benchmarks.speed.processes import program, run

__all__ = ["ROWS"]

_KINDS = {
    "paragraphs": "10 MB of Chinese paragraphs",
    "one-line": "one line of 5 MB",
    "lines": "200,000 lines",
}
_FIRST = 1.0
_LONGEST = 0.1


def _differences(bench: Bench) -> Sequence[Line]:
    found: list[Line] = []
    share = min(1.0, bench.documents / FULL_SIZE)
    for kind, text in _KINDS.items():
        subject = text if share == 1 else f"{share:.1%} of {text}"
        bench.say(f"comparing {subject}")
        rounds = []
        for turn in range(bench.rounds):
            command = program(bench.python, "differences", kind, bench.seed + turn, share)
            printed = run(command, {"QT_QPA_PLATFORM": "offscreen"}).output
            rounds.append([float(value) for value in printed.split()])
        first, final, comparing, review = (tuple(column) for column in zip(*rounds, strict=True))
        name = DIFFERENCES.name
        found += [
            Line(
                name,
                f"{subject}, twice: until rows are painted",
                Figure(first, MILLISECONDS),
                wish="at most 1 s",
                limit=Limit.FIGURE,
                most=_FIRST,
            ),
            Line(name, f"{subject}, twice: until all is compared", Figure(final)),
            Line(
                name,
                f"{subject}, twice: longest block of the window while they are compared",
                Figure(comparing, MILLISECONDS),
                wish="at most 100 ms",
                limit=Limit.FIGURE,
                most=_LONGEST,
            ),
            Line(
                name,
                f"{subject}, twice: longest block while one scrolls, folds, wraps and finds",
                Figure(review, MILLISECONDS),
                wish="at most 100 ms",
                limit=Limit.FIGURE,
                most=_LONGEST,
            ),
        ]
    return found


DIFFERENCES = Row(
    "differences",
    "very long texts in the differences",
    "first rows within 1 s, the window never blocked over 100 ms",
    _differences,
)
ROWS = (DIFFERENCES,)
