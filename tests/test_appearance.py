"""Light and dark: what is worn is what was chosen, and texts are readable on it."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.appearance import Appearance, is_dark, wear
from windows import Open


@pytest.fixture(autouse=True)
def undressed(qapp: QApplication) -> Iterator[None]:
    yield
    wear(qapp, Appearance.SYSTEM)


def luminance(colour: QColor) -> float:
    """Relative luminance as WCAG 2.1 defines it."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: QColor, other: QColor) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("choice", [Appearance.LIGHT, Appearance.DARK])
def test_a_choice_is_worn_with_readable_texts(qapp: QApplication, choice: Appearance):
    wear(qapp, choice)
    palette, role = qapp.palette(), QPalette.ColorRole
    assert is_dark(palette) is (choice is Appearance.DARK)
    for text, ground in (
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.WindowText, role.Window),
        (role.ButtonText, role.Button),
        (role.ToolTipText, role.ToolTipBase),
        (role.Link, role.Base),
    ):
        # 4.5 to 1 is what WCAG 2.1 asks of text
        assert contrast(palette.color(text), palette.color(ground)) >= 4.5, (text, ground)


def test_the_systems_own_comes_back(qapp: QApplication):
    before = qapp.palette().color(QPalette.ColorRole.Base)
    wear(qapp, Appearance.DARK)
    assert qapp.palette().color(QPalette.ColorRole.Base) != before
    wear(qapp, Appearance.SYSTEM)
    assert qapp.palette().color(QPalette.ColorRole.Base) == before


def test_the_menu_changes_it_at_once_and_it_is_remembered(
    open_window: Open, qtbot: QtBot, qapp: QApplication
):
    application = open_window()
    window = application.window
    window.appearance_menu.action_of(Appearance.DARK).trigger()
    qtbot.waitUntil(lambda: is_dark(window.palette()))
    window.close()
    wear(qapp, Appearance.SYSTEM)
    again = open_window().window
    qtbot.waitUntil(lambda: is_dark(again.palette()))
    assert again.appearance_menu.choice() is Appearance.DARK
