"""The dialogs of removals without a mouse and without a screen."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from app.application import Application
from app.removal.dialog import RemovalDialog
from app.removal.history import HistoryWindow
from app.removal.rules import RulesDialog
from looking import nameless, stops
from screen_walk import furnished, opened
from simcore import Kind
from simcore.removal.keep_rules import KeepBy
from windows import Open, asked, scan

_Name = QAccessible.Text.Name


@pytest.fixture
def application(qtbot: QtBot, open_window: Open, private_home: Path) -> Application:
    application = open_window(furnished(private_home / "文档"))
    scan(qtbot, application)
    return application


@pytest.fixture
def summary(qtbot: QtBot, application: Application) -> RemovalDialog:
    report = application.session.results.report
    marked = [one.document for group in report.groups for one in group.members]
    application.window.group_model.mark(marked, on=True)
    dialog = asked(qtbot, application, application.window.commands.trash)
    qtbot.waitUntil(dialog.isVisible)
    return dialog


@pytest.fixture
def rules(qtbot: QtBot, application: Application) -> RulesDialog:
    trigger = application.window.commands.mark_by_rules.trigger
    dialog = opened(qtbot, application.window, RulesDialog, trigger)
    qtbot.waitUntil(lambda: not dialog._previewing.busy and not dialog._counting.busy)
    return dialog


def interface_of(widget: QWidget) -> QAccessibleInterface:
    return QAccessible.queryAccessibleInterface(widget)


def reached(qtbot: QtBot, dialog: QDialog) -> set[QWidget]:
    """Return where the Tab key leads, round once."""
    found: set[QWidget] = set()
    for _ in range(60):
        focus = QApplication.focusWidget()
        if focus in found:
            break
        found.add(focus)
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    return found


def test_a_row_of_the_summary_is_told_with_its_tick(qtbot, summary):
    assert nameless(summary) == []
    model, table = summary.pairs.pairs, interface_of(summary.pairs)
    row, columns = summary.pairs.currentIndex().row(), model.columnCount()

    def cell(row: int, column: int) -> QAccessibleInterface:
        # the titles are the first row, and each row begins with its own
        return table.child((columns + 1) * (row + 1) + column + 1)

    told = [cell(row, at).text(_Name) for at in range(columns)]
    assert told == [str(model.index(row, at).data()) for at in range(columns)]
    assert told[0].endswith(".txt")
    assert "%" in told[2]
    assert cell(row, 0).state().checked
    qtbot.keyClick(summary.pairs, Qt.Key.Key_Space)
    assert not cell(row, 0).state().checked
    assert cell(0, 0).text(_Name) == model.heads()[0][1].title


def test_all_of_the_summary_is_reached_by_the_tab_key(qtbot, summary):
    found = reached(qtbot, summary)
    head = summary.pairs.indexWidget(summary.pairs.pairs.index(0, 0))
    assert {summary.pairs, summary.move_button, summary.cancel_button, head.link} <= found
    assert not set(stops(summary)) - found
    # what the link does has a key of its own in the list
    (shows,) = [one for one in summary.pairs.actions() if one.shortcut().toString() == "Ctrl+D"]
    with qtbot.waitSignal(summary.compare_wanted):
        shows.trigger()


def test_rules_are_told_and_reached(qtbot, rules):
    rules.rule_list.add(KeepBy.LONGEST)
    assert nameless(rules) == []
    cards = interface_of(rules.rule_list.cards)
    told = [cards.child(at).text(_Name) for at in range(cards.childCount())]
    assert told == [
        "1. protected folder: always first",
        "2. newest: by date of change",
        "3. longest text: by characters",
    ]
    tick = interface_of(rules.kinds[Kind.SIMILAR])
    assert (tick.role(), tick.text(_Name)) == (QAccessible.Role.CheckBox, "Similar")
    assert "document" in tick.text(QAccessible.Text.Description)
    qtbot.waitUntil(lambda: not rules._previewing.busy)
    found = reached(qtbot, rules)
    assert not set(stops(rules)) - found
    box = rules.kinds[Kind.SIMILAR]
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert box.isChecked()


def test_the_history_is_told(qtbot, application):
    trigger = application.window.commands.removal.history.trigger
    history = opened(qtbot, application.window, HistoryWindow, trigger)
    assert nameless(history) == []
