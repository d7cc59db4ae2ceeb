"""Random work in a watched folder: what was told, and the index, are what a brute force says."""

import os
import random
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from amounts import Counted, amount
from live_watches import Told, once, watching
from simcore import FingerprintIndex, ScanConfig, scan
from simcore.fingerprints import find_recipe
from simcore.formats.reading import READER_VERSION
from simcore.index.judgements import ArrivalFile
from simcore.index.paths import arrivals_path
from simcore.model.report import Arrival, ArrivalEvent
from simcore.workers import make_executor

WORDS = [f"word{number}" for number in range(500)]
NAMES = ["a.txt", "b.md", "c.txt", "d.log", "part.tmp", ".hidden", "e.txt"]
FOLDERS = ["", "one", "two", "one/deep", "node_modules"]
CONFIG = ScanConfig(jobs=0)
STEPS = 40


class Disk:
    """A folder in which random things happen."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.random = random.Random(seed)
        self.texts = 0

    def path(self) -> Path:
        return self.root / self.random.choice(FOLDERS) / self.random.choice(NAMES)

    def there(self) -> list[Path]:
        return sorted(path for path in self.root.rglob("*") if path.is_file())

    def step(self) -> None:
        """Do one thing: it may be impossible, and then nothing happens."""
        acts = [self.write, self.write, self.append, self.remove, self.move, self.touch, self.copy]
        acts += [self.write, self.save_as_editors_do, self.move_folder, self.remove_folder]
        act = self.random.choice(acts)
        try:
            act()
        except OSError:
            return

    def text(self) -> str:
        self.texts += 1
        of = random.Random(self.texts % 7)  # some of them are like earlier ones
        return " ".join([*of.choices(WORDS, k=120), f"number{self.texts}"])

    def write(self) -> None:
        path = self.path()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text())

    def append(self) -> None:
        with self.random.choice(self.there() or [self.path()]).open("a") as file:
            file.write(" more")
            file.flush()
            file.write(" words")

    def remove(self) -> None:
        self.random.choice(self.there() or [self.path()]).unlink()

    def move(self) -> None:
        self.random.choice(self.there() or [self.path()]).rename(self.path())

    def touch(self) -> None:
        os.utime(self.random.choice(self.there() or [self.path()]))

    def copy(self) -> None:
        shutil.copy(self.random.choice(self.there() or [self.path()]), self.path())

    def save_as_editors_do(self) -> None:
        path = self.random.choice(self.there() or [self.path()])
        aside = path.with_name(f"{path.name}~")
        path.rename(aside)
        path.write_text(self.text())
        aside.unlink()

    def move_folder(self) -> None:
        one, other = self.random.sample(FOLDERS[1:], 2)
        (self.root / one).rename(self.root / other)

    def remove_folder(self) -> None:
        shutil.rmtree(self.root / self.random.choice(FOLDERS[1:]))


def fresh(root: Path, index: Path) -> dict[Path, bytes]:
    """Return what a scan with a new index finds: paths, and the hashes of their bytes."""
    with FingerprintIndex(index) as opened, make_executor(0) as executor:
        report = scan([root], CONFIG, opened, executor, compare=False)
        return {one.path: one.content_hash for one in report.documents.values()}


def indexed(index: Path, root: Path) -> dict[Path, bytes]:
    with FingerprintIndex(index) as opened:
        items = opened.below([root], find_recipe("default").key, READER_VERSION)
        return {one.path: one.content_hash for one in items}  # type: ignore[union-attr]


def replayed(before: set[Path], told: list[Arrival]) -> set[Path]:
    """Return which documents there are by what was told; each event has to fit those before."""
    there = set(before)
    for one in told:
        match one.event:
            case ArrivalEvent.NEW:
                assert one.path not in there, one
                there.add(one.path)
            case ArrivalEvent.CHANGED:
                assert one.path in there, one
            case ArrivalEvent.GONE:
                there.remove(one.path)
            case ArrivalEvent.RENAMED:
                assert one.was is not None
                there.remove(one.was)
                assert one.path not in there, one
                there.add(one.path)
    return there


def quiet(told: Told, root: Path, number: int) -> None:
    """Wait until all was told that happened before now: a last document tells."""
    last = root / f"last{number}.txt"
    last.write_text(f"the last document of round {number}")
    told.wait(lambda: any(one.path == last for one in told.arrivals))


def rounds() -> Iterator[int]:
    """Yield the numbers of rounds while there is time; at least one."""
    end = time.monotonic() + amount("WATCH_SECONDS", 3, 1800)
    number = 0
    while not number or time.monotonic() < end:
        yield number
        number += 1


def usage() -> tuple[float, int]:
    """Return the memory that is resident, in megabytes, and the number of open files."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6, len(list(Path("/proc/self/fd").iterdir()))


def test_what_is_told_and_indexed_is_what_is_there(tmp_path: Path, counted: Counted) -> None:
    """Each round works, waits for quiet, and compares with a scan of its own."""
    root, index = tmp_path / "in", tmp_path / "index.sqlite3"
    root.mkdir()
    disk = Disk(root, seed=amount("WATCH_SEED", 7, 7))
    for _ in range(STEPS):
        disk.step()
    before = set(fresh(root, tmp_path / "first.sqlite3"))
    used: list[tuple[float, int]] = []
    steps = 0
    with watching(index, [root], config=CONFIG) as told:
        for number in rounds():
            for _ in range(STEPS):
                disk.step()
                steps += 1
                if disk.random.random() < 0.2:  # some of them meet a watch that is at work
                    seen = len(told.arrivals)
                    disk.write()
                    with told.changed:
                        told.changed.wait_for(lambda seen=seen: len(told.arrivals) > seen, 0.05)
            quiet(told, root, number)
            wanted = fresh(root, tmp_path / f"fresh{number}.sqlite3")
            (tmp_path / f"fresh{number}.sqlite3").unlink()
            told.wait(lambda wanted=wanted: replayed(before, told.arrivals) == set(wanted))
            with ArrivalFile(arrivals_path(index)) as file:
                # what was told is recorded a moment later
                told.wait(lambda wanted=wanted, file=file: dict(file.seen([root])) == wanted)
            # where a name of several went, a walk over all forgets it in the index
            told.wait(lambda wanted=wanted: indexed(index, root) == wanted)
            used.append(usage())
    counted("things that happened in a watched folder", steps)
    if sys.platform == "linux" and len(used) > 50:
        quarter = len(used) // 4
        earlier, later = used[quarter : 2 * quarter], used[-quarter:]
        assert max(memory for memory, _ in later) < 1.2 * max(memory for memory, _ in earlier)
        assert max(files for _, files in later) <= max(files for _, files in earlier) + 2


def test_what_happens_between_two_watches(tmp_path: Path, counted: Counted) -> None:
    root, index = tmp_path / "in", tmp_path / "index.sqlite3"
    root.mkdir()
    disk = Disk(root, seed=3)
    there: set[Path] = set()
    known = False
    for number in range(10):
        for _ in range(STEPS):
            disk.step()
        told = once(index, [root], config=CONFIG)
        wanted = fresh(root, tmp_path / f"fresh{number}.sqlite3")
        if known:
            assert replayed(there, told.arrivals) == set(wanted)
        else:
            assert told.arrivals == []
        there, known = set(wanted), True
        assert indexed(index, root) == wanted
        counted("things that happened between two watches", STEPS)
