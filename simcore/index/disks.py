"""The disks of documents: the index keeps the documents of a disk that is not connected."""

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from simcore.files.disk import Volumes, is_missing, volume_of
from simcore.index.index import FingerprintIndex
from simcore.index.paths import path_range
from simcore.index.sqlite_file import path_in
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import DocumentId, Problem, ProblemStage
from simcore.model.report import Volume, same_disk

_ADD = "insert or ignore into disk (point, mark) values (?, ?)"
# of documents that were stored before their disk was known; a disk in a folder of another one
# comes first
_FIRST_OF_ALL = """
insert or ignore into on_disk select document.id, disk.id
from disk cross join folder cross join document on document.folder = folder.id
where disk.point = ? and disk.mark = ? and folder.path >= ? and folder.path < ?
"""
_ON = """
select document.id from folder cross join document on document.folder = folder.id
cross join on_disk on on_disk.document = document.id
where disk = ? and folder.path >= ? and folder.path < ?
"""


@dataclass(frozen=True, slots=True)
class DiskAway:
    """A disk with documents that is not connected; ``replaced`` if another is mounted there."""

    volume: Volume
    replaced: bool
    documents: int


def look_for_disks(index: FingerprintIndex, roots: Sequence[Path]) -> list[DiskAway]:
    """Record the disks at and below resolved folders; return disks with documents that are away.

    Documents stored from now on belong to the disks that are there. Disks in memory are not
    recorded.
    """
    below = Volumes()
    places = [*roots, *(point for root in roots for point in below.below(root))]
    found = [volume_of(one) for one in places if not below.is_in_memory(one)]
    there = {one.point: one for one in found if one is not None}
    known = known_disks(index)
    new = [one for one in there.values() if one not in known.values()]
    if new:
        points = {one.point for one in known.values()}
        with index.transaction() as connection:
            for one in sorted(new, key=lambda one: -len(one.point.parts)):
                values = os.fsencode(one.point), one.mark
                connection.execute(_ADD, values)
                if one.point not in points:
                    connection.execute(_FIRST_OF_ALL, (*values, *path_range(one.point)))
        index.volumes = None
        known = known_disks(index)
    index.disks = {
        path_range(one.point)[0]: number
        for number, one in known.items()
        if there.get(one.point) == one
    }
    index.away = {}
    away = []
    for number, one in known.items():
        point = one.point
        if not any(point.is_relative_to(root) or root.is_relative_to(point) for root in roots):
            continue
        now = volume_of(one.point)
        replaced = now is not None and now.point == one.point
        missing = not replaced and any(
            root.is_relative_to(one.point) and is_missing(root) for root in roots
        )
        if not same_disk(one, now) and (missing or _is_on(index, number, roots)):
            index.away[number] = one.point
            away.append(DiskAway(one, replaced, documents_on(index, number)))
    return away


def documents_on(index: FingerprintIndex, number: int) -> int:
    """Return how many documents an index has of a disk.

    Each path has one document: a file read from another disk at that place replaces it.
    """
    return int(index.value("select count(*) from on_disk where disk = ?", (number,)) or 0)


def missing_on_disks(index: FingerprintIndex, paths: Iterable[Path]) -> set[Path]:
    """Return the missing paths that were on a disk that is not connected. Nothing is written.

    If another disk is mounted there, the index must know documents at the path.
    """
    away = []
    for number, one in known_disks(index).items():
        now = volume_of(one.point)
        if not same_disk(one, now):
            away.append((number, one.point, now is not None and now.point == one.point))
    found: set[Path] = set()
    for path in paths if away else ():  # of many that are named none is looked at in vain
        if is_missing(path):
            real = Path(os.path.realpath(path))
            found |= {
                path
                for number, point, replaced in away
                if real.is_relative_to(point) and (not replaced or _is_on(index, number, [real]))
            }
    return found


def documents_away(index: FingerprintIndex) -> dict[DocumentId, Path]:
    """Return the documents whose disk is not connected, with the place of that disk.

    A file may still be there, if the disk is not recognised. Nothing is written.
    """
    away = {
        number: one.point
        for number, one in known_disks(index).items()
        if not same_disk(one, volume_of(one.point))
    }
    if not away:
        return {}
    with index.translated():
        rows = index.connection.execute("select document, disk from on_disk").fetchall()
    return {DocumentId(document): away[disk] for document, disk in rows if disk in away}


def left_out_away(points: Iterable[Path]) -> list[Problem]:
    """Return one problem a disk: how many documents were not compared; ``points`` has one each."""
    return [
        Problem(point, ProblemStage.VERIFY, Reason(ReasonCode.LEFT_OUT_AWAY, (count,)))
        for point, count in Counter(points).items()
    ]


def forget_disks_away(index: FingerprintIndex, roots: Sequence[Path]) -> None:
    look_for_disks(index, roots)
    gone: set[DocumentId] = set()
    with index.translated():
        for values in ((number, *path_range(root)) for number in index.away for root in roots):
            gone.update(document for (document,) in index.connection.execute(_ON, values))
    index.forget(gone)


def known_disks(index: FingerprintIndex) -> Mapping[int, Volume]:
    if index.volumes is None:  # another process may add some, but none goes
        with index.reading():
            rows = index.connection.execute("select id, point, mark from disk")
            index.volumes = {one: Volume(path_in(point), mark) for one, point, mark in rows}
    return index.volumes


def _is_on(index: FingerprintIndex, number: int, roots: Sequence[Path]) -> bool:
    return any(index.value(_ON, (number, *path_range(root))) for root in roots)
