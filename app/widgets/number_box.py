"""Spin boxes whose text stands in their middle, whatever their unit is written in."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QFontMetricsF, QTextLayout
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSpinBox, QWidget

from ..looks.measures import scaled

_HEIGHT = 26

if TYPE_CHECKING:

    class _Base(QAbstractSpinBox):  # what both kinds of boxes have
        def setSuffix(self, suffix: str) -> None: ...
        def setPrefix(self, prefix: str) -> None: ...

else:
    _Base = object


class _Fitted(_Base):
    """Fits the line of a spin box to the highest of its fonts, and its height to no unit.

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

    def setSpecialValueText(self, text: str) -> None:
        """Show words instead of the least number."""
        super().setSpecialValueText(text)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Fit the line to another font."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()

    def sizeHint(self) -> QSize:
        """Return a size that no unit changes."""
        return self._tall(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        """Return a size that no unit changes."""
        return self._tall(super().minimumSizeHint())

    def _fit(self) -> None:
        layout = QTextLayout(self.text(), self.font())
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        above = line.height() - QFontMetricsF(self.font()).height()
        self.lineEdit().setTextMargins(0, round(above / 2) if above > 0.5 else 0, 0, 0)

    def _tall(self, size: QSize) -> QSize:
        height = max(scaled(_HEIGHT, self.font()), self.fontMetrics().height() + 8)
        return QSize(size.width(), height)


class NumberBox(_Fitted, QSpinBox):
    """Shows a number with a unit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.textChanged.connect(self._fit)


class DecimalBox(_Fitted, QDoubleSpinBox):
    """Shows a number with as many decimals as it needs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.textChanged.connect(self._fit)

    def textFromValue(self, value: float) -> str:
        """Return a number as it is shown: 64, not 64.000."""
        text = super().textFromValue(value)
        point = self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text
