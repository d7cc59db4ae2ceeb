"""The file of judgements, a list that the user can read and shorten, and of marks.

It is a separate file beside the index: an index can be discarded and built again, judgements
cannot.

A document that is no duplicate, or a wanted copy, is known by 32 bytes: ``Document.form``, so that
nothing is said of a text that a reader can tell apart from it, then ``content_hash``, by which it
is still known where the form was not, or is made otherwise by a later version. Entries of earlier
versions have 16 bytes there, a ``text_hash``: they hold for all documents that have it.
"""

import functools
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from simcore.files.names import as_on_disk, names_by_form
from simcore.model.errors import IndexCorruptError, IndexFileError, IndexTooNewError
from simcore.model.reason_codes import ReasonCode
from simcore.model.records import Document, DocumentId, Judgements
from simcore.store.sqlite_file import SqliteFile, Trouble, path_in, typed

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
"""Bytes by which a document is known; fewer are an entry of an earlier version, see above."""

Mark = tuple[Path, bytes]
"""A document marked for removal: its real path, and the hash of its bytes then."""


class JudgementKind(StrEnum):
    """The kind of a judgement of two documents, see ``JudgementFile``."""

    APART = "apart"  # they are no duplicates of each other
    COPY = "copy"  # a reader cannot tell them apart, and both are wanted
    KEPT = "kept"  # the second is to be kept before the first and all others
    ENCODING = "encoding"  # the bytes of a document are to be read in an encoding


@dataclass(frozen=True, slots=True)
class Judgement:
    """One entry of a ``JudgementFile``: two documents by their paths at the time of the judgement.

    That of an ``encoding`` is about one document: both paths are equal. ``made`` is a time in UTC
    in ISO 8601.
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
    """The effect of one change of a ``JudgementFile``, to undo it.

    ``added`` are the entries that were added, ``gone`` those that were removed. A step without
    effect, because the judgement existed, is false.
    """

    added: tuple[_Entry, ...] = ()
    gone: tuple[_Entry, ...] = ()

    def __bool__(self) -> bool:
        """Return whether there is anything to undo."""
        return bool(self.added or self.gone)

    @property
    def of_encodings(self) -> bool:
        """Whether bytes are to be read in another encoding since it."""
        return any(row[1] == JudgementKind.ENCODING for row in (*self.added, *self.gone))

    def __add__(self, later: "Step") -> "Step":
        """Append a later step to this one."""
        return Step(self.added + later.added, self.gone + later.gone)


def read_judgements(path: Path) -> Judgements:
    """Return the judgements of a file; none if there is no file, which is not created then.

    Raises ``IndexFileError`` and its subclasses.
    """
    if not path.exists():
        return Judgements()
    with JudgementFile(path) as file:
        return file.all()


@dataclass(frozen=True, slots=True)
class RememberedMarks:
    """The documents that are ``marked``: at their path, with their bytes. See ``remembered_marks``.

    ``changed`` counts those that have other bytes by now. ``keepers`` are the documents that rules
    chose to keep when they marked others.
    """

    marked: frozenset[DocumentId] = frozenset()
    changed: int = 0
    keepers: frozenset[Mark] = frozenset()


def remembered_marks(
    path: Path, documents: Mapping[DocumentId, Document], check: Callable[[], None] = lambda: None
) -> RememberedMarks:
    """Return what a file of judgements remembers of the marks of some documents.

    Nothing if there is no file, which is not created then. Raises ``IndexFileError`` and its
    subclasses, and what ``check`` raises.
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
    """The judgements of documents and the marks, in a file that is made where there is none.

    To be used in a ``with`` block, or closed; see ``SqliteFile``. Raises ``IndexFileError`` and its
    subclasses.
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
        """Return all judgements in the form that grouping needs."""
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
        """Return the list, the latest entry first."""
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
        """Return the documents that were marked for removal when ``set_marks`` was called last."""
        return self._files_in("mark")

    def keepers(self) -> frozenset[Mark]:
        """Return the documents that rules had chosen to keep then."""
        return self._files_in("keeper")

    def _files_in(self, table: str) -> frozenset[Mark]:
        # ``table`` is one of the two names above
        with self.reading():
            rows = self.connection.execute(f"select path, content_hash from {table}")
            return frozenset((path_in(path), typed(bytes, content)) for path, content in rows)

    def set_marks(
        self, folders: Iterable[Path], marks: Iterable[Mark], keepers: Iterable[Mark] = ()
    ) -> None:
        """Replace the marks of documents below some resolved folders, and what rules keep there."""
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

        A contrary judgement is removed, and so is the choice of one of those ``beside`` it in the
        group.
        """
        with self.transaction():
            step, kept = Step(), (document.real_path, document.content_hash)
            for other in (instead_of, *beside):
                if (other.real_path, other.content_hash) != kept:
                    step += self._not_kept(other)
            return step + self._insert(JudgementKind.KEPT, instead_of, document)

    def _not_kept(self, document: Document) -> Step:
        """Remove the choice of a document, also where its name had another Unicode form then."""
        step, said = Step(), (JudgementKind.KEPT, document.content_hash)
        for (path,) in self.connection.execute(
            'select distinct right_path from judgement where said = ? and "right" = ?', said
        ).fetchall():
            if as_on_disk(path_in(path)) == document.real_path:
                step += self._delete('said = ? and "right" = ? and right_path = ?', (*said, path))
        return step

    def set_encodings(self, files: Iterable[tuple[Path, bytes]], encoding: str | None) -> Step:
        """Record that bytes are read in an encoding, or None: as recognised.

        ``files`` are where they are now, and their hashes. Whether they can be read so is for the
        caller to see to, see ``simcore.keep_encoding``.
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
        """Remove one entry from the list, if it still exists."""
        with self.transaction():
            return self._delete("id = ?", (entry,))

    def take_back(self, step: Step) -> None:
        """Undo a step: remove the entries it added, restore those it removed."""
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
    """Return the name of an encoding in a cell; of another value, one that no encoding has."""
    return cell.decode("ascii", "backslashreplace") if isinstance(cell, bytes) else repr(cell)
