"""The whole job in the real window over real files, and what happens when things go wrong."""

import base64
import csv
import os
import random
import sqlite3
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDropEvent
from PySide6.QtWidgets import QFileDialog, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from app.application import Application
from app.groups.columns import GroupColumn
from app.groups.model import KEPT_ROLE
from app.program import demo_folder
from app.session.calls import Outcome, ScanProgress
from app.session.states import Activity, Phase
from app.settings.dialog import SettingsDialog
from app.widgets.basic import StatePage
from earlier_files import earlier_index
from simcore import FingerprintIndex, Kind, ScanConfig
from simcore.index.judgements import JudgementFile
from simcore.index.paths import judgements_path
from simcore.model.report import Stage
from windows import Open, asked, scan, wait_until_idle

REPORT = """The survey of the river began in the second week of May and lasted until the end of
June. Samples were taken at seven points between the old mill and the railway bridge, always in the
morning and always by the same two people. The water was clear at the upper points and cloudy below
the tannery, where the smell was strong on warm days. Fish were seen at five of the seven points,
mostly roach and a few perch; crayfish only above the mill. We recommend that the survey be
repeated in the autumn, when the leaves are down, and that the tannery be asked for its records.
"""
MINUTES = """会议于三月十日上午九时在二楼会议室召开,由主任主持。会议听取了关于春季植树安排的汇报,
决定把原定于本周六的活动推迟到下周日,以便更多的居民参加。会议还讨论了停车位的划分办法,
要求物业公司在月底以前提出书面方案,并在公告栏里公示七天,听取大家的意见以后再行定案。
"""
ALONE = """Bread needs flour, water, salt and patience. Mix them in the evening, fold the dough
twice before going to bed and bake it in a hot oven as soon as the kitchen smells of morning."""

FILES = {
    "river.txt": REPORT.encode(),
    "copies/river (1).txt": REPORT.encode(),
    "copies/river draft.txt": REPORT.replace("seven points between", "points between").encode(),
    "纪要.txt": MINUTES.encode(),
    "copies/纪要 GB.txt": MINUTES.encode("gb18030"),
    "bread.md": ALONE.encode(),
}


@pytest.fixture
def library(private_home: Path) -> Path:
    folder = private_home / "documents"
    for age, (name, data) in enumerate(FILES.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (1_600_000_000 + age, 1_600_000_000 + age))
    return folder


def shown_groups(application: Application) -> dict[str, list[str]]:
    """Read the groups from the view's model, as names: kept -> the others."""
    model = application.window.group_model
    groups: dict[str, list[str]] = {}
    for row in range(model.rowCount()):
        index = model.index(row, GroupColumn.NAME)
        if model.document_at(index) is None:
            continue
        if model.data(index, KEPT_ROLE):
            groups[index.data()] = last = []
        else:
            last.append(index.data())
    return {kept: sorted(others) for kept, others in groups.items()}


def document(application: Application, name: str) -> object:
    report = application.session.results.report
    assert report is not None
    return next(key for key, value in report.documents.items() if value.path.name == name)


ALL_GROUPS = {"river.txt": ["river (1).txt", "river draft.txt"], "纪要.txt": ["纪要 GB.txt"]}


def test_the_whole_job(
    qtbot: QtBot,
    open_window: Open,
    library: Path,
    private_home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    # 1. add a folder, scan
    first = open_window()
    window = first.window
    assert window.page.heading.text() == "No folders yet"
    assert not window.commands.scan.isEnabled()
    window.folder_panel.add_folders([library])
    wait_until_idle(qtbot, first)
    assert window.page.heading.text() == "Not scanned yet"
    scan(qtbot, first)

    # 2. groups, exact copies told from near ones
    assert shown_groups(first) == ALL_GROUPS
    assert window.stack.currentWidget() is window.group_view
    assert window.summary.text().startswith("2 groups  ·  5 documents  ·  scanned today ")
    assert window.strip.headline.text().endswith("safe to free")
    kinds = {
        first.session.results.report.documents[m.document].path.name: m.kind
        for g in first.session.results.report.groups
        for m in g.members
    }
    assert kinds == {
        "river (1).txt": Kind.IDENTICAL,
        "river draft.txt": Kind.SIMILAR,
        "纪要 GB.txt": Kind.SAME_TEXT,
    }

    # 3. the slider regroups without a rescan
    window.threshold_bar.set_distance(0)
    window.threshold_bar.set_similarity(1.0)
    qtbot.waitUntil(lambda: "river draft.txt" not in shown_groups(first)["river.txt"])
    assert first.session.results.report.counts.parts == 0, "it is as long as the report"
    assert first.session.activity is Activity.NONE
    window.threshold_bar.set_similarity(0.6)
    window.threshold_bar.set_distance(20)
    qtbot.waitUntil(lambda: shown_groups(first) == ALL_GROUPS)

    # 4. a document beside the kept one
    draft = document(first, "river draft.txt")
    window.group_view.setCurrentIndex(window.group_model.index_of(draft))
    view = window.difference_view
    qtbot.waitUntil(lambda: view.navigation.count > 0)
    assert view.left_pane.accessibleName() == "kept: river.txt (UTF-8)"
    assert view.right_pane.accessibleName() == "chosen: river draft.txt (UTF-8)"
    assert "seven points between" in view.left_pane.toPlainText()
    assert "seven points between" not in view.right_pane.toPlainText()

    # 5. mark, and to the trash after a summary
    window.commands.mark_identical.trigger()
    assert window.group_model.marked() == {document(first, "river (1).txt")}
    window.commands.mark_same_text.trigger()
    assert window.commands.trash.text().replace("&", "") == "Move 2 to trash…"
    dialog = asked(qtbot, first, window.commands.trash)
    assert dialog.move_button.isDefault()
    with qtbot.waitSignal(first.session.removed, timeout=60_000) as removed:
        dialog.move_button.click()
    assert [result.outcome for result in removed.args[0].results] == [Outcome.MOVED] * 2
    assert not (library / "copies" / "river (1).txt").exists()
    assert not (library / "copies" / "纪要 GB.txt").exists()
    assert (library / "river.txt").exists()
    assert (library / "纪要.txt").exists()
    if sys.platform.startswith("linux"):
        names = {path.name for path in (private_home / "data" / "Trash" / "files").iterdir()}
        assert names == {"river (1).txt", "纪要 GB.txt"}
    assert shown_groups(first) == {"river.txt": ["river draft.txt"]}
    assert window.group_model.marked() == frozenset()
    assert "2 documents were moved to the trash" in window.alert.text()

    # 6. export
    target = tmp_path / "groups.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    with qtbot.waitSignal(first.session.writer.exported, timeout=60_000):
        window.commands.export.trigger()
    assert target.read_bytes().startswith(b"\xef\xbb\xbf")
    with target.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [Path(row["path"]).name for row in rows] == ["river.txt", "river draft.txt"]
    assert [row["kept"] for row in rows] == ["yes", "no"]
    assert str(target) in window.alert.text()

    # 7. close, reopen: everything is as it was, and nothing is read again
    window.resize(790, 640)  # the offscreen screen has 800 x 800
    height = window.height()
    window.close()
    second = open_window()
    assert second.window.folder_panel.folders() == (library,)
    assert second.window.threshold_bar.distance() == 20
    assert second.window.threshold_bar.similarity() == 0.6
    assert second.window.height() == height == 640
    assert second.session.status.phase is Phase.RECALLED
    assert shown_groups(second) == {"river.txt": ["river draft.txt"]}
    assert "last known state" in second.window.notice.text()
    scan(qtbot, second)
    assert second.session.results.report.counts.read == 0
    assert second.session.results.report.counts.unchanged == 4
    assert shown_groups(second) == {"river.txt": ["river draft.txt"]}
    assert second.window.notice.isHidden()


def many_documents(folder: Path, count: int) -> None:
    """Write documents of random words, none like another."""
    folder.mkdir()
    for number in range(count):
        letters = base64.b32encode(random.Random(number).randbytes(375)).decode().lower()
        words = " ".join(letters[at : at + 6] for at in range(0, 600, 6))
        (folder / f"{number:04}.txt").write_text(words, encoding="utf-8")


@pytest.mark.parametrize(("jobs", "count"), [(0, 1_000), (2, 3_000)])
def test_cancel_in_the_middle_keeps_what_was_indexed(
    qtbot: QtBot, open_window: Open, private_home: Path, index_path: Path, jobs: int, count: int
):
    """More than are on their way to the workers when the first ones are read."""
    folder = private_home / "many"
    many_documents(folder, count)
    application = open_window()
    session = application.session
    session.set_config(ScanConfig(jobs=jobs))
    application.window.folder_panel.add_folders([folder])
    wait_until_idle(qtbot, application)

    def cancel_once_reading(progress: object) -> None:
        if isinstance(progress, ScanProgress) and progress.stage is Stage.READ and progress.done:
            application.window.commands.cancel.trigger()

    session.job.progressed.connect(cancel_once_reading)
    scan(qtbot, application)
    session.job.progressed.disconnect(cancel_once_reading)
    status = session.status
    assert status.phase is Phase.CANCELLED
    assert 0 < status.read < status.known == count
    assert f"when {status.read} of {count} had been read" in application.window.page.text.text()
    assert application.window.commands.scan.isEnabled()
    assert not application.window.commands.cancel.isEnabled()
    known = len(session.results.report.documents)
    assert status.read <= known < count
    with sqlite3.connect(index_path) as connection:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
    connection.close()

    scan(qtbot, application)
    assert session.status.phase is Phase.SCANNED
    assert session.results.report.counts.unchanged == known
    assert session.results.report.counts.read == count - known


def test_closing_in_the_middle_of_a_scan_waits_and_loses_nothing(
    qtbot: QtBot, open_window: Open, private_home: Path, index_path: Path
):
    folder = private_home / "many"
    many_documents(folder, 600)
    application = open_window()
    application.window.folder_panel.add_folders([folder])
    wait_until_idle(qtbot, application)
    application.window.commands.scan.trigger()
    with qtbot.waitSignal(application.session.job.progressed, timeout=60_000):
        pass
    application.window.close()
    with FingerprintIndex(index_path):
        pass  # usable, and not locked
    assert open_window().window.folder_panel.folders() == (folder,)


def test_unreadable_files_are_problems_and_the_rest_is_scanned(
    qtbot: QtBot, open_window: Open, library: Path
):
    (library / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)
    (library / "empty.txt").write_bytes(b"")
    (library / "broken.txt").symlink_to(library / "nowhere")
    application = open_window(library)
    assert application.session.status.phase is Phase.SCANNED
    assert shown_groups(application) == ALL_GROUPS
    problems = {problem.path.name for problem in application.session.results.report.problems}
    assert {"picture.txt", "empty.txt"} <= problems
    assert application.window.strip.not_read.count == len(problems)


def test_a_document_that_cannot_be_shown_is_a_message(
    qtbot: QtBot, open_window: Open, library: Path
):
    application = open_window(library)
    view = application.window.difference_view
    (library / "copies" / "river draft.txt").unlink()
    draft = document(application, "river draft.txt")
    application.window.group_view.setCurrentIndex(application.window.group_model.index_of(draft))
    qtbot.waitUntil(lambda: "river draft.txt cannot be shown" in view.heading.notice.text())
    assert "survey of the river" in view.left_pane.toPlainText(), "the other one is, alone"
    assert view.navigation.count == 0


def test_a_document_that_changed_says_so(qtbot: QtBot, open_window: Open, library: Path):
    application = open_window(library)
    (library / "copies" / "river draft.txt").write_text(REPORT + "One more line.\n")
    view = application.window.difference_view
    draft = document(application, "river draft.txt")
    application.window.group_view.setCurrentIndex(application.window.group_model.index_of(draft))
    qtbot.waitUntil(lambda: "changed since the scan" in view.right_pane.accessibleName())
    assert view.left_pane.accessibleName() == "kept: river.txt (UTF-8)"


def test_the_newest_choice_wins(qtbot: QtBot, open_window: Open, library: Path):
    application = open_window(library)
    session = application.session
    kept, minutes = document(application, "river.txt"), document(application, "纪要.txt")
    arrived: list[str] = []
    session.texts.succeeded.connect(lambda texts: arrived.append(texts.chosen.document.path.name))
    for name in ("river (1).txt", "river draft.txt", "river (1).txt"):
        application.comparing._compare(kept, document(application, name))
    application.comparing._compare(minutes, document(application, "纪要 GB.txt"))
    qtbot.waitUntil(lambda: bool(arrived))
    qtbot.waitUntil(lambda: not session.texts.running)
    assert arrived == ["纪要 GB.txt"]


def test_a_corrupt_index_is_told_and_left_as_it_is(
    qtbot: QtBot, open_window: Open, library: Path, index_path: Path
):
    index_path.parent.mkdir()
    garbage = b"this is no database, whatever its name says\n" * 100
    index_path.write_bytes(garbage)
    application = open_window(library)
    assert application.session.status.phase is Phase.FAILED
    window, session = application.window, application.session
    assert str(index_path) in window.page.text.text()
    assert index_path.read_bytes() == garbage
    # and may be renamed, for a new one to be made
    assert "new one" in window.alert.text()
    judgements = judgements_path(index_path)
    with JudgementFile(judgements):
        kept = judgements.read_bytes()
    button = next(one for one in window.alert.findChildren(QToolButton) if "aside" in one.text())
    button.click()
    wait_until_idle(qtbot, application)
    assert session.status.phase is Phase.SCANNED
    assert len(session.results.report.groups) == 2
    aside = index_path.with_name("index.damaged.sqlite")
    assert aside.read_bytes() == garbage
    assert str(aside) in window.alert.text()
    assert judgements.read_bytes() == kept


def test_an_index_of_an_earlier_version_is_told_and_kept_beside_a_new_one(
    qtbot: QtBot, open_window: Open, library: Path, index_path: Path
):
    index_path.parent.mkdir()
    before = earlier_index(index_path).read_bytes()
    application = open_window(library)
    window, session = application.window, application.session
    assert session.status.phase is Phase.FAILED
    assert f"{index_path}: was made by an earlier version" in window.page.text.text()
    assert "start a new one?" in window.alert.text()
    assert index_path.read_bytes() == before
    application.scanning._renew.trigger()
    wait_until_idle(qtbot, application)
    assert session.status.phase is Phase.SCANNED
    assert len(session.results.report.groups) == 2
    assert index_path.with_name("index.earlier.sqlite").read_bytes() == before


def test_an_index_of_a_newer_version_is_told_and_left_as_it_is(
    qtbot: QtBot, open_window: Open, library: Path, index_path: Path
):
    index_path.parent.mkdir()
    with FingerprintIndex(index_path):
        pass
    with sqlite3.connect(index_path) as connection:
        connection.execute("pragma user_version = 1000000")
    connection.close()
    before = index_path.read_bytes()
    application = open_window(library)
    assert application.session.status.phase is Phase.FAILED
    assert "newer" in application.window.page.text.text()
    assert index_path.read_bytes() == before


def test_a_missing_folder_is_told(qtbot: QtBot, open_window: Open, private_home: Path):
    missing = private_home / "gone"
    application = open_window(missing)
    assert application.session.status.phase is Phase.FAILED
    assert str(missing) in application.window.page.text.text()
    assert application.window.folder_panel.folders() == (missing,)


def test_a_missing_folder_beside_others_is_a_problem(
    qtbot: QtBot, open_window: Open, library: Path, private_home: Path
):
    application = open_window(library, private_home / "gone")
    assert application.session.status.phase is Phase.SCANNED
    assert shown_groups(application) == ALL_GROUPS
    paths = {problem.path for problem in application.session.results.report.problems}
    assert private_home / "gone" in paths


def test_a_failed_scan_leaves_the_results_of_before(qtbot: QtBot, open_window: Open, library: Path):
    application = open_window(library)
    library.rename(library.with_name("moved"))
    scan(qtbot, application)
    assert application.session.status.phase is Phase.FAILED
    assert shown_groups(application) == ALL_GROUPS
    assert str(library) in application.window.notice.text()
    assert "those of before" in application.window.notice.text()


def test_an_empty_folder_says_what_to_do(qtbot: QtBot, open_window: Open, private_home: Path):
    folder = private_home / "nothing"
    folder.mkdir()
    application = open_window(folder)
    assert application.window.page.heading.text() == "No documents found"


def test_nothing_alike_says_what_to_do(qtbot: QtBot, open_window: Open, private_home: Path):
    folder = private_home / "different"
    folder.mkdir()
    (folder / "a.txt").write_text(REPORT, encoding="utf-8")
    (folder / "b.txt").write_text(MINUTES, encoding="utf-8")
    application = open_window(folder)
    assert application.window.page.heading.text() == "No similar documents found"
    assert "2 documents" in application.window.page.text.text()


def test_an_export_that_fails_is_told(
    qtbot: QtBot,
    open_window: Open,
    library: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    application = open_window(library)
    target = tmp_path / "no such folder" / "groups.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    application.window.commands.export.trigger()
    qtbot.waitUntil(lambda: str(target) in application.window.alert.text())


def test_folders_dropped_anywhere_are_added(
    qtbot: QtBot, open_window: Open, library: Path, private_home: Path
):
    application = open_window()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(library)), QUrl("https://example.org/")])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    application.window.dropEvent(event)
    assert event.isAccepted()
    assert application.window.folder_panel.folders() == (library,)
    # there is nothing else to be done with the first folders than to scan them
    wait_until_idle(qtbot, application)
    assert application.session.status.phase is Phase.SCANNED
    assert shown_groups(application) == ALL_GROUPS


def test_the_next_folders_wait_for_a_scan(
    qtbot: QtBot, open_window: Open, library: Path, private_home: Path
) -> None:
    application = open_window(library)
    other = private_home / "other"
    other.mkdir()
    application.window.folder_panel.take_dropped([other])
    wait_until_idle(qtbot, application)
    assert application.session.status.phase is not Phase.SCANNED
    assert application.window.commands.scan.isEnabled()


def test_taking_the_folders_away_empties_the_window(qtbot: QtBot, open_window: Open, library: Path):
    application = open_window(library)
    application.window.folder_panel.set_folders([])
    wait_until_idle(qtbot, application)
    assert application.window.page.heading.text() == "No folders yet"
    assert shown_groups(application) == {}
    assert not application.window.commands.export.isEnabled()


def test_folders_changed_during_a_scan_are_looked_up_after_it(
    qtbot: QtBot, open_window: Open, library: Path, private_home: Path
):
    other = private_home / "other"
    other.mkdir()
    application = open_window()
    application.window.folder_panel.add_folders([library])
    wait_until_idle(qtbot, application)
    application.window.commands.scan.trigger()
    application.window.folder_panel.add_folders([other])
    wait_until_idle(qtbot, application)
    assert application.session.folders == (library, other)
    assert application.session.status.phase is Phase.RECALLED
    assert shown_groups(application) == ALL_GROUPS


def test_settings_are_taken_and_remembered(qtbot: QtBot, open_window: Open, library: Path):
    first = open_window()
    first.window.commands.settings.trigger()
    dialog = first.window.findChild(SettingsDialog)
    assert isinstance(dialog, SettingsDialog)
    dialog.reading.set_include(["*.md"])
    dialog.accept()
    assert first.session.config.include == ("*.md",)
    first.window.close()
    assert open_window().session.config.include == ("*.md",)


def test_an_unplugged_folder_keeps_its_place_in_the_list(
    qtbot: QtBot, open_window: Open, library: Path
):
    open_window(library).window.close()
    library.rename(library.with_name("unplugged"))
    again = open_window()
    assert again.window.folder_panel.folders() == (library,)


def test_demo_copies_the_samples_and_leaves_nothing_behind(qtbot: QtBot, open_window: Open):
    with demo_folder() as root:
        application = open_window(root / "documents")
        assert len(application.session.results.report.groups) >= 3
        application.window.close()
    assert not root.exists()


def test_the_first_difference_is_on_screen_without_a_click(
    qtbot: QtBot, open_window: Open, library: Path
) -> None:
    application = open_window(library)
    view = application.window.difference_view
    qtbot.waitUntil(lambda: "survey of the river" in view.left_pane.toPlainText())
    row = application.window.group_view.currentIndex()
    assert application.window.group_model.document_at(row) == document(application, "river (1).txt")
    assert view.left_pane.accessibleName() == "kept: river.txt (UTF-8)"


def test_what_was_left_out_by_name_is_counted_on_screen(
    qtbot: QtBot, open_window: Open, library: Path
) -> None:
    for name in ("photo.jpg", "song.mp3"):
        (library / name).write_bytes(b"no text")
    application = open_window(library)
    told = "; 2 files or folders left out by name, link or kind"
    assert told in application.window.summary.toolTip()


def test_a_low_page_has_room_for_its_words(qtbot: QtBot) -> None:
    page = StatePage()
    qtbot.addWidget(page)
    page.show_state("No documents found", "What is there was not read. " * 8, QAction("Add folder"))
    page.show()
    icon = next(one for one in page.findChildren(QLabel) if not one.pixmap().isNull())

    def reads_whole() -> bool:
        return page.text.height() >= page.text.heightForWidth(page.text.width())

    page.resize(700, 190)
    qtbot.waitUntil(reads_whole)
    assert not icon.isVisible()
    page.resize(700, 500)
    qtbot.waitUntil(icon.isVisible)
    assert reads_whole()
