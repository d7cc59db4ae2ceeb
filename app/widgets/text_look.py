"""The colours of differences: blue and orange, which colour-blind users can distinguish, too."""

from dataclasses import dataclass

from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QPalette,
    QTextLayout,
    QTextLine,
)

from ..language.chinese_fonts import chinese_families, resolved, two_to_one_families
from ..looks.colours import colours_of


def difference_font() -> QFont:
    """Return the system's monospaced font, or a better one for texts with Chinese in them.

    Its Chinese characters have the shapes of the language of the window.
    """
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setFamilies([*two_to_one_families()[:1], *resolved(font.families()), *chinese_families()])
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setFixedPitch(True)
    return font


def row_height(font: QFont) -> float:
    """Return the row height for Latin and Chinese text in any font."""
    layout = QTextLayout("Ág国ィ한", font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return max(float(round(line.height() + 0.5)), QFontMetricsF(font).lineSpacing())


def x_in_line(line: QTextLine, position: int) -> float:
    """Return the x of ``QTextLine.cursorToX``, which returns it with the cursor, or alone."""
    found: object = line.cursorToX(position)
    first = found[0] if isinstance(found, tuple) else found
    return float(first) if isinstance(first, int | float) else 0.0


@dataclass(frozen=True, slots=True)
class DifferenceColours:
    """Backgrounds that leave the palette's text readable, and lines that stand out from them.

    ``row`` is the background of a line that differs, ``mark`` that of the differing text inside it,
    ``edge`` the line under a mark and the sign in the margin.
    """

    row: QColor
    mark: QColor
    edge: QColor


def difference_colours(palette: QPalette, *, left: bool) -> DifferenceColours:
    """Choose the colours of one side for a light or a dark palette."""
    found = colours_of(palette)
    side = found.left if left else found.right
    return DifferenceColours(side.line, side.word, side.ink)
