"""Cold scans of two more sets, beside rensa over the same files: mixed ones, and small ones."""

from collections.abc import Sequence
from pathlib import Path

from benchmarks.speed import mixed
from benchmarks.speed.bench import FULL_SIZE, Bench, Row
from benchmarks.speed.figures import Figure, Limit, Line, not_run
from benchmarks.speed.peers import installed, pairs_by
from benchmarks.speed.processes import Ended, run

__all__ = ["ROWS"]

_MANUAL, _ARTICLES = "tidb-docs-zh.tar.xz", "mccormick-articles.tar.xz"
_COUNT = 14_000
"""Mixed files of a run at full size."""


def _lines(bench: Bench, row: Row, folder: Path, field: str, most: float) -> Sequence[Line]:
    """Scan a folder in turns with rensa; ``field`` of what both took has a limit."""
    version = installed(bench.peers).get("rensa")
    if version is None:
        return [_left_out(row, "not run: rensa is not installed beside Variorum")]
    index = bench.work / f"{row.name}.sqlite3"
    ours: list[Ended] = []
    peer: list[Ended] = []
    for number in range(bench.rounds):
        bench.say(f"{row.subject}, round {number + 1} of {bench.rounds}")
        ours.append(bench.scan(folder, index, fresh=True))
        peer.append(run(pairs_by("rensa", bench.peers, folder)))
    listed = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return [
        Line(
            row.name,
            f"{row.subject}, {len(listed):,} files, {sum(listed) / 1e6:,.0f} MB: {what}",
            Figure(tuple(getattr(one, name) for one in ours)),
            f"rensa {version}",
            Figure(tuple(getattr(one, name) for one in peer)),
            row.wish if name == field else "",
            Limit.RATIO if name == field else Limit.NONE,
            most,
        )
        for name, what in (
            ("seconds", "seconds on the clock"),
            ("processor_seconds", "processor seconds"),
        )
    ]


def _left_out(row: Row, reason: str) -> Line:
    return not_run(row.name, row.subject, row.wish, reason)


def _mixed(bench: Bench) -> Sequence[Line]:
    unpacked: list[Path] = []
    for archive in (_MANUAL, _ARTICLES):
        folder = bench.unpacked(archive)
        if folder is None:
            return [_left_out(MIXED, bench.lacking(archive))]
        unpacked.append(folder)
    count = max(1, _COUNT * bench.documents // FULL_SIZE)
    listed = mixed.files(unpacked[0], unpacked[1], count)
    if len(listed) < count:
        reason = f"not run: there are {len(listed):,} of {count:,} files on this machine"
        return [_left_out(MIXED, reason)]
    folder, _ = bench.written(
        f"mixed-{count}", f"{count:,} mixed files", lambda made: mixed.write(made, listed)
    )
    return _lines(bench, MIXED, folder, "processor_seconds", 0.8)


def _articles(bench: Bench) -> Sequence[Line]:
    folder = bench.unpacked(_ARTICLES)
    if folder is None:
        return [_left_out(ARTICLES, bench.lacking(_ARTICLES))]
    return _lines(bench, ARTICLES, folder, "seconds", 1.0)


MIXED = Row(
    "mixed",
    "cold scan of manuals, mail and man pages",
    "at most 0.8 of rensa's processor time over the same files",
    _mixed,
)
ARTICLES = Row(
    "articles",
    "cold scan of small files, where starting up is the cost",
    "at most as long as rensa over the same files",
    _articles,
)
ROWS = (MIXED, ARTICLES)
