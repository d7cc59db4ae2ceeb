"""All pairs of a million fingerprints in an index file, beside libraries that do only that."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import Figure, Limit, Line, Unit, not_run
from benchmarks.speed.peers import installed
from benchmarks.speed.prints import prints
from benchmarks.speed.processes import program, run

__all__ = ["ROWS"]

_SECONDS = {3: 2.0, 7: 10.0, 11: 90.0}
_PAIRS = Unit("pairs")
# at 11 bits faiss would take much of an hour for all: fewer queries, the rest by rule of three
_FAISS_QUERIES = {3: 1_000_000, 7: 100_000, 11: 5_000}
_CPP_BLOCKS = 6
_QUOTED = "simhash-cpp: 1.6 s as quoted by others, on another machine"


@dataclass(slots=True)
class _Times:
    ours: list[float]
    reading: list[float]
    faiss: list[float]
    cpp: list[float]
    wrong: int = 0


def _measured(bench: Bench, distance: int) -> _Times:
    made = prints(bench)
    output = bench.work / "pairs.npy"
    known = installed(bench.peers)
    cpp = bench.simhash_cpp if distance == 3 else None
    times = _Times([], [], [], [])
    for number in range(bench.rounds if distance < 11 else 1):
        bench.say(f"all pairs within {distance} bits, round {number + 1}")
        printed = run(program(bench.python, "all_pairs", made.index, distance, output)).output
        seconds, reading = map(float, printed.split())
        times.ours.append(seconds)
        times.reading.append(reading)
        if "faiss-cpu" in known and number == 0:
            queries = min(made.count, _FAISS_QUERIES[distance])
            command = program(bench.peers, "faiss_pairs", made.array, distance, queries)
            adding, searching, _ = map(float, run(command).output.split())
            times.faiss.append(adding + searching * made.count / queries)
        if cpp is not None:
            command = program(cpp, "cpp_pairs", made.array, distance, _CPP_BLOCKS)
            times.cpp.append(float(run(command).output.split()[0]))
    sampled = made.sample()
    pairs = np.load(output)
    pairs = pairs[np.isin(pairs, sampled).any(axis=1)]
    found = {(left, right) for left, right in pairs.tolist()}
    times.wrong = len(found ^ made.brute_force(distance))
    return times


def _pairs(bench: Bench) -> Sequence[Line]:
    lines: list[Line] = []
    for distance, most in _SECONDS.items():
        times = _measured(bench, distance)
        subject = f"all pairs of {bench.fingerprints:,} fingerprints in SQLite, k = {distance}"
        queries = min(bench.fingerprints, _FAISS_QUERIES[distance])
        part = f", by {queries:,} queries" if queries < bench.fingerprints else ""
        lines.append(
            Line(
                PAIRS.name,
                subject,
                Figure(tuple(times.ours)),
                f"faiss IndexBinaryMultiHash, adding and searching{part}" if times.faiss else "",
                Figure(tuple(times.faiss)) if times.faiss else None,
                f"at most {most:.0f} s",
                Limit.FIGURE,
                most,
            )
        )
        if times.cpp:
            against = f"simhash-cpp find_all, {_CPP_BLOCKS} blocks, in memory"
            other = Figure(tuple(times.cpp))
            lines.append(Line(PAIRS.name, subject, Figure(tuple(times.ours)), against, other))
        elif distance == 3:
            lines.append(not_run(PAIRS.name, f"{subject}, simhash-cpp", _QUOTED))
        lines.append(
            Line(
                PAIRS.name,
                f"reading them out of SQLite, k = {distance}",
                Figure(tuple(times.reading)),
            )
        )
        lines.append(
            Line(
                PAIRS.name,
                f"pairs of {len(prints(bench).sample())} fingerprints that brute force "
                f"sees otherwise, k = {distance}",
                Figure((float(times.wrong),), _PAIRS),
                wish="none",
                limit=Limit.FIGURE,
            )
        )
    return lines


PAIRS = Row(
    "pairs",
    "all pairs of 1,000,000 fingerprints in SQLite, k = 3 / 7 / 11",
    "2 s / 10 s / 90 s, equal to brute force on a sample",
    _pairs,
)
ROWS = (PAIRS,)
