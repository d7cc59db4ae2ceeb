"""What Word says of runs and paragraphs, of which few things matter here: [MS-DOC] 2.6 and 2.9."""

import struct
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from simcore.text.formats.writing import LOWERED, RAISED, STRUCK

_PAGE = 512
_OPERANDS = 1, 1, 2, 4, 2, 2, 0, 3  # bytes, by the three highest bits; 0 says it itself
_DEFINE_TABLE, _CHANGE_TABS = 0xD608, 0xC615  # whose operands count themselves otherwise

_DELETED, _HIDDEN, _SPECIAL = 0x0800, 0x083C, 0x0855
_STRUCK, _STRUCK_TWICE, _SCRIPT, _RAISED_BY = 0x0837, 0x2A53, 0x2A48, 0x4845
_IN_TABLE, _ROW_END, _DEPTH, _INNER_CELL, _INNER_ROW_END = 0x2416, 0x2417, 0x6649, 0x244B, 0x244C
_ON = frozenset({1, 0x81})  # the second: not as the style, which is hardly ever on
_DEEPEST = 64  # tables in tables


class Looks(NamedTuple):
    """Of a run: whether it is deleted or hidden, whether it stands for no text, and its mark."""

    dropped: bool = False
    special: bool = False
    mark: str = ""


class TablePlace(NamedTuple):
    """Of a paragraph: how many tables it is in, and whether it ends an inner cell, or a row."""

    depth: int = 0
    cell_end: bool = False
    row_end: bool = False


def _changes(said: bytes) -> Iterator[tuple[int, int]]:
    """Yield each property with its value, 0 for those of more than four bytes."""
    at = 0
    while at + 2 < len(said):
        code = said[at] | said[at + 1] << 8
        at += 2
        size = _OPERANDS[code >> 13]
        if not size:
            size = said[at] + 1
            if code == _DEFINE_TABLE:
                size = (said[at] | said[at + 1] << 8 if at + 1 < len(said) else 0) + 1
            elif code == _CHANGE_TABS and size == 256:
                return  # nothing that matters follows so many tabs
            yield code, 0
        else:
            yield code, int.from_bytes(said[at : at + size], "little")
        at += size


@lru_cache(4096)
def looks_of(said: bytes) -> Looks | None:
    """Return what a run looks like, None for one like most others."""
    found = dict(_changes(said))

    def on(*codes: int) -> bool:
        return any(found.get(code) in _ON for code in codes)

    script = {1: RAISED, 2: LOWERED}.get(found.get(_SCRIPT, 0), "")
    if by := found.get(_RAISED_BY, 0):
        script = script or (LOWERED if by & 0x8000 else RAISED)
    struck = STRUCK if on(_STRUCK, _STRUCK_TWICE) else ""
    looks = Looks(on(_DELETED, _HIDDEN), on(_SPECIAL), struck or script)
    return looks if any(looks) else None


@lru_cache(4096)
def place_of(said: bytes) -> TablePlace | None:
    """Return where a paragraph is, None outside of tables, and where its row is too long."""
    found = dict(_changes(said[2:]))
    inside = bool(found.get(_IN_TABLE) or found.get(_ROW_END))
    depth = min(found.get(_DEPTH, 0), _DEEPEST) or int(inside)
    ends = bool(found.get(_ROW_END) or found.get(_INNER_ROW_END))
    return TablePlace(depth, bool(found.get(_INNER_CELL)), ends) if depth else None


_TITLE_STYLE, _FIXED_HEADINGS = 62, range(1, 10)


def headings_of(sheet: bytes) -> dict[int, bool]:
    """Return the styles of headings, and whether each is that of titles (STSH, 2.9.271).

    The first nine behind the plain one are those of headings in every document.
    """
    found = dict.fromkeys(_FIXED_HEADINGS, False)
    if len(sheet) < 6:
        return found
    size, count, base = struct.unpack_from("<HHH", sheet)
    at = 2 + size
    for number in range(count):
        if at + 2 > len(sheet):
            break
        length = int.from_bytes(sheet[at : at + 2], "little")
        if length >= base and length >= 2 and at + 4 <= len(sheet):
            kind = int.from_bytes(sheet[at + 2 : at + 4], "little") & 0xFFF
            if kind == _TITLE_STYLE:
                found[number] = True
        at += 2 + length + length % 2
    return found


def runs_said(page: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield the first and the last byte of runs, and what a page says of each (ChpxFkp)."""
    for start, end, at in _entries(page, 1):
        if at:
            yield start, end, page[at + 1 : at + 1 + page[at]]


def paragraphs_said(page: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield the same of paragraphs (PapxFkp)."""
    for start, end, at in _entries(page, 13):
        if at and page[at]:
            yield start, end, page[at + 1 : at + 2 * page[at]]
        elif at and at + 1 < _PAGE:
            yield start, end, page[at + 2 : at + 2 + 2 * page[at + 1]]


def _entries(page: bytes, size: int) -> Iterator[tuple[int, int, int]]:
    """Yield the ranges of a page, and where in it something is said of each."""
    count = page[-1]
    offsets = 4 * (count + 1)
    if offsets + count * size >= _PAGE:
        return
    bounds = struct.unpack_from(f"<{count + 1}I", page)
    for number in range(count):
        yield bounds[number], bounds[number + 1], 2 * page[offsets + number * size]


def pages_of(
    table: bytes, stream: bytes, said: Callable[[bytes], Iterator[tuple[int, int, bytes]]]
) -> Iterator[tuple[int, int, bytes]]:
    """Yield what all pages say that a table names (PlcBteChpx, PlcBtePapx), in its order."""
    count = (len(table) - 4) // 8
    pages = len(stream) // _PAGE
    if not 0 < count <= pages:
        return
    for number in struct.unpack_from(f"<{count}I", table, 4 * (count + 1)):
        at = (number & 0x3FFFFF) * _PAGE
        page = stream[at : at + _PAGE]
        if len(page) == _PAGE:
            yield from said(page)
