"""One side of the differences, with a caret: text is chosen by mouse and keys, and copied."""

from PySide6.QtCore import QEvent, QPointF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QWidget

from ...widgets.view_keys import ViewKey
from ..align.visible_text import Span
from .area import DifferenceArea
from .painting import DifferencePainter
from .roll import DifferenceRoll
from .selection import Selection, TextPosition, selected_text

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


class DifferencePane(DifferenceArea):
    """A pane with a caret and a selection.

    ``caret_moved`` carries the block that the caret was moved to by the person; ``find_wanted``
    follows when text is to be looked for.
    """

    caret_moved = Signal(object)
    find_wanted = Signal()

    def __init__(self, roll: DifferenceRoll, *, left: bool, parent: QWidget | None = None) -> None:
        super().__init__(roll, left=left, parent=parent)
        self.selection = Selection()
        self.found: dict[int, list[Span]] = {}
        self._painting = DifferencePainter(self)
        self._dragged_to: QPointF | None = None
        self._autoscroll = QTimer(self, interval=_AUTOSCROLL_MS)
        self._autoscroll.timeout.connect(self._drag_on)

    @Slot()
    def _take_roll(self) -> None:
        count = len(self.roll.sheet)
        if max(self.selection.anchor.block, self.selection.caret.block) >= max(1, count):
            self.selection = Selection()
        super()._take_roll()

    def set_found(self, found: dict[int, list[Span]]) -> None:
        """Frame these ranges, by block."""
        self.found = found
        self.repaint_all()

    # What is selected

    def select(self, anchor: TextPosition, caret: TextPosition) -> None:
        """Select from one position to another, the new position of the caret."""
        self.selection = Selection(anchor, caret)
        if caret.block < len(self.roll.sheet):
            self.viewport().setAccessibleDescription(self.block(caret.block).text[:200])
        self.repaint_all()

    @Slot()
    def select_all(self) -> None:
        """Select the whole text."""
        last = len(self.roll.sheet) - 1
        if last >= 0:
            self.select(TextPosition(0, 0), TextPosition(last, self.lines[last].length))

    @Slot()
    def copy(self) -> None:
        """Copy the selection, if any, to the clipboard."""
        text = self.selected_text()
        if text:
            QGuiApplication.clipboard().setText(text)

    def toPlainText(self) -> str:
        """Return all that is shown, a line for each block."""
        return "\n".join(self.block(number).text for number in range(len(self.roll.sheet)))

    def selected_text(self) -> str:
        """Return the selected text of the document."""
        roll = self.roll
        return selected_text(roll.sheet, self.selection, left=self.left)

    # The mouse

    def position_at(self, point: QPointF) -> TextPosition | None:
        """Return the position in the text that is nearest to a point, None on a fold."""
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
        """Move the caret to the clicked position, or unfold the clicked fold."""
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
        """Select up to the pointer."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._dragged_to = event.position()
            self._drag()
            inside = self.viewport().rect().contains(event.position().toPoint())
            if inside:
                self._autoscroll.stop()
            elif not self._autoscroll.isActive():
                self._autoscroll.start()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Stop selecting."""
        self._dragged_to = None
        self._autoscroll.stop()
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select a word."""
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
        """Scroll while the pointer is outside."""
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

    # The keys

    def view_keys(self) -> list[ViewKey]:
        """List the keys that work here alone."""
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
        """Move the caret, select, copy, unfold."""
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
        """Move the caret, and select along the way if it is ``extending``."""
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
        number, item = laid_out.line_of(caret.unit) + by, folding.item(caret.block)
        while number < 0 and item > 0:
            item -= 1
            number += self.line_count(item)
        while number >= self.line_count(item) and item + 1 < len(folding):
            number -= self.line_count(item)
            item += 1
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

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the visible blocks, and the caret if the pane has the focus."""
        painter = QPainter(self.viewport())
        self._painting.paint(painter, self.selection, self.found, caret=self.hasFocus())
        painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the caret."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the caret."""
        super().focusOutEvent(event)
        self.viewport().update()
