"""Documents that came too long ago: they propose nothing, leave the index, and are not lost."""

import contextlib
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from amounts import LONG
from builders import chinese_text, english_text
from kept_roles import keep_roles
from removals import put, shown
from scans import CONFIG, names, scanned
from simcore import FingerprintIndex, Journal, ScanConfig, ScanReport, recall
from simcore.files.disk import Volumes
from simcore.files.roles import Role, Roles
from simcore.index.age import forget_old, shrink
from simcore.index.judgements import ROLES, ArrivalFile, JudgementFile
from simcore.index.paths import arrivals_path, journal_beside, judgements_path
from simcore.index.texts import texts_path
from simcore.model.config import FolderDays
from simcore.model.report import Arrival, ArrivalEvent
from simcore.pipeline.similar import recall_similar

DAY = 86_400
START = 20_000 * DAY + 5_000
WEEK = replace(CONFIG, keep_days=7)


class Clock:
    """Seconds since 1970, set by hand."""

    def __init__(self) -> None:
        self.now = float(START)

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "文档"


@pytest.fixture
def index(tmp_path: Path, clock: Clock) -> Iterator[FingerprintIndex]:
    with FingerprintIndex(tmp_path / "index" / "index.sqlite3", clock) as opened:
        yield opened


def run(folder: Path, index: FingerprintIndex | Path, config: ScanConfig = WEEK) -> ScanReport:
    return scanned(folder, index, config)


def held(index: FingerprintIndex) -> set[str]:
    return {os.fsdecode(name) for (name,) in index.connection.execute("select name from document")}


def add(library: Path, *numbers: int) -> None:
    for number in numbers:
        put(library / f"{number}.txt", (english_text(number) + f"{number}").encode())


def test_what_is_too_old_is_left_out(library: Path, index: FingerprintIndex, clock: Clock) -> None:
    add(library, 1, 2)
    put(library / "twin of 1.txt", english_text(1).encode())
    assert len(run(library, index).groups) == 1
    clock.now += 4 * DAY
    add(library, 3)
    put(library / "again 1.txt", english_text(1).encode())
    assert len(run(library, index).groups) == 1
    clock.now += 4 * DAY
    late = run(library, index)
    assert names(late) == held(index) == {"3.txt", "again 1.txt"}
    assert late.groups == ()
    counts = late.counts
    assert (counts.outside, counts.listed, counts.unchanged, counts.read) == (3, 5, 2, 0)
    index.check()
    again = run(library, index)
    assert (again.counts.outside, again.counts.read) == (3, 0)


def test_the_deepest_folder_wins(library: Path, index: FingerprintIndex, clock: Clock) -> None:
    for folder in (library, library / "news", library / "news" / "kept"):
        add(folder, 1)
    days = (FolderDays(library / "news", 3), FolderDays(library / "news" / "kept", 0))
    config = replace(WEEK, folder_days=days)
    run(library, index, config)
    clock.now += 5 * DAY
    for left in ({"文档", "kept"}, {"kept"}):
        there = run(library, index, config)
        assert {one.path.parent.name for one in there.documents.values()} == left
        assert there.counts.outside == 3 - len(left)
        clock.now += 5 * DAY


def test_other_folders_are_left(tmp_path: Path, index: FingerprintIndex, clock: Clock) -> None:
    add(tmp_path / "a", 1)
    add(tmp_path / "b", 2)
    run(tmp_path / "a", index)
    run(tmp_path / "b", index)
    clock.now += 8 * DAY
    assert run(tmp_path / "a", index).counts.outside == 1
    assert held(index) == {"2.txt"}
    assert forget_old(index, WEEK.retention, clock.now).documents == 1
    assert held(index) == set()
    assert run(tmp_path / "b", index).counts.outside == 1


@pytest.mark.parametrize("wrong", [-START, -START - 9 * DAY, 400 * DAY, 10**9 * DAY])
def test_no_clock_loses(library: Path, index: FingerprintIndex, clock: Clock, wrong: int) -> None:
    add(library, 1, 2)
    run(library, index)
    clock.now = START + wrong
    add(library, 3)
    run(library, index)
    clock.now = START + DAY
    report = run(library, index)
    assert names(report) == {"1.txt", "2.txt"} | ({"3.txt"} if wrong > 0 else set())
    assert report.counts.outside == 3 - len(report.documents)
    # what came by a clock of 1970 is only too old
    assert names(run(library, index, CONFIG)) == {"1.txt", "2.txt", "3.txt"}
    clock.now = START + 8 * DAY
    run(library, index)
    assert names(run(library, index, CONFIG)) == {"1.txt", "2.txt", "3.txt"}


def test_what_is_too_old_not_recalled(library: Path, index: FingerprintIndex, clock: Clock) -> None:
    add(library, 1)
    run(library, index)
    clock.now += 4 * DAY
    put(library / "twin.txt", english_text(1).encode())
    put(library.parent / "asked.txt", english_text(1).encode())
    run(library, index)
    clock.now += 4 * DAY
    assert held(index) == {"1.txt", "twin.txt"}
    report = recall([library], WEEK, index)
    assert names(report) == {"twin.txt"}
    assert (report.counts.outside, report.counts.listed, report.counts.unchanged) == (1, 2, 1)
    for config, found, outside in ((WEEK, {"twin.txt"}, 1), (CONFIG, {"1.txt", "twin.txt"}, 0)):
        similar = recall_similar(library.parent / "asked.txt", config, index)
        assert (names(similar), similar.outside) == (found, outside)


CONTRACT = Path(__file__).parents[1] / "formats" / "real" / "contract.docx"


def test_only_index_and_texts_forget(library: Path, index: FingerprintIndex, clock: Clock) -> None:
    add(library, 1)
    put(library / CONTRACT.name, CONTRACT.read_bytes())
    run(library, index)
    texts = sqlite3.connect(texts_path(index.path))
    assert texts.execute("select count(*) from text").fetchone() == (1,)
    with JudgementFile(judgements_path(index.path)) as judgements:
        judgements.set_encodings([(library / "1.txt", bytes(16))], "gb18030")
    with Journal(journal_beside(index.path)):
        pass
    keep_roles(Roles({library: Role.PROTECTED}))
    with ArrivalFile(arrivals_path(index.path)) as arrivals:
        arrivals.record([Arrival(ArrivalEvent.NEW, library / "1.txt", clock.now)], {})
    roles = ROLES.path.read_bytes()
    beside = {
        path: path.read_bytes()
        for path in index.path.parent.iterdir()
        if not path.name.startswith((index.path.name, texts_path(index.path).name))
    }
    documents = shown(library)
    clock.now += 8 * DAY
    assert run(library, index).counts.outside == 2
    assert texts.execute("select count(*) from text").fetchone() == (0,)
    texts.close()
    assert len(beside) == 3
    assert ROLES.path.read_bytes() == roles
    assert all(path.read_bytes() == content for path, content in beside.items())
    assert shown(library) == documents


def fill(library: Path, first: int, count: int) -> None:
    for number in range(first, first + count):
        words = chinese_text(number, 500) if number % 2 else english_text(number, 300)
        put(library / f"{number % 7}" / f"{number}.txt", words.encode())


def size_of(index: FingerprintIndex) -> int:
    index.connection.execute("pragma wal_checkpoint(truncate)").fetchall()
    return index.path.stat().st_size


def is_as_small_as_fresh(index: FingerprintIndex, folder: Path, documents: Path) -> bool:
    """Return whether it is hardly larger than an index of these documents alone."""
    fresh = folder / "fresh" / "index.sqlite3"
    run(documents, fresh)
    return size_of(index) <= 1.1 * fresh.stat().st_size


def test_the_file_follows_the_window(
    tmp_path: Path, library: Path, index: FingerprintIndex, clock: Clock
) -> None:
    old, new = (300, 60) if LONG else (120, 40)
    fill(library, 0, old)
    run(library, index)
    clock.now += 8 * DAY
    fill(library, 1000, new)
    only = tmp_path / "only the new ones"
    fill(only, 1000, new)
    report = run(library, index)
    assert (len(report.documents), report.counts.outside) == (new, old)
    assert is_as_small_as_fresh(index, tmp_path, only)
    size = index.path.stat().st_size
    (free,) = index.connection.execute("pragma freelist_count").fetchone()
    assert free * 16 <= size / 4096
    index.check()
    assert run(library, index).counts.outside == old


def test_the_file_follows_the_window_where_old_ones_lie_between_new_ones(
    tmp_path: Path, library: Path, index: FingerprintIndex
) -> None:
    fill(library, 0, 300 if LONG else 120)
    run(library, index)
    long_ago = "update document set arrived = arrived - ? where id % 9 = 0"
    index.connection.execute(long_ago, (8 * DAY,))
    report = run(library, index)
    for document in report.documents.values():
        put(tmp_path / "left" / document.path.relative_to(library), document.path.read_bytes())
    assert is_as_small_as_fresh(index, tmp_path, tmp_path / "left")


def test_forgotten_files_that_go(library: Path, index: FingerprintIndex, clock: Clock) -> None:
    add(library, *range(50))
    run(library, index)
    clock.now += 8 * DAY
    assert run(library, index).counts.outside == 50
    for number in range(40):
        (library / f"{number}.txt").unlink()
    assert run(library, index).counts.outside == 10
    ((kept,),) = index.connection.execute("select length(files) from forgotten").fetchall()
    assert kept < 10 * 6 + 30
    # another choice of files says nothing of those that it does not list
    assert run(library, index, replace(WEEK, include=("5*.txt",))).counts.outside == 0
    assert run(library, index).counts.outside == 10
    shutil.rmtree(library)
    library.mkdir()
    run(library, index)
    assert index.connection.execute("select count(*) from forgotten").fetchone() == (0,)


def test_a_file_that_was_forgotten_stays_so_under_another_name(
    library: Path, index: FingerprintIndex, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a document of the index keeps the day of its arrival when its file is renamed."""
    monkeypatch.setattr(Volumes, "keeps_inodes", lambda *_: True, raising=False)
    add(library, 1, 2)
    run(library, index)
    clock.now += 8 * DAY
    assert run(library, index).counts.outside == 2
    (library / "1.txt").rename(library / "one.txt")
    (library / "below").mkdir()
    (library / "2.txt").rename(library / "below" / "2.txt")
    add(library, 3)
    report = run(library, index)
    assert (names(report), report.counts.outside) == ({"3.txt"}, 2)
    moved = library.rename(library.with_name("moved"))
    for _ in range(2):  # what was recognised is kept: a scan of the old folder drops what was there
        report = run(moved, index)
        assert (names(report), report.counts.outside) == ({"3.txt"}, 2)
        library.mkdir(exist_ok=True)
        run(library, index)
    (moved / "one.txt").write_bytes(english_text(7).encode())
    assert names(run(moved, index)) == {"3.txt", "one.txt"}


def test_where_inodes_do_not_last_a_path_tells_what_was_forgotten(
    library: Path, index: FingerprintIndex, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Volumes, "keeps_inodes", lambda *_: False, raising=False)
    add(library, 1)
    run(library, index)
    clock.now += 8 * DAY
    assert run(library, index).counts.outside == 1
    again = library / "again"
    shutil.copy2(library / "1.txt", again)
    again.replace(library / "1.txt")  # as when a disk is mounted again: another number
    assert run(library, index).counts.outside == 1


def test_a_file_in_use_shrinks_later(library: Path, index: FingerprintIndex, clock: Clock) -> None:
    fill(library, 0, 240)
    run(library, index)
    before = size_of(index)
    clock.now += 8 * DAY
    other = sqlite3.connect(index.path, isolation_level=None)
    listing_done = forget_old(index, WEEK.retention, clock.now)
    assert listing_done.documents == 240
    other.execute("begin immediate")
    assert shrink(index) == 0
    other.execute("rollback")
    other.close()
    (waiting,) = index.connection.execute("pragma busy_timeout").fetchone()
    assert waiting == 60_000
    run(library, index)
    assert index.path.stat().st_size < before / 2
    index.check()


def test_a_reader_of_before_sees_what_it_saw_and_the_file_shrinks_after_it(
    library: Path, index: FingerprintIndex, clock: Clock
) -> None:
    fill(library, 0, 240)
    run(library, index)
    before = size_of(index)
    clock.now += 8 * DAY
    with contextlib.closing(sqlite3.connect(index.path, isolation_level=None)) as reader:
        reader.execute("begin")
        count = "select count(*) from document"
        assert reader.execute(count).fetchone() == (240,)
        assert run(library, index).counts.outside == 240
        assert reader.execute(count).fetchone() == (240,)
        reader.execute("rollback")
        assert reader.execute(count).fetchone() == (0,)
        # whatever is written next
        add(library, 9000)
        run(library, index)
    assert index.path.stat().st_size < before / 2
    index.check()


@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files")
def test_a_full_disk_leaves_the_file_as_it_is(
    tmp_path: Path, library: Path, index: FingerprintIndex, clock: Clock
) -> None:
    fill(library, 0, 240)
    run(library, index)
    clock.now += 8 * DAY
    fill(library, 500, 60)
    run(library, index, CONFIG)
    forget_old(index, WEEK.retention, clock.now)
    size = size_of(index)
    code = (
        "import resource, sys; from pathlib import Path; from simcore import FingerprintIndex\n"
        "from simcore.index.age import shrink\n"
        "with FingerprintIndex(Path(sys.argv[1])) as index:\n"
        " index.connection.execute('pragma temp_store = file')\n"
        " resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        " print(shrink(index)); print(len(index.connection.execute('select * from document')"
        ".fetchall()))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code, str(index.path)], capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == ["0", "60"], told.stderr
    assert index.path.stat().st_size == size
    index.check()
    assert shrink(index) > 0
    assert index.path.stat().st_size < size


class Model:
    """What is inside by the meaning of the words: sets of names, and a day for each.

    A file that is touched stays as old as it is, unless it was too old by then.
    """

    def __init__(self, library: Path) -> None:
        self.library = library
        self.came: dict[str, float] = {}
        self.touched: set[str] = set()
        self.inside: set[str] = set()
        self.changes = 0

    def change(self, what: str, name: str, now: float) -> None:
        self.changes += 1
        path = self.library / name
        if what == "write":
            put(path, english_text(self.changes, 60).encode(), mtime=self.changes)
            self.came[name] = now
            self.touched.discard(name)
        elif name in self.came and what == "delete":
            path.unlink()
            del self.came[name]
            self.touched.discard(name)
        elif name in self.came:
            os.utime(path, (self.changes, self.changes))
            self.touched.add(name)

    def scan(self, days: int, now: float) -> None:
        def late(name: str) -> bool:
            return days > 0 and self.came[name] < now - days * DAY

        for name in self.touched:
            if late(name) or (name not in self.inside and self.came[name] < now):
                self.came[name] = now
        self.touched.clear()
        self.inside = {name for name in self.came if not late(name)}


@pytest.mark.parametrize("seed", range(20 if LONG else 2))
def test_a_model_of_days_and_files_is_followed(
    library: Path, index: FingerprintIndex, clock: Clock, seed: int
) -> None:
    """Days are whole here, so what the index keeps by days is exact."""
    clock.now = 20_000.0 * DAY
    chance, model = random.Random(seed), Model(library)
    library.mkdir()
    for step in range(40):
        clock.now += DAY * chance.choice((0, 1, 1, 2))
        for _ in range(3):
            what = chance.choice(("write", "write", "touch", "delete"))
            model.change(what, f"{chance.randrange(12)}.txt", clock.now)
        days = chance.choice((0, 2, 4, 4, 8))
        model.scan(days, clock.now)
        report = run(library, index, replace(CONFIG, keep_days=days))
        assert names(report) == held(index) == model.inside, f"step {step}"
        assert report.counts.outside == len(model.came) - len(model.inside)
