"""The colours of the picture of pairs: blue and orange, distinct for colour-blind users, too."""

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPalette

from ..looks.colours import colours_of, mixed, readable


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


_LIGHT = "#1a7445", "#1b5aa3", "#9a4a06", "#583690"
_DARK = "#4fbf83", "#86c1fb", "#f0b476", "#cfbaf4"


def pair_colours(palette: QPalette) -> PairColours:
    """Choose the colours for a light or a dark palette: those of the badges of the kinds."""
    found = colours_of(palette)
    copies, near, numbers, part = map(QColor, _DARK if found.dark else _LIGHT)
    inside = mixed(near, found.base, 0.12)
    unlike = readable(found.edge, (found.base, inside), ratio=3.0)
    return PairColours(copies, near, numbers, part, unlike=unlike, line=found.text, inside=inside)
