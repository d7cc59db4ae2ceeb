"""What a command tells: no name of a file commands the terminal or the shell that gets it."""

import contextlib
import io
import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tqdm import tqdm

from builders import chinese_text
from commands import Patch, Run, ended
from places import ROOT
from simcore.cli.output import Bar, quoted

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals there")
HOSTILE = "合\x1b]0;owned\x07同\x9b2J\x85\u202egpj.txt"
SHOWN = r"合\x1b]0;owned\x07同\x9b2J\x85\u202egpj.txt"
QUOTED = r"合'$'\033'']0;owned'$'\a''同'$'\302\233''2J'$'\302\205\342\200\256''gpj.txt'"
OBEYED = {chr(one) for one in (*range(10), *range(11, 32), *range(127, 160))}
OBEYED |= {"\u200e", "\u200f", "\u061c"}
OBEYED |= {chr(one) for one in (*range(0x2028, 0x202F), *range(0x2066, 0x206A))}


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    folder = tmp_path / "文档"
    folder.mkdir()
    (folder / HOSTILE).write_text(chinese_text(1), encoding="utf-8")
    (folder / "copy.txt").write_text(chinese_text(1), encoding="utf-8")
    (folder / f"binary {HOSTILE}").write_bytes(bytes(range(256)) * 9)
    return folder


PROGRAM = r"""
import json, sys
from simcore.cli.main import main
from simcore.cli.output import Bar
for words in json.loads(sys.argv[1]):
    sys.argv[1:] = words
    assert main() in {0, 3}
    print(end="\0", flush=True)
"""


def on_a_terminal(*commands: list[object]) -> list[str]:
    """Run commands with both of their outputs on a terminal; return what that got of each."""
    ours, theirs = pty.openpty()
    words = json.dumps([[str(word) for word in command] for command in commands])
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, words], stdout=theirs, stderr=theirs, cwd=ROOT
    )
    os.close(theirs)
    said = b""
    while process.poll() is None or select.select([ours], [], [], 0.1)[0]:
        if select.select([ours], [], [], 0.1)[0]:
            try:
                said += os.read(ours, 65_536)
            except OSError:  # the other end is closed
                break
    os.close(ours)
    assert process.wait(60) == 0, said.decode()
    *found, rest = said.decode().split("\0")
    assert (len(found), rest) == (len(commands), "")
    return found


def test_no_name_commands_the_terminal(hostile: Path, tmp_path: Path) -> None:
    options = hostile, "--index", tmp_path / "index.sqlite3", "--jobs", 0
    asked = hostile / "copy.txt", *options
    commands = [
        [*command, *options, "--format", how]
        for how in ("text", "csv", "json")
        for command in (["groups"], ["prune", "--keep", "newest"])
    ]
    for said in on_a_terminal(*commands):
        assert said.count("gpj.txt") >= 2, "in the result, and among the problems"
        assert not set(said) & {"\x1b", "\x07", "\x9b", "\u202e"}
        assert SHOWN in said
    for said in on_a_terminal(*commands[:2], ["problems", *options], ["similar", *asked]):
        assert QUOTED in said


@pytest.mark.parametrize("words", [["explain", "a", "b", HOSTILE], [HOSTILE]])
def test_no_wrong_word_commands_the_terminal(words: list[str], run: Run) -> None:
    code, _, said = run(*words)
    assert code == 2
    assert not set(said) & {"\x1b", "\x07", "\x9b", "\u202e"}


def test_bytes_that_are_controls_where_names_are_no_utf8_are_escaped(tmp_path: Path) -> None:
    """A terminal of 8 bits obeys the byte 0x9b as ``ESC [``; 0xe9 is a letter, and stays."""
    folder = tmp_path / "t"
    folder.mkdir()
    for name in (b"a\x9b2J\x80.txt", b"b\xe9.txt"):
        (folder / os.fsdecode(name)).write_text(chinese_text(1), encoding="utf-8")
    (folder / os.fsdecode(b"bin\x9b.txt")).write_bytes(bytes(range(256)) * 9)
    options = folder, "--index", tmp_path / "index.sqlite3", "--jobs", "0"
    said = b""
    for words in (["groups", "--format", "text"], ["problems"], ["prune", "--keep", "newest"]):
        code, *told = ended(*words, *options)
        assert code in {0, 3}, told
        told_bytes = "".join(told).encode("utf-8", "surrogateescape")
        assert not re.search(rb"[\x80-\x9f]", told_bytes), words
        said += told_bytes
    assert rb"a\x9b2J\x80.txt" in said or rb"\233" in said
    assert b"b\xe9.txt" in said


def test_another_program_gets_the_names_as_they_are(hostile: Path, run: Run) -> None:
    """In a format for programs, that is: text may end on a terminal, as by ``less -R``."""
    words = "groups", hostile, "--index", ":memory:", "--jobs", 0, "--format"
    for how, name in (("text", QUOTED), ("csv", HOSTILE)):
        code, out, err = run(*words, how)
        assert (code, name in out, HOSTILE in err, SHOWN in err) == (3, True, False, True)


def test_text_that_is_piped_commands_no_terminal(tmp_path: Path, run: Run) -> None:
    """Ordinary names, with blanks and quotes, are as they are: a pipe is no shell."""
    folder = tmp_path / "library"
    folder.mkdir()
    hostile = [f"{number} {HOSTILE}" for number in range(3)]
    for name in (*hostile, "one\u2028two\n3.txt", "it's a b.txt"):
        (folder / name).write_text(chinese_text(1), encoding="utf-8")
    (folder / f"binary {HOSTILE}").write_bytes(bytes(range(256)) * 9)
    first, second = (folder / name for name in hostile[:2])
    index = "--index", tmp_path / "index.sqlite3"
    options = [folder, *index, "--jobs", 0]
    commands: list[list[object]] = [
        ["groups", *options],
        ["groups", *options, "-o", tmp_path / "told.txt"],
        ["problems", *options],
        ["similar", first, *options],
        ["similar", first, *options, "--check"],
        ["explain", first, second],
        ["watch", *options, "--once"],
        ["watch", *options, "--once"],  # the first one has seen nothing before
        ["prune", "--keep", f"name={HOSTILE}", "--to", tmp_path / "gone", *options, "--apply"],
        ["history", *index],
        ["history", "1", *index],
        ["undo", *index],
        ["text", first, second, folder / "none\u2029.txt"],
    ]
    for number, command in enumerate(commands):
        if command[0] == "watch":
            (folder / f"{number} new {HOSTILE}").write_text(chinese_text(1), encoding="utf-8")
        code, out, err = run(*command)
        assert code in {0, 3}, err
        told = out + err
        if "-o" in command:
            told = (tmp_path / "told.txt").read_text(encoding="utf-8")
            assert f"{folder}/it's a b.txt\n" in told
        assert "gpj" in told or command in (commands[6], commands[9]), command
        assert not set(told) & OBEYED, command


def test_csv_that_a_spreadsheet_would_run_is_said_once(library: Path, run: Run) -> None:
    named = "=cmd|' 'a.txt", "@b.txt", "c.txt"
    for name in named:
        Path(name).write_text(chinese_text(1), encoding="utf-8")
    options = "--index", "index.sqlite3", "--jobs", "0", "--format"
    for _ in range(2):  # the second time it is told again
        _, told, said = run("groups", *named, *options, "csv")
        assert ",=cmd|' 'a.txt," in told, "as it is"
        assert said.count("--format excel") == said.count("\n") == 1
    for how in ("excel", "json", "text"):
        assert run("groups", *named, *options, how)[::2] == (0, "")
    assert run("groups", "c.txt", Path("@b.txt").absolute(), *options, "csv")[2] == ""


# --- names for a shell --------------------------------------------------------------------------


CONTROLS = {chr(one) for one in (*range(32), *range(127, 160), *range(0x202A, 0x202F))}
SHELLS = [one for one in ("bash", "zsh") if shutil.which(one)]
NAMES = st.binary(min_size=1, max_size=12).map(lambda one: one.replace(b"\0", b"0"))
NAMES |= st.text(
    st.sampled_from("ab合 '\"$`\\!\n\t\x1b\x85\x9b\u202e\u3000~#*?[](){}<>|&;=%^-7"), min_size=1
).map(str.encode)


@pytest.mark.skipif(not SHELLS, reason="no shell with $'...'")
@given(st.lists(NAMES, min_size=1, max_size=20))
def test_a_shell_takes_a_name_for_itself(names: list[bytes]) -> None:
    words = [quoted(os.fsdecode(one)) for one in names]
    assert not set("".join(words)) & CONTROLS
    script = f"printf '%s\\0' {' '.join(words)}"
    for shell in SHELLS:
        # its own start files would say more
        command = [shell, *(["--norc", "--noprofile"] if shell == "bash" else ["-f"])]
        run = subprocess.run(
            command, input=script.encode(), capture_output=True, check=True, cwd="/"
        )
        *found, rest = run.stdout.split(b"\0")
        assert (rest, run.stderr) == (b"", b"")
        assert [one.removeprefix(b"./") for one in found] == [
            one.removeprefix(b"./") for one in names
        ]
        assert not any(one.startswith(b"-") for one in found)


@pytest.mark.parametrize(
    "name", ["合同.txt", "会议纪要（三月）.txt", "a/b-c_d.tar.gz", "x@y+z,1:2.md", "《论语》.txt"]
)
def test_what_means_nothing_to_a_shell_is_not_quoted(name: str) -> None:
    assert quoted(name) == name


@pytest.mark.skipif(shutil.which("ls") is None, reason="ls is what it is compared with")
@pytest.mark.parametrize("name", ["a b.txt", "it's.txt", "one\ntwo", "x\x1by", 'say "hi".txt'])
def test_it_is_as_ls_has_it(name: str, tmp_path: os.PathLike[str]) -> None:
    """GNU's ls quotes on a terminal, and on request elsewhere."""
    (tmp_path / name).touch()  # type: ignore[operator]
    command = ["ls", "--quoting-style=shell-escape", os.fspath(tmp_path)]
    run = subprocess.run(command, capture_output=True, check=False)
    if run.returncode:
        pytest.skip("another ls")
    assert run.stdout.decode() == f"{quoted(name)}\n"


# --- how much is told ---------------------------------------------------------------------------


@pytest.fixture
def incomplete(library: Path) -> tuple[object, ...]:
    """A command, and a file that it cannot read."""
    (library / "binary.txt").write_bytes(bytes(range(256)) * 9)
    return "groups", library, "--jobs", 0


def test_quiet_says_only_why_a_run_fails(incomplete: tuple[object, ...], run: Run) -> None:
    code, out, err = run(*incomplete)
    assert "binary.txt" in err
    said = f"variorum: incomplete: {err.splitlines()[0].removeprefix('variorum: ')}\n"
    for _ in range(2):
        assert run(*incomplete, "-q") == (code, out, said)
    assert code == 3
    assert run(*incomplete)[2] == err, "what was told quietly is told in full"
    code, _, err = run("groups", "missing", "--quiet")
    assert (code, err) == (2, "variorum: missing: does not exist\n")


def test_verbose_says_what_is_used_and_what_was_read(
    incomplete: tuple[object, ...], run: Run, monkeypatch: Patch
) -> None:
    index = Path("index.sqlite3").absolute()
    code, out, err = run(*incomplete)
    monkeypatch.setenv("VARIORUM_INDEX", str(index))
    assert run(*incomplete)[:2] == (code, out)
    for _ in range(2):
        again, told, said = run(*incomplete, "-v")
        assert (again, told) == (code, out)
        assert f"VARIORUM_INDEX is used: {index}" in said
        assert f"the index is {index}" in said
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
def test_progress_is_shown_on_a_terminal_unless_it_is_not_wanted(
    library: Path, run: Run, monkeypatch: Patch, words: list[str], kind: str, seen: bool
) -> None:
    monkeypatch.setenv("TERM", kind)
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    code, out, _ = run("scan", library, "--jobs", "0", *words)
    assert (code, "2 files listed" in out) == (0, True)
    assert (bool(re.search(r"reading: .*\b\d/2\b", terminal.getvalue()))) == seen
    assert seen or not terminal.getvalue()


def test_a_bar_starts_no_thread(monkeypatch: Patch) -> None:
    """A command with a second thread may not fork its workers itself."""
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(tqdm, "monitor_interval", 10)
    before = set(threading.enumerate())
    with contextlib.closing(Bar()) as bar:
        bar.show("reading", " files", 1, 5)
        assert set(threading.enumerate()) <= before
