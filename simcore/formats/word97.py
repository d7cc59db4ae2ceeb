"""Word 97 to 2003: the text of a document by offsets in the file, each of which is checked.

Read are the body, footnotes, endnotes, comments, text boxes and results of fields. Left out:
headers, footers, field codes, deleted and hidden text, and what styles say of runs. olefile (BSD)
reads the container. Encrypted, fast-saved and older documents are refused.
"""

import io
import re
import struct
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

import olefile  # type: ignore[import-untyped]

from simcore.formats.plain import LOWERED, RAISED, STRUCK, Headings, Paragraphs, Writing
from simcore.model.reasons import ReadError, Reason, ReasonCode, damaged
from simcore.model.records import DecodedText

_HEADER = struct.Struct("<30xHH10xI")  # of both kinds of sectors the shift, and how many tables
_IN_HEADER = 109  # places of the table of sectors that the header has room for
_DAMAGES = (OSError, ValueError, LookupError, struct.error, TypeError, AttributeError)


class CompoundFile:
    """The named streams of a compound file, with sizes that olefile does not bound checked."""

    def __init__(self, data: bytes) -> None:
        shift, small, tables = _HEADER.unpack_from(data.ljust(_HEADER.size))
        if shift not in {9, 12} or small != 6:
            raise damaged("CFB")
        sectors = len(data) >> shift
        if tables > max(_IN_HEADER, 2 * (sectors >> (shift - 2)) + 2):
            raise damaged("FAT")
        try:
            self._file: Any = olefile.OleFileIO(io.BytesIO(data))
        except RecursionError:
            raise damaged("CFB") from None
        except _DAMAGES as error:
            raise damaged(str(error) or "CFB") from error

    def holds(self, name: str) -> bool:
        return bool(self._file.get_type(name))

    def stream(self, name: str) -> bytes:
        try:
            return bytes(self._file.openstream(name).read())
        except _DAMAGES as error:
            raise damaged(name) from error


_PAGE = 512
_OPERANDS = 1, 1, 2, 4, 2, 2, 0, 3  # bytes, by the three highest bits; 0: variable
_DEFINE_TABLE, _CHANGE_TABS = 0xD608, 0xC615  # whose operands count themselves otherwise

_DELETED, _HIDDEN, _SPECIAL = 0x0800, 0x083C, 0x0855
_STRUCK, _STRUCK_TWICE, _SCRIPT, _RAISED_BY = 0x0837, 0x2A53, 0x2A48, 0x4845
_IN_TABLE, _ROW_END, _DEPTH, _INNER_CELL, _INNER_ROW_END = 0x2416, 0x2417, 0x6649, 0x244B, 0x244C
_ON = frozenset({1, 0x81})  # the second: not as the style, which is hardly ever on
_DEEPEST = 64  # tables in tables


class Looks(NamedTuple):
    """Whether a run is deleted or hidden, whether it is no text, and its mark."""

    dropped: bool = False
    special: bool = False
    mark: str = ""


class TablePlace(NamedTuple):
    """The number of tables around a paragraph, and whether it ends an inner cell or a row."""

    depth: int = 0
    cell_end: bool = False
    row_end: bool = False


def _changes(said: bytes) -> Iterator[tuple[int, int]]:
    """Yield each property with its value, 0 for values of more than four bytes."""
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
    """Return the looks of a run, None for the usual ones."""
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
    """Return the place of a paragraph, None outside tables."""
    found = dict(_changes(said[2:]))
    inside = bool(found.get(_IN_TABLE) or found.get(_ROW_END))
    depth = min(found.get(_DEPTH, 0), _DEEPEST) or int(inside)
    ends = bool(found.get(_ROW_END) or found.get(_INNER_ROW_END))
    return TablePlace(depth, bool(found.get(_INNER_CELL)), ends) if depth else None


_TITLE_STYLE, _FIXED_HEADINGS = 62, range(1, 10)


def headings_of(sheet: bytes) -> dict[int, bool]:
    """Return the styles of headings, and whether they are those of titles (STSH, 2.9.271)."""
    found = dict.fromkeys(_FIXED_HEADINGS, False)
    if len(sheet) < 6:
        return found
    size, count, base = struct.unpack_from("<HHH", sheet)
    at = 2 + size
    for number in range(count):
        if at + 2 > len(sheet):
            break
        length = int.from_bytes(sheet[at : at + 2], "little")
        kind = int.from_bytes(sheet[at + 2 : at + 4], "little") & 0xFFF
        if length >= max(2, base) and at + 4 <= len(sheet) and kind == _TITLE_STYLE:
            found[number] = True
        at += 2 + length + length % 2
    return found


def runs_said(page: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Yield first byte, end and properties of each run of a page (ChpxFkp)."""
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
    """Yield the entries of all pages that a table names (PlcBteChpx, PlcBtePapx), in its order."""
    count = (len(table) - 4) // 8
    pages = len(stream) // _PAGE
    if not 0 < count <= pages:
        return
    for number in struct.unpack_from(f"<{count}I", table, 4 * (count + 1)):
        at = (number & 0x3FFFFF) * _PAGE
        page = stream[at : at + _PAGE]
        if len(page) == _PAGE:
            yield from said(page)


_IDENT, _WORD_97 = 0xA5EC, 0xC0  # builds for some languages have a little less, and more, than C1
_COMPLEX, _ENCRYPTED, _SECOND_TABLE = 0x0004, 0x0100, 0x0200
_COUNTS = 3  # of characters: where they begin in FibRgLw97
_STYLES, _RUNS, _PARAGRAPHS, _PIECES = 1, 12, 13, 33  # places in FibRgFcLcb97
_COMPRESSED = 1 << 30
_READ = 0, 1, 5, 4, 6  # body, footnotes, endnotes, comments, text boxes; 2 are headers, 3 macros
_PLAIN = Looks()
_FIRST = itemgetter(0)
Said = TypeVar("Said", Looks, TablePlace, int)
_WESTERN = {
    code: bytes([code]).decode("cp1252", "ignore") or chr(code) for code in range(0x80, 0xA0)
}
# characters, their first byte, the bytes of each, and their looks
Run = tuple[str, int, int, Looks]


class _TextPiece(NamedTuple):
    first: int
    end: int
    at: int
    width: int


def _known(found: Iterable[tuple[int, int, Said | None]]) -> list[tuple[int, int, Said]]:
    known: list[tuple[int, int, Said]] = []
    for start, end, said in found:
        if said and (known[-1][1] if known else 0) <= start < end:
            known.append((start, end, said))
    return known


def _said_at(known: Sequence[tuple[int, int, Said]], at: int) -> Said | None:
    number = bisect_right(known, at, key=_FIRST) - 1
    return known[number][2] if number >= 0 and at < known[number][1] else None


class WordText:
    """The characters of a document in order; ``missing`` names what is damaged."""

    def __init__(self, file: CompoundFile) -> None:
        self._stream = file.stream("WordDocument")
        self.missing = ""
        if len(self._stream) < 34:
            raise damaged("FIB")
        ident, version, flags = struct.unpack_from("<HH6xH", self._stream)
        if version < _WORD_97:
            raise ReadError(ReasonCode.WORD_TOO_OLD)
        if ident != _IDENT:
            raise damaged("FIB")
        if flags & _ENCRYPTED:
            raise ReadError(ReasonCode.PASSWORD)
        if flags & _COMPLEX:
            raise ReadError(ReasonCode.FAST_SAVED)
        self._table = file.stream("1Table" if flags & _SECOND_TABLE else "0Table")
        self._counts, self._parts = self._block()
        self._pieces = self._piece_table(self._part(_PIECES))
        runs = pages_of(self._part(_RUNS), self._stream, runs_said)
        self._runs = _known((start, end, looks_of(said)) for start, end, said in runs)
        paragraphs = list(pages_of(self._part(_PARAGRAPHS), self._stream, paragraphs_said))
        self._places = _known((start, end, place_of(said)) for start, end, said in paragraphs)
        self._headings = headings_of(self._part(_STYLES))
        styles = _known(
            (start, end, int.from_bytes(said[:2], "little")) for start, end, said in paragraphs
        )
        self._styles = [one for one in styles if one[2] in self._headings]

    def stories(self) -> Iterator[tuple[int, int]]:
        bounds = [0, *accumulate(self._counts)]
        if self._pieces[-1].end < bounds[1]:
            self.missing = "ccpText"
        for number in _READ:
            if bounds[number] < bounds[number + 1]:
                yield bounds[number], bounds[number + 1]

    def runs(self, first: int, end: int) -> Iterator[Run]:
        for piece in self._pieces:
            low, high = max(first, piece.first), min(end, piece.end)
            if low < high:
                at = piece.at + (low - piece.first) * piece.width
                yield from self._runs_of(piece, at, at + (high - low) * piece.width)

    def place(self, at: int) -> TablePlace | None:
        """Return the place of the paragraph with this byte, None outside tables."""
        return _said_at(self._places, at)

    def is_title(self, at: int) -> bool | None:
        """Return True for a byte in the title, False in a heading, None elsewhere."""
        style = _said_at(self._styles, at)
        return None if style is None else self._headings[style]

    def _runs_of(self, piece: _TextPiece, at: int, end: int) -> Iterator[Run]:
        number = max(0, bisect_right(self._runs, at, key=_FIRST) - 1)
        while at < end:
            known = number < len(self._runs)
            start, stop, looks = self._runs[number] if known else (end, end, _PLAIN)
            number += 1
            if stop <= at:
                continue
            if start > at:
                yield self._run(piece, at, min(start, end), _PLAIN)
            if start < end:
                yield self._run(piece, max(at, start), min(stop, end), looks)
            at = stop

    def _run(self, piece: _TextPiece, at: int, end: int, looks: Looks) -> Run:
        found = self._stream[at:end]
        if piece.width == 1:
            text = found.decode("latin-1").translate(_WESTERN)
        else:
            text = found.decode("utf-16-le", "replace")
            if 2 * len(text) != len(found):
                # one character a unit, so that each has its place
                units = struct.unpack(f"<{len(found) // 2}H", found[: len(found) & ~1])
                text = "".join(map(chr, units))
        return text, at, piece.width, looks

    def _block(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the counts of characters, and the places in the table stream."""
        stream, at = self._stream, 32
        try:
            (words,) = struct.unpack_from("<H", stream, at)
            at += 2 + 2 * words
            (longs,) = struct.unpack_from("<H", stream, at)
            counts = struct.unpack_from("<7i", stream, at + 2 + 4 * _COUNTS)
            at += 2 + 4 * longs
            (pairs,) = struct.unpack_from("<H", stream, at)
            places = struct.unpack_from(f"<{2 * pairs}I", stream, at + 2)
        except struct.error:
            raise damaged("FIB") from None
        if longs < _COUNTS + 7 or pairs <= _PIECES or min(counts) < 0:
            raise damaged("FIB")
        return counts, places

    def _part(self, number: int) -> bytes:
        at, size = self._parts[2 * number : 2 * number + 2]
        return self._table[at : at + size]

    def _piece_table(self, table: bytes) -> list[_TextPiece]:
        at = 0
        while table[at : at + 1] == b"\1":
            at += 3 + int.from_bytes(table[at + 1 : at + 3], "little")
        size = int.from_bytes(table[at + 1 : at + 5], "little")
        count = (min(size, len(table) - at - 5) - 4) // 12
        if table[at : at + 1] != b"\2" or count < 1:
            raise damaged("Clx")
        at += 5
        bounds = struct.unpack_from(f"<{count + 1}I", table, at)
        at += 4 * (count + 1)
        said = struct.iter_unpack("<2xI2x", table[at : at + 8 * count])
        pieces = [
            self._piece(first, end, place)
            for first, end, (place,) in zip(bounds, bounds[1:], said, strict=False)
        ]
        # each character has a place of its own
        sound = list(bounds) == sorted(bounds) and bounds[-1] <= len(self._stream)
        if not sound or all(piece.first == piece.end for piece in pieces):
            raise damaged("Clx")
        return pieces

    def _piece(self, first: int, end: int, place: int) -> _TextPiece:
        width = 1 if place & _COMPRESSED else 2
        at = (place & (_COMPRESSED - 1)) // (3 - width)
        room = max(0, len(self._stream) - at) // width
        if end - first > room:
            self.missing = "Clx"
        return _TextPiece(first, min(end, first + room), at, width)


_CONTROL = re.compile("[\0-\x08\x0a-\x1f]")
_CELL, _PARAGRAPH_ENDS = "\x07", frozenset("\r\x0c\x0e")  # and those of pages and columns
_FIELD, _RESULT, _FIELD_END = "\x13", "\x14", "\x15"
_AS_TEXT = {"\x0b": "\n", "\n": "\n", "\x1e": "\u2011"}  # what else there is shows nothing


class Story:
    def __init__(self, words: WordText, writing: Writing, headings: Headings) -> None:
        self._words = words
        self._headings = headings
        self._line: list[str] = []
        self._paragraphs = Paragraphs(writing)
        self._fields: list[bool] = []  # of each open one, whether its code goes on
        self._codes = 0
        self._after_cell = False

    def write(self, first: int, end: int) -> None:
        for text, at, width, looks in self._words.runs(first, end):
            start = 0
            for found in _CONTROL.finditer(text):
                self._add(text[start : found.start()], looks)
                self._control(found[0], at + found.start() * width, looks)
                start = found.end()
            self._add(text[start:], looks)
        self._paragraphs.end()

    def _add(self, text: str, looks: Looks) -> None:
        if text and not (looks.dropped or looks.special or self._codes):
            self._paragraphs.add(text, looks.mark)
            self._after_cell = False
            self._line.append(text)

    def _control(self, sign: str, at: int, looks: Looks) -> None:
        if sign == _CELL:
            self._line.clear()
            self._cell(self._words.place(at))
        elif sign in _PARAGRAPH_ENDS:
            is_title = self._words.is_title(at)
            if is_title is not None:
                self._headings.begin(is_title=is_title)
                self._headings.add("".join(self._line))
                self._headings.end()
            self._line.clear()
            place = self._words.place(at) or TablePlace()
            if place.depth > 1 and (place.cell_end or place.row_end):
                self._cell(place)
            elif not looks.dropped:
                self._paragraphs.end_paragraph(place.depth)
        elif sign == _FIELD:
            self._fields.append(True)
            self._codes += 1
        elif sign == _RESULT and self._fields:
            self._codes -= self._fields[-1]
            self._fields[-1] = False
        elif sign == _FIELD_END and self._fields:
            self._codes -= self._fields.pop()
        elif sign in _AS_TEXT:
            self._add(_AS_TEXT[sign], looks)

    def _cell(self, place: TablePlace | None) -> None:
        depth = place.depth if place else 1
        # if unknown, the second of two ends in a row ends the table's row
        ends = place.row_end if place else self._after_cell and not self._paragraphs.filled
        if ends:
            self._paragraphs.end_row(depth)
        else:
            self._paragraphs.end_cell(depth)
        self._after_cell = not ends


_OF_PACKAGES = "EncryptedPackage"  # a later Office document, encrypted


def read(data: bytes, _encoding: str | None) -> DecodedText:
    file = CompoundFile(data)
    if not file.holds("WordDocument"):
        raise ReadError(ReasonCode.PASSWORD if file.holds(_OF_PACKAGES) else ReasonCode.IS_BINARY)
    words = WordText(file)
    writing, headings = Writing(), Headings()
    for first, end in words.stories():
        # the body comes first; where it is empty, so are the notes
        Story(words, writing, Headings() if first else headings).write(first, end)
    missing = Reason(ReasonCode.DAMAGED_INSIDE, (words.missing,)) if words.missing else None
    return writing.document(missing, headings.title)
