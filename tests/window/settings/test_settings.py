"""Settings survive a round trip through the file, and the program starts at login as they say."""

import logging
import os
import plistlib
import shlex
import subprocess
import sys
from dataclasses import fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSaveFile, QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.application import Application
from app.i18n import Language
from app.settings import settings
from app.settings.dialog import SettingsDialog
from app.settings.settings import (
    Appearance,
    Command,
    FolderRole,
    LoginEntry,
    MarkingRules,
    Preset,
    RuleSet,
    SeenArrival,
    Settings,
    entry_path,
    entry_text,
    load_settings,
    login_entry,
    save_settings,
    settings_path,
    start_at_login,
)
from places import ROOT
from simcore import Grouping, KeepRule, Kind, ScanConfig
from simcore.files.roles import FolderSetting, FolderSettings, Role
from simcore.model.config import FolderDays
from simcore.removal.keep_rules import KeepBy


def another(value: object) -> object:
    """Return a value of the same type."""
    match value:
        case bool():
            return not value
        case StrEnum():
            return next(one for one in type(value) if one is not value)
        case int() | float():
            return value + 1
        case str():
            return f"{value}, 文"
    raise TypeError(f"the example must name a value other than {value!r}")


def changed(record: type[Any], **values: Any) -> Any:
    """Make a record none of whose values is a default: those named, and for others another."""
    first = record()
    others = {one.name: getattr(first, one.name) for one in fields(record)}
    return record(**{n: values[n] if n in values else another(v) for n, v in others.items()})


@pytest.fixture
def ini(tmp_path: Path) -> Path:
    return tmp_path / "settings.ini"


def store(ini: Path) -> QSettings:
    return QSettings(str(ini), QSettings.Format.IniFormat)


CHANGED: Settings = changed(
    Settings,
    arrivals_seen_since=(SeenArrival(1.25, Path("/in/合同, \udcff.txt")),),
    scan=changed(
        ScanConfig,
        containment=0.5,
        contained=False,
        grouping=Grouping.COMPONENTS,
        distance=7,
        similarity=0.85,
        compared_distance=9,
        include=("*.txt", "笔记,*.md"),
        exclude=(),
        largest_file=200_000_000_000,
        follow_links=True,
        all_text=True,
        dictionary=Path("/词典.txt"),
        recipe="other",
        jobs=3,
        seconds_a_file=2.5,
        folder_days=(FolderDays(Path("/文档/合同"), 30),),
    ),
    folders=(Path("/papers, old"), Path("/文档/合同"), Path(os.fsdecode(b"/caf\xe9"))),
    language=Language.TRADITIONAL,
    appearance=Appearance.DARK,
    geometry=b"\x00\x01\xff",
    window_state=bytes(range(256)),
    side_splitter=b"s",
    result_splitter=b"r",
    wide_splitter=b"w",
    saved_results=(Path("/结果.variorum"),),
    columns=b"c",
    toggles={"pair_picture": False, "relative": True, "go_on": True},
    recent=((Path("/文档/合同"), Path(os.fsdecode(b"/caf\xe9"))), (Path("/a, b"),)),
    presets=(
        Preset("代码", ScanConfig(include=("*.py",), dictionary=Path("/词典.txt"), jobs=2)),
        Preset("链", ScanConfig(grouping=Grouping.COMPONENTS, seconds_a_file=None)),
    ),
    rule_sets=(
        RuleSet(
            "旧的优先", MarkingRules((KeepRule(KeepBy.FOLDER, (Path("/旧"),)),), (Kind.IDENTICAL,))
        ),
        RuleSet("甲", MarkingRules((KeepRule(KeepBy.FOLDER, (Path("/caf\udce9"),)),), ())),
        RuleSet("乙", MarkingRules((KeepRule(KeepBy.NAME, (), ("a,b", "终")),), tuple(Kind))),
    ),
    compare_command="meld {left} {right}",
    text_zoom=-3,
    stage_seconds=(0.25, -1.0),
    removing=(22, 3),
    roles=(
        FolderRole(Path("/文档/合同"), Role.PROTECTED),
        FolderRole(Path(os.fsdecode(b"/caf\xe9")), Role.EXCLUDED),
    ),
)


def test_every_field_of_the_example_differs_from_its_default():
    # Otherwise the round trip below would prove nothing about that field.
    for first, changed in ((Settings(), CHANGED), (ScanConfig(), CHANGED.scan)):
        names = [one.name for one in fields(first)]
        assert [name for name in names if getattr(first, name) == getattr(changed, name)] == []


def test_everything_survives_a_round_trip(ini: Path) -> None:
    assert load_settings(store(ini)).scan == ScanConfig(), "the first start"
    assert save_settings(store(ini), CHANGED)
    assert load_settings(store(ini)) == CHANGED
    none = replace(CHANGED, scan=replace(CHANGED.scan, jobs=None, dictionary=None))
    assert save_settings(store(ini), none)
    assert load_settings(store(ini)) == none
    damaged = store(ini)  # a toggle is as if it were not there
    damaged.setValue("go_on", '"yes"')
    damaged.setValue("scan", "{}")
    damaged.sync()
    toggles = {"pair_picture": False, "relative": True}
    assert load_settings(store(ini)) == replace(none, toggles=toggles)


DAMAGED = {
    "distance": ("no JSON", '"3"', "true", "129"),
    "similarity": ("0.1",),
    "grouping": ('"chains"',),
    "folders": ('["/a", 3]', '"/a"'),
    "geometry": ('"%%%"',),
    "jobs": ("-1",),
    "seconds_a_file": ("0",),
    "follow_links": ("1",),
    "recent": ('["/a"]',),
    "presets": (
        "[3]",
        '[{"name": "a"}]',
        *(
            f'[{{"name": "a", "config": {wrong}}}]'
            for wrong in ('{"similarity": 7}', '{"colour": "blue"}', '{"include": "*"}')
        ),
    ),
    "compare_command": ("3",),
}


@pytest.mark.parametrize(("name", "stored"), [(n, one) for n in DAMAGED for one in DAMAGED[n]])
def test_damaged_value_becomes_its_default_and_leaves_the_others(
    ini: Path, name: str, stored: str, caplog: pytest.LogCaptureFixture
):
    save_settings(store(ini), CHANGED)
    damaged = store(ini)
    damaged.setValue(name, stored)
    damaged.sync()
    with caplog.at_level(logging.WARNING):
        loaded = load_settings(store(ini))
    if hasattr(CHANGED, name):
        assert loaded == replace(CHANGED, **{name: getattr(Settings(), name)})
    else:
        # the distance starts as the recipe says
        start = ScanConfig(recipe=CHANGED.scan.recipe) if name == "distance" else ScanConfig()
        scan = replace(CHANGED.scan, **{name: getattr(start, name)})
        assert loaded == replace(CHANGED, scan=scan)
    assert name in caplog.text


def test_settings_that_cannot_be_written_are_told_once(
    qtbot: QtBot, tmp_path: Path, private_home: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "file").write_text("in the way of a folder")
    path = tmp_path / "file" / "settings.ini"
    assert settings_path().is_relative_to(private_home)
    assert not save_settings(store(path), Settings())
    application = Application(store(path), tmp_path / "index.sqlite3")
    qtbot.addWidget(application.window)
    first = application.window
    assert not first.alert.text()
    first.language_menu.chosen.emit(Language.ENGLISH)
    window = application.window
    qtbot.addWidget(window)
    assert window is not first
    qtbot.waitUntil(lambda: str(path) in window.alert.text())
    window.alert.close_message()
    window.appearance_menu.chosen.emit(Appearance.DARK)
    QApplication.processEvents()
    assert not window.alert.text()
    assert application.settings.now.appearance is Appearance.DARK
    window.appearance_menu.chosen.emit(Appearance.SYSTEM)
    window.close()
    assert str(path) in capsys.readouterr().err


not_windows = pytest.mark.skipif(os.name == "nt", reason="a registry is no test's to change")


@not_windows
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
    # what stands there is run as a desktop would run it, asked for its version
    words = [*shlex.split(lines["Exec"])[:-1], "--version"]
    done = subprocess.run(
        words, cwd=lines["Path"], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.startswith("variorum ")
    start_at_login(on=False, platform="linux")
    assert not path.exists()
    start_at_login(on=False, platform="linux")  # nothing to remove


@not_windows
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


@not_windows
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


@not_windows
def test_a_disk_that_is_full_leaves_what_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    start_at_login(on=True, platform="linux")
    before = entry_path("linux").read_bytes()
    monkeypatch.setattr(QSaveFile, "commit", lambda file: file.cancelWriting())
    monkeypatch.setattr(settings, "own_command", lambda: Command(("/elsewhere/variorum",)))
    with pytest.raises(OSError, match=r".*"):
        start_at_login(on=True, platform="linux")
    assert entry_path("linux").read_bytes() == before


@not_windows
@pytest.mark.parametrize(
    "word", ["plain", "a b", "100%", 'say "hi"', "$HOME", "back\\slash", "`tick`", "文 档", "it's"]
)
def test_words_are_quoted_as_the_specification_says(word: str) -> None:
    """Undone by escapes of a string, then a shell, which quotes alike, then ``%%``."""
    value = settings.quoted(word)
    string = value.replace("\\\\", "\0").replace("\\n", "\n").replace("\\t", "\t")
    shell = ["sh", "-c", "printf %s " + string.replace("\0", "\\")]
    found = subprocess.run(shell, capture_output=True, text=True, check=True).stdout
    assert found == word.replace("%", "%%")


@not_windows
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


@not_windows
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


@not_windows
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


@not_windows
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
