"""The margin of a pane: line numbers, and a sign that tells how a line differs."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget

from app.difference_colours import DifferenceColours

__all__ = ["DifferenceGutter", "GutterRow"]

_PADDING = 5
_BAR = 4


class GutterRow(NamedTuple):
    """What the margin says about a visible block: its top in pixels, number (0: none), sign."""

    top: float
    number: int
    sign: str
    current: bool


class DifferenceGutter(QWidget):
    """Paints what ``rows`` yields; the pane that owns it scrolls and resizes it."""

    def __init__(self, rows: Callable[[], Iterable[GutterRow]], parent: QWidget) -> None:
        super().__init__(parent)
        self._rows = rows
        self._digits = 1
        self.row_height = 1.0
        self.colours: DifferenceColours | None = None

    def set_last_number(self, number: int) -> None:
        """Make room for line numbers up to ``number``."""
        self._digits = len(str(number))

    def wanted_width(self) -> int:
        """Return the width that the numbers and signs need in the present font."""
        metrics = self.fontMetrics()
        return (
            _BAR
            + metrics.horizontalAdvance("0") * (self._digits + 1)
            + metrics.horizontalAdvance("~")
            + 3 * _PADDING
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible numbers and signs, and a bar beside the current difference."""
        painter = QPainter(self)
        palette = self.palette()
        painter.fillRect(event.rect(), palette.color(QPalette.ColorRole.Window))
        quiet = palette.color(QPalette.ColorRole.PlaceholderText)
        loud = palette.color(QPalette.ColorRole.WindowText)
        sign_width = self.fontMetrics().horizontalAdvance("~") + 2 * _PADDING
        for row in self._rows():
            if row.current:
                bar = QRectF(0, row.top, _BAR, self.row_height)
                painter.fillRect(bar, palette.color(QPalette.ColorRole.Highlight))
            whole = QRectF(0, row.top, self.width(), self.row_height)
            if row.number:
                painter.setPen(loud if row.current else quiet)
                painter.drawText(
                    whole.adjusted(0, 0, -sign_width, 0),
                    Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                    str(row.number),
                )
            if row.sign.strip() and self.colours is not None:
                painter.setPen(self.colours.edge)
                painter.drawText(
                    whole.adjusted(self.width() - sign_width, 0, 0, 0),
                    Qt.AlignmentFlag.AlignCenter,
                    row.sign,
                )
        painter.end()
