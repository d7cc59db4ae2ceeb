"""Folders on a disk that is not connected, as a window refuses to move documents there."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from leases import library, mark
from removals import put, shown
from simcore import Action, ScanConfig, scan
from sticks import Mounts, Stick
from windows import Open

__all__ = ["library"]  # a fixture


def test_nothing_is_moved_to_a_folder_whose_disk_is_away(
    qtbot: QtBot,
    open_window: Open,
    library: Path,
    private_home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stick = Stick(private_home, "usb")
    put(stick.point / "other.txt", b"words on a disk")
    Mounts(monkeypatch, stick)
    application = open_window(library)
    scan([stick.point], ScanConfig(jobs=0), application.removing._index)
    stick.unplug()
    before = shown(library)
    mark(application, "lease copy.txt")
    window = application.window
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(stick.point))
    window.commands.removal.others[Action.MOVE].trigger()
    qtbot.waitUntil(window.alert.isVisible, timeout=60_000)
    assert f"the disk of {stick.point} is not connected" in window.alert.text()
    assert application.removing._dialog is None
    assert shown(library) == before
    assert not list(stick.point.iterdir())
