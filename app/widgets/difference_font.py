"""The font of the differences: monospaced, with Chinese of twice the width where there is one."""

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QTextLayout

from app.language.chinese_fonts import chinese_families, resolved, two_to_one_families

__all__ = ["difference_font", "row_height"]


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
    """Measure how high a row must be to hold Latin and Chinese, whichever fonts they come from."""
    layout = QTextLayout("Ág国ィ한", font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return max(float(round(line.height() + 0.5)), QFontMetricsF(font).lineSpacing())
