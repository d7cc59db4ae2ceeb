"""The index file: its settings, its error messages, and the check for damage."""

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from simcore.candidates.sketches import is_packed_sketch
from simcore.files.disk import Disk
from simcore.files.names import numbered
from simcore.fingerprints import hamming_distance
from simcore.index.paths import may_be_index
from simcore.index.schema import APPLICATION_ID, EARLIER_ID, FIRST_VERSION, MIGRATIONS
from simcore.index.sqlite_file import SqliteFile, Trouble, from_stored
from simcore.model.reasons import (
    IndexCorruptError,
    IndexFileError,
    IndexFullError,
    IndexTooNewError,
    IndexTooOldError,
    ReasonCode,
    SimcoreError,
    reason_of,
)
from simcore.model.records import MeasuredBy, OnlyIn, ProblemStage

_CACHE_KIBIBYTES = 8 * 1024
_FEW_KIBIBYTES = 1024
_SEPARATOR = os.fsencode(os.sep)
_BESIDE = ("-wal", "-shm", "-journal", "")
"""The log is renamed first: beside a new index it would be taken for that one's."""


def split_path(path: bytes) -> tuple[bytes, bytes]:
    cut = path.rfind(_SEPARATOR) + 1
    return path[:cut], path[cut:]


def _hamming(left: int | bytes | None, right: int | bytes | None) -> int | None:
    if left is None or right is None or type(left) is not type(right):
        return None
    return hamming_distance(from_stored(left), from_stored(right))


_SHAPE = tuple(
    f"select it.name, one.* from sqlite_schema as it, pragma_{named}(it.name) as one"
    for named in ("table_xinfo", "index_xinfo", "foreign_key_list")
)
_UNEXPECTED = (TypeError, ValueError, LookupError, ArithmeticError, AttributeError, MemoryError)
_GREATEST_ID = 1 << 40
_BELOW_ZERO = {"proposal"}
"""Tables with rows of two sorts, told apart by the sign of their id."""
_ALSO = {
    "document.device": {"integer"},
    "document.inode": {"integer"},
    "fingerprint.value": {"blob"},
}
"""Columns that hold more types of values than declared."""
_WITHOUT_FINGERPRINT = """not exists (select 1 from fingerprint
    where recipe = block.place >> 19 and text = block.text and value is not null)"""
_OF_OTHER_WIDTH = """typeof(value) <> (select typeof(one.value) from fingerprint as one
    where one.recipe = fingerprint.recipe and one.value is not null limit 1)"""
_SCANNED_BESIDE = """
select found from (
    select cast(path || name as blob) as found
    from folder cross join document on document.folder = folder.id where path = ? and name = ?
    union all
    select path from folder
    where path = ? and exists (select 1 from document where document.folder = folder.id)
) order by length(found) desc limit 1
"""
BADGES = (
    (False, None, MeasuredBy.SHINGLES),
    (True, None, MeasuredBy.SHINGLES),
    *((False, one, MeasuredBy.SHINGLES) for one in OnlyIn),
    *((numbers, None, one) for one in list(MeasuredBy)[1:] for numbers in (False, True)),
)
"""``numbers_only``, ``only_in`` and ``measure`` by the value of the column; add at the end."""
_NEVER = (
    ("text", "length(hash) <> 16"),
    ("folder", "instr(path, x'00')"),
    ("document", "instr(name, x'00')"),
    ("document", f"stage not in ({', '.join(repr(one.value) for one in ProblemStage)})"),
    ("fingerprint", "text not in (select id from text)"),
    ("fingerprint", "value is not null and length(value) <> 16 and typeof(value) = 'blob'"),
    ("fingerprint", f"value is not null and {_OF_OTHER_WIDTH}"),
    ("block", _WITHOUT_FINGERPRINT),
    ("comparison", f"numbers_only not between 0 and {len(BADGES) - 1}"),
)


def _shape(connection: sqlite3.Connection) -> list[set[tuple[object, ...]]]:
    return [set(connection.execute(question)) for question in _SHAPE]


class Database(SqliteFile):
    """An open index file.

    ``connection`` has the SQL function ``hamming(a, b)`` for fingerprints in the form of
    ``to_stored``; it returns null for different types. Methods raise ``IndexFileError`` and its
    subclasses. ``clock`` returns the seconds since 1970, for arrivals.
    """

    application_id = APPLICATION_ID
    earlier_id = EARLIER_ID
    first_version = FIRST_VERSION
    migrations = MIGRATIONS
    troubles = {  # noqa: RUF012 - SqliteFile says that it is the class's
        Trouble.NO_PLACE: (IndexFileError, ReasonCode.NOT_CREATED),
        Trouble.FOREIGN: (IndexCorruptError, ReasonCode.INDEX_FOREIGN),
        Trouble.EARLIER: (IndexTooOldError, ReasonCode.INDEX_EARLIER),
        Trouble.NEWER: (IndexTooNewError, ReasonCode.INDEX_NEWER),
        Trouble.DAMAGED: (IndexCorruptError, ReasonCode.INDEX_DAMAGED),
        Trouble.BUSY: (IndexFileError, ReasonCode.IN_USE),
        Trouble.FULL: (IndexFullError, ReasonCode.INDEX_FULL),
        Trouble.READ_ONLY: (IndexFileError, ReasonCode.CANNOT_BE_WRITTEN),
        Trouble.OTHER: (IndexFileError, ReasonCode.OF),
    }

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        super().__init__(path)

    def _prepare(self) -> None:
        self.connection.create_function("hamming", 2, _hamming, deterministic=True)
        super()._prepare()
        self.connection.execute(f"pragma cache_size = -{_CACHE_KIBIBYTES}")
        self.write_ahead()
        self.connection.execute("pragma synchronous = normal")

    def keep_few_pages(self) -> None:
        self.connection.execute(f"pragma cache_size = -{_FEW_KIBIBYTES}")

    @contextlib.contextmanager
    def explained(self) -> Iterator[None]:
        """Check the whole file if a block raises an unexpected error.

        Values are not checked as they are read, since every scan would pay for it. Raises
        ``IndexCorruptError`` if the file is damaged, otherwise the error.
        """
        try:
            yield
        except SimcoreError:
            raise
        except _UNEXPECTED:
            self.check()
            raise

    def check(self) -> None:
        with self.reading():
            damage = self._damage()
            if damage:
                raise self._trouble(Trouble.DAMAGED, damage)

    def _damage(self) -> str:
        """Return the first damage, empty if there is none."""
        ask = self.connection.execute
        (found,) = ask("pragma integrity_check(1)").fetchone()
        if found != "ok":
            return str(found)
        orphan = ask("pragma foreign_key_check").fetchone()
        if orphan is not None:
            return f"a row of {orphan[0]} belongs to one of {orphan[2]} that is not there"
        with type(self)(Path(":memory:")) as new:
            if _shape(self.connection) != _shape(new.connection):
                return "its tables are not those that were made"
        return self._wrong_value()

    def _wrong_value(self) -> str:
        ask = self.connection.execute
        tables = [row[0] for row in ask("select name from sqlite_schema where type = 'table'")]
        for table in tables:
            for _, column, declared, *_ in ask(f"pragma table_info({table})").fetchall():
                kinds = {declared.lower(), "null"} | _ALSO.get(f"{table}.{column}", set())
                listed = ", ".join(f"'{kind}'" for kind in sorted(kinds))
                wrong = f'typeof("{column}") not in ({listed})'
                if column == "id":
                    least = -_GREATEST_ID if table in _BELOW_ZERO else 1
                    wrong += f" or id = 0 or id not between {least} and {_GREATEST_ID}"
                # names are those of the schema
                if ask(f"select 1 from {table} where {wrong} limit 1").fetchone():
                    return f"{table}.{column} has a value that was never written"
        for table, wrong in _NEVER:
            if ask(f"select 1 from {table} where {wrong} limit 1").fetchone():
                return f"a row of {table} was never written"
        for text, sketch in ask("select text, hashes from passage"):
            if not is_packed_sketch(sketch):
                return f"the sketch of text {text} was never written"
        return ""


def scanned_beside(index: Path, path: Path) -> Path | None:
    """Return a resolved path if an index has it, or its folder if that has documents.

    None for neither, or if the index cannot be used: opening it gives the reason.
    """
    folder = os.path.join(os.fsencode(path.parent), b"")  # noqa: PTH118 - bytes
    try:
        if not index.is_file():
            return None
        uri = f"{index.absolute().as_uri()}?mode=rw"
        with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=5)) as connection:
            row = connection.execute(
                _SCANNED_BESIDE, (*split_path(os.fsencode(path)), folder)
            ).fetchone()
    except (OSError, sqlite3.Error, ValueError):
        return None
    return None if row is None else Path(os.fsdecode(row[0]))


def renew_index(path: Path) -> Path | None:
    """Rename an index that is damaged or of an earlier version, and return its new path.

    None if it can be used, or is missing; all of it is read. A file that SQLite cannot read is
    renamed only if ``may_be_index``: otherwise ``IndexCorruptError`` is raised. Raises
    ``IndexFileError`` if it belongs to another program or a newer version, is in use, or cannot be
    renamed.
    """
    if not path.exists():
        return None
    try:
        with Database(path) as index:
            index.check()
    except IndexTooOldError:
        return _set_aside(path, "earlier")
    except IndexCorruptError as error:
        if error.reason.code is not ReasonCode.INDEX_DAMAGED or not may_be_index(path):
            raise
        return _set_aside(path, "damaged")
    return None


def _set_aside(path: Path, what: str) -> Path:
    disk = Disk()
    wanted = path.with_name(f"{path.stem}.{what}{path.suffix}")
    aside = next(
        one
        for one in numbered(wanted)
        if not any(os.path.lexists(f"{one}{tail}") for tail in _BESIDE)
    )
    try:
        for tail in _BESIDE:
            with contextlib.suppress(FileNotFoundError):
                disk.rename(Path(f"{path}{tail}"), Path(f"{aside}{tail}"))
    except OSError as error:
        code = ReasonCode.INDEX_NOT_SET_ASIDE
        raise IndexFileError(code, str(path), reason_of(error)) from error
    return aside
