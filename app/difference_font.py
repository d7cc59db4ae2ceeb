"""The font of the differences: monospaced, with Chinese of twice the width where there is one."""

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QTextLayout

__all__ = ["difference_font", "row_height"]

# Families that hold Latin and Chinese in widths of 1 to 2, the best known first.
_TWO_TO_ONE = (
    "Sarasa Mono SC",
    "Noto Sans Mono CJK SC",
    "Source Han Mono SC",
    "WenQuanYi Zen Hei Mono",
    "NSimSun",
)
# Families to take Chinese from where no such family is installed.
_CHINESE = ("Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", "WenQuanYi Micro Hei")


def difference_font() -> QFont:
    """Return the system's monospaced font, or a better one for texts with Chinese in them."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    installed = set(QFontDatabase.families())
    wanted = [family for family in _TWO_TO_ONE if family in installed][:1]
    chinese = [family for family in _CHINESE if family in installed]
    font.setFamilies([*wanted, *font.families(), *chinese])
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
