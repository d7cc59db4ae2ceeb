"""What a terminal gets: no name of a file moves its cursor, names its window or hides a word."""

import contextlib
import io
import json
import os
import pty
import re
import select
import shlex
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tqdm import tqdm

from builders import chinese_text
from places import ROOT
from simcore.cli.main import main
from simcore.cli.output import Bar

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals there")

HOSTILE = "合\x1b]0;owned\x07同\x9b2J\x85\u202egpj.txt"
SHOWN = r"合\x1b]0;owned\x07同\x9b2J\x85\u202egpj.txt"
QUOTED = r"合'$'\033'']0;owned'$'\a''同'$'\302\233''2J'$'\302\205\342\200\256''gpj.txt'"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "文档"
    folder.mkdir()
    (folder / HOSTILE).write_text(chinese_text(1), encoding="utf-8")
    (folder / "copy.txt").write_text(chinese_text(1), encoding="utf-8")
    (folder / f"binary {HOSTILE}").write_bytes(bytes(range(256)) * 9)
    return folder


COMMANDS = r"""
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
        [sys.executable, "-c", COMMANDS, words], stdout=theirs, stderr=theirs, cwd=ROOT
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


def test_no_name_commands_the_terminal(library: Path, tmp_path: Path) -> None:
    options = library, "--index", tmp_path / "index.sqlite3", "--jobs", 0
    asked = library / "copy.txt", *options
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
def test_no_wrong_word_commands_the_terminal(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert not set(said) & {"\x1b", "\x07", "\x9b", "\u202e"}


def test_bytes_that_are_controls_where_names_are_no_utf8_are_escaped(tmp_path: Path) -> None:
    """A terminal of 8 bits obeys the byte 0x9b as ``ESC [``; 0xe9 is a letter, and stays."""
    folder = os.fsencode(tmp_path / "t")
    (tmp_path / "t").mkdir()
    for name in (b"a\x9b2J\x80.txt", b"b\xe9.txt"):
        Path(os.fsdecode(folder + b"/" + name)).write_text(chinese_text(1), encoding="utf-8")
    Path(os.fsdecode(folder + b"/bin\x9b.txt")).write_bytes(bytes(range(256)) * 9)
    options = [folder, "--index", tmp_path / "index.sqlite3", "--jobs", "0"]
    said = b""
    for words in (["groups", "--format", "text"], ["problems"], ["prune", "--keep", "newest"]):
        run = subprocess.run(
            [sys.executable, "-m", "simcore", *words, *options],
            capture_output=True,
            check=False,
            cwd=ROOT,
        )
        assert run.returncode in {0, 3}, run.stderr
        assert not re.search(rb"[\x80-\x9f]", run.stdout + run.stderr), words
        said += run.stdout + run.stderr
    assert rb"a\x9b2J\x80.txt" in said or rb"\233" in said
    assert b"b\xe9.txt" in said


def test_another_program_gets_the_names_as_they_are(library: Path, tmp_path: Path) -> None:
    """In a format for programs, that is: text may end on a terminal, as by ``less -R``."""
    words = ["groups", library, "--index", tmp_path / "index.sqlite3", "--jobs", 0]
    for how in ("text", "csv"):
        run = subprocess.run(
            [sys.executable, "-m", "simcore", *map(str, [*words, "--format", how])],
            capture_output=True,
            check=False,
            cwd=ROOT,
        )
        assert run.returncode == 3, "one is binary"
        assert (HOSTILE if how == "csv" else QUOTED) in run.stdout.decode()
        assert HOSTILE not in run.stderr.decode()
        assert SHOWN in run.stderr.decode()


OBEYED = {chr(one) for one in (*range(10), *range(11, 32), *range(127, 160))}
OBEYED |= {
    "\u200e",
    "\u200f",
    "\u061c",
    *map(chr, (*range(0x2028, 0x202F), *range(0x2066, 0x206A))),
}


def test_text_that_is_piped_commands_no_terminal(tmp_path: Path) -> None:
    """Ordinary names, with blanks and quotes, are as they are: a pipe is no shell."""
    folder = tmp_path / "library"
    folder.mkdir()
    hostile = [f"{number} {HOSTILE}" for number in range(3)]
    for name in (*hostile, "one\u2028two\n3.txt", "it's a b.txt"):
        (folder / name).write_text(chinese_text(1), encoding="utf-8")
    (folder / f"binary {HOSTILE}").write_bytes(bytes(range(256)) * 9)
    first, second = (folder / name for name in hostile[:2])
    options = [folder, "--index", tmp_path / "index.sqlite3", "--jobs", 0]
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
        ["history", "--index", tmp_path / "index.sqlite3"],
        ["history", "1", "--index", tmp_path / "index.sqlite3"],
        ["undo", "--index", tmp_path / "index.sqlite3"],
        ["text", first, second, folder / "none\u2029.txt"],
    ]
    for number, command in enumerate(commands):
        if command[0] == "watch":
            (folder / f"{number} new {HOSTILE}").write_text(chinese_text(1), encoding="utf-8")
        run = subprocess.run(
            [sys.executable, "-m", "simcore", *map(str, command)],
            capture_output=True,
            check=False,
            cwd=ROOT,
        )
        assert run.returncode in {0, 3}, run.stderr
        told = run.stdout + run.stderr
        if "-o" in command:
            told = (tmp_path / "told.txt").read_bytes()
            assert f"{folder}/it's a b.txt\n".encode() in told
        assert b"gpj" in told or command in (commands[6], commands[9]), command
        assert not set(told.decode()) & OBEYED, command


def test_csv_that_a_spreadsheet_would_run_is_said_once(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    folder.mkdir()
    for name in ("=cmd|' 'a.txt", "@b.txt", "c.txt"):
        (folder / name).write_text(chinese_text(1), encoding="utf-8")

    def run(*words: str) -> tuple[bytes, str]:
        options = ["--index", str(tmp_path / "index.sqlite3"), "--jobs", "0"]
        done = subprocess.run(
            [sys.executable, "-m", "simcore", "groups", *words, *options],
            capture_output=True,
            check=True,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        return done.stdout, done.stderr.decode()

    named = "=cmd|' 'a.txt", "@b.txt", "c.txt"
    for _ in range(2):  # the second time it is told again
        told, said = run(*named, "--format", "csv")
        assert b",=cmd|' 'a.txt," in told, "as it is"
        assert said.count("--format excel") == said.count("\n") == 1
    for how in ("excel", "json", "text"):
        assert run(*named, "--format", how)[1] == ""
    assert run("c.txt", str(folder / "@b.txt"), "--format", "csv")[1] == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_a_full_disk_under_the_output_is_said(tmp_path: Path) -> None:
    """One sentence, and what a watch could not tell is told by the next one."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_text(chinese_text(1), encoding="utf-8")
    options = [str(folder), "--index", str(tmp_path / "index.sqlite3"), "--jobs", "0"]

    def run(words: list[str], output: str) -> "subprocess.CompletedProcess[bytes]":
        with open(output, "wb") as file:  # noqa: PTH123 - a device
            command = [sys.executable, "-m", "simcore", *words]
            return subprocess.run(
                command, stdout=file, stderr=subprocess.PIPE, check=False, cwd=ROOT
            )

    told = tmp_path / "told"
    assert run(["watch", *options, "--once", "--json"], str(told)).returncode == 0
    (folder / "b.txt").write_text(chinese_text(2), encoding="utf-8")
    commands = [
        ["watch", *options, "--once"],
        ["pairs", *options],
        ["text", str(folder / "a.txt")],
        ["similar", str(folder / "a.txt"), *options, "--format", "html"],
    ]
    for words in commands:
        ended = run(words, "/dev/full")
        assert ended.returncode == 4
        assert ended.stderr.decode().splitlines()[-1:] == [
            "variorum: the standard output cannot be written: No space left on device"
        ]
        assert b"Traceback" not in ended.stderr
        assert b"Exception" not in ended.stderr
    assert run(["watch", *options, "--once"], str(told)).returncode == 0
    assert [line.split()[1] for line in told.read_text().splitlines() if ":" in line] == ["new"]


@pytest.mark.skipif(shutil.which("sh") is None, reason="a shell closes the output")
def test_a_closed_output_is_said(library: Path, tmp_path: Path) -> None:
    options = f"{shlex.quote(str(library))} --index {shlex.quote(str(tmp_path / 'i'))} --jobs 0"
    program = f"exec {shlex.quote(sys.executable)} -m simcore"

    def run(words: str) -> "subprocess.CompletedProcess[str]":
        command = ["sh", "-c", f"{program} {words}"]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)

    for words in (f"groups {options}", f"scan {options} --json", f"pairs {options} --print0"):
        ended = run(f"{words} >&-")
        assert ended.returncode == 4
        assert ended.stderr.splitlines()[-1:] == ["variorum: the standard output is closed"]
        assert "Traceback" not in ended.stderr
    target = tmp_path / "groups.csv"
    ended = run(f"groups {options} --output {shlex.quote(str(target))} >&- 2>&-")
    assert (ended.returncode, ended.stdout) == (3, "")
    assert b"copy.txt" in target.read_bytes()


def test_a_bar_starts_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command with a second thread may not fork its workers itself."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(tqdm, "monitor_interval", 10)
    before = set(threading.enumerate())
    with contextlib.closing(Bar()) as bar:
        bar.show("reading", " files", 1, 5)
        assert set(threading.enumerate()) <= before
