"""Excel before 2007 and its binary workbooks, by calamine, which reads their values.

It knows no number formats. Those of Excel 97 are looked up in its records, so that cells are as
shown; in a binary workbook of Excel 2007 a number stands as ``General`` shows it, a day as
2021-03-05. calamine reserves memory for every cell up to the last one: how far away that is is
looked up first, for want of memory ends the process.
"""

import io
from array import array
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from simcore.model.errors import ReadError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason
from simcore.model.records import DecodedText
from simcore.text.formats.office.cell_formats import BUILT_IN, GENERAL, shown
from simcore.text.formats.office.flow import Flow
from simcore.text.formats.office.markup import damaged
from simcore.text.formats.office.package import Package, too_large

_MOST_CELLS = 2_000_000
_LONGEST_STREAM = 64_000_000
_STREAMS = "Workbook", "Book"
_BOF, _FILEPASS, _MULRK, _XF, _FORMAT, _SHEET = 0x0809, 0x002F, 0x00BD, 0x00E0, 0x041E, 0x0085
_NUMBERS = frozenset({0x0006, 0x0203, 0x027E})
_CELLS = _NUMBERS | {0x0204, 0x0205, 0x00D6, 0x00FD, _MULRK}
_EXCEL_97 = 0x0600
_DAY = timedelta(days=1)
_FIRST_OF_MARCH = 61  # of 1900; Excel has a day too many before it
_ROW, _LAST_CELL = 0, 19  # records of xlsb


def read(data: bytes, encoding: str | None) -> DecodedText:
    """Read a workbook, see ``simcore.text.formats``. Raises ``ReadError``."""
    del encoding
    import python_calamine  # noqa: PLC0415 - few documents need it

    records = _Records()
    if data.startswith(b"PK"):
        _check_binary(Package(data))
    else:
        records.read(_stream(data))
    flow = Flow()
    try:
        book = python_calamine.load_workbook(io.BytesIO(data))
        for number, name in enumerate(book.sheet_names):
            flow.add(name)
            flow.end_paragraph()
            sheet = book.get_sheet_by_name(name)
            top, left = sheet.start or (0, 0)
            for row, values in enumerate(sheet.iter_rows(), top):
                flow.begin_row()
                for column, value in enumerate(values, left):
                    flow.add(_shown(value, records.code(number, row, column)))
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


def _shown(value: Any, code: str) -> str:
    """Return a value of a cell as its format shows it."""
    match value:
        case bool():
            return str(value).upper()
        case int() | float():
            return shown(float(value), code)
        case datetime() | date() | time() | timedelta() if code != GENERAL:
            return shown(_days(value), code)
        case datetime():
            whole = value.time() == time()
            return value.date().isoformat() if whole else value.isoformat(" ", "seconds")
        case date() | time():
            return value.isoformat()
    return str(value)


def _days(value: datetime | date | time | timedelta) -> float:
    """Return a day and a time as the number that Excel keeps."""
    if isinstance(value, timedelta):
        return value / _DAY
    begin = datetime(1899, 12, 30)
    if isinstance(value, time):
        return (datetime.combine(begin, value) - begin) / _DAY
    moment = value if isinstance(value, datetime) else datetime.combine(value, time())
    days = (moment - begin) / _DAY
    return days - 1 if 0 <= days < _FIRST_OF_MARCH else days


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


class _Records:
    """The number formats of the cells of Excel 97, by sheet, row and column ([MS-XLS] 2.4)."""

    def __init__(self) -> None:
        self._codes = dict(BUILT_IN)
        self._styles: list[int] = []
        self._sheets: list[int] = []  # where each begins
        self._rows: dict[tuple[int, int], array[int]] = {}  # the style of each cell
        self._wide = True  # formats are in Unicode

    def code(self, sheet: int, row: int, column: int) -> str:
        """Return the format of a cell."""
        begin = self._sheets[sheet] if sheet < len(self._sheets) else -1
        styles = self._rows.get((begin, row))
        if styles is None or column >= len(styles):
            return GENERAL
        return self._codes.get(self._styles[styles[column]], GENERAL)

    def read(self, stream: bytes) -> None:
        """Read records. Raises ``ReadError`` if they are encrypted, or cells are too far away."""
        at, sheet, rows, columns = 0, 0, 0, 0
        while at + 4 <= len(stream):
            kind, size = _word(stream, at), _word(stream, at + 2)
            begin, at = at + 4, at + 4 + size
            if kind in _CELLS and size >= 6:
                row, first, last = _word(stream, begin), _word(stream, begin + 2), 0
                if kind == _MULRK:
                    last = _word(stream, at - 2)
                    for number in range(min(last - first + 1, size // 6)):
                        style = _word(stream, begin + 4 + 6 * number)
                        self._keep(sheet, row, first + number, style)
                elif kind in _NUMBERS:
                    self._keep(sheet, row, first, _word(stream, begin + 4))
                rows, columns = max(rows, row), max(columns, first, last)
                if (rows + 1) * (columns + 1) > _MOST_CELLS:
                    raise too_large()
            elif kind == _BOF:
                rows = columns = 0
                sheet = begin - 4
                self._wide = _word(stream, begin) >= _EXCEL_97
            elif kind == _FILEPASS:
                raise ReadError(Reason(ReasonCode.PASSWORD))
            else:
                self._note(kind, stream[begin:at])

    def _keep(self, sheet: int, row: int, column: int, style: int) -> None:
        if style < len(self._styles) and self._styles[style]:
            styles = self._rows.setdefault((sheet, row), array("H"))
            styles.extend([0] * (column + 1 - len(styles)))
            styles[column] = style

    def _note(self, kind: int, record: bytes) -> None:
        """Take a record of the workbook: a style, a format or a sheet."""
        if kind == _XF and len(record) >= 4:
            self._styles.append(_word(record, 2))
        elif kind == _SHEET and len(record) >= 4:
            self._sheets.append(int.from_bytes(record[:4], "little"))
        elif kind == _FORMAT and len(record) >= 5:
            if self._wide:
                wide = record[4] & 1
                text = record[5 : 5 + (_word(record, 2) << wide)]
            else:
                wide, text = 0, record[3 : 3 + record[2]]
            coding = "utf-16-le" if wide else "latin-1"
            self._codes[_word(record, 0)] = text.decode(coding, "replace")


def _word(data: bytes, at: int) -> int:
    """Return a number of two bytes, 0 behind the end."""
    return int.from_bytes(data[at : at + 2], "little")


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
