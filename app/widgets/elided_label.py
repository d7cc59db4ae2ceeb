"""A label that elides text that does not fit."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

_ONE_LINE = str.maketrans("\n\r\t", "   ")


class ElidedLabel(QLabel):
    """Shows one line of plain text, as much as there is room for; ``text()`` is all of it.

    ``mode`` says where text is left out.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._mode = mode

    def shown(self) -> str:
        """Return the part of the text that fits."""
        line = self.text().translate(_ONE_LINE)
        return self.fontMetrics().elidedText(line, self._mode, self.contentsRect().width())

    def minimumSizeHint(self) -> QSize:
        """Ask for the height of a line, and no width: no text keeps a window wide."""
        return QSize(1, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all is painted
        """Paint the text in the palette's colour."""
        painter = QPainter(self)
        self.style().drawItemText(
            painter,
            self.contentsRect(),
            int(self.alignment() | Qt.AlignmentFlag.AlignVCenter),
            self.palette(),
            self.isEnabled(),
            self.shown(),
            self.foregroundRole(),
        )
