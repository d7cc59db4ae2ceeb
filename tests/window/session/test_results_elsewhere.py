"""Results whose documents are not on this machine, in the real window: shown, marked, exported."""

import csv
import os
from collections.abc import Callable
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
from far_results import TEXTS, ids, write_far
from far_window import choose, key_of, mark, marked, opened
from simcore import load_results
from simcore.files.roles import Role, Roles
from simcore.index.documents import write_carried
from simcore.index.judgements import Judgement, JudgementKind
from simcore.index.paths import path_elsewhere
from simcore.index.texts import texts_path
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import ProblemStage
from simcore.removal.plan import plan_dropping
from simcore.reports.tables import write_ids_to_drop, write_problems
from windows import Open, asked, wait_until_idle

A, COPY, EDITED, R, R1 = TEXTS
BROKEN, OTHER = "first\nline\n2", "50%/second line"
TIP = Qt.ItemDataRole.ToolTipRole


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Two groups with copies, and a third of two documents with odd ids."""
    path, text = tmp_path / "near.variorum", chinese_text(7, 200)
    write_far(path, {**TEXTS, BROKEN: text, OTHER: edited(text, 2, 1)}, carried=None)
    return path


@pytest.fixture
def application(qtbot: QtBot, open_window: Open, results: Path) -> Application:
    return opened(qtbot, open_window, results)


@pytest.fixture
def here(open_window: Open, tmp_path: Path) -> Application:
    """A window with two copies that are on this machine."""
    folder = tmp_path / "documents"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(TEXTS[A], encoding="utf-8")
    return open_window(folder)


@pytest.fixture
def saving(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], Path]:
    """Return a function that has the dialog for files answer with a name."""

    def answer(name: str) -> Path:
        path = tmp_path / name
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path), ""))
        return path

    return answer


def kept(application: Application) -> set[str]:
    report = application.session.results.report
    return {report.documents[one.representative].elsewhere for one in report.groups}


def odd_member(application: Application) -> str:
    """Return the one of both odd documents that is not kept."""
    return OTHER if BROKEN in kept(application) else BROKEN


def cells(application: Application, name: str) -> tuple[str, str]:
    """Return what stands in the cells of name and folder of a document."""
    index = application.window.group_model.index_of(key_of(application, name))
    columns = GroupColumn.NAME, GroupColumn.FOLDER
    name, folder = (str(index.siblingAtColumn(one).data()) for one in columns)
    return name, folder


# --- opened


def test_they_open_as_not_here_and_nothing_is_a_problem(
    qtbot: QtBot, application: Application
) -> None:
    window, session = application.window, application.session
    assert session.status.phase is Phase.OPENED
    assert ids(session.results.report) == {*TEXTS, BROKEN, OTHER}
    assert session.results.report.problems == ()
    assert window.alert.text() == (
        "near.variorum: 7 documents that are not on this machine. Mark what is to go, then export "
        "the ids (menu File)."
    )
    assert "Their documents are not on this machine" in window.notice.text()
    assert "Export ids to drop…" in window.notice.text()
    assert "safe to drop" in window.strip.headline.text()
    assert "free" not in window.strip.headline.text()
    assert "moved" not in window.strip.button.toolTip()
    mark_tip = window.group_model.headerData(GroupColumn.MARK, Qt.Orientation.Horizontal, TIP)
    assert "trash" not in mark_tip
    # rows show the ids
    assert cells(application, COPY) == ("a copy.txt", "s3: / bucket / 合同")
    assert cells(application, R1) == ("r (1).txt", "s3: / bucket / reports")
    index = window.group_model.index_of(key_of(application, COPY))
    tip = index.siblingAtColumn(GroupColumn.NAME).data(TIP)
    assert tip.startswith(COPY)
    assert "It is not on this machine" in tip
    model = window.group_model
    window.filter_bar.setText("s3://bucket/reports")
    qtbot.waitUntil(lambda: not model.filter.empty and not model.busy)
    assert model.totals()[1] == 1, "words of an id are found"


def test_no_disk_is_asked_for_them(
    qtbot: QtBot, open_window: Open, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: list[str] = []
    before = os.stat

    def stat(path: object, *arguments: object, **options: object) -> os.stat_result:
        if isinstance(path, str | Path) and "bucket" in str(path):
            asked_for.append(str(path))
        return before(path, *arguments, **options)  # type: ignore[arg-type] # as given

    monkeypatch.setattr(os, "stat", stat)
    texts_path(results).unlink()
    application = opened(qtbot, open_window, results)
    assert len(application.session.results.report.groups) == 3
    assert asked_for == []


ODD = ("/etc/passwd", "../../x", "\ud800", "line\nbreak", "x" * 10_000, "42", "a\0b", "<b>x</b>")


def test_any_id_is_shown_and_copied(
    qtbot: QtBot, open_window: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = tmp_path / "odd.variorum"
    write_far(results, dict.fromkeys(ODD, TEXTS[A]), carried=None)
    application = opened(qtbot, open_window, results)
    window = application.window
    assert cells(application, "/etc/passwd") == ("passwd", "/ / etc")
    assert cells(application, "../../x") == ("x", ".. / ..")
    assert cells(application, "42") == ("42", "odd.variorum")
    window.grab()  # painting survives each of them
    copied: list[str] = []
    monkeypatch.setattr("app.widgets.desktop.copy_text", copied.append)
    for name in ODD:
        choose(application, name)
        assert window.group_view.currentIndex().isValid()
        window.group_view.commands._copy_paths()
    assert copied == list(ODD)


def test_a_window_begins_with_results_and_the_next_one_does_not(
    qtbot: QtBot, open_window: Open, results: Path
) -> None:
    application = open_window(results)
    qtbot.waitUntil(lambda: application.session.status.phase is Phase.OPENED)
    assert application.session.folders == (results,)
    assert application.session.results.report.elsewhere
    application.window.close()
    assert open_window().window.folder_panel.folders() == ()


# --- compared


def test_texts_that_were_carried_along_are_compared(qtbot: QtBot, application: Application) -> None:
    view = application.window.difference_view
    choose(application, EDITED)
    qtbot.waitUntil(lambda: view.navigation.count > 0)
    heading = view.heading
    assert heading.left_title.text() in {"a.txt", "a copy.txt"}
    assert heading.right.facts.text().startswith(f"{EDITED} · not on this machine")
    # nothing else is offered to read them in
    assert heading.right_encoding.menu() is None
    assert "carried along" in heading.right_encoding.toolTip()
    assert heading.right.ends.text() == ""
    assert view.navigation.counter.text() != ""
    assert view.options.html.isEnabled()
    assert view.options.patch.isEnabled()
    choose(application, odd_member(application))
    names = {"first¶line¶2", "second line"}
    qtbot.waitUntil(lambda: {one.name for one in view.sides or ()} == names)
    panel, passages = application.window.why_panel, application.window.why_panel.passages
    application.window.tabs.setCurrentWidget(passages)
    qtbot.waitUntil(lambda: passages.page is not None and panel.explained)
    titles = [one.text() for one in passages.page.titles]
    assert {one.toolTip() for one in passages.page.titles} == {"first¶line¶2", OTHER}
    assert any("first¶line¶2" in one for one in titles)
    assert any(one.endswith("second line") for one in titles)
    assert not any("%" in one.removesuffix("second line").partition(": ")[2] for one in titles)


def test_of_texts_that_are_not_here_nothing_is_said_but_that(
    qtbot: QtBot, open_window: Open, results: Path
) -> None:
    texts_path(results).unlink()
    application = opened(qtbot, open_window, results)
    view = application.window.difference_view
    said = "is no file of this machine, and its text is not beside the results"
    choose(application, EDITED)
    qtbot.waitUntil(lambda: EDITED in view.message_page.text())
    first, second, hint = view.message_page.text().splitlines()
    (leader,) = (one for one in kept(application) if "合同" in one)
    assert first.startswith(f"{leader} cannot be shown")
    assert second.startswith(f"{EDITED} cannot be shown")
    assert said in view.message_page.text()
    assert "--carry-texts" in hint
    assert view.navigation.counter.text() == view.navigation.counter.shown() == ""
    assert not view.options.html.isEnabled()
    assert not view.options.patch.isEnabled()
    panel = application.window.why_panel
    application.window.tabs.setCurrentWidget(panel)
    qtbot.waitUntil(lambda: "cannot be explained" in panel.message.text())
    assert "s3://bucket/合同/a" in panel.message.text()
    assert "--carry-texts" in panel.message.text()
    assert str(results) not in panel.message.text()


def test_of_one_text_that_is_not_here_it_is_said_which(
    qtbot: QtBot, open_window: Open, results: Path
) -> None:
    write_carried(texts_path(results), [(name, "utf-8", TEXTS[name]) for name in (A, COPY)])
    application = opened(qtbot, open_window, results)
    view = application.window.difference_view
    choose(application, EDITED)
    qtbot.waitUntil(lambda: view.heading.notice.text() != "")
    said = view.heading.notice.text()
    assert f"{EDITED} cannot be shown" in said
    assert "--carry-texts" in said
    assert said.count("cannot be shown") == 1
    assert view.navigation.counter.text() == ""
    assert not view.options.html.isEnabled()  # a page would set the text beside itself


# --- commands


def test_commands_that_need_a_file_are_disabled_with_the_reason(
    application: Application, results: Path
) -> None:
    window, commands = application.window, application.window.commands
    choose(application, COPY)
    mark(application, COPY)
    for command in (commands.scan, commands.trash, commands.find_similar, commands.check):
        assert not command.isEnabled()
        assert "not on this machine" in command.toolTip()
    assert not commands.compare_outside.isEnabled()
    assert not any(one.isEnabled() for one in commands.removal.others.values())
    actions = window.group_view.commands
    actions.prepare()
    assert not actions._open.isEnabled()
    assert not actions._show.isEnabled()
    assert actions._open.toolTip().endswith("It is not on this machine")
    assert actions._copy.isEnabled()
    assert actions._copy.text() == "&Copy id"
    assert window.group_view.drag_data() is None
    # whoever asks all the same gets a sentence, and nothing is scanned
    application.session.scan()
    assert application.session.status.phase is Phase.OPENED
    failures: list[object] = []
    document = application.session.results.report.documents[key_of(application, COPY)]
    desktop.open_path(document.path, failures.append)
    desktop.show_in_folder(document.path, failures.append)
    assert [*map(str, failures)] == [f"{COPY} is not on this machine"] * 2
    choose(application, EDITED)
    application.comparing.compare_outside()
    said = window.alert.text()
    assert said.startswith("s3://bucket/合同/a")
    assert str(results) not in said


def test_documents_that_are_here_are_moved_and_not_exported(
    qtbot: QtBot, here: Application
) -> None:
    window, commands = here.window, here.window.commands
    commands.mark_identical.trigger()
    qtbot.waitUntil(lambda: window.alert.text() == "1 document marked; nothing is moved yet")
    assert commands.trash.isEnabled()
    assert window.toolbar.trash.filled
    assert not commands.export_ids.isEnabled()
    assert "on this machine" in commands.export_ids.toolTip()
    assert window.toolbar.export_ids.isHidden()


def test_the_folder_of_the_list_is_the_file_and_is_not_kept(
    qtbot: QtBot, application: Application, results: Path, tmp_path: Path
) -> None:
    panel = application.window.folder_panel
    assert panel.folders() == (results,)
    model = panel.tree.folders
    node = model.node(model.index(1, 0))
    assert (node.name, node.missing, node.elsewhere) == ("near.variorum", False, True)
    panel.tree.choose(results)
    assert not panel.setting_commands.watch.isEnabled()
    # a folder that is added takes the place of the results
    folder = tmp_path / "documents"
    folder.mkdir()
    panel.add_folders([folder])
    wait_until_idle(qtbot, application)
    assert panel.folders() == application.session.folders == (folder,)


def test_problems_have_the_ids_and_are_not_read_again(
    qtbot: QtBot, open_window: Open, results: Path, tmp_path: Path
) -> None:
    name = "s3://bucket/broken 1.pdf"
    path, reason = path_elsewhere(results, name), Reason(ReasonCode.PASSWORD)
    problem = simcore.Problem(path, ProblemStage.DECODE, reason)
    report = replace(load_results(results).report, problems=(problem,))
    simcore.save_results(report, (), results)
    window = opened(qtbot, open_window, results).window
    model = window.problem_panel._model
    assert [one.reason for one in model.shown()] == [reason]
    assert model.index(0, 0).data() == model.index(0, 0).data(TIP) == name
    model.set_filter("s3://bucket/broken")
    assert model.rowCount() == 1
    write_problems(model.shown(), tmp_path / "problems.csv")
    with (tmp_path / "problems.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [row["path"] for row in csv.DictReader(file)] == [name]
    window.problem_panel.read_again_wanted.emit(problem)
    assert "is not on this machine and cannot be read again" in window.alert.text()


def test_nothing_of_them_is_free_on_this_disk(
    qtbot: QtBot, application: Application, tmp_path: Path
) -> None:
    report = application.session.results.report
    window = StatisticsWindow(report, Roles({}), tmp_path / "none", application.window)

    def labels() -> set[str]:
        return {one.text() for one in window.findChildren(QLabel)}

    qtbot.waitUntil(lambda: not window.counting.running)
    qtbot.waitUntil(lambda: "Safe to drop" in labels())
    assert "Safe to free" not in labels()
    window.reject()
    page = tmp_path / "page.html"
    simcore.save_page(page, report)
    said = page.read_text("utf-8")
    assert "safe to drop: " in said
    assert "safe to free" not in said


# --- decided, and exported


def test_what_is_marked_is_exported_and_stays_marked(
    qtbot: QtBot, application: Application, tmp_path: Path, saving: Callable[[str], Path]
) -> None:
    window, commands = application.window, application.window.commands
    toolbar, export = window.toolbar, commands.export_ids
    assert not export.isEnabled()
    assert toolbar.trash.isHidden()
    assert not toolbar.export_ids.isHidden()
    commands.mark_same_text.trigger()
    qtbot.waitUntil(lambda: len(marked(application)) == 2)
    qtbot.waitUntil(lambda: "documents marked" in window.alert.text())
    assert window.alert.text() == "2 documents marked; no ids are exported yet"
    assert toolbar.export_ids.filled
    assert export.text().replace("&", "") == "Export ids to drop (2)…"
    assert commands.trash.text().replace("&", "") == "Move to trash…"
    mark(application, EDITED)
    wanted = marked(application)
    dialog = asked(qtbot, application, export)
    path = saving("drop.csv")
    dialog.move_button.click()
    qtbot.waitUntil(path.exists)
    qtbot.waitUntil(lambda: str(path) in window.alert.text())
    with path.open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    assert {row["id"] for row in rows} == wanted
    assert {row["kept"] for row in rows} == kept(application) - {BROKEN, OTHER}
    assert marked(application) == wanted
    assert "3 documents" in window.alert.text()
    report = load_results(application.session.results.report.folders[0]).report
    keys = [key for key, one in report.documents.items() if one.elsewhere in wanted]
    write_ids_to_drop(plan_dropping(report, keys), tmp_path / "by hand.csv")
    assert (tmp_path / "by hand.csv").read_bytes() == path.read_bytes()
    commands.unmark.trigger()
    assert not toolbar.export_ids.filled
    assert export.text().replace("&", "") == "Export ids to drop…"


def test_the_summary_says_what_stays_and_why(
    qtbot: QtBot, application: Application, results: Path
) -> None:
    mark(application, COPY, R1, R)
    application.window.folder_panel.set_role(results / "s3:" / "bucket" / "reports", Role.PROTECTED)
    wait_until_idle(qtbot, application)
    # marks of protected documents go with the protection, so it is said of what is left
    dialog = asked(qtbot, application, application.window.commands.export_ids)
    words = dialog.words()
    assert "Export the id of 1 document to drop?" in words
    assert "not on this machine, where nothing changes" in words
    assert "trash" not in words.lower()
    assert "Export ids (1)" in dialog.move_button.text()
    dialog.pairs.ask_for_current()
    said = application.window.alert.text()
    assert said.startswith("The summary waits. No ids have been exported.")


def test_what_is_left_out_in_the_summary_is_not_exported(
    qtbot: QtBot, application: Application, saving: Callable[[str], Path]
) -> None:
    mark(application, COPY, EDITED)
    dialog = asked(qtbot, application, application.window.commands.export_ids)
    dialog.leave_out([key_of(application, EDITED)])
    path = saving("drop.csv")
    dialog.move_button.click()
    qtbot.waitUntil(path.exists)
    assert [line.split(",")[0] for line in path.read_text("utf-8").splitlines()] == ["id", COPY]
    assert marked(application) == {COPY}


def test_the_summary_shows_ids_on_one_line_and_the_table_has_them(
    qtbot: QtBot, application: Application, saving: Callable[[str], Path]
) -> None:
    mark(application, odd_member(application))
    dialog = asked(qtbot, application, application.window.commands.export_ids)
    model = dialog.pairs.model()
    told = "\n".join(
        str(model.index(row, column).data(role))
        for row in range(model.rowCount())
        for column in range(model.columnCount())
        for role in (Qt.ItemDataRole.DisplayRole, TIP)
    )
    assert "first¶line¶2" in told
    assert "50%/second line" in told
    assert "%0A" not in told
    assert "near.variorum" not in told
    path = saving("drop.csv")
    dialog.move_button.click()
    qtbot.waitUntil(path.exists)
    with path.open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert {row["id"], row["kept"]} == {BROKEN, OTHER}


def test_marks_and_judgements_hold_after_they_were_saved_again(
    qtbot: QtBot,
    application: Application,
    open_window: Open,
    results: Path,
    saving: Callable[[str], Path],
) -> None:
    mark(application, COPY)
    path = saving("again.variorum")
    with qtbot.waitSignal(application.session.writer.saved):
        application.window.commands.save_results.trigger()
    (leader,) = (one for one in kept(application) if "合同" in one)
    choose(application, EDITED)
    application.window.review_actions.keep.trigger()
    qtbot.waitUntil(lambda: EDITED in kept(application))
    assert leader not in kept(application)
    dialog = JudgementDialog(application.window)
    there = path_elsewhere(results, EDITED)
    dialog.show_entries([Judgement(1, JudgementKind.KEPT, there, there, "2026-01-02T03:04:05")])
    item = dialog.table.topLevelItem(0)
    assert item.toolTip(2) == EDITED
    assert item.text(2) == "a garden.txt  —  s3://bucket/合同"
    application.window.close()
    third = opened(qtbot, open_window, results)
    assert EDITED in kept(third)
    third.window.close()
    again = opened(qtbot, open_window, path)
    qtbot.waitUntil(lambda: marked(again) == {COPY})
    choose(again, R1)
    qtbot.waitUntil(lambda: again.window.difference_view.settled)
