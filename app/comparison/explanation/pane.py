"""One text of a pair, with what the other text has too underlined; read-only, wrapped."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPoint, QRectF, Qt, QTimer, Slot
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from ...widgets.text_look import difference_colours, difference_font, x_in_line
from .text import ShownText, Span

_NOWHERE = (0, 0)
_PORTION = 50_000
_LINES_ABOVE = 2


class PassagePane(QPlainTextEdit):
    """Shows a text; paints the passages of the lines in view only, whatever there is more.

    A long text comes portion by portion, so that the window is never held up; ``loading`` tells
    that there is more to come. ``covered`` are the underlined ranges, as Qt counts. ``current`` is
    the passage that was gone to, empty for none; it comes into view as soon as it is there, and
    ``going`` tells that it is just brought into view.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covered: Sequence[Span] = ()
        self.current: Span = _NOWHERE
        self.going = False
        self._text = ""
        self._loaded = 0
        self._loader = QTimer(self, interval=0)
        self._loader.timeout.connect(self._load)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # one that comes with the first lines would break them anew after they were painted
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFont(difference_font())
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def show_text(self, text: ShownText) -> None:
        """Show a text from its start."""
        self.covered, self.current = text.covered, _NOWHERE
        self._text, self._loaded = text.text, _PORTION
        self.setPlainText(text.text[:_PORTION])
        if self._loaded < len(self._text):
            self._loader.start()
        else:
            self._loader.stop()

    @property
    def loading(self) -> bool:
        """Whether some of the text is still being loaded."""
        return self._loader.isActive()

    @Slot()
    def _load(self) -> None:
        """Append the next portion."""
        waiting = self.current[0] >= self.document().characterCount()
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(self._text[self._loaded : self._loaded + _PORTION])
        self._loaded += _PORTION
        if self._loaded >= len(self._text):
            self._loader.stop()
        if waiting and self.current[0] < self.document().characterCount():
            self.go_to(self.current)

    def go_to(self, span: Span) -> None:
        """Mark a passage as the current one, and bring its beginning into view."""
        self.current = span
        if span[0] < self.document().characterCount():
            cursor = QTextCursor(self.document())
            cursor.setPosition(span[0])
            self.going = True  # a cursor that is set is scrolled to
            self.setTextCursor(cursor)
            self._reveal()
        self.viewport().update()

    def first_in_view(self) -> int:
        """Return the place of the first character in view, as Qt counts."""
        return self.cursorForPosition(QPoint(0, 0)).position()

    def scroll_to(self, place: int) -> None:
        """Scroll until the line of a place, or of the last one, is the first in view."""
        place = max(0, min(place, self.document().characterCount() - 1))
        block = self.document().findBlock(place)
        self.blockBoundingRect(block)  # lays it out
        line = block.layout().lineForTextPosition(place - block.position())
        number = line.lineNumber() if line.isValid() else 0
        self.verticalScrollBar().setValue(block.firstLineNumber() + number)

    def _reveal(self) -> None:
        """Scroll so that the line of the cursor is near the top: the passage continues below."""
        self.going = True
        self.ensureCursorVisible()
        lines = self.cursorRect().top() // max(1, self.cursorRect().height())
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + lines - _LINES_ABOVE)
        self.going = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the current passage in view when lines are wrapped elsewhere."""
        super().resizeEvent(event)
        if self.current != _NOWHERE:
            self._reveal()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the background, then the text."""
        painter = QPainter(self.viewport())
        shared = difference_colours(self.palette(), left=False)
        current = difference_colours(self.palette(), left=True)
        for block, top in self._visible_blocks():
            start, stop = block.position(), block.position() + block.length() - 1
            first = bisect_right(self.covered, start, key=lambda span: span[1])
            last = bisect_left(self.covered, stop, key=lambda span: span[0])
            for span in self.covered[first:last]:
                for position in self._places(block, top, span):
                    _mark(painter, position, shared.row, shared.edge, 1)
                # a few characters inside a passage may be others
                chosen = max(span[0], self.current[0]), min(span[1], self.current[1])
                for position in self._places(block, top, chosen):
                    _mark(painter, position, current.mark, current.edge, 2)
        painter.end()
        super().paintEvent(event)

    def _visible_blocks(self) -> Iterator[tuple[QTextBlock, float]]:
        """Yield the blocks in view with their tops in the viewport."""
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top < self.viewport().height():
            height = self.blockBoundingRect(block).height()  # lays it out
            yield block, top
            top += height
            block = block.next()

    def _places(self, block: QTextBlock, top: float, span: Span) -> Iterator[QRectF]:
        """Yield the rectangles of a range on the lines of a block."""
        layout, across = block.layout(), self.contentOffset().x()
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            start = max(span[0] - block.position(), line.textStart())
            stop = min(span[1] - block.position(), line.textStart() + line.textLength())
            if start >= stop or top + line.y() + line.height() < 0:
                continue
            if top + line.y() > self.viewport().height():
                return
            left, right = x_in_line(line, start), x_in_line(line, stop)
            yield QRectF(left + across, top + line.y(), right - left, line.height())


def _mark(painter: QPainter, position: QRectF, ground: QColor, edge: QColor, width: int) -> None:
    painter.fillRect(position, ground)
    painter.fillRect(
        QRectF(position.left(), position.bottom() - width, position.width(), width), edge
    )
