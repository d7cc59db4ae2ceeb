"""The file of the journal: its tables, opening, locking, writing, and its errors.

``synchronous`` is ``full``: data written before a file is touched survives a power failure.
"""

import contextlib
import os
import platform
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from simcore.files.disk import identity
from simcore.files.opening import lock, open_lock
from simcore.files.volumes import Volumes
from simcore.model.errors import JournalError
from simcore.model.operations import JournalMark
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import reason_of
from simcore.store.sqlite_file import SqliteFile, Trouble

_TRACE = """path blob not null,
    size integer not null,
    mtime_ns integer not null,
    mode integer not null,
    device blob not null,
    inode blob not null,
    content_hash blob not null,
    text_hash blob not null"""

_FIRST = f"""
create table journal (identity blob not null);
insert into journal values (randomblob(16));
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
    {_TRACE},
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
    {_TRACE}
);
create index witness_operation on witness (operation);
create index witness_path on witness (path);
create index witness_file on witness (device, inode);
"""

_BELONGINGS = """
-- of the removed document, null where they are not known
alter table operation add column owner integer;
alter table operation add column team integer;
alter table operation add column attributes text;
-- which lock the run had that began it: null before there was this column, empty if none is known
alter table operation add column lock text
"""

_DISKS = """
-- the disks of its folders but for that of the system, by folder, null before there was this column
alter table operation add column disks text
"""


class JournalFile(SqliteFile):
    """An open journal, see ``SqliteFile``. Raises ``JournalError``."""

    application_id = 0x5661726A  # four letters: Varj
    migrations = (_FIRST, _BELONGINGS, _DISKS)
    troubles = {  # noqa: RUF012 - SqliteFile says that it is the class's
        Trouble.NO_PLACE: (JournalError, ReasonCode.NOT_CREATED),
        Trouble.FOREIGN: (JournalError, ReasonCode.JOURNAL_FOREIGN),
        Trouble.NEWER: (JournalError, ReasonCode.JOURNAL_NEWER),
        Trouble.DAMAGED: (JournalError, ReasonCode.JOURNAL_DAMAGED),
        Trouble.BUSY: (JournalError, ReasonCode.JOURNAL_IN_USE),
        Trouble.FULL: (JournalError, ReasonCode.JOURNAL_FULL),
        Trouble.OTHER: (JournalError, ReasonCode.JOURNAL_UNUSABLE),
    }
    _lock: IO[bytes] | None = None
    lock = ""
    """What names the lock that is held; empty if none is, or if locks are not known to work."""

    def _prepare(self) -> None:
        super()._prepare()
        # takes a few milliseconds; a damaged journal must not be relied on
        (found,) = self.connection.execute("pragma quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(" ".join(found.replace("***", "").split()))
        (self.identity,) = self.connection.execute("select identity from journal").fetchone()
        if not isinstance(self.identity, bytes):
            raise sqlite3.DatabaseError("its identity is none")

    def close(self) -> None:
        """Close the file and release its lock."""
        super().close()
        self._unlock()

    # --- locks ------------------------------------------------------------------------------

    @contextlib.contextmanager
    def working(self) -> Iterator[None]:
        """Hold the shared lock for a block: this process is working.

        The lock ends with the process, however that ends: operations begun under it that have not
        ended were interrupted.
        """
        self._take(alone=False)
        try:
            yield
        finally:
            self._unlock()

    @contextlib.contextmanager
    def alone(self) -> Iterator[bool]:
        """Hold the exclusive lock for a block; yield whether no other process is known to work.

        Where locks do not work, that says nothing: ``lock`` is empty then.
        """
        try:
            yield self._take(alone=True)
        finally:
            self._unlock()

    def keep_lock(self) -> str:
        """Return what names the lock; take it anew if somebody deleted its file meanwhile."""
        if self._lock is not None and self.lock and not self._is_there(self._lock):
            self._take(alone=False)
        return self.lock

    def _take(self, *, alone: bool) -> bool:
        for _ in range(100):
            try:
                file = open_lock(self._lock_path)
            except OSError as error:
                path = str(self._lock_path)
                raise JournalError(ReasonCode.OF, path, reason_of(error)) from error
            self._unlock()
            self._lock = file
            try:
                if not lock(file, alone=alone):
                    return False
            except OSError:
                return True  # a file system without locks
            if self._is_there(file):
                # no other has this name as long as a process holds it; on a network drive it is of
                # one computer, since each may keep its locks to itself
                self.lock = str(os.fstat(file.fileno()).st_ino)
                if Volumes().is_network(Path(os.path.realpath(self.path))):
                    self.lock += f" {platform.node()}"
                break
        return True

    @property
    def _lock_path(self) -> Path:
        return Path(f"{self.path}.lock")

    def _is_there(self, file: IO[bytes]) -> bool:
        """Return whether an open file is the one that another process would lock."""
        try:
            return identity(self._lock_path.stat()) == identity(os.fstat(file.fileno()))
        except OSError:
            return False

    def _unlock(self) -> None:
        lock, self._lock, self.lock = self._lock, None, ""
        if lock is not None:
            lock.close()


def mark_of(path: Path) -> JournalMark | None:
    """Return the current end of a journal without changing it; None if none can be read.

    Without a mark all operations of a journal count as new, so errors need not be raised.
    """
    if not path.is_file():  # none, or a pipe, whose writer SQLite would wait for
        return None
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        with contextlib.closing(connection):
            row = connection.execute(
                "select identity, (select coalesce(max(id), 0) from operation) from journal"
            ).fetchone()
    except (sqlite3.Error, ValueError):  # a name in a damaged schema need not be text
        return None
    if row is None or not isinstance(row[0], bytes) or not isinstance(row[1], int):
        return None
    return JournalMark(row[0], row[1])
