"""The colours of differences: blue and orange, which colour-blind eyes tell apart too."""

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPalette

__all__ = ["DifferenceColours", "difference_colours"]


@dataclass(frozen=True, slots=True)
class DifferenceColours:
    """Backgrounds that leave the palette's text readable, and lines that stand out from them.

    ``row`` is the background of a line that differs, ``mark`` that of what differs inside it,
    ``edge`` the line under a mark and the sign in the margin.
    """

    row: QColor
    mark: QColor
    edge: QColor


_LEFT = DifferenceColours(QColor("#fdf0e1"), QColor("#fbcf99"), QColor("#b35900"))
_RIGHT = DifferenceColours(QColor("#e6f0fb"), QColor("#b3d3f5"), QColor("#0b5cad"))
_LEFT_DARK = DifferenceColours(QColor("#3b2b18"), QColor("#7a4a12"), QColor("#ffb05c"))
_RIGHT_DARK = DifferenceColours(QColor("#192c40"), QColor("#1f5587"), QColor("#7cc0ff"))


def difference_colours(palette: QPalette, *, left: bool) -> DifferenceColours:
    """Choose the colours of one side for a light or a dark palette."""
    if palette.color(QPalette.ColorRole.Base).lightness() < 128:
        return _LEFT_DARK if left else _RIGHT_DARK
    return _LEFT if left else _RIGHT
