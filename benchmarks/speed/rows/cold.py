"""A cold scan of the TiDB manual, compared with other libraries and with the least possible."""

import csv
import functools
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.recipes.scores import FoundPair, evaluate, found_pairs, read_labels
from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import Figure, Limit, Line, Unit, not_run
from benchmarks.speed.peers import ALIKE, installed, pairs_by
from benchmarks.speed.processes import Ended, program, run
from simcore import FingerprintIndex, ScanConfig, recall

__all__ = ["ROWS"]

_ARCHIVE, _LABELS = "tidb-docs-zh.tar.xz", "tidb-docs-zh.pairs.csv"
_SHARE = Unit("F1")
_TOOLS: tuple[str, ...] = ("rensa", "datasketch", "simhash")


@dataclass(frozen=True, slots=True)
class _Measured:
    """All runs on the manual, round by round; ``f1`` is of the first round, by tool."""

    ours: list[Ended]
    floor: list[Ended]
    peers: dict[str, list[Ended]]
    f1: dict[str, float]
    files: int


@functools.cache
def _measured(bench: Bench) -> _Measured | None:
    folder = bench.unpacked(_ARCHIVE)
    if folder is None:
        return None
    index = bench.work / "tidb.sqlite3"
    known = installed(bench.peers)
    listed = [name for name in _TOOLS if name in known]
    ours: list[Ended] = []
    floor: list[Ended] = []
    peers: dict[str, list[Ended]] = {name: [] for name in listed}
    for number in range(bench.rounds):
        bench.say(f"cold scan of the TiDB manual, round {number + 1} of {bench.rounds}")
        ours.append(bench.scan(folder, index, fresh=True))
        floor.append(run(program(bench.python, "floor", folder)))
        for name in listed:
            # for the slow ones a second round adds nothing
            if name == "rensa" or number == 0:
                peers[name].append(run(pairs_by(name, bench.peers, folder)))
    labels = read_labels(bench.corpora / _LABELS)
    config = ScanConfig(similarity=ALIKE, contained=False)
    with FingerprintIndex(index) as opened:
        report = recall([folder], config, opened)
    found = {"variorum": found_pairs(report, folder)}
    for name, runs in peers.items():
        pairs = csv.reader(runs[0].output.splitlines())
        found[name] = [FoundPair(left, right, 0, 1.0, 1.0) for left, right in pairs]
    distance = config.distance
    f1: dict[str, float] = {}
    for name, listed_pairs in found.items():
        scores = evaluate(listed_pairs, labels, [distance], [ALIKE]).scores
        f1[name] = next(score.f1 for score in scores if score.measure == "similarity")
    return _Measured(ours, floor, peers, f1, sum(path.is_file() for path in folder.rglob("*")))


def _seconds(runs: Sequence[Ended]) -> Figure:
    return Figure(tuple(one.seconds for one in runs))


def _processor(runs: Sequence[Ended]) -> Figure:
    return Figure(tuple(one.processor_seconds for one in runs))


def _absent(bench: Bench, row: Row) -> list[Line]:
    return [not_run(row.name, row.subject, row.wish, bench.lacking(_ARCHIVE))]


def _cold(bench: Bench) -> Sequence[Line]:
    measured = _measured(bench)
    if measured is None:
        return _absent(bench, COLD)
    ours = _seconds(measured.ours)
    lines = []
    versions = installed(bench.peers)
    for name in ("rensa", *(name for name in measured.peers if name != "rensa")):
        first = name == "rensa"
        if name not in measured.peers:
            reason = f"not run: {name} is not installed beside Variorum"
            lines.append(not_run(COLD.name, COLD.subject, COLD.wish, reason))
            continue
        tool = f"{name} {versions[name]}"
        lines.append(
            Line(
                COLD.name,
                f"{COLD.subject}, {measured.files:,} files",
                ours,
                tool,
                _seconds(measured.peers[name]),
                COLD.wish if first else "",
                Limit.RATIO if first else Limit.NONE,
                0.4,
            )
        )
        lines.append(
            Line(
                COLD.name,
                "pairs at least 0.8 alike, of the same run",
                Figure((measured.f1["variorum"],), _SHARE),
                tool,
                Figure((measured.f1[name],), _SHARE),
            )
        )
    return lines


def _core(bench: Bench) -> Sequence[Line]:
    measured = _measured(bench)
    if measured is None:
        return _absent(bench, CORE)
    against = "read, decode and cut with rjieba"
    return [
        Line(
            CORE.name,
            f"{CORE.subject}: processor seconds",
            _processor(measured.ours),
            against,
            _processor(measured.floor),
            CORE.wish,
            Limit.RATIO,
            1.8,
        ),
        Line(
            CORE.name,
            f"{CORE.subject}: seconds on the clock",
            _seconds(measured.ours),
            against,
            _seconds(measured.floor),
        ),
    ]


COLD = Row(
    "cold",
    "cold scan of the TiDB manual to verified groups",
    "at most 0.4 of rensa over rjieba word 3-shingles in memory",
    _cold,
)
CORE = Row(
    "core",
    "the same scan per core",
    "at most 1.8 times a loop that reads, decodes and cuts the files",
    _core,
)
ROWS = (COLD, CORE)
