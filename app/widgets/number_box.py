"""NumberBox: a spin box whose text stands in its middle, whatever its unit is written in."""

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QFontMetricsF, QTextLayout
from PySide6.QtWidgets import QSpinBox

from app.looks.measures import scaled

_HEIGHT = 26


class NumberBox(QSpinBox):
    """Shows a number with a unit.

    Qt places the line by the height of the first font alone: a unit in Chinese, whose font is
    higher, lifts the text by 2 pixels. A margin above it sets that right.
    """

    def setSuffix(self, suffix: str) -> None:
        """Show a unit behind the number."""
        super().setSuffix(suffix)
        self._fit()

    def setPrefix(self, prefix: str) -> None:
        """Show words before the number."""
        super().setPrefix(prefix)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Fit the line to another font."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        layout = QTextLayout(self.text(), self.font())
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        above = line.height() - QFontMetricsF(self.font()).height()
        self.lineEdit().setTextMargins(0, round(above / 2) if above > 0.5 else 0, 0, 0)

    def _tall(self, size: QSize) -> QSize:
        return QSize(
            size.width(), max(scaled(_HEIGHT, self.font()), self.fontMetrics().height() + 8)
        )

    def sizeHint(self) -> QSize:
        """Return a size that no unit changes."""
        return self._tall(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        """Return a size that no unit changes."""
        return self._tall(super().minimumSizeHint())
