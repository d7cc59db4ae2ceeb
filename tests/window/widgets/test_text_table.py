"""The lines of a table: one base line for all scripts, and a choice that tells of the keyboard."""

import pytest
from PySide6.QtGui import QImage
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
from app.widgets.tables import Column, TextTable


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    page = QWidget()
    qtbot.addWidget(page)
    return page


def shown(qtbot: QtBot, page: QWidget, rows: list[str]) -> tuple[TextTable, QLineEdit]:
    table, other = TextTable(page), QLineEdit(page)
    column: Column[str] = Column(title=lambda: "Name", text=str)
    table.show_records((column,), rows)
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


def lowest_ink(table: TextTable, image: QImage, row: int, width: int) -> int:
    """Return how far below the top of a row the letters reach that begin it."""
    rect = table.visualRect(table.model().index(row, 0))
    found = colours_of(table.palette()).text
    dark = [
        y
        for y in range(rect.top(), rect.bottom() - 1)
        for x in range(rect.left() + 5, rect.left() + width)
        if abs(image.pixelColor(x, y).lightness() - found.lightness()) < 60
    ]
    return max(dark) - rect.top()


def test_rows_of_all_scripts_stand_on_one_line(qtbot: QtBot, page: QWidget):
    table, other = shown(qtbot, page, ["H", "H 合同 😀", "H ह"])
    other.setFocus()
    table.clearSelection()
    image, width = image_of(table), 6 + table.fontMetrics().horizontalAdvance("H")
    lines = {lowest_ink(table, image, row, width) for row in range(3)}
    assert len(lines) == 1


def test_titles_begin_where_the_words_below_them_do(qtbot: QtBot, page: QWidget) -> None:
    apply_style(QApplication.instance())
    table, _ = shown(qtbot, page, ["one"])
    header, option = table.horizontalHeader(), QStyleOptionHeader()
    option.initFrom(header)
    option.rect = header.rect()
    label = QStyle.SubElement.SE_HeaderLabel
    margin = header.style().subElementRect(label, option, header).left()
    assert margin == scaled(CELL, header.font())


def test_the_chosen_row_tells_where_the_keyboard_is(qtbot: QtBot, page: QWidget):
    table, other = shown(qtbot, page, ["one", "two"])
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
