"""Lengths and fonts in terms of the system's font, which is never set."""

from PySide6.QtGui import QFont, QFontInfo
from PySide6.QtWidgets import QApplication, QWidget

_DESIGNED_FOR = 13
"""The pixel size of the text that the measures of the design are given for."""

EDGE = 8
"""Pixels between the window's edge and what is in it."""

CELL = 6
"""Pixels between the edge of a cell and its words, at the left and at the right."""

TAB = 34
"""The height of a tab in pixels beside text of 13 px: buttons beside it are not cut."""


def scaled(length: float, font: QFont | None = None) -> int:
    """Return a length of the design, in pixels beside text of 13 px, for a font."""
    wanted = QApplication.font() if font is None else font
    return max(1, round(length * QFontInfo(wanted).pixelSize() / _DESIGNED_FOR))


def font_like(font: QFont, size: float, *, bold: bool = False) -> QFont:
    """Return a font for text that is ``size`` high where the design's text is 13."""
    found = QFont(font)
    factor = size / _DESIGNED_FOR
    if font.pointSizeF() > 0:
        found.setPointSizeF(font.pointSizeF() * factor)
    else:
        found.setPixelSize(max(1, round(font.pixelSize() * factor)))
    found.setBold(bold)
    return found


def small_font(widget: QWidget | None = None, *, bold: bool = False) -> QFont:
    """Return the font of facts, headers and badges."""
    return font_like(QApplication.font() if widget is None else widget.font(), 12, bold=bold)


def row_height(font: QFont | None = None) -> int:
    """Return the height of a row of a list or a tree, in pixels."""
    return scaled(24, font)
