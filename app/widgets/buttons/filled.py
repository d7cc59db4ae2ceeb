"""FilledButton: the one button of a window that does what the window is for."""

import re

from PySide6.QtCore import QEvent, QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QIcon, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QWidget

from ...looks.colours import colours_of, luminance, mixed
from ...looks.icons import icon, paint_icon
from ...looks.measures import scaled
from ...looks.text import base_line, paint_line

_PANEL, _DIALOG = 28, 32
_ICON, _GAP, _MARGIN, _CORNER = 16, 8, 14, 5
_SIGN = re.compile(r"&(.)")


class FilledButton(QPushButton):
    """A push button on a ground of the accent's colour; one at a time is ``filled``.

    While it is not filled it is drawn as any other button, and keeps its size. A ``tall`` one
    stands at the end of a dialog, others in panels. ``sign`` names a bundled icon, empty for none;
    ``FileNotFoundError`` is raised for one that is not bundled.
    """

    def __init__(
        self, text: str = "", parent: QWidget | None = None, *, sign: str = "", tall: bool = False
    ) -> None:
        super().__init__(text, parent)
        self._filled = True
        self._sign = ""
        self._height = _DIALOG if tall else _PANEL
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.set_sign(sign)

    @property
    def filled(self) -> bool:
        """Whether the ground has the accent's colour."""
        return self._filled

    @filled.setter
    def filled(self, filled: bool) -> None:
        if filled != self._filled:
            self._filled = filled
            self.update()

    def set_sign(self, sign: str) -> None:
        """Show another icon before the text."""
        self._sign = sign
        self.setIcon(icon(sign) if sign else QIcon())
        self.setIconSize(QSize(self._side, self._side))

    @property
    def _side(self) -> int:
        return scaled(_ICON, self.font())

    def _icon_room(self) -> int:
        return self._side + scaled(_GAP, self.font()) if self._sign else 0

    def sizeHint(self) -> QSize:
        """Return the size that the button has, filled or not."""
        font, hint = self.font(), super().sizeHint()
        words = QFontMetricsF(font).horizontalAdvance(_shown(self.text()))
        width = round(words) + self._icon_room() + 2 * scaled(_MARGIN, font)
        lines = self.fontMetrics().height() + scaled(6, font)
        return QSize(max(hint.width(), width), max(scaled(self._height, font), lines))

    def minimumSizeHint(self) -> QSize:
        """Return the same size: its words are never cut."""
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self.setIconSize(QSize(self._side, self._side))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground, icon, words and the ring of the keyboard."""
        if not self._filled:
            super().paintEvent(event)
            return
        found, font = colours_of(self.palette()), self.font()
        option = QStyleOptionButton()
        self.initStyleOption(option)
        if not self.isEnabled():
            ground, ink = mixed(found.text, found.window, 0.1), found.disabled
        else:
            # towards the end that is further from the words, so that their contrast only grows
            end = QColor("black" if luminance(found.on_accent) > 0.5 else "white")
            hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
            share = 0.22 if self.isDown() or self.isChecked() else 0.1 if hovered else 0.0
            ground, ink = mixed(end, found.accent, share), found.on_accent
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        corner, whole = scaled(_CORNER, font), QRectF(self.rect())
        painter.drawRoundedRect(whole, corner, corner)
        if self.hasFocus() and self.isEnabled():
            painter.setPen(QPen(ink, max(1.0, scaled(1, font))))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(whole.adjusted(2.5, 2.5, -2.5, -2.5), corner - 1, corner - 1)
        self._paint_words(painter, whole, ink)

    def _paint_words(self, painter: QPainter, whole: QRectF, ink: QColor) -> None:
        font, text = self.font(), _shown(self.text())
        metrics, icon_room = QFontMetricsF(font), self._icon_room()
        margin = scaled(_MARGIN, font) / 2
        room = whole.width() - icon_room - 2 * margin
        width = min(metrics.horizontalAdvance(text), room)
        left = round(whole.center().x() - (width + icon_room) / 2)
        if self._sign:
            side = self._side
            place = QRectF(left, whole.top(), side, whole.height())
            paint_icon(painter, self._sign, place, ink)
        place = QRectF(left + icon_room, whole.top(), width + 1, whole.height())
        paint_line(painter, place, text, font, ink)
        at = _SIGN.search(self.text().replace("&&", "  "))
        hint = QStyle.StyleHint.SH_UnderlineShortcut
        if at is not None and self.style().styleHint(hint, None, self):
            before = metrics.horizontalAdvance(_shown(self.text()[: at.start()]))
            letter = metrics.horizontalAdvance(at.group(1))
            line = base_line(place, font) + metrics.underlinePos()
            painter.setPen(QPen(ink, metrics.lineWidth()))
            painter.drawLine(
                QLineF(place.left() + before, line, place.left() + before + letter, line)
            )


def _shown(text: str) -> str:
    return _SIGN.sub(r"\1", text)
