"""Results regrouped, saved and opened; documents forgotten; folder sets and presets."""

import gzip
import os
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QInputDialog
from pytestqt.qtbot import QtBot

import simcore
from app.application import MOST_SETS, Application
from app.groups.columns import GroupColumn
from app.session import results
from app.session.results import FoundCounts, found_in, is_quick
from app.session.session import Session
from app.session.states import Activity, Phase
from builders import chinese_text, document, edited, english_text, pair
from named import key_named, marked_names
from pair_reports import report_of
from simcore import Grouping, ScanConfig, ScanReport, load_results
from simcore.files.roles import FolderSetting, FolderSettings
from simcore.grouping import grouper
from simcore.grouping.grouper import regroup as grouped
from simcore.index.judgements import SETTINGS, change_folder_settings
from simcore.model.config import Thresholds
from simcore.model.records import Judgements, ProblemStage
from simcore.pipeline import rereading
from simcore.reports import saved as saved_results
from windows import Open, scan, settings_of, wait_until_idle
from written import written

OpenResults = Callable[[Application, Path], None]


@pytest.fixture
def library(private_home: Path) -> Path:
    text = chinese_text(1, 300)
    contracts = {f"合同 {number}.txt": edited(text, number, number) for number in range(4)}
    reports = dict.fromkeys(("report.txt", "report (1).txt"), english_text(3))
    files = contracts | reports | {"坏.txt": bytes(range(256)) * 9}
    return written(private_home / "文档", files)


def sizes(application: Application) -> list[int]:
    """Return how many documents the groups have, that which is kept among them."""
    return sorted(len(one.members) + 1 for one in application.window.group_model.report.groups)


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
        window.group_model.mark([key_named(application, name)], on=True)
    assert len(marked_names(application)) == 2
    path = tmp_path / "结果"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path), ""))
    with qtbot.waitSignal(application.session.writer.saved):
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


@pytest.fixture
def open_results(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> OpenResults:
    def open_by_dialog(application: Application, path: Path) -> None:
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(path), ""))
        application.window.commands.open_results.trigger()
        assert application.session.activity is Activity.OPENING
        wait_until_idle(qtbot, application)

    return open_by_dialog


def test_saved_results_are_opened_without_an_index(
    qtbot: QtBot, open_window: Open, saved: Path, library: Path, open_results: OpenResults
) -> None:
    application = open_window()
    window, session = application.window, application.session
    assert session.results.report is None
    open_results(application, saved)
    assert session.status.phase is Phase.OPENED
    assert sizes(application) == [2, 4]
    assert len(marked_names(application)) == 2
    assert "合同 2.txt" in marked_names(application)
    assert window.folder_panel.folders() == (library,)
    assert (window.threshold_bar.distance(), window.threshold_bar.similarity()) == (20, 0.6)
    assert session.config.distance == 20
    assert window.notice.text().startswith("These results were saved at ")
    assert window.alert.text() == (
        "结果.variorum: nothing has changed since this was saved (6 documents)."
    )
    assert [one.path.name for one in session.results.report.problems] == ["坏.txt"]
    # everything works on it: differences, slider
    chosen = window.group_model.index_of(key_named(application, "合同 3.txt"))
    window.group_view.setCurrentIndex(chosen)
    qtbot.waitUntil(lambda: window.difference_view.navigation.count > 0)
    window.threshold_bar.set_contained(False)
    window.threshold_bar.set_similarity(1.0)
    qtbot.waitUntil(lambda: sizes(application) == [2])
    window.threshold_bar.set_similarity(0.6)
    qtbot.waitUntil(lambda: sizes(application) == [2, 4])
    # and a scan brings it up to date
    scan(qtbot, application)
    assert session.status.phase is Phase.SCANNED
    assert sizes(application) == [2, 4]
    assert window.notice.isHidden()


def test_what_changed_since_is_told_and_unmarked(
    open_window: Open, saved: Path, library: Path, open_results: OpenResults
) -> None:
    (library / "合同 2.txt").unlink()
    (library / "report.txt").write_text("another text altogether")
    os.utime(library / "合同 1.txt", ns=(5, 5))
    application = open_window()
    open_results(application, saved)
    window = application.window
    assert window.alert.text() == (
        "结果.variorum: of the documents (6), 1 changed since, 1 gone. "
        "They are named under Not read; none of them is marked now."
    )
    assert not {"合同 2.txt", "report.txt"} & marked_names(application)
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
    qtbot: QtBot, open_window: Open, saved: Path, open_results: OpenResults
) -> None:
    """Neither the headline nor its button takes them."""
    report = load_results(saved).report
    (pair,) = (one for one in report.groups if len(one.members) == 1)
    report.documents[pair.representative].path.unlink()
    application = open_window()
    open_results(application, saved)
    window, model = application.window, application.window.group_model
    qtbot.waitUntil(lambda: window.strip.headline.text() == "No true copies")
    model.set_marked(())
    window.commands.mark_same_text.trigger()
    wait_until_idle(qtbot, application)
    qtbot.waitUntil(lambda: not model.busy)
    assert marked_names(application) == set()
    assert model.table.safe_of(report.groups.index(pair))[0] == 0


def test_what_cannot_be_opened_leaves_everything_as_it_was(
    saved: Path, application: Application, open_results: OpenResults
) -> None:
    before, report = sizes(application), application.session.results.report
    for content, words in (
        (b"hello", "is no file of saved results"),
        (gzip.compress(b'{"variorum": "results", "version": 13}\n'), "earlier version"),
        (gzip.compress(b'{"variorum": "results", "format": 99}\n'), "newer version"),
        (saved.read_bytes()[:-20], "is damaged"),
    ):
        saved.write_bytes(content)
        open_results(application, saved)
        assert words in application.window.alert.text()
        assert application.session.results.report is report
        assert application.session.status.phase is Phase.SCANNED
        assert sizes(application) == before


def test_a_recall_that_was_interrupted_goes_on(
    qtbot: QtBot, saved: Path, application: Application, library: Path
) -> None:
    window, session = application.window, application.session
    window.folder_panel.set_folders([])
    wait_until_idle(qtbot, application)
    window.folder_panel.set_folders([library])
    assert session.activity is Activity.RECALLING
    session.open(saved.with_name("none.variorum"))
    wait_until_idle(qtbot, application)
    assert session.status.phase is Phase.RECALLED
    assert sizes(application) != []
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
    application.window.folder_panel.take_dropped([saved])
    wait_until_idle(qtbot, application)
    assert application.session.status.phase is Phase.OPENED
    assert sizes(application) == [2, 4]
    # a distance beyond the usual range is shown as it was saved
    report = load_results(saved).report
    far = replace(report, config=replace(report.config, distance=40))
    simcore.save_results(far, (), saved)
    application.session.open(saved)
    wait_until_idle(qtbot, application)
    bar, config = application.window.threshold_bar, application.session.config
    assert bar.distance() == config.distance == 40
    application.session.open(saved)
    application.window.close()


def test_marks_of_hidden_groups_are_saved(
    qtbot: QtBot, application: Application, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    window = application.window
    window.commands.mark_same_text.trigger()
    assert len(marked_names(application)) == 1
    application.focus.focus([key_named(application, "合同 0.txt")])
    assert marked_names(application) == set()
    path = tmp_path / "no such folder" / "x.variorum"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path), ""))
    window.commands.save_results.trigger()
    qtbot.waitUntil(lambda: "cannot be written" in window.alert.text())
    path.parent.mkdir()
    with qtbot.waitSignal(application.session.writer.saved):
        window.commands.save_results.trigger()
    assert len(load_results(path).marked) == 1


# --- folder sets


def recent(application: Application) -> list[str]:
    return [
        one.text() for one in application.window.recent_menu.actions() if one.data() is not None
    ]


def test_folder_sets_are_remembered(qtbot: QtBot, open_window: Open, private_home: Path) -> None:
    folders = [
        written(private_home / name, {"a.txt": chinese_text(number)})
        for number, name in enumerate(("合同 & 协议", "Reports", "第三", "第四"))
    ]
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
    sets = again.recent  # ten are kept
    for number in range(MOST_SETS + 3):
        sets.note([Path(f"/{number}"), Path("/b")])
    sets.note([Path("/b"), Path("/5")])  # the same in another order
    assert len(sets.sets) == MOST_SETS
    assert sets.sets[0] == (Path("/b"), Path("/5"))
    assert [int(one[0].name) for one in sets.sets[1:]] == [12, 11, 10, 9, 8, 7, 6, 4, 3]
    again.window.recent_menu.actions()[-1].trigger()
    assert recent(again) == []
    assert not again.window.recent_menu.isEnabled()


# --- presets


def test_presets_are_saved_chosen_and_deleted(open_window: Open) -> None:
    application = open_window()
    dialog = settings_of(application)
    row = dialog.advanced.presets
    dialog.reading.set_include(["*.py", "*.js"])
    dialog.advanced.grouping.setCurrentIndex(1)
    row.save_button.click()
    asking = row.findChild(QInputDialog)
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
    dialog = settings_of(second)
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
    qtbot: QtBot, open_window: Open, library: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    called: list[tuple[str, bool]] = []

    def note(name: str, call: Callable[..., object], *arguments: object) -> object:
        called.append((name, threading.current_thread() is threading.main_thread()))
        return call(*arguments)

    for module, name in (
        (saved_results, "save_results"),
        (saved_results, "load_results"),
        (rereading, "find_changes"),
        (grouper, "regroup"),
    ):
        monkeypatch.setattr(module, name, partial(note, name, getattr(module, name)))
    application = open_window(library)
    called.clear()
    path = tmp_path / "x.variorum"
    with qtbot.waitSignal(application.session.writer.saved):
        application.session.save(path, ())
    application.session.open(path)
    wait_until_idle(qtbot, application)
    assert application.session.status.phase is Phase.OPENED
    # and the groups are ready when the window gets them
    files = {"save_results", "load_results", "find_changes"}
    assert set(called) == {(name, False) for name in files}


SIZES = {1: 100, 2: 20, 3: 7, 4: 1_000, 5: 300}


def a_report() -> ScanReport:
    """Make two pairs at 3 and 20 bits, and one of 4 and 5 that has 9 bits."""
    documents = [document(number, size=size) for number, size in SIZES.items()]
    made = report_of(documents, [pair(1, 2, 0.9, 3), pair(1, 3, 0.8, 20), pair(4, 5, 0.9, 9)])
    return grouped(made, Thresholds(18, 0.7))


@pytest.fixture
def session(qtbot: QtBot, tmp_path: Path) -> Session:
    made = Session(tmp_path / "index.sqlite", ScanConfig(distance=18))
    yield made
    made.shut_down()


def listen(session: Session) -> tuple[list[ScanReport], list[FoundCounts]]:
    reports: list[ScanReport] = []
    found: list[FoundCounts] = []
    session.results.report_changed.connect(reports.append)
    session.results.found_changed.connect(found.append)
    return reports, found


def wish(session: Session, distance: int) -> None:
    session.set_config(replace(session.config, distance=distance, similarity=0.7, contained=True))


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """Let every report count as large, and every grouping wait until it is let go."""
    gate = threading.Semaphore(0)
    real = simcore.regroup

    def regroup(*given: object, **named: object) -> ScanReport:
        if threading.current_thread() is threading.main_thread():
            raise AssertionError("grouped in the GUI thread")
        assert gate.acquire(timeout=20)
        return real(*given, **named)

    monkeypatch.setattr(results, "_REGROUPED_AT_ONCE", (0, 0))
    monkeypatch.setattr(results, "_JUDGED_AT_ONCE", (0, 0))
    monkeypatch.setattr("simcore.grouping.grouper.regroup", regroup)
    return gate


def test_what_is_found_is_counted_once_each() -> None:
    """1 is kept beside 2, 4 or 5 beside the other: the gain is what is not kept."""
    report = a_report()
    kept = {group.representative for group in report.groups}
    gain = sum(SIZES[number] for number in {1, 2, 4, 5} - kept)
    assert found_in(report) == FoundCounts(2, 4, gain)
    assert found_in(grouped(report, Thresholds(0, 0.7))) == FoundCounts(0, 0, 0)


def test_a_small_report_is_grouped_at_once(session: Session, qtbot: QtBot) -> None:
    session.results.show(a_report(), session.config)
    reports, found = listen(session)
    with qtbot.waitSignal(session.results.found_changed):
        wish(session, 24)
    assert not session.results._regrouper.running
    assert [len(one.groups) for one in reports] == [2]
    assert [one.documents for one in found] == [5]


def test_many_copies_without_a_pair_are_grouped_elsewhere() -> None:
    """Groups of copies are made anew where judgements, or the pairs beside them, change."""
    copies = [document(number, text=number // 2) for number in range(2, 4_002)]
    report = grouped(report_of(copies, []), Thresholds(18, 0.7))
    assert len(report.groups) == 2_000
    assert not report.pairs
    assert is_quick(report)
    kept = frozenset({(copies[1].real_path, copies[1].content_hash)})
    assert not is_quick(report, Judgements(kept=kept))
    assert not is_quick(replace(report, groups=report.groups * 3))
    many = replace(report.groups[0], members=report.groups[0].members * 10_000)
    assert not is_quick(replace(report, groups=(many,)))


def test_a_large_report_is_grouped_elsewhere_and_the_newest_wish_stays(
    session: Session, qtbot: QtBot, slow: threading.Semaphore
) -> None:
    reports, found = listen(session)
    session.results.show(a_report(), session.config)
    assert len(reports) == 1  # shown before its figures are counted
    assert found == []
    qtbot.waitUntil(lambda: len(found) == 1)
    assert len(reports) == 1
    # else 3 would wait for the end of the thread, and be overtaken there
    qtbot.waitUntil(lambda: not session.results._regrouper.running)
    wish(session, 3)
    qtbot.waitUntil(lambda: session.results._regrouper.running)
    for distance in (4, 5, 24, 9):
        wish(session, distance)
        qtbot.wait(5)
    slow.release()  # 3 was overtaken: its figures are told, its groups are not shown
    qtbot.waitUntil(lambda: len(found) == 2)
    assert found[1].documents == 2
    assert len(reports) == 1
    slow.release()
    qtbot.waitUntil(lambda: len(reports) == 2)
    assert reports[1].config.distance == 9
    assert reports[1] == grouped(a_report(), Thresholds(9, 0.7))
    assert found[2].documents == 4
    qtbot.waitUntil(lambda: not session.results._regrouper.running)
    assert len(found) == 3


def test_back_where_it_was_the_figures_are_those_of_the_groups(
    session: Session, qtbot: QtBot, slow: threading.Semaphore
) -> None:
    session.results.show(a_report(), session.config)
    reports, found = listen(session)
    qtbot.waitUntil(lambda: len(found) == 1)
    qtbot.waitUntil(lambda: not session.results._regrouper.running)
    wish(session, 3)
    qtbot.waitUntil(lambda: session.results._regrouper.running)
    wish(session, 18)
    qtbot.wait(5)
    slow.release()  # for 3 alone: at 18 nothing has to be grouped
    qtbot.waitUntil(lambda: len(found) == 3)
    assert [one.documents for one in found] == [4, 2, 4]
    assert reports == []


def test_an_answer_about_an_older_report_is_dropped(
    session: Session, qtbot: QtBot, slow: threading.Semaphore
) -> None:
    session.results.show(a_report(), session.config)
    wish(session, 3)
    qtbot.waitUntil(lambda: session.results._regrouper.running)
    session.results.show(None, session.config)
    reports, found = listen(session)
    slow.release(3)
    qtbot.waitUntil(lambda: not session.results._regrouper.running)
    qtbot.wait(20)
    assert reports == []
    assert found == []
    assert session.results.report is None


def test_closing_waits_for_what_is_under_way(
    session: Session, qtbot: QtBot, slow: threading.Semaphore
) -> None:
    session.results.show(a_report(), session.config)
    wish(session, 3)
    qtbot.wait(50)
    assert session.results._regrouper.running
    reports, found = listen(session)
    threading.Timer(0.1, slow.release).start()
    session.shut_down()
    qtbot.wait(20)
    assert (reports, found) == ([], [])


def test_documents_that_are_too_old_are_left_out_and_that_is_said(
    qtbot: QtBot, open_window: Open, private_home: Path, index_path: Path
):
    names = "old.txt", "new.txt", "newer.txt"
    folder = written(private_home / "library", dict.fromkeys(names, english_text(1)))
    application = open_window(folder)
    session = application.session
    session.set_config(ScanConfig(jobs=0))
    scan(qtbot, application)
    with sqlite3.connect(index_path) as opened:
        ten_days = "update document set arrived = arrived - 864000 where name = ?"
        opened.execute(ten_days, (b"old.txt",))
    opened.close()

    def said() -> str:
        assert session.results.report is not None
        return application.window._words.compared(session.results.report)

    assert "left out" not in said()
    session.set_config(replace(session.config, keep_days=7))
    scan(qtbot, application)
    report = session.results.report
    assert {one.path.name for one in report.documents.values()} == {"new.txt", "newer.txt"}
    assert "1 document came before the last 7 days and was left out" in said()
    assert "1 too old, left out" in application.window.summary.text()
    # a folder's own days hold before the general ones
    change_folder_settings(FolderSettings(), FolderSettings({folder: FolderSetting(30)}))
    scan(qtbot, application)
    assert len(session.results.report.documents) == 3
    assert "too old" not in application.window.summary.text()
    assert session.config.folder_days == (), "it is no setting of the scan"
    change_folder_settings(FolderSettings(), FolderSettings({folder: FolderSetting(3)}))
    scan(qtbot, application)
    assert "1 document came too long ago and was left out" in said()
    SETTINGS.path.write_bytes(b"{")
    scan(qtbot, application)
    assert "folders.json: is damaged" in str(session.status.message)
