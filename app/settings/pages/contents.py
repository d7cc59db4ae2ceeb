"""PageList: the names of pages with their signs, one of them chosen."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ...looks.colours import colours_of
from ...looks.icons import paint_icon
from ...looks.measures import scaled
from ...looks.text import paint_line

_SIGN = Qt.ItemDataRole.UserRole
_RULED = Qt.ItemDataRole.UserRole + 1
_ROW = 34
_RULE = 17
_SIDE = 10
_GAP = 10
_ICON = 16
_Index = QModelIndex | QPersistentModelIndex


class _PageDelegate(QStyledItemDelegate):
    """Paints a page: its sign, its name; tinted and bold when it is the one shown."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one row, with a line above it where it begins another part."""
        colours = colours_of(option.palette)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        row = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = scaled(4)
        if index.data(_RULED):
            y = round(row.top() + scaled(_RULE) / 2) + 0.5
            painter.setPen(QPen(colours.separator, 1))
            painter.drawLine(QPointF(row.left() + side, y), QPointF(row.right() - side, y))
            row.setTop(row.top() + scaled(_RULE))
        box = row.adjusted(0.5, 1.5, -0.5, -1.5)
        if chosen or focused:
            painter.setPen(QPen(colours.accent, 1) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(colours.selected if chosen else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, scaled(5), scaled(5))
        side, width = scaled(_SIDE), scaled(_ICON)
        sign = QRectF(row.left() + side, row.top(), width, row.height())
        paint_icon(painter, str(index.data(_SIGN)), sign, colours.text)
        words = row.adjusted(side + width + scaled(_GAP), 0, -scaled(4), 0)
        font = QFont(option.font)
        font.setBold(chosen)
        paint_line(painter, words, str(index.data()), font, colours.text)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the room of the name in bold."""
        font = QFont(option.font)
        font.setBold(True)
        width = QFontMetricsF(font).horizontalAdvance(str(index.data()))
        beside = scaled(_SIDE) + scaled(_ICON) + scaled(_GAP) + scaled(_SIDE)
        height = scaled(_ROW) + (scaled(_RULE) if index.data(_RULED) else 0)
        return QSize(round(width) + beside, height)


class PageList(QListWidget):
    """Lists pages by name, as wide as the longest; ``currentRowChanged`` tells which is chosen."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setItemDelegate(_PageDelegate(self))
        self.setFrameShape(QListWidget.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        side = scaled(6)
        self.setViewportMargins(side, scaled(8), side, side)

    def add_page(self, title: str, sign: str, *, ruled: bool = False) -> None:
        """Add a page; ``sign`` is the icon's name, a ``ruled`` one has a line above it."""
        item = QListWidgetItem(title, self)
        item.setData(_SIGN, sign)
        item.setData(_RULED, ruled)
        self.setFixedWidth(max(scaled(216), self.sizeHintForColumn(0) + 2 * scaled(6)))
