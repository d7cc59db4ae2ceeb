"""Files with what people decided and removed, written by earlier versions, open and hold.

``first_edition`` has what version 0.1.0 wrote of ten documents below ``/library``,
``second_edition`` what the program wrote before the schema of its index was declared anew: SQLite
files as SQL text, settings as they are, and ``expected.json`` with what those programs themselves
read out of them. The folders were never there for this version, and need not be.

An index and saved results are made again from the documents: those of earlier versions are refused.
"""

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings

from app.settings.settings import load_settings, save_settings
from earlier_files import PROJECT, earlier_index, restored
from simcore import FingerprintIndex, load_results
from simcore.cli.main import main
from simcore.index.judgements import ArrivalFile, JudgementFile, read_judgements
from simcore.index.paths import judgements_path
from simcore.model.config import DEFAULT_INCLUDE, FolderDays
from simcore.model.reasons import IndexTooOldError, ResultsFileError
from simcore.model.report import Arrival, ArrivalEvent

FIRST, SECOND = "first_edition", "second_edition"
EXPECTED: dict[str, dict[str, Any]] = {
    one: json.loads((PROJECT / one / "expected.json").read_text(encoding="utf-8"))
    for one in (FIRST, SECOND)
}


@pytest.mark.parametrize("version", [6, 30])
def test_an_index_is_refused_with_what_to_do(
    tmp_path: Path, version: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is deleted: asked for a new one, a command keeps it under another name."""
    path = earlier_index(tmp_path / "index.sqlite3", version)
    kept = restored("judgements", judgements_path(path), SECOND).read_bytes()
    before, library = path.read_bytes(), tmp_path / "library"
    library.mkdir()
    for name in ("a.txt", "b.txt"):
        (library / name).write_text("some words that both of them have", encoding="utf-8")
    with pytest.raises(IndexTooOldError, match=r"index\.sqlite3: was made by an earlier version"):
        FingerprintIndex(path)
    command = ["groups", str(library), "--index", str(path), "--jobs", "0"]
    assert main(command) == 4
    said = capsys.readouterr().err
    assert said.count(str(path)) == 1
    assert "rename it or name another file, and scan again" in said
    assert "--renew-index" in said
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.glob("*index*")] == [path.name]
    assert main([*command, "--renew-index"]) == 0
    shown = capsys.readouterr()
    assert "b.txt" in shown.out
    aside = tmp_path / "index.earlier.sqlite3"
    assert f"{path}: could not be used and is kept as {aside}" in shown.err
    assert aside.read_bytes() == before
    assert main(command) == 0
    assert judgements_path(path).read_bytes() == kept


@pytest.mark.parametrize("version", [1, 12, 13])
def test_saved_results_are_refused_with_what_to_do(tmp_path: Path, version: int) -> None:
    path = tmp_path / "results.variorum"
    header = {"variorum": "results", "version": version, "system": "posix"}
    path.write_bytes(gzip.compress(json.dumps(header).encode() + b'\n["end"]\n'))
    with pytest.raises(
        ResultsFileError, match=r"results\.variorum: was saved by an earlier version.*scan again"
    ):
        load_results(path)


@pytest.mark.parametrize("edition", [FIRST, SECOND])
def test_judgements_hold(tmp_path: Path, edition: str) -> None:
    path = restored("judgements", tmp_path / "judgements.sqlite3", edition)
    expected = EXPECTED[edition]
    with JudgementFile(path) as file:
        found = [
            [one.kind.value, str(one.left), str(one.right), one.encoding] for one in file.entries()
        ]
    wanted = expected["judgements"]
    assert sorted(found) == [one if edition == SECOND else [*one, ""] for one in wanted]
    read = read_judgements(path)
    if edition == FIRST:
        counts = [len(read.texts_apart), len(read.text_copies), len(read.kept)]
        assert counts == [expected["apart"], expected["copies"], expected["kept"]]
    else:
        counts = [*map(len, (read.apart, read.copies, read.kept, read.encodings))]
        assert counts == expected["counts"]


def test_marks_hold(tmp_path: Path) -> None:
    with JudgementFile(restored("judgements", tmp_path / "judgements.sqlite3", SECOND)) as file:
        assert [str(path) for path, _ in file.marks()] == EXPECTED[SECOND]["marks"]
        assert [str(path) for path, _ in file.keepers()] == EXPECTED[SECOND]["keepers"]


@pytest.mark.parametrize(
    ("edition", "number"),
    [*((FIRST, number) for number in range(4)), *((SECOND, number) for number in range(5))],
)
def test_the_journal_holds(
    tmp_path: Path, edition: str, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of removals, some of them undone, one refused, and in the first edition with sentences."""
    restored("journal", tmp_path / "journal.sqlite", edition)
    batches = [[], ["1"], ["3"], ["2"]] if edition == FIRST else [[], ["1"], ["2"], ["3"], ["4"]]
    index = ["--index", str(tmp_path / "index.sqlite3")]
    assert main(["history", *batches[number], *index, "--format", "json"]) == 0
    expected = EXPECTED[edition]["history"][number]
    if edition == FIRST:
        # that version had empty texts for nothing, and times with a space
        expected = [
            {name: None if value == "" else value for name, value in row.items()}
            | ({"at": row["at"].replace(" ", "T")} if "at" in row else {})
            for row in json.loads(expected)
        ]
    assert json.loads(capsys.readouterr().out)["rows"] == expected


def test_what_a_watch_has_told_holds(tmp_path: Path) -> None:
    with ArrivalFile(restored("arrivals", tmp_path / "a.sqlite3", SECOND)) as file:
        library = Path("/tmp/variorum-second-edition/library")  # noqa: S108 - where it was
        assert file.recent() == [
            Arrival(ArrivalEvent.GONE, library / "合同" / "gone.txt", time=1.7e9)
        ]
        assert file.begun() == {library}
        assert [path for path, _ in file.seen([library])] == [library / "lease.txt"]


@pytest.mark.parametrize("edition", [FIRST, SECOND])
def test_settings_hold(tmp_path: Path, edition: str) -> None:
    """Each value that version kept is kept again as it was."""
    written = PROJECT / edition / "settings.ini"
    paths = [Path(shutil.copy(written, tmp_path)), tmp_path / "again.ini"]
    old, new = (QSettings(str(path), QSettings.Format.IniFormat) for path in paths)
    settings = load_settings(old)
    assert save_settings(new, settings)
    assert len(old.allKeys()) > 25
    if edition == SECOND:
        days = (FolderDays(Path("/文档/合同"), 30),)
        assert (settings.scan.keep_days, settings.scan.folder_days) == (90, days)
        assert settings.scan.containers
    presets = json.loads(str(old.value("presets")))
    kept = json.loads(str(new.value("presets")))
    if edition == FIRST:
        # what a scan reads has grown since: a list that was the default is the one of today
        assert presets[1]["config"]["include"][0] == "*.txt"
        presets[1]["config"]["include"] = list(DEFAULT_INCLUDE)
    assert [one["name"] for one in kept] == [one["name"] for one in presets]
    for before, after in zip(presets, kept, strict=True):
        assert after["config"] | before["config"] == after["config"]
    others = {*old.allKeys()} - {"presets"}
    assert {key: new.value(key) for key in others} == {key: old.value(key) for key in others}
