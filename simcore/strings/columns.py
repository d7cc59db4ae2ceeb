"""A column of a table in a file as texts by keys: CSV, JSON Lines and Parquet."""

import contextlib
import csv
import importlib
import io
import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from simcore.files.opening import open_regular
from simcore.model.errors import ReadError, SimcoreError, StringsFileError
from simcore.model.reasons import reason_of
from simcore.strings.given import lone_surrogate
from simcore.strings.library_file import Key
from simcore.text.decoding import decode, decode_as

_DELIMITERS = ",;\t"
_LARGEST_CELL = (1 << 31) - 1  # of the csv module, where C's long has 32 bits
_NAMED = 12
_LIMIT = threading.RLock()  # held while the limit of the csv module is another one

Row = tuple[str, Mapping[str, object]]
"""Where a row stands, in words, and its cells by the names of their columns."""


def read_column(
    path: str | Path,
    text: str,
    *,
    key: str | None = None,
    encoding: str | None = None,
) -> dict[Key, str]:
    """Return the texts of a table's column, by another column of it or by their positions from 0.

    The suffix of the file says what it is: ``.csv`` and ``.tsv`` (with a line of names; commas,
    semicolons or tabs between cells), ``.jsonl`` and ``.ndjson`` (an object a line), ``.parquet``
    (which needs pyarrow). ``encoding`` is that of CSV, else recognised. Where there is no text, as
    for a null of JSON, or an object of JSON Lines that leaves it out where others have it, the text
    is empty: it has no words, and results name its key.

    Raises ``StringsFileError``, which names the file and the row, if the file cannot be read as
    such a table, a column is missing, a cell of ``text`` is no text, or two rows have one key; and
    ``SimcoreError`` if pyarrow is needed and not installed.
    """
    where = Path(path)
    read = _READERS.get(where.suffix.lower())
    if read is None:
        suffixes = ", ".join(_READERS)
        raise StringsFileError(f"{where}: its name has to end in one of {suffixes}")
    if encoding is not None and read is not _csv_rows:
        raise StringsFileError(f"{where}: an encoding is for CSV alone")
    named = [text] if key is None else [text, key]
    texts: dict[Key, str] = {}
    with _named_errors(where):
        for number, (place, row) in enumerate(read(where, named, encoding)):
            known: Key = number if key is None else _key(where, place, key, row[key])
            if known in texts:
                raise StringsFileError(f"{where}: {place}: the key {known!r} stands twice")
            cell = "" if row.get(text) is None else row[text]
            if not isinstance(cell, str):
                raise StringsFileError(
                    f"{where}: {place}: {text!r} is of the type {type(cell).__name__}, not a text"
                )
            for column, one in ((text, cell), (key, known)):
                _check_characters(where, place, column, one)
            texts[known] = cell
    return texts


@contextlib.contextmanager
def _named_errors(path: Path) -> Iterator[None]:
    """Raise ``StringsFileError`` with the file's name for what reading it may raise."""
    try:
        yield
    except OSError as error:
        raise StringsFileError(f"{path}: cannot be read: {reason_of(error)}") from error
    except UnicodeError as error:  # of Parquet, whose strings need not be what it says
        raise StringsFileError(f"{path}: has a string that is no UTF-8: {error}") from error
    except ValueError as error:  # of a name with a zero byte
        raise StringsFileError(f"{path}: cannot be read: {error}") from error
    except ReadError as error:
        raise StringsFileError(f"{path}: {error}") from error


def _listed(row: Iterable[str]) -> str:
    """Name the columns of a row, the first ones of many."""
    names = [repr(name) for name in row]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return (", ".join(names[:_NAMED]) or "none") + more


def _check_names(path: Path, place: str, named: Sequence[str], names: Sequence[str]) -> None:
    """Raise ``StringsFileError`` where a column that is named is not there, or is there twice."""
    for name in named:
        if name not in names:
            raise StringsFileError(
                f"{path}: {place} has no column {name!r}; it has {_listed(names)}"
            )
        if names.count(name) > 1:
            raise StringsFileError(f"{path}: {place} has several columns {name!r}")


def _key(path: Path, place: str, column: str, cell: object) -> Key:
    if isinstance(cell, str) or type(cell) is int:
        return cell
    kind = "empty" if cell is None else f"of the type {type(cell).__name__}"
    raise StringsFileError(
        f"{path}: {place}: {column!r} is {kind}, and a key is a string or a whole number"
    )


def _check_characters(path: Path, place: str, column: str | None, cell: object) -> None:
    """Raise ``StringsFileError`` for half of a character, which JSON may have."""
    at = lone_surrogate(cell) if isinstance(cell, str) else None
    if isinstance(cell, str) and at is not None:
        raise StringsFileError(
            f"{path}: {place}: {column!r} has half of a character (the lone surrogate "
            f"U+{ord(cell[at]):04X})"
        )


def _csv_rows(path: Path, named: Sequence[str], encoding: str | None) -> Iterator[Row]:
    with open_regular(path) as file:
        data = file.read()
    decoded = decode(data) if encoding is None else decode_as(data, encoding)
    if decoded.guessed or decoded.lossy:
        raise StringsFileError(
            f"{path}: {'seems to be' if decoded.guessed else 'is not all'} in the encoding "
            f"{decoded.encoding}: name the encoding that it has"
        )
    # the limit belongs to the module: it is put back whatever happens
    with _LIMIT:
        before = csv.field_size_limit(_LARGEST_CELL)
        try:
            yield from _rows_of(path, named, decoded.text)
        finally:
            csv.field_size_limit(before)


def _rows_of(path: Path, named: Sequence[str], text: str) -> Iterator[Row]:
    """Yield the rows of a text in CSV, by the delimiter with which it has the named columns."""

    def reading(delimiter: str) -> Any:  # the type of such a reader has no public name
        return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)

    number = 1
    try:
        for delimiter in _DELIMITERS:
            with contextlib.suppress(csv.Error):  # of one that is another's
                if set(named) <= set(next(reading(delimiter), [])):
                    break
        else:
            delimiter = _DELIMITERS[0]
        reader = reading(delimiter)
        names: list[str] = next(reader, [])
        _check_names(path, "its first line", named, names)
        while True:
            number = reader.line_num + 1
            cells = next(reader, None)
            if cells is None:
                return
            if not cells:
                continue  # an empty line
            if len(cells) != len(names):
                raise StringsFileError(
                    f"{path}: line {number} has another number of cells ({len(cells)}) than there "
                    f"are columns ({len(names)})"
                )
            yield f"line {number}", dict(zip(names, cells, strict=True))
    except csv.Error as error:
        raise StringsFileError(f"{path}: line {number}: {error}") from error


def _json_rows(path: Path, named: Sequence[str], _encoding: str | None) -> Iterator[Row]:
    """Yield the objects; the first of the named columns may be left out where others have it."""
    first, others = named[0], set(named[1:])
    seen, lacking = False, None
    with open_regular(path) as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise StringsFileError(f"{path}: line {number} is no JSON: {error}") from error
            if not isinstance(row, dict):
                raise StringsFileError(f"{path}: line {number} is no JSON object")
            if not others <= row.keys():
                _check_names(path, f"line {number}", named, [*row])
            if first in row:
                seen = True
            elif lacking is None:
                lacking = f"line {number}", [*row]
            yield f"line {number}", row
    if lacking is not None and not seen:
        _check_names(path, lacking[0], named, lacking[1])


def _parquet_rows(path: Path, named: Sequence[str], _encoding: str | None) -> Iterator[Row]:
    try:
        parquet = importlib.import_module("pyarrow.parquet")
        broken: type[Exception] = importlib.import_module("pyarrow").ArrowException
    except ImportError as error:
        raise SimcoreError(
            'Parquet needs pyarrow, which is not installed: pip install "variorum[parquet]"'
        ) from error
    try:
        with open_regular(path) as file:
            opened: Any = parquet.ParquetFile(file)
            _check_names(path, "its schema", named, opened.schema_arrow.names)
            number = 0
            for batch in opened.iter_batches(columns=list(named)):
                for row in batch.to_pylist():
                    yield f"row {number}", row
                    number += 1
    except broken as error:
        raise StringsFileError(f"{path}: cannot be read as Parquet: {error}") from error


_READERS: Mapping[str, Callable[[Path, Sequence[str], str | None], Iterator[Row]]] = {
    ".csv": _csv_rows,
    ".tsv": _csv_rows,
    ".jsonl": _json_rows,
    ".ndjson": _json_rows,
    ".parquet": _parquet_rows,
}
