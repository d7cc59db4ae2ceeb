"""Opening regular files only, without waiting; locks, and files that are replaced.

Opening a pipe waits for another program, and a device may never end.
"""

import contextlib
import errno
import os
import stat
import sys
import time
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from simcore.model.reasons import Reason, ReasonCode, SimcoreError, reason_of

if typing.TYPE_CHECKING:
    from simcore.files.disk import Disk

_OPEN = (
    getattr(os, "O_NONBLOCK", 0)  # do not wait for the other end of a pipe
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_LAST_BYTE = 1 << 30
_TRIES, _PAUSE = 100, 0.02  # two seconds: whoever holds a lock that long is not at work


def open_regular(path: Path, buffering: int = -1) -> IO[bytes]:
    """Open a regular file for reading. Raises ``OSError``, also for other files."""
    return open(path, "rb", buffering, opener=_opener)


def open_lock(path: Path) -> IO[bytes]:
    """Open a lock file, which is created if missing. Raises ``OSError``."""
    return open(path, "ab", 0, opener=_opener)


def _opener(path: str, flags: int) -> int:
    return open_to_read(Path(path), flags | _OPEN)[0]


def open_to_read(
    path: bytes | Path, flags: int = os.O_RDONLY | _OPEN
) -> tuple[int, os.stat_result]:
    """Open a regular file as ``open_regular`` does; return its descriptor and its state."""
    try:
        descriptor = os.open(path, flags, 0o666)
    except BlockingIOError:
        # somebody holds a lease of it, as Samba does: that is waited for
        if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116 - as it was given
            raise _not_regular(path) from None
        descriptor = os.open(path, flags & ~getattr(os, "O_NONBLOCK", 0), 0o666)
    except OSError as error:
        if error.errno == errno.ENXIO:  # a pipe that nobody reads, or a socket
            raise _not_regular(path) from error
        raise
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise _not_regular(path)  # noqa: TRY301
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor, status


def _not_regular(path: bytes | Path) -> OSError:
    return OSError(errno.EINVAL, Reason(ReasonCode.NO_REGULAR_FILE), os.fsdecode(path))


def lock(file: IO[bytes], *, alone: bool) -> bool:
    """Lock a file: shared, waiting for an exclusive lock to end, or exclusive without waiting.

    Return whether it is locked, until it is closed. Raises ``OSError`` if locks do not work.
    """
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - Windows only
        import secrets  # noqa: PLC0415 - slow to import

        # all bytes, or any one of them
        file.seek(1 if alone else 1 + secrets.randbelow(_LAST_BYTE))
        mode = msvcrt.LK_NBLCK if alone else msvcrt.LK_LOCK
        try:
            msvcrt.locking(file.fileno(), mode, _LAST_BYTE if alone else 1)
        except PermissionError:
            return False
        return True
    import fcntl  # noqa: PLC0415 - missing on Windows

    try:
        fcntl.flock(file, (fcntl.LOCK_EX | fcntl.LOCK_NB) if alone else fcntl.LOCK_SH)
    except BlockingIOError:
        return False
    return True


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let one program at a time be in a block, by a lock file; if locks do not work, all may.

    Raises ``OSError`` if the lock file cannot be opened, or another program keeps the lock.
    """
    with open_lock(path) as file:
        for _ in range(_TRIES):
            try:
                if lock(file, alone=True):
                    break
            except OSError:  # a file system without locks
                break
            time.sleep(_PAUSE)
        else:
            raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN), str(path))
        yield


# with the complete new file, and the state of the file that it replaces, if any
Approve = Callable[[Path, os.stat_result | None], None]


@contextlib.contextmanager
def replacing(
    path: Path, failure: type[SimcoreError] = SimcoreError, approve: Approve | None = None
) -> Iterator[IO[bytes]]:
    """Open a new file that replaces an older one atomically when the block ends.

    It gets the rights of the older one, and its owner if allowed. A link stays: its target is
    replaced, unless a folder on the way changes meanwhile. ``approve`` is called right before and
    may raise; a file that it did not see is not replaced. Raises ``failure`` if the file cannot be
    written; an older file is then unchanged.
    """
    from simcore.files.disk import Disk  # noqa: PLC0415 - not for a window that opens

    disk = Disk()
    try:
        real = Path(os.path.realpath(path))
        older = _older(real)
        # of this call alone: another one may write the same file meanwhile
        part = real.parent / f".{os.urandom(8).hex()}.part"
        with disk.holding():  # what was begun in a folder ends in it
            try:
                with open(part, "xb", opener=lambda one, _: disk.create(Path(one), 0o666)) as file:
                    if older is not None:
                        _give_rights(file, older)
                    yield file
                    file.flush()
                    disk.sync(file.fileno())
                there = disk.look(real)
                if approve is not None:
                    approve(part, there)
                if approve is None or there is not None or not _took(disk, part, real):
                    disk.replace(part, real)
                with contextlib.suppress(OSError):  # of a folder that may not be read
                    disk.sync_folder(real.parent)
            finally:
                with contextlib.suppress(OSError):
                    disk.unlink(part)
    except OSError as error:
        raise failure(ReasonCode.CANNOT_BE_WRITTEN, str(path), reason_of(error)) from error


def _took(disk: "Disk", part: Path, name: Path) -> bool:
    """Return whether a file took a free name, False if the disk cannot ensure that it is free."""
    try:
        disk.rename(part, name)
    except FileExistsError:
        raise
    except OSError:  # neither such a rename nor links, as on a few network drives
        if disk.look(name) is not None:
            raise
        return False
    return True


def _older(path: Path) -> os.stat_result | None:
    """Return the state of a regular file, None if there is no file. Raises ``OSError``."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(status.st_mode):
        raise _not_regular(path)
    return status


def _give_rights(file: IO[bytes], older: os.stat_result) -> None:
    if sys.platform == "win32":
        Path(file.name).chmod(stat.S_IMODE(older.st_mode))
        return
    with contextlib.suppress(OSError):
        os.fchown(file.fileno(), older.st_uid, older.st_gid)
    os.fchmod(file.fileno(), stat.S_IMODE(older.st_mode))
