"""Both panes with the overview between them: scrolled together, one of them alone when unified."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QFont
from PySide6.QtWidgets import QHBoxLayout, QScrollBar, QWidget

from ...widgets.layouts import filled
from ...widgets.text_look import difference_font
from .overview import DifferenceStrip
from .pane import DifferencePane
from .roll import DifferenceRoll
from .selection import TextPosition
from .spoken import speak_as

_SMALLEST, _LARGEST = 6.0, 40.0

speak_as(DifferencePane, QAccessible.Role.Document)
speak_as(DifferenceStrip, QAccessible.Role.Graphic)


class DifferencePanes(QWidget):
    """Shows a roll.

    ``caret_moved`` carries the block that a person put the caret in, ``sign_clicked`` that of a
    sign in a margin, ``scrolled`` follows when other blocks are in view.
    """

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
        # one bar for both, outside of them: their halves are equally wide
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
        """Both panes."""
        return self.left_pane, self.right_pane

    @Slot()
    def _take_roll(self) -> None:
        """Show one pane or two; of one text alone there is nothing to look for in an overview."""
        self.strip.setHidden(self._roll.alone)
        self.right_pane.setVisible(not self._roll.sheet.sides)
        self.set_current(range(0))

    # Scrolling together

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
        """Keep both panes as high as each other: both can be scrolled sideways, or neither."""
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
        """Bring a block into the middle of the view."""
        item = self._roll.folding.item(block)
        self.left_pane.show_line(item, 0, self.left_pane.rows_in_view() // 2)

    def set_current(self, blocks: range) -> None:
        """Mark the current difference."""
        for pane in self.panes:
            pane.set_current(blocks)

    def go_to(self, blocks: range) -> None:
        """Mark a difference as the current one and bring it into view on both sides."""
        self.set_current(blocks)
        for pane in self.panes:
            pane.select(TextPosition(blocks.start, 0), TextPosition(blocks.start, 0))
        self.left_pane.reveal(blocks)
        self.right_pane.verticalScrollBar().setValue(self.left_pane.verticalScrollBar().value())
        # where a line begins says more than where it differs first
        self._follow_sideways(0)

    # The size of the text

    @Slot(object)
    def zoom(self, points: int) -> None:
        """Make the text larger by some points, between the least and the greatest size."""
        size = self._unzoomed.pointSizeF()
        size = size if size > 0 else self.fontInfo().pointSizeF()
        wanted = min(max(size + self.zoomed + points, _SMALLEST), _LARGEST)
        self.zoomed = round(wanted - size)
        font = QFont(self._unzoomed)
        font.setPointSizeF(wanted)
        self.set_text_font(font)

    def set_text_font(self, font: QFont) -> None:
        """Show both texts in another font."""
        for pane in self.panes:
            pane.set_text_font(font)
