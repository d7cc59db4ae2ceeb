"""Checking a document in the real window: shares, sources, passages, both texts, the page."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.application import Application
from app.i18n import Language
from app.results.checked import CheckPanel
from app.why.pages import PassagePane
from builders import chinese_text, english_text
from cells import column_of
from windows import scan
from written import written


@pytest.fixture
def library(private_home: Path) -> Path:
    files = {
        "report.txt": english_text(1, 300),
        "report (1).txt": english_text(1, 300),
        "合同.txt": chinese_text(2, 300).encode("gb18030"),
    }
    return written(private_home / "文档", files)


@pytest.fixture
def paper(library: Path) -> Path:
    """A document that no folder has: of ten lines of its own, three copied and two quoted."""
    english, chinese = english_text(1, 300).splitlines(), chinese_text(2, 300).splitlines()
    own = english_text(9, 120).splitlines()
    quoted = "".join(chinese[3:5])
    lines = [*own[:5], *english[9:12], *own[5:], f"他说：「{quoted}」"]
    file = library.parent / "paper.txt"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def check(qtbot: QtBot, application: Application, path: Path) -> CheckPanel:
    application.asking.checks.check(path)
    panel = application.window.check_panel
    qtbot.waitUntil(lambda: not application.asking.checks.search.busy)
    return panel


def counted(text: str) -> int:
    return sum(map(str.isalnum, text))


def tenths(part: int, whole: int) -> str:
    return f"{part * 1000 // whole / 10} %"


def test_a_document_is_checked_and_both_texts_are_shown_at_each_passage(qtbot, application, paper):
    window = application.window
    panel = check(qtbot, application, paper)
    QAbstractItemModelTester(
        panel.sources.model(), QAbstractItemModelTester.FailureReportingMode.Fatal
    )
    assert window.stack.currentWidget() is panel
    assert not window.threshold_bar.isVisible()
    whole = counted(paper.read_text("utf-8"))
    copied = counted("".join(english_text(1, 300).splitlines()[9:12]))
    quoted = counted("".join(chinese_text(2, 300).splitlines()[3:5]))
    assert panel.heading.text() == (
        f"paper.txt: {tenths(copied + quoted, whole)} of this document stands in the library; "
        f"{tenths(copied, whole)} without quotations."
    )
    assert f"{tenths(copied, whole)} stands in one source alone." in panel.note.text()
    assert column_of(panel.sources.model(), 0) == ["[1]", "[1]", "[2]"]
    assert column_of(panel.sources.model(), 1) == [tenths(copied, whole), "", tenths(quoted, whole)]
    kinds = [tenths(copied, whole), "Same text", tenths(quoted, whole)]
    assert column_of(panel.sources.model(), 2) == kinds
    assert column_of(panel.sources.model(), 3) == ["report.txt", "report (1).txt", "合同.txt"]
    assert column_of(panel.sources.model(), 4) == ["文档"] * 3
    assert column_of(panel.passages.model(), 0) == ["6–8", "14"]
    assert column_of(panel.passages.model(), 1) == ["[1]", "[2]"]
    assert column_of(panel.passages.model(), 3) == ["", "between quotes"]
    # the first passage is chosen, and shown on both sides
    passages = window.why_panel.passages
    assert window.tabs.currentWidget() is passages
    qtbot.waitUntil(lambda: passages.page is not None and passages.page.isVisible())
    first = english_text(1, 300).splitlines()[9]
    assert first in current(passages.page.left)
    assert first in current(passages.page.right)
    # none of the two is kept, and none chosen
    titles = [title.text() for title in passages.page.titles]
    assert [title.rpartition(" in both: ")[2] for title in titles] == ["paper.txt", "report.txt"]
    assert "kept" not in titles[0]
    assert "chosen" not in titles[1]
    # another document with the text of a source can be looked at, too
    panel.sources.selectRow(1)
    assert panel.passages.currentIndex().row() == 0
    assert application.comparing.pair == (paper, paper.parent / "文档" / "report (1).txt")
    # a click on a source goes to its first passage
    panel.sources.selectRow(2)
    assert panel.passages.currentIndex().row() == 1
    assert application.comparing.pair == (paper, paper.parent / "文档" / "合同.txt")
    qtbot.waitUntil(lambda: "合同" in passages.page.titles[1].text())
    assert chinese_text(2, 300).splitlines()[3] in current(passages.page.left)
    # and back
    QTest.keyClick(panel.passages, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.group_view
    assert window.threshold_bar.isVisible()


def test_after_a_check_the_pair_of_the_groups_is_shown_again(qtbot, application, paper):
    comparing, window = application.comparing, application.window
    before = comparing.pair
    assert {one.name for one in before} == {"report.txt", "report (1).txt"}
    panel = check(qtbot, application, paper)
    qtbot.waitUntil(lambda: comparing.pair == (paper, before[0].parent / "report.txt"))
    QTest.mouseClick(panel.back, Qt.MouseButton.LeftButton)
    assert window.stack.currentWidget() is window.group_view
    assert comparing.pair == before
    qtbot.waitUntil(lambda: comparing.compared() is not None)
    compared = comparing.compared()
    assert (compared.left.path, compared.right.path) == before


def test_a_source_that_another_one_has_whole_names_it(qtbot, application, paper, library):
    (library / "short.txt").write_text("\n".join(english_text(1, 300).splitlines()[9:12]))
    scan(qtbot, application)
    panel = check(qtbot, application, paper)
    # both have the same of it, and only one of them has anything to itself in the list
    assert column_of(panel.sources.model(), 2).count("also in [1]") == 1
    assert "[2]" in column_of(panel.passages.model(), 1)[0]
    assert "alone" in panel.note.text()
    # of one source the share of the largest is the same figure again
    panel = check(qtbot, application, library / "report (1).txt")
    assert column_of(panel.sources.model(), 2) == ["100.0 %"]
    assert "alone" not in panel.note.text()


def current(pane: PassagePane) -> str:
    """Return the passage that a pane has gone to."""
    start, stop = pane.current
    return pane.toPlainText()[start:stop]


def test_the_chosen_document_is_checked_and_another_question_takes_the_place(qtbot, application):
    window = application.window
    window.group_view.choose_first()
    assert window.commands.check.isEnabled()
    window.commands.check.trigger()
    panel = window.check_panel
    assert window.stack.currentWidget() is panel
    assert panel.message() == "Reading the document…"
    qtbot.waitUntil(lambda: panel.checked is not None)
    assert panel.heading.text().endswith("100.0 % without quotations.")
    window.commands.find_similar.trigger()
    assert window.stack.currentWidget() is window.similar_panel
    assert not application.asking.checks.active
    qtbot.waitUntil(lambda: window.similar_panel.current() is not None)
    window.commands.check.trigger()
    assert window.stack.currentWidget() is panel
    assert application.similar.asked is None
    panel.cancel.click()
    assert window.stack.currentWidget() is window.group_view
    window.commands.check.trigger()
    window.commands.find.trigger()
    assert window.stack.currentWidget() is window.group_view
    qtbot.waitUntil(lambda: not application.asking.checks.search.running)
    assert window.stack.currentWidget() is window.group_view


def test_the_list_of_arrivals_takes_the_place_of_an_answer(qtbot, application, paper):
    window = application.window
    check(qtbot, application, paper)
    window.folder_panel.arrivals.click()
    assert window.stack.currentWidget() is window.arrival_panel
    application.similar.find(paper)
    assert window.stack.currentWidget() is window.similar_panel
    window.similar_panel.back.click()
    assert window.stack.currentWidget() is window.arrival_panel
    window.folder_panel.arrivals.click()
    assert window.stack.currentWidget() is window.group_view


def test_what_cannot_be_checked_and_what_has_nothing_are_said(qtbot, application, paper):
    paper.write_bytes(bytes(range(256)) * 20)
    panel = check(qtbot, application, paper)
    assert panel.message() == f"{paper}: is binary, not text"
    assert not panel.save.isEnabled()
    assert not panel.bar.isVisible()
    paper.write_text(english_text(77, 50))
    panel = check(qtbot, application, paper)
    assert panel.heading.text() == ("paper.txt: No passage of this document stands in the library.")
    assert panel.message().startswith("No passage of this document stands in a document")
    assert panel.save.isEnabled()


def test_a_source_that_changed_is_named(qtbot, application, paper, library):
    (library / "合同.txt").write_text("其他")
    panel = check(qtbot, application, paper)
    assert panel.doubt.isVisibleTo(panel)
    assert "合同.txt: has changed since the scan" in panel.doubt.text()
    assert column_of(panel.sources.model(), 3) == ["report.txt", "report (1).txt"]


def test_a_check_is_saved_as_a_page_and_survives_a_change_of_language(
    qtbot, application, paper, monkeypatch
):
    panel = check(qtbot, application, paper)
    target = paper.with_name("check.html")
    asked: list[str] = []

    def chosen(_parent: object, _title: str, proposed: str, _sort: str) -> tuple[str, str]:
        asked.append(Path(proposed).name)
        return str(target.with_suffix("")), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", chosen)
    panel.save.click()
    qtbot.waitUntil(target.exists)
    assert asked == ["paper.html"]
    assert "in the library" in target.read_text("utf-8")
    checked = panel.checked
    application.window.language_menu.chosen.emit(Language.SIMPLIFIED)
    qtbot.addWidget(application.window)
    assert application.window.check_panel is not panel
    assert application.window.check_panel.checked is checked
    assert application.window.stack.currentWidget() is application.window.check_panel
    application.window.language_menu.chosen.emit(Language.ENGLISH)
    qtbot.addWidget(application.window)
