"""Both panes with the overview between them, scrolled together; one alone when unified."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleInterface,
    QBrush,
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPixmap,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAccessibleWidget,
    QFrame,
    QHBoxLayout,
    QScrollBar,
    QSizePolicy,
    QToolTip,
    QWidget,
)

from simcore.diff.align import Block, RowKind, Sheet
from simcore.diff.matching import Span

from ..i18n import translate
from ..style import (
    Colours,
    SideColours,
    colours_of,
    font_like,
    paint_icon,
    paint_line,
    scaled,
    small_font,
)
from ..widgets.basic import ViewKey, difference_font, filled
from ..wording import count_text
from .roll import DifferenceLines, DifferenceRoll, LaidOut, Selection, TextPosition, selected_text
from .texts import line_label, page_begins, page_label

RULER = 16
"""The width of the overview in pixels."""

_LEAST_VIEW = 6


class DifferenceStrip(QWidget):
    """Paints all differences of a roll, those of the left on the left, and the visible blocks."""

    wanted = Signal(object)

    def __init__(self, roll: DifferenceRoll, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._roll = roll
        self._view = range(0)
        self._picture: QPixmap | None = None
        self.setAccessibleName(self.tr("Overview of the differences"))
        self.setToolTip(self.tr("All differences, and what is in view. Click or drag to go there"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        roll.changed.connect(self.renew)

    def sizeHint(self) -> QSize:
        return QSize(RULER, 60)

    @Slot()
    def renew(self) -> None:
        self._picture = None
        self.update()

    def set_view(self, blocks: range) -> None:
        if blocks != self._view:
            self._view = blocks
            self.update()

    def y_of(self, block: int) -> float:
        return self.height() * block / max(1, len(self._roll.sheet))

    def block_at(self, y: float) -> int:
        count = len(self._roll.sheet)
        return min(max(int(y * count / max(1, self.height())), 0), max(0, count - 1))

    def view_box(self) -> QRectF:
        top, bottom = self.y_of(self._view.start), self.y_of(self._view.stop)
        missing = max(0.0, _LEAST_VIEW - (bottom - top))
        top = min(max(0.0, top - missing / 2), max(0.0, self.height() - _LEAST_VIEW))
        return QRectF(0.5, top + 0.5, self.width() - 1, max(bottom - top, _LEAST_VIEW) - 1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()  # differs by screen
        if self._picture is None or self._picture.devicePixelRatio() != ratio:
            self._picture = self._painted()
        painter = QPainter(self)
        painter.drawPixmap(QPointF(0, 0), self._picture)
        if len(self._roll.sheet):
            colour = self.palette().color(QPalette.ColorRole.WindowText)
            wash = QColor(colour)
            wash.setAlpha(35)
            painter.fillRect(self.view_box(), wash)
            painter.setPen(colour)
            painter.drawRect(self.view_box())
        if self.hasFocus():
            painter.setPen(self.palette().color(QPalette.ColorRole.Highlight))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _painted(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(self.palette().color(QPalette.ColorRole.Window))
        painter = QPainter(picture)
        half = self.width() / 2
        colours = colours_of(self.palette())
        left, right, of_moved = colours.left.ink, colours.right.ink, colours.moved.ink
        sheet, alignment = self._roll.sheet, self._roll.sheet.alignment
        done, scale = -1.0, self.height() / max(1, len(sheet))
        if alignment.part is not None:
            begin, end = (sheet.of_row(row) for row in alignment.part[:2])
            place = QRectF(1, begin * scale, self.width() - 2, max(3.0, (end - begin) * scale))
            painter.fillRect(place, colours.moved.word)
        for start, end in sheet.differences:
            if end * scale <= done:
                continue
            top = start * scale
            bottom = done = max(end * scale, top + 1.5)
            kinds = {alignment.kinds[sheet.rows[at]] for at in range(start, min(end, start + 50))}
            both = RowKind.CHANGED.value in kinds
            moved = sheet.rows[start] in alignment.moved
            for colour, x, there in (
                (left, 1.0, both or RowKind.ONLY_LEFT.value in kinds),
                (right, half + 0.5, both or RowKind.ONLY_RIGHT.value in kinds),
            ):
                if there:
                    box = QRectF(x, top, half - 1.5, bottom - top)
                    painter.fillRect(box, of_moved if moved else colour)
        painter.end()
        return picture

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and len(self._roll.sheet):
            self.wanted.emit(self.block_at(event.position().y()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and len(self._roll.sheet):
            self.wanted.emit(self.block_at(event.position().y()))

    def view_keys(self) -> list[ViewKey]:
        return [
            ViewKey(("Up", "Down", "PgUp", "PgDown"), self.tr("Go a line or a view up or down")),
            ViewKey(("Home", "End"), self.tr("Go to the beginning or the end of the texts")),
        ]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        count, size = len(self._roll.sheet), max(1, len(self._view))
        middle = self._view.start + size // 2
        ways = {
            Qt.Key.Key_PageUp: middle - size,
            Qt.Key.Key_PageDown: middle + size,
            Qt.Key.Key_Up: middle - 1,
            Qt.Key.Key_Down: middle + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: count - 1,
        }
        block = ways.get(Qt.Key(event.key()))
        if block is None or not count:
            super().keyPressEvent(event)
        else:
            self.wanted.emit(min(max(block, 0), count - 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.renew()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self.renew()


_PADDING = 5
_BAR = 4

MOVED = "\u2195"

_SIGNS = {RowKind.ONLY_LEFT: "\u2212", RowKind.ONLY_RIGHT: "+", RowKind.CHANGED: "~"}


class GutterRow(NamedTuple):
    """The margin of a visible block.

    ``top`` and ``height`` in pixels; ``number`` of the line, or of a page that begins there,
    ``other`` the second number of a unified view (empty: none); ``tip`` is the tooltip.
    """

    top: float
    number: str
    sign: str
    current: bool
    other: str = ""
    tip: str = ""
    height: float = 0.0


def margin_row(sheet: Sheet, number: int, block: Block, moved: str, *, left: bool) -> GutterRow:
    """Return numbers and sign of a block; side by side, those of the ``left`` or the right pane."""
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
    shown, pages = sheet.alignment.margin_number(number - 1, left=left)
    if not shown:
        return "", ""
    if pages is None:
        return str(shown), ""
    return page_label(pages, shown), page_begins(pages, shown)


class DifferenceGutter(QWidget):
    """Paints the margins from ``rows``; the pane that owns it scrolls and resizes it."""

    clicked = Signal(object)

    def __init__(self, rows: Callable[[], Iterable[GutterRow]], parent: QWidget) -> None:
        super().__init__(parent)
        self._rows = rows
        self._widest = "0"
        self._columns = 1
        self.row_height = 1.0
        self.left = False

    def set_widest(self, label: str, columns: int = 1) -> None:
        self._widest = label
        self._columns = columns

    def wanted_width(self) -> int:
        return _BAR + self._columns * self._number_width() + self._sign_width() + _PADDING

    def _number_width(self) -> int:
        return self.fontMetrics().horizontalAdvance(f"{self._widest}0")

    def _sign_width(self) -> int:
        return self.fontMetrics().horizontalAdvance("~") + 2 * _PADDING

    def paintEvent(self, event: QPaintEvent) -> None:
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

    def _side(self, row: GutterRow, found: Colours) -> SideColours | None:
        if row.sign == MOVED:
            return found.moved
        if row.sign == "+":
            return found.right
        if not row.sign:
            return None
        of_left = self.left or row.sign == "\u2212"
        return found.left if of_left else found.right

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.clicked.emit(event.position().y())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for row in self._rows():
                if row.top <= event.y() < row.top + max(row.height, self.row_height):
                    QToolTip.showText(event.globalPos(), row.tip, self)
                    return True
        return super().event(event)


_EDGE = 4
"""The margin after wrapped lines, in pixels beside text of 13 px."""

_STEPS = 64
"""Scroll steps of an item, which may be higher than the pane."""


class Visible(NamedTuple):
    """A visible item: its number, its block or the blocks it hides, top and height in pixels."""

    item: int
    block: int
    fold: tuple[int, int] | None
    top: float
    height: float


_WAYS = {
    "NextChar": ("sideways", 1),
    "PreviousChar": ("sideways", -1),
    "NextWord": ("word", 1),
    "PreviousWord": ("word", -1),
    "NextLine": ("rows", 1),
    "PreviousLine": ("rows", -1),
    "NextPage": ("pages", 1),
    "PreviousPage": ("pages", -1),
    "StartOfLine": ("edge", -1),
    "EndOfLine": ("edge", 1),
    "StartOfDocument": ("whole", -1),
    "EndOfDocument": ("whole", 1),
}

CARET_KEYS = {
    QKeySequence.StandardKey[f"{verb}{position}"]: (*way, verb == "Select")
    for position, way in _WAYS.items()
    for verb in ("MoveTo", "Select")
}
"""By standard key: the direction and distance of the caret, and whether it selects."""


_AUTOSCROLL_MS = 50


class DifferencePane(QAbstractScrollArea):
    """Shows one side of a roll, or the whole of a unified one, with a caret and a selection.

    ``zoom_requested`` carries +1 or -1 for each step of the wheel with Ctrl, ``scrolled`` follows
    when other blocks are visible, and ``sign_clicked`` carries a block. ``caret_moved`` carries the
    block to which a person moved the caret; ``find_wanted`` follows when a person wants to search.
    """

    zoom_requested = Signal(object)
    scrolled = Signal()
    sign_clicked = Signal(object)
    caret_moved = Signal(object)
    find_wanted = Signal()

    def __init__(self, roll: DifferenceRoll, *, left: bool) -> None:
        super().__init__()
        self.left = left
        self.roll = roll
        self.current = range(0)
        self.lines = DifferenceLines(self.block)
        self.partner: DifferencePane | None = None
        self._widest = 0.0
        self._turned = 0.0
        self._gutter = DifferenceGutter(self.gutter_rows, self)
        self._gutter.clicked.connect(self._click_gutter)
        self.selection = Selection()
        self.found: dict[int, list[Span]] = {}
        self._dragged_to: QPointF | None = None
        self._autoscroll = QTimer(self, interval=_AUTOSCROLL_MS)
        self._autoscroll.timeout.connect(self._drag_on)
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
        return self.roll.sheet.block(number, self.roll.changes, left=self.shows_left(number))

    def shows_left(self, block: int) -> bool:
        return self.roll.sheet.shows(block, left=True) if self.unified else self.left

    @property
    def unified(self) -> bool:
        return bool(self.roll.sheet.sides)

    @Slot()
    def _take_roll(self) -> None:
        count = len(self.roll.sheet)
        if max(self.selection.anchor.block, self.selection.caret.block) >= max(1, count):
            self.selection = Selection()
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
        self.current = blocks
        self.repaint_all()

    def set_text_font(self, font: QFont) -> None:
        self.setFont(font)
        self._gutter.setFont(font)
        self.lines.set_font(font)
        self._gutter.row_height = self.lines.row_height
        self._widest = 0.0
        self.fit()

    def repaint_all(self) -> None:
        self.viewport().update()
        self._gutter.update()

    # Where it is

    def row_height(self) -> float:
        return self.lines.row_height

    def rows_in_view(self) -> int:
        return max(1, int(self.viewport().height() / self.lines.row_height))

    def top(self) -> tuple[int, float]:
        """Return the first visible item, and its share above the view."""
        value = self.verticalScrollBar().value()
        return (value // _STEPS, value % _STEPS / _STEPS) if self.roll.wrapped else (value, 0.0)

    def scroll_to(self, item: int, share: float = 0.0) -> None:
        """Scroll until an item is the first in view, with a share of it above the view."""
        steps = _STEPS if self.roll.wrapped else 1
        self.verticalScrollBar().setValue(int(item * steps + share * steps))

    def scroll_lines(self, lines: int) -> None:
        if not self.roll.wrapped:
            self.scroll_to(self.top()[0] + lines)
            return
        item, share = self.top()
        self.show_line(item, round(share * self.line_count(item)) + lines)

    def show_line(self, item: int, line: int, above: int = 0) -> None:
        """Scroll until a line on the screen of an item has ``above`` lines above it in view."""
        if not self.roll.wrapped:
            self.scroll_to(max(0, item + line - above))
            return
        item, line = self.item_at(item, line - above)
        count = self.line_count(item)
        # rounded up, so that one line of a very high item still moves
        self.verticalScrollBar().setValue(-(-(item * count + max(0, line)) * _STEPS // count))

    def item_at(self, item: int, line: int) -> tuple[int, int]:
        """Return the item and the line in it that are ``line`` lines below the top of an item."""
        while line < 0 and item > 0:
            item -= 1
            line += self.line_count(item)
        while line >= self.line_count(item) and item + 1 < len(self.roll.folding):
            line -= self.line_count(item)
            item += 1
        return item, line

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
        seen = list(self.visible())
        if not seen:
            return range(0)
        last = seen[-1]
        return range(seen[0].block, last.fold[1] if last.fold else last.block + 1)

    def reveal(self, blocks: range) -> None:
        """Scroll a difference into view: its beginning, and what differs first."""
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
        # show the beginning of the paragraph if the difference still fits
        self.show_line(item, first if first >= rows - above else 0, above)

    def gutter_rows(self) -> Iterator[GutterRow]:
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
        width = self._gutter.wanted_width()
        self.setViewportMargins(width, 0, 0, 0)
        inside = self.contentsRect()
        self._gutter.setGeometry(QRect(inside.left(), inside.top(), width, inside.height()))
        self._gutter.left = self.left
        self.lines.set_width(self._text_width() if self.roll.wrapped else 0)
        self._set_ranges()
        self._scroll()

    def _text_width(self) -> int:
        """Return the width of wrapped lines: equal lines must break alike on both sides.

        If the number of pixels is odd, one half has one more.
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
        super().resizeEvent(event)
        self.fit()
        if self.partner is not None and self.partner.lines.width != self.lines.width:
            self.partner.fit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Repaint instead of moving pixels: the unit of scrolling is a row."""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self.fit()

    def wheelEvent(self, event: QWheelEvent) -> None:
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

    # The caret and the selection

    def set_found(self, found: dict[int, list[Span]]) -> None:
        self.found = found
        self.repaint_all()

    def select(self, anchor: TextPosition, caret: TextPosition) -> None:
        self.selection = Selection(anchor, caret)
        if caret.block < len(self.roll.sheet):
            self.viewport().setAccessibleDescription(self.block(caret.block).text[:200])
        self.repaint_all()

    @Slot()
    def select_all(self) -> None:
        last = len(self.roll.sheet) - 1
        if last >= 0:
            self.select(TextPosition(0, 0), TextPosition(last, self.lines[last].length))

    @Slot()
    def copy(self) -> None:
        text = self.selected_text()
        if text:
            QGuiApplication.clipboard().setText(text)

    def toPlainText(self) -> str:
        return "\n".join(self.block(number).text for number in range(len(self.roll.sheet)))

    def selected_text(self) -> str:
        roll = self.roll
        return selected_text(roll.sheet, self.selection, left=self.left)

    def position_at(self, point: QPointF) -> TextPosition | None:
        last = None
        for seen in self.visible():
            last = seen
            if point.y() < seen.top + seen.height:
                break
        if last is None or last.fold is not None:
            return None
        line = int((point.y() - last.top) // self.lines.row_height)
        x = point.x() + self.horizontalScrollBar().value()
        return TextPosition(last.block, self.lines[last.block].position_at(line, x))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        for seen in self.visible():
            if seen.fold is not None and seen.top <= event.position().y() < seen.top + seen.height:
                self.roll.open([seen.block])
                return
        position = self.position_at(event.position())
        if position is not None:
            extending = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.select(self.selection.anchor if extending else position, position)
            self.caret_moved.emit(position.block)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._dragged_to = event.position()
            self._drag()
            inside = self.viewport().rect().contains(event.position().toPoint())
            if inside:
                self._autoscroll.stop()
            elif not self._autoscroll.isActive():
                self._autoscroll.start()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged_to = None
        self._autoscroll.stop()
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        position = self.position_at(event.position())
        if position is not None:
            layout = self.lines[position.block].layout
            start = layout.leftCursorPosition(position.unit) if position.unit else 0
            mode = layout.CursorMode.SkipWords
            end = layout.nextCursorPosition(start, mode)
            start = layout.previousCursorPosition(end, mode)
            self.select(TextPosition(position.block, start), TextPosition(position.block, end))

    def _drag(self) -> None:
        if self._dragged_to is not None:
            position = self.position_at(self._dragged_to)
            if position is not None:
                self.select(self.selection.anchor, position)

    @Slot()
    def _drag_on(self) -> None:
        if self._dragged_to is None:
            self._autoscroll.stop()
            return
        point, view = self._dragged_to, self.viewport().rect()
        if not 0 <= point.y() <= view.height():
            self.scroll_lines(-1 if point.y() < 0 else 1)
        bar = self.horizontalScrollBar()
        if not 0 <= point.x() <= view.width():
            bar.setValue(bar.value() + (-1 if point.x() < 0 else 1) * bar.singleStep())
        self._drag()

    def view_keys(self) -> list[ViewKey]:
        standard = QKeySequence.StandardKey
        known = standard.Find, standard.Copy, standard.SelectAll
        found, copied, everything = (QKeySequence(key).toString() for key in known)
        return [
            ViewKey(("Up", "Down", "Left", "Right"), self.tr("Move the caret; with Shift, select")),
            ViewKey(("Return", "Space"), self.tr("Show the lines that are folded")),
            ViewKey((copied,), self.tr("Copy the selected text")),
            ViewKey((everything,), self.tr("Select the whole text")),
            ViewKey((found,), self.tr("Find in the two texts")),
        ]

    def event(self, event: QEvent) -> bool:
        """Keep Ctrl+F while the focus is here, even if the window uses it."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            standard = QKeySequence.StandardKey
            if any(map(event.matches, (standard.Find, standard.Copy, standard.SelectAll))):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        standard = QKeySequence.StandardKey
        if event.matches(standard.Copy):
            self.copy()
        elif event.matches(standard.SelectAll):
            self.select_all()
        elif event.matches(standard.Find):
            self.find_wanted.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.roll.open([self.selection.caret.block])
        else:
            for key, (way, by, extending) in CARET_KEYS.items():
                if event.matches(key):
                    self._move(way, by, extending=extending)
                    return
            super().keyPressEvent(event)

    def _move(self, way: str, by: int, *, extending: bool) -> None:
        if not len(self.roll.sheet):
            return
        before = self.selection.caret
        caret = self._moved(before, way, by)
        self.select(self.selection.anchor if extending else caret, caret)
        self.show_position(caret)
        if caret.block != before.block:
            self.caret_moved.emit(caret.block)

    def _moved(self, caret: TextPosition, way: str, by: int) -> TextPosition:
        folding = self.roll.folding
        laid_out = self.lines[caret.block]
        last = len(self.roll.sheet) - 1
        if way == "whole":
            return TextPosition(0, 0) if by < 0 else TextPosition(last, self.lines[last].length)
        if way == "edge":
            line = laid_out.layout.lineAt(laid_out.line_of(caret.unit))
            start = line.textStart()
            return TextPosition(caret.block, start if by < 0 else start + line.textLength())
        if way in ("sideways", "word"):
            mode = laid_out.layout.CursorMode
            step = mode.SkipWords if way == "word" else mode.SkipCharacters
            layout = laid_out.layout
            move = layout.nextCursorPosition if by > 0 else layout.previousCursorPosition
            unit = move(caret.unit, step)
            if unit != caret.unit:
                return TextPosition(caret.block, unit)
            item = min(max(folding.item(caret.block) + by, 0), len(folding) - 1)
            block = folding.block(item)
            if block == caret.block:
                return caret
            return TextPosition(block, 0 if by > 0 else self.lines[block].length)
        x = laid_out.x(caret.unit)
        if way == "pages":
            by *= max(1, self.rows_in_view() - 1)
        wanted = laid_out.line_of(caret.unit) + by
        item, number = self.item_at(folding.item(caret.block), wanted)
        block = folding.block(item)
        return TextPosition(block, self.lines[block].position_at(number, x))

    def show_position(self, position: TextPosition) -> None:
        """Scroll as little as needed to make a position visible."""
        item = self.roll.folding.item(position.block)
        line = self.lines[position.block].line_of(position.unit)
        seen = [one for one in self.visible() if one.item == item]
        height = self.lines.row_height
        room = self.viewport().height()
        if not seen:
            self.show_line(item, line, self.rows_in_view() // 2)
        else:
            top = seen[0].top + line * height
            if top < 0:
                self.scroll_lines(int(top // height))
            elif top + height > room:
                self.scroll_lines(-int((room - top - height) // height))
        x = self.lines[position.block].x(position.unit) - self.horizontalScrollBar().value()
        width = self.viewport().width()
        if not 0 <= x < width - 2:
            bar = self.horizontalScrollBar()
            bar.setValue(int(bar.value() + x - width / 2))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, palette, caret = QPainter(self.viewport()), self.palette(), self.hasFocus()
        colours = colours_of(palette)
        left = -float(self.horizontalScrollBar().value())
        width = self.viewport().width()
        for seen in self.visible():
            if seen.fold is not None:
                start, stop = seen.fold
                focused = caret and start <= self.selection.caret.block < stop
                self._paint_fold(painter, seen, stop - start, focused=focused)
                continue
            laid_out = self.lines[seen.block]
            if laid_out.block.kind is RowKind.BEGINS:
                self._paint_begin(painter, seen)
                continue
            self._paint_behind(painter, seen, laid_out, left)
            self._paint_found(painter, seen, laid_out, left)
            chosen = self._chosen(seen.block, laid_out)
            outside = laid_out.block.kind is RowKind.OUTSIDE
            painter.setPen(colours.muted if outside else colours.text)
            laid_out.layout.draw(painter, QPointF(left, seen.top), chosen)
            if caret and self.selection.caret.block == seen.block:
                laid_out.layout.drawCursor(
                    painter, QPointF(left, seen.top), self.selection.caret.unit
                )
        painter.setPen(palette.color(QPalette.ColorRole.Highlight))
        for seen in self.visible():
            if self.current and seen.block == self.current.start and seen.fold is None:
                painter.drawLine(QPointF(0, seen.top), QPointF(width, seen.top))
            if self.current and seen.block == self.current.stop - 1 and seen.fold is None:
                bottom = seen.top + seen.height - 1
                painter.drawLine(QPointF(0, bottom), QPointF(width, bottom))

    def _chosen(self, block: int, laid_out: LaidOut) -> list[QTextLayout.FormatRange]:
        inside = self.selection.inside(block, laid_out.length)
        if inside is None:
            return []
        chosen = QTextLayout.FormatRange()
        chosen.start, chosen.length = inside[0], inside[1] - inside[0]
        style = QTextCharFormat()
        palette = self.palette()
        style.setBackground(palette.brush(QPalette.ColorRole.Highlight))
        style.setForeground(palette.brush(QPalette.ColorRole.HighlightedText))
        chosen.format = style
        return [chosen]

    def _colours(self, block: int, *, moved: bool) -> SideColours:
        found = colours_of(self.palette())
        return found.moved if moved else found.left if self.shows_left(block) else found.right

    def _paint_behind(
        self, painter: QPainter, seen: Visible, laid_out: LaidOut, left: float
    ) -> None:
        block = laid_out.block
        if block.kind is RowKind.EQUAL:
            return
        if block.kind is RowKind.OUTSIDE:
            self._paint_outside(painter, seen, block)
            return
        row = QRectF(0, seen.top, self.viewport().width(), seen.height)
        if block.line is None:
            hatch = QColor(self.palette().color(QPalette.ColorRole.PlaceholderText))
            hatch.setAlpha(70)
            painter.fillRect(row, self.palette().color(QPalette.ColorRole.AlternateBase))
            painter.fillRect(row, QBrush(hatch, Qt.BrushStyle.BDiagPattern))
            return
        colours = self._colours(seen.block, moved=block.moved >= 0)
        painter.fillRect(row, colours.line)
        height = self.lines.row_height
        for mark in block.marks:
            for number, start, end in laid_out.spans(mark):
                top = seen.top + number * height
                if end + left < 0 or start + left > row.width():
                    continue
                if mark[0] == mark[1]:
                    painter.fillRect(QRectF(start + left - 1, top, 2, height), colours.ink)
                    continue
                whole = QRectF(start + left, top, end - start, height)
                painter.fillRect(whole, colours.word)
                painter.fillRect(
                    QRectF(whole.left(), whole.bottom() - 2, whole.width(), 2), colours.ink
                )

    def _paint_outside(self, painter: QPainter, seen: Visible, block: Block) -> None:
        place = self.roll.sheet.alignment.part
        if block.line is not None or place is None:
            return
        if block.row == place.begin - 1:
            text = translate("DifferencePainter", "Text of the other document before the part")
        elif block.row == place.end:
            text = translate("DifferencePainter", "Text of the other document after the part")
        else:
            return
        height = self.lines.row_height
        top = seen.top + seen.height - height if block.row < place.begin else seen.top
        row = QRectF(2, top, self.viewport().width(), height)
        painter.save()
        paint_line(painter, row, text, small_font(), colours_of(self.palette()).muted)
        painter.restore()

    def _paint_begin(self, painter: QPainter, seen: Visible) -> None:
        colours = colours_of(self.palette()).moved
        band = QRectF(0, seen.top, self.viewport().width(), seen.height)
        painter.save()
        painter.fillRect(band, colours.line)
        painter.setPen(colours.ink)
        painter.drawLine(band.topLeft(), band.topRight())
        painter.drawLine(QPointF(0, band.bottom() - 1), QPointF(band.width(), band.bottom() - 1))
        font = small_font()
        side = QFontMetricsF(font).height()
        sign = QRectF(2, band.top(), side, band.height())
        paint_icon(painter, "puzzle", sign, colours.ink)
        words = translate("DifferencePainter", "The part begins here")
        number = self._number_at_begin()
        if number:
            words = translate("DifferencePainter", "{0} · {1}").format(words, number)
        paint_line(painter, band.adjusted(side + 8, 0, 0, 0), words, font, colours.ink)
        painter.restore()

    def _number_at_begin(self) -> str:
        alignment = self.roll.sheet.alignment
        place, left = alignment.part, self.left and not self.unified
        if place is None:
            return ""
        positions = alignment.left_positions if left else alignment.right_positions
        inside = range(place.begin, place.end)
        line = next((positions[row] for row in inside if positions[row] >= 0), -1)
        number, pages = alignment.margin_number(line, left=left) if line >= 0 else (0, None)
        return line_label(pages, count_text(number)) if number else ""

    def _paint_found(
        self,
        painter: QPainter,
        seen: Visible,
        laid_out: LaidOut,
        left: float,
    ) -> None:
        palette = self.palette()
        height = self.lines.row_height
        for span in self.found.get(seen.block, ()):
            for number, start, end in laid_out.spans(span):
                box = QRectF(start + left, seen.top + number * height, end - start, height - 1)
                wash = QColor(palette.color(QPalette.ColorRole.Highlight))
                wash.setAlpha(60)
                painter.fillRect(box, wash)
                painter.setPen(palette.color(QPalette.ColorRole.Highlight))
                painter.drawRect(box)

    def _paint_fold(self, painter: QPainter, seen: Visible, blocks: int, *, focused: bool) -> None:
        palette = self.palette()
        band = QRectF(0, seen.top, self.viewport().width(), seen.height)
        painter.fillRect(band, palette.color(QPalette.ColorRole.AlternateBase))
        painter.setPen(palette.color(QPalette.ColorRole.Mid))
        painter.drawLine(band.topLeft(), band.topRight())
        painter.drawLine(QPointF(0, band.bottom() - 1), QPointF(band.width(), band.bottom() - 1))
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        count = self.locale().toString(blocks)
        text = translate("DifferencePainter", "\u22ef {0} equal lines \u22ef").format(count)
        painter.drawText(band, Qt.AlignmentFlag.AlignCenter, text)
        if focused:
            painter.setPen(palette.color(QPalette.ColorRole.Highlight))
            painter.drawRect(band.adjusted(1, 1, -2, -2))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()


_ROLES = {
    "DifferencePane": QAccessible.Role.Document,
    "DifferenceStrip": QAccessible.Role.Graphic,
}
_interfaces: list[QAccessibleInterface] = []
"""The Python halves of the interfaces; the halves that Qt owns must not outlive them."""


def _interface(name: str, widget: QObject) -> QAccessibleInterface | None:
    role = _ROLES.get(name)
    if role is None or not isinstance(widget, QWidget):
        return None
    interface = QAccessibleWidget(widget, role)
    _interfaces.append(interface)
    return interface


QAccessible.installFactory(_interface)

_SMALLEST, _LARGEST = 6.0, 40.0


class DifferencePanes(QWidget):
    """Shows a roll in two panes."""

    caret_moved = Signal(object)
    sign_clicked = Signal(object)
    scrolled = Signal()
    find_wanted = Signal()

    def __init__(self, roll: DifferenceRoll, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._roll = roll
        self._following = False
        self.left_pane = DifferencePane(roll, left=True)
        self.right_pane = DifferencePane(roll, left=False)
        self.left_pane.partner, self.right_pane.partner = self.right_pane, self.left_pane
        self.strip = DifferenceStrip(roll, self)
        self.strip.wanted.connect(self.centre)
        # one bar outside both panes, so that they are equally wide
        self.scroll_bar = QScrollBar(Qt.Orientation.Vertical, self)
        halves = (self.left_pane, 1), self.strip, (self.right_pane, 1)
        filled(QHBoxLayout(self), *halves, self.scroll_bar, spacing=0)
        self.zoomed = 0
        self._unzoomed = difference_font()
        self.set_text_font(self._unzoomed)
        inner = self.left_pane.verticalScrollBar()
        inner.rangeChanged.connect(self._take_range)
        inner.valueChanged.connect(self.scroll_bar.setValue)
        self.scroll_bar.valueChanged.connect(inner.setValue)
        for pane in self.panes:
            pane.verticalScrollBar().valueChanged.connect(self._follow)
            pane.horizontalScrollBar().valueChanged.connect(self._follow_sideways)
            pane.horizontalScrollBar().rangeChanged.connect(self._even_out)
            pane.caret_moved.connect(self.caret_moved)
            pane.sign_clicked.connect(self.sign_clicked)
            pane.find_wanted.connect(self.find_wanted)
            pane.zoom_requested.connect(self.zoom)
            pane.scrolled.connect(self._tell_scrolled)
        roll.changed.connect(self._take_roll)
        self._take_roll()

    @property
    def panes(self) -> tuple[DifferencePane, DifferencePane]:
        return self.left_pane, self.right_pane

    @Slot()
    def _take_roll(self) -> None:
        self.strip.setHidden(self._roll.alone)
        self.right_pane.setVisible(not self._roll.sheet.sides)
        self.set_current(range(0))

    @Slot()
    def _take_range(self) -> None:
        inner, outer = self.left_pane.verticalScrollBar(), self.scroll_bar
        outer.setPageStep(inner.pageStep())
        outer.setSingleStep(inner.singleStep())
        outer.setRange(inner.minimum(), inner.maximum())
        outer.setValue(inner.value())

    @Slot(int)
    def _follow(self, value: int) -> None:
        for pane in self.panes:
            pane.verticalScrollBar().setValue(value)

    @Slot(int)
    def _follow_sideways(self, value: int) -> None:
        """Scroll both panes sideways; a narrower one stays at its end and pulls nothing back."""
        if self._following:
            return
        self._following = True
        for pane in self.panes:
            pane.horizontalScrollBar().setValue(value)
        self._following = False

    @Slot()
    def _even_out(self) -> None:
        shown = [pane for pane in self.panes if not pane.isHidden()]
        wide = any(pane.horizontalScrollBar().maximum() for pane in shown)
        policy = (
            Qt.ScrollBarPolicy.ScrollBarAlwaysOn if wide else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        for pane in self.panes:
            if pane.horizontalScrollBarPolicy() is not policy:
                pane.setHorizontalScrollBarPolicy(policy)

    @Slot()
    def _tell_scrolled(self) -> None:
        self.strip.set_view(self.left_pane.blocks_in_view())
        self.scrolled.emit()

    @Slot(object)
    def centre(self, block: int) -> None:
        item = self._roll.folding.item(block)
        self.left_pane.show_line(item, 0, self.left_pane.rows_in_view() // 2)

    def set_current(self, blocks: range) -> None:
        for pane in self.panes:
            pane.set_current(blocks)

    def go_to(self, blocks: range) -> None:
        """Make a difference the current one and bring it into view on both sides."""
        self.set_current(blocks)
        for pane in self.panes:
            pane.select(TextPosition(blocks.start, 0), TextPosition(blocks.start, 0))
        self.left_pane.reveal(blocks)
        self.right_pane.verticalScrollBar().setValue(self.left_pane.verticalScrollBar().value())
        # the beginning of a line says more than its first difference
        self._follow_sideways(0)

    @Slot(object)
    def zoom(self, points: int) -> None:
        """Make the text larger by some points, within the smallest and largest size."""
        size = self._unzoomed.pointSizeF()
        size = size if size > 0 else self.fontInfo().pointSizeF()
        wanted = min(max(size + self.zoomed + points, _SMALLEST), _LARGEST)
        self.zoomed = round(wanted - size)
        font = QFont(self._unzoomed)
        font.setPointSizeF(wanted)
        self.set_text_font(font)

    def set_text_font(self, font: QFont) -> None:
        for pane in self.panes:
            pane.set_text_font(font)
