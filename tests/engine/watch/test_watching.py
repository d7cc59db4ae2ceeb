"""A watch of real folders: what comes is told once, with what it is like; nothing is lost."""

import os
import shutil
import threading
import time
import zipfile
from pathlib import Path

import pytest

from live_watches import once, text, watching
from simcore import FingerprintIndex, Kind, ScanConfig, scan
from simcore.files.opening import open_to_read
from simcore.index.judgements import JudgementFile, read_arrivals
from simcore.index.paths import arrivals_path, judgements_path
from simcore.model.reasons import Reason, ReasonCode
from simcore.pipeline.similar import recall_similar
from simcore.watch.arrivals import Clocks
from simcore.workers import make_executor, stop_executor

INLINE = ScanConfig(jobs=0)


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
        assert match.kind is Kind.SIMILAR
        assert 0.9 < match.similarity < 1
        assert match.contains == 1.0  # all of the other is in it
        assert match.distance is not None
        assert first.milliseconds > 0

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
        assert told.arrivals[-1].problem == Reason(ReasonCode.NO_WORDS)
        (inbox / "odd.txt").write_bytes(bytes(range(256)) * 4)
        told.wait(lambda: len(told.arrivals) == 9)
        assert told.arrivals[-1].problem
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


def test_much_that_is_alike_is_asked_for_in_parts_and_told_with_all_of_it(
    index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    assert sorted(told.lines) == [
        ("changed", "m.txt"),
        ("new", "a.txt"),
        ("new", "c.txt"),
        ("new", "d.txt"),
    ]
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
    assert [(one.path.name, one.kind) for one in told.arrivals[0].matches] == [
        ("c.txt", Kind.IDENTICAL),
        ("longer.txt", Kind.IDENTICAL),
        ("b.txt", Kind.SAME_TEXT),
        ("a.html", Kind.SAME_WORDS),
        ("0.txt", Kind.SIMILAR),
        ("book.txt", Kind.PART),
    ]
    similar = recall_similar(inbox / "d.txt", INLINE, FingerprintIndex(index))
    names = [similar.documents[pair.right].path.name for pair in similar.pairs]
    assert names == ["c.txt", "longer.txt", "b.txt", "a.html", "0.txt", "book.txt"]


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


def test_documents_that_came_too_long_ago_are_forgotten_and_propose_nothing(
    index: Path, inbox: Path, library: Path
) -> None:
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
