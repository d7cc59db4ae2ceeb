"""One part of a Word document, the body or its notes: characters to paragraphs and rows."""

import re

from simcore.text.formats.paragraphs import Paragraphs
from simcore.text.formats.titles import Headings
from simcore.text.formats.word97.pieces import WordText
from simcore.text.formats.word97.properties import Looks, TablePlace
from simcore.text.formats.writing import Writing

_CONTROL = re.compile("[\0-\x08\x0a-\x1f]")
_CELL, _PARAGRAPH_ENDS = "\x07", frozenset("\r\x0c\x0e")  # and those of pages and columns
_FIELD, _RESULT, _FIELD_END = "\x13", "\x14", "\x15"
_AS_TEXT = {"\x0b": "\n", "\n": "\n", "\x1e": "\u2011"}  # what else there is shows nothing


class Story:
    """Writes a part of a document; its state is the paragraph that is not ended yet."""

    def __init__(self, words: WordText, writing: Writing, headings: Headings) -> None:
        self._words = words
        self._headings = headings
        self._line: list[str] = []
        self._paragraphs = Paragraphs(writing)
        self._fields: list[bool] = []  # of each open one, whether its code goes on
        self._codes = 0
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
        self._paragraphs.end()

    def _add(self, text: str, looks: Looks) -> None:
        if text and not (looks.dropped or looks.special or self._codes):
            self._paragraphs.add(text, looks.mark)
            self._after_cell = False
            self._line.append(text)

    def _note_heading(self, at: int) -> None:
        """Note the paragraph that ends with this byte, if it is one."""
        is_title = self._words.is_title(at)
        if is_title is not None:
            self._headings.begin(is_title=is_title)
            self._headings.add("".join(self._line))
            self._headings.end()
        self._line.clear()

    def _control(self, sign: str, at: int, looks: Looks) -> None:
        if sign == _CELL:
            self._line.clear()
            self._cell(self._words.place(at))
        elif sign in _PARAGRAPH_ENDS:
            self._note_heading(at)
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
        """End a cell, or a row behind its last cell."""
        depth = place.depth if place else 1
        # where nothing is said of it, the second of two in a row ends the row
        ends = place.row_end if place else self._after_cell and not self._paragraphs.filled
        if ends:
            self._paragraphs.end_row(depth)
        else:
            self._paragraphs.end_cell(depth)
        self._after_cell = not ends
