"""The real window, as tests use it."""

import gc
import threading
from collections.abc import Callable

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView
from pytestqt.qtbot import QtBot

from app.application import Application
from app.removal.dialog import RemovalDialog
from app.session.states import Activity
from app.settings.dialog import SettingsDialog

Open = Callable[..., Application]


def wait_until_idle(qtbot: QtBot, application: Application) -> None:
    # a timeout for any machine, however slow
    qtbot.waitUntil(lambda: application.session.activity is Activity.NONE, timeout=120_000)


def scan(qtbot: QtBot, application: Application) -> None:
    application.window.commands.scan.trigger()
    assert application.session.activity is Activity.SCANNING
    wait_until_idle(qtbot, application)


def asked(qtbot: QtBot, application: Application, action: QAction) -> RemovalDialog:
    """Apply an action to the marked documents; return the question that follows."""
    before = set(application.window.findChildren(RemovalDialog))
    assert action.isEnabled()
    action.trigger()

    def new() -> list[RemovalDialog]:
        return [one for one in application.window.findChildren(RemovalDialog) if one not in before]

    qtbot.waitUntil(lambda: bool(new()), timeout=60_000)
    return new()[0]


def settings_of(application: Application) -> SettingsDialog:
    """Open the settings."""
    application.window.commands.settings.trigger()
    dialogs = [one for one in application.window.findChildren(SettingsDialog) if one.isVisible()]
    return dialogs[-1]


def double_click(qtbot: QtBot, view: QAbstractItemView, index: QModelIndex) -> None:
    view.scrollTo(index)
    place = view.visualRect(index).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def collect_in_another_thread() -> None:
    """Free what is in cycles, as a thread that works may do at any moment.

    No Qt object may be left to that: Qt crashes where it is freed by a thread not its own.
    """
    thread = threading.Thread(target=gc.collect)
    thread.start()
    thread.join()


def reads_journal(application: Application) -> bool:
    """Return whether the journal of removals, or a batch of it, is being read."""
    return application.undoing.following or application.undoing._reading.busy
