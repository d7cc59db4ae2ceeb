"""A folder becomes a link to another one, and a folder again, while documents are removed.

Nothing in the other folder may be renamed, changed or made, not even for a moment: the time of the
folder itself tells. What belongs to the removal stays in the folder that was there first.
"""

import itertools
import random
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from amounts import LONG, Counted, amount
from removals import (
    House,
    Killed,
    PlacedTrash,
    WatchedDisk,
    content,
    memory,
    put,
    reported,
    shown,
)
from simcore import Action, SimcoreError, undo
from simcore.files.disk import Disk
from simcore.files.moves import DesktopTrash
from simcore.model.reasons import ReasonCode
from simcore.model.report import State
from simcore.removal.actions import ACTIONS
from simcore.removal.carry_out import recover

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="two names are exchanged by renameat2"
)
SWAPS = amount("SWAPS", 100, 20_000)
FILES = {"in/copy.txt": content(1), "kept/keep.txt": content(1)}
Seen = dict[str, tuple[int, int, int, bytes]]


class Swapped:
    """A folder, and a link to the victim's beside it; the names of both are exchanged."""

    def __init__(self, house: House, folder: Path) -> None:
        self.folder, self.link = folder, folder.with_name(f"{folder.name}-swapped")
        self.victim = house.base / "victim"
        if not self.victim.exists():
            # the same names, bytes and times: only the folder tells them from the documents
            for name in ("copy.txt", "keep.txt", "0-copy.txt"):
                put(self.victim / name, content(1), 1_500_000_000)
        folder.mkdir(parents=True, exist_ok=True)
        self.link.symlink_to(self.victim)
        self.before = self.seen()
        self.swapped = 0

    def swap(self) -> None:
        assert Disk().exchange(self.folder, self.link)
        self.swapped += 1

    def right(self) -> None:
        """Let the folder have its name again."""
        if self.folder.is_symlink():
            self.swap()

    def seen(self) -> Seen:
        found = {}
        for path in (self.victim, *self.victim.iterdir()):
            status = path.lstat()
            data = b"" if path.is_dir() else path.read_bytes()
            found[path.name] = status.st_ino, status.st_mtime_ns, status.st_ctime_ns, data
        return found


@pytest.fixture
def base() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        yield Path(folder).resolve()


def where(house: House, role: str) -> Path:
    return {
        "document": house.library / "in",
        "witness": house.library / "kept",
        "destination": house.elsewhere / "in",
        "trash": house.base / "trash",
    }[role]


CASES = [
    (action, far, role)
    for action in Action
    for far in ((False, True) if ACTIONS[action].needs_folder else (False,))
    for role in ("document", "witness", "destination", "trash")
    if (role == "destination") <= ACTIONS[action].needs_folder
    and (role == "trash") <= ACTIONS[action].uses_trash
]


def act(
    house: House, action: Action, disk: WatchedDisk, *, taking_back: bool
) -> Callable[[], None]:
    """Return what is to be disturbed: a removal, or undoing one."""
    plan = house.plan(house.furnish(FILES), "copy.txt", action=action)
    if not taking_back:
        return lambda: house.carry_out(plan, disk) and None
    (result,) = house.carry_out(plan, disk)
    assert result.state is State.DONE

    def take_back() -> None:
        with suppress(SimcoreError):
            undo(house.journal, trash=house.trash, disk=disk)

    return take_back


@pytest.mark.parametrize("taking_back", [False, True])
@pytest.mark.parametrize(("action", "far", "role"), CASES)
def test_swapped_at_any_call(
    base: Path, action: Action, far: bool, role: str, taking_back: bool
) -> None:
    """And back at the next call, or a few later, or at the end."""
    lasts = (1, 2, 3, 5, 1000) if LONG else (1, 4, 1000)
    stopped = 0
    step = 1 if LONG else 6  # from another call with each run
    for at in itertools.count(1 + random.randrange(step), step):
        reached = False
        for last in lasts[at // step % len(lasts) :][:1] if not LONG else lasts:
            house = House(base / f"{at}-{last}")
            disk = WatchedDisk(far=house.elsewhere if far else None)
            disturbed = act(house, action, disk, taking_back=taking_back)
            swapped = Swapped(house, where(house, role))
            disk.calls.clear()

            def watch(_name: str, count: int, at: int = at, last: int = last) -> None:
                if count in {at, at + last}:
                    swapped.swap()  # noqa: B023 - called in this turn

            disk.watch = watch
            disturbed()
            reached = reached or len(disk.calls) >= at
            swapped.right()
            assert swapped.seen() == swapped.before, (at, last, disk.calls)
            recover(house.journal, house.trash)
            assert content(1) in (data for data in held(house, swapped)), (at, last)
            if last < 1000:
                assert not house.leftovers(), (at, last, disk.calls)
            stopped += 1
            house.journal.close()
            shutil.rmtree(house.base)
        if not reached:
            break
    assert stopped * step > 8


def held(house: House, swapped: Swapped) -> Iterator[bytes]:
    """Yield the contents of all files but the victim's."""
    for folder in (house.library, house.elsewhere, house.base / "trash"):
        for path in folder.rglob("*.txt"):
            if path.is_file() and not path.resolve().is_relative_to(swapped.victim):
                yield path.read_bytes()


@contextmanager
def swapping(swapped: Swapped) -> Iterator[None]:
    """Exchange the names in another thread, as fast as it can."""
    over = threading.Event()

    def work() -> None:
        while not over.is_set():
            swapped.swap()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        swapped.right()


@pytest.mark.parametrize("role", ["document", "witness", "destination", "trash"])
def test_swapped_all_the_time(
    base: Path, role: str, monkeypatch: pytest.MonkeyPatch, counted: Counted
) -> None:
    """By another thread; removals, undo and recovery go on meanwhile."""
    monkeypatch.setenv("XDG_DATA_HOME", str(base / "data"))
    house = House(base / "house")
    house.furnish(FILES)
    trashes = [PlacedTrash(house.base / "trash"), DesktopTrash()]
    swapped = Swapped(house, where(house, role))
    document, done, rounds = house.library / "in" / "copy.txt", 0, 0
    actions = itertools.cycle([(action, far) for action in Action for far in (False, True)])
    while swapped.swapped < SWAPS or rounds < 24:
        rounds += 1
        if not document.exists():
            put(document, content(1))
        action, far = next(actions)
        house.trash = trashes[rounds // 12 % 2]
        plan = house.plan(reported([house.library], house.journal.path), "copy.txt", action=action)
        if not plan.removals:
            document.unlink()  # what could not be taken back is another name of the witness
            continue
        disk = WatchedDisk(far=house.elsewhere if far else None)
        with swapping(swapped):
            results = house.carry_out(plan, disk)
            done += any(one.state is State.DONE for one in results)
            with suppress(SimcoreError):
                undo(house.journal, trash=house.trash, disk=disk)
        assert swapped.seen() == swapped.before, (action, far)
        if document.is_symlink():
            document.unlink()
        with suppress(SimcoreError):
            undo(house.journal, trash=house.trash)
    assert done
    assert swapped.seen() == swapped.before
    counted("swaps of a folder", swapped.swapped)
    house.journal.close()


def test_a_folder_that_became_a_link_since_the_scan(base: Path) -> None:
    """It leads to a file of the same name and bytes, which is not the one that was scanned."""
    house = House(base)
    plan = house.plan(house.furnish(FILES), "copy.txt", action=Action.DELETE)
    swapped = Swapped(house, house.library / "in")
    swapped.swap()
    (result,) = house.carry_out(plan)
    assert result.state is State.SKIPPED
    assert str(swapped.folder) in str(result.reason)
    assert swapped.seen() == swapped.before
    house.journal.close()


@pytest.mark.parametrize("how", ["link", "missing"])
@pytest.mark.parametrize("action", list(Action))
def test_recovery_waits_for_the_folder(base: Path, action: Action, how: str) -> None:
    """It would take for lost, or for deleted, what is in the folder that is not there."""
    waited = 0
    step = 1 if LONG else 2  # the two ways meet every call all the same
    for at in itertools.count(1 + (how == "link") % step, step):
        house = House(base / f"{at}")
        disk = WatchedDisk(lambda _n, count, at=at: disk.kill() if count == at else None)  # noqa: B023
        plan = house.plan(house.furnish(FILES), "copy.txt", action=action)
        before = shown(house.library)
        try:
            house.carry_out(plan, disk)
        except Killed:
            folder = house.library / "in"
            away = folder.rename(house.base / "away")
            if how == "link":
                put(house.base / "victim" / "copy.txt", b"another")
                folder.symlink_to(house.base / "victim")
            waiting = {one.sequence for one in house.journal.unfinished()}
            for one in recover(house.journal, house.trash):
                waited += 1
                assert one.reason is not None
                assert one.reason.code is ReasonCode.FOLDER_NOT_BACK
            assert {one.sequence for one in house.journal.unfinished()} == waiting
            if how == "link":
                folder.unlink()
            away.rename(folder)
            recover(house.journal, house.trash)
            assert not house.journal.unfinished()
            with suppress(SimcoreError):
                undo(house.journal, trash=house.trash)
            assert shown(house.library) == before, at
            assert not house.leftovers()
        else:
            break
        finally:
            house.journal.close()
    assert waited * step > 3
