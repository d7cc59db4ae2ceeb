"""The menu bar is hidden until Alt or F10 asks for it, and never comes up for another shortcut."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.window.window import MainWindow
from group_reports import contracts
from simcore.model.records import DocumentId


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    window.show_report(contracts())
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.group_view.setFocus()
    return window


def alt(window: MainWindow) -> None:
    QTest.keyClick(window.group_view, Qt.Key.Key_Alt)


def test_it_is_hidden_and_alt_shows_it(window: MainWindow) -> None:
    bar = window.menuBar()
    assert not bar.isVisible()
    alt(window)
    assert bar.isVisible()
    assert bar.activeAction() is bar.actions()[0]
    QTest.keyClick(bar, Qt.Key.Key_Alt)
    assert not bar.isVisible()


def test_f10_shows_it(window: MainWindow) -> None:
    QTest.keyClick(window.group_view, Qt.Key.Key_F10)
    assert window.menuBar().isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_Right, Qt.Key.Key_PageDown, Qt.Key.Key_Down])
def test_a_shortcut_with_alt_leaves_it_hidden(window: MainWindow, key: Qt.Key) -> None:
    """The key of a shortcut comes to no widget: only Alt is seen pressed and let go."""
    window.group_view.choose(DocumentId(2))
    QTest.keyClick(window.group_view, key, Qt.KeyboardModifier.AltModifier)
    assert not window.menuBar().isVisible()
    assert window.group_view.hasFocus()
    alt(window)
    assert window.menuBar().isVisible(), "and Alt alone still asks for it"


def test_a_click_with_alt_leaves_it_hidden(window: MainWindow, qtbot: QtBot) -> None:
    QTest.keyPress(window.group_view, Qt.Key.Key_Alt)
    qtbot.mouseClick(window.group_view.viewport(), Qt.MouseButton.LeftButton)
    QTest.keyRelease(window.group_view, Qt.Key.Key_Alt)
    assert not window.menuBar().isVisible()


def test_it_is_kept_in_sight_if_wanted(window: MainWindow) -> None:
    keys = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(window.group_view, Qt.Key.Key_M, keys)
    assert window.menuBar().isVisible()
    alt(window)
    QTest.keyClick(window.menuBar(), Qt.Key.Key_Alt)
    assert window.menuBar().isVisible()
    window.commands.menu_bar.trigger()
    assert not window.menuBar().isVisible()


def test_the_last_button_has_all_of_its_menus(window: MainWindow) -> None:
    menu = window.toolbar.menus.menu()
    assert menu is not None
    titles = [one.text() for one in window.menuBar().actions()]
    assert [one.text() for one in menu.actions()] == titles
    assert all(isinstance(one.menu(), QMenu) for one in menu.actions())
