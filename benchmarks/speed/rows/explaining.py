"""Long texts in the tab "Why these two": until it shows them, and the longest block."""

from collections.abc import Sequence

from benchmarks.speed.bench import FULL_SIZE, Bench, Row
from benchmarks.speed.figures import MILLISECONDS, Figure, Limit, Line
from benchmarks.speed.processes import program, run

__all__ = ["ROWS"]

_KINDS = {"paragraphs": "paragraphs", "one-line": "one line"}
_MEGABYTES = (1, 5)
_LONGEST = 0.1


def _explaining(bench: Bench) -> Sequence[Line]:
    found: list[Line] = []
    share = min(1.0, bench.documents / FULL_SIZE)
    for kind, words in _KINDS.items():
        for size in _MEGABYTES:
            subject = f"{size * share:.3g} MB of Chinese in {words}, twice"
            bench.say(f"explaining {subject}")
            rounds = []
            for turn in range(bench.rounds):
                command = program(bench.python, "explaining", kind, size * share, bench.seed + turn)
                printed = run(command, {"QT_QPA_PLATFORM": "offscreen"}).output
                rounds.append([float(value) for value in printed.split()])
            shown, explaining, turning, other = (
                tuple(column) for column in zip(*rounds, strict=True)
            )
            found += [
                Line(EXPLAINING.name, f"{subject}: until the tab shows them", Figure(shown)),
                *(
                    Line(
                        EXPLAINING.name,
                        f"{subject}: longest block of the window {when}",
                        Figure(figure, MILLISECONDS),
                        wish="at most 100 ms",
                        limit=Limit.FIGURE,
                        most=_LONGEST,
                    )
                    for when, figure in (
                        ("until then", explaining),
                        ("while one turns pages and goes through passages", turning),
                    )
                ),
                Line(
                    EXPLAINING.name,
                    f"{subject}: until another, small pair is shown that was chosen meanwhile",
                    Figure(other, MILLISECONDS),
                ),
            ]
    return found


EXPLAINING = Row(
    "explaining",
    "long texts in the tab “Why these two”",
    "the window never blocked over 100 ms",
    _explaining,
)
ROWS = (EXPLAINING,)
