"""KindTick: a check box for a kind, with its badge and how many documents are of it."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from simcore import Kind

from ...language.resemblance_words import kind_explained
from ...language.wording import as_tooltip, count_text
from ...looks.badges import LOOKS, badge_width, paint_badge, paint_tick_box
from ...looks.colours import colours_of
from ...looks.measures import font_like, scaled
from ...looks.text import paint_line

_ROW, _BOX, _BEFORE, _GAP = 24, 16, 10, 6


class KindTick(QCheckBox):
    """The whole row can be pressed. The count is left out until it is known."""

    def __init__(self, kind: Kind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = LOOKS[kind]
        self._count = ""
        self.setAccessibleName(self._look.word())
        self.setToolTip(as_tooltip(kind_explained(kind)))

    def show_count(self, documents: int) -> None:
        """Show how many documents are of the kind."""
        words = self.tr("1 document") if documents == 1 else self.tr("{0} documents")
        self._count = words.format(count_text(documents))
        self.setAccessibleDescription(self._count)
        self.updateGeometry()
        self.update()

    def _left(self) -> int:
        return scaled(_BOX + _BEFORE, self.font()) + 1

    def sizeHint(self) -> QSize:
        """Return the size of box, badge and count."""
        font, word = self.font(), self._look.word()
        count = QFontMetricsF(font_like(font, 12)).horizontalAdvance(self._count)
        width = self._left() + badge_width(word, font) + scaled(_GAP, font) + round(count) + 2
        return QSize(width, scaled(_ROW, font))

    def minimumSizeHint(self) -> QSize:
        """Return the same size: nothing of it is cut."""
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        """Take a press anywhere on the row."""
        return QRect(QPoint(0, 0), self.sizeHint()).contains(pos)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the box, the badge, the count and the ring of the keyboard."""
        # that of a box has another role for its edge
        painter, font, palette = QPainter(self), self.font(), self.window().palette()
        found, whole, side = colours_of(palette), QRectF(self.rect()), scaled(_BOX, font)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(1, (whole.height() - side) // 2, side, side)
        paint_tick_box(painter, box, found, on=self.isChecked())
        whole.setLeft(self._left())
        badge = paint_badge(painter, whole, self._look.word(), self._look, palette, font)
        whole.setLeft(badge.right() + scaled(_GAP, font))
        paint_line(painter, whole, self._count, font_like(font, 12), found.muted)
        if self.hasFocus():
            painter.setPen(QPen(found.accent, 1.5))
            painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), 4, 4)
