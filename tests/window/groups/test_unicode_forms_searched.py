"""What is typed in the window finds names whatever their Unicode form."""

import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.folders.panel import FolderPanel
from app.groups.filter import GroupFilter
from app.results.problems import ProblemModel
from app.widgets.tables import Column, RowList
from builders import english_text
from simcore import Problem
from simcore.files.roles import Role
from simcore.model.reasons import of_text
from simcore.model.records import ProblemStage
from unicode_names import BOTH_WAYS, IDS, PAIRS
from windows import Open, scan

both_ways = pytest.mark.parametrize(("typed", "there"), BOTH_WAYS, ids=IDS)


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_the_filter_of_results(qtbot: QtBot, open_window: Open, tmp_path: Path) -> None:
    """In the real window, for words and for a regular expression, typed as a Mac does or not."""
    library = tmp_path / "library"
    for number, (name, (_, there)) in enumerate(PAIRS.items()):
        put(library / there / f"{name}.txt", english_text(number))
        put(library / name / f"copy {there}.txt", english_text(number))
    application = open_window(library)
    scan(qtbot, application)
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
def test_problems(qtbot: QtBot, typed: str, there: str) -> None:
    model = ProblemModel()
    problems = [
        Problem(Path("/docs", name), ProblemStage.READ, of_text("permission denied"))
        for name in ("plain.txt", f"{there}.txt")
    ]
    model.set_records(problems)
    model.set_filter(typed)
    assert model.rowCount() == 1
    assert model.record(0) is problems[1]


@both_ways
def test_lists(qtbot: QtBot, typed: str, there: str) -> None:
    rows: RowList[str] = RowList("names", [Column(title=lambda: "Name", text=str)])
    qtbot.addWidget(rows)
    rows.set_records(["plain", f"a {there}"])
    rows.set_filter(typed)
    assert rows.shown() == (f"a {there}",)


def test_sorted_beside_each_other() -> None:
    forms = PAIRS["German"]
    names = [f"{forms[1]} 2", "Buz", f"{forms[0]} 1", f"{forms[0]} 3", "C"]
    column: Column[str] = Column(title=lambda: "Name", text=str)
    ordered = [one[-1] for one in sorted(names, key=column.key)]
    assert "".join(ordered).count("123") == 1


@pytest.mark.skipif(sys.platform == "darwin", reason="names are one there")
@both_ways
def test_folders_are_those_of_the_disk(qtbot: QtBot, tmp_path: Path, typed: str, there: str):
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


def test_an_expression_that_is_wrong_is_so_in_each_form() -> None:
    for text in PAIRS["Japanese"]:
        assert GroupFilter(f"({text}", regular=True).error()
        assert not GroupFilter(f"({text})", regular=True).error()
