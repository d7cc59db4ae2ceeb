"""Moves and copies of files that never replace an existing file."""

import contextlib
import errno
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from simcore.files.attributes import place_of
from simcore.files.disk import Disk, identity
from simcore.files.names import numbered
from simcore.files.verified_handle import VerifiedHandle
from simcore.model.errors import ReadError, SimcoreError
from simcore.model.operations import Trace
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of


class DeclinedError(SimcoreError):
    """A document is left unchanged; the message is the reason."""


class StrandedError(SimcoreError):
    """A file could not get its name back; it is intact at ``where``."""

    def __init__(self, reason: Reason, where: Path) -> None:
        super().__init__(reason)
        self.where = where


@contextlib.contextmanager
def despite_its_answer(done: Callable[[], bool]) -> Iterator[None]:
    """Do one thing to files. An ``OSError`` of it does not count if it was ``done``.

    A network drive answers with one if its first answer was lost. ``done`` may raise ``OSError``.
    """
    try:
        yield
    except OSError:
        if not done():
            raise


def move(disk: Disk, file: VerifiedHandle, target: Path) -> None:
    """Rename a file that was read, and verify that it was this file.

    Raises ``FileExistsError`` if the target exists, ``OSError`` if it cannot be made, and
    ``DeclinedError`` if another file had taken the name: that one gets its name back.
    """
    with despite_its_answer(
        lambda: disk.look(file.path) is None and file.is_at(target, moved=True)
    ):
        disk.rename(file.path, target)  # no call before it: all was looked at right now
    try:
        if not file.is_at(target, moved=True):
            raise DeclinedError(ReasonCode.NAME_TAKEN_REMOVING)  # noqa: TRY301
    except (OSError, DeclinedError):
        put_back(disk, target, file.path)
        raise


def rename(disk: Disk, source: Path, target: Path) -> None:
    """Rename a file; see ``despite_its_answer``. Raises ``OSError``."""
    before = disk.look(source)
    made = None if before is None else identity(before)
    with despite_its_answer(
        lambda: made is not None and is_made(disk, target, made) and disk.look(source) is None
    ):
        disk.rename(source, target)


def unlink_seen(disk: Disk, path: Path) -> None:
    """Unlink a path that exists; see ``despite_its_answer``. Raises ``OSError``."""
    with despite_its_answer(lambda: disk.look(path) is None):
        disk.unlink(path)


def put_back(disk: Disk, source: Path, target: Path) -> None:
    """Restore the name of a file. Raises ``StrandedError`` if it got another one."""
    try:
        path = first_free(disk, source, numbered(target))
    except OSError as error:
        reason = Reason(ReasonCode.NAME_NOT_GIVEN_BACK, (reason_of(error), str(source)))
        raise StrandedError(reason, source) from error
    if path != target:
        raise StrandedError(Reason(ReasonCode.NAME_TAKEN_NOW, (str(path),)), path)


def unlink(
    disk: Disk, file: VerifiedHandle, holding: Path, look: Callable[[], None] = lambda: None
) -> None:
    """Rename a file that was read to a temporary name, verify it there, and unlink it.

    ``look`` is called right before, and may raise ``DeclinedError``. Raises that, the errors of
    ``move``, and ``OSError`` if it cannot be unlinked: it has its name then.
    """
    move(disk, file, holding)
    try:
        look()
        unlink_seen(disk, holding)
    except (OSError, DeclinedError):
        put_back(disk, holding, file.path)
        raise


def refuse_append_only(disk: Disk, folder: Path) -> None:
    """Raise ``OSError`` where a temporary name would stay for ever."""
    if disk.appends_only(folder):
        raise OSError(errno.EPERM, Reason(ReasonCode.APPEND_ONLY, (str(folder),)))


def left_behind(disk: Disk, path: Path, error: OSError) -> OSError:
    """Unlink a temporary name after an error; return the error to raise, which names what stays."""
    try:
        disk.unlink(path)
    except FileNotFoundError:
        return error
    except OSError:
        with contextlib.suppress(OSError):  # of a read-only disk: then it was not made at all
            if disk.look(path) is None:
                return error
        return OSError(error.errno, Reason(ReasonCode.LEFT_BEHIND, (reason_of(error), str(path))))
    return error


def copy_stays(where: Path, error: OSError | StrandedError) -> Reason:
    """Return that a document is back, and that a copy could not be deleted where it was."""
    return Reason(ReasonCode.BACK_COPY_STAYS, (str(where), reason_of(error)))


def make_copy(
    disk: Disk, file: VerifiedHandle, path: Path, like: Trace | None = None
) -> tuple[tuple[int, int], tuple[Reason, ...]]:
    """Write a copy with times, mode, owner and attributes; flush it and verify it.

    They are those of ``like``, by default those of the file. Returns its device and inode, and what
    could not be given to it. Raises ``OSError``; no partial copy is left then.
    """
    like = like or file.trace(b"", file.attributes())
    refuse_append_only(disk, path.parent)
    try:
        descriptor = disk.create(path)
    except FileExistsError:
        raise
    except OSError as error:
        raise left_behind(disk, path, error) from error
    try:
        try:
            for data in file.chunks():
                disk.write(descriptor, data)
            place = place_of(descriptor, path)
            lost = disk.give(place, like.mode, like.mtime_ns, like.attributes)
            disk.sync(descriptor)
            made = identity(disk.state(descriptor))
        finally:
            disk.close(descriptor)
        with VerifiedHandle(disk, path) as copy:
            if identity(copy.status) != made or copy.content_hash != file.content_hash:
                raise OSError(errno.EIO, Reason(ReasonCode.COPY_DIFFERS))  # noqa: TRY301
    except ReadError as error:
        failed = OSError(errno.EIO, Reason(ReasonCode.COPY, (error.reason,)))
        raise left_behind(disk, path, failed) from error
    except OSError as error:
        raise left_behind(disk, path, error) from error
    return made, lost


def is_made(
    disk: Disk, path: Path | None, made: tuple[int, int] | None, content: bytes | None = None
) -> bool:
    """Return whether a path is that of a file made by an operation: ``made`` is its identity.

    With the hash of a ``content`` whether it has that, too: the inode of a file that is gone is
    reused.
    """
    status = None if path is None else disk.look(path)
    if path is None or status is None or identity(status) != made:
        return False
    return content is None or holds(disk, path, content)


def first_free(disk: Disk, source: Path, paths: Iterator[Path]) -> Path:
    """Rename a file to the first path that is free, and return it."""
    for path in paths:
        try:
            rename(disk, source, path)
        except FileExistsError:
            continue
        return path
    raise FileExistsError(errno.EEXIST, Reason(ReasonCode.NAME_TAKEN))


def find_in(disk: Disk, folders: Iterable[Path], target: Trace) -> Path | None:
    """Find a file in some folders by device, inode and content."""
    for folder in map(Path, map(os.path.realpath, folders)):
        for name in disk.names(folder):
            path = folder / name
            if is_made(disk, path, (target.device, target.inode), target.content_hash):
                return path
    return None


def holds(disk: Disk, path: Path, content_hash: bytes) -> bool:
    """Return whether a regular file can be read and has this content."""
    try:
        with VerifiedHandle(disk, path) as file:
            return file.content_hash == content_hash
    except ReadError:
        return False
