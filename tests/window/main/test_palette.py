"""The command palette: every command by a few letters, in two languages, by keyboard alone."""

import re
import xml.etree.ElementTree as ET  # our own files
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.i18n import Language, _pattern, english_of, read_messages, set_language, without_mnemonic
from app.window.help import commands_of
from app.window.palette import CommandPalette, Named, rank, spread
from app.window.window import MainWindow
from group_reports import contracts
from simcore.model.records import DocumentId
from translations import SOURCES, TRANSLATED, spoken_from
from windows import Open


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    window = MainWindow()
    qtbot.addWidget(window)
    return window


def opened(qtbot: QtBot, window: MainWindow) -> CommandPalette:
    """Open it by its keys."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window, Qt.Key.Key_P, modifiers)
    found = [one for one in window.findChildren(CommandPalette) if one.isVisible()]
    qtbot.waitUntil(found[-1].isActiveWindow)
    qtbot.waitUntil(found[-1].search.hasFocus)
    return found[-1]


@pytest.fixture
def palette(qtbot: QtBot, open_window: Open) -> CommandPalette:
    return opened(qtbot, open_window().window)


def listed(palette: CommandPalette) -> list[str]:
    return [palette.list.item(row).text() for row in range(palette.list.count())]


def chosen(palette: CommandPalette) -> str:
    command = palette.chosen()
    return command.text


def test_every_command_is_found_without_an_entry(window: MainWindow) -> None:
    found = {one.action for one in commands_of(window)}
    assert len(found) == len(commands_of(window))
    missing = [
        one.text()
        for one in window.findChildren(QAction)
        if one.associatedObjects()
        and one.text()
        and one.menu() is None
        and not one.isSeparator()
        and one not in found
        and not {type(each) for each in one.associatedObjects()} <= {QMenu}
    ]
    assert missing == []
    later = QAction("Brew some &tea", window)
    window.menuBar().actions()[0].menu().addMenu("Kitc&hen").addAction(later)
    (command,) = [one for one in commands_of(window) if one.action is later]
    assert (command.text, command.scope) == ("Brew some tea", "File ▸ Kitchen")


def test_what_the_menu_of_a_row_has_is_offered(qtbot: QtBot, palette: CommandPalette) -> None:
    window = palette.parent()
    menu = window.group_view.commands.menu()
    of_row = {without_mnemonic(one.text().partition("\t")[0]) for one in menu.actions()}
    wanted = {"Mark", "Unmark all of this group", "Open", "Show only this folder", "Copy path"}
    assert wanted <= of_row
    assert wanted <= set(listed(palette))
    QTest.keyClicks(palette.search, "exclude the folder")
    assert chosen(palette) == "Exclude the folder of this document"
    assert "Choose a row first" in palette.about.text()
    palette.reject()
    shown = contracts()
    window.show_report(shown)
    view = window.group_view
    qtbot.waitUntil(lambda: view.groups.rowCount() > 0)
    assert view.choose(DocumentId(3))
    again = opened(qtbot, window)
    QTest.keyClicks(again.search, "exclude the folder")
    with qtbot.waitSignal(view.commands.exclusion_wanted):
        QTest.keyClick(again.search, Qt.Key.Key_Return)


def test_enter_carries_out_once_the_list_is_closed(qtbot: QtBot, open_window: Open) -> None:
    window = open_window().window
    palette = opened(qtbot, window)
    relative = window.commands.relative
    before = relative.isChecked()
    QTest.keyClicks(palette.search, "differences to the kept")
    assert chosen(palette) == without_mnemonic(relative.text())
    with qtbot.waitSignal(relative.toggled):
        QTest.keyClick(palette.search, Qt.Key.Key_Return)
    assert relative.isChecked() is not before
    qtbot.waitUntil(lambda: not window.findChildren(CommandPalette))
    palette = opened(qtbot, window)
    palette.search.setText("differences to the kept")
    text = palette.list.item(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert text.endswith("off" if before else "on")
    palette.reject()


def test_arrows_choose(palette: CommandPalette) -> None:
    keys = Qt.Key
    QTest.keyClicks(palette.search, "mark")
    last = palette.list.count() - 1
    assert last > 3
    down, up, page = keys.Key_Down, keys.Key_Up, keys.Key_PageDown
    for key, row in ((down, 1), (down, 2), (up, 1), (up, 0), (up, 0)):
        QTest.keyClick(palette.search, key)
        assert palette.list.currentRow() == row
        assert palette.search.hasFocus()
    for _ in range(3):
        QTest.keyClick(palette.search, page)
    assert palette.list.currentRow() == last


def test_what_is_not_available_says_so_and_is_not_carried_out(
    qtbot: QtBot, palette: CommandPalette
) -> None:
    QTest.keyClicks(palette.search, "save results")
    command = palette.chosen()
    assert command.text == "Save results…"
    assert not command.action.isEnabled()
    assert palette.about.text().startswith("Not available now. ")
    assert "Save groups" in palette.about.text()
    item = palette.list.currentItem()
    assert "not available now" in item.data(Qt.ItemDataRole.AccessibleTextRole)
    triggered = []
    command.action.triggered.connect(lambda: triggered.append(True))
    QTest.keyClick(palette.search, Qt.Key.Key_Return)
    qtbot.wait(20)
    assert palette.isVisible()
    assert not triggered


def test_it_is_found_by_keys_by_menu_and_with_letters_left_out(palette: CommandPalette) -> None:
    texts = listed(palette)  # nothing typed lists all in their order
    assert rank([], Named(("a",), (), "")) == 0
    assert texts.index("Add folder…") < texts.index("Scan") < texts.index("Mark by rules…")
    for typed, found in (
        ("review keep", "Keep this one instead"),
        ("collapse groups", "Collapse all groups"),
        ("clpsegrps", "Collapse all groups"),
    ):
        palette.search.setText(typed)
        assert chosen(palette) == found
    palette.search.setText("ctrl+shift+p")
    assert listed(palette) == ["Commands…"]
    palette.search.setText("mark")
    for row in range(palette.list.count()):
        item = palette.list.item(row)
        spoken = item.data(Qt.ItemDataRole.AccessibleTextRole)
        assert "mark" in f"{item.text()} {spoken}".lower()
    palette.search.setText("scan")
    told = QAccessible.queryAccessibleInterface(palette.list)
    assert told.text(QAccessible.Text.Name) == "Commands"
    assert "F5" in told.child(0).text(QAccessible.Text.Name)
    assert palette.search.accessibleName()
    assert palette.search.accessibleDescription().startswith("Scan")
    palette.search.setText("xyzzy")
    assert palette.list.count() == 0
    assert palette.about.text() == "No command has these words."
    QTest.keyClick(palette.search, Qt.Key.Key_Escape)
    assert not palette.isVisible()


# --- in other languages


@pytest.fixture(params=TRANSLATED)
def spoken(request: pytest.FixtureRequest, compiled: Path) -> Iterator[Language]:
    with spoken_from(compiled):
        yield request.param
        set_language(Language.ENGLISH)


def test_commands_are_found_in_english_too(qtbot: QtBot, spoken: Language) -> None:
    set_language(Language.ENGLISH)
    plain = MainWindow()
    qtbot.addWidget(plain)
    english = [one.text for one in commands_of(plain)]
    set_language(spoken)
    window = MainWindow()
    qtbot.addWidget(window)
    commands = commands_of(window)
    # the same program, action by action
    assert len(commands) == len(english)
    own_names = {one.own_name for one in Language}  # which are the same in every language
    for command, name in zip(commands, english, strict=True):
        if name in own_names:
            continue
        assert name.rstrip("…") in english_of(command.action.text()), name
    _pattern.cache_clear()
    palette = CommandPalette(commands, window)
    assert _pattern.cache_info().misses < 20, "to compile all that can be filled in takes too long"
    palette.show()
    palette.search.setText("mark by rules")
    own = without_mnemonic(window.commands.mark_by_rules.text())
    assert chosen(palette) == own
    assert listed(palette)[0] == f"{own} · mark by rules"
    palette.search.setText(own[:4])
    assert own in listed(palette)
    palette.close()


def test_what_was_filled_in_stays(qtbot: QtBot, spoken: Language) -> None:
    set_language(spoken)
    window = MainWindow()
    qtbot.addWidget(window)
    window.commands.set_marked(12)
    (english,) = english_of(window.commands.trash.text())
    assert english == "Move 12 to trash"
    assert english_of("没有这样的话") == ("没有这样的话",)


def test_messages_are_those_of_the_source(compiled: Path) -> None:
    """The truth is the .ts file that the compiled one was made of."""
    root = ET.parse(SOURCES / "variorum_zh_CN.ts")  # noqa: S314 - our own file
    wanted = {
        (message.findtext("source", ""), message.findtext("translation", ""))
        for message in root.iter("message")
        if message.find("translation[@type]") is None
    }
    (file,) = compiled.rglob("variorum_zh_CN.qm")
    assert set(read_messages(file.read_bytes())) == wanted
    assert read_messages(b"no such file") == []


# --- how commands are ranked


@given(st.text("ab ", min_size=1, max_size=8), st.text("ab", min_size=1, max_size=3))
def test_what_has_a_word_or_its_letters_is_found(name: str, word: str) -> None:
    named = Named((name,), (), "")
    assert (rank([word], named) is not None) is (word in name)
    pieces = [
        name[start:end]
        for start in range(len(name))
        for end in range(start + 1, len(name) + 1)
        if re.search(".*?".join(word), name[start:end])
    ]
    assert spread(word, named) == min(map(len, pieces), default=None)
