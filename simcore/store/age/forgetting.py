"""Forgetting the documents that came too long ago, and making the index file smaller."""

import contextlib
import os
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcore.files.volumes import Volumes
from simcore.model.config import SECONDS_A_DAY, Retention
from simcore.model.records import INSIDE, Document, DocumentId
from simcore.store.age.forgotten import add_forgotten, file_key, inode_key, scope_of
from simcore.store.database import from_identity, to_identity
from simcore.store.index import FingerprintIndex
from simcore.store.paths import sketches_path
from simcore.store.sizes import pages_of
from simcore.store.writing import drop_orphans

_FREE_SHARE = 16
"""The file is made smaller when more than one page in so many is free.

So it is when more than one text in so many was dropped at once. These may have stood between
others, and left no page empty.
"""

_STILL_OF_USE = 0.75
_TEXTS = "select count(*) from text"
_OLD = """
select folder.path, document.name, document.id, document.size, document.mtime_ns, document.arrived,
    document.device, document.inode
from document cross join folder on folder.id = document.folder
where document.arrived < ?
"""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was forgotten: how many documents.

    ``scattered`` is whether that were many texts, which may have left no page of the file empty.
    """

    documents: int
    scattered: bool = False


def forget_old(
    index: FingerprintIndex,
    retention: Retention,
    now: float,
    scopes: Mapping[Path, bytes] | None = None,
) -> Forgotten:
    """Remove from the index all documents that came too long ago, and what only they needed.

    Files that could not be read are, too. With ``scopes`` only what is below their folders; they
    are those of ``scopes_of``: a later scan of the same folder then drops what is kept of files
    that are no longer there. Files, judgements and the journal are not touched; ``shrink`` makes
    the index file smaller. Raises ``IndexFileError``.
    """
    if not retention.forgets:
        return Forgotten(0)
    gone: list[tuple[int]] = []
    volumes, lasting = Volumes(), dict[Path, bool]()
    keys: dict[tuple[bytes, int], list[int]] = defaultdict(list)
    with index.translated():
        for folder, row in _old(index, retention, now):
            path, name, document, size, mtime_ns, arrived, device, inode = row
            scope = scope_of(folder, scopes or {})
            if scopes is not None and not scope:
                continue
            gone.append((document,))
            if folder not in lasting:
                lasting[folder] = volumes.keeps_inodes(folder)
            if lasting[folder] and device != to_identity(INSIDE):
                key = inode_key(from_identity(inode), size, mtime_ns)
            else:
                key = file_key(path + name, size, mtime_ns)
            keys[scope, arrived // SECONDS_A_DAY].append(key)
    scattered = False
    if gone:
        with contextlib.suppress(OSError):  # it has their sketches; a scan makes it anew
            sketches_path(index.path).unlink()
        with index.transaction() as connection:
            before = index.value(_TEXTS)
            connection.executemany("delete from document where id = ?", gone)
            drop_orphans(connection)
            add_forgotten(connection, keys)
            # the last search serves the next one unless it is mostly of texts that are gone
            kept = "select max(id) from proposal"
            left = index.value(_TEXTS)
            if left < before * _STILL_OF_USE:
                kept = "-1"
            scattered = (before - left) * _FREE_SHARE > before
            connection.execute(f"delete from proposal where id <> ({kept})")
        index.drop_texts()
    return Forgotten(len(gone), scattered)


def outside(
    index: FingerprintIndex, documents: Collection[Document], retention: Retention, now: float
) -> set[DocumentId]:
    """Return the ids of those documents that came too long ago and are still in the index."""
    if not retention.forgets:
        return set()
    came = index.arrivals(one.id for one in documents)
    return {
        one.id
        for one in documents
        if one.id in came and retention.is_outside(one.real_path.parent, came[one.id], now)
    }


def shrink(index: FingerprintIndex, *, scattered: bool = False) -> int:
    """Give free pages of the index file back to the disk if they are many; return the bytes.

    Or if much was dropped that may have been ``scattered`` over all pages (``Forgotten``).
    Where another program has the file in use, or the disk is full, it stays as it is until the
    next time: nothing is lost, and nothing is raised.
    """
    ask = index.connection.execute
    before = _on_disk(index)
    (patience,) = ask("pragma busy_timeout").fetchone()
    with contextlib.suppress(sqlite3.OperationalError):
        try:
            ask("pragma busy_timeout = 0")  # the program that has it goes on; this is no hurry
            size, pages, free = pages_of(index.connection)
            many = scattered or free * _FREE_SHARE > pages
            if many:
                ask("vacuum")
            if many or before > pages * size:
                # the file itself shrinks when the log is merged into it: while another program
                # reads an older state, that waits for the next time
                ask("pragma wal_checkpoint(truncate)").fetchall()
        finally:
            ask(f"pragma busy_timeout = {patience}")
    return max(0, before - _on_disk(index))


def _on_disk(index: FingerprintIndex) -> int:
    try:
        return index.path.stat().st_size
    except OSError:  # it is in memory
        return 0


def _old(
    index: FingerprintIndex, retention: Retention, now: float
) -> Iterator[tuple[Path, tuple[Any, ...]]]:
    """Yield the folder and the columns of all that came too long ago."""
    latest = now - retention.least_days * SECONDS_A_DAY
    folders: dict[bytes, Path] = {}
    for row in index.connection.execute(_OLD, (latest,)):
        folder = folders.get(row[0]) or folders.setdefault(row[0], Path(os.fsdecode(row[0])))
        if retention.is_outside(folder, row[5], now):
            yield folder, row
