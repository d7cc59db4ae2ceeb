"""Sign: a bundled icon as a widget, always in the colours of the palette of the moment."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ..looks.colours import colours_of
from ..looks.icons import paint_icon
from ..looks.measures import scaled


class Sign(QWidget):
    """Paints an icon, ``size`` pixels square beside text of 13 px, in a named colour tone."""

    def __init__(
        self, name: str, size: float, tone: str = "muted", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._size = size
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_sign(name, tone)

    def show_sign(self, name: str, tone: str = "muted") -> None:
        """Show another icon, or another colour."""
        self._name, self._tone = name, tone
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the icon."""
        side = scaled(self._size, self.font())
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the icon."""
        colour = getattr(colours_of(self.palette()), self._tone)
        if isinstance(colour, QColor):
            paint_icon(QPainter(self), self._name, QRectF(self.rect()), colour)
