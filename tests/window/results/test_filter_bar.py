"""The row of filters: its requests, and its words."""

from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from pytestqt.qtbot import QtBot

from app.results.filter_bar import FilterBar
from app.results.groups.rows.filter import GroupFilter, Sort

FOLDERS = (Path("/documents"), Path("/caf\udce9"))


@pytest.fixture
def bar(qtbot: QtBot):
    QLocale.setDefault(QLocale("en_GB"))
    bar = FilterBar()
    qtbot.addWidget(bar)
    bar.show()
    bar.set_folders(FOLDERS)
    yield bar
    QLocale.setDefault(QLocale.system())


def test_typing_is_waited_for(bar: FilterBar, qtbot: QtBot) -> None:
    asked: list[GroupFilter] = []
    bar.filter_changed.connect(asked.append)
    bar.box.insert("合 ")  # no key makes it
    qtbot.keyClicks(bar.box, "con")
    with qtbot.waitSignal(bar.filter_changed):
        qtbot.keyClicks(bar.box, "tract")
    assert asked == [GroupFilter("合 contract")]
    bar.regular.click()
    assert asked[-1] == GroupFilter("合 contract", regular=True)


def test_a_wrong_expression_is_told_and_changes_nothing(bar: FilterBar, qtbot: QtBot) -> None:
    bar.regular.click()
    with qtbot.waitSignal(bar.filter_changed):
        bar.box.setText("a+")
    with qtbot.assertNotEmitted(bar.filter_changed, wait=300):
        bar.box.setText("a+(")
    assert "missing closing parenthesis" in bar.message()
    bar.box.setText("a+()")
    qtbot.waitUntil(lambda: not bar.message())


def test_escape_clears_then_leaves(bar: FilterBar, qtbot: QtBot) -> None:
    bar.box.setText("x")
    qtbot.waitUntil(lambda: bar.filter().text == "x")
    with qtbot.assertNotEmitted(bar.left):
        qtbot.keyClick(bar.box, Qt.Key.Key_Escape)
    assert bar.box.text() == ""
    with qtbot.waitSignal(bar.left):
        qtbot.keyClick(bar.box, Qt.Key.Key_Escape)
    with qtbot.waitSignal(bar.left):
        qtbot.keyClick(bar.box, Qt.Key.Key_Down)


def test_kinds(bar: FilterBar) -> None:
    actions = {one.text(): one for one in bar.kinds.menu().actions()}
    actions["Numbers only"].trigger()
    assert bar.filter().sorts == {Sort.NUMBERS}
    assert bar.kinds.text() == "Numbers only"
    actions["Too short for the distance"].trigger()
    assert bar.filter().sorts == {Sort.NUMBERS, Sort.SHORT}
    assert bar.kinds.text() == "2 kinds"
    assert "Numbers only" in bar.kinds.accessibleName()
    actions["All kinds"].trigger()
    assert bar.filter().empty


def test_folders(bar: FilterBar) -> None:
    bar.folders.setCurrentIndex(2)
    assert bar.filter().folder == FOLDERS[1]  # a name that no list can hold
    bar.set_folders((Path("/new"), *FOLDERS))
    assert bar.filter().folder == FOLDERS[1]
    bar.set_folders(FOLDERS[:1])
    assert bar.filter().folder is None
    assert not bar.across.isEnabled()  # there is nothing to be across
    bar.show_folder(Path("/documents/inside"))
    assert bar.filter().folder == Path("/documents/inside")
    bar.clear()
    assert bar.filter().empty


def test_across_folders(bar: FilterBar) -> None:
    bar.across.click()
    assert bar.filter() == GroupFilter(across=True)
    bar.set_folders(FOLDERS[:1])
    assert bar.filter().empty


def test_what_is_shown_of_how_much(bar: FilterBar) -> None:
    bar.show_counts(1_000, 4_000, 1_000, 4_000)
    assert bar.counts.text() == "all are shown"
    bar.regular.click()
    bar.box.setText("x")
    bar.across.click()
    bar.show_counts(1_000, 4_000, 12, 34)
    assert bar.counts.text() == "12 of 1,000 groups, 34 of 4,000 documents"


def test_every_control_has_a_name(bar: FilterBar) -> None:
    for control in (bar.box, bar.regular, bar.kinds, bar.across, bar.folders):
        assert control.accessibleName()
        assert control.toolTip()
