"""One fingerprint, or the difference of two, as a square of bits: its model and its painting."""

from enum import Enum

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    Qt,
)
from PySide6.QtGui import QColor, QPainter, QPalette, QPolygon
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from simcore import Explanation

from ...widgets.text_look import difference_colours
from .differences import SideNames, side_names
from .words import vote_words

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_WIDE = 128


class BitSide(Enum):
    """Which of the three squares."""

    LEFT = "left"
    RIGHT = "right"
    DIFFERENCE = "difference"


class BitModel(QAbstractTableModel):
    """The bits in rows of 8, of 16 where there are 128, the highest first, as one writes them.

    The title of a row is the bits of the row as hexadecimal digits.
    """

    def __init__(self, side: BitSide, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.side = side
        self._explained: Explanation | None = None
        self._names = side_names(of_any_files=True)

    def show(self, explained: Explanation | None, names: SideNames) -> None:
        """Show the bits of an explanation of two texts, called by these names."""
        self.beginResetModel()
        self._explained, self._names = explained, names
        self.endResetModel()

    def value(self, bit: int) -> int:
        """Return a bit: of the fingerprint, or whether it differs."""
        if self._explained is None:
            return 0
        left, right = self._explained.left.fingerprint, self._explained.right.fingerprint
        whole = {BitSide.LEFT: left, BitSide.RIGHT: right}.get(self.side, left ^ right)
        return whole >> bit & 1

    def differs(self, bit: int) -> bool:
        """Return whether the two fingerprints differ in a bit."""
        found = self._explained
        return found is not None and bool(
            (found.left.fingerprint ^ found.right.fingerprint) >> bit & 1
        )

    def bit(self, index: _Index) -> int:
        """Return the number of the bit in a cell; bit 0 is the lowest."""
        width = self._explained.width if self._explained else 0
        return width - 1 - index.row() * self.columnCount() - index.column()

    def position(self, bit: int) -> QModelIndex:
        """Return the cell of a bit."""
        if self._explained is None or not 0 <= bit < self._explained.width:
            return QModelIndex()
        at = self._explained.width - 1 - bit
        return self.index(at // self.columnCount(), at % self.columnCount())

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """Return 4, or 8 rows."""
        if parent.isValid() or self._explained is None:
            return 0
        return self._explained.width // self.columnCount()

    def columnCount(self, parent: _Index = _ROOT) -> int:
        """Return 8, or 16 columns."""
        if parent.isValid() or self._explained is None:
            return 0
        return 16 if self._explained.width >= _WIDE else 8

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what stands in a cell, and what it means in words."""
        if self._explained is None or not index.isValid():
            return None
        bit = self.bit(index)
        value, differs = self.value(bit), self.differs(bit)
        if role == Qt.ItemDataRole.DisplayRole:
            if self.side is BitSide.DIFFERENCE:
                return "\u2260" if differs else "\u00b7"
            return str(value)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if self.side is BitSide.DIFFERENCE:
                text = self.tr("bit {0} differs") if differs else self.tr("bit {0} is equal")
                return text.format(bit)
            text = self.tr("bit {0} is {1}, and differs") if differs else self.tr("bit {0} is {1}")
            return text.format(bit, value)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return vote_words(self._explained, bit, self._names)
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Write a row as hexadecimal digits."""
        if (
            role != Qt.ItemDataRole.DisplayRole
            or orientation is not Qt.Orientation.Vertical
            or self._explained is None
        ):
            return None
        columns = self.columnCount()
        lowest = self._explained.width - (section + 1) * columns
        row = sum(self.value(lowest + at) << at for at in range(columns))
        return f"{row:0{columns // 4}x}"


class BitDelegate(QStyledItemDelegate):
    """Paints a bit: dark for 1, light for 0; one that differs is orange and has a corner."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint a cell from the palette."""
        model = index.model()
        if not isinstance(model, BitModel):
            return
        bit = model.bit(index)
        one, differs = bool(model.value(bit)), model.differs(bit)
        ground, ink, edge = self._colours(option, one=one, differs=differs)
        # equal bits are dimmed in the square of differences
        if model.side is BitSide.DIFFERENCE and not differs:
            ink = option.palette.color(QPalette.ColorRole.PlaceholderText)
        painter.save()
        cell = option.rect.adjusted(1, 1, -1, -1)
        painter.fillRect(cell, ground)
        painter.setPen(edge)
        painter.drawRect(cell.adjusted(0, 0, -1, -1))
        if differs:
            third = max(3, cell.width() // 3)
            corner = cell.topRight()
            painter.setBrush(ink if one else edge)
            painter.setPen(Qt.PenStyle.NoPen)
            left, down = corner.x() - third, corner.y() + third
            painter.drawPolygon(
                QPolygon([QPoint(left, corner.y()), corner, QPoint(corner.x(), down)])
            )
        font = option.font
        font.setPixelSize(max(8, int(cell.height() * 0.66)))
        font.setBold(differs)
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, str(index.data()))
        current = option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus)
        if current:
            pen = painter.pen()
            pen.setColor(option.palette.color(QPalette.ColorRole.Highlight))
            pen.setWidth(2)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(option.rect.adjusted(1, 1, -1, -1))
        painter.restore()

    def _colours(
        self, option: QStyleOptionViewItem, *, one: bool, differs: bool
    ) -> tuple[QColor, QColor, QColor]:
        """Choose ground, ink and edge."""
        palette = option.palette
        base = palette.color(QPalette.ColorRole.Base)
        text = palette.color(QPalette.ColorRole.Text)
        if differs:
            colours = difference_colours(palette, left=True)
            return (colours.edge, base, colours.edge) if one else (colours.row, text, colours.edge)
        if one:
            return _mixed(text, base, 0.62), base, _mixed(text, base, 0.62)
        return base, _mixed(text, base, 0.72), _mixed(text, base, 0.3)


def _mixed(colour: QColor, other: QColor, share: float) -> QColor:
    """Mix two colours; ``share`` is that of the first."""
    return QColor.fromRgbF(
        colour.redF() * share + other.redF() * (1 - share),
        colour.greenF() * share + other.greenF() * (1 - share),
        colour.blueF() * share + other.blueF() * (1 - share),
    )
