"""Everything that can fail does, at every call to the disk: the document is still there after."""

import contextlib
import errno
import json
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from amounts import LONG, Counted, amount, on_disk
from places import python_environment
from removals import (
    TWO,
    FolderTrash,
    House,
    Killed,
    NoTrash,
    WatchedDisk,
    content,
    put,
    reported,
    shown,
)
from simcore import Action, Journal, SimcoreError, carry_out, undo
from simcore.files.disk import Volumes, parse_mounts
from simcore.files.moves import DesktopTrash, TrashError
from simcore.files.roles import Role, Roles
from simcore.index.paths import journal_beside
from simcore.model.reasons import JournalError
from simcore.model.report import State
from simcore.removal import journal as journal_module
from simcore.removal.actions import ACTIONS
from simcore.removal.carry_out import last_batch, recover

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="faults of POSIX are injected")

ALL = list(Action)
GOING = [action for action in ALL if not ACTIONS[action].original_stays]
TO_A_FOLDER = [action for action in ALL if ACTIONS[action].needs_folder]
LINKS = [action for action in ALL if ACTIONS[action].links]
KILL_STEP = amount("KILL_STEP", 31, 1)
NUMBERS = [errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EIO]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "house")
    yield made
    made.journal.close()


def calls_of(tmp_path: Path, action: Action, far: bool) -> int:
    """Count the calls to the disk that removing one document takes."""
    house = House(tmp_path / "rehearsal")
    report = house.furnish(TWO)
    disk = WatchedDisk(far=house.elsewhere if far else None)
    (result,) = house.carry_out(house.plan(report, "copy.txt", action=action), disk)
    assert result.state is State.DONE
    house.journal.close()
    return len(disk.calls)


CASES = [(action, False) for action in ALL] + [(action, True) for action in TO_A_FOLDER]


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
        sys.path.insert(0, sys.argv[2])
        from test_faults import TWO, House
        from simcore.removal.actions import ACTIONS
        from simcore import Action
        from simcore.files.moves import DesktopTrash
        from simcore.model.report import State
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
    unshare = ["unshare", "--mount", "--propagation", "private"]
    try:
        able = subprocess.run([*unshare, "true"], capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no unshare")
    if able.returncode:
        pytest.skip("no right to mount")
    run = subprocess.run(
        [*unshare, sys.executable, "-c", code, str(tmp_path / "house"), Path(__file__).parent],
        capture_output=True,
        text=True,
        check=False,
        env=python_environment(),
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("ead-only") >= 4, run.stdout


def moved_far(house: House) -> Path:
    """Move ``copy.txt`` to another disk, and return where it is."""
    report = house.furnish(TWO)
    far = WatchedDisk(far=house.elsewhere)
    (moved,) = house.carry_out(house.plan(report, "copy.txt", action=Action.MOVE), far)
    assert moved.where is not None
    return moved.where


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("failing", ["rename", "unlink"])
def test_undo_from_a_folder_that_became_read_only(house: House, failing: str, killed: bool) -> None:
    """The document is back, and a copy stays: that is what is said, also after a kill."""
    house.furnish(TWO)
    before = shown(house.library)
    where = moved_far(house)

    def refuse(name: str, _count: int) -> None:
        if name == failing and (house.library / "copy.txt").exists():
            if killed and not disk.dead:
                disk.kill()
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    disk = WatchedDisk(refuse, house.elsewhere)
    if killed:
        with pytest.raises(Killed):
            undo(house.journal, disk=disk)
        path = house.journal.path
        house.journal.close()
        house.journal = Journal(path)

        def read_only(name: str, _count: int) -> None:
            if name == "unlink":
                raise OSError(errno.EROFS, os.strerror(errno.EROFS))

        (result,) = recover(house.journal, disk=WatchedDisk(read_only, house.elsewhere))
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

    def read_only(name: str, _count: int) -> None:
        if name in {"create", "unlink"}:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    (result,) = undo(house.journal, disk=WatchedDisk(read_only, house.elsewhere))
    assert (result.state, str(result.reason)) == (State.FAILED, os.strerror(errno.EROFS))
    assert not house.leftovers()


def test_a_full_disk_leaves_no_half_copy(house: House) -> None:
    report = house.furnish(TWO)

    def full(name: str, _number: int) -> None:
        if name == "write":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for action in TO_A_FOLDER:
        disk = WatchedDisk(full, house.elsewhere)
        (result,) = house.carry_out(house.plan(report, "copy.txt", action=action), disk)
        assert (result.state, str(result.reason)) == (State.FAILED, "No space left on device")
        assert not list(house.elsewhere.rglob("*"))
    assert (house.library / "copy.txt").read_bytes() == content(1)


@pytest.mark.parametrize("action", ALL)
def test_a_journal_that_is_full_stops_the_batch(house: House, action: Action) -> None:
    """Not a file more is touched, and what was begun is found out when there is room again."""
    files = {f"{number:03}.txt": content(1) for number in range(200)}
    report = house.furnish(files)
    pages = house.journal.connection.execute("pragma page_count").fetchone()[0]
    house.journal.connection.execute(f"pragma max_page_count = {pages + 4}")
    names = sorted(files)[1:]
    before = house.contents()
    results = house.carry_out(house.plan(report, *names, action=action))
    assert len(results) == 199
    done = [one for one in results if one.state is State.DONE]
    assert 0 < len(done) < 199
    assert "disk is full" in str(results[-1].reason)
    assert house.contents() == before
    house.journal.connection.execute("pragma max_page_count = 1000000")
    recover(house.journal, house.trash)
    assert not house.journal.unfinished()
    undo(house.journal, trash=house.trash)
    assert {path.name for path in shown(house.library)} == set(files)
    assert not house.leftovers()


# --- the trash ----------------------------------------------------------------------------------


class BadTrash(FolderTrash):
    """Refuses, lies, or fails when it has moved already."""

    def __init__(self, folder: Path, fault: str) -> None:
        super().__init__(folder, tells=fault != "mute")
        self.fault = fault

    def put(self, path: Path) -> Path | None:
        if self.fault == "refuses":
            raise TrashError("the trash is full")
        if self.fault == "lies":
            return self.folder / "gone"
        where = super().put(path)
        if self.fault == "late":
            raise TrashError("something went wrong")
        if self.fault == "deletes":
            (where or path).unlink()
        return where


@pytest.mark.parametrize(
    ("fault", "state"),
    [
        ("refuses", State.FAILED),
        ("lies", State.FAILED),
        ("late", State.DONE),
        ("deletes", State.UNKNOWN),
        ("mute", State.DONE),
    ],
)
def test_a_failing_trash(house: House, fault: str, state: State) -> None:
    house.trash = BadTrash(house.base / "bad", fault)
    report = house.furnish(TWO)
    (result,) = house.carry_out(house.plan(report, "copy.txt", action=Action.TRASH))
    assert result.state is state
    there = (house.library / "copy.txt").exists()
    assert there is (state is State.FAILED)
    if state is State.DONE:
        assert result.where is not None
        assert result.where.read_bytes() == content(1)
        (back,) = undo(house.journal, trash=house.trash)
        assert back.state is State.UNDONE
    if state is State.UNKNOWN:
        (back,) = undo(house.journal, trash=house.trash)
        assert back.state is State.FAILED
        assert "look for it in the trash" in str(back.reason)


def test_no_trash_is_never_deleting(house: House) -> None:
    house.trash = NoTrash()
    report = house.furnish(TWO)
    (result,) = house.carry_out(house.plan(report, "copy.txt", action=Action.TRASH))
    assert result.state is State.SKIPPED
    assert "has no trash" in str(result.reason)
    assert (house.library / "copy.txt").exists()


# --- links --------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", LINKS)
@pytest.mark.parametrize("call", ["link", "symlink", "exchange", "replace"])
def test_a_failing_link_leaves_the_original(house: House, action: Action, call: str) -> None:
    report = house.furnish(TWO)
    before = shown(house.library)

    class Old(WatchedDisk):
        """A disk that cannot exchange names, unless that is the call that fails."""

        def exchange(self, one: Path, other: Path) -> bool:
            if call == "exchange":
                raise OSError(errno.EIO, "I/O error")
            return False

    def fail(name: str, _number: int) -> None:
        if name == call:
            raise OSError(errno.EPERM, "Operation not permitted")

    (result,) = house.carry_out(house.plan(report, "copy.txt", action=action), Old(fail))
    if call == "symlink" and action is Action.HARD_LINK:
        assert result.state is State.DONE, "that call is not made"
        return
    assert result.state is State.FAILED
    assert shown(house.library) == before
    assert not house.leftovers()


@pytest.mark.parametrize("action", LINKS)
@pytest.mark.parametrize("modern", [True, False])
def test_links_and_back(house: House, action: Action, modern: bool) -> None:
    report = house.furnish({"a/keep.txt": content(1), "b/c/copy.txt": content(1)})
    before = shown(house.library)

    class Old(WatchedDisk):
        def exchange(self, one: Path, other: Path) -> bool:
            return modern and super().exchange(one, other)

    (result,) = house.carry_out(house.plan(report, "copy.txt", action=action), Old())
    assert result.state is State.DONE
    path, kept = house.library / "b/c/copy.txt", house.library / "a/keep.txt"
    assert path.samefile(kept)
    if action is Action.SYMBOLIC_LINK:
        assert path.readlink() == Path("../../a/keep.txt")
    (back,) = undo(house.journal, disk=Old())
    assert back.state is State.UNDONE
    assert not path.samefile(kept)
    assert shown(house.library) == before


@pytest.mark.parametrize("action", LINKS)
def test_only_identical_documents_become_links(house: House, action: Action) -> None:
    report = house.furnish({"keep.txt": content(1), "near.txt": content(1, 1)})
    plan = house.plan(report, "near.txt", action=action)
    assert plan.removals == ()
    assert "no identical document" in str(plan.refused[0].reason)


def test_what_links_lead_to_stays(house: House) -> None:
    report = house.furnish({f"{name}.txt": content(1) for name in "abc"})
    house.carry_out(house.plan(report, "b.txt", action=Action.SYMBOLIC_LINK))
    fresh = reported([house.library], house.journal.path)
    (result,) = house.carry_out(house.plan(fresh, "a.txt", action=Action.DELETE))
    assert result.state is State.SKIPPED
    assert "was replaced by a link to it" in str(result.reason)
    assert (house.library / "b.txt").read_bytes() == content(1)


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


@pytest.mark.parametrize("role", ["copy.txt", "keep.txt"])
@pytest.mark.parametrize("action", GOING)
def test_replaced_between_scan_and_removal(house: House, action: Action, role: str) -> None:
    report = house.furnish(TWO)
    plan = house.plan(report, "copy.txt", action=action)
    put(house.base / "new", b"another text of just that leng")
    put(house.base / "new", b"x" * len(content(1))).replace(house.library / role)
    (result,) = house.carry_out(plan)
    assert result.state is State.SKIPPED
    assert "has changed since the scan" in str(result.reason)
    assert (house.library / role).read_bytes() == b"x" * len(content(1))
    assert (house.library / "copy.txt").exists()


HOWS = ["replaced", "written", "created"]


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize(("action", "far"), [case for case in CASES if case[0] in GOING])
@pytest.mark.parametrize("exchanges", [True, False])
def test_somebody_saves_between_any_two_calls(
    tmp_path: Path, action: Action, far: bool, how: str, exchanges: bool
) -> None:
    """What is saved under the document's name while it is being removed is never lost."""
    if not exchanges and (not ACTIONS[action].links or how == "replaced"):
        return  # that one window is documented: without an exchange it cannot be closed
    step = 1 if LONG else 4  # from another call with each run
    for at in range(1 + random.randrange(step), calls_of(tmp_path, action, far) + 1, step):
        house = House(tmp_path / f"{at}")
        report = house.furnish(TWO)
        target, new = house.library / "copy.txt", b"saved just now\n"
        saved = False

        def save(
            _name: str, count: int, at: int = at, house: House = house, new: bytes = new
        ) -> None:
            nonlocal saved
            target = house.library / "copy.txt"
            if count != at or (how == "created") is os.path.lexists(target):
                return
            if target.is_symlink() or (
                target.exists() and (house.library / "keep.txt").samefile(target)
            ):
                return  # it is the link by now
            saved = True
            if how == "written":
                put(target, new, 1_700_000_000)
            else:
                put(house.base / "new", new).replace(target)

        class Perhaps(WatchedDisk):
            def exchange(self, one: Path, other: Path) -> bool:
                return exchanges and super().exchange(one, other)

        disk = Perhaps(save, house.elsewhere if far else None)
        (result,) = house.carry_out(house.plan(report, "copy.txt", action=action), disk)
        if saved:
            assert new in house.contents(), (at, disk.calls, result)
            if how != "written":
                assert target.read_bytes() == new, (at, disk.calls, result)
        assert content(1) in house.contents()
        assert not house.leftovers()
        house.journal.close()


@pytest.mark.parametrize(("action", "far"), [case for case in CASES if case[0] in GOING])
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
                path, other = house.library / "copy.txt", house.library / "keep.txt"
                linked = path.is_symlink() or (path.exists() and path.samefile(other))
                if count == at and not linked:
                    saved.append(True)
                    put(house.base / "new", b"saved just now\n").replace(path)
                if count == at + later:
                    disk.kill()

            disk.watch = watch
            with contextlib.suppress(Killed):
                house.carry_out(house.plan(report, "copy.txt", action=action), disk)
            house.journal.close()
            house.journal = Journal(house.journal.path)
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


@pytest.mark.parametrize(("action", "far"), [case for case in CASES if case[0] in GOING])
def test_the_witness_is_looked_at_until_the_last(tmp_path: Path, action: Action, far: bool) -> None:
    """It vanishes at each call until the document is touched: then that is not touched."""
    touching = {"rename", "link", "symlink", "create"}
    looked = 0
    for at in range(1, calls_of(tmp_path, action, far) + 1):
        house = House(tmp_path / f"{at}")
        report = house.furnish(TWO)

        def vanish(_name: str, count: int, at: int = at, house: House = house) -> None:
            if count == at:
                (house.library / "keep.txt").unlink()

        disk = WatchedDisk(vanish, house.elsewhere if far else None)
        (result,) = house.carry_out(house.plan(report, "copy.txt", action=action), disk)
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
    usual = WatchedDisk(lambda _name, _count: None, None)
    house = House(tmp_path / "usual")
    house.carry_out(house.plan(house.furnish(TWO), "copy.txt", action=action), usual)
    house.journal.close()
    end = usual.calls.index(last) + 1
    for at in range(1, end):
        house = House(tmp_path / f"{at}")
        report = house.furnish(TWO)

        def write(_name: str, count: int, at: int = at, house: House = house) -> None:
            if count == at:
                (house.library / "keep.txt").write_bytes(b"written meanwhile")

        disk = WatchedDisk(write, None)
        (result,) = house.carry_out(house.plan(report, "copy.txt", action=action), disk)
        house.journal.close()
        assert result.state is State.SKIPPED, (at, disk.calls)
        assert (house.library / "copy.txt").read_bytes() == content(1)
        assert not house.leftovers()


def test_two_runs_never_remove_each_others_witness(tmp_path: Path) -> None:
    """Each call of the one lets the other run: whatever the moment, one stays."""
    for at in range(1, 40):
        house = House(tmp_path / f"{at}")
        report = house.furnish(TWO)
        one = house.plan(report, "copy.txt", action=Action.DELETE)
        other = house.plan(report, "keep.txt", action=Action.DELETE)

        def second(_name: str, count: int, at: int = at, house: House = house) -> None:
            if count == at:
                with Journal(house.journal.path) as journal:
                    carry_out(other, journal, house.trash)  # noqa: B023 - called in this turn

        house.carry_out(one, WatchedDisk(second))
        assert len(list(house.library.iterdir())) == 1, at
        house.journal.close()


def test_two_journals_never_remove_each_others_witness(tmp_path: Path) -> None:
    """Two indexes, two journals without a common lock: the locks on the files decide."""
    for at in range(1, 40):
        house = House(tmp_path / f"{at}")
        report = house.furnish(TWO)
        one = house.plan(report, "copy.txt", action=Action.DELETE)
        other = house.plan(report, "keep.txt", action=Action.DELETE)

        def second(_name: str, count: int, at: int = at, house: House = house) -> None:
            if count == at:
                with Journal(house.base / "other" / "journal.sqlite") as journal:
                    carry_out(other, journal, house.trash)  # noqa: B023 - called in this turn

        house.carry_out(one, WatchedDisk(second))
        assert len(list(house.library.iterdir())) == 1, at
        house.journal.close()


# --- clocks and names ---------------------------------------------------------------------------


def test_a_clock_that_is_set_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Order is by number: yesterday's date on the later batch changes nothing."""
    files = {"keep.txt": content(1), "near.txt": content(1, 1), "far.txt": content(1, 2)}
    report = house.furnish(files)
    plan = house.plan(report, "near.txt", action=Action.TRASH)
    house.carry_out(plan)
    witness = plan.removals[0].witness

    class Back(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime(1999, 1, 1, tzinfo=UTC)

    monkeypatch.setattr(journal_module, "datetime", Back)
    fresh = reported([house.library], house.journal.path)
    plan = house.plan(report, witness.path.name, action=Action.TRASH)
    (result,) = house.carry_out(plan)
    assert result.state is State.SKIPPED, "it was relied on, whatever the date"
    house.carry_out(house.plan(fresh, witness.path.name, action=Action.TRASH))
    newest = house.journal.batches()[0]
    assert newest.at.startswith("1999")
    (back,) = undo(house.journal, trash=house.trash)
    assert back.path == witness.path, "the last batch is the last one that was begun"


class CaselessDisk(WatchedDisk):
    """Names that differ in case only are one name."""

    def rename(self, source: Path, target: Path) -> None:
        names = {name.casefold() for name in self.names(target.parent)}
        if target.name.casefold() in names:
            raise FileExistsError(errno.EEXIST, "File exists")
        super().rename(source, target)


@pytest.mark.parametrize("action", TO_A_FOLDER)
def test_names_that_differ_in_case_do_not_clash(house: House, action: Action) -> None:
    report = house.furnish({"keep.txt": content(1), "Copy.txt": content(1)})
    put(house.elsewhere / "COPY.TXT", b"was here first")
    plan = house.plan(report, "Copy.txt", action=action)
    (result,) = house.carry_out(plan, CaselessDisk())
    assert result.where == house.elsewhere / "Copy (2).txt"
    assert (house.elsewhere / "COPY.TXT").read_bytes() == b"was here first"
    (back,) = undo(house.journal, disk=CaselessDisk())
    assert back.state is State.UNDONE


@pytest.mark.skipif(sys.platform == "darwin", reason="names are text there")
@pytest.mark.parametrize("action", ALL)
def test_names_that_are_not_utf_8(
    house: House, action: Action, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(house.base / "data"))
    house.trash = DesktopTrash()
    odd = os.fsdecode(b"\xd0\xcf\xff.txt")
    report = house.furnish({"keep.txt": content(1), odd: content(1)})
    before = shown(house.library)
    (result,) = house.carry_out(house.plan(report, odd, action=action))
    assert result.state is State.DONE
    if action is Action.TRASH:
        information = next((house.base / "data").rglob("*.trashinfo")).read_text()
        assert f"Path={house.library}/%D0%CF%FF.txt\n" in information
    (back,) = undo(house.journal)
    assert back.state is State.UNDONE
    assert shown(house.library) == before


@pytest.mark.parametrize("action", ALL)
@pytest.mark.parametrize("name", ["x" * 251 + ".txt", "合" * 83 + "订.md", "n" * 255])
def test_names_of_255_bytes(
    house: House, action: Action, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(os.fsencode(name)) == 255
    monkeypatch.setenv("XDG_DATA_HOME", str(house.base / "data"))
    house.trash = DesktopTrash()
    report = house.furnish({"keep.txt": content(1), name: content(1)})
    before = shown(house.library)
    put(house.elsewhere / name, b"was here first")
    (result,) = house.carry_out(house.plan(report, name, action=action))
    assert result.state is State.DONE
    (back,) = undo(house.journal)
    assert back.state is State.UNDONE
    assert shown(house.library) == before
    assert (house.elsewhere / name).read_bytes() == b"was here first"


# --- the journal file ---------------------------------------------------------------------------


def test_a_damaged_journal_removes_nothing(house: House) -> None:
    report = house.furnish(TWO)
    house.carry_out(house.plan(report, "copy.txt", action=Action.TRASH))
    house.journal.close()
    data = bytearray(house.journal.path.read_bytes())
    data[4096:] = b"\0" * (len(data) - 4096)
    house.journal.path.write_bytes(data)
    with pytest.raises(JournalError, match=r"damaged.*nothing is removed.*Move it away"):
        Journal(house.journal.path)
    assert house.journal.path.read_bytes() == data


def test_journals_of_others_and_of_the_future_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("create table recipe (flour, eggs)")
    connection.close()
    data = path.read_bytes()
    with pytest.raises(JournalError, match="another program"):
        Journal(path)
    assert path.read_bytes() == data
    path.unlink()
    Journal(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("pragma user_version = 99")
    connection.close()
    with pytest.raises(JournalError, match="newer version"):
        Journal(path)


def test_another_journal_knows_nothing_of_a_report(house: House) -> None:
    """The mark of a lost journal means nothing to a new one: all that is in it counts."""
    report = house.furnish({"keep.txt": content(1), "near.txt": content(1, 1)})
    house.carry_out(house.plan(report, "near.txt", action=Action.TRASH))
    undo(house.journal, trash=house.trash)
    late = reported([house.library], house.journal.path)
    house.journal.close()
    house.journal.path.unlink()
    house.journal = Journal(house.journal.path)
    house.carry_out(house.plan(report, "near.txt", action=Action.TRASH))
    (result,) = house.carry_out(house.plan(late, "keep.txt", action=Action.TRASH))
    assert result.state is State.SKIPPED


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


def test_volumes_without_a_trash(tmp_path: Path) -> None:
    lines = [
        "1 0 8:1 / / rw - ext4 /dev/sda1 rw",
        f"2 1 0:40 / {tmp_path}/net rw - nfs4 server:/ rw",
        f"3 1 0:41 / {tmp_path}/ram rw - tmpfs tmpfs rw",
        f"4 1 8:2 / {tmp_path}/usb rw - vfat /dev/sdb1 rw",
        f"5 1 8:3 / {tmp_path}/cd ro - iso9660 /dev/sr0 ro",
    ]
    for name in ("net", "ram", "usb", "cd"):
        (tmp_path / name).mkdir()
    # the home's trash is on another device than all of these
    volumes = Volumes(parse_mounts("\n".join(lines)), Path("/proc/home/Trash"))

    def answer(name: str) -> str:
        return str(volumes.lacks_trash(tmp_path / name / "1.txt") or "")

    assert "network drive" in answer("net")
    assert "RAM disk" in answer("ram")
    assert "read-only" in answer("cd")
    assert answer("usb") == ""
    trash = volumes.trash_of(tmp_path / "usb" / "1.txt")
    assert trash is not None
    assert trash.path == tmp_path / "usb" / f".Trash-{os.getuid()}"
    assert trash.top == tmp_path / "usb"
    # a shared one, with the sticky bit and no link, goes first
    shared = tmp_path / "usb" / ".Trash"
    shared.mkdir()
    shared.chmod(0o777)
    volumes = Volumes(parse_mounts("\n".join(lines)), Path("/proc/home/Trash"))
    assert volumes.trash_of(tmp_path / "usb" / "1.txt") == trash
    shared.chmod(0o1777)
    volumes = Volumes(parse_mounts("\n".join(lines)), Path("/proc/home/Trash"))
    found = volumes.trash_of(tmp_path / "usb" / "1.txt")
    assert found is not None
    assert found.path == shared / str(os.getuid())
