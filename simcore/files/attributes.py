"""Owner, group, mode, times and extended attributes of files: read, given, what cannot be given.

On Windows there is no owner to give. Extended attributes, access lists (ACL) among them, are known
on Linux alone. Of a file-system's own flags Linux gives and macOS has some that are only named.
"""

import contextlib
import errno
import os
import stat
import struct
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from simcore.model.operations import Attributes
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason

FilePlace = int | Path
"""A file: open, or by its path where the system wants that for what is asked (Windows)."""

_MOST = 1 << 20
"""Bytes of the extended attributes that are kept of a file, in the journal too."""

_REFUSALS = {errno.EPERM, errno.EACCES, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}
_REFUSALS |= {errno.ENOSPC, errno.ERANGE, errno.E2BIG, getattr(errno, "ENODATA", errno.ENOTSUP)}
_RIGHTS_OF_OWNER = stat.S_ISUID | stat.S_ISGID
_GET_FLAGS = 0x80086601 if struct.calcsize("l") == 8 else 0x80046601  # FS_IOC_GETFLAGS
_FLAGS = {1 << at: letter for at, letter in enumerate("sucSiadA")}
_FLAGS |= {0x4000: "j", 0x8000: "t", 0x00800000: "C"}
"""Flags that somebody gave a file, by the letters of lsattr(1); others are the file system's."""

_NEVER = {"security.capability"}
"""Rights for a program to run with: given to no file that its owner may be writing to by now."""


def place_of(descriptor: int | None, path: Path) -> FilePlace:
    """Return how a file is named in system calls that change its mode and times."""
    if descriptor is None or os.utime not in os.supports_fd:
        return path
    return descriptor


def attributes_of(place: FilePlace) -> Attributes | None:
    """Return owner, group and extended attributes of a file; None on Windows.

    Extended attributes above a megabyte are left out. Raises ``OSError``.
    """
    if sys.platform == "win32":
        return None
    status = os.stat(place)  # noqa: PTH116 - of an open file
    return Attributes(status.st_uid, status.st_gid, dict(_extended(place, _MOST)))


def _extended(place: FilePlace, most: int) -> Iterator[tuple[str, bytes]]:
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
    """Pass over what the volume has not, or the rights do not allow."""
    try:
        yield
    except OSError as error:
        if error.errno not in _REFUSALS:
            raise


def give(
    place: FilePlace, mode: int, mtime_ns: int, attributes: Attributes | None
) -> tuple[Reason, ...]:
    """Give a new file a mode, a time in nanoseconds, and attributes; return what was refused.

    It has no other extended attributes then. Without its owner and group it does not get the right
    to run with theirs. Raises ``OSError``.
    """
    lost = list(_give_owner(place, attributes))
    if attributes is None or lost:
        mode &= ~_RIGHTS_OF_OWNER
    lost += _give_extended(place, {} if attributes is None else attributes.extended)
    set_state(place, mode, mtime_ns)
    return tuple(lost)


def set_state(place: FilePlace, mode: int, mtime_ns: int) -> None:
    """Set mode and time of change, in nanoseconds, of a file. Raises ``OSError``."""
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
        yield Reason(ReasonCode.LOSES_GROUP, (group_name(group),))


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
    got = dict(_extended(place, _MOST))
    lost = [name for name, value in extended.items() if got.get(name) != value]
    return [Reason(ReasonCode.LOSES_EXTENDED, (", ".join(lost),))] if lost else []


def losses(descriptor: int, links: int = 1) -> Iterator[Reason]:
    """Yield what this user cannot give a new file of what an open file has, but for some ``links``.

    Beside that no file gets its number and its time of creation again. Raises ``OSError``.
    """
    status = os.fstat(descriptor)
    if sys.platform != "win32" and os.geteuid():
        if status.st_uid != os.geteuid():
            yield Reason(ReasonCode.LOSES_OWNER, (user_name(status.st_uid),))
        if status.st_gid not in {os.getegid(), *os.getgroups()}:
            yield Reason(ReasonCode.LOSES_GROUP, (group_name(status.st_gid),))
    if status.st_nlink > links:
        yield Reason(ReasonCode.LOSES_NAMES)
    if flags := _flags(descriptor, status):
        yield Reason(ReasonCode.LOSES_FLAGS, (flags,))
    names = set(_names(descriptor))
    lost = sorted(names - dict(_extended(descriptor, _MOST)).keys() | names & _NEVER)
    if lost:
        yield Reason(ReasonCode.LOSES_EXTENDED, (", ".join(lost),))


def _flags(descriptor: int, status: os.stat_result) -> str:
    """Return the flags that somebody gave a file, as letters or a number."""
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
    """Return the name of a user; the number if there is none."""
    with contextlib.suppress(ImportError, KeyError):
        import pwd  # noqa: PLC0415 - missing on Windows

        return pwd.getpwuid(number).pw_name
    return str(number)


def group_name(number: int) -> str:
    """Return the name of a group of users; the number if there is none."""
    with contextlib.suppress(ImportError, KeyError):
        import grp  # noqa: PLC0415 - missing on Windows

        return grp.getgrgid(number).gr_name
    return str(number)
