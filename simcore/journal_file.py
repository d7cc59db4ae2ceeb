"""The file that remembers removals: its tables, opened, locked, written; its errors in words.

It keeps a rollback journal, not a write-ahead log: between two transactions all of it is in one
file, which can be copied, and read from a full or read-only disk. ``synchronous`` is ``full``: what
was written before a file is touched is there after a power failure.
"""

import contextlib
import os
import secrets
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from simcore.errors import JournalError
from simcore.records import JournalMark

__all__ = ["APPLICATION_ID", "MIGRATIONS", "JournalFile", "mark_of"]

APPLICATION_ID = 0x5661726A
"""Four letters: Varj."""

_BUSY_SECONDS = 60
_LAST_BYTE = 1 << 30

_FIRST = """
create table journal (identity blob not null);
create table batch (
    id integer primary key autoincrement,
    at text not null,
    action text not null,
    note text not null
);
-- the id is the sequence number: it grows, and none is used twice
create table operation (
    id integer primary key autoincrement,
    batch integer not null references batch (id),
    path blob not null,
    size integer not null,
    mtime_ns integer not null,
    mode integer not null,
    device blob not null,
    inode blob not null,
    content_hash blob not null,
    text_hash blob not null,
    state text not null,
    moved_to blob,
    holding blob,
    made_device blob,
    made_inode blob,
    reason text not null
);
create index operation_batch on operation (batch);
create index operation_path on operation (path);
create index operation_unfinished on operation (state) where state in ('intended', 'undoing');
-- target -> witness: what was relied on to stay
create table witness (
    operation integer not null references operation (id),
    path blob not null,
    size integer not null,
    mtime_ns integer not null,
    mode integer not null,
    device blob not null,
    inode blob not null,
    content_hash blob not null,
    text_hash blob not null
);
create index witness_operation on witness (operation);
create index witness_path on witness (path);
create index witness_file on witness (device, inode);
"""

MIGRATIONS: tuple[str, ...] = (_FIRST,)
"""Each leads from its position to the next version; a published one is never edited."""


class JournalFile:
    """An open journal; it belongs to the thread that opened it.

    ``path`` is created when missing. Raises ``JournalError``, here and from every method.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[bytes] | None = None
        with self.translated():
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise JournalError(f"{path}: cannot be created: {error.strerror}") from error
            self.connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self.connection.close()
                raise

    def _prepare(self) -> None:
        connection = self.connection
        connection.execute("pragma synchronous = full")
        connection.execute("pragma foreign_keys = on")
        if self._version() < len(MIGRATIONS):
            with self.transaction():
                for version in range(self._version(), len(MIGRATIONS)):
                    for statement in MIGRATIONS[version].split(";"):
                        connection.execute(statement)
                    if not version:
                        identity = secrets.token_bytes(16)
                        connection.execute("insert into journal values (?)", (identity,))
                connection.execute(f"pragma application_id = {APPLICATION_ID}")
                connection.execute(f"pragma user_version = {len(MIGRATIONS)}")
        # a few milliseconds before files are touched; what is damaged must not be relied on
        (found,) = connection.execute("pragma quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
        (self.identity,) = connection.execute("select identity from journal").fetchone()

    def _version(self) -> int:
        application, version, tables = self.connection.execute(
            "select (select application_id from pragma_application_id),"
            " (select user_version from pragma_user_version),"
            " (select count(*) from sqlite_schema)"
        ).fetchone()
        if application != APPLICATION_ID and (tables or version):
            raise JournalError(f"{self.path}: is a database of another program, not a journal")
        if version > len(MIGRATIONS):
            raise JournalError(
                f"{self.path}: was written by a newer version of Variorum (schema {version}, this "
                f"one knows {len(MIGRATIONS)}); update Variorum. Nothing was changed."
            )
        return int(version)

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
        """Close the file, and let go of its lock."""
        self.connection.close()
        self._unlock()

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
            if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
                reason = "another program has been using it for over a minute"
            elif code in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}:
                reason = f"the disk is full or failing ({error})"
            else:
                reason = f"cannot be used: {error}"
            raise JournalError(
                f"{self.path}: {reason}. Without this journal nothing is removed."
            ) from error
        except sqlite3.DatabaseError as error:
            raise JournalError(
                f"{self.path}: is damaged or no journal of Variorum ({_line(error)}). It was left "
                "as it is, and nothing is removed without it. Move it away, and the next removal "
                "begins a new one; what was removed before cannot be undone by Variorum then."
            ) from error

    # --- who is at work ---------------------------------------------------------------------

    @contextlib.contextmanager
    def working(self) -> Iterator[None]:
        """Let other processes see that this one is at work, for a block.

        The lock goes with the process, however that ends: what was begun under it and has not
        ended was interrupted.
        """
        self._take(alone=False)
        try:
            yield
        finally:
            self._unlock()

    @contextlib.contextmanager
    def alone(self) -> Iterator[bool]:
        """Keep others from work for a block, and tell whether nobody is at it."""
        try:
            yield self._take(alone=True)
        finally:
            self._unlock()

    def _take(self, *, alone: bool) -> bool:
        try:
            file = Path(f"{self.path}.lock").open("ab")  # noqa: SIM115 - open until unlocked
        except OSError as error:
            raise JournalError(f"{self.path}.lock: {error.strerror or error}") from error
        self._unlock()
        self._lock = file
        try:
            return _lock(file, alone=alone)
        except OSError:
            return True  # a file system without locks: as if nobody else were there

    def _unlock(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.close()


def _line(error: Exception) -> str:
    return " ".join(str(error).replace("***", "").split())


def _lock(file: IO[bytes], *, alone: bool) -> bool:
    """Lock a file: many may share it (waiting for one that is alone), or one has it at once."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - there is none elsewhere

        # all bytes, or any one of them
        file.seek(1 if alone else 1 + secrets.randbelow(_LAST_BYTE))
        mode = msvcrt.LK_NBLCK if alone else msvcrt.LK_LOCK
        try:
            msvcrt.locking(file.fileno(), mode, _LAST_BYTE if alone else 1)
        except PermissionError:
            return False
        return True
    import fcntl  # noqa: PLC0415 - there is none on Windows

    try:
        fcntl.flock(file, (fcntl.LOCK_EX | fcntl.LOCK_NB) if alone else fcntl.LOCK_SH)
    except BlockingIOError:
        return False
    return True


def mark_of(path: Path) -> JournalMark | None:
    """Give the present end of a journal without touching it; None where none can be read.

    Whoever has no mark must take all that a journal holds for new, so this may fail in silence.
    """
    if not os.path.lexists(path):
        return None
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        with contextlib.closing(connection):
            row = connection.execute(
                "select identity, (select coalesce(max(id), 0) from operation) from journal"
            ).fetchone()
    except sqlite3.Error:
        return None
    return None if row is None else JournalMark(bytes(row[0]), int(row[1]))
