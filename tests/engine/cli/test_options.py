"""What a command reads, as it is named, and where its options have their defaults from."""

import argparse
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

import simcore
from app.__main__ import main as program
from app.settings.settings import Settings, save_settings, settings_path
from builders import chinese_text, edited
from commands import Patch, Run, ended
from places import ROOT
from simcore import ScanConfig
from simcore.cli.main import ONLY_BY_HAND, VARIABLES, _long_options, add_command
from simcore.cli.options import configured, size
from simcore.index.paths import default_index_path

ODD = ["a\nb.txt", "-q", " 合同 .txt", 'it\'s "q".txt', "tab\there", "$(x) `y` *.txt", "a:b=c.txt"]


def given(monkeypatch: Patch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def paths(out: str) -> list[str]:
    return [line.split(",")[0] for line in out.splitlines()[1:]]


def test_files_and_folders_in_any_place(library: Path, run: Run) -> None:
    Path("notes.xyz").write_text(chinese_text(1), encoding="utf-8")
    code, out, err = run("pairs", "notes.xyz", "--jobs", 0, library, "--distance", 24, "文档/1.txt")
    assert (code, err) == (0, "")
    found = {frozenset(line.split(",")[:2]) for line in out.splitlines()[1:]}
    assert frozenset({"notes.xyz", "文档/1.txt"}) in found
    assert {name for pair in found for name in pair} == {"notes.xyz", "文档/1.txt", "文档/near.txt"}


@pytest.mark.skipif(os.name == "nt", reason="no such names there")
def test_lists_with_odd_names(library: Path, run: Run, monkeypatch: Patch) -> None:
    """What find writes is read, also bytes that are no text."""
    odd = Path("odd")
    odd.mkdir()
    raw = [os.fsencode(name) for name in ODD] + ["合同.txt".encode("gb18030"), b"\xff\xfe"]
    for number, name in enumerate(raw):
        with open(b"odd/" + name, "wb") as file:  # noqa: PTH123 - bytes
            file.write(chinese_text(number).encode("utf-8"))
    found = subprocess.run(
        [shutil.which("find") or "", "odd", "-type", "f", "-print0"],
        capture_output=True,
        check=True,
    )
    Path("list").write_bytes(found.stdout)
    code, out, err = run(
        "fingerprints", "--files-from", "list", "-0", "--jobs", 0, "--format", "json"
    )
    assert (code, err) == (0, "")
    assert out.count('"fingerprint"') == len(raw)
    given(monkeypatch, found.stdout)
    assert run("scan", "--files-from", "-", "--null", "--jobs", 0)[1].startswith(
        f"{len(raw)} files"
    )
    code, _, err = run("scan", "--files-from", "list", "--jobs", 0)
    assert (code, "with -0" in err) == (2, True)


def test_a_list_by_lines(library: Path, run: Run, monkeypatch: Patch) -> None:
    Path("list").write_bytes("\ufeff文档/1.txt\r\n\r\n文档/near.txt\r\n".encode())
    code, out, _ = run("fingerprints", "--files-from", "list", "--jobs", 0)
    assert (code, sorted(paths(out))) == (0, ["文档/1.txt", "文档/near.txt"])
    given(monkeypatch, "文档/1.txt\n文档/gone.txt\n".encode())
    code, out, err = run("fingerprints", "--files-from", "-", "--jobs", 0)
    assert (code, paths(out)) == (3, ["文档/1.txt"])
    assert "文档/gone.txt: does not exist" in err
    given(monkeypatch, b"gone.txt\n")
    assert run("fingerprints", "--files-from", "-", "--jobs", 0)[0] == 3
    given(monkeypatch, b"")
    code, out, err = run("groups", "--files-from", "-", "--jobs", 0)
    assert (code, out, err) == (0, "", "")
    code, _, err = run("groups", "--files-from", "none")
    assert (code, "none: cannot be read" in err) == (2, True)
    assert run("groups", library, "-0")[0] == 2
    code, _, err = run("groups", "--jobs", 0)
    assert (code, "--files-from" in err) == (2, True)


@pytest.mark.skipif(os.name == "nt", reason="no such names there")
def test_names_that_look_like_options(library: Path, run: Run) -> None:
    Path("-q").write_text(chinese_text(1), encoding="utf-8")
    code, out, _ = run("pairs", "--jobs", 0, library, "--", "-q")
    assert code == 0
    assert "-q," in out or ",-q," in out


def test_the_standard_input_is_the_document(library: Path, run: Run, monkeypatch: Patch) -> None:
    text = edited(chinese_text(1), 9, 1)
    Path("query.txt").write_text(text, encoding="utf-8")
    command = "similar", "-", library, "--jobs", 0
    expected = run("similar", "query.txt", *command[2:])
    for encoding in ("utf-8", "gb18030"):
        given(monkeypatch, text.encode(encoding))
        assert run(*command) == expected
    page = f"<!DOCTYPE html><html><body><p>{text}</p><script>no()</script></body></html>"
    given(monkeypatch, page.encode())
    named = [
        [line.split()[-1] for line in one.splitlines()] for one in (run(*command)[1], expected[1])
    ]
    assert named[0] == named[1]
    given(monkeypatch, text.encode())
    code, out, _ = run("similar", "-", "--check", "--format", "json")
    assert (code, '"standard input"' in out) == (0, True)
    assert "/variorum-" not in out
    for data, words in ((b"", "has no words"), (bytes(range(256)) * 9, "is binary")):
        given(monkeypatch, data)
        code, out, err = run(*command)
        assert (code, out) == (3, "")
        assert f"variorum: standard input: {words}" in err
    given(monkeypatch, b"")
    assert run("similar", "-", "--files-from", "-")[0] == 2


def test_an_empty_list_is_not_the_whole_index(library: Path, run: Run, monkeypatch: Patch) -> None:
    run("scan", library, "--jobs", 0)
    given(monkeypatch, b"")
    assert run("similar", library / "1.txt", "--files-from", "-", "--jobs", 0)[:2] == (0, "")


def test_names_to_read_too(library: Path, run: Run) -> None:
    (library / "notes.xyz").write_text(chinese_text(5), encoding="utf-8")
    count = "fingerprints", library, "--jobs", 0
    assert len(paths(run(*count)[1])) == 2
    assert len(paths(run(*count, "--include-also", "*.xyz")[1])) == 3
    assert paths(run(*count, "--include", "*.xyz")[1]) == ["文档/notes.xyz"]
    assert len(paths(run(*count, "--include", "*.xyz", "--include-also", "near.*")[1])) == 2


def test_a_path_that_a_shell_completes_is_excluded(library: Path, run: Run) -> None:
    (library / "old").mkdir()
    (library / "old" / "3.txt").write_text(chinese_text(3), encoding="utf-8")
    (library / "new" / "old").mkdir(parents=True)
    (library / "new" / "old" / "4.txt").write_text(chinese_text(4), encoding="utf-8")
    for pattern in ("/old", "/old/", library.resolve() / "old"):
        code, out, err = run("fingerprints", library, "--jobs", 0, "--exclude", pattern)
        assert (code, err) == (0, "")
        assert sorted(paths(out)) == ["文档/1.txt", "文档/near.txt", "文档/new/old/4.txt"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--exclude", ""], "it is empty"),
        (["--exclude", "文档/old"], "paths are those below 文档; write /old"),
        (["--include", "docs/"], "docs/** is all that is in them"),
        (["--include-also", "[z-a]*"], "brackets"),
        (["--exclude", "../x"], "without . and .."),
        (["--include", "*.md", "--exclude", "*.md"], "--exclude has it, too"),
        (["other", "--exclude", "{}/文档/old"], "in each folder"),
    ],
)
def test_a_pattern_that_can_never_match_is_refused(
    library: Path, run: Run, words: list[str], reason: str
) -> None:
    Path("other").mkdir()
    words = [word.format(Path.cwd()) for word in words]
    code, out, err = run("groups", library, *words, "--jobs", 0)
    assert (code, out) == (2, "")
    assert reason in err
    assert "other" in words or "can never match" in err


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("64", 64_000_000), ("64M", 64_000_000), ("64MB", 64_000_000), ("64mib", 64 << 20)),
        *(("1.5k", 1_500), ("1KiB", 1024), ("2G", 2_000_000_000), ("0.001", 1_000), ("7B", 7)),
    ],
)
def test_sizes(text: str, number: int) -> None:
    assert size(text) == number


def test_sizes_that_are_not_named_are_those_of_a_scan() -> None:
    parser = argparse.ArgumentParser()
    add_command("scan", parser)
    config = configured(parser.parse_args(["."]))
    assert config == ScanConfig()


@pytest.mark.parametrize("text", ["", "M", "-1", "1e3", "64 T", "0x1", "nan", "inf", "1,5M", "0"])
def test_no_sizes(library: Path, run: Run, text: str) -> None:
    code, _, err = run("scan", library, f"--largest={text}")
    assert (code, "--largest" in err) == (2, True)


def test_the_largest_file(library: Path, run: Run) -> None:
    (library / "large.txt").write_text("words " * 400, encoding="utf-8")
    _, _, err = run("scan", library, "--jobs", 0, "--largest", "2KiB")
    assert "large.txt" in err
    _, _, err = run("scan", library, "--jobs", 0, "--largest", "2.4k")
    assert "large.txt" not in err
    assert run("text", library / "large.txt", "--largest", "1k")[0] == 3


def test_what_git_ignores(library: Path, run: Run) -> None:
    (library / ".gitignore").write_text("near*\n", encoding="utf-8")
    assert len(paths(run("fingerprints", library, "--jobs", 0)[1])) == 2
    found = run("fingerprints", library, "--jobs", 0, "--ignore-files")
    assert (found[0], paths(found[1])) == (0, ["文档/1.txt"])
    (library / ".gitignore").write_text("1*\n", encoding="utf-8")
    assert paths(run("fingerprints", library, "--jobs", 0, "--ignore-files")[1]) == [
        "文档/near.txt"
    ]


def test_from_another_folder(library: Path) -> None:
    """Run as people do, through a pipe of the shell."""
    words = 'find 文档 -name "*.txt" | "$0" -m simcore groups --files-from - --jobs 0'
    done = subprocess.run(
        [shutil.which("bash") or "", "-c", words, sys.executable],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert len(done.stdout.decode().splitlines()) == 2


def test_named_files_are_removed_and_shown_by_their_names(library: Path, run: Run) -> None:
    text = chinese_text(1)
    for name in ("a.log", "b.log"):
        Path(name).write_text(text, encoding="utf-8")
    words = "a.log", "b.log", "--jobs", 0
    code, out, _ = run("groups", *words, "--format", "html")
    assert (code, ">a.log<" in out, ">b.log<" in out) == (0, True, True)
    assert run("prune", *words, "--keep", "name=a.log", "--to", "moved", "--apply")[0] == 0
    assert [one.as_posix() for one in Path("moved").rglob("*")] == ["moved/b.log"]
    assert run("undo")[0] == 0
    assert Path("b.log").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "words",
    [
        "scan @",
        "groups . @",
        "pairs . --index @",
        "pairs . --dictionary @",
        "pairs . --config @",
        "pairs . -o @",
        "prune @ --keep newest --to delete --apply",
        "prune . --keep newest --protect @",
        "prune . --keep newest --exclude-role @",
        "prune . --keep folder=",
        "scan . --keep-days-in @ 3",
        "watch . --once --library @",
        "similar @",
        "explain a.txt @",
        "text @",
    ],
)
def test_an_empty_name_is_not_the_current_folder(
    words: str, tmp_path: Path, run: Run, monkeypatch: Patch
) -> None:
    """As a shell makes one of a variable that is not set."""
    monkeypatch.chdir(tmp_path)
    for name in ("a.txt", "b.txt"):
        Path(name).write_text("the same words in both of them", encoding="utf-8")
    code, out, err = run(*("" if word == "@" else word for word in words.split()))
    assert (code, out) == (2, "")
    assert "the name is empty; the current folder is ." in err or "folder=archive" in err
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.txt", "b.txt"]


# --- defaults -----------------------------------------------------------------------------------


@pytest.fixture
def shelf(library: Path) -> Path:
    (library / "notes.xyz").write_text(chinese_text(3), encoding="utf-8")
    (library / "draft.txt").write_text(chinese_text(4), encoding="utf-8")
    return library


def listed(out: str) -> set[str]:
    return {line.split(",")[0].rpartition("/")[2] for line in out.splitlines()[1:]}


def test_the_environment_sets_defaults(library: Path, run: Run, monkeypatch: Patch) -> None:
    monkeypatch.setenv("VARIORUM_INDEX", "env.sqlite3")
    monkeypatch.setenv("VARIORUM_JOBS", "0")
    assert run("plan", "--documents", 9, "--distance", 3)[0] == 0, "it needs no index"
    assert not Path("env.sqlite3").exists()
    assert run("scan", library)[0] == 0
    assert Path("env.sqlite3").exists()
    for own in ("own.sqlite3", ":memory:"):
        assert run("scan", library, "--index", own)[0] == 0
    assert Path("own.sqlite3").exists()
    assert not default_index_path().exists()
    monkeypatch.setenv("VARIORUM_INDEX", "")  # as if it were not there
    assert run("scan", library)[0] == 0
    assert default_index_path().exists()
    for name, value in (("JOBS", "many"), ("LARGEST", "64T"), ("INDEX", "none/index")):
        monkeypatch.setenv(f"VARIORUM_{name}", value)
        code, _, err = run("scan", library)
        assert (code, value in err) == (2, True)
        monkeypatch.delenv(f"VARIORUM_{name}")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_variable_stands_in_the_manual(language: str) -> None:
    manual = (ROOT / "resources" / "help" / f"manual.{language}.md").read_text(encoding="utf-8")
    assert all(f"`{variable}`" in manual for variable in VARIABLES)


CONFIG = """
jobs = 0
include-also = ["*.xyz"]
exclude = ["draft*", "/old/"]
largest = "1MiB"
similarity = 0.9

[fingerprints]
format = "json"
similarity = 0.5
"""


def test_a_file_sets_defaults(shelf: Path, run: Run, monkeypatch: Patch) -> None:
    config = Path("variorum.toml")
    config.write_text(CONFIG.replace("similarity = 0.5\n", ""), encoding="utf-8")
    code, out, _ = run("fingerprints", shelf, "--format", "csv")
    assert listed(out) == {"1.txt", "near.txt", "draft.txt"}, "no file is found by itself"
    code, out, _ = run("fingerprints", shelf, "--config", config, "--format", "csv")
    assert (code, listed(out)) == (0, {"1.txt", "near.txt", "notes.xyz"})
    assert run("fingerprints", shelf, f"--config={config}")[1].startswith("{")
    monkeypatch.setenv("VARIORUM_CONFIG", str(config))
    assert run("fingerprints", shelf)[1].startswith("{")
    # options that may be given several times are added
    code, out, _ = run("fingerprints", shelf, "--exclude", "near*", "--format", "csv")
    assert listed(out) == {"1.txt", "notes.xyz"}
    assert run("pairs", shelf)[1].count("\n") == 1, "none is .9 alike"
    assert run("pairs", shelf, "--similarity", 0.4)[1].count("\n") == 2
    assert run("text", shelf / "1.txt")[0] == 0  # not all commands have all options
    assert run("similar", shelf / "1.txt")[0] == 0  # what is excluded is of folders
    monkeypatch.setenv("VARIORUM_JOBS", "nonsense")
    code, _, err = run("scan", shelf)
    assert (code, "VARIORUM_JOBS" in err) == (2, True), "the environment counts more than the file"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\nexlude = ['x']", "variorum.toml, line 2: 'exlude' is no option, did you mean exclude?"),
        ("[gruops]\njobs = 1", "line 1: 'gruops' is no command, did you mean groups?"),
        ("[groups]\nexpand = true", "line 2: 'expand' is no option"),
        ("expand = 1", "expand: is true or false, not 1"),
        ("jobs = 'many'", "jobs: cannot be 'many'"),
        ("jobs = -1", "jobs: must lie between 0 and 1024"),
        ("jobs = 100_000", "jobs: must lie between 0 and 1024"),
        ("jobs = true", "jobs: is a text or a number"),
        ("similarity = 7", "similarity: must lie between 0.3 and 1"),
        ("format = 'html'", "format: cannot be 'html'; there are csv, json"),
        ("largest = '64T'", "largest: '64T' is no size"),
        ("exclude = [['a']]", "exclude: is a text or a number"),
        ("output = 'a.csv'", "output stands on the command line only"),
        ("apply = true", "line 1: apply stands on the command line only"),
        ("jobs = ", "is no TOML"),
        ("jobs = 1\njobs = 2", "is no TOML"),
        (f"jobs = {'[' * 50_000}", "is no TOML"),
    ],
)
def test_what_a_file_may_hold_is_checked(shelf: Path, run: Run, text: str, said: str) -> None:
    Path("variorum.toml").write_text(text, encoding="utf-8")
    code, out, err = run("pairs", shelf, "--config", "variorum.toml")
    assert (code, out) == (2, "")
    assert said in err


def test_a_file_that_is_none(shelf: Path, run: Run) -> None:
    Path("latin.toml").write_bytes(b"recipe = '\xff'")
    for name, said in (("none.toml", "cannot be read"), ("latin.toml", "UTF-8"), (".", "cannot")):
        code, _, err = run("pairs", shelf, "--config", name)
        assert (code, said in err) == (2, True)


def test_a_required_option_may_stand_in_a_file(shelf: Path, run: Run) -> None:
    Path("v.toml").write_text('[prune]\nkeep = ["newest"]\nto = "moved"\n', encoding="utf-8")
    assert run("prune", shelf, "--jobs", 0, "--config", "v.toml")[0] == 0
    assert run("prune", shelf, "--jobs", 0)[0] == 2


def test_what_no_file_may_set_are_options() -> None:
    """And a file may set all others that take one value or several."""
    every = set().union(*_long_options().values())
    assert not ONLY_BY_HAND - every
    assert not set(VARIABLES.values()) - every


def in_window(**settings: object) -> None:
    path = settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    store = QSettings(str(path), QSettings.Format.IniFormat)
    assert save_settings(store, Settings(scan=ScanConfig(**settings)))  # type: ignore[arg-type]


def test_as_in_the_window(shelf: Path, run: Run) -> None:
    in_window(
        include=("*.txt", "*.xyz"),
        exclude=("near*", "a//b", "草稿,逗号"),
        recipe="charikar",
        jobs=0,
        similarity=0.95,
    )
    words = "fingerprints", shelf
    code, plain, _ = run(*words, "--jobs", 0)
    code, out, err = run(*words, "--as-in-window", "-v", using=program)
    assert (code, listed(out)) == (0, {"1.txt", "notes.xyz", "draft.txt"})
    assert "the settings of the window are used" in err
    assert "recipe charikar" in err
    assert not set(out.splitlines()[1:]) & set(plain.splitlines())
    # the command line says more, and sliders are no settings
    code, out, _ = run(*words, "--as-in-window", "--recipe", "default", using=program)
    assert set(out.splitlines()) & set(plain.splitlines())
    assert run("pairs", shelf, "--as-in-window", using=program)[0] == 0
    Path("v.toml").write_text("as-in-window = true\nexclude = ['draft*']\n", encoding="utf-8")
    code, out, _ = run(*words, "--config", "v.toml", using=program)
    assert listed(out) == {"1.txt", "notes.xyz"}
    code, _, err = run(*words, "--as-in-window")
    assert (code, "no window" in err) == (2, True)


def test_a_look_up_imports_no_more_than_it_needs(library: Path, run: Run) -> None:
    """No file of settings, no list and no shell is asked for: nothing is imported for them."""
    run("scan", library, "--jobs", 0)
    code = "import sys; from simcore.cli.main import main; main(sys.argv[1:]); print(*sys.modules)"
    _, out, _ = ended(args=[sys.executable, "-c", code, "similar", str(library / "1.txt")])
    loaded = set(out.split())
    assert "simcore.pipeline.similar" in loaded
    ours = "simcore.cli.shell_help", "simcore.pipeline.scan", "app"
    assert not loaded & {*ours, "tomllib", "difflib"}


# --- the window's words -------------------------------------------------------------------------


@pytest.fixture
def opened(monkeypatch: Patch) -> list[tuple[object, object]]:
    """The folders and the indexes that the window is opened on."""
    found: list[tuple[object, object]] = []

    def window(folders: object, index: object, **_: object) -> int:
        found.append((folders, index))
        return 0

    monkeypatch.setattr("app.main._open_window", window)
    return found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["scn", "folder"], "no command or folder 'scn', did you mean scan?"),
        (["gruops"], "no command or folder 'gruops', did you mean groups?"),
        (["文档库"], "no command or folder '文档库'"),
        (["--index", ":memory:", "scan"], "the command scan has to come first"),
        (["a\x1b]0;owned\x07"], r"no command or folder 'a\x1b]0;owned\x07'"),
        (["."] * 2 + ["none"], "no command or folder 'none'"),
        (["--index", "misspelt/index"], "misspelt/index: its folder does not exist"),
        (["文档", "--index", "文档/1.txt"], "文档/1.txt: is not an index of Variorum"),
        (["文档/1.txt"], "文档/1.txt: is no folder; the window opens folders"),
    ],
)
def test_no_window_opens_for_a_wrong_word(
    words: list[str], said: str, library: Path, run: Run, opened: list[object]
) -> None:
    before = sorted(Path().rglob("*"))
    code, _, err = run(*words, using=program)
    assert (code, opened) == (2, [])
    assert err.startswith(f"variorum: {said}")
    assert sorted(Path().rglob("*")) == before


def test_the_window_opens_on_saved_results(library: Path, run: Run, opened: list[object]) -> None:
    results = Path("near.variorum").absolute()
    simcore.save_results(simcore.scan(library, ScanConfig(jobs=0)), (), results)
    assert run(results, using=program)[0] == run("near.variorum", using=program)[0] == 0
    assert [folders for folders, _ in opened] == [[results], [Path("near.variorum")]]  # type: ignore[misc]
    # one at a time, and by what is in it
    Path("other.variorum").write_text("no results")
    for words in ([results, library], [results, results], ["other.variorum"]):
        code, _, err = run(*words, using=program)
        assert code == 2
        assert "is no folder; the window opens folders" in err
    assert len(opened) == 2


def test_the_window_opens_on_a_folder_and_the_index_of_the_environment(
    library: Path, run: Run, monkeypatch: Patch, opened: list[object]
) -> None:
    monkeypatch.setenv("VARIORUM_INDEX", str(Path("index").absolute()))
    assert run(library, using=program)[0] == 0
    assert run(library, "--index", ":memory:", using=program)[0] == 0
    assert opened == [([library], Path("index").absolute()), ([library], Path(":memory:"))]
