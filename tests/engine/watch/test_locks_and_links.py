"""Watches that meet locks, each other, and other names of what is there."""

import sqlite3
import sys
import threading
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

import pytest

from live_watches import once, text, watching
from simcore import FingerprintIndex, ScanConfig, ScanReport
from simcore.index.judgements import read_arrivals
from simcore.index.paths import arrivals_path
from simcore.model.reasons import IndexFileError, ReasonCode
from simcore.watch.arrivals import Findings, Looking


def test_a_locked_index_does_not_keep_a_watch_from_ending(
    index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_a_link_to_a_folder_that_comes_is_followed_if_asked_for(
    index: Path, inbox: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
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
    everywhere = Looking.everywhere

    def walked(self: Looking, *values: Any) -> tuple[ScanReport, Findings]:
        report, look = everywhere(self, *values)
        linked.append(look.linked)
        return report, look

    monkeypatch.setattr(Looking, "everywhere", walked)
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
def test_an_index_that_is_deleted_is_begun_anew(
    index: Path, inbox: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
