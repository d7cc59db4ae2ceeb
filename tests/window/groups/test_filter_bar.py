"""The box that filters: its requests, its keys, and the ways to filter in its menu."""

from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.groups.filter import GroupFilter
from app.groups.filter_bar import FilterBar
from simcore import Kind
from simcore.model.records import DocumentId

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
    bar.insert("合 ")  # no key makes it
    qtbot.keyClicks(bar, "con")
    with qtbot.waitSignal(bar.filter_changed):
        qtbot.keyClicks(bar, "tract")
    assert asked == [GroupFilter("合 contract")]
    bar.regular.trigger()
    assert asked[-1] == GroupFilter("合 contract", regular=True)


def test_a_wrong_expression_is_told_and_changes_nothing(bar: FilterBar, qtbot: QtBot) -> None:
    bar.regular.trigger()
    with qtbot.waitSignal(bar.filter_changed):
        bar.setText("a+")
    with qtbot.waitSignal(bar.refused) as refused, qtbot.assertNotEmitted(bar.filter_changed):
        bar.setText("a+(")
    assert "missing closing parenthesis" in bar.message()
    assert refused.args == [bar.message()]
    bar.setText("a+()")
    qtbot.waitUntil(lambda: not bar.message())


def test_escape_clears_then_leaves(bar: FilterBar, qtbot: QtBot) -> None:
    bar.setText("x")
    qtbot.waitUntil(lambda: bar.filter().text == "x")
    with qtbot.assertNotEmitted(bar.left):
        qtbot.keyClick(bar, Qt.Key.Key_Escape)
    assert bar.text() == ""
    with qtbot.waitSignal(bar.left):
        qtbot.keyClick(bar, Qt.Key.Key_Escape)
    with qtbot.waitSignal(bar.left):
        qtbot.keyClick(bar, Qt.Key.Key_Down)


def test_kinds(bar: FilterBar) -> None:
    bar.show_kinds(frozenset({Kind.IDENTICAL, Kind.PART}))
    assert bar.filter() == GroupFilter(kinds=frozenset({Kind.IDENTICAL, Kind.PART}))
    bar.show_kinds(frozenset())
    assert bar.filter().empty
    bar.numbers.trigger()
    assert bar.filter() == GroupFilter(numbers=True)
    bar.short.trigger()
    bar.show_kinds(frozenset({Kind.SIMILAR}))
    assert bar.filter() == GroupFilter(kinds=frozenset({Kind.SIMILAR}), numbers=True, short=True)
    bar.clear_all()
    assert bar.filter().empty
    assert not bar.numbers.isChecked()
    assert not bar.short.isChecked()


@pytest.mark.parametrize(
    "wanted",
    [
        GroupFilter(),
        GroupFilter("a.b", regular=True),
        GroupFilter(numbers=True),
        GroupFilter(kinds=frozenset({Kind.SIMILAR}), numbers=True),
        GroupFilter(kinds=frozenset({Kind.SAME_WORDS}), short=True),
        GroupFilter("合", across=True, folder=FOLDERS[1]),
        GroupFilter(only=frozenset({DocumentId(3)})),
    ],
)
def test_a_filter_of_before_is_set_as_a_whole(bar: FilterBar, wanted: GroupFilter) -> None:
    bar.set_filter(GroupFilter("other", kinds=frozenset({Kind.IDENTICAL}), folder=FOLDERS[0]))
    bar.set_filter(wanted)
    assert bar.filter() == wanted


def test_folders(bar: FilterBar) -> None:
    bar.show_folder(FOLDERS[1])
    assert bar.filter().folder == FOLDERS[1]  # a name that no list can hold
    bar.set_folders((Path("/new"), *FOLDERS))
    assert bar.filter().folder == FOLDERS[1]
    bar.set_folders(FOLDERS[:1])
    assert bar.filter().folder is None
    assert not bar.across.isEnabled()  # there is nothing to be across
    bar.show_folder(Path("/documents/inside"))
    assert bar.filter().folder == Path("/documents/inside")
    bar.clear_all()
    assert bar.filter().empty


def test_across_folders(bar: FilterBar) -> None:
    bar.across.trigger()
    assert bar.filter() == GroupFilter(across=True)
    bar.set_folders(FOLDERS[:1])
    assert bar.filter().empty


def test_marked_documents_only(bar: FilterBar) -> None:
    bar.show_only(frozenset())
    assert not bar.filter().empty, "where nothing is marked, nothing is shown"
    bar.show_only(frozenset({DocumentId(2)}))
    assert bar.filter() == GroupFilter(only=frozenset({DocumentId(2)}))
    bar.show_only(None)
    assert bar.filter().empty


def test_every_way_has_a_name_and_a_place(bar: FilterBar, qtbot: QtBot) -> None:
    assert bar.accessibleName()
    assert bar.toolTip()
    for way in (bar.regular, bar.across, bar.numbers, bar.short):
        assert way.text()
        assert way.toolTip()
    bar.options.trigger()
    (menu,) = [one for one in bar.findChildren(QMenu) if one.isVisible()]
    assert menu.actions() == [bar.regular, bar.across, bar.numbers, bar.short]
    menu.close()
