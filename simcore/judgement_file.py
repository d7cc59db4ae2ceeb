"""The file in which judgements last: a list that a person can read, shorten and keep.

It lies beside the index but is a file of its own: an index can be thrown away and made anew, what
a person has said cannot.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from simcore.errors import IndexCorruptError, IndexFileError, IndexTooNewError
from simcore.records import Document, Judgements
from simcore.sqlite_file import SqliteFile, Trouble

__all__ = ["Judgement", "JudgementFile", "Said", "Step", "read_judgements"]

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


class Said(StrEnum):
    """What was said of two documents."""

    APART = "apart"  # their texts are no duplicates of each other
    COPY = "copy"  # both hold one text, and both are wanted
    KEPT = "kept"  # the second is to be kept before the first and all others


@dataclass(frozen=True, slots=True)
class Judgement:
    """One entry of the list, for a person: which two documents, as they were called then.

    ``made`` is a time in UTC, as ISO 8601 writes it.
    """

    id: int
    said: Said
    left: Path
    right: Path
    made: str


_Row = tuple[int, str, bytes, bytes, bytes, bytes, str]


@dataclass(frozen=True, slots=True)
class Step:
    """What one change did to the list, so that it can be taken back.

    ``added`` are the entries that came, ``gone`` those that went. A step that did
    nothing, since it was said already, is false.
    """

    added: tuple[_Row, ...] = ()
    gone: tuple[_Row, ...] = ()

    def __bool__(self) -> bool:
        """Tell whether there is anything to take back."""
        return bool(self.added or self.gone)

    def __add__(self, later: "Step") -> "Step":
        """Join a later step to this one."""
        return Step(self.added + later.added, self.gone + later.gone)


def _path(value: object) -> Path:
    if not isinstance(value, bytes) or b"\0" in value:
        raise ValueError(f"{value!r} is no path")
    return Path(os.fsdecode(value))


def _hash(value: object) -> bytes:
    if not isinstance(value, bytes):
        raise TypeError(f"{value!r} is no hash")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def read_judgements(path: Path) -> Judgements:
    """Return what a file says; nothing where there is no file, which is not made then.

    Raises ``IndexFileError`` and its kinds.
    """
    if not path.exists():
        return Judgements()
    with JudgementFile(path) as file:
        return file.all()


class JudgementFile(SqliteFile):
    """The open file, as described in ``SqliteFile``. Raises ``IndexFileError`` and its kinds."""

    application_id = 0x5661726A  # four letters: Varj
    migrations = (_SCHEMA,)

    def _trouble(self, what: Trouble, reason: str) -> IndexFileError:
        match what:
            case Trouble.NO_PLACE:
                return IndexFileError(f"{self.path}: cannot be created: {reason}")
            case Trouble.FOREIGN:
                return IndexCorruptError(f"{self.path}: is no list of judgements of Variorum")
            case Trouble.NEWER:
                return IndexTooNewError(
                    f"{self.path}: was written by a newer version of Variorum; update Variorum. "
                    "Nothing was changed."
                )
            case Trouble.DAMAGED:
                return IndexCorruptError(
                    f"{self.path}: is damaged or no list of judgements of Variorum ({reason}). It "
                    "was left as it is."
                )
            case Trouble.BUSY | Trouble.FULL | Trouble.READ_ONLY | Trouble.OTHER:
                return IndexFileError(f"{self.path}: cannot be used: {reason}")

    def all(self) -> Judgements:
        """Return everything that holds, as grouping wants it."""
        apart: set[tuple[bytes, bytes]] = set()
        copies: dict[bytes, list[Path]] = {}
        kept: set[tuple[Path, bytes]] = set()
        with self.reading():
            for said, left, right, place in self.connection.execute(
                'select said, "left", "right", right_path from judgement order by id'
            ):
                path = _path(place)
                match Said(said):
                    case Said.APART:
                        apart.add((_hash(left), _hash(right)))
                    case Said.COPY:
                        copies.setdefault(_hash(left), []).append(path)
                    case Said.KEPT:
                        kept.add((path, _hash(right)))
        return Judgements(frozenset(apart), copies, frozenset(kept))

    def entries(self) -> list[Judgement]:
        """Return the list, the latest entry first."""
        with self.reading():
            rows = self.connection.execute(
                "select id, said, left_path, right_path, made from judgement"
                " order by made desc, id desc"
            ).fetchall()
            return [
                Judgement(number, Said(said), _path(left), _path(right), _text(made))
                for number, said, left, right, made in rows
            ]

    def set_apart(self, left: Document, right: Document) -> Step:
        """Note that two documents are no duplicates of each other; of one text: both are wanted."""
        with self.transaction():
            if left.text_hash == right.text_hash:
                return self._insert(Said.COPY, left.text_hash, right.text_hash, left, right)
            if right.text_hash < left.text_hash:
                left, right = right, left
            return self._insert(Said.APART, left.text_hash, right.text_hash, left, right)

    def keep(
        self, document: Document, instead_of: Document, beside: Iterable[Document] = ()
    ) -> Step:
        """Note that a document is to be kept before another and all others of its group.

        What was said the other way round before is taken back, and so is the wish to keep one of
        those ``beside`` it in the group.
        """
        with self.transaction():
            step = Step()
            for other in (instead_of, *beside):
                if (other.real_path, other.content_hash) != (
                    document.real_path,
                    document.content_hash,
                ):
                    step += self._delete(
                        'said = ? and "right" = ? and right_path = ?',
                        (Said.KEPT, other.content_hash, os.fsencode(other.real_path)),
                    )
            return step + self._insert(
                Said.KEPT, instead_of.content_hash, document.content_hash, instead_of, document
            )

    def forget(self, entry: int) -> Step:
        """Take one entry off the list; nothing happens when it is gone already."""
        with self.transaction():
            return self._delete("id = ?", (entry,))

    def take_back(self, step: Step) -> None:
        """Undo a step: what it added goes, what it took away comes back."""
        with self.transaction():
            for row in step.added:
                # by what it says: an id may be that of another entry by now
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
        # one of the conditions that stand above
        gone: list[_Row] = self.connection.execute(
            f"select * from judgement where {where}",  # noqa: S608 - no value is in it
            values,
        ).fetchall()
        self.connection.execute(f"delete from judgement where {where}", values)  # noqa: S608
        return Step(gone=tuple(gone))

    def _insert(
        self, said: Said, one: bytes, other: bytes, left: Document, right: Document
    ) -> Step:
        cursor = self.connection.execute(
            "insert or ignore into judgement"
            ' (said, "left", "right", left_path, right_path, made) values (?, ?, ?, ?, ?, ?)',
            (
                said,
                one,
                other,
                os.fsencode(left.real_path),
                os.fsencode(right.real_path),
                datetime.now(UTC).isoformat(timespec="seconds"),
            ),
        )
        if cursor.rowcount < 1:
            return Step()  # it was said before
        added: list[_Row] = self.connection.execute(
            "select * from judgement where id = ?", (cursor.lastrowid,)
        ).fetchall()
        return Step(added=tuple(added))
