"""A folder is the same folder by all its paths: in roles of plans and removals, and in rules."""

from pathlib import Path

import pytest

from builders import document
from simcore.files import disk
from simcore.files import disk as volumes
from simcore.files.disk import parse_mounts
from simcore.files.roles import Role, Roles, SameFolders
from simcore.removal.keep_rules import parse_keep_rules, ranking

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
    monkeypatch.setattr(volumes, "_mounted", lambda: parse_mounts(MOUNTS))


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


def test_folders_of_any_depth_are_looked_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Path] = []
    monkeypatch.setattr(disk, "identity_at", lambda path: looked.append(path) and None)
    same = SameFolders([tmp_path])
    deep = Path("/" + "a/" * 2_000)
    for folder in (deep, deep / "b", deep / "c", deep, *deep.parents):
        assert folder in same.paths(folder)
    assert len(looked) == len({*looked}) == 1 + 2_000 + 3
