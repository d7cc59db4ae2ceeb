"""Files that version 0.1.0 wrote still open, and hold what that version said of them.

``first_edition`` has what that version wrote of ten documents below ``/library``: the SQLite files
as SQL text, saved results and settings as they are, and ``expected.json`` with what that version
itself read out of them. The folder was never there for this version, and need not be.
"""

import json
import os
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings

from app.settings.settings import load_settings, save_settings
from places import ROOT
from simcore import (
    DEFAULT_INCLUDE,
    FingerprintIndex,
    JudgementFile,
    Kind,
    Reason,
    ReasonCode,
    ScanConfig,
    ScanReport,
    load_results,
    make_executor,
    read_judgements,
    recall,
    scan,
)
from simcore.cli.main import main
from simcore.formats.reading import READER_VERSION

WRITTEN = ROOT / "tests" / "project" / "first_edition"
EXPECTED: dict[str, Any] = json.loads((WRITTEN / "expected.json").read_text(encoding="utf-8"))
# that version did not look at what a reader can tell apart: until a scan, nothing is the same text
for kept in ("recalled", "saved"):
    for _, members in EXPECTED[kept]["groups"]:
        for member in members:
            member[1] = Kind({"same-text": "near"}.get(member[1], member[1])).value


def restored(name: str, path: Path) -> Path:
    """Make the SQLite file of a dump, with the application id and version it had."""
    with sqlite3.connect(path) as connection:
        connection.executescript((WRITTEN / f"{name}.sql").read_text(encoding="utf-8"))
    connection.close()
    return path


def said(report: ScanReport) -> dict[str, object]:
    names = {key: str(one.path) for key, one in report.documents.items()}
    return {
        "documents": sorted(
            [
                str(one.path),
                one.content_hash.hex(),
                one.text_hash.hex() if one.text_hash else None,
                None if one.fingerprint is None else format(one.fingerprint, "x"),
                one.encoding,
            ]
            for one in report.documents.values()
        ),
        "pairs": sorted(
            [sorted([names[one.left], names[one.right]]), one.distance, round(one.resemblance, 9)]
            for one in report.pairs
        ),
        "groups": sorted(
            [
                names[group.representative],
                sorted([names[one.document], one.kind.value] for one in group.members),
            ]
            for group in report.groups
        ),
        "problems": sorted(
            [str(one.path), one.stage.value, str(one.reason)] for one in report.problems
        ),
    }


def test_the_index_holds_its_documents_which_are_read_again(tmp_path: Path) -> None:
    """What they are compared by is other since then; what they are, and when they came, is not."""
    with FingerprintIndex(restored("index", tmp_path / "index.sqlite3")) as index:
        assert len(recall([Path("/library")], ScanConfig(), index).documents) == 0
        index.check()
        rows = index.connection.execute(
            "select cast(folder.path || name as text), lower(hex(content_hash)),"
            " lower(hex(text.hash)) from document join text on text.id = document.text"
            " join folder on folder.id = document.folder"
        )
        assert sorted(map(list, rows)) == [one[:3] for one in EXPECTED["recalled"]["documents"]]


def test_a_file_left_out_for_time_is_tried_again_when_the_limit_rises(tmp_path: Path) -> None:
    """That version kept why as a sentence: slow.txt took longer than 1.5 s."""
    folder = tmp_path / "library"
    folder.mkdir()
    slow = folder / "slow.txt"
    slow.write_text("some words that can be read in no time", encoding="utf-8")
    status = slow.stat()
    path = restored("index", tmp_path / "index.sqlite3")
    with sqlite3.connect(path) as connection:
        connection.execute(
            "update folder set path = ? where path = ?",
            (os.fsencode(folder / "_")[:-1], b"/library/"),
        )
        connection.execute(
            "update document set size = ?, mtime_ns = ?, device = ?, inode = ?, reader = ?"
            " where name = ?",
            (
                status.st_size,
                status.st_mtime_ns,
                status.st_dev,
                status.st_ino,
                READER_VERSION,
                b"slow.txt",
            ),
        )
    connection.close()
    with FingerprintIndex(path) as index, make_executor(0) as executor:
        (kept,) = index.connection.execute(
            "select reason from document where name = ?", (b"slow.txt",)
        ).fetchone()
        config = ScanConfig(seconds_a_file=1.5)
        same = scan([folder], config, index, executor)
        higher = scan([folder], replace(config, seconds_a_file=60.0), index, executor)
    assert json.loads(kept) == ["too-long", "1.5"]
    assert [one.reason for one in same.problems] == [Reason(ReasonCode.TOO_LONG, ("1.5",))]
    assert same.counts.read == 0
    assert (higher.counts.read, higher.problems) == (1, ())


def test_saved_results_hold() -> None:
    saved = load_results(WRITTEN / "results.variorum")
    assert said(saved.report) == EXPECTED["saved"]
    names = {key: str(one.path) for key, one in saved.report.documents.items()}
    assert sorted(names[key] for key in saved.marked) == EXPECTED["marked"]
    assert {str(path): role.value for path, role in saved.roles.folders.items()} == EXPECTED[
        "roles"
    ]


def test_judgements_hold(tmp_path: Path) -> None:
    path = restored("judgements", tmp_path / "judgements.sqlite3")
    with JudgementFile(path) as file:
        found = [[one.kind.value, str(one.left), str(one.right)] for one in file.entries()]
    assert sorted(found) == EXPECTED["judgements"]
    read = read_judgements(path)
    counts = [len(read.texts_apart), len(read.text_copies), len(read.kept)]
    assert counts == [EXPECTED["apart"], EXPECTED["copies"], EXPECTED["kept"]]


@pytest.mark.parametrize("number", range(4), ids=["batches", "batch 1", "batch 3", "batch 2"])
def test_the_journal_holds(tmp_path: Path, number: int, capsys: pytest.CaptureFixture[str]) -> None:
    restored("journal", tmp_path / "journal.sqlite")
    batch = [[], ["1"], ["3"], ["2"]][number]
    index = ["--index", str(tmp_path / "index.sqlite3")]
    assert main(["history", *batch, *index, "--format", "json"]) == 0
    # that version had empty texts for nothing, and times with a space
    expected = [
        {name: None if value == "" else value for name, value in row.items()}
        | ({"at": row["at"].replace(" ", "T")} if "at" in row else {})
        for row in json.loads(EXPECTED["history"][number])
    ]
    assert json.loads(capsys.readouterr().out)["rows"] == expected


def test_settings_hold(tmp_path: Path) -> None:
    """Each value that version kept, none of them a default, is kept again as it was."""
    paths = [Path(shutil.copy(WRITTEN / "settings.ini", tmp_path)), tmp_path / "again.ini"]
    old, new = (QSettings(str(path), QSettings.Format.IniFormat) for path in paths)
    assert save_settings(new, load_settings(old))
    assert len(old.allKeys()) > 25
    # what a scan reads has grown since: a list that was the default is the one of today
    presets = json.loads(str(old.value("presets")))
    kept = json.loads(str(new.value("presets")))
    assert presets[1]["config"]["include"][0] == "*.txt"
    presets[1]["config"]["include"] = list(DEFAULT_INCLUDE)
    assert [one["name"] for one in kept] == [one["name"] for one in presets]
    for before, after in zip(presets, kept, strict=True):
        assert after["config"] | before["config"] == after["config"]
    others = {*old.allKeys()} - {"presets"}
    assert {key: new.value(key) for key in others} == {key: old.value(key) for key in others}
