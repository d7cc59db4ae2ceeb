"""ThresholdLine: a threshold as a line on a picture, moved by mouse, wheel or keys."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractSlider, QWidget

from ..looks.colours import colours_of
from ..widgets.view_keys import ViewKey

LINE_WIDTH = 13
"""The width of the strip that reacts to the pointer, in pixels; odd, to centre the line."""


class ThresholdLine(QAbstractSlider):
    """A slider that is a line: upright and moved sideways, or level and moved up and down.

    ``value_at`` gives the value at a point of the parent; the parent puts the line where its value
    is. Arrow keys, Page Up and Down, Home and End work as with every slider.
    """

    def __init__(
        self,
        orientation: Qt.Orientation,
        value_at: Callable[[QPoint], int],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._value_at = value_at
        self._shift = QPoint()
        self.colour = QColor()
        self.setOrientation(orientation)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        sideways = orientation is Qt.Orientation.Horizontal
        self.setCursor(Qt.CursorShape.SplitHCursor if sideways else Qt.CursorShape.SplitVCursor)

    def view_keys(self) -> list[ViewKey]:
        """List the keys that work here alone."""
        return [
            ViewKey(
                ("Left", "Right", "Up", "Down", "PgUp", "PgDown", "Home", "End"),
                self.tr("Move the line"),
            )
        ]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start dragging the line, without a jump to the pointer."""
        if event.button() is not Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._shift = event.position().toPoint() - self.rect().center()
        self.setSliderDown(True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the line along."""
        if self.isSliderDown():
            position = self.mapToParent(event.position().toPoint() - self._shift)
            self.setSliderPosition(self._value_at(position))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Stop dragging."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paint the line and its grip; both are thicker with the focus."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.rect().toRectF().center()
        focused = self.hasFocus() or self.isSliderDown()
        thick = 3.0 if focused else 2.0
        side = float(LINE_WIDTH)
        if self.orientation() is Qt.Orientation.Horizontal:
            line = QRectF(middle.x() - thick / 2, 0, thick, self.height())
            handle = QRectF(middle.x() - side / 2, self.height() * 0.8 - side / 2, side, side)
        else:
            line = QRectF(0, middle.y() - thick / 2, self.width(), thick)
            handle = QRectF(self.width() * 0.88 - side / 2, middle.y() - side / 2, side, side)
        painter.fillRect(line, self.colour)
        colours = colours_of(self.palette())
        painter.setBrush(colours.base)
        painter.setPen(QPen(colours.accent, 3 if focused else 2))
        painter.drawEllipse(handle.adjusted(1.5, 1.5, -1.5, -1.5))
