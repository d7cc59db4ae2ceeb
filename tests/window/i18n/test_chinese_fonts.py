"""Chinese characters come from a font of the language; Latin ones stay as they were."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetrics, QTextLayout
from PySide6.QtWidgets import QApplication

from app.i18n import chinese_families, fit_application_font
from app.widgets.basic import difference_font


@pytest.fixture(autouse=True)
def restored(qapp: QApplication) -> Iterator[None]:
    locale, font = QLocale(), QApplication.font()
    yield
    QLocale.setDefault(locale)
    QApplication.setFont(font)


def glyph_family(character: str) -> str:
    """Return the family that the application's font draws a character with."""
    layout = QTextLayout(character, QApplication.font())
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return str(layout.glyphRuns()[0].rawFont().familyName())


@pytest.mark.parametrize(("locale", "ending"), [("zh_CN", "SC"), ("zh_TW", "TC"), ("zh_HK", "TC")])
def test_characters_have_the_shapes_of_the_language(locale: str, ending: str) -> None:
    if f"Noto Sans CJK {ending}" not in QFontDatabase.families():
        pytest.skip("that font is not installed")
    QLocale.setDefault(QLocale(locale))
    fit_application_font()
    assert glyph_family("\u9aa8") == f"Noto Sans CJK {ending}"
    assert chinese_families()[0] in difference_font().families()


@pytest.mark.parametrize("locale", ["en_GB", "zh_CN", "zh_TW"])
def test_latin_letters_stay_as_they_were(locale: str) -> None:
    before = QFont(QApplication.font())
    QLocale.setDefault(QLocale(locale))
    for _ in range(2):  # a language may be changed again
        fit_application_font()
        after = QApplication.font()
        assert QFontInfo(after).family() == QFontInfo(before).family()
        assert QFontMetrics(after).height() == QFontMetrics(before).height()
    assert len(after.families()) == len(set(after.families()))
