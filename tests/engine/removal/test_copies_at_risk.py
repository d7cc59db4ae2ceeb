"""Copies that a removal or its undo made: none is deleted that somebody changed, or that is all."""

import contextlib
import shutil
from pathlib import Path

import pytest

from amounts import LONG
from removals import Killed, WatchedDisk, content, marked, put, reported
from simcore import (
    Action,
    Journal,
    ReasonCode,
    Result,
    State,
    carry_out,
    plan_removal,
    recover,
    undo,
)
from simcore.files.disk import Disk

NEW = b"somebody wrote this into the copy\n"


class Shelf:
    """A library with two copies, a folder that counts as another volume, and a journal."""

    def __init__(self, base: Path) -> None:
        self.library = base / "library"
        self.far = base / "far"
        for name in ("keep.txt", "copy.txt"):
            put(self.library / name, content(1))
        self.journal = Journal(base / "journal.sqlite")

    def remove(self, action: Action, disk: Disk) -> tuple[Result, ...]:
        report = reported([self.library], self.journal.path)
        plan = plan_removal(report, marked(report, "copy.txt"), action=action, destination=self.far)
        return carry_out(plan, self.journal, disk=disk)

    def recover(self, disk: Disk | None = None) -> tuple[Result, ...]:
        """In another process: the first one has ended."""
        path = self.journal.path
        self.journal.close()
        self.journal = Journal(path)
        found = recover(self.journal, disk=disk)
        assert not self.journal.unfinished()
        return found

    def copies(self) -> list[Path]:
        return [one for one in self.far.rglob("copy.txt") if one.is_file()]

    def contents(self) -> list[bytes]:
        folders = self.library, self.far
        return [one.read_bytes() for each in folders for one in each.rglob("*") if one.is_file()]


def edited_at(shelf: Shelf, disk: WatchedDisk, at: int, end: int) -> list[int]:
    """Let somebody write into the copy before one call, and the process end before another."""
    done: list[int] = []

    def watch(_name: str, count: int) -> None:
        if count >= at and not done:
            for path in shelf.copies():
                path.write_bytes(NEW)  # the same file: device and inode stay
                done.append(count)
        if count == end:
            disk.kill()

    disk.watch = watch
    return done


def calls_of(base: Path, action: Action, *, taking_back: bool) -> int:
    shelf, disk = Shelf(base), WatchedDisk(far=base / "far")
    shelf.remove(action, disk)
    before = len(disk.calls)
    if taking_back:
        undo(shelf.journal, disk=disk)
    shelf.journal.close()
    return len(disk.calls) - (before if taking_back else 0)


@pytest.mark.parametrize("taking_back", [False, True])
def test_an_edited_copy_of_a_move_stays(tmp_path: Path, *, taking_back: bool) -> None:
    calls = calls_of(tmp_path / "undisturbed", Action.MOVE, taking_back=taking_back)
    edits = 0
    for at in range(1, calls + 1):
        for end in (at, at + 1, at + 3, calls + 1) if LONG else (at + 1, calls + 1):
            shelf = Shelf(tmp_path / f"{at}-{end}")
            disk = WatchedDisk(far=shelf.far)
            if taking_back:
                shelf.remove(Action.MOVE, disk)
                disk.calls.clear()
            done = edited_at(shelf, disk, at, end)
            with contextlib.suppress(Killed):
                if taking_back:
                    undo(shelf.journal, disk=disk)
                else:
                    shelf.remove(Action.MOVE, disk)
            shelf.recover()
            found = shelf.contents()
            if done:
                edits += 1
                assert NEW in found, (at, end, disk.calls)
            assert content(1) in found, (at, end, disk.calls)
            assert not list((tmp_path / f"{at}-{end}").rglob(".variorum-*"))
            shelf.journal.close()
    assert edits > 8


def test_a_vanished_copy_keeps_the_document(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    disk = WatchedDisk(far=shelf.far)

    def watch(name: str, _count: int) -> None:
        if name == "unlink":
            for path in shelf.copies():
                path.unlink()

    disk.watch = watch
    calls = 0

    def when_placed(name: str, _count: int) -> None:
        nonlocal calls
        if shelf.copies():
            calls += 1
            if calls == 2:
                shelf.copies()[0].unlink()

    disk.watch = when_placed
    (result,) = shelf.remove(Action.MOVE, disk)
    assert result.state is State.SKIPPED
    assert result.reason is not None
    assert result.reason.code is ReasonCode.COPY_CHANGED
    assert (shelf.library / "copy.txt").read_bytes() == content(1)


def test_a_copy_is_not_removed_where_its_original_leads_to_it(tmp_path: Path) -> None:
    """The old folder has become a link to the new one: both paths are one file."""
    shelf = Shelf(tmp_path)
    (result,) = shelf.remove(Action.COPY, Disk())
    assert result.where is not None
    folder = result.where.parent
    shutil.rmtree(shelf.library)
    shelf.library.symlink_to(folder)
    (undone,) = undo(shelf.journal)
    assert undone.state is State.FAILED
    assert undone.reason is not None
    assert undone.reason.code is ReasonCode.COPY_IS_ORIGINAL
    assert (folder / "copy.txt").read_bytes() == content(1)


def test_an_undo_that_was_cut_short_deletes_nothing_where_both_are_one_file(tmp_path: Path) -> None:
    """The document was copied back; then the new folder became a link to the old one."""
    stopped = 0
    for end in range(1, calls_of(tmp_path / "undisturbed", Action.MOVE, taking_back=True) + 1):
        shelf = Shelf(tmp_path / f"{end}")
        disk = WatchedDisk(far=shelf.far)
        (result,) = shelf.remove(Action.MOVE, disk)
        assert result.where is not None
        disk.calls.clear()
        disk.watch = lambda _name, count, end=end, disk=disk: disk.kill() if count == end else None
        with contextlib.suppress(Killed):
            undo(shelf.journal, disk=disk)
        back = shelf.library / "copy.txt"
        if back.exists() and result.where.exists():
            stopped += 1
            folder = result.where.parent
            shutil.rmtree(folder)
            folder.symlink_to(shelf.library)
            shelf.recover()
            assert back.read_bytes() == content(1), end
        shelf.journal.close()
    assert stopped


def test_a_removal_that_was_cut_short_names_an_edited_copy(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    disk = WatchedDisk(far=shelf.far)
    done: list[bool] = []

    def watch(_name: str, _count: int) -> None:
        if shelf.copies():
            done.append(True)
            disk.kill()

    disk.watch = watch
    with contextlib.suppress(Killed):
        shelf.remove(Action.MOVE, disk)
    assert done
    (copy,) = shelf.copies()
    copy.write_bytes(NEW)
    (found,) = shelf.recover()
    assert found.state is State.SKIPPED
    assert found.reason is not None
    assert found.reason.code is ReasonCode.INTERRUPTED_COPY_CHANGED
    assert str(copy) in str(found.reason)
    assert copy.read_bytes() == NEW
    assert (shelf.library / "copy.txt").read_bytes() == content(1)
