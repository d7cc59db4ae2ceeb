"""Where no lock tells whether a run is still at work, nothing of it is finished for it."""

import contextlib
import errno
import os
import sys
from pathlib import Path

import pytest

from amounts import LONG
from removals import House, Killed, WatchedDisk, content
from simcore import Action, Journal, undo
from simcore.cli.main import main
from simcore.model.reasons import ReasonCode
from simcore.model.report import Result, State
from simcore.removal.actions import ACTIONS
from simcore.removal.carry_out import recover
from simcore.removal.journal import JournalFile

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="a file in use is not deleted there"
)

FILES = {"copy.txt": content(1), "keep.txt": content(1)}
CASES = [(one, far) for one in Action for far in (False, True) if ACTIONS[one].needs_folder >= far]


class Without:
    """A file system that refuses locks, as many of networks do."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __call__(self, *_: object) -> None:
        raise OSError(self.number, os.strerror(self.number))


def removing(house: House, action: Action, disk: WatchedDisk) -> tuple[Result, ...]:
    return house.carry_out(house.plan(house.furnish(FILES), "copy.txt", action=action), disk)


def lost_lock(house: House, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if how == "deleted":
        # away, not unlinked: once nobody holds it, the next file may get its number, its name
        with contextlib.suppress(FileNotFoundError):
            Path(f"{house.journal.path}.lock").rename(house.base / "deleted lock")
    else:
        monkeypatch.setattr("fcntl.flock", Without(getattr(errno, how)))


@pytest.mark.parametrize("how", ["ENOLCK", "ENOTSUP", "deleted"])
@pytest.mark.parametrize(("action", "far"), CASES)
def test_a_run_at_work_is_not_recovered_by_another(
    tmp_path: Path, action: Action, far: bool, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process starts at any moment, and looks after what was interrupted."""
    step = 1 if LONG else 13
    for taking_back in (False, True):
        for at in range(1 + len(action + how) % step, 60, step):
            house = House(tmp_path / f"{at}-{taking_back}")
            disk = WatchedDisk(far=house.elsewhere if far else None)
            if taking_back:
                removing(house, action, disk)
                disk.calls.clear()
            else:
                house.furnish(FILES)
            told: list[Result] = []

            def second(_name: str, count: int, at: int = at) -> None:
                if count == at:
                    with monkeypatch.context() as patch:
                        lost_lock(house, how, patch)  # noqa: B023 - called in this turn
                        with Journal(house.journal.path) as other:  # noqa: B023
                            told.extend(recover(other, house.trash))  # noqa: B023

            disk.watch = second
            with monkeypatch.context() as patch:
                if how != "deleted":
                    lost_lock(house, how, patch)
                if taking_back:
                    (result,) = undo(house.journal, trash=house.trash, disk=disk)
                    assert result.state is State.UNDONE, (at, result)
                else:
                    (result,) = removing(house, action, disk)
                    assert result.state is State.DONE, (at, result)
            assert all(one.state in {State.INTENDED, State.UNDOING} for one in told), at
            assert content(1) in house.contents()
            assert not house.leftovers()
            assert not house.journal.unfinished()
            if not taking_back:
                assert undo(house.journal, trash=house.trash)[0].state is State.UNDONE
            assert (house.library / "copy.txt").read_bytes() == content(1)
            house.journal.close()
            if len(disk.calls) < at:
                break


def interrupted(house: House) -> bool:
    """Begin to delete a document, and end when it has its temporary name."""
    disk = WatchedDisk(lambda name, _count: disk.kill() if name == "unlink" else None)
    with contextlib.suppress(Killed):
        removing(house, Action.DELETE, disk)
    path = house.journal.path
    house.journal.close()  # in another process: the first one has ended
    house.journal = Journal(path)
    return bool(house.journal.unfinished())


@pytest.mark.parametrize("how", ["ENOLCK", "deleted"])
def test_what_was_interrupted_is_told_and_finished_by_hand(
    tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    house = House(tmp_path)
    if how != "deleted":
        lost_lock(house, how, monkeypatch)
    assert interrupted(house)
    lost_lock(house, how, monkeypatch)
    before = sorted(house.library.iterdir())
    assert any(path.name.startswith(".variorum") for path in before)
    for _ in range(2):
        (told,) = recover(house.journal, house.trash)
        assert told.state is State.INTENDED
        assert told.reason is not None
        assert told.reason.code is ReasonCode.NOT_KNOWN_TO_BE_OVER
        assert sorted(house.library.iterdir()) == before
    house.journal.close()
    index = str(house.base / "index" / "index.sqlite3")
    assert main(["history", "--index", index]) == 0
    captured = capsys.readouterr()
    assert "history --finish" in captured.err
    assert sorted(house.library.iterdir()) == before
    assert main(["history", "--index", index, "--finish"]) == 0
    assert sorted(path.name for path in house.library.iterdir()) == ["copy.txt", "keep.txt"]
    with Journal(house.journal.path) as journal:
        assert not journal.unfinished()


def test_nobody_finishes_what_is_known_to_be_at_work(tmp_path: Path) -> None:
    """Not by hand, either."""
    house = House(tmp_path)
    assert interrupted(house)
    with Journal(house.journal.path) as other, other.working():
        assert recover(house.journal, house.trash, by_hand=True) == ()
        assert house.journal.unfinished()
    (found,) = recover(house.journal, house.trash)
    assert found.state is not State.INTENDED
    house.journal.close()


def test_what_an_earlier_version_began_is_recovered(tmp_path: Path) -> None:
    house = House(tmp_path)
    assert interrupted(house)
    with house.journal.transaction() as connection:
        connection.execute("update operation set lock = null")
    (found,) = recover(house.journal, house.trash)
    assert found.state is not State.INTENDED
    house.journal.close()


def test_a_lock_of_another_computer_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a network drive each computer may keep its locks to itself."""
    monkeypatch.setattr("simcore.files.disk.Volumes.is_network", lambda *_: True)
    house = House(tmp_path)
    assert interrupted(house)
    with monkeypatch.context() as patch:
        patch.setattr("platform.node", lambda: "another")
        (told,) = recover(house.journal, house.trash)
        assert told.state is State.INTENDED
    (found,) = recover(house.journal, house.trash)
    assert found.state is not State.INTENDED
    house.journal.close()


def test_a_run_takes_a_new_lock_where_its_own_was_deleted(tmp_path: Path) -> None:
    house = House(tmp_path)
    report = house.furnish({f"{number}.txt": content(1) for number in range(4)})
    plan = house.plan(report, "1.txt", "2.txt", "3.txt", action=Action.DELETE)
    found: list[bool] = []

    def watch(_name: str, count: int) -> None:
        if count == 5:
            Path(f"{house.journal.path}.lock").unlink()
        if count > 40:
            with JournalFile(house.journal.path) as other, other.alone() as alone:
                found.append(alone)

    results = house.carry_out(plan, WatchedDisk(watch))
    assert {one.state for one in results} == {State.DONE}
    assert found
    assert not any(found)
    house.journal.close()
