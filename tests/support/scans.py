"""Scans of folders in this process, and what reports hold, by the names of files."""

import gzip
import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
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
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0)
MEMORY = Path(":memory:")


def written(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder, text as UTF-8."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    return folder


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
