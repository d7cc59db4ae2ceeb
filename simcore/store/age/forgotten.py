"""Files that came too long ago: what the index keeps of them, to know them when they are listed."""

import os
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from sqlite3 import Connection

import numpy as np
from numpy.typing import NDArray

from simcore.candidates.sample_ranges import positions_in
from simcore.model.config import ScanConfig
from simcore.store.index import FingerprintIndex

Keys = NDArray[np.uint64]

_KEY_BYTES = 6
"""Of a million forgotten files and a thousand new ones, one in 140,000 such scans takes a new file
for a forgotten one."""


def file_key(path: bytes, size: int, mtime_ns: int) -> int:
    """Return the key of a file: six bytes of a hash of its resolved path and its state."""
    state = b"%d/%d\0" % (size, mtime_ns)
    return int.from_bytes(blake2b(state + path, digest_size=_KEY_BYTES).digest(), "big")


def inode_key(inode: int, size: int, mtime_ns: int) -> int:
    """Return the key of a file that it has under any name, where inode numbers last.

    Numbers of devices need not: they are others after a restart.
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
    """Undo ``packed_keys``; no keys where the bytes are damaged: those files are read again.

    >>> unpacked_keys(b"no keys").tolist()
    []
    """
    try:
        planes = np.frombuffer(zlib.decompress(data), dtype=np.uint8).reshape(_KEY_BYTES, -1)
    except (zlib.error, ValueError, TypeError):
        return np.array([], dtype=np.uint64)
    steps = np.zeros((planes.shape[1], 8), dtype=np.uint8)
    steps[:, :_KEY_BYTES] = planes.T
    return np.cumsum(steps.reshape(-1).view("<u8"), dtype=np.uint64)


_admitted = attrgetter("include", "exclude", "follow_links", "all_text", "containers")


def scopes_of(roots: Iterable[Path], config: ScanConfig) -> dict[Path, bytes]:
    """Return what tells a listing of each root from others: which files it may list."""
    return {
        root: blake2b(repr((os.fsencode(root), _admitted(config))).encode(), digest_size=8).digest()
        for root in roots
    }


def scope_of(folder: Path, scopes: Mapping[Path, bytes]) -> bytes:
    """Return the scope of the root that a folder is in; an empty one where it is in none."""
    return next((scopes[one] for one in (folder, *folder.parents) if one in scopes), b"")


@dataclass(frozen=True, slots=True)
class ForgottenFiles:
    """The keys of all forgotten files by the day of their arrival since 1970, the last day first.

    A file that is in two rows came on the later day: it came back as that old, or older.
    """

    rows: Sequence[tuple[int, Keys]]

    @property
    def keys(self) -> Keys:
        """All keys, ascending."""
        every = [keys for _, keys in self.rows]
        return np.unique(np.concatenate([np.array([], dtype=np.uint64), *every]))

    def days_of(self, wanted: Sequence[int]) -> list[int | None]:
        """Return for each key the day on which its file came; None if it was not forgotten."""
        asked = np.array(wanted, dtype=np.uint64)
        found: list[int | None] = [None] * len(wanted)
        for day, keys in reversed(self.rows):  # a later day counts
            _, there = positions_in(keys, asked)
            for position in np.flatnonzero(there).tolist():
                found[position] = day
        return found


def recall_forgotten(index: FingerprintIndex) -> ForgottenFiles:
    """Read the forgotten files of an index."""
    with index.reading():
        rows = index.connection.execute("select day, files from forgotten order by day desc")
        return ForgottenFiles([(day, unpacked_keys(data)) for day, data in rows])


def add_forgotten(connection: Connection, files: Mapping[tuple[bytes, int], Sequence[int]]) -> None:
    """Within a transaction, add keys by scope and day of arrival."""
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
    """Add keys by scope and day where the scope has not got them: of files that moved there."""
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
    """Drop those keys of some scopes whose files are gone, changed, or documents again."""
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
