"""Reviewing in the real window: filters, marks nobody sees, columns, the slider, no waiting."""

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from amounts import LONG
from app.application import Application
from app.groups import rows as group_work
from app.groups.columns import GroupColumn
from app.groups.filter import GroupFilter
from app.groups.model import GroupModel
from app.groups.view import GroupView
from app.window.window import MainWindow
from builders import english_text
from group_reports import many
from named import key_named, marked_names
from removals import put
from simcore import Kind
from simcore.model.records import DocumentId
from windows import asked, wait_until_idle

pytestmark = pytest.mark.usefixtures("british")

LARGE = 20_000 if LONG else 6_000
GROUPS = 12


@pytest.fixture
def library(private_home: Path) -> Path:
    """Write groups of a text, a copy of it in another folder, and an edited one."""
    folder = private_home / "documents"
    for number in range(GROUPS):
        text = english_text(number)
        put(folder / f"one/report {number:02}.txt", text.encode())
        put(folder / f"two/report {number:02} copy.txt", text.encode())
        edited = text.replace("river", "creek", 2 + number)
        put(folder / f"one/draft {number:02}.txt", edited.encode())
    return folder


def type_filter(qtbot: QtBot, application: Application, text: str) -> None:
    application.window.activateWindow()
    application.window.commands.find.trigger()
    application.window.filter_bar.setText(text)
    qtbot.waitUntil(lambda: application.window.group_model.filter.text == text)


def test_commands_reach_what_is_shown_alone(qtbot, open_window, library):
    application = open_window(library / "one", library / "two")
    window, model = application.window, application.window.group_model
    window.group_view.choose(key_named(application, "report 03 copy.txt"))
    window.group_view.toggle_marks()
    assert marked_names(application) == {"report 03 copy.txt"}

    type_filter(qtbot, application, "report 05")
    assert model.totals()[1] == 1
    assert window.summary.text().endswith(
        f"shown: groups 1 of {GROUPS}, documents 3 of {3 * GROUPS}"
    )
    window.commands.mark_identical.trigger()
    assert marked_names(application) == {"report 03 copy.txt", "report 05 copy.txt"}
    assert window.alert.text() == (
        f"1 document marked; {GROUPS - 1} hidden by the filter were left alone"
    )

    # nothing goes that nobody sees, and the summary says so
    assert window.commands.trash.text().replace("&", "") == "Move 1 to trash…"
    dialog = asked(qtbot, application, window.commands.trash)
    assert [one.document.path.name for one in dialog.plan.removals] == ["report 05 copy.txt"]
    assert "1 more marked document is hidden by the filter and stays" in dialog.words()
    with qtbot.waitSignal(application.session.removed):
        dialog.move_button.click()
    wait_until_idle(qtbot, application)
    assert (library / "two" / "report 03 copy.txt").exists()
    assert not (library / "two" / "report 05 copy.txt").exists()

    window.commands.unmark.trigger()
    assert marked_names(application) == {"report 03 copy.txt"}
    assert "1 hidden by the filter stay marked" in window.alert.text()
    window.commands.show_all.trigger()
    assert model.filter.empty
    assert "shown" not in window.summary.text()
    window.commands.unmark.trigger()
    assert model.marked() == frozenset()


def test_a_wrong_expression_and_the_slider_leave_what_is_shown(qtbot, open_window, library):
    application = open_window(library / "one", library / "two")
    window, model = application.window, application.window.group_model
    bar = window.filter_bar
    window.group_view.commands.folder_wanted.emit(library / "two")
    assert model.filter.folder == library / "two"
    bar.clear_all()
    bar.across.trigger()
    assert model.filter == GroupFilter(across=True)
    assert model.totals()[1] == GROUPS
    bar.clear_all()
    type_filter(qtbot, application, "report 05")
    bar.regular.trigger()
    bar.setText("report (")
    qtbot.waitUntil(lambda: bool(bar.message()))
    assert window.line.isVisible()
    assert window.alert.text() == bar.message()
    assert "missing closing parenthesis" in window.alert.text()
    assert model.totals()[1] == 1
    bar.setText("report 05")
    qtbot.waitUntil(lambda: not bar.message())
    with qtbot.waitSignal(model.arranged):
        window.threshold_bar.set_distance(0)
    assert model.totals()[1] == 1
    assert bar.text() == "report 05"


def test_the_slider_keeps_selection_marks_expansion_and_scroll_position(qtbot, application):
    window = application.window
    view, model = window.group_view, window.group_model
    window.resize(790, 640)
    QApplication.processEvents()
    chosen = key_named(application, "report 07 copy.txt")
    closed = key_named(application, "report 05.txt")
    view.choose(chosen)
    view.toggle_marks()
    view.collapse(model.index_of_group(closed, parts=False))
    view.scrollTo(model.index_of(chosen, parts=False), view.ScrollHint.PositionAtCenter)
    top = view.visualRect(model.index_of(chosen, parts=False)).top()
    rows = model.rowCount()
    assert 0 < top < view.viewport().height()
    assert view.verticalScrollBar().value() > 0

    def slide(distance: int, similarity: float) -> None:
        with qtbot.waitSignal(model.arranged):
            window.threshold_bar.set_similarity(similarity)
            window.threshold_bar.set_distance(distance)

    for distance, similarity in ((0, 1.0), (24, 0.5), (0, 1.0), (18, 0.7)):
        slide(distance, similarity)
        index = model.index_of(chosen, parts=False)
        assert view.currentIndex().row() == index.row()
        assert [one.row() for one in view.selectionModel().selectedRows()] == [index.row()]
        assert model.marked() == {chosen}
        assert not view.groups.is_open(model.index_of_group(closed, parts=False))
        assert view.visualRect(index).top() == top
    assert model.rowCount() == rows


def test_columns_are_hidden_shown_and_remembered(qtbot, open_window, library):
    first = open_window(library)
    header = first.window.group_view.header()
    assert header.isSectionHidden(GroupColumn.WHY)
    place = QPoint(20, 5)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, header.mapToGlobal(place))
    QApplication.sendEvent(header.viewport(), event)
    (menu,) = [one for one in header.findChildren(QMenu) if one.isVisible()]
    assert menu.actions() == header.toggles()
    menu.close()
    toggles = {one.text(): one for one in header.toggles()}
    assert "Name" not in toggles
    toggles["Why it is here"].trigger()
    toggles["Modified"].trigger()
    header.moveSection(header.visualIndex(GroupColumn.FOLDER), 1)
    first.window.commands.relative.trigger()
    first.window.close()
    second = open_window(library)
    header = second.window.group_view.header()
    assert not header.isSectionHidden(GroupColumn.WHY)
    assert header.isSectionHidden(GroupColumn.MODIFIED)
    assert header.visualIndex(GroupColumn.FOLDER) == 1
    toggles = {one.text(): one for one in header.toggles()}
    assert toggles["Why it is here"].isChecked()
    assert not toggles["Modified"].isChecked()
    assert second.window.commands.relative.isChecked()
    model = second.window.group_model
    copy = model.index_of(key_named(second, "report 05 copy.txt"))
    assert copy.siblingAtColumn(GroupColumn.SIZE).data() == "0 bytes"


# ---- large reports


class Watched(GroupModel):
    """Counts what a view asks for, and notes in which thread rows are arranged."""

    asked: int = 0

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        self.asked += 1
        return super().data(index, role)

    def cell(self, index: QModelIndex) -> object:
        self.asked += 1
        return super().cell(index)

    def flags(self, index: QModelIndex) -> Qt.ItemFlag:
        self.asked += 1
        return super().flags(index)


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Note of each arranging whether it was done in the window's thread."""
    noted: list[bool] = []
    arranged = group_work.arranged

    def noting(*arguments: object) -> object:
        noted.append(threading.current_thread() is threading.main_thread())
        return arranged(*arguments)

    monkeypatch.setattr(group_work, "arranged", noting)
    return noted


def test_a_large_report_is_arranged_beside_the_window(qtbot, threads):
    """Work is done in a thread while the window answers; only rows on screen are asked for."""
    view = GroupView()
    qtbot.addWidget(view)
    model = Watched(view)
    view.setModel(model)
    view.resize(900, 400)
    view.show()
    resets, beats = QSignalSpy(model.modelReset), 0

    def beat() -> None:
        nonlocal beats
        beats += model.busy

    timer = QTimer()
    timer.timeout.connect(beat)
    timer.start(0)

    def settle() -> None:
        qtbot.waitUntil(lambda: not model.busy)

    model.set_report(many(LARGE))
    assert model.rowCount() == 0  # nothing was done yet
    settle()
    assert model.rowCount() == 4 * LARGE
    assert beats > 0
    for action in (
        lambda: model.sort(GroupColumn.NAME, Qt.SortOrder.DescendingOrder),
        lambda: model.set_filter(GroupFilter("1")),
        lambda: model.set_filter(GroupFilter()),
        view.collapseAll,
        view.expandAll,
        view.selectAll,
        lambda: view.verticalScrollBar().setValue(view.verticalScrollBar().maximum()),
        lambda: model.mark_kinds({Kind.SIMILAR}),
        lambda: model.sort(-1),
    ):
        model.asked = 0
        action()
        settle()
        view.viewport().repaint()
        on_screen = (view.viewport().height() // view.rowHeight(0) + 2) * len(GroupColumn)
        assert 0 < model.asked <= 12 * on_screen
    assert len(model.marked()) == 2 * LARGE
    assert threads == [False] * 5
    assert resets.count() == 5 + 2  # one for each arrangement, one for each folding of all


def test_marks_made_meanwhile_are_kept(qtbot):
    model = GroupModel()
    model.set_report(many(LARGE))
    qtbot.waitUntil(lambda: not model.busy)
    model.set_filter(GroupFilter("0"))
    model.mark([DocumentId(2)], on=True)
    model.mark_kinds({Kind.IDENTICAL})
    model.mark([DocumentId(3)], on=True)
    qtbot.waitUntil(lambda: not model.busy)
    assert model.marked() == {2, 3}


def test_closing_while_rows_are_arranged(qtbot):
    window = MainWindow()
    qtbot.addWidget(window)
    window.show_report(many(LARGE))
    assert window.group_model.busy
    window.close()
    assert window.group_model.rowCount() == 0


def test_a_row_that_is_gone_to_is_the_only_one_selected(qtbot, open_window, library):
    """Also by a shortcut, that is with Ctrl or Shift held down."""
    application = open_window(library / "one", library / "two")
    view = application.window.group_view
    view.choose(key_named(application, "report 03 copy.txt"))
    QTest.keyPress(view, Qt.Key.Key_Control, Qt.KeyboardModifier.ControlModifier)
    try:
        view.choose(key_named(application, "report 05 copy.txt"))
        assert len(view.selectionModel().selectedRows()) == 1
    finally:
        QTest.keyRelease(view, Qt.Key.Key_Control)
