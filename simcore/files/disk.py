"""The system calls that deletion is made of, one method each: a test lets any of them fail.

None of them replaces a file that is there, but for ``replace``, and that one is for our own.
"""

import ctypes
import errno
import os
import shutil
import stat
import sys
from collections.abc import Iterable
from pathlib import Path

_NO_REPLACE = 4 if sys.platform == "darwin" else 1
_EXCHANGE = 2
_HERE = -2 if sys.platform == "darwin" else -100
_NOT_KNOWN = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
_READ_ONLY = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)  # a link is not what was scanned
    | getattr(os, "O_NONBLOCK", 0)  # nobody may write into what has become a pipe
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def same_file(left: os.stat_result, right: os.stat_result) -> bool:
    """Tell whether two states are of one file: device and inode are a file's identity."""
    return (left.st_dev, left.st_ino) == (right.st_dev, right.st_ino)


class Disk:
    """The file system as it is. All methods raise ``OSError`` and nothing else."""

    def open(self, path: Path) -> int:
        """Open a regular file to read it, no link; gives a descriptor."""
        descriptor = os.open(path, _READ_ONLY)
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            return descriptor
        os.close(descriptor)
        raise OSError(errno.EINVAL, "is no regular file")

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
        """Give the state of an open file."""
        return os.fstat(descriptor)

    def look(self, path: Path) -> os.stat_result | None:
        """Give the state of what has this name, a link itself; None where nothing has."""
        try:
            return os.lstat(path)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def lock(self, descriptor: int, *, alone: bool) -> bool:
        """Lock an open file against other processes of ours; False where one has it locked.

        A file system that knows no locks gives True: the journal stands guard all the same.
        """
        if sys.platform == "win32":
            return True
        import fcntl  # noqa: PLC0415 - there is none on Windows

        try:
            fcntl.flock(descriptor, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    def rename(self, source: Path, target: Path) -> None:
        """Give a file another name on its volume; ``FileExistsError`` where that name is taken."""
        if sys.platform == "win32":
            os.rename(source, target)  # noqa: PTH104 - replaces nothing there
            return
        if _special_rename(source, target, _NO_REPLACE):
            return
        os.link(source, target, follow_symlinks=False)  # this replaces nothing either
        os.unlink(source)  # noqa: PTH108

    def exchange(self, one: Path, other: Path) -> bool:
        """Let two files change names in one step; False where the volume cannot do that."""
        return sys.platform != "win32" and _special_rename(one, other, _EXCHANGE)

    def replace(self, source: Path, target: Path) -> None:
        """Put a file in the place of another in one step; the other is gone."""
        os.replace(source, target)  # noqa: PTH105

    def link(self, existing: Path, new: Path) -> None:
        """Give a file a second name."""
        os.link(existing, new, follow_symlinks=False)

    def symlink(self, text: str, new: Path) -> None:
        """Make a symbolic link that leads to ``text``."""
        os.symlink(text, new)  # noqa: PTH211

    def target_of(self, link: Path) -> str | None:
        """Give what a symbolic link leads to; None for what is no link."""
        try:
            return os.readlink(link)  # noqa: PTH115
        except OSError:
            return None

    def unlink(self, path: Path) -> None:
        """Remove a name for good."""
        os.unlink(path)  # noqa: PTH108

    def create(self, path: Path) -> int:
        """Make a new file to write, readable by nobody else; gives a descriptor."""
        return os.open(path, _NEW, 0o600)

    def write(self, descriptor: int, data: bytes) -> None:
        """Write all of the bytes."""
        view = memoryview(data)
        while view:
            view = view[os.write(descriptor, view) :]

    def sync(self, descriptor: int) -> None:
        """Let the volume keep what was written."""
        os.fsync(descriptor)

    def sync_folder(self, folder: Path) -> None:
        """Let the volume keep the names in a folder, where that can be asked for."""
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
        """Give a copy the times, mode and extended attributes of its original."""
        shutil.copystat(source, target, follow_symlinks=False)

    def set_state(self, path: Path, mode: int, mtime_ns: int) -> None:
        """Give a file a mode and a time of change, in nanoseconds."""
        os.chmod(path, stat.S_IMODE(mode))  # noqa: PTH101
        os.utime(path, ns=(os.stat(path).st_atime_ns, mtime_ns))  # noqa: PTH116

    def make_folders(self, folder: Path) -> None:
        """Make a folder and those above it, where they are not there."""
        folder.mkdir(parents=True, exist_ok=True)

    def names(self, folder: Path) -> Iterable[str]:
        """Give the names in a folder; none where there is no such folder."""
        try:
            return os.listdir(folder)  # noqa: PTH208
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            return ()


def _special_rename(source: Path, target: Path, how: int) -> bool:
    """Rename by the flags that rename(2) has not; False where they are not known.

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
