"""Whole scans with one file that hangs or kills the worker that reads it."""

import fcntl
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import simcore.text.similarity
from builders import chinese_text, edited
from places import python_environment
from simcore import FingerprintIndex, ScanConfig, ScanReport, scan
from simcore.formats.reading import read_as
from simcore.model.records import Comparison, DecodedText, ProblemStage, TextId
from simcore.model.report import NoProgress, Stage
from simcore.workers import ENDED, make_executor, too_long

CONFIG = ScanConfig(jobs=2, seconds_a_file=1.0)
NAMES = [f"{number:02}.txt" for number in range(12)]

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names there")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Twelve texts, each with a near-duplicate."""
    folder = tmp_path / "文档"
    folder.mkdir()
    for number, name in enumerate(NAMES):
        text = edited(chinese_text(number // 2), number, 2)
        (folder / name).write_text(text, encoding="gb18030")
    return folder


def run(
    library: Path, index: FingerprintIndex, progress: object = None, config: ScanConfig = CONFIG
) -> ScanReport:
    with make_executor(config.jobs, config.seconds_a_file) as executor:
        return scan([library], config, index, executor, progress)


def told(report: ScanReport) -> list[tuple[str, ProblemStage, str]]:
    return [(p.path.name, p.stage, str(p.reason)) for p in report.problems]


def named_pairs(report: ScanReport) -> set[tuple[str, ...]]:
    return {
        tuple(sorted(report.documents[end].path.name for end in (pair.left, pair.right)))
        for pair in report.pairs
    }


ALL_PAIRS = set(zip(NAMES[::2], NAMES[1::2], strict=True))


class At(NoProgress):
    """Calls a function once, at the first report of a stage, or the first after some work."""

    def __init__(self, stage: Stage, action: Callable[[], None], done: int = 0) -> None:
        self.stage, self.action, self.done = stage, action, done
        self.acted = False

    def report(self, stage: Stage, done: int, total: int) -> None:
        if stage is self.stage and done >= self.done and not self.acted:
            self.acted = True
            self.action()


class Hung:
    """A file with a lease: as on a server that is gone, opening it takes longer than the limit.

    The lease is given up when the system's own limit is over, by default 45 seconds.
    """

    def __init__(self, path: Path) -> None:
        if not sys.platform.startswith("linux"):
            pytest.skip("leases are Linux's")
        self._path = path
        self._descriptor = -1

    def begin(self) -> None:
        signal.signal(signal.SIGIO, signal.SIG_IGN)  # somebody opens it
        self._descriptor = os.open(self._path, os.O_RDWR)
        fcntl.fcntl(self._descriptor, fcntl.F_SETLEASE, fcntl.F_WRLCK)

    def end(self) -> None:
        os.close(self._descriptor)
        signal.signal(signal.SIGIO, signal.SIG_DFL)


@pytest.mark.parametrize("changes", ["the limit", "the file"])
def test_a_file_that_hangs_is_left_out(
    library: Path, index: FingerprintIndex, changes: str
) -> None:
    hung = Hung(library / "05.txt")
    report = run(library, index, At(Stage.READ, hung.begin))
    slow = [("05.txt", ProblemStage.READ, "took longer than 1 s; left out")]
    assert told(report) == slow
    assert report.counts.unusable == 1
    assert named_pairs(report) == ALL_PAIRS - {("04.txt", "05.txt")}

    hung.end()
    again = run(library, index)
    assert told(again) == slow
    assert again.counts.read == 0, "it has not changed, so it is not tried"

    if changes == "the limit":
        again = run(library, index, config=ScanConfig(jobs=2, seconds_a_file=30))
    else:
        os.utime(library / "05.txt", (1, 1))
        again = run(library, index)
    assert (again.counts.read, told(again)) == (1, [])
    assert named_pairs(again) == ALL_PAIRS


def test_a_file_that_hangs_when_it_is_compared(
    library: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.pipeline.jobs.MOST_BYTES", 0)  # it is read again
    hung = Hung(library / "05.txt")
    report = run(library, index, At(Stage.VERIFY, hung.begin))
    assert told(report) == [("05.txt", ProblemStage.VERIFY, str(too_long(1.0)))]
    assert named_pairs(report) == ALL_PAIRS - {("04.txt", "05.txt")}
    hung.end()
    again = run(library, index)
    assert (told(again), named_pairs(again)) == ([], ALL_PAIRS)


@pytest.mark.parametrize("stage", [Stage.READ, Stage.VERIFY])
def test_killed_workers_cost_nothing(
    library: Path, index: FingerprintIndex, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.pipeline.jobs._FILES_A_BATCH", 2)
    monkeypatch.setattr("simcore.pipeline.jobs._LEAST_PAIRS_A_BATCH", 2)
    killed: list[int] = []

    def kill() -> None:
        # their numbers first: one that ended is closed by whoever waits for it, and then has none
        for number in [process.pid for process in multiprocessing.active_children()]:
            assert number is not None
            os.kill(number, signal.SIGKILL)
            killed.append(number)

    # nothing hangs: on a busy machine the first file of a new worker may take more than a second
    patient = ScanConfig(jobs=2, seconds_a_file=60.0)
    report = run(library, index, At(stage, kill, done=2), patient)
    assert killed
    assert told(report) == []
    assert named_pairs(report) == ALL_PAIRS


def test_a_pair_that_cannot_be_compared_is_a_problem_of_both(
    library: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = simcore.text.similarity._by_shingles
    config = ScanConfig(jobs=0)
    first = run(library, index, config=config)
    guilty = {d.text for d in first.documents.values() if d.path.name in {"02.txt", "03.txt"}}

    def by_shingles(left: TextId, right: TextId, *read: object) -> Comparison:
        if {left, right} == guilty:
            raise ValueError("no such luck")
        return real(left, right, *read)  # type: ignore[arg-type]

    monkeypatch.setattr(simcore.text.similarity, "_by_shingles", by_shingles)
    with FingerprintIndex(Path(":memory:")) as fresh:
        report = run(library, fresh, config=config)
    reason = "caused an unexpected error (ValueError: no such luck); left out"
    assert told(report) == [(name, ProblemStage.VERIFY, reason) for name in ("02.txt", "03.txt")]
    assert named_pairs(report) == ALL_PAIRS - {("02.txt", "03.txt")}


def test_a_file_that_breaks_a_reader_is_one_problem(
    library: Path, index: FingerprintIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(of: None, name: str, data: bytes) -> DecodedText:
        if name == "07.txt":
            raise RecursionError("too deep")
        return read_as(of, name, data)

    monkeypatch.setattr("simcore.formats.reading.read_as", read)
    report = run(library, index, config=ScanConfig(jobs=0))
    reason = "caused an unexpected error (RecursionError: too deep); left out"
    assert told(report) == [("07.txt", ProblemStage.READ, reason)]
    assert named_pairs(report) == ALL_PAIRS - {("06.txt", "07.txt")}
    monkeypatch.undo()
    again = run(library, index, config=ScanConfig(jobs=0))
    assert (again.counts.read, told(again)) == (1, []), "it is tried again"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits memory as Linux does")
def test_a_file_too_large_for_the_memory(tmp_path: Path) -> None:
    """A real one: 30 MB of text, for processes that may have 1 GB of addresses each."""
    folder = tmp_path / "large"
    folder.mkdir()
    (folder / "small.txt").write_text(chinese_text(1))
    (folder / "large.txt").write_text("长" * 10_000_000)
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (1_000_000_000,) * 2);"
        "from simcore.cli.main import main; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "scan", folder, "--index", ":memory:", "--jobs", "1"],
        env=python_environment() | {"OPENBLAS_NUM_THREADS": "1"},  # each would take addresses
        capture_output=True,
        check=False,
    )
    # what allocates may say something, too, before it ends the process
    said = [line for line in done.stderr.decode().splitlines() if line.startswith("variorum:")]
    assert said == [f"variorum: {folder / 'large.txt'}: {ENDED}"]
    assert done.returncode == 3
    assert b"1 document can be compared; 0 have no words, 1 could not be used" in done.stdout
