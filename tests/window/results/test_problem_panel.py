"""Files that were not read: their list and its filters, and one of them read again."""

import csv
import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QTableView
from pytestqt.qtbot import QtBot

from amounts import LONG
from app.application import Application
from app.i18n import Language, set_language
from app.results.problems import ProblemPanel
from app.session.states import Activity
from app.wording import all_not_read, not_read_text
from builders import chinese_text
from cells import column_of, rows_of
from looking import cut_beside_room
from simcore import Problem, ScanConfig
from simcore.candidates import inverted
from simcore.model.reasons import of_text
from simcore.model.records import ProblemStage
from translations import spoken_from
from windows import wait_until_idle
from written import written

# The offscreen platform says what it cannot do when a window is shown, raised or grabs keys.

FILE, STAGE, REASON = range(3)
PROBLEMS = (
    Problem(Path("/文档/扫描件.txt"), ProblemStage.DECODE, of_text("it is binary")),
    Problem(Path("/文档/日记.txt"), ProblemStage.READ, of_text("permission denied")),
    Problem(Path("/docs/caf\udce9.txt"), ProblemStage.TOKENS, of_text("no words\nat all")),
    Problem(Path("/docs/Alpha.txt"), ProblemStage.READ, of_text("larger than 64 MB")),
)


@pytest.fixture
def panel(qtbot):
    panel = ProblemPanel()
    qtbot.addWidget(panel)
    panel.resize(700, 300)
    panel.show()
    panel.set_problems(PROBLEMS)
    return panel


def table(panel: ProblemPanel) -> QTableView:
    (found,) = panel.findChildren(QTableView)
    return found


def names(panel: ProblemPanel) -> list[str]:
    return [Path(one).name for one in column_of(table(panel).model(), FILE)]


def search(panel: ProblemPanel, qtbot, text: str, expected: int) -> None:
    (field,) = panel.findChildren(QLineEdit)
    with qtbot.waitSignal(table(panel).model().modelReset):
        field.setText(text)
    assert table(panel).model().rowCount() == expected


def message(panel: ProblemPanel) -> str:
    (found,) = [one for one in panel.findChildren(QLabel) if one.isVisible()]
    return found.text()


def test_rows_and_title(panel, qtbot):
    assert panel.title() == "Problems 4"
    assert table(panel).isVisible()
    assert rows_of(table(panel).model()) == [
        ["/文档/扫描件.txt", "telling the encoding", "it is binary"],
        ["/文档/日记.txt", "reading", "permission denied"],
        ["/docs/caf\ufffd.txt", "finding words", "no words¶at all"],
        ["/docs/Alpha.txt", "reading", "larger than 64 MB"],
    ]
    with qtbot.assertNotEmitted(panel.title_changed):
        panel.set_problems(PROBLEMS[::-1])
    for problems, title in (([], "Problems"), (PROBLEMS, "Problems 4"), ([], "Problems")):
        with qtbot.waitSignal(panel.title_changed) as told:
            panel.set_problems(problems)
        assert told.args == [title]
    assert message(panel) == "No problems"
    assert not table(panel).isVisible()
    panel.set_problems([Problem(Path("/a"), stage, of_text("x")) for stage in ProblemStage])
    tips = column_of(table(panel).model(), STAGE, Qt.ItemDataRole.ToolTipRole)
    assert len(set(tips)) == len(ProblemStage), "every stage is explained"


def test_filter(panel, qtbot):
    search(panel, qtbot, "日记", 1)
    assert names(panel) == ["日记.txt"]
    search(panel, qtbot, "ALPHA", 1)
    assert names(panel) == ["Alpha.txt"]
    search(panel, qtbot, "reading", 2)
    assert panel.title() == "Problems 4"
    search(panel, qtbot, "nothing like it", 0)
    assert message(panel) == "No problem matches the filter"
    assert not panel.export_button.isEnabled()
    search(panel, qtbot, "no words¶at", 1)
    search(panel, qtbot, "caf\ufffd", 1)
    search(panel, qtbot, "holds no words that", 1)
    search(panel, qtbot, "", 4)
    search(panel, qtbot, "binary", 1)
    panel.set_problems(PROBLEMS[1:])
    assert message(panel) == "No problem matches the filter"


def test_the_home_is_found_by_either_name(panel, qtbot, private_home):
    file = private_home / "文档" / "a.txt"
    panel.set_problems([Problem(file, ProblemStage.READ, of_text("vanished"))])
    assert column_of(table(panel).model(), FILE) == ["~/文档/a.txt"]
    search(panel, qtbot, "~/文档", 1)
    search(panel, qtbot, str(private_home), 1)


def offered(panel: ProblemPanel) -> list[str]:
    return [panel.stages.itemText(place) for place in range(panel.stages.count())]


def test_filter_by_stage(panel, qtbot):
    assert offered(panel) == [
        "All stages",
        "reading (2)",
        "telling the encoding (1)",
        "finding words (1)",
    ]
    panel.stages.setCurrentIndex(1)
    assert names(panel) == ["日记.txt", "Alpha.txt"]
    # both filters hold together, and outlast other problems
    search(panel, qtbot, "alpha", 1)
    panel.set_problems(PROBLEMS[2:])
    assert offered(panel) == ["All stages", "reading (1)", "finding words (1)"]
    assert panel.stages.currentIndex() == 1
    assert names(panel) == ["Alpha.txt"]
    search(panel, qtbot, "caf", 0)
    assert message(panel) == "No problem matches the filter"
    search(panel, qtbot, "", 1)
    # a stage without problems lets all be seen
    panel.set_problems(PROBLEMS[:1])
    assert panel.stages.currentIndex() == 0
    assert names(panel) == ["扫描件.txt"]
    panel.set_problems([])
    assert not panel.stages.isVisible()


def test_copying_rows(panel, qtbot):
    table(panel).sortByColumn(REASON, Qt.SortOrder.AscendingOrder)
    assert names(panel) == ["扫描件.txt", "Alpha.txt", "caf\ufffd.txt", "日记.txt"]
    flags = table(panel).selectionModel().SelectionFlag
    for row in (1, 3):
        index = table(panel).model().index(row, 0)
        table(panel).selectionModel().select(index, flags.Select | flags.Rows)
    panel.activateWindow()
    table(panel).setFocus()
    qtbot.waitUntil(table(panel).hasFocus)
    QTest.keyClick(table(panel), Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == (
        "/docs/Alpha.txt\treading\tlarger than 64 MB\n/文档/日记.txt\treading\tpermission denied"
    )


def test_showing_in_the_file_manager(panel, tmp_path, monkeypatch, qtbot):
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or True)
    gone = tmp_path / "gone.txt", tmp_path / "no" / "where.txt"
    panel.set_problems([Problem(one, ProblemStage.READ, of_text("vanished")) for one in gone])
    (show,) = [one for one in table(panel).actions() if "file manager" in one.text()]
    table(panel).selectRow(0)
    show.trigger()
    assert [url.toLocalFile() for url in opened] == [str(tmp_path)]
    table(panel).selectRow(1)
    with qtbot.waitSignal(panel.failed) as failed:
        show.trigger()
    assert "where.txt" in failed.args[0]
    assert len(opened) == 1


def test_many_thousand_problems(panel, qtbot):
    thousands = 100 if LONG else 20
    paths = [Path(f"/d/{n:06}.txt") for n in range(1_000 * thousands)]
    panel.set_problems([Problem(path, ProblemStage.READ, of_text("vanished")) for path in paths])
    assert panel.title() in {f"Problems {thousands},000", f"Problems {thousands}000"}
    table(panel).sortByColumn(FILE, Qt.SortOrder.DescendingOrder)
    assert table(panel).model().index(0, 0).data() == str(paths[-1])
    search(panel, qtbot, "01777", 11)  # 001777 and 017770 to 017779


def test_the_chosen_file_stays_chosen(panel):
    table(panel).selectRow(2)
    panel.set_problems(PROBLEMS[1:])
    assert table(panel).currentIndex().row() == 1
    assert panel.read_button.isEnabled()
    panel.set_problems(PROBLEMS[:2])
    assert not table(panel).currentIndex().isValid()
    assert not panel.read_button.isEnabled()


def test_a_long_path_gets_the_room_that_reasons_leave(panel):
    """It was cut at a third of the width, whatever stood beside it."""
    path = Path("/文档/a folder with a name/another one below it/扫描件 of the third of May.txt")
    panel.set_problems([Problem(path, ProblemStage.DECODE, of_text("it is binary"))])
    QApplication.processEvents()
    assert cut_beside_room(panel) == []
    assert table(panel).columnWidth(FILE) > panel.width() // 2


@pytest.fixture
def library(private_home: Path) -> Path:
    files = {
        "合同.txt": chinese_text(1),
        "坏.txt": bytes(range(256)) * 9,
        "空.txt": b"",
        "=1+1.txt": b"\0" * 50,
    }
    return written(private_home / "文档", files)


def listed(application: Application) -> dict[str, str]:
    model = application.window.problem_panel._model
    return {one.path.name: one.stage.value for one in model.shown()}


def read_again(qtbot: QtBot, application: Application, name: str) -> str:
    """Choose a problem and read its file again; return what the window says."""
    panel, alert = application.window.problem_panel, application.window.alert
    alert.close_message()
    rows = [one.path.name for one in panel._model.shown()]
    panel._table.clearSelection()
    panel._table.setCurrentIndex(QModelIndex())
    assert not panel.read_button.isEnabled()
    panel._table.selectRow(rows.index(name))
    panel.activateWindow()
    panel._table.setFocus()
    if panel.isVisible():
        QTest.keyClick(panel._table, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    else:
        panel.read_button.click()
    assert panel.read_button.text() == "Reading…"
    with qtbot.assertNotEmitted(panel.read_again_wanted):
        panel.read_button.click()
        panel.read_again()
    qtbot.waitUntil(lambda: bool(alert.text()))
    assert panel.read_button.text().replace("&", "") == "Read again"
    return alert.text()


@pytest.mark.parametrize("jobs", [0, 1])
def test_one_file_is_read_again(qtbot, application, library, jobs: int):
    session, window = application.session, application.window
    session.set_config(ScanConfig(jobs=jobs))
    everything = {"坏.txt": "decode", "空.txt": "tokens", "=1+1.txt": "decode"}
    assert listed(application) == everything
    tile = window.strip.not_read
    assert tile.accessibleName() == "Not read: 3"
    tile.click()
    assert window.stack.currentWidget() is window.problem_panel

    # still what it was
    words = read_again(qtbot, application, "坏.txt")
    assert "坏.txt was read again and still cannot be used" in words
    assert listed(application) == everything

    # another problem than before
    summary = window.summary
    assert "2 .txt (not text)" in summary.toolTip()
    (library / "坏.txt").unlink()
    assert "is no longer there" in read_again(qtbot, application, "坏.txt")
    assert listed(application) == everything | {"坏.txt": "read"}

    assert "1 .txt (not text)" in summary.toolTip()

    # mended
    shutil.copyfile(library / "合同.txt", library / "空.txt")
    words = read_again(qtbot, application, "空.txt")
    assert "空.txt can be used now. Scan to compare it" in words
    assert set(listed(application)) == {"坏.txt", "=1+1.txt"}
    assert tile.accessibleName() == "Not read: 2"
    assert not session.results.report.groups

    # the scan that was proposed need not read it again
    window.alert._button.defaultAction().trigger()
    assert session.activity is Activity.SCANNING
    wait_until_idle(qtbot, application)
    assert session.results.report.counts.read == 0
    assert len(session.results.report.groups) == 1


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="rights do not bind root")
def test_rights_that_were_given(qtbot, open_window, library):
    locked = library / "锁.txt"
    locked.write_text(chinese_text(5), encoding="utf-8")
    locked.chmod(0)
    application = open_window(library)
    assert "no rights" in read_again(qtbot, application, "锁.txt")
    locked.chmod(0o600)
    assert "can be used now" in read_again(qtbot, application, "锁.txt")


def test_a_folder_that_can_be_listed(qtbot, application, library):
    application.session.results.settle_problem(
        library, Problem(library, ProblemStage.LIST, of_text("cannot be listed: no rights"))
    )
    assert "can be listed now" in read_again(qtbot, application, library.name)
    assert library.name not in listed(application)


def test_the_slider_and_marks_outlast_it(qtbot, open_window, library):
    """Reading one file again touches the list of problems only."""
    shutil.copyfile(library / "合同.txt", library / "副本.txt")
    application = open_window(library)
    model = application.window.group_model
    resets: list[bool] = []
    application.window.commands.mark_identical.trigger()
    assert len(model.marked()) == 1
    model.modelReset.connect(lambda: resets.append(True))
    read_again(qtbot, application, "坏.txt")
    assert resets == []
    assert len(model.marked()) == 1
    application.window.threshold_bar.set_distance(2)
    qtbot.waitUntil(lambda: bool(resets))
    assert set(listed(application)) == {"坏.txt", "空.txt", "=1+1.txt"}


def test_what_is_shown_is_written(qtbot, application, tmp_path, monkeypatch):
    panel, alert = application.window.problem_panel, application.window.alert
    panel.stages.setCurrentIndex(panel.stages.findData("decode"))
    target = tmp_path / "问题"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(target), ""))
    panel.export_button.click()
    qtbot.waitUntil(lambda: "were written to" in alert.text())
    data = (tmp_path / "问题.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(data.decode("utf-8-sig").splitlines()))
    assert [Path(row["path"]).name for row in rows] == ["=1+1.txt", "坏.txt"]
    assert {row["stage"] for row in rows} == {"decode"}
    nowhere = str(tmp_path / "no" / "x.csv")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (nowhere, ""))
    panel.export_button.click()
    qtbot.waitUntil(lambda: "cannot be written" in alert.text())


def test_closing_while_a_file_is_read(qtbot, application):
    application.window.problem_panel._table.selectRow(0)
    application.window.problem_panel.read_button.click()
    application.window.close()


BINARY = bytes(range(256)) * 20
TEXT = "The parcel has left our warehouse and should arrive within three working days.\n"


def test_the_summary_says_what_was_not_read(open_on):
    texts = dict.fromkeys(("a.txt", "b.txt"), TEXT * 9)
    others = dict.fromkeys(("1.jpg", "2.JPG", "program", "broken.txt", "broken.ipynb"), BINARY)
    application = open_on(texts | others)
    words = application.window._words.compared(application.session.results.report)
    expected = "not read: 1 .ipynb (damaged), 1 .txt (not text), 2 .jpg, 1 without a suffix"
    assert words.endswith(expected)
    shown, *kinds = application.window.summary.toolTip().splitlines()
    assert shown.endswith(expected)
    assert kinds == expected.removeprefix("not read: ").split(", ")
    assert application.window.strip.not_read.count == 2, "files of which it is worth asking why"
    # with a reason each, and not one for each picture
    problems = application.window.problem_panel._model.shown()
    assert {one.path.name for one in problems} == {"broken.txt", "broken.ipynb"}
    assert {one.stage for one in problems} == {ProblemStage.DECODE}


def test_a_page_without_documents_says_what_is_there(open_on, compiled):
    photos = [f"{number}.jpg" for number in range(3)]
    others = [f"one.x{number}" for number in range(9)]
    application = open_on(dict.fromkeys([*photos, *others], BINARY))
    page = application.window.page
    assert page.heading.text() == "No documents found"
    assert page.text.text().endswith(
        "What is there was not read: 3 .jpg, 1 .x0, 1 .x1, 1 .x2, 1 .x3, 1 .x4, 4 other kinds."
    )
    report = application.session.results.report
    assert len(all_not_read(report).splitlines()) == 10
    with spoken_from(compiled):
        set_language(Language.SIMPLIFIED)
        assert not_read_text(report, 1) == "未读取：3 个 .jpg、另有 9 种"


FORM = (
    "Dear customer, the parcel has left our warehouse in Northamptonshire and should arrive within "
    "three working days. Reference number"
)


def test_the_window_names_what_was_not_compared(qtbot, open_window, private_home, monkeypatch):
    monkeypatch.setattr(inverted, "_LEAST_WORK", 100)
    monkeypatch.setattr(inverted, "_WORK_A_TEXT", 0)
    monkeypatch.setattr(inverted, "_FEW_PAIRS", 0)
    forms = {f"{n:03}.txt": f"{FORM} {n * 7919:06d}\n" for n in range(40)}
    folder = written(private_home / "订单", forms)
    application = open_window(folder)
    report = application.session.results.report
    missed, texts = report.counts.missed, report.counts.passed_over
    assert missed > 100
    (problem,) = application.window.problem_panel._model.shown()
    assert (problem.path, problem.stage) == (folder, ProblemStage.VERIFY)
    assert f"about {missed} pairs of {texts} texts were not compared" in str(problem.reason)
    words = application.window._words.compared(report)
    assert f"about {missed} pairs of {texts} texts not compared (see Not read)" in words
