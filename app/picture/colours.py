"""The colours of the picture of pairs: blue and orange, distinct for colour-blind users, too."""

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPalette


@dataclass(frozen=True, slots=True)
class PairColours:
    """One colour for each sort of pair; each sort has a shape or a lane of its own besides.

    ``line`` is that of the thresholds, ``inside`` the background of the shown pairs.
    """

    copies: QColor
    near: QColor
    numbers: QColor
    part: QColor
    unlike: QColor
    line: QColor
    inside: QColor


_LIGHT = PairColours(
    copies=QColor("#3a3a3a"),
    near=QColor("#0b5cad"),
    numbers=QColor("#b35900"),
    part=QColor("#2a7a8c"),
    unlike=QColor("#6e6e6e"),
    line=QColor("#1a1a1a"),
    inside=QColor("#eaf2fb"),
)
_DARK = PairColours(
    copies=QColor("#dddddd"),
    near=QColor("#7cc0ff"),
    numbers=QColor("#ffb05c"),
    part=QColor("#6fd0dd"),
    unlike=QColor("#a2a2a2"),
    line=QColor("#f4f4f4"),
    inside=QColor("#1d2c3c"),
)


def pair_colours(palette: QPalette) -> PairColours:
    """Choose the colours for a light or a dark palette."""
    dark = palette.color(QPalette.ColorRole.Base).lightness() < 128
    return _DARK if dark else _LIGHT
