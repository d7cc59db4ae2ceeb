"""What is typed in one Unicode form means what is on the disk in another one: a Mac's, for one."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from builders import english_text
from simcore.cli.main import add_command, main
from simcore.cli.options import configured
from unicode_names import BOTH_WAYS, IDS

Run = Callable[..., tuple[int, list[str], str]]

pytestmark = [
    pytest.mark.parametrize(("typed", "there"), BOTH_WAYS, ids=IDS),
    pytest.mark.skipif(sys.platform == "darwin", reason="names are one there"),
]


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], index_path: Path) -> Run:
    index_path.parent.mkdir()

    def call(*arguments: object) -> tuple[int, list[str], str]:
        command, *others = map(str, arguments)
        scans = command in {"groups", "scan", "prune", "problems", "similar"}
        jobs = ["--jobs", "0"] if scans else []
        code = main([command, *others, *jobs, "--index", str(index_path)])
        out, err = capfdbinary.readouterr()
        return code, [*filter(None, out.decode().replace("\0", "\n").split("\n"))], err.decode()

    return call


@pytest.fixture
def library(tmp_path: Path, there: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three copies: in a folder of such a name, under such a name, and neither."""
    for name in (f"t/{there}/a.txt", f"t/b/{there} final.txt", "t/b/c.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(english_text(1))
        os.utime(path, (1_600_000_000, 1_600_000_000))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "t"


def test_an_excluded_document_stays(library: Path, run: Run, typed: str, there: str) -> None:
    code, out, _ = run(
        "prune", "t", "--keep", "newest", "--exclude", typed, "--exclude", f"*{typed}*", "--apply"
    )
    assert (code, out) == (0, ["0 of 0 documents: there was nothing to remove"])
    assert len([*library.rglob("*.txt")]) == 3


@pytest.mark.parametrize("pattern", ["{}", "/{}/", "**/{}/**", "{}*"])
def test_excluded(library: Path, run: Run, typed: str, there: str, pattern: str) -> None:
    _, out, _ = run("groups", "t", "--exclude", pattern.format(typed), "--print0")
    assert f"t/{there}/a.txt" not in out


def test_excluded_from_the_root_of_the_disk(
    library: Path, run: Run, typed: str, there: str
) -> None:
    (library / there / "sub").mkdir()
    (library / there / "a.txt").rename(library / there / "sub" / "a.txt")
    pattern = library / typed / "sub"
    _, out, _ = run("scan", library / there, "--exclude", pattern)
    assert out[0].startswith("0 files listed")
    _, out, _ = run("scan", library / there)
    assert out[0].startswith("1 file listed")


def test_included(library: Path, run: Run, typed: str, there: str) -> None:
    _, out, _ = run("groups", "t", "--print0", "--include", f"{typed}*", "--include", "a.txt")
    assert {*out} == {f"t/{there}/a.txt", f"t/b/{there} final.txt"}


def test_ignored(library: Path, run: Run, typed: str, there: str) -> None:
    (library / ".gitignore").write_text(f"{typed}/\n")
    _, out, _ = run("groups", "t", "--print0", "--ignore-files")
    assert {*out} == {"t/b/c.txt", f"t/b/{there} final.txt"}


def test_kept_by_rules(library: Path, run: Run, typed: str, there: str) -> None:
    for rule in (f"name={typed}*", f"name=* final.txt,not-name=*{typed}*"):
        _, out, _ = run("prune", "t", "--keep", rule)
        stay = {one.strip() for one in out if "stays" in one}
        assert stay == {f"stays  t/b/{there} final.txt  (identical, 100 %; name)"}
    _, out, _ = run("prune", "t", "--keep", f"not-name=*{typed}*")
    assert f"trash  t/b/{there} final.txt" in out
    code, out, err = run("prune", "t", "--keep", f"folder=t/{typed}", "--apply")
    assert code == 0, err
    assert [*library.rglob("*.txt")] == [library / there / "a.txt"]


def test_protected(library: Path, run: Run, typed: str, there: str) -> None:
    for option in ("--protect", "--exclude-role"):
        _, out, err = run("prune", "t", "--keep", "newest", option, f"t/{typed}")
        assert f"trash  t/{there}/a.txt" not in out, err
        assert out


def test_named(library: Path, run: Run, typed: str, there: str) -> None:
    code, out, err = run("scan", f"t/{typed}")
    assert (code, out[0].split(",")[0]) == (0, "1 file listed"), err
    code, out, _ = run("groups", f"t/{typed}", f"t/b/{typed} final.txt", "--print0")
    assert {*out} == {f"t/{there}/a.txt", f"t/b/{there} final.txt"}
    code, out, _ = run("similar", f"t/b/{typed} final.txt", "t", "--print0")
    assert (code, {*out}) == (0, {f"t/{there}/a.txt", "t/b/c.txt"})
    code, out, _ = run("similar", f"t/{typed}/a.txt", "--print0")  # of the index alone
    assert {Path(one).name for one in out} == {f"{there} final.txt", "c.txt"}
    code, out, err = run("explain", f"t/{typed}/a.txt", "t/b/c.txt")
    assert code == 0, err
    code, out, err = run("text", f"t/b/{typed} final.txt")
    assert code == 0, err
    Path("list").write_text(f"t/{typed}\nt/b/{typed} final.txt\n", "utf-8")
    code, out, err = run("groups", "--files-from", "list", "--print0")
    assert (code, {*out}) == (0, {f"t/{there}/a.txt", f"t/b/{there} final.txt"}), err


def test_a_name_that_is_nowhere_is_refused(library: Path, run: Run, typed: str, there: str) -> None:
    code, _, err = run("scan", f"t/{typed}/{typed}")
    assert (code, err.count("does not exist")) == (2, 1)


def test_two_folders_are_not_mixed_up(library: Path, run: Run, typed: str, there: str) -> None:
    """The folder of just this name is meant, and loses nothing; the other one is another."""
    same = library / typed
    same.mkdir()
    (same / "a.txt").write_text(english_text(1))
    _, out, _ = run("groups", f"t/{typed}", "t/b", "--print0")
    assert f"t/{there}/a.txt" not in out
    assert f"t/{typed}/a.txt" in out
    code, out, err = run("prune", "t", "--keep", f"folder=t/{typed}", "--apply")
    assert code == 0, err
    assert [*library.rglob("*.txt")] == [same / "a.txt"]
    code, _, err = run("undo")
    assert code == 0, err
    names = {one.relative_to(library).as_posix() for one in library.rglob("*.txt")}
    assert names == {
        *(f"{typed}/a.txt", f"{there}/a.txt"),
        *(f"b/{there} final.txt", "b/c.txt"),
    }


def test_moved_and_written(library: Path, run: Run, typed: str, there: str) -> None:
    """A destination and an output are in the folder that is there; a new file is a new one."""
    code, _, err = run("prune", "t", "--keep", "newest", "--to", f"t/{typed}/away")
    assert (code, "where it would be found again" in err) == (2, True)
    goal = library.with_name(there)
    goal.mkdir()
    (goal / f"{there}.csv").write_text("a document")
    code, _, err = run("groups", "t", "-o", f"{typed}/{typed}.csv")
    assert code == 0, err
    assert (goal / f"{there}.csv").read_text() == "a document"
    assert (goal / f"{typed}.csv").is_file()
    code, _, err = run("prune", "t", "--keep", "folder=t/b", "--to", typed, "--apply")
    assert code == 0, err
    assert [*goal.rglob("a.txt")]
    assert not Path(typed).exists()


def test_kept_for_days(library: Path, run: Run, typed: str, there: str) -> None:
    parser = argparse.ArgumentParser()
    add_command("scan", parser)
    arguments = parser.parse_args(["t", "--keep-days-in", f"t/{typed}", "7"])
    (days,) = configured(arguments).folder_days
    assert days.folder == (library / there).resolve()
