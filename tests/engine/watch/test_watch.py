"""A watch of real folders: what comes is told once, whatever befalls the watch."""

import ctypes
import errno
import multiprocessing
import os
import shutil
import sqlite3
import sys
import threading
import time
import zipfile
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

import pytest

from live_watches import Told, once, text, watching
from simcore import FingerprintIndex, Kind, ScanConfig, ScanReport, scan
from simcore.files.disk import Mount, Volumes, is_missing
from simcore.files.listing import FolderRules
from simcore.files.opening import open_to_read
from simcore.formats.reading import READER_VERSION
from simcore.index.judgements import ArrivalFile, JudgementFile, read_arrivals
from simcore.index.paths import arrivals_path, judgements_path
from simcore.index.sqlite_file import Trouble
from simcore.model.reasons import (
    FolderError,
    IndexCorruptError,
    IndexFileError,
    IndexFullError,
    Reason,
    ReasonCode,
    field_count,
)
from simcore.pipeline.jobs import recipe_key
from simcore.pipeline.similar import recall_similar
from simcore.watch import events
from simcore.watch.arrivals import (
    AFTER_CLOSE,
    AT_REST,
    BEFORE_GONE,
    WITHOUT_CLOSE,
    Clocks,
    Findings,
    FolderCheck,
    Settling,
    State,
)
from simcore.watch.events import Hint, HintKind, Hints, OtherEvents, tells_nothing
from simcore.workers import make_executor

INLINE = ScanConfig(jobs=0)


def three_texts(folder: Path) -> Path:
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.txt").write_text(text(number))
    return folder


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return three_texts(tmp_path / "library")


def scanned(folders: list[Path], index: Path) -> ScanReport:
    """Scan folders as another program would."""
    with FingerprintIndex(index) as opened, make_executor(0) as executor:
        return scan(folders, INLINE, opened, executor)


def test_each_event_is_told_once(index: Path, inbox: Path, library: Path) -> None:
    """One watch for many events: each is waited for before the next."""
    (inbox / "old.txt").write_text(text(50))
    with watching(index, [inbox], [library]) as told:
        assert told.readies[0].documents == 4
        assert told.arrivals == []  # what was there before is known

        (inbox / "a.txt").write_text(f"{text(0)} and a little more")
        first = told.line("new", "a.txt")
        (match,) = first.matches
        assert (match.path, match.kind) == (library / "0.txt", Kind.SIMILAR)
        assert 0.9 < match.similarity < match.contains == 1.0  # all of the other is in it
        assert match.distance is not None
        assert first.milliseconds > 0

        (inbox / "a.txt").write_text(text(1))
        (match,) = told.line("changed", "a.txt").matches
        assert (match.path.name, match.kind) == ("1.txt", Kind.IDENTICAL)

        (inbox / "a.txt").rename(inbox / "b.txt")
        assert told.line("renamed", "b.txt").was == inbox / "a.txt"

        os.utime(inbox / "b.txt", (1, 1))  # touched: no line
        (library / "0.txt").unlink()  # of the library nothing is told
        (inbox / "b.txt").unlink()
        told.line("gone", "b.txt")

        (inbox / "part").mkdir()
        (inbox / "part" / "c.txt").write_text(text(2))
        told.line("new", "c.txt")
        (inbox / "part").rename(inbox / "other")
        renamed = told.line("renamed", "c.txt")
        assert renamed.path == inbox / "other" / "c.txt"
        assert renamed.was == inbox / "part" / "c.txt"
        shutil.rmtree(inbox / "other")
        told.line("gone", "c.txt")

        (inbox / "picture.png").write_bytes(b"\x89PNG")  # what a scan leaves out
        (inbox / "node_modules").mkdir()
        (inbox / "node_modules" / "d.txt").write_text(text(1))
        (inbox / "empty.txt").write_text("")
        assert told.line("new", "empty.txt").problem == Reason(ReasonCode.NO_WORDS)
        (inbox / "odd.txt").write_bytes(bytes(range(256)) * 4)
        assert told.line("new", "odd.txt").problem
    kept = [(one.event, one.path) for one in read_arrivals(arrivals_path(index))]
    assert kept == [(one.event, one.path) for one in reversed(told.arrivals)]


def test_slow_writers_and_editors_give_a_line_each(index: Path, inbox: Path) -> None:
    (inbox / "edited.txt").write_text(text(1))
    with watching(index, [inbox]) as told:
        with (inbox / "slow.txt").open("w") as file:
            for number in range(5):
                file.write(text(number))
                file.flush()
                (inbox / f"{number}.part").write_text(text(100 + number))
                (inbox / f"{number}.part").rename(inbox / f"{number}.txt")
                told.line("new", f"{number}.txt")
        told.line("new", "slow.txt")
        (inbox / "edited.txt").rename(inbox / "edited.txt~")  # as vim does
        (inbox / "edited.txt").write_text(text(2))
        (inbox / "edited.txt~").unlink()
        told.line("changed", "edited.txt")
        (inbox / ".new").write_text(text(3))  # as most others do
        (inbox / ".new").replace(inbox / "edited.txt")
        told.line("changed", "edited.txt")
        (inbox / "last.txt").write_text(text(4))
        told.line("new", "last.txt")
    assert len(told.lines) == 9


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


def test_much_that_is_alike(index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One document a part, and one of them is known by another name than it is listed by."""
    (inbox / "m.txt").write_text(text(1))
    assert once(index, [inbox]).arrivals == []
    (inbox / "b.txt").hardlink_to(inbox / "m.txt")
    for name in ("a.txt", "b.txt", "c.txt", "d.txt"):  # in place: of both names
        (inbox / name).write_text(f"{text(0)} {name}")
    monkeypatch.setattr("simcore.watch.arrivals._MOST_PAIRS", 1)
    monkeypatch.setattr("simcore.watch.arrivals._LEAST_ASKED", 1)
    told = once(index, [inbox])
    found = {one.path.name: {match.path.stem for match in one.matches} for one in told.arrivals}
    new = [("new", f"{name}.txt") for name in "acd"]
    assert sorted(told.lines) == [("changed", "m.txt"), *new]
    assert {name: len(others) for name, others in found.items()} == dict.fromkeys(found, 3)


@pytest.mark.parametrize("goes", [False, True])
def test_what_grows_or_goes_while_it_is_read_is_told_once_it_is_whole(
    index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch, *, goes: bool
) -> None:
    fleeting, done = inbox / "fleeting.txt", threading.Event()

    def open_for_reading(path: bytes) -> tuple[int, os.stat_result]:
        met = os.fsdecode(path) == str(fleeting) and not done.is_set()
        if met and goes:
            fleeting.unlink()
            done.set()
        opened = open_to_read(path)
        if met:  # between the moment when its size is asked for and that when it is read
            with fleeting.open("a") as more:
                more.write(text(2))
            done.set()
        return opened

    fleeting.write_text(text(0))
    with watching(index, [inbox], config=INLINE) as told:
        monkeypatch.setattr("simcore.formats.reading.open_to_read", open_for_reading)
        fleeting.write_text(text(1))
        told.wait(done.is_set)
        if goes:
            fleeting.write_text(text(1))
        told.wait(lambda: told.arrivals)
        (inbox / "last.txt").write_text(text(9))
        told.wait(lambda: told.lines[-1] == ("new", "last.txt"))
    assert told.lines == [("changed", "fleeting.txt"), ("new", "last.txt")]
    assert told.arrivals[0].problem is None
    assert not told.problems


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
    changes = {("gone", "0.txt"), ("changed", "1.txt"), ("renamed", "two.txt"), ("new", "new.txt")}
    assert set(once(index, [inbox]).lines) == changes
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


def test_judgements_are_obeyed(index: Path, inbox: Path, library: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "copy.txt").write_text(text(0))
    (library / "apart.txt").write_text(f"{text(0)} and more")
    (library / "gone.md").write_text(text(0))
    scanned([elsewhere, library], index)
    by_name = {one.path.name: one for one in scanned([library], index).documents.values()}
    with JudgementFile(judgements_path(index)) as file:
        file.set_apart(by_name["0.txt"], by_name["apart.txt"])
    config = ScanConfig(jobs=0, include=("*.txt",))
    with watching(index, [inbox], [library], config) as told:
        (inbox / "a.txt").write_text(text(0))
        told.wait(lambda: told.arrivals)
        assert [one.path.name for one in told.arrivals[0].matches] == ["0.txt"]


def test_the_surest_match_is_told_first(index: Path, inbox: Path, library: Path) -> None:
    """All three are wholly like it; of two that are equally sure the one with a shorter path."""
    (library / "a.html").write_text(f'<p>{text(0)} <a href="x">end</a>')
    (library / "b.txt").write_text(f"{text(0)} end", encoding="utf-16")
    (library / "book.txt").write_text(f"{text(0)} end {text(1)}")  # wholly in it, yet less alike
    (library / "far").mkdir()
    for name in ("far/c.txt", "far/longer.txt"):
        (library / name).write_text(f"{text(0)} end")
    with watching(index, [inbox], [library]) as told:
        (inbox / "d.txt").write_text(f"{text(0)} end")
        told.wait(lambda: told.arrivals)
    ranked = {"c.txt": Kind.IDENTICAL, "longer.txt": Kind.IDENTICAL, "b.txt": Kind.SAME_TEXT}
    ranked |= {"a.html": Kind.SAME_WORDS, "0.txt": Kind.SIMILAR, "book.txt": Kind.PART}
    found = [(one.path.name, one.kind) for one in told.arrivals[0].matches]
    assert found == [*ranked.items()]
    similar = recall_similar(inbox / "d.txt", INLINE, FingerprintIndex(index))
    names = [similar.documents[pair.right].path.name for pair in similar.pairs]
    assert names == [*ranked]


def test_archives_are_folders_if_asked_for(index: Path, inbox: Path) -> None:
    with watching(index, [inbox], config=ScanConfig(jobs=0, containers=True)) as told:
        for count, names in ((2, ("a.txt", "b.txt")), (4, ("b.txt",))):
            with zipfile.ZipFile(inbox / "new.part", "w") as archive:
                for name in names:
                    archive.writestr(name, f"{text(len(names))} {name}")
            (inbox / "new.part").replace(inbox / "new.zip")
            told.wait(lambda count=count: len(told.arrivals) == count)
        told.wait(lambda: len(told.arrivals) == 4)
        (inbox / "new.zip").unlink()
        told.wait(lambda: len(told.arrivals) == 5)
    both = [(event, name) for event in ("gone", "new") for name in ("a.txt", "b.txt")]
    assert sorted(told.lines) == [("changed", "b.txt"), *both]


def test_documents_of_long_ago_are_forgotten(index: Path, inbox: Path, library: Path) -> None:
    """After eight days by its clock a watch forgets what it keeps for seven."""
    passed = [0.0]
    clocks = Clocks(lambda: time.time() + passed[0], lambda: time.monotonic() + passed[0])
    config = ScanConfig(jobs=0, keep_days=7)
    with watching(index, [inbox], [library], config, clocks=clocks) as told:
        (inbox / "first.txt").write_text(text(0))
        told.wait(lambda: told.arrivals)
        assert [one.path.name for one in told.arrivals[0].matches] == ["0.txt"]
        passed[0] = 8 * 24 * 3600.0
        (inbox / "wakes.txt").write_text(text(90))
        told.wait(lambda: told.readies[-1].outside >= 4)
        assert ReasonCode.DOCUMENTS_FORGOTTEN in [one.code for one in told.notices]
        (inbox / "second.txt").write_text(text(0))
        told.wait(lambda: ("new", "second.txt") in told.lines)
        assert told.arrivals[-1].matches == ()
        assert "gone" not in dict(told.lines)  # they still lie there


def test_folders_that_are_in_each_other_are_told_of_once(index: Path, inbox: Path) -> None:
    """One that is watched vanishes into the other: what was in it is not gone, and new there."""
    inner = inbox / "inner"
    inner.mkdir()
    with watching(index, [inner, inbox], [inbox.parent / "in"]) as told:
        (inner / "a.txt").write_text(text(1))
        told.wait(lambda: told.lines == [("new", "a.txt")])
        inner.rename(inbox / "outer")
        told.wait(lambda: told.lines[1:] == [("new", "a.txt")])
        (inbox / "outer" / "b.txt").write_text(text(2))
        told.wait(lambda: told.lines[2:] == [("new", "b.txt")])
        (inbox / "c.txt").write_text(text(3))
        told.wait(lambda: told.lines[3:] == [("new", "c.txt")])


def test_ending_while_locked(index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it would wait for the lock: whoever asks it to end does not wait so long."""
    monkeypatch.setattr("simcore.index.sqlite_file.BUSY_SECONDS", 3_600)
    stores = threading.Event()
    store = FingerprintIndex.store

    def storing(self: FingerprintIndex, *values: Any) -> Any:
        stores.set()
        return store(self, *values)

    monkeypatch.setattr(FingerprintIndex, "store", storing)
    with watching(index, [inbox]) as told:
        other = sqlite3.connect(index, isolation_level=None)
        other.execute("begin immediate")
        (inbox / "a.txt").write_text(text(1))
        told.wait(stores.is_set)
    other.close()
    assert told.arrivals == []
    assert once(index, [inbox]).lines == [("new", "a.txt")]


def test_a_second_watch_of_an_index_waits_for_the_first(index: Path, inbox: Path) -> None:
    """Each document is told once: two watches at work would share the lines between them."""
    with watching(index, [inbox], ready=False) as second:
        with watching(index, [inbox], ready=False) as first:
            told, waits = first, second
            first.wait(lambda: first.readies or second.readies)
            if second.readies:
                told, waits = second, first
            waits.wait(lambda: waits.notices)
            assert waits.notices[0].code is ReasonCode.ANOTHER_WATCH
            for number in range(20):
                (inbox / f"{number}.txt").write_text(text(number))
            told.wait(lambda: len(told.arrivals) == 20)
            with pytest.raises(IndexFileError, match="another watch of this index is at work"):
                once(index, [inbox])
            assert waits.arrivals == waits.readies == []
        second.wait(lambda: second.readies)
        (inbox / "last.txt").write_text(text(30))
        second.wait(lambda: ("new", "last.txt") in second.lines)
    assert sorted(first.lines + second.lines) == sorted(
        ("new", name) for name in [*(f"{number}.txt" for number in range(20)), "last.txt"]
    )


def test_links_are_followed_if_asked_for(index: Path, inbox: Path, tmp_path: Path) -> None:
    (outside := tmp_path / "outside").mkdir()
    (outside / "a.txt").write_text(text(1))
    with watching(index, [inbox], config=ScanConfig(jobs=0, follow_links=True)) as told:
        (inbox / "link").symlink_to(outside)
        told.wait(lambda: told.lines == [("new", "a.txt")])
        (outside / "b.txt").write_text(text(2))
        told.wait(lambda: told.lines[1:] == [("new", "b.txt")])
        (inbox / "link").rename(inbox / "other")
        told.wait(lambda: sorted(told.lines[2:]) == [("renamed", "a.txt"), ("renamed", "b.txt")])
        (outside / "c.txt").write_text(text(3))
        told.wait(lambda: told.lines[4:] == [("new", "c.txt")])
        assert told.arrivals[-1].path == inbox / "other" / "c.txt"
        (inbox / "other").unlink()
        told.wait(lambda: len(told.lines) == 8)
        (outside / "d.txt").write_text(text(4))
        (inbox / "e.txt").write_text(text(5))
        told.wait(lambda: ("new", "e.txt") in told.lines)
    assert sorted(told.lines[5:8]) == [("gone", "a.txt"), ("gone", "b.txt"), ("gone", "c.txt")]
    assert ("new", "d.txt") not in told.lines


def test_another_name_of_a_document_is_no_new_one_whichever_is_listed_first(
    index: Path, inbox: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names before and after the known one, in the library, and what is told when that one goes."""
    library = tmp_path / "library"
    library.mkdir()
    (library / "old.txt").write_text(text(1))
    (inbox / "m.txt").write_text(text(2))
    linked: list[AbstractSet[Path]] = []
    everywhere = FolderCheck.everywhere

    def walked(self: FolderCheck, *values: Any) -> tuple[ScanReport, Findings]:
        report, look = everywhere(self, *values)
        linked.append(look.linked)
        return report, look

    monkeypatch.setattr(FolderCheck, "everywhere", walked)
    monkeypatch.setattr("simcore.watch.arrivals.AT_REST", 0.01)
    with watching(index, [inbox], [library]) as told:

        def come_and_go(name: str) -> None:
            """Wait until all that happened before now was looked at."""
            (inbox / name).write_text(text(9))
            told.wait(lambda: told.lines[-1] == ("new", name))
            (inbox / name).unlink()
            told.wait(lambda: told.lines[-1] == ("gone", name))

        (inbox / "of library.txt").hardlink_to(library / "old.txt")
        (inbox / "a.txt").hardlink_to(inbox / "m.txt")
        (inbox / "z.txt").hardlink_to(inbox / "m.txt")
        (inbox / "link.txt").symlink_to(inbox / "m.txt")
        (inbox / "copy.txt").write_text(text(2))
        told.wait(lambda: told.lines == [("new", "copy.txt")])
        assert len(told.arrivals[0].matches) == 1
        names = {inbox / name for name in ("of library.txt", "a.txt", "z.txt")}
        told.wait(lambda: linked and linked[-1] >= names)
        come_and_go("first mark.txt")
        walks = len(linked)
        for name in names - {inbox / "z.txt"}:  # of what is known so nothing is walked over
            name.chmod(0o600)
        come_and_go("second mark.txt")
        assert len(linked) == walks
        del told.arrivals[1:]
        (inbox / "twin.txt").write_text(text(1))
        told.wait(lambda: told.lines[1:] == [("new", "twin.txt")])
        assert [one.path for one in told.arrivals[1].matches] == [library / "old.txt"]
        del told.arrivals[1:]
        (inbox / "a.txt").write_text(text(3))  # in place: of all three names
        told.wait(lambda: told.lines[1:] == [("changed", "m.txt")])
        (inbox / "m.txt").unlink()
        told.wait(lambda: told.lines[2:] == [("renamed", "a.txt")])
        assert told.arrivals[2].was == inbox / "m.txt"
        (inbox / "a.txt").unlink()
        told.wait(lambda: told.lines[3:] == [("renamed", "z.txt")])
        (inbox / "z.txt").unlink()
        told.wait(lambda: told.lines[4:] == [("gone", "z.txt")])
        (library / "old.txt").unlink()  # now it is in the watched folder alone
        told.wait(lambda: told.lines[5:] == [("new", "of library.txt")])
    assert once(index, [inbox], [library]).lines == []


@pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be deleted there")
def test_a_deleted_index(index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the list of arrivals: both were written on to, and nobody else would have read it."""
    monkeypatch.setattr("simcore.watch.events.BETWEEN_LOOKS", 0.05)
    (inbox / "a.txt").write_text(text(1))
    with watching(index, [inbox]) as told:
        for number, path in enumerate((index, arrivals_path(index))):
            path.unlink()
            told.wait(lambda number=number: len(told.notices) == number + 1)
            told.wait(lambda number=number: len(told.readies) == number + 2)
        assert {one.code for one in told.notices} == {ReasonCode.FILE_REPLACED}
        (inbox / "b.txt").write_text(text(1))
        told.wait(lambda: told.lines == [("new", "b.txt")])
        assert [one.path.name for one in told.arrivals[0].matches] == ["a.txt"]
    assert [one.path.name for one in read_arrivals(arrivals_path(index))] == ["b.txt"]
    (inbox / "c.txt").write_text(text(2))
    assert once(index, [inbox]).lines == [("new", "c.txt")]


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
        assert [(path, reason.code) for path, reason in told.problems] == [
            (closed, ReasonCode.UNLISTED)
        ]
    assert ("gone", "a.txt") not in told.lines


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read all")
def test_closed_folders(index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders that may be listed, and no more: a watched one, and one below."""
    monkeypatch.setattr("simcore.watch.events.BETWEEN_LOOKS", 0.1)
    below = inbox / "below"
    below.mkdir()
    for number in range(2):
        (inbox / f"{number}.txt").write_text(text(number))
        (below / f"b{number}.txt").write_text(text(10 + number))
    with watching(index, [inbox]) as told:
        below.chmod(0o400)
        (inbox / "new.txt").write_text(text(20))
        told.wait(lambda: told.lines)
        inbox.chmod(0o400)
        told.wait(lambda: told.readies[-1].folders == [])
        inbox.chmod(0o700)
        told.wait(lambda: told.readies[-1].folders == [inbox])
        below.chmod(0o700)
        (below / "later.txt").write_text(text(21))
        told.wait(lambda: len(told.lines) == 2)
        assert told.lines == [("new", "new.txt"), ("new", "later.txt")]
    assert once(index, [inbox]).lines == []
    with sqlite3.connect(index) as opened:
        assert opened.execute("select count(*) from document").fetchone() == (6,)


@pytest.mark.parametrize(
    ("number", "missing"),
    [(errno.ENOENT, True), (errno.ENOTDIR, True), (errno.EACCES, False), (errno.EIO, False)],
)
def test_only_what_the_system_says_is_not_there_is_missing(
    inbox: Path, monkeypatch: pytest.MonkeyPatch, number: int, missing: bool
) -> None:
    def fails(_path: Path) -> None:
        raise OSError(number, os.strerror(number))

    assert is_missing(inbox / "a.txt")
    assert not is_missing(inbox)
    monkeypatch.setattr(Path, "lstat", fails)
    assert is_missing(inbox) is missing


def test_an_unlisted_folder(index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (inbox / "closed").mkdir()
    scandir = os.scandir

    def fails(path: str | Path = ".") -> object:
        if str(path).endswith("closed"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return scandir(path)

    monkeypatch.setattr("os.scandir", fails)
    assert [(path, reason.code) for path, reason in once(index, [inbox]).problems] == [
        (inbox / "closed", ReasonCode.UNLISTED)
    ]


def test_a_closed_document(index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: set[Path] = set()

    def opened(path: bytes) -> object:
        if Path(os.fsdecode(path)) in closed:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return open_to_read(path)

    monkeypatch.setattr("simcore.formats.reading.open_to_read", opened)
    known, other = inbox / "known.txt", inbox / "other.txt"
    known.write_text(text(1))
    with watching(index, [inbox]) as told:
        closed.add(known)
        os.utime(known, (1, 1))  # its bytes may be others: it is read
        told.wait(lambda: told.problems)
        assert [(path, one.code) for path, one in told.problems] == [(known, ReasonCode.NO_RIGHTS)]
    assert once(index, [inbox]).lines == []
    with watching(index, [inbox]) as told:
        closed.clear()
        os.utime(known, (2, 2))
        other.write_text(text(2))
        told.wait(lambda: told.lines)
        known.write_text(text(3))
        told.wait(lambda: len(told.lines) == 2)
        assert told.lines == [("new", "other.txt"), ("changed", "known.txt")]


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
        for name in ("b.txt", "c.txt"):
            (inbox / name).write_text(text(2))
            told.wait(lambda name=name: ("new", name) in told.lines)


class System:
    """A system that tells nothing, and may watch nothing below a folder."""

    closes = True

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self.added: list[Path] = []

    def add(self, root: Path) -> None:
        if self.number:
            raise OSError(self.number, os.strerror(self.number))
        self.added.append(root)

    def drop(self, root: Path) -> None:
        self.added = [one for one in self.added if one != root]

    def close(self) -> None:
        pass


@pytest.mark.parametrize("at_all", [False, True])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE])
def test_without_events(index: Path, inbox: Path, number: int, at_all: bool) -> None:
    def make(_hints: Hints, _rules: FolderRules) -> System:
        if at_all:
            raise OSError(number, os.strerror(number))
        return System(number)

    with watching(index, [inbox], make_events=make, every=0.1) as told:
        assert told.readies[-1].polled
        assert [one.code for one in told.notices] == [ReasonCode.EVENTS_FAILED]
        (inbox / "a.txt").write_text(text(1))
        told.wait(lambda: told.lines == [("new", "a.txt")])
        (inbox / "a.txt").unlink()
        told.wait(lambda: told.lines == [("new", "a.txt"), ("gone", "a.txt")])


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

    def make(hints: Hints, _rules: FolderRules) -> System:
        boxes.append(hints)
        return System()

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
def test_an_overflow(index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More events than the kernel keeps, while nobody reads them."""
    most = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    if most > 100_000:
        pytest.skip("the queue is too long to be filled")
    held = threading.Event()
    hear = events.LinuxEvents._hear

    def slow(self: events.LinuxEvents, data: bytes) -> None:
        held.wait(60)
        hear(self, data)

    monkeypatch.setattr(events.LinuxEvents, "_hear", slow)
    with watching(index, [inbox]) as told:
        (inbox / "first").touch()  # which is read, and holds the reader
        for number in range(most // 2 + 1_000):
            (inbox / f"f{number % 2}").touch()
            (inbox / f"f{number % 2}").unlink()
        (inbox / "late.txt").write_text(text(1))
        held.set()
        told.wait(lambda: told.lines == [("new", "late.txt")])
        assert ReasonCode.EVENTS_LOST in [one.code for one in told.notices]


def test_a_locked_index_waits(index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_told_but_not_recorded(index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simcore.watch.watch.FIRST_RETRY", 0.05)
    full = [True, True]
    record = ArrivalFile.record

    def failing(self: ArrivalFile, told: object = (), *values: object) -> None:
        if told and full and full.pop():
            raise self._trouble(Trouble.FULL, "disk full")
        record(self, told, *values)  # type: ignore[arg-type]

    monkeypatch.setattr(ArrivalFile, "record", failing)
    with watching(index, [inbox]) as told:
        (inbox / "a.txt").write_text(text(1))
        told.wait(lambda: len(told.notices) == 2)
        (inbox / "b.txt").write_text(text(2))
        told.wait(lambda: ("new", "b.txt") in told.lines)
    assert told.lines == [("new", "a.txt"), ("new", "b.txt")]
    assert len(read_arrivals(arrivals_path(index))) == 2


def test_what_ends_a_watch(index: Path, tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="does not exist"):
        once(index, [tmp_path / "nothing"])
    index.write_bytes(b"SQLite format 3\0" + bytes(5_000))
    with pytest.raises(IndexCorruptError):
        once(index, [tmp_path])


def test_a_clock_that_is_set_back_is_said(index: Path, inbox: Path) -> None:
    back = [0.0]
    clocks = Clocks(lambda: time.time() - back[0], time.monotonic)
    with watching(index, [inbox], clocks=clocks) as told:
        back[0] = 5_000
        (inbox / "a.txt").write_text(text(1))
        told.wait(lambda: told.arrivals)
        assert [one.code for one in told.notices] == [ReasonCode.CLOCK_SET_BACK]
        assert str(told.notices[0]) == "the clock was set back by 5000 s"


def test_disks_that_tell_nothing_are_known_by_their_kind() -> None:
    for kind in "ext4 fuseblk nfs4 cifs fuse.sshfs fuse.portal fuse".split():
        mounts = Mount(Path("/"), "ext4", False), Mount(Path("/mnt"), kind, False)
        tells = kind in {"ext4", "fuseblk"}
        assert tells_nothing(Path("/mnt/in"), Volumes(mounts)) is not tells
        assert tells_nothing(Path("/home/in"), Volumes(mounts)) is False


@pytest.mark.skipif(sys.platform != "linux", reason="inotify")
@pytest.mark.parametrize("later", [False, True])
def test_limits(index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch, later: bool) -> None:
    """The limit is met in a folder below, at the beginning or by one that comes."""
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


def test_workers_are_let_go_of(index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simcore.watch.watch._SECONDS_TO_REST", 0.05)
    config = ScanConfig(jobs=2)
    with watching(index, [inbox], config=config) as told:
        for number in range(300):
            (inbox / f"{number}.txt").write_text(text(number, 40))
        told.wait(lambda: len(told.lines) == 300)
        told.wait(lambda: len(multiprocessing.active_children()) == 1)
        (inbox / "one.txt").write_text(text(1_000))
        told.wait(lambda: len(told.lines) == 301)


class Disks:
    """Disks that come to folders and go from them; no test may mount real ones."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.points: list[Path] = []
        self.marks: dict[Path, str] = {}
        monkeypatch.setattr("simcore.files.disk._mounted", self._mounted)
        monkeypatch.setattr(Path, "is_mount", lambda path: path in self.points)
        monkeypatch.setattr("simcore.watch.events.BETWEEN_LOOKS", 0.1)
        monkeypatch.setattr("simcore.watch.events.mark_of", self._mark_of)

    def _mounted(self) -> tuple[Mount, ...]:
        return tuple(Mount(one, "ext4", False) for one in (Path("/"), *self.points))

    def _mark_of(self, point: Path) -> str:
        return self.marks.get(point, "")

    def plug(self, disk: Path, point: Path) -> None:
        point.rmdir()
        disk.rename(point)
        self.points.append(point)

    def unplug(self, point: Path, disk: Path) -> None:
        self.points.remove(point)
        point.rename(disk)
        point.mkdir()


@pytest.fixture
def disks(monkeypatch: pytest.MonkeyPatch) -> Disks:
    return Disks(monkeypatch)


@pytest.fixture
def point(inbox: Path) -> Path:
    """A folder to which a disk comes."""
    (inbox / "usb").mkdir()
    return inbox / "usb"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    return three_texts(tmp_path / "stick")


def known(index: Path, folder: Path) -> set[str]:
    """Return the names of the documents that an index knows in a folder."""
    with FingerprintIndex(index) as opened:
        found = opened.below([folder], recipe_key(ScanConfig()), READER_VERSION)
    return {one.path.name for one in found}


def test_unplugged(index: Path, inbox: Path, point: Path, stick: Path, disks: Disks) -> None:
    disks.plug(stick, point)
    with watching(index, [inbox]) as told:
        disks.unplug(point, stick)
        told.wait(lambda: told.problems)
        assert away(told) == [point]
        (inbox / "other.txt").write_text(text(8))
        told.wait(lambda: told.lines == [("new", "other.txt")])
        assert told.notices == []
        (stick / "0.txt").unlink()
        (stick / "meanwhile.txt").write_text(text(9))
        disks.plug(stick, point)
        told.wait(lambda: len(told.lines) == 3)
        assert set(told.lines[1:]) == {("new", "meanwhile.txt"), ("gone", "0.txt")}
        (point / "after.txt").write_text(text(10))
        told.wait(lambda: told.lines[3:] == [("new", "after.txt")])
        told.wait(lambda: [one.code for one in told.notices] == [ReasonCode.FOLDER_BACK])
    disks.unplug(point, stick)
    later = once(index, [inbox])
    assert away(later) == [point]
    assert later.lines == []
    assert known(index, point) == {"1.txt", "2.txt", "meanwhile.txt", "after.txt"}
    point.rmdir()  # as desktops do with the folder of a disk
    assert once(index, [inbox]).lines == []


def away(told: Told) -> list[Path]:
    """Return the folders of which it was told, and nothing else, that they are away."""
    assert {reason.code for _, reason in told.problems} <= {ReasonCode.FOLDER_AWAY}
    return [path for path, _ in told.problems]


def test_plugged_in(index: Path, inbox: Path, point: Path, stick: Path, disks: Disks) -> None:
    """No event tells that a disk was mounted."""
    system = System()
    with watching(index, [inbox], make_events=lambda *_: system) as told:
        disks.plug(stick, point)
        told.wait(lambda: len(told.lines) == 3)
        assert set(told.lines) == {("new", f"{number}.txt") for number in range(3)}
        assert system.added == [inbox, point]
        assert told.notices == []


@pytest.mark.parametrize("below", [False, True])
def test_an_empty_disk_in_the_place_of_another_is_not_that(
    index: Path, inbox: Path, tmp_path: Path, stick: Path, disks: Disks, below: bool
) -> None:
    """Nothing on the other disk is gone; but what a person deletes from the same one is."""
    empty = tmp_path / "empty"
    (empty / "lost+found").mkdir(parents=True)
    point = inbox / "usb" if below else tmp_path / "usb"
    point.mkdir()
    disks.marks[point] = "one"
    disks.plug(stick, point)
    watched = [inbox] if below else [inbox, point]
    with watching(index, watched) as told:
        disks.unplug(point, stick)
        told.wait(lambda: told.problems)
        disks.marks[point] = "other"
        disks.plug(empty, point)
        (inbox / "mark.txt").write_text(text(8))
        told.wait(lambda: told.lines)
        assert set(told.lines) == {("new", "mark.txt")}
    later = once(index, watched)
    assert later.lines == []
    assert away(later) == [point]
    disks.unplug(point, empty)
    disks.marks[point] = "one"
    disks.plug(stick, point)
    assert once(index, watched).lines == []
    for one in point.iterdir():
        one.unlink()
    assert {event for event, _ in once(index, watched).lines} == {"gone"}


def test_library_away(index: Path, inbox: Path, tmp_path: Path, stick: Path, disks: Disks) -> None:
    point = tmp_path / "library"
    point.mkdir()
    disks.plug(stick, point)
    once(index, [inbox], [point])
    disks.unplug(point, stick)
    later = once(index, [inbox], [point])
    assert away(later) == [point]
    assert known(index, point) == {"0.txt", "1.txt", "2.txt"}


@pytest.mark.parametrize("code", [ReasonCode.INDEX_FULL, ReasonCode.IN_USE])
def test_a_watch_that_begins_on_a_full_disk_waits_for_room(
    index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch, code: ReasonCode
) -> None:
    (inbox / "a.txt").write_text(text(1))
    monkeypatch.setattr("simcore.watch.watch.FIRST_RETRY", 0.02)
    full = [True, True]
    reason = Reason(code, (str(index), "disk full")[: field_count(code)])

    def opened(path: Path, *values: object) -> FingerprintIndex:
        if full:
            full.pop()
            raise IndexFullError(reason)
        return FingerprintIndex(path, *values)  # type: ignore[arg-type]

    monkeypatch.setattr("simcore.watch.watch.FingerprintIndex", opened)
    with watching(index, [inbox]) as told:
        assert told.notices == [
            Reason(ReasonCode.WATCH_WAITS, (reason,)),
            Reason(ReasonCode.WATCH_GOES_ON),
        ]
        (inbox / "b.txt").write_text(text(2))
        told.wait(lambda: told.lines == [("new", "b.txt")])
    full.append(True)
    with pytest.raises(IndexFullError):
        once(index, [inbox])


def test_a_watched_folder_on_a_disk(index: Path, point: Path, stick: Path, disks: Disks) -> None:
    """There may be a folder of that name below the disk, which is none of it."""
    watched = point / "watched"
    (stick / "watched").mkdir()
    for number in range(3):
        (stick / f"{number}.txt").rename(stick / "watched" / f"{number}.txt")
    disks.plug(stick, point)
    once(index, [watched])
    disks.unplug(point, stick)
    watched.mkdir()
    assert once(index, [watched]).lines == []
    assert known(index, watched) == {"0.txt", "1.txt", "2.txt"}
    watched.rmdir()
    disks.plug(stick, point)
    assert once(index, [watched]).lines == []


A, B = Path("/in/a"), Path("/in/b")


class Files(dict[Path, State]):
    """A disk: the states of its files, and which of them were told of."""

    def __init__(self, *, closes: bool = True) -> None:
        super().__init__()
        self.known: set[Path] = set()
        self.settling = Settling(self.get, self.known.__contains__, closes=closes)
        self.now = 0.0

    def hear(self, kind: HintKind, path: Path = A, was: Path | None = None) -> None:
        self.settling.hear(Hint(path, kind, self.now, was), self.now)

    def after(self, seconds: float) -> set[Path]:
        """Let time pass, in small steps; return what was due."""
        end = self.now + seconds
        due: set[Path] = set()
        while self.now < end:
            self.now = min(end, self.now + 0.01)
            paths, folders = self.settling.take(self.now)
            due |= {*paths, *folders}
        return due


@pytest.fixture
def files() -> Files:
    return Files()


def test_a_closed_file_is_due_at_once_and_once(files: Files) -> None:
    for kind in (HintKind.MADE, HintKind.WRITTEN, HintKind.WRITTEN, HintKind.CLOSED):
        files.hear(kind)
    assert files.settling.next() == pytest.approx(AFTER_CLOSE)
    assert files.after(0.02) == {A}
    assert files.after(2 * WITHOUT_CLOSE) == set()
    assert files.settling.next() is None
    paths = {Path(f"/in/{number}") for number in range(10_000)}
    for path in paths:
        files.hear(HintKind.CLOSED, path)
    # the time of an event is that of its close
    due, _ = files.settling.take(files.now + 1)
    assert due == dict.fromkeys(paths, pytest.approx(files.now))
    assert files.settling.next() is None


def test_a_file_that_is_still_written_waits_for_its_close(files: Files) -> None:
    files.hear(HintKind.MADE)
    for size in range(100):
        files[A] = size, size
        files.hear(HintKind.WRITTEN)
        assert files.after(1) == set()
    files.hear(HintKind.CLOSED)
    assert files.after(0.02) == {A}
    files.hear(HintKind.WRITTEN)  # which is never closed
    assert files.after(WITHOUT_CLOSE - 0.1) == set()
    assert files.after(0.2) == {A}


def test_an_empty_file_that_was_made_is_about_to_be_written(files: Files) -> None:
    files[A] = 0, 0
    files.hear(HintKind.MADE)
    assert files.after(WITHOUT_CLOSE) == set()
    assert files.after(2) == {A}
    files[B] = 5, 0  # another name of a file that is there: nobody writes or closes it
    files.hear(HintKind.MADE, B)
    assert files.after(AT_REST + 0.1) == {B}


@pytest.mark.parametrize("kind", [HintKind.WRITTEN, HintKind.MADE])
def test_where_no_close_is_told_size_and_time_have_to_rest(kind: HintKind) -> None:
    files = Files(closes=False)
    files[A] = 1, 1
    files.hear(kind)
    for size in range(5):  # a writer of whom nothing more is heard
        assert files.after(AT_REST - 0.1) == set()
        files[A] = size, size + 2
    assert files.after(AT_REST - 0.1) == set()
    assert files.after(AT_REST + 0.1) == {A}


def test_what_a_listing_found_rests_first_too(files: Files) -> None:
    files[A] = 1, 1
    files.hear(HintKind.FOUND)
    assert files.after(AT_REST - 0.1) == set()
    files[A] = 2, 2
    assert files.after(AT_REST) == set()
    assert files.after(AT_REST) == {A}


@pytest.mark.parametrize(
    ("kind", "seconds"), [(HintKind.FOUND, AT_REST), (HintKind.GONE, BEFORE_GONE)]
)
def test_what_each_listing_says_is_put_off_by_none(kind: HintKind, seconds: float) -> None:
    files = Files()
    for _ in range(10):
        files.hear(kind)
        if files.after(0.1):
            break
    assert files.now == pytest.approx(seconds, abs=0.11)


def test_a_close_is_known_better_than_what_a_listing_or_rights_say(files: Files) -> None:
    files.hear(HintKind.CLOSED)
    files.hear(HintKind.FOUND)
    assert files.after(0.02) == {A}
    files.hear(HintKind.WRITTEN)
    files.hear(HintKind.FOUND)
    assert files.after(5) == set()


def test_what_went_waits_for_a_file_that_is_made_anew(files: Files) -> None:
    files.hear(HintKind.GONE)
    assert files.after(BEFORE_GONE - 0.05) == set()
    files.hear(HintKind.MADE)
    files.hear(HintKind.WRITTEN)
    assert files.after(1) == set()
    files.hear(HintKind.CLOSED)
    assert files.after(0.02) == {A}
    files.hear(HintKind.GONE)
    assert files.after(BEFORE_GONE + 0.05) == {A}


def test_a_temporary_name_that_becomes_final_is_due_at_once(files: Files) -> None:
    files.hear(HintKind.CLOSED, B)
    files.hear(HintKind.GONE, B)
    files.hear(HintKind.MOVED, A, B)
    paths, _ = files.settling.take(AFTER_CLOSE)
    assert set(paths) == {A}


def test_a_known_document_that_moves_waits_with_its_old_name_for_an_editor(files: Files) -> None:
    files.known.add(A)
    files.hear(HintKind.GONE, A)
    files.hear(HintKind.MOVED, B, A)
    assert files.after(BEFORE_GONE - 0.05) == set()
    files.hear(HintKind.CLOSED, A)  # it was a copy for safety
    assert files.after(0.03) == {A}
    assert files.after(BEFORE_GONE) == {B}


def test_both_names_of_a_renaming_are_due_together(files: Files) -> None:
    files.known.add(A)
    files.hear(HintKind.GONE, A)
    files.hear(HintKind.MOVED, B, A)
    paths, _ = files.settling.take(BEFORE_GONE)
    assert set(paths) == {A, B}
    files.hear(HintKind.FOLDER)  # as one
    paths, folders = files.settling.take(files.now + AFTER_CLOSE)
    assert (set(folders), set(paths)) == ({A}, set())
