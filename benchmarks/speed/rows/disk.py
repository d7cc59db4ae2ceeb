"""The size of the index on the disk, by content."""

import contextlib
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from benchmarks.speed.bench import Bench, Row
from benchmarks.speed.figures import DOCUMENT_BYTES, Figure, Limit, Line
from benchmarks.speed.library import library

__all__ = ["ROWS", "sizes"]

_WITHOUT, _WITH = 250.0, 900.0
_SKETCHES = "passage"  # the name of their table


def sizes(index: Path) -> tuple[int, int]:
    """Return the bytes of an index without its sketches, and with them; it must not be in use.

    Counted are the pages of each table and what SQL index it has; where this SQLite cannot tell,
    a copy without the rows of sketches is packed and compared with a packed one that has them.
    """
    with contextlib.closing(sqlite3.connect(index)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
        (pages,) = connection.execute("pragma page_count").fetchone()
        (page_size,) = connection.execute("pragma page_size").fetchone()
        (free,) = connection.execute("pragma freelist_count").fetchone()
        whole = (pages - free) * page_size
        try:
            (sketches,) = connection.execute(
                "select total(pgsize) from dbstat join sqlite_schema using (name)"
                " where tbl_name like ? || '%'",
                (_SKETCHES,),
            ).fetchone()
        except sqlite3.OperationalError:
            packed = _packed(index, drop=False)
            return packed - (packed - _packed(index, drop=True)), packed
    return whole - int(sketches), whole


def _packed(index: Path, *, drop: bool) -> int:
    copy = index.with_suffix(".copy")
    shutil.copyfile(index, copy)
    with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        if drop:
            tables = connection.execute(
                "select name from sqlite_schema where type = 'table' and name like ? || '%'",
                (_SKETCHES,),
            ).fetchall()
            for (table,) in tables:
                connection.execute(f'delete from "{table}"')  # noqa: S608 - a table's own name
        connection.execute("vacuum")
    size = copy.stat().st_size
    copy.unlink()
    return size


def _disk(bench: Bench) -> Sequence[Line]:
    made = library(bench)
    subject = f"{DISK.subject}, {made.count:,} documents of {made.bytes / made.count:,.0f} bytes"
    return [
        Line(
            DISK.name,
            f"{subject}: {what}",
            Figure((size / made.count,), DOCUMENT_BYTES),
            wish=f"at most {most:.0f} bytes a document",
            limit=Limit.FIGURE,
            most=most,
        )
        for what, size, most in zip(
            ("without sketches", "with sketches"),
            sizes(made.index),
            (_WITHOUT, _WITH),
            strict=True,
        )
    ]


DISK = Row(
    "disk",
    "index on disk",
    "250 / 900 bytes a document of 5 kB, without sketches / with",
    _disk,
)
ROWS = (DISK,)
