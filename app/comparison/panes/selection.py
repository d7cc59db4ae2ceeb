"""The caret and the selection of a pane, and the selected text."""

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from ..align.sheet import Sheet
from ..align.visible_text import characters


class TextPosition(NamedTuple):
    """A block, and UTF-16 code units from its start."""

    block: int
    unit: int


class Selection(NamedTuple):
    """From the start of the selection to the caret, in either order."""

    anchor: TextPosition = TextPosition(0, 0)
    caret: TextPosition = TextPosition(0, 0)

    @property
    def start(self) -> TextPosition:
        """The earlier end."""
        return min(self.anchor, self.caret)

    @property
    def end(self) -> TextPosition:
        """The later end."""
        return max(self.anchor, self.caret)

    def inside(self, block: int, length: int) -> tuple[int, int] | None:
        """Return the selected range of a block of some length; None if there is none."""
        start, end = self.start, self.end
        if start == end or not start.block <= block <= end.block:
            return None
        first = start.unit if block == start.block else 0
        last = end.unit if block == end.block else length
        return first, last


def selected_text(sheet: Sheet, selection: Selection, *, left: bool) -> str:
    """Return the selected text of the document: no fillers, no symbols.

    In a unified sheet each block counts with the side that it shows.
    """
    start, end = selection.start, selection.end
    if start == end or not len(sheet):
        return ""
    if sheet.sides:
        found = [
            _part(sheet, number, selection, left=sheet.shows(number, left=True))
            for number in range(start.block, end.block + 1)
        ]
    else:
        positions = sheet.alignment.left_positions if left else sheet.alignment.right_positions
        lines = sheet.alignment.left if left else sheet.alignment.right
        # The lines of one side stand in order: only the rows at both ends are looked at.
        first_row, last_row = sheet.rows[start.block], sheet.rows[end.block]
        head = range(start.block, min(bisect_right(sheet.rows, first_row), end.block + 1))
        tail = range(max(bisect_left(sheet.rows, last_row), head.stop), end.block + 1)
        rows = range(first_row + 1, last_row)
        first = next((positions[row] for row in rows if positions[row] >= 0), -1)
        last = next((positions[row] for row in reversed(rows) if positions[row] >= 0), -1)
        found = [_part(sheet, number, selection, left=left) for number in head]
        if first >= 0:
            found += lines[first : last + 1]
        found += [_part(sheet, number, selection, left=left) for number in tail]
    text = "".join(found)
    try:
        text.encode()
    except UnicodeEncodeError:  # lone surrogates, which no clipboard takes
        return text.encode(errors="replace").decode()
    return text


def _part(sheet: Sheet, number: int, selection: Selection, *, left: bool) -> str:
    """Return the selected text of one block."""
    start, end = selection.start, selection.end
    line = sheet.line(number, left=left)
    last = characters(line, end.unit) if number == end.block else len(line)
    first = characters(line, start.unit) if number == start.block else 0
    return line[first:last]
