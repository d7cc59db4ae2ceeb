"""What the window says of documents that are not on this machine: no path, nothing of this disk."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

import simcore
from app.application import Application
from app.groups.columns import GroupColumn
from app.groups.review import JudgementDialog
from app.results.statistics import StatisticsWindow
from app.session.states import Phase
from app.widgets import desktop
from builders import chinese_text, edited
from far_results import TEXTS, write_far
from far_window import choose, key_of, mark, opened
from simcore import load_results
from simcore.files.roles import Roles
from simcore.index.documents import write_carried
from simcore.index.judgements import Judgement, JudgementKind
from simcore.index.paths import path_elsewhere
from simcore.index.texts import texts_path
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import ProblemStage
from simcore.reports.tables import write_problems
from windows import Open, asked

A, COPY, EDITED, R, R1 = TEXTS
BROKEN, OTHER = "first\nline\n2", "50%/second line"


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "near.variorum"
    text = chinese_text(7, 200)
    write_far(path, {**TEXTS, BROKEN: text, OTHER: edited(text, 2, 1)}, carried=None)
    return path


@pytest.fixture
def application(qtbot: QtBot, open_window: Open, results: Path) -> Application:
    return opened(qtbot, open_window, results)


# --- texts that are not here


def test_of_two_texts_that_are_not_here_nothing_is_said_but_that(
    qtbot: QtBot, open_window: Open, results: Path
) -> None:
    texts_path(results).unlink()
    application = opened(qtbot, open_window, results)
    view = application.window.difference_view
    choose(application, EDITED)
    qtbot.waitUntil(lambda: EDITED in view.message_page.text(), timeout=60_000)
    report = application.session.results.report
    (kept,) = {
        report.documents[one.representative].elsewhere
        for one in report.groups
        if key_of(application, EDITED) in {member.document for member in one.members}
    }
    first, second, hint = view.message_page.text().splitlines()
    assert first.startswith(f"{kept} cannot be shown")
    assert second.startswith(f"{EDITED} cannot be shown")
    assert "--carry-texts" in hint
    assert view.navigation.counter.text() == view.navigation.counter.shown() == ""
    assert not view.options.html.isEnabled()
    assert not view.options.patch.isEnabled()


def test_of_one_text_that_is_not_here_it_is_said_which(
    qtbot: QtBot, open_window: Open, results: Path
) -> None:
    rows = [(name, "utf-8", TEXTS[name]) for name in (A, COPY)]
    write_carried(texts_path(results), rows)
    application = opened(qtbot, open_window, results)
    view = application.window.difference_view
    choose(application, EDITED)
    qtbot.waitUntil(lambda: view.heading.notice.text() != "", timeout=60_000)
    said = view.heading.notice.text()
    assert f"{EDITED} cannot be shown" in said
    assert "--carry-texts" in said
    assert said.count("cannot be shown") == 1
    assert view.navigation.counter.text() == ""
    assert not view.options.html.isEnabled()  # a page would set the text beside itself


def test_two_texts_that_are_here_are_compared_and_saved(
    qtbot: QtBot, application: Application
) -> None:
    view = application.window.difference_view
    choose(application, EDITED)
    qtbot.waitUntil(lambda: view.navigation.count > 0, timeout=60_000)
    assert view.navigation.counter.text() != ""
    assert view.options.html.isEnabled()
    assert view.options.patch.isEnabled()
    choose(application, BROKEN if _is_member(application, BROKEN) else OTHER)
    names = {"first¶line¶2", "second line"}
    qtbot.waitUntil(lambda: {one.name for one in view.sides or ()} == names, timeout=60_000)


# --- ids in the place of paths


def test_why_two_are_alike_names_them_by_their_ids(
    qtbot: QtBot, application: Application, results: Path
) -> None:
    panel, passages = application.window.why_panel, application.window.why_panel.passages
    choose(application, BROKEN if _is_member(application, BROKEN) else OTHER)
    application.window.tabs.setCurrentWidget(passages)
    qtbot.waitUntil(lambda: passages.page is not None and panel.explained, timeout=60_000)
    assert passages.page is not None
    titles = [one.text() for one in passages.page.titles]
    tips = {one.toolTip() for one in passages.page.titles}
    assert tips == {"first¶line¶2", OTHER}
    assert any("first¶line¶2" in one for one in titles)
    assert any(one.endswith("second line") for one in titles)
    assert not any("%" in one.removesuffix("second line").partition(": ")[2] for one in titles)


def _is_member(application: Application, name: str) -> bool:
    key = key_of(application, name)
    groups = application.session.results.report.groups
    return any(key == member.document for group in groups for member in group.members)


def test_why_two_are_alike_cannot_be_said_without_texts(
    qtbot: QtBot, open_window: Open, results: Path
) -> None:
    texts_path(results).unlink()
    application = opened(qtbot, open_window, results)
    panel = application.window.why_panel
    application.window.tabs.setCurrentWidget(panel)
    choose(application, COPY)
    qtbot.waitUntil(lambda: "cannot be explained" in panel.message.text(), timeout=60_000)
    assert "s3://bucket/合同/a" in panel.message.text()
    assert "--carry-texts" in panel.message.text()
    assert str(results) not in panel.message.text()


def test_sentences_about_files_name_the_id(
    qtbot: QtBot, application: Application, results: Path
) -> None:
    failures: list[object] = []
    document = application.session.results.report.documents[key_of(application, COPY)]
    desktop.open_path(document.path, failures.append)
    assert failures == [f"{COPY} is not on this machine"]
    choose(application, EDITED)
    application.comparing.compare_outside()
    said = application.window.alert.text()
    assert said.startswith("s3://bucket/合同/a")
    assert str(results) not in said


def test_judgements_name_the_ids(application: Application, results: Path) -> None:
    choose(application, EDITED)
    application.window.review_actions.keep.trigger()
    dialog = JudgementDialog(application.window)
    path = path_elsewhere(results, EDITED)
    judgement = Judgement(1, JudgementKind.KEPT, path, path, "2026-01-02T03:04:05")
    dialog.show_entries([judgement])
    item = dialog.table.topLevelItem(0)
    assert item is not None
    assert item.toolTip(2) == EDITED
    assert item.text(2) == "a garden.txt  —  s3://bucket/合同"


def test_problems_have_the_ids(
    qtbot: QtBot,
    open_window: Open,
    results: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = "s3://bucket/broken 1.pdf"
    saved = load_results(results)
    problem = simcore.Problem(
        path_elsewhere(results, name),
        ProblemStage.DECODE,
        Reason(ReasonCode.PASSWORD),
    )
    simcore.save_results(replace(saved.report, problems=(problem,)), (), results)
    application = opened(qtbot, open_window, results)
    model = application.window.problem_panel._model
    index = model.index(0, 0)
    assert index.data() == index.data(Qt.ItemDataRole.ToolTipRole) == name
    model.set_filter("s3://bucket/broken")
    assert model.rowCount() == 1
    write_problems(model.shown(), tmp_path / "problems.csv")
    with (tmp_path / "problems.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [row["path"] for row in csv.DictReader(file)] == [name]


# --- what is done with them


def test_nothing_of_them_is_free_on_this_disk(
    qtbot: QtBot, application: Application, tmp_path: Path
) -> None:
    report = application.session.results.report
    window = StatisticsWindow(report, Roles({}), tmp_path / "none", application.window)
    qtbot.waitUntil(lambda: not window.counting.running, timeout=60_000)
    qtbot.waitUntil(lambda: "Safe to drop" in _labels(window), timeout=60_000)
    assert "Safe to free" not in _labels(window)
    window.reject()
    page = tmp_path / "page.html"
    simcore.save_page(page, report)
    said = page.read_text("utf-8")
    assert "safe to drop: " in said
    assert "safe to free" not in said


def _labels(window: StatisticsWindow) -> set[str]:
    return {one.text() for one in window.findChildren(QLabel)}


def test_the_button_for_marked_ones_exports_their_ids(
    qtbot: QtBot, application: Application
) -> None:
    window = application.window
    toolbar, commands = window.toolbar, window.commands
    assert toolbar.trash.isHidden()
    assert not toolbar.export_ids.isHidden()
    commands.mark_same_text.trigger()
    qtbot.waitUntil(lambda: "documents marked" in window.alert.text())
    assert window.alert.text() == "2 documents marked; no ids are exported yet"
    assert toolbar.export_ids.filled
    assert commands.export_ids.text().replace("&", "") == "Export ids to drop (2)…"
    assert commands.trash.text().replace("&", "") == "Move to trash…"
    commands.unmark.trigger()
    assert not toolbar.export_ids.filled
    assert commands.export_ids.text().replace("&", "") == "Export ids to drop…"


def test_what_marks_speaks_of_no_trash(application: Application) -> None:
    window, across = application.window, Qt.Orientation.Horizontal
    tip = window.group_model.headerData(GroupColumn.MARK, across, Qt.ItemDataRole.ToolTipRole)
    assert "trash" not in str(tip)
    assert "moved" not in window.strip.button.toolTip()


def test_the_button_moves_what_is_on_this_machine(
    qtbot: QtBot, open_window: Open, tmp_path: Path
) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(TEXTS[A], encoding="utf-8")
    application = open_window(folder)
    window = application.window
    window.commands.mark_identical.trigger()
    qtbot.waitUntil(lambda: window.alert.text() == "1 document marked; nothing is moved yet")
    assert window.toolbar.export_ids.isHidden()
    assert window.toolbar.trash.filled


def test_the_summary_shows_ids_on_one_line_and_the_table_has_them(
    qtbot: QtBot, application: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = BROKEN if _is_member(application, BROKEN) else OTHER
    mark(application, name)
    dialog = asked(qtbot, application, application.window.commands.export_ids)
    model = dialog.pairs.model()
    assert model is not None
    told = "\n".join(
        str(model.index(row, column).data(role))
        for row in range(model.rowCount())
        for column in range(model.columnCount())
        for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
    )
    assert "first¶line¶2" in told
    assert "50%/second line" in told
    assert "%0A" not in told
    assert "near.variorum" not in told
    path = tmp_path / "drop.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path), ""))
    dialog.move_button.click()
    qtbot.waitUntil(path.exists, timeout=60_000)
    with path.open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert {row["id"], row["kept"]} == {BROKEN, OTHER}


def test_a_summary_that_waits_says_what_was_not_done(
    qtbot: QtBot, application: Application
) -> None:
    mark(application, EDITED)
    dialog = asked(qtbot, application, application.window.commands.export_ids)
    dialog.pairs.ask_for_current()
    assert application.window.alert.text().startswith(
        "The summary waits. No ids have been exported."
    )


# --- opened by the command line


def test_a_window_begins_with_results(qtbot: QtBot, open_window: Open, results: Path) -> None:
    application = open_window(results)
    qtbot.waitUntil(lambda: application.session.status.phase is Phase.OPENED, timeout=60_000)
    assert application.session.folders == (results,)
    assert application.session.results.report.elsewhere
