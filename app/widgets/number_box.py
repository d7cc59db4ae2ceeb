"""Spin boxes whose text stands in their middle, whatever their unit is written in."""

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QFontMetricsF, QTextLayout
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSpinBox, QWidget

from app.looks.measures import scaled

_HEIGHT = 26


class NumberBox(QSpinBox):
    """Shows a number with a unit.

    Qt places the line by the height of the first font alone: a unit in Chinese, whose font is
    higher, lifts the text by 2 pixels. A margin above it sets that right.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.textChanged.connect(self._fit)

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

    def _fit(self) -> None:
        _fit_line(self)

    def sizeHint(self) -> QSize:
        """Return a size that no unit changes."""
        return _tall(self, super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        """Return a size that no unit changes."""
        return _tall(self, super().minimumSizeHint())


class DecimalBox(QDoubleSpinBox):
    """Shows a number with as many decimals as it needs, as ``NumberBox`` does."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.textChanged.connect(self._fit)

    def textFromValue(self, value: float) -> str:
        """Return a number as it is shown: 64, not 64.000."""
        text = super().textFromValue(value)
        point = self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text

    def setSuffix(self, suffix: str) -> None:
        """Show a unit behind the number."""
        super().setSuffix(suffix)
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

    def _fit(self) -> None:
        _fit_line(self)

    def sizeHint(self) -> QSize:
        """Return a size that no unit changes."""
        return _tall(self, super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        """Return a size that no unit changes."""
        return _tall(self, super().minimumSizeHint())


def _fit_line(box: QAbstractSpinBox) -> None:
    layout = QTextLayout(box.text(), box.font())
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    above = line.height() - QFontMetricsF(box.font()).height()
    box.lineEdit().setTextMargins(0, round(above / 2) if above > 0.5 else 0, 0, 0)


def _tall(box: QWidget, size: QSize) -> QSize:
    font = box.font()
    return QSize(size.width(), max(scaled(_HEIGHT, font), box.fontMetrics().height() + 8))
