"""The overview of the whole text: the differences, and the visible part."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from ...looks.colours import colours_of
from ...widgets.view_keys import ViewKey
from ..align.rows import RowKind
from .roll import DifferenceRoll

RULER = 16
"""The width of the overview in pixels."""

_LEAST_VIEW = 6


class DifferenceStrip(QWidget):
    """Paints all differences of a roll, left ones on the left, and the blocks in view.

    ``wanted`` carries the block to go to, while the person presses or drags. Text that has moved
    has a colour of its own.
    """

    wanted = Signal(object)

    def __init__(self, roll: DifferenceRoll, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._roll = roll
        self._view = range(0)
        self._picture: QPixmap | None = None
        self.setAccessibleName(self.tr("Overview of the differences"))
        self.setToolTip(self.tr("All differences, and what is in view. Click or drag to go there"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        roll.changed.connect(self.renew)

    def sizeHint(self) -> QSize:
        """Ask for a narrow strip."""
        return QSize(RULER, 60)

    @Slot()
    def renew(self) -> None:
        """Repaint the differences."""
        self._picture = None
        self.update()

    def set_view(self, blocks: range) -> None:
        """Show which blocks are in view."""
        if blocks != self._view:
            self._view = blocks
            self.update()

    def y_of(self, block: int) -> float:
        """Return the y of a block."""
        return self.height() * block / max(1, len(self._roll.sheet))

    def block_at(self, y: float) -> int:
        """Return the block at a y."""
        count = len(self._roll.sheet)
        return min(max(int(y * count / max(1, self.height())), 0), max(0, count - 1))

    def view_box(self) -> QRectF:
        """Return where the blocks in view are; the box is never too low to be seen."""
        top, bottom = self.y_of(self._view.start), self.y_of(self._view.stop)
        missing = max(0.0, _LEAST_VIEW - (bottom - top))
        top = min(max(0.0, top - missing / 2), max(0.0, self.height() - _LEAST_VIEW))
        return QRectF(0.5, top + 0.5, self.width() - 1, max(bottom - top, _LEAST_VIEW) - 1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the differences, then the view over them."""
        ratio = self.devicePixelRatioF()  # another one on another screen
        if self._picture is None or self._picture.devicePixelRatio() != ratio:
            self._picture = self._painted()
        painter = QPainter(self)
        painter.drawPixmap(QPointF(0, 0), self._picture)
        if len(self._roll.sheet):
            colour = self.palette().color(QPalette.ColorRole.WindowText)
            wash = QColor(colour)
            wash.setAlpha(35)
            painter.fillRect(self.view_box(), wash)
            painter.setPen(colour)
            painter.drawRect(self.view_box())
        if self.hasFocus():
            painter.setPen(self.palette().color(QPalette.ColorRole.Highlight))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()

    def _painted(self) -> QPixmap:
        """Paint the differences; where several share a line of pixels, it is painted once."""
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(self.palette().color(QPalette.ColorRole.Window))
        painter = QPainter(picture)
        half = self.width() / 2
        colours = colours_of(self.palette())
        left, right, of_moved = colours.left.ink, colours.right.ink, colours.moved.ink
        sheet, alignment = self._roll.sheet, self._roll.sheet.alignment
        done, scale = -1.0, self.height() / max(1, len(sheet))
        if alignment.part is not None:
            begin, end = (sheet.of_row(row) for row in alignment.part[:2])
            place = QRectF(1, begin * scale, self.width() - 2, max(3.0, (end - begin) * scale))
            painter.fillRect(place, colours.moved.word)
        for start, end in sheet.differences:
            if end * scale <= done:
                continue
            top = start * scale
            bottom = done = max(end * scale, top + 1.5)
            kinds = {alignment.kinds[sheet.rows[at]] for at in range(start, min(end, start + 50))}
            both = RowKind.CHANGED.value in kinds
            moved = sheet.rows[start] in alignment.moved
            for colour, x, there in (
                (left, 1.0, both or RowKind.ONLY_LEFT.value in kinds),
                (right, half + 0.5, both or RowKind.ONLY_RIGHT.value in kinds),
            ):
                if there:
                    box = QRectF(x, top, half - 1.5, bottom - top)
                    painter.fillRect(box, of_moved if moved else colour)
        painter.end()
        return picture

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the pressed position."""
        if event.button() is Qt.MouseButton.LeftButton and len(self._roll.sheet):
            self.wanted.emit(self.block_at(event.position().y()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go along."""
        if event.buttons() & Qt.MouseButton.LeftButton and len(self._roll.sheet):
            self.wanted.emit(self.block_at(event.position().y()))

    def view_keys(self) -> list[ViewKey]:
        """List the keys that work here alone."""
        return [
            ViewKey(("Up", "Down", "PgUp", "PgDown"), self.tr("Go a line or a view up or down")),
            ViewKey(("Home", "End"), self.tr("Go to the beginning or the end of the texts")),
        ]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go a view up or down, or to either end."""
        count, size = len(self._roll.sheet), max(1, len(self._view))
        middle = self._view.start + size // 2
        ways = {
            Qt.Key.Key_PageUp: middle - size,
            Qt.Key.Key_PageDown: middle + size,
            Qt.Key.Key_Up: middle - 1,
            Qt.Key.Key_Down: middle + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: count - 1,
        }
        block = ways.get(Qt.Key(event.key()))
        if block is None or not count:
            super().keyPressEvent(event)
        else:
            self.wanted.emit(min(max(block, 0), count - 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Paint at another height."""
        super().resizeEvent(event)
        self.renew()

    def changeEvent(self, event: QEvent) -> None:
        """Paint in other colours."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self.renew()
