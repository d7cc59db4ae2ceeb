"""ProblemPanel: its rows, filter, title, clipboard and empty states."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QTableView

from amounts import LONG
from app.results.problems import ProblemModel, ProblemPanel
from looking import cut_beside_room
from simcore import Problem
from simcore.model.reasons import of_text
from simcore.model.records import ProblemStage

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
    return panel


def table(panel: ProblemPanel) -> QTableView:
    (found,) = panel.findChildren(QTableView)
    return found


def rows(panel: ProblemPanel) -> list[list[str]]:
    model = table(panel).model()
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def names(panel: ProblemPanel) -> list[str]:
    return [Path(row[0]).name for row in rows(panel)]


def search(panel: ProblemPanel, qtbot, text: str, expected: int) -> None:
    (field,) = panel.findChildren(QLineEdit)
    with qtbot.waitSignal(table(panel).model().modelReset):
        field.setText(text)
    assert table(panel).model().rowCount() == expected


def message(panel: ProblemPanel) -> str:
    (found,) = [one for one in panel.findChildren(QLabel) if one.isVisible()]
    return found.text()


def test_no_problems(panel: ProblemPanel) -> None:
    assert panel.title() == "Problems"
    assert message(panel) == "No problems"
    assert not table(panel).isVisible()


def test_rows_and_title(panel: ProblemPanel, qtbot) -> None:
    with qtbot.waitSignal(panel.title_changed) as told:
        panel.set_problems(PROBLEMS)
    assert told.args == ["Problems 4"]
    assert panel.title() == "Problems 4"
    assert table(panel).isVisible()
    assert rows(panel) == [
        ["/文档/扫描件.txt", "telling the encoding", "it is binary"],
        ["/文档/日记.txt", "reading", "permission denied"],
        ["/docs/caf\ufffd.txt", "finding words", "no words¶at all"],
        ["/docs/Alpha.txt", "reading", "larger than 64 MB"],
    ]
    with qtbot.assertNotEmitted(panel.title_changed):
        panel.set_problems(PROBLEMS[::-1])
    with qtbot.waitSignal(panel.title_changed) as told:
        panel.set_problems([])
    assert told.args == ["Problems"]
    assert message(panel) == "No problems"


def test_filter(panel: ProblemPanel, qtbot) -> None:
    panel.set_problems(PROBLEMS)
    search(panel, qtbot, "日记", 1)
    assert names(panel) == ["日记.txt"]
    search(panel, qtbot, "ALPHA", 1)
    assert names(panel) == ["Alpha.txt"]
    search(panel, qtbot, "reading", 2)
    assert panel.title() == "Problems 4"
    search(panel, qtbot, "nothing like it", 0)
    assert message(panel) == "No problem matches the filter"
    search(panel, qtbot, "no words¶at", 1)
    search(panel, qtbot, "caf\ufffd", 1)
    search(panel, qtbot, "holds no words that", 1)
    search(panel, qtbot, "", 4)
    search(panel, qtbot, "binary", 1)
    panel.set_problems(PROBLEMS[1:])
    assert message(panel) == "No problem matches the filter"


def test_the_home_is_found_by_either_name(panel: ProblemPanel, qtbot, private_home: Path) -> None:
    panel.set_problems(
        [Problem(private_home / "文档" / "a.txt", ProblemStage.READ, of_text("vanished"))]
    )
    assert rows(panel)[0][0] == "~/文档/a.txt"
    search(panel, qtbot, "~/文档", 1)
    search(panel, qtbot, str(private_home), 1)


def offered(panel: ProblemPanel) -> list[str]:
    return [panel.stages.itemText(place) for place in range(panel.stages.count())]


def test_filter_by_stage(panel: ProblemPanel, qtbot) -> None:
    panel.set_problems(PROBLEMS)
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


def test_what_is_shown_is_exported(panel: ProblemPanel, qtbot) -> None:
    panel.set_problems(PROBLEMS)
    panel.stages.setCurrentIndex(1)
    table(panel).sortByColumn(FILE, Qt.SortOrder.AscendingOrder)
    with qtbot.waitSignal(panel.export_wanted) as told:
        panel.export_button.click()
    assert told.args == [(PROBLEMS[3], PROBLEMS[1])]
    search(panel, qtbot, "nothing like it", 0)
    assert not panel.export_button.isEnabled()


def test_a_file_is_read_again(panel: ProblemPanel, qtbot) -> None:
    panel.set_problems(PROBLEMS)
    assert not panel.read_button.isEnabled()
    table(panel).selectRow(2)
    with qtbot.waitSignal(panel.read_again_wanted) as told:
        panel.read_button.click()
    assert told.args == [PROBLEMS[2]]
    panel.set_reading(reading=True)
    assert panel.read_button.text() == "Reading…"
    with qtbot.assertNotEmitted(panel.read_again_wanted):
        panel.read_button.click()
        panel.read_again()
    panel.set_reading(reading=False)
    panel.activateWindow()
    table(panel).setFocus()
    qtbot.waitUntil(table(panel).hasFocus)
    with qtbot.waitSignal(panel.read_again_wanted):
        QTest.keyClick(table(panel), Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)


def test_sorting(panel: ProblemPanel) -> None:
    panel.set_problems(PROBLEMS)
    table(panel).sortByColumn(REASON, Qt.SortOrder.AscendingOrder)
    assert names(panel) == ["扫描件.txt", "Alpha.txt", "caf\ufffd.txt", "日记.txt"]
    table(panel).sortByColumn(REASON, Qt.SortOrder.DescendingOrder)
    assert names(panel) == ["日记.txt", "caf\ufffd.txt", "Alpha.txt", "扫描件.txt"]
    table(panel).sortByColumn(-1, Qt.SortOrder.AscendingOrder)
    assert names(panel) == ["扫描件.txt", "日记.txt", "caf\ufffd.txt", "Alpha.txt"]


def test_copying_rows(panel: ProblemPanel, qtbot) -> None:
    panel.set_problems(PROBLEMS)
    table(panel).selectRow(1)
    flags = table(panel).selectionModel().SelectionFlag
    later = table(panel).model().index(3, 0)
    table(panel).selectionModel().select(later, flags.Select | flags.Rows)
    panel.activateWindow()
    table(panel).setFocus()
    qtbot.waitUntil(table(panel).hasFocus)
    QTest.keyClick(table(panel), Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == (
        "/文档/日记.txt\treading\tpermission denied\n/docs/Alpha.txt\treading\tlarger than 64 MB"
    )


def test_showing_in_the_file_manager(
    panel: ProblemPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or True)
    panel.set_problems(
        [
            Problem(tmp_path / "gone.txt", ProblemStage.READ, of_text("vanished")),
            Problem(tmp_path / "no" / "where.txt", ProblemStage.READ, of_text("vanished")),
        ]
    )
    (show,) = [one for one in table(panel).actions() if "file manager" in one.text()]
    table(panel).selectRow(0)
    show.trigger()
    assert [url.toLocalFile() for url in opened] == [str(tmp_path)]
    table(panel).selectRow(1)
    with qtbot.waitSignal(panel.failed) as failed:
        show.trigger()
    assert "where.txt" in failed.args[0]
    assert len(opened) == 1


def test_every_stage_is_explained(panel: ProblemPanel) -> None:
    panel.set_problems([Problem(Path("/a"), stage, of_text("x")) for stage in ProblemStage])
    model = table(panel).model()
    tips = {
        model.index(row, STAGE).data(Qt.ItemDataRole.ToolTipRole) for row in range(model.rowCount())
    }
    assert len(tips) == len(ProblemStage)


def test_model_keeps_the_rules(qapp) -> None:
    model = ProblemModel()
    tester = QAbstractItemModelTester(
        model, QAbstractItemModelTester.FailureReportingMode.Fatal, model
    )
    assert tester.model() is model
    model.set_records(PROBLEMS)
    model.set_filter("docs")
    model.sort(FILE, Qt.SortOrder.DescendingOrder)
    assert [model.record(row) for row in range(model.rowCount())] == [PROBLEMS[2], PROBLEMS[3]]
    model.set_records([])
    assert model.rowCount() == 0


def test_many_thousand_problems(panel: ProblemPanel, qtbot) -> None:
    thousands = 100 if LONG else 20
    names = [f"{n:06}" for n in range(1_000 * thousands)]
    panel.set_problems(
        [Problem(Path(f"/d/{name}.txt"), ProblemStage.READ, of_text("vanished")) for name in names]
    )
    assert panel.title() in {f"Problems {thousands},000", f"Problems {thousands}000"}
    table(panel).sortByColumn(FILE, Qt.SortOrder.DescendingOrder)
    assert table(panel).model().index(0, 0).data() == f"/d/{names[-1]}.txt"
    search(panel, qtbot, "01777", 11)  # 001777 and 017770 to 017779


def test_the_chosen_file_stays_chosen(panel: ProblemPanel) -> None:
    panel.set_problems(PROBLEMS)
    table(panel).selectRow(2)
    panel.set_problems(PROBLEMS[1:])
    assert table(panel).currentIndex().row() == 1
    assert panel.read_button.isEnabled()
    panel.set_problems(PROBLEMS[:2])
    assert not table(panel).currentIndex().isValid()
    assert not panel.read_button.isEnabled()


def test_a_long_path_gets_the_room_that_reasons_leave(panel: ProblemPanel) -> None:
    """It was cut at a third of the width, whatever stood beside it."""
    path = Path("/文档/a folder with a name/another one below it/扫描件 of the third of May.txt")
    panel.set_problems([Problem(path, ProblemStage.DECODE, of_text("it is binary"))])
    QApplication.processEvents()
    assert cut_beside_room(panel) == []
    assert table(panel).columnWidth(FILE) > panel.width() // 2
