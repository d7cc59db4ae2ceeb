"""What is typed in one Unicode form means what is on the disk in another one: a Mac's, for one."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from builders import english_text
from commands import Patch, Run
from removals import put
from simcore.cli.main import add_command
from simcore.cli.options import configured
from unicode_names import BOTH_WAYS, IDS

pytestmark = [
    pytest.mark.parametrize(("typed", "there"), BOTH_WAYS, ids=IDS),
    pytest.mark.skipif(sys.platform == "darwin", reason="names are one there"),
]
Told = Callable[..., tuple[int, list[str], str]]


@pytest.fixture
def run(run_indexed: Run) -> Told:
    """Run a command, and return what it writes line by line, or name by name."""

    def call(*words: object) -> tuple[int, list[str], str]:
        code, out, err = run_indexed(*words)
        return code, [*filter(None, out.replace("\0", "\n").split("\n"))], err

    return call


@pytest.fixture
def library(tmp_path: Path, there: str, monkeypatch: Patch) -> Path:
    """Three copies: in a folder of such a name, under such a name, and neither."""
    for name in (f"t/{there}/a.txt", f"t/b/{there} final.txt", "t/b/c.txt"):
        put(tmp_path / name, english_text(1).encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path / "t"


def test_an_excluded_document_stays(library: Path, run: Told, typed: str, there: str) -> None:
    code, out, _ = run(
        "prune", "t", "--keep", "newest", "--exclude", typed, "--exclude", f"*{typed}*", "--apply"
    )
    assert (code, out) == (0, ["0 of 0 documents: there was nothing to remove"])
    assert len([*library.rglob("*.txt")]) == 3


def test_excluded_from_the_root_of_the_disk(
    library: Path, run: Told, typed: str, there: str
) -> None:
    (library / there / "sub").mkdir()
    (library / there / "a.txt").rename(library / there / "sub" / "a.txt")
    pattern = library / typed / "sub"
    _, out, _ = run("scan", library / there, "--exclude", pattern)
    assert out[0].startswith("0 files listed")
    _, out, _ = run("scan", library / there)
    assert out[0].startswith("1 file listed")


def test_kept_by_rules(library: Path, run: Told, typed: str, there: str) -> None:
    for rule in (f"name={typed}*", f"name=* final.txt,not-name=*{typed}*"):
        _, out, _ = run("prune", "t", "--keep", rule)
        stay = {one.strip() for one in out if "stays" in one}
        assert stay == {f"stays  t/b/{there} final.txt  (identical, 100 %; name)"}
    _, out, _ = run("prune", "t", "--keep", f"not-name=*{typed}*")
    assert f"trash  t/b/{there} final.txt" in out
    code, out, err = run("prune", "t", "--keep", f"folder=t/{typed}", "--apply")
    assert code == 0, err
    assert [*library.rglob("*.txt")] == [library / there / "a.txt"]
    # who counts characters counts those that a person sees
    for name in (f"{there}1.txt", f"{typed}.txt"):
        put(library.with_name("s") / name, english_text(1).encode())
    _, out, _ = run("prune", "s", "--keep", "shortest-path")
    assert f"trash  s/{there}1.txt" in out


def test_protected(library: Path, run: Told, typed: str, there: str) -> None:
    for option in ("--protect", "--exclude-role"):
        _, out, err = run("prune", "t", "--keep", "newest", option, f"t/{typed}")
        assert f"trash  t/{there}/a.txt" not in out, err
        assert out


def test_named(library: Path, run: Told, typed: str, there: str) -> None:
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


def test_two_folders_are_not_mixed_up(library: Path, run: Told, typed: str, there: str) -> None:
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


def test_moved_and_written(library: Path, run: Told, typed: str, there: str) -> None:
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


def test_kept_for_days(library: Path, run: Told, typed: str, there: str) -> None:
    parser = argparse.ArgumentParser()
    add_command("scan", parser)
    arguments = parser.parse_args(["t", "--keep-days-in", f"t/{typed}", "7"])
    (days,) = configured(arguments).folder_days
    assert days.folder == (library / there).resolve()
