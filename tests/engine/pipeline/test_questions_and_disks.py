"""Questions to an index while the disk of some of its documents is not connected."""

import shutil
from pathlib import Path

import pytest

from builders import english_text
from simcore import FingerprintIndex, ScanConfig, check_document, scan
from simcore.cli.main import main
from simcore.model.reasons import ReasonCode
from simcore.pipeline.similar import recall_similar
from simcore.reports.words import ENGLISH_CHECK, check_facts
from simcore.workers import make_executor, stop_executor
from sticks import Mounts, Stick

CONFIG = ScanConfig(jobs=0)
ON_STICK = 270
"""More than a check reads in vain."""


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, index: FingerprintIndex) -> Stick:
    """A disk with many documents like ``q.txt``, scanned and unplugged; one stays in ``here``."""
    text = english_text(1, 40)
    made = Stick(tmp_path, "usb")
    (tmp_path / "q.txt").write_text(text)
    for number in range(ON_STICK):
        (made.point / f"{number}.txt").write_text(f"{text}\n{english_text(number + 2, 6)}")
    (tmp_path / "here").mkdir()
    Mounts(monkeypatch, made)
    scan([made.point, tmp_path / "here"], CONFIG, index)
    made.unplug()
    return made


def test_similar_tells_once_of_a_disk_that_is_away(
    tmp_path: Path, index: FingerprintIndex, stick: Stick
) -> None:
    found = recall_similar(tmp_path / "q.txt", CONFIG, index)
    assert found.pairs == ()
    ((path, reason),) = [(one.path, one.reason) for one in found.problems]
    assert (path, reason.code, reason.values) == (
        stick.point,
        ReasonCode.LEFT_OUT_AWAY,
        (ON_STICK,),
    )
    stick.plug()
    (stick.point / "7.txt").unlink()  # what is gone from a disk that is there is told by name
    found = recall_similar(tmp_path / "q.txt", CONFIG, index)
    assert len(found.pairs) == ON_STICK - 1
    assert [one.path.name for one in found.problems] == ["7.txt"]


def test_a_check_compares_with_what_is_there_and_counts_the_rest(
    tmp_path: Path, index: FingerprintIndex, stick: Stick
) -> None:
    executor = make_executor(0)
    try:
        checked = check_document(tmp_path / "q.txt", CONFIG, index, executor)
        assert (checked.found, checked.away, checked.is_partial) == (0, ON_STICK, True)
        assert [one.path for one in checked.problems] == [stick.point]
        facts = check_facts(checked, ENGLISH_CHECK)
        assert facts[0].endswith("in the documents it was compared with.")
        assert facts[-1] == f"Documents left out, since their disk is not connected: {ON_STICK}."
        copy = shutil.copy(tmp_path / "q.txt", tmp_path / "here" / "copy.txt")
        scan([tmp_path / "here"], CONFIG, index)
        checked = check_document(tmp_path / "q.txt", CONFIG, index, executor)
        assert [one.document.path for one in checked.sources] == [Path(copy)]
        assert (checked.share, checked.away) == (1, ON_STICK)
    finally:
        stop_executor(executor)


@pytest.mark.parametrize("check", [(), ("--check",)])
def test_the_command_tells_so_in_one_line_and_ends_as_incomplete(
    tmp_path: Path,
    index: FingerprintIndex,
    stick: Stick,
    capsys: pytest.CaptureFixture[str],
    check: tuple[str, ...],
) -> None:
    words = ["similar", str(tmp_path / "q.txt"), *check, "--index", str(index.path)]
    assert main(words) == 3
    out, err = capsys.readouterr()
    (line,) = err.splitlines()
    assert line == (
        f"variorum: {stick.point}: the disk is not connected; "
        f"documents on it that were not compared: {ON_STICK}"
    )
    assert "No passage of this document stands in the library" not in out


# --- commands -----------------------------------------------------------------------------------


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, index: FingerprintIndex) -> Path:
    """A folder below the mount point of a disk that was scanned, and is not connected."""
    made = Stick(tmp_path, "usb")
    (made.point / "docs").mkdir()
    for number in range(3):
        (made.point / "docs" / f"{number}.txt").write_text(english_text(1, 40))
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "copy.txt").write_text(english_text(1, 40))
    Mounts(monkeypatch, made)
    scan([made.point], CONFIG, index)
    made.unplug()
    return made.point / "docs"


def count(index: FingerprintIndex) -> int:
    return int(index.value("select count(*) from on_disk"))


@pytest.mark.parametrize("point", [True, False], ids=["empty", "no point"])
@pytest.mark.parametrize(
    "words", [["scan"], ["groups"], ["problems"], ["prune", "--keep", "newest"]]
)
def test_a_folder_on_a_disk_that_is_away_is_no_folder_that_is_gone(
    tmp_path: Path,
    index: FingerprintIndex,
    away: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    point: bool,
) -> None:
    if not point:  # as desktops leave it
        away.parent.rmdir()
    for folders in ([away], [tmp_path / "here", away], [away / "new"]):
        named = [*map(str, folders), "--index", str(index.path), "--jobs", "0"]
        assert main([*words, *named]) == 3
        told = "".join(capsys.readouterr())
        assert "the disk is not connected; documents on it stay in the index: 3" in told
        assert str(away.parent) in told
        assert "does not exist" not in told
        assert count(index) == 3
    assert main([*words, str(tmp_path / "typo"), "--index", str(index.path)]) == 2
    assert "does not exist" in capsys.readouterr().err


def test_a_quiet_command_says_in_a_line_why_it_is_incomplete(
    tmp_path: Path, index: FingerprintIndex, away: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["groups", str(tmp_path / "here"), str(away.parent), "-q", "--index", str(index.path)]
    assert main([*words, "--jobs", "0"]) == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"variorum: incomplete: {away.parent}: the disk is not connected")
