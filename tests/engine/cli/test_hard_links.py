"""Rules, roles and figures for files with several names: each of their names counts."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from builders import english_text
from places import python_environment
from removals import put, shown
from simcore import load_results, save_results, scan
from simcore.cli.main import main

Run = Callable[..., tuple[int, str, str]]
COMMAND = sys.executable, "-c", "import sys; from simcore.cli.main import main; sys.exit(main())"
TEXT = english_text(1).encode()


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], index_path: Path) -> Run:
    index_path.parent.mkdir()

    def call(*arguments: object) -> tuple[int, str, str]:
        jobs = ["--jobs", "0"] if arguments[0] == "prune" else []
        try:
            code = main([*map(str, arguments), "--index", str(index_path), *jobs])
        except SystemExit as error:
            code = int(error.code or 0)
        return code, *capfd.readouterr()

    return call


def linked(first: Path, *others: Path) -> list[Path]:
    for other in others:
        other.parent.mkdir(parents=True, exist_ok=True)
        other.hardlink_to(first)
    return [first, *others]


def taken(folder: Path) -> int:
    """Return the bytes that the files below a folder take, by find(1): each file once."""
    listing = ["find", folder, "-type", "f", "-printf", "%i %s\n"]
    said = subprocess.run(listing, capture_output=True, check=True, text=True)
    return sum(int(line.split()[1]) for line in {*said.stdout.splitlines()})


def planned(run: Run, *words: object) -> tuple[list[str], int]:
    """Return the paths that a plan would remove, and the bytes that it says become free."""
    _, out, err = run("prune", *words, "--format", "json")
    rows = json.loads(out)["rows"]
    size = int(err.split("trash: ")[1].split(" byte")[0].replace(",", ""))
    return [Path(one["path"]).name for one in rows if one["state"] == "planned"], size


@pytest.mark.parametrize("kept", ["a", "z"])
@pytest.mark.parametrize("way", ["hardlink", "delete", "symlink"])
def test_the_bytes_that_are_said_become_free_and_a_second_run_has_nothing_to_do(
    tmp_path: Path, run: Run, kept: str, way: str
) -> None:
    library = tmp_path / "library"
    copy = library / "m/1.txt"
    put(copy, TEXT)
    linked(copy, library / "m/2.txt", library / "n/3.txt")
    put(library / kept / "kept.txt", TEXT)
    words = "prune", library, "--keep", f"folder={library / kept}", "--to", way, "--apply"
    before = taken(library)
    code, out, _ = run(*words)
    assert code == 0
    assert f"1 done; {len(TEXT):,} bytes" in out
    assert taken(library) == before - len(TEXT)
    code, out, _ = run(*words)
    assert (code, out) == (0, "0 of 0 documents: there was nothing to remove\n")


def test_names_outside_the_scanned_folders_stay_and_the_plan_says_so(
    tmp_path: Path, run: Run
) -> None:
    library = tmp_path / "library"
    put(library / "kept.txt", TEXT, 1_700_000_000)
    (copy,) = linked(put(library / "copy.txt", TEXT))
    linked(copy, tmp_path / "outside.txt", tmp_path / "outside 2.txt")
    _, out, err = run("prune", library, "--keep", "newest")
    assert "trash: 0 bytes" in out
    said = f"{copy}: also has names (hard links) outside the scanned folders: 2; no space is freed"
    assert said in err
    code, out, _ = run("prune", library, "--keep", "newest", "--to", "delete", "--apply")
    assert code == 0
    assert "delete: 1 done; 0 bytes" in out
    assert "outside the scanned folders: 2" in out
    assert (tmp_path / "outside.txt").read_bytes() == TEXT


def test_a_protected_name_that_is_not_the_listed_one(tmp_path: Path, run: Run) -> None:
    library = tmp_path / "library"
    put(library / "old/a.txt", TEXT)
    linked(library / "old/a.txt", library / "prot/x.txt")
    put(library / "old/b.txt", TEXT, 1_900_000_000)
    protect = "--protect", library / "prot"
    assert planned(run, library, "--keep", "newest", *protect) == (["b.txt"], len(TEXT))
    code, _, _ = run("prune", library, "--keep", "newest", *protect, "--to", "delete", "--apply")
    assert code == 0
    assert {path.name for path in shown(library)} == {"a.txt", "x.txt"}


@pytest.mark.parametrize(
    ("rule", "second"),
    [
        ("folder={}/z", "z/x.txt"),
        ("name=*signed*", "z/signed.txt"),
        ("not-name", "z/report.txt"),
        ("shortest-path", "0.txt"),
    ],
)
def test_a_rule_that_keeps_one_of_its_names_keeps_the_document(
    tmp_path: Path, run: Run, rule: str, second: str
) -> None:
    library = tmp_path / "library"
    put(library / "a/a/report (1).txt", TEXT)
    linked(library / "a/a/report (1).txt", library / second)
    put(library / "b/b/report copy.txt", TEXT)
    goes, _ = planned(run, library, "--keep", rule.format(library))
    assert goes == ["report copy.txt"]


def test_every_name_that_goes_has_a_row(tmp_path: Path, run: Run) -> None:
    library = tmp_path / "library"
    put(library / "kept.txt", TEXT, 1_700_000_000)
    put(library / "sub/1.txt", TEXT)
    linked(library / "sub/1.txt", library / "sub/2.txt")
    assert planned(run, library, "--keep", "newest") == (["1.txt", "2.txt"], len(TEXT))
    _, out, _ = run("prune", library, "--keep", "newest")
    assert f"{library / 'sub/2.txt'}  (a name of {library / 'sub/1.txt'})" in out
    assert "1 of 2 documents" in out
    to = ("--keep", "newest", "--to", tmp_path / "away", "--apply", "--format", "json")
    _, out, _ = run("prune", library, *to)
    rows = json.loads(out)["rows"]
    assert [one["where"] for one in rows] == [str(tmp_path / f"away/sub/{n}.txt") for n in (1, 2)]
    assert [one["name_of"] for one in rows] == [None, str(library / "sub/1.txt")]
    assert (tmp_path / "away/sub/1.txt").samefile(tmp_path / "away/sub/2.txt")
    code, _, _ = run("undo")
    assert code == 0
    assert (library / "sub/1.txt").samefile(library / "sub/2.txt")


def test_a_link_that_was_followed_protects_and_does_not_go(tmp_path: Path, run: Run) -> None:
    library = tmp_path / "library"
    put(library / "a/1.txt", TEXT)
    (library / "z").mkdir()
    (library / "z/link.txt").symlink_to("../a/1.txt")
    put(library / "b/2.txt", TEXT, 1_750_000_000)
    words = library, "--keep", "newest", "--follow-links"
    assert planned(run, *words) == (["1.txt"], len(TEXT))
    assert planned(run, *words, "--protect", library / "z") == (["2.txt"], len(TEXT))


def test_saved_results_have_all_names(tmp_path: Path) -> None:
    library = tmp_path / "library"
    put(library / "1.txt", TEXT)
    linked(library / "1.txt", library / "2.txt", tmp_path / "outside.txt")
    put(library / "3.txt", TEXT)
    report = scan(library)
    (first, second) = report.documents.values()
    assert [one.path.name for one in first.other_names] == ["2.txt"]
    assert (first.unseen_names, first.gain) == (1, 0)
    assert (second.other_names, second.unseen_names, second.gain) == ((), 0, len(TEXT))
    save_results(report, [], tmp_path / "results.variorum")
    opened = [*load_results(tmp_path / "results.variorum").report.documents.values()]
    assert [(one.other_names, one.unseen_names) for one in opened] == [
        (first.other_names, 1),
        ((), 0),
    ]


def test_unchanged_files_have_their_names_without_another_look(
    tmp_path: Path, index_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of names comes with the listing: it costs no call to the system."""
    library = tmp_path / "library"
    for number in range(20):
        put(library / f"{number}.txt", english_text(number).encode())
    index_path.parent.mkdir()
    scan(library, index=index_path)
    linked(library / "3.txt", library / "x.txt", tmp_path / "outside.txt")
    asked: list[object] = []
    look = os.stat

    def counting(path: object, *more: object, **named: object) -> os.stat_result:
        asked.append(path)
        return look(path, *more, **named)  # type: ignore[arg-type, call-overload, no-any-return]

    monkeypatch.setattr(os, "stat", counting)
    report = scan(library, index=index_path)
    assert not [one for one in asked if str(one).endswith(".txt")]
    (found,) = [one for one in report.documents.values() if one.other_names]
    assert (found.path.name, found.unseen_names) == ("3.txt", 1)


def may_mount() -> bool:
    """Return whether a bind mount can be made in a name space of one's own."""
    mount = ["unshare", "--mount", "mount", "--bind", "/tmp", "/tmp"]  # noqa: S108
    try:
        able = subprocess.run(mount, capture_output=True, check=False)
    except FileNotFoundError:
        return False
    return able.returncode == 0


@pytest.mark.skipif(not may_mount(), reason="no right to mount")
@pytest.mark.parametrize("mounted", ["prot", "prot/inner", "."])
@pytest.mark.parametrize("option", ["--protect", "--keep"])
def test_a_folder_through_a_bind_mount_is_the_folder(
    tmp_path: Path, mounted: str, option: str
) -> None:
    """The folder itself, one below it, and one around it: what is planned can be done."""
    base = tmp_path / "base"
    put(base / "prot/inner/1.txt", TEXT)
    put(tmp_path / "free/2.txt", TEXT, 1_900_000_000)
    view = tmp_path / "view"
    view.mkdir()
    rule = "newest" if option == "--protect" else f"folder={base / 'prot'}"
    words = ["prune", view, tmp_path / "free", "--keep", rule, "--to", "delete", "--apply"]
    words += ["--index", ":memory:", "--jobs", "0"]
    words += ["--protect", base / "prot"] if option == "--protect" else []
    script = f'mount --bind {base / mounted} {view} && exec "$@"'
    run = subprocess.run(
        [*("unshare", "--mount", "sh", "-c", script, "sh"), *COMMAND, *map(str, words)],
        env=python_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "1 done" in run.stdout
    assert (base / "prot/inner/1.txt").read_bytes() == TEXT
    assert not (tmp_path / "free/2.txt").exists()
