"""The system calls of removals, one method each, so that a test can let any of them fail.

None of them replaces an existing file except ``replace``, which is for files of this program.
"""

import ctypes
import errno
import os
import shutil
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason

_NO_REPLACE = 4 if sys.platform == "darwin" else 1
_EXCHANGE = 2
_HERE = -2 if sys.platform == "darwin" else -100
_NOT_KNOWN = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
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


class Disk:
    """The real file system. All methods raise ``OSError`` and nothing else."""

    def open(self, path: Path) -> int:
        """Open a regular file, no link, for reading; return a descriptor."""
        descriptor = os.open(path, _READ_ONLY)
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
            return os.lstat(path)
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
        if _special_rename(source, target, _NO_REPLACE):
            return
        os.link(source, target, follow_symlinks=False)  # this replaces nothing either
        os.unlink(source)  # noqa: PTH108

    def exchange(self, one: Path, other: Path) -> bool:
        """Exchange the names of two files atomically; False if the volume cannot do that."""
        return sys.platform != "win32" and _special_rename(one, other, _EXCHANGE)

    def replace(self, source: Path, target: Path) -> None:
        """Replace ``target`` by ``source`` atomically."""
        os.replace(source, target)  # noqa: PTH105

    def link(self, existing: Path, new: Path) -> None:
        """Make a hard link to an existing file."""
        os.link(existing, new, follow_symlinks=False)

    def symlink(self, text: str, new: Path) -> None:
        """Make a symbolic link with the target ``text``."""
        os.symlink(text, new)  # noqa: PTH211

    def target_of(self, link: Path) -> str | None:
        """Return the target of a symbolic link; None if it is no link."""
        try:
            return os.readlink(link)  # noqa: PTH115
        except OSError:
            return None

    def unlink(self, path: Path) -> None:
        """Delete a name."""
        os.unlink(path)  # noqa: PTH108

    def create(self, path: Path) -> int:
        """Create a new file for writing, readable by the user only; return a descriptor."""
        return os.open(path, _NEW, 0o600)

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
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno not in _NOT_KNOWN:
                raise
        finally:
            os.close(descriptor)

    def copy_state(self, source: Path, target: Path) -> None:
        """Copy the times, mode and extended attributes of a file to its copy."""
        shutil.copystat(source, target, follow_symlinks=False)

    def set_state(self, path: Path, mode: int, mtime_ns: int) -> None:
        """Set the mode and the time of change, in nanoseconds, of a file."""
        os.chmod(path, stat.S_IMODE(mode))  # noqa: PTH101
        os.utime(path, ns=(os.stat(path).st_atime_ns, mtime_ns))  # noqa: PTH116

    def make_folders(self, folder: Path) -> None:
        """Create a folder and its parents if they are missing."""
        folder.mkdir(parents=True, exist_ok=True)

    def names(self, folder: Path) -> Iterable[str]:
        """Return the names in a folder; none if there is no such folder."""
        try:
            return os.listdir(folder)  # noqa: PTH208
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            return ()


def _special_rename(source: Path, target: Path, how: int) -> bool:
    """Rename with flags that rename(2) lacks; False if they are not supported.

    Linux has renameat2 (kernel 3.15), macOS renameatx_np (10.12).
    """
    name = "renameatx_np" if sys.platform == "darwin" else "renameat2"
    call = getattr(ctypes.CDLL(None, use_errno=True), name, None)
    if call is None:
        return False
    if call(_HERE, os.fsencode(source), _HERE, os.fsencode(target), how) == 0:
        return True
    number = ctypes.get_errno()
    if number in _NOT_KNOWN:
        return False
    raise OSError(number, os.strerror(number), str(source), None, str(target))
