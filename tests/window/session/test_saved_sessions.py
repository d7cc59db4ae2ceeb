"""Results saved and opened, folder sets and presets: in the real window."""

import gzip
import os
import threading
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QInputDialog
from pytestqt.qtbot import QtBot

import simcore
from app.application import MOST_SETS, Application
from app.groups.columns import GroupColumn
from app.session.states import Activity, Phase
from app.settings.dialog import SettingsDialog
from builders import chinese_text, edited, english_text
from simcore import Grouping, ScanConfig, load_results
from simcore.grouping import grouper
from simcore.model.records import ProblemStage
from simcore.pipeline import rereading
from simcore.reports import saved as saved_results
from windows import Open, scan, wait_until_idle


@pytest.fixture
def library(private_home: Path) -> Path:
    folder = private_home / "文档"
    folder.mkdir()
    text = chinese_text(1, 300)
    for number in range(4):
        (folder / f"合同 {number}.txt").write_text(edited(text, number, number), encoding="utf-8")
    (folder / "report.txt").write_text(english_text(3), encoding="utf-8")
    (folder / "report (1).txt").write_text(english_text(3), encoding="utf-8")
    (folder / "坏.txt").write_bytes(bytes(range(256)) * 9)
    return folder


def groups(application: Application) -> list[list[str]]:
    report = application.window.group_model.report
    assert report is not None
    return [
        [report.documents[one.representative].path.name]
        + [report.documents[member.document].path.name for member in one.members]
        for one in report.groups
    ]


def marked(application: Application) -> set[str]:
    report = application.session.results.report
    assert report is not None
    return {report.documents[one].path.name for one in application.window.group_model.marked()}


def identity(application: Application, name: str) -> object:
    report = application.session.results.report
    assert report is not None
    return next(key for key, one in report.documents.items() if one.path.name == name)


@pytest.fixture
def saved(
    qtbot: QtBot, open_window: Open, library: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Path:
    """Results with two marks, saved from the window; the index is gone afterwards."""
    application = open_window(library)
    window = application.window
    window.threshold_bar.set_distance(20)
    window.threshold_bar.set_similarity(0.6)
    qtbot.waitUntil(lambda: application.session.results.report.config.similarity == 0.6)
    for name in ("合同 2.txt", "report.txt", "report (1).txt"):
        window.group_model.mark([identity(application, name)], on=True)
    assert len(marked(application)) == 2
    path = tmp_path / "结果"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path), ""))
    with qtbot.waitSignal(application.session.writer.saved, timeout=60_000):
        window.commands.save_results.trigger()
    path = path.with_name("结果.variorum")
    assert str(path) in window.alert.text()
    assert path.exists()
    window.folder_panel.set_folders([])
    wait_until_idle(qtbot, application)
    window.threshold_bar.set_distance(3)
    window.threshold_bar.set_similarity(0.9)
    window.close()
    for file in (tmp_path / "index").iterdir():
        file.unlink()
    return path


def open_results(
    qtbot: QtBot, application: Application, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(path), ""))
    application.window.commands.open_results.trigger()
    assert application.session.activity is Activity.OPENING
    wait_until_idle(qtbot, application)


def test_saved_results_are_opened_without_an_index(
    qtbot: QtBot,
    open_window: Open,
    saved: Path,
    library: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    application = open_window()
    window, session = application.window, application.session
    assert session.results.report is None
    open_results(qtbot, application, saved, monkeypatch)
    assert session.status.phase is Phase.OPENED
    assert sorted(map(len, groups(application))) == [2, 4]
    assert len(marked(application)) == 2
    assert "合同 2.txt" in marked(application)
    assert window.folder_panel.folders() == (library,)
    assert (window.threshold_bar.distance(), window.threshold_bar.similarity()) == (20, 0.6)
    assert session.config.distance == 20
    assert window.notice.text().startswith("These results were saved at ")
    assert window.alert.text() == (
        "结果.variorum: nothing has changed since this was saved (6 documents)."
    )
    assert [one.path.name for one in session.results.report.problems] == ["坏.txt"]
    # everything works on it: differences, slider
    chosen = window.group_model.index_of(identity(application, "合同 3.txt"))
    window.group_view.setCurrentIndex(chosen)
    qtbot.waitUntil(lambda: window.difference_view.navigation.count > 0)
    window.threshold_bar.set_contained(False)
    window.threshold_bar.set_similarity(1.0)
    qtbot.waitUntil(lambda: sorted(map(len, groups(application))) == [2])
    window.threshold_bar.set_similarity(0.6)
    qtbot.waitUntil(lambda: sorted(map(len, groups(application))) == [2, 4])
    # and a scan brings it up to date
    scan(qtbot, application)
    assert session.status.phase is Phase.SCANNED
    assert sorted(map(len, groups(application))) == [2, 4]
    assert window.notice.isHidden()


def test_a_distance_beyond_the_usual_range_is_shown_as_it_was_saved(
    qtbot: QtBot, open_window: Open, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = load_results(saved).report
    far = replace(report, config=replace(report.config, distance=40))
    path = saved.with_name("far.variorum")
    simcore.save_results(far, (), path)
    application = open_window()
    open_results(qtbot, application, path, monkeypatch)
    assert application.session.config.distance == 40
    assert application.window.threshold_bar.distance() == 40


def test_what_changed_since_is_told_and_unmarked(
    qtbot: QtBot,
    open_window: Open,
    saved: Path,
    library: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (library / "合同 2.txt").unlink()
    (library / "report.txt").write_text("another text altogether")
    os.utime(library / "合同 1.txt", ns=(5, 5))
    application = open_window()
    open_results(qtbot, application, saved, monkeypatch)
    window = application.window
    assert window.alert.text() == (
        "结果.variorum: of the documents (6), 1 changed since, 1 gone. "
        "They are named under Not read; none of them is marked now."
    )
    assert not {"合同 2.txt", "report.txt"} & marked(application)
    since = {
        one.path.name: str(one.reason)
        for one in application.session.results.report.problems
        if one.stage is ProblemStage.SAVED
    }
    assert since == {
        "合同 2.txt": "is gone since the results were saved",
        "report.txt": "changed since the results were saved",
    }
    model = window.group_model
    for one in application.session.results.report.documents.values():
        index = model.index_of(one.id).siblingAtColumn(GroupColumn.NAME)
        if index.isValid():
            told = one.path.name in since
            assert index.data() == (f"⚠ {one.path.name}" if told else one.path.name)
            tip = index.data(Qt.ItemDataRole.ToolTipRole)
            assert tip.endswith("since the results were saved") is told
    panel = window.problem_panel
    panel.stages.setCurrentIndex(panel.stages.findData(ProblemStage.SAVED.value))
    assert {one.path.name for one in panel._model.shown()} == set(since)
    # what is removed from opened results touches nothing in an index
    assert max(application.session.results.report.documents) < 0


def test_copies_of_what_is_gone_are_not_safe_to_free(
    qtbot: QtBot,
    open_window: Open,
    saved: Path,
    library: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither the headline nor its button takes them."""
    report = load_results(saved).report
    (pair,) = (one for one in report.groups if len(one.members) == 1)
    report.documents[pair.representative].path.unlink()
    application = open_window()
    open_results(qtbot, application, saved, monkeypatch)
    window, model = application.window, application.window.group_model
    qtbot.waitUntil(lambda: window.strip.headline.text() == "No true copies")
    model.set_marked(())
    window.commands.mark_same_text.trigger()
    wait_until_idle(qtbot, application)
    qtbot.waitUntil(lambda: not model.busy)
    assert marked(application) == set()
    assert model.table.safe_of(report.groups.index(pair))[0] == 0


def test_what_cannot_be_opened_leaves_everything_as_it_was(
    qtbot: QtBot,
    open_window: Open,
    saved: Path,
    library: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    application = open_window(library)
    before, report = groups(application), application.session.results.report
    for content, words in (
        (b"hello", "is no file of saved results"),
        (gzip.compress(b'{"variorum": "results", "version": 13}\n'), "earlier version"),
        (gzip.compress(b'{"variorum": "results", "format": 99}\n'), "newer version"),
        (saved.read_bytes()[:-20], "is damaged"),
    ):
        saved.write_bytes(content)
        open_results(qtbot, application, saved, monkeypatch)
        assert words in application.window.alert.text()
        assert application.session.results.report is report
        assert application.session.status.phase is Phase.SCANNED
        assert groups(application) == before


def test_a_recall_that_was_interrupted_goes_on(
    qtbot: QtBot, open_window: Open, saved: Path, library: Path
) -> None:
    application = open_window(library)
    window, session = application.window, application.session
    window.folder_panel.set_folders([])
    wait_until_idle(qtbot, application)
    window.folder_panel.set_folders([library])
    assert session.activity is Activity.RECALLING
    session.open(saved.with_name("none.variorum"))
    wait_until_idle(qtbot, application)
    assert session.status.phase is Phase.RECALLED
    assert sorted(map(len, groups(application))) != []
    assert "cannot be read" in window.alert.text()


def test_opening_can_be_cancelled_and_closing_waits(
    qtbot: QtBot, open_window: Open, saved: Path
) -> None:
    application = open_window()
    application.session.open(saved)
    application.window.commands.cancel.trigger()
    wait_until_idle(qtbot, application)
    # it may have come to its end just before
    assert application.session.status.phase in {Phase.EMPTY, Phase.OPENED}
    application.session.open(saved)
    application.window.close()


def test_results_dropped_on_the_window_are_opened(
    qtbot: QtBot, open_window: Open, saved: Path
) -> None:
    application = open_window()
    application.window.folder_panel.take_dropped([saved])
    wait_until_idle(qtbot, application)
    assert application.session.status.phase is Phase.OPENED
    assert sorted(map(len, groups(application))) == [2, 4]


def test_saving_that_fails_is_told(
    qtbot: QtBot, open_window: Open, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = open_window(library)
    target = library / "no such folder" / "x.variorum"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    application.window.commands.save_results.trigger()
    qtbot.waitUntil(lambda: "cannot be written" in application.window.alert.text())


def test_marks_of_hidden_groups_are_saved(
    qtbot: QtBot,
    open_window: Open,
    library: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    application = open_window(library)
    window = application.window
    window.commands.mark_same_text.trigger()
    assert len(marked(application)) == 1
    application.focus.focus([identity(application, "合同 0.txt")])
    assert marked(application) == set()
    path = tmp_path / "x.variorum"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path), ""))
    with qtbot.waitSignal(application.session.writer.saved, timeout=60_000):
        window.commands.save_results.trigger()
    assert len(load_results(path).marked) == 1


# --- folder sets


def recent(application: Application) -> list[str]:
    return [
        one.text() for one in application.window.recent_menu.actions() if one.data() is not None
    ]


def test_folder_sets_are_remembered(qtbot: QtBot, open_window: Open, private_home: Path) -> None:
    folders = []
    for name in ("合同 & 协议", "Reports", "第三", "第四"):
        folder = private_home / name
        folder.mkdir()
        (folder / "a.txt").write_text(chinese_text(len(folders)), encoding="utf-8")
        folders.append(folder)
    application = open_window()
    window = application.window
    assert not window.recent_menu.isEnabled()
    for chosen in (folders[:1], folders[1:3], folders, folders[:1]):
        window.folder_panel.set_folders(chosen)
        wait_until_idle(qtbot, application)
        scan(qtbot, application)
    expected = [
        f"&1 合同 && 协议 — {private_home}",
        "&2 合同 && 协议, Reports, 第三 and 1 more",
        "&3 Reports, 第三",
    ]
    assert recent(application) == expected
    window.close()
    again = open_window()
    assert recent(again) == expected
    again.window.recent_menu.actions()[2].trigger()
    wait_until_idle(qtbot, again)
    assert again.window.folder_panel.folders() == tuple(folders[1:3])
    assert again.session.status.phase is Phase.RECALLED
    clear = again.window.recent_menu.actions()[-1]
    clear.trigger()
    assert recent(again) == []
    assert not again.window.recent_menu.isEnabled()


def test_ten_sets_are_kept(open_window: Open) -> None:
    sets = open_window().recent
    for number in range(MOST_SETS + 3):
        sets.note([Path(f"/{number}"), Path("/b")])
    sets.note([Path("/b"), Path("/5")])  # the same in another order
    assert len(sets.sets) == MOST_SETS
    assert sets.sets[0] == (Path("/b"), Path("/5"))
    assert [one[0] for one in sets.sets[1:]] == [
        Path(f"/{number}") for number in (12, 11, 10, 9, 8, 7, 6, 4, 3)
    ]


# --- presets


def settings_dialog(application: Application) -> SettingsDialog:
    application.window.commands.settings.trigger()
    dialogs = [one for one in application.window.findChildren(SettingsDialog) if one.isVisible()]
    return dialogs[-1]


def test_presets_are_saved_chosen_and_deleted(qtbot: QtBot, open_window: Open) -> None:
    application = open_window()
    dialog = settings_dialog(application)
    row = dialog.advanced.presets
    dialog.reading.set_include(["*.py", "*.js"])
    dialog.advanced.grouping.setCurrentIndex(1)
    row.save_button.click()
    asking = row.findChild(QInputDialog)
    assert isinstance(asking, QInputDialog)
    asking.setTextValue(" 代码 ")
    asking.accept()
    assert row.names.currentText() == "代码"
    dialog.reading.set_include(["*.txt"])
    row.save_as(" ")
    assert len(row.presets()) == 1, "nothing is saved under no name"
    row.save_as("Texts")
    dialog.reject()
    application.window.close()

    second = open_window()
    assert second.session.config.include == ScanConfig().include, "Cancel changed nothing"
    dialog = settings_dialog(second)
    row = dialog.advanced.presets
    assert [row.names.itemText(place) for place in range(row.names.count())] == ["Texts", "代码"]
    row.names.setCurrentIndex(1)
    row.names.activated.emit(1)
    assert dialog.config().include == ("*.py", "*.js")
    assert dialog.config().grouping is Grouping.COMPONENTS
    dialog.reading.set_include([])
    row.save_as(row.names.currentText())
    assert "no file would be read" in dialog.message.text()
    row.names.setCurrentIndex(0)
    row.names.activated.emit(0)
    row.delete_button.click()
    assert [one.name for one in row.presets()] == ["代码"]
    assert not row.delete_button.isEnabled()
    dialog.accept()
    assert second.session.config.include == ("*.txt",)


def test_files_are_read_and_written_beside_the_window(
    qtbot: QtBot,
    open_window: Open,
    library: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    threads: dict[str, set[str]] = {}

    def watched(module: ModuleType, name: str) -> None:
        call = getattr(module, name)

        def note(*arguments: object) -> object:
            main = threading.current_thread() is threading.main_thread()
            threads.setdefault(name, set()).add("window" if main else "beside")
            return call(*arguments)

        monkeypatch.setattr(module, name, note)

    watched(saved_results, "save_results")
    watched(saved_results, "load_results")
    watched(rereading, "find_changes")
    watched(grouper, "regroup")
    application = open_window(library)
    path = tmp_path / "x.variorum"
    with qtbot.waitSignal(application.session.writer.saved, timeout=60_000):
        application.session.save(path, ())
    threads.pop("regroup", None)
    application.session.open(path)
    wait_until_idle(qtbot, application)
    assert application.session.status.phase is Phase.OPENED
    # and the groups are ready when the window gets them
    assert threads == {
        "save_results": {"beside"},
        "load_results": {"beside"},
        "find_changes": {"beside"},
    }
