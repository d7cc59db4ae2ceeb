"""Every text and every sign can be read on every ground that it stands on: WCAG 2.2, level AA."""

import pytest
from PySide6.QtGui import QColor, QPalette

from app.badges import LOOKS, badge_colours
from app.settings.settings import _dark_palette, _light_palette
from app.style import colours_of, readable
from simcore import Kind

TEXT, SIGN = 4.5, 3.0


def plain(window: str, base: str, text: str, accent: str) -> QPalette:
    palette = QPalette(QColor(window))
    for role, colour in (
        (QPalette.ColorRole.Window, window),
        (QPalette.ColorRole.Base, base),
        (QPalette.ColorRole.Text, text),
        (QPalette.ColorRole.Accent, accent),
    ):
        palette.setColor(role, QColor(colour))
    return palette


PALETTES = {
    "light": _light_palette(),
    "dark": _dark_palette(),
    "fusion": plain("#efefef", "#ffffff", "#000000", "#308cc6"),
    "fusion-dark": plain("#323232", "#242424", "#ffffff", "#308cc6"),
    "breeze": plain("#eff0f1", "#ffffff", "#232629", "#3daee9"),
    "breeze-dark": plain("#2a2e32", "#1b1e20", "#fcfcfc", "#3daee9"),
    "yellow accent": plain("#f3f3f3", "#ffffff", "#1b1b1b", "#ffd500"),
    "high contrast": plain("#000000", "#000000", "#ffffff", "#1aebff"),
}


def luminance(colour: QColor) -> float:
    """Relative luminance as WCAG 2.2 defines it, from 8-bit parts."""
    parts = [part / 255 for part in (colour.red(), colour.green(), colour.blue())]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_texts_and_signs_can_be_read(palette: QPalette):
    found = colours_of(palette)
    rows = found.base, found.window, found.selected, found.inactive, found.marked
    wanted = [
        *(("text", found.text, ground, TEXT) for ground in rows),
        *(("muted", found.muted, ground, TEXT) for ground in rows),
        ("accent", found.accent, found.base, TEXT),
        ("on accent", found.on_accent, found.accent, TEXT),
        ("safe", found.safe, found.base, TEXT),
        ("safe", found.safe, found.window, TEXT),
        ("warning", found.warning, found.warning_ground, TEXT),
        *(("edge", found.edge, ground, SIGN) for ground in (found.base, found.window)),
        *(("bar", found.bar, ground, SIGN) for ground in (found.base, found.selected)),
        *(("star", found.star, ground, SIGN) for ground in (found.base, found.selected)),
        *(
            (name, found.text, ground, TEXT)
            for name, side in (("left", found.left), ("right", found.right))
            for ground in (side.line, side.word)
        ),
        *(
            (f"{name} ink", side.ink, ground, TEXT)
            for name, side in (
                ("left", found.left),
                ("right", found.right),
                ("moved", found.moved),
            )
            for ground in (side.line,)
        ),
    ]
    low = [
        (name, round(contrast(colour, ground), 2), ground.name())
        for name, colour, ground, least in wanted
        if contrast(colour, ground) < least - 0.02  # the parts are rounded to 8 bits
    ]
    assert low == []


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
@pytest.mark.parametrize("kind", Kind)
def test_badges_can_be_read(palette: QPalette, kind: Kind):
    found = badge_colours(LOOKS[kind], palette)
    assert contrast(found.text, found.ground) >= TEXT


def test_kinds_differ_in_sign_and_word_not_in_colour_alone():
    assert set(LOOKS) == set(Kind)
    assert len({look.sign for look in LOOKS.values()}) == len(LOOKS)
    assert len({look.word() for look in LOOKS.values()}) == len(LOOKS)


def test_a_colour_is_moved_no_further_than_it_must():
    white = QColor("#ffffff")
    assert readable(QColor("#1b66b8"), [white]) == QColor("#1b66b8")
    assert 4.5 <= contrast(readable(QColor("#ffd500"), [white]), white) < 5.5
