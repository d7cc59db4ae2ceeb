"""A SQLite file of this program: opened, migrated, written in transactions.

``PRAGMA application_id`` identifies the file, ``PRAGMA user_version`` is the version of its schema.
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

from simcore.model.reasons import Reason, ReasonCode, SimcoreError, field_count, reason_of

BUSY_SECONDS = 60

_MILLISECONDS_A_TRY = 1_000


class Trouble(Enum):
    """Why a file cannot be used; the accompanying detail is in brackets."""

    NO_PLACE = auto()  # its folder cannot be created (message of the system)
    FOREIGN = auto()  # it belongs to another program (empty)
    EARLIER = auto()  # an earlier version of this program wrote it, and is not read (empty)
    NEWER = auto()  # a newer version of this program wrote it (version of its schema)
    DAMAGED = auto()  # or no database at all (here and below, message of SQLite)
    BUSY = auto()  # another program did not release it
    FULL = auto()  # the disk is full or failing
    READ_ONLY = auto()  # it cannot be written or created
    OTHER = auto()


_TROUBLES = {
    # statements are the program's own: tables that do not fit them are not as they were made
    sqlite3.SQLITE_ERROR: Trouble.DAMAGED,
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
}


_T = TypeVar("_T")
_NO: dict[type, ReasonCode] = {
    int: ReasonCode.NO_WHOLE_NUMBER,
    bool: ReasonCode.NO_FLAG,
    str: ReasonCode.NO_TEXT,
    bytes: ReasonCode.NO_HASH,
    list: ReasonCode.NO_LIST,
}


def typed(kind: type[_T], cell: object) -> _T:
    """Return a value of a file; raise ``TypeError`` if it has another type."""
    if not isinstance(cell, kind) or isinstance(cell, bool) != (kind is bool):
        raise TypeError(Reason(_NO[kind], (repr(cell),)))
    return cell


def path_in(cell: object) -> Path:
    """Return the path that a cell holds; raise ``ValueError`` for any other value."""
    if not isinstance(cell, bytes) or not cell or b"\0" in cell:
        raise ValueError(Reason(ReasonCode.NO_FILE_NAME, (repr(cell),)))
    return Path(os.fsdecode(cell))


class SqliteFile:
    """An open file, for one thread; other processes may open it too.

    ``path`` is created if missing; ``:memory:`` leaves no file. A foreign, earlier, newer or
    damaged file is left unchanged. All methods raise the errors of ``troubles``.
    """

    application_id: ClassVar[int]
    earlier_id: ClassVar[int | None] = None
    """The application id of files of earlier versions, which are refused."""
    first_version: ClassVar[int] = 1
    """The version that the first migration makes; files of earlier ones are refused."""
    troubles: ClassVar[Mapping[Trouble, tuple[type[SimcoreError], ReasonCode]]]
    """The error for each, or else that for OTHER; the reason's values are the path, the detail and
    the newest version known.
    """
    migrations: ClassVar[tuple[str, ...]]
    """The first makes the tables, each other one migrates to the next version; never edit a
    published one.
    """

    _check: Callable[[], None] | None = None

    def __init__(self, path: Path) -> None:
        self.path = path
        with self.translated():
            try:
                if str(path) != ":memory:":
                    path.parent.mkdir(parents=True, exist_ok=True)
                    if path.exists() and not path.is_file():
                        # SQLite would wait for the writer of a pipe
                        raise self._trouble(Trouble.OTHER, Reason(ReasonCode.NO_REGULAR_FILE))
            except OSError as error:
                raise self._trouble(Trouble.NO_PLACE, reason_of(error)) from error
            self.connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            with self.reading():
                self._prepare()
        except BaseException:
            self.connection.close()
            raise

    def _trouble(self, what: Trouble, detail: Reason | str = "") -> SimcoreError:
        error, code = self.troubles.get(what) or self.troubles[Trouble.OTHER]
        values = str(self.path), detail, str(self._newest())
        return error(Reason(code, values[: field_count(code)]))

    def _prepare(self) -> None:
        self.connection.execute("pragma synchronous = full")
        newest = self._newest()
        if self._version() < newest:
            with self.transaction() as connection:
                # another process may have migrated while this one waited
                done = max(self._version() - self.first_version + 1, 0)
                for script in self.migrations[done:]:
                    # executescript would commit (so statements hold no other semicolons)
                    for statement in script.split(";"):
                        connection.execute(statement)
                connection.execute(f"pragma application_id = {self.application_id}")
                connection.execute(f"pragma user_version = {newest}")
        # only now: a migration may rebuild a table that others reference
        self.connection.execute("pragma foreign_keys = on")

    def write_ahead(self) -> None:
        """Let others read during a write, if the file supports it.

        SQLite ignores its timeout in this one statement, so this method waits.
        """
        self._insist("pragma journal_mode = wal", lambda: time.sleep(0.01))

    def _insist(self, statement: str, wait: Callable[[], None]) -> None:
        """Repeat a statement while another program blocks it; ``wait`` is called in between."""
        deadline = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                self.connection.execute(statement)
            except sqlite3.OperationalError as error:
                busy = error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
                if not busy or time.monotonic() > deadline:
                    raise
                wait()
            else:
                return

    def _newest(self) -> int:
        return self.first_version + len(self.migrations) - 1

    def _version(self) -> int:
        """Return the version of the file, 0 if it is empty; raise if the file is refused."""
        # one statement sees one state, whatever another process does to the file
        application, version, tables = self.connection.execute(
            "select (select application_id from pragma_application_id),"
            " (select user_version from pragma_user_version),"
            " (select count(*) from sqlite_schema)"
        ).fetchone()
        if application == self.earlier_id or (
            application == self.application_id and 0 < version < self.first_version
        ):
            raise self._trouble(Trouble.EARLIER)
        if application != self.application_id and (application or version or tables):
            raise self._trouble(Trouble.FOREIGN)
        if version > self._newest():
            raise self._trouble(Trouble.NEWER, str(version))
        return int(version)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; the last connection to close merges a write-ahead log."""
        self.connection.close()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Hold the write lock for a block, which is written as a whole or not at all."""
        with self.translated():
            if self._check is None:
                self.connection.execute("begin immediate")
            else:
                self._insist("begin immediate", self._check)
            try:
                yield self.connection
                self.connection.execute("commit")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):  # some errors have rolled back already
                    self.connection.execute("rollback")
                raise

    def value(self, question: str, values: Sequence[object] = ()) -> Any:
        with self.translated():
            row = self.connection.execute(question, tuple(values)).fetchone()
        return None if row is None else row[0]

    def wait_with(self, check: Callable[[], None]) -> None:
        """Call ``check`` each second while another program writes; what it raises ends the wait."""
        self._check = check
        patience = min(_MILLISECONDS_A_TRY, int(BUSY_SECONDS * 1_000))
        self.connection.execute(f"pragma busy_timeout = {patience}")

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Do as ``translated``, and report values that were never written as damage.

        SQLite has no checksums: an overwritten page may hold any values. Only for reading.
        """
        with self.translated():
            try:
                yield
            except SimcoreError:
                raise
            except (TypeError, ValueError, LookupError, OverflowError) as error:
                raise self._trouble(Trouble.DAMAGED, reason_of(error)) from error

    @contextlib.contextmanager
    def translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            # Python's own errors, of invalid text, have no code
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            raise self._trouble(_TROUBLES.get(code, Trouble.OTHER), str(error)) from error
        except (sqlite3.Error, UnicodeDecodeError) as error:
            # a name in a schema that was written over need not be text
            raise self._trouble(Trouble.DAMAGED, str(error)) from error


def to_stored(value: int, width: int) -> int | bytes:
    """Return the stored form of a fingerprint of ``width`` bits.

    Up to 64 bits it is a signed integer, beyond that a blob, lowest byte first.
    """
    if width > 64:
        return value.to_bytes(width // 8, "little")
    return value - (1 << 64) if value >= 1 << 63 else value


def from_stored(value: int | bytes) -> int:
    return int.from_bytes(value, "little") if isinstance(value, bytes) else value & (1 << 64) - 1


def to_identity(value: int) -> int | bytes:
    """Return the stored form of a device or inode number; some of Windows have 128 bits."""
    return value if value < 1 << 63 else value.to_bytes(16, "little")


def from_identity(value: int | bytes) -> int:
    return int.from_bytes(value, "little") if isinstance(value, bytes) else value
