"""Results whose documents are not on this machine, in the real window: shown, marked, exported."""

import csv
import os
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

import simcore
from app.application import Application
from app.groups.columns import GroupColumn
from app.removal.dialog import RemovalDialog
from app.session.states import Phase
from app.widgets import desktop
from far_results import TEXTS, ids, write_far
from far_window import choose, key_of, mark, marked, opened
from simcore import load_results
from simcore.files.roles import Role
from simcore.index.paths import path_elsewhere
from simcore.index.texts import texts_path
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import ProblemStage
from simcore.removal.plan import plan_dropping
from simcore.reports.tables import write_ids_to_drop
from windows import Open, asked, wait_until_idle

A, COPY, EDITED, R, R1 = TEXTS


@pytest.fixture
def results(tmp_path: Path) -> Path:
    path = tmp_path / "near.variorum"
    write_far(path, carried=None)
    return path


@pytest.fixture
def application(qtbot: QtBot, open_window: Open, results: Path) -> Application:
    return opened(qtbot, open_window, results)


def cells(application: Application, name: str) -> tuple[str, str]:
    """Return what stands in the cells of name and folder of a document."""
    model = application.window.group_model
    index = model.index_of(key_of(application, name))
    return (
        str(index.siblingAtColumn(GroupColumn.NAME).data()),
        str(index.siblingAtColumn(GroupColumn.FOLDER).data()),
    )


def exported(
    qtbot: QtBot, application: Application, path: Path, monkeypatch: pytest.MonkeyPatch
) -> list[dict[str, str]]:
    """Export the ids of what is marked; return the rows."""
    dialog = asked(qtbot, application, application.window.commands.export_ids)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path), ""))
    dialog.move_button.click()
    qtbot.waitUntil(path.exists, timeout=60_000)
    qtbot.waitUntil(lambda: str(path) in application.window.alert.text())
    with path.open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


# --- opened


def test_they_open_as_not_here_and_nothing_is_a_problem(application: Application) -> None:
    window, session = application.window, application.session
    assert session.status.phase is Phase.OPENED
    assert ids(session.results.report) == set(TEXTS)
    assert session.results.report.problems == ()
    assert window.alert.text() == (
        "near.variorum: 5 documents that are not on this machine. Mark what is to go, then export "
        "the ids (menu File)."
    )
    assert "Their documents are not on this machine" in window.notice.text()
    assert "Export ids to drop…" in window.notice.text()
    assert "safe to drop" in window.strip.headline.text()
    assert "free" not in window.strip.headline.text()


def test_no_disk_is_asked_for_them(
    qtbot: QtBot, open_window: Open, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    before = os.stat

    def stat(path: object, *arguments: object, **options: object) -> os.stat_result:
        if isinstance(path, str | Path) and "bucket" in str(path):
            asked.append(str(path))
        return before(path, *arguments, **options)  # type: ignore[arg-type] # as given

    monkeypatch.setattr(os, "stat", stat)
    texts_path(results).unlink()
    application = opened(qtbot, open_window, results)
    assert len(application.session.results.report.groups) == 2
    assert asked == []


def test_rows_show_the_ids(application: Application) -> None:
    assert cells(application, COPY) == ("a copy.txt", "s3: / bucket / 合同")
    assert cells(application, R1) == ("r (1).txt", "s3: / bucket / reports")
    model = application.window.group_model
    index = model.index_of(key_of(application, COPY)).siblingAtColumn(GroupColumn.NAME)
    tip = str(index.data(Qt.ItemDataRole.ToolTipRole))
    assert tip.startswith(COPY)
    assert "It is not on this machine" in tip


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
        window.group_view._actions._copy_paths()
    assert copied == list(ODD)


def test_texts_that_were_carried_along_are_compared(qtbot: QtBot, application: Application) -> None:
    window = application.window
    choose(application, EDITED)
    qtbot.waitUntil(lambda: window.difference_view.navigation.count > 0, timeout=60_000)
    heading = window.difference_view.heading
    assert heading.left_title.text() in {"a.txt", "a copy.txt"}
    assert heading.right.facts.text().startswith(f"{EDITED} · not on this machine")
    # nothing else is offered to read them in
    assert heading.right_encoding.menu() is None
    assert "carried along" in heading.right_encoding.toolTip()
    assert heading.right.ends.text() == ""


def test_of_others_it_is_said_that_they_are_not_here(
    qtbot: QtBot, open_window: Open, results: Path
) -> None:
    texts_path(results).unlink()
    application = opened(qtbot, open_window, results)
    choose(application, COPY)
    view = application.window.difference_view
    said = "is no file of this machine, and its text is not beside the results"
    qtbot.waitUntil(lambda: said in view.message_page.text(), timeout=60_000)
    assert COPY in view.message_page.text()


# --- commands


def actions_of(application: Application) -> dict[str, QAction]:
    actions = application.window.group_view._actions
    actions.prepare()
    return {"open": actions._open, "show": actions._show, "copy": actions._copy}


def test_commands_that_need_a_file_are_disabled_with_the_reason(
    qtbot: QtBot, application: Application
) -> None:
    commands = application.window.commands
    choose(application, COPY)
    mark(application, COPY)
    for command in (commands.scan, commands.trash, commands.find_similar, commands.check):
        assert not command.isEnabled()
        assert "not on this machine" in command.toolTip()
    assert not commands.compare_outside.isEnabled()
    assert not any(one.isEnabled() for one in commands.removal.others.values())
    found = actions_of(application)
    assert not found["open"].isEnabled()
    assert not found["show"].isEnabled()
    assert found["open"].toolTip().endswith("It is not on this machine")
    assert found["copy"].isEnabled()
    assert found["copy"].text() == "&Copy id"
    assert application.window.group_view.drag_data() is None
    # whoever asks all the same gets a sentence, and nothing is scanned
    application.session.scan()
    assert application.session.status.phase is Phase.OPENED
    failures: list[object] = []
    document = application.session.results.report.documents[key_of(application, COPY)]
    desktop.open_path(document.path, failures.append)
    desktop.show_in_folder(document.path, failures.append)
    assert len(failures) == 2
    assert all("is not on this machine" in str(one) for one in failures)


def test_nothing_is_exported_where_documents_are_here(
    qtbot: QtBot, open_window: Open, tmp_path: Path
) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(TEXTS[A], encoding="utf-8")
    application = open_window(folder)
    commands = application.window.commands
    commands.mark_identical.trigger()
    qtbot.waitUntil(lambda: bool(application.window.group_model.marked()))
    assert commands.trash.isEnabled()
    assert not commands.export_ids.isEnabled()
    assert "on this machine" in commands.export_ids.toolTip()


def test_the_folder_of_the_list_is_the_file_and_is_not_kept(
    qtbot: QtBot, application: Application, results: Path, tmp_path: Path
) -> None:
    panel = application.window.folder_panel
    assert panel.folders() == (results,)
    model = panel.tree.folders
    node = model.node(model.index(1, 0))
    assert node is not None
    assert (node.name, node.missing, node.elsewhere) == ("near.variorum", False, True)
    panel.tree.choose(results)
    assert not panel.setting_commands.watch.isEnabled()
    # a folder that is added takes the place of the results
    folder = tmp_path / "documents"
    folder.mkdir()
    panel.add_folders([folder])
    wait_until_idle(qtbot, application)
    assert panel.folders() == (folder,)
    assert application.session.folders == (folder,)


def test_another_start_does_not_begin_with_the_file(
    qtbot: QtBot, application: Application, open_window: Open
) -> None:
    application.window.close()
    again = open_window()
    assert again.window.folder_panel.folders() == ()


# --- decided, and exported


def test_what_is_marked_is_exported_and_stays_marked(
    qtbot: QtBot, application: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = application.window.commands
    assert not commands.export_ids.isEnabled()
    commands.mark_same_text.trigger()
    qtbot.waitUntil(lambda: len(marked(application)) == 2)
    mark(application, EDITED)
    wanted = marked(application)
    rows = exported(qtbot, application, tmp_path / "drop.csv", monkeypatch)
    assert {row["id"] for row in rows} == wanted
    documents = application.session.results.report.documents
    kept = {
        documents[group.representative].elsewhere
        for group in application.session.results.report.groups
    }
    assert {row["kept"] for row in rows} == kept
    assert marked(application) == wanted
    assert "3 documents" in application.window.alert.text()
    write_ids_to_drop(
        plan_dropping(
            load_results(application.session.results.report.folders[0]).report,
            [
                key
                for key, one in load_results(
                    application.session.results.report.folders[0]
                ).report.documents.items()
                if one.elsewhere in wanted
            ],
        ),
        tmp_path / "by hand.csv",
    )
    assert (tmp_path / "by hand.csv").read_bytes() == (tmp_path / "drop.csv").read_bytes()


def test_the_summary_says_what_stays_and_why(
    qtbot: QtBot, application: Application, results: Path, tmp_path: Path
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
    dialog.reject()


def test_what_is_left_out_in_the_summary_is_not_exported(
    qtbot: QtBot, application: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark(application, COPY, EDITED)
    dialog: RemovalDialog = asked(qtbot, application, application.window.commands.export_ids)
    dialog.leave_out([key_of(application, EDITED)])
    path = tmp_path / "drop.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path), ""))
    dialog.move_button.click()
    qtbot.waitUntil(path.exists, timeout=60_000)
    assert [line.split(",")[0] for line in path.read_text("utf-8").splitlines()] == ["id", COPY]
    assert marked(application) == {COPY}


def test_marks_and_judgements_hold_after_they_were_saved_again(
    qtbot: QtBot,
    application: Application,
    open_window: Open,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mark(application, COPY)
    path = tmp_path / "again.variorum"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path), ""))
    with qtbot.waitSignal(application.session.writer.saved, timeout=60_000):
        application.window.commands.save_results.trigger()
    application.window.close()
    again = opened(qtbot, open_window, path)
    qtbot.waitUntil(lambda: marked(again) == {COPY})
    choose(again, EDITED)
    qtbot.waitUntil(lambda: again.window.difference_view.navigation.count > 0, timeout=60_000)


def test_a_document_elsewhere_can_be_kept_instead(
    qtbot: QtBot, application: Application, results: Path, open_window: Open
) -> None:
    report = application.session.results.report
    (group,) = [
        one for one in report.groups if "合同" in report.documents[one.representative].elsewhere
    ]
    choose(application, EDITED)
    application.window.review_actions.keep.trigger()

    def kept() -> set[str]:
        now = application.session.results.report
        return {now.documents[one.representative].elsewhere for one in now.groups}

    qtbot.waitUntil(lambda: EDITED in kept(), timeout=60_000)
    assert report.documents[group.representative].elsewhere not in kept()
    application.window.close()
    again = opened(qtbot, open_window, results)
    now = again.session.results.report
    assert EDITED in {now.documents[one.representative].elsewhere for one in now.groups}


def test_words_of_an_id_are_found(qtbot: QtBot, application: Application) -> None:
    model = application.window.group_model
    application.window.filter_bar.setText("s3://bucket/reports")
    qtbot.waitUntil(lambda: not model.filter.empty and not model.busy)
    assert model.totals()[1] == 1


def test_a_problem_of_one_elsewhere_is_not_read_again(
    qtbot: QtBot, open_window: Open, results: Path
) -> None:
    saved = load_results(results)
    path = path_elsewhere(results, "s3://bucket/broken.pdf")
    problem = simcore.Problem(path, ProblemStage.DECODE, Reason(ReasonCode.PASSWORD))
    simcore.save_results(replace(saved.report, problems=(problem,)), (), results)
    application = opened(qtbot, open_window, results)
    window = application.window
    assert [one.reason for one in window.problem_panel._model.shown()] == [problem.reason]
    window.problem_panel.read_again_wanted.emit(problem)
    assert "is not on this machine and cannot be read again" in window.alert.text()
