"""A folder that takes new names and gives none up keeps nothing that was made on the way."""

import errno
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from removals import TWO, House, WatchedDisk, shown
from simcore import Action, undo
from simcore.model.report import State


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def append_only(house: House) -> Iterator[None]:
    """Set the flag on the library: for root, on some file systems."""
    chattr = shutil.which("chattr")
    house.library.mkdir(parents=True, exist_ok=True)
    flag = [chattr or "", "+a", str(house.library)]
    if chattr is None or subprocess.run(flag, check=False, capture_output=True).returncode:
        pytest.skip("no folder can be made append-only here")
    subprocess.run([chattr, "-a", str(house.library)], check=True)
    yield
    subprocess.run([chattr, "-a", str(house.library)], check=True)


def set_flag(house: House, flag: str) -> None:
    subprocess.run([shutil.which("chattr") or "", flag, str(house.library)], check=True)


@pytest.mark.parametrize("action", Action)
@pytest.mark.usefixtures("append_only")
def test_nothing_is_left_in_it(house: House, action: Action) -> None:
    report = house.furnish(TWO)
    plan = house.plan(report, "copy.txt", action=action)
    before = shown(house.library)
    set_flag(house, "+a")
    (result,) = house.carry_out(plan)
    assert result.state is (State.DONE if action is Action.COPY else State.FAILED)
    assert shown(house.library) == before
    assert sorted(one.name for one in house.library.iterdir()) == ["copy.txt", "keep.txt"]
    assert not list(house.base.rglob(".variorum*"))


@pytest.mark.usefixtures("append_only")
def test_undoing_leaves_nothing_in_it_either(house: House) -> None:
    report = house.furnish(TWO)
    (result,) = house.carry_out(house.plan(report, "copy.txt", action=Action.DELETE))
    assert result.state is State.DONE
    set_flag(house, "+a")
    (undone,) = undo(house.journal, trash=house.trash)
    assert undone.state is State.FAILED
    assert "append-only" in str(undone.reason)
    assert [one.name for one in house.library.iterdir()] == ["keep.txt"]
    set_flag(house, "-a")
    (undone,) = undo(house.journal, trash=house.trash)
    assert undone.state is State.UNDONE


@pytest.mark.parametrize("action", [Action.HARD_LINK, Action.SYMBOLIC_LINK])
def test_what_stays_where_no_flag_tells_is_named(house: House, action: Action) -> None:
    """As on a network drive whose server gives no name up."""
    report = house.furnish(TWO)
    plan = house.plan(report, "copy.txt", action=action)

    def refuse(name: str, _number: int) -> None:
        if name in {"rename", "exchange", "replace", "unlink"}:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    (result,) = house.carry_out(plan, disk=WatchedDisk(refuse))
    assert result.state is State.FAILED
    (left,) = house.library.glob(".variorum*")
    assert str(left) in str(result.reason)
