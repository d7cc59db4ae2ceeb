"""Notifications by D-Bus, against a bus and a service of the test's own."""

import gc
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.watch.tray import Notifications

pytestmark = pytest.mark.skipif(
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
        assert daemon.stdout is not None
        found = daemon.stdout.readline().strip()
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", found)
        yield found
        daemon.terminate()
        for thread in threading.enumerate():
            if isinstance(thread, Service):
                thread.join()


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


def test_a_service_without_actions_gets_none(qtbot: QtBot, address: str) -> None:
    service = Service(address, ["body"])
    service.start()
    notifications = Notifications()
    notifications.show_words("title", "a <b>")
    qtbot.waitUntil(lambda: bool(service.taken))
    assert service.taken[0][4:6] == ("a <b>", [])
    notifications.shut_down()


@pytest.mark.usefixtures("address")
def test_a_bus_without_a_service_refuses(qtbot: QtBot) -> None:
    notifications = Notifications()
    with qtbot.waitSignal(notifications.refused) as told:
        notifications.show_words("title", "text")
    assert told.args == ["title", "text"]


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
