"""What a terminal gets: no name of a file moves its cursor, names its window or hides a word."""

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

from builders import chinese_text
from places import ROOT
from simcore.cli.main import main

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals there")

HOSTILE = "合\x1b]0;owned\x07同\x9b2J\x85\u202egpj.txt"
SHOWN = r"合\x1b]0;owned\x07同\x9b2J\x85\u202egpj.txt"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "文档"
    folder.mkdir()
    (folder / HOSTILE).write_text(chinese_text(1), encoding="utf-8")
    (folder / "copy.txt").write_text(chinese_text(1), encoding="utf-8")
    (folder / f"binary {HOSTILE}").write_bytes(bytes(range(256)) * 9)
    return folder


def on_a_terminal(*words: object) -> str:
    """Run the program with both of its outputs on a terminal; return what that got."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "simcore", *map(str, words)], stdout=theirs, stderr=theirs, cwd=ROOT
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
    assert process.wait(60) in {0, 1}
    return said.decode()


@pytest.mark.parametrize("how", ["text", "csv", "json"])
def test_no_name_commands_the_terminal(library: Path, tmp_path: Path, how: str) -> None:
    options = ["--index", tmp_path / "index.sqlite3", "--jobs", 0, "--format", how]
    for command in (["groups"], ["prune", "--keep", "newest"]):
        said = on_a_terminal(*command, library, *options)
        assert said.count("gpj.txt") >= 2, "in the result, and among the problems"
        assert not set(said) & {"\x1b", "\x07", "\x9b", "\u202e"}
        assert SHOWN in said


@pytest.mark.parametrize("words", [["explain", "a", "b", HOSTILE], [HOSTILE]])
def test_no_wrong_word_commands_the_terminal(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert not set(said) & {"\x1b", "\x07", "\x9b", "\u202e"}


def test_another_program_gets_the_names_as_they_are(library: Path, tmp_path: Path) -> None:
    words = ["groups", library, "--index", tmp_path / "index.sqlite3", "--jobs", 0]
    for how in ("text", "csv"):
        run = subprocess.run(
            [sys.executable, "-m", "simcore", *map(str, [*words, "--format", how])],
            capture_output=True,
            check=True,
            cwd=ROOT,
        )
        assert HOSTILE in run.stdout.decode()
        assert HOSTILE not in run.stderr.decode()
        assert SHOWN in run.stderr.decode()
