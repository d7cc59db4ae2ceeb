"""The page with the two texts: heading, panes, find bar, and navigation."""

from dataclasses import dataclass

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ..widgets.layouts import filled
from .align.part import part_words
from .align.rows import Alignment, PartPlace, RowKind
from .align.sheet import EMPTY
from .comparing import Differences
from .heading import DifferenceHeading
from .navigation import DifferenceNavigation
from .options import DifferenceOptions
from .panes.panes import DifferencePanes
from .panes.roll import DifferenceRoll
from .part_bar import PartBar
from .search.find_bar import DifferenceFindBar
from .search.search import DifferenceSearch
from .tools import DifferenceTools


@dataclass(frozen=True, slots=True)
class Place:
    """A position in two texts: the current difference, and the first item in view with its share.

    Both count in the rows of these texts in this layout.
    """

    texts: tuple[str, str]
    swapped: bool
    difference: int
    top: tuple[int, float]


class DifferenceTexts(QWidget):
    """Shows results of a comparison, and leads from one difference to the next.

    ``details_wanted`` carries the rows in view of which it is not known yet what differs inside
    them, with their alignment.
    """

    details_wanted = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.roll = DifferenceRoll(self)
        self.navigation = DifferenceNavigation(self)
        self.options = DifferenceOptions(self)
        self.heading = DifferenceHeading(self)
        self.tools = DifferenceTools(self.navigation, self.options, self)
        self.panes = DifferencePanes(self.roll, self)
        self.find_bar = DifferenceFindBar(self)
        self.search = DifferenceSearch(self.roll, self.panes.panes, self.find_bar)
        self.part_bar = PartBar(self)
        self._opened = 0, 0.0
        parts = self.heading, self.part_bar, (self.panes, 1), self.find_bar
        filled(QVBoxLayout(self), *parts, spacing=0)
        self._asking = QTimer(self, singleShot=True, interval=0)
        self._asking.timeout.connect(self._ask)
        options, panes = self.options, self.panes
        self.navigation.moved.connect(panes.go_to)
        panes.caret_moved.connect(self._take_caret)
        panes.sign_clicked.connect(self._go_to_other_place)
        panes.scrolled.connect(self._asking.start)
        panes.find_wanted.connect(self.search.open)
        options.context_changed.connect(self.roll.set_context)
        options.fold.toggled.connect(self._fold)
        options.wrap.toggled.connect(self.roll.set_wrapped)
        self.roll.set_wrapped(options.wrap.isChecked())
        options.find.triggered.connect(self.search.open)
        options.find_next.triggered.connect(self.search.on)
        options.find_previous.triggered.connect(self.search.back)
        options.moved.triggered.connect(self._go_to_other_side_of_caret)

    @property
    def alignment(self) -> Alignment:
        """The shown sheet."""
        return self.roll.sheet.alignment

    def show_found(self, found: Differences, *, alone: bool = False) -> None:
        """Show a result, and stay at the current difference; one text ``alone`` has none."""
        self.roll.alone = alone
        before = self._place()
        top = self.panes.left_pane.top()
        scrolled = top[0] > 0 and top != self._opened
        self.roll.show(found.sheet, found.changes)
        self.navigation.set_differences(
            None if alone else [range(*blocks) for blocks in found.sheet.differences],
            reordered=self.alignment.reordered,
        )
        self.options.moved.setEnabled(bool(self.alignment.moved))
        if before is not None:
            self._return_to_line(*before)
        elif self.alignment.part is not None and not scrolled:
            self._open_part(self.alignment.part)
        elif self.alignment.complete and not scrolled:
            self.navigation.go_on()
        place = self.alignment.part
        self.part_bar.show_part(part_words(self.alignment), part_left=bool(place and place[2]))
        self._asking.start()

    def _open_part(self, place: PartPlace) -> None:
        """Scroll to one line above the beginning of a part; its first difference is the current."""
        sheet, pane = self.roll.sheet, self.panes.left_pane
        item = self.roll.folding.item(sheet.of_row(place.begin))
        if item > 0:
            lines = pane.line_count(item - 1)
            pane.scroll_to(item - 1, (lines - 1) / lines)
        else:
            pane.scroll_to(0)
        self._opened = pane.top()
        if self.alignment.complete and sheet.differences:
            self.panes.set_current(self.navigation.take(sheet.differences[0][0]) or range(0))

    def go_back_to(self, difference: int, top: tuple[int, float]) -> None:
        """Make a difference the current one, and scroll to an item and the share of it above."""
        self.navigation.go_to(difference)
        self.panes.left_pane.scroll_to(*top)

    def clear(self) -> None:
        """Show nothing."""
        self._asking.stop()
        self._opened = 0, 0.0
        self.part_bar.hide()
        self.navigation.set_differences(None)
        self.roll.show(EMPTY, {})
        self.heading.clear()

    @Slot(object)
    def _take_caret(self, block: int) -> None:
        """Make the difference that was clicked, or reached by keys, the current one."""
        blocks = self.navigation.take(block)
        if blocks is not None:
            self.panes.set_current(blocks)

    @Slot()
    def _go_to_other_side_of_caret(self) -> None:
        pane = self.panes.right_pane if self.panes.right_pane.hasFocus() else self.panes.left_pane
        self._go_to_other_place(pane.selection.caret.block)

    @Slot(object)
    def _go_to_other_place(self, block: int) -> None:
        """Go to the position of a moved line on the other side."""
        sheet = self.roll.sheet
        moved = sheet.alignment.moved
        row = sheet.rows[block] if block < len(sheet) else -1
        if row not in moved and self.panes.left_pane.current:
            # the current difference may begin with lines that stayed
            listed = self.panes.left_pane.current
            row = next((sheet.rows[b] for b in listed if sheet.rows[b] in moved), -1)
        if row not in moved:
            return
        other = moved[row]
        left = sheet.alignment.left_positions[other] >= 0
        target = sheet.of_row(other, left=left)
        blocks = self.navigation.take(target)
        self.panes.go_to(range(target, target + 1))
        self.panes.set_current(blocks or range(target, target + 1))

    @Slot(bool)
    def _fold(self, folded: bool) -> None:  # noqa: FBT001 - a slot of a signal
        self.roll.set_folded(folded)
        if self.navigation.current is not None:
            self.panes.go_to(self.navigation.current)

    def _place(self) -> tuple[bool, int] | None:
        """Return the current position: a side, and a line of it."""
        current, sheet = self.navigation.current, self.roll.sheet
        if current is None or not current.start < len(sheet):
            return None
        row = sheet.rows[current.start]
        line = sheet.alignment.left_positions[row]
        return (True, line) if line >= 0 else (False, sheet.alignment.right_positions[row])

    def _return_to_line(self, left: bool, line: int) -> None:  # noqa: FBT001
        """Go to the difference that contains a line now, or to its position."""
        sheet = self.roll.sheet
        alignment = sheet.alignment
        positions = alignment.left_positions if left else alignment.right_positions
        count = len(alignment.left if left else alignment.right)
        if not line < count:
            self.navigation.go_on()
            return
        row = positions.index(line)
        block = sheet.of_row(row, left=left)
        blocks = self.navigation.take(block)
        if blocks is None:
            self.navigation.go_on()
        else:
            self.panes.go_to(blocks)

    @Slot()
    def _ask(self) -> None:
        """Request the changes inside the visible rows, if not known yet."""
        sheet, changes = self.roll.sheet, self.roll.changes
        wanted = [
            row
            for row in dict.fromkeys(
                sheet.rows[seen.block]
                for seen in self.panes.left_pane.visible()
                if seen.fold is None
            )
            if sheet.alignment.kinds[row] == RowKind.CHANGED.value
            and row not in changes
            and row not in sheet.long
        ]
        if wanted:
            self.details_wanted.emit(sheet.alignment, wanted)
