"""A watch of real folders: what comes is told once, with what it is like; nothing is lost."""

import errno
import os
import random
import shutil
import sqlite3
import sys
import threading
import zipfile
from pathlib import Path

import pytest

from live_watches import once, watching
from simcore import (
    ArrivalFile,
    FingerprintIndex,
    FolderError,
    IndexCorruptError,
    JudgementFile,
    Kind,
    ReasonCode,
    ScanConfig,
    arrivals_path,
    ask_resident,
    judgements_path,
    make_executor,
    read_arrivals,
    scan,
    stop_executor,
)
from simcore.files.entering import FolderRules
from simcore.watching.arriving import Clocks
from simcore.watching.hints import HintKind, Hints
from simcore.watching.presence import events_of_system

WORDS = [f"word{number}" for number in range(2_000)]
INLINE = ScanConfig(jobs=0)


def text(seed: int, words: int = 300) -> str:
    """Return a text of its own."""
    return " ".join(random.Random(seed).choices(WORDS, k=words))


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index.sqlite3"


@pytest.fixture
def inbox(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    return folder


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.txt").write_text(text(number))
    return folder


def scanned(folders: list[Path], index: Path) -> None:
    """Scan folders as another program would."""
    executor = make_executor(0)
    with FingerprintIndex(index) as opened:
        scan(folders, INLINE, opened, executor)
    stop_executor(executor)


def test_each_event_is_told_once_with_what_it_is_like(
    index: Path, inbox: Path, library: Path
) -> None:
    """One watch for many events: each is waited for before the next."""
    (inbox / "old.txt").write_text(text(50))
    with watching(index, [inbox], [library]) as told:
        assert told.readies[0].documents == 4
        assert told.arrivals == []  # what was there before is known

        (inbox / "a.txt").write_text(f"{text(0)} and a little more")
        told.wait(lambda: len(told.arrivals) == 1)
        (first,) = told.arrivals
        assert told.lines == [("new", "a.txt")]
        assert [one.path for one in first.matches] == [library / "0.txt"]
        match = first.matches[0]
        assert match.kind is Kind.NEAR
        assert 0.9 < match.similarity < 1
        assert match.contains == 1.0  # all of the other is in it
        assert match.distance is not None
        assert first.milliseconds > 0
        asked = ask_resident(index)  # as window and command line do
        assert asked is not None
        with asked:
            assert len(asked) == 5

        (inbox / "a.txt").write_text(text(1))
        told.wait(lambda: len(told.arrivals) == 2)
        assert told.lines[-1] == ("changed", "a.txt")
        assert [(one.path.name, one.kind) for one in told.arrivals[-1].matches] == [
            ("1.txt", Kind.IDENTICAL)
        ]

        (inbox / "a.txt").rename(inbox / "b.txt")
        told.wait(lambda: len(told.arrivals) == 3)
        assert told.lines[-1] == ("renamed", "b.txt")
        assert told.arrivals[-1].was == inbox / "a.txt"

        os.utime(inbox / "b.txt", (1, 1))  # touched: no line
        (library / "0.txt").unlink()  # of the library nothing is told
        (inbox / "b.txt").unlink()
        told.wait(lambda: len(told.arrivals) == 4)
        assert told.lines[-1] == ("gone", "b.txt")

        (inbox / "part").mkdir()
        (inbox / "part" / "c.txt").write_text(text(2))
        told.wait(lambda: len(told.arrivals) == 5)
        assert told.lines[-1] == ("new", "c.txt")
        (inbox / "part").rename(inbox / "other")
        told.wait(lambda: len(told.arrivals) == 6)
        assert told.arrivals[-1].path == inbox / "other" / "c.txt"
        assert told.arrivals[-1].was == inbox / "part" / "c.txt"
        shutil.rmtree(inbox / "other")
        told.wait(lambda: len(told.arrivals) == 7)
        assert told.lines[-1] == ("gone", "c.txt")

        (inbox / "picture.png").write_bytes(b"\x89PNG")  # what a scan leaves out
        (inbox / "node_modules").mkdir()
        (inbox / "node_modules" / "d.txt").write_text(text(1))
        (inbox / "empty.txt").write_text("")
        told.wait(lambda: len(told.arrivals) == 8)
        assert told.lines[-1] == ("new", "empty.txt")
        assert told.arrivals[-1].problem == "has no words to compare"
        (inbox / "odd.txt").write_bytes(bytes(range(256)) * 4)
        told.wait(lambda: len(told.arrivals) == 9)
        assert told.arrivals[-1].problem
    assert ask_resident(index) is None
    assert [(one.event, one.path) for one in read_arrivals(arrivals_path(index))] == [
        (one.event, one.path) for one in reversed(told.arrivals)
    ]


def test_a_slow_writer_an_editor_and_a_temporary_name_give_a_line_each(
    index: Path, inbox: Path
) -> None:
    (inbox / "edited.txt").write_text(text(1))
    with watching(index, [inbox]) as told:
        with (inbox / "slow.txt").open("w") as file:
            for number in range(5):
                file.write(text(number))
                file.flush()
                (inbox / f"{number}.part").write_text(text(100 + number))
                (inbox / f"{number}.part").rename(inbox / f"{number}.txt")
                told.wait(lambda number=number: len(told.arrivals) == number + 1)
        told.wait(lambda: len(told.arrivals) == 6)
        (inbox / "edited.txt").rename(inbox / "edited.txt~")  # as vim does
        (inbox / "edited.txt").write_text(text(2))
        (inbox / "edited.txt~").unlink()
        told.wait(lambda: len(told.arrivals) == 7)
        (inbox / ".new").write_text(text(3))  # as most others do
        (inbox / ".new").replace(inbox / "edited.txt")
        told.wait(lambda: len(told.arrivals) == 8)
        (inbox / "last.txt").write_text(text(4))
        told.wait(lambda: len(told.arrivals) == 9)
    assert told.lines == [
        *(("new", f"{number}.txt") for number in range(5)),
        ("new", "slow.txt"),
        ("changed", "edited.txt"),
        ("changed", "edited.txt"),
        ("new", "last.txt"),
    ]


def test_many_files_at_once_give_a_line_each_and_know_each_other(index: Path, inbox: Path) -> None:
    """By real workers, and some of them in a folder that is moved here."""
    outside = inbox.parent / "moved"
    outside.mkdir()
    for number in range(100):
        (outside / f"m{number}.txt").write_text(text(number))
    with watching(index, [inbox], config=ScanConfig(jobs=2)) as told:
        for number in range(200):
            (inbox / f"{number}.txt").write_text(text(number))
        outside.rename(inbox / "moved")
        told.wait(lambda: len(told.arrivals) >= 300)
        (inbox / "end.txt").write_text(text(1_000))
        told.wait(lambda: ("new", "end.txt") in told.lines)
    assert len(told.lines) == len(set(told.lines)) == 301
    moved = {one.path.name: one for one in told.arrivals if one.path.name.startswith("m")}
    for number in range(100):
        matches = moved[f"m{number}.txt"].matches
        assert [(one.path.name, one.kind) for one in matches] == [(f"{number}.txt", Kind.IDENTICAL)]


def test_what_came_meanwhile_is_told_by_the_next_watch(index: Path, inbox: Path) -> None:
    for number in range(4):
        (inbox / f"{number}.txt").write_text(text(number))
    assert once(index, [inbox]).lines == []
    assert once(index, [inbox]).lines == []
    (inbox / "0.txt").unlink()
    (inbox / "1.txt").write_text(text(11))
    (inbox / "2.txt").rename(inbox / "two.txt")
    (inbox / "new.txt").write_text(text(12))
    scanned([inbox], index)  # another scan has read them all, and told of none
    assert set(once(index, [inbox]).lines) == {
        ("gone", "0.txt"),
        ("changed", "1.txt"),
        ("renamed", "two.txt"),
        ("new", "new.txt"),
    }
    assert once(index, [inbox]).lines == []


def test_a_scan_that_reads_first_takes_nothing_away(index: Path, inbox: Path) -> None:
    """The window scans the folder that is watched: its index knows the document already."""
    with watching(index, [inbox]) as told:
        (inbox / "a").write_text("")
        (inbox / "b").write_text(text(1))
        scanned([inbox], index)
        (inbox / "b").rename(inbox / "b.txt")
        scanned([inbox], index)
        told.wait(lambda: told.lines == [("new", "b.txt")])


def test_judgements_and_other_folders_are_obeyed(
    index: Path, inbox: Path, library: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "copy.txt").write_text(text(0))
    (library / "apart.txt").write_text(f"{text(0)} and more")
    (library / "gone.md").write_text(text(0))
    scanned([elsewhere, library], index)
    with FingerprintIndex(index) as opened:
        executor = make_executor(0)
        report = scan([library], INLINE, opened, executor)
        by_name = {one.path.name: one for one in report.documents.values()}
    with JudgementFile(judgements_path(index)) as file:
        file.set_apart(by_name["0.txt"], by_name["apart.txt"])
    config = ScanConfig(jobs=0, include=("*.txt",))
    with watching(index, [inbox], [library], config) as told:
        (inbox / "a.txt").write_text(text(0))
        told.wait(lambda: told.arrivals)
        assert [one.path.name for one in told.arrivals[0].matches] == ["0.txt"]


def test_archives_are_folders_if_asked_for(index: Path, inbox: Path) -> None:
    with watching(index, [inbox], config=ScanConfig(jobs=0, containers=True)) as told:
        with zipfile.ZipFile(inbox / "new.part", "w") as archive:
            archive.writestr("a.txt", text(1))
            archive.writestr("b.txt", text(2))
        (inbox / "new.part").rename(inbox / "new.zip")
        told.wait(lambda: len(told.arrivals) == 2)
        with zipfile.ZipFile(inbox / "other.part", "w") as archive:
            archive.writestr("b.txt", text(3))
        (inbox / "other.part").replace(inbox / "new.zip")
        told.wait(lambda: len(told.arrivals) == 4)
        (inbox / "new.zip").unlink()
        told.wait(lambda: len(told.arrivals) == 5)
    assert sorted(told.lines) == [
        ("changed", "b.txt"),
        ("gone", "a.txt"),
        ("gone", "b.txt"),
        ("new", "a.txt"),
        ("new", "b.txt"),
    ]


def test_a_folder_that_vanishes_is_said_and_taken_up_again(
    index: Path, inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.watching.presence.BETWEEN_LOOKS", 0.1)
    for number in range(3):
        (inbox / f"{number}.txt").write_text(text(number))
    with watching(index, [inbox]) as told:
        inbox.rename(tmp_path / "away")
        told.wait(lambda: told.problems)
        assert told.problems[0][1].code is ReasonCode.FOLDER_AWAY
        (tmp_path / "away" / "0.txt").unlink()
        (tmp_path / "away" / "new.txt").write_text(text(9))
        assert told.arrivals == []
        (tmp_path / "away").rename(inbox)
        told.wait(lambda: len(told.arrivals) == 2)
        assert set(told.lines) == {("gone", "0.txt"), ("new", "new.txt")}
        assert [one.code for one in told.notices] == [ReasonCode.FOLDER_BACK]
        (inbox / "after.txt").write_text(text(10))
        told.wait(lambda: ("new", "after.txt") in told.lines)
    inbox.rename(tmp_path / "away")  # and the next watch begins without it
    with watching(index, [inbox]) as later:
        assert [reason.code for _, reason in later.problems] == [ReasonCode.FOLDER_AWAY]
        assert later.arrivals == []
        assert later.readies[-1].folders == []


def test_a_folder_that_is_made_anew_is_watched_anew(index: Path, inbox: Path) -> None:
    (inbox / "a.txt").write_text(text(1))
    with watching(index, [inbox]) as told:
        shutil.rmtree(inbox)
        inbox.mkdir()
        (inbox / "b.txt").write_text(text(2))
        told.wait(lambda: ("new", "b.txt") in told.lines)
        (inbox / "c.txt").write_text(text(3))
        told.wait(lambda: ("new", "c.txt") in told.lines)


class Failing:
    """A system that watches nothing below a folder, or fails later."""

    closes = True

    def __init__(self, hints: Hints, number: int) -> None:
        self.hints = hints
        self.number = number

    def add(self, root: Path) -> None:
        raise OSError(self.number, os.strerror(self.number))

    def drop(self, root: Path) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE])
def test_without_events_the_folders_are_looked_at(index: Path, inbox: Path, number: int) -> None:
    def make(hints: Hints, _rules: FolderRules) -> Failing:
        return Failing(hints, number)

    with watching(index, [inbox], make_events=make, every=0.1) as told:
        assert told.readies[-1].polled
        assert [one.code for one in told.notices] == [ReasonCode.EVENTS_FAILED]
        (inbox / "a.txt").write_text(text(1))
        told.wait(lambda: told.lines == [("new", "a.txt")])
        (inbox / "a.txt").unlink()
        told.wait(lambda: told.lines == [("new", "a.txt"), ("gone", "a.txt")])


def test_a_system_that_gives_no_events_at_all_is_looked_at(index: Path, inbox: Path) -> None:
    def make(_hints: Hints, _rules: FolderRules) -> Failing:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    with watching(index, [inbox], make_events=make, every=0.1) as told:
        (inbox / "a.txt").write_text(text(1))
        told.wait(lambda: told.lines == [("new", "a.txt")])


def test_events_that_are_lost_or_fail_later_are_caught_up_with(index: Path, inbox: Path) -> None:
    boxes: list[Hints] = []

    class Silent(Failing):
        def add(self, root: Path) -> None:
            pass

    def make(hints: Hints, _rules: FolderRules) -> Failing:
        boxes.append(hints)
        return Silent(hints, 0)

    with watching(index, [inbox], make_events=make, every=0.1) as told:
        (inbox / "a.txt").write_text(text(1))
        boxes[0].lose()
        told.wait(lambda: told.lines == [("new", "a.txt")])
        assert [one.code for one in told.notices] == [ReasonCode.EVENTS_LOST]
        boxes[0].fail(OSError(errno.ENOSPC, "no"))
        told.wait(lambda: told.readies[-1].polled)
        (inbox / "b.txt").write_text(text(2))
        told.wait(lambda: told.lines[-1] == ("new", "b.txt"))


@pytest.mark.skipif(sys.platform != "linux", reason="inotify")
def test_the_queue_of_the_system_overflows_and_is_caught_up_with(
    index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More events than the kernel keeps, while nobody reads them."""
    most = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    if most > 100_000:
        pytest.skip("the queue is too long to be filled")
    from simcore.watching.linux import LinuxEvents  # noqa: PLC0415 - of one system

    held = threading.Event()
    hear = LinuxEvents._hear

    def slow(self: LinuxEvents, data: bytes) -> None:
        held.wait(60)
        hear(self, data)

    monkeypatch.setattr(LinuxEvents, "_hear", slow)
    with watching(index, [inbox]) as told:
        (inbox / "first").touch()  # which is read, and holds the reader
        for number in range(most // 2 + 1_000):
            (inbox / f"f{number % 2}").touch()
            (inbox / f"f{number % 2}").unlink()
        (inbox / "late.txt").write_text(text(1))
        held.set()
        told.wait(lambda: told.lines == [("new", "late.txt")])
        assert ReasonCode.EVENTS_LOST in [one.code for one in told.notices]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read all")
def test_rights_that_are_taken_and_given_back(index: Path, inbox: Path) -> None:
    closed = inbox / "closed"
    closed.mkdir()
    (closed / "a.txt").write_text(text(1))
    with watching(index, [inbox]) as told:
        closed.chmod(0)
        (inbox / "b.txt").write_text(text(2))
        (inbox / "b.txt").chmod(0)
        told.wait(lambda: len(told.arrivals) == 1)
        closed.chmod(0o700)
        (inbox / "b.txt").chmod(0o600)
        (closed / "c.txt").write_text(text(3))
        told.wait(lambda: ("new", "c.txt") in told.lines)
    assert ("gone", "a.txt") not in told.lines


def test_an_index_that_is_locked_holds_nothing_up_for_good(
    index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.store.sqlite_file.BUSY_SECONDS", 0.05)
    monkeypatch.setattr("simcore.watching.watching._FIRST_RETRY", 0.05)
    with watching(index, [inbox]) as told:
        other = sqlite3.connect(index, isolation_level=None)
        other.execute("begin exclusive")
        (inbox / "a.txt").write_text(text(1))
        told.wait(lambda: told.notices)
        assert told.notices[0].code is ReasonCode.WATCH_WAITS
        assert told.arrivals == []
        other.execute("rollback")
        other.close()
        told.wait(lambda: told.lines == [("new", "a.txt")])
        told.wait(lambda: len(told.notices) == 2)
        assert told.notices[1].code is ReasonCode.WATCH_GOES_ON


def test_what_was_told_but_not_recorded_is_not_told_again(
    index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.watching.watching._FIRST_RETRY", 0.05)
    full = [True, True]
    record = ArrivalFile.record

    def failing(self: ArrivalFile, told: object = (), *values: object) -> None:
        if told and full and full.pop():
            raise self._trouble(self_full, "disk full")
        record(self, told, *values)  # type: ignore[arg-type]

    from simcore.store.sqlite_file import Trouble  # noqa: PLC0415 - for this alone

    self_full = Trouble.FULL
    monkeypatch.setattr(ArrivalFile, "record", failing)
    with watching(index, [inbox]) as told:
        (inbox / "a.txt").write_text(text(1))
        told.wait(lambda: len(told.notices) == 2)
        (inbox / "b.txt").write_text(text(2))
        told.wait(lambda: ("new", "b.txt") in told.lines)
    assert told.lines == [("new", "a.txt"), ("new", "b.txt")]
    assert len(read_arrivals(arrivals_path(index))) == 2


def test_a_damaged_index_ends_the_watch(index: Path, inbox: Path) -> None:
    index.write_bytes(b"SQLite format 3\0" + bytes(5_000))
    with pytest.raises(IndexCorruptError):
        once(index, [inbox])


def test_a_watch_once_needs_a_folder(index: Path, tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="is not there"):
        once(index, [tmp_path / "nothing"])


def test_documents_that_came_too_long_ago_are_forgotten_and_propose_nothing(
    index: Path, inbox: Path, library: Path
) -> None:
    now = [1.7e9]
    steady = [0.0]
    clocks = Clocks(lambda: now[0] + steady[0], lambda: steady[0])
    config = ScanConfig(jobs=0, keep_days=7)
    boxes: list[Hints] = []

    def make(hints: Hints, rules: FolderRules) -> object:
        boxes.append(hints)
        return events_of_system(hints, rules)

    with watching(index, [inbox], [library], config, clocks=clocks, make_events=make) as told:  # type: ignore[arg-type]
        steady[0] += 8 * 24 * 3600
        boxes[0].put(inbox / "nothing", HintKind.CLOSED)
        told.wait(lambda: told.readies[-1].outside == 3)
        assert [one.code for one in told.notices] == [ReasonCode.DOCUMENTS_FORGOTTEN]
        boxes[0].put(inbox / "nothing", HintKind.GONE)
        (inbox / "a.txt").write_text(text(0))
        steady[0] += 1
        told.wait(lambda: boxes[0].take() or True)
        now[0] -= 3600
    assert told.arrivals == [] or told.arrivals[0].matches == ()


def test_a_clock_that_is_set_back_is_said(index: Path, inbox: Path) -> None:
    import time  # noqa: PLC0415 - for this alone

    back = [0.0]
    clocks = Clocks(lambda: time.time() - back[0], time.monotonic)
    with watching(index, [inbox], clocks=clocks) as told:
        back[0] = 5_000
        (inbox / "a.txt").write_text(text(1))
        told.wait(lambda: told.arrivals)
        assert [one.code for one in told.notices] == [ReasonCode.CLOCK_SET_BACK]
        assert str(told.notices[0]) == "the clock was set back by 5000 seconds"


def test_other_names_of_a_file_are_not_told(index: Path, inbox: Path) -> None:
    (inbox / "a.txt").write_text(text(1))
    with watching(index, [inbox]) as told:
        (inbox / "b.txt").hardlink_to(inbox / "a.txt")
        (inbox / "c.txt").symlink_to(inbox / "a.txt")
        (inbox / "d.txt").write_text(text(2))
        told.wait(lambda: ("new", "d.txt") in told.lines)
        (inbox / "e.txt").write_text(text(3))
        told.wait(lambda: ("new", "e.txt") in told.lines)
    assert told.lines == [("new", "d.txt"), ("new", "e.txt")]
