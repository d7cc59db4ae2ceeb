"""Ctrl+C at any moment of the start ends the program by its own action, with one line at most."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from amounts import Counted, amount
from builders import english_text
from places import ROOT

MOMENTS = amount("MOMENTS", 3, 60)
"""How many, from the first line of the program on."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")

_BEGIN = """
import os, sys
from app.__main__ import main
os.write(1, b".")
sys.exit(main())
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    for number in range(4):
        (folder / f"{number}.txt").write_text(english_text(number // 2, 150))
    return folder


def begun(*words: object) -> "subprocess.Popen[bytes]":
    """Start the program, and wait for its first line; what came before is Python's own."""
    process = subprocess.Popen(
        [sys.executable, "-c", _BEGIN, *map(str, words)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.read(1) == b"."
    time.sleep(0.01)  # the first line itself takes a moment
    return process


def interrupted(process: "subprocess.Popen[bytes]") -> tuple[int, str]:
    # as in a terminal: all processes in the foreground get it
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=60)
    return process.returncode, told.decode()


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("command", ["scan", "history"])
def test_a_command(library: Path, tmp_path: Path, command: str, counted: Counted) -> None:
    words = ["--index", tmp_path / "index.sqlite3"]
    words = [command, *([library, "--jobs", 2] if command == "scan" else []), *words]
    begin = time.monotonic()
    process = begun(*words)
    process.communicate(timeout=60)
    whole = time.monotonic() - begin
    seen = 0
    for number in range(MOMENTS):
        process = begun(*words)
        time.sleep(whole * number / MOMENTS)
        code, told = interrupted(process)
        if told.endswith('File "<string>", line 4, in <module>\nKeyboardInterrupt\n'):
            continue  # on a busy machine: not even its first line had ended
        assert "Traceback" not in told, (number, told)
        assert code in {0, -signal.SIGINT}, (number, told)
        lines = [one for one in told.splitlines() if not one.endswith("nothing was removed yet")]
        if code == 0 or not lines:
            continue  # it had ended, or Python had, and given the signal back
        assert len(lines) == 1, (number, told)
        assert lines[0].startswith("variorum: interrupted"), (number, told)
        seen += 1
    assert seen, "none came while the program was at work"
    counted("moments of a Ctrl+C", MOMENTS)


@pytest.mark.usefixtures("interruptible")
def test_the_window(library: Path, tmp_path: Path, counted: Counted) -> None:
    for number in range(MOMENTS):
        process = begun(library, "--index", tmp_path / "index.sqlite3")
        time.sleep(1.5 * number / MOMENTS)
        code, told = interrupted(process)
        assert code == -signal.SIGINT, (number, told)
        lines = [one for one in told.splitlines() if "propagateSizeHints" not in one]
        assert lines == ["variorum: interrupted"], (number, told)
    counted("moments of a Ctrl+C", MOMENTS)
