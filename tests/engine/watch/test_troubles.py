"""What befalls a watch: folders that vanish, systems that tell nothing, files in use, clocks."""

import ctypes
import errno
import multiprocessing
import os
import shutil
import sqlite3
import sys
import threading
import time
from pathlib import Path

import pytest

from live_watches import once, text, watching
from simcore import ScanConfig
from simcore.files.disk import Mount, Volumes
from simcore.files.listing import FolderRules
from simcore.index.judgements import ArrivalFile, read_arrivals
from simcore.index.paths import arrivals_path
from simcore.model.reasons import FolderError, IndexCorruptError, ReasonCode
from simcore.watch.arrivals import Clocks
from simcore.watch.events import Hints, OtherEvents, Roots, tells_nothing

INLINE = ScanConfig(jobs=0)


def test_a_folder_that_vanishes_is_said_and_taken_up_again(
    index: Path, inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.watch.events.BETWEEN_LOOKS", 0.1)
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


def test_events_of_systems_that_tell_of_no_close(index: Path, inbox: Path) -> None:
    """Those of Windows and macOS, by the observer that watchdog has for this system."""
    (inbox / "part").mkdir()
    with watching(index, [inbox], make_events=OtherEvents) as told:
        (inbox / "a.txt").write_text(text(1))
        told.wait(lambda: told.lines == [("new", "a.txt")])
        (inbox / "a.txt").write_text(text(2))
        told.wait(lambda: told.lines[1:] == [("changed", "a.txt")])
        (inbox / "a.txt").rename(inbox / "part" / "b.txt")
        told.wait(lambda: told.lines[2:] == [("renamed", "b.txt")])
        shutil.rmtree(inbox / "part")
        told.wait(lambda: told.lines[3:] == [("gone", "b.txt")])


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
    from simcore.watch.events import LinuxEvents  # noqa: PLC0415 - of one system

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


def test_an_index_that_is_locked_holds_nothing_up_for_good(
    index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.index.sqlite_file.BUSY_SECONDS", 0.05)
    monkeypatch.setattr("simcore.watch.watch.FIRST_RETRY", 0.05)
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
    monkeypatch.setattr("simcore.watch.watch.FIRST_RETRY", 0.05)
    full = [True, True]
    record = ArrivalFile.record

    def failing(self: ArrivalFile, told: object = (), *values: object) -> None:
        if told and full and full.pop():
            raise self._trouble(self_full, "disk full")
        record(self, told, *values)  # type: ignore[arg-type]

    from simcore.index.sqlite_file import Trouble  # noqa: PLC0415 - for this alone

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
    with pytest.raises(FolderError, match="does not exist"):
        once(index, [tmp_path / "nothing"])


def test_a_clock_that_is_set_back_is_said(index: Path, inbox: Path) -> None:
    back = [0.0]
    clocks = Clocks(lambda: time.time() - back[0], time.monotonic)
    with watching(index, [inbox], clocks=clocks) as told:
        back[0] = 5_000
        (inbox / "a.txt").write_text(text(1))
        told.wait(lambda: told.arrivals)
        assert [one.code for one in told.notices] == [ReasonCode.CLOCK_SET_BACK]
        assert str(told.notices[0]) == "the clock was set back by 5000 s"


@pytest.mark.parametrize(
    ("kind", "nothing"),
    [
        ("ext4", False),
        ("fuseblk", False),
        ("nfs4", True),
        ("cifs", True),
        ("fuse.sshfs", True),
        ("fuse.portal", True),
        ("fuse", True),
    ],
)
def test_disks_that_tell_nothing_are_known_by_their_kind(kind: str, nothing: bool) -> None:
    mounts = Mount(Path("/"), "ext4", False), Mount(Path("/mnt"), kind, False)
    assert tells_nothing(Path("/mnt/in"), Volumes(mounts)) is nothing
    assert tells_nothing(Path("/home/in"), Volumes(mounts)) is False


def test_a_folder_where_a_disk_was_mounted_is_away_without_it(inbox: Path) -> None:
    """The empty folder under an unplugged disk is not the disk."""
    (root,) = Roots([inbox], [], {inbox: ""}).all
    assert root.look() is None
    (plain,) = Roots([inbox], [inbox], {inbox.parent: ""}).all
    assert plain.look() is not None
    assert plain.told


@pytest.mark.skipif(sys.platform != "linux", reason="inotify")
@pytest.mark.parametrize("later", [False, True])
def test_a_system_that_watches_no_more_folders_is_looked_at(
    index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch, later: bool
) -> None:
    """The limit is met in a folder below, at the beginning or by one that comes."""
    from simcore.watch import events  # noqa: PLC0415 - of one system

    add = events.inotify_add_watch

    def limited(file: int, path: bytes, mask: events.Mask) -> int:
        if path.endswith(b"many"):
            ctypes.set_errno(errno.ENOSPC)
            return -1
        return add(file, path, mask)

    monkeypatch.setattr(events, "inotify_add_watch", limited)
    if not later:
        (inbox / "many").mkdir()
    with watching(index, [inbox], every=0.1) as told:
        assert told.readies[-1].polled is not later
        (inbox / "many").mkdir(exist_ok=True)
        # written elsewhere: the walk that follows may come upon a file that is half written
        (inbox.parent / "a.txt").write_text(text(1))
        (inbox.parent / "a.txt").rename(inbox / "many" / "a.txt")
        told.wait(lambda: told.lines == [("new", "a.txt")])
        told.wait(lambda: told.readies[-1].polled)
        assert [one.code for one in told.notices] == [ReasonCode.EVENTS_FAILED]
        said = f"{inbox}: the system does not tell of changes (its limit "
        assert str(told.notices[0]).startswith(f"{said}fs.inotify.max_user_watches is reached)")
        (inbox / "many" / "b.txt").write_text(text(2))
        told.wait(lambda: told.lines[1:] == [("new", "b.txt")])


def test_what_many_documents_needed_is_let_go_of(
    index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simcore.watch.watch._SECONDS_TO_REST", 0.05)
    config = ScanConfig(jobs=2)
    with watching(index, [inbox], config=config) as told:
        for number in range(300):
            (inbox / f"{number}.txt").write_text(text(number, 40))
        told.wait(lambda: len(told.lines) == 300)
        told.wait(lambda: len(multiprocessing.active_children()) == 1)
        (inbox / "one.txt").write_text(text(1_000))
        told.wait(lambda: len(told.lines) == 301)
