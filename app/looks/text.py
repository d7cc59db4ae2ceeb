"""Text painted on one base line in all scripts, and cut in its middle where it does not fit.

Qt centres the box of a line, which is as high as the highest font in it: beside Latin letters,
those of a Chinese or an emoji font stand up to 2 pixels off. Here the capitals of the first font
are centred, and all letters of a line stand on their base line.
"""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_ONE_LINE = str.maketrans("\n\r\t\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}", "     ")


class Run(NamedTuple):
    """A piece of a line that is painted alike; ``tells`` is what tells it from other rows.

    What tells is bold and is shortened last.
    """

    text: str
    tells: bool = False


def base_line(place: QRectF, font: QFont) -> float:
    """Return the y of the base line of a line in the vertical middle of a rectangle."""
    return place.center().y() + QFontMetricsF(font).capHeight() / 2


def paint_line(
    painter: QPainter,
    place: QRectF,
    text: str,
    font: QFont,
    colour: QColor,
    *,
    right: bool = False,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> float:
    """Paint one line, shortened to the rectangle's width; return the width it takes, in pixels."""
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(text.translate(_ONE_LINE), elide, place.width())
    width = metrics.horizontalAdvance(shown)
    painter.setFont(font)
    painter.setPen(colour)
    left = place.right() - width if right else place.left()
    painter.drawText(QPointF(left, base_line(place, font)), shown)
    return width


def fitted(runs: Sequence[Run], font: QFont, width: float, bold: QFont) -> list[Run]:
    """Shorten runs to a width: first the longest run that rows share, then those that tell.

    A run is cut in its middle, so that its beginning and its end stay.
    """
    found = [run for run in runs if run.text]

    def widths() -> list[float]:
        return [
            QFontMetricsF(bold if run.tells else font).horizontalAdvance(run.text) for run in found
        ]

    for tells in (False, True):
        while found and sum(taken := widths()) > width:
            places = [at for at, run in enumerate(found) if run.tells is tells]
            wide = [at for at in places if found[at].text != _ELLIPSIS]
            if not wide:
                break
            # of what tells, the end does most
            at = wide[0] if tells else max(wide, key=lambda one: taken[one])
            room = max(0.0, width - (sum(taken) - taken[at]))
            metrics = QFontMetricsF(bold if tells else font)
            least = metrics.horizontalAdvance(_ELLIPSIS)
            text = metrics.elidedText(found[at].text, Qt.TextElideMode.ElideMiddle, room)
            found[at] = Run(text if room > least and text else _ELLIPSIS, tells)
    return found


def paint_runs(
    painter: QPainter,
    place: QRectF,
    runs: Sequence[Run],
    font: QFont,
    colour: QColor,
    shared: QColor | None = None,
) -> None:
    """Paint runs one behind the other, shortened as ``fitted`` does.

    ``shared`` is the colour of what rows share; then what tells is in ``colour`` and not bold.
    """
    bold = QFont(font)
    bold.setBold(shared is None)
    line, left = base_line(place, font), place.left()
    for run in fitted(
        [Run(one.text.translate(_ONE_LINE), one.tells) for one in runs], font, place.width(), bold
    ):
        used = bold if run.tells else font
        painter.setFont(used)
        painter.setPen(colour if run.tells or shared is None else shared)
        painter.drawText(QPointF(left, line), run.text)
        left += QFontMetricsF(used).horizontalAdvance(run.text)
