"""``variorum similar``: one file against a library that the index knows."""

from collections.abc import Sequence

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import Figure, Limit, Line, alternated
from benchmarks.speed.library import library
from benchmarks.speed.processes import run, variorum

__all__ = ["ROWS"]

_MOST = 0.5


def _similar(bench: Bench) -> Sequence[Line]:
    made = library(bench)
    planted = next(one for one in made.corpus.planted(made.count) if one.kind == "substituted 1%")
    file = made.folder / made.corpus.path(planted.source)
    copy = made.corpus.path(planted.copy).name
    # no folder: one that is named is listed and compared with the index first
    asked = variorum(bench.python, "similar", file, "--index", made.index)

    def ask() -> float:
        bench.say("one file against the library")
        ended = run(asked)
        if copy not in ended.output:
            raise SystemExit(f"variorum similar {file} does not name {copy}:\n{ended.output}")
        return ended.seconds

    def start() -> float:
        return run([str(bench.python), "-c", "import simcore"]).seconds

    ours, started = alternated([ask, start], bench.rounds)
    return [
        Line(
            SIMILAR.name,
            f"{SIMILAR.subject} on an index of {made.count:,}, process start to exit",
            Figure(ours),
            "a process that imports simcore",
            Figure(started),
            f"at most {_MOST} s",
            Limit.FIGURE,
            _MOST,
        )
    ]


SIMILAR = Row("similar", "variorum similar FILE", "0.5 s process start to exit", _similar)
ROWS = (SIMILAR,)
