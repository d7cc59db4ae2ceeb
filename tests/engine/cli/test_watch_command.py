"""``variorum watch``: its lines, its end by signals and closed input, and nothing lost by kills."""

import contextlib
import fcntl
import json
import random
import re
import select
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from amounts import Counted, amount, on_disk
from commands import started
from earlier_files import earlier_index
from live_watches import text
from simcore import FingerprintIndex
from simcore.cli.main import main
from simcore.cli.watch import arrival_lines
from simcore.index.judgements import read_arrivals
from simcore.index.paths import arrivals_path
from simcore.model.reasons import Reason, ReasonCode, from_json
from simcore.model.report import Arrival, ArrivalEvent
from simcore.reports.formats import arrival_from_json
from simcore.watch.arrivals import _TOLD_AT_ONCE


class Running:
    """The command in a process of its own."""

    def __init__(self, folder: Path, *words: str) -> None:
        command = "watch", folder, "--json", "--index", folder.parent / "index.sqlite3", *words
        self.process = started(*command, stdin=subprocess.PIPE)

    def line(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        read = self.process.stdout.readline()
        assert read, self.process.communicate()[1].decode()
        found: dict[str, Any] = json.loads(read)
        return found

    def until(self, event: str) -> list[dict[str, Any]]:
        """Return the lines up to one of an event."""
        lines = [self.line()]
        while lines[-1]["event"] != event:
            lines.append(self.line())
        return lines

    def ended(self) -> tuple[int, list[dict[str, Any]], str]:
        """Wait for its end; return the exit code, the other lines, and what it complained of."""
        lines = self.rest()
        assert self.process.stderr is not None
        complaints = self.process.stderr.read().decode()
        return self.process.wait(60), lines, complaints

    def rest(self) -> list[dict[str, Any]]:
        """Return the other lines, up to the end of the output; a kill may have cut the last."""
        assert self.process.stdout is not None
        output = self.process.stdout.read()
        return [json.loads(line) for line in output.splitlines(keepends=True) if line[-1:] == b"\n"]


@contextlib.contextmanager
def running(folder: Path, *words: str) -> Iterator[Running]:
    run = Running(folder, *words)
    try:
        yield run
    finally:
        run.process.kill()
        run.process.communicate()


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "old.txt").write_text(text(0))
    return folder


def test_lines_of_json_and_the_end_of_the_input(inbox: Path) -> None:
    with running(inbox, "--until-closed", "--jobs", "1") as run:
        scanning, ready = run.until("watching")
        assert scanning == {"event": "scanning", "folders": [str(inbox)]}
        assert ready == {
            "event": "watching",
            "folders": [str(inbox)],
            "library": [],
            "mode": "events",
            "documents": 1,
            "outside": 0,
        }
        (inbox / "new.txt").write_text(f"{text(0)} more")
        (plain,) = run.until("new")
        came = arrival_from_json(plain)
        assert [one.path for one in came.matches] == [inbox / "old.txt"]
        inbox.rename(inbox.with_name("away"))
        problem = run.until("problem")[-1]
        assert problem["path"] == str(inbox)
        assert str(from_json(problem["code"])) == problem["reason"]
        assert run.process.stdin is not None
        run.process.stdin.close()
        run.process.stdin = None
        code, rest, complaints = run.ended()
        assert (code, rest[-1], complaints) == (0, {"event": "stopped"}, "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals_end_it_and_what_comes_is_told_once(inbox: Path, number: int) -> None:
    with running(inbox, "--jobs", "1") as run:
        run.until("watching")
        for one in range(40):
            (inbox / f"{one}.txt").write_text(text(one))
        told = run.until("new")
        run.process.send_signal(number)
        ended, rest, complaints = run.ended()
        assert ended == -number
        assert rest[-1] == {"event": "stopped"}
        assert "Traceback" not in complaints
        told += rest[:-1]
    with running(inbox, "--jobs", "1", "--once") as run:
        ended, lines, complaints = run.ended()
        assert (ended, complaints) == (0, "")
    names = Counter(
        Path(one["path"]).name for one in [*told, *lines] if one["event"] in {"new", "changed"}
    )
    assert names == {f"{one}.txt": 1 for one in range(40)}


@pytest.mark.skipif(sys.platform != "linux", reason="pipes are others there")
def test_a_second_signal_ends_it_though_nobody_reads(inbox: Path) -> None:
    with running(inbox, "--jobs", "1") as run:
        run.until("watching")
        assert run.process.stdout is not None
        fcntl.fcntl(run.process.stdout, fcntl.F_SETPIPE_SZ, 4_096)
        names = [f"{one:0>200}.txt" for one in range(40)]
        aside = inbox.with_name("aside")
        aside.mkdir()
        for name in names:
            (aside / name).write_text(name)
        aside.rename(inbox / "all at once")
        assert select.select([run.process.stdout], [], [], 60)[0]
        run.process.send_signal(signal.SIGTERM)
        run.process.send_signal(signal.SIGINT)
        assert run.process.wait(30) in {128 + signal.SIGINT, 128 + signal.SIGTERM}
    with running(inbox, "--jobs", "1", "--once") as run:
        lines = run.ended()[1]
    assert {Path(one["path"]).name for one in lines if one["event"] == "new"} == set(names)


def _indexed(inbox: Path) -> dict[Path, tuple[int, int]]:
    """Return what stands beside the inbox: the index, and what was told."""
    found = on_disk(inbox.parent)
    return {path: one for path, one in found.items() if not path.is_relative_to(inbox)}


@pytest.mark.skipif(sys.platform == "win32", reason="no such end there")
def test_kills_lose_nothing(inbox: Path, counted: Counted) -> None:
    """Killed while it tells, again and again: each document is told, and few of them twice."""
    kills = amount("KILLS_OF_WATCH", 2, 60)
    names: Counter[str] = Counter()
    luck = random.Random(5)
    made = after = 0
    for _ in range(kills):
        was = _indexed(inbox)
        with running(inbox, "--jobs", "1") as run:
            run.until("watching") if not made else None
            for _ in range(30):
                (inbox / f"{made}.txt").write_text(text(made))
                made += 1
            lines = [run.until("new")[-1] for _ in range(luck.randrange(1, 25))]
            run.process.kill()
            lines += run.rest()
        after += _indexed(inbox) != was
        names.update(Path(one["path"]).name for one in lines if one["event"] == "new")
    assert after >= kills / 2
    counted("kills of a watch", kills)
    counted("kills of a watch after the first change to disk", after)
    with running(inbox, "--jobs", "1", "--once") as run:
        names.update(Path(one["path"]).name for one in run.ended()[1] if one["event"] == "new")
    assert set(names) == {f"{one}.txt" for one in range(made)}
    assert sum(names.values()) <= made + kills * _TOLD_AT_ONCE
    kept = [one.path.name for one in read_arrivals(arrivals_path(inbox.parent / "index.sqlite3"))]
    assert set(kept) == set(names)


def test_text_for_people(
    inbox: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(inbox.parent)
    (inbox.parent / "lib").mkdir()
    words = ["watch", "in", "--library", "lib", "--index", str(inbox.parent / "i.sqlite3")]
    words += ["--jobs", "0", "--once"]
    assert main(words) == 0
    (inbox / "near.txt").write_text(f"{text(0)} more")
    (inbox / "part.txt").write_text(" ".join(text(0).split()[:120]))
    (inbox / "old.txt").rename(inbox / "moved.txt")
    (inbox / "empty.txt").write_text("")
    (inbox / "other.txt").write_text(text(1))
    (inbox / "word.txt").write_text("alone")
    (inbox / "x\n12:00:00 new y.txt").write_text(text(9))
    assert main(words) == 0
    output = capsys.readouterr()
    against = "what comes is compared with lib, too"
    assert output.err.splitlines() == [
        f"variorum: watching in; {against}: 1 document",
        f"variorum: watching in; {against}: 7 documents",
    ]
    lines = [line[9:] if line[2:3] == ":" else line for line in output.out.splitlines()]
    assert "renamed  in/moved.txt  (was in/old.txt)" in lines
    assert "new      in/near.txt" in lines
    assert r"new      in/x\n12:00:00 new y.txt" in lines
    matches = "\n".join(lines)
    assert re.search(
        r"^  99\.\d % {2}similar {5}in/near\.txt  \(\d bits?\)$", matches, re.MULTILINE
    )
    # all of the part is in the whole, which is said, not how alike the two are
    assert re.search(r"^  (99\.\d|100) % {2,3}part {8}in/moved\.txt$", matches, re.MULTILINE)
    assert re.search(r"^  (99\.\d|100) % {2,3}whole {7}in/part\.txt$", matches, re.MULTILINE)
    after = {line: lines[number + 1 :] for number, line in enumerate(lines)}
    assert after["new      in/empty.txt"][0] == "  has no words to compare"
    assert after["new      in/other.txt"][0] == "  no match"
    assert after["new      in/word.txt"][:2] == [
        "  no match",
        f"  {Reason(ReasonCode.SHORT_ARRIVAL)}",
    ]


def test_lines_say_how_long_the_answer_took_and_what_was_not_compared() -> None:
    def lines(**values: Any) -> list[str]:
        came = Arrival(ArrivalEvent.NEW, Path("/in/a"), 0.0, **values)
        return [line.strip()[9 if line[2:3] == ":" else 0 :] for line in arrival_lines(came)]

    assert lines(milliseconds=1_260.0) == ["new      /in/a  (1.3 s)", "no match"]
    assert lines(problem=Reason(ReasonCode.NO_WORDS)) == [
        "new      /in/a",
        "has no words to compare",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are others there")
def test_a_reader_that_goes_away_ends_it_without_a_word(inbox: Path) -> None:
    with running(inbox, "--jobs", "1") as run:
        run.until("watching")
        assert run.process.stdout is not None
        run.process.stdout.close()
        run.process.stdout = None
        (inbox / "new.txt").write_text(text(1))
        run.process.wait(60)
        assert run.process.stderr is not None
        assert run.process.stderr.read() == b""
        assert run.process.returncode == 0


@pytest.mark.parametrize("code", [ReasonCode.INDEX_DAMAGED, ReasonCode.INDEX_EARLIER])
def test_the_last_line_of_a_watch_that_no_new_start_would_help_says_why(
    inbox: Path, code: ReasonCode, capfd: pytest.CaptureFixture[str]
) -> None:
    index = inbox.with_name("index.sqlite3")
    if code is ReasonCode.INDEX_EARLIER:
        earlier_index(index)
    else:
        FingerprintIndex(index).close()
        index.write_bytes(index.read_bytes()[:100] + b"no database" * 1000)
    assert main(["watch", str(inbox), "--json", "--index", str(index)]) == 4
    last = json.loads(capfd.readouterr().out.splitlines()[-1])
    assert last["event"] == "failed"
    assert from_json(last["code"]).code is code
    assert str(index) in last["reason"]
