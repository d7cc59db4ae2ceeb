"""DistanceScale: what stands below the slider of distances."""

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QBrush, QHelpEvent, QPainter, QPaintEvent, QPalette, QPolygon
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

    The ends, the classic and the suggested distance have a mark and a word; the part beyond
    what was compared is hatched.
    """

    def __init__(self, slider: QSlider, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slider = slider
        self._compared: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def compared(self) -> int | None:
        """Return up to which distance documents were compared, None when it is not known."""
        return self._compared

    def set_compared(self, distance: int | None) -> None:
        """Hatch the part beyond a distance; nothing when it is None."""
        self._compared = distance
        self.update()

    def beyond_text(self) -> str:
        """Return what the hatched part means, nothing when there is none."""
        if self._compared is None or self._compared >= self._slider.maximum():
            return ""
        return self.tr("Beyond {bits} bits, pairs were found by common passages alone").format(
            bits=self._compared
        )

    def hatched(self) -> QRect:
        """Return the part that is hatched, an empty rectangle when none is."""
        if not self.beyond_text() or self._compared is None:
            return QRect()
        left = (self._x(self._compared) + self._x(self._compared + 1)) // 2
        right = self._x(self._slider.maximum())
        return QRect(QPoint(min(left, right), 0), QPoint(max(left, right), _STRIP - 1))

    def sizeHint(self) -> QSize:
        """Return the height of marks and words; the width is the slider's."""
        return QSize(self._slider.sizeHint().width(), _STRIP + self.fontMetrics().height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the same height as the size hint, for no part can go."""
        return QSize(0, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Explain the hatched part under the pointer, and the slider elsewhere."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            beyond = self.hatched().adjusted(0, 0, 0, self.height())
            over = not self.hatched().isEmpty() and beyond.contains(event.pos())
            text = self.beyond_text() if over else self._slider.toolTip()
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paint the marks, the words and the hatched part in the palette's colours."""
        painter = QPainter(self)
        hatched = self.hatched()
        if not hatched.isEmpty():
            colour = self.palette().color(QPalette.ColorRole.PlaceholderText)
            painter.fillRect(hatched, QBrush(colour, Qt.BrushStyle.BDiagPattern))
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
