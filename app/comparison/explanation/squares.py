"""Both fingerprints as squares of bits, their difference, and one bit in all three."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontDatabase, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QHeaderView,
    QLabel,
    QSizePolicy,
    QTableView,
    QWidget,
)

from simcore import Explanation

from .bits import BitDelegate, BitModel, BitSide
from .differences import SideNames

_Index = QModelIndex | QPersistentModelIndex
_SMALLEST, _LARGEST = 12, 24
"""Pixels of a cell; it is no smaller than the digits in it and beside it."""
_GAP = 6


class BitSquare(QTableView):
    """One square. Arrow keys move from bit to bit; Space, Return or a click choose one.

    Signals carry the number of the bit; ``looked_at`` also follows the pointer, and carries -1
    when that leaves.
    """

    moved = Signal(object)
    looked_at = Signal(object)
    bit_chosen = Signal(object)

    def __init__(self, side: BitSide, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bits = BitModel(side, self)
        self.setModel(self.bits)
        self.setItemDelegate(BitDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.horizontalHeader().hide()
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setSectionsClickable(False)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(self.font().pointSizeF() * 0.9)
        self.verticalHeader().setFont(font)
        self.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        self.entered.connect(self._enter)
        self.clicked.connect(self._choose)

    def digits_width(self) -> int:
        """Return the width of the hexadecimal digits at the left, in pixels."""
        digits = "0" * max(2, self.bits.columnCount() // 4)
        return QFontMetrics(self.verticalHeader().font()).horizontalAdvance(digits) + 6

    def smallest(self) -> int:
        """Return the size of a cell in which the digits beside it are whole, in pixels."""
        return max(_SMALLEST, QFontMetrics(self.verticalHeader().font()).ascent())

    def set_cell(self, size: int) -> None:
        """Make every cell this wide and high, in pixels."""
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setDefaultSectionSize(size)
        wide = self.digits_width()
        self.verticalHeader().setFixedWidth(wide)
        self.setFixedSize(
            QSize(
                wide + size * self.bits.columnCount() + 2, size * max(1, self.bits.rowCount()) + 2
            )
        )

    def go_to(self, bit: int) -> None:
        """Make a bit the current one."""
        self.setCurrentIndex(self.bits.position(bit))

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        """Emit the bit under the keyboard cursor or the pointer."""
        super().currentChanged(current, previous)
        if current.isValid():
            self.moved.emit(self.bits.bit(current))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the current bit by Space or Return; leave Tab to the window."""
        if event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._choose(self.currentIndex())
            event.accept()
            return
        super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Go back to the current bit."""
        super().leaveEvent(event)
        self.looked_at.emit(-1)

    @Slot(QModelIndex)
    def _enter(self, index: QModelIndex) -> None:
        self.looked_at.emit(self.bits.bit(index))

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.bit_chosen.emit(self.bits.bit(index))


class BitSquares(QWidget):
    """The three squares with titles. ``looked_at`` tells of the bit under pointer or cursor.

    ``current`` is the bit that keys or a click led to, -1 for none.
    """

    looked_at = Signal(object)
    bit_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.current = -1
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        # the squares fill the available space; the layout must not reserve it
        self._grid.setSizeConstraint(QGridLayout.SizeConstraint.SetNoConstraint)
        self._grid.setSpacing(_GAP)
        self.squares: dict[BitSide, BitSquare] = {}
        self.titles: dict[BitSide, QLabel] = {}
        for column, side in enumerate(BitSide):
            square = BitSquare(side, self)
            square.moved.connect(self.go_to)
            square.looked_at.connect(self._look)
            square.bit_chosen.connect(self.bit_chosen)
            self.squares[side] = square
            title = self.titles[side] = QLabel(self)
            title.setBuddy(square)
            self._grid.addWidget(title, 0, column, Qt.AlignmentFlag.AlignHCenter)
            self._grid.addWidget(square, 1, column, Qt.AlignmentFlag.AlignTop)
        self._grid.setRowStretch(3, 1)
        self._below: QLabel | None = None
        self._grid.setColumnStretch(len(self.squares), 1)

    def add_below(self, words: QLabel) -> None:
        """Show words right below the squares, however large these are."""
        self._below = words
        self._grid.addWidget(words, 2, 0, 1, len(self.squares) + 1, Qt.AlignmentFlag.AlignTop)

    def _other_height(self) -> int:
        """Return the height of what is above and below the squares, in pixels."""
        above = self.fontMetrics().height() + _GAP + 4
        if self._below is None:
            return above
        return above + _GAP + self._below.heightForWidth(max(self.width(), 1))

    def show_explanation(self, explained: Explanation, names: SideNames) -> None:
        """Show the bits of an explanation, the first that differs being the current one."""
        self.current = -1
        said = self.tr("Fingerprint {0}, bit by bit")
        for side, title, words in (
            (BitSide.LEFT, names.short_left, said.format(names.of_left)),
            (BitSide.RIGHT, names.short_right, said.format(names.of_right)),
            (
                BitSide.DIFFERENCE,
                self.tr("what differs"),
                self.tr("Bits in which the fingerprints differ"),
            ),
        ):
            self.titles[side].setText(title)
            self.squares[side].setAccessibleName(words)
            self.squares[side].bits.show(explained, names)
        self.updateGeometry()
        self._fit()
        highest = max((each.bit for each in explained.differing), default=explained.width - 1)
        self.go_to(highest)

    @Slot(object)
    def go_to(self, bit: int) -> None:
        """Make a bit the current one in all squares."""
        if bit == self.current:
            return
        self.current = bit
        for square in self.squares.values():
            square.go_to(bit)
        self.looked_at.emit(bit)

    @Slot(object)
    def _look(self, bit: int) -> None:
        self.looked_at.emit(self.current if bit < 0 else bit)

    def _fit(self) -> None:
        """Choose the size of the cells by the room there is."""
        squares = list(self.squares.values())
        bits = squares[0].bits
        high = self.height() - self._other_height()
        beside = len(squares) * (squares[0].digits_width() + 2) + 2 * _GAP
        across = (self.width() - beside) // (len(squares) * max(1, bits.columnCount()))
        least = squares[0].smallest()
        size = max(min(high // max(1, bits.rowCount()), across, _LARGEST), least)
        for square in squares:
            square.set_cell(size)

    def minimumSizeHint(self) -> QSize:
        """Ask for the height of the smallest cells."""
        squares = list(self.squares.values())
        bits = squares[0].bits
        least = squares[0].smallest()
        one = squares[0].digits_width() + 2 + least * bits.columnCount()
        wide = len(squares) * one + 2 * _GAP
        return QSize(wide, bits.rowCount() * least + self._other_height())

    def sizeHint(self) -> QSize:
        """Ask for the least size; the cells grow with the available space."""
        return self.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the cells to the height."""
        super().resizeEvent(event)
        self._fit()
