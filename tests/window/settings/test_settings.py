"""Settings survive a round trip through the file, and a damaged file does no harm."""

import logging
import os
from dataclasses import fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.application import Application
from app.i18n import Language
from app.settings.settings import (
    Appearance,
    FolderRole,
    MarkingRules,
    Preset,
    RuleSet,
    SeenArrival,
    Settings,
    SettingsStore,
    load_settings,
    save_settings,
    settings_path,
)
from simcore import Grouping, KeepRule, Kind, ScanConfig
from simcore.files.roles import Role
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


def test_everything_survives_a_round_trip(ini: Path):
    assert save_settings(store(ini), CHANGED)
    assert load_settings(store(ini)) == CHANGED


def test_the_store_keeps_each_change_at_once(qtbot: QtBot, ini: Path):
    settings = SettingsStore(store(ini))
    with qtbot.waitSignal(settings.changed):
        assert settings.keep(replace(settings.now, compare_command="meld {left} {right}"))
    assert settings.now == Settings(compare_command="meld {left} {right}")
    assert load_settings(store(ini)) == settings.now


def test_none_survives_where_it_replaces_a_value(ini: Path):
    save_settings(store(ini), CHANGED)
    save_settings(
        store(ini), replace(CHANGED, scan=replace(CHANGED.scan, jobs=None, dictionary=None))
    )
    loaded = load_settings(store(ini))
    assert (loaded.scan.jobs, loaded.scan.dictionary) == (None, None)


def test_first_start_has_the_engines_defaults(ini: Path):
    assert load_settings(store(ini)).scan == ScanConfig()


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("distance", "no JSON"),
        ("distance", '"3"'),
        ("distance", "true"),
        ("distance", "129"),
        ("similarity", "0.1"),
        ("grouping", '"chains"'),
        ("folders", '["/a", 3]'),
        ("folders", '"/a"'),
        ("geometry", '"%%%"'),
        ("jobs", "-1"),
        ("seconds_a_file", "0"),
        ("follow_links", "1"),
        ("recent", '["/a"]'),
        ("presets", '[{"name": "a"}]'),
        ("presets", '[{"name": "a", "config": {"similarity": 7}}]'),
        ("presets", '[{"name": "a", "config": {"colour": "blue"}}]'),
        ("presets", '[{"name": "a", "config": {"include": "*"}}]'),
        ("presets", "[3]"),
        ("compare_command", "3"),
    ],
)
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


def test_damaged_toggle_is_as_if_it_were_not_there(ini: Path):
    save_settings(store(ini), CHANGED)
    damaged = store(ini)
    damaged.setValue("go_on", '"yes"')
    damaged.setValue("scan", "{}")
    damaged.sync()
    loaded = load_settings(store(ini))
    assert loaded == replace(CHANGED, toggles={"pair_picture": False, "relative": True})


def test_file_lies_in_the_users_configuration_folder(private_home: Path):
    assert settings_path().is_relative_to(private_home)


def test_unwritable_file_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("no folder")
    assert not save_settings(store(tmp_path / "file" / "settings.ini"), Settings())


def test_settings_that_cannot_be_written_are_told_once(
    qtbot: QtBot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "file").write_text("in the way of a folder")
    path = tmp_path / "file" / "settings.ini"
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
