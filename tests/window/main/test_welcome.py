"""The welcome page: what the program does, and its ways to results."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.application import Application
from app.session.states import Activity, Phase
from app.widgets import desktop
from app.widgets.basic import FilledButton
from leases import library
from simcore import Kind
from windows import Open, scan, wait_until_idle

__all__ = ["library"]


def button(application: Application, words: str) -> QPushButton:
    (found,) = [
        one
        for one in application.window.welcome.findChildren(QPushButton)
        if one.text().replace("&", "") == words and one.isVisible()
    ]
    return found


def groups(application: Application) -> int:
    return application.window.group_model.totals()[1]


def test_it_is_there_while_there_are_no_folders(open_window: Open) -> None:
    window = open_window().window
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
    assert groups(application) == 2
    assert application.window.stack.currentWidget() is application.window.group_view


def test_the_samples_are_a_copy(qtbot: QtBot, open_window: Open, index_path: Path) -> None:
    application = open_window()
    button(application, "Try the sample documents").click()
    wait_until_idle(qtbot, application)
    assert groups(application) >= 3
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
    with qtbot.waitSignal(first.session.writer.saved, timeout=60_000):
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
    assert groups(again) == 2
    again.window.folder_panel.set_folders(())
    wait_until_idle(qtbot, again)
    recent.click()
    wait_until_idle(qtbot, again)
    assert again.window.folder_panel.folders() == (library,)
    assert again.session.status.phase is Phase.SCANNED


def test_its_first_step_takes_the_keyboard(qtbot: QtBot, open_window: Open) -> None:
    application = open_window()
    window = application.window
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.welcome.take_keyboard()
    focus = QApplication.focusWidget()
    assert focus is button(application, "Add folder…")
    for _ in range(60):
        if QApplication.focusWidget() is button(application, "Try the sample documents"):
            break
        window.focusNextChild()
    else:
        pytest.fail("Tab does not come to the sample documents")
    assert focus.focusPolicy() & Qt.FocusPolicy.TabFocus
