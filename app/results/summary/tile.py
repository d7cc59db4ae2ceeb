"""Tile: a number above a sign and a word, which filters while it is down."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QStyle, QStyleOptionFocusRect, QWidget

from ...language.wording import count_text
from ...looks.colours import colours_of, mixed
from ...looks.icons import paint_icon
from ...looks.measures import font_like, scaled
from ...looks.text import paint_line

_HEIGHT, _PADDING = 44, 8
_UNKNOWN = "\N{EN DASH}"


class Tile(QAbstractButton):
    """Shows how many documents of a sort there are; None for a number that is not yet known.

    ``sign`` is the name of a bundled icon, empty for none. Where it is ``terse`` the word gives way
    to the sign, and stands in the tooltip.
    """

    def __init__(
        self,
        word: str,
        sign: str,
        parent: QWidget | None = None,
        *,
        tip: str = "",
        warns: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setText(word)
        self._sign = sign
        self._tip = tip
        self._warns = warns
        self._count: int | None = 0
        self._terse = False
        self._name()

    @property
    def count(self) -> int | None:
        """The number shown."""
        return self._count

    def show_count(self, count: int | None) -> None:
        """Show another number; None is not known yet."""
        if count != self._count:
            self._count = count
            self._name()
            self.updateGeometry()
            self.update()

    def show_terse(self, *, terse: bool) -> None:
        """Leave out the word, or show it."""
        terse = terse and bool(self._sign)
        if terse != self._terse:
            self._terse = terse
            self.updateGeometry()
            self.update()

    def number(self) -> str:
        """Return the number as it is shown."""
        return _UNKNOWN if self._count is None else count_text(self._count)

    def _name(self) -> None:
        self.setAccessibleName(f"{self.text()}: {self.number()}")
        self.setAccessibleDescription(self._tip)
        self.setToolTip(f"{self.text()}: {self.number()}\n{self._tip}".rstrip())

    # ---- size

    def _word_width(self) -> float:
        small = font_like(self.font(), 12)
        sign = scaled(12, self.font()) if self._sign else 0
        if self._terse:
            return sign
        gap = scaled(4, self.font()) if sign else 0
        return QFontMetricsF(small).horizontalAdvance(self.text()) + sign + gap

    def sizeHint(self) -> QSize:
        """Return the room for the wider of number and word."""
        number = QFontMetricsF(self._number_font()).horizontalAdvance(self.number())
        wide = max(number, self._word_width()) + 2 * scaled(_PADDING, self.font())
        return QSize(round(wide) + 1, scaled(_HEIGHT, self.font()))

    def minimumSizeHint(self) -> QSize:
        """Return the same: a count is never cut."""
        return self.sizeHint()

    def _number_font(self) -> QFont:
        return font_like(self.font(), 15, bold=True)

    # ---- painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the number, the sign and the word; a frame and a tint while it is down."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, font = colours_of(self.palette()), self.font()
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self.isChecked():
            painter.setPen(QPen(colours.accent, 1))
            painter.setBrush(colours.selected)
            painter.drawRoundedRect(box, 5, 5)
        elif self.underMouse() and self.isEnabled():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(mixed(colours.selected, colours.base, 0.5))
            painter.drawRoundedRect(box, 5, 5)
        enabled = self.isEnabled()
        ink = colours.text if enabled else colours.disabled
        quiet = colours.text if self.isChecked() else colours.muted
        quiet = quiet if enabled else colours.disabled
        upper, lower = QRectF(self.rect()), QRectF(self.rect())
        upper.setBottom(self.height() * 0.56)
        lower.setTop(self.height() * 0.5)
        number_font = self._number_font()
        number = QFontMetricsF(number_font).horizontalAdvance(self.number())
        upper.setLeft(round((self.width() - number) / 2))
        upper.setWidth(number + 2)
        paint_line(painter, upper, self.number(), number_font, ink)
        wide = self._word_width()
        left = (self.width() - wide) / 2
        if self._sign:
            side = scaled(12, font)
            place = QRectF(round(left), lower.top(), side, lower.height() - 4)
            colour = colours.warning if self._warns and self._count else quiet
            paint_icon(painter, self._sign, place, colour, stroke=2.4)
            left += side + scaled(4, font)
        if not self._terse:
            lower.setBottom(lower.bottom() - 4)
            lower.setLeft(round(left))
            paint_line(painter, lower, self.text(), font_like(font, 12), quiet)
        if self.hasFocus():
            option = QStyleOptionFocusRect()
            option.initFrom(self)
            option.rect = self.rect().adjusted(2, 2, -2, -2)
            focus = QStyle.PrimitiveElement.PE_FrameFocusRect
            self.style().drawPrimitive(focus, option, painter, self)
