"""Files with several names (hard links): all known names go, in steps that nothing can break."""

import errno
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from amounts import LONG, Counted
from removals import House, Killed, WatchedDisk, content, put, reported, shown
from simcore import Action, Journal, ScanReport, undo
from simcore.files.disk import Volumes
from simcore.files.roles import Role, Roles
from simcore.model.reasons import ReasonCode
from simcore.model.report import State
from simcore.removal.actions import ACTIONS
from simcore.removal.carry_out import recover

GOING = [action for action in Action if not ACTIONS[action].original_stays]
CASES = [(action, False) for action in GOING] + [(Action.MOVE, True)]
NAMES = ("a/copy.txt", "b/second.txt", "c/third.txt")
STEP = 1 if LONG else 8


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "house")
    yield made
    made.journal.close()


def furnished(house: House) -> ScanReport:
    """Fill a house with a document and a copy of it that has three names."""
    first, *others = (house.library / name for name in NAMES)
    house.furnish({"keep.txt": content(1), NAMES[0]: content(1)})
    for name in others:
        name.parent.mkdir(exist_ok=True)
        name.hardlink_to(first)
    return reported([house.library], house.journal.path)


def names_of(house: House) -> list[Path]:
    """Return the names of the copy that are there, no link to what is kept."""
    kept = house.library / "keep.txt"
    there = [house.library / name for name in NAMES]
    return [one for one in there if one.is_file() and not one.samefile(kept)]


def are_one_file(house: House) -> bool:
    return len({(house.library / name).stat().st_ino for name in NAMES}) == 1


@pytest.mark.parametrize(("action", "far"), CASES)
def test_all_names_go_and_come_back_as_names_of_one_file(
    house: House, action: Action, far: bool
) -> None:
    report = furnished(house)
    before = shown(house.library)
    disk = WatchedDisk(far=house.elsewhere if far else None)
    plan = house.plan(report, "copy.txt", action=action, volumes=Volumes())
    assert plan.size == len(content(1))
    assert (plan.losses, plan.shared) == ((), ())
    (result,) = house.carry_out(plan, disk)
    assert (result.state, result.reason) == (State.DONE, None)
    assert {one.path.name for one in result.names} == {"second.txt", "third.txt"}
    assert {one.state for one in result.names} == {State.DONE}
    assert not names_of(house)
    if action is Action.HARD_LINK:
        assert (house.library / "keep.txt").stat().st_nlink == 1 + len(NAMES)
        again = reported([house.library], house.journal.path)
        assert not again.groups
        (kept,) = again.documents.values()
        assert (kept.unseen_names, len(kept.other_names)) == (0, len(NAMES))
    results = undo(house.journal, trash=house.trash, disk=disk)
    assert [one.state for one in results] == [State.UNDONE] * len(NAMES)
    assert shown(house.library) == before
    assert are_one_file(house)
    assert (house.library / "keep.txt").stat().st_nlink == 1
    assert not house.leftovers()


@pytest.mark.parametrize("action", GOING)
def test_a_name_that_the_scan_did_not_see_stays_and_nothing_is_said_to_be_freed(
    house: House, action: Action
) -> None:
    furnished(house)
    outside = house.base / "outside.txt"
    outside.hardlink_to(house.library / NAMES[0])
    report = reported([house.library], house.journal.path)
    plan = house.plan(report, "copy.txt", action=action)
    assert plan.size == 0
    assert [(one.path, one.reason.code) for one in plan.shared] == [
        (house.library / NAMES[0], ReasonCode.NAMES_STAY)
    ]
    (result,) = house.carry_out(plan)
    assert result.state is State.DONE
    assert result.reason == plan.shared[0].reason
    assert not names_of(house)
    assert outside.read_bytes() == content(1)


def test_a_name_that_came_after_the_scan_is_told_of(house: House) -> None:
    report = furnished(house)
    (house.base / "late.txt").hardlink_to(house.library / NAMES[0])
    (result,) = house.carry_out(house.plan(report, "copy.txt", action=Action.DELETE))
    assert result.state is State.DONE
    assert result.reason is not None
    assert result.reason.code is ReasonCode.NAMES_STAY


@pytest.mark.parametrize("action", GOING)
@pytest.mark.parametrize("folder", ["a", "b"])
def test_one_protected_name_protects_all(house: House, action: Action, folder: str) -> None:
    report = furnished(house)
    before = shown(house.library)
    roles = Roles({house.library / folder: Role.PROTECTED})
    plan = house.plan(report, "copy.txt", action=action, roles=roles)
    assert plan.removals == ()
    plan = house.plan(report, "copy.txt", action=action)
    object.__setattr__(plan, "roles", roles)  # given after it was made
    (result,) = house.carry_out(plan)
    assert result.state is State.SKIPPED
    assert "protected" in str(result.reason)
    assert shown(house.library) == before


def test_an_excluded_name_makes_no_witness(house: House) -> None:
    report = furnished(house)
    roles = Roles({house.library / "b": Role.EXCLUDED})
    plan = house.plan(report, "keep.txt", action=Action.DELETE, roles=roles)
    assert plan.removals == ()


@pytest.mark.parametrize("how", ["gone", "another file", "another file of its bytes"])
def test_only_names_of_the_file_go(house: House, how: str) -> None:
    report = furnished(house)
    second = house.library / NAMES[1]
    second.unlink()
    data = content(1) if how.endswith("bytes") else b"somebody saved this meanwhile\n"
    if how != "gone":
        put(second, data)
    (result,) = house.carry_out(house.plan(report, "copy.txt", action=Action.DELETE))
    assert result.state is State.DONE
    assert [one.path.name for one in result.names] == ["third.txt"]
    assert not (house.library / NAMES[0]).exists()
    assert second.exists() is (how != "gone")
    assert how == "gone" or second.read_bytes() == data


def test_what_keeps_one_name_keeps_the_document(house: House) -> None:
    """The first name goes last: it is still there, and the reason names the other one."""
    report = furnished(house)
    third = house.library / NAMES[2]

    class Stubborn(WatchedDisk):
        def rename(self, source: Path, target: Path) -> None:
            if source == third:
                raise OSError(errno.EPERM, os.strerror(errno.EPERM))
            super().rename(source, target)

    plan = house.plan(report, "copy.txt", action=Action.DELETE)
    (result,) = house.carry_out(plan, Stubborn())
    assert result.state is State.FAILED
    assert str(third) in str(result.reason)
    names = [(one.path.name, one.state) for one in result.names]
    assert names == [("second.txt", State.DONE), ("third.txt", State.FAILED)]
    assert names_of(house) == [house.library / NAMES[0], third]
    undo(house.journal, trash=house.trash)
    assert len(names_of(house)) == 3
    assert third.samefile(house.library / NAMES[0])


@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize(("action", "far"), CASES)
def test_any_call_may_fail(tmp_path: Path, action: Action, far: bool, lasting: bool) -> None:
    def carried_out(
        name: str, watch: Callable[[str, int], None] | None = None
    ) -> tuple[House, list[str]]:
        house = House(tmp_path / name)
        disk = WatchedDisk(watch, house.elsewhere if far else None)
        plan = house.plan(furnished(house), "copy.txt", action=action)
        (result,) = house.carry_out(plan, disk)
        if result.state is State.DONE:
            assert not names_of(house), (name, disk.calls)
        else:
            place = result.where or house.library / NAMES[0]
            assert place.read_bytes() == content(1), (name, disk.calls)
        for one in (result, *result.names):
            if one.state is State.FAILED and one.where is not None:  # said to be there
                one.where.replace(one.path)
        return house, disk.calls

    house, calls = carried_out("rehearsal")
    house.journal.close()
    for at in range(1 + random.randrange(STEP), len(calls) + 1, STEP):

        def fail(_name: str, count: int, at: int = at) -> None:
            if count == at or (lasting and count > at):
                raise OSError(errno.EIO, os.strerror(errno.EIO))

        house, made = carried_out(str(at), fail)
        recover(house.journal, house.trash)
        for path in house.leftovers():  # a name that could not be unlinked
            assert lasting or made[at - 1] in {"unlink", "look"}, (at, made)
            assert path.is_symlink() or path.read_bytes() == content(1)
            path.unlink()
        is_back(house, WatchedDisk(far=house.elsewhere if far else None))
        house.journal.close()


def is_back(house: House, disk: WatchedDisk) -> None:
    """See that undo brings back what went, whatever was cut short before."""
    if any(State.DONE in batch.counts for batch in house.journal.batches()):
        results = undo(house.journal, trash=house.trash, disk=disk)
        assert {one.state for one in results} == {State.UNDONE}, results
    assert {path: data for path, (data, *_) in shown(house.library).items()} == dict.fromkeys(
        [house.library / name for name in ("keep.txt", *NAMES)], content(1)
    )
    assert not house.leftovers()


@pytest.mark.parametrize("taking_back", [False, True])
@pytest.mark.parametrize(("action", "far"), CASES)
def test_a_kill_between_any_two_calls(
    tmp_path: Path, action: Action, far: bool, taking_back: bool, counted: Counted
) -> None:
    def lived(name: str, at: int) -> tuple[House, WatchedDisk]:
        house = House(tmp_path / name)
        disk = WatchedDisk(
            lambda _name, count: disk.kill() if count == at else None,
            house.elsewhere if far else None,
        )
        plan = house.plan(furnished(house), "copy.txt", action=action)
        try:
            if taking_back:
                house.carry_out(plan, WatchedDisk(far=disk.far))
                undo(house.journal, trash=house.trash, disk=disk)
            else:
                house.carry_out(plan, disk)
        except Killed:  # another process is started
            house.journal.close()
            house.journal = Journal(house.journal.path)
        return house, disk

    house, disk = lived("rehearsal", 0)
    house.journal.close()
    moments = range(1 + random.randrange(STEP), len(disk.calls) + 1, STEP)
    for at in moments:
        house, dead = lived(str(at), at)
        disk = WatchedDisk(far=dead.far)
        recover(house.journal, house.trash, disk)
        assert not house.journal.unfinished()
        for name in NAMES:
            path = house.library / name
            assert not path.exists() or path.read_bytes() == content(1)
        is_back(house, disk)
        if taking_back:
            assert are_one_file(house), at
        house.journal.close()
    counted("kills of a removal or an undo", len(moments))
