"""A network drive whose answer is lost: a call is done, and yet it fails."""

import errno
import itertools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from amounts import LONG
from removals import TWO, House, WatchedDisk, content
from simcore import Action, undo
from simcore.model.report import Result, State
from simcore.removal.actions import ACTIONS
from simcore.removal.carry_out import recover

CHANGES = (
    *("rename", "exchange", "link", "symlink", "unlink", "replace"),
    *("create", "write", "sync", "sync_folder", "give", "set_state", "make_folders"),
)
NUMBERS = [errno.ENOENT, errno.EIO, errno.ESTALE] if LONG else [errno.ENOENT, errno.EIO]
NEAR = {"keep.txt": content(1), "copy.txt": content(1, 1)}  # the bytes of each are its own
CASES = [(action, False) for action in Action] + [(Action.MOVE, True), (Action.COPY, True)]


class LosingDisk(WatchedDisk):
    """A disk that loses the answer to one call that changes something; 0 for none.

    With ``goes`` it is not there any more after that call.
    """

    def __init__(self, number: int, at: int, far: Path | None, *, goes: bool = False) -> None:
        super().__init__(far=far)
        self.number, self.at, self.count, self.goes = number, at, 0, goes
        for name in (*CHANGES, "look") if goes else CHANGES:
            setattr(self, name, self._losing(getattr(self, name)))

    def _losing(self, call: Any) -> Any:
        def losing(*arguments: Any, **named: Any) -> Any:
            gone = self.goes and 0 < self.at <= self.count
            answer = None if gone else call(*arguments, **named)
            self.count += 1
            if gone or self.count == self.at:
                raise OSError(self.number, os.strerror(self.number))
            return answer

        return losing


def files_for(action: Action) -> dict[str, bytes]:
    return TWO if ACTIONS[action].links or ACTIONS[action].for_good else NEAR


def losing_at_each_call(
    base: Path, action: Action, number: int, *, far: bool, taking_back: bool, goes: bool = False
) -> Iterator[tuple[House, Result, int]]:
    """Remove a document, or take it back, with each call failing in turn, and recover.

    Yield the house, where nothing is lost or unfinished, the removal's result and the call.
    """
    files = files_for(action)
    for at in itertools.count(1):
        house = House(base / str(at))
        plan = house.plan(house.furnish(files), "copy.txt", action=action)
        there = house.elsewhere if far else None
        disk = LosingDisk(number, 0 if taking_back else at, there, goes=goes)
        (result,) = house.carry_out(plan, disk)
        if taking_back:
            assert result.state is State.DONE
            disk.count, disk.at = 0, at
            undo(house.journal, None, house.trash, disk=disk)
        recover(house.journal, house.trash)
        assert not house.journal.unfinished()
        assert set(files.values()) <= house.contents(), (at, result)
        yield house, result, at
        house.journal.close()
        if disk.count < at:
            assert at > 1
            return


@pytest.mark.parametrize("taking_back", [False, True])
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(("action", "far"), CASES)
def test_nothing_is_lost_or_left_over(
    tmp_path: Path, action: Action, number: int, *, far: bool, taking_back: bool
) -> None:
    for house, result, at in losing_at_each_call(
        tmp_path, action, number, far=far, taking_back=taking_back
    ):
        assert (house.library / "keep.txt").read_bytes() == files_for(action)["keep.txt"]
        assert not house.leftovers(), (at, result)


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EIO])
def test_what_was_done_counts_as_done(tmp_path: Path, number: int) -> None:
    """The document was renamed, and its original on another disk unlinked: undo finds both."""
    house = House(tmp_path)
    report = house.furnish(NEAR)
    for name, far in (("rename", None), ("unlink", house.elsewhere)):
        disk = WatchedDisk(far=far)
        losing = LosingDisk(number, 1, far)
        setattr(disk, name, getattr(losing, name))
        (result,) = house.carry_out(house.plan(report, "copy.txt", action=Action.MOVE), disk)
        assert losing.count >= 1
        assert result.state is State.DONE
        assert result.where == house.elsewhere / "copy.txt"
        (back,) = undo(house.journal, None, house.trash)
        assert back.state is State.UNDONE
        assert (house.library / "copy.txt").read_bytes() == NEAR["copy.txt"]


@pytest.mark.parametrize("taking_back", [False, True])
@pytest.mark.parametrize(("action", "far"), CASES)
def test_a_drive_that_goes_away_has_everything_when_it_is_back(
    tmp_path: Path, action: Action, *, far: bool, taking_back: bool
) -> None:
    """No document keeps a temporary name; of copies the reason names those that do."""
    for house, result, at in losing_at_each_call(
        tmp_path, action, errno.EIO, far=far, taking_back=taking_back, goes=True
    ):
        if not taking_back:
            left = [str(path) for path in house.leftovers()]
            assert all(path in str(result.reason) for path in left), (at, result)
