"""Rows of a result as a table of pandas, which is an extra."""

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from simcore.model.errors import SimcoreError
from simcore.model.kinds import NUMBERS_ONLY
from simcore.model.report import ScanReport
from simcore.reports import tables
from simcore.reports.formats import readable


def to_pandas(report: ScanReport, rows: str = "groups") -> Any:  # pandas is optional
    """Return a ``pandas.DataFrame`` of a report: what ``variorum`` lists, column by column.

    ``rows`` are ``groups`` (a row a document of a group, the kept one first), ``pairs``,
    ``fingerprints`` or ``problems``. Names of files are texts. Raises ``ValueError`` for other
    rows, and ``SimcoreError`` if pandas is not installed.

    >>> table = to_pandas(simcore.scan("documents", simcore.ScanConfig(jobs=0)))
    >>> table[table.kind == "identical"].similarity.tolist()
    [1.0]
    """
    if rows not in _ROWS:
        raise ValueError(f"there are no rows {rows!r}: take {', '.join(_ROWS)}")
    columns, made = _ROWS[rows]
    cells = (
        [str(cell) if isinstance(cell, Path) else cell for cell in row] for row in made(report)
    )
    return frame(columns, cells)


def _pair_cells(report: ScanReport) -> Iterable[Sequence[object]]:
    kept = report.kept
    return (row.cells(kept, frozenset()) for row in tables.pair_rows(report))


_ROWS: Mapping[str, tuple[Sequence[str], Callable[[ScanReport], Iterable[Sequence[object]]]]] = {
    "groups": (tables.GROUP_COLUMNS, tables.group_rows),
    "pairs": (tables.PAIR_COLUMNS, _pair_cells),
    "fingerprints": (tables.FINGERPRINT_COLUMNS, tables.fingerprint_rows),
    "problems": (tables.PROBLEM_COLUMNS, lambda report: tables.problem_rows(report.problems)),
}


def frame(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Any:  # pandas is optional
    """Return a ``pandas.DataFrame``; members of enumerations are their values.

    Words are those of rows of CSV and JSON: ``kind`` is ``numbers-only`` where that is told, and
    ``short`` is ``too_short``. Raises ``SimcoreError`` if pandas is not installed.
    """
    try:
        pandas = importlib.import_module("pandas")
    except ImportError as error:
        raise SimcoreError(
            'to_pandas needs pandas, which is not installed: pip install "variorum[pandas]"'
        ) from error
    plain = [[cell.value if isinstance(cell, Enum) else cell for cell in row] for row in rows]
    if "kind" in columns:
        kind, numbers_only = columns.index("kind"), columns.index("numbers_only")
        for row in plain:
            row[kind] = NUMBERS_ONLY if row[numbers_only] else row[kind]
    names = ["too_short" if name == "short" else name for name in columns]
    # texts go to Arrow by themselves, which takes no name of a file whose bytes are no UTF-8
    made = {
        name: pandas.Series(cells, dtype=object if any(map(_is_odd, cells)) else None)
        for name, cells in zip(names, zip(*plain, strict=True), strict=bool(plain))
    }
    return pandas.DataFrame(made, columns=names)


def _is_odd(cell: object) -> bool:
    return isinstance(cell, str) and readable(cell) != cell
