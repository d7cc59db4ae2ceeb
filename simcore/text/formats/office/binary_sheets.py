"""Excel before 2007 and its binary workbooks, by calamine, which reads their values.

Number formats are not known there: a number stands as ``General`` shows it, a day as 2021-03-05, so
decimal places, percentages and currencies are not as in the sheet. calamine reserves memory for
every cell up to the last one: how far that is away is looked up first, for want of memory ends the
process.
"""

import io
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import DecodedText
from simcore.text.formats.office.cell_formats import general
from simcore.text.formats.office.flow import Flow
from simcore.text.formats.office.markup import damaged
from simcore.text.formats.office.package import Package, too_large

_MOST_CELLS = 2_000_000
_LONGEST_STREAM = 64_000_000
_STREAMS = "Workbook", "Book"
_BOF, _FILEPASS, _MULRK = 0x0809, 0x002F, 0x00BD
_CELLS = frozenset({0x0006, 0x0203, 0x0204, 0x0205, 0x027E, 0x00D6, 0x00FD, _MULRK})
_ROW, _LAST_CELL = 0, 19  # records of xlsb


def read(data: bytes, encoding: str | None) -> DecodedText:
    """Read a workbook, see ``simcore.text.formats``. Raises ``ReadError``."""
    del encoding
    import python_calamine  # noqa: PLC0415 - few documents need it

    if data.startswith(b"PK"):
        _check_binary(Package(data))
    else:
        _check_records(_stream(data))
    flow = Flow()
    try:
        book = python_calamine.load_workbook(io.BytesIO(data))
        for name in book.sheet_names:
            flow.add(name)
            flow.end_paragraph()
            for row in book.get_sheet_by_name(name).iter_rows():
                flow.begin_row()
                for value in row:
                    flow.add(_shown(value))
                    flow.end_cell()
                flow.end_row()
            flow.end_paragraph()
            flow.end_paragraph()
    except python_calamine.PasswordError as error:
        raise ReadError(Reason(ReasonCode.PASSWORD)) from error
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
            return general(value)
        case datetime():
            whole = value.time() == time()
            return value.date().isoformat() if whole else value.isoformat(" ", "seconds")
        case date() | time():
            return value.isoformat()
        case timedelta():
            return str(value)
    return str(value)


def _stream(data: bytes) -> bytes:
    """Return the stream of a compound file that holds the workbook. Raises ``ReadError``."""
    import olefile  # type: ignore[import-untyped] # noqa: PLC0415 - ships no type information

    try:
        with olefile.OleFileIO(io.BytesIO(data)) as file:
            if file.exists("EncryptedPackage"):
                raise ReadError(Reason(ReasonCode.PASSWORD))
            name = next((one for one in _STREAMS if file.exists(one)), None)
            if name is None:
                raise damaged("it holds no workbook")
            return bytes(file.openstream(name).read(_LONGEST_STREAM))
    except (OSError, ValueError, IndexError, TypeError, AttributeError, OverflowError) as error:
        raise damaged(str(error)) from error


def _check_records(stream: bytes) -> None:
    """Raise ``ReadError`` where a workbook is encrypted, or cells are too far away."""
    at, rows, columns = 0, 0, 0
    while at + 4 <= len(stream):
        kind = stream[at] | stream[at + 1] << 8
        size = stream[at + 2] | stream[at + 3] << 8
        begin = at + 4
        at = begin + size
        if kind in _CELLS and size >= 6:
            rows = max(rows, stream[begin] | stream[begin + 1] << 8)
            place = at - 2 if kind == _MULRK else begin + 2
            columns = max(columns, int.from_bytes(stream[place : place + 2], "little"))
        elif kind == _BOF:
            rows = columns = 0
        elif kind == _FILEPASS:
            raise ReadError(Reason(ReasonCode.PASSWORD))
        if (rows + 1) * (columns + 1) > _MOST_CELLS:
            raise too_large()


def _check_binary(package: Package) -> None:
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
    for place in range(longest):
        if at >= len(part):
            break
        one = part[at]
        at += 1
        number |= (one & 127) << 7 * place
        if one < 128:
            break
    return number, at
