"""WatchTray: a tray icon while folders are watched, and notifications of arrivals.

QtDBus cannot send them from Python: it lacks the unsigned 32-bit number that the call takes.
"""

import html
import logging
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QObject, QSocketNotifier, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QMainWindow,
    QMenu,
    QMessageBox,
    QSystemTrayIcon,
    QWidget,
)

from simcore.model.report import Arrival

from ..i18n import counted, listed
from ..settings.settings import Closing, SettingsStore
from ..style import application_icon
from ..tasks import Latest, Task
from ..wording import count_text, printable
from .presence import TrayPresence
from .process import WatchSession, WatchState, has_come_like_others

if TYPE_CHECKING:
    from jeepney import Message  # type: ignore[import-untyped]  # it has no types
    from jeepney.io.blocking import DBusConnection  # type: ignore[import-untyped]  # it has no types


_log = logging.getLogger(__name__)

_SERVICE = "org.freedesktop.Notifications"
_PATH = "/org/freedesktop/Notifications"
_ICON = "org.variorum.Variorum"  # its desktop entry, and the icon that comes with it
_SECONDS = 3.0  # for the desktop to answer
_SHOW = "default"  # the action of a click on the notification itself


@dataclass(slots=True)
class _Bus:
    """The connection to the session bus, if any, and the notification shown by it.

    One thread at a time uses it: that of a call, or the window's between calls.
    """

    connection: "DBusConnection | None" = None
    number: int = 0  # of the notification, which the next one replaces

    def close(self) -> None:
        if self.connection is not None:
            self.connection.close()
        self.connection, self.number = None, 0


def _notify(task: Task, bus: _Bus, title: str, text: str, action: str) -> bool:
    """Show a notification by the desktop's service; return whether there is one."""
    from jeepney import DBusAddress, DBusErrorResponse, MatchRule, new_method_call
    from jeepney.bus_messages import message_bus  # type: ignore[import-untyped]
    from jeepney.io.blocking import open_dbus_connection

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
    from jeepney.wrappers import unwrap_msg  # type: ignore[import-untyped]

    return unwrap_msg(connection.send_and_get_reply(call, timeout=_SECONDS))


class Notifications(QObject):
    """Shows one notification at a time.

    ``show_wanted`` follows a click on it. ``refused`` carries title and text if the desktop has no
    service.
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
        return self._sending.running

    def show_words(self, title: str, text: str) -> None:
        self._words = title, text
        if not sys.platform.startswith("linux"):
            self.refused.emit(title, text)
            return
        self._rest()  # while a thread has the connection
        self._sending.follow(self._bus, title, text, self.tr("Show"))

    @Slot()
    def withdraw(self) -> None:
        connection = self._bus.connection
        if connection is None or self._listening is None or not self._bus.number:
            return
        from jeepney import DBusAddress, new_method_call

        address = DBusAddress(_PATH, _SERVICE, _SERVICE)
        call = new_method_call(address, "CloseNotification", "u", (self._bus.number,))
        try:
            connection.send(call)
        except OSError:
            self._let_go()  # the bus is gone

    def shut_down(self) -> None:
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
        """Read incoming signals; ignore clicks on earlier notifications."""
        from jeepney import HeaderFields

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


_GATHERED = 10_000  # milliseconds between two notifications
_FIRST = 700  # milliseconds in which the first arrivals gather
_NAMED = 3


class WatchTray(QObject):
    """The tray icon while folders are watched, with Open, Pause and Quit.

    ``list_wanted`` follows a click on a notification or on the line above the commands. ``told``
    carries words for the window if it is active, or if there is neither a notification service nor
    a tray.
    """

    list_wanted = Signal()
    told = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._icon: QSystemTrayIcon | None = None
        self._menu = QMenu(window)
        self.state = QAction(self)  # not all trays have tooltips
        self.state.triggered.connect(self.list_wanted)
        self.open = QAction(self.tr("&Open"), self)
        self.pause = QAction(self.tr("&Pause watching"), self)
        self.quit = QAction(self.tr("&Quit"), self)
        self._menu.addAction(self.state)
        self._menu.addSeparator()
        self._menu.addActions([self.open, self.pause, self.quit])
        self.notifications = Notifications(self)
        self.notifications.show_wanted.connect(self.list_wanted)
        self.notifications.refused.connect(self._tell_otherwise)
        self._new: list[Arrival] = []
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._tell)
        self._quiet = QTimer(self, singleShot=True, interval=_GATHERED)
        self._quiet.timeout.connect(self._tell)

    @property
    def _window(self) -> QWidget:
        # of its parent Qt knows; a reference of Python's own would keep a window that is gone
        return cast("QWidget", self.parent())

    @property
    def stands(self) -> bool:
        icon = self._icon
        return icon is not None and icon.isVisible() and QSystemTrayIcon.isSystemTrayAvailable()

    def show_watching(self, words: str, *, watching: bool, paused: bool) -> None:
        self.pause.setText(self.tr("&Resume watching") if paused else self.tr("&Pause watching"))
        if not watching:
            if self._icon is not None:
                self._icon.hide()
            return
        if self._icon is None:
            self._icon = QSystemTrayIcon(application_icon(), self)
            self._icon.setContextMenu(self._menu)
            self._icon.activated.connect(self._activate)
            self._icon.messageClicked.connect(self.list_wanted)
        self._icon.setToolTip("\n".join(filter(None, ("Variorum", words))))
        self.state.setText(words.replace("&", "&&"))
        self.state.setVisible(bool(words))
        if not self._icon.isVisible() and QSystemTrayIcon.isSystemTrayAvailable():
            self._icon.show()

    def hide(self) -> None:
        self._soon.stop()
        self._quiet.stop()
        self.notifications.shut_down()
        if self._icon is not None:
            self._icon.hide()

    @Slot(QSystemTrayIcon.ActivationReason)
    def _activate(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is not QSystemTrayIcon.ActivationReason.Context:
            self.open.trigger()

    @Slot(object)
    def note(self, arrivals: Sequence[Arrival]) -> None:
        """Notify soon of those with a match, together with others until then."""
        self._new += [one for one in arrivals if has_come_like_others(one)]
        if self._new and not self._quiet.isActive() and not self._soon.isActive():
            self._soon.start(_FIRST)

    @Slot()
    def _tell(self) -> None:
        new, self._new = self._new, []
        if not new:
            return
        self._quiet.start()
        one = self.tr("1 new document is like others")
        title = counted(one, self.tr("{0} new documents are like others"), len(new))
        names = [printable(one.path.name) for one in new[:_NAMED]]
        more = len(new) - len(names)
        text = listed(names)
        if more:
            text = self.tr("{0} and {1} more").format(text, count_text(more))
        if self._window.isActiveWindow():
            self.told.emit(title)
            return
        QApplication.alert(self._window)
        self.notifications.show_words(title, text)

    @Slot(str, str)
    def _tell_otherwise(self, title: str, text: str) -> None:
        icon = self._icon
        if icon is not None and self.stands and QSystemTrayIcon.supportsMessages():
            icon.showMessage(title, text, application_icon(), _GATHERED)
        else:
            self.told.emit(title)


_TRIES = 30  # seconds after a login in which a tray may still appear


class ClosingController(QObject):
    """Hides a closed window in the tray while folders are watched, if the user wants it.

    While ``quitting``, it asks nothing.
    """

    quit_wanted = Signal()
    list_wanted = Signal()

    def __init__(
        self,
        watch: WatchSession,
        settings: SettingsStore,
        presence: TrayPresence,
        window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self._watch = watch
        self._settings = settings
        self._presence = presence
        self._window = window
        self.quitting = False
        self.question: QMessageBox | None = None
        self._tries = _TRIES
        self._begin = QTimer(self, singleShot=True, interval=0)
        self._begin.timeout.connect(self._try_to_begin_hidden)
        self.tray = tray = WatchTray(window)
        tray.open.triggered.connect(self.bring)
        tray.list_wanted.connect(self._bring_list)
        tray.pause.triggered.connect(self._pause_or_resume)
        tray.quit.triggered.connect(self.quit_wanted)
        watch.log.came.connect(tray.note)
        presence.wanted.connect(self.bring)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.commitDataRequest.connect(self._note_end_of_session)

    @Slot(str)
    def show_watching(self, words: str) -> None:
        paused = self._watch.process.state is WatchState.PAUSED
        self.tray.show_watching(words, watching=self._watch.watches, paused=paused)

    @Slot()
    def _pause_or_resume(self) -> None:
        process = self._watch.process
        if process.state is WatchState.PAUSED:
            process.resume()
        else:
            process.pause()

    @Slot(bool)
    def note_list(self, shown: bool) -> None:  # noqa: FBT001 - a slot
        if shown:
            self.tray.notifications.withdraw()

    @Slot()
    def _bring_list(self) -> None:
        self.bring()
        self.list_wanted.emit()

    def begin_hidden(self) -> None:
        """Start in the tray without a window; end if nothing is watched.

        Without a tray, show the window.
        """
        self._begin.start()

    @Slot()
    def _try_to_begin_hidden(self) -> None:
        self.show_watching("")
        if not self._watch.folders:
            self.quit_wanted.emit()
        elif self.tray.stands:
            self.stay()
        elif self._tries:
            self._tries -= 1
            self._begin.start(1000)
        else:
            self.bring()

    @Slot()
    def bring(self) -> None:
        window = self._window
        window.showNormal() if window.isMinimized() else window.show()
        QGuiApplication.setQuitOnLastWindowClosed(True)
        window.raise_()
        window.activateWindow()
        self._presence.show()

    @Slot()
    def stay(self) -> None:
        # else a dialog that closes after the window would end the program
        QGuiApplication.setQuitOnLastWindowClosed(False)
        self._window.hide()
        self._presence.hide()

    @Slot()
    def _note_end_of_session(self) -> None:
        self.quitting = True  # nobody may be asked then

    @Slot(object)
    def consider(self, event: QCloseEvent) -> None:
        if self.quitting or not self._watch.watches or not self.tray.stands:
            return
        match self._settings.now.closing:
            case Closing.STAY:
                event.ignore()
                self.stay()
            case Closing.ASK:
                event.ignore()
                self._ask_about_closing()

    def _ask_about_closing(self) -> None:
        if self.question is not None:
            self.question.raise_()
            return
        box = self.question = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Keep watching?"))
        box.setText(
            self.tr(
                "Folders are watched. Shall the window go and watching go on in the tray, or shall "
                "the program end?"
            )
        )
        stay = box.addButton(self.tr("Keep watching in the tray"), QMessageBox.ButtonRole.YesRole)
        box.addButton(self.tr("Quit"), QMessageBox.ButtonRole.NoRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(stay)
        box.setCheckBox(QCheckBox(self.tr("Remember"), box))
        box.finished.connect(self._take_answer)
        box.open()

    @Slot()
    def _take_answer(self) -> None:
        box, self.question = self.question, None
        if box is None:
            return
        answers = {
            QMessageBox.ButtonRole.YesRole: (Closing.STAY, self.stay),
            QMessageBox.ButtonRole.NoRole: (Closing.QUIT, self.quit_wanted.emit),
        }
        answer = answers.get(box.buttonRole(box.clickedButton()))
        if answer is None:
            return
        closing, carry_out = answer
        if box.checkBox().isChecked():
            self._settings.keep(replace(self._settings.now, closing=closing))
        carry_out()

    def shut_down(self) -> None:
        self._begin.stop()
        QGuiApplication.setQuitOnLastWindowClosed(True)
        self._presence.show()
        self.tray.hide()
