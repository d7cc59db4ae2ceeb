"""ArrivalsEntry: a row below the folders that opens the list of what came."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from ..language.wording import count_text
from ..looks.colours import colours_of
from ..looks.icons import paint_icon
from ..looks.measures import font_like, row_height, scaled
from ..looks.text import paint_line


class ArrivalsEntry(QAbstractButton):
    """Looks as a row of the tree above it; checked while the list is shown.

    The number is that of arrivals that are like others and that nobody has seen.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self.setText(self.tr("Arrivals"))
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_count(0)

    def show_count(self, count: int) -> None:
        """Show another number; none for nothing new."""
        self._count = count
        tip = self.tr("Documents that came to watched folders, and what they are like")
        words = self.tr("1 new") if count == 1 else self.tr("{0} new")
        shown = words.format(count_text(count)) if count else ""
        self.setToolTip(tip)
        self.setAccessibleName(", ".join(filter(None, (self.text(), shown))))
        self.update()

    @property
    def count(self) -> int:
        """The number shown."""
        return self._count

    def nextCheckState(self) -> None:
        """Stay as it is: whoever shows the list says so."""

    def sizeHint(self) -> QSize:
        """Return the size of a row."""
        return QSize(scaled(120, self.font()), row_height(self.font()) + scaled(4, self.font()))

    def minimumSizeHint(self) -> QSize:
        """Return the least size."""
        return QSize(scaled(60, self.font()), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint icon, word and number."""
        painter = QPainter(self)
        colours, font = colours_of(self.palette()), self.font()
        if self.isChecked() or self.underMouse() or self.hasFocus():
            ground = colours.selected if self.hasFocus() else colours.inactive
            if self.isChecked() or self.hasFocus():
                painter.fillRect(self.rect(), ground)
        place = QRectF(self.rect()).adjusted(scaled(18, font), 0, -scaled(10, font), 0)
        side = scaled(16, font)
        sign = QRectF(place.left(), place.top(), side, place.height())
        paint_icon(painter, "inbox", sign, colours.text)
        place.setLeft(sign.right() + scaled(6, font))
        bold = font_like(font, 13, bold=bool(self._count))
        if self._count:
            small, count = font_like(font, 12, bold=True), count_text(self._count)
            paint_line(painter, place, count, small, colours.text, right=True)
            room = QFontMetricsF(small).horizontalAdvance(count)
            place.setRight(place.right() - room - scaled(6, font))
        paint_line(painter, place, self.text(), bold, colours.text)
        painter.end()
