"""Everything that can fail does, at every call to the disk: the document is still there after."""

import contextlib
import errno
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from amounts import LONG, Counted, amount, on_disk
from places import python_environment
from removals import (
    TWO,
    House,
    Killed,
    WatchedDisk,
    code_of,
    content,
    failing,
    in_name_space,
    put,
    shown,
)
from simcore import Action, Journal, SimcoreError, carry_out, undo
from simcore.files.moves import DesktopTrash
from simcore.files.roles import Role, Roles
from simcore.index.paths import journal_beside
from simcore.model.reasons import ReasonCode
from simcore.model.report import Result, State
from simcore.removal.actions import ACTIONS
from simcore.removal.carry_out import last_batch, recover

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="faults of POSIX are injected")
ALL = list(Action)
GOING = [action for action in ALL if not ACTIONS[action].original_stays]
TO_A_FOLDER = [action for action in ALL if ACTIONS[action].needs_folder]
CASES = [(action, False) for action in ALL] + [(action, True) for action in TO_A_FOLDER]
CASES_GOING = [case for case in CASES if case[0] in GOING]
KILL_STEP = amount("KILL_STEP", 31, 1)
NUMBERS = [errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EIO]
NEAR = {"keep.txt": content(1), "copy.txt": content(1, 1)}  # the bytes of each are its own


def calls_of(base: Path, action: Action, far: bool, *, taking_back: bool = False) -> int:
    """Count the calls to the disk that removing one document takes, or taking it back."""
    house = House(base / "rehearsal")
    disk = WatchedDisk(far=house.elsewhere if far else None)
    assert house.remove(action, disk).state is State.DONE
    calls = len(disk.calls)
    if taking_back:
        undo(house.journal, disk=disk)
        calls = len(disk.calls) - calls
    house.journal.close()
    return calls


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(("action", "far"), CASES)
def test_any_call_may_fail(tmp_path: Path, action: Action, far: bool, number: int) -> None:
    """No rights, a read-only volume, a full disk, a failing one: once, or from some call on."""
    calls = calls_of(tmp_path, action, far)
    assert calls > 8
    step = 1 if LONG else len(NUMBERS)  # together they meet every call all the same
    for lasting in (False, True):
        for at in range(1 + NUMBERS.index(number) % step, calls + 1, step):
            house = House(tmp_path / f"{at}-{lasting}")
            report = house.furnish(TWO)
            before = shown(house.library)

            def fail(name: str, count: int, at: int = at, lasting: bool = lasting) -> None:
                if count == at or (lasting and count > at):
                    raise OSError(number, os.strerror(number))

            disk = WatchedDisk(fail, house.elsewhere if far else None)
            (result,) = house.carry_out(house.plan(report, "copy.txt", action=action), disk)
            kept, target = house.library / "keep.txt", house.library / "copy.txt"
            assert shown(house.library)[kept] == before[kept]
            if result.state is State.DONE:
                assert (
                    ACTIONS[action].original_stays
                    or target not in shown(house.library)
                    or (action is Action.HARD_LINK and target.samefile(kept))
                )
            else:
                assert result.reason
                place = result.where or target
                assert shown(house.base)[place] == before[target], (at, disk.calls)
            if not lasting:
                extra = [path for path in house.leftovers() if path != result.where]
                # a name that could not be unlinked is told, or is a second one
                assert not extra or disk.calls[at - 1] in {"unlink", "look"}, (at, disk.calls)
            house.journal.close()


def test_a_real_read_only_volume(tmp_path: Path) -> None:
    """Needs the right to mount: a folder is mounted read-only in a name space of its own."""
    (tmp_path / "house").mkdir()
    code = """if True:
        import subprocess, sys
        from pathlib import Path
        from removals import TWO, House
        from simcore import Action
        from simcore.files.moves import DesktopTrash
        from simcore.model.report import State
        from simcore.removal.actions import ACTIONS
        house = House(Path(sys.argv[1]))
        report = house.furnish(TWO)
        folder = str(house.library)
        subprocess.run(["mount", "--bind", folder, folder], check=True)
        subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True)
        house.trash = DesktopTrash()
        for action in Action:
            (result,) = house.carry_out(house.plan(report, "copy.txt", action=action))
            expected = State.DONE if ACTIONS[action].original_stays else None
            assert expected is None or result.state is expected, result
            assert expected or result.state in {State.FAILED, State.SKIPPED}, result
            print(action, result.reason)
        assert sorted(p.name for p in house.library.iterdir()) == ["copy.txt", "keep.txt"]
    """
    said = in_name_space(code, tmp_path / "house")
    assert said.count("ead-only") >= 4, said


def moved_far(house: House) -> Path:
    """Move ``copy.txt`` to another disk, and return where it is."""
    moved = house.remove(Action.MOVE, WatchedDisk(far=house.elsewhere))
    assert moved.where is not None
    return moved.where


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("call", ["rename", "unlink"])
def test_undo_from_a_folder_that_became_read_only(house: House, call: str, killed: bool) -> None:
    """The document is back, and a copy stays: that is what is said, also after a kill."""
    house.furnish(TWO)
    before = shown(house.library)
    where = moved_far(house)

    def refuse(name: str, _count: int) -> None:
        if name == call and (house.library / "copy.txt").exists():
            if killed and not disk.dead:
                disk.kill()
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    disk = WatchedDisk(refuse, house.elsewhere)
    if killed:
        with pytest.raises(Killed):
            undo(house.journal, disk=disk)
        house.open_anew()
        read_only = WatchedDisk(failing(errno.EROFS, "unlink"), house.elsewhere)
        (result,) = recover(house.journal, disk=read_only)
    else:
        (result,) = undo(house.journal, disk=disk)
    assert result.state is State.UNDONE
    said = f"is restored; a copy stays at {where} because it could not be deleted"
    assert said in str(result.reason)
    assert shown(house.library) == before
    assert where.read_bytes() == TWO["copy.txt"]
    assert not house.leftovers()
    with pytest.raises(SimcoreError, match="nothing to undo"):
        undo(house.journal)


def test_undo_names_no_file_that_was_not_made(house: House) -> None:
    """Nothing can be made, nor deleted, on a read-only disk."""
    moved_far(house)
    disk = WatchedDisk(failing(errno.EROFS, "create", "unlink"), house.elsewhere)
    (result,) = undo(house.journal, disk=disk)
    assert (result.state, str(result.reason)) == (State.FAILED, os.strerror(errno.EROFS))
    assert not house.leftovers()


# --- an answer that is lost: a call is done, and yet it fails -----------------------------------


CHANGES = (
    *("rename", "exchange", "link", "symlink", "unlink", "replace"),
    *("create", "write", "sync", "sync_folder", "give", "set_state", "make_folders"),
)
LOST = [errno.ENOENT, errno.EIO, errno.ESTALE] if LONG else [errno.ENOENT, errno.EIO]


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
@pytest.mark.parametrize("number", LOST)
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


# --- a kill between any two calls ---------------------------------------------------------------


KILLED = """if True:
    import json, os, signal, sys
    from contextlib import contextmanager
    from pathlib import Path
    from removals import WatchedDisk, marked, reported
    from simcore import Action, Journal, carry_out, plan_removal, undo
    from simcore.files.moves import DesktopTrash

    class Mortal(Journal):
        @contextmanager
        def transaction(self):
            step()
            with super().transaction() as connection:
                yield connection
                step()
            global first
            first = first or count + 1
            step()

    count = limit = first = 0

    def step(*_):
        global count
        count += 1
        if count == limit:
            os.kill(os.getpid(), signal.SIGKILL)

    def live(base, action, far, taking_back):
        library = base / "library"
        disk = WatchedDisk(step, base / "elsewhere" if far else None)
        trash = DesktopTrash(disk=disk)
        with Mortal(base / "index" / "journal.sqlite") as journal:
            if taking_back:
                undo(journal, trash=trash, disk=disk)
                return
            report = reported([library], journal.path)
            plan = plan_removal(
                report, marked(report, "2.txt", "3.txt"), action=action,
                destination=base / "elsewhere",
            )
            carry_out(plan, journal, trash, disk=disk)

    for line in sys.stdin:
        home, base, action, far, taking_back, at = json.loads(line)
        child = os.fork()
        if not child:
            limit = at
            os.environ["XDG_DATA_HOME"] = home
            try:
                live(Path(base), Action(action), far, taking_back)
                if not at:
                    print(count, first, flush=True)
            finally:
                os._exit(0)
        _, status = os.waitpid(child, 0)
        if at:
            print(int(os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL), flush=True)
"""


# the parent asks with 0 how many calls there are, and before which of them the first change was
Life = tuple[str, str, str, bool, bool, int]


@pytest.fixture(scope="module")
def lived() -> Iterator[Callable[[Life], list[int]]]:
    """Return a function that lives a life in a fork of one process, which imports all but once."""
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=python_environment(),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    to, answers = process.stdin, process.stdout

    def live(life: Life) -> list[int]:
        print(json.dumps(life), file=to, flush=True)
        return [int(word) for word in answers.readline().split()]

    yield live
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (0, "")


@pytest.mark.parametrize("taking_back", [False, True])
@pytest.mark.parametrize(("action", "far"), CASES)
def test_kill_nine_between_any_two_calls(
    tmp_path: Path,
    action: Action,
    far: bool,
    taking_back: bool,
    monkeypatch: pytest.MonkeyPatch,
    counted: Counted,
    lived: Callable[[Life], list[int]],
) -> None:
    """Of a batch of two, and of undoing it; the next start finds out what happened to each file.

    VARIORUM_KILL_STEP says at which calls: 1 is each, of which there are over four hundred.
    """
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    before = {}

    def furnished(at: int) -> Life:
        base = tmp_path / f"{at}"
        house = House(base)
        files = {f"{n}.txt": content(1) for n in (1, 2, 3)}
        report = house.furnish(files)
        before[at] = shown(house.library)
        if taking_back:
            house.trash = DesktopTrash()
            plan = house.plan(report, "2.txt", "3.txt", action=action)
            assert {one.state for one in house.carry_out(plan)} == {State.DONE}
        house.journal.close()
        return str(tmp_path / "data"), str(base), action.value, far, taking_back, at

    calls, changed = lived(furnished(0))
    assert calls > 20
    # of what is left in the trash, every step has its own
    step = (1 if LONG else 3) if action is Action.TRASH and not taking_back else KILL_STEP
    first = changed + random.randrange(min(step, calls - changed + 1))
    lives = [furnished(at) for at in range(first, calls + 1, step)]
    assert lives
    after = 0
    for life in lives:
        was = on_disk(Path(life[1]))
        assert lived(life) == [1]
        after += on_disk(Path(life[1])) != was
    assert after >= len(lives) / 2
    counted("kills of a removal or an undo", len(lives))
    counted("kills of a removal or an undo after the first change to disk", after)
    for _, base_name, *_, at in lives:
        base = Path(base_name)
        with Journal(journal_beside(base / "index" / "index.sqlite3")) as journal:
            pending = {one.target.path for one in journal.unfinished()}
            told = recover(journal)
            assert {one.path for one in told} == pending
            assert not journal.unfinished()
            assert not list(base.rglob(".variorum*")), at
            states = {
                one.target.path: one.state
                for batch in journal.batches()
                for one in journal.operations(batch.id)
            }
            assert State.UNKNOWN not in states.values()
            now = shown(base / "library")
            for path, was in before[at].items():
                there = now.get(path) == was
                if path.name == "1.txt" or states.get(path, State.SKIPPED) in {
                    State.SKIPPED,
                    State.UNDONE,
                }:
                    assert there, (at, path)
                elif states[path] is State.DONE and action in GOING:
                    assert now.get(path) is None or action is Action.HARD_LINK, (at, path)
            if last_batch(journal) is not None:
                results = undo(journal)
                assert {one.state for one in results} == {State.UNDONE}, (at, results)
        assert shown(base / "library") == before[at], at
        assert shown(base / "elsewhere") == {}, at
        assert not list(base.rglob(".variorum*")), at
    trash = tmp_path / "data" / "Trash"
    described = {path.stem for path in trash.glob("info/*.trashinfo")}
    assert described == {path.name for path in trash.glob("files/*")}


# --- files that change in between ---------------------------------------------------------------


def removed_while(
    house: House, action: Action, at: int, act: Callable[[], object], disk: WatchedDisk
) -> Result:
    """Remove ``copy.txt`` while something else is done before one call to the disk."""
    disk.watch = lambda _name, count: act() if count == at else None
    return house.remove(action, disk)


def is_link(house: House) -> bool:
    """Return whether the document was replaced by a link to the other one."""
    target = house.library / "copy.txt"
    return target.is_symlink() or (
        target.exists() and (house.library / "keep.txt").samefile(target)
    )


@pytest.mark.parametrize("how", ["replaced", "written", "created"])
@pytest.mark.parametrize(("action", "far"), CASES_GOING)
@pytest.mark.parametrize("exchanges", [True, False])
def test_somebody_saves_between_any_two_calls(
    tmp_path: Path, action: Action, far: bool, how: str, exchanges: bool
) -> None:
    """What is saved under the document's name while it is being removed is never lost."""
    if not exchanges and (not ACTIONS[action].links or how == "replaced"):
        return  # that one window is documented: without an exchange it cannot be closed

    class Perhaps(WatchedDisk):
        def exchange(self, one: Path, other: Path) -> bool:
            return exchanges and super().exchange(one, other)

    new = b"saved just now\n"
    step = 1 if LONG else 4  # from another call with each run
    for at in range(1 + random.randrange(step), calls_of(tmp_path, action, far) + 1, step):
        house = House(tmp_path / f"{at}")
        target, saved = house.library / "copy.txt", []

        def save(house: House = house, target: Path = target, saved: list[bool] = saved) -> None:
            if (how == "created") is os.path.lexists(target) or is_link(house):
                return
            saved.append(True)
            if how == "written":
                put(target, new, 1_700_000_000)
            else:
                put(house.base / "new", new).replace(target)

        disk = Perhaps(far=house.elsewhere if far else None)
        result = removed_while(house, action, at, save, disk)
        if saved:
            assert new in house.contents(), (at, disk.calls, result)
            if how != "written":
                assert target.read_bytes() == new, (at, disk.calls, result)
        assert content(1) in house.contents()
        assert not house.leftovers()
        house.journal.close()


@pytest.mark.parametrize(("action", "far"), CASES_GOING)
def test_somebody_saves_and_then_a_kill(
    tmp_path: Path, action: Action, far: bool, counted: Counted
) -> None:
    """A file that came in between is found under the momentary name, and gets its own back."""
    calls = calls_of(tmp_path, action, far)
    step = 1 if LONG else 2  # from another call with each run
    kills = after = 0
    for at in range(1 + random.randrange(step), calls, step):
        for later in (1, 2) if LONG else (1 + at // step % 2,):
            house = House(tmp_path / f"{at}-{later}")
            report = house.furnish(TWO)
            target, kept = house.library / "copy.txt", house.library / "keep.txt"
            new, saved = b"saved just now\n", []
            disk = WatchedDisk(far=house.elsewhere if far else None)

            def watch(
                _name: str,
                count: int,
                at: int = at,
                later: int = later,
                house: House = house,
                saved: list[bool] = saved,
                disk: WatchedDisk = disk,
            ) -> None:
                if count == at and not is_link(house):
                    saved.append(True)
                    put(house.base / "new", b"saved just now\n").replace(house.library / "copy.txt")
                if count == at + later:
                    disk.kill()

            disk.watch = watch
            with contextlib.suppress(Killed):
                house.carry_out(house.plan(report, "copy.txt", action=action), disk)
            house.open_anew()
            kills += disk.dead
            after += disk.dead and bool(house.journal.batches())
            recover(house.journal, house.trash)
            assert not house.journal.unfinished()
            assert kept.read_bytes() == content(1)
            assert not house.leftovers(), (at, later, disk.calls)
            if saved:
                assert target.read_bytes() == new, (at, later, disk.calls)
            house.journal.close()
    assert after >= kills / 2 > 0
    counted("kills before a recovery", kills)
    counted("kills before a recovery after the first change to disk", after)


@pytest.mark.parametrize(("action", "far"), CASES_GOING)
def test_the_witness_is_looked_at_until_the_last(tmp_path: Path, action: Action, far: bool) -> None:
    """It vanishes at each call until the document is touched: then that is not touched."""
    touching = {"rename", "link", "symlink", "create"}
    looked = 0
    for at in range(1, calls_of(tmp_path, action, far) + 1):
        house = House(tmp_path / f"{at}")
        disk = WatchedDisk(far=house.elsewhere if far else None)
        result = removed_while(house, action, at, (house.library / "keep.txt").unlink, disk)
        house.journal.close()
        if touching & set(disk.calls[: at + 1]):
            break
        looked += 1
        assert result.state is State.SKIPPED, (at, disk.calls)
        assert (house.library / "copy.txt").read_bytes() == content(1)
    assert looked > 8


@pytest.mark.parametrize(
    ("action", "last"), [(Action.DELETE, "unlink"), (Action.HARD_LINK, "exchange")]
)
def test_the_witness_is_looked_at_right_before_bytes_go(
    tmp_path: Path, action: Action, last: str
) -> None:
    """Somebody writes to it at each call before the one after which the document is gone."""
    usual = WatchedDisk()
    house = House(tmp_path / "usual")
    house.remove(action, usual)
    house.journal.close()
    for at in range(1, usual.calls.index(last) + 1):
        house = House(tmp_path / f"{at}")
        write = partial((house.library / "keep.txt").write_bytes, b"written meanwhile")
        result = removed_while(house, action, at, write, disk := WatchedDisk())
        house.journal.close()
        assert result.state is State.SKIPPED, (at, disk.calls)
        assert (house.library / "copy.txt").read_bytes() == content(1)
        assert not house.leftovers()


@pytest.mark.parametrize("same_journal", [True, False])
def test_two_runs_never_remove_each_others_witness(tmp_path: Path, same_journal: bool) -> None:
    """Each call of the one lets the other run: whatever the moment, one stays.

    Two indexes have two journals without a common lock: the locks on the files decide.
    """
    for at in range(1, 40):
        house = House(tmp_path / f"{at}")
        report = house.furnish(TWO)
        one = house.plan(report, "copy.txt", action=Action.DELETE)
        other = house.plan(report, "keep.txt", action=Action.DELETE)
        path = house.journal.path if same_journal else house.base / "other" / "journal.sqlite"

        def second(_name: str, count: int, at: int = at, house: House = house) -> None:
            if count == at:
                with Journal(path) as journal:  # noqa: B023 - called in this turn
                    carry_out(other, journal, house.trash)  # noqa: B023

        house.carry_out(one, WatchedDisk(second))
        assert len(list(house.library.iterdir())) == 1, at
        house.journal.close()


def test_roles_hold_when_the_plan_is_older(house: House, tmp_path: Path) -> None:
    """Asked again at the moment of removal, by identity: a link to the folder is the folder."""
    report = house.furnish({"in/copy.txt": content(1), "keep.txt": content(1)})
    (tmp_path / "alias").symlink_to(house.library / "in")
    roles = Roles({tmp_path / "alias": Role.PROTECTED})
    plan = house.plan(report, "copy.txt", action=Action.DELETE, roles=roles)
    assert plan.removals == ()
    plan = house.plan(report, "copy.txt", action=Action.DELETE)
    object.__setattr__(plan, "roles", roles)
    (result,) = house.carry_out(plan)
    assert result.state is State.SKIPPED
    assert "protected" in str(result.reason)


# --- copies that a removal or its undo made: none is deleted that somebody changed --------------

NEW = b"somebody wrote this into the copy\n"


def recovered(house: House, *, all_of_it: bool = True, by_hand: bool = False) -> tuple[Result, ...]:
    """In another process: the first one has ended."""
    house.open_anew()
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


@pytest.mark.parametrize("taking_back", [False, True])
def test_an_edited_copy_of_a_move_stays(tmp_path: Path, *, taking_back: bool) -> None:
    calls = calls_of(tmp_path, Action.MOVE, True, taking_back=taking_back)
    edits = 0
    for at in range(1, calls + 1):
        for end in {at, at + 1, at + 3, calls + 1} if LONG else {at + 1, calls + 1}:
            house = House(tmp_path / f"{at}-{end}")
            disk = WatchedDisk(far=house.elsewhere)
            if taking_back:
                house.remove(Action.MOVE, disk)
                disk.calls.clear()
            done = edited_at(house, disk, at, end)
            with contextlib.suppress(Killed):
                if taking_back:
                    undo(house.journal, disk=disk)
                else:
                    house.remove(Action.MOVE, disk)
            recovered(house)
            found = house.contents()
            if done:
                edits += 1
                assert NEW in found, (at, end, disk.calls)
            assert content(1) in found, (at, end, disk.calls)
            assert not house.leftovers(), (at, end, disk.calls)
            house.journal.close()
    assert edits > 8


def test_a_vanished_copy_keeps_the_document(house: House) -> None:
    disk = WatchedDisk(far=house.elsewhere)
    calls = 0

    def when_placed(_name: str, _count: int) -> None:
        nonlocal calls
        if copies(house):
            calls += 1
            if calls == 2:
                copies(house)[0].unlink()

    disk.watch = when_placed
    result = house.remove(Action.MOVE, disk)
    assert (result.state, code_of(result)) == (State.SKIPPED, ReasonCode.COPY_CHANGED)
    assert (house.library / "copy.txt").read_bytes() == content(1)


@pytest.mark.parametrize("refused", [None, "rename", "unlink"])
@pytest.mark.parametrize("how", ["gone", "edited"])
def test_what_was_moved_stays_if_its_copy_is_not_back(
    house: House, how: str, refused: str | None
) -> None:
    """Somebody takes or edits the copy before it is looked at, even if nothing could be deleted."""
    where = moved_far(house)
    back = house.library / "copy.txt"
    placed = 0

    def when_placed(name: str, _count: int) -> None:
        nonlocal placed
        placed += back.exists()
        if placed == 2 and back.exists():
            back.unlink()
            if how == "edited":
                back.write_bytes(NEW)
        if placed and name == refused:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    (result,) = undo(house.journal, disk=WatchedDisk(when_placed, house.elsewhere))
    assert (result.state, code_of(result)) == (State.FAILED, ReasonCode.COPY_CHANGED)
    assert where.read_bytes() == content(1)


@pytest.mark.parametrize(
    ("how", "code"),
    [("folder", ReasonCode.NO_FOLDER_ANY_MORE), ("file", ReasonCode.COPY_IS_ORIGINAL)],
)
def test_a_copy_is_not_removed_where_its_original_leads_to_it(
    house: House, how: str, code: ReasonCode
) -> None:
    """The old folder has become a link to the new one, or both names are of one file."""
    result = house.remove(Action.COPY)
    assert result.where is not None
    if how == "folder":
        shutil.rmtree(house.library)
        house.library.symlink_to(result.where.parent)
    else:
        (house.library / "copy.txt").unlink()
        (house.library / "copy.txt").hardlink_to(result.where)
    (undone,) = undo(house.journal)
    assert (undone.state, code_of(undone)) == (State.FAILED, code)
    assert (result.where.parent / "copy.txt").read_bytes() == content(1)


def test_an_undo_that_was_cut_short_deletes_nothing_where_both_are_one_file(tmp_path: Path) -> None:
    """The document was copied back; then the new folder became a link to the old one."""
    stopped = 0
    for end in range(1, calls_of(tmp_path, Action.MOVE, True, taking_back=True) + 1):
        house = House(tmp_path / f"{end}")
        disk = WatchedDisk(far=house.elsewhere)
        result = house.remove(Action.MOVE, disk)
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


def test_a_removal_that_was_cut_short_names_an_edited_copy(house: House) -> None:
    disk = WatchedDisk(far=house.elsewhere)
    disk.watch = lambda _name, _count: disk.kill() if copies(house) else None
    with pytest.raises(Killed):
        house.remove(Action.MOVE, disk)
    (copy,) = copies(house)
    copy.write_bytes(NEW)
    (found,) = recovered(house)
    assert (found.state, code_of(found)) == (State.SKIPPED, ReasonCode.INTERRUPTED_COPY_CHANGED)
    assert str(copy) in str(found.reason)
    assert copy.read_bytes() == NEW
    assert (house.library / "copy.txt").read_bytes() == content(1)


@pytest.mark.parametrize("far", [False, True])
@pytest.mark.parametrize("how", ["file", "folder"])
def test_a_document_that_a_person_put_where_it_was_to_go_stays(
    house: House, how: str, *, far: bool
) -> None:
    """A kill left it under its temporary name; it, or its folder, is moved there by hand."""
    disk = WatchedDisk(far=house.elsewhere if far else None)
    disk.watch = lambda _name, _count: disk.kill() if held(house) else None
    with pytest.raises(Killed):
        house.remove(Action.MOVE, disk, NEAR)
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


def test_the_last_copy_of_an_undo_that_was_cut_short_stays(house: House) -> None:
    """It was about to get its name when the process ended; then the others were deleted."""
    house.remove(Action.DELETE)
    disk = WatchedDisk(lambda name, _count: disk.kill() if name == "rename" else None)
    with pytest.raises(Killed):
        undo(house.journal, disk=disk)
    assert disk.calls[-1] == "rename"
    assert len(held(house)) == 1
    (house.library / "keep.txt").unlink()
    (found,) = recovered(house)
    assert found.state is State.UNDONE
    assert (house.library / "copy.txt").read_bytes() == content(1)
    assert not house.leftovers()
