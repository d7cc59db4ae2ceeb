"""What each action does with a document, its names and what it has besides its bytes, and back."""

import errno
import os
import random
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from amounts import LONG, Counted
from removals import (
    TWO,
    FolderTrash,
    House,
    Killed,
    NoTrash,
    WatchedDisk,
    code_of,
    content,
    failing,
    memory,
    put,
    reported,
    shown,
)
from simcore import Action, Journal, ScanReport, undo
from simcore.files.disk import Volumes, parse_mounts
from simcore.files.moves import DesktopTrash, TrashError
from simcore.files.roles import Role, Roles
from simcore.model.reasons import ReasonCode
from simcore.model.report import Result, State
from simcore.removal.actions import ACTIONS
from simcore.removal.carry_out import recover

ALL = list(Action)
GOING = [action for action in ALL if not ACTIONS[action].original_stays]
TO_A_FOLDER = [action for action in ALL if ACTIONS[action].needs_folder]
LINKS = [action for action in ALL if ACTIONS[action].links]
posix = pytest.mark.skipif(sys.platform == "win32", reason="faults of POSIX are injected")


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
    result = house.remove(Action.TRASH)
    assert result.state is state
    assert (house.library / "copy.txt").exists() is (state is State.FAILED)
    if state is State.FAILED:
        return
    (back,) = undo(house.journal, trash=house.trash)
    if state is State.DONE:
        assert result.where is not None
        assert back.state is State.UNDONE
        assert (house.library / "copy.txt").read_bytes() == content(1)
    else:
        assert back.state is State.FAILED
        assert "look for it in the trash" in str(back.reason)


def test_no_trash_is_never_deleting(house: House) -> None:
    house.trash = NoTrash()
    result = house.remove(Action.TRASH)
    assert result.state is State.SKIPPED
    assert "has no trash" in str(result.reason)
    assert (house.library / "copy.txt").exists()


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


# --- links --------------------------------------------------------------------------------------


@posix
@pytest.mark.parametrize("action", LINKS)
@pytest.mark.parametrize("call", ["exchange", "replace"])
def test_a_failing_link_leaves_the_original(house: House, action: Action, call: str) -> None:
    report = house.furnish(TWO)
    before = shown(house.library)

    class Old(WatchedDisk):
        """A disk that cannot exchange names, unless that is the call that fails."""

        def exchange(self, one: Path, other: Path) -> bool:
            if call == "exchange":
                raise OSError(errno.EIO, "I/O error")
            return False

    plan = house.plan(report, "copy.txt", action=action)
    (result,) = house.carry_out(plan, Old(failing(errno.EPERM, call)))
    assert result.state is State.FAILED
    assert shown(house.library) == before
    assert not house.leftovers()


@posix
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


@posix
def test_what_links_lead_to_stays(house: House) -> None:
    report = house.furnish({f"{name}.txt": content(1) for name in "abc"})
    house.carry_out(house.plan(report, "b.txt", action=Action.SYMBOLIC_LINK))
    fresh = reported([house.library], house.journal.path)
    (result,) = house.carry_out(house.plan(fresh, "a.txt", action=Action.DELETE))
    assert result.state is State.SKIPPED
    assert "was replaced by a link to it" in str(result.reason)
    assert (house.library / "b.txt").read_bytes() == content(1)


# --- names --------------------------------------------------------------------------------------


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


ODD = os.fsdecode(b"\xd0\xcf\xff.txt")


@posix
@pytest.mark.parametrize("action", ALL)
@pytest.mark.parametrize("name", ["x" * 251 + ".txt", "合" * 83 + "订.md", "n" * 255, ODD])
def test_names_of_255_bytes_and_names_that_are_not_utf_8(
    house: House, action: Action, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == ODD and sys.platform == "darwin":
        pytest.skip("names are text there")
    assert name == ODD or len(os.fsencode(name)) == 255
    monkeypatch.setenv("XDG_DATA_HOME", str(house.base / "data"))
    house.trash = DesktopTrash()
    report = house.furnish({"keep.txt": content(1), name: content(1)})
    before = shown(house.library)
    put(house.elsewhere / name, b"was here first")
    (result,) = house.carry_out(house.plan(report, name, action=action))
    assert result.state is State.DONE
    if action is Action.TRASH and name == ODD:
        information = next((house.base / "data").rglob("*.trashinfo")).read_text()
        assert f"Path={house.library}/%D0%CF%FF.txt\n" in information
    (back,) = undo(house.journal)
    assert back.state is State.UNDONE
    assert shown(house.library) == before
    assert (house.elsewhere / name).read_bytes() == b"was here first"


# --- files with several names (hard links) ------------------------------------------------------

CASES = [(action, False) for action in GOING] + [(Action.MOVE, True)]
NAMES = ("a/copy.txt", "b/second.txt", "c/third.txt")
STEP = 1 if LONG else 8


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
    assert (result.state, code_of(result)) == (State.DONE, ReasonCode.NAMES_STAY)


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
def test_any_call_may_fail_for_several_names(
    tmp_path: Path, action: Action, far: bool, lasting: bool
) -> None:
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
def test_a_kill_between_any_two_calls_for_several_names(
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
            house.open_anew()
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


# --- owners and attributes: its own, never those of its witness ----------------------------------

ROOT = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="no rights to give files away"
)
LOSING = [one for one in Action if ACTIONS[one].links or ACTIONS[one].for_good]
NOBODY = 65_534
ACL = "system.posix_acl_access"
DEFAULT_ACL = "system.posix_acl_default"


def acl(user: int, group: int) -> bytes:
    """Return an access list, as acl(5) has it: the owner, one user, the group, the mask, others."""
    none = 0xFFFF_FFFF
    entries = [(1, 6, none), (2, 4, user), (4, group, none), (16, 6, none), (32, 0, none)]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *one) for one in entries)


@pytest.fixture
def home() -> Iterator[House]:
    """A house on a disk that has all attributes, where others may look."""
    if not sys.platform.startswith("linux"):
        pytest.skip("extended attributes are read on Linux alone")
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


def is_restored(house: House, action: Action) -> None:
    """See that a document comes back with all that it has."""
    copy = house.library / "copy.txt"
    before = belongings(copy)
    assert removed(house, action)[0].state is State.DONE
    (back,) = undo(house.journal)
    assert (back.state, back.reason) == (State.UNDONE, None)
    assert belongings(copy) == before


@pytest.mark.parametrize("action", LOSING)
def test_extended_attributes_are_those_of_the_document(home: House, action: Action) -> None:
    able(home, "user.author", b"1")
    home.furnish(TWO)
    copy, keep = home.library / "copy.txt", home.library / "keep.txt"
    os.setxattr(copy, "user.author", b"somebody")
    os.setxattr(copy, "user.\xe9mpty", b"")
    os.setxattr(copy, "user.binary", bytes(range(256)))
    os.setxattr(keep, "user.author", b"another")
    os.setxattr(keep, "user.secret", b"of the witness")
    kept = belongings(keep)
    is_restored(home, action)
    assert belongings(keep)[-1] == kept[-1]


@pytest.mark.parametrize("whose", ["document", "witness", "folder"])
@pytest.mark.parametrize("action", LOSING)
def test_access_lists_are_those_of_the_document(home: House, action: Action, whose: str) -> None:
    """A folder may give one to each new file: a restored document has none if it had none."""
    able(home, ACL, acl(12_345, 4))
    home.furnish(TWO)
    if whose == "folder":
        os.setxattr(home.library, DEFAULT_ACL, acl(12_345, 6))
    else:
        other = {"document": "copy.txt", "witness": "keep.txt"}[whose]
        os.setxattr(home.library / other, ACL, acl(12_345, 4))
    assert (ACL in belongings(home.library / "copy.txt")[-1]) is (whose == "document")
    is_restored(home, action)


@ROOT
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o4755, 0o2755])
@pytest.mark.parametrize("action", LOSING)
def test_owner_and_group_are_those_of_the_document(home: House, action: Action, mode: int) -> None:
    home.furnish(TWO)
    os.chown(home.library / "copy.txt", 12_345, 12_346)
    os.chown(home.library / "keep.txt", 23_456, 23_457)
    (home.library / "copy.txt").chmod(mode)
    is_restored(home, action)


@ROOT
@pytest.mark.parametrize("action", [Action.MOVE, Action.COPY])
def test_a_copy_on_another_disk_has_the_owner_of_the_document(home: House, action: Action) -> None:
    """Else a program of somebody with the mode 4755 would run with the rights of who copied it."""
    home.furnish(TWO)
    copy = home.library / "copy.txt"
    os.chown(copy, 12_345, 12_346)
    copy.chmod(0o4755)
    before = belongings(copy)
    (result,) = removed(home, action, disk := WatchedDisk(far=home.elsewhere))
    assert result.where is not None
    assert belongings(result.where) == before
    undo(home.journal, disk=disk)
    assert belongings(copy) == before


@ROOT
def test_a_file_of_another_owner_keeps_its_mode_and_time(home: House) -> None:
    """It has the bytes of the document; who may read it is up to its owner."""
    home.furnish(TWO)
    (result,) = removed(home, Action.MOVE)
    assert result.where is not None
    put(result.where, content(1), 1_700_000_000)
    os.chown(result.where, 12_345, 12_346)
    result.where.chmod(0o600)
    before = belongings(result.where)
    assert undo(home.journal)[0].state is State.UNDONE
    assert belongings(home.library / "copy.txt") == before


@ROOT
@pytest.mark.parametrize("action", LOSING)
def test_an_undo_that_was_cut_short_brings_back_the_owner(home: House, action: Action) -> None:
    for at in range(1, 60):
        copy = put(home.library / f"{at}" / "copy.txt", content(1))
        put(home.library / f"{at}" / "keep.txt", content(1))
        os.chown(copy, 12_345, 12_346)
        before = belongings(copy)
        report = reported([copy.parent], home.journal.path)
        assert home.carry_out(home.plan(report, "copy.txt", action=action))[0].state is State.DONE
        disk = WatchedDisk()
        disk.watch = lambda _name, count, disk=disk, at=at: disk.kill() if count == at else None
        try:
            undo(home.journal, disk=disk)
        except Killed:
            home.open_anew()
            recover(home.journal)
            if not copy.exists() or copy.samefile(copy.parent / "keep.txt"):
                undo(home.journal)
            assert belongings(copy) == before, at
        else:
            break
    assert at > 8


@ROOT
@pytest.mark.parametrize("action", LOSING)
def test_what_another_user_cannot_restore(home: House, action: Action) -> None:
    """The document comes back without it, and the result says so; never with rights of its own."""
    home.furnish(TWO)
    copy = home.library / "copy.txt"
    os.chown(copy, 12_345, 12_346)
    copy.chmod(0o6755)
    for path in (home.base, *home.base.rglob("*")):
        if path != copy:
            os.chown(path, NOBODY, NOBODY)
    before = belongings(copy)

    def work() -> list[str]:
        with Journal(home.journal.path) as journal:
            report = reported([home.library], journal.path)
            plan = home.plan(report, "copy.txt", action=action, volumes=Volumes())
            said = [str(one.reason) for one in plan.losses]
            home.journal = journal
            states = [one.state for one in home.carry_out(plan)]
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
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a trash on another disk would make a new file, too
    monkeypatch.setenv("XDG_DATA_HOME", str(home.base / "data"))
    home.furnish(TWO)
    copy = home.library / "copy.txt"
    assert {tuple(plan_losses(home, one)) for one in Action} == {()}
    (home.base / "second.txt").hardlink_to(copy)
    for action in Action:
        losing = [ReasonCode.LOSES_NAMES] if action in LOSING else []
        assert plan_losses(home, action) == losing


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux has these flags")
def test_flags_of_the_file_system_are_said_before() -> None:
    import fcntl  # noqa: PLC0415 - missing on Windows

    with tempfile.TemporaryDirectory() as folder:
        home = House(Path(folder) / "home")
        home.furnish(TWO)
        descriptor = os.open(home.library / "copy.txt", os.O_RDONLY)
        try:
            flags = struct.unpack("i", fcntl.ioctl(descriptor, 0x80086601, bytes(8))[:4])[0]
            fcntl.ioctl(descriptor, 0x40086602, struct.pack("q", flags | 0x40))  # not dumped
        except OSError as error:
            pytest.skip(f"no flags here: {error.strerror}")
        finally:
            os.close(descriptor)
        assert plan_losses(home, Action.DELETE) == [ReasonCode.LOSES_FLAGS]
        home.journal.close()


@pytest.mark.parametrize("action", LOSING)
def test_a_journal_that_does_not_know_them(home: House, action: Action) -> None:
    """An earlier version wrote it: nothing of the witness comes, either."""
    able(home, "user.author", b"1")
    home.furnish(TWO)
    copy = home.library / "copy.txt"
    os.setxattr(home.library / "keep.txt", "user.author", b"another")
    before = belongings(copy)
    assert removed(home, action)[0].state is State.DONE
    with home.journal.transaction() as connection:
        connection.execute("update operation set owner = null, team = null, attributes = null")
    (back,) = undo(home.journal)
    assert back.state is State.UNDONE
    assert belongings(copy) == before


# --- a folder that takes new names and gives none up --------------------------------------------


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


@pytest.mark.parametrize("action", ALL)
@pytest.mark.usefixtures("append_only")
def test_nothing_is_left_in_it(house: House, action: Action) -> None:
    plan = house.plan(house.furnish(TWO), "copy.txt", action=action)
    before = shown(house.library)
    set_flag(house, "+a")
    (result,) = house.carry_out(plan)
    assert result.state is (State.DONE if action is Action.COPY else State.FAILED)
    assert shown(house.library) == before
    assert sorted(one.name for one in house.library.iterdir()) == ["copy.txt", "keep.txt"]
    assert not house.leftovers()


@pytest.mark.usefixtures("append_only")
def test_undoing_leaves_nothing_in_it_either(house: House) -> None:
    assert house.remove(Action.DELETE).state is State.DONE
    set_flag(house, "+a")
    (undone,) = undo(house.journal, trash=house.trash)
    assert undone.state is State.FAILED
    assert "append-only" in str(undone.reason)
    assert [one.name for one in house.library.iterdir()] == ["keep.txt"]
    set_flag(house, "-a")
    (undone,) = undo(house.journal, trash=house.trash)
    assert undone.state is State.UNDONE


@pytest.mark.parametrize("action", LINKS)
def test_what_stays_where_no_flag_tells_is_named(house: House, action: Action) -> None:
    """As on a network drive whose server gives no name up."""
    refused = failing(errno.EPERM, "rename", "exchange", "replace", "unlink")
    result = house.remove(action, WatchedDisk(refused))
    assert result.state is State.FAILED
    (left,) = house.library.glob(".variorum*")
    assert str(left) in str(result.reason)
