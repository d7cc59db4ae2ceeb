"""A file of ours that SQLite keeps: opened, brought up to date, written in transactions.

``PRAGMA application_id`` tells that a file is ours, ``PRAGMA user_version`` which schema it has.
What is the matter with a file is found out here; each kind of file says it in its own words.
"""

import contextlib
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator
from enum import Enum, auto
from pathlib import Path
from typing import ClassVar, Self

from simcore.errors import SimcoreError

__all__ = ["BUSY_SECONDS", "SqliteFile", "Trouble"]

BUSY_SECONDS = 60
"""How long to wait for another program that is writing."""


class Trouble(Enum):
    """Why a file cannot be used; in brackets what the reason is beside it."""

    NO_PLACE = auto()  # its folder cannot be made (what the system says)
    FOREIGN = auto()  # it is another program's (nothing)
    NEWER = auto()  # a newer version of this program wrote it (the number of its schema)
    DAMAGED = auto()  # or no database at all (here and below, what SQLite says)
    BUSY = auto()  # another program did not let go of it
    FULL = auto()  # the disk is full or failing
    READ_ONLY = auto()  # it cannot be written or made
    OTHER = auto()


_TROUBLES = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
}


class SqliteFile(ABC):
    """An open file; it belongs to the thread that opened it, and others may have it open too.

    ``path`` is created when missing; ``:memory:`` leaves nothing behind. A foreign, newer or
    damaged file is left as it is, and one that is up to date is opened without writing. Raises
    what ``_trouble`` gives, here and from every method.
    """

    application_id: ClassVar[int]
    migrations: ClassVar[tuple[str, ...]]
    """Each leads from its position to the next version; a published one is never edited."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self.translated():
            try:
                if str(path) != ":memory:":
                    path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise self._trouble(Trouble.NO_PLACE, str(error.strerror)) from error
            self.connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            with self.reading():
                self._prepare()
        except BaseException:
            self.connection.close()
            raise

    @abstractmethod
    def _trouble(self, what: Trouble, reason: str) -> SimcoreError:
        """Put in words what is the matter, with the name of the file."""

    def _prepare(self) -> None:
        """Make a file ready that was just opened: of ours, and of the newest schema."""
        self.connection.execute("pragma synchronous = full")
        newest = len(self.migrations)
        if self._version() < newest:
            with self.transaction() as connection:
                # another process may have migrated while this one waited
                for version in range(self._version(), newest):
                    # executescript would commit what was done so far (no other semicolons, then)
                    for statement in self.migrations[version].split(";"):
                        connection.execute(statement)
                connection.execute(f"pragma application_id = {self.application_id}")
                connection.execute(f"pragma user_version = {newest}")
        # not before: a migration may rebuild a table that others refer to
        self.connection.execute("pragma foreign_keys = on")

    def _version(self) -> int:
        # one statement sees one state, whatever another process is doing to the file
        application, version, tables = self.connection.execute(
            "select (select application_id from pragma_application_id),"
            " (select user_version from pragma_user_version),"
            " (select count(*) from sqlite_schema)"
        ).fetchone()
        if application != self.application_id and (application or version or tables):
            raise self._trouble(Trouble.FOREIGN, "")
        if version > len(self.migrations):
            raise self._trouble(Trouble.NEWER, str(version))
        return int(version)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; a write-ahead log is folded into it by the last one to leave."""
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
    def reading(self) -> Iterator[None]:
        """Do as ``translated``, and take rows that cannot be what was written for damage.

        SQLite keeps no checksums: a page that was written over in part may still be one, with
        values in it that nobody wrote. For blocks that read, and do nothing else.
        """
        with self.translated():
            try:
                yield
            except SimcoreError:
                raise
            except (TypeError, ValueError, LookupError, OverflowError) as error:
                raise self._trouble(Trouble.DAMAGED, str(error)) from error

    @contextlib.contextmanager
    def translated(self) -> Iterator[None]:
        """Turn SQLite's errors into sentences that name the file."""
        try:
            yield
        except sqlite3.OperationalError as error:
            # Python's own, of text that is none, have no code
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            raise self._trouble(_TROUBLES.get(code, Trouble.OTHER), str(error)) from error
        except sqlite3.DatabaseError as error:
            raise self._trouble(Trouble.DAMAGED, str(error)) from error
