"""The box that filters: its requests, keys and ways to filter, and names in any Unicode form."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.folders.panel import FolderPanel
from app.groups.filter import GroupFilter
from app.groups.filter_bar import FilterBar
from app.results.problems import ProblemModel
from app.widgets.tables import Column, RowList
from builders import english_text
from simcore import Kind, Problem
from simcore.files.roles import Role
from simcore.model.reasons import of_text
from simcore.model.records import DocumentId, ProblemStage
from unicode_names import BOTH_WAYS, IDS, PAIRS
from written import written

FOLDERS = (Path("/documents"), Path("/caf\udce9"))


@pytest.fixture
def bar(qtbot: QtBot, british: None) -> FilterBar:
    bar = FilterBar()
    qtbot.addWidget(bar)
    bar.show()
    bar.set_folders(FOLDERS)
    return bar


def test_typing_is_waited_for(bar, qtbot):
    asked: list[GroupFilter] = []
    bar.filter_changed.connect(asked.append)
    bar.insert("合 ")  # no key makes it
    qtbot.keyClicks(bar, "con")
    with qtbot.waitSignal(bar.filter_changed):
        qtbot.keyClicks(bar, "tract")
    assert asked == [GroupFilter("合 contract")]
    bar.regular.trigger()
    assert asked[-1] == GroupFilter("合 contract", regular=True)


def test_escape_clears_then_leaves(bar, qtbot):
    bar.setText("x")
    qtbot.waitUntil(lambda: bar.filter().text == "x")
    with qtbot.assertNotEmitted(bar.left):
        qtbot.keyClick(bar, Qt.Key.Key_Escape)
    assert bar.text() == ""
    with qtbot.waitSignal(bar.left):
        qtbot.keyClick(bar, Qt.Key.Key_Escape)
    with qtbot.waitSignal(bar.left):
        qtbot.keyClick(bar, Qt.Key.Key_Down)


def test_kinds(bar):
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
    bar.show_only(frozenset())
    assert not bar.filter().empty, "where nothing is marked, nothing is shown"
    bar.show_only(frozenset({DocumentId(2)}))
    assert bar.filter() == GroupFilter(only=frozenset({DocumentId(2)}))
    bar.show_only(None)
    assert bar.filter().empty


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
def test_a_filter_of_before_is_set_as_a_whole(bar, wanted: GroupFilter):
    bar.set_filter(GroupFilter("other", kinds=frozenset({Kind.IDENTICAL}), folder=FOLDERS[0]))
    bar.set_filter(wanted)
    assert bar.filter() == wanted


def test_folders(bar):
    bar.show_folder(FOLDERS[1])
    assert bar.filter().folder == FOLDERS[1]  # a name that no list can hold
    bar.set_folders((Path("/new"), *FOLDERS))
    assert bar.filter().folder == FOLDERS[1]
    bar.across.trigger()
    assert bar.filter() == GroupFilter(across=True, folder=FOLDERS[1])
    bar.set_folders(FOLDERS[:1])
    assert bar.filter().empty
    assert not bar.across.isEnabled()  # there is nothing to be across
    bar.show_folder(Path("/documents/inside"))
    assert bar.filter().folder == Path("/documents/inside")
    bar.clear_all()
    assert bar.filter().empty


def test_every_way_has_a_name_and_a_place(bar, qtbot):
    assert bar.accessibleName()
    assert bar.toolTip()
    for way in (bar.regular, bar.across, bar.numbers, bar.short):
        assert way.text()
        assert way.toolTip()
    bar.options.trigger()
    (menu,) = [one for one in bar.findChildren(QMenu) if one.isVisible()]
    assert menu.actions() == [bar.regular, bar.across, bar.numbers, bar.short]
    menu.close()


both_ways = pytest.mark.parametrize(("typed", "there"), BOTH_WAYS, ids=IDS)


def test_the_filter_of_results(qtbot, open_window, tmp_path):
    """In the real window, for words and for a regular expression, typed as a Mac does or not."""
    files = {}
    for number, (name, (_, there)) in enumerate(PAIRS.items()):
        files[f"{there}/{name}.txt"] = files[f"{name}/copy {there}.txt"] = english_text(number)
    application = open_window(written(tmp_path / "library", files))
    window = application.window

    report = application.session.results.report

    def shown() -> set[str]:
        groups, _ = window.group_model.shown_groups()
        paths = {str(report.documents[one.representative].path) for one in groups}
        return {name for name, (_, there) in PAIRS.items() for path in paths if there in path}

    every = shown()
    assert len(every) == len(PAIRS)
    for regular in (False, True):
        window.filter_bar.regular.setChecked(regular)
        for name, forms in PAIRS.items():
            for text in forms:
                wanted = f"^.*{text}.*$" if regular else text.upper()
                with qtbot.waitSignal(window.filter_bar.filter_changed):
                    window.filter_bar.setText(wanted)
                qtbot.waitUntil(lambda: shown() == {name})  # noqa: B023 - at once
                window.filter_bar.clear()
                qtbot.waitUntil(lambda: shown() == every)


@both_ways
def test_lists(qtbot, typed: str, there: str):
    rows: RowList[str] = RowList("names", [Column(title=lambda: "Name", text=str)])
    qtbot.addWidget(rows)
    rows.set_records(["plain", f"a {there}"])
    rows.set_filter(typed)
    assert rows.shown() == (f"a {there}",)
    names, reason = ("plain.txt", f"{there}.txt"), of_text("permission denied")
    problems = [Problem(Path("/docs", name), ProblemStage.READ, reason) for name in names]
    model = ProblemModel()
    model.set_records(problems)
    model.set_filter(typed)
    assert [model.record(row) for row in range(model.rowCount())] == problems[1:]
    # an expression that is wrong is so in each form
    assert GroupFilter(f"({typed}", regular=True).error()
    assert not GroupFilter(f"({typed})", regular=True).error()


def test_sorted_beside_each_other():
    forms = PAIRS["German"]
    names = [f"{forms[1]} 2", "Buz", f"{forms[0]} 1", f"{forms[0]} 3", "C"]
    column: Column[str] = Column(title=lambda: "Name", text=str)
    ordered = [one[-1] for one in sorted(names, key=column.key)]
    assert "".join(ordered).count("123") == 1


@pytest.mark.skipif(sys.platform == "darwin", reason="names are one there")
@both_ways
def test_folders_are_those_of_the_disk(qtbot, tmp_path, typed: str, there: str):
    (tmp_path / there).mkdir()
    panel = FolderPanel()
    qtbot.addWidget(panel)
    with qtbot.assertNotEmitted(panel.refused):
        panel.add_folders([tmp_path / typed])
    assert panel.folders() == (tmp_path / there,)
    panel.set_role(tmp_path / there, Role.PROTECTED)
    panel.set_folders([tmp_path / typed])
    assert panel.folders() == (tmp_path / there,)
    (tmp_path / typed).mkdir()  # another folder
    panel.add_folders([tmp_path / typed])
    assert panel.folders() == (tmp_path / there, tmp_path / typed)
