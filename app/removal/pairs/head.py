"""SectionHead: the bar over documents of one sort, and what can be done with them."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from ...looks.colours import Colours, colours_of
from ...looks.icons import paint_icon
from ...looks.measures import font_like, scaled
from ...looks.text import paint_line
from .delegate import HEAD
from .model import PairSection, Tone

_SIGNS = {Tone.WARNING: "triangle-alert", Tone.SAFE: "shield-check", Tone.PLAIN: "info"}


class SectionHead(QWidget):
    """Shows a section's title in its tone, with a sign; ``asked`` follows its link."""

    asked = Signal()

    def __init__(self, section: PairSection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._section = section
        self.setAccessibleName(section.title)
        self.setToolTip(section.title)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, scaled(16, self.font()), 0)
        row.addStretch(1)
        self.link = _LinkButton(section.action, self)
        self.link.setVisible(bool(section.action))
        self.link.clicked.connect(self.asked)
        row.addWidget(self.link)

    def sizeHint(self) -> QSize:
        """Return the height of a head; its width is the list's."""
        return QSize(1, scaled(HEAD, self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint ground, sign and title."""
        found, font = colours_of(self.palette()), self.font()
        tone, whole = self._section.tone, QRectF(self.rect())
        painter = QPainter(self)
        ground = found.warning_ground if tone is Tone.WARNING else found.alternate
        painter.fillRect(whole, ground)
        painter.fillRect(QRectF(0, whole.bottom() - 1, whole.width(), 1), found.faint)
        ink = _ink(tone, found)
        sign = QRectF(scaled(12, font), 0, scaled(15, font), whole.height())
        paint_icon(painter, _SIGNS[tone], sign, ink)
        left = sign.right() + scaled(9, font)
        end = self.link.x() - scaled(8, font) if self._section.action else whole.right()
        place = QRectF(left, 0, max(0.0, end - left), whole.height())
        paint_line(painter, place, self._section.title, font_like(font, 13, bold=True), ink)


def _ink(tone: Tone, found: Colours) -> QColor:
    return {Tone.WARNING: found.warning, Tone.SAFE: found.safe, Tone.PLAIN: found.text}[tone]


class _LinkButton(QPushButton):
    """Words that are pressed like a button, in the accent's colour."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self.setAutoDefault(False)
        self.setFlat(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def _small(self) -> QFont:
        return font_like(self.font(), 12)

    def sizeHint(self) -> QSize:
        """Return the size of the words and a ring around them."""
        width = QFontMetricsF(self._small()).horizontalAdvance(self.text())
        return QSize(round(width) + scaled(10, self.font()), scaled(24, self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the words, underlined while pointed at, and the ring of the keyboard."""
        found, font = colours_of(self.palette()), self._small()
        font.setUnderline(self.underMouse() or self.isDown())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = QRectF(self.rect()).adjusted(scaled(5, self.font()), 0, 0, 0)
        paint_line(painter, place, self.text(), font, found.accent)
        if self.hasFocus():
            painter.setPen(QPen(found.accent, 1.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
