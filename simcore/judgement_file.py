"""The file in which judgements last: a list that a person can read, shorten and keep.

It lies beside the index but is a file of its own: an index can be thrown away and made anew, what
a person has said cannot.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Self

from simcore.errors import IndexCorruptError, IndexFileError, IndexTooNewError
from simcore.records import Document, Judgements

__all__ = ["Judgement", "JudgementFile", "Said"]

_APPLICATION_ID = 0x5661726A
"""Four letters: Varj."""

_VERSION = 1
_BUSY_SECONDS = 30

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


class JudgementFile:
    """The open file; it belongs to the thread that opened it, and others may have it open too.

    ``path`` is created when missing. Raises ``IndexFileError`` and its kinds, here and from every
    method: a damaged or newer file is left as it is.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._translated():
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise IndexFileError(f"{path}: cannot be created: {error.strerror}") from error
            self._connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def _prepare(self) -> None:
        execute = self._connection.execute
        with self._transaction():
            [version] = execute("pragma user_version").fetchone()
            [owner] = execute("pragma application_id").fetchone()
            [tables] = execute("select count(*) from sqlite_master").fetchone()
            if owner != _APPLICATION_ID and (owner or tables):
                raise IndexCorruptError(f"{self._path}: is no list of judgements of Variorum")
            if version > _VERSION:
                raise IndexTooNewError(
                    f"{self._path}: was written by a newer version of Variorum; update Variorum. "
                    "Nothing was changed."
                )
            if not version:
                for statement in _SCHEMA.split(";\n"):
                    execute(statement)
                execute(f"pragma application_id = {_APPLICATION_ID}")
                execute(f"pragma user_version = {_VERSION}")

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
        """Close the file."""
        self._connection.close()

    def all(self) -> Judgements:
        """Return everything that holds, as grouping wants it."""
        apart: set[tuple[bytes, bytes]] = set()
        copies: dict[bytes, list[Path]] = {}
        kept: set[tuple[Path, bytes]] = set()
        with self._translated():
            for said, left, right, place in self._connection.execute(
                'select said, "left", "right", right_path from judgement order by id'
            ):
                path = Path(os.fsdecode(place))
                match Said(said):
                    case Said.APART:
                        apart.add((left, right))
                    case Said.COPY:
                        copies.setdefault(left, []).append(path)
                    case Said.KEPT:
                        kept.add((path, right))
        return Judgements(frozenset(apart), copies, frozenset(kept))

    def entries(self) -> list[Judgement]:
        """Return the list, the latest entry first."""
        with self._translated():
            rows = self._connection.execute(
                "select id, said, left_path, right_path, made from judgement order by id desc"
            ).fetchall()
        return [
            Judgement(number, Said(said), Path(os.fsdecode(left)), Path(os.fsdecode(right)), made)
            for number, said, left, right, made in rows
        ]

    def set_apart(self, left: Document, right: Document) -> None:
        """Note that two documents are no duplicates of each other; of one text: both are wanted."""
        if left.text_hash == right.text_hash:
            self._note(Said.COPY, left.text_hash, right.text_hash, left, right)
            return
        if right.text_hash < left.text_hash:
            left, right = right, left
        self._note(Said.APART, left.text_hash, right.text_hash, left, right)

    def keep(self, document: Document, instead_of: Document) -> None:
        """Note that a document is to be kept before another and all others of its group.

        What was said the other way round before is taken back.
        """
        with self._translated(), self._transaction():
            self._connection.execute(
                'delete from judgement where said = ? and "right" = ? and right_path = ?',
                (Said.KEPT, instead_of.content_hash, os.fsencode(instead_of.real_path)),
            )
            self._insert(
                Said.KEPT, instead_of.content_hash, document.content_hash, instead_of, document
            )

    def forget(self, entry: int) -> None:
        """Take one entry off the list; nothing happens when it is gone already."""
        with self._translated(), self._transaction():
            self._connection.execute("delete from judgement where id = ?", (entry,))

    def _note(self, said: Said, one: bytes, other: bytes, left: Document, right: Document) -> None:
        with self._translated(), self._transaction():
            self._insert(said, one, other, left, right)

    def _insert(
        self, said: Said, one: bytes, other: bytes, left: Document, right: Document
    ) -> None:
        self._connection.execute(
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

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("begin immediate")
        try:
            yield
            self._connection.execute("commit")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("rollback")
            raise

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn SQLite's errors into sentences that name the file."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise IndexFileError(f"{self._path}: cannot be used: {error}") from error
        except sqlite3.DatabaseError as error:
            raise IndexCorruptError(
                f"{self._path}: is damaged or no list of judgements of Variorum ({error}). It was "
                "left as it is."
            ) from error
