"""A watch that says what a test has it say, in the place of the program's own."""

import json
import sys
import time
from pathlib import Path

import pytest

import app.watch.process
from app.settings.settings import Command
from simcore import Kind
from simcore.model.report import Arrival, ArrivalEvent, ArrivalMatch
from simcore.reports.formats import arrival_to_json

__all__ = ["LISTENS", "arrival", "line", "match", "pretend"]

LISTENS = '{"event": "watching", "folders": [], "mode": "events", "documents": 2, "outside": 0}'

_PROGRAM = """
import sys
said = 0
with open(sys.argv[1], encoding="utf-8", errors="surrogatepass") as script:
    for line in script:
        if line.startswith("!exit"):
            sys.exit(int(line.split()[1]))
        if line.startswith("!error"):
            print(line[7:], end="", file=sys.stderr, flush=True)
            continue
        if line.startswith("!wait"):
            sys.stdin.read()
            continue
        sys.stdout.buffer.write(line.encode("utf-8", "surrogatepass"))
        sys.stdout.buffer.flush()
sys.stdin.read()
"""


def match(path: Path, kind: Kind = Kind.SIMILAR, similarity: float = 0.94) -> ArrivalMatch:
    return ArrivalMatch(path, kind, similarity, similarity, similarity, 3)


def arrival(
    path: Path, *matches: ArrivalMatch, at: float | None = None, event: str = "new"
) -> Arrival:
    return Arrival(ArrivalEvent(event), path, time.time() if at is None else at, matches=matches)


def line(one: Arrival) -> str:
    return json.dumps(arrival_to_json(one))


def command(script: Path) -> Command:
    """Return a command that writes the lines of a file, then waits for the end of its input.

    ``!exit N`` ends it there, ``!error TEXT`` goes to standard error, ``!wait`` waits there.
    """
    return Command((sys.executable, "-c", _PROGRAM, str(script)))


def pretend(monkeypatch: pytest.MonkeyPatch, folder: Path, *lines: str) -> Path:
    """Let windows run such a watch; return the file of its lines, which may be changed."""
    script = folder / "watch.script"
    script.write_text("".join(f"{one}\n" for one in lines), encoding="utf-8")
    monkeypatch.setattr(app.watch.process, "own_command", lambda: command(script))
    return script
