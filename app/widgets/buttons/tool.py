"""ToolButton: a flat button with an icon, a word and, for a menu, a chevron of its own."""

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QToolButton,
    QWidget,
)

from ...language.mnemonics import without_mnemonic
from ...looks.colours import colours_of, mixed
from ...looks.icons import icon, paint_icon
from ...looks.measures import scaled
from ...looks.text import paint_line

_HEIGHT, _ICON, _GAP, _MARGIN, _CORNER, _CHEVRON = 30, 16, 6, 8, 5, 22
SIGN = "sign"
"""The property of an action that names its bundled icon."""


class ToolButton(QToolButton):
    """Shows its action, or its own words; painted alike in all styles of the desktop.

    The styles put the arrow of a menu over the words. A ``filled`` one has the accent's ground, of
    which a window has one at a time. ``wordless`` leaves the words to the tooltip. The popup mode
    says what a menu does: with ``MenuButtonPopup`` the chevron is a button of its own.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        action: QAction | None = None,
        wordless: bool = False,
    ) -> None:
        super().__init__(parent)
        self._filled = False
        self._wordless = wordless
        self._sign = ""
        self._action = action
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        if action is not None:
            self.setDefaultAction(action)
            self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)

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
        """Show a bundled icon, for a button without an action."""
        self._sign = sign
        self.updateGeometry()
        self.update()

    def words(self) -> str:
        """Return the words that are painted."""
        if self._wordless:
            return ""
        action = self._action
        return without_mnemonic(self.text() if action is None else action.iconText())

    def _named_sign(self) -> str:
        action = self._action
        return self._sign if action is None else str(action.property(SIGN) or "")

    # ---- size

    def _chevron(self) -> int:
        if self.menu() is None or (self._wordless and not self._split()):
            return 0
        return scaled(_CHEVRON, self.font())

    def _split(self) -> bool:
        mode = QToolButton.ToolButtonPopupMode.MenuButtonPopup
        return self.menu() is not None and self.popupMode() == mode

    def sizeHint(self) -> QSize:
        """Return the room for icon, words and chevron."""
        font = self.font()
        wide = 2.0 * scaled(_MARGIN, font)
        if self._named_sign():
            wide += scaled(_ICON, font)
        if self.words():
            wide += QFontMetricsF(font).horizontalAdvance(self.words()) + 1
            wide += scaled(_GAP, font) if self._named_sign() else 0
        height = max(scaled(_HEIGHT, font), self.fontMetrics().height() + scaled(6, font))
        return QSize(round(wide) + self._chevron(), height)

    def minimumSizeHint(self) -> QSize:
        """Return the same size: words are never cut."""
        return self.sizeHint()

    # ---- painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint ground, icon, words and chevron."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        ink = self._paint_ground(painter, option)
        font = self.font()
        place = QRectF(self.rect())
        chevron = QRectF(place)
        chevron.setLeft(place.right() - self._chevron())
        place.adjust(scaled(_MARGIN, font), 0, -self._chevron(), 0)
        sign = self._named_sign()
        if sign:
            side = scaled(_ICON, font)
            where = QRectF(place.left(), place.top(), side, place.height())
            paint_icon(painter, sign, where, ink)
            place.setLeft(where.right() + scaled(_GAP, font))
        if self.words():
            paint_line(painter, place, self.words(), font, ink)
        if self._chevron():
            side = scaled(14, font)
            where = QRectF(0, 0, side, side)
            where.moveCenter(chevron.center())
            paint_icon(painter, "chevron-down", where, ink)
            if self._split():
                line = QColor(ink)
                line.setAlphaF(0.35)
                painter.setPen(QPen(line, 1))
                x = round(chevron.left()) + 0.5
                painter.drawLine(QLineF(x, chevron.top() + 7, x, chevron.bottom() - 7))

    def _paint_ground(self, painter: QPainter, option: QStyleOptionToolButton) -> QColor:
        """Paint the ground by the state; return the colour of what stands on it."""
        found, flag = colours_of(self.palette()), QStyle.StateFlag
        over = bool(option.state & flag.State_MouseOver) and self.isEnabled()
        down = self.isDown() or bool(option.state & flag.State_Sunken)
        whole = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        corner = scaled(_CORNER, self.font())
        ground, ink, edge = None, found.text, None
        if not self.isEnabled():
            ink = found.disabled
        elif self._filled:
            ground, ink = found.accent, found.on_accent
            if over or down:
                ground = mixed(found.text, found.accent, 0.2 if down else 0.1)
        elif self.isChecked() or down:
            ground, edge = found.selected, mixed(found.accent, found.base, 0.5)
        elif over:
            ground = mixed(found.text, found.window, 0.08)
        if ground is not None:
            painter.setBrush(ground)
            painter.setPen(Qt.PenStyle.NoPen if edge is None else QPen(edge, 1))
            painter.drawRoundedRect(whole, corner, corner)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(ink if self._filled else found.accent, 1.5))
            painter.drawRoundedRect(whole.adjusted(1.5, 1.5, -1.5, -1.5), corner - 1, corner - 1)
        return ink


def give_sign(action: QAction, sign: str) -> None:
    """Give an action one of the bundled icons, which buttons paint in their own colours."""
    action.setProperty(SIGN, sign)
    action.setIcon(icon(sign))
