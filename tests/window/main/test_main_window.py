"""The whole job in the real window over real files, and what happens when things go wrong."""

import base64
import csv
import random
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from app.application import Application
from app.groups.columns import GroupColumn
from app.i18n import Language
from app.program import demo_folder
from app.results.problems import ProblemView
from app.session.calls import Outcome, ScanProgress
from app.session.states import Activity, Phase
from app.settings.settings import Appearance
from app.widgets import desktop
from app.widgets.basic import FilledButton, StatePage
from app.window.window import MainWindow
from builders import chinese_text, english_text
from earlier_files import earlier_index
from leases import OTHER as MINUTES
from named import key_named, shown_groups
from removals import put
from simcore import FingerprintIndex, Kind, ScanConfig
from simcore.index.judgements import JudgementFile
from simcore.index.paths import judgements_path
from simcore.model.report import Stage
from windows import Open, asked, scan, wait_until_idle
from written import written

REPORT = """The survey of the river began in the second week of May and lasted until the end of
June. Samples were taken at seven points between the old mill and the railway bridge, always in the
morning and always by the same two people. The water was clear at the upper points and cloudy below
the tannery, where the smell was strong on warm days. Fish were seen at five of the seven points,
mostly roach and a few perch; crayfish only above the mill. We recommend that the survey be
repeated in the autumn, when the leaves are down, and that the tannery be asked for its records.
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
    for age, (name, data) in enumerate(FILES.items(), 1_600_000_000):
        put(folder / name, data, age)
    return folder


ALL_GROUPS = {"river.txt": {"river (1).txt", "river draft.txt"}, "纪要.txt": {"纪要 GB.txt"}}


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
    draft = key_named(first, "river draft.txt")
    window.group_view.setCurrentIndex(window.group_model.index_of(draft))
    view = window.difference_view
    qtbot.waitUntil(lambda: view.navigation.count > 0)
    assert view.left_pane.accessibleName() == "kept: river.txt (UTF-8)"
    assert view.right_pane.accessibleName() == "chosen: river draft.txt (UTF-8)"
    assert "seven points between" in view.left_pane.toPlainText()
    assert "seven points between" not in view.right_pane.toPlainText()

    # 5. mark, and to the trash after a summary
    window.commands.mark_identical.trigger()
    assert window.group_model.marked() == {key_named(first, "river (1).txt")}
    window.commands.mark_same_text.trigger()
    assert window.commands.trash.text().replace("&", "") == "Move 2 to trash…"
    dialog = asked(qtbot, first, window.commands.trash)
    assert dialog.move_button.isDefault()
    with qtbot.waitSignal(first.session.removed) as removed:
        dialog.move_button.click()
    assert [result.outcome for result in removed.args[0].results] == [Outcome.MOVED] * 2
    assert not (library / "copies" / "river (1).txt").exists()
    assert not (library / "copies" / "纪要 GB.txt").exists()
    assert (library / "river.txt").exists()
    assert (library / "纪要.txt").exists()
    if sys.platform.startswith("linux"):
        names = {path.name for path in (private_home / "data" / "Trash" / "files").iterdir()}
        assert names == {"river (1).txt", "纪要 GB.txt"}
    assert shown_groups(first) == {"river.txt": {"river draft.txt"}}
    assert window.group_model.marked() == frozenset()
    assert "2 documents were moved to the trash" in window.alert.text()

    # 6. export
    target = tmp_path / "groups.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    with qtbot.waitSignal(first.session.writer.exported):
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
    assert shown_groups(second) == {"river.txt": {"river draft.txt"}}
    assert "last known state" in second.window.notice.text()
    scan(qtbot, second)
    assert second.session.results.report.counts.read == 0
    assert second.session.results.report.counts.unchanged == 4
    assert shown_groups(second) == {"river.txt": {"river draft.txt"}}
    assert second.window.notice.isHidden()


def many_documents(folder: Path, count: int) -> None:
    """Write documents of random words, none like another."""
    for number in range(count):
        letters = base64.b32encode(random.Random(number).randbytes(375)).decode().lower()
        words = " ".join(letters[at : at + 6] for at in range(0, 600, 6))
        written(folder, {f"{number:04}.txt": words})


def with_folder(qtbot: QtBot, open_window: Open, folder: Path) -> Application:
    """Return a window with a folder that is not scanned yet."""
    application = open_window()
    application.window.folder_panel.add_folders([folder])
    wait_until_idle(qtbot, application)
    return application


@pytest.mark.parametrize(("jobs", "count"), [(0, 1_000), (2, 3_000)])
def test_cancel_in_the_middle_keeps_what_was_indexed(
    qtbot: QtBot, open_window: Open, private_home: Path, index_path: Path, jobs: int, count: int
):
    """More than are on their way to the workers when the first ones are read."""
    folder = private_home / "many"
    many_documents(folder, count)
    application = with_folder(qtbot, open_window, folder)
    session = application.session
    session.set_config(ScanConfig(jobs=jobs))

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


def test_unreadable_files_are_problems_and_the_rest_is_scanned(
    open_window: Open, library: Path
) -> None:
    (library / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)
    (library / "empty.txt").write_bytes(b"")
    (library / "broken.txt").symlink_to(library / "nowhere")
    for name in ("photo.jpg", "song.mp3"):
        (library / name).write_bytes(b"no text")
    application = open_window(library)
    assert application.session.status.phase is Phase.SCANNED
    assert shown_groups(application) == ALL_GROUPS
    problems = {problem.path.name for problem in application.session.results.report.problems}
    assert {"picture.txt", "empty.txt"} <= problems
    assert application.window.strip.not_read.count == len(problems)
    told = " files or folders left out by name, link or kind"
    assert told in application.window.summary.toolTip()


def test_documents_that_changed_or_are_gone_say_so(
    qtbot: QtBot, application: Application, library: Path
) -> None:
    window, view = application.window, application.window.difference_view
    path = library / "copies" / "river draft.txt"
    path.write_text(REPORT + "One more line.\n")
    window.group_view.choose(key_named(application, path.name))
    qtbot.waitUntil(lambda: "changed since the scan" in view.right_pane.accessibleName())
    assert view.left_pane.accessibleName() == "kept: river.txt (UTF-8)"
    path.unlink()
    window.group_view.choose(key_named(application, "river (1).txt"))
    window.group_view.choose(key_named(application, path.name))
    qtbot.waitUntil(lambda: "river draft.txt cannot be shown" in view.heading.notice.text())
    assert "survey of the river" in view.left_pane.toPlainText(), "the other one is, alone"
    assert view.navigation.count == 0


def spoiled(path: Path) -> None:
    path.write_bytes(b"this is no database, whatever its name says\n" * 100)


@pytest.mark.parametrize(
    ("make", "said", "asked_for", "aside"),
    [
        (spoiled, "", "new one", "index.damaged.sqlite"),
        (earlier_index, ": was made by an earlier version", "a new one?", "index.earlier.sqlite"),
    ],
)
def test_an_index_that_cannot_be_read_is_told_and_kept_beside_a_new_one(
    qtbot: QtBot,
    open_window: Open,
    library: Path,
    index_path: Path,
    make: Callable[[Path], object],
    said: str,
    asked_for: str,
    aside: str,
) -> None:
    index_path.parent.mkdir()
    make(index_path)
    before = index_path.read_bytes()
    application = open_window(library)
    window, session = application.window, application.session
    assert session.status.phase is Phase.FAILED
    assert f"{index_path}{said}" in window.page.text.text()
    assert index_path.read_bytes() == before
    assert asked_for in window.alert.text()
    judgements = judgements_path(index_path)
    with JudgementFile(judgements):
        kept = judgements.read_bytes()
    button = next(one for one in window.alert.findChildren(QToolButton) if "aside" in one.text())
    button.click()
    wait_until_idle(qtbot, application)
    assert session.status.phase is Phase.SCANNED
    assert len(session.results.report.groups) == 2
    assert index_path.with_name(aside).read_bytes() == before
    assert aside in window.alert.text()
    assert judgements.read_bytes() == kept


def test_an_index_of_a_newer_version_is_told_and_left_as_it_is(
    open_window: Open, library: Path, index_path: Path
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


def test_missing_folders_are_told_and_stay_in_the_list(
    open_window: Open, library: Path, private_home: Path
) -> None:
    missing = private_home / "gone"
    application = open_window(missing)
    assert application.session.status.phase is Phase.FAILED
    assert str(missing) in application.window.page.text.text()
    assert application.window.folder_panel.folders() == (missing,)
    application.window.close()
    application = open_window(library, missing)  # beside others it is a problem
    assert application.session.status.phase is Phase.SCANNED
    assert shown_groups(application) == ALL_GROUPS
    assert missing in {problem.path for problem in application.session.results.report.problems}


def test_a_failed_scan_leaves_the_results_of_before(
    qtbot: QtBot, application: Application, library: Path
) -> None:
    library.rename(library.with_name("moved"))
    scan(qtbot, application)
    assert application.session.status.phase is Phase.FAILED
    assert shown_groups(application) == ALL_GROUPS
    assert str(library) in application.window.notice.text()
    assert "those of before" in application.window.notice.text()


@pytest.mark.parametrize(
    ("texts", "heading", "words"),
    [([], "No documents found", ""), ([REPORT, MINUTES], "No similar documents found", "2 doc")],
)
def test_nothing_found_says_what_to_do(
    open_window: Open, private_home: Path, texts: list[str], heading: str, words: str
) -> None:
    files = {f"{number}.txt": text for number, text in enumerate(texts)}
    page = open_window(written(private_home / "folder", files)).window.page
    assert page.heading.text() == heading
    assert words in page.text.text()


def test_folders_dropped_anywhere_are_scanned_if_they_are_the_first(
    qtbot: QtBot, open_window: Open, library: Path, private_home: Path
) -> None:
    application = open_window()
    panel = application.window.folder_panel
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(library)), QUrl("https://example.org/")])
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    event = QDropEvent(QPointF(5, 5), action, data, button, Qt.KeyboardModifier.NoModifier)
    application.window.dropEvent(event)
    assert event.isAccepted()
    assert panel.folders() == (library,)
    # there is nothing else to be done with the first folders than to scan them
    wait_until_idle(qtbot, application)
    assert application.session.status.phase is Phase.SCANNED
    assert shown_groups(application) == ALL_GROUPS
    other = private_home / "other"
    other.mkdir()
    panel.take_dropped([other])
    wait_until_idle(qtbot, application)
    assert application.session.status.phase is not Phase.SCANNED
    assert application.window.commands.scan.isEnabled()
    panel.set_folders([])
    wait_until_idle(qtbot, application)
    assert application.window.page.heading.text() == "No folders yet"
    assert shown_groups(application) == {}
    assert not application.window.commands.export.isEnabled()


def test_folders_changed_during_a_scan_are_looked_up_after_it(
    qtbot: QtBot, open_window: Open, library: Path, private_home: Path
):
    other = private_home / "other"
    other.mkdir()
    application = with_folder(qtbot, open_window, library)
    application.window.commands.scan.trigger()
    application.window.folder_panel.add_folders([other])
    wait_until_idle(qtbot, application)
    assert application.session.folders == (library, other)
    assert application.session.status.phase is Phase.RECALLED
    assert shown_groups(application) == ALL_GROUPS


def test_demo_leaves_nothing_behind(open_window: Open) -> None:
    with demo_folder() as root:
        application = open_window(root / "documents")
        assert len(application.session.results.report.groups) >= 3
        application.window.close()
    assert not root.exists()


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


Change = Callable[[Application], None]


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    for number in range(40):
        text = (chinese_text if number % 2 else english_text)(number)
        for copy in range(3):
            put(folder / f"{copy}" / f"report {number}.txt", text.encode(), 1_600_000_000 + number)
    return folder


def speak(language: Language) -> Change:
    return lambda application: application.window.language_menu.chosen.emit(language)


def wear(appearance: Appearance) -> Change:
    return lambda application: application.window.appearance_menu.chosen.emit(appearance)


def state(application: Application) -> dict[str, object]:
    window = application.window
    view, model = window.group_view, window.group_model
    top = view.rowAt(0)
    rows = sorted({index.row() for index in view.selectionModel().selectedIndexes()})
    return {
        "filter": window.filter_bar.filter(),
        "applied": model.filter,
        "rows": [str(model.document_at(model.index(row, 0))) for row in range(model.rowCount())],
        "current": model.document_at(view.currentIndex()),
        "selected": rows,
        "top": (top, view.rowViewportPosition(top)),
        "marked": model.marked(),
        "sorted": (view.header().sortIndicatorSection(), view.header().sortIndicatorOrder()),
        "focused": application.focus.documents,
        "tab": window.tabs.currentIndex(),
        "pairs": window.threshold_bar.pairs,
        "thresholds": (window.threshold_bar.distance(), window.threshold_bar.similarity()),
        "folders": window.folder_panel.folders(),
        "height": window.height(),  # the screen here is narrower than any window
        "report": application.session.results.report,
    }


def arranged(qtbot: QtBot, application: Application) -> None:
    """Choose, sort, filter, fold, mark and scroll, as a person does."""
    window = application.window
    window.resize(790, 640)
    view, model = window.group_view, window.group_model
    report = application.session.results.report
    application.focus.focus(group.representative for group in report.groups[:30])
    window.filter_bar.set_filter(window.filter_bar.filter())
    window.filter_bar.setText("report")
    qtbot.waitUntil(lambda: model.filter.text == "report")
    view.sortByColumn(GroupColumn.SIZE, Qt.SortOrder.DescendingOrder)
    model.set_open(model.index(0, 0), on=False)
    model.mark([report.groups[3].members[0].document], on=True)
    view.go_to(model.index(30, 1))
    view.selectionModel().select(
        model.index(33, 0),
        QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows,
    )
    window.tabs.setCurrentIndex(2)
    view.verticalScrollBar().setValue(25 * view.rowHeight(30) + 7)
    wait_until_idle(qtbot, application)


@pytest.mark.parametrize(
    ("change", "back"),
    [
        (speak(Language.SIMPLIFIED), speak(Language.ENGLISH)),
        (wear(Appearance.DARK), wear(Appearance.SYSTEM)),
    ],
    ids=["language", "looks"],
)
def test_nothing_is_lost(
    qtbot: QtBot, open_window: Open, reports: Path, change: Change, back: Change
) -> None:
    application = open_window(reports)
    scan(qtbot, application)
    arranged(qtbot, application)
    before = state(application)
    assert before["selected"] == [30, 33]
    assert before["tab"] == 2
    assert before["focused"]
    assert before["marked"]
    for one in (change, back):
        one(application)
        qtbot.addWidget(application.window)
        wait_until_idle(qtbot, application)
        after = state(application)
        assert after == before


@pytest.mark.parametrize("swapped", [False, True])
def test_the_place_in_both_texts(
    qtbot: QtBot, open_window: Open, tmp_path: Path, swapped: bool
) -> None:
    lines = [f"第 {number} 行 " + chinese_text(number)[:30] for number in range(400)]
    for name, step in (("original", 401), ("revision", 20)):
        text = "\n".join(f"{line}{'改' * (at % step == 7)}" for at, line in enumerate(lines))
        put(tmp_path / "library" / f"{name}.txt", text.encode("gb18030"), 1_600_000_000 + step)
    application = open_window(tmp_path / "library")
    scan(qtbot, application)
    application.window.show()
    application.window.tabs.setCurrentIndex(0)
    application.window.group_view.go_to(application.window.group_model.index(1, 0))
    view = application.window.difference_view
    qtbot.waitUntil(lambda: view.settled)
    if swapped:
        view.swap()
        qtbot.waitUntil(lambda: view.settled)
    for _ in range(5):
        view.next_action.trigger()
    view.left_pane.scroll_to(view.left_pane.top()[0] + 3)

    def place() -> dict[str, object]:
        shown = application.window.difference_view
        return {
            "current": shown.navigation.current,
            "top": shown.left_pane.top(),
            "beside": shown.right_pane.top(),
            "left": shown.left_pane.toPlainText()[:40],
            "names": [side.name for side in shown.sides or ()],
        }

    before = place()
    assert before["current"] is not None
    for language in (Language.TRADITIONAL, Language.ENGLISH):
        speak(language)(application)
        qtbot.addWidget(application.window)
        qtbot.waitUntil(lambda: application.window.difference_view.settled)
        assert place() == before


def test_other_panels_are_as_before(qtbot: QtBot, open_window: Open, reports: Path) -> None:
    """Two that no row has, documents similar to a file, and what is shown of problems."""
    for number in range(30):
        put(reports / f"empty {number}.txt", b"...\n" * number, 1_600_000_000)
    application = open_window(reports)
    scan(qtbot, application)

    def speak_chinese() -> MainWindow:
        old = application.window
        speak(Language.SIMPLIFIED)(application)
        qtbot.addWidget(application.window)
        assert application.window is not old
        return application.window

    names = ["0/report 1.txt", "2/report 4.txt"]
    left, right = (application.comparing.document_of(reports.resolve() / one) for one in names)
    application.comparing.compare(left, right)
    qtbot.waitUntil(lambda: application.window.difference_view.settled)
    application.window.difference_view.encoding_chosen.emit(False, "cp1251")

    def titles() -> list[tuple[str, str]]:
        return [(one.name, one.encoding) for one in application.window.difference_view.sides or ()]

    shown = [("report 1.txt", "utf-8"), ("report 4.txt", "cp1251")]
    qtbot.waitUntil(lambda: titles() == shown)
    qtbot.waitUntil(lambda: application.window.difference_view.settled)
    panel = application.window.problem_panel
    chosen = reports.resolve() / "empty 12.txt"
    view = ProblemView("empty 1", "tokens", (0, Qt.SortOrder.DescendingOrder), chosen, 0)
    panel.set_view(view)
    window = speak_chinese()
    qtbot.waitUntil(lambda: titles() == shown)
    assert application.comparing.pair == (left.path, right.path)
    assert window.problem_panel.view() == view
    speak(Language.ENGLISH)(application)
    asked_for = reports / "0" / "report 3.txt"
    application.similar.find(asked_for)
    panel = application.window.similar_panel
    qtbot.waitUntil(lambda: "report 3.txt" in panel.message() or panel.current() is not None)
    window = speak_chinese()
    assert application.similar.asked == asked_for
    qtbot.waitUntil(lambda: window.similar_panel.current() is not None)


def button(application: Application, words: str) -> QPushButton:
    found = application.window.welcome.findChildren(QPushButton)
    (one,) = (one for one in found if one.text().replace("&", "") == words and one.isVisible())
    return one


def group_count(application: Application) -> int:
    return application.window.group_model.totals()[1]


def test_the_welcome_page_is_there_while_there_are_no_folders(
    qtbot: QtBot, open_window: Open
) -> None:
    application = open_window()
    window = application.window
    assert window.stack.currentWidget() is window.welcome
    words = [one.text() for one in window.welcome.findChildren(QLabel) if one.isVisible()]
    assert "Find documents that say the same" in words
    assert any("Nothing is removed until you say so" in one for one in words)
    # nothing is shown that has no meaning yet, but for the sliders
    assert not window.strip.isVisible()
    assert not window.folder_panel.isVisible()
    assert window.threshold_bar.distance_slider.isVisible()
    filled = [one for one in window.findChildren(FilledButton) if one.isVisible() and one.filled]
    assert [one.text().replace("&", "") for one in filled] == ["Add folder…"]
    assert not window.toolbar.trash.filled
    # its first step takes the keyboard, and Tab comes to the others
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.welcome.take_keyboard()
    assert QApplication.focusWidget() is filled[0]
    reached = set()
    for _ in range(60):
        window.focusNextChild()
        reached.add(QApplication.focusWidget())
    assert button(application, "Try the sample documents") in reached


def test_a_folder_is_added_and_scanned(
    qtbot: QtBot, open_window: Open, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    application = open_window()
    monkeypatch.setattr(desktop, "ask_for_folders", lambda *_: [library])
    button(application, "Add folder…").click()
    # from the first moment on the strip has its place, and nothing is said that is not known
    window = application.window
    assert application.session.activity is Activity.SCANNING
    assert window.strip.isVisible()
    assert window.strip.headline.text() == "No true copies so far"
    assert [one.count for one in window.strip.kinds.values()] == [None] * len(Kind)
    assert window.summary.text() == f"scanning {library.name}"
    wait_until_idle(qtbot, application)
    assert "scanning" not in window.summary.text()
    assert "safe to free" in window.strip.headline.text()
    assert application.session.status.phase is Phase.SCANNED
    assert group_count(application) == 2
    assert application.window.stack.currentWidget() is application.window.group_view


def test_the_samples_are_a_copy(qtbot: QtBot, open_window: Open, index_path: Path) -> None:
    application = open_window()
    button(application, "Try the sample documents").click()
    wait_until_idle(qtbot, application)
    assert group_count(application) >= 3
    (folder,) = application.window.folder_panel.folders()
    assert folder.is_relative_to(index_path.parent)
    # whatever was done to them, they are whole the next time
    files = {one.relative_to(folder): one.read_bytes() for one in folder.rglob("*.*")}
    for one in files:
        (folder / one).write_bytes(b"spoiled")
    application.window.folder_panel.set_folders(())
    wait_until_idle(qtbot, application)
    button(application, "Try the sample documents").click()
    wait_until_idle(qtbot, application)
    assert {one.relative_to(folder): one.read_bytes() for one in folder.rglob("*.*")} == files


def test_folders_of_lately_and_saved_results_are_one_click_away(
    qtbot: QtBot, open_window: Open, library: Path, tmp_path: Path
) -> None:
    first = open_window(library)
    scan(qtbot, first)
    path = tmp_path / "结果 & more.variorum"
    with qtbot.waitSignal(first.session.writer.saved):
        first.session.save(path, ())
    first.window.folder_panel.set_folders(())
    wait_until_idle(qtbot, first)
    first.window.close()
    again = open_window()
    assert again.window.stack.currentWidget() is again.window.welcome
    QApplication.processEvents()
    recent = button(again, library.name)
    saved = button(again, path.name.replace("&", ""))
    assert str(path) in saved.accessibleDescription().replace("~", str(Path.home()))
    saved.click()
    wait_until_idle(qtbot, again)
    assert group_count(again) == 2
    again.window.folder_panel.set_folders(())
    wait_until_idle(qtbot, again)
    recent.click()
    wait_until_idle(qtbot, again)
    assert again.window.folder_panel.folders() == (library,)
    assert again.session.status.phase is Phase.SCANNED
