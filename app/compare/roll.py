"""The common content of both panes: one sheet and its folds, with equal row heights."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from PySide6.QtCore import QObject, QPointF, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

from simcore.diff.align import EMPTY, Block, InlineChanges, Sheet
from simcore.diff.matching import InlineChange, Span, characters

from ..widgets.basic import row_height, x_in_line

LEAST = 3
"""The fewest blocks of a fold, which takes up a line itself."""


class Folds:
    """``count`` blocks as items, some of which are folds: one item for a range of blocks."""

    def __init__(self, count: int, folds: Iterable[tuple[int, int]] = ()) -> None:
        self._count = count
        self.folds = list(folds)
        self._starts = [start for start, _ in self.folds]
        # how many items fewer there are after each fold
        self._less = [0, *accumulate(end - start - 1 for start, end in self.folds)]
        self._items = [
            start - less for (start, _), less in zip(self.folds, self._less, strict=False)
        ]

    @classmethod
    def around(cls, count: int, differences: Sequence[tuple[int, int]], context: int) -> "Folds":
        """Fold blocks more than ``context`` blocks away from every difference."""
        if not differences:
            return cls(count)
        starts = [0, *(end + context for _, end in differences)]
        ends = [*(start - context for start, _ in differences), count]
        return cls(
            count,
            [(start, end) for start, end in zip(starts, ends, strict=True) if end - start >= LEAST],
        )

    def __len__(self) -> int:
        return self._count - self._less[-1]

    def fold(self, item: int) -> tuple[int, int] | None:
        """Return the blocks that an item hides; None if it is a block."""
        at = bisect_right(self._items, item) - 1
        return self.folds[at] if at >= 0 and self._items[at] == item else None

    def block(self, item: int) -> int:
        """Return the block that an item is, or the first one that it hides.

        >>> folding = Folds(10, [(2, 6)])
        >>> [folding.block(item) for item in range(len(folding))]
        [0, 1, 2, 6, 7, 8, 9]
        """
        at = bisect_right(self._items, item) - 1
        if at >= 0 and self._items[at] == item:
            return self.folds[at][0]
        return item + self._less[at + 1]

    def item(self, block: int) -> int:
        """Return the item that a block is, or that hides it."""
        at = bisect_right(self._starts, block) - 1
        if at < 0:
            return block
        start, end = self.folds[at]
        return self._items[at] if start <= block < end else block - self._less[at + 1]

    def opened(self, block: int) -> "Folds":
        return Folds(
            self._count, [(start, end) for start, end in self.folds if not start <= block < end]
        )


CONTEXT = 3
"""The default number of equal lines shown around a difference when others are folded."""


class DifferenceRoll(QObject):
    """The current sheet and its folds.

    ``changed`` follows when other items are listed, ``detailed`` when more is known inside some
    rows (it carries their set), ``wrapping_changed`` when wrapping is switched. ``alone``: the
    sheet has one text and itself.
    """

    changed = Signal()
    detailed = Signal(object)
    wrapping_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sheet: Sheet = EMPTY
        self.folding = Folds(0)
        self.wrapped = False
        self.alone = False
        self.changes: dict[int, tuple[InlineChange, ...]] = {}  # known ones, by row
        self._folded = False
        self._context = CONTEXT

    def show(self, sheet: Sheet, changes: InlineChanges) -> None:
        self.sheet = sheet
        self.changes = dict(changes)
        self._fold()

    def add(self, changes: InlineChanges) -> None:
        self.changes.update(changes)
        self.detailed.emit(set(changes))

    def set_folded(self, folded: bool) -> None:  # noqa: FBT001 - a slot
        if folded != self._folded:
            self._folded = folded
            self._fold()

    def set_context(self, context: int) -> None:
        if context != self._context:
            self._context = context
            self._fold()

    def set_wrapped(self, wrapped: bool) -> None:  # noqa: FBT001 - a slot
        if wrapped != self.wrapped:
            self.wrapped = wrapped
            self.wrapping_changed.emit()

    def open(self, blocks: Iterable[int]) -> None:
        folding = self.folding
        for block in blocks:
            if folding.fold(folding.item(block)) is not None:
                folding = folding.opened(block)
        if folding is not self.folding:
            self.folding = folding
            self.changed.emit()

    def _unfolded(self) -> Sequence[tuple[int, int]]:
        differences, place = self.sheet.differences, self.sheet.alignment.part
        if place is None:
            return differences
        begin = self.sheet.of_row(place.begin)
        return sorted((*differences, (begin, begin + 1)))

    def _fold(self) -> None:
        count = len(self.sheet)
        if self._folded:
            self.folding = Folds.around(count, self._unfolded(), self._context)
        else:
            self.folding = Folds(count)
        self.changed.emit()


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
        return min(self.anchor, self.caret)

    @property
    def end(self) -> TextPosition:
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
    """Return the selected text of the document, without fillers and symbols."""
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
        # lines of one side are in order: only the rows at both ends are searched
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
    start, end = selection.start, selection.end
    line = sheet.line(number, left=left)
    last = characters(line, end.unit) if number == end.block else len(line)
    first = characters(line, start.unit) if number == start.block else 0
    return line[first:last]


_TAB = 4
_KEPT = 400
_ENDLESS = 16_000_000.0


class LaidOut(NamedTuple):
    block: Block
    layout: QTextLayout

    @property
    def height(self) -> int:
        """The number of lines on the screen."""
        return self.layout.lineCount()

    @property
    def length(self) -> int:
        """The length in UTF-16 code units."""
        return len(self.layout.text().encode("utf-16-le", "surrogatepass")) // 2

    @property
    def width(self) -> float:
        return max(
            (self.layout.lineAt(at).naturalTextWidth() for at in range(self.height)), default=0.0
        )

    def line_of(self, position: int) -> int:
        return max(0, self.layout.lineForTextPosition(position).lineNumber())

    def x(self, position: int) -> float:
        return x_in_line(self.layout.lineAt(self.line_of(position)), position)

    def position_at(self, line: int, x: float) -> int:
        return int(self.layout.lineAt(min(max(line, 0), self.height - 1)).xToCursor(x))

    def spans(self, mark: Span) -> list[tuple[int, float, float]]:
        """Return the line on the screen, left and right x of each piece of a mark."""
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

    ``source`` returns a block by its number; call ``forget()`` when it would return others. Lines
    are wrapped at ``width`` pixels; 0 wraps nothing.
    """

    def __init__(self, source: Callable[[int], Block]) -> None:
        self._source = source
        self._font = QFont()
        self.width = 0.0
        self._laid_out = lru_cache(_KEPT)(self._lay_out)
        self.row_height = 1.0
        self.character_width = 1.0

    def set_font(self, font: QFont) -> None:
        self._font = QFont(font)
        self.row_height = row_height(font)
        self.character_width = QFontMetricsF(font).horizontalAdvance(" ")
        self.forget()

    def set_width(self, width: float) -> None:
        if width != self.width:
            self.width = width
            self.forget()

    def forget(self) -> None:
        self._laid_out.cache_clear()

    def __getitem__(self, number: int) -> LaidOut:
        return self._laid_out(number)

    def _lay_out(self, number: int) -> LaidOut:
        block = self._source(number)
        return LaidOut(block, self._layout(block.text))

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
            # all lines have the height of the highest script
            spare = max(0.0, self.row_height - line.height()) / 2
            line.setPosition(QPointF(0, number * self.row_height + spare))
            number += 1
            if not wrapped:
                break
        layout.endLayout()
        return layout
