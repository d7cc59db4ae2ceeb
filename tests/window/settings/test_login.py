"""Starting at login: the entry is as the desktops' specifications say, and only ours is removed."""

import os
import plistlib
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSaveFile
from pytestqt.qtbot import QtBot

from app.settings import settings
from app.settings.dialog import SettingsDialog
from app.settings.settings import (
    Command,
    LoginEntry,
    Settings,
    entry_path,
    entry_text,
    login_entry,
    start_at_login,
)
from places import ROOT
from simcore.files.roles import FolderSetting, FolderSettings

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a registry is no test's to change")


def test_the_entry_is_made_and_removed(private_home: Path) -> None:
    path = entry_path("linux")
    assert path == private_home / "config" / "autostart" / "variorum.desktop"
    assert login_entry("linux") is LoginEntry.NONE
    start_at_login(on=True, platform="linux")
    assert login_entry("linux") is LoginEntry.OURS
    lines = dict(one.partition("=")[::2] for one in path.read_text().splitlines()[1:])
    assert path.read_text().startswith("[Desktop Entry]\n")
    assert lines["Type"] == "Application"
    (installed,) = (ROOT / "packaging").glob("*.desktop")
    assert f"Icon={lines['Icon']}\n" in installed.read_text()
    assert lines["Exec"].endswith(" -m app --in-tray")
    assert (Path(lines["Path"]) / "app").is_dir()
    start_at_login(on=False, platform="linux")
    assert not path.exists()
    start_at_login(on=False, platform="linux")  # nothing to remove


def test_one_that_was_changed_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    path = entry_path("linux")
    start_at_login(on=True, platform="linux")
    path.write_text(path.read_text().replace("--in-tray", "--in-tray --index /x"))
    assert login_entry("linux") is LoginEntry.CHANGED
    for on in (True, False):
        start_at_login(on=on, platform="linux")
        assert "--index /x" in path.read_text()
    path.write_text("[Desktop Entry]\nName=Other\n")
    assert login_entry("linux") is LoginEntry.CHANGED
    # of another place of the program, but ours: it is renewed
    path.unlink()
    moved = Command(("/elsewhere/variorum",))
    path.write_bytes(entry_text(moved, "linux"))
    assert login_entry("linux") is LoginEntry.OURS
    start_at_login(on=True, platform="linux")
    assert path.read_bytes() == entry_text(settings.own_command(), "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    assert entry_path("linux") == Path.home() / ".config" / "autostart" / "variorum.desktop"


def test_what_is_no_file_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe would be waited for."""
    path = entry_path("linux")
    path.parent.mkdir(parents=True)
    os.mkfifo(path)
    assert login_entry("linux") is LoginEntry.CHANGED
    start_at_login(on=True, platform="linux")
    start_at_login(on=False, platform="linux")
    assert path.is_fifo()
    path.unlink()
    monkeypatch.setattr(settings, "own_command", lambda: Command((os.fsdecode(b"/\xff/variorum"),)))
    assert not settings.is_offered("linux")


def test_a_disk_that_is_full_leaves_what_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    start_at_login(on=True, platform="linux")
    before = entry_path("linux").read_bytes()

    class Full(QSaveFile):
        def commit(self) -> bool:
            self.cancelWriting()
            return super().commit()

    monkeypatch.setattr("app.settings.settings.QSaveFile", Full)
    monkeypatch.setattr(settings, "own_command", lambda: Command(("/elsewhere/variorum",)))
    with pytest.raises(OSError, match=r".*"):
        start_at_login(on=True, platform="linux")
    assert entry_path("linux").read_bytes() == before


@pytest.mark.parametrize(
    "word", ["plain", "a b", "100%", 'say "hi"', "$HOME", "back\\slash", "`tick`", "文 档", "it's"]
)
def test_words_are_quoted_as_the_specification_says(word: str) -> None:
    """Undone by escapes of a string, then a shell, which quotes alike, then ``%%``."""
    value = settings.quoted(word)
    string = value.replace("\\\\", "\0").replace("\\n", "\n").replace("\\t", "\t")
    shell = ["sh", "-c", "printf %s " + string.replace("\0", "\\")]
    found = subprocess.run(shell, capture_output=True, text=True, check=True).stdout
    assert found.replace("%%", "%") == word


def test_the_launch_agent_of_macos_is_a_property_list(private_home: Path) -> None:
    path = entry_path("darwin")
    assert path == private_home / "Library/LaunchAgents/org.variorum.Variorum.plist"
    start_at_login(on=True, platform="darwin")
    found = plistlib.loads(path.read_bytes())
    assert found["Label"] == path.stem
    assert found["ProgramArguments"] == [sys.executable, "-m", "app", "--in-tray"]
    assert found["RunAtLoad"] is True
    assert login_entry("darwin") is LoginEntry.OURS
    start_at_login(on=False, platform="darwin")
    assert not path.exists()


def test_the_entry_starts_the_program(private_home: Path) -> None:
    """What stands there is run as a desktop would run it, asked for its version."""
    start_at_login(on=True, platform="linux")
    lines = dict(one.partition("=")[::2] for one in entry_path("linux").read_text().splitlines())
    words = [*shlex.split(lines["Exec"])[:-1], "--version"]
    done = subprocess.run(
        words, cwd=lines["Path"], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.startswith("variorum ")
    assert private_home.is_dir()


def test_the_page_shows_and_changes_what_is_set(qtbot: QtBot, tmp_path: Path) -> None:
    folders = FolderSettings({tmp_path / "in": FolderSetting(30, watched=True)})
    dialog = SettingsDialog(Settings(), folders=folders)
    qtbot.addWidget(dialog)
    page = dialog.watching
    assert page.folders.chips[0].toolTip().endswith("(watched, 30 days)")
    assert dialog.config().keep_days == 0
    assert page.days.text() == "for ever"
    page.days.setValue(7)
    assert dialog.config().keep_days == 7
    assert page.login_wanted() is None
    page.login.setChecked(True)
    assert page.login_wanted() is True
    page.folders.chips[0].click()
    assert page.folder_settings().folders == {}
    dialog.show_page(page)
    dialog._restore_defaults()
    assert dialog.config().keep_days == 0
    assert page.login_wanted() is None


def test_names_of_folders_are_cut_only_where_there_is_no_room(qtbot: QtBot) -> None:
    short = Path("/srv/documents of the office/Downloads")
    long = short / ("a folder with a long name " * 12)
    some = FolderSetting(watched=True)
    dialog = SettingsDialog(Settings(), folders=FolderSettings({short: some, long: some}))
    qtbot.addWidget(dialog)
    dialog.show_page(dialog.watching)
    with qtbot.waitExposed(dialog):
        dialog.show()
    field = dialog.watching.folders
    one, other = field.chips
    assert f"{short} (watched)" in one.text()
    assert "…" in other.text()
    assert other.text().strip("\u200e").endswith("(watched)")
    for chip in (one, other):
        assert chip.geometry().right() < field.width()
        assert chip.minimumSizeHint().width() < field.width()
    assert other.width() > field.width() * 0.9


def test_an_entry_of_somebody_else_is_said_and_left(qtbot: QtBot) -> None:
    path = entry_path()
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    dialog = SettingsDialog(Settings())
    qtbot.addWidget(dialog)
    assert not dialog.watching.login.isEnabled()
    assert "left as it is" in dialog.watching.login.accessibleDescription()
    dialog.watching.login.setChecked(False)
    assert dialog.watching.login_wanted() is None
