"""DistanceScale: what stands below the slider of distances."""

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPalette, QPolygon
from PySide6.QtWidgets import (
    QSizePolicy,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QToolTip,
    QWidget,
)

from simcore import CLASSIC_DISTANCE, DEFAULT_DISTANCE

__all__ = ["DistanceScale"]

_STRIP = 7
"""Height of the strip of marks, in pixels; the words stand below it."""


class DistanceScale(QWidget):
    """Marks below a slider, in the same column of a layout, so as wide as the slider.

    The ends, the classic and the suggested distance have a mark and a word.
    """

    def __init__(self, slider: QSlider, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slider = slider
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the height of marks and words; the width is the slider's."""
        return QSize(self._slider.sizeHint().width(), _STRIP + self.fontMetrics().height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the same height as the size hint, for no part can go."""
        return QSize(0, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Explain what the slider does."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self._slider.toolTip(), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paint the marks and the words in the palette's colours."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.setBrush(self.palette().color(QPalette.ColorRole.WindowText))
        taken: list[QRect] = []
        for value, word in self._marks():
            x = self._x(value)
            if value in {CLASSIC_DISTANCE, DEFAULT_DISTANCE}:
                triangle = (QPoint(x, 0), QPoint(x - 4, _STRIP - 1), QPoint(x + 4, _STRIP - 1))
                painter.drawPolygon(QPolygon(list(triangle)))
            place = self._word_place(x, word)
            if not any(place.adjusted(-6, 0, 6, 0).intersects(other) for other in taken):
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, word)
                taken.append(place)

    def _marks(self) -> list[tuple[int, str]]:
        """Return values and their words, the ones that must be readable first."""
        suggested = self.tr("{bits} suggested").format(bits=DEFAULT_DISTANCE)
        classic = self.tr("{bits} classic").format(bits=CLASSIC_DISTANCE)
        ends = (self._slider.minimum(), self._slider.maximum())
        return [
            (DEFAULT_DISTANCE, suggested),
            (CLASSIC_DISTANCE, classic),
            *((end, str(end)) for end in ends),
        ]

    def _word_place(self, x: int, word: str) -> QRect:
        width = self.fontMetrics().horizontalAdvance(word) + 2
        left = max(0, min(x - width // 2, self.width() - width))
        return QRect(left, _STRIP + 1, width, self.fontMetrics().height())

    def _x(self, value: int) -> int:
        """Return where the middle of the slider's handle is at a value."""
        option = QStyleOptionSlider()
        self._slider.initStyleOption(option)
        style = self._slider.style()
        complex_control = QStyle.ComplexControl.CC_Slider
        groove = style.subControlRect(
            complex_control, option, QStyle.SubControl.SC_SliderGroove, self._slider
        )
        handle = style.subControlRect(
            complex_control, option, QStyle.SubControl.SC_SliderHandle, self._slider
        ).width()
        offset = QStyle.sliderPositionFromValue(
            option.minimum,
            option.maximum,
            value,
            groove.width() - handle,
            option.upsideDown,
        )
        return self._slider.x() - self.x() + groove.x() + offset + handle // 2
