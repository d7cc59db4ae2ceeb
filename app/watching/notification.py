"""Notifications of the desktop with a button: by D-Bus where there is one, else by the tray.

QtDBus cannot send them from Python: it has no 32-bit number without a sign, which the call takes.
"""

import html
import logging
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSocketNotifier, Signal, Slot

from app.background.latest import Latest
from app.background.task import Task

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
    """A connection to the session's bus, and the number of the notification that is shown."""

    connection: "DBusConnection"
    number: int = 0  # which the next one replaces


def _notify(task: Task, bus: _Bus | None, title: str, text: str, action: str) -> _Bus | None:
    """Show a notification by the desktop's service, and return the connection to it.

    None where there is no bus, or no service.
    """
    from jeepney import DBusAddress, DBusErrorResponse, MatchRule, new_method_call  # noqa: PLC0415
    from jeepney.bus_messages import message_bus  # type: ignore[import-untyped] # noqa: PLC0415 - as below
    from jeepney.io.blocking import open_dbus_connection  # noqa: PLC0415 - as above

    address = DBusAddress(_PATH, _SERVICE, _SERVICE)
    try:
        if bus is None:
            bus = _Bus(open_dbus_connection(bus="SESSION", auth_timeout=_SECONDS))
            rule = MatchRule(type="signal", interface=_SERVICE, member="ActionInvoked")
            _asked(bus, message_bus.AddMatch(rule))
        task.check()
        abilities = _asked(bus, new_method_call(address, "GetCapabilities"))[0]
        body = html.escape(text, quote=False) if "body-markup" in abilities else text
        actions = [_SHOW, action] if "actions" in abilities else []
        hints = {"desktop-entry": ("s", _ICON)}
        values = "Variorum", bus.number, _ICON, title, body, actions, hints, -1
        call = new_method_call(address, "Notify", "susssasa{sv}i", values)
        bus.number = _asked(bus, call)[0]
    except (DBusErrorResponse, OSError, LookupError, ValueError, TypeError) as error:
        _log.info("no notification by D-Bus: %r", error)
        if bus is not None:
            bus.connection.close()
        return None
    return bus


def _asked(bus: _Bus, call: "Message") -> Any:
    """Return what is replied to a call."""
    from jeepney.wrappers import unwrap_msg  # type: ignore[import-untyped] # noqa: PLC0415 - no types

    return unwrap_msg(bus.connection.send_and_get_reply(call, timeout=_SECONDS))


class Notifications(QObject):
    """Shows one notification at a time, a new one in the place of the last.

    ``show_wanted`` follows a click on it, or on its button. ``refused`` carries title and text
    where the desktop has no such service: they are to be told in another way.
    """

    show_wanted = Signal()
    refused = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bus: _Bus | None = None
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
        if self._bus is None or self._listening is None or not self._bus.number:
            return
        from jeepney import DBusAddress, new_method_call  # noqa: PLC0415 - few ever need it

        address = DBusAddress(_PATH, _SERVICE, _SERVICE)
        call = new_method_call(address, "CloseNotification", "u", (self._bus.number,))
        try:
            self._bus.connection.send(call)
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
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.connection.close()

    @Slot(object)
    def _sent(self, bus: _Bus | None) -> None:
        self._bus = bus
        if bus is None:
            self.refused.emit(*self._words)
            return
        socket = bus.connection.sock.fileno()
        self._listening = QSocketNotifier(socket, QSocketNotifier.Type.Read, self)
        self._listening.activated.connect(self._hear)

    @Slot()
    def _hear(self) -> None:
        """Read what has come; a click on an earlier notification is none on this one."""
        from jeepney import HeaderFields  # noqa: PLC0415 - few ever need it

        if self._bus is None:
            return
        try:
            while True:
                message = self._bus.connection.receive(timeout=0)
                clicked = message.header.fields.get(HeaderFields.member) == "ActionInvoked"
                if clicked and message.body[0] == self._bus.number:
                    self.show_wanted.emit()
        except TimeoutError:
            return
        except (OSError, ValueError, LookupError, TypeError):
            self._let_go()  # the bus is gone
