"""Rows of a result as a table of pandas, which is an extra."""

import importlib
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any

from simcore.model.errors import SimcoreError
from simcore.reports.formats import readable


def frame(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Any:  # pandas is optional
    """Return a ``pandas.DataFrame``; members of enumerations are their values.

    Raises ``SimcoreError`` if pandas is not installed.
    """
    try:
        pandas = importlib.import_module("pandas")
    except ImportError as error:
        raise SimcoreError(
            'to_pandas needs pandas, which is not installed: pip install "variorum[pandas]"'
        ) from error
    plain = [[cell.value if isinstance(cell, Enum) else cell for cell in row] for row in rows]
    # texts go to Arrow by themselves, which takes no name of a file whose bytes are no UTF-8
    made = {
        name: pandas.Series(cells, dtype=object if any(map(_is_odd, cells)) else None)
        for name, cells in zip(columns, zip(*plain, strict=True), strict=bool(plain))
    }
    return pandas.DataFrame(made, columns=list(columns))


def _is_odd(cell: object) -> bool:
    return isinstance(cell, str) and readable(cell) != cell
