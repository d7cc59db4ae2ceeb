"""Lists of many rows: searched, sorted and copied beside the window, made as they are seen."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.tasks import sorted_numbers
from app.widgets.tables import FIT, Column, RowList, TextTable


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
    qtbot.waitUntil(lambda: not rows.busy, timeout=60_000)
    wanted = [word for word in made if "c" in word]
    assert shown(rows) == sorted(wanted, reverse=True)
    rows.table.selectAll()
    rows.copy()
    qtbot.waitUntil(lambda: not rows.busy, timeout=60_000)
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
    qtbot.waitUntil(lambda: not rows.busy, timeout=60_000)
    rows.set_records(words_of(11_000))
    assert rows.table.model().rowCount() == 0
    qtbot.waitUntil(lambda: not rows.busy, timeout=60_000)
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
