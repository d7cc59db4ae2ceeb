"""Where the text of a Word document stands, and what is said of its runs and paragraphs.

All is found by offsets in the file, none of which is believed.
"""

import struct
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple, TypeVar

from simcore.model.errors import ReadError, damaged
from simcore.model.reason_codes import ReasonCode
from simcore.text.formats.word97.compound import CompoundFile
from simcore.text.formats.word97.properties import (
    Looks,
    TablePlace,
    headings_of,
    looks_of,
    pages_of,
    paragraphs_said,
    place_of,
    runs_said,
)

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


Run = tuple[str, int, int, Looks]
"""Characters that look alike, at which byte the first is, and how many bytes each has."""


class _TextPiece(NamedTuple):
    first: int
    end: int
    at: int
    width: int


def _known(found: Iterable[tuple[int, int, Said | None]]) -> list[tuple[int, int, Said]]:
    """Leave out ranges that nothing is said of, and those that overlap the one before."""
    known: list[tuple[int, int, Said]] = []
    for start, end, said in found:
        if said and (known[-1][1] if known else 0) <= start < end:
            known.append((start, end, said))
    return known


def _said_at(known: Sequence[tuple[int, int, Said]], at: int) -> Said | None:
    """Return what is said of the range that a byte is in; None if nothing is."""
    number = bisect_right(known, at, key=_FIRST) - 1
    return known[number][2] if number >= 0 and at < known[number][1] else None


class WordText:
    """The characters of a document, in their order. Raises ``ReadError``.

    ``missing`` names what of it is damaged.
    """

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
        """Yield the first and the last character of each part that is read."""
        bounds = [0, *accumulate(self._counts)]
        if self._pieces[-1].end < bounds[1]:
            self.missing = "ccpText"
        for number in _READ:
            if bounds[number] < bounds[number + 1]:
                yield bounds[number], bounds[number + 1]

    def runs(self, first: int, end: int) -> Iterator[Run]:
        """Yield the runs of some characters, in their order."""
        for piece in self._pieces:
            low, high = max(first, piece.first), min(end, piece.end)
            if low < high:
                at = piece.at + (low - piece.first) * piece.width
                yield from self._runs_of(piece, at, at + (high - low) * piece.width)

    def place(self, at: int) -> TablePlace | None:
        """Return the place of the paragraph with this byte; None if nothing is said of it."""
        return _said_at(self._places, at)

    def is_title(self, at: int) -> bool | None:
        """Return whether the paragraph with this byte is the title, or a heading; None: neither."""
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
        """Return the counts of characters, and where in the table stream what stands."""
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
        """Return the pieces (Clx), of which each says at which byte some characters stand."""
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
