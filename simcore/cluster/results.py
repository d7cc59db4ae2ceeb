"""What a job found as files of results, which the window opens, with texts beside them."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pyarrow as pa

from simcore.cluster.frames import NUMBER, Packet, Rows, packets_of
from simcore.cluster.job import ClusterJob
from simcore.cluster.stages.reporting import GatheredReports, documents_in
from simcore.cluster.stages.texts import OF_COMMON
from simcore.model.config import least_features
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, recognised
from simcore.model.records import Document, Problem, ProblemStage
from simcore.model.report import Counts, ScanReport
from simcore.pipeline.fingerprinting import recipe_key
from simcore.reports.saved_writer import save_results
from simcore.store.documents import Documents, KnownFiles
from simcore.store.elsewhere.carried import write_carried
from simcore.store.elsewhere.places import path_elsewhere
from simcore.store.kept_texts import texts_path

DOCUMENTS_A_FILE = 500_000
"""How many documents a file has at most, unless one bucket has more: a window shows as many."""

_SCHEME = "file:"
_OF_TEXT = ["id", "encoding", "text"]


PROBLEMS_A_FILE = 10_000
"""How many problems a file has at most: there may be one of each document that was read."""


@dataclass(frozen=True, slots=True)
class _Problems:
    """Rows of problems in the order of their ids, and how many more there are."""

    rows: Sequence[Mapping[str, str]]
    more: int


def write_results(
    job: ClusterJob,
    folder: Path,
    *,
    carry: bool = False,
    here: bool = False,
    problems: Any = None,
) -> Iterator[Path]:
    """Write the documents of all groups and pairs into files in a folder, and yield their paths.

    There is one, ``near.variorum``, or several where there are too many documents for one: groups
    are whole in any of them. With ``carry`` the texts of these documents are in a file beside each.
    ``here`` tells that the files of ``file:`` addresses are on this machine; others are elsewhere.
    Each file has the first ``PROBLEMS_A_FILE`` of all ``problems``, which are rows of ``PROBLEMS``,
    and says how many more there are; None: those of the job. Raises ``ResultsFileError`` if a file
    cannot be written.
    """
    told = _problems(job, job.problems if problems is None else problems)
    number = 0
    waiting = None
    for gathered in _gathered(job):
        if waiting is not None:
            number += 1
            path = folder / _name(number)
            yield from _written(job, waiting, told, path, carry=carry, here=here)
        waiting = gathered
    if waiting is not None:
        name = _name(number + 1 if number else 0)
        yield from _written(job, waiting, told, folder / name, carry=carry, here=here)


def _name(number: int) -> str:
    return f"near-{number:04}.variorum" if number else "near.variorum"


def _gathered(job: ClusterJob) -> Iterator[GatheredReports]:
    """Yield what buckets report, of as many together as one file has room for."""
    least = least_features(recipe_key(job.config))
    found = GatheredReports(least, named=job.named)
    packets = packets_of(job.frames.parts(job.frames.of_kind(job.reviewed, OF_COMMON)))
    for _, some in groupby(packets, lambda one: one.to):
        listed: list[Packet] = list(some)
        if found.documents and len(found.documents) + documents_in(listed) > DOCUMENTS_A_FILE:
            yield found
            found = GatheredReports(least, named=job.named)
        found.add(listed)
    yield found


def _problems(job: ClusterJob, frame: Any) -> _Problems:
    """Take problems of documents; what is said of all of them has no id, and is told apart."""
    rows: list[dict[str, str]] = []
    for batch in job.frames.parts(frame):
        rows += (row for row in batch.to_pylist() if row["id"] is not None)
        if len(rows) > PROBLEMS_A_FILE:
            break
    else:
        return _Problems(sorted(rows, key=_in_order), 0)
    counted = job.frames.rows(job.frames.mapped(frame, _count_problems, NUMBER))
    count = sum(counted["number"].to_pylist())
    taken = sorted(rows[:PROBLEMS_A_FILE], key=_in_order)
    return _Problems(taken, count - PROBLEMS_A_FILE)


def _in_order(row: Mapping[str, str]) -> tuple[str, str]:
    return row["id"], row["stage"]


def _count_problems(rows: Rows) -> Iterator[pa.RecordBatch]:
    """Return how many rows have an id."""
    for batch in rows:
        number = len(batch) - batch["id"].null_count
        yield pa.RecordBatch.from_pylist([{"number": number}], schema=NUMBER)


def _written(
    job: ClusterJob,
    found: GatheredReports,
    told: _Problems,
    path: Path,
    *,
    carry: bool,
    here: bool,
) -> Iterator[Path]:
    """Write one file, and the texts beside it."""
    here = here and job.named and all(_is_here(one) for one in found.documents)
    save_results(_report(job, found, told, path, here=here), (), path)
    yield path
    if carry and not here:
        beside = texts_path(path)
        write_carried(beside, _texts(job, found.documents))
        yield beside


def _texts(job: ClusterJob, documents: Iterable[Document]) -> Iterator[tuple[str, str, str]]:
    ids = pa.table({"id": pa.array([one.elsewhere for one in documents], pa.string())})
    there = job.frames.matching(job.documents, _OF_TEXT, job.frames.given(ids))
    for batch in job.frames.parts(there):
        yield from zip(*(batch[name].to_pylist() for name in _OF_TEXT), strict=True)


def _report(
    job: ClusterJob, found: GatheredReports, told: _Problems, path: Path, *, here: bool
) -> ScanReport:
    """Return a report of documents in the order of their ids."""
    listed = sorted(found.documents, key=lambda one: one.elsewhere)
    folder = path
    if here:
        listed = [_here(one) for one in listed]
        folder = Path(os.path.commonpath([one.path.parent for one in listed])) if listed else path
    problems = [] if job.left_out is None else [Problem(folder, ProblemStage.VERIFY, job.left_out)]
    if told.more:
        more = Reason(ReasonCode.MORE_PROBLEMS, (f"{told.more:,}",))
        problems.append(Problem(folder, ProblemStage.READ, more))
    for row in told.rows:
        name = row["id"]
        where = _path_here(name) if here else path_elsewhere(path, name)
        stage, why = ProblemStage(row["stage"]), recognised(row["reason"])
        problems.append(Problem(where, stage, why))
    return ScanReport(
        config=job.config,
        folders=(folder,),
        documents=Documents(KnownFiles(), listed, recipe_key(job.config), job.times_ns),
        pairs=tuple(found.pairs),
        groups=(),
        problems=tuple(problems),
        counts=Counts(listed=job.read, read=job.read, documents=job.usable),
        compared_distance=job.radius.distance,
        comparisons=found.comparisons,
    )


def _is_here(document: Document) -> bool:
    return document.elsewhere.startswith(_SCHEME)


def _path_here(address: str) -> Path:
    """Return the path that an address of a file leads to."""
    return Path("/" + address.removeprefix(_SCHEME).lstrip("/"))


def _here(document: Document) -> Document:
    """Return a document as a file of this machine, which its address leads to."""
    path = _path_here(document.elsewhere)
    real = Path(os.path.realpath(path))
    try:
        found = real.stat()
        device, inode = found.st_dev, found.st_ino
    except OSError:  # removed meanwhile, as the window says
        device = inode = 0
    return replace(document, path=path, real_path=real, device=device, inode=inode, elsewhere="")
