"""Fonts that draw Chinese characters in the shapes of the language of the window.

The same character is printed differently in mainland China (families named SC) and in Taiwan (TC),
and differently again in Japan, whose shapes a system takes when it is not told.
"""

from PySide6.QtCore import QLocale
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo
from PySide6.QtWidgets import QApplication

# Families with Latin and Chinese in widths of 1 to 2, the best known first.
_TWO_TO_ONE = (
    "Sarasa Mono SC",
    "Noto Sans Mono CJK SC",
    "Source Han Mono SC",
    "WenQuanYi Zen Hei Mono",
    "NSimSun",
)
_TWO_TO_ONE_OF_TAIWAN = (
    "Sarasa Mono TC",
    "Noto Sans Mono CJK TC",
    "Source Han Mono TC",
    "MingLiU",
    *_TWO_TO_ONE,
)
_CHINESE = (
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "Microsoft YaHei",
    "PingFang SC",
    "WenQuanYi Micro Hei",
)
_CHINESE_OF_TAIWAN = (
    "Noto Sans CJK TC",
    "Source Han Sans TC",
    "Microsoft JhengHei",
    "PingFang TC",
    *_CHINESE,
)


def two_to_one_families() -> list[str]:
    """Return installed families whose Chinese characters are twice as wide as Latin letters."""
    return _installed(_TWO_TO_ONE_OF_TAIWAN if _taiwan() else _TWO_TO_ONE)


def chinese_families() -> list[str]:
    """Return installed families for Chinese characters, the best first."""
    return _installed(_CHINESE_OF_TAIWAN if _taiwan() else _CHINESE)


def fit_application_font() -> None:
    """Use a family of the window's language for Chinese characters, Latin as before."""
    font = QApplication.font()
    chinese = {*_CHINESE, *_CHINESE_OF_TAIWAN}
    own = [family for family in font.families() if family not in chinese]
    font.setFamilies([*resolved(own or font.families()), *chinese_families()[:2]])
    if font.families() != QApplication.font().families():
        QApplication.setFont(font)


def resolved(families: list[str]) -> list[str]:
    """Return families with what stands behind the first, which may be a name like "Sans Serif".

    Such a name stands for a family only while no other follows it in a font.
    """
    return [QFontInfo(QFont(families[:1])).family(), *families[1:]]


def _taiwan() -> bool:
    return QLocale().script() == QLocale.Script.TraditionalHanScript


def _installed(families: tuple[str, ...]) -> list[str]:
    installed = set(QFontDatabase.families())
    return [family for family in families if family in installed]
