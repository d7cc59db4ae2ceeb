"""A cold scan of documents of several formats, beside scripts that extract and hash them."""

import functools
import itertools
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import Figure, Limit, Line, not_run
from benchmarks.speed.peers import installed
from benchmarks.speed.processes import Ended, program, run

__all__ = ["ROWS"]

_ARCHIVE = "documents.tar.xz"
_COUNT = 1_000
_FORMATS = frozenset({".docx", ".epub", ".html", ".pdf"})
"""What all three read."""
_LIMITS = {"kreuzberg": 1.0, "markitdown": 1 / 3}


@functools.cache
def _documents(bench: Bench) -> Path | None:
    """Make documents of the corpus, no two with the same bytes; None if it is missing."""
    archive = bench.corpora / _ARCHIVE
    if not archive.exists():
        return None
    folder, partial = bench.work / "documents", bench.emptied("documents.partial")
    if folder.exists():
        return folder
    unpacked = bench.emptied("documents.unpacked")
    with tarfile.open(archive) as file:
        file.extractall(unpacked, filter="data")
    sources = [
        path
        for path in sorted(unpacked.rglob("*"))
        if path.suffix in _FORMATS and "hostile" not in path.parts
    ]
    for number, source in zip(range(_COUNT), itertools.cycle(sources), strict=False):
        _vary(source, partial / f"{number:04} {source.name}", number)
    partial.rename(folder)
    return folder


def _vary(source: Path, target: Path, number: int) -> None:
    """Copy a document with other bytes and the same text: nobody can read it only once."""
    data = source.read_bytes()
    if source.suffix == ".pdf":
        target.write_bytes(data + b"%%%d\n" % number)
    elif source.suffix == ".html":
        target.write_bytes(data + b"<!-- %d -->\n" % number)
    else:
        target.write_bytes(data)
        with zipfile.ZipFile(target, "a") as file:
            file.comment = b"%d" % number


def _measure(bench: Bench) -> Sequence[Line]:
    folder = _documents(bench)
    if folder is None:
        reason = bench.lacking(_ARCHIVE)
        return [not_run(DOCUMENTS.name, DOCUMENTS.subject, DOCUMENTS.wish, reason)]
    known = installed(bench.peers)
    index = bench.work / "documents.sqlite3"
    ours: list[Ended] = []
    peers: dict[str, list[Ended]] = {name: [] for name in _LIMITS if name in known}
    for number in range(bench.rounds):
        bench.say(f"documents of several formats, round {number + 1} of {bench.rounds}")
        ours.append(bench.scan(folder, index, fresh=True))
        for name, runs in peers.items():
            # for the slow one a second round adds nothing
            if name == "kreuzberg" or number == 0:
                runs.append(run(program(bench.peers, "extracting", name, folder)))
    lines: list[Line] = []
    for name, limit in _LIMITS.items():
        if name not in peers:
            reason = f"not run: {name} is not installed beside Variorum"
            lines.append(not_run(DOCUMENTS.name, DOCUMENTS.subject, DOCUMENTS.wish, reason))
            continue
        lines += [
            Line(
                DOCUMENTS.name,
                f"{DOCUMENTS.subject}, {what}",
                Figure(tuple(getattr(one, field) for one in ours)),
                f"{name} {known[name]} and rensa",
                Figure(tuple(getattr(one, field) for one in peers[name])),
                DOCUMENTS.wish if field == "seconds" else "",
                Limit.RATIO if field == "seconds" else Limit.NONE,
                limit,
            )
            for field, what in (
                ("seconds", f"{_COUNT:,} files"),
                ("processor_seconds", "processor seconds of the same run"),
            )
        ]
    return lines


DOCUMENTS = Row(
    "documents",
    "cold scan of Word, PDF, EPUB and HTML files to verified groups",
    "faster than kreuzberg and rensa, three times as fast as markitdown and rensa",
    _measure,
)
ROWS = (DOCUMENTS,)
