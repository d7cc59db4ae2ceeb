"""Documents that are too old, and what the index keeps of them to recognise their files.

Such a document leaves the index. Its file may still exist, so the index keeps six bytes of a hash
of its path, size and time of change, by the day of its arrival: it is not read again, and comes
back with its age if the limit grows. A changed file is a new one. No file is touched.
"""

import contextlib
import os
import sqlite3
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from sqlite3 import Connection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.arrays import positions_in
from simcore.files.disk import Volumes
from simcore.index.index import FingerprintIndex, drop_orphans, pages_of
from simcore.index.paths import sketches_path
from simcore.index.sqlite_file import from_identity, to_identity
from simcore.model.config import SECONDS_A_DAY, Retention, ScanConfig
from simcore.model.records import INSIDE, Document, DocumentId

Keys = NDArray[np.uint64]

_KEY_BYTES = 6
"""With a million forgotten files and a thousand new ones, one in 140,000 scans confuses two."""


def file_key(path: bytes, size: int, mtime_ns: int) -> int:
    state = b"%d/%d\0" % (size, mtime_ns)
    return int.from_bytes(blake2b(state + path, digest_size=_KEY_BYTES).digest(), "big")


def inode_key(inode: int, size: int, mtime_ns: int) -> int:
    """Return a key that holds under any name, where inode numbers are stable.

    Device numbers are not part of it: they change after a restart.
    """
    return file_key(b"\0%d" % inode, size, mtime_ns)  # no path has a zero byte


def packed_keys(keys: Iterable[int]) -> bytes:
    """Pack keys: sorted, as differences, all lowest bytes first.

    >>> unpacked_keys(packed_keys([3, 2**48 - 1, 3, 5])).tolist()
    [3, 5, 281474976710655]
    """
    ordered = np.unique(np.array(list(keys), dtype=np.uint64))
    steps = np.diff(ordered, prepend=np.uint64(0)).astype("<u8").view(np.uint8)
    planes = steps.reshape(-1, 8)[:, :_KEY_BYTES].T
    return zlib.compress(np.ascontiguousarray(planes).tobytes())


def unpacked_keys(data: bytes) -> Keys:
    """Undo ``packed_keys``; return no keys for damaged bytes: those files are read again."""
    try:
        planes = np.frombuffer(zlib.decompress(data), dtype=np.uint8).reshape(_KEY_BYTES, -1)
    except (zlib.error, ValueError, TypeError):
        return np.array([], dtype=np.uint64)
    steps = np.zeros((planes.shape[1], 8), dtype=np.uint8)
    steps[:, :_KEY_BYTES] = planes.T
    return np.cumsum(steps.reshape(-1).view("<u8"), dtype=np.uint64)


_admitted = attrgetter("include", "exclude", "follow_links", "all_text", "containers")


def scopes_of(roots: Iterable[Path], config: ScanConfig) -> dict[Path, bytes]:
    """Return for each root a hash of the settings that decide which files are listed there."""
    return {
        root: blake2b(repr((os.fsencode(root), _admitted(config))).encode(), digest_size=8).digest()
        for root in roots
    }


def scope_of(folder: Path, scopes: Mapping[Path, bytes]) -> bytes:
    return next((scopes[one] for one in (folder, *folder.parents) if one in scopes), b"")


@dataclass(frozen=True, slots=True)
class ForgottenFiles:
    """The keys of forgotten files by day of arrival since 1970, the latest first.

    The later day counts for a file that is in two rows.
    """

    rows: Sequence[tuple[int, Keys]]

    @property
    def keys(self) -> Keys:
        every = [keys for _, keys in self.rows]
        return np.unique(np.concatenate([np.array([], dtype=np.uint64), *every]))

    def days_of(self, wanted: Sequence[int]) -> list[int | None]:
        asked = np.array(wanted, dtype=np.uint64)
        found: list[int | None] = [None] * len(wanted)
        for day, keys in reversed(self.rows):  # a later day counts
            _, there = positions_in(keys, asked)
            for position in np.flatnonzero(there).tolist():
                found[position] = day
        return found


def recall_forgotten(index: FingerprintIndex) -> ForgottenFiles:
    with index.reading():
        rows = index.connection.execute("select day, files from forgotten order by day desc")
        return ForgottenFiles([(day, unpacked_keys(data)) for day, data in rows])


def add_forgotten(connection: Connection, files: Mapping[tuple[bytes, int], Sequence[int]]) -> None:
    for (scope, day), keys in files.items():
        row = connection.execute(
            "select files from forgotten where scope = ? and day = ?", (scope, day)
        ).fetchone()
        known = unpacked_keys(row[0]).tolist() if row else []
        connection.execute(
            "insert or replace into forgotten values (?, ?, ?)",
            (scope, day, packed_keys([*known, *keys])),
        )


def keep_forgotten(
    index: FingerprintIndex, files: Mapping[tuple[bytes, int], Sequence[int]]
) -> None:
    """Add keys by scope and day unless the scope has them: of files that moved there."""
    new: dict[tuple[bytes, int], list[int]] = {}
    for (scope, day), keys in files.items():
        with index.reading():
            rows = index.connection.execute("select files from forgotten where scope = ?", (scope,))
            known = {key for (data,) in rows for key in unpacked_keys(data).tolist()}
        if missing := [key for key in keys if key not in known]:
            new[scope, day] = missing
    if new:
        with index.transaction() as connection:
            add_forgotten(connection, new)


def drop_gone(index: FingerprintIndex, scopes: Iterable[bytes], gone: Keys) -> None:
    """Drop the keys of some scopes whose files are gone, changed, or documents again."""
    if not len(gone):
        return
    with index.transaction() as connection:
        for scope in scopes:
            rows = connection.execute(
                "select day, files from forgotten where scope = ?", (scope,)
            ).fetchall()
            for day, data in rows:
                keys = unpacked_keys(data)
                stay = keys[~np.isin(keys, gone, assume_unique=True)]
                if not len(stay):
                    connection.execute(
                        "delete from forgotten where scope = ? and day = ?", (scope, day)
                    )
                elif len(stay) < len(keys):
                    connection.execute(
                        "update forgotten set files = ? where scope = ? and day = ?",
                        (packed_keys(stay.tolist()), scope, day),
                    )


_FREE_SHARE = 16
"""The file shrinks if more than one page in so many is free, or one text in so many was dropped.

The dropped ones may have been between others, and left no page empty.
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
    """How many documents were forgotten; many ``scattered`` texts may have left no page empty."""

    documents: int
    scattered: bool = False


def forget_old(
    index: FingerprintIndex,
    retention: Retention,
    now: float,
    scopes: Mapping[Path, bytes] | None = None,
) -> Forgotten:
    """Remove all documents that came too long ago from the index, with unreadable files.

    With ``scopes`` (``scopes_of``) only those below their folders; a later scan of the same folders
    drops the keys of missing files. ``shrink`` makes the file smaller. Raises ``IndexFileError``.
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
    if not retention.forgets:
        return set()
    came = index.arrivals(one.id for one in documents)
    return {
        one.id
        for one in documents
        if one.id in came and retention.is_outside(one.real_path.parent, came[one.id], now)
    }


def shrink(index: FingerprintIndex, *, scattered: bool = False) -> int:
    """Shrink the index file if many pages are free or texts were ``scattered``; return the bytes.

    If another program uses the file, or the disk is full, nothing changes and nothing is raised.
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
    latest = now - retention.least_days * SECONDS_A_DAY
    folders: dict[bytes, Path] = {}
    for row in index.connection.execute(_OLD, (latest,)):
        folder = folders.get(row[0]) or folders.setdefault(row[0], Path(os.fsdecode(row[0])))
        if retention.is_outside(folder, row[5], now):
            yield folder, row
