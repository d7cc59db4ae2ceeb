"""A cache of extracted texts, beside the index, so that slow documents are parsed once.

The file is limited to the size in the settings and to bytes that a document of the index has; a
damaged one is made anew. Only the user may read it, and links or other users' files are not used.
"""

import contextlib
import json
import os
import shutil
import sqlite3
import stat
import zlib
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any, TypeVar

from simcore.model.reasons import from_json, to_json
from simcore.model.records import DecodedText, clean_title

_APPLICATION_ID = 0x56617274  # four letters: Vart
_BUSY_SECONDS = 5
_LARGEST = 256_000_000
"""The most bytes of one unpacked text: a damaged file may unpack to anything."""

_SCHEMA = f"""
begin immediate;
create table if not exists text (
    id integer primary key, content blob not null, format text not null, reader integer not null,
    data blob not null, unique (content, format)
);
pragma application_id = {_APPLICATION_ID};
commit;
"""
_FIND = "select data from text where content = ? and format = ? and reader = ?"
_ADD = "insert or replace into text (content, format, reader, data) values (?, ?, ?, ?)"
_DROP_OLDEST = """
delete from text where id in (
    select id from (select id, sum(length(data)) over (order by id desc) as newer from text)
    where newer > ?
)
"""
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR}  # an error: tables are not as made
_SHARE = 10  # of the room on the disk, this part at most
_BESIDE = ("-journal", "")
_T = TypeVar("_T")


def texts_path(index: Path) -> Path:
    return index.with_name(f"{index.stem}.texts.sqlite3")


def packed(decoded: DecodedText) -> bytes:
    names = "text lossy cut_short marks beside pages title".split()
    fields = {name: getattr(decoded, name) for name in names}
    fields["cut_short"] = to_json(decoded.cut_short)
    return zlib.compress(json.dumps(fields, separators=(",", ":")).encode(), 1)


def _unpacked(data: bytes, encoding: str) -> DecodedText:
    unpacking = zlib.decompressobj()
    fields: dict[str, Any] = json.loads(unpacking.decompress(data, _LARGEST))
    return DecodedText(
        str(fields["text"]),
        encoding,
        lossy=bool(fields["lossy"]),
        cut_short=from_json(fields["cut_short"]),
        marks=tuple(map(str, fields["marks"])),
        beside=tuple(map(str, fields["beside"])),
        pages=tuple(map(int, fields["pages"])),
        title=clean_title(str(fields["title"])),  # one kept before there were titles is read again
    )


class KeptTexts:
    """The file of extracted texts at ``path``; it is created with the first text.

    ``reader`` is the version of the readers. Nothing here raises: texts that cannot be read or
    written are not kept.
    """

    def __init__(self, path: Path, reader: int) -> None:
        self._path = path
        self._reader = reader

    def of(self, content: bytes, encoding: str) -> DecodedText | None:
        asked = content, encoding, self._reader
        row = None
        with contextlib.suppress(sqlite3.Error, OSError):
            row = self._with_file(lambda file: file.execute(_FIND, asked).fetchone())
        with contextlib.suppress(zlib.error, ValueError, LookupError, TypeError, RecursionError):
            return _unpacked(row[0], encoding) if row else None
        return None

    def add(self, texts: Iterable[tuple[bytes, str, bytes]], most: int) -> None:
        """Keep some ``packed`` texts, by hash and format, up to ``most`` bytes in all.

        The limit is also a tenth of the room that the disk would have without them.
        """
        rows = [(content, of, self._reader, data) for content, of, data in texts]
        with contextlib.suppress(OSError):
            # the index, which nothing can do without, may be on the same disk
            room = self.size + shutil.disk_usage(self._path.parent).free
            most = min(most, room // _SHARE)

        def insert(connection: sqlite3.Connection) -> None:
            connection.executemany(_ADD, rows)
            connection.execute(_DROP_OLDEST, (most,))

        if rows:
            self._write(insert, create=True)

    def keep_held(self, held: Callable[[Collection[bytes]], Collection[bytes]]) -> None:
        """Drop the texts of bytes that no document has; ``held`` returns those that one has."""

        def drop(connection: sqlite3.Connection) -> None:
            known = {content for (content,) in connection.execute("select content from text")}
            gone = [(content,) for content in known.difference(held(known))]
            connection.executemany("delete from text where content = ?", gone)

        self._write(drop)

    def clear(self) -> None:
        """Remove the file, unless it is another program's."""
        with contextlib.suppress(sqlite3.Error, OSError):
            self._with_file(lambda _: self._remove())

    def _remove(self) -> None:
        for tail in _BESIDE:
            with contextlib.suppress(OSError):
                Path(f"{self._path}{tail}").unlink()

    @property
    def size(self) -> int:
        try:
            return self._path.stat().st_size
        except OSError:
            return 0

    def _write(self, work: Callable[[sqlite3.Connection], None], *, create: bool = False) -> None:
        """Change the file in one transaction; remove a damaged one."""
        ours = False

        def change(connection: sqlite3.Connection) -> None:
            nonlocal ours
            ours = True
            # what is dropped is overwritten; a crash of the machine may cost the cache
            connection.execute("pragma secure_delete = on")
            connection.execute("pragma synchronous = off")
            connection.execute("begin immediate")
            work(connection)
            connection.execute("commit")

        try:
            if create:
                self._create()
            self._with_file(change)
        except sqlite3.Error as error:
            if ours and getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
                self._remove()
        except OSError:
            return

    def _with_file(self, work: Callable[[sqlite3.Connection], _T]) -> _T | None:
        if not self._is_own():
            return None
        with contextlib.closing(
            sqlite3.connect(self._path, timeout=_BUSY_SECONDS, isolation_level=None)
        ) as connection:
            (found,) = connection.execute("pragma application_id").fetchone()
            return work(connection) if found == _APPLICATION_ID else None

    def _is_own(self) -> bool:
        """Return whether it is a file of this user; make it unreadable for others."""
        try:
            status = self._path.lstat()
        except OSError:
            return False
        if not stat.S_ISREG(status.st_mode):
            return False  # SQLite would wait for the writer of a pipe
        if os.name == "nt":
            return True
        if status.st_uid != os.geteuid():
            return False
        if status.st_mode & 0o077:
            self._path.chmod(0o600)
        return True

    def _create(self) -> None:
        try:
            os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            if self.size or not self._is_own():
                return  # an empty one is what is left of one that was not finished
        with contextlib.closing(sqlite3.connect(self._path, isolation_level=None)) as connection:
            connection.execute("pragma auto_vacuum = full")
            connection.executescript(_SCHEMA)
