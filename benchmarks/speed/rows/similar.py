"""One file against a library that the index knows: by ``variorum similar``, and from memory."""

import statistics
from collections.abc import Sequence

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import MEGABYTES, MILLISECONDS, Figure, Limit, Line, alternated
from benchmarks.speed.library import library
from benchmarks.speed.processes import program, run, variorum

__all__ = ["ROWS"]

_MOST = 0.3
_MEDIAN, _SLOWEST = 0.06, 0.2
_NEW = 200
_ASKED = 8


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


def _resident(bench: Bench) -> Sequence[Line]:
    made = library(bench)
    folder, index = bench.emptied("arrivals"), made.index
    # later versions: each is near to a document that is there
    numbers = range(0, made.count, max(1, made.count // _NEW))
    for number in numbers:
        (folder / f"{number}.txt").write_bytes(made.corpus.content(number, change=1))
    rounds = []
    for number in range(bench.rounds):
        bench.say(f"documents against an index in memory, round {number + 1}")
        rescan = bench.scan(made.folder, index).seconds
        loaded, ours, theirs, differing = run(
            program(bench.python, "resident", index, folder, _ASKED)
        ).output.splitlines()
        if int(differing):
            raise SystemExit(f"{differing} answers from memory are not those of the index")
        seconds_to_load, held = map(float, loaded.split())
        seconds = [float(one) for one in ours.split()]
        rounds.append(
            (
                statistics.median(seconds),
                statistics.quantiles(seconds, n=20)[-1],
                statistics.median(map(float, theirs.split())),
                seconds_to_load,
                held,
                rescan,
            )
        )
    median, slowest, asked, load, size, rescanned = zip(*rounds, strict=True)
    subject = f"a new document against {made.count:,} in memory, read and compared"
    by_index = "asking the index", Figure(asked, MILLISECONDS)
    return [
        Line(
            RESIDENT.name,
            f"{subject}, median",
            Figure(median, MILLISECONDS),
            *by_index,
            f"at most {_MEDIAN * 1e3:g} ms",
            Limit.FIGURE,
            _MEDIAN,
        ),
        Line(
            RESIDENT.name,
            f"{subject}, 95 % of them",
            Figure(slowest, MILLISECONDS),
            *by_index,
            f"at most {_SLOWEST * 1e3:g} ms",
            Limit.FIGURE,
            _SLOWEST,
        ),
        Line(
            RESIDENT.name,
            f"loading the texts of {made.count:,}",
            Figure(load),
            "a rescan, nothing changed",
            Figure(rescanned),
            "no longer than a rescan",
            Limit.RATIO,
            1.0,
        ),
        Line(RESIDENT.name, f"memory of the texts of {made.count:,}", Figure(size, MEGABYTES)),
    ]


SIMILAR = Row("similar", "variorum similar FILE", "0.3 s process start to exit", _similar)
RESIDENT = Row(
    "resident",
    "a new document against 100,000 in memory",
    "60 ms, 200 ms for 95 % of them; loading no longer than a rescan",
    _resident,
)
ROWS = (SIMILAR, RESIDENT)
