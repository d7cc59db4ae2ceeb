"""Reviewing in the real window: filters, marks nobody sees, columns, the slider, no waiting."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QModelIndex, QPoint, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy, QTest
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
from group_reports import contracts, many
from simcore import Kind
from simcore.model.records import DocumentId
from windows import Open, asked, wait_until_idle

LARGE = 20_000 if LONG else 6_000
GROUPS = 12


@pytest.fixture
def library(private_home: Path) -> Path:
    """Write groups of a text, a copy of it in another folder, and an edited one."""
    folder = private_home / "documents"
    for number in range(GROUPS):
        text = english_text(number)
        for name, content in (
            (f"one/report {number:02}.txt", text),
            (f"two/report {number:02} copy.txt", text),
            (f"one/draft {number:02}.txt", text.replace("river", "creek", 2 + number)),
        ):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
    return folder


@pytest.fixture
def english() -> Iterator[None]:
    QLocale.setDefault(QLocale("en_GB"))
    yield
    QLocale.setDefault(QLocale.system())


def named(application: Application, name: str) -> DocumentId:
    report = application.session.results.report
    return next(key for key, value in report.documents.items() if value.path.name == name)


def names(application: Application, ids: frozenset[DocumentId]) -> set[str]:
    report = application.session.results.report
    return {report.documents[identity].path.name for identity in ids}


def type_filter(qtbot: QtBot, application: Application, text: str) -> None:
    application.window.activateWindow()
    application.window.commands.find.trigger()
    application.window.filter_bar.setText(text)
    qtbot.waitUntil(lambda: application.window.group_model.filter.text == text)


def test_commands_reach_what_is_shown_alone(
    qtbot: QtBot, open_window: Open, library: Path, english: None
) -> None:
    application = open_window(library / "one", library / "two")
    window, model = application.window, application.window.group_model
    window.group_view.choose(named(application, "report 03 copy.txt"))
    window.group_view.toggle_marks()
    assert names(application, model.marked()) == {"report 03 copy.txt"}

    type_filter(qtbot, application, "report 05")
    assert model.totals()[1] == 1
    assert window.summary.text().endswith(
        f"shown: groups 1 of {GROUPS}, documents 3 of {3 * GROUPS}"
    )
    window.commands.mark_identical.trigger()
    assert names(application, model.marked()) == {"report 03 copy.txt", "report 05 copy.txt"}
    assert window.alert.text() == (
        f"1 document marked; {GROUPS - 1} hidden by the filter were left alone"
    )

    # nothing goes that nobody sees, and the summary says so
    assert window.commands.trash.text().replace("&", "") == "Move 1 to trash…"
    dialog = asked(qtbot, application, window.commands.trash)
    assert [one.document.path.name for one in dialog.plan.removals] == ["report 05 copy.txt"]
    assert "1 more marked document is hidden by the filter and stays" in dialog.words()
    with qtbot.waitSignal(application.session.removed, timeout=60_000):
        dialog.move_button.click()
    wait_until_idle(qtbot, application)
    assert (library / "two" / "report 03 copy.txt").exists()
    assert not (library / "two" / "report 05 copy.txt").exists()

    window.commands.unmark.trigger()
    assert names(application, model.marked()) == {"report 03 copy.txt"}
    assert "1 hidden by the filter stay marked" in window.alert.text()
    window.commands.show_all.trigger()
    assert model.filter.empty
    assert "shown" not in window.summary.text()
    window.commands.unmark.trigger()
    assert model.marked() == frozenset()


def test_only_this_folder_and_across(qtbot: QtBot, open_window: Open, library: Path) -> None:
    application = open_window(library / "one", library / "two")
    window, model = application.window, application.window.group_model
    window.group_view.folder_wanted.emit(library / "two")
    assert model.filter.folder == library / "two"
    window.commands.mark_identical.trigger()
    window.filter_bar.clear_all()
    window.filter_bar.across.trigger()
    assert model.filter == GroupFilter(across=True)
    assert model.totals()[1] == GROUPS


def test_a_wrong_expression_leaves_the_rows(qtbot: QtBot, application: Application) -> None:
    type_filter(qtbot, application, "report 05")
    application.window.filter_bar.regular.trigger()
    application.window.filter_bar.setText("report (")
    qtbot.waitUntil(lambda: bool(application.window.filter_bar.message()))
    assert application.window.line.isVisible()
    assert application.window.alert.text() == application.window.filter_bar.message()
    assert "missing closing parenthesis" in application.window.alert.text()
    assert application.window.group_model.totals()[1] == 1


def test_the_slider_keeps_selection_marks_expansion_and_scroll_position(
    qtbot: QtBot, application: Application
) -> None:
    window, view, model = (
        application.window,
        application.window.group_view,
        application.window.group_model,
    )
    window.resize(790, 640)
    QApplication.processEvents()
    chosen = named(application, "report 07 copy.txt")
    closed = named(application, "report 05.txt")
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


def test_the_slider_keeps_rows_the_filter_hides_hidden(qtbot: QtBot, application: Application):
    type_filter(qtbot, application, "report 05")
    with qtbot.waitSignal(application.window.group_model.arranged):
        application.window.threshold_bar.set_distance(0)
    assert application.window.group_model.totals()[1] == 1
    assert application.window.filter_bar.text() == "report 05"


def test_columns_are_hidden_shown_and_remembered(qtbot: QtBot, open_window: Open, library: Path):
    first = open_window(library)
    header = first.window.group_view.header()
    assert header.isSectionHidden(GroupColumn.WHY)
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
    copy = model.index_of(named(second, "report 05 copy.txt"))
    assert copy.siblingAtColumn(GroupColumn.SIZE).data() == "0 bytes"


def test_the_header_offers_the_columns(qtbot: QtBot, application: Application) -> None:
    header = application.window.group_view.header()
    place = QPoint(20, 5)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, header.mapToGlobal(place))
    QApplication.sendEvent(header.viewport(), event)
    (menu,) = [one for one in header.findChildren(QMenu) if one.isVisible()]
    assert menu.actions() == header.toggles()
    menu.close()


def test_differences_to_the_kept_document(qtbot: QtBot, english: None) -> None:
    model = GroupModel()
    model.set_report(contracts())
    draft = model.index_of(DocumentId(3))
    model.set_relative(True)
    shown = [
        draft.siblingAtColumn(column).data() for column in (GroupColumn.SIZE, GroupColumn.MODIFIED)
    ]
    assert shown == ["\N{MINUS SIGN}700 bytes", "\N{MINUS SIGN}60 min"]
    kept = model.index_of(DocumentId(1))
    assert kept.siblingAtColumn(GroupColumn.SIZE).data() == "21 kB"
    model.set_relative(False)
    assert draft.siblingAtColumn(GroupColumn.SIZE).data() == "20 kB"


def test_why_a_document_is_there(qtbot: QtBot, english: None) -> None:
    model = GroupModel()
    model.set_report(contracts())
    whys = [
        model.index_of(DocumentId(number)).siblingAtColumn(GroupColumn.WHY).data()
        for number in (1, 2, 3, 5)
    ]
    assert whys == [
        "Kept",
        "same bytes as the kept document",
        "similarity 92 %, distance 5 bits",
        "same text as the kept document, other bytes",
    ]


def test_keys_of_a_tree(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    window.show_report(contracts())
    view, model = window.group_view, window.group_model
    view.choose(DocumentId(3))

    def where() -> tuple[DocumentId | None, bool]:
        return model.document_at(view.currentIndex()), model.is_open(view.currentIndex())

    def spoken() -> str:
        title = view.currentIndex().siblingAtColumn(GroupColumn.NAME)
        return str(title.data(Qt.ItemDataRole.AccessibleTextRole))

    def press(key: Qt.Key) -> tuple[DocumentId | None, bool]:
        qtbot.keyClick(view, key)
        return where()

    assert press(Qt.Key.Key_Left) == (None, True)  # to the group's row
    assert press(Qt.Key.Key_Left) == (None, False)  # closed
    assert spoken().endswith("collapsed")
    assert model.rowCount() == 1 + 4 + 3
    assert press(Qt.Key.Key_Right) == (None, True)
    assert spoken().endswith("expanded")
    assert press(Qt.Key.Key_Right) == (1, True)  # to its first document
    assert press(Qt.Key.Key_Minus) == (None, False)
    assert press(Qt.Key.Key_Plus) == (None, True)
    assert press(Qt.Key.Key_End) == (8, True)
    assert press(Qt.Key.Key_Home) == (None, True)
    assert view.currentIndex().row() == 0


def test_the_arrow_and_a_double_click(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    window.show_report(contracts())
    view, model = window.group_view, window.group_model
    row = view.visualRect(model.index(0, 0))
    arrow = QPoint(row.left() + row.height() // 2, row.center().y())
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=arrow)
    assert not model.is_open(model.index(0, 0))
    beside = QPoint(row.left() + 4 * row.height(), row.center().y())
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=beside)
    assert not model.is_open(model.index(0, 0))
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=beside)
    assert model.is_open(model.index(0, 0))


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


def test_a_large_report_is_arranged_beside_the_window(qtbot: QtBot, threads: list[bool]) -> None:
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
        qtbot.waitUntil(lambda: not model.busy, timeout=60_000)

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


def test_answers_that_came_too_late_are_dropped(qtbot: QtBot, threads: list[bool]) -> None:
    model = GroupModel()
    model.set_report(many(LARGE))
    qtbot.waitUntil(lambda: not model.busy, timeout=60_000)
    shown = QSignalSpy(model.arranged)
    for text in ("1", "12", "123", "nothing", "00042"):
        model.set_filter(GroupFilter(text))
    assert model.rowCount() == 4 * LARGE  # the rows before stay until there is an answer
    qtbot.waitUntil(lambda: not model.busy, timeout=60_000)
    assert shown.count() == 1
    assert model.totals()[1:] == (1, 2)  # the document and its kept one
    model.set_report(many(LARGE))
    model.set_report(contracts())  # small: shown at once, and what was asked before is dropped
    assert model.totals()[1] == 0
    model.set_filter(GroupFilter())
    assert model.rowCount() == 11
    qtbot.wait(200)
    assert model.rowCount() == 11


def test_marks_made_meanwhile_are_kept(qtbot: QtBot) -> None:
    model = GroupModel()
    model.set_report(many(LARGE))
    qtbot.waitUntil(lambda: not model.busy, timeout=60_000)
    model.set_filter(GroupFilter("0"))
    model.mark([DocumentId(2)], on=True)
    model.mark_kinds({Kind.IDENTICAL})
    model.mark([DocumentId(3)], on=True)
    qtbot.waitUntil(lambda: not model.busy, timeout=60_000)
    assert model.marked() == {2, 3}


def test_closing_while_rows_are_arranged(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    window.show_report(many(LARGE))
    assert window.group_model.busy
    window.close()
    assert window.group_model.rowCount() == 0


def test_folding_and_filtering_keep_the_rules_of_models(qtbot: QtBot) -> None:
    model = GroupModel()
    tester = QAbstractItemModelTester(
        model, QAbstractItemModelTester.FailureReportingMode.Fatal, model
    )
    assert tester.model() is model
    model.set_report(many(40))
    for number in (1, 4, 118):
        model.set_open(model.index_of_group(DocumentId(number)), on=False)
    assert model.rowCount() == 160 - 9
    assert not model.index_of(DocumentId(5)).isValid()
    assert model.document_at(model.reveal(DocumentId(5))) == 5
    model.set_filter(GroupFilter("0000"))
    model.sort(GroupColumn.NAME, Qt.SortOrder.DescendingOrder)
    # 7, 8, 9 make a group, 1 to 6 two more; 1 is closed
    assert model.rowCount() == 1 + 4 + 4
    model.open_all(on=False)
    assert model.rowCount() == 3
    model.set_filter(GroupFilter())
    assert model.rowCount() == 40
    model.open_all(on=True)
    assert model.rowCount() == 160


def test_short_documents_can_be_filtered(qtbot: QtBot) -> None:
    model = GroupModel()
    model.set_report(contracts())
    model.set_filter(GroupFilter(short=True))
    assert model.rowCount() == 0
    model.set_filter(GroupFilter(kinds=frozenset({Kind.IDENTICAL})))
    title = model.title_at(model.index(0, 0))
    assert title.facts.endswith("1 hidden by the filter")
    assert model.rowCount() == 3


def test_a_row_that_is_gone_to_is_the_only_one_selected(
    qtbot: QtBot, open_window: Open, library: Path, english: None
) -> None:
    """Also by a shortcut, that is with Ctrl or Shift held down."""
    application = open_window(library / "one", library / "two")
    view = application.window.group_view
    view.choose(named(application, "report 03 copy.txt"))
    QTest.keyPress(view, Qt.Key.Key_Control, Qt.KeyboardModifier.ControlModifier)
    try:
        view.choose(named(application, "report 05 copy.txt"))
        assert len(view.selectionModel().selectedRows()) == 1
    finally:
        QTest.keyRelease(view, Qt.Key.Key_Control)
