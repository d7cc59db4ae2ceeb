"""Similar documents, any two compared, chosen groups alone: in the real window, over real files."""

import os
import shutil
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.application import Application
from app.session.calls import SimilarAnswer
from app.style import EDGE
from app.widgets.desktop import file_url
from builders import chinese_text, document, edited, english_text, pair
from cells import column_of, rows_of
from named import key_named
from simcore import FingerprintIndex, ScanConfig
from simcore.model.records import DocumentId
from simcore.pipeline import resident
from simcore.pipeline.resident import ResidentLibrary
from simcore.pipeline.similar import Similar
from windows import double_click, scan, wait_until_idle
from written import written

NAME, _, ALIKE, _, _, DISTANCE, _ = range(7)


@pytest.fixture
def library(private_home: Path) -> Path:
    contract, minutes = chinese_text(1, 300), chinese_text(2, 300)
    files = {
        "合同.txt": contract,
        "合同 改.txt": edited(contract, 1, 2).encode("gb18030"),
        "纪要.txt": minutes,
        "纪要 改.txt": edited(minutes, 1, 2),
        "report.txt": english_text(3),
        "report (1).txt": english_text(3),
    }
    return written(private_home / "文档", files)


def choose(application: Application, *names: str) -> None:
    """Select documents by their names, as clicks with Ctrl do."""
    view, model = application.window.group_view, application.window.group_model
    flags = QItemSelectionModel.SelectionFlag
    for number, name in enumerate(names):
        index = model.index_of(key_named(application, name))
        how = flags.ClearAndSelect if number == 0 else flags.Select
        view.selectionModel().setCurrentIndex(index, how | flags.Rows)


def titles(application: Application) -> tuple[str, str]:
    view = application.window.difference_view
    return view.left_pane.accessibleName(), view.right_pane.accessibleName()


def found(application: Application) -> list[str]:
    return column_of(application.window.similar_panel.table.model(), 0)


def drop(application: Application, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([file_url(path) for path in paths])
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    event = QDropEvent(QPointF(5, 5), copy, data, left, Qt.KeyboardModifier.NoModifier)
    application.window.dropEvent(event)


def wait_for_answer(qtbot: QtBot, application: Application) -> None:
    qtbot.waitUntil(lambda: not application.similar.search.busy)


# --- similar documents


def test_a_document_of_the_groups(qtbot, application):
    window = application.window
    choose(application, "合同 改.txt")
    window.commands.find_similar.trigger()
    assert window.stack.currentWidget() is window.similar_panel
    assert window.similar_panel.message() == "Looking for similar documents…"
    wait_for_answer(qtbot, application)
    assert found(application) == ["合同.txt"]
    panel = window.similar_panel
    limits = "distance in bits at most 24, similarity at least 70 %, or parts"
    assert panel.heading.text() == f"Similar to 合同 改.txt: 1 ({limits})"
    assert panel.note.text() == ""
    assert panel.heading.x() - panel.back.geometry().right() > EDGE // 2  # no word at the button
    qtbot.waitUntil(lambda: window.difference_view.navigation.count > 0)
    left, right = titles(application)
    assert left == "one: 合同 改.txt (GB18030)"
    assert right == "other: 合同.txt (UTF-8)"
    heading = window.difference_view.heading
    assert heading.right.badge.isVisible()
    assert heading.right.badge.accessibleName() == "Similar"
    assert heading.right.similarity.text() == panel.table.model().index(0, ALIKE).data()
    assert heading.left.star.isHidden()
    # and back: the pair of the group is there again
    panel.back.click()
    assert window.stack.currentWidget() is window.group_view
    qtbot.waitUntil(lambda: titles(application)[0].startswith("kept: "))


def test_texts_stay_in_memory_for_ten_minutes_without_a_question(
    qtbot, application, library, monkeypatch
):
    similar = application.similar
    loaded: list[int] = []
    read = ResidentLibrary.refresh

    def refresh(self: ResidentLibrary, *arguments: object) -> None:
        loaded.append(-len(self))
        read(self, *arguments)
        loaded[-1] += len(self)

    monkeypatch.setattr(ResidentLibrary, "refresh", refresh)
    monkeypatch.setattr(FingerprintIndex, "sketch_candidates", None)  # the index is not walked

    def ask() -> list[str]:
        similar.find(library / "合同.txt")
        wait_for_answer(qtbot, application)
        return found(application)

    assert not similar.library
    assert ask() == ["合同 改.txt"]
    assert similar.idle.isActive()
    assert similar.idle.interval() == 600_000
    (library / "合同 三.txt").write_text(chinese_text(1, 300)[:-9], encoding="utf-8")
    scan(qtbot, application)
    assert sorted(ask()) == ["合同 三.txt", "合同 改.txt"]
    assert loaded == [5, 1]  # six documents have five texts
    # the thread of an answer that is shown may not have ended, and no text is dropped before
    qtbot.waitUntil(lambda: not similar.search.running)
    similar.idle.timeout.emit()
    assert not similar.library
    ask()
    assert loaded == [5, 1, 6]
    similar.leave()


def test_loading_texts_can_be_cancelled(qtbot, application, library, monkeypatch):
    """Who leaves does not wait, and what was loaded in part is not kept."""
    similar, begun, left = application.similar, threading.Event(), threading.Event()
    read = resident.read_sketches

    def slowly(*asked: object) -> object:
        begun.set()
        left.wait(60)
        return read(*asked)

    monkeypatch.setattr(resident, "read_sketches", slowly)
    similar.find(library / "合同.txt")
    qtbot.waitUntil(begun.is_set)
    application.window.similar_panel.back.click()
    assert application.window.stack.currentWidget() is application.window.group_view
    left.set()
    qtbot.waitUntil(lambda: not similar.search.running)
    assert not similar.library


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")
def test_escape_and_the_filter_lead_back_to_the_groups(qtbot, application):
    scan(qtbot, application)
    window = application.window
    for key, modifier, focus in (
        (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier, window.group_view),
        (Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier, window.filter_bar),
    ):
        choose(application, "合同 改.txt")
        window.commands.find_similar.trigger()
        qtbot.waitUntil(lambda: found(application) == ["合同.txt"])
        assert not window.threshold_bar.isVisible()
        QTest.keyClick(window.similar_panel.table, key, modifier)
        qtbot.waitUntil(lambda: window.stack.currentWidget() is window.group_view)
        assert window.threshold_bar.isVisible()
        assert QGuiApplication.focusObject() is focus


def test_a_file_dropped_from_anywhere(qtbot, application, library, tmp_path):
    window = application.window
    text = edited(chinese_text(2, 300), 8, 2)
    foreign = tmp_path / os.fsdecode(b"caf\xe9.txt")
    foreign.write_text(text, encoding="utf-16")
    drop(application, foreign)
    wait_for_answer(qtbot, application)
    assert sorted(found(application)) == ["纪要 改.txt", "纪要.txt"]
    qtbot.waitUntil(lambda: "caf\ufffd.txt" in titles(application)[0])
    assert "changed" not in titles(application)[0], "nobody scanned it"
    assert window.folder_panel.folders() == (library,)
    # the folder panel hands a file on just the same, and a folder is added as before
    window.folder_panel.take_dropped([library / "report.txt"])
    wait_for_answer(qtbot, application)
    assert found(application) == ["report (1).txt"]
    drop(application, tmp_path, foreign, library / "合同.txt")
    wait_until_idle(qtbot, application)
    wait_for_answer(qtbot, application)
    assert window.folder_panel.folders() == (library, tmp_path)
    assert "2 files were dropped; only the first" in window.alert.text()
    assert sorted(found(application)) == ["纪要 改.txt", "纪要.txt"]


def test_without_any_folder(qtbot, application, library, tmp_path):
    """The index knows what was scanned, whatever folders are in the list now."""
    window = application.window
    window.folder_panel.set_folders([])
    wait_until_idle(qtbot, application)
    query = tmp_path / "copy.txt"
    shutil.copyfile(library / "合同.txt", query)
    drop(application, query)
    wait_for_answer(qtbot, application)
    assert found(application) == ["合同.txt", "合同 改.txt"]
    assert window.tabs.isVisible()
    qtbot.waitUntil(lambda: titles(application)[1].endswith("合同.txt (UTF-8)"))
    window.similar_panel.back.click()
    assert window.page.heading.text() == "No folders yet"
    assert not window.tabs.isVisible()


def test_what_cannot_be_asked_is_a_sentence(qtbot, application, tmp_path):
    panel = application.window.similar_panel
    binary = tmp_path / "扫描.txt"
    binary.write_bytes(bytes(range(256)) * 9)
    empty = tmp_path / "空.txt"
    empty.write_bytes(b"")
    lonely = tmp_path / "独.txt"
    lonely.write_text(chinese_text(77), encoding="utf-8")
    for path, words in (
        (binary, "binary"),
        (empty, "has no words to compare"),
        (tmp_path / "gone.txt", "is no longer there"),
        (lonely, "No document in the index is like this file"),
    ):
        application.similar.find(path)
        wait_for_answer(qtbot, application)
        assert words in panel.message()
        assert path.name in panel.heading.text()
        assert found(application) == []


def test_what_changed_is_told(qtbot, application, library):
    (library / "纪要 改.txt").unlink()
    application.similar.find(library / "纪要.txt")
    wait_for_answer(qtbot, application)
    panel = application.window.similar_panel
    assert found(application) == []
    assert panel.note.text().startswith(
        "1 document that may be like it cannot be compared: 纪要 改.txt"
    )
    assert str(library / "纪要 改.txt") in panel.note.toolTip()


def test_asking_on_opening_and_copying(qtbot, application, library, monkeypatch):
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url) or True)
    panel = application.window.similar_panel
    application.similar.find(library / "合同 改.txt")
    wait_for_answer(qtbot, application)
    double_click(qtbot, panel.table, panel.table.currentIndex())
    assert [Path(url.toLocalFile()).name for url in opened] == ["合同.txt"]
    actions = {one.text().replace("&", ""): one for one in panel.table.actions()}
    actions["Show in file manager"].trigger()
    assert Path(opened[-1].toLocalFile()) == library
    actions["Copy path"].trigger()
    assert QGuiApplication.clipboard().text() == str(library / "合同.txt")
    actions["Find similar to this document"].trigger()
    wait_for_answer(qtbot, application)
    assert panel.path == library / "合同.txt"
    assert found(application) == ["合同 改.txt"]
    (library / "合同 改.txt").unlink()
    actions["Open"].trigger()
    assert "cannot be opened" in application.window.alert.text()
    # a file is chosen in a dialog, too
    chosen = str(library / "report.txt")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (chosen, ""))
    application.window.commands.find_similar_file.trigger()
    wait_for_answer(qtbot, application)
    assert found(application) == ["report (1).txt"]


def test_rows_are_sorted_and_the_chosen_document_stays_chosen(qtbot, application):
    documents = {
        DocumentId(number): document(number, path=Path(f"/文档/{name}.txt"))
        for number, name in ((1, "b"), (2, "a"), (3, "c"))
    }
    pairs = (pair(-1, 1, 0.9, 9), pair(-1, 2, 0.8, 3), pair(-1, 3, 0.7, 12, short=True))
    panel = application.window.similar_panel
    panel.show_answer(SimilarAnswer(Path("/x.txt"), ScanConfig(), Similar(pairs, documents, ())))
    panel.table.selectRow(1)
    for column, names in (
        (DISTANCE, ["a.txt", "b.txt", "c.txt"]),
        (ALIKE, ["c.txt", "a.txt", "b.txt"]),
        (NAME, ["a.txt", "b.txt", "c.txt"]),
    ):
        panel.table.sortByColumn(column, Qt.SortOrder.AscendingOrder)
        assert found(application) == names
        assert panel.current().path.name == "a.txt"
        assert panel.table.currentIndex().row() == names.index("a.txt")
    last = rows_of(panel.table.model())[2]
    assert (last[DISTANCE], last[ALIKE]) == ("too short: 12", "70 %")


# --- any two documents


def test_two_documents_of_different_groups(qtbot, application, monkeypatch):
    pairs: list[tuple[object, object]] = []
    explain = application.window.why_panel
    monkeypatch.setattr(explain, "show_pair", lambda left, right, *_: pairs.append((left, right)))
    choose(application, "合同.txt", "report.txt")
    application.window.tabs.setCurrentIndex(1)
    application.window.commands.compare_two.trigger()
    qtbot.waitUntil(lambda: titles(application)[0].startswith("one: "))
    names = {title.split(": ")[1] for title in titles(application)}
    assert names == {"合同.txt (UTF-8)", "report.txt (UTF-8)"}
    assert application.window.tabs.currentWidget() is application.window.difference_view
    assert [{Path(str(one)).name for one in two} for two in pairs] == [{"合同.txt", "report.txt"}]
    # the next row chosen is compared with its kept document, as always
    choose(application, "纪要 改.txt")
    qtbot.waitUntil(lambda: titles(application)[0].startswith("kept: "))
    assert len(pairs) == 1
    assert {one.name for one in application.comparing.pair} == {"纪要.txt", "纪要 改.txt"}


def test_a_document_and_any_file(qtbot, application, tmp_path, monkeypatch):
    other = tmp_path / "other.txt"
    other.write_text(chinese_text(9), encoding="big5", errors="ignore")
    asked: list[str] = []

    def ask(_parent: object, title: str, _folder: str) -> tuple[str, str]:
        asked.append(title)
        return str(other), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", ask)
    choose(application, "合同.txt")
    application.window.commands.compare_with.trigger()
    qtbot.waitUntil(lambda: "other.txt" in titles(application)[1])
    assert asked == ["Compare 合同.txt with"]
    assert titles(application)[0] == "one: 合同.txt (UTF-8)"
    assert "changed" not in titles(application)[1]
    for names in (("合同.txt",), ("合同.txt", "report.txt", "纪要.txt")):  # not two
        choose(application, *names)
        application.window.alert.close_message()
        application.window.commands.compare_two.trigger()
        assert "exactly two documents" in application.window.alert.text()


# --- chosen groups alone


def shown(application: Application) -> list[DocumentId]:
    return [one.representative for one in application.window.group_model.report.groups]


def test_focus_on_chosen_groups(qtbot, application):
    window = application.window
    everything = shown(application)
    assert len(everything) == 3
    assert not window.commands.unfocus.isEnabled()
    window.commands.mark_same_text.trigger()
    both = key_named(application, "合同 改.txt"), key_named(application, "合同.txt")
    window.group_model.mark(both, on=True)
    marked = window.group_model.marked()
    assert len(marked) == 2
    choose(application, "纪要 改.txt", "report.txt")
    window.commands.show_only.trigger()
    assert len(shown(application)) == 2
    told = "2 of 3 groups are shown, those of the documents you chose."
    assert window.focus_notice.text() == told
    assert not window.focus_notice.isVisible(), "what was marked is told first"
    window.alert.close_message()
    assert window.focus_notice.isVisible()
    # what is hidden is not touched, and not removed
    assert len(window.group_model.marked()) == 1
    window.commands.mark_same_text.trigger()
    assert len(window.group_model.marked()) == 1
    assert window.group_model.marks_kept() == marked
    # a new report keeps the focus
    scan(qtbot, application)
    assert len(shown(application)) == 2
    window.threshold_bar.set_similarity(0.75)
    qtbot.waitUntil(lambda: application.session.results.report.config.similarity == 0.75)
    assert len(shown(application)) == 2
    window.commands.unfocus.trigger()
    assert shown(application) == everything
    assert not window.focus_notice.isVisible()
    assert window.group_model.marked() == marked
    # of other folders it is gone
    choose(application, "report.txt")
    window.commands.show_only.trigger()
    assert application.focus.active
    window.folder_panel.set_folders([])
    wait_until_idle(qtbot, application)
    assert not application.focus.active
    assert not window.focus_notice.isVisible()
