"""Days for which documents are kept, on the command line: said, obeyed, and overruled."""

import json
import sqlite3
from pathlib import Path

import pytest

from builders import english_text
from removals import put, shown
from simcore.cli.main import main
from simcore.files.roles import FolderSetting, FolderSettings
from simcore.index.judgements import SETTINGS, change_folder_settings
from simcore.index.paths import default_index_path

SAID = "1 document came before the last 7 days and was left out"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Make two copies that were scanned, one of them long ago."""
    folder = tmp_path / "文档"
    put(folder / "old.txt", english_text(1).encode())
    put(folder / "new.txt", english_text(1).encode())
    assert main(["scan", str(folder), "--jobs", "0"]) == 0
    with sqlite3.connect(default_index_path()) as index:
        index.execute(
            "update document set arrived = arrived - 864000 where name = ?", (b"old.txt",)
        )
    index.close()
    return folder


def keep(folder: Path, days: int) -> None:
    before = FolderSettings()
    change_folder_settings(before, FolderSettings({folder: FolderSetting(days)}))


def test_a_scan_says_how_many_are_too_old(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    documents = shown(library)
    assert main(["scan", str(library), "--jobs", "0", "--keep-days", "7"]) == 0
    out, err = capsys.readouterr()
    assert SAID in out
    assert f"variorum: {SAID}" in err
    assert "1 document can be compared" in out
    assert main(["scan", str(library), "--jobs", "0", "--keep-days", "7", "--json"]) == 0
    (counts,) = json.loads(capsys.readouterr().out)["rows"]
    assert (counts["outside"], counts["documents"], counts["read"]) == (1, 1, 0)
    assert main(["scan", str(library), "--jobs", "0", "--keep-days", "0", "--json"]) == 0
    (counts,) = json.loads(capsys.readouterr().out)["rows"]
    assert (counts["outside"], counts["documents"], counts["read"]) == (0, 2, 1)
    assert shown(library) == documents


def test_what_is_set_for_a_folder_is_obeyed_unless_days_are_named(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(library.parent, 7)
    capsys.readouterr()
    words = [str(library), "--jobs", "0", "--format", "json"]
    assert main(["groups", *words, "--keep-days", "30"]) == 0
    out, err = capsys.readouterr()
    assert (len(json.loads(out)["rows"]), err) == (2, "")
    assert main(["groups", *words]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["rows"] == []
    assert "1 document came before the days set for their folders and was left out" in err
    assert main(["prune", str(library), "--jobs", "0", "--keep", "name=nothing"]) == 0
    assert "was left out" in capsys.readouterr().err


def test_the_whole_index_is_asked_with_the_same_days(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = put(library.parent / "asked.txt", english_text(1).encode())
    capsys.readouterr()
    assert main(["similar", str(asked), "--jobs", "0", "--keep-days", "7"]) == 0
    out, err = capsys.readouterr()
    assert "new.txt" in out
    assert "old.txt" not in out
    assert SAID in err
    assert main(["similar", str(asked), "--jobs", "0"]) == 0
    out, err = capsys.readouterr()
    assert "old.txt" in out
    assert err == ""


def test_settings_that_cannot_be_read_stop_a_scan(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(SETTINGS.path, b"{")
    assert main(["scan", str(library), "--jobs", "0"]) == 4
    assert "folders.json: is damaged" in capsys.readouterr().err
    assert main(["scan", str(library), "--jobs", "0", "--keep-days", "0"]) == 0


@pytest.mark.parametrize("days", ["-1", "100001", "x"])
def test_days_that_are_none_are_refused(
    library: Path, days: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["scan", str(library), "--keep-days", days])
    assert "--keep-days" in capsys.readouterr().err
