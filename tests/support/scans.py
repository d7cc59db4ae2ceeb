"""Scans of folders in this process, and what reports hold, by the names of files."""

import gzip
import json
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from simcore import (
    Document,
    FingerprintIndex,
    Kind,
    ScanConfig,
    ScanReport,
    load_results,
    save_results,
    scan,
)
from simcore.grouping.pairs import shown_kind
from simcore.model.records import DocumentId
from simcore.model.report import Member, ScanFigures
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0)
MEMORY = Path(":memory:")


def scanned(
    folders: Path | Sequence[Path],
    index: FingerprintIndex | Path = MEMORY,
    config: ScanConfig = CONFIG,
    **options: Any,
) -> ScanReport:
    """Scan with an index that is open, or with one of its own."""
    with ExitStack() as stack:
        if isinstance(index, Path):
            index = stack.enter_context(FingerprintIndex(index))
        executor = stack.enter_context(make_executor(config.jobs, config.seconds_a_file))
        return scan(folders, config, index, executor, **options)


def reopened(
    report: ScanReport, path: Path, marked: Collection[DocumentId] = (), **options: Any
) -> ScanReport:
    """Save a report and open it again."""
    save_results(report, marked, path)
    return load_results(path, **options).report


def within(report: ScanReport, distance: int) -> ScanReport:
    """Return a report whose thresholds have another distance."""
    return replace(report, config=replace(report.config, distance=distance))


def saved_lines(path: Path) -> list[Any]:
    """Return the lines of a file of saved results, the header first."""
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def rewrite(path: Path, lines: Sequence[Any]) -> None:
    """Write other lines into a file of saved results."""
    path.write_bytes(gzip.compress(b"".join(json.dumps(one).encode() + b"\n" for one in lines)))


def names(report: ScanReport) -> set[str]:
    return {one.path.name for one in report.documents.values()}


def named(report: ScanReport, name: str) -> Document:
    (found,) = (one for one in report.documents.values() if one.path.name == name)
    return found


def kept(report: ScanReport) -> list[str]:
    """Return the name of the kept document of each group."""
    return [report.documents[group.representative].path.name for group in report.groups]


def member_kinds(report: ScanReport) -> dict[str, Kind]:
    """Return the kind of each member of all groups."""
    members = (member for group in report.groups for member in group.members)
    return {report.documents[one.document].path.name: one.kind for one in members}


def pair_kinds(report: ScanReport) -> dict[frozenset[str], Kind]:
    """Return the kind of each pair that is shown."""
    found = {}
    for pair in report.pairs:
        kind = shown_kind(pair, report.config)
        if kind is not None:
            ends = (report.documents[end].path.name for end in (pair.left, pair.right))
            found[frozenset(ends)] = kind
    return found


def content(report: ScanReport) -> tuple[object, ...]:
    """Return all that a scan has found, whatever ids there are and however many files were read."""
    name = {one.id: one.path.name for one in report.documents.values()}
    hashes = {one.text: one.text_hash for one in report.documents.values()}

    def of_member(one: Member) -> tuple[object, ...]:
        original = None if one.copy_of is None else name[one.copy_of]
        return name[one.document], original, replace(one, document=DocumentId(0), copy_of=None)

    comparisons = set()
    for (left, right), made in report.comparisons.items():
        sides = (hashes[left], made.left_size), (hashes[right], made.right_size)
        comparisons.add((frozenset(sides), made.shared, made.numbers_only))
    none = DocumentId(0)
    return (
        list(name.values()),
        [(name[p.left], name[p.right], replace(p, left=none, right=none)) for p in report.pairs],
        [
            (name[one.representative], one.worst, one.parts, [of_member(m) for m in one.members])
            for one in report.groups
        ],
        report.problems,
        replace(report.counts, read=0, unchanged=0),
        report.compared_distance,
        comparisons,
    )


class Told:
    """Keeps what a scan tells of what it has found: figures, kinds and a report."""

    def __init__(self) -> None:
        self.told: list[tuple[ScanFigures, frozenset[Kind], ScanReport]] = []

    def found(
        self, figures: ScanFigures, kinds: Collection[Kind], report: Callable[[], ScanReport]
    ) -> None:
        self.told.append((figures, frozenset(kinds), report()))


class Meddler(Executor):
    """Does something before each job, which it then runs at once."""

    def __init__(self, before: Callable[[object], object]) -> None:
        self.before = before

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.before(fn)
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future
