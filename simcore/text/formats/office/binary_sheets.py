"""Binary workbooks of Excel 2007, by calamine, which reads their values.

It knows no number formats: a number stands as ``General`` shows it, a day as 2021-03-05. It
reserves memory for every cell up to the last one: how far away that is is looked up first, for want
of memory ends the process.
"""

import io
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

import python_calamine

from simcore.model.errors import ReadError, damaged
from simcore.model.reason_codes import ReasonCode
from simcore.model.records import DecodedText
from simcore.text.formats.office.cell_formats import general
from simcore.text.formats.office.flow import Flow
from simcore.text.formats.office.package import Package, too_large

_MOST_CELLS = 2_000_000
_ROW, _LAST_CELL = 0, 19  # records of xlsb


def read(data: bytes, _encoding: str | None) -> DecodedText:
    """Read a workbook, see ``simcore.text.formats``. Raises ``ReadError``."""
    _check(Package(data))
    flow = Flow()
    try:
        book = python_calamine.load_workbook(io.BytesIO(data))
        for name in book.sheet_names:
            flow.add(name)
            flow.end_paragraph()
            sheet = book.get_sheet_by_name(name)
            for values in sheet.iter_rows():
                flow.begin_row()
                for value in values:
                    flow.add(_shown(value))
                    flow.end_cell()
                flow.end_row()
            flow.end_paragraph()
            flow.end_paragraph()
    except python_calamine.PasswordError as error:
        raise ReadError(ReasonCode.PASSWORD) from error
    except (python_calamine.CalamineError, ValueError, OSError) as error:
        raise damaged(str(error)) from error
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # of Rust, which is no Exception
            raise damaged("its records contradict each other") from error
        raise
    return flow.finish()


def _shown(value: Any) -> str:
    """Return a value of a cell as text."""
    match value:
        case bool():
            return str(value).upper()
        case int() | float():
            return general(float(value))
        case datetime():
            whole = value.time() == time()
            return value.date().isoformat() if whole else value.isoformat(" ", "seconds")
        case date() | time():
            return value.isoformat()
    return str(value)


def _check(package: Package) -> None:
    """Raise ``ReadError`` where cells of a binary workbook are too far away."""
    for name in package.names():
        if not (name.startswith("xl/worksheets/") and name.endswith(".bin")):
            continue
        rows = columns = 0
        for kind, number in _binary_records(package.read(name)):
            if kind == _ROW:
                rows = max(rows, number)
            elif kind <= _LAST_CELL:
                columns = max(columns, number)
            if (rows + 1) * (columns + 1) > _MOST_CELLS:
                raise too_large()


def _binary_records(part: bytes) -> Iterator[tuple[int, int]]:
    """Yield the kind and the first number of each record ([MS-XLSB] 2.1.4)."""
    at = 0
    while at < len(part):
        kind, at = _varying(part, at, 2)
        size, at = _varying(part, at, 4)
        yield kind, int.from_bytes(part[at : at + min(size, 4)], "little")
        at += size


def _varying(part: bytes, at: int, longest: int) -> tuple[int, int]:
    """Return a number of up to so many bytes of seven bits, and where it ends."""
    number = 0
    for place, one in enumerate(part[at : at + longest]):
        at += 1
        number |= (one & 127) << 7 * place
        if one < 128:
            break
    return number, at
