"""The volumes of this computer, and whether they have a trash.

On Linux by the freedesktop.org trash specification 1.0, except that a trash on a RAM disk (lost at
shutdown) and on a network drive (the server may delete it) does not count. On other systems only
the volume of the home folder is trusted to have one.
"""

import os
import re
import stat
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from simcore.model.operations import Volume
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason

_NETWORK = frozenset(
    "9p afs afpfs ceph cifs coda davfs fuse.davfs2 fuse.gvfsd-fuse fuse.rclone fuse.s3fs "
    "fuse.sshfs gfs gfs2 glusterfs fuse.glusterfs lustre ncpfs nfs nfs4 ocfs2 smb2 smb3 smbfs "
    "sshfs virtiofs".split()
)
_ESCAPED = re.compile(rb"\\(040|011|012|134)")
_MEMORY = frozenset({"devtmpfs", "ramfs", "tmpfs", "zram"})
_TRASH_NAME = re.compile(r"\.Trash-\d+|\$Recycle\.Bin", re.IGNORECASE)
_TRASH = re.compile(r"\.Trash-|\$Recycle", re.IGNORECASE)  # quick, for nearly all paths


_LASTING_NUMBERS = frozenset("btrfs ext2 ext3 ext4 f2fs jfs nilfs2 zfs".split())
"""File systems of which the system makes the number (``f_fsid``) from what is on the disk."""
_BY_UUID = Path("/dev/disk/by-uuid")

_LASTING_INODES = frozenset(
    "apfs btrfs ext2 ext3 ext4 f2fs fuseblk hfs jfs ntfs3 overlay tmpfs xfs zfs".split()
)


@dataclass(frozen=True, slots=True)
class Mount:
    """One line of mountinfo: a volume, or a part of one, at a folder."""

    point: Path
    type: str
    read_only: bool
    device: str = ""  # "major:minor" of the volume
    root: Path = Path("/")  # what of the volume is there
    source: str = ""


@dataclass(frozen=True, slots=True)
class TrashFolder:
    """A trash of the freedesktop.org kind; ``top`` is the volume's folder, None for the home's."""

    path: Path
    top: Path | None


@lru_cache(maxsize=1)  # each lock of the journal asks, and disks seldom come or go
def parse_mounts(text: str) -> tuple[Mount, ...]:
    r"""Read /proc/self/mountinfo (proc(5)); octal escapes stand for spaces and the like.

    >>> (mount,) = parse_mounts(r"36 35 98:0 /x /mnt/a\040b rw,noatime master:1 - nfs4 srv:/x rw")
    >>> str(mount.point), mount.type, mount.read_only, mount.device, str(mount.root)
    ('/mnt/a b', 'nfs4', False, '98:0', '/x')
    >>> mount.source
    'srv:/x'
    """
    mounts = []
    for line in text.splitlines():
        before, _, after = line.partition(" - ")
        fields, types = before.split(" "), after.split(" ")
        if len(fields) < 6 or len(types) < 3:
            continue
        options = {*fields[5].split(","), *types[2].split(",")}
        root, point, source = (_unescaped(one) for one in (*fields[3:5], types[1]))
        mount = Mount(Path(point), types[0], "ro" in options, fields[2], Path(root), source)
        mounts.append(mount)
    return tuple(mounts)


def _unescaped(text: str) -> str:
    raw = text.encode("utf-8", "surrogateescape")
    return os.fsdecode(_ESCAPED.sub(lambda one: bytes([int(one[1], 8)]), raw))


class Volumes:
    """The current mounts; read again for each plan, since disks come and go. See ``DesktopTrash``.

    ``mounts`` are in mounting order: a later one hides an earlier one. ``home`` is the path of the
    home's trash, which may not exist yet.
    """

    def __init__(self, mounts: tuple[Mount, ...] | None = None, home: Path | None = None) -> None:
        self._mounts = _mounted() if mounts is None else mounts
        self._home = Path(os.path.realpath(home or _home_trash()))
        self._known: dict[Path, Reason | None] = {}
        self._points = _by_point(self._mounts)
        self._of_volume: defaultdict[str, list[Mount]] = defaultdict(list)
        for mount in self._mounts:
            self._of_volume[mount.device].append(mount)

    def mount_of(self, path: Path) -> Mount | None:
        """Return the mount that contains a resolved path; None if it is unknown."""
        return _mount_in(self._points, path)

    def below(self, folder: Path) -> list[Path]:
        """Return where disks are mounted below a resolved folder."""
        points = dict.fromkeys(one.point for one in self._mounts)
        return [one for one in points if one != folder and one.is_relative_to(folder)]

    def other_paths(self, folder: Path) -> list[Path]:
        """Return the other paths of a resolved folder, where a part of its volume is mounted twice.

        >>> whole, part = Mount(Path("/"), "ext4", False, "8:1"), Path("/home/x")
        >>> volumes = Volumes((whole, Mount(Path("/srv"), "ext4", False, "8:1", part)))
        >>> [str(one) for one in volumes.other_paths(Path("/srv/a"))]
        ['/home/x/a']
        """
        mount = self.mount_of(folder)
        if mount is None or not mount.device or len(self._of_volume[mount.device]) == 1:
            return []
        place = mount.root / folder.relative_to(mount.point)
        return [
            one.point / place.relative_to(one.root)
            for one in self._of_volume[mount.device]
            if one != mount and place.is_relative_to(one.root)
        ]

    def is_network(self, path: Path) -> bool:
        """Return whether a resolved path is known to be on a network drive."""
        mount = self.mount_of(path)
        return mount is not None and mount.type in _NETWORK

    def is_in_memory(self, path: Path) -> bool:
        """Return whether a resolved path is known to be lost when its disk goes."""
        mount = self.mount_of(path)
        return mount is not None and mount.type in _MEMORY

    def keeps_inodes(self, path: Path) -> bool:
        """Return whether a resolved path is known to be where a file keeps its inode number."""
        mount = self.mount_of(path)
        return mount is not None and mount.type in _LASTING_INODES

    def lacks_trash(self, path: Path) -> Reason | None:
        """Return the reason why a file has no trash; None if it has one.

        In doubt it has none. Creates nothing to find out.
        """
        folder = path.parent
        if folder not in self._known:
            self._known[folder] = self._lacks_trash(path)
        return self._known[folder]

    def _lacks_trash(self, path: Path) -> Reason | None:
        if device_of(path.parent) == device_of(self._home) is not None:
            own = is_private(self._home, at_home=True)
            return None if own else Reason(ReasonCode.TRASH_NOT_PRIVATE, (str(self._home),))
        if not sys.platform.startswith("linux"):
            return Reason(ReasonCode.TRASH_UNKNOWN)
        mount = self.mount_of(path)
        if mount is None:
            return Reason(ReasonCode.TRASH_UNKNOWN)
        if mount.read_only:
            return Reason(ReasonCode.DISK_READ_ONLY)
        if mount.type in _NETWORK:
            return Reason(ReasonCode.NETWORK_DRIVE)
        if mount.type in _MEMORY:
            return Reason(ReasonCode.RAM_DISK)
        if self._top_trash(mount.point) is not None:
            return None
        for folder in _top_trashes(mount.point):
            if os.path.lexists(folder) and not is_private(folder):
                return Reason(ReasonCode.TRASH_NOT_PRIVATE, (str(folder),))
        return Reason(ReasonCode.NO_TRASH_CAN_BE_MADE)

    def trash_of(self, path: Path) -> TrashFolder | None:
        """Return the trash of a file, which may not exist yet; None if it has none."""
        if self.lacks_trash(path) is not None:
            return None
        if device_of(path.parent) == device_of(self._home):
            return TrashFolder(self._home, None)
        mount = self.mount_of(path)
        return None if mount is None else self._top_trash(mount.point)

    @staticmethod
    def _top_trash(top: Path) -> TrashFolder | None:
        """Find the user's trash on another volume, or where one can be made."""
        for folder in _top_trashes(top):
            if os.path.lexists(folder):
                if is_private(folder) and os.access(folder, os.W_OK | os.X_OK):
                    return TrashFolder(folder, top)
            elif os.access(folder.parent, os.W_OK | os.X_OK):
                return TrashFolder(folder, top)
        return None


def _top_trashes(top: Path) -> list[Path]:
    """Return the user's trashes on a volume: in a shared folder with the sticky bit, and alone."""
    if sys.platform == "win32":
        return []
    shared, alone = top / ".Trash", top / f".Trash-{os.getuid()}"
    try:
        mode = shared.lstat().st_mode
    except OSError:
        return [alone]
    sticky = stat.S_ISDIR(mode) and mode & stat.S_ISVTX
    return [shared / str(os.getuid()), alone] if sticky else [alone]


def is_private(trash: Path, *, at_home: bool = False) -> bool:
    """Return whether a trash and its folders are the user's own, no links, and closed to others.

    Anybody who may write to the top of a volume can make a folder of that name there: documents
    would go where others read, change or delete them. The one in the user's home may have links of
    the user's to elsewhere, and be open to a group, which often is the user's alone.
    """
    if sys.platform == "win32":
        return at_home
    for folder in (trash, trash / "files", trash / "info"):
        try:
            status = folder.stat() if at_home else folder.lstat()
        except FileNotFoundError:
            continue
        except OSError:
            return False
        writable = status.st_mode & (stat.S_IWOTH | (0 if at_home else stat.S_IWGRP))
        if at_home and not stat.S_ISDIR(status.st_mode):
            return True  # no trash can be made, and that is the reason to be told
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or writable:
            return False
    return True


def _mounted() -> tuple[Mount, ...]:
    try:
        data = Path("/proc/self/mountinfo").read_bytes()
    except OSError:
        return ()
    return parse_mounts(data.decode("utf-8", "surrogateescape"))


def _home_trash() -> Path:
    if sys.platform == "darwin":
        return Path.home() / ".Trash"
    if sys.platform == "win32":
        return Path.home()
    data = os.environ.get("XDG_DATA_HOME", "")
    base = Path(data) if data.startswith("/") else Path.home() / ".local" / "share"
    return base / "Trash"


def home_trashes() -> tuple[Path, ...]:
    """Return the resolved trashes in the user's own folders; they need not exist."""
    try:
        home = Path.home()
    except RuntimeError:  # the user has none
        return ()
    found = [home / ".local" / "share" / "Trash", home / ".Trash"]
    if sys.platform != "win32":
        found.append(_home_trash())
    return tuple(dict.fromkeys(Path(os.path.realpath(trash)) for trash in found))


def is_trash_name(name: str) -> bool:
    """Return whether a folder's name is that of a trash on any disk."""
    return _TRASH_NAME.fullmatch(name) is not None


def in_trash(path: Path, trashes: Sequence[Path]) -> bool:
    """Return whether a resolved path is in one of ``trashes``, or in a trash of any disk.

    >>> in_trash(Path("/home/x/Trash/files/a.txt"), [Path("/home/x/Trash")])
    True
    >>> in_trash(Path("/media/usb/.Trash-1000/files/a.txt"), [])
    True
    """
    text = str(path)
    if any(text.startswith(f"{trash}{os.sep}") for trash in trashes):
        return True
    found = _TRASH.search(text)
    return found is not None and any(map(is_trash_name, path.parent.parts))


def volume_of(path: Path) -> Volume | None:
    """Return the disk that a resolved path is on, or would be; None for the system's own."""
    mount = _mount_at(path)
    if mount is None:
        return None
    mark = mark_of(mount.point, mount)
    if mark and mount.root != Path("/"):  # another folder of a disk can take its place
        mark = f"{mark}:{mount.root}"
    return Volume(mount.point, mark)


def _by_point(mounts: Iterable[Mount]) -> dict[Path, Mount]:
    return {one.point: one for one in mounts}  # of those at one folder the last


def _mount_in(points: Mapping[Path, Mount], path: Path) -> Mount | None:
    return next((points[one] for one in (path, *path.parents) if one in points), None)


def _mount_at(path: Path) -> Mount | None:
    mounts = _mounted()
    if mounts:  # where a disk is mounted on demand, it is not there yet
        found = _mount_in(_by_point(one for one in mounts if one.type != "autofs"), path)
    else:
        point = next((one for one in (path, *path.parents) if one.is_mount()), None)
        found = None if point is None else Mount(point, "", read_only=False)
    system = os.sep if sys.platform != "win32" else f"{os.environ.get('SYSTEMDRIVE', 'C:')}{os.sep}"
    return None if found is None or found.point == Path(system) else found


def mark_of(folder: Path, mount: Mount | None = None) -> str:
    """Return what tells the disk of a folder from others, after a restart, too; empty if unknown.

    It is the number or the UUID of its file system, the address of a network drive, and on Windows
    the serial number of the volume.
    """
    mount = mount or _mount_at(folder)
    try:
        if sys.platform == "win32":
            return f"{folder.stat().st_dev:x}"
        if mount is None:
            return ""
        if mount.type in _LASTING_NUMBERS:
            return f"{os.statvfs(folder).f_fsid:x}"
        if mount.type in _NETWORK:
            return mount.source
        device = os.path.realpath(mount.source) if mount.source.startswith("/dev/") else ""
        names = sorted(_BY_UUID.iterdir()) if device else []
        return next((one.name for one in names if os.path.realpath(one) == device), "")
    except OSError:
        return ""


def device_of(path: Path) -> int | None:
    """Return the device of a folder, or of its nearest existing parent."""
    for folder in (path, *path.parents):
        try:
            return folder.stat().st_dev
        except OSError:
            continue
    return None
