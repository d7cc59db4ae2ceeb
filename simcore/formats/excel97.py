"""Excel before 2007, by its records ([MS-XLS]): each sheet under its name, cells as shown.

Comments and raised text are not read. calamine trusts the counts in a file: a damaged one ends the
process.
"""

import math
import struct
from collections.abc import Iterator
from itertools import islice, takewhile
from typing import NamedTuple

from simcore.formats.package import Flow
from simcore.formats.word97 import CompoundFile
from simcore.formats.xlsx import BUILT_IN, GENERAL, shown
from simcore.model.reasons import ReadError, ReasonCode, damaged
from simcore.model.records import DecodedText

_STREAMS = "Workbook", "Book"
_BOF, _EOF, _FILEPASS, _CONTINUE = 0x0809, 0x000A, 0x002F, 0x003C
_XF, _FORMAT, _SHEET, _SST, _DATE1904, _CODEPAGE = 0x00E0, 0x041E, 0x0085, 0x00FC, 0x0022, 0x0042
_NUMBER, _RK, _MULRK, _LABEL, _RSTRING = 0x0203, 0x027E, 0x00BD, 0x0204, 0x00D6
_LABELSST, _BOOLERR, _FORMULA, _STRING = 0x00FD, 0x0205, 0x0006, 0x0207
_CELLS = frozenset({_NUMBER, _RK, _MULRK, _LABEL, _RSTRING, _LABELSST, _BOOLERR, _FORMULA})
_EXCEL_97 = 0x0600
_ERRORS = {
    0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A",
}  # fmt: skip
_MOST_TEXTS = 2_000_000
_MOST_RECORDS = 6_000_000  # of all sheets, several of which may claim one beginning
_WIDEST_GAP = 32  # empty cells between two


def read(data: bytes, _encoding: str | None) -> DecodedText:
    file = CompoundFile(data)
    if file.holds("EncryptedPackage"):
        raise ReadError(ReasonCode.PASSWORD)
    name = next((one for one in _STREAMS if file.holds(one)), None)
    if name is None:
        raise damaged("it holds no workbook")
    return _Book(file.stream(name)).read()


class _Record(NamedTuple):
    kind: int
    data: bytes
    after: int  # where the next one begins


def _records(stream: bytes, at: int) -> Iterator[_Record]:
    while at + 4 <= len(stream):
        kind, size = _word(stream, at), _word(stream, at + 2)
        begin, at = at + 4, at + 4 + size
        yield _Record(kind, stream[begin:at], at)


class _Book:
    def __init__(self, stream: bytes) -> None:
        self._stream = stream
        self._codes = dict(BUILT_IN)
        self._styles: list[int] = []
        self._sheets: list[tuple[int, str]] = []  # where each begins
        self._shared: list[str] = []
        self._in_unicode = True
        self._encoding = "cp1252"
        self._from_1904 = False
        self._flow = Flow()
        self._columns = 0  # of the row, how many have ended
        self._row = -1
        self._left = _MOST_RECORDS

    def read(self) -> DecodedText:
        records = _records(self._stream, 0)
        for kind, data, after in records:
            if kind == _FILEPASS:
                raise ReadError(ReasonCode.PASSWORD)
            if kind == _EOF:
                break
            if kind == _SST:
                self._shared = list(islice(_shared(self._parts(data, after)), _MOST_TEXTS))
            else:
                self._note(kind, data)
        for begin, name in self._sheets:
            self._flow.add(name)
            self._flow.end_paragraph()
            self._read_sheet(begin)
            self._flow.end_paragraph()
            self._flow.end_paragraph()
        return self._flow.finish()

    def _parts(self, data: bytes, after: int) -> list[bytes]:
        following = takewhile(lambda one: one.kind == _CONTINUE, _records(self._stream, after))
        return [data, *(one.data for one in following)]

    def _note(self, kind: int, data: bytes) -> None:
        if kind == _BOF:
            self._in_unicode = _word(data, 0) >= _EXCEL_97
        elif kind == _CODEPAGE:
            self._encoding = f"cp{_word(data, 0)}"
        elif kind == _DATE1904:
            self._from_1904 = _word(data, 0) == 1
        elif kind == _XF:
            self._styles.append(_word(data, 2))
        elif kind == _FORMAT:
            self._codes[_word(data, 0)] = self._text(data, 2, short=not self._in_unicode)
        elif kind == _SHEET and not data[5:6].strip(b"\0"):
            begin = int.from_bytes(data[:4], "little")
            self._sheets.append((begin, self._text(data, 6, short=True)))

    def _text(self, data: bytes, at: int, *, short: bool = False) -> str:
        count = data[at] if short and at < len(data) else _word(data, at)
        at += 1 if short else 2
        if not self._in_unicode:
            try:
                return data[at : at + count].decode(self._encoding, "replace")
            except LookupError:
                return data[at : at + count].decode("latin-1")
        wide = data[at] & 1 if at < len(data) else 0
        text = data[at + 1 : at + 1 + (count << wide)]
        return text.decode("utf-16-le" if wide else "latin-1", "replace")

    def _read_sheet(self, begin: int) -> None:
        self._row, depth = -1, 0
        code = GENERAL
        waiting = False  # for the text of a formula
        for kind, data, _ in _records(self._stream, begin):
            self._left -= 1
            if self._left < 0:
                self._flow.cut_short = True
                break
            if kind == _BOF:
                depth += 1  # a sheet may contain a chart
            elif kind == _EOF:
                depth -= 1
                if depth <= 0:
                    break
            elif depth > 1:
                continue
            elif kind == _STRING and waiting:
                self._flow.add(self._text(data, 0))
                waiting = False
            elif kind in _CELLS and len(data) >= 8:
                self._go_to(_word(data, 0), _word(data, 2))
                code = self._code(_word(data, 4))
                waiting = kind == _FORMULA and data[12:14] == b"\xff\xff" and data[6] == 0
                self._add(kind, data, code)
        if self._row >= 0:
            self._flow.end_row()

    def _go_to(self, row: int, column: int) -> None:
        if row != self._row:
            if self._row >= 0:
                self._flow.end_row()
            self._flow.begin_row()
            self._row, self._columns = row, 0
        for _ in range(min(column - self._columns, _WIDEST_GAP)):
            self._flow.end_cell()
        self._columns = max(column, self._columns)

    def _code(self, style: int) -> str:
        number = self._styles[style] if style < len(self._styles) else 0
        return self._codes.get(number, GENERAL)

    def _add(self, kind: int, data: bytes, code: str) -> None:
        if kind == _MULRK:
            for at in range(4, len(data) - 7, 6):
                self._go_to(self._row, _word(data, 2) + at // 6)
                self._number(_packed(data, at + 2), self._code(_word(data, at)))
        elif kind == _NUMBER:
            self._number(_float(data, 6), code)
        elif kind == _RK:
            self._number(_packed(data, 6), code)
        elif kind == _LABELSST:
            at = int.from_bytes(data[6:10], "little")
            self._flow.add(self._shared[at] if at < len(self._shared) else "")
        elif kind == _BOOLERR:
            self._flow.add(_said(data[6], error=data[7] == 1))
        elif kind == _FORMULA and data[12:14] == b"\xff\xff":
            if data[6] in {1, 2}:
                self._flow.add(_said(data[8], error=data[6] == 2))
        elif kind == _FORMULA:
            self._number(_float(data, 6), code)
        else:
            self._flow.add(self._text(data, 6))

    def _number(self, value: float, code: str) -> None:
        if math.isfinite(value):
            self._flow.add(shown(value, code, from_1904=self._from_1904))


def _said(value: int, *, error: bool) -> str:
    return _ERRORS.get(value, "") if error else "TRUE" if value else "FALSE"


def _word(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "little")


def _float(data: bytes, at: int) -> float:
    return float(struct.unpack("<d", data[at : at + 8].ljust(8, b"\0"))[0])


def _packed(data: bytes, at: int) -> float:
    """Return a number in four bytes, half a float or an integer ([MS-XLS] 2.5.217)."""
    bits = int.from_bytes(data[at : at + 4], "little")
    if bits & 2:
        value: float = (bits >> 2) - (1 << 30 if bits >> 31 else 0)
    else:
        value = _float((bits & ~3).to_bytes(4, "little").rjust(8, b"\0"), 0)
    return value / 100 if bits & 1 else value


def _shared(parts: list[bytes]) -> Iterator[str]:
    """Yield the shared strings, which may continue in the next record ([MS-XLS] 2.5.293)."""
    part, at = 0, 8
    while part < len(parts):
        data = parts[part]
        if at >= len(data):
            part, at = part + 1, at - len(data)
            continue
        count, flags = _word(data, at), data[at + 2] if at + 2 < len(data) else 0
        at += 3
        behind = 0  # looks of runs, and how it is pronounced
        if flags & 8:
            behind += 4 * _word(data, at)
            at += 2
        if flags & 4:
            behind += int.from_bytes(data[at : at + 4], "little")
            at += 4
        text: list[str] = []
        while count:
            wide = flags & 1
            taken = min(count, max(0, len(data) - at) >> wide)
            coding = "utf-16-le" if wide else "latin-1"
            text.append(data[at : at + (taken << wide)].decode(coding, "replace"))
            at += taken << wide
            count -= taken
            if count:
                part += 1
                if part >= len(parts):
                    break
                data = parts[part]
                flags, at = data[0] if data else 0, 1
        yield "".join(text)
        at += behind
