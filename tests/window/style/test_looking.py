"""The judge of windows finds what is planted, and nothing in a window that is right."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QTabBar,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app import style
from app.style import Run
from app.widgets.basic import ElidedLabel
from app.widgets.tables import Column, TextTable
from elided import Shortened, elided_beside_room
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


def button(page: QWidget) -> QWidget:
    made = QToolButton(page)
    made.setText(LONG)
    return made


def box(page: QWidget) -> QWidget:
    made = QComboBox(page)
    made.addItem(LONG)
    return made


def field(page: QWidget) -> QWidget:
    made = QLineEdit(page)
    made.setPlaceholderText(LONG)
    return made


def figure(page: QWidget) -> QWidget:
    return QSpinBox(page, maximum=10**8, value=10**8, suffix=" documents in all folders")


def tabs(page: QWidget) -> QWidget:
    made = QTabBar(page, usesScrollButtons=False)
    made.addTab("Differences")
    made.addTab(LONG)
    return made


def scrolled_tabs(page: QWidget) -> QWidget:
    made = QTabBar(page, usesScrollButtons=True)
    for number in range(9):
        made.addTab(f"One of many tabs: {number}")
    return made


def pages(page: QWidget) -> QWidget:
    made = QListWidget(page)
    made.addItem(LONG)
    made.setFixedWidth(150)
    return made


def tools(page: QWidget) -> QWidget:
    made = QToolBar(page)
    for number in range(9):
        made.addAction(f"One of many tools: {number}")
    return made


@pytest.mark.parametrize(
    "make",
    [button, box, field, figure, tabs, scrolled_tabs, pages, tools],
    ids=lambda one: one.__name__,
)
def test_words_without_room_are_found(page: QWidget, make: Callable[[QWidget], QWidget]) -> None:
    one = make(page)
    one.setGeometry(10, 10, 150, 34)
    page.show()
    QApplication.processEvents()
    assert faults(page)
    one.setFixedWidth(max(800, one.sizeHint().width()))
    page.resize(one.width() + 100, 300)
    QApplication.processEvents()
    assert faults(page) == []


def test_a_label_that_is_shortened_beside_room_is_found(page: QWidget) -> None:
    label = ElidedLabel(page)
    label.setText(LONG)
    row = QHBoxLayout(page)
    row.addWidget(label)
    row.addStretch(1)
    beside = QPushButton("Beside", page)
    row.addWidget(beside)
    page.show()
    label.setMaximumWidth(60)
    QApplication.processEvents()
    (found,) = elided_beside_room(page)
    assert LONG in found
    beside.setMinimumWidth(740)  # takes it all
    QApplication.processEvents()
    assert elided_beside_room(page) == []


class Painted(QWidget):
    """Paints a line of two texts; the first has ``room`` pixels, the second begins at 700."""

    room = 100.0

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's
        painter = QPainter(self)
        ink, place = self.palette().windowText().color(), QRectF(0, 0, self.room, 30)
        style.paint_line(painter, place, LONG, self.font(), ink)
        place = place.translated(0, 60)
        style.paint_runs(painter, place, [Run(LONG), Run(" (1)", tells=True)], self.font(), ink)
        for y in (0, 60):
            style.paint_line(painter, QRectF(700, y, 90, 30), "Beside", self.font(), ink)
        painter.end()


def test_painted_words_that_are_shortened_beside_room_are_found(
    page: QWidget, monkeypatch: pytest.MonkeyPatch
) -> None:
    shortened = Shortened(monkeypatch)
    painted = Painted(page)
    painted.resize(900, 200)
    page.show()
    _, found = shortened.grabbed(page)
    assert len(found) == 2, found
    painted.room = 699.0  # it fits
    assert shortened.grabbed(page)[1] == []
    painted.room = 400.0
    painted.setFixedWidth(410)  # there is no more than a margin
    page.setFixedWidth(410)
    assert shortened.grabbed(page)[1] == []
