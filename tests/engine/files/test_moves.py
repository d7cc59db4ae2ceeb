"""Trashes for one user, files that replace others, and folders by all their paths."""

import contextlib
import os
import shutil
import socket
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from builders import document
from removals import content, put, shown
from simcore.files import disk
from simcore.files.disk import Mount, Volumes, parse_mounts
from simcore.files.moves import DesktopTrash, TrashError
from simcore.files.opening import replacing
from simcore.files.roles import Role, Roles, SameFolders
from simcore.model.reasons import ReasonCode, SimcoreError
from simcore.removal.keep_rules import parse_keep_rules, ranking

posix = pytest.mark.skipif(os.name == "nt", reason="trashes, links, rights and pipes of POSIX")


def assert_refused(trash: DesktopTrash, document: Path, named: Path) -> None:
    reason = trash.obstacle(document)
    assert reason is not None
    assert reason.code is ReasonCode.TRASH_NOT_PRIVATE
    assert str(named) in str(reason)
    with pytest.raises(TrashError):
        next(trash.paths(document))


@pytest.mark.parametrize("below", ["", "files", "info"])
@pytest.mark.parametrize("fault", ["link", "open", "of another", "a file"])
@posix
def test_a_trash_of_somebody_else_is_not_used(tmp_path: Path, below: str, fault: str) -> None:
    """Who may write to the top of a volume can make a folder of the trash's name there."""
    if fault == "of another" and os.getuid():
        pytest.skip("no rights to give a folder away")
    top, elsewhere = tmp_path / "usb", tmp_path / "theirs"
    own = top / f".Trash-{os.getuid()}"
    for folder in (top, elsewhere, own, own / "files", own / "info"):
        folder.mkdir(mode=0o700)
    document = put(top / "1.txt", content(1))

    def volumes() -> Volumes:
        return Volumes((Mount(top, "ext4", read_only=False),), Path("/proc/home/Trash"))

    assert DesktopTrash(volumes()).obstacle(document) is None
    folder = own / below
    if fault in {"link", "a file"}:
        shutil.rmtree(folder)
        folder.symlink_to(elsewhere) if fault == "link" else folder.write_bytes(b"")
    elif fault == "open":
        folder.chmod(0o770)
    else:
        os.chown(folder, 12_345, -1)
    before = shown(tmp_path)
    assert_refused(DesktopTrash(volumes()), document, own)
    assert shown(tmp_path) == before


@pytest.mark.parametrize("below", ["", "files", "info"])
@posix
def test_a_trash_at_home_that_is_open_to_all_is_not_used(tmp_path: Path, below: str) -> None:
    document = put(tmp_path / "1.txt", content(1))
    home = tmp_path / "Trash"
    for folder in (home, home / "files", home / "info"):
        folder.mkdir(mode=0o700)
    (home / below).chmod(0o770)  # as a mask of 002 makes it
    assert next(DesktopTrash(Volumes(None, home)).paths(document)).parent == home / "files"
    (home / below).chmod(0o777)
    assert_refused(DesktopTrash(Volumes(None, home)), document, home)
    if os.getuid() == 0:
        (home / below).chmod(0o700)
        os.chown(home / below, 12_345, -1)
        assert_refused(DesktopTrash(Volumes(None, home)), document, home)


@posix
def test_a_trash_is_made_for_its_user_alone(tmp_path: Path) -> None:
    """Whatever is usual here: a mask of 002 makes folders that a group may write to."""
    top = tmp_path / "usb"
    top.mkdir()
    document = put(top / "1.txt", content(1))
    usual = os.umask(0)
    try:
        for _ in range(2):
            volumes = Volumes((Mount(top, "ext4", read_only=False),), Path("/proc/home/Trash"))
            target = next(DesktopTrash(volumes).paths(document))
            assert target.parent == top / f".Trash-{os.getuid()}" / "files"
    finally:
        os.umask(usual)
    for folder in (target.parent.parent, target.parent, target.parent.parent / "info"):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def put_in_place(path: Path, data: bytes = b"new") -> None:
    with replacing(path) as file:
        file.write(data)


@posix
def test_a_link_stays_a_link_and_the_file_it_leads_to_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "disk" / "合同\n.txt"
    target.parent.mkdir()
    link = tmp_path / "link"
    link.symlink_to(target)
    for data in (b"first", b"second"):  # the first time it leads to nothing
        put_in_place(link, data)
        assert link.is_symlink()
        assert target.read_bytes() == data
    assert [*target.parent.iterdir()] == [target]


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444])
def test_rights_stay(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "private"
    path.write_bytes(b"old")
    path.chmod(mode)
    put_in_place(path)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == mode


@posix
def test_what_is_no_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    monkeypatch.chdir(tmp_path)  # names of sockets are short
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind("socket")
    for path in (pipe, link, tmp_path / "socket"):
        with pytest.raises(SimcoreError, match=f"{path}: cannot be written: is no regular"):
            put_in_place(path)
    with pytest.raises(SimcoreError, match="cannot be written"):
        put_in_place(tmp_path)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link", "pipe", "socket"]


def test_several_at_once_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "one"
    start = threading.Barrier(4)

    def write(byte: int) -> None:
        with replacing(path) as file:
            start.wait(10)
            for _ in range(50):
                file.write(bytes([byte]) * 1_000)
                file.flush()

    with ThreadPoolExecutor(4) as threads:
        assert [*threads.map(write, b"abcd")] == [None] * 4
    written = path.read_bytes()
    assert len(written) == 50_000
    assert len({*written}) == 1
    assert [*tmp_path.iterdir()] == [path]


def test_a_block_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 255)  # the longest name
    put_in_place(path, b"old")
    with contextlib.suppress(KeyError), replacing(path) as file:
        file.write(b"new")
        raise KeyError
    assert path.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [path]


MOUNTS = """1 0 8:1 / / rw - ext4 /dev/sda1 rw
2 1 8:1 /home/u/archive /srv/whole rw - ext4 /dev/sda1 rw
3 1 8:1 /home/u/archive/2020 /srv/inner rw - ext4 /dev/sda1 rw
4 1 8:1 /home/u /srv/around rw - ext4 /dev/sda1 rw
5 1 8:2 /home/u/archive /srv/other rw - ext4 /dev/sdb1 rw
6 1 8:2 / /srv/disk rw - ext4 /dev/sdb1 rw
"""
ARCHIVE = Path("/home/u/archive")
IN_ARCHIVE = {
    "/home/u/archive/1.txt": True,
    "/srv/whole/1.txt": True,
    "/srv/whole/deep/1.txt": True,
    "/srv/inner/1.txt": True,
    "/srv/around/archive/1.txt": True,
    "/srv/around/archive/2020/1.txt": True,
    "/srv/around/1.txt": False,
    "/srv/other/1.txt": False,  # of that name on another disk
    "/srv/disk/home/u/archive/1.txt": False,
    "/home/u/1.txt": False,
    "/srv/1.txt": False,
}


@pytest.fixture
def mounted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "_mounted", lambda: parse_mounts(MOUNTS))


@pytest.mark.usefixtures("mounted")
@pytest.mark.parametrize(("path", "inside"), IN_ARCHIVE.items())
def test_one_notion_of_a_folder(path: str, inside: bool) -> None:
    """Plan, marks of the window, removal and keep rules agree on what a mount shows."""
    one = document(1, path=Path(path), real_path=Path(path))
    role = Role.PROTECTED if inside else Role.NORMAL
    for named in (ARCHIVE, Path("/srv/whole")):
        roles = Roles({named: Role.PROTECTED})
        assert roles.of_document(one) is roles.of(one.real_path) is role
        assert roles.of_now(one.real_path) is role
        (rule,) = parse_keep_rules([f"folder={named}"])
        assert (ranking(rule, lambda _: 0)(one) == (0,)) is inside


@pytest.mark.usefixtures("mounted")
def test_of_several_roles_of_one_folder_the_strictest_holds() -> None:
    roles = Roles({Path("/srv/whole"): Role.NORMAL, ARCHIVE: Role.PROTECTED})
    assert roles.of(Path("/srv/whole/1.txt")) is Role.PROTECTED
    nested = Roles({ARCHIVE: Role.PROTECTED, ARCHIVE / "2020": Role.NORMAL})
    assert nested.of(Path("/srv/whole/2020/1.txt")) is Role.NORMAL
    assert nested.of(Path("/srv/inner/1.txt")) is Role.NORMAL


def test_a_folder_is_known_by_its_identity(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where case does not count, or on a system that does not tell its mounts."""
    base = tmp_path.resolve()
    for name in ("Archive/deep", "archive/deep"):
        (base / name).mkdir(parents=True)
    stated = {base / "archive": (7, 7), base / "Archive": (7, 7)}
    usual = disk.identity_at
    monkeypatch.setattr(disk, "identity_at", lambda path: stated.get(path) or usual(path))
    roles = Roles({base / "Archive": Role.PROTECTED})
    for path in (base / "archive/1.txt", base / "archive/deep/1.txt", base / "archive/gone/1.txt"):
        assert roles.of(path) is roles.of_now(path) is Role.PROTECTED
    assert roles.of(base / "1.txt") is roles.of_now(base / "1.txt") is Role.NORMAL


def test_a_named_link_is_the_folder_that_it_leads_to(tmp_path: Path) -> None:
    """A rule keeps the path as it was typed; documents are found under the real one."""
    folder = tmp_path / "real"
    folder.mkdir()
    (tmp_path / "link").symlink_to(folder)
    (rule,) = parse_keep_rules([f"folder={tmp_path / 'link'}"])
    path = folder.resolve() / "1.txt"
    assert ranking(rule, lambda _: 0)(document(1, path=path, real_path=path)) == (0,)


def test_each_folder_is_looked_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Path] = []
    monkeypatch.setattr(disk, "identity_at", lambda path: looked.append(path) and None)
    same = SameFolders([tmp_path])
    deep = Path("/" + "a/" * 300)
    for folder in (deep, deep / "b", deep / "c", deep, *deep.parents):
        assert folder in same.paths(folder)
    assert len(looked) == len({*looked}) == 1 + 300 + 3
