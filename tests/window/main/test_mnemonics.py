"""In each language each entry of a menu has a letter of its own, also in the menus of views."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.groups.review import ReviewActions
from app.i18n import Language, set_language, without_mnemonic
from app.removal.history import HistoryWindow
from app.window.window import MainWindow
from group_reports import contracts
from simcore.model.records import DocumentId
from translations import TRANSLATED, spoken_from


@pytest.fixture(params=[Language.ENGLISH, *TRANSLATED])
def window(
    request: pytest.FixtureRequest, qtbot: QtBot, qapp: QApplication, compiled: Path
) -> Iterator[MainWindow]:
    """A window with groups, in each language."""
    with spoken_from(compiled):
        set_language(request.param)
        window = MainWindow()
        qtbot.addWidget(window)
        window.show()
        window.show_report(contracts())
        yield window


def repeated(actions: Iterable[QAction]) -> dict[str, list[str]]:
    """Return the letters that lead to two of the entries, with their texts."""
    texts = [one.text() for one in actions if not one.isSeparator()]
    keys = {text: QKeySequence.mnemonic(text).toString() for text in texts}
    letters = Counter(filter(None, map(keys.__getitem__, texts)))
    return {
        letter: [text for text in texts if keys[text] == letter]
        for letter, count in letters.items()
        if count > 1
    }


def lettered(actions: Iterable[QAction]) -> list[str]:
    return [one.text() for one in actions if QKeySequence.mnemonic(one.text()).toString()]


def test_the_menu_bar(window: MainWindow) -> None:
    bar = window.menuBar()
    assert repeated(bar.actions()) == {}
    assert len(lettered(bar.actions())) == 6
    menus = [one.menu() for one in bar.actions()]
    for menu in menus:
        assert isinstance(menu, QMenu)
        named = [one for one in menu.actions() if one.text()]
        # at the top of the bar every entry can be reached by its letter
        assert len(lettered(named)) == len(named), menu.title()


def test_every_menu_of_the_window(window: MainWindow) -> None:
    menus = window.findChildren(QMenu)
    assert len(menus) > 12
    for _ in ("as it is", "paused, with marks"):
        assert {menu.title(): found for menu in menus if (found := repeated(menu.actions()))} == {}
        window.commands.set_paused(paused=True)
        window.commands.set_marked(12)


def test_the_menus_of_views(window: MainWindow) -> None:
    history = HistoryWindow(window)
    policies = Qt.ContextMenuPolicy.ActionsContextMenu, Qt.ContextMenuPolicy.CustomContextMenu
    views = [
        one
        for one in (*window.findChildren(QWidget), *history.findChildren(QWidget))
        if one.contextMenuPolicy() in policies and one.actions()
    ]
    assert len(views) >= 5
    assert [found for one in views if (found := repeated(one.actions()))] == []


def test_the_menu_of_the_groups(window: MainWindow) -> None:
    view, model = window.group_view, window.group_model
    for document, marked in ((DocumentId(1), False), (DocumentId(3), False), (DocumentId(3), True)):
        view.choose(document)
        model.set_marked([document] if marked else [])
        place = QPoint(5, 5)
        event = QContextMenuEvent(
            QContextMenuEvent.Reason.Keyboard, place, view.viewport().mapToGlobal(place)
        )
        QApplication.sendEvent(view.viewport(), event)
        (menu,) = [one for one in view.findChildren(QMenu) if one.isVisible()]
        assert repeated(menu.actions()) == {}
        assert len(lettered(menu.actions())) > 12
        menu.close()
        QApplication.sendPostedEvents(menu)


def test_buttons_of_messages_show_no_letters(window: MainWindow) -> None:
    """They are what a screen reader says, too, so nothing else may name them."""
    removal = window.commands.removal
    for action in (window.commands.undo, removal.history, removal.results, window.commands.scan):
        window.alert.show_message("Done.", action=action)
        button = window.alert._button
        assert button.text() == without_mnemonic(action.text()).rstrip("…")
        assert button.text()
        assert button.accessibleName() in {"", button.text()}


def test_a_repeated_letter_is_found(window: MainWindow) -> None:
    """The test above can fail."""
    actions = ReviewActions(window)
    actions.keep.setText("&Next")
    assert repeated([actions.keep, actions.not_duplicate, actions.mark]).keys() == {"Alt+N"}
