"""Notifications of the desktop with a button: by D-Bus where there is one, else by the tray.

QtDBus cannot send them from Python: it has no 32-bit number without a sign, which the call takes.
"""

import html
import logging
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSocketNotifier, Signal, Slot

from ..background.latest import Latest
from ..background.task import Task

if TYPE_CHECKING:
    from jeepney import Message  # type: ignore[import-untyped]  # it has no types
    from jeepney.io.blocking import DBusConnection  # type: ignore[import-untyped]  # it has no types

_log = logging.getLogger(__name__)

_SERVICE = "org.freedesktop.Notifications"
_PATH = "/org/freedesktop/Notifications"
_ICON = "org.variorum.Variorum"  # its desktop entry, and the icon that comes with it
_SECONDS = 3.0
"""How long the desktop has to answer."""

_SHOW = "default"
"""The name of the action, which a click on the notification itself carries out, too."""


@dataclass(slots=True)
class _Bus:
    """The connection to the session's bus, if there is one, and what is shown by it.

    One thread at a time has it: that of a call, and the window's between calls.
    """

    connection: "DBusConnection | None" = None
    number: int = 0  # of the notification, which the next one replaces

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
        self.connection, self.number = None, 0


def _notify(task: Task, bus: _Bus, title: str, text: str, action: str) -> bool:
    """Show a notification by the desktop's service; return whether there is a bus and a service."""
    from jeepney import DBusAddress, DBusErrorResponse, MatchRule, new_method_call  # noqa: PLC0415
    from jeepney.bus_messages import message_bus  # type: ignore[import-untyped] # noqa: PLC0415 - as below
    from jeepney.io.blocking import open_dbus_connection  # noqa: PLC0415 - as above

    address = DBusAddress(_PATH, _SERVICE, _SERVICE)
    try:
        connection = bus.connection
        if connection is None:
            connection = open_dbus_connection(bus="SESSION", auth_timeout=_SECONDS)
            bus.connection = connection
            rule = MatchRule(type="signal", interface=_SERVICE, member="ActionInvoked")
            _asked(connection, message_bus.AddMatch(rule))
        task.check()
        abilities = _asked(connection, new_method_call(address, "GetCapabilities"))[0]
        body = html.escape(text, quote=False) if "body-markup" in abilities else text
        actions = [_SHOW, action] if "actions" in abilities else []
        hints = {"desktop-entry": ("s", _ICON)}
        values = "Variorum", bus.number, _ICON, title, body, actions, hints, -1
        call = new_method_call(address, "Notify", "susssasa{sv}i", values)
        bus.number = _asked(connection, call)[0]
    except (DBusErrorResponse, OSError, LookupError, ValueError, TypeError) as error:
        _log.info("no notification by D-Bus: %r", error)
        bus.close()
        return False
    return True


def _asked(connection: "DBusConnection", call: "Message") -> Any:
    """Return what is replied to a call."""
    from jeepney.wrappers import unwrap_msg  # type: ignore[import-untyped] # noqa: PLC0415 - no types

    return unwrap_msg(connection.send_and_get_reply(call, timeout=_SECONDS))


class Notifications(QObject):
    """Shows one notification at a time, a new one in the place of the last.

    ``show_wanted`` follows a click on it, or on its button. ``refused`` carries title and text
    where the desktop has no such service: they are to be told in another way.
    """

    show_wanted = Signal()
    refused = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bus = _Bus()
        self._listening: QSocketNotifier | None = None
        self._words = "", ""
        self._sending = Latest(_notify, self, self._sent)

    @property
    def busy(self) -> bool:
        """Whether one is on its way."""
        return self._sending.running

    def show_words(self, title: str, text: str) -> None:
        """Show a notification with a button that brings the window."""
        self._words = title, text
        if not sys.platform.startswith("linux"):
            self.refused.emit(title, text)
            return
        self._rest()  # while a thread has the connection
        self._sending.follow(self._bus, title, text, self.tr("Show"))

    @Slot()
    def withdraw(self) -> None:
        """Take the notification away: somebody looks at what it told."""
        connection = self._bus.connection
        if connection is None or self._listening is None or not self._bus.number:
            return
        from jeepney import DBusAddress, new_method_call  # noqa: PLC0415 - few ever need it

        address = DBusAddress(_PATH, _SERVICE, _SERVICE)
        call = new_method_call(address, "CloseNotification", "u", (self._bus.number,))
        try:
            connection.send(call)
        except OSError:
            self._let_go()  # the bus is gone

    def shut_down(self) -> None:
        """Let go of the bus."""
        self._sending.shut_down()
        self._let_go()

    def _rest(self) -> None:
        if self._listening is not None:
            self._listening.setEnabled(False)
            self._listening.deleteLater()
            self._listening = None

    def _let_go(self) -> None:
        self._rest()
        self._bus.close()

    @Slot(object)
    def _sent(self, shown: bool) -> None:  # noqa: FBT001 - what a call returned
        connection = self._bus.connection
        if not shown or connection is None:
            self.refused.emit(*self._words)
            return
        socket = connection.sock.fileno()
        self._listening = QSocketNotifier(socket, QSocketNotifier.Type.Read, self)
        self._listening.activated.connect(self._hear)

    @Slot()
    def _hear(self) -> None:
        """Read what has come; a click on an earlier notification is none on this one."""
        from jeepney import HeaderFields  # noqa: PLC0415 - few ever need it

        connection = self._bus.connection
        if connection is None:
            return
        try:
            while True:
                message = connection.receive(timeout=0)
                clicked = message.header.fields.get(HeaderFields.member) == "ActionInvoked"
                if clicked and message.body[0] == self._bus.number:
                    self.show_wanted.emit()
        except TimeoutError:
            return
        except (OSError, ValueError, LookupError, TypeError):
            self._let_go()  # the bus is gone
