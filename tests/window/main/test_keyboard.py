"""Keys, letters and names: what the keyboard does, and what a screen reader is told."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleInterface,
    QAction,
    QContextMenuEvent,
    QKeySequence,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QMenu,
    QMenuBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.application import Application
from app.groups.columns import GroupColumn
from app.i18n import Language, set_language, without_mnemonic
from app.removal.history import HistoryWindow
from app.session.states import Activity, Phase, Status
from app.widgets.basic import HasViewKeys
from app.window.actions import WindowToolbar
from app.window.help import ShortcutList, shortcuts_of
from app.window.window import MainWindow
from builders import english_text
from group_reports import contracts
from looking import nameless, stops
from places import ROOT
from screen_walk import furnished
from simcore import Kind
from simcore.model.records import DocumentId
from translations import TRANSLATED, spoken_from
from windows import Open, scan, wait_until_idle
from written import written

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
    files = {"empty.txt": ""}
    for number in range(3):
        files[f"{number}.txt"] = text = english_text(number)
        files[f"{number} draft.txt"] = text.replace("river", "creek")
    application = open_window(written(private_home / "documents", files))
    wait_until_idle(qtbot, application)
    view = application.window.difference_view
    qtbot.waitUntil(lambda: view.settled)
    return application


def actions_with_keys(window: QWidget) -> list[QAction]:
    return [one for one in window.findChildren(QAction) if one.shortcuts()]


def widgets_of(action: QAction) -> list[QWidget]:
    found = action.associatedObjects()
    return [one for one in found if isinstance(one, QWidget) and not isinstance(one, QMenu)]


def in_menu_bar(window: MainWindow) -> set[QAction]:
    found: set[QAction] = set()
    left = list(window.menuBar().actions())
    while left:
        action = left.pop()
        if action.menu() is None:
            found.add(action)
        else:
            left += action.menu().actions()
    return found


def may_meet(one: QAction, other: QAction) -> bool:
    """Return whether there is a place for the keyboard in which both are asked."""
    contexts = one.shortcutContext(), other.shortcutContext()
    if {_Context.WindowShortcut, _Context.ApplicationShortcut} & set(contexts):
        return True
    below = _Context.WidgetWithChildrenShortcut
    return any(
        left is right
        or (contexts[1] == below and right.isAncestorOf(left))
        or (contexts[0] == below and left.isAncestorOf(right))
        for left in widgets_of(one)
        for right in widgets_of(other)
    )


def test_no_two_actions_share_a_key(window: MainWindow) -> None:
    actions = actions_with_keys(window)
    assert len(actions) > 50
    for one, other in combinations(actions, 2):
        own, others = ({key.toString() for key in each.shortcuts()} for each in (one, other))
        assert not (own & others and may_meet(one, other)), (one.text(), other.text())


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
    assert "F10, Alt" in {one.keys_text() for one in listed if one.text == "Go to the menu bar"}
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
            elsewhere |= {"MovableRows", "PairList", "RulesDialog"}
            if keys and node.name not in elsewhere:
                assert {names.get(key, key) for key in keys} <= by_class[node.name], node.name
                looked_at += 1
    assert looked_at >= 5


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
    tree = listed.tree

    def shown() -> list[tuple[str, str, str]]:
        places = [tree.topLevelItem(number) for number in range(tree.topLevelItemCount())]
        return [
            (place.text(0), item.text(0), item.text(1))
            for place in places
            for item in map(place.child, range(place.childCount()))
            if not item.isHidden() and not place.isHidden()
        ]

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


WAY = (
    """
Folders | Arrivals | Greatest distance in bits | Greatest distance in bits |
Least similarity in percent | Least similarity in percent | Picture |
Groups of similar documents | What is shown of two documents | Next difference | Wrap lines |
Fold equal lines | One below the other | Swap sides | Ignore | Compare in another program |
Hide the texts | Encoding on the left: UTF-8 | Encoding on the right: UTF-8 |
kept: 0 draft.txt (UTF-8) | Overview of the differences | chosen: 0.txt (UTF-8) |
Add folder | Scan again | Mark | Filter by name or folder | All commands | All: 6 |
Identical: 0 | Same text: 0 | Same words: 0 | Similar: 3 | Parts: 0 | Marked: 0 |
Not read: 1
""".strip()
    .replace("|\n", "| ")
    .split(" | ")
)
"""From the folders over thresholds and results to the texts, then toolbar and tiles, and round."""


def test_the_way_of_tab(qtbot: QtBot, with_results: Application) -> None:
    window = with_results.window
    window.resize(1100, 700)  # in a narrower one the tabs have arrows
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    [folders] = [one for one in focusable(window) if name_of(one) == WAY[0]]
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


@pytest.fixture
def shown(qtbot: QtBot, window: MainWindow) -> MainWindow:
    window.show()
    window.show_report(contracts())
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.group_view.setFocus()
    return window


def alt(shown: MainWindow) -> None:
    QTest.keyClick(shown.group_view, Qt.Key.Key_Alt)


@pytest.mark.parametrize("key", [Qt.Key.Key_Right, Qt.Key.Key_PageDown, Qt.Key.Key_Down])
def test_alt_shows_the_menu_bar_but_a_shortcut_with_alt_does_not(
    shown: MainWindow, key: Qt.Key
) -> None:
    """The key of a shortcut comes to no widget: only Alt is seen pressed and let go."""
    window, bar = shown, shown.menuBar()
    assert not bar.isVisible()
    window.group_view.choose(DocumentId(2))
    QTest.keyClick(window.group_view, key, Qt.KeyboardModifier.AltModifier)
    assert not bar.isVisible()
    assert window.group_view.hasFocus()
    alt(window)
    assert bar.isVisible(), "and Alt alone still asks for it"
    assert bar.activeAction() is bar.actions()[0]
    QTest.keyClick(bar, Qt.Key.Key_Alt)
    assert not bar.isVisible()


def test_a_click_with_alt_leaves_it_hidden(shown: MainWindow, qtbot: QtBot) -> None:
    view, bar = shown.group_view, shown.menuBar()
    QTest.keyPress(view, Qt.Key.Key_Alt)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton)
    QTest.keyRelease(view, Qt.Key.Key_Alt)
    assert not bar.isVisible()
    QTest.keyClick(view, Qt.Key.Key_F10)
    assert bar.isVisible()


def test_it_is_kept_in_sight_if_wanted(shown: MainWindow) -> None:
    view, bar = shown.group_view, shown.menuBar()
    QTest.keyClick(view, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert bar.isVisible()
    alt(shown)
    QTest.keyClick(bar, Qt.Key.Key_Alt)
    assert bar.isVisible()
    shown.commands.menu_bar.trigger()
    assert not bar.isVisible()


@pytest.fixture(params=[Language.ENGLISH, *TRANSLATED])
def translated(
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


def test_the_menus_of_the_bar(translated: MainWindow) -> None:
    bar = translated.menuBar()
    assert repeated(bar.actions()) == {}
    assert len(lettered(bar.actions())) == 6
    for menu in (one.menu() for one in bar.actions()):
        # at the top of the bar every entry can be reached by its letter
        named = [one for one in menu.actions() if one.text()]
        assert len(lettered(named)) == len(named), menu.title()


def test_every_menu_of_the_window(translated: MainWindow) -> None:
    menu = translated.toolbar.menus.menu()  # the last button has those of the bar
    titles = [one.text() for one in translated.menuBar().actions()]
    assert [one.text() for one in menu.actions() if one.menu()] == titles
    menus = translated.findChildren(QMenu)
    assert len(menus) > 12
    for _ in ("as it is", "paused, with marks"):
        assert {menu.title(): found for menu in menus if (found := repeated(menu.actions()))} == {}
        translated.commands.set_paused(paused=True)
        translated.commands.set_marked(12)


def test_the_menus_of_views(translated: MainWindow) -> None:
    history = HistoryWindow(translated)
    policies = Qt.ContextMenuPolicy.ActionsContextMenu, Qt.ContextMenuPolicy.CustomContextMenu
    views = [
        one
        for one in (*translated.findChildren(QWidget), *history.findChildren(QWidget))
        if one.contextMenuPolicy() in policies and one.actions()
    ]
    assert len(views) >= 5
    assert [found for one in views if (found := repeated(one.actions()))] == []


def test_the_menu_of_the_groups(translated: MainWindow) -> None:
    view, model = translated.group_view, translated.group_model
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


def test_buttons_of_messages_show_no_letters(translated: MainWindow) -> None:
    """They are what a screen reader says, too, so nothing else may name them."""
    removal = translated.commands.removal
    for action in (
        translated.commands.undo,
        removal.history,
        removal.results,
        translated.commands.scan,
    ):
        translated.alert.show_message("Done.", action=action)
        button = translated.alert._button
        assert button.text() == without_mnemonic(action.text()).rstrip("…")
        assert button.text()
        assert button.accessibleName() in {"", button.text()}


_Name = QAccessible.Text.Name
_SILENT = {QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Pane}


def interfaces(root: QObject) -> Iterator[QAccessibleInterface]:
    """Walk the tree that Qt hands to screen readers, cells of long lists left out."""
    top = QAccessible.queryAccessibleInterface(root)
    assert top is not None
    left = [top]
    while left:
        one = left.pop()
        yield one
        if not isinstance(one.object(), QAbstractItemView):
            children = (one.child(number) for number in range(one.childCount()))
            left.extend(child for child in children if child is not None and child.isValid())


@pytest.fixture
def application(qtbot: QtBot, open_window: Open, private_home: Path) -> Application:
    application = open_window(furnished(private_home / "文档"))
    scan(qtbot, application)
    return application


def test_on_the_welcome_page_everything_has_a_name(open_window: Open):
    window = open_window().window
    assert nameless(window) == []
    names = [one.text(_Name) for one in interfaces(window)]
    assert "Find documents that say the same" in names


def test_among_results_everything_has_a_name_and_a_role(application: Application):
    window = application.window
    window.threshold_bar.picture_action.setChecked(True)
    window.alert.show_problem("Something is wrong.")
    assert len(stops(window)) > 25
    assert nameless(window) == []
    for button in window.findChildren(QAbstractButton):
        if button.isVisible() and not button.text() and button.focusPolicy():
            assert button.accessibleName() or button.toolTip(), button
    for one in stops(window):
        interface = QAccessible.queryAccessibleInterface(one)
        assert interface.role() not in _SILENT, one


def test_roles_are_those_of_what_the_parts_do(application: Application) -> None:
    window, roles = application.window, QAccessible.Role
    panes = window.difference_view.panes
    wanted = {
        window.group_view: roles.Table,
        window.folder_panel.tree: roles.Tree,
        window.threshold_bar.distance_slider: roles.Slider,
        window.filter_bar: roles.EditableText,
        panes.left_pane: roles.Document,
        panes.right_pane: roles.Document,
        panes.strip: roles.Graphic,
        window.strip.button: roles.PushButton,
    }
    tiles = dict.fromkeys((window.strip.all, *window.strip.kinds.values()), roles.CheckBox)
    for widget, role in (wanted | tiles).items():
        assert QAccessible.queryAccessibleInterface(widget).role() is role, widget
    for tile in tiles:
        assert QAccessible.queryAccessibleInterface(tile).state().checkable


def test_tiles_and_rows_say_in_words_what_colours_and_signs_show(application: Application) -> None:
    window, model = application.window, application.window.group_model
    assert window.strip.kinds[Kind.IDENTICAL].accessibleName() == "Identical: 1"

    def said() -> list[str]:
        cells = [model.index(row, GroupColumn.MARK) for row in range(model.rowCount())]
        return [cell.data(Qt.ItemDataRole.AccessibleTextRole) for cell in cells]

    documents = {model.document_at(model.index(row, 0)): word for row, word in enumerate(said())}
    documents.pop(None)
    assert set(documents.values()) == {"kept", "not marked"}
    window.strip.button.click()
    marked = [row for row, word in enumerate(said()) if word == "marked"]
    documents = {model.document_at(model.index(row, 0)) for row in marked}
    assert documents == model.marked() != frozenset()
    kinds = {model.index(row, GroupColumn.KIND).data() for row in marked}
    assert kinds == {"Identical", "Part"}  # the copy is a part of another document, too
