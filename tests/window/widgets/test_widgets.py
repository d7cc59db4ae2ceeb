"""Widgets that know nothing of documents: buttons, messages, tables, and the desktop's dialogs."""

import os
import shutil
import zipfile
from collections import Counter
from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, QUrl
from PySide6.QtGui import (
    QAccessible,
    QAction,
    QColor,
    QDesktopServices,
    QEnterEvent,
    QImage,
    QPalette,
)
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QStyle,
    QStyleOptionHeader,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.i18n import fit_application_font
from app.settings.settings import Appearance, apply_appearance
from app.style import CELL, apply_style, colours_of, contrast, scaled
from app.tasks import sorted_numbers
from app.widgets import desktop
from app.widgets.banner import Banner, MessageLine, Notices
from app.widgets.basic import DecimalBox, ElidedLabel, FilledButton, NumberBox
from app.widgets.desktop import asked_path, asked_table
from app.widgets.tables import FIT, RIGHT, Column, RecordModel, RowList, SearchedModel, TextTable
from simcore.cli.main import main
from windows import Open


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    page = QWidget()
    qtbot.addWidget(page)
    return page


def shown_button(qtbot: QtBot, page: QWidget) -> FilledButton:
    row = QHBoxLayout(page)
    other = QPushButton("Cancel", page)
    button = FilledButton("&Move 77 to trash", page, sign="trash-2", tall=True)
    row.addWidget(other)
    row.addWidget(button)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    other.setFocus()
    return button


def pixels(button: FilledButton) -> Counter[str]:
    image = button.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return Counter(
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    )


def ground(button: FilledButton) -> QColor:
    return QColor(pixels(button).most_common(1)[0][0])


@pytest.mark.parametrize("appearance", [Appearance.LIGHT, Appearance.DARK])
def test_its_words_can_be_read_in_every_state(
    qtbot: QtBot, qapp: QApplication, page: QWidget, appearance: Appearance
):
    apply_appearance(qapp, appearance)
    try:
        button = shown_button(qtbot, page)
        grounds = []
        for down in (False, True):
            button.setDown(down)
            found = pixels(button)
            grounds.append(QColor(found.most_common(1)[0][0]))
            # letters have pixels of the ink itself, whose contrast is that of the words
            best = max(contrast(QColor(name), grounds[-1]) for name in found)
            assert best >= 4.5
        button.setDown(False)
        assert grounds[0] != grounds[1], "pressed looks pressed"
        button.setEnabled(False)
        assert ground(button) not in grounds
    finally:
        apply_appearance(qapp, Appearance.SYSTEM)


def test_it_is_filled_or_as_any_other_and_keeps_its_size(qtbot: QtBot, page: QWidget):
    button = shown_button(qtbot, page)
    filled, size, hint = ground(button), button.size(), button.sizeHint()
    button.filled = False
    assert ground(button) != filled
    plain = QPushButton(button.icon(), button.text(), page)
    plain.setIconSize(button.iconSize())
    plain.setGeometry(button.geometry())
    plain.show()
    assert button.grab().toImage() == plain.grab().toImage()
    assert (button.size(), button.sizeHint()) == (size, hint)
    button.filled = True
    assert ground(button) == filled


def test_the_keyboard_shows_where_it_is_and_presses_it(qtbot: QtBot, page: QWidget):
    button = shown_button(qtbot, page)
    before = pixels(button)
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    assert pixels(button) != before, "a ring"
    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(button, Qt.Key.Key_Space)
    assert button.shortcut().toString() == "Alt+M"


@pytest.mark.parametrize(("tall", "least"), [(False, 28), (True, 32)])
def test_its_height_follows_the_font(qtbot: QtBot, tall: bool, least: int):
    button = FilledButton("标记 76 个(&M)", tall=tall)
    qtbot.addWidget(button)
    font = button.font()
    font.setPixelSize(13)
    button.setFont(font)
    assert button.sizeHint().height() == least
    narrow = button.sizeHint().width()
    font.setPixelSize(26)
    button.setFont(font)
    assert button.sizeHint().height() == 2 * least
    assert button.sizeHint().width() > 1.5 * narrow
    assert button.iconSize().height() == 32


def digits_ink(box: NumberBox | DecimalBox) -> tuple[float, int]:
    """Return how far the digits' lowest ink is from the middle of the box, and its height."""
    image = box.grab().toImage()
    rows = [
        y
        for y in range(4, image.height() - 4)
        for x in range(6, 18)
        if image.pixelColor(x, y).lightness() < 120
    ]
    return max(rows) - image.height() / 2, image.height()


@pytest.mark.parametrize("unit", [" %", " 位", " 位元", " 秒", " bits"])
@pytest.mark.parametrize("kind", [NumberBox, DecimalBox])
def test_digits_stand_on_one_line_with_every_unit(
    qtbot: QtBot, kind: type[NumberBox] | type[DecimalBox], unit: str
) -> None:
    fit_application_font()
    plain, other = kind(), kind()
    for box, suffix in ((plain, ""), (other, unit)):
        qtbot.addWidget(box)
        box.setValue(24)
        box.setSuffix(suffix)
        box.show()
    assert digits_ink(other)[1] == digits_ink(plain)[1]
    assert abs(digits_ink(other)[0] - digits_ink(plain)[0]) <= 0.5


def test_decimals_are_as_many_as_are_needed(qtbot: QtBot) -> None:
    box = DecimalBox()
    qtbot.addWidget(box)
    box.setDecimals(3)
    box.setMaximum(100_000)
    box.setSuffix(" MB")
    texts = []
    for value in (64, 1.5, 0.125, 100, 0):
        box.setValue(value)
        texts.append(box.text())
    assert texts == ["64 MB", "1.5 MB", "0.125 MB", "100 MB", "0 MB"]


def test_a_sentence_without_room_ends_in_an_ellipsis(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.setText("1,019 groups, 1,900 documents, 8.4 MB to gain")
    label.resize(label.sizeHint())
    label.show()
    assert label.shown() == label.text()
    label.resize(100, label.height())
    assert label.shown().endswith("\u2026")
    assert label.text().startswith(label.shown()[:-1])


@pytest.fixture
def alert(page: QWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Notices:
    alert, elsewhere = Notices(page), QLineEdit(page)
    layout = QVBoxLayout(page)
    layout.addWidget(elsewhere)
    layout.addWidget(alert)
    assert alert._fading.interval() == 10_000
    alert._fading.setInterval(60)
    # where the pointer of a machine without a screen is says nothing
    monkeypatch.setattr(Notices, "underMouse", lambda _: False, raising=False)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    elsewhere.setFocus()
    return alert


def test_a_confirmation_fades_unless_it_is_pointed_at(
    alert: Notices, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = True
    monkeypatch.setattr(Notices, "underMouse", lambda _: over, raising=False)
    alert.show_message("77 documents were moved.")
    qtbot.wait(250)
    assert alert.isVisible()
    over = False
    qtbot.waitUntil(lambda: not alert.isVisible())
    assert alert.text() == ""
    # the time begins anew when the pointer comes
    alert._fading.setInterval(5_000)
    alert.show_message("77 documents were moved.")
    qtbot.wait(700)
    before = alert._fading.remainingTime()
    place = QPointF(5, 5)
    QApplication.sendEvent(alert, QEnterEvent(place, place, place))
    assert alert._fading.remainingTime() > before


@pytest.mark.parametrize("how", [{"warning": True}, {"lasting": True}, {"closable": False}, None])
def test_what_must_be_read_does_not_fade(
    alert: Notices, qtbot: QtBot, how: dict[str, bool] | None
) -> None:
    if how is None:
        alert.show_message("77 documents were moved.")
        alert.show_problem("The folder cannot be read.")
    else:
        alert.show_message("The folder cannot be read.", **how)
    qtbot.wait(250)
    assert alert.isVisible()
    assert alert.text() == "The folder cannot be read."


def close(banner: Banner) -> None:
    (button,) = [
        one
        for one in banner.findChildren(QToolButton)
        if one.accessibleName() == "Close this message"
    ]
    button.click()


def test_it_stays_while_the_keyboard_is_on_its_undo(alert: Notices, qtbot: QtBot) -> None:
    undo = QAction("Undo")
    alert.show_message("77 documents were moved.", action=undo)
    alert._button.setFocus()
    qtbot.waitUntil(alert._button.hasFocus)
    qtbot.wait(250)
    assert alert.isVisible()
    with qtbot.waitSignal(undo.triggered):
        alert._button.click()


def test_what_was_closed_by_hand_stays_closed(alert: Notices) -> None:
    state = "These results are the last known state."
    alert.show_message(state, lasting=True)
    close(alert)
    assert not alert.isVisible()
    alert.show_message(state, lasting=True)
    assert not alert.isVisible(), "it was read"
    alert.show_message("Only 2 of 3 groups are shown.", lasting=True)
    assert alert.isVisible(), "this one is new"
    alert.close_message()
    alert.show_message("Only 2 of 3 groups are shown.", lasting=True)
    assert alert.isVisible(), "the program closed it, nobody else"
    for _ in range(2):
        alert.show_message("Marked.")
        assert alert.isVisible(), "a confirmation comes again each time"
        close(alert)


def test_the_first_source_that_has_a_message_is_seen(qtbot: QtBot) -> None:
    first, second = Banner(), Banner()
    line = MessageLine(first, second)
    qtbot.addWidget(line)
    room = line.sizeHint().height(), line.minimumSizeHint().height()
    second.show_message("state", lasting=True)
    assert second.isVisibleTo(line)
    first.show_message("done")
    assert first.isVisibleTo(line)
    assert not second.isVisibleTo(line), "never two lines"
    first.close_message()
    assert second.isVisibleTo(line)
    assert (line.sizeHint().height(), line.minimumSizeHint().height()) == room
    second.close_message()
    assert (line.sizeHint().height(), line.minimumSizeHint().height()) == room
    assert min(room) >= second.sizeHint().height()
    first.show_message("done")
    QApplication.sendEvent(first, QEvent(QEvent.Type.PaletteChange))  # and follows the palette
    close(first)
    assert first.isHidden()


def test_a_link_that_leads_nowhere_is_grey(alert: Notices) -> None:
    """An action that cannot be carried out just now is no blue link."""
    there, away = QAction("There", alert), QAction("Away", alert)
    away.setEnabled(False)
    alert.show_message("Saved", action=there, second=away)
    links = {one.text(): one for one in alert.findChildren(QToolButton) if one.text()}
    colours = {
        name: one.palette().color(one.palette().currentColorGroup(), QPalette.ColorRole.ButtonText)
        for name, one in links.items()
    }
    assert not links["Away"].isEnabled()
    assert colours["There"] != colours["Away"]


Role = Qt.ItemDataRole
DOWN = Qt.SortOrder.DescendingOrder


class Town(NamedTuple):
    name: str
    people: int


NAME, PEOPLE, CODE = range(3)
TOWNS = (Town("bern", 134_000), Town("Aarau", 22_000), Town("Zug", 30_000), Town("Ins", 22_000))
COLUMNS: tuple[Column[Town], ...] = (
    Column(title=lambda: "Name", text=lambda town: town.name),
    Column(
        title=lambda: "People",
        meaning=lambda: "How many live there",
        text=lambda town: f"{town.people:,}",
        tooltip=lambda town: f"{town.people} people",
        sort_key=lambda town: town.people,
        width=12,
        align=RIGHT,
    ),
    Column(title=lambda: "Code", text=lambda town: town.name[:1], width=FIT, hidden=True),
)


def model_of(kind: type[RecordModel[Town]] = RecordModel) -> RecordModel[Town]:
    model = kind(COLUMNS, tooltip=lambda town: f"the town of {town.name}")
    model.set_records(TOWNS)
    return model


def names(model: RecordModel[Town]) -> list[str]:
    return [str(model.index(row, NAME).data()) for row in range(model.rowCount())]


@pytest.mark.parametrize("kind", [RecordModel, SearchedModel])
def test_the_model_keeps_the_rules(qapp: QObject, kind: type[RecordModel[Town]]) -> None:
    model = kind(COLUMNS)
    tester = QAbstractItemModelTester(
        model, QAbstractItemModelTester.FailureReportingMode.Fatal, model
    )
    assert tester.model() is model
    model.set_records(TOWNS)
    model.sort(PEOPLE, DOWN)
    if isinstance(model, SearchedModel):
        model.set_filter("A")
        assert names(model) == ["Aarau"]
    model.set_records(TOWNS[:2])
    model.set_records(())
    assert model.rowCount() == 0


def test_words_numbers_and_the_own_order(qapp: QObject) -> None:
    model = model_of()
    model.sort(NAME)
    assert names(model) == ["Aarau", "bern", "Ins", "Zug"], "whatever the capitals"
    model.sort(PEOPLE)
    assert names(model) == ["Aarau", "Ins", "Zug", "bern"]
    model.sort(PEOPLE, DOWN)
    assert names(model) == ["bern", "Zug", "Aarau", "Ins"], "equals as they were"
    assert [model.number(row) for row in range(4)] == [0, 2, 1, 3]
    assert model.shown() == tuple(model.record(row) for row in range(4))
    model.set_records(TOWNS[1:])
    assert names(model) == ["Zug", "Aarau", "Ins"]
    model.sort(-1)
    assert names(model) == ["Aarau", "Zug", "Ins"]


@given(st.lists(st.builds(Town, st.text("abC", max_size=2), st.integers(0, 9))), st.booleans())
def test_any_records_are_sorted_as_by_sorted(towns: list[Town], descending: bool) -> None:
    model: RecordModel[Town] = RecordModel(COLUMNS)
    model.set_records(towns)
    model.sort(PEOPLE, DOWN if descending else Qt.SortOrder.AscendingOrder)
    assert list(model.shown()) == sorted(towns, key=itemgetter(PEOPLE), reverse=descending)


def test_tooltips_sides_and_meanings(qapp: QObject) -> None:
    model = model_of()
    cells = [model.index(0, column) for column in range(3)]
    assert [cell.data(Role.ToolTipRole) for cell in cells] == [
        "the town of bern",
        "134000 people",
        "the town of bern",
    ]
    assert cells[PEOPLE].data(Role.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight
    assert cells[NAME].data(Role.TextAlignmentRole) & Qt.AlignmentFlag.AlignLeft
    across = Qt.Orientation.Horizontal
    assert model.headerData(PEOPLE, across) == "People"
    assert model.headerData(PEOPLE, across, Role.ToolTipRole) == "How many live there"
    assert model.headerData(NAME, across, Role.ToolTipRole) is None
    assert model.headerData(3, across) is None
    titles = iter(["Name", "名称"])  # in the language of the moment
    other = RecordModel([Column(title=lambda: next(titles), text=str)])
    assert [other.headerData(0, across) for _ in range(2)] == ["Name", "名称"]


def test_the_table_lays_columns_out_and_reads_cells_aloud(qtbot: QtBot) -> None:
    table = TextTable()
    qtbot.addWidget(table)
    table.resize(600, 200)
    table.show_model(model_of(), sortable=True, letter=10)
    assert [table.isColumnHidden(column) for column in range(3)] == [False, False, True]
    assert table.columnWidth(PEOPLE) == 120
    with qtbot.waitExposed(table):
        table.show()
    assert table.columnWidth(NAME) == table.viewport().width() - 120, "it takes what is left"
    place = table.viewport().mapToGlobal(table.visualRect(table.model().index(0, PEOPLE)).center())
    cell = QAccessible.queryAccessibleInterface(table).childAt(place.x(), place.y())
    assert cell.text(QAccessible.Text.Name) == "134,000"
    table.sortByColumn(PEOPLE, DOWN)
    assert table.model().index(3, NAME).data() == "Ins"


@given(st.lists(st.integers(0, 30)), st.booleans(), st.integers(1, 50))
def test_numbers_are_sorted_as_by_sorted(values: list[int], descending: bool, times: int) -> None:
    values *= times
    numbers = range(len(values))
    expected = sorted(numbers, key=values.__getitem__, reverse=descending)
    assert (
        sorted_numbers(len(values), values.__getitem__, lambda: None, descending=descending)
        == expected
    )


def words_of(count: int) -> list[str]:
    return [f"合同 {number * 7919 % count:06} {'abcde'[number % 5]}" for number in range(count)]


def row_list(qtbot: QtBot) -> RowList[str]:
    columns: tuple[Column[str], ...] = (
        Column(title=lambda: "Document", text=lambda word: word),
        Column(title=lambda: "Result", text=lambda _: "moved"),
    )
    rows = RowList("rows", columns, tooltip=lambda word: f"/文档/{word}")
    qtbot.addWidget(rows)
    return rows


def shown(rows: RowList[str]) -> Sequence[str]:
    model = rows.table.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


@pytest.mark.parametrize("count", [200, 12_000])
def test_few_and_many_rows_are_found_alike(qtbot: QtBot, count: int) -> None:
    rows = row_list(qtbot)
    made = words_of(count)
    rows.set_records(made)
    rows.set_filter("C")
    rows.table.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    assert rows.busy == (count > 10_000), "many are looked through in a thread"
    qtbot.waitUntil(lambda: not rows.busy)
    wanted = [word for word in made if "c" in word]
    assert shown(rows) == sorted(wanted, reverse=True)
    rows.table.selectAll()
    rows.copy()
    qtbot.waitUntil(lambda: not rows.busy)
    lines = QApplication.clipboard().text().split("\n")
    assert lines == [f"{word}\tmoved" for word in shown(rows)]
    assert [made[number] for number in rows.chosen()] == shown(rows)
    assert list(rows.shown()) == shown(rows)
    rows.shut_down()


def test_other_rows_are_never_shown_in_the_order_of_those_before(qtbot: QtBot) -> None:
    """The index of a chosen row would be that of another document."""
    rows = row_list(qtbot)
    rows.set_records(words_of(12_000))
    rows.set_filter("a")
    qtbot.waitUntil(lambda: not rows.busy)
    rows.set_records(words_of(11_000))
    assert rows.table.model().rowCount() == 0
    qtbot.waitUntil(lambda: not rows.busy)
    assert shown(rows) == [word for word in words_of(11_000) if "a" in word]
    rows.shut_down()


def test_no_more_rows_are_made_than_are_seen(qtbot: QtBot) -> None:
    """The summary of 100,000 documents once took seconds: all its rows were made at once."""
    made: set[int] = set()

    def text(number: int) -> str:
        made.add(number)
        return str(number)

    table = TextTable()
    qtbot.addWidget(table)
    table.resize(400, 300)
    columns: tuple[Column[int], ...] = (
        Column(title=lambda: "Document", text=text, tooltip=text),
        Column(title=lambda: "Kind", text=lambda _: "same text", width=FIT),
    )
    model = RecordModel(columns, table)
    model.set_records(range(100_000))
    table.show_model(model)
    with qtbot.waitExposed(table):
        table.show()
    table.selectAll()
    table.scrollToBottom()
    table.viewport().repaint()
    assert 99_999 in made
    assert len(made) < 1_000


@pytest.fixture
def table_and_field(qtbot: QtBot, page: QWidget) -> tuple[TextTable, QLineEdit]:
    """A table of one column, and a field that may have the keyboard."""
    apply_style(QApplication.instance())
    table, other = TextTable(page), QLineEdit(page)
    column: Column[str] = Column(title=lambda: "Name", text=str)
    model = RecordModel((column,), table)
    model.set_records(["H", "H 合同 😀", "H ह"])
    table.show_model(model)
    table.selectRow(0)
    layout = QVBoxLayout(page)
    layout.addWidget(table)
    layout.addWidget(other)
    page.resize(300, 300)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    return table, other


def image_of(table: TextTable) -> QImage:
    return table.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def test_rows_of_all_scripts_stand_on_one_line_and_titles_above_their_words(
    table_and_field: tuple[TextTable, QLineEdit],
) -> None:
    table, other = table_and_field
    other.setFocus()
    table.clearSelection()
    image, width = image_of(table), table.fontMetrics().horizontalAdvance("H")
    ink = colours_of(table.palette()).text.lightness()

    def lowest_ink(row: int) -> int:
        """Return how far below the top of a row the letters reach that begin it."""
        rect = table.visualRect(table.model().index(row, 0))
        return max(
            y - rect.top()
            for y in range(rect.top(), rect.bottom() - 1)
            for x in range(rect.left() + 5, rect.left() + 6 + width)
            if abs(image.pixelColor(x, y).lightness() - ink) < 60
        )

    assert len({lowest_ink(row) for row in range(3)}) == 1
    header, option = table.horizontalHeader(), QStyleOptionHeader()
    option.initFrom(header)
    option.rect = header.rect()
    label = QStyle.SubElement.SE_HeaderLabel
    margin = header.style().subElementRect(label, option, header).left()
    assert margin == scaled(CELL, header.font())


def test_the_chosen_row_tells_where_the_keyboard_is(
    qtbot: QtBot, table_and_field: tuple[TextTable, QLineEdit]
) -> None:
    table, other = table_and_field
    found = colours_of(table.palette())
    rect = table.visualRect(table.model().index(0, 0))

    def colours() -> tuple[str, str]:
        image, y = image_of(table), rect.center().y()
        places = rect.left() + 1, rect.right() - 2
        first, last = (image.pixelColor(x, y).name() for x in places)
        return first, last

    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    assert colours() == (found.accent.name(), found.selected.name())
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    assert colours() == (found.inactive.name(), found.inactive.name())


CSV, JSON = "CSV files (*.csv)", "JSON files (*.json)"


@pytest.fixture
def folder(private_home: Path) -> Path:
    """Two documents of the same words."""
    folder = private_home / "documents"
    folder.mkdir()
    for name in ("a.csv", "合同.csv"):
        (folder / name).write_text("The same words in both of these documents.")
    return folder


@pytest.mark.parametrize(("sort", "suffix"), [(CSV, ".csv"), (JSON, ".json"), ("", ".html")])
def test_a_suffix_that_is_added_replaces_no_file_unasked(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sort: str, suffix: str
) -> None:
    answers: list[str] = []
    name, path = str(tmp_path / "o"), tmp_path / f"o{suffix}"
    parent = QWidget()
    qtbot.addWidget(parent)

    def cancel(box: QMessageBox) -> QMessageBox.StandardButton:
        answers.append(box.text())
        assert box.defaultButton() == box.button(QMessageBox.StandardButton.Cancel)
        return QMessageBox.StandardButton.Cancel

    def ask() -> Path | None:
        if sort:
            return asked_table(parent, "Save", tmp_path / "groups.csv")
        return asked_path(parent, "Save", tmp_path / "differences.html", "HTML files (*.html)")

    monkeypatch.setattr(QMessageBox, "exec", cancel)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (name, sort))
    assert ask() == path
    assert answers == []
    path.touch()
    assert ask() is None
    assert [str(path) in words for words in answers] == [True]
    name = str(path)  # of this one the dialog has asked
    assert ask() == path
    assert len(answers) == 1


@pytest.mark.parametrize("what", ["results", "groups", "a suffix", "journal", "link"])
@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_no_document_is_replaced_by_what_is_saved(
    open_window: Open,
    folder: Path,
    private_home: Path,
    index_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
) -> None:
    """Though the dialog was told to replace it: whoever chose the name did not mean that."""
    application = open_window(folder)
    own = index_path.parent / "journal.sqlite"
    own.write_bytes(b"what was removed")
    for name in ("link.csv", "link.variorum"):
        (private_home / name).symlink_to(folder / "a.csv")
    chosen = {
        "results": private_home / "link.variorum",
        "groups": folder / "合同.csv",
        "a suffix": folder / "a",
        "journal": own,
        "link": private_home / "link.csv",
    }[what]
    before = {path: path.read_bytes() for path in [*folder.iterdir(), own]}
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: told.append(box.text()))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen), CSV))
    commands = application.window.commands
    (commands.save_results if what == "results" else commands.export).trigger()
    said = "holds data of Variorum" if what == "journal" else "is one of the scanned documents"
    assert [said in words for words in told] == [True]
    application.session.writer.shut_down()
    assert {path: path.read_bytes() for path in [*folder.iterdir(), own]} == before


@pytest.mark.parametrize("where", ["documents", "documents/new", "link", "scanned before"])
def test_no_export_comes_beside_documents(
    open_window: Open,
    folder: Path,
    private_home: Path,
    index_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    where: str,
) -> None:
    """The next scan would find it there. The command line says the same."""
    before = private_home / "scanned before"
    shutil.copytree(folder, before)
    (folder / "new").mkdir()
    (private_home / "link").symlink_to(folder)
    index_path.parent.mkdir(exist_ok=True)
    assert main(["scan", str(before), "--jobs", "0", "--index", str(index_path)]) == 0
    application = open_window(folder)
    chosen = private_home / where / "groups.csv"
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: told.append(box.text()))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen), CSV))
    application.window.commands.export.trigger()
    inside = before if where == "scanned before" else folder
    said = f"{chosen}: is in {inside}, which has scanned documents; name a file in another folder"
    assert told == [said]
    if inside == before:
        capsys.readouterr()
        words = ["history", "--index", str(index_path), "-o", str(chosen)]
        assert main(words) == 2
        assert capsys.readouterr().err == f"variorum: {said}\n"
    # saved results are read by no scan
    saved: list[Path] = []
    monkeypatch.setattr(application.session, "save", lambda to, _marks: saved.append(to))
    chosen = chosen.with_suffix(".variorum")
    application.window.commands.save_results.trigger()
    assert saved == [chosen]
    assert len(told) == 1
    # but where a suffix is added they replace no file unasked
    path, chosen = chosen, chosen.with_suffix("")
    path.write_text("written before")
    for answer, count in ((QMessageBox.StandardButton.No, 1), (QMessageBox.StandardButton.Yes, 2)):
        monkeypatch.setattr(QMessageBox, "exec", lambda _, answer=answer: answer)
        application.window.commands.save_results.trigger()
        assert saved == [path] * count
    assert not [*private_home.rglob("groups.csv")]


@pytest.mark.usefixtures("qtbot")
def test_an_archive_is_opened_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "旧稿.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("文档/a.txt", "text")
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or True)
    failed: list[str] = []
    inside = path / "文档" / "a.txt"
    desktop.open_path(inside, failed.append)
    desktop.show_in_folder(inside, failed.append)
    desktop.open_path(tmp_path / "gone.zip" / "a.txt", failed.append)
    assert [Path(url.toLocalFile()) for url in opened] == [path, tmp_path]
    assert len(failed) == 1
