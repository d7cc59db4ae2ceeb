"""A SQLite file of ours: opened, migrated, written in transactions, its errors put in words."""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from simcore.errors import IndexCorruptError, IndexFileError, IndexFullError
from simcore.fingerprint import hamming_distance
from simcore.packing import packed
from simcore.schema import migrate

__all__ = [
    "Database",
    "from_identity",
    "from_signed",
    "from_stored",
    "split_path",
    "to_identity",
    "to_signed",
    "to_stored",
]

_BUSY_SECONDS = 60
_CACHE_KIBIBYTES = 8 * 1024
_SEPARATOR = os.fsencode(os.sep)


def to_signed(value: int) -> int:
    """Fit an unsigned 64-bit value into SQLite's signed integers.

    >>> to_signed(2**64 - 1)
    -1
    """
    return value - (1 << 64) if value >= 1 << 63 else value


def from_signed(value: int) -> int:
    """Undo ``to_signed``."""
    return value & 0xFFFFFFFFFFFFFFFF


def to_stored(value: int, width: int) -> int | bytes:
    """Give a fingerprint of ``width`` bits as SQLite keeps it.

    Up to 64 bits it is a signed integer, beyond that a blob, lowest byte first.

    >>> to_stored(2**64 - 1, 64), to_stored(1, 128).hex()
    (-1, '01000000000000000000000000000000')
    """
    return to_signed(value) if width <= 64 else value.to_bytes(width // 8, "little")


def from_stored(value: int | bytes) -> int:
    """Undo ``to_stored``."""
    return int.from_bytes(value, "little") if isinstance(value, bytes) else from_signed(value)


def to_identity(value: int) -> int | bytes:
    """Give half of a file's identity as SQLite keeps it: Windows has some of 128 bits.

    >>> to_identity(2049), to_identity(2**63).hex()
    (2049, '00000000000000800000000000000000')
    """
    return value if value < 1 << 63 else value.to_bytes(16, "little")


def from_identity(value: int | bytes) -> int:
    """Undo ``to_identity``."""
    return int.from_bytes(value, "little") if isinstance(value, bytes) else value


def split_path(path: bytes) -> tuple[bytes, bytes]:
    """Cut a path behind its last separator; joined, the two are the path, whatever it holds."""
    cut = path.rfind(_SEPARATOR) + 1
    return path[:cut], path[cut:]


def _hamming(left: int | bytes | None, right: int | bytes | None) -> int | None:
    """Count differing bits; fingerprints of different kinds have no distance."""
    if left is None or right is None or type(left) is not type(right):
        return None
    return hamming_distance(from_stored(left), from_stored(right))


_FOR_MIGRATIONS = {
    "folder_of": lambda path: split_path(path)[0],
    "name_of": lambda path: split_path(path)[1],
    "identity": lambda value: to_identity(from_identity(value)),
    "packed": packed,
}


class Database:
    """An open index file; it belongs to the thread that opened it.

    ``path`` is created when missing; ``:memory:`` leaves nothing behind. The SQL function
    ``hamming(a, b)`` is registered on ``connection``, for whoever wants to ask the file itself;
    it takes fingerprints as ``to_stored`` gives them, and gives null for two of different kinds.
    Raises ``IndexFileError`` and its kinds, here and from every method.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self.translated():
            try:
                if str(path) != ":memory:":
                    path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise IndexFileError(f"{path}: cannot be created: {error.strerror}") from error
            self.connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
            try:
                self.connection.create_function("hamming", 2, _hamming, deterministic=True)
                for name, function in _FOR_MIGRATIONS.items():
                    self.connection.create_function(name, 1, function, deterministic=True)
                migrate(self.connection, path)
                self.connection.execute(f"pragma cache_size = -{_CACHE_KIBIBYTES}")
                self._use_write_ahead_log()
                self.connection.execute("pragma synchronous = normal")
                self.connection.execute("pragma foreign_keys = on")
            except BaseException:
                self.connection.close()
                raise

    def _use_write_ahead_log(self) -> None:
        """Let readers go on while somebody writes; a file that cannot have it does without.

        SQLite does not wait for others in this one statement, whatever the timeout.
        """
        deadline = time.monotonic() + _BUSY_SECONDS
        while True:
            try:
                self.connection.execute("pragma journal_mode = wal")
            except sqlite3.OperationalError as error:
                busy = error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
                if not busy or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
            else:
                return

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; the write-ahead log is folded into it by the last one to leave."""
        self.connection.close()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Hold the write lock for a block: all of it is written, or none."""
        with self.translated():
            self.connection.execute("begin immediate")
            try:
                yield self.connection
                self.connection.execute("commit")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):  # some errors have rolled back already
                    self.connection.execute("rollback")
                raise

    @contextlib.contextmanager
    def translated(self) -> Iterator[None]:
        """Turn SQLite's errors into sentences that name the file."""
        try:
            yield
        except sqlite3.OperationalError as error:
            code = error.sqlite_errorcode & 0xFF
            if code in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}:
                raise IndexFullError(
                    f"{self.path}: the disk is full or failing ({error}); what was written "
                    "before is kept. Make room, then scan again."
                ) from error
            if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}:
                raise IndexFileError(f"{self.path}: cannot be written: {error}") from error
            if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
                raise IndexFileError(
                    f"{self.path}: another program has been using it for over a minute"
                ) from error
            raise IndexFileError(f"{self.path}: {error}") from error
        except sqlite3.DatabaseError as error:
            raise IndexCorruptError(
                f"{self.path}: is damaged or no index of Variorum ({error}). It was left as it "
                "is: move it away, and the next scan makes a new one; your documents are not "
                "affected."
            ) from error
