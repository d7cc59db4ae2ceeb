"""Files under other names and on other volumes, without ever replacing one that is there."""

import contextlib
import errno
from collections.abc import Iterator
from pathlib import Path

from simcore.files.disk import Disk
from simcore.files.names import numbered
from simcore.files.sighting import Sighting
from simcore.model.errors import ReadError, SimcoreError


class DeclinedError(SimcoreError):
    """A document is left as it was; the message is the reason."""


class StrandedError(SimcoreError):
    """A file could not be given its name back; ``where`` is it now, whole."""

    def __init__(self, reason: str, where: Path) -> None:
        super().__init__(reason)
        self.where = where


def move(disk: Disk, file: Sighting, place: Path) -> None:
    """Rename a file that was read, and make sure that it was that one.

    Raises ``FileExistsError`` where the place is taken, ``OSError`` where it cannot be had, and
    ``DeclinedError`` where another file had come under the name: that one has it back then.
    """
    disk.rename(file.path, place)
    try:
        right = file.is_at(place, moved=True)
    except OSError:
        put_back(disk, place, file.path)
        raise
    if not right:
        put_back(disk, place, file.path)
        raise DeclinedError("another file took its name while it was being removed")


def put_back(disk: Disk, source: Path, target: Path) -> None:
    """Give a file its name back. Raises ``StrandedError`` where it has got another one."""
    try:
        for place in numbered(target):
            try:
                disk.rename(source, place)
            except FileExistsError:
                continue
            break
    except OSError as error:
        reason = f"could not be given its name back ({error.strerror or error})"
        raise StrandedError(f"{reason}; it is {source}", source) from error
    if place != target:
        raise StrandedError(f"another file took its name meanwhile; it is {place} now", place)


def make_copy(disk: Disk, file: Sighting, path: Path) -> tuple[int, int]:
    """Write a copy with times, mode and extended attributes; read it again; keep it durably.

    Gives its device and inode. Raises ``OSError``; no half copy is left then.
    """
    descriptor = disk.create(path)
    try:
        try:
            for data in file.chunks():
                disk.write(descriptor, data)
            disk.copy_state(file.path, path)
            disk.set_state(path, file.status.st_mode, file.status.st_mtime_ns)
            disk.sync(descriptor)
        finally:
            disk.close(descriptor)
        with Sighting(disk, path) as copy:
            _compare(copy, file)
            return copy.status.st_dev, copy.status.st_ino
    except (OSError, ReadError) as error:
        with contextlib.suppress(OSError):
            disk.unlink(path)
        if isinstance(error, ReadError):
            raise OSError(errno.EIO, f"the copy {error}") from error
        raise


def _compare(copy: Sighting, original: Sighting) -> None:
    if copy.content_hash != original.content_hash:
        raise OSError(errno.EIO, "the copy is not like the original")


def is_made(disk: Disk, path: Path | None, made: tuple[int, int] | None) -> bool:
    """Tell whether a name is that of a file that an operation made."""
    status = None if path is None else disk.look(path)
    return status is not None and (status.st_dev, status.st_ino) == made


def first_free(disk: Disk, source: Path, places: Iterator[Path]) -> Path:
    """Rename a file of ours to the first place that is free."""
    for place in places:
        try:
            disk.rename(source, place)
        except FileExistsError:
            continue
        return place
    raise FileExistsError(errno.EEXIST, "another file has its name")
