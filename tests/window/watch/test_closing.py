"""The end of a window while folders are watched: a question, the tray, and the way back."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import app.watch.tray as tray_module
from app.application import Application
from app.program import run
from app.settings.settings import Closing
from app.watch.presence import TrayPresence, is_shown_by_another
from app.watch.process import WatchState
from app.watch.tray import WatchTray
from simcore.files.roles import FolderSetting, FolderSettings
from simcore.index.judgements import SETTINGS
from simcore.index.paths import default_index_path
from watches import LISTENS, arrival, match, pretend
from windows import Open, wait_until_idle


@pytest.fixture
def application(
    qtbot: QtBot,
    open_window: Open,
    tmp_path: Path,
    private_home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Application]:
    """Yield a window that watches a folder, on a desktop with a tray."""
    monkeypatch.setattr(WatchTray, "stands", property(lambda _tray: True))
    pretend(monkeypatch, tmp_path, LISTENS)
    folder = private_home / "in"
    folder.mkdir()
    opened = open_window()
    opened.window.folder_panel.add_folders([folder])
    wait_until_idle(qtbot, opened)
    opened.window.folder_panel.watch(folder, on=True)
    qtbot.waitUntil(lambda: opened.watch.process.state is WatchState.LISTENING)
    yield opened
    opened.close_window()


def answer(application: Application, words: str, *, remember: bool = False) -> None:
    question = application.closing.question
    assert question is not None
    check = question.checkBox()
    assert check is not None
    check.setChecked(remember)
    next(one for one in question.buttons() if one.text() == words).click()


def test_closing_asks_and_goes_into_the_tray_and_comes_back(
    qtbot: QtBot, application: Application, index_path: Path
) -> None:
    window = application.window
    window.close()
    assert window.isVisible()
    answer(application, "Cancel")
    assert window.isVisible()
    assert application.settings.now.closing is Closing.ASK

    window.close()
    answer(application, "Keep watching in the tray", remember=True)
    assert not window.isVisible()
    assert application.watch.process.state is WatchState.LISTENING
    assert not QApplication.quitOnLastWindowClosed()
    assert application.settings.now.closing is Closing.STAY

    # a second start shows this window in the place of another one
    settings = Path(application.settings.path)
    found: list[bool] = []
    assert not is_shown_by_another(settings, index_path.with_name("other.sqlite3"))
    with qtbot.waitSignal(application.presence.wanted):
        # the second is another process; here its question is asked in a thread
        from threading import Thread  # noqa: PLC0415 - of this test alone

        asking = Thread(target=lambda: found.append(is_shown_by_another(settings, index_path)))
        asking.start()
    qtbot.waitUntil(lambda: not asking.is_alive())
    assert found == [True]
    assert window.isVisible()
    assert QApplication.quitOnLastWindowClosed()
    assert not is_shown_by_another(settings, index_path)  # it is no longer hidden

    window.close()  # as remembered
    assert not window.isVisible()
    assert application.closing.question is None
    application.closing.tray.open.trigger()
    assert window.isVisible()


def test_quitting_ends_the_watch_without_a_question(qtbot: QtBot, application: Application) -> None:
    process = application.watch.process
    application.closing.tray.pause.trigger()
    qtbot.waitUntil(lambda: not process.runs)
    assert process.state is WatchState.PAUSED
    assert "watching is paused" in application.window.summary.text()
    application.closing.tray.pause.trigger()
    qtbot.waitUntil(lambda: process.state is WatchState.LISTENING)
    application.window.close()
    answer(application, "Keep watching in the tray")
    with qtbot.waitSignal(application.ended):
        application.closing.tray.quit.trigger()
    assert not process.runs
    assert not application.window.isVisible()
    assert QApplication.quitOnLastWindowClosed()


@pytest.mark.usefixtures("application")
def test_the_command_to_quit_asks_nobody(application: Application) -> None:
    with_answer = application.closing
    application.window.commands.quit.trigger()
    assert with_answer.question is None
    assert not application.window.isVisible()


def test_where_there_is_no_tray_closing_is_the_end(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WatchTray, "stands", property(lambda _tray: False))
    application.window.close()
    assert application.closing.question is None
    assert not application.window.isVisible()
    assert not application.watch.process.runs


def test_a_start_in_the_tray_shows_no_window(
    qtbot: QtBot, application: Application, open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing is watched it ends; where no tray comes the window does."""
    application.window.hide()
    application.closing.begin_hidden()
    qtbot.waitUntil(lambda: not QApplication.quitOnLastWindowClosed())
    assert not application.window.isVisible()
    application.closing.bring()

    monkeypatch.setattr(WatchTray, "stands", property(lambda _tray: False))
    application.closing._tries = 0
    application.window.hide()
    application.closing.begin_hidden()
    qtbot.waitUntil(application.window.isVisible)

    other = open_window()
    other.watch.change(type(other.watch.folder_settings)())
    with qtbot.waitSignal(other.ended):
        other.closing.begin_hidden()


class _Desktop(QObject):
    """Stands in for the notifications of a desktop, and takes what is to be shown."""

    show_wanted = Signal()
    refused = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shown: list[tuple[str, str]] = []

    def show_words(self, title: str, text: str) -> None:
        self.shown.append((title, text))

    def shut_down(self) -> None:
        """Nothing was begun."""


def test_arrivals_are_told_together(
    qtbot: QtBot,
    application: Application,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tray_module, "Notifications", _Desktop)
    monkeypatch.setattr(tray_module, "_FIRST", 1)
    monkeypatch.setattr(type(application.window), "isActiveWindow", lambda _window: False)
    tray = WatchTray(application.window)
    desktop = tray.notifications
    assert isinstance(desktop, _Desktop)
    like = match(tmp_path / "lib.txt")
    tray.note([arrival(tmp_path / "alone.txt"), arrival(tmp_path / "x", like, event="gone")])
    assert not tray._soon.isActive()  # nothing that is like others
    tray.note([arrival(tmp_path / "a.txt", like)])
    qtbot.waitUntil(lambda: bool(desktop.shown))
    assert desktop.shown == [("1 new document is like others", "a.txt")]
    # what comes within ten seconds is told at their end, once
    for number in range(300):
        tray.note([arrival(tmp_path / f"{number}.txt", like)])
    assert len(desktop.shown) == 1
    assert tray._quiet.isActive()
    tray._quiet.timeout.emit()
    assert desktop.shown[1:] == [
        ("300 new documents are like others", "0.txt, 1.txt, 2.txt and 297 more")
    ]
    # with no service and no tray the window says it
    monkeypatch.setattr(WatchTray, "stands", property(lambda _tray: False))
    with qtbot.waitSignal(tray.told) as told:
        desktop.refused.emit("3 new documents are like others", "a, b, c")
    assert told.args == ["3 new documents are like others"]


def test_the_real_notifications_say_when_there_is_no_service(qtbot: QtBot) -> None:
    notifications = tray_module.Notifications()
    with qtbot.waitSignal(notifications.refused) as told:
        notifications.show_words("title", "text")
    assert told.args == ["title", "text"]
    notifications.shut_down()


def test_the_menu_in_the_tray_says_what_is_watched(qtbot: QtBot, application: Application) -> None:
    tray = application.closing.tray
    assert tray.state.text() == "watching 1 folder"
    with qtbot.waitSignal(application.closing.list_wanted):
        tray.state.trigger()
    application.watch.log.take(arrival(Path("/in/a.txt")))
    qtbot.waitUntil(lambda: tray.state.text().startswith("watching 1 folder  \u00b7  last arrival"))


def test_a_second_start_asks_for_the_window_of_its_index(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[Path] = []

    def shown(_settings: Path, index: Path) -> bool:
        asked.append(index)
        return True

    monkeypatch.setattr("app.program.is_shown_by_another", shown)
    assert run(index=tmp_path / "index.sqlite3") == 0
    assert run() == 0
    assert asked == [tmp_path / "index.sqlite3", default_index_path()]


def test_a_click_brings_the_list(qtbot: QtBot, application: Application) -> None:
    application.window.close()
    answer(application, "Keep watching in the tray")
    with qtbot.waitSignal(application.closing.list_wanted):
        application.closing.tray.notifications.show_wanted.emit()
    assert application.window.isVisible()
    assert application.window.stack.currentWidget() is application.window.arrival_panel


def test_one_that_crashed_in_the_tray_keeps_nobody_from_a_window(tmp_path: Path) -> None:
    settings, index = tmp_path / "settings.ini", tmp_path / "index.sqlite3"
    code = (
        "import os, sys; from pathlib import Path; from app.watch.presence import TrayPresence;"
        "one = TrayPresence(*map(Path, sys.argv[1:])); one.hide(); os._exit(9)"
    )
    gone = subprocess.run(
        [sys.executable, "-c", code, str(settings), str(index)], check=False, timeout=60
    )
    assert gone.returncode == 9
    assert list(tmp_path.glob("settings.ini.*.tray.lock"))
    assert not is_shown_by_another(settings, index)
    first = TrayPresence(settings, index)
    first.hide()  # takes the lock of the one that is gone
    assert first._lock.isLocked()
    first.show()


def test_a_demo_watches_for_itself_alone(qtbot: QtBot, tmp_path: Path) -> None:
    """What is set for its folders is no other run's, and neither is what came to them."""
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    demo = Application(settings, tmp_path / "index.sqlite", demo=True)
    qtbot.addWidget(demo.window)
    folders = FolderSettings({tmp_path: FolderSetting(watched=True)})
    demo.watch.change(folders)
    assert demo.watch.folder_settings.watched == (tmp_path,)
    assert not SETTINGS.path.exists()
    demo.close_window()
