"""How many bytes of the index file each table takes, its indexes included.

Where SQLite was built with ``dbstat`` its pages are counted. Where it was not, the bytes of the
cells are added up by their lengths, and what that leaves of the file is shared among the trees
that are no plain table: their pages are split as rows come, and filled less.
"""

import math
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.store.index import FingerprintIndex

OTHER = "other"
"""What belongs to no table: the schema."""

_OF_TABLES = """
select coalesce(it.tbl_name, ?), sum(pgsize) from dbstat
left join sqlite_schema as it on it.name = dbstat.name
where aggregate = 1 group by 1
"""
_EXPRESSIONS = {-1: "rowid", -2: "substr(hash, -4)"}
"""What stands in an index in the place of a column: of expressions, the schema has this one."""
_ROWS_AT_ONCE = 50_000
_HEADER = 8
_POINTER = 2


@dataclass(frozen=True, slots=True)
class IndexSizes:
    """Bytes of the index file by table, the largest first: see ``index_sizes``.

    ``documents`` are those of the index. ``free`` bytes hold nothing, ``whole`` is all of the file.
    ``estimated`` is whether the tables' are an estimate.
    """

    tables: Mapping[str, int]
    documents: int
    free: int
    whole: int
    estimated: bool


def index_sizes(index: FingerprintIndex) -> IndexSizes:
    """Return what the index takes on disk. Reads all of the file. Raises ``IndexFileError``."""
    ask = index.connection.execute
    with index.translated():
        size, pages, free = pages_of(index.connection)
        (documents,) = ask("select count(*) from document").fetchone()
        estimated = False
        try:
            found = dict(ask(_OF_TABLES, (OTHER,)).fetchall())
        except sqlite3.OperationalError as error:
            if "dbstat" not in str(error):  # this SQLite has no such table
                raise
            found = estimated_sizes(index.connection)
            estimated = True
    ordered = dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))
    return IndexSizes(ordered, documents, free * size, pages * size, estimated)


def pages_of(connection: sqlite3.Connection) -> tuple[int, int, int]:
    """Return the bytes of a page of a file, how many pages it has, and how many are free."""
    names = "page_size", "page_count", "freelist_count"
    size, pages, free = (connection.execute(f"pragma {name}").fetchone()[0] for name in names)
    return size, pages, free


def block_rows(index: FingerprintIndex) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]:
    """Return how many texts have fingerprints, and the rows of the block tables.

    These are places and texts, in ascending order. Raises ``IndexFileError``.
    """
    parts = [np.empty((0, 2), dtype=np.int64)]
    with index.translated():
        cursor = index.connection.execute("select place, text from block order by place, text")
        while rows := cursor.fetchmany(_ROWS_AT_ONCE):
            parts.append(np.array(rows, dtype=np.int64))
    places, numbers = np.concatenate(parts).T
    texts = index.value("select count(distinct text) from fingerprint where value is not null")
    return int(texts), places, numbers


def estimated_sizes(connection: sqlite3.Connection) -> dict[str, int]:
    """Estimate the bytes that tables take, from the lengths of what their cells hold."""
    ask = connection.execute
    size, pages, free = pages_of(connection)
    full: dict[str, float] = defaultdict(float)
    loose: dict[str, float] = defaultdict(float)
    for tree in _trees(connection):
        kind = full if tree.leaves else loose
        kind[tree.table] += tree.pages(ask(tree.question(size)).fetchone(), size)
    (schema,) = ask("select total(length(sql) + 50) from sqlite_schema").fetchone()
    of_schema = math.ceil((schema + 100) / (size - _HEADER))
    full[OTHER] += of_schema + (of_schema > 1)
    left = pages - free - sum(full.values())
    together = sum(loose.values())
    if together:
        # pages that were split are at least half full, and none is more than full
        share = min(2.0, max(1.0, left / together))
        for table, some in loose.items():
            full[table] += some * share
    whole = sum(full.values()) or 1.0
    return {
        table: round(some * (pages - free) * size / whole) for table, some in full.items() if some
    }


class _Tree(NamedTuple):
    """A table or an index: its columns, and whether all rows are in its leaves."""

    table: str
    columns: list[str]
    leaves: bool

    def question(self, size: int) -> str:
        """Ask for how many cells there are, their bytes, squared bytes, and overflow pages."""
        body = " + ".join(map(_length, self.columns)) or "0"
        least = (size - 12) * 32 // 255 - 23
        most = size - 35 if self.leaves else (size - 12) * 64 // 255 - 23
        number = 3 if self.leaves else 0
        return f"""
            with payload (bytes) as materialized
                (select {len(self.columns) + 1} + {body} from "{self.table}"),
            placed (whole, kept) as materialized (select bytes, case
                when bytes <= {most} then bytes
                when {least} + (bytes - {least}) % {size - 4} <= {most}
                    then {least} + (bytes - {least}) % {size - 4}
                else {least} end from payload),
            cell (bytes, over) as materialized (select
                kept + {number + _POINTER} + iif(whole > 127, 2, 1) + iif(whole > kept, 4, 0),
                (whole - kept + {size - 5}) / {size - 4} from placed)
            select count(*), total(bytes), total(bytes * bytes), total(over) from cell
        """

    def pages(self, sums: tuple[int, float, float, float], size: int) -> float:
        """Return the pages of full leaves: at the end of each, half a cell has no room.

        A cell that is met at the end of a page is the larger the more it takes.
        """
        cells, total, squares, overflow = sums
        if not cells:
            return 1.0
        lost = squares / total / 2 if self.leaves or total / cells > 64 else 0.0
        leaves = math.ceil(total / (size - _HEADER - lost))
        inner = leaves * (12 if self.leaves else total / cells + 4) / size
        return leaves + (math.ceil(inner) if leaves > 1 else 0) + overflow


def _length(name: str) -> str:
    """Return SQL for the bytes that a column or an expression takes in a record."""
    return f"""case typeof({name}) when 'null' then 0 when 'real' then 8
        when 'integer' then case
            when {name} in (0, 1) then 0 when abs({name} + ({name} < 0)) < 128 then 1
            when abs({name} + ({name} < 0)) < 32768 then 2
            when abs({name} + ({name} < 0)) < 8388608 then 3
            when abs({name} + ({name} < 0)) < 2147483648 then 4
            when abs({name} + ({name} < 0)) < 140737488355328 then 6 else 8 end
        else length(cast({name} as blob)) + (length(cast({name} as blob)) > 57) end"""


def _trees(connection: sqlite3.Connection) -> Iterator[_Tree]:
    ask = connection.execute
    tables = ask("select name, sql from sqlite_schema where type = 'table'").fetchall()
    for table, sql in tables:
        columns = ask(f'pragma table_info("{table}")').fetchall()
        without = "without rowid" in sql.lower()
        # the number of a row is no part of its record
        names = [
            f'"{name}"'
            for _, name, kind, _, _, key in columns
            if without or not (key and kind.lower() == "integer")
        ]
        yield _Tree(table, names, leaves=not without)
        for _, index, _, origin, _ in ask(f'pragma index_list("{table}")').fetchall():
            if without and origin == "pk":
                continue
            rows = ask(f'pragma index_xinfo("{index}")').fetchall()
            named = [_EXPRESSIONS.get(column) or f'"{name}"' for _, column, name, *_ in rows]
            yield _Tree(table, named, leaves=False)
