"""RuleCards: rules in their order as cards, which are dragged, moved by keys and taken away."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QDropEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ...language.wording import as_tooltip, count_text
from ...looks.colours import colours_of
from ...looks.ground import has_keyboard, is_selected, row_ground
from ...looks.icons import paint_icon
from ...looks.measures import font_like, scaled
from ...looks.text import paint_line

_Index = QModelIndex | QPersistentModelIndex
_CARD, _SPACE, _CORNER = 42, 4, 5
_CARD_ROLE = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True, slots=True)
class RuleCard:
    """What a card says: a title and a line below it. A ``fixed`` one stays where it is."""

    title: str
    line: str
    tip: str
    fixed: bool = False


class RuleCards(QListWidget):
    """Shows cards by number; the owner keeps the rules, and shows them again after a change.

    ``moved`` carries the number of a rule and its new one, ``removed`` that of a rule, ``chosen``
    the current one, -1 for none. Numbers leave out the fixed cards, which are first.
    """

    moved = Signal(int, int)
    removed = Signal(int)
    chosen = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fixed = 0
        self.setAccessibleName(name)
        self.setItemDelegate(_CardDelegate(self))
        self.setFrameShape(QListWidget.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.currentRowChanged.connect(self._choose)

    def show_cards(self, cards: Sequence[RuleCard], current: int) -> None:
        """Show these cards, one of them chosen, without the signal ``chosen``."""
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        self.clear()
        self._fixed = sum(card.fixed for card in cards)
        for number, card in enumerate(cards, 1):
            words = self.tr("{0}. {1}: {2}", "the number, name and meaning of a rule")
            item = QListWidgetItem(words.format(count_text(number), card.title, card.line))
            item.setData(_CARD_ROLE, card)
            item.setToolTip(as_tooltip(card.tip))
            if card.fixed:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.addItem(item)
        last = len(cards) - 1
        self.setCurrentRow(min(current + self._fixed, last) if last >= self._fixed else -1)
        self.blockSignals(False)  # noqa: FBT003
        self.updateGeometry()

    @property
    def current(self) -> int:
        """The number of the rule that is chosen, -1 for none."""
        return max(-1, self.currentRow() - self._fixed) if self.currentRow() >= 0 else -1

    @property
    def rules(self) -> int:
        """How many cards are not fixed."""
        return self.count() - self._fixed

    def sizeHint(self) -> QSize:
        """Return the size at which all cards are in sight, up to six of them."""
        height = scaled(_CARD + _SPACE, self.font())
        return QSize(scaled(262, self.font()), height * max(1, min(6, self.count())))

    def minimumSizeHint(self) -> QSize:
        """Return the size at which three cards are in sight."""
        height = scaled(_CARD + _SPACE, self.font())
        return QSize(scaled(200, self.font()), height * max(1, min(3, self.count())))

    # ---- changes

    def move_current(self, by: int) -> None:
        """Move the chosen rule by a number of places, if there is room."""
        row, to = self.current, self.current + by
        if row >= 0 and 0 <= to < self.rules:
            self.moved.emit(row, to)

    def remove_current(self) -> None:
        """Take the chosen rule off."""
        if self.current >= 0:
            self.removed.emit(self.current)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move or take away the chosen rule."""
        alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        match event.key():
            case Qt.Key.Key_Up if alt:
                self.move_current(-1)
            case Qt.Key.Key_Down if alt:
                self.move_current(1)
            case Qt.Key.Key_Delete:
                self.remove_current()
            case _:
                super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Take a rule off by its cross."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and index.row() >= self._fixed:
            cross = cross_of(self.visualRect(index), self)
            if cross.contains(event.position().toPoint()):
                self.removed.emit(index.row() - self._fixed)
                return
        super().mouseReleaseEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask for a rule to be moved where its card was dropped; Qt itself moves nothing."""
        to = self.place_of(event.position().toPoint())
        row = self.current
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        if row >= 0:
            self.moved.emit(row, to - (to > row))

    def place_of(self, point: QPoint) -> int:
        """Return before which rule a card belongs that is dropped at a point."""
        index = self.indexAt(point)
        if not index.isValid():
            return self.rules
        below = point.y() > self.visualRect(index).center().y()
        return max(0, index.row() - self._fixed + below)

    def _choose(self, _row: int) -> None:
        self.chosen.emit(self.current)


def cross_of(rect: QRect, widget: QWidget) -> QRect:
    """Return where the cross of a card is that takes its rule away."""
    side = scaled(24, widget.font())
    card = rect.adjusted(0, 0, 0, -scaled(_SPACE, widget.font()))
    top = card.center().y() - side // 2
    return QRect(card.right() - side - scaled(6, widget.font()), top, side, side)


class _CardDelegate(QStyledItemDelegate):
    """Paints a number, a title and a line on a card, a grip before them and a cross behind."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        card = index.data(_CARD_ROLE)
        if not isinstance(card, RuleCard):
            return
        found, font = colours_of(option.palette), option.font
        selected = is_selected(option)
        keyboard = has_keyboard(option.widget)
        box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5 - scaled(_SPACE, font))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = found.accent if selected and keyboard else found.separator
        painter.setPen(QPen(edge, 1))
        painter.setBrush(row_ground(option, found, found.base))
        corner = scaled(_CORNER, font)
        painter.drawRoundedRect(box, corner, corner)
        side = scaled(14, font)
        sign = QRectF(box.left() + scaled(9, font), box.top(), side, box.height())
        paint_icon(painter, "lock" if card.fixed else "grip-vertical", sign, found.muted)
        left = sign.right() + scaled(9, font)
        right = box.right() - scaled(8, font)
        if not card.fixed:
            cross = QRectF(cross_of(option.rect, option.widget))
            inside = cross.adjusted(*(scaled(5, font) * at for at in (1, 1, -1, -1)))
            paint_icon(painter, "x", inside, found.muted)
            right = cross.left()
        bold, small = font_like(font, 13, bold=True), font_like(font, 12)
        number = count_text(index.row() + 1) + "."
        upper = QRectF(left, box.top() + scaled(3, font), right - left, scaled(18, font))
        width = QFontMetricsF(bold).horizontalAdvance("0. ") + scaled(6, font)
        paint_line(painter, upper, number, bold, found.text)
        upper.setLeft(upper.left() + width)
        paint_line(painter, upper, card.title, bold, found.text)
        lower = upper.translated(0, scaled(17, font))
        paint_line(
            painter, lower, card.line, small, found.muted, elide=Qt.TextElideMode.ElideMiddle
        )
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, _index: _Index) -> QSize:
        return QSize(1, scaled(_CARD + _SPACE, option.font))
