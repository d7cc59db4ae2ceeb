"""Rows as CSV, JSON, JSON Lines, for spreadsheets, or as names alone.

A ``Path`` is a file name, a ``datetime`` a time, None an empty cell in all formats. The JSON is
described in ``resources/schema/rows.schema.json``.
"""

import base64
import csv
import io
import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import IO, Any

from simcore.files.opening import replacing
from simcore.model.reasons import ReasonCode, SimcoreError
from simcore.model.report import Arrival, arrival_from_plain, arrival_to_plain

SCHEMA = 1

TABLE_SUFFIXES = (".csv", ".json")

Cell = str | int | float | bool | Path | datetime | None
"""A value of a row. An empty text is nothing, like None."""

Rows = Iterable[Sequence[object]]
"""Rows of cells; JSON may have mappings and lists of cells in them, too."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_BYTES = "_base64"
_SURROGATE = re.compile("[\ud800-\udfff]")
# what JSON need not escape, but ends a line for some readers, or is obeyed by terminals
_HIDDEN = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def readable(text: str) -> str:
    """Return a text in which each byte that was no UTF-8 is U+FFFD, as in the window."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def json_fields(fields: Mapping[str, object]) -> dict[str, Any]:
    r"""Return named cells for JSON.

    A file name that is no UTF-8 has its bytes beside it, in base64 (RFC 4648): ``path`` has
    ``path_base64``, and a list of names a list of them all. Empty cells are null, times ISO 8601.

    >>> json_fields({"path": Path("caf\udce9"), "why": ""})
    {'path': 'caf�', 'path_base64': 'Y2Fm6Q==', 'why': None}
    """
    found: dict[str, Any] = {}
    for name, cell in fields.items():
        # nearly all are of these, and there are very many
        if type(cell) in _NUMBERS:
            found[name] = cell
        elif type(cell) is str:
            found[name] = readable(cell) or None
        elif isinstance(cell, Path):
            text = str(cell)
            found[name] = readable(text)
            if found[name] != text:
                found[f"{name}{_BYTES}"] = _bytes_of(cell)
        else:
            found[name] = _json_value(cell)
            if isinstance(cell, list | tuple):
                names = [one for one in cell if isinstance(one, Path)]
                if any(map(_SURROGATE.search, map(str, names))):
                    found[f"{name}{_BYTES}"] = [*map(_bytes_of, names)]
    return found


_NUMBERS = frozenset({int, float, bool, type(None)})


def _bytes_of(path: Path) -> str:
    return base64.b64encode(os.fsencode(path)).decode("ascii")


def path_in(fields: Mapping[str, Any], name: str) -> Path:
    """Return the file that ``json_fields`` named. Raises ``ValueError`` and ``TypeError``."""
    raw = fields.get(f"{name}{_BYTES}")
    if raw is None:
        return Path(fields[name])
    if not isinstance(raw, str):
        raise ValueError(f"{name}: no bytes")  # noqa: TRY004 - of what was read
    return Path(os.fsdecode(base64.b64decode(raw, validate=True)))


def _json_value(cell: object) -> Any:
    match cell:
        case None | "":
            return None
        case bool() | int() | float():
            return cell
        case str() | Path():
            return readable(str(cell))
        case datetime():
            return cell.isoformat("T", "seconds")
        case Mapping():
            return json_fields(cell)
        case Iterable():
            return [_json_value(one) for one in cell]
    raise TypeError(f"{cell!r} is nothing that JSON has")


def json_text(value: object) -> str:
    r"""Return JSON on one line, for readers who go by lines of any kind, and for terminals.

    >>> json_text({"文": "a\u2028b"})
    '{"文": "a\\u2028b"}'
    """
    text = _encoded(value)
    if text.isprintable():  # as nearly all are, and quick to tell
        return text
    return _HIDDEN.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


_encoded = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


@cache
def program_version() -> str:
    from importlib import metadata  # noqa: PLC0415 - slow to import

    try:
        return metadata.version("variorum")
    except metadata.PackageNotFoundError:
        return "unknown"


def write_json(file: IO[bytes], columns: Sequence[str], rows: Rows) -> None:
    file.write(f'{{"variorum": {json_text(program_version())}, "schema": {SCHEMA}, '.encode())
    file.write(b'"rows": [')
    for number, row in enumerate(rows):
        file.write(b",\n " if number else b"\n ")
        file.write(_row_text(columns, row))
    file.write(b"\n]}\n")


def write_json_lines(file: IO[bytes], columns: Sequence[str], rows: Rows) -> None:
    for row in rows:
        file.write(_row_text(columns, row) + b"\n")


def _row_text(columns: Sequence[str], row: Sequence[object]) -> bytes:
    return json_text(json_fields(dict(zip(columns, row, strict=True)))).encode()


def write_csv(
    file: IO[bytes], columns: Sequence[str], rows: Rows, *, for_spreadsheets: bool = False
) -> bool:
    """Write rows as CSV in UTF-8; path bytes that are not UTF-8 are written unchanged.

    Return whether a cell looks like a formula to a spreadsheet. Lines end with LF. With
    ``for_spreadsheets`` they end with CRLF, a byte order mark comes first, which Excel needs for
    Chinese, and formulas are made inert.
    """
    encoding = "utf-8-sig" if for_spreadsheets else "utf-8"
    text = io.TextIOWrapper(file, encoding, errors="surrogateescape", newline="")
    end = "\r\n" if for_spreadsheets else "\n"
    formulas = False
    try:
        writer = csv.writer(text, lineterminator=end)
        # without them a lone CR, which ends a line for some readers, would stand for itself
        in_quotes = csv.writer(text, lineterminator=end, quoting=csv.QUOTE_ALL)
        writer.writerow(columns)
        for row in rows:
            cells = [cell if type(cell) in _AS_THEY_ARE else _csv_cell(cell) for cell in row]
            if for_spreadsheets:
                cells = [
                    f"'{one}" if type(one) is str and one.startswith(_FORMULA) else one
                    for one in cells
                ]
            texts = [cell for cell in cells if type(cell) is str]
            formulas = formulas or any(cell.startswith(_FORMULA) for cell in texts)
            odd = any("\r" in cell for cell in texts)
            (in_quotes if odd else writer).writerow(cells)
        text.flush()
    finally:
        text.detach()
    return formulas


_AS_THEY_ARE = frozenset({str, int, float})


def _csv_cell(cell: object) -> str | int | float:
    match cell:
        case None:
            return ""
        case bool():
            return "yes" if cell else "no"
        case str() | int() | float():
            return cell
        case datetime():
            return cell.isoformat(" ", "seconds")
    return str(cell)


def write_for_spreadsheets(file: IO[bytes], columns: Sequence[str], rows: Rows) -> None:
    write_csv(file, columns, rows, for_spreadsheets=True)


def write_names(file: IO[bytes], names: Iterable[Path | None]) -> None:
    """Write names of files, each with a NUL behind it, as ``xargs -0`` reads them.

    None is the end of a group: a NUL alone.
    """
    for name in names:
        file.write((b"" if name is None else os.fsencode(unlike_an_option(str(name)))) + b"\0")


def unlike_an_option(name: str) -> str:
    return f"./{name}" if name.startswith("-") else name


ROW_WRITERS: Mapping[str, Callable[[IO[bytes], Sequence[str], Rows], bool | None]] = {
    "csv": write_csv,
    "json": write_json,
    "jsonl": write_json_lines,
    "excel": write_for_spreadsheets,
}
"""Writers of rows by the name of the format; they return what ``write_csv`` does, or None."""


def write_table(path: Path, columns: Sequence[str], rows: Rows) -> None:
    """Export rows to a file, replacing an older one atomically.

    Its suffix decides: ``.csv`` is for spreadsheets, ``.json`` as in ``write_json``. Raises
    ``SimcoreError`` for another one, or if it cannot be written; an older file is then unchanged.
    """
    suffix = path.suffix.lower()
    if suffix not in TABLE_SUFFIXES:
        raise SimcoreError(ReasonCode.NO_TABLE_FILE, str(path))
    with replacing(path) as file:
        ROW_WRITERS["excel" if suffix == ".csv" else "json"](file, columns, rows)


def arrival_to_json(arrival: Arrival) -> dict[str, Any]:
    """Return an arrival as values of JSON, one line of ``variorum watch --json``.

    As ``arrival_to_plain``, with names of files as in ``json_fields``.

    >>> from simcore.model.report import ArrivalEvent
    >>> came = Arrival(ArrivalEvent.NEW, Path("/in/a.txt"), 0.0, milliseconds=41.26)
    >>> arrival_to_json(came)["event"], arrival_to_json(came)["milliseconds"]
    ('new', 41.3)
    """
    plain: dict[str, Any] = arrival_to_plain(arrival)
    names = {"path": arrival.path} | ({} if arrival.was is None else {"was": arrival.was})
    matches = [
        told | {"path": one.path}
        for told, one in zip(plain["matches"], arrival.matches, strict=True)
    ]
    return json_fields(plain | names | {"matches": matches})


def arrival_from_json(told: Mapping[str, Any]) -> Arrival:
    r"""Undo ``arrival_to_json``. Raises ``ValueError`` for other values.

    >>> from simcore.model.report import ArrivalEvent, ArrivalMatch
    >>> match = ArrivalMatch(Path("/in/c"), simcore.Kind.SIMILAR, 0.9, 0.95, 0.94, 3)
    >>> event = ArrivalEvent("renamed")
    >>> came = Arrival(event, Path("/in/b"), 1.5, Path("/in/a\udce9"), matches=(match,))
    >>> arrival_from_json(arrival_to_json(came)) == came
    True
    """
    try:
        names = {name: str(path_in(told, name)) for name in ("path", "was") if name in told}
        matches = [one | {"path": str(path_in(one, "path"))} for one in told["matches"]]
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"no arrival: {error!r}") from error
    return arrival_from_plain({**told, **names, "matches": matches})
