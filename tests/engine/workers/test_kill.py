"""SIGKILL at any moment: the index stays whole, nothing is done twice, no process is left."""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from amounts import LONG, Counted, amount, on_disk, share
from builders import chinese_text, edited
from places import python_environment
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.files.opening import open_to_read
from simcore.workers import make_executor

pytestmark = pytest.mark.skipif(os.name == "nt", reason="no such signal there")

KILLS = amount("KILLS", 3, 500)
PARTS = 2 if LONG else 1
"""So that two processes can share many kills."""
FILES = 120
PATIENCE = 30
"""Seconds for what takes a moment on an idle machine."""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Forty originals with two revisions each, 5 kB a file: a dozen batches for the workers."""
    folder = tmp_path / "文档"
    folder.mkdir()
    for number in range(FILES):
        text = chinese_text(number // 3, 800)
        (folder / f"{number:03}.txt").write_text(edited(text, number, number % 3 * 5))
    return folder


def start(code: str, *arguments: object) -> "subprocess.Popen[bytes]":
    """Start Python; its workers share its standard output, which ends with the last of them."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdout=subprocess.PIPE,
        env=python_environment(),
    )


def groups(library: Path, index: Path) -> "subprocess.Popen[bytes]":
    # small batches, so that much happens between the first and the last
    code = """if True:
        import sys
        import simcore.pipeline.scan, simcore.pipeline.jobs
        from simcore.cli.main import main
        simcore.pipeline.jobs._FILES_A_BATCH = 8
        simcore.pipeline.jobs._LEAST_PAIRS_A_BATCH = 8
        sys.exit(main())
    """
    options = ["--index", index, "--jobs", 2, "--format", "json"]
    return start(code, "groups", library, *options)


def stored(index: Path) -> tuple[set[str], int]:
    """Check the index; return the paths in it and the number of comparisons."""
    if not index.exists():
        return set(), 0
    connection = sqlite3.connect(index)
    try:
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
        assert connection.execute("pragma foreign_key_check").fetchall() == []
        tables = {name for (name,) in connection.execute("select name from sqlite_schema")}
        if "comparison" not in tables:
            return set(), 0
        rows = connection.execute(
            "select folder.path, name from document join folder on folder.id = folder"
        ).fetchall()
        (compared,) = connection.execute("select count(*) from comparison").fetchone()
        return {os.fsdecode(folder + name) for folder, name in rows}, compared
    finally:
        connection.close()


def discard(index: Path) -> tuple[set[str], int]:
    """Delete an index; return what a new one has stored."""
    for file in index.parent.glob(f"{index.name}*"):
        file.unlink()
    return set(), 0


def left_alone(library: Path, index: Path) -> tuple[bytes, float, float]:
    """Return what a scan says, and the seconds until it has an index and until it ends."""
    began = time.monotonic()
    process = groups(library, index)
    while not index.exists():
        assert process.poll() is None
        time.sleep(0.001)
    begun = time.monotonic() - began
    said, _ = process.communicate()
    return said, begun, time.monotonic() - began


def kill_at_work(process: "subprocess.Popen[bytes]", index: Path) -> None:
    """Kill a scan with a new index as soon as that has the first files."""
    while process.poll() is None:
        if index.exists():
            connection = sqlite3.connect(index, timeout=PATIENCE)
            try:
                (count,) = connection.execute("select count(*) from document").fetchone()
            except sqlite3.OperationalError:  # not even the table
                count = 0
            finally:
                connection.close()
            if count:
                process.kill()
        time.sleep(0.001)


def opened_by_a_scan(library: Path, index: Path, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Continue from a copy of the index; return the paths of the files that are opened."""
    copy = index.with_name("copy.sqlite3")
    shutil.copyfile(index, copy)
    opened: set[str] = set()

    def spy(path: bytes) -> tuple[int, os.stat_result]:
        opened.add(os.fsdecode(path))
        return open_to_read(path)

    with monkeypatch.context() as patch, FingerprintIndex(copy) as again:
        patch.setattr("simcore.formats.reading.open_to_read", spy)
        scan([library], ScanConfig(jobs=0), again, make_executor(0), compare=False)
    copy.unlink()
    return opened


@pytest.mark.parametrize("part", range(PARTS))
def test_killed_over_and_over(
    part: int, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, counted: Counted
) -> None:
    """In all parts together as often as VARIORUM_KILLS says."""
    undisturbed, begun, duration = left_alone(library, tmp_path / "undisturbed.sqlite3")
    assert len({row["group"] for row in json.loads(undisturbed)["rows"]}) >= FILES / 3

    chance = random.Random(20 + part)
    wanted = share(KILLS, part, PARTS)
    # spread over the time that it takes, so that a few kills, too, meet every stage of it
    # from when there is an index on: what comes before changes nothing
    moments = [begun + (duration - begun) * (at + chance.random()) / wanted for at in range(wanted)]
    chance.shuffle(moments)
    index = tmp_path / "index.sqlite3"
    everything = {str(path) for path in library.resolve().iterdir()}
    before: tuple[set[str], int] = set(), 0
    kills = finished = in_the_middle = after = aimed = 0

    def is_few() -> bool:
        return in_the_middle < wanted / 10 or after < kills / 2

    # on a busy machine the moments may all be before or after the work
    while moments or not finished or (is_few() and aimed < wanted):
        missed = not moments and is_few()
        if missed:
            aimed += 1
            before = discard(index)
        was = on_disk(index.parent)
        process = groups(library, index)
        if missed:
            kill_at_work(process, index)
        elif moments:
            try:
                process.wait(moments[-1])
            except subprocess.TimeoutExpired:
                process.kill()
        # comes back when the last process that holds the other end is gone
        out, _ = process.communicate(timeout=PATIENCE)
        now = on_disk(index.parent)
        paths, compared = stored(index)
        assert paths >= before[0]
        assert compared >= before[1]
        before = paths, compared
        if process.returncode == -signal.SIGKILL:
            kills += 1
            after += now != was
            del moments[-1:]
            if paths:
                opened = opened_by_a_scan(library, index, monkeypatch)
                assert opened & everything == everything - paths
                in_the_middle += paths != everything or not compared
            continue
        assert process.returncode == 0
        assert out == undisturbed
        assert paths == everything
        finished += 1
        if moments:  # it was over before this one, and may always be
            moments[-1] = chance.uniform(begun, duration)
        before = discard(index)
    assert kills >= wanted
    assert in_the_middle >= wanted / 10, "some of the kills hit a scan that was at work"
    assert after >= kills / 2
    counted("kills of a scan", kills)
    counted("kills of a scan after the first change to disk", after)


@pytest.mark.parametrize("what", ["sleep", "spin", "hold_the_lock"])
def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path, what: str) -> None:
    """Also in the middle of a job, also while the job holds the GIL of the worker."""
    begun = tmp_path / "begun"
    code = f"""if True:
        import sys
        from pathlib import Path
        import hostile
        from hostile import Doubling
        from simcore.model.report import NoProgress, Stage
        from simcore.workers import make_executor, run_jobs
        if __name__ == "__main__":
            at = {{0: hostile.Then(Path(sys.argv[1]), hostile.{what})}}
            jobs = [Doubling((number,), at) for number in range(2)]
            for _ in run_jobs(jobs, make_executor(2, 2.0), 5, Stage.READ, NoProgress()):
                pass
    """
    process = start(code, begun)
    deadline = time.monotonic() + PATIENCE
    while not begun.exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.kill()
    assert process.communicate(timeout=PATIENCE) == (b"", None)
    assert process.returncode == -signal.SIGKILL
