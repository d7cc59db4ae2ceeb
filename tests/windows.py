"""The real window, as tests use it."""

from collections.abc import Callable

from pytestqt.qtbot import QtBot

from app.application import Application
from app.session import Activity

Open = Callable[..., Application]


def wait_until_idle(qtbot: QtBot, application: Application) -> None:
    qtbot.waitUntil(lambda: application.session.activity is Activity.NONE, timeout=30_000)


def scan(qtbot: QtBot, application: Application) -> None:
    application.window.commands.scan.trigger()
    assert application.session.activity is Activity.SCANNING
    wait_until_idle(qtbot, application)
