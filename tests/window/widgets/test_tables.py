"""Tables of records: models, rows made as they are seen, lists searched beside the window."""

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QStyle,
    QStyleOptionHeader,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.style import CELL, apply_style, colours_of, scaled
from app.tasks import sorted_numbers
from app.widgets.tables import FIT, RIGHT, Column, RecordModel, RowList, SearchedModel, TextTable

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
    table.show_records(columns, range(100_000))
    with qtbot.waitExposed(table):
        table.show()
    table.selectAll()
    table.scrollToBottom()
    table.viewport().repaint()
    assert 99_999 in made
    assert len(made) < 1_000


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    page = QWidget()
    qtbot.addWidget(page)
    return page


@pytest.fixture
def table_and_field(qtbot: QtBot, page: QWidget) -> tuple[TextTable, QLineEdit]:
    """A table of one column, and a field that may have the keyboard."""
    apply_style(QApplication.instance())
    table, other = TextTable(page), QLineEdit(page)
    column: Column[str] = Column(title=lambda: "Name", text=str)
    table.show_records((column,), ["H", "H 合同 😀", "H ह"])
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
