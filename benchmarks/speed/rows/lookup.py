"""One look-up among a million fingerprints in an index file."""

import statistics
from collections.abc import Sequence

import numpy as np

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import MILLISECONDS, Figure, Limit, Line
from benchmarks.speed.prints import prints
from benchmarks.speed.processes import program, run
from benchmarks.speed.words import random_bits

__all__ = ["ROWS"]

_SECONDS = {3: 0.0005, 7: 0.005}
_RANDOM = 800
_SCANS = 3
_NO_DOCUMENT = 1 << 42


def _lookups(bench: Bench) -> Sequence[Line]:
    made = prints(bench)
    known = made.values[made.sample()]
    queries = np.concatenate([known, random_bits(_RANDOM, bench.seed, _NO_DOCUMENT)])
    file = bench.work / "queries.npy"
    np.save(file, queries)
    lines = []
    for distance, most in _SECONDS.items():
        slowest: list[float] = []
        worked: list[float] = []
        scans: list[float] = []
        for number in range(bench.rounds):
            bench.say(f"look-ups within {distance} bits, round {number + 1}")
            command = program(bench.python, "lookups", made.index, distance, file, _SCANS)
            ours, processor, scanned, differing = run(command).output.splitlines()
            if int(differing):
                raise SystemExit(f"{differing} look-ups within {distance} bits miss something")
            slowest.append(_most_of(ours))
            worked.append(_most_of(processor))
            scans += map(float, scanned.split())
        subject = f"one look-up among {made.count:,} in SQLite, warm, 95 % of them, k = {distance}"
        lines.append(
            Line(
                LOOKUP.name,
                subject,
                Figure(tuple(slowest), MILLISECONDS),
                "a scan of all with hamming() in SQL",
                Figure(tuple(scans), MILLISECONDS),
                f"at most {most * 1e3:g} ms",
                Limit.FIGURE,
                most,
            )
        )
        # a look-up that is interrupted by other programs takes the milliseconds that they run
        processor_time = Figure(tuple(worked), MILLISECONDS)
        lines.append(Line(LOOKUP.name, f"{subject}: processor time", processor_time))
    return lines


def _most_of(printed: str) -> float:
    """Return the 95th percentile of the printed seconds."""
    return statistics.quantiles(map(float, printed.split()), n=20)[-1]


LOOKUP = Row(
    "lookup",
    "one look-up among 1,000,000 in SQLite, warm, k = 3 / 7",
    "0.5 ms / 5 ms for 95 % of them",
    _lookups,
)
ROWS = (LOOKUP,)
