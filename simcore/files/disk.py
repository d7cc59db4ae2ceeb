"""The system calls of removals, one method each, so that a test can let any of them fail.

None of them replaces an existing file except ``replace``, which is for files of this program.

Paths are absolute and resolved. Their folders are opened one below the other without following a
link, and names are looked up in the open folder: a folder that has become a link since its path
was resolved is no folder any more. Where the system cannot do that (Windows), paths are used as
they are.
"""

import contextlib
import ctypes
import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from simcore.files.attributes import FilePlace, attributes_of, flags_of, give, losses, set_state
from simcore.files.volumes import volume_of
from simcore.model.operations import Attributes, Volume
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason

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
    """Return the identity of a file, its device and inode, from its state."""
    return status.st_dev, status.st_ino


def identity_at(path: Path) -> tuple[int, int] | None:
    """Return the identity of what a path leads to; None if that cannot be told."""
    try:
        return identity(path.stat())
    except OSError:
        return None


def is_missing(path: Path) -> bool:
    """Return whether nothing is at a path; what may not be asked for, or fails, may be there."""
    try:
        path.lstat()
    except OSError as error:
        return error.errno in _NOTHING_THERE
    except ValueError:  # no path that a system knows
        return True
    return False


def same_file(one: os.stat_result, other: os.stat_result) -> bool:
    """Return whether two states are of one file, by whatever mount it was reached.

    A file that is seen through two mounts (overlays, network drives) may have two devices. Its
    inode, size and times are the same then; that of its state (``ctime``) nobody can set.
    """
    if one.st_dev == other.st_dev:
        return one.st_ino == other.st_ino
    return bool(_SEEN(one) == _SEEN(other))


class _Name(NamedTuple):
    """A name in an open folder; without a folder a path."""

    name: str
    folder: int | None

    @property
    def place(self) -> int:
        """The folder, as system calls want it."""
        return _HERE if self.folder is None else self.folder


class Disk:
    """The real file system. All methods raise ``OSError`` and nothing else.

    ``NotADirectoryError`` tells, too, that a folder of a path has become a link.
    """

    _held: dict[Path, int] | None = None

    @contextlib.contextmanager
    def holding(self) -> Iterator[None]:
        """Keep each folder open in a block: names are those of the folder that was there first.

        Whatever takes the folder's name meanwhile, what was begun in a folder ends in it.
        """
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
        """Yield a path as system calls want it, by its open folder.

        ``make`` is the mode of folders that are missing, if they are to be made.
        """
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
        """Read up to so many bytes; none at the end."""
        return os.read(descriptor, count)

    def rewind(self, descriptor: int) -> None:
        """Read from the beginning again."""
        os.lseek(descriptor, 0, os.SEEK_SET)

    def close(self, descriptor: int) -> None:
        """Close a descriptor."""
        os.close(descriptor)

    def state(self, descriptor: int) -> os.stat_result:
        """Return the state of an open file."""
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
        """Make a hard link to an existing file."""
        with self._in_folder(existing) as (old, at), self._in_folder(new) as (name, to):
            os.link(old, name, src_dir_fd=at, dst_dir_fd=to, follow_symlinks=False)

    def symlink(self, text: str, new: Path) -> None:
        """Make a symbolic link with the target ``text``."""
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
        """Delete a name."""
        with self._in_folder(path) as (name, folder):
            os.unlink(name, dir_fd=folder)

    def create(self, path: Path, mode: int = 0o600) -> int:
        """Create a new file for writing, readable by the user only; return a descriptor."""
        with self._in_folder(path) as (name, folder):
            return os.open(name, _NEW, mode, dir_fd=folder)

    def write(self, descriptor: int, data: bytes) -> None:
        """Write all of the bytes."""
        view = memoryview(data)
        while view:
            view = view[os.write(descriptor, view) :]

    def sync(self, descriptor: int) -> None:
        """Flush a written file to the volume."""
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
        """Open a folder so that it can be read."""
        with self._in_folder(folder / "_") as place:
            descriptor = os.open(".", os.O_RDONLY, dir_fd=place.folder)
        try:
            yield descriptor
        finally:
            os.close(descriptor)

    def attributes(self, place: FilePlace) -> Attributes | None:
        """Return owner, group and extended attributes of a file; None on Windows."""
        return attributes_of(place)

    def losses(self, path: Path, links: int = 1) -> list[Reason]:
        """Return what this user cannot give a new file of what a file has, but for ``links``."""
        descriptor = self.open(path)
        try:
            return list(losses(descriptor, links))
        finally:
            self.close(descriptor)

    def give(
        self, place: FilePlace, mode: int, mtime_ns: int, attributes: Attributes | None
    ) -> tuple[Reason, ...]:
        """Give a new file a mode, a time in nanoseconds and attributes; return what was refused."""
        return give(place, mode, mtime_ns, attributes)

    def set_state(self, place: FilePlace, mode: int, mtime_ns: int) -> None:
        """Set the mode and the time of change, in nanoseconds, of a file."""
        set_state(place, mode, mtime_ns)

    def make_folders(self, folder: Path, mode: int = 0o777) -> None:
        """Create a folder and its parents if they are missing."""
        with self._in_folder(folder / "_", make=mode):
            pass

    def has_folder(self, folder: Path) -> bool:
        """Return whether a folder is there, and none above it has become a link."""
        try:
            with self._in_folder(folder / "_"):
                return _BY_FOLDER or folder.is_dir()
        except (FileNotFoundError, NotADirectoryError):
            return False

    def volume_of(self, path: Path) -> Volume | None:
        """Return the disk that a path is on, or would be; None for the system's own."""
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
        """Rename with flags that rename(2) lacks; False if they are not supported.

        Linux has renameat2 (kernel 3.15), macOS renameatx_np (10.12).
        """
        name = "renameatx_np" if sys.platform == "darwin" else "renameat2"
        call = getattr(ctypes.CDLL(None, use_errno=True), name, None)
        if call is None:
            return False
        with self._in_folder(source) as old, self._in_folder(target) as new:
            names = os.fsencode(old.name), os.fsencode(new.name)
            if call(old.place, names[0], new.place, names[1], how) == 0:
                return True
        number = ctypes.get_errno()
        if number in _NOT_KNOWN:
            return False
        raise OSError(number, os.strerror(number), str(source), None, str(target))


def _open_folder(folder: Path, make: int | None) -> int:
    """Open a folder, and each folder above it, if it is no link; make what is missing."""
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
