"""Blocks laid out as lines on the screen, when they become visible."""

from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

from ...widgets.text_look import row_height, x_in_line
from ..align.sheet import Block
from ..align.visible_text import Span

_TAB = 4
_KEPT = 400
_ENDLESS = 16_000_000.0


class LaidOut(NamedTuple):
    """A block and its layout."""

    block: Block
    layout: QTextLayout

    @property
    def height(self) -> int:
        """The number of lines on the screen."""
        return self.layout.lineCount()

    @property
    def length(self) -> int:
        """How many UTF-16 code units it has."""
        return len(self.layout.text().encode("utf-16-le", "surrogatepass")) // 2

    @property
    def width(self) -> float:
        """How wide it is."""
        return max(
            (self.layout.lineAt(at).naturalTextWidth() for at in range(self.height)), default=0.0
        )

    def line_of(self, position: int) -> int:
        """Return the line on the screen of a position in the text."""
        return max(0, self.layout.lineForTextPosition(position).lineNumber())

    def x(self, position: int) -> float:
        """Return the x of a position in the text."""
        return x_in_line(self.layout.lineAt(self.line_of(position)), position)

    def position_at(self, line: int, x: float) -> int:
        """Return the position in the text that is nearest to a point."""
        return int(self.layout.lineAt(min(max(line, 0), self.height - 1)).xToCursor(x))

    def spans(self, mark: Span) -> list[tuple[int, float, float]]:
        """Return line, start and end across for each line that a mark is on."""
        start, end = mark
        found: list[tuple[int, float, float]] = []
        for number in range(self.line_of(start), self.line_of(end) + 1):
            line = self.layout.lineAt(number)
            first, last = line.textStart(), line.textStart() + line.textLength()
            if start == end or max(start, first) < min(end, last):
                found.append(
                    (number, x_in_line(line, max(start, first)), x_in_line(line, min(end, last)))
                )
        return found


class DifferenceLines:
    """Caches the layouts of the last used blocks.

    ``source`` gives a block by its number; ``forget()`` follows when it would give others.
    ``width`` is where lines are wrapped, in pixels, 0 where none is.
    """

    def __init__(self, source: Callable[[int], Block]) -> None:
        self._source = source
        self._font = QFont()
        self.width = 0.0
        self._kept: OrderedDict[int, LaidOut] = OrderedDict()
        self.row_height = 1.0
        self.character_width = 1.0

    def set_font(self, font: QFont) -> None:
        """Use another font."""
        self._font = QFont(font)
        self.row_height = row_height(font)
        self.character_width = QFontMetricsF(font).horizontalAdvance(" ")
        self.forget()

    def set_width(self, width: float) -> None:
        """Wrap at another width, in pixels; 0 wraps nothing."""
        if width != self.width:
            self.width = width
            self.forget()

    def forget(self) -> None:
        """Discard all layouts."""
        self._kept.clear()

    def __getitem__(self, number: int) -> LaidOut:
        """Return a block laid out."""
        found = self._kept.get(number)
        if found is None:
            block = self._source(number)
            found = LaidOut(block, self._layout(block.text))
            self._kept[number] = found
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(number)
        return found

    def _layout(self, text: str) -> QTextLayout:
        layout = QTextLayout(text, self._font)
        option = QTextOption()
        option.setTabStopDistance(_TAB * self.character_width)
        wrapped = self.width > 0
        option.setWrapMode(
            QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
            if wrapped
            else QTextOption.WrapMode.NoWrap
        )
        layout.setTextOption(option)
        layout.setCacheEnabled(True)
        layout.beginLayout()
        number = 0
        while (line := layout.createLine()).isValid():
            least = 4 * self.character_width
            line.setLineWidth(max(self.width, least) if wrapped else _ENDLESS)
            # All lines are as high as the highest script needs.
            spare = max(0.0, self.row_height - line.height()) / 2
            line.setPosition(QPointF(0, number * self.row_height + spare))
            number += 1
            if not wrapped:
                break
        layout.endLayout()
        return layout
