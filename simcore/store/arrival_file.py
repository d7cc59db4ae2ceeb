"""The file of arrivals: what a watch has told, and which documents it has told of.

It is a separate file beside the index, which other scans write to, too: a document that one of
those has read was not told of. So the file knows by itself with which bytes a watch saw each
document of the watched folders last. What is to be told is the difference between that and the
disk, so it needs no list of its own, and survives any end of the watch.
"""

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from simcore.model.arrivals import Arrival, arrival_from_plain, arrival_to_plain
from simcore.model.errors import IndexCorruptError, IndexFileError, IndexFullError, IndexTooNewError
from simcore.model.reason_codes import ReasonCode
from simcore.store.paths import path_range
from simcore.store.sqlite_file import SqliteFile, Trouble, path_in, typed

MOST_ARRIVALS = 20_000
DAYS_KEPT = 90
"""Arrivals are kept this long, and no more than these."""

_SECONDS_KEPT = DAYS_KEPT * 24 * 3600
_ROWS_AT_ONCE = 2_000

_SCHEMA = """
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
_MARKS = """
-- which disk it was: the system's number of its file system, empty if it has none
alter table disk add column mark text not null default ''
"""
_SEEN = """
select path, content from seen where path = ?
union all select path, content from seen where path >= ? and path < ?
"""


def read_arrivals(path: Path, most: int = MOST_ARRIVALS) -> list[Arrival]:
    """Return the arrivals that a file keeps, the newest first; none without a file.

    A file that is missing is not created. Any thread may call this while a watch writes. Raises
    ``IndexFileError`` and its subclasses.
    """
    if not path.exists():
        return []
    with ArrivalFile(path) as file:
        return file.recent(most)


class ArrivalFile(SqliteFile):
    """What a watch has seen and told, in a file that is made where there is none.

    To be used in a ``with`` block, or closed; see ``SqliteFile``. Raises ``IndexFileError`` and its
    subclasses.

    >>> with ArrivalFile(Path(":memory:")) as file:
    ...     file.record([Arrival(simcore.ArrivalEvent.GONE, Path("合同.txt"), time=0.0)])
    ...     [(one.event.value, one.path.name) for one in file.recent()]
    [('gone', '合同.txt')]
    """

    application_id = 0x56617261  # four letters: Vara
    migrations = (_SCHEMA, _DISKS, _MARKS)
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
        """Return the arrivals that are kept, the newest first."""
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
        """Return the folders where disks of their own were mounted, and the marks of these."""
        with self.reading():
            rows = self.connection.execute("select path, mark from disk")
            return {path_in(path): typed(str, mark) for path, mark in rows}

    def begin(self, folders: Iterable[Path], disks: Mapping[Path, str], now: float) -> None:
        """Record that all documents of folders were seen, or that they are still watched.

        ``disks`` are the folders where disks of their own are mounted now, as in ``disks``. What is
        known of folders and disks that no watch has looked at for ``DAYS_KEPT`` is dropped, and so
        are arrivals that are too old or too many.
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
        """Yield the documents that were seen at or below some paths, and the hash of their bytes.

        The paths are resolved, and none is below another one. The hash is empty where the document
        could not be read.
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
        """Record what was told, and what was seen and is gone, all of it or nothing."""
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
