"""The sign of protected documents: a padlock in the colour of the text beside it."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

_SIZES = (16, 22, 32, 48)


def paint_lock(painter: QPainter, position: QRectF, colour: QColor) -> None:
    """Paint a closed padlock in the middle of a rectangle."""
    size = min(position.width(), position.height())
    centre = position.center() + QPointF(0.5, 0.5)
    body = QRectF(0, 0, size * 0.66, size * 0.46)
    body.moveCenter(centre + QPointF(0, size * 0.17))
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(body, size * 0.06, size * 0.06)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, max(1.2, size * 0.11)))
    bow = QRectF(0, 0, size * 0.4, size * 0.52)
    bow.moveCenter(QPointF(centre.x(), body.top()))
    painter.drawArc(bow, 0, 180 * 16)
    painter.restore()


def lock_icon(colour: QColor) -> QIcon:
    """Return the padlock as an icon."""
    icon = QIcon()
    for size in _SIZES:
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        paint_lock(painter, QRectF(0, 0, size, size), colour)
        painter.end()
        icon.addPixmap(pixmap)
    return icon
