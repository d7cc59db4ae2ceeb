"""The margin of a pane: line numbers, and a sign for the kind of difference."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from ...looks.colours import Colours, SideColours, colours_of
from ...looks.measures import font_like
from ...looks.text import paint_line
from ..align.rows import RowKind
from ..align.sheet import Block, Sheet
from ..page_words import page_begins, page_label

_PADDING = 5
_BAR = 4

MOVED = "\u2195"
"""The sign of a moved line."""

_SIGNS = {RowKind.ONLY_LEFT: "\u2212", RowKind.ONLY_RIGHT: "+", RowKind.CHANGED: "~"}


class GutterRow(NamedTuple):
    """The margin of a visible block.

    Its top and the height of its first line in pixels, the line's number or that of a page that
    begins there (empty: none; the second one in a unified view only), its sign, whether it belongs
    to the current difference, and what it says to who points at it.
    """

    top: float
    number: str
    sign: str
    current: bool
    other: str = ""
    tip: str = ""
    height: float = 0.0


def margin_row(sheet: Sheet, number: int, block: Block, moved: str, *, left: bool) -> GutterRow:
    """Return numbers and sign of a block, side by side of the ``left`` pane or the right one.

    ``moved`` is what is said of lines that have moved.
    """
    has_moved = block.line is not None and block.moved >= 0
    sign = "" if block.line is None else MOVED if has_moved else _SIGNS.get(block.kind, "")
    tip = moved if has_moved else ""
    if not sheet.sides:
        first, page = _label(sheet, block.number, left=left)
        return GutterRow(0.0, first, sign, current=False, tip=tip or page)
    left = sheet.shows(number, left=True)
    shown, page = _label(sheet, block.number, left=left)
    first, second = (shown, "") if left else ("", shown)
    if block.kind in (RowKind.OUTSIDE, RowKind.BEGINS):
        sign = ""
    elif block.kind is RowKind.EQUAL:
        sign = ""
        there = sheet.alignment.right_positions[block.row] + 1 if block.number else 0
        second, other_page = _label(sheet, there, left=False)
        page = page or other_page
    elif not has_moved:
        sign = "\u2212" if left else "+"
    return GutterRow(0.0, first, sign, current=False, other=second, tip=tip or page)


def _label(sheet: Sheet, number: int, *, left: bool) -> tuple[str, str]:
    """Return what the margin shows of a line, by its number, and what it says of it."""
    shown, pages = sheet.alignment.margin_number(number - 1, left=left)
    if not shown:
        return "", ""
    if pages is None:
        return str(shown), ""
    return page_label(pages, shown), page_begins(pages, shown)


class DifferenceGutter(QWidget):
    """Paints the margins that ``rows`` yields; the pane that owns it scrolls and resizes it.

    ``clicked`` carries the y of a click.
    """

    clicked = Signal(object)

    def __init__(self, rows: Callable[[], Iterable[GutterRow]], parent: QWidget) -> None:
        super().__init__(parent)
        self._rows = rows
        self._widest = "0"
        self._columns = 1
        self.row_height = 1.0
        self.left = False

    def set_widest(self, label: str, columns: int = 1) -> None:
        """Set the width for numbers like this one, of one text or of two."""
        self._widest = label
        self._columns = columns

    def wanted_width(self) -> int:
        """Return the width that the numbers and signs need in the present font."""
        return _BAR + self._columns * self._number_width() + self._sign_width() + _PADDING

    def _number_width(self) -> int:
        return self.fontMetrics().horizontalAdvance(f"{self._widest}0")

    def _sign_width(self) -> int:
        return self.fontMetrics().horizontalAdvance("~") + 2 * _PADDING

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible numbers and signs, and a bar beside the current difference."""
        painter = QPainter(self)
        found = colours_of(self.palette())
        painter.fillRect(event.rect(), found.base)
        numbers_font = font_like(self.font(), 11)
        for row in self._rows():
            side = self._side(row, found)
            if side is not None:
                painter.fillRect(QRectF(0, row.top, self.width(), row.height), side.line)
            if row.current:
                bar = QRectF(0, row.top, _BAR, max(row.height, self.row_height))
                painter.fillRect(bar, found.accent)
            colour = found.text if row.current else found.muted
            numbers = (row.number, row.other)[: self._columns]
            for column, number in enumerate(numbers):
                if number:
                    right = _BAR + (column + 1) * self._number_width()
                    place = QRectF(0, row.top, right, self.row_height)
                    paint_line(painter, place, number, numbers_font, colour, right=True)
            if row.sign.strip() and side is not None:
                painter.setFont(self.font())
                painter.setPen(side.ink)
                left = self.width() - self._sign_width() - _PADDING / 2
                place = QRectF(left, row.top, self._sign_width(), self.row_height)
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, row.sign)
        painter.end()

    def _side(self, row: GutterRow, found: Colours) -> SideColours | None:
        """Return the colours of a row, of its side or of what has moved; None of an equal one."""
        if row.sign == MOVED:
            return found.moved
        if row.sign == "+":
            return found.right
        if not row.sign:
            return None
        of_left = self.left or row.sign == "\u2212"
        return found.left if of_left else found.right

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit the position of a click."""
        self.clicked.emit(event.position().y())

    def event(self, event: QEvent) -> bool:
        """Show the tooltip of a row."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for row in self._rows():
                if row.top <= event.y() < row.top + max(row.height, self.row_height):
                    QToolTip.showText(event.globalPos(), row.tip, self)
                    return True
        return super().event(event)
