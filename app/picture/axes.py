"""The words and marks around the picture of pairs: distances below, similarities to the left."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPalette, QPen, QPolygonF

from simcore import CLASSIC_DISTANCE

from ..language.wording import percent_text
from ..looks.colours import colours_of
from .plan import PairPlan

translate = QCoreApplication.translate  # the name lupdate looks for

_TICK = 5
_PERCENTS = (0, 50, 100)


def axis_marks(reach: int, suggested: int) -> list[tuple[int, str, bool]]:
    """Return distances with their words, and whether they have an arrow; the most needed first."""
    marks = [
        (suggested, translate("pair_axes", "{bits} bits, suggested").format(bits=suggested), True)
    ]
    if CLASSIC_DISTANCE not in {suggested, reach}:
        classic = translate("pair_axes", "{bits} classic").format(bits=CLASSIC_DISTANCE)
        marks.append((CLASSIC_DISTANCE, classic, True))
    marks.append((0, translate("pair_axes", "0 bits"), False))
    step = 4 if reach <= 64 else 16
    marks += [(bits, str(bits), False) for bits in range(step, reach + 1, step)]
    return marks


def paint_axes(
    painter: QPainter,
    plan: PairPlan,
    marks: Sequence[tuple[int, str, bool]],
    titles: Sequence[tuple[str, QRectF]],
    palette: QPalette,
) -> None:
    """Paint frames, marks and words; words that would touch others are left out."""
    text = palette.color(QPalette.ColorRole.WindowText)
    quiet = palette.color(QPalette.ColorRole.Mid)
    metrics = QFontMetricsF(painter.font())
    bottom = plan.middle.bottom()
    row = QRectF(0, bottom + _TICK + 1, 0, metrics.height())
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(quiet, 1))
    for frame in [plan.middle, *(position for _, position in titles)]:
        painter.drawRect(frame.adjusted(-0.5, -0.5, 0.5, 0.5))
    accent = colours_of(palette).accent
    painter.setPen(text)
    painter.setBrush(text)
    taken: list[QRectF] = []
    for title, frame in titles:
        position = QRectF(frame.left(), row.top(), frame.width(), row.height())
        painter.drawText(position, Qt.AlignmentFlag.AlignCenter, title)
        taken.append(position)
    for value, words, arrow in marks:
        painter.setPen(accent if arrow else text)
        painter.setBrush(accent if arrow else text)
        _paint_mark(painter, plan, (value, words, arrow), row, taken)
    painter.setPen(text)
    for percent in _PERCENTS:
        words = percent_text(percent / 100)
        wide = metrics.horizontalAdvance(words)
        left = min([plan.middle.left(), *(frame.left() for _, frame in titles)])
        y = plan.y(percent) - metrics.height() / 2
        y = min(max(y, plan.middle.top() - 3), bottom - metrics.height() + 3)
        painter.drawText(QPointF(left - wide - 5, y + metrics.ascent()), words)


def _paint_mark(
    painter: QPainter,
    plan: PairPlan,
    mark: tuple[int, str, bool],
    row: QRectF,
    taken: list[QRectF],
) -> None:
    value, words, arrow = mark
    x, y = plan.x(value), plan.middle.bottom() + 1
    if arrow:
        corners = [QPointF(x, y), QPointF(x - 4, y + _TICK), QPointF(x + 4, y + _TICK)]
        painter.drawPolygon(QPolygonF(corners))
    else:
        painter.drawLine(QPointF(x, y), QPointF(x, y + 2))
    wide = QFontMetricsF(painter.font()).horizontalAdvance(words) + 2
    left = min(max(x - wide / 2, plan.middle.left()), plan.middle.right() - wide)
    position = QRectF(left, row.top(), wide, row.height())
    if not any(position.adjusted(-6, 0, 6, 0).intersects(other) for other in taken):
        painter.drawText(position, Qt.AlignmentFlag.AlignCenter, words)
        taken.append(position)
