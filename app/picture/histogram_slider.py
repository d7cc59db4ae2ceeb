"""HistogramSlider: a slider that shows above its groove how many pairs each value has."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

from ..looks.colours import colours_of
from ..looks.measures import scaled
from ..widgets.view_keys import ViewKey

_BARS, _GROOVE, _HANDLE = 13, 4, 14


class HistogramSlider(QAbstractSlider):
    """A level slider from left to right; the side that is kept has the accent's colour.

    ``upwards`` keeps what is above the value, else what is below it. Keys, wheel and a click on the
    groove work as on every slider.
    """

    def __init__(self, parent: QWidget | None = None, *, upwards: bool = False) -> None:
        super().__init__(parent)
        self.setOrientation(Qt.Orientation.Horizontal)
        self._upwards = upwards
        self._counts: Sequence[int] = ()
        self._suggested: int | None = None
        self._dragging = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_counts(self, counts: Sequence[int], first: int = 0) -> None:
        """Show how many pairs each value has, from ``first`` on; none hides the histogram."""
        self._counts = [0] * max(0, first - self.minimum()) + list(counts)
        self.update()

    def counts(self) -> Sequence[int]:
        """Return how many pairs each value has, from the least value on."""
        return self._counts

    def set_suggested(self, value: int | None) -> None:
        """Put a tick below a suggested value."""
        self._suggested = value
        self.update()

    def view_keys(self) -> list[ViewKey]:
        """List the keys that work here alone."""
        return [
            ViewKey(("Left", "Right", "PgUp", "PgDown", "Home", "End"), self.tr("Move the slider"))
        ]

    def sizeHint(self) -> QSize:
        """Return the room for bars, groove and tick."""
        return QSize(scaled(160, self.font()), scaled(_BARS + _HANDLE + 4, self.font()))

    def minimumSizeHint(self) -> QSize:
        """Return the least that can be aimed at."""
        return QSize(scaled(60, self.font()), self.sizeHint().height())

    # ---- places

    def _span(self) -> tuple[float, float]:
        half = scaled(_HANDLE, self.font()) / 2 + 1
        return half, self.width() - half

    def _x(self, value: float) -> float:
        first, last = self._span()
        reach = max(1, self.maximum() - self.minimum())
        return first + (last - first) * (value - self.minimum()) / reach

    def _value_at(self, x: float) -> int:
        first, last = self._span()
        share = (x - first) / max(1.0, last - first)
        reach = self.maximum() - self.minimum()
        return self.minimum() + round(min(max(share, 0.0), 1.0) * reach)

    # ---- the pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Move to the pointer, and follow it."""
        if event.button() is not Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._dragging = True
        self.setSliderDown(True)
        self.setSliderPosition(self._value_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        if self._dragging:
            self.setSliderPosition(self._value_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Stop following it."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._dragging = False
            self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what scrolls, unless keys go here."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    # ---- painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint bars, groove, tick and handle."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, enabled = colours_of(self.palette()), self.isEnabled()
        kept = colours.accent if enabled else colours.disabled
        middle = self.height() - scaled(_HANDLE, self.font()) / 2 - scaled(4, self.font())
        first, last = self._span()
        at = self._x(self.sliderPosition())
        painter.setPen(Qt.PenStyle.NoPen)
        groove = scaled(_GROOVE, self.font())
        whole = QRectF(first, middle - groove / 2, last - first, groove)
        painter.setBrush(colours.track)
        painter.drawRoundedRect(whole, groove / 2, groove / 2)
        inside = QRectF(whole)
        if self._upwards:
            inside.setLeft(at)
        else:
            inside.setRight(at)
        painter.setBrush(kept)
        painter.drawRoundedRect(inside, groove / 2, groove / 2)
        self._paint_bars(painter, middle - groove / 2 - 1)
        if self._suggested is not None:
            tick = self._x(self._suggested)
            # no fillRect: for its sake the binding makes 169 names of gradients as a window opens
            painter.drawRect(QRectF(tick - 1, middle + groove, 2, scaled(5, self.font())))
        side = scaled(_HANDLE, self.font())
        handle = QRectF(at - side / 2, middle - side / 2, side, side).adjusted(1, 1, -1, -1)
        painter.setBrush(colours.base)
        painter.setPen(QPen(kept, 3 if self.hasFocus() else 2))
        painter.drawEllipse(handle)

    def _paint_bars(self, painter: QPainter, bottom: float) -> None:
        most = max(self._counts, default=0)
        if not most:
            return
        colours = colours_of(self.palette())
        height = scaled(_BARS, self.font())
        step = self._x(self.minimum() + 1) - self._x(self.minimum())
        value = self.sliderPosition()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        for number, count in enumerate(self._counts):
            at = self.minimum() + number
            if not count or at > self.maximum():
                continue
            # by the square root: a few pairs beside many are still seen
            tall = max(1.0, height * (count / most) ** 0.5)
            keeps = at >= value if self._upwards else at <= value
            colour = colours.density[2] if keeps else colours.separator
            left = round(self._x(at) - step / 2)
            wide = max(1, round(self._x(at) + step / 2) - left - (1 if step > 3 else 0))
            painter.fillRect(QRectF(left, round(bottom - tall), wide, round(tall)), colour)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)
