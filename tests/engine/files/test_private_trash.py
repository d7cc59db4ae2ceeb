"""The trash of another volume is used only if it is the user's alone."""

import os
import shutil
import stat
import sys
from pathlib import Path

import pytest

from removals import content, put, shown
from simcore.files.disk import Mount, Volumes
from simcore.files.moves import DesktopTrash, TrashError
from simcore.model.reasons import ReasonCode

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="its trash is another one")


def assert_refused(trash: DesktopTrash, document: Path, named: Path) -> None:
    reason = trash.obstacle(document)
    assert reason is not None
    assert reason.code is ReasonCode.TRASH_NOT_PRIVATE
    assert str(named) in str(reason)
    with pytest.raises(TrashError):
        next(trash.paths(document))


@pytest.mark.parametrize("below", ["", "files", "info"])
@pytest.mark.parametrize("fault", ["link", "open", "of another", "a file"])
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
