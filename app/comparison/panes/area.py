"""The scroll area of a pane: items of a roll, laid out when they become visible."""

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRect, Qt, Signal, Slot
from PySide6.QtGui import QFont, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from ...looks.measures import scaled
from ..align.sheet import Block
from ..page_words import page_label
from .gutter import DifferenceGutter, GutterRow, margin_row
from .lines import DifferenceLines
from .roll import DifferenceRoll

_EDGE = 4
"""What is left free at the end of wrapped lines, in pixels beside text of 13 px."""

_STEPS = 64
"""Into how many parts an item is scrolled that may be higher than the pane."""


class Visible(NamedTuple):
    """An item in view: its number, its block or the blocks it hides, its top, its height."""

    item: int
    block: int
    fold: tuple[int, int] | None
    top: float
    height: float


class DifferenceArea(QAbstractScrollArea):
    """Shows one side of a roll, or the whole of a unified one, and scrolls in it.

    ``zoom_requested`` carries +1 or -1, for each step of the wheel with Ctrl held, ``scrolled``
    follows when other blocks are in view, and ``sign_clicked`` carries a block.
    """

    zoom_requested = Signal(object)
    scrolled = Signal()
    sign_clicked = Signal(object)

    def __init__(self, roll: DifferenceRoll, *, left: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.left = left
        self.roll = roll
        self.current = range(0)
        self.lines = DifferenceLines(self.block)
        self.partner: DifferenceArea | None = None
        self._widest = 0.0
        self._turned = 0.0
        self._gutter = DifferenceGutter(self.gutter_rows, self)
        self._gutter.clicked.connect(self._click_gutter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.verticalScrollBar().valueChanged.connect(self._scroll)
        self.horizontalScrollBar().valueChanged.connect(self._scroll)
        roll.changed.connect(self._take_roll)
        roll.detailed.connect(self._take_detail)
        roll.wrapping_changed.connect(self._rewrap)

    # What is shown

    def block(self, number: int) -> Block:
        """Return the cell of a block on this side."""
        left = self.roll.sheet.shows(number, left=True) if self.unified else self.left
        return self.roll.sheet.block(number, self.roll.changes, left=left)

    @property
    def unified(self) -> bool:
        """Whether both texts are shown here, one below the other."""
        return bool(self.roll.sheet.sides)

    @Slot()
    def _take_roll(self) -> None:
        self.lines.forget()
        self._widest = 0.0
        alignment = self.roll.sheet.alignment
        longest = max(len(alignment.left), len(alignment.right))
        widest = "0" * len(str(longest))
        for margin in alignment.margins:
            if margin is not None and margin.pages is not None:
                most = max(margin.numbers, default=0)
                page = page_label(margin.pages, "0" * len(str(most)))
                widest = max(widest, page, key=self._gutter.fontMetrics().horizontalAdvance)
        self._gutter.set_widest(widest, 2 if self.unified and not self.roll.alone else 1)
        self.fit()

    @Slot(object)
    def _take_detail(self, _rows: object) -> None:
        self.lines.forget()
        self.repaint_all()

    @Slot()
    def _rewrap(self) -> None:
        top = self.top()[0]
        self._widest = 0.0
        self.fit()
        self.scroll_to(top)

    def set_current(self, blocks: range) -> None:
        """Mark the blocks of the current difference."""
        self.current = blocks
        self.repaint_all()

    def set_text_font(self, font: QFont) -> None:
        """Set the font of the text, the numbers and the row height together."""
        self.setFont(font)
        self._gutter.setFont(font)
        self.lines.set_font(font)
        self._gutter.row_height = self.lines.row_height
        self._widest = 0.0
        self.fit()

    def repaint_all(self) -> None:
        """Repaint text and margin."""
        self.viewport().update()
        self._gutter.update()

    # Where it is

    def row_height(self) -> float:
        """Return the height of a line on the screen in pixels."""
        return self.lines.row_height

    def rows_in_view(self) -> int:
        """Return how many whole lines fit into the pane."""
        return max(1, int(self.viewport().height() / self.lines.row_height))

    def top(self) -> tuple[int, float]:
        """Return the first item in view, and what share of it is above the view."""
        value = self.verticalScrollBar().value()
        return (value // _STEPS, value % _STEPS / _STEPS) if self.roll.wrapped else (value, 0.0)

    def scroll_to(self, item: int, share: float = 0.0) -> None:
        """Scroll until an item is the first in view, or a share of it is above the view."""
        steps = _STEPS if self.roll.wrapped else 1
        self.verticalScrollBar().setValue(int(item * steps + share * steps))

    def scroll_lines(self, lines: int) -> None:
        """Scroll by a number of lines on the screen."""
        if not self.roll.wrapped:
            self.scroll_to(self.top()[0] + lines)
            return
        item, share = self.top()
        self.show_line(item, round(share * self.line_count(item)) + lines)

    def show_line(self, item: int, line: int, above: int = 0) -> None:
        """Scroll until a line on the screen of an item has so many lines ``above`` it in view.

        ``line`` may be one before the item, or behind it.
        """
        if not self.roll.wrapped:
            self.scroll_to(max(0, item + line - above))
            return
        line -= above
        while line < 0 and item > 0:
            item -= 1
            line += self.line_count(item)
        while line >= self.line_count(item) and item + 1 < len(self.roll.folding):
            line -= self.line_count(item)
            item += 1
        count = self.line_count(item)
        # rounded up, so that a line of a very high item is never too little to move
        self.verticalScrollBar().setValue(-(-(item * count + max(0, line)) * _STEPS // count))

    def line_count(self, item: int) -> int:
        """Return the height of an item in lines: that of the higher side."""
        folding = self.roll.folding
        if not self.roll.wrapped or item >= len(folding) or folding.fold(item) is not None:
            return 1
        block = folding.block(item)
        count = self.lines[block].height
        if self.partner is not None and not self.unified:
            count = max(count, self.partner.lines[block].height)
        return max(1, count)

    def visible(self) -> Iterator[Visible]:
        """Yield the items in view, from the top."""
        folding = self.roll.folding
        item, share = self.top()
        if item >= len(folding):
            return
        top = -share * self.line_count(item) * self.lines.row_height
        while item < len(folding) and top < self.viewport().height():
            height = self.line_count(item) * self.lines.row_height
            yield Visible(item, folding.block(item), folding.fold(item), top, height)
            top += height
            item += 1

    def blocks_in_view(self) -> range:
        """Return the blocks from the first in view to the last."""
        seen = list(self.visible())
        if not seen:
            return range(0)
        last = seen[-1]
        return range(seen[0].block, last.fold[1] if last.fold else last.block + 1)

    def reveal(self, blocks: range) -> None:
        """Scroll a difference up or down into view: its beginning, and what differs first."""
        item, rows = self.roll.folding.item(blocks.start), self.rows_in_view()
        if not self.roll.wrapped:
            self.show_line(item, 0, max(2, (rows - len(blocks)) // 3))
            return
        above = max(2, rows // 3)
        laid_out = [self.lines[blocks.start]]
        if self.partner is not None and not self.unified:
            laid_out.append(self.partner.lines[blocks.start])
        firsts = [one.line_of(one.block.marks[0][0]) for one in laid_out if one.block.marks]
        first = min(firsts, default=0)
        # where a paragraph begins is shown as long as the difference is in view, too
        self.show_line(item, first if first >= rows - above else 0, above)

    def gutter_rows(self) -> Iterator[GutterRow]:
        """Yield the margin of each visible block."""
        moved = self.tr("Moved: click to go to the other place (Ctrl+J)")
        for seen in self.visible():
            if seen.fold is None:
                block = self.lines[seen.block].block
                row = margin_row(self.roll.sheet, seen.block, block, moved, left=self.left)
                yield row._replace(
                    top=seen.top + self.viewport().y(),
                    height=seen.height,
                    current=seen.block in self.current,
                )

    @Slot(object)
    def _click_gutter(self, y: float) -> None:
        for seen in self.visible():
            top = seen.top + self.viewport().y()
            if seen.fold is None and top <= y < top + seen.height:
                self.sign_clicked.emit(seen.block)
                return

    # Geometry

    def fit(self) -> None:
        """Set the width of the margin, and the ranges of the scroll bars."""
        width = self._gutter.wanted_width()
        self.setViewportMargins(width, 0, 0, 0)
        inside = self.contentsRect()
        self._gutter.setGeometry(QRect(inside.left(), inside.top(), width, inside.height()))
        self._gutter.left = self.left
        self.lines.set_width(self._text_width() if self.roll.wrapped else 0)
        self._set_ranges()
        self._scroll()

    def _text_width(self) -> int:
        """Return where lines are wrapped: equal lines have to break alike on both sides.

        Of an odd number of pixels one half has one more.
        """
        width = self.viewport().width()
        partner = self.partner
        if partner is not None and not self.unified and partner.isVisible():
            width = min(width, partner.viewport().width())
        return max(1, width - scaled(_EDGE, self.font()))

    def _set_ranges(self) -> None:
        items = len(self.roll.folding)
        vertical = self.verticalScrollBar()
        if self.roll.wrapped:
            item, free = items, float(self.rows_in_view())
            while item > 0 and free > 0:
                item -= 1
                free -= self.line_count(item)
            over = -free / self.line_count(item) if free < 0 else 0.0
            vertical.setRange(0, max(0, -int(-(item + over) * _STEPS // 1)))
            vertical.setPageStep(max(1, (items - item) * _STEPS))
        else:
            vertical.setRange(0, max(0, items - self.rows_in_view()))
            vertical.setPageStep(self.rows_in_view())
        self._widen(0.0)

    def _widen(self, width: float) -> None:
        """Let the pane be scrolled sideways as far as its widest line that was in view."""
        self._widest = max(self._widest, width)
        horizontal = self.horizontalScrollBar()
        view = self.viewport().width()
        over = 0 if self.roll.wrapped else int(self._widest + self.lines.character_width) - view
        horizontal.setRange(0, max(0, over))
        horizontal.setPageStep(view)
        horizontal.setSingleStep(int(4 * self.lines.character_width) or 1)

    @Slot()
    def _scroll(self) -> None:
        if not self.roll.wrapped:
            seen = [self.lines[one.block].width for one in self.visible() if one.fold is None]
            if max(seen, default=0.0) > self._widest:
                self._widen(max(seen))
        self.repaint_all()
        self.scrolled.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stretch the margin; the same item stays the first in view."""
        super().resizeEvent(event)
        self.fit()
        if self.partner is not None and self.partner.lines.width != self.lines.width:
            self.partner.fit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Repaint instead of moving pixels: the unit of scrolling is a row."""

    def changeEvent(self, event: QEvent) -> None:
        """Update the colours when the palette becomes dark or light."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll by lines, or ask for another font size, of both panes, when Ctrl is held."""
        delta = event.angleDelta().y()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if delta:
                self.zoom_requested.emit(1 if delta > 0 else -1)
            event.accept()
        elif self.roll.wrapped and delta:
            self._turned -= delta / 40
            self.scroll_lines(int(self._turned))
            self._turned -= int(self._turned)
            event.accept()
        else:
            super().wheelEvent(event)
