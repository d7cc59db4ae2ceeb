"""Files beside the index: judgements and marks, folder roles and settings, arrivals of a watch.

They are separate because an index can be built again and they cannot. A judged document is known by
32 bytes: ``Document.form``, then ``content_hash``, in case a later version makes the form
otherwise. Entries of earlier versions have a ``text_hash`` of 16 bytes, for all documents with it.
"""

import contextlib
import functools
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Generic, TypeVar

from simcore.files.names import as_on_disk, names_by_form
from simcore.files.opening import locked, open_regular, replacing
from simcore.files.roles import FolderSetting, FolderSettings, Role, Roles
from simcore.index.paths import default_index_path, path_range
from simcore.index.sqlite_file import SqliteFile, Trouble, path_in, typed
from simcore.model.reasons import (
    FolderSettingsError,
    IndexCorruptError,
    IndexFileError,
    IndexFullError,
    IndexTooNewError,
    ReasonCode,
    RolesError,
    SimcoreError,
    reason_of,
)
from simcore.model.records import Document, DocumentId, Judgements
from simcore.model.report import Arrival, arrival_from_plain, arrival_to_plain

_SCHEMA = """
create table judgement (
    id integer primary key,
    said text not null,
    "left" blob not null,
    "right" blob not null,
    left_path blob not null,
    right_path blob not null,
    made text not null
);
create unique index judgement_once on judgement (said, "left", "right", case said
    when 'apart' then x'' else right_path end);
"""

_MARKS = """
-- documents that are marked for removal, by path and bytes
create table mark (path blob primary key, content_hash blob not null) without rowid;
"""

_ENCODINGS = """
-- said is 'encoding': "left" is the hash of bytes, "right" the name of their encoding
create unique index judgement_encoding on judgement ("left") where said = 'encoding';
"""

_KEEPERS = """
-- documents that rules chose to keep, so that others of their groups are marked
create table keeper (path blob primary key, content_hash blob not null) without rowid;
"""

_KNOWN = 32
"""Bytes of a document's key; an entry of an earlier version has fewer."""

Mark = tuple[Path, bytes]
"""A document marked for removal: its real path, and the hash of its bytes then."""


class JudgementKind(StrEnum):
    APART = "apart"  # they are no duplicates of each other
    COPY = "copy"  # a reader cannot tell them apart, and both are wanted
    KEPT = "kept"  # the second is to be kept before the first and all others
    ENCODING = "encoding"  # the bytes of a document are to be read in an encoding


@dataclass(frozen=True, slots=True)
class Judgement:
    """One entry of a ``JudgementFile``: two documents by their paths at the time of the judgement.

    The paths of an ``encoding`` are equal. ``made`` is a time in UTC in ISO 8601.
    """

    id: int
    kind: JudgementKind
    left: Path
    right: Path
    made: str
    encoding: str = ""


_Entry = tuple[int, str, bytes, bytes, bytes, bytes, str]


@dataclass(frozen=True, slots=True)
class Step:
    """The entries ``added`` and ``gone`` by one change of a ``JudgementFile``, to undo it."""

    added: tuple[_Entry, ...] = ()
    gone: tuple[_Entry, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.gone)

    @property
    def of_encodings(self) -> bool:
        """Whether it changed the encoding of any bytes."""
        return any(row[1] == JudgementKind.ENCODING for row in (*self.added, *self.gone))

    def __add__(self, later: "Step") -> "Step":
        return Step(self.added + later.added, self.gone + later.gone)


def read_judgements(path: Path) -> Judgements:
    """Return the judgements of a file; none if there is no file, which is not created.

    Raises ``IndexFileError`` and its subclasses.
    """
    if not path.exists():
        return Judgements()
    with JudgementFile(path) as file:
        return file.all()


@dataclass(frozen=True, slots=True)
class RememberedMarks:
    """The ``marked`` documents, unchanged, and the number of ``changed`` ones.

    ``keepers`` are the documents that rules chose to keep.
    """

    marked: frozenset[DocumentId] = frozenset()
    changed: int = 0
    keepers: frozenset[Mark] = frozenset()


def remembered_marks(
    path: Path, documents: Mapping[DocumentId, Document], check: Callable[[], None] = lambda: None
) -> RememberedMarks:
    """Return the marks of some documents in a file of judgements; none if there is no file.

    Raises ``IndexFileError`` and its subclasses, and what ``check`` raises.
    """
    if not path.exists():
        return RememberedMarks()
    with JudgementFile(path) as file:
        marks, chosen = dict(file.marks()), file.keepers()
    found: set[DocumentId] = set()
    keepers: set[Mark] = set()
    changed = 0
    for key, document in documents.items() if marks else ():
        check()
        content = marks.get(document.real_path)
        if content == document.content_hash:
            found.add(key)
        elif content is not None:
            changed += 1
        elif (document.real_path, document.content_hash) in chosen:
            keepers.add((document.real_path, document.content_hash))
    return RememberedMarks(frozenset(found), changed, frozenset(keepers))


class JudgementFile(SqliteFile):
    """The judgements of documents and the marks, in a file that is created if missing.

    Use it in a ``with`` block or close it. Raises ``IndexFileError`` and its subclasses.
    """

    application_id = 0x5661726A  # four letters: Varj
    migrations = (_SCHEMA, _MARKS, _ENCODINGS, _KEEPERS)
    troubles = {  # noqa: RUF012 - SqliteFile says that it is the class's
        Trouble.NO_PLACE: (IndexFileError, ReasonCode.NOT_CREATED),
        Trouble.FOREIGN: (IndexCorruptError, ReasonCode.JUDGEMENTS_FOREIGN),
        Trouble.NEWER: (IndexTooNewError, ReasonCode.JUDGEMENTS_NEWER),
        Trouble.DAMAGED: (IndexCorruptError, ReasonCode.JUDGEMENTS_DAMAGED),
        Trouble.OTHER: (IndexFileError, ReasonCode.CANNOT_BE_USED),
    }

    def all(self) -> Judgements:
        apart: set[tuple[bytes, bytes]] = set()
        copies: dict[bytes, list[Path]] = {}
        texts_apart: set[tuple[bytes, bytes]] = set()
        text_copies: dict[bytes, list[Path]] = {}
        kept: set[tuple[Path, bytes]] = set()
        encodings: dict[bytes, str] = {}
        names = functools.cache(names_by_form)
        with self.reading():
            for kind, left, right, right_path in self.connection.execute(
                'select said, "left", "right", right_path from judgement order by id'
            ):
                path = path_in(right_path)
                match JudgementKind(kind):
                    case JudgementKind.APART:
                        one, other = typed(bytes, left), typed(bytes, right)
                        if len(one) < _KNOWN:
                            texts_apart.add((one, other))
                        else:
                            halves = zip(_halves(one), _halves(other), strict=True)
                            apart.update((min(ends), max(ends)) for ends in halves)
                    case JudgementKind.COPY:
                        one, other = typed(bytes, left), typed(bytes, right)
                        if len(one) < _KNOWN:
                            text_copies.setdefault(one, []).append(path)
                        else:
                            for key in {*_halves(one), *_halves(other)}:
                                copies.setdefault(key, []).append(path)
                    case JudgementKind.KEPT:
                        kept.add((as_on_disk(path, names), typed(bytes, right)))
                    case JudgementKind.ENCODING:
                        encodings[typed(bytes, left)] = _encoding_in(right)
        return Judgements(
            frozenset(apart),
            copies,
            frozenset(kept),
            encodings,
            frozenset(texts_apart),
            text_copies,
        )

    def entries(self) -> list[Judgement]:
        with self.reading():
            rows = self.connection.execute(
                'select id, said, left_path, right_path, made, "right" from judgement'
                " order by made desc, id desc"
            ).fetchall()
            return [
                Judgement(
                    number,
                    JudgementKind(kind),
                    path_in(left),
                    path_in(right),
                    typed(str, made),
                    _encoding_in(value) if kind == JudgementKind.ENCODING else "",
                )
                for number, kind, left, right, made, value in rows
            ]

    def marks(self) -> frozenset[Mark]:
        """Return the documents that ``set_marks`` recorded as marked for removal."""
        return self._files_in("mark")

    def keepers(self) -> frozenset[Mark]:
        """Return the documents that it recorded as kept by rules."""
        return self._files_in("keeper")

    def _files_in(self, table: str) -> frozenset[Mark]:
        # ``table`` is one of the two names above
        with self.reading():
            rows = self.connection.execute(f"select path, content_hash from {table}")
            return frozenset((path_in(path), typed(bytes, content)) for path, content in rows)

    def set_marks(
        self, folders: Iterable[Path], marks: Iterable[Mark], keepers: Iterable[Mark] = ()
    ) -> None:
        removed = [os.path.join(os.fsencode(one), b"") for one in folders]  # noqa: PTH118 - bytes, and an end
        with self.transaction():
            for table, files in (("mark", marks), ("keeper", keepers)):
                self.connection.executemany(
                    f"delete from {table} where substr(path, 1, ?) = ?",
                    [(len(below), below) for below in removed],
                )
                self.connection.executemany(
                    f"insert or replace into {table} values (?, ?)",
                    [(os.fsencode(path), content) for path, content in files],
                )

    def set_apart(self, left: Document, right: Document) -> Step:
        """Record that two documents are no duplicates; if they read alike, that both are wanted."""
        with self.transaction():
            if left.reads_like(right):
                return self._insert(JudgementKind.COPY, left, right)
            if _key(right) < _key(left):
                left, right = right, left
            return self._insert(JudgementKind.APART, left, right)

    def keep(
        self, document: Document, instead_of: Document, beside: Iterable[Document] = ()
    ) -> Step:
        """Record that a document is to be kept rather than another and all others of its group.

        A contrary judgement is removed, and the choice of a document ``beside`` it in the group.
        """
        with self.transaction():
            step, kept = Step(), (document.real_path, document.content_hash)
            for other in (instead_of, *beside):
                if (other.real_path, other.content_hash) != kept:
                    step += self._not_kept(other)
            return step + self._insert(JudgementKind.KEPT, instead_of, document)

    def _not_kept(self, document: Document) -> Step:
        step, said = Step(), (JudgementKind.KEPT, document.content_hash)
        for (path,) in self.connection.execute(
            'select distinct right_path from judgement where said = ? and "right" = ?', said
        ).fetchall():
            if as_on_disk(path_in(path)) == document.real_path:
                step += self._delete('said = ? and "right" = ? and right_path = ?', (*said, path))
        return step

    def set_encodings(self, files: Iterable[tuple[Path, bytes]], encoding: str | None) -> Step:
        """Record that bytes are read in an encoding, or as recognised (None).

        ``files`` are their paths and hashes. The caller checks that they can be read so.
        """
        step = Step()
        with self.transaction():
            for path, content in files:
                step += self._delete('said = ? and "left" = ?', (JudgementKind.ENCODING, content))
                if encoding is not None:
                    name = encoding.encode("ascii")
                    step += self._add(JudgementKind.ENCODING, content, name, path, path)
        return step

    def forget(self, entry: int) -> Step:
        with self.transaction():
            return self._delete("id = ?", (entry,))

    def take_back(self, step: Step) -> None:
        with self.transaction():
            for row in step.added:
                # by content: the id may belong to another entry by now
                self._delete(
                    'said = ? and "left" = ? and "right" = ? and left_path = ?'
                    " and right_path = ? and made = ?",
                    row[1:],
                )
            for row in step.gone:
                self.connection.execute(
                    "insert or ignore into judgement values (null, ?, ?, ?, ?, ?, ?)", row[1:]
                )

    def _delete(self, where: str, values: tuple[str | bytes | int, ...]) -> Step:
        # ``where`` is one of the constant conditions above
        gone: list[_Entry] = self.connection.execute(
            f"select * from judgement where {where}", values
        ).fetchall()
        self.connection.execute(f"delete from judgement where {where}", values)
        return Step(gone=tuple(gone))

    def _insert(self, kind: JudgementKind, left: Document, right: Document) -> Step:
        by_content = kind is JudgementKind.KEPT
        one, other = (
            document.content_hash if by_content else _key(document) for document in (left, right)
        )
        return self._add(kind, one, other, left.real_path, right.real_path)

    def _add(self, kind: JudgementKind, one: bytes, other: bytes, left: Path, right: Path) -> Step:
        made = datetime.now(UTC).isoformat(timespec="seconds")
        cursor = self.connection.execute(
            "insert or ignore into judgement"
            ' (said, "left", "right", left_path, right_path, made) values (?, ?, ?, ?, ?, ?)',
            (kind, one, other, os.fsencode(left), os.fsencode(right), made),
        )
        if cursor.rowcount < 1:
            return Step()  # the judgement existed
        added: list[_Entry] = self.connection.execute(
            "select * from judgement where id = ?", (cursor.lastrowid,)
        ).fetchall()
        return Step(added=tuple(added))


def _key(document: Document) -> bytes:
    return document.form + document.content_hash


def _halves(key: bytes) -> tuple[bytes, bytes]:
    return key[: _KNOWN // 2], key[_KNOWN // 2 :]


def _encoding_in(cell: object) -> str:
    return cell.decode("ascii", "backslashreplace") if isinstance(cell, bytes) else repr(cell)


_VERSION = 1
_LARGEST = 10_000_000

_T = TypeVar("_T", Roles, FolderSettings)


@dataclass(frozen=True, slots=True)
class FolderFile(Generic[_T]):
    """A JSON file of values by folder, beside the default index, shared by all runs of the user.

    ``kind`` is its mark, ``made`` makes the result of the values by folder, ``read_value`` reads
    one value and ``plain`` writes it. The file is replaced as a whole. Methods raise ``failure``.
    """

    kind: str
    name: str
    failure: type[SimcoreError]
    damaged: ReasonCode
    made: Callable[[Mapping[Path, Any]], _T]
    read_value: Callable[[Any], object]
    plain: Callable[[Any], object]

    @property
    def path(self) -> Path:
        return default_index_path().with_name(self.name)

    def read(self) -> _T:
        """Return what was kept, nothing without a file.

        Raises ``failure`` if the file cannot be read: which folders are protected is then unknown.
        """
        path = self.path
        try:
            with open_regular(path) as file:
                data = file.read(_LARGEST)
        except OSError as error:
            # a link may lead to somewhere that is not there now
            if isinstance(error, FileNotFoundError) and not path.is_symlink():
                return self.made({})
            raise self._failed(path, error, ReasonCode.CANNOT_BE_READ) from error
        try:
            kept = json.loads(data)
            found = {Path(one): self.read_value(value) for one, value in kept["folders"].items()}
            # what cannot be a path is refused
            known = kept[self.kind] == _VERSION and all(
                one.is_absolute() and "\0" not in str(one) for one in found
            )
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            known = False
        if not known:
            raise self.failure(self.damaged, str(path))
        return self.made(found)

    def change(self, before: _T, after: _T) -> _T:
        """Apply the difference between two values to what is kept; return what is kept now.

        Changes of another program stay. If the file cannot be read, ``after`` replaces it.
        """
        path = self.path
        with contextlib.ExitStack() as alone:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                alone.enter_context(locked(path.with_name(f"{path.name}.lock")))
            except OSError as error:
                raise self._failed(path, error, ReasonCode.CANNOT_BE_WRITTEN) from error
            try:
                kept = self.read().changed(before, after)
            except self.failure:
                kept = after
            values = {str(folder): self.plain(one) for folder, one in sorted(kept.folders.items())}
            # bytes of a path that are not UTF-8 become lone surrogates (PEP 383)
            data = json.dumps({self.kind: _VERSION, "folders": values}, indent=1).encode("ascii")
            with replacing(path, self.failure) as file:
                file.write(data)
        return kept

    def _failed(self, path: Path, error: OSError, code: ReasonCode) -> SimcoreError:
        return self.failure(code, str(path), reason_of(error))


def _setting(value: Any) -> FolderSetting:
    for name, kinds in (("watched", {bool}), ("keep_days", {int, type(None)})):
        if name in value and type(value[name]) not in kinds:
            raise TypeError(value)
    return FolderSetting(**value)


ROLES: FolderFile[Roles] = FolderFile(
    "roles", "roles.json", RolesError, ReasonCode.ROLES_DAMAGED, Roles, Role, str
)
"""The roles of folders: every removal obeys them."""

SETTINGS: FolderFile[FolderSettings] = FolderFile(
    "settings",
    "folders.json",
    FolderSettingsError,
    ReasonCode.FOLDER_SETTINGS_DAMAGED,
    FolderSettings,
    _setting,
    asdict,
)

read_roles: Callable[[], Roles] = ROLES.read

change_roles: Callable[[Roles, Roles], Roles] = ROLES.change
"""Apply the difference between two sets of roles; return what is kept now."""

read_folder_settings: Callable[[], FolderSettings] = SETTINGS.read

change_folder_settings: Callable[[FolderSettings, FolderSettings], FolderSettings] = SETTINGS.change
"""Apply the difference between two sets of settings; return what is kept now."""


MOST_ARRIVALS = 20_000
DAYS_KEPT = 90

_SECONDS_KEPT = DAYS_KEPT * 24 * 3600
_ROWS_AT_ONCE = 2_000

_ARRIVAL_SCHEMA = """
-- a folder all of whose documents were seen once, with a final separator, when a watch looked at it
-- last, and whether a disk of its own was mounted there
create table watched (
    path blob primary key, last real not null, mounted integer not null
) without rowid;
-- the bytes of a document when it was told of or counted last: their hash, empty where they could
-- not be read
create table seen (path blob primary key, content blob not null) without rowid;
-- data is a line of variorum watch --json
create table arrival (id integer primary key, time real not null, data text not null);
"""
_DISKS = """
-- where a disk of its own was mounted when a watch looked there last: a folder that is watched or
-- searched, or one below it. With a final separator
create table disk (path blob primary key, last real not null) without rowid;
insert into disk select path, last from watched where mounted;
alter table watched drop column mounted
"""
_DISK_MARKS = """
-- which disk it was: the system's number of its file system, empty if it has none
alter table disk add column mark text not null default ''
"""
_SEEN = """
select path, content from seen where path = ?
union all select path, content from seen where path >= ? and path < ?
"""


def read_arrivals(path: Path, most: int = MOST_ARRIVALS) -> list[Arrival]:
    """Return the arrivals of a file, the newest first; none without a file, which is not created.

    Any thread may call this while a watch writes. Raises ``IndexFileError`` and its subclasses.
    """
    if not path.exists():
        return []
    with ArrivalFile(path) as file:
        return file.recent(most)


class ArrivalFile(SqliteFile):
    """The documents that a watch saw and reported, in a file that is created if missing.

    Other scans write to the index, so this file records by itself with which bytes a watch last saw
    each document. Use it in a ``with`` block or close it. Raises ``IndexFileError`` and its
    subclasses.

    >>> from simcore.model.report import ArrivalEvent
    >>> with ArrivalFile(Path(":memory:")) as file:
    ...     file.record([Arrival(ArrivalEvent.GONE, Path("合同.txt"), time=0.0)])
    ...     [(one.event.value, one.path.name) for one in file.recent()]
    [('gone', '合同.txt')]
    """

    application_id = 0x56617261  # four letters: Vara
    migrations = (_ARRIVAL_SCHEMA, _DISKS, _DISK_MARKS)
    troubles = {  # noqa: RUF012 - SqliteFile says that it is the class's
        Trouble.NO_PLACE: (IndexFileError, ReasonCode.NOT_CREATED),
        Trouble.FOREIGN: (IndexCorruptError, ReasonCode.ARRIVALS_FOREIGN),
        Trouble.NEWER: (IndexTooNewError, ReasonCode.ARRIVALS_NEWER),
        Trouble.DAMAGED: (IndexCorruptError, ReasonCode.ARRIVALS_DAMAGED),
        Trouble.BUSY: (IndexFileError, ReasonCode.IN_USE),
        Trouble.FULL: (IndexFullError, ReasonCode.INDEX_FULL),
        Trouble.OTHER: (IndexFileError, ReasonCode.CANNOT_BE_USED),
    }

    def __init__(self, path: Path) -> None:
        # what came to a user's folders is nobody else's business
        if str(path) != ":memory:":
            with contextlib.suppress(OSError):  # it exists, or cannot: SQLite says why
                path.parent.mkdir(parents=True, exist_ok=True)
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        super().__init__(path)

    def _prepare(self) -> None:
        super()._prepare()
        self.write_ahead()
        # what a failure of power takes back is told again; a process that is killed loses nothing
        self.connection.execute("pragma synchronous = normal")

    def recent(self, most: int = MOST_ARRIVALS) -> list[Arrival]:
        with self.reading():
            asked = "select time, data from arrival order by id desc limit ?"
            rows = self.connection.execute(asked, (most,))
            return [
                replace(arrival_from_plain(json.loads(typed(str, data))), time=float(time))
                for time, data in rows
            ]

    def begun(self) -> set[Path]:
        """Return the folders all of whose documents were seen once."""
        with self.reading():
            rows = self.connection.execute("select path from watched")
            return {path_in(path) for (path,) in rows}

    def disks(self) -> dict[Path, str]:
        """Return the folders where disks of their own were mounted, with their marks."""
        with self.reading():
            rows = self.connection.execute("select path, mark from disk")
            return {path_in(path): typed(str, mark) for path, mark in rows}

    def begin(self, folders: Iterable[Path], disks: Mapping[Path, str], now: float) -> None:
        """Record that all documents of folders were seen, or that they are still watched.

        ``disks`` are as in the method ``disks``. Folders and disks that no watch looked at for
        ``DAYS_KEPT`` are dropped, and arrivals that are too old or too many.
        """
        unwatched = (now - _SECONDS_KEPT,)
        with self.transaction() as connection:
            connection.executemany(
                "insert or replace into watched values (?, ?)",
                [(path_range(path)[0], now) for path in folders],
            )
            connection.executemany(
                "insert or replace into disk values (?, ?, ?)",
                [(path_range(path)[0], now, mark) for path, mark in disks.items()],
            )
            connection.execute("delete from disk where last < ?", unwatched)
            if connection.execute("delete from watched where last < ?", unwatched).rowcount:
                connection.execute(
                    "delete from seen where not exists (select 1 from watched"
                    " where substr(seen.path, 1, length(watched.path)) = watched.path)"
                )
            self._drop_old(now)

    def seen(self, paths: Iterable[Path]) -> Iterator[tuple[Path, bytes]]:
        """Yield the documents seen at or below resolved paths, and the hash of their bytes.

        No path may be below another. The hash is empty for a document that could not be read.
        """
        with self.reading():
            for path in paths:
                values = os.fsencode(path), *path_range(path)
                with contextlib.closing(self.connection.execute(_SEEN, values)) as cursor:
                    while rows := cursor.fetchmany(_ROWS_AT_ONCE):
                        for name, content in rows:
                            yield path_in(name), typed(bytes, content)

    def record(
        self,
        told: Iterable[Arrival] = (),
        seen: Mapping[Path, bytes] | None = None,
        gone: Iterable[Path] = (),
    ) -> None:
        """Record arrivals, documents seen and documents gone, in one transaction."""
        told = list(told)
        with self.transaction() as connection:
            connection.executemany(
                "insert into arrival (time, data) values (?, ?)",
                [(one.time, json.dumps(arrival_to_plain(one))) for one in told],
            )
            connection.executemany(
                "delete from seen where path = ?", [(os.fsencode(path),) for path in gone]
            )
            connection.executemany(
                "insert or replace into seen values (?, ?)",
                [(os.fsencode(path), content) for path, content in (seen or {}).items()],
            )
            if told:
                self._drop_old(max(one.time for one in told))

    def _drop_old(self, now: float) -> None:
        self.connection.execute(
            "delete from arrival where time < ? or id <= (select max(id) from arrival) - ?",
            (now - _SECONDS_KEPT, MOST_ARRIVALS),
        )
