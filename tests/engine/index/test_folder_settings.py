"""What is set for folders is kept for every run, by whichever program it was set."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from removals import put
from simcore import ScanConfig
from simcore.files.roles import FolderSetting, FolderSettings
from simcore.index.judgements import SETTINGS, change_folder_settings, read_folder_settings
from simcore.model.config import MOST_DAYS, FolderDays
from simcore.model.reasons import ConfigError, FolderSettingsError

NONE = FolderSettings()


def test_they_are_read_as_they_were_kept(tmp_path: Path) -> None:
    odd = Path(os.fsdecode(b"/\xba\xcf/caf\xe9"))
    kept = FolderSettings(
        {
            odd: FolderSetting(7),
            Path("/合同"): FolderSetting(0, watched=True),
            tmp_path: FolderSetting(None, watched=True),
        }
    )
    assert read_folder_settings().folders == {}
    assert change_folder_settings(NONE, kept).folders == kept.folders
    assert read_folder_settings().folders == kept.folders
    # the very form that is documented
    written = json.loads(SETTINGS.path.read_bytes())
    assert written["folders"]["/合同"] == {"keep_days": 0, "watched": True}
    assert change_folder_settings(kept, NONE).folders == {}
    assert read_folder_settings().folders == {}


def test_the_deepest_folder_with_days_wins(tmp_path: Path) -> None:
    settings = FolderSettings(
        {
            tmp_path: FolderSetting(7),
            tmp_path / "in": FolderSetting(watched=True),
            tmp_path / "in" / "contracts": FolderSetting(0),
        }
    )
    config = ScanConfig(keep_days=30, folder_days=settings.days)
    days = config.retention.days_in
    assert days(tmp_path) == 7
    assert days(tmp_path / "in" / "a") == 7  # nothing was said of it
    assert days(tmp_path / "in" / "contracts" / "old") == 0
    assert days(tmp_path.parent) == 30
    assert config.retention.least_days == 7
    assert settings.watched == (tmp_path / "in",)


def test_a_watched_folder_below_another_is_watched_with_it(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    both = FolderSettings({one: FolderSetting(watched=True) for one in (inner, tmp_path / "a")})
    assert both.watched == (tmp_path / "a",)
    assert both.with_setting(tmp_path / "a", FolderSetting()).watched == (inner,)
    assert both.of(inner) == FolderSetting(watched=True)
    assert both.of(tmp_path) == FolderSetting()


@pytest.mark.skipif(os.name != "posix", reason="makes a link")
def test_a_folder_is_known_by_its_resolved_path(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    settings = FolderSettings({tmp_path / "link": FolderSetting(3)})
    assert settings.days == (FolderDays(tmp_path / "real", 3),)
    assert settings.of(tmp_path / "link") == FolderSetting(3)


@pytest.mark.parametrize("days", [-1, MOST_DAYS + 1])
def test_days_that_are_none_are_refused(days: int) -> None:
    with pytest.raises(ValueError, match="days"):
        FolderSetting(days)
    with pytest.raises(ConfigError, match="100000 days"):
        ScanConfig(keep_days=days)
    with pytest.raises(ConfigError):
        ScanConfig(folder_days=(FolderDays(Path("/a"), days),))


def test_changes_of_several_programs_are_all_kept(tmp_path: Path) -> None:
    folders = [tmp_path / str(number) for number in range(20)]
    change = (
        "import sys; from pathlib import Path; from simcore import *; none = FolderSettings()\n"
    )
    change += "for one in sys.argv[1:]:\n"
    change += "  change_folder_settings(none, FolderSettings({Path(one): FolderSetting(3)}))"
    runs = [
        subprocess.Popen([sys.executable, "-c", change, *map(str, folders[half::2])])
        for half in range(2)
    ]
    assert [run.wait(60) for run in runs] == [0, 0]
    assert read_folder_settings().folders == dict.fromkeys(folders, FolderSetting(3))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b'{"settings": 1, "folders": ["/a"]}',
        b'{"settings": 1, "folders": {"a": {"keep_days": 7, "watched": true}}}',
        b'{"settings": 1, "folders": {"/a": {"keep_days": "7"}}}',
        b'{"settings": 1, "folders": {"/a": {"keep_days": true}}}',
        b'{"settings": 1, "folders": {"/a": {"keep_days": -7}}}',
        b'{"settings": 1, "folders": {"/a": {"watched": 1}}}',
        b'{"settings": 1, "folders": {"/a": {"color": 1}}}',
        b'{"settings": 1, "folders": {"/a": 7}}',
        b'{"settings": 2, "folders": {}}',
        b'{"settings": 1, "folders": {"/a\\u0000": {}}}',
        b"[" * 100_000,
    ],
)
def test_damage_is_told_by_name_and_can_be_replaced(content: bytes) -> None:
    put(SETTINGS.path, content)
    with pytest.raises(FolderSettingsError, match=r"folders\.json: is damaged"):
        read_folder_settings()
    assert SETTINGS.path.read_bytes() == content
    after = FolderSettings({Path("/a"): FolderSetting(9)})
    assert change_folder_settings(NONE, after).folders == after.folders
    assert read_folder_settings().folders == after.folders
