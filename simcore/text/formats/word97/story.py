"""One part of a Word document, the body or its notes: characters to paragraphs and rows."""

import re

from simcore.text.formats.word97.pieces import WordText
from simcore.text.formats.word97.properties import Looks, TablePlace
from simcore.text.formats.writing import Writing

_CONTROL = re.compile("[\0-\x08\x0a-\x1f]")
_HALVES = re.compile("[\ud800-\udfff]")
_CELL, _PARAGRAPH_ENDS = "\x07", frozenset("\r\x0c\x0e")  # and those of pages and columns
_FIELD, _RESULT, _FIELD_END = "\x13", "\x14", "\x15"
_AS_TEXT = {"\x0b": "\n", "\n": "\n", "\x1e": "\u2011"}  # what else there is shows nothing


class Story:
    """Writes a part of a document; its state is the paragraph that is not ended yet."""

    def __init__(self, words: WordText, writing: Writing) -> None:
        self._words = words
        self._writing = writing
        self._line: list[tuple[str, str]] = []
        self._fields: list[bool] = []  # of each open one, whether its code goes on
        self._codes = 0
        self._rows = 0
        self._after_cell = False

    def write(self, first: int, end: int) -> None:
        """Write all characters from the first on."""
        for text, at, width, looks in self._words.runs(first, end):
            start = 0
            for found in _CONTROL.finditer(text):
                self._add(text[start : found.start()], looks)
                self._control(found[0], at + found.start() * width, looks)
                start = found.end()
            self._add(text[start:], looks)
        if self._line:
            self._paragraph()
        self._rows_to(0)

    def _add(self, text: str, looks: Looks) -> None:
        if text and not (looks.dropped or looks.special or self._codes):
            if _HALVES.search(text):
                text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
            self._line.append((text, looks.mark))
            self._after_cell = False

    def _control(self, sign: str, at: int, looks: Looks) -> None:
        if sign == _CELL:
            self._cell(self._words.place(at))
        elif sign in _PARAGRAPH_ENDS:
            place = self._words.place(at)
            if place and (place.cell_end or place.row_end) and place.depth > 1:
                self._cell(place)
            elif not looks.dropped:
                self._paragraph(place)
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

    def _paragraph(self, place: TablePlace | None = None) -> None:
        if self._words.has_places:
            self._rows_to(place.depth if place else 0)
        self._write_line()
        self._writing.end_paragraph()

    def _cell(self, place: TablePlace | None) -> None:
        """End a cell, or a row behind its last cell."""
        # of two in a row, the second ends it
        ends = place.row_end if place else self._after_cell and not self._line
        self._rows_to(place.depth if place else 1)
        self._write_line()
        if ends:
            self._writing.end_row()
            self._rows -= 1
        else:
            self._writing.end_paragraph()
            self._writing.end_cell()
        self._after_cell = not ends

    def _write_line(self) -> None:
        for text, mark in self._line:
            self._writing.add(text, mark)
        self._line.clear()

    def _rows_to(self, depth: int) -> None:
        """Begin rows, or end those whose ends are missing."""
        while self._rows < depth:
            self._writing.begin_row()
            self._rows += 1
        while self._rows > depth:
            self._writing.end_row()
            self._rows -= 1
