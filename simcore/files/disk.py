"""The system calls of removals, volumes and their trashes, owners and attributes of files.

Only ``Disk.replace`` replaces files. Paths are absolute and resolved; their folders are opened one
below the other without following links, so a folder that has become a link is refused. Windows
cannot do that and uses paths. A trash on a RAM disk or a network drive does not count
(freedesktop.org trash specification 1.0); other systems than Linux have one in the home volume
only.
"""

import contextlib
import ctypes
import errno
import os
import re
import stat
import struct
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from simcore.model.reasons import Reason, ReasonCode
from simcore.model.report import Attributes, Volume

_NETWORK = frozenset(
    "9p afs afpfs ceph cifs coda davfs fuse.davfs2 fuse.gvfsd-fuse fuse.rclone fuse.s3fs "
    "fuse.sshfs gfs gfs2 glusterfs fuse.glusterfs lustre ncpfs nfs nfs4 ocfs2 smb2 smb3 smbfs "
    "sshfs virtiofs".split()
)
_ESCAPED = re.compile(rb"\\(040|011|012|134)")
_MEMORY = frozenset({"devtmpfs", "ramfs", "tmpfs", "zram"})
_TRASH_NAME = re.compile(r"\.Trash-\d+|\$Recycle\.Bin", re.IGNORECASE)
_TRASH = re.compile(r"\.Trash-|\$Recycle", re.IGNORECASE)  # quick, for nearly all paths


# file systems with an ``f_fsid`` from the disk
_LASTING_NUMBERS = frozenset("btrfs ext2 ext3 ext4 f2fs jfs nilfs2 zfs".split())
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
    """A freedesktop.org trash; ``top`` is the volume's folder, None for the home's trash."""

    path: Path
    top: Path | None


@lru_cache(maxsize=1)  # each lock of the journal asks, and disks seldom come or go
def parse_mounts(text: str) -> tuple[Mount, ...]:
    r"""Read /proc/self/mountinfo (proc(5)); octal escapes stand for spaces and the like.

    >>> (mount,) = parse_mounts(r"36 35 98:0 /x /mnt/a\040b rw,noatime master:1 - nfs4 srv:/x rw")
    >>> str(mount.point), mount.type, mount.read_only, mount.device, str(mount.root)
    ('/mnt/a b', 'nfs4', False, '98:0', '/x')
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
    """The current mounts, read again for each plan. See ``DesktopTrash``.

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
        return _mount_in(self._points, path)

    def below(self, folder: Path) -> list[Path]:
        points = dict.fromkeys(one.point for one in self._mounts)
        return [one for one in points if one != folder and one.is_relative_to(folder)]

    def other_paths(self, folder: Path) -> list[Path]:
        """Return the other paths of a resolved folder, if a part of its volume is mounted twice.

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
        return self._type(path) in _NETWORK

    def is_in_memory(self, path: Path) -> bool:
        return self._type(path) in _MEMORY

    def keeps_inodes(self, path: Path) -> bool:
        return self._type(path) in _LASTING_INODES

    def _type(self, path: Path) -> str:
        mount = self.mount_of(path)
        return "" if mount is None else mount.type

    def lacks_trash(self, path: Path) -> Reason | None:
        """Return why a file has no trash, None if it has one. In doubt it has none."""
        folder = path.parent
        if folder not in self._known:
            self._known[folder] = self._lacks_trash(path)
        return self._known[folder]

    def _lacks_trash(self, path: Path) -> Reason | None:
        if device_of(path.parent) == device_of(self._home) is not None:
            own = is_private(self._home, at_home=True)
            return None if own else Reason(ReasonCode.TRASH_NOT_PRIVATE, (str(self._home),))
        mount = self.mount_of(path) if sys.platform.startswith("linux") else None
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
    """Return the user's trashes on a volume: in a shared sticky folder, and alone."""
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

    Anybody who may write to the top of a volume can make such a folder. The trash at home may
    contain links, and may be open to a group.
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
            return True  # no trash can be made: another reason
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
    return _TRASH_NAME.fullmatch(name) is not None


def in_trash(path: Path, trashes: Sequence[Path]) -> bool:
    """Return whether a resolved path is in one of ``trashes``, or in a trash of any disk.

    >>> in_trash(Path("/media/usb/.Trash-1000/files/a.txt"), [])
    True
    """
    text = str(path)
    if any(text.startswith(f"{trash}{os.sep}") for trash in trashes):
        return True
    found = _TRASH.search(text)
    return found is not None and any(map(is_trash_name, path.parent.parts))


def volume_of(path: Path) -> Volume | None:
    """Return the disk that a resolved path is on, or would be; None for the system disk."""
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
    """Return what identifies the disk of a folder, even after a restart; empty if unknown.

    It is the number or the UUID of its file system, the address of a network drive, or on Windows
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


FilePlace = int | Path  # an open file, or its path (Windows)
_MOST = 1 << 20  # bytes of extended attributes that are kept of a file
_REFUSALS = {errno.EPERM, errno.EACCES, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}
_REFUSALS |= {errno.ENOSPC, errno.ERANGE, errno.E2BIG, getattr(errno, "ENODATA", errno.ENOTSUP)}
_RIGHTS_OF_OWNER = stat.S_ISUID | stat.S_ISGID
_GET_FLAGS = 0x80086601 if struct.calcsize("l") == 8 else 0x80046601  # FS_IOC_GETFLAGS
_FLAGS = {1 << at: letter for at, letter in enumerate("sucSiadA")}
_FLAGS |= {0x4000: "j", 0x8000: "t", 0x00800000: "C"}
"""Flags that somebody gave a file, by the letters of lsattr(1); others are the file system's."""

# rights for a program to run with: its owner may be writing to the file by now
_NEVER = {"security.capability"}


def place_of(descriptor: int | None, path: Path) -> FilePlace:
    """Return the descriptor for system calls that change mode and times, or the path on Windows."""
    if descriptor is None or os.utime not in os.supports_fd:
        return path
    return descriptor


def _extended(place: FilePlace) -> Iterator[tuple[str, bytes]]:
    most = _MOST
    for name in _names(place):
        with _refusals():
            value = os.getxattr(place, name)
            most -= len(name) + len(value)
            if most >= 0:
                yield name, value


def _names(place: FilePlace) -> list[str]:
    names: list[str] = []
    if sys.platform == "linux":
        with _refusals():
            names = os.listxattr(place)
    return names


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    """Ignore errors of volumes that do not support it and of missing rights."""
    try:
        yield
    except OSError as error:
        if error.errno not in _REFUSALS:
            raise


def _set_state(place: FilePlace, mode: int, mtime_ns: int) -> None:
    os.chmod(place, stat.S_IMODE(mode))  # noqa: PTH101 - of an open file
    accessed = os.stat(place).st_atime_ns  # noqa: PTH116
    os.utime(place, ns=(accessed, mtime_ns))


def _give_owner(place: FilePlace, attributes: Attributes | None) -> Iterator[Reason]:
    if attributes is None or sys.platform == "win32":
        return
    owner, group = attributes.owner, attributes.group
    if os.stat(place).st_gid != group:  # noqa: PTH116
        with _refusals():
            os.chown(place, -1, group)
    if os.stat(place).st_uid != owner:  # noqa: PTH116
        with _refusals():
            os.chown(place, owner, -1)
    now = os.stat(place)  # noqa: PTH116
    if now.st_uid != owner:
        yield Reason(ReasonCode.LOSES_OWNER, (user_name(owner),))
    if now.st_gid != group:
        yield Reason(ReasonCode.LOSES_GROUP, (_group_name(group),))


def _give_extended(place: FilePlace, extended: Mapping[str, bytes]) -> list[Reason]:
    if sys.platform != "linux":
        return []
    for name in _names(place):
        if name not in extended:
            with _refusals():
                os.removexattr(place, name)  # an access list that a folder gives each new file
    for name, value in extended.items():
        if name not in _NEVER:
            with _refusals():
                os.setxattr(place, name, value)
    got = dict(_extended(place))
    lost = [name for name, value in extended.items() if got.get(name) != value]
    return [Reason(ReasonCode.LOSES_EXTENDED, (", ".join(lost),))] if lost else []


def losses(descriptor: int, links: int = 1) -> Iterator[Reason]:
    """Yield what this user cannot give a copy of an open file, beyond ``links`` names."""
    status = os.fstat(descriptor)
    if sys.platform != "win32" and os.geteuid():
        if status.st_uid != os.geteuid():
            yield Reason(ReasonCode.LOSES_OWNER, (user_name(status.st_uid),))
        if status.st_gid not in {os.getegid(), *os.getgroups()}:
            yield Reason(ReasonCode.LOSES_GROUP, (_group_name(status.st_gid),))
    if status.st_nlink > links:
        yield Reason(ReasonCode.LOSES_NAMES)
    if flags := _flags(descriptor, status):
        yield Reason(ReasonCode.LOSES_FLAGS, (flags,))
    names = set(_names(descriptor))
    lost = sorted(names - dict(_extended(descriptor)).keys() | names & _NEVER)
    if lost:
        yield Reason(ReasonCode.LOSES_EXTENDED, (", ".join(lost),))


def _flags(descriptor: int, status: os.stat_result) -> str:
    if sys.platform != "linux":
        given = getattr(status, "st_flags", 0) & getattr(stat, "UF_SETTABLE", 0)
        return hex(given) if given else ""
    flags = flags_of(descriptor)
    return "".join(letter for bit, letter in _FLAGS.items() if flags & bit)


def flags_of(descriptor: int) -> int:
    """Return the flags of an open file or folder on Linux (ioctl_iflags(2)); 0 if it has none."""
    import fcntl  # noqa: PLC0415 - missing on Windows

    try:
        (flags,) = struct.unpack("i", fcntl.ioctl(descriptor, _GET_FLAGS, bytes(8))[:4])
    except OSError:
        return 0
    return int(flags)


def user_name(number: int) -> str:
    with contextlib.suppress(ImportError, KeyError):
        import pwd  # noqa: PLC0415 - missing on Windows

        return pwd.getpwuid(number).pw_name
    return str(number)


def _group_name(number: int) -> str:
    with contextlib.suppress(ImportError, KeyError):
        import grp  # noqa: PLC0415 - missing on Windows

        return grp.getgrgid(number).gr_name
    return str(number)


_NO_REPLACE = 4 if sys.platform == "darwin" else 1
_EXCHANGE = 2
_HERE = -2 if sys.platform == "darwin" else -100
_BY_FOLDER = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
_FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_WAY = _FOLDER | getattr(os, "O_PATH", 0)  # where it is missing, folders must be readable
_NOT_KNOWN = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
_NOTHING_THERE = {errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG}
_APPEND_ONLY = 0x20
_SEEN = attrgetter("st_ino", "st_size", "st_mtime_ns", "st_ctime_ns")
_READ_ONLY = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)  # a link is not the scanned file
    | getattr(os, "O_NONBLOCK", 0)  # do not wait for the writer of a pipe
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def identity_at(path: Path) -> tuple[int, int] | None:
    try:
        return identity(path.stat())
    except OSError:
        return None


def is_missing(path: Path) -> bool:
    """Return whether nothing is at a path; if it cannot be asked for, something may be there."""
    try:
        path.lstat()
    except OSError as error:
        return error.errno in _NOTHING_THERE
    except ValueError:  # no path that a system knows
        return True
    return False


def same_file(one: os.stat_result, other: os.stat_result) -> bool:
    """Return whether two states are of one file, through whatever mount it was reached.

    A file seen through two mounts (overlays, network drives) may have two devices. Then inode, size
    and times must be equal; nobody can set ``ctime``.
    """
    if one.st_dev == other.st_dev:
        return one.st_ino == other.st_ino
    return bool(_SEEN(one) == _SEEN(other))


class _Name(NamedTuple):
    name: str
    folder: int | None


class Disk:
    """The real file system. All methods raise ``OSError`` and nothing else.

    ``NotADirectoryError`` also means that a folder of a path has become a link.
    """

    _held: dict[Path, int] | None = None

    @contextlib.contextmanager
    def holding(self) -> Iterator[None]:
        """Keep each folder open in a block: what was begun in a folder ends in it."""
        if self._held is not None:
            yield
            return
        self._held = {}
        try:
            yield
        finally:
            held, self._held = self._held, None
            for descriptor in held.values():
                os.close(descriptor)

    @contextlib.contextmanager
    def _in_folder(self, path: Path, make: int | None = None) -> Iterator[_Name]:
        """Yield a path relative to its open folder; ``make`` is the mode of folders to make."""
        folder = path.parent
        if not _BY_FOLDER:
            if make is not None:
                folder.mkdir(parents=True, exist_ok=True)
            yield _Name(str(path), None)
        elif self._held is None:
            descriptor = _open_folder(folder, make)
            try:
                yield _Name(path.name, descriptor)
            finally:
                os.close(descriptor)
        else:
            if folder not in self._held:
                self._held[folder] = _open_folder(folder, make)
            yield _Name(path.name, self._held[folder])

    def open(self, path: Path) -> int:
        """Open a regular file, no link, for reading; return a descriptor."""
        with self._in_folder(path) as (name, folder):
            descriptor = os.open(name, _READ_ONLY, dir_fd=folder)
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            return descriptor
        os.close(descriptor)
        raise OSError(errno.EINVAL, Reason(ReasonCode.NO_REGULAR_FILE))

    def read(self, descriptor: int, count: int) -> bytes:
        return os.read(descriptor, count)

    def rewind(self, descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)

    def close(self, descriptor: int) -> None:
        os.close(descriptor)

    def state(self, descriptor: int) -> os.stat_result:
        return os.fstat(descriptor)

    def look(self, path: Path) -> os.stat_result | None:
        """Return the state of a path, of a link itself; None if it does not exist."""
        try:
            with self._in_folder(path) as (name, folder):
                return os.stat(name, dir_fd=folder, follow_symlinks=False)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def lock(self, descriptor: int, *, alone: bool) -> bool:
        """Lock an open file against other runs of this program; False if one has it locked.

        Returns True on a file system without locks: the journal guards against others, too.
        """
        if sys.platform == "win32":
            return True
        import fcntl  # noqa: PLC0415 - missing on Windows

        try:
            fcntl.flock(descriptor, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    def rename(self, source: Path, target: Path) -> None:
        """Rename a file on its volume; raises ``FileExistsError`` if the name is taken."""
        if sys.platform == "win32":
            os.rename(source, target)  # noqa: PTH104 - replaces nothing on Windows
            return
        if self._special_rename(source, target, _NO_REPLACE):
            return
        self.link(source, target)  # this replaces nothing either
        self.unlink(source)

    def exchange(self, one: Path, other: Path) -> bool:
        """Exchange the names of two files atomically; False if the volume cannot do that."""
        return sys.platform != "win32" and self._special_rename(one, other, _EXCHANGE)

    def replace(self, source: Path, target: Path) -> None:
        """Replace ``target`` by ``source`` atomically."""
        with self._in_folder(source) as (old, at), self._in_folder(target) as (new, to):
            os.replace(old, new, src_dir_fd=at, dst_dir_fd=to)

    def link(self, existing: Path, new: Path) -> None:
        with self._in_folder(existing) as (old, at), self._in_folder(new) as (name, to):
            os.link(old, name, src_dir_fd=at, dst_dir_fd=to, follow_symlinks=False)

    def symlink(self, text: str, new: Path) -> None:
        with self._in_folder(new) as (name, folder):
            os.symlink(text, name, dir_fd=folder)

    def target_of(self, link: Path) -> str | None:
        """Return the target of a symbolic link; None if it is no link."""
        try:
            with self._in_folder(link) as (name, folder):
                return os.readlink(name, dir_fd=folder)
        except OSError:
            return None

    def unlink(self, path: Path) -> None:
        with self._in_folder(path) as (name, folder):
            os.unlink(name, dir_fd=folder)

    def create(self, path: Path, mode: int = 0o600) -> int:
        """Create a new file for writing, readable by the user only; return a descriptor."""
        with self._in_folder(path) as (name, folder):
            return os.open(name, _NEW, mode, dir_fd=folder)

    def write(self, descriptor: int, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(descriptor, view) :]

    def sync(self, descriptor: int) -> None:
        os.fsync(descriptor)

    def sync_folder(self, folder: Path) -> None:
        """Flush the names in a folder to the volume, if the system supports it."""
        if sys.platform == "win32":
            return
        with self._readable(folder) as descriptor:
            try:
                os.fsync(descriptor)
            except OSError as error:
                if error.errno not in _NOT_KNOWN:
                    raise

    @contextlib.contextmanager
    def _readable(self, folder: Path) -> Iterator[int]:
        with self._in_folder(folder / "_") as (_, above):
            descriptor = os.open(".", os.O_RDONLY, dir_fd=above)
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    def attributes(self, place: FilePlace) -> Attributes | None:
        """Return owner, group and up to a megabyte of extended attributes; None on Windows."""
        if sys.platform == "win32":
            return None
        status = os.stat(place)  # noqa: PTH116 - of an open file
        return Attributes(status.st_uid, status.st_gid, dict(_extended(place)))

    def losses(self, path: Path, links: int = 1) -> list[Reason]:
        descriptor = self.open(path)
        try:
            return list(losses(descriptor, links))
        finally:
            self.close(descriptor)

    def give(
        self, place: FilePlace, mode: int, mtime_ns: int, attributes: Attributes | None
    ) -> tuple[Reason, ...]:
        """Give a new file a mode, a time in nanoseconds, and attributes; return what was refused.

        Other extended attributes are removed. Without its owner and group the file loses setuid
        and setgid.
        """
        lost = list(_give_owner(place, attributes))
        if attributes is None or lost:
            mode &= ~_RIGHTS_OF_OWNER
        lost += _give_extended(place, {} if attributes is None else attributes.extended)
        _set_state(place, mode, mtime_ns)
        return tuple(lost)

    def set_state(self, place: FilePlace, mode: int, mtime_ns: int) -> None:
        _set_state(place, mode, mtime_ns)

    def make_folders(self, folder: Path, mode: int = 0o777) -> None:
        with self._in_folder(folder / "_", make=mode):
            pass

    def has_folder(self, folder: Path) -> bool:
        """Return whether a folder exists, and none above it has become a link."""
        try:
            with self._in_folder(folder / "_"):
                return _BY_FOLDER or folder.is_dir()
        except (FileNotFoundError, NotADirectoryError):
            return False

    def volume_of(self, path: Path) -> Volume | None:
        return volume_of(path)

    def appends_only(self, folder: Path) -> bool:
        """Return whether a folder takes new names and gives none up (``chattr +a`` of Linux)."""
        if sys.platform != "linux":
            return False
        try:
            with self._readable(folder) as descriptor:
                return bool(flags_of(descriptor) & _APPEND_ONLY)
        except OSError:
            return False

    def names(self, folder: Path) -> Iterable[str]:
        """Return the names in a folder; none if there is no such folder."""
        try:
            if not _BY_FOLDER:
                return os.listdir(folder)  # noqa: PTH208
            with self._readable(folder) as descriptor:
                return os.listdir(descriptor)  # noqa: PTH208
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            return ()

    def _special_rename(self, source: Path, target: Path, how: int) -> bool:
        """Rename by renameat2 (Linux 3.15) or renameatx_np (macOS 10.12); False without."""
        name = "renameatx_np" if sys.platform == "darwin" else "renameat2"
        call = getattr(ctypes.CDLL(None, use_errno=True), name, None)
        if call is None:
            return False
        with self._in_folder(source) as old, self._in_folder(target) as new:
            names = os.fsencode(old.name), os.fsencode(new.name)
            at, to = (_HERE if one.folder is None else one.folder for one in (old, new))
            if call(at, names[0], to, names[1], how) == 0:
                return True
        number = ctypes.get_errno()
        if number in _NOT_KNOWN:
            return False
        raise OSError(number, os.strerror(number), str(source), None, str(target))


def _open_folder(folder: Path, make: int | None) -> int:
    """Open a folder and each folder above it without following links; make missing ones."""
    way = Path(folder.anchor)
    descriptor = os.open(folder.anchor or ".", _WAY)
    try:
        for name in folder.relative_to(folder.anchor).parts:
            way /= name
            below = _open_below(descriptor, name, way, make)
            os.close(descriptor)
            descriptor = below
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _open_below(above: int, name: str, way: Path, make: int | None) -> int:
    try:
        return os.open(name, _WAY, dir_fd=above)
    except FileNotFoundError:
        if make is None:
            raise
        with contextlib.suppress(FileExistsError):
            os.mkdir(name, make, dir_fd=above)
        return os.open(name, _WAY, dir_fd=above)
    except OSError as error:
        if error.errno not in {errno.ENOTDIR, errno.ELOOP, errno.EMLINK}:
            raise
        reason = Reason(ReasonCode.NO_FOLDER_ANY_MORE, (str(way),))
        raise NotADirectoryError(errno.ENOTDIR, reason) from None
