"""Pipes, devices, sockets and folders in place of a file of ours: refused, never waited for."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from places import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="names of pipes are others there")

OPENED = """
import json, sys
from pathlib import Path
import simcore
from simcore.index.judgements import JudgementFile
from simcore.pipeline.rereading import read_text
from simcore.removal.journal import mark_of
from simcore.text.masking import segmenter
path = Path(sys.argv[1])
opening = {
    "index": lambda: simcore.FingerprintIndex(path),
    "journal": lambda: simcore.Journal(path),
    "judgements": lambda: JudgementFile(path),
    "results": lambda: simcore.load_results(path),
    "mark": lambda: mark_of(path),
    "document": lambda: read_text(path, 1000),
    "dictionary": lambda: segmenter(path),
}
for what, opened in opening.items():
    try:
        said = str(opened())
    except simcore.SimcoreError as error:
        said = f"{type(error).__name__} {error}"
    print(json.dumps([what, said]), flush=True)
"""


@pytest.fixture(params=["pipe", "device", "socket", "folder"])
def odd(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "odd"
    match request.param:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "socket":
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(str(path))
        case "folder":
            path.mkdir()
    return path


WHAT = ["index", "journal", "judgements", "results", "mark", "document", "dictionary"]


def test_it_is_refused_by_name(odd: Path) -> None:
    """In a process of its own, which would wait for ever; the last line says for what."""
    before = odd.lstat()
    run = subprocess.run(
        [sys.executable, "-c", OPENED, str(odd)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        cwd=ROOT,
    )
    answers = dict(json.loads(line) for line in run.stdout.splitlines())
    assert list(answers) == WHAT
    for what, said in answers.items():
        if what == "mark":
            assert said == "None"
        else:
            assert str(odd) in said or what == "document"  # whoever reads one names it
            assert "no regular file" in said, what
    assert (odd.lstat().st_ino, odd.lstat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert [path.name for path in odd.parent.iterdir()] == ["odd"]


def test_a_pipe_in_place_of_the_lock_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    os.mkfifo(f"{path}.lock")
    begin = "import sys; from pathlib import Path; from simcore import Journal, SimcoreError\n"
    begin += "try:\n with Journal(Path(sys.argv[1])).working(): pass\n"
    begin += "except SimcoreError as error: print(error)"
    run = subprocess.run(
        [sys.executable, "-c", begin, str(path)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        cwd=ROOT,
    )
    assert f"{path}.lock" in run.stdout
    assert "no regular file" in run.stdout
