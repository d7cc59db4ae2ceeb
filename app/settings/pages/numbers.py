"""DecimalBox: a number with as many decimals as it needs."""

from PySide6.QtWidgets import QDoubleSpinBox


class DecimalBox(QDoubleSpinBox):
    """A spin box that shows no zeros behind the last decimal."""

    def textFromValue(self, value: float) -> str:
        """Return a number as it is shown: 64, not 64.000."""
        text = super().textFromValue(value)
        point = self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text
