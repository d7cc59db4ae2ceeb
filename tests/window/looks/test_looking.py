"""The judge of windows finds what is planted, and nothing in a window that is right."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QHeaderView, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.records import Column
from app.widgets.text_table import TextTable
from looking import cut_beside_room, faults
from screens import overlapping

LONG = "a name that is far longer than any of those that stand in the other column"


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 300)
    return page


def table_in(page: QWidget, folder: str = "f") -> TextTable:
    table = TextTable(page)
    columns: tuple[Column[str], ...] = (
        Column(title=lambda: "Name", text=lambda one: one),
        Column(title=lambda: "Folder", text=lambda _: folder),
    )
    table.show_records(columns, [LONG, "short"])
    layout = QVBoxLayout(page)
    layout.addWidget(QLabel("A label with room", page))
    layout.addWidget(table)
    page.show()
    QApplication.processEvents()
    return table


def test_a_window_that_is_right_has_no_faults(page: QWidget) -> None:
    table_in(page)
    assert faults(page) == []


def test_a_cell_that_is_cut_beside_room_is_found(page: QWidget) -> None:
    """The columns shared the width by halves before, whatever stood in them."""
    table = table_in(page)
    header = table.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    QApplication.processEvents()
    (found,) = cut_beside_room(page)
    assert "column Name" in found


def test_where_nothing_is_to_spare_nobody_is_to_blame(page: QWidget) -> None:
    table_in(page, folder=LONG)
    page.resize(300, 300)
    QApplication.processEvents()
    assert faults(page) == []


def test_widgets_over_one_another_are_found(page: QWidget) -> None:
    one, other = QPushButton("One", page), QPushButton("Other", page)
    one.setGeometry(QRect(10, 10, 100, 40))
    other.setGeometry(QRect(120, 10, 100, 40))
    page.show()
    assert overlapping(page) == []
    other.setGeometry(QRect(100, 20, 100, 40))
    (found,) = overlapping(page)
    assert "One" in found


def test_a_label_without_room_is_found(page: QWidget) -> None:
    label = QLabel(LONG, page)
    label.setGeometry(10, 10, 60, 20)
    page.show()
    assert len(faults(page)) == 1
