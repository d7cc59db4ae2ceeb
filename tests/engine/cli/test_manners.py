"""Manners of the command line: its helps, what it says, and what it refuses to guess."""

import argparse
import io
import os
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import simcore
from app.__main__ import main as program
from builders import chinese_text, edited
from simcore import ScanConfig
from simcore.cli.main import COMMANDS, EXAMPLES, add_command, main
from simcore.index.paths import default_index_path

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "文档"
    folder.mkdir()
    (folder / "1.txt").write_text(chinese_text(1), encoding="gb18030")
    (folder / "near.txt").write_text(edited(chinese_text(1), 1, 2), encoding="utf-8")
    (folder / "binary.txt").write_bytes(bytes(range(256)) * 9)
    monkeypatch.chdir(tmp_path)
    return Path("文档")


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    def call(*arguments: object, using: Callable[..., int] = main) -> tuple[int, str, str]:
        try:
            code = using([str(argument) for argument in arguments])
        except SystemExit as error:
            code = int(error.code or 0)
        out, err = capfdbinary.readouterr()
        return code, out.decode("utf-8", "surrogateescape"), err.decode()

    return call


def parser_of(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"variorum {name}")
    add_command(name, parser)
    return parser


@pytest.mark.parametrize("name", COMMANDS)
def test_each_option_has_its_help_and_its_default(name: str) -> None:
    for action in parser_of(name)._actions:
        assert action.help, action
        if action.option_strings and action.nargs != 0 and not action.required:
            assert "(default: " in action.help or "; default: " in action.help, action


@pytest.mark.parametrize("name", COMMANDS)
def test_each_help_has_examples_that_are_commands(name: str, run: Run) -> None:
    code, out, _ = run(name, "--help")
    assert code == 0
    assert "exit codes:\n  0" in out
    assert EXAMPLES[name]
    for _, words in EXAMPLES[name]:
        assert words in out
        said = words.replace("<(", "| ").replace(")", " |")
        commands = [part for part in said.split("|") if part.split()[:1] == ["variorum"]]
        assert commands
        for part in commands:
            first, *rest = shlex.split(part.partition(">")[0])[1:]
            parser_of(first).parse_intermixed_args(rest)  # or else it ends this test


@pytest.mark.parametrize("using", [main, program])
def test_the_help_lists_each_command_in_a_line(run: Run, using: Callable[..., int]) -> None:
    code, out, _ = run("--help", using=using)
    assert code == 0
    names = [line.split()[0] for line in out.splitlines() if re.match(r" {2,4}\S", line)]
    assert not set(COMMANDS) - set(names)
    assert "VARIORUM_INDEX" in out
    assert "exit codes:" in out


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_the_version(option: str, run: Run) -> None:
    code, out, err = run(option)
    assert (code, out.startswith("variorum "), err) == (0, True, "")
    assert run(option, using=program) == (code, out, err)


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
    ],
)
def test_no_window_opens_for_a_misspelt_word(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("app.main._open_window", None)  # nobody may call it
    assert program(words) == 2
    assert capsys.readouterr().err.startswith(f"variorum: {said}")
    assert [*tmp_path.iterdir()] == []


def test_a_document_is_no_index_for_the_window(
    library: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("app.main._open_window", None)
    assert program([str(library), "--index", str(library / "1.txt")]) == 2
    assert "1.txt: is not an index of Variorum" in capsys.readouterr().err


def test_a_file_is_no_folder_for_the_window(
    library: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("app.main._open_window", None)
    assert program([str(library / "1.txt")]) == 2
    assert "1.txt: is no folder; the window opens folders" in capsys.readouterr().err


def test_the_window_opens_on_saved_results(
    library: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    results = tmp_path / "near.variorum"
    simcore.save_results(simcore.scan(library, ScanConfig(jobs=0)), (), results)
    opened: list[object] = []

    def window(folders: object, *_: object, **__: object) -> int:
        opened.append(folders)
        return 0

    monkeypatch.setattr("app.main._open_window", window)
    monkeypatch.chdir(tmp_path)
    assert program([str(results)]) == program(["near.variorum"]) == 0
    assert opened == [[results], [Path("near.variorum")]]
    # one at a time, and by what is in it
    other = tmp_path / "other.variorum"
    other.write_text("no results")
    for words in ([str(results), str(library)], [str(results), str(results)], [str(other)]):
        assert program(words) == 2
        assert "is no folder; the window opens folders" in capsys.readouterr().err
    assert len(opened) == 2


def test_the_window_opens_on_a_folder_and_the_index_of_the_environment(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[object, ...]] = []

    def window(folders: object, index: object, **options: object) -> int:
        opened.append((folders, index))
        return 0

    monkeypatch.setattr("app.main._open_window", window)
    monkeypatch.setenv("VARIORUM_INDEX", str(tmp_path / "index"))
    assert program([str(library)]) == 0
    assert program([str(library), "--index", ":memory:"]) == 0
    assert opened == [([library], tmp_path / "index"), ([library], Path(":memory:"))]


def test_a_path_in_a_help_can_be_copied(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    home = "/nowhere/a-home-of-somebody/with-many-hyphens/in-its-path/as-they-come"
    monkeypatch.setenv("XDG_DATA_HOME", home)
    monkeypatch.setenv("HOME", home)
    monkeypatch.setenv("COLUMNS", "80")
    assert f"{default_index_path()}" in run("scan", "--help")[1]


def test_what_few_need_stands_behind_what_is_of_a_command(run: Run) -> None:
    for name, own in (("groups", "--similarity S"), ("prune", "--keep RULE"), ("scan", "--json")):
        said = run(name, "--help")[1].partition("\noptions:\n")[2]
        assert said.index(own.split()[0]) < said.index("\nwhat is read:\n")
        assert said.index("\nwhat is read:\n") < said.index("  --include PATTERN")


@pytest.mark.parametrize("name", ["similar", "explain"])
def test_what_is_missing_is_said_and_no_more(name: str, run: Run) -> None:
    code, _, err = run(name)
    assert code == 2
    assert "required: FILE" in err
    assert "FOLDER" not in err


@pytest.mark.parametrize("words", [["--expan"], ["--similarit", "1"], ["--out", "a.csv"]])
def test_no_option_is_guessed(library: Path, run: Run, words: list[str]) -> None:
    code, out, err = run("pairs", library, *words)
    assert (code, out) == (2, "")
    assert "unrecognized arguments" in err


def test_quiet_says_only_why_a_run_fails(library: Path, run: Run) -> None:
    code, out, err = run("groups", library, "--jobs", 0)
    assert "binary.txt" in err
    for _ in range(2):
        quiet = run("groups", library, "--jobs", 0, "-q")
        assert quiet[:2] == (code, out)
        (line,) = quiet[2].splitlines()
        assert (code, line) == (
            3,
            f"variorum: incomplete: {err.splitlines()[0][len('variorum: ') :]}",
        )
    assert run("groups", library, "--jobs", 0)[2] == err, "what was told quietly is told in full"
    code, _, err = run("groups", "missing", "--quiet")
    assert (code, err) == (2, "variorum: missing: does not exist\n")


def test_verbose_says_what_is_used_and_what_was_read(
    library: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, err = run("groups", library, "--jobs", 0)
    monkeypatch.setenv("VARIORUM_INDEX", str(tmp_path / "index.sqlite3"))
    assert run("groups", library, "--jobs", 0)[:2] == (code, out)
    for _ in range(2):
        again, told, said = run("groups", library, "--jobs", 0, "-v")
        assert (again, told) == (code, out)
        assert f"VARIORUM_INDEX is used: {tmp_path / 'index.sqlite3'}" in said
        assert f"the index is {tmp_path / 'index.sqlite3'}" in said
        assert "0 worker processes" in said
        assert "3 files listed" in said
        assert set(err.splitlines()) <= set(said.splitlines())


def test_a_dash_is_the_standard_output(library: Path, run: Run) -> None:
    expected = run("pairs", library, "--jobs", 0)
    assert run("pairs", library, "--jobs", 0, "-o", "-") == expected
    assert run("pairs", library, "--jobs", 0, "--output=-")[:2] == expected[:2]
    assert not Path("-").exists()
    assert run("pairs", library, "--jobs", 0, "-o", "./-.csv")[1] == ""
    assert Path("-.csv").read_text(encoding="utf-8-sig").splitlines() == expected[1].splitlines()


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("words", "kind", "seen"),
    [
        ([], "xterm", True),
        (["--no-progress"], "xterm", False),
        (["-q"], "xterm", False),
        ([], "dumb", False),
    ],
)
def test_no_progress_where_it_is_not_wanted(
    library: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], kind: str, seen: bool
) -> None:
    terminal = Terminal()
    monkeypatch.setenv("TERM", kind)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO()))
    assert main(["scan", str(library), "--jobs", "0", *words]) == 3
    assert ("reading" in terminal.getvalue()) == seen


def test_an_index_whose_folder_is_misspelt_is_not_made(library: Path, run: Run) -> None:
    index = Path("misspelt") / "index.sqlite3"
    for words in (
        ["scan", library],
        ["similar", library / "1.txt"],
        ["history"],
        ["undo"],
        ["explain", library / "1.txt", library / "near.txt"],
        ["prune", library, "--keep", "newest"],
        ["watch", library, "--once"],
        ["plan", "--distance", 3],
    ):
        code, out, err = run(*words, "--index", index)
        assert (code, out) == (2, "")
        assert err.startswith(f"variorum: {index}: its folder does not exist")
    assert not index.parent.exists()


def test_one_is_not_several(library: Path, run: Run) -> None:
    _, out, _ = run("scan", library, "--jobs", 0)
    assert "\n1 group: " in out
    assert "2 documents can be compared" in out
    Path("one.txt").write_text("the only one, and its few words", encoding="utf-8")
    _, out, _ = run("scan", "one.txt", "--jobs", 0)
    assert "1 file listed" in out
    assert "1 document can be compared" in out
    assert "0 groups: " in out


@pytest.mark.skipif(os.name == "nt", reason="no such names there")
def test_names_that_look_like_options(library: Path, run: Run) -> None:
    Path("-q").write_text(chinese_text(1), encoding="utf-8")
    code, out, _ = run("pairs", "--jobs", 0, library, "--", "-q")
    assert code == 3
    assert "-q," in out or ",-q," in out
