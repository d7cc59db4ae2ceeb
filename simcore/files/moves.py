"""Moves and copies of files that never replace an existing file; the trash of Linux desktops."""

import contextlib
import errno
import hashlib
import os
import urllib.parse
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from typing import Protocol

from simcore.files.containers import ReadState
from simcore.files.disk import Disk, FilePlace, TrashFolder, Volumes, identity, is_private, place_of
from simcore.files.names import numbered
from simcore.files.opening import open_regular
from simcore.model.reasons import ReadError, Reason, ReasonCode, SimcoreError, reason_of
from simcore.model.report import Attributes, Trace

_CHUNK = 1 << 20
_SEEN = attrgetter("st_size", "st_mtime_ns", "st_ctime_ns")


class VerifiedHandle(contextlib.AbstractContextManager["VerifiedHandle"]):
    """A regular file, read completely without following links; a context manager.

    It stays open until it is closed, so that no other file can get its inode; on Windows, where
    open files cannot be renamed, it is closed at once. Raises ``ReadError`` without the path if it
    is gone, a link, unreadable, not of ``size`` bytes, or changing.
    """

    def __init__(self, disk: Disk, path: Path, size: int | None = None) -> None:
        self._disk = disk
        self.path = path
        self._descriptor: int | None = None
        try:
            self._descriptor = disk.open(self.path)
            self.status, self.content_hash = self._read(self._descriptor, size)
        except OSError as error:
            self.close()
            raise ReadError(_reason(error)) from error
        except BaseException:
            self.close()
            raise
        if os.name == "nt":
            self.close()

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            self._disk.close(descriptor)

    @property
    def place(self) -> FilePlace:
        """The file for system calls that ask for its state or set it."""
        return place_of(self._descriptor, self.path)

    def _read(self, descriptor: int, size: int | None) -> tuple[os.stat_result, bytes]:
        before = self._disk.state(descriptor)
        if size is not None and before.st_size != size:
            raise ReadError(ReasonCode.CHANGED_SINCE_SCAN)
        digest = hashlib.blake2b(digest_size=16)  # as in simcore.formats.reading
        count = 0
        while data := self._disk.read(descriptor, _CHUNK):
            digest.update(data)
            count += len(data)
        after = self._disk.state(descriptor)
        if _SEEN(before) != _SEEN(after) or count != after.st_size:
            raise ReadError(ReasonCode.CHANGED_WHILE_READ)
        return after, digest.digest()

    def lock(self, *, alone: bool) -> bool:
        """Lock it against other runs; False if one uses it."""
        return self._descriptor is None or self._disk.lock(self._descriptor, alone=alone)

    def is_at(self, path: Path, *, moved: bool = False) -> bool:
        """Return whether this file is at a path, unchanged; a rename changes its ctime."""
        now, before = self._disk.look(path), self.status
        if now is None or identity(now) != identity(before):
            return False
        unchanged = (now.st_size, now.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
        return unchanged and (moved or now.st_ctime_ns == before.st_ctime_ns)

    def attributes(self) -> Attributes | None:
        return self._disk.attributes(self.place)

    def chunks(self) -> Iterator[bytes]:
        """Read its bytes again. Raises ``OSError``."""
        closed = self._descriptor is None
        descriptor = self._disk.open(self.path) if self._descriptor is None else self._descriptor
        try:
            self._disk.rewind(descriptor)
            while data := self._disk.read(descriptor, _CHUNK):
                yield data
        finally:
            if closed:
                self._disk.close(descriptor)

    def trace(self, text_hash: bytes, attributes: Attributes | None = None) -> Trace:
        now = self.status
        size, mtime_ns, _ = ReadState.of(now)
        seen = size, mtime_ns, now.st_mode, now.st_dev, now.st_ino
        return Trace(self.path, *seen, self.content_hash, text_hash, attributes)


def _reason(error: OSError) -> Reason:
    said = reason_of(error)
    if said.code is ReasonCode.NO_FOLDER_ANY_MORE:
        return said
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Reason(ReasonCode.GONE)
    if isinstance(error, PermissionError):
        return Reason(ReasonCode.NO_RIGHTS)
    if error.errno == errno.ELOOP:
        return Reason(ReasonCode.BECAME_LINK)
    return Reason(ReasonCode.UNREADABLE, (said,))


class DeclinedError(SimcoreError):
    """A document is left unchanged; the message is the reason."""


class StrandedError(SimcoreError):
    """A file could not get its name back; it is intact at ``where``."""

    def __init__(self, reason: Reason, where: Path) -> None:
        super().__init__(reason)
        self.where = where


@contextlib.contextmanager
def despite_its_answer(done: Callable[[], bool]) -> Iterator[None]:
    """Do one thing to files. An ``OSError`` does not count if ``done`` says that it was done.

    A network drive that lost its first answer reports an error. ``done`` may raise ``OSError``.
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
    ``move``, and ``OSError`` if it cannot be unlinked: then it has its name.
    """
    move(disk, file, holding)
    try:
        look()
        unlink_seen(disk, holding)
    except (OSError, DeclinedError):
        put_back(disk, holding, file.path)
        raise


def refuse_append_only(disk: Disk, folder: Path) -> None:
    """Raise ``OSError`` for a folder in which a temporary name would stay for ever."""
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
    return Reason(ReasonCode.BACK_COPY_STAYS, (str(where), reason_of(error)))


def make_copy(
    disk: Disk, file: VerifiedHandle, path: Path, like: Trace | None = None
) -> tuple[tuple[int, int], tuple[Reason, ...]]:
    """Write a copy with times, mode, owner and attributes; flush it and verify it.

    The attributes are those of ``like``, by default of the file. Return device and inode, and what
    could not be given. Raises ``OSError``; then no partial copy is left.
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
    """Return whether the file ``made``, with this ``content`` if given, is at a path."""
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


def link_text(link: Path, existing: Path) -> str:
    """Return the target of a symbolic link, if possible relative, so that both can be moved."""
    try:
        return os.path.relpath(existing, link.parent)
    except ValueError:
        return str(existing)


def kept_name(holding: Path) -> Path:
    """Return the temporary path of the original, used if names cannot be exchanged."""
    return holding.with_name(f"{holding.name}-kept")


def make_hard_link(
    disk: Disk, file: VerifiedHandle, witness: VerifiedHandle, holding: Path
) -> tuple[int, int]:
    """Make a second, temporary name of the witness; return its device and inode.

    Raises ``OSError`` and ``DeclinedError``; then no link is left.
    """
    if file.status.st_dev != witness.status.st_dev:
        raise DeclinedError(ReasonCode.KEPT_ON_OTHER_DISK)
    refuse_append_only(disk, holding.parent)
    linked = identity(witness.status)
    try:
        disk.link(witness.path, holding)
    except OSError as error:
        if is_made(disk, holding, linked):
            raise left_behind(disk, holding, error) from error
        raise
    if not is_made(disk, holding, linked):
        with contextlib.suppress(OSError):
            disk.unlink(holding)
        raise DeclinedError(ReasonCode.KEPT_WAS_REPLACED)
    return linked


def make_symbolic_link(
    disk: Disk, file: VerifiedHandle, witness: VerifiedHandle, holding: Path
) -> tuple[int, int]:
    """Make a temporary symbolic link to the witness; return its device and inode.

    Its target is right at the path of ``file``. Raises ``OSError``; then no link is left.
    """
    refuse_append_only(disk, holding.parent)
    text = link_text(file.path, witness.path)
    try:
        disk.symlink(text, holding)
    except OSError as error:
        if disk.target_of(holding) == text:
            raise left_behind(disk, holding, error) from error
        raise
    made = disk.look(holding)
    if made is None:
        raise OSError(Reason(ReasonCode.LINK_NOT_THERE))
    return identity(made)


def swap_in(disk: Disk, path: Path, holding: Path, right: Callable[[Path], bool]) -> None:
    """Replace ``path`` by the file with a temporary name.

    ``right`` returns whether the file at a path may go; any other file stays. Names are exchanged,
    and the old file is checked before it is unlinked. If names cannot be exchanged, the old file
    gets a second name and is checked under it, then ``path`` is replaced; only a file saved between
    the two steps would be lost. Raises ``OSError`` and ``DeclinedError``; then nothing has changed,
    and the temporary file is gone.
    """
    new = disk.look(holding)
    made = None if new is None else identity(new)
    try:
        _swap(disk, path, holding, right)
    except Exception as error:
        # delete the file made here, and no other
        ours = False
        with contextlib.suppress(OSError):
            ours = is_made(disk, holding, made) and not right(holding)
        if ours and isinstance(error, OSError):
            raise left_behind(disk, holding, error) from error
        if ours:
            with contextlib.suppress(OSError):
                disk.unlink(holding)
        raise


def _swap(disk: Disk, path: Path, holding: Path, right: Callable[[Path], bool]) -> None:
    if not right(path):
        raise DeclinedError(ReasonCode.NAME_TAKEN_REPLACING)
    exchanged = True
    with despite_its_answer(lambda: right(holding)):
        exchanged = disk.exchange(holding, path)
    if exchanged:
        _drop_exchanged(disk, path, holding, right)
    else:
        _replace(disk, path, holding, right)


def _drop_exchanged(disk: Disk, path: Path, holding: Path, right: Callable[[Path], bool]) -> None:
    try:
        if not right(holding):
            raise DeclinedError(ReasonCode.NAME_TAKEN_REPLACING)  # noqa: TRY301
        unlink_seen(disk, holding)
    except (OSError, DeclinedError):
        try:
            disk.exchange(holding, path)
        except OSError as error:
            reason = Reason(ReasonCode.NOT_PUT_BACK, (reason_of(error), str(holding)))
            raise StrandedError(reason, holding) from error
        raise


def _replace(disk: Disk, path: Path, holding: Path, right: Callable[[Path], bool]) -> None:
    kept = kept_name(holding)
    with despite_its_answer(lambda: right(kept)):
        disk.link(path, kept)
    try:
        if not right(kept):
            raise DeclinedError(ReasonCode.NAME_TAKEN_REPLACING)
        disk.replace(holding, path)
        if not right(kept):  # another program changed it at the last moment
            disk.replace(kept, path)
            raise DeclinedError(ReasonCode.NAME_TAKEN_REPLACING)
    finally:
        # the second name, of a file that is still there or was replaced
        with contextlib.suppress(FileNotFoundError):
            disk.unlink(kept)


_SUFFIX = ".trashinfo"
_LONGEST = 255 - len(_SUFFIX)  # bytes of a name in the trash


class TrashError(SimcoreError):
    """The trash did not take a file; the message is the reason."""


class Trash(Protocol):
    """Takes documents that can be restored, as ``DesktopTrash`` does.

    There are two sorts. One names paths: the engine reserves one and moves the file there itself,
    so no other file can be moved by mistake. The other moves it in its own way (``paths`` yields
    none), and the moved file is verified afterwards.
    """

    def obstacle(self, path: Path) -> Reason | None:
        """Return why this trash cannot take a file, checked beforehand; None if it can."""

    def paths(self, path: Path) -> Iterator[Path]:
        """Yield free paths; a reserved one is released unless a file is put there."""

    def reserve(self, place: Path, path: Path) -> None:
        """Take one of ``paths(path)`` for a file that the journal knows.

        Raises ``FileExistsError`` if it is taken, and ``TrashError``.
        """

    def put(self, path: Path) -> Path | None:
        """Move a file; return its path in the trash, None if unknown. Raises ``TrashError``."""

    def folders(self, path: Path) -> Sequence[Path]:
        """Return the folders to search for a file that was being moved when the computer failed."""


class DesktopTrash:
    """The trash of Linux desktops (freedesktop.org trash specification 1.0).

    Qt makes a second name in the trash and then unlinks the path: a file saved under that path in
    between would be lost. Here an information file reserves a path, and the engine moves the file
    in one step that replaces nothing.

    >>> trash = DesktopTrash(Volumes(home=Path("Trash")))  # in place of the desktop's own
    >>> next(trash.paths(Path("合同.txt").resolve())).relative_to(Path.cwd()).as_posix()
    'Trash/files/合同.txt'
    """

    def __init__(self, volumes: Volumes | None = None, disk: Disk | None = None) -> None:
        self._volumes = volumes or Volumes()
        self._disk = disk or Disk()
        self._reserved: set[Path] = set()

    def obstacle(self, path: Path) -> Reason | None:
        return self._volumes.lacks_trash(path)

    def paths(self, path: Path) -> Iterator[Path]:
        trash = self._volumes.trash_of(path)
        if trash is None:
            raise TrashError(self.obstacle(path) or ReasonCode.DISK_WITHOUT_TRASH)
        try:
            for name in ("files", "info"):
                self._disk.make_folders(trash.path / name, 0o700)
        except OSError as error:
            where = str(trash.path)
            raise TrashError(ReasonCode.TRASH_NOT_MADE, reason_of(error), where) from error
        if not is_private(trash.path, at_home=trash.top is None):
            # somebody was faster, or the volume gives its folders to everybody
            raise TrashError(ReasonCode.TRASH_NOT_PRIVATE, str(trash.path))
        for target in numbered(trash.path / "files" / path.name, _LONGEST):
            if os.path.lexists(target) or os.path.lexists(_information(target)):
                continue
            try:
                yield target
            finally:
                if target in self._reserved and not os.path.lexists(target):
                    forget_trashed(target)
                self._reserved.discard(target)

    def reserve(self, place: Path, path: Path) -> None:
        if place in self._reserved:
            return
        trash = self._volumes.trash_of(path)
        if trash is None or trash.path != place.parent.parent:
            raise TrashError(self.obstacle(path) or ReasonCode.DISK_WITHOUT_TRASH)
        try:
            self._write(_information(place), _description(path, trash))
        except FileExistsError:
            raise
        except OSError as error:
            raise TrashError(ReasonCode.TRASH_NOT_WRITTEN, reason_of(error)) from error
        self._reserved.add(place)

    def _write(self, path: Path, data: bytes) -> None:
        descriptor = self._disk.create(path)
        try:
            self._disk.write(descriptor, data)
        except BaseException:
            with contextlib.suppress(OSError):
                self._disk.unlink(path)
            raise
        finally:
            self._disk.close(descriptor)

    def put(self, path: Path) -> Path | None:
        raise TrashError(ReasonCode.TRASH_NAMES_PLACES, str(path))

    def folders(self, path: Path) -> Sequence[Path]:
        trash = self._volumes.trash_of(path)
        return () if trash is None else (trash.path / "files",)


def _information(target: Path) -> Path:
    return target.parent.parent / "info" / f"{target.name}{_SUFFIX}"


def _description(path: Path, trash: TrashFolder) -> bytes:
    """Return the content of an information file; paths are relative to the volume's folder."""
    shown = path if trash.top is None else path.relative_to(trash.top)
    quoted = urllib.parse.quote(os.fsencode(shown))
    now = datetime.now().astimezone().strftime("%Y-%m-%dT%H:%M:%S")
    return f"[Trash Info]\nPath={quoted}\nDeletionDate={now}\n".encode("ascii")


def forget_trashed(target: Path, path: Path | None = None) -> None:
    """Delete the information file of a path in the trash, with ``path`` only if about that."""
    if target.parent.name == "files":
        information = _information(target)
        with contextlib.suppress(OSError):
            description = b""
            if path is not None:
                with open_regular(information) as file:
                    description = file.read()
            # a kill may have come before the first byte
            if path is None or not description or _is_about(description, path):
                Disk().unlink(information)


def _is_about(description: bytes, path: Path) -> bool:
    named = [line[5:] for line in description.splitlines() if line.startswith(b"Path=")]
    parts = Path(os.fsdecode(urllib.parse.unquote_to_bytes(named[0]))).parts if named else ()
    return bool(parts) and path.parts[-len(parts) :] == parts
