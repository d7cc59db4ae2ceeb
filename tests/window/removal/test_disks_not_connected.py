"""Folders on a disk that is not connected, as a window refuses to move documents there."""

from pathlib import Path

from PySide6.QtCore import Qt

from app.removal.dialog import TrashlessChoice
from app.wording import reason_text
from builders import english_text
from leases import answer, library, mark
from removals import put
from simcore import Problem
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import ProblemStage
from sticks import Mounts, Stick
from windows import asked
from windows import scan as run_scan

__all__ = ["library"]  # a fixture


def test_a_window_says_that_a_disk_is_away(qtbot, open_window, private_home, monkeypatch):
    stick = Stick(private_home, "usb")
    for number in range(3):
        put(stick.point / "docs" / f"{number}.txt", english_text(1, 60).encode())
    Mounts(monkeypatch, stick)
    application = open_window(stick.point)
    window = application.window
    assert "not connected" not in window.summary.text()
    stick.unplug()
    run_scan(qtbot, application)
    words = "usb is not connected: its 3 documents are kept as they were"
    assert words in window.summary.text()
    folders = window.folder_panel.tree.folders
    index = folders.index_of(stick.point)
    assert "not connected" in str(folders.data(index, Qt.ItemDataRole.AccessibleTextRole))
    assert "is not connected" in str(folders.data(index, Qt.ItemDataRole.ToolTipRole))
    (problem,) = application.session.results.report.problems
    assert "variorum" not in reason_text(problem.reason)  # no command is of use here
    stick.plug()
    run_scan(qtbot, application)
    mark(application, "1.txt")
    dialog = asked(qtbot, application, window.commands.trash)
    stick.unplug()
    answer(qtbot, application, dialog)
    words = f"{stick.point} is not connected; its documents were left unchanged."
    assert words in window.alert.text()
    stick.point.rmdir()
    stick.aside.rename(stick.point)
    stick.mark = "8d0c"
    run_scan(qtbot, application)
    assert "not connected" not in window.summary.text()
    assert "not connected" not in str(folders.data(index, Qt.ItemDataRole.ToolTipRole))


def test_nothing_is_offered_for_documents_on_a_read_only_disk(qtbot):
    choice = TrashlessChoice()
    qtbot.addWidget(choice)
    read_only, none = (
        Problem(Path("a.txt"), ProblemStage.REMOVE, Reason(code))
        for code in (ReasonCode.DISK_READ_ONLY, ReasonCode.RAM_DISK)
    )
    choice.show_problems([read_only])
    assert (choice.move_away.isEnabled(), choice.delete.isEnabled()) == (False, False)
    choice.show_problems([read_only, none])
    assert (choice.move_away.isEnabled(), choice.delete.isEnabled()) == (True, True)


def test_a_question_counts_what_could_not_be_compared(
    qtbot, open_window, private_home, monkeypatch
):
    stick = Stick(private_home, "usb")
    for number in range(3):
        put(stick.point / f"{number}.txt", english_text(1, 60).encode())
    asked_about = put(private_home / "q.txt", english_text(1, 60).encode())
    Mounts(monkeypatch, stick)
    application = open_window(stick.point)
    stick.unplug()
    window, told = application.window, "the disk is not connected; documents on it that were not"
    application.similar.find(asked_about)
    qtbot.waitUntil(lambda: not application.similar.search.busy)
    assert window.similar_panel.note.text() == f"usb: {told} compared: 3"
    assert "that could be compared" in window.similar_panel.message()
    application.asking.checks.check(asked_about)
    qtbot.waitUntil(lambda: not application.asking.checks.search.busy)
    assert "in the documents it was compared with" in window.check_panel.message()
    assert told in window.check_panel.doubt.text()
    assert "their disk is not connected: 3" in window.check_panel.note.text()
