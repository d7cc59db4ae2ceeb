"""What a scan tells of what it has found so far: the truth is what it has found at its end."""

import os
import sqlite3
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from contextlib import closing
from pathlib import Path

import pytest

from builders import chinese_text, edited
from simcore import Cancelled, FingerprintIndex, Kind, ScanConfig, ScanReport, scan
from simcore.model.report import ScanFigures, Stage
from simcore.workers import make_executor

CONFIG = ScanConfig(jobs=0, seconds_a_file=None)
COPIES = {Kind.IDENTICAL, Kind.SAME_TEXT, Kind.SAME_WORDS}
TEXTS = 50
Told = tuple[ScanFigures, AbstractSet[Kind], ScanReport]


class Watching:
    """Has a report made each time; ``most`` is how often it may be told before it cancels."""

    def __init__(self, most: int = 10**6) -> None:
        self.told: list[Told] = []
        self._most = most

    def found(
        self, figures: ScanFigures, kinds: AbstractSet[Kind], report: Callable[[], ScanReport]
    ) -> None:
        self.told.append((figures, kinds, report()))
        if len(self.told) > self._most:
            raise Cancelled


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Many texts, each with a copy, another encoding of it and an edited version."""
    folder = tmp_path / "文档"
    folder.mkdir()
    for number in range(TEXTS):
        text = chinese_text(number, 120)
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
        (folder / f"{number} copy.txt").write_text(text, encoding="utf-8")
        (folder / f"{number} old.txt").write_text(text, encoding="gb18030")
        (folder / f"{number} draft.txt").write_text(edited(text, number, 1), encoding="utf-8")
    return folder


def scanned(
    library: Path, index: Path, watching: Watching, config: ScanConfig = CONFIG
) -> ScanReport:
    with FingerprintIndex(index) as opened, make_executor(0) as executor:
        return scan([library], config, opened, executor, watcher=watching)


def members(report: ScanReport) -> dict[tuple[Path, Path], Kind]:
    """The kind of each member, by its path and that of the kept one."""
    path = {key: one.path for key, one in report.documents.items()}
    return {
        (path[one.document], path[group.representative]): one.kind
        for group in report.groups
        for one in group.members
    }


def test_copies_come_while_files_are_read_and_all_else_as_it_is_compared(
    library: Path, tmp_path: Path
) -> None:
    watching = Watching()
    end = scanned(library, tmp_path / "index.sqlite3", watching)
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
    (library / "large.txt").write_bytes(b"a" * 100_001)
    (library / "binary.txt").write_bytes(bytes(range(256)) * 9)
    (library / "picture.jpg").write_bytes(b"\xff\xd8\xff")
    (library / ".git").mkdir()
    os.link(library / "1.txt", library / "name of 1.txt")
    sizes = {path: path.stat().st_size for path in library.iterdir()}
    watching = Watching()
    report = scanned(library, tmp_path / "index.sqlite3", watching, config)
    first, last = watching.told[0][0], watching.told[-1][0]
    listed = sum(size for path, size in sizes.items() if path.suffix == ".txt")
    listed -= sizes[library / "1.txt"]  # under its second name
    assert first == ScanFigures(files=4 * TEXTS + 2, new=4 * TEXTS + 2, new_size=listed, left_out=2)
    assert last == ScanFigures(
        files=4 * TEXTS + 2,
        new=4 * TEXTS + 2,
        new_size=listed,
        read=4 * TEXTS + 2,
        size=sum(sizes[one.path] for one in report.documents.values())
        + sizes[library / "binary.txt"],
        not_read=1,
        left_out=3,
    )
    again = Watching()
    scanned(library, tmp_path / "index.sqlite3", again, config)
    # what was too large is looked at again; nothing else is
    assert again.told[-1][0] == ScanFigures(
        files=4 * TEXTS + 2, new=1, new_size=100_001, read=1, left_out=3
    )


def test_what_is_known_from_before_is_told_at_once(library: Path, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite3"
    scanned(library, index, Watching())
    (library / "0 draft.txt").write_text(edited(chinese_text(0, 120), 7, 2), encoding="utf-8")
    watching = Watching()
    end = scanned(library, index, watching)
    assert len(members(watching.told[0][2])) == 2 * TEXTS
    comparing = [report for _, kinds, report in watching.told if kinds != COPIES]
    assert len(members(comparing[0])) >= 3 * TEXTS - 1, "all that was compared before"
    assert members(comparing[-1]) == members(end)


def test_a_watcher_may_end_the_scan_and_what_was_read_stays(library: Path, tmp_path: Path) -> None:
    index = tmp_path / "index.sqlite3"
    with pytest.raises(Cancelled):
        scanned(library, index, Watching(most=3))
    assert 0 < scanned(library, index, Watching()).counts.unchanged < 4 * TEXTS


def test_a_watcher_changes_nothing(library: Path, tmp_path: Path) -> None:
    watched = scanned(library, tmp_path / "1.sqlite3", Watching())
    with FingerprintIndex(tmp_path / "2.sqlite3") as opened, make_executor(0) as executor:
        alone = scan([library], CONFIG, opened, executor)
    assert members(watched) == members(alone)
    assert (watched.counts, watched.problems) == (alone.counts, alone.problems)


def test_what_was_read_is_written_before_a_scan_stands_still(
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

    with FingerprintIndex(index) as opened, make_executor(0) as executor:
        scan([library], CONFIG, opened, executor, Pausing())
    paused = [(done, count) for pausing, done, count in stored if pausing]
    assert [done for done, _ in paused] == [count for _, count in paused] != [0, 0]
    assert any(count < done for pausing, done, count in stored if not pausing)


def test_what_is_not_read_so_far_is_what_the_report_has_problems_of(
    library: Path, tmp_path: Path
) -> None:
    (library / "binary.txt").write_bytes(bytes(range(256)) * 9)
    (library / "signs.txt").write_text("!? -- ...\n", encoding="utf-8")
    watching = Watching()
    report = scanned(library, tmp_path / "index.sqlite3", watching)
    assert {one.path.name for one in report.problems} == {"binary.txt", "signs.txt"}
    assert watching.told[-1][0].not_read == len(report.problems)
