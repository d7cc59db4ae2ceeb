"""What a scan tells on its way, when it writes what it has read, and how far long work is."""

import io
import itertools
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builders import chinese_text, chinese_words, edited, fingerprinted, prose
from scans import Told, scanned
from simcore import Cancelled, FingerprintIndex, Kind, ScanConfig, ScanReport
from simcore.candidates.blocks import near_pairs
from simcore.candidates.inverted import Bounds, sketch_pairs
from simcore.candidates.sketches import Sketches
from simcore.cli.output import VERBOSITY, Bar
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import (
    Fingerprint,
    Fingerprinted,
    ListedFile,
    ListedFolder,
    Problem,
    ProblemStage,
    SourceFile,
)
from simcore.model.report import ScanFigures, Stage
from simcore.pipeline.jobs import TextsInHand
from simcore.pipeline.scan import Read, Taken
from written import written

Report = tuple[Stage, int, int]
FILES = 300


class Recording:
    def __init__(self) -> None:
        self.reports: list[Report] = []

    def report(self, stage: Stage, done: int, total: int) -> None:
        self.reports.append((stage, done, total))

    def stages(self) -> dict[Stage, list[tuple[int, int]]]:
        """Check the order and return the reports of each stage."""
        order = [stage for stage, _ in itertools.groupby(self.reports, lambda r: r[0])]
        assert order == sorted(order, key=list(Stage).index), "each stage once, in their order"
        return {
            stage: [(done, total) for _, done, total in reports]
            for stage, reports in itertools.groupby(self.reports, lambda r: r[0])
        }


def check(reports: list[tuple[int, int]]) -> None:
    """Assert the rules of every stage but listing, whose total is unknown."""
    # it may begin before its total is known
    known = list(itertools.dropwhile(lambda one: one == (0, 0), reports))
    reports = known or reports[:1]
    totals = {total for _, total in reports}
    assert len(totals) == 1
    (total,) = totals
    done = [done for done, _ in reports]
    assert done == sorted(done)
    assert 0 <= done[0] <= done[-1] == total


@pytest.fixture
def three_hundred(tmp_path: Path) -> Path:
    texts = [edited(chinese_text(number // 3, 120), number, number % 3) for number in range(FILES)]
    files = {f"{number % 7}/{number}.txt": text for number, text in enumerate(texts)}
    return written(tmp_path / "文档", files)


@pytest.mark.parametrize("jobs", [0, 2])
def test_every_stage_of_a_scan(
    three_hundred: Path, tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.pipeline.comparing._PAIRS_A_LOOKUP", 50)
    monkeypatch.setattr("simcore.pipeline.jobs._FILES_A_BATCH", 16)
    monkeypatch.setattr("simcore.index.index._FILES_AT_ONCE", 50)
    monkeypatch.setattr("simcore.pipeline.jobs._LEAST_PAIRS_A_BATCH", 20)
    monkeypatch.setattr("simcore.pipeline.jobs._TEXTS_A_BLOCK", 60)
    config = ScanConfig(jobs=jobs, include=("*.txt",))
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        for changed in (FILES, 0, 5):
            for number in range(changed):
                path = three_hundred / f"{number % 7}" / f"{number}.txt"
                path.write_text(path.read_text() + "另外还有一句。")
            recording = Recording()
            report = scanned(three_hundred, index, config, progress=recording)
            stages = recording.stages()
            listed = [done for done, _ in stages.pop(Stage.LIST)]
            assert listed == sorted(listed)
            assert listed[-1] == FILES
            expected = set(Stage) - {Stage.LIST}
            if not changed:
                expected -= {Stage.READ, Stage.VERIFY, Stage.PAIR, Stage.PASSAGE}
                for stage in (Stage.READ, Stage.VERIFY):
                    assert all(total == 0 for _, total in stages.pop(stage, []))
            assert set(stages) == expected
            for reports in stages.values():
                check(reports)
            assert stages[Stage.CHECK][-1] == (FILES, FILES)
            if changed:
                assert stages[Stage.READ][-1] == (changed, changed)
                verified = stages[Stage.VERIFY][-1][0]
                assert 0 < verified <= report.counts.candidates
            assert stages[Stage.RECALL][-1][0] == report.counts.candidates > 100
            # in steps, so that there is a pace
            if changed == FILES:
                # what takes no time has no pace
                brief = {Stage.PAIR, Stage.CHECK, Stage.PASSAGE}
                paced = [reports for stage, reports in stages.items() if stage not in brief]
                assert all(len({done for done, _ in reports}) > 4 for reports in paced)
            else:
                assert len({done for done, _ in stages[Stage.CHECK]}) > 4


def test_grouping_by_components_compares_what_is_missing(tmp_path: Path) -> None:
    """A chain, of which the ends are too unlike to be candidates."""
    chain = [chinese_words(number, 100) for number in range(10)]
    for number in range(7):
        words = list(itertools.chain.from_iterable(chain[number : number + 4]))
        (tmp_path / f"{number}.txt").write_text(prose(words))
    config = ScanConfig(
        jobs=0, similarity=0.3, compared_distance=0, containment=1.0, grouping="components"
    )
    recording = Recording()
    report = scanned(tmp_path, config=config, progress=recording)
    (group,) = report.groups
    assert len(group.members) == 6
    runs = [
        (stage, list(run)) for stage, run in itertools.groupby(recording.reports, lambda r: r[0])
    ]
    stages = [stage for stage, _ in runs]
    first = stages.index(Stage.GROUP)
    assert stages[first:] == [Stage.GROUP, Stage.RECALL, Stage.VERIFY, Stage.GROUP]
    for _, run in runs[first + 1 : first + 3]:
        check([(done, total) for _, done, total in run])
    check([(done, total) for stage, done, total in recording.reports if stage is Stage.GROUP])


def test_a_large_folder_is_reported_while_it_is_listed(tmp_path: Path) -> None:
    for number in range(1_000):
        (tmp_path / f"{number}.txt").touch()
    recording = Recording()
    scanned(tmp_path, progress=recording, compare=False)
    assert len(recording.stages()[Stage.LIST]) >= 4


@pytest.mark.parametrize("distance", [0, 3, 8, 24, 40])
@pytest.mark.parametrize("count", [0, 1, 2, 2_000])
def test_finding_near_fingerprints_and_shared_sketches(count: int, distance: int) -> None:
    chance = np.random.default_rng(1)
    values = chance.integers(0, 2**64, (count, 1), dtype=np.uint64)
    samples = [
        np.unique(chance.integers(0, 9_000, 200, dtype=np.uint32)) for _ in range(count // 4)
    ]
    for find in (
        lambda told: near_pairs(values, distance, told),
        lambda told: sketch_pairs(
            Sketches.of(samples),
            Bounds(0.15, 0.1),
            check=lambda: told.report(Stage.PASSAGE, 0, 0),
        ),
    ):
        find(recording := Recording())
        (reports,) = recording.stages().values()
        check(reports)


def test_every_stage_has_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    monkeypatch.setattr(VERBOSITY, "progress", True)  # a quiet command may have been before
    bar = Bar()
    for stage in Stage:
        terminal.truncate(terminal.seek(0))
        for done in range(0, 101, 20):
            bar.report(stage, done, 0 if stage is Stage.LIST else 100)
        bar.close()
        assert ":" in terminal.getvalue()
        assert ("/100" in terminal.getvalue()) == (stage is not Stage.LIST)


# ---- what a scan tells of what it has found so far: the truth is what it has found at its end


COPIES = {Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SAME_WORDS}
TEXTS = 50


class Watching(Told):
    """``most`` is how often it may be told before it cancels."""

    def __init__(self, most: int = 10**6) -> None:
        super().__init__()
        self._most = most

    def found(self, *told: Any) -> None:
        super().found(*told)
        if len(self.told) > self._most:
            raise Cancelled


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Many texts, each with a copy, another encoding of it and an edited version."""
    files: dict[str, str | bytes] = {}
    for number in range(TEXTS):
        text = chinese_text(number, 120)
        files |= {f"{number}.txt": text, f"{number} copy.txt": text}
        files |= {f"{number} old.txt": text.encode("gb18030")}
        files |= {f"{number} draft.txt": edited(text, number, 1)}
    return written(tmp_path / "文档", files)


def members(report: ScanReport) -> dict[tuple[Path, Path], Kind]:
    """The kind of each member, by its path and that of the kept one."""
    path = {key: one.path for key, one in report.documents.items()}
    return {
        (path[one.document], path[group.representative]): one.kind
        for group in report.groups
        for one in group.members
    }


def test_copies_come_while_files_are_read(library: Path, tmp_path: Path) -> None:
    watching = Watching()
    end = scanned(library, tmp_path / "index.sqlite3", watcher=watching)
    found = members(end)
    counts: list[int] = []
    for figures, kinds, report in watching.told:
        assert not report.complete
        known = members(report)
        counts.append(len(known))
        if kinds == COPIES:
            assert set(known.values()) <= COPIES
            assert not report.pairs
        else:
            assert kinds == set(Kind)
            assert figures.read == figures.new == 4 * TEXTS
        for pair, kind in known.items():
            # another document may lead a group by the end, and none is of another kind to it
            assert found.get(pair, kind) is kind
    assert counts[0] == 0
    assert 0 < counts[2] < counts[-1]
    reading = [report for _, kinds, report in watching.told if kinds == COPIES]
    comparing = [report for _, kinds, report in watching.told if kinds != COPIES]
    assert len(members(reading[-1])) == 2 * TEXTS
    assert len(members(comparing[0])) == 2 * TEXTS
    assert members(comparing[-1]) == found
    assert len(found) == 3 * TEXTS
    assert [len(one.pairs) for one in comparing] == sorted(len(one.pairs) for one in comparing)
    assert end.complete


def test_figures_are_those_of_the_files(library: Path, tmp_path: Path) -> None:
    config = ScanConfig(jobs=0, largest_file=100_000)
    binary = {"binary.txt": bytes(range(256)) * 9, "picture.jpg": b"\xff\xd8\xff"}
    written(library, {"large.txt": "a" * 100_001, "signs.txt": "!? -- ...\n", **binary})
    (library / ".git").mkdir()
    os.link(library / "1.txt", library / "name of 1.txt")
    sizes = {path: path.stat().st_size for path in library.iterdir()}
    watching = Watching()
    report = scanned(library, tmp_path / "index.sqlite3", config, watcher=watching)
    first, last = watching.told[0][0], watching.told[-1][0]
    listed = sum(size for path, size in sizes.items() if path.suffix == ".txt")
    listed -= sizes[library / "1.txt"]  # under its second name
    assert first == ScanFigures(files=4 * TEXTS + 3, new=4 * TEXTS + 3, new_size=listed, left_out=2)
    assert last == ScanFigures(
        files=4 * TEXTS + 3,
        new=4 * TEXTS + 3,
        new_size=listed,
        read=4 * TEXTS + 3,
        size=sum(sizes[one.path] for one in report.documents.values())
        + sizes[library / "binary.txt"],
        not_read=2,
        left_out=3,
    )
    again = Watching()
    scanned(library, tmp_path / "index.sqlite3", config, watcher=again)
    # what was too large is looked at again; nothing else is
    assert again.told[-1][0] == ScanFigures(
        files=4 * TEXTS + 3, new=1, new_size=100_001, read=1, left_out=3
    )


def test_what_is_known_from_before_is_told_at_once(library: Path, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite3"
    scanned(library, index, watcher=Watching())
    (library / "0 draft.txt").write_text(edited(chinese_text(0, 120), 7, 2), encoding="utf-8")
    watching = Watching()
    end = scanned(library, index, watcher=watching)
    assert len(members(watching.told[0][2])) == 2 * TEXTS
    comparing = [report for _, kinds, report in watching.told if kinds != COPIES]
    assert len(members(comparing[0])) >= 3 * TEXTS - 1, "all that was compared before"
    assert members(comparing[-1]) == members(end)


def test_a_watcher_may_end_the_scan_and_what_was_read_stays(library: Path, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite3"
    with pytest.raises(Cancelled):
        scanned(library, index, watcher=Watching(most=3))
    assert 0 < scanned(library, index, watcher=Watching()).counts.unchanged < 4 * TEXTS


def test_a_watcher_changes_nothing(library: Path, tmp_path: Path) -> None:
    watched = scanned(library, tmp_path / "1.sqlite3", watcher=Watching())
    alone = scanned(library)
    assert members(watched) == members(alone)
    assert (watched.counts, watched.problems) == (alone.counts, alone.problems)


def test_written_when_paused(
    library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else what was read last would be in no index while nothing happens, and be read again."""
    monkeypatch.setattr("simcore.pipeline.jobs._FILES_A_BATCH", 4)
    for name, much in (("_SECONDS_UNWRITTEN", 1e9), ("_MOST_JOBS", 10**9), ("_SHARE", 1e-9)):
        monkeypatch.setattr(f"simcore.pipeline.scan.{name}", much)
    index = tmp_path / "index.sqlite3"
    stored: list[tuple[bool, int, int]] = []

    class Pausing:
        pausing = False

        def report(self, stage: Stage, done: int, total: int) -> None:
            if stage is Stage.READ:
                with closing(sqlite3.connect(index)) as opened:
                    (count,) = opened.execute("select count(*) from document").fetchone()
                stored.append((self.pausing, done, count))
                self.pausing = len(stored) in {20, 40}

    scanned(library, index, progress=Pausing())
    paused = [(done, count) for pausing, done, count in stored if pausing]
    assert [done for done, _ in paused] == [count for _, count in paused] != [0, 0]
    assert any(count < done for pausing, done, count in stored if not pausing)


# ---- files that were read wait for each other before they are written, never many and never long


JOBS = 200
FOLDER = ListedFolder("/documents/", "/documents/")
LISTED = [ListedFile(FOLDER, f"{number:03}.txt", 10, 5, 2, number) for number in range(JOBS)]


def as_read(file: ListedFile | SourceFile) -> Fingerprinted:
    return fingerprinted(file, file.inode, Fingerprint(file.inode))


class Clock:
    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("simcore.pipeline.scan.time", made)
    return made


@pytest.fixture
def reading(tmp_path: Path) -> Iterator[Taken]:
    with FingerprintIndex(tmp_path / "index.sqlite3") as index:
        told: list[Read] = []
        yield Taken(index, ScanConfig(), "default/1", {}, TextsInHand(), None, told.append, JOBS)
        # what was told is what was written, each file once
        assert sum(map(len, told)) == len(in_index(index))


def in_index(index: FingerprintIndex) -> list[str]:
    rows = index.connection.execute("select cast(name as text) from document order by id")
    return [name for (name,) in rows]


def test_the_first_are_written_at_once(reading: Taken, clock: Clock) -> None:
    waiting = []
    for number, file in enumerate(LISTED, 1):
        clock.now += 0.0001
        reading.take([as_read(file)])
        waiting.append(number - len(in_index(reading.index)))
    assert waiting[:4] == [0, 0, 0, 0]
    # never as many as an eighth of what is there, nor more than fit the bound
    assert all(8 * now <= 2 * number + 8 for number, now in enumerate(waiting, 1))
    assert 8 < max(waiting) < 16
    # towards the end less than a quarter of what is left: nobody reads while the last is written
    assert all(4 * now < JOBS - number for number, now in enumerate(waiting, 1) if now)
    assert in_index(reading.index) == [file.name for file in LISTED]
    reading.keep()
    assert in_index(reading.index) == [file.name for file in LISTED]
    assert [name for _, name in reading.documents.named()] == [file.name for file in LISTED]


def test_nothing_waits_long_while_a_file_takes_long(reading: Taken, clock: Clock) -> None:
    for file in LISTED[:100]:
        reading.take([as_read(file)])
    before = len(in_index(reading.index))
    assert before < 100
    clock.now += 0.4
    reading.keep_in_time()
    assert len(in_index(reading.index)) == before
    clock.now += 0.2
    reading.keep_in_time()
    assert len(in_index(reading.index)) == 100
    reading.keep_in_time()
    reading.keep()


def test_what_was_read_as_another_file_is_noted(reading: Taken) -> None:
    problem = Problem(LISTED[0].path, ProblemStage.DECODE, Reason(ReasonCode.IS_BINARY))
    reading.take([(LISTED[0], problem), as_read(LISTED[1])])
    assert reading.problems == [problem]
    file = LISTED[2]
    now = SourceFile(file.path, file.real_path, 11, *file[3:])
    reading.take([as_read(now)])
    known = [*reading.documents.every("default/1")]
    assert [(one.path, one.size) for one in known] == [(LISTED[1].path, 10), (now.path, 11)]
