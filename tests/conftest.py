"""What every test shares: a screenless Qt and a home that is not the user's."""

import os
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.application import Application
from app.settings.settings import Settings, save_settings
from simcore import ScanConfig
from windows import Open, wait_until_idle


@pytest.fixture(autouse=True)
def private_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Point every per-user folder at a temporary home, so that no test touches the real one."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("LOCALAPPDATA", str(home / "AppData" / "Local"))
    monkeypatch.setenv("APPDATA", str(home / "AppData" / "Roaming"))
    for name in ("DATA", "CONFIG", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
    return home


@pytest.fixture(autouse=True)
def released_keys() -> Iterator[None]:
    """Leave no key held down: Qt takes the modifiers of a test's last shortcut for still there."""
    yield
    if QApplication.instance() is not None and QApplication.keyboardModifiers():
        QTest.keyClick(QWidget(), Qt.Key.Key_F24)
        assert not QApplication.keyboardModifiers()


@pytest.fixture
def index_path(tmp_path: Path) -> Path:
    return tmp_path / "index" / "index.sqlite"


@pytest.fixture
def open_window(qtbot: QtBot, tmp_path: Path, index_path: Path) -> Iterator[Open]:
    """Return a function that starts the program with the settings of its last run."""
    opened: list[Application] = []
    store_path = str(tmp_path / "settings.ini")
    save_settings(
        QSettings(store_path, QSettings.Format.IniFormat), Settings(scan=ScanConfig(jobs=0))
    )

    def start(*folders: Path) -> Application:
        store = QSettings(store_path, QSettings.Format.IniFormat)
        application = Application(store, index_path)
        opened.append(application)
        qtbot.addWidget(application.window)
        application.start(folders)
        wait_until_idle(qtbot, application)
        return application

    yield start
    for application in opened:
        application.window.close()
