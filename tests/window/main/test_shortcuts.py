"""Every key is in the list, in a menu and in the manual, and means one thing in one place."""

import ast
import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QMenu,
    QMenuBar,
    QTreeView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.application import Application
from app.i18n import without_mnemonic
from app.session.states import Activity, Phase, Status
from app.widgets.banner import Banner
from app.widgets.basic import HasViewKeys
from app.window.actions import WindowToolbar
from app.window.help import ShortcutList, shortcuts_of
from app.window.window import MainWindow
from builders import english_text
from places import ROOT
from windows import Open, wait_until_idle

HELP = ROOT / "resources" / "help"
MANUALS = {name: (HELP / f"manual.{name}.md").read_text(encoding="utf-8") for name in ("en", "zh")}
PORTABLE = QKeySequence.SequenceFormat.PortableText

_Context = Qt.ShortcutContext


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    window = MainWindow()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def with_results(qtbot: QtBot, open_window: Open, private_home: Path) -> Application:
    folder = private_home / "documents"
    folder.mkdir()
    for number in range(3):
        text = english_text(number)
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
        (folder / f"{number} draft.txt").write_text(text.replace("river", "creek"), "utf-8")
    (folder / "empty.txt").touch()
    application = open_window(folder)
    wait_until_idle(qtbot, application)
    view = application.window.difference_view
    qtbot.waitUntil(lambda: view.settled, timeout=60_000)
    return application


def actions_with_keys(window: QWidget) -> list[QAction]:
    return [one for one in window.findChildren(QAction) if one.shortcuts()]


def widgets_of(action: QAction) -> list[QWidget]:
    found = action.associatedObjects()
    return [one for one in found if isinstance(one, QWidget) and not isinstance(one, QMenu)]


def in_menu_bar(window: MainWindow) -> set[QAction]:
    found: set[QAction] = set()
    menus = [one.menu() for one in window.menuBar().actions()]
    while menus:
        menu = menus.pop()
        assert isinstance(menu, QMenu)
        for action in menu.actions():
            if action.menu() is not None:
                menus.append(action.menu())
            else:
                found.add(action)
    return found


def may_meet(one: QAction, other: QAction) -> bool:
    """Return whether there is a place for the keyboard in which both are asked."""
    wide = {_Context.WindowShortcut, _Context.ApplicationShortcut}
    contexts = one.shortcutContext(), other.shortcutContext()
    if wide & set(contexts):
        return True
    for left in widgets_of(one):
        for right in widgets_of(other):
            if left is right:
                return True
            if contexts[1] == _Context.WidgetWithChildrenShortcut and right.isAncestorOf(left):
                return True
            if contexts[0] == _Context.WidgetWithChildrenShortcut and left.isAncestorOf(right):
                return True
    return False


def test_no_two_actions_share_a_key(window: MainWindow) -> None:
    actions = actions_with_keys(window)
    assert len(actions) > 50
    for one, other in combinations(actions, 2):
        same = {key.toString() for key in one.shortcuts()} & {
            key.toString() for key in other.shortcuts()
        }
        assert not (same and may_meet(one, other)), (one.text(), other.text(), same)


def test_no_action_takes_the_key_of_a_view(window: MainWindow) -> None:
    """But for those that a view keeps for itself by ShortcutOverride, as text fields do."""
    for widget in window.findChildren(QWidget):
        if not isinstance(widget, HasViewKeys):
            continue
        kept = type(widget).__name__ in {
            "DifferencePane",
            "DifferenceFindBar",
            "FilterBar",
            "SimilarPanel",
            "ArrivalPanel",
            "CheckPanel",
        }
        own = {QKeySequence(key).toString() for one in widget.view_keys() for key in one.keys}
        for action in actions_with_keys(window):
            keys = {key.toString() for key in action.shortcuts()}
            wide = action.shortcutContext() == _Context.WindowShortcut
            here = any(w is widget or w.isAncestorOf(widget) for w in widgets_of(action))
            if wide or here:
                assert not (keys & own) or (kept and keys & own <= {"Esc", "Ctrl+F"}), action.text()


def test_the_list_has_every_action_and_every_key_of_a_view(window: MainWindow) -> None:
    listed = shortcuts_of(window)
    assert len(listed) == len({(one.scope, one.text, one.keys_text()) for one in listed})
    pairs = Counter(key.toString() for one in listed for key in one.keys)
    actions = Counter(
        key.toString() for action in actions_with_keys(window) for key in action.shortcuts()
    )
    assert not actions - pairs
    places = {one.scope for one in listed}
    assert {"File", "Edit", "Review", "Document", "View", "Help"} <= places
    assert {"Groups of similar documents", "Filter by name or folder"} <= places
    assert all(one.scope and one.text and one.keys_text() for one in listed)
    for widget in window.findChildren(QWidget):
        if isinstance(widget, HasViewKeys):
            assert {one.words for one in widget.view_keys()} <= {one.text for one in listed}


def test_what_a_view_does_with_keys_is_in_its_list(window: MainWindow) -> None:
    """Classes that look at keys name them: Qt.Key.Key_X in the code, X in ``view_keys``."""
    names = {"Escape": "Esc", "Enter": "Return", "Plus": "+", "Minus": "-"}
    names |= {"PageUp": "PgUp", "PageDown": "PgDown"}
    by_class = {
        type(one).__name__: {
            key.split("+")[-1] or "+" for item in one.view_keys() for key in item.keys
        }
        for one in window.findChildren(QWidget)
        if isinstance(one, HasViewKeys)
    }
    by_class["FoldingTable"] = by_class["GroupView"]
    by_class["ListPanel"] = by_class["SimilarPanel"]
    by_class["BitSquare"] = by_class["WhyPanel"]  # which has one later
    looked_at = 0
    for path in sorted((ROOT / "app").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ClassDef):
                continue
            keys = {
                one.attr.removeprefix("Key_")
                for one in ast.walk(node)
                if isinstance(one, ast.Attribute) and one.attr.startswith("Key_")
            }
            # those make actions of them; dialogs and their lists; Alt and F10, as everywhere
            elsewhere = {"Actions", "ProblemPanel", "MenuBarKeeper"}
            elsewhere |= {"PairList", "RuleCards", "RulesDialog"}
            if keys and node.name not in elsewhere:
                assert {names.get(key, key) for key in keys} <= by_class[node.name], node.name
                looked_at += 1
    assert looked_at >= 5


def test_the_keys_of_the_menu_bar_are_in_the_list(window: MainWindow) -> None:
    [found] = [one for one in shortcuts_of(window) if one.text == "Go to the menu bar"]
    assert found.keys_text() == "F10, Alt"


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("known", [0, 5])
def test_a_button_that_words_name_reads_so(window: MainWindow, phase: Phase, known: int) -> None:
    status = Status(phase, message="No room.", known=known)
    window.show_status(status)
    words = window._words.of(status, Activity.NONE, None)
    named = set(re.findall(r"Scan(?: again)?", f"{words.text} {words.notice}"))
    assert named <= {without_mnemonic(window.commands.scan.text())}
    assert (words.action is window.commands.scan) <= bool(named)


def test_every_command_is_in_a_menu(window: MainWindow) -> None:
    listed = in_menu_bar(window)
    commands = [
        one
        for holder in (window.commands, window.review_actions, window.commands.removal)
        for one in vars(holder).values()
        if isinstance(one, QAction) and one is not window.commands.removal.results
    ] + list(window.commands.removal.others.values())
    assert len(commands) > 40
    # two open menus, whose entries are in those of the bar
    holders = {window.commands.mark_menu, window.commands.menus}
    assert not [one.text() for one in commands if one not in listed and one not in holders]
    for button in (window.toolbar.mark, window.toolbar.add, window.toolbar.trash):
        menu = button.menu()
        assert menu is not None
        entries = {one for one in menu.actions() if not one.isSeparator() and one.data() is None}
        assert entries <= listed | set(window.recent_menu.actions()), button.words()
    for action in actions_with_keys(window):
        # what is in no menu of the window works in one view, which shows it in its own
        local = action.shortcutContext() == _Context.WidgetShortcut
        assert action in listed or local, action.text()


def test_letters_of_menus_are_told_apart(window: MainWindow) -> None:
    """Alt and a letter leads to one place: a menu, a label's field or a button."""
    texts = {one.text() for one in window.menuBar().actions()}
    for kind in (QLabel, QAbstractButton):
        for widget in window.findChildren(kind):
            if widget.window() is window and not isinstance(widget.parent(), WindowToolbar):
                default = getattr(widget, "defaultAction", lambda: None)()
                if default is None:
                    texts.add(widget.text())  # two buttons of one text do the same
    letters = Counter(key for one in texts if (key := QKeySequence.mnemonic(one).toString()))
    assert len(letters) > 8
    assert {key for key, count in letters.items() if count > 1} == set()


@pytest.mark.parametrize("language", MANUALS)
def test_the_manuals_have_every_key(window: MainWindow, language: str) -> None:
    manual = MANUALS[language]
    chapter = manual.partition("\n## Shortcuts" if language == "en" else "\n## 快捷键")[2]
    chapter = chapter.partition("\n## ")[0]
    rows = [line.split(" | ")[0].removeprefix("| ") for line in chapter.splitlines() if "|" in line]
    named = {key for row in rows for key in row.split(", ")}
    assert len(named) > 50
    for one in shortcuts_of(window):
        for key in one.keys:
            text = key.toString(PORTABLE)
            text = text.replace("PgDown", "Page Down").replace("PgUp", "Page Up")
            assert text in named, (one.text, text)


def test_f1_opens_the_list(qtbot: QtBot, with_results: Application) -> None:
    window = with_results.window
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.group_view.setFocus()
    QTest.keyClick(window.group_view, Qt.Key.Key_F1)
    listed = window.findChild(ShortcutList)
    assert isinstance(listed, ShortcutList)
    tree = listed.tree

    def shown() -> list[tuple[str, str, str]]:
        found = []
        for number in range(tree.topLevelItemCount()):
            place = tree.topLevelItem(number)
            assert place is not None
            for at in range(place.childCount()):
                item = place.child(at)
                assert item is not None
                if not item.isHidden() and not place.isHidden():
                    found.append((place.text(0), item.text(0), item.text(1)))
        return found

    assert shown() == [
        (one.scope, one.text, one.keys_text())
        for place in dict.fromkeys(one.scope for one in shortcuts_of(window))
        for one in shortcuts_of(window)
        if one.scope == place
    ]
    QTest.keyClicks(listed.search, "difference alt")
    assert {keys for _, _, keys in shown()} == {"Alt+Down", "Alt+Up"}
    listed.search.setText("no such command")
    assert shown() == []
    assert listed.none.isVisible()
    listed.search.setText("space")
    assert {"Groups of similar documents"} <= {place for place, _, _ in shown()}
    QTest.keyClick(listed.search, Qt.Key.Key_Escape)
    assert not listed.isVisible()


# ---- names and the way of Tab


def focusable(window: QWidget) -> list[QWidget]:
    return [
        one
        for one in window.findChildren(QWidget)
        if one.window() is window
        and one.focusPolicy() & Qt.FocusPolicy.TabFocus
        and one.focusProxy() is None
        and not isinstance(one, QMenuBar | QMenu)
    ]


def name_of(widget: QWidget) -> str:
    """Return what assistive technology says: a name, a text, or the label of a field."""
    if widget.accessibleName():
        return widget.accessibleName()
    if isinstance(widget, QAbstractButton) and widget.text():
        return widget.text()
    buddies = [one.text() for one in widget.window().findChildren(QLabel) if one.buddy() is widget]
    return buddies[0] if buddies else ""


def test_every_control_has_a_name(with_results: Application) -> None:
    window = with_results.window
    window.alert.show_problem("Something is wrong.")
    widgets = [one for one in focusable(window) if not isinstance(one.parent(), Banner)]
    widgets += window.alert.findChildren(QLabel)[1:] + [
        one for one in window.alert.findChildren(QAbstractButton) if one.isVisible()
    ]
    assert len(widgets) > 30
    assert not [(type(one), type(one.parent())) for one in widgets if not name_of(one)]


WAY = [
    "Folders",
    "Arrivals",
    "Greatest distance in bits",
    "Greatest distance in bits",
    "Least similarity in percent",
    "Least similarity in percent",
    "Picture",
    "Groups of similar documents",
    "What is shown of two documents",
    "Next difference",
    "Wrap lines",
    "Fold equal lines",
    "One below the other",
    "Swap sides",
    "Ignore",
    "Compare in another program",
    "Hide the texts",
    "Encoding on the left: UTF-8",
    "Encoding on the right: UTF-8",
    "kept: 0 draft.txt (UTF-8)",
    "Overview of the differences",
    "chosen: 0.txt (UTF-8)",
    "Add folder",
    "Scan again",
    "Mark",
    "Filter by name or folder",
    "All commands",
    "All: 6",
    "Identical: 0",
    "Same text: 0",
    "Same words: 0",
    "Similar: 3",
    "Parts: 0",
    "Marked: 0",
    "Not read: 1",
]
"""From the folders over thresholds and results to the texts, then toolbar and tiles, and round."""


def test_the_way_of_tab(qtbot: QtBot, with_results: Application) -> None:
    window = with_results.window
    window.resize(1100, 700)  # in a narrower one the tabs have arrows
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    [folders] = [one for one in focusable(window) if name_of(one) == WAY[0]]
    assert isinstance(folders, QTreeView)
    folders.setCurrentIndex(folders.model().index(0, 0))
    for ahead in (True, False):
        folders.setFocus()
        qtbot.waitUntil(folders.hasFocus)
        way: list[QWidget] = []
        while (focus := QApplication.focusWidget()) not in way:
            assert focus is not None
            way.append(focus)
            window.focusNextChild() if ahead else window.focusPreviousChild()
        names = [name_of(one) for one in way]
        assert (names if ahead else [names[0], *reversed(names[1:])]) == WAY
