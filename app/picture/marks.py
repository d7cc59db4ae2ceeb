"""The marks of pairs on the picture: a shape, a colour and a shade for each sort."""

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

_FAINTEST = 0.35


def shade(count: int, most: int) -> float:
    """Return how strong a mark is, from 0.35 for one pair to 1 for the most that a cell has.

    It follows the logarithm: one cell may have a thousand times the pairs of another.

    >>> shade(1, 1), shade(1, 1000), shade(1000, 1000)
    (1.0, 0.35, 1.0)
    """
    if most <= 1:
        return 1.0
    return _FAINTEST + (1 - _FAINTEST) * math.log(count) / math.log(most)


def paint_block(painter: QPainter, position: QRectF, colour: QColor, strength: float) -> None:
    """Fill a cell."""
    painter.fillRect(_inner(position), _shaded(colour, strength))


def paint_lozenge(
    painter: QPainter, position: QRectF, colour: QColor, strength: float, edge: QColor
) -> None:
    """Paint a lozenge with an edge in the middle of a cell, over its contents."""
    height = max(position.height(), 7.0) / 2
    width = min(height * 1.6, max(position.width() / 2, 3.0))
    middle = position.center()
    painter.setPen(QPen(edge, 1))
    painter.setBrush(_shaded(colour, max(strength, 0.7)))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)  # noqa: FBT003 - Qt's own
    corners = [(-width, 0.0), (0.0, -height), (width, 0.0), (0.0, height)]
    painter.drawPolygon(QPolygonF([middle + QPointF(x, y) for x, y in corners]))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # noqa: FBT003


def paint_box(painter: QPainter, position: QRectF, colour: QColor, strength: float) -> None:
    """Draw the outline of a cell, hollow."""
    painter.setPen(QPen(_shaded(colour, strength), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(_inner(position).adjusted(0.5, 0.5, -0.5, -0.5))


def paint_stripes(painter: QPainter, position: QRectF, colour: QColor, strength: float) -> None:
    """Fill a cell with upright stripes."""
    inner = _inner(position)
    stripe = _shaded(colour, strength)
    x = inner.left()
    while x < inner.right():
        painter.fillRect(
            QRectF(x, inner.top(), min(2.0, inner.right() - x), inner.height()), stripe
        )
        x += 4.0


def _inner(position: QRectF) -> QRectF:
    """Leave a line free between cells."""
    gap = 1.0 if position.width() > 6 else 0.5
    return position.adjusted(0, 0, -gap, -1.0)


def _shaded(colour: QColor, strength: float) -> QColor:
    shaded = QColor(colour)
    shaded.setAlphaF(strength)
    return shaded
