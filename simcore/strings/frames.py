"""Rows of a result as a table of pandas, which is an extra."""

import importlib
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any

from simcore.model.errors import SimcoreError


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
    return pandas.DataFrame(plain, columns=list(columns))
