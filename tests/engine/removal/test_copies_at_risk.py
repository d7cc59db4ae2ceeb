"""Copies that a removal or its undo made: none is deleted that somebody changed, or that is all."""

import contextlib
import shutil
from pathlib import Path

import pytest

from amounts import LONG
from removals import TWO, House, Killed, WatchedDisk, content
from simcore import Action, Journal, undo
from simcore.model.reasons import ReasonCode
from simcore.model.report import Result, State
from simcore.removal.carry_out import recover

NEAR = {"keep.txt": content(1), "copy.txt": content(1, 1)}  # the bytes of each are its own
NEW = b"somebody wrote this into the copy\n"


def moved(house: House, action: Action, disk: WatchedDisk) -> tuple[Result, ...]:
    plan = house.plan(house.furnish(TWO), "copy.txt", action=action)
    return house.carry_out(plan, disk)


def recovered(house: House, *, all_of_it: bool = True, by_hand: bool = False) -> tuple[Result, ...]:
    """In another process: the first one has ended."""
    path = house.journal.path
    house.journal.close()
    house.journal = Journal(path)
    found = recover(house.journal, house.trash, by_hand=by_hand)
    assert not (all_of_it and house.journal.unfinished())
    return found


def copies(house: House) -> list[Path]:
    return [one for one in house.elsewhere.rglob("copy.txt") if one.is_file()]


def edited_at(house: House, disk: WatchedDisk, at: int, end: int) -> list[int]:
    """Let somebody write into the copy before one call, and the process end before another."""
    done: list[int] = []

    def watch(_name: str, count: int) -> None:
        if count >= at and not done:
            for path in copies(house):
                path.write_bytes(NEW)  # the same file: device and inode stay
                done.append(count)
        if count == end:
            disk.kill()

    disk.watch = watch
    return done


def calls_of(base: Path, action: Action, *, taking_back: bool) -> int:
    house = House(base)
    disk = WatchedDisk(far=house.elsewhere)
    moved(house, action, disk)
    before = len(disk.calls)
    if taking_back:
        undo(house.journal, disk=disk)
    house.journal.close()
    return len(disk.calls) - (before if taking_back else 0)


@pytest.mark.parametrize("taking_back", [False, True])
def test_an_edited_copy_of_a_move_stays(tmp_path: Path, *, taking_back: bool) -> None:
    calls = calls_of(tmp_path / "undisturbed", Action.MOVE, taking_back=taking_back)
    edits = 0
    for at in range(1, calls + 1):
        for end in {at, at + 1, at + 3, calls + 1} if LONG else {at + 1, calls + 1}:
            house = House(tmp_path / f"{at}-{end}")
            disk = WatchedDisk(far=house.elsewhere)
            if taking_back:
                moved(house, Action.MOVE, disk)
                disk.calls.clear()
            done = edited_at(house, disk, at, end)
            with contextlib.suppress(Killed):
                if taking_back:
                    undo(house.journal, disk=disk)
                else:
                    moved(house, Action.MOVE, disk)
            recovered(house)
            found = house.contents()
            if done:
                edits += 1
                assert NEW in found, (at, end, disk.calls)
            assert content(1) in found, (at, end, disk.calls)
            assert not house.leftovers(), (at, end, disk.calls)
            house.journal.close()
    assert edits > 8


def test_a_vanished_copy_keeps_the_document(tmp_path: Path) -> None:
    house = House(tmp_path)
    disk = WatchedDisk(far=house.elsewhere)
    calls = 0

    def when_placed(name: str, _count: int) -> None:
        nonlocal calls
        if copies(house):
            calls += 1
            if calls == 2:
                copies(house)[0].unlink()

    disk.watch = when_placed
    (result,) = moved(house, Action.MOVE, disk)
    assert result.state is State.SKIPPED
    assert result.reason is not None
    assert result.reason.code is ReasonCode.COPY_CHANGED
    assert (house.library / "copy.txt").read_bytes() == content(1)


@pytest.mark.parametrize("how", ["folder", "file"])
def test_a_copy_is_not_removed_where_its_original_leads_to_it(tmp_path: Path, how: str) -> None:
    """The old folder has become a link to the new one, or both names are of one file."""
    house = House(tmp_path)
    (result,) = moved(house, Action.COPY, WatchedDisk())
    assert result.where is not None
    folder = result.where.parent
    if how == "folder":
        shutil.rmtree(house.library)
        house.library.symlink_to(folder)
    else:
        (house.library / "copy.txt").unlink()
        (house.library / "copy.txt").hardlink_to(result.where)
    (undone,) = undo(house.journal)
    assert undone.state is State.FAILED
    assert undone.reason is not None
    expected = {"folder": ReasonCode.NO_FOLDER_ANY_MORE, "file": ReasonCode.COPY_IS_ORIGINAL}
    assert undone.reason.code is expected[how]
    assert (folder / "copy.txt").read_bytes() == content(1)


def test_an_undo_that_was_cut_short_deletes_nothing_where_both_are_one_file(tmp_path: Path) -> None:
    """The document was copied back; then the new folder became a link to the old one."""
    stopped = 0
    for end in range(1, calls_of(tmp_path / "undisturbed", Action.MOVE, taking_back=True) + 1):
        house = House(tmp_path / f"{end}")
        disk = WatchedDisk(far=house.elsewhere)
        (result,) = moved(house, Action.MOVE, disk)
        assert result.where is not None
        disk.calls.clear()
        disk.watch = lambda _name, count, end=end, disk=disk: disk.kill() if count == end else None
        with contextlib.suppress(Killed):
            undo(house.journal, disk=disk)
        back = house.library / "copy.txt"
        if back.exists() and result.where.exists():
            stopped += 1
            folder = result.where.parent
            shutil.rmtree(folder)
            folder.symlink_to(house.library)
            assert all(one.state is State.UNDOING for one in recovered(house, all_of_it=False))
            recovered(house, by_hand=True)
            assert back.read_bytes() == content(1), end
        house.journal.close()
    assert stopped


def test_a_removal_that_was_cut_short_names_an_edited_copy(tmp_path: Path) -> None:
    house = House(tmp_path)
    disk = WatchedDisk(far=house.elsewhere)
    done: list[bool] = []

    def watch(_name: str, _count: int) -> None:
        if copies(house):
            done.append(True)
            disk.kill()

    disk.watch = watch
    with contextlib.suppress(Killed):
        moved(house, Action.MOVE, disk)
    assert done
    (copy,) = copies(house)
    copy.write_bytes(NEW)
    (found,) = recovered(house)
    assert found.state is State.SKIPPED
    assert found.reason is not None
    assert found.reason.code is ReasonCode.INTERRUPTED_COPY_CHANGED
    assert str(copy) in str(found.reason)
    assert copy.read_bytes() == NEW
    assert (house.library / "copy.txt").read_bytes() == content(1)


@pytest.mark.parametrize("far", [False, True])
@pytest.mark.parametrize("how", ["file", "folder"])
def test_a_document_that_a_person_put_where_it_was_to_go_stays(
    tmp_path: Path, how: str, *, far: bool
) -> None:
    """A kill left it under its temporary name; it, or its folder, is moved there by hand."""
    house = House(tmp_path)
    disk = WatchedDisk(far=house.elsewhere if far else None)
    disk.watch = lambda _name, _count: disk.kill() if held(house) else None
    plan = house.plan(house.furnish(NEAR), "copy.txt", action=Action.MOVE)
    with pytest.raises(Killed):
        house.carry_out(plan, disk)
    (left,) = held(house)
    assert left.read_bytes() == NEAR["copy.txt"]
    shutil.rmtree(house.elsewhere)
    if how == "file":
        house.elsewhere.mkdir()
        left.rename(house.elsewhere / left.name)
    else:
        house.library.rename(house.elsewhere)
        house.library.mkdir()
    (found,) = recovered(house)
    assert found.state is State.DONE
    assert (house.elsewhere / "copy.txt").read_bytes() == NEAR["copy.txt"]
    assert not house.leftovers()


def held(house: House) -> list[Path]:
    """Return the temporary names in the library."""
    return list(house.library.glob(".variorum*"))


def test_the_last_copy_of_an_undo_that_was_cut_short_stays(tmp_path: Path) -> None:
    """It was about to get its name when the process ended; then the others were deleted."""
    house = House(tmp_path)
    moved(house, Action.DELETE, WatchedDisk())
    disk = WatchedDisk()
    calls: list[str] = []

    def watch(name: str, _count: int) -> None:
        calls.append(name)
        if name == "rename":
            disk.kill()

    disk.watch = watch
    with pytest.raises(Killed):
        undo(house.journal, disk=disk)
    assert calls[-1] == "rename"
    assert len(held(house)) == 1
    (house.library / "keep.txt").unlink()
    (found,) = recovered(house)
    assert found.state is State.UNDONE
    assert (house.library / "copy.txt").read_bytes() == content(1)
    assert not house.leftovers()
