"""What a document has besides its bytes comes back with it: its own, never that of its witness."""

import os
import stat
import struct
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from removals import House, Killed, WatchedDisk, content, memory, put, reported
from simcore import Action, Journal, undo
from simcore.files.disk import Volumes
from simcore.model.reasons import ReasonCode
from simcore.model.report import Result, State
from simcore.removal.actions import ACTIONS
from simcore.removal.carry_out import recover

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="extended attributes are read on Linux alone"
)

ROOT = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="no rights to give files away"
)
LOSING = [one for one in Action if ACTIONS[one].links or ACTIONS[one].for_good]
NOBODY = 65_534
FILES = {"copy.txt": content(1), "keep.txt": content(1)}
ACL = "system.posix_acl_access"
DEFAULT_ACL = "system.posix_acl_default"


def acl(user: int, group: int) -> bytes:
    """Return an access list, as acl(5) has it: the owner, one user, the group, the mask, others."""
    none = 0xFFFF_FFFF
    entries = [(1, 6, none), (2, 4, user), (4, group, none), (16, 6, none), (32, 0, none)]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *one) for one in entries)


@pytest.fixture
def house() -> Iterator[House]:
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        Path(folder).chmod(0o755)
        made = House(Path(folder) / "house")
        yield made
        made.journal.close()


def able(house: House, name: str, value: bytes) -> None:
    """Skip the test where the volume has no such attributes."""
    probe = put(house.base / "probe", b"")
    try:
        os.setxattr(probe, name, value)
    except OSError as error:
        pytest.skip(f"no {name} here: {error.strerror}")
    probe.unlink()


Belongings = tuple[int, int, int, int, dict[str, bytes]]


def belongings(path: Path) -> Belongings:
    status = path.lstat()
    extended = {name: os.getxattr(path, name) for name in os.listxattr(path)}
    return status.st_uid, status.st_gid, status.st_mode, status.st_mtime_ns, extended


def removed(house: House, action: Action, disk: WatchedDisk | None = None) -> tuple[Result, ...]:
    plan = house.plan(reported([house.library], house.journal.path), "copy.txt", action=action)
    return house.carry_out(plan, disk)


def as_nobody(call: Callable[[], object]) -> str:
    """Call it in a process of another user, and return what it returns as text."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.environ["XDG_DATA_HOME"] = tempfile.gettempdir()
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            os.write(theirs, str(call()).encode())
        except BaseException as error:  # noqa: BLE001 - told to the test
            os.write(theirs, repr(error).encode())
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, encoding="utf-8") as file:
        said = file.read()
    os.waitpid(child, 0)
    return said


@pytest.mark.parametrize("action", LOSING)
def test_extended_attributes_are_those_of_the_document(house: House, action: Action) -> None:
    able(house, "user.author", b"1")
    house.furnish(FILES)
    copy, keep = house.library / "copy.txt", house.library / "keep.txt"
    os.setxattr(copy, "user.author", b"somebody")
    os.setxattr(copy, "user.\xe9mpty", b"")
    os.setxattr(copy, "user.binary", bytes(range(256)))
    os.setxattr(keep, "user.author", b"another")
    os.setxattr(keep, "user.secret", b"of the witness")
    before, kept = belongings(copy), belongings(keep)
    assert removed(house, action)[0].state is State.DONE
    (back,) = undo(house.journal)
    assert (back.state, back.reason) == (State.UNDONE, None)
    assert belongings(copy) == before
    assert belongings(keep)[-1] == kept[-1]


@pytest.mark.parametrize("whose", ["document", "witness", "folder"])
@pytest.mark.parametrize("action", LOSING)
def test_access_lists_are_those_of_the_document(house: House, action: Action, whose: str) -> None:
    """A folder may give one to each new file: a restored document has none if it had none."""
    able(house, ACL, acl(12_345, 4))
    house.furnish(FILES)
    copy = house.library / "copy.txt"
    if whose == "folder":
        os.setxattr(house.library, DEFAULT_ACL, acl(12_345, 6))
    else:
        other = {"document": "copy.txt", "witness": "keep.txt"}[whose]
        os.setxattr(house.library / other, ACL, acl(12_345, 4))
    before = belongings(copy)
    assert (ACL in before[-1]) is (whose == "document")
    assert removed(house, action)[0].state is State.DONE
    (back,) = undo(house.journal)
    assert (back.state, back.reason) == (State.UNDONE, None)
    assert belongings(copy) == before


@ROOT
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o4755, 0o2755])
@pytest.mark.parametrize("action", LOSING)
def test_owner_and_group_are_those_of_the_document(house: House, action: Action, mode: int) -> None:
    house.furnish(FILES)
    copy, keep = house.library / "copy.txt", house.library / "keep.txt"
    os.chown(copy, 12_345, 12_346)
    os.chown(keep, 23_456, 23_457)
    copy.chmod(mode)
    before = belongings(copy)
    assert removed(house, action)[0].state is State.DONE
    (back,) = undo(house.journal)
    assert (back.state, back.reason) == (State.UNDONE, None)
    assert belongings(copy) == before


@ROOT
@pytest.mark.parametrize("action", [Action.MOVE, Action.COPY])
def test_a_copy_on_another_disk_has_the_owner_of_the_document(house: House, action: Action) -> None:
    """Else a program of somebody with the mode 4755 would run with the rights of who copied it."""
    house.furnish(FILES)
    copy = house.library / "copy.txt"
    os.chown(copy, 12_345, 12_346)
    copy.chmod(0o4755)
    before = belongings(copy)
    (result,) = removed(house, action, disk := WatchedDisk(far=house.elsewhere))
    assert result.where is not None
    assert belongings(result.where) == before
    undo(house.journal, disk=disk)
    assert belongings(copy) == before


@ROOT
@pytest.mark.parametrize("action", LOSING)
def test_an_undo_that_was_cut_short_brings_back_the_owner(house: House, action: Action) -> None:
    for at in range(1, 60):
        copy = put(house.library / f"{at}" / "copy.txt", content(1))
        put(house.library / f"{at}" / "keep.txt", content(1))
        os.chown(copy, 12_345, 12_346)
        before = belongings(copy)
        report = reported([copy.parent], house.journal.path)
        assert house.carry_out(house.plan(report, "copy.txt", action=action))[0].state is State.DONE
        disk = WatchedDisk()
        disk.watch = lambda _name, count, disk=disk, at=at: disk.kill() if count == at else None
        try:
            undo(house.journal, disk=disk)
        except Killed:
            path = house.journal.path
            house.journal.close()
            house.journal = Journal(path)
            recover(house.journal)
            if not copy.exists() or copy.samefile(copy.parent / "keep.txt"):
                undo(house.journal)
            assert belongings(copy) == before, at
        else:
            break
    assert at > 8


@ROOT
@pytest.mark.parametrize("action", LOSING)
def test_what_another_user_cannot_restore(house: House, action: Action) -> None:
    """The document comes back without it, and the result says so; never with rights of its own."""
    house.furnish(FILES)
    copy = house.library / "copy.txt"
    os.chown(copy, 12_345, 12_346)
    copy.chmod(0o6755)
    for path in (house.base, *house.base.rglob("*")):
        if path != copy:
            os.chown(path, NOBODY, NOBODY)
    before = belongings(copy)

    def work() -> list[str]:
        with Journal(house.journal.path) as journal:
            report = reported([house.library], journal.path)
            plan = house.plan(report, "copy.txt", action=action, volumes=Volumes())
            said = [str(one.reason) for one in plan.losses]
            house.journal = journal
            states = [one.state for one in house.carry_out(plan)]
            (back,) = undo(journal)
        return [*said, *map(str, states), str(back.state), str(back.reason)]

    said = as_nobody(work)
    assert said.count("owner") == 2, said
    assert "'done', 'undone'" in said
    after = belongings(copy)
    assert after[0] == NOBODY
    assert stat.S_IMODE(after[2]) == 0o755
    assert after[3] == before[3]


def plan_losses(house: House, action: Action) -> list[ReasonCode]:
    report = reported([house.library], house.journal.path)
    plan = house.plan(report, "copy.txt", action=action, volumes=Volumes())
    return [one.reason.code for one in plan.losses]


def test_what_nobody_can_restore_is_said_before(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a trash on another disk would make a new file, too
    monkeypatch.setenv("XDG_DATA_HOME", str(house.base / "data"))
    house.furnish(FILES)
    copy = house.library / "copy.txt"
    assert {tuple(plan_losses(house, one)) for one in Action} == {()}
    (house.base / "second.txt").hardlink_to(copy)
    for action in Action:
        losing = [ReasonCode.LOSES_NAMES] if action in LOSING else []
        assert plan_losses(house, action) == losing


def test_flags_of_the_file_system_are_said_before() -> None:
    import fcntl  # noqa: PLC0415 - missing on Windows

    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "house")
        house.furnish(FILES)
        descriptor = os.open(house.library / "copy.txt", os.O_RDONLY)
        try:
            flags = struct.unpack("i", fcntl.ioctl(descriptor, 0x80086601, bytes(8))[:4])[0]
            fcntl.ioctl(descriptor, 0x40086602, struct.pack("q", flags | 0x40))  # not dumped
        except OSError as error:
            pytest.skip(f"no flags here: {error.strerror}")
        finally:
            os.close(descriptor)
        assert plan_losses(house, Action.DELETE) == [ReasonCode.LOSES_FLAGS]
        house.journal.close()


@pytest.mark.parametrize("action", LOSING)
def test_a_journal_that_does_not_know_them(house: House, action: Action) -> None:
    """An earlier version wrote it: nothing of the witness comes, either."""
    able(house, "user.author", b"1")
    house.furnish(FILES)
    copy = house.library / "copy.txt"
    os.setxattr(house.library / "keep.txt", "user.author", b"another")
    before = belongings(copy)
    assert removed(house, action)[0].state is State.DONE
    with house.journal.transaction() as connection:
        connection.execute("update operation set owner = null, team = null, attributes = null")
    (back,) = undo(house.journal)
    assert back.state is State.UNDONE
    assert belongings(copy) == before
