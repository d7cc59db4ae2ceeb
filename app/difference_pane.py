"""One side of the differences: a read-only text whose rows all have the same height."""

import math
import re
from collections.abc import Iterator

from PySide6.QtCore import QEvent, QMimeData, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextBlock,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit, QWidget

from app.alignment import RowKind
from app.difference_colours import DifferenceColours, difference_colours
from app.difference_font import row_height
from app.difference_gutter import DifferenceGutter, GutterRow
from app.difference_sheet import EMPTY, Span, Spread

__all__ = ["DifferencePane"]

_TAB = 4
_LOOKED_THROUGH = 50
_BEYOND_16_BITS = re.compile("[\U00010000-\U0010ffff]")
_SIGNS = {RowKind.ONLY_LEFT: "\u2212", RowKind.ONLY_RIGHT: "+", RowKind.CHANGED: "~"}


class _EvenRows(QPlainTextDocumentLayout):
    """Gives every block the same height.

    A line with Chinese in it is often higher than one without, and the rows of the two sides
    would drift apart.
    """

    height = 1.0

    def blockBoundingRect(self, block: QTextBlock) -> QRectF:
        """Return the block's place with the common height."""
        place = super().blockBoundingRect(block)
        place.setHeight(self.height)
        return place


class DifferencePane(QPlainTextEdit):
    """Shows a sheet; paints the differences of the visible blocks only, whatever there is more.

    ``zoom_requested`` carries +1 or -1, for each step of the wheel with Ctrl held.
    """

    zoom_requested = Signal(object)

    def __init__(self, *, left: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left = left
        self._sheet = EMPTY.left
        self._kinds = EMPTY.kinds
        self._current = range(0)
        self._gutter = DifferenceGutter(self.gutter_rows, self)
        self._layout = _EvenRows(self.document())
        self.document().setDocumentLayout(self._layout)
        self.document().setUndoRedoEnabled(False)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        self.updateRequest.connect(self._follow_scrolling)

    # What is shown

    def show_sheet(self, spread: Spread) -> None:
        """Show this side of ``spread``, from its start."""
        self._sheet = spread.left if self._left else spread.right
        self._kinds = spread.kinds
        self._current = range(0)
        self.setPlainText(self._sheet.text)
        self._gutter.set_last_number(max(self._sheet.numbers, default=0))
        self._fit()

    def set_current(self, blocks: range) -> None:
        """Mark the blocks of the difference that the person looks at."""
        self._current = blocks
        self.viewport().update()
        self._gutter.update()

    def reveal(self, blocks: range) -> None:
        """Put the text cursor on a difference and scroll it up or down into view."""
        cursor = self.textCursor()
        cursor.setPosition(self.document().findBlockByNumber(blocks.start).position())
        self.setTextCursor(cursor)
        around = max(2, (self.rows_in_view() - len(blocks)) // 3)
        self.verticalScrollBar().setValue(max(0, blocks.start - around))

    def sideways_to(self, blocks: range) -> int:
        """Return how far to scroll sideways for the first mark in ``blocks`` to be in view."""
        for number in blocks[:_LOOKED_THROUGH]:
            if marks := self._sheet.marks.get(number):
                block = self.document().findBlockByNumber(number)
                start, end = self._across(block, marks[0])
                width = self.viewport().width()
                return 0 if end < width * 0.9 else start - width // 3
        return 0

    def set_text_font(self, font: QFont) -> None:
        """Set the font of the text, the numbers and the row height together."""
        self.setFont(font)
        self._gutter.setFont(font)
        self._layout.height = row_height(font)
        self._gutter.row_height = self._layout.height
        self.setTabStopDistance(_TAB * QFontMetricsF(font).horizontalAdvance(" "))
        self._fit()

    def row_height(self) -> float:
        """Return the height of every row in pixels."""
        return self._layout.height

    def rows_in_view(self) -> int:
        """Return how many whole rows fit into the pane."""
        return max(1, int(self.viewport().height() / self._layout.height))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the backgrounds, then the text, then the frame of the current difference."""
        painter = QPainter(self.viewport())
        colours = difference_colours(self.palette(), left=self._left)
        for block, top in self._visible_blocks():
            self._paint_behind(painter, colours, block, top)
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setPen(self.palette().color(QPalette.ColorRole.Highlight))
        width = self.viewport().width()
        for block, top in self._visible_blocks():
            number = block.blockNumber()
            if self._current and number == self._current.start:
                painter.drawLine(QPointF(0, top), QPointF(width, top))
            if self._current and number == self._current.stop - 1:
                bottom = top + self._layout.height - 1
                painter.drawLine(QPointF(0, bottom), QPointF(width, bottom))
        painter.end()

    def gutter_rows(self) -> Iterator[GutterRow]:
        """Yield what the margin says beside each visible block."""
        for block, top in self._visible_blocks():
            number = block.blockNumber()
            filler = self._sheet.lines[number] is None
            yield GutterRow(
                top + self.viewport().y(),
                self._sheet.numbers[number],
                "" if filler else _SIGNS.get(self._kinds[number], ""),
                number in self._current,
            )

    def _visible_blocks(self) -> Iterator[tuple[QTextBlock, float]]:
        """Yield the blocks in view with their tops in the viewport."""
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top < self.viewport().height():
            if block.blockNumber() < len(self._sheet.lines):
                yield block, top
            top += self._layout.height
            block = block.next()

    def _paint_behind(
        self, painter: QPainter, colours: DifferenceColours, block: QTextBlock, top: float
    ) -> None:
        """Paint what lies under the text of one block."""
        number = block.blockNumber()
        if self._kinds[number] is RowKind.EQUAL:
            return
        row = QRectF(0, top, self.viewport().width(), self._layout.height)
        if self._sheet.lines[number] is None:
            hatch = QColor(self.palette().color(QPalette.ColorRole.PlaceholderText))
            hatch.setAlpha(70)
            painter.fillRect(row, self.palette().color(QPalette.ColorRole.AlternateBase))
            painter.fillRect(row, QBrush(hatch, Qt.BrushStyle.BDiagPattern))
            return
        painter.fillRect(row, colours.row)
        for start, end in self._sheet.marks.get(number, ()):
            scrolled = self.contentOffset().x()
            left, right = (x + scrolled for x in self._across(block, (start, end)))
            if right < 0 or left > row.width():
                continue
            if start == end:
                painter.fillRect(QRectF(left - 1, top, 2, row.height()), colours.edge)
                continue
            painter.fillRect(QRectF(left, top, right - left, row.height()), colours.mark)
            painter.fillRect(QRectF(left, row.bottom() - 2, right - left, 2), colours.edge)

    def _across(self, block: QTextBlock, mark: Span) -> Span:
        """Return where a mark begins and ends on the unscrolled line, in pixels."""
        self.blockBoundingRect(block)  # lays the block out
        line = block.layout().lineAt(0)
        if not line.isValid():
            return 0, 0
        start, end = (_x(line.cursorToX(place)) for place in mark)
        return int(start), math.ceil(end)

    # Geometry

    def _fit(self) -> None:
        """Give the margin the room that its numbers need."""
        width = self._gutter.wanted_width()
        self.setViewportMargins(width, 0, 0, 0)
        inside = self.contentsRect()
        self._gutter.setGeometry(QRect(inside.left(), inside.top(), width, inside.height()))
        self._gutter.colours = difference_colours(self.palette(), left=self._left)
        self.viewport().update()
        self._gutter.update()

    def _follow_scrolling(self, _area: QRect, moved: int) -> None:
        """Scroll the margin along with the text."""
        if moved:
            self._gutter.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stretch the margin."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Choose other colours when the palette turns dark or light."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ask for another font size, of both panes, when Ctrl is held."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if event.angleDelta().y():
                self.zoom_requested.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
            return
        super().wheelEvent(event)

    # The clipboard

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy the text itself: no fillers, no symbols, very long lines in one piece."""
        data = QMimeData()
        data.setText(self.selected_text())
        return data

    def selected_text(self) -> str:
        """Return what is selected, as it stands in the document."""
        cursor = self.textCursor()
        document = self.document()
        first = document.findBlock(cursor.selectionStart())
        last = document.findBlock(cursor.selectionEnd())
        pieces: list[str] = []
        for number in range(first.blockNumber(), last.blockNumber() + 1):
            line = (self._sheet.lines[number] if self._sheet.lines else "") or ""
            end = len(line)
            if number == last.blockNumber():
                end = _characters(line, cursor.selectionEnd() - last.position())
            start = 0
            if number == first.blockNumber():
                start = _characters(line, cursor.selectionStart() - first.position())
            pieces.append(line[start:end])
        return "".join(pieces).encode(errors="replace").decode()


def _x(place: object) -> float:
    """Take the x of what ``QTextLine.cursorToX`` returns: with the cursor beside it, or alone."""
    first = place[0] if isinstance(place, tuple) else place
    return float(first) if isinstance(first, int | float) else 0.0


def _characters(text: str, units: int) -> int:
    """Turn a distance in UTF-16 code units into one in characters."""
    characters = units
    for match in _BEYOND_16_BITS.finditer(text):
        if match.start() >= characters:
            break
        characters -= 1
    return min(characters, len(text))
