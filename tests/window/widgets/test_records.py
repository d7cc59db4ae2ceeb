"""RecordModel: the rules of Qt, sorting, words made when they are asked for, and its table."""

from operator import itemgetter
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from app.widgets.tables import FIT, RIGHT, Column, RecordModel, SearchedModel, TextTable

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


def test_a_title_is_in_the_language_of_the_moment(qapp: QObject) -> None:
    language = ["en"]
    titles = {"en": "Name", "zh": "名称"}
    column: Column[str] = Column(title=lambda: titles[language[0]], text=str)
    model = RecordModel([column])
    language[0] = "zh"
    assert model.headerData(0, Qt.Orientation.Horizontal) == "名称"


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
