"""The heading above a pane: one line, shortened in the middle where it does not fit."""

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

__all__ = ["DifferenceTitle"]

_PADDING = 4
_WIDTH = 200
_ONE_LINE = str.maketrans("\n\r\t", "   ")


class DifferenceTitle(QWidget):
    """Shows a title; the whole of it is the tooltip and the accessible name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    @property
    def text(self) -> str:
        """The whole title."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show ``text``, which may have been a file's name: it is never read as markup."""
        self._text = text
        self.setToolTip(f"<qt>{escape(text)}</qt>" if text else "")
        self.setAccessibleName(text)
        self.update()

    def shown_text(self) -> str:
        """Return what fits into the present width."""
        line = self._text.translate(_ONE_LINE)
        room = self.width() - 2 * _PADDING
        return self.fontMetrics().elidedText(line, Qt.TextElideMode.ElideMiddle, room)

    def sizeHint(self) -> QSize:
        """Ask for one line, whatever its length."""
        return QSize(_WIDTH, self.fontMetrics().height() + _PADDING)

    def minimumSizeHint(self) -> QSize:
        """Allow the window to become narrow."""
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the title in the palette's text colour."""
        painter = QPainter(self)
        place = self.rect().adjusted(_PADDING, 0, -_PADDING, 0)
        option = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(place, option, self.shown_text())
        painter.end()
