"""The tray: the end of a window while folders are watched, the way back, notifications."""

import gc
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import app.watch.tray as tray_module
from app.application import Application
from app.program import run
from app.settings.settings import Closing
from app.watch.presence import TrayPresence, is_shown_by_another
from app.watch.process import WatchState
from app.watch.tray import Notifications, WatchTray
from simcore.files.roles import FolderSetting, FolderSettings
from simcore.index.judgements import SETTINGS
from simcore.index.paths import default_index_path
from watches import LISTENS, arrival, match, pretend
from windows import Open, wait_until_idle


@pytest.fixture
def application(
    qtbot: QtBot, open_window: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Application]:
    """Yield a window that watches a folder, on a desktop with a tray."""
    monkeypatch.setattr(WatchTray, "stands", property(lambda _tray: True))
    pretend(monkeypatch, tmp_path, LISTENS)
    folder = Path.home() / "in"
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
    question.checkBox().setChecked(remember)
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
        asking = threading.Thread(
            target=lambda: found.append(is_shown_by_another(settings, index_path))
        )
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
    qtbot.waitUntil(lambda: not process._child)
    assert process.state is WatchState.PAUSED
    assert "watching is paused" in application.window.summary.text()
    application.closing.tray.pause.trigger()
    qtbot.waitUntil(lambda: process.state is WatchState.LISTENING)
    application.window.close()
    answer(application, "Keep watching in the tray")
    with qtbot.waitSignal(application.ended):
        application.closing.tray.quit.trigger()
    assert not process._child
    assert not application.window.isVisible()
    assert QApplication.quitOnLastWindowClosed()


@pytest.mark.parametrize("tray", [True, False])
def test_the_command_to_quit_asks_nobody_nor_does_closing_without_a_tray(
    application: Application, monkeypatch: pytest.MonkeyPatch, tray: bool
) -> None:
    monkeypatch.setattr(WatchTray, "stands", property(lambda _tray: tray))
    if tray:
        application.window.commands.quit.trigger()
    else:
        application.window.close()
    assert application.closing.question is None
    assert not application.window.isVisible()
    assert not application.watch.process._child


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


def test_arrivals_are_told_together(
    qtbot: QtBot, application: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[str, str]] = []
    monkeypatch.setattr(Notifications, "show_words", lambda _, *words: shown.append(words))
    monkeypatch.setattr(tray_module, "_FIRST", 1)
    monkeypatch.setattr(type(application.window), "isActiveWindow", lambda _window: False)
    tray = WatchTray(application.window)
    like = match(tmp_path / "lib.txt")
    tray.note([arrival(tmp_path / "alone.txt"), arrival(tmp_path / "x", like, event="gone")])
    assert not tray._soon.isActive()  # nothing that is like others
    tray.note([arrival(tmp_path / "a.txt", like)])
    qtbot.waitUntil(lambda: bool(shown))
    assert shown == [("1 new document is like others", "a.txt")]
    # what comes within ten seconds is told at their end, once
    for number in range(300):
        tray.note([arrival(tmp_path / f"{number}.txt", like)])
    assert len(shown) == 1
    assert tray._quiet.isActive()
    tray._quiet.timeout.emit()
    assert shown[1:] == [("300 new documents are like others", "0.txt, 1.txt, 2.txt and 297 more")]
    tray._quiet.timeout.emit()
    assert len(shown) == 2, "nothing came meanwhile"
    # with no service and no tray the window says it
    monkeypatch.setattr(WatchTray, "stands", property(lambda _tray: False))
    with qtbot.waitSignal(tray.told) as told:
        tray.notifications.refused.emit("3 new documents are like others", "a, b, c")
    assert told.args == ["3 new documents are like others"]


def test_the_real_notifications_say_when_there_is_no_service(qtbot: QtBot) -> None:
    notifications = Notifications()
    with qtbot.waitSignal(notifications.refused) as told:
        notifications.show_words("title", "text")
    assert told.args == ["title", "text"]
    notifications.shut_down()


def test_the_menu_in_the_tray_says_what_is_watched_and_leads_there(
    qtbot: QtBot, application: Application
) -> None:
    tray = application.closing.tray
    assert tray.state.text() == "watching 1 folder"
    with qtbot.waitSignal(application.closing.list_wanted):
        tray.state.trigger()
    application.watch.log.take(arrival(Path("/in/a.txt")))
    qtbot.waitUntil(lambda: tray.state.text().startswith("watching 1 folder  \u00b7  last arrival"))
    application.window.close()
    answer(application, "Keep watching in the tray")
    with qtbot.waitSignal(application.closing.list_wanted):
        tray.notifications.show_wanted.emit()
    assert application.window.isVisible()
    assert application.window.stack.currentWidget() is application.window.arrival_panel


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


with_dbus = pytest.mark.skipif(
    not sys.platform.startswith("linux") or shutil.which("dbus-daemon") is None,
    reason="there is no D-Bus",
)

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"


class Service(threading.Thread):
    """A desktop that takes notifications; ``click`` does what a person would."""

    def __init__(self, address: str, abilities: list[str]) -> None:
        super().__init__(daemon=True)
        from jeepney.bus_messages import message_bus  # noqa: PLC0415 - Linux alone has it
        from jeepney.io.blocking import Proxy, open_dbus_connection  # noqa: PLC0415 - as above

        self.connection = open_dbus_connection(bus=address)
        assert Proxy(message_bus, self.connection).RequestName(NAME)[0] == 1
        self.abilities = abilities
        self.taken: list[tuple[Any, ...]] = []
        self.closed: list[int] = []

    def run(self) -> None:
        from jeepney import HeaderFields, new_method_return  # noqa: PLC0415 - as above

        while True:
            try:
                message = self.connection.receive()
            except (OSError, EOFError):
                self.connection.close()  # the bus has gone
                return
            member = message.header.fields.get(HeaderFields.member)
            if member == "GetCapabilities":
                self.connection.send(new_method_return(message, "as", (self.abilities,)))
            elif member == "CloseNotification":
                self.closed.append(message.body[0])
            elif member == "Notify":
                assert message.header.fields[HeaderFields.signature] == "susssasa{sv}i"
                self.taken.append(message.body)
                self.connection.send(new_method_return(message, "u", (41 + len(self.taken),)))

    def click(self, number: int) -> None:
        from jeepney import DBusAddress, new_signal  # noqa: PLC0415 - as above

        emitter = DBusAddress(PATH, interface=NAME)
        self.connection.send(new_signal(emitter, "ActionInvoked", "us", (number, "default")))


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield the address of a bus, which programs of now take for the session's."""
    command = ["dbus-daemon", "--session", "--nofork", "--print-address=1", "--nopidfile"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as daemon:
        found = daemon.stdout.readline().strip()
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", found)
        yield found
        daemon.terminate()
        for thread in threading.enumerate():
            if isinstance(thread, Service):
                thread.join()


@with_dbus
def test_a_notification_is_shown_and_a_click_on_it_heard(qtbot: QtBot, address: str) -> None:
    service = Service(address, ["actions", "body", "body-markup"])
    service.start()
    notifications = Notifications()
    clicks: list[bool] = []
    notifications.show_wanted.connect(lambda: clicks.append(True))
    notifications.show_words("2 new documents", "a <b> & c.txt")
    qtbot.waitUntil(lambda: notifications._listening is not None)
    name, replaced, icon, title, text, actions, hints, timeout = service.taken[0]
    assert (name, replaced, title, timeout) == ("Variorum", 0, "2 new documents", -1)
    assert icon == "org.variorum.Variorum"
    assert text == "a &lt;b&gt; &amp; c.txt"  # a name is no markup
    assert actions == ["default", "Show"]
    assert hints == {"desktop-entry": ("s", "org.variorum.Variorum")}

    notifications.show_words("3 new documents", "d.txt")
    qtbot.waitUntil(lambda: len(service.taken) == 2 and notifications._listening is not None)
    assert service.taken[1][1] == 42  # in the place of the first
    service.click(42)  # that of another program now
    service.click(43)
    qtbot.waitUntil(lambda: bool(clicks))
    assert len(clicks) == 1
    notifications.withdraw()
    qtbot.waitUntil(lambda: service.closed == [43])
    notifications.shut_down()


@with_dbus
def test_a_service_without_actions_gets_none_and_a_bus_without_a_service_refuses(
    qtbot: QtBot, address: str
) -> None:
    notifications = Notifications()
    with qtbot.waitSignal(notifications.refused) as told:
        notifications.show_words("title", "text")
    assert told.args == ["title", "text"]
    notifications.shut_down()
    service = Service(address, ["body"])
    service.start()
    notifications = Notifications()
    notifications.show_words("title", "a <b>")
    qtbot.waitUntil(lambda: bool(service.taken))
    assert service.taken[0][4:6] == ("a <b>", [])
    notifications.shut_down()


@with_dbus
def test_the_bus_is_let_go_whatever_is_on_its_way(qtbot: QtBot, address: str) -> None:
    """A connection that is lost is closed by nobody: the warning of that fails this test."""
    service = Service(address, ["body"])
    service.start()
    for shown, taken in ((1, 0), (1, 1), (2, 0), (2, 1), (2, 2)):
        notifications = Notifications()
        for number in range(shown):  # the second while the first is on its way
            notifications.show_words(f"{number}", "text")
        qtbot.waitUntil(lambda wanted=taken: len(service.taken) >= wanted)
        bus = notifications._bus
        notifications.shut_down()
        assert bus.connection is None
        service.taken.clear()
        gc.collect()
