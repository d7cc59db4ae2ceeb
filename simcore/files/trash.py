"""Trashes: the protocol, and the trash of the desktop."""

import contextlib
import os
import urllib.parse
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from simcore.files.disk import Disk
from simcore.files.names import numbered
from simcore.files.opening import open_regular
from simcore.files.volumes import TrashFolder, Volumes, is_private
from simcore.model.errors import SimcoreError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import Reason, reason_of

_SUFFIX = ".trashinfo"
_LONGEST = 255 - len(_SUFFIX)  # bytes of a name in the trash


class TrashError(SimcoreError):
    """The trash did not take a file; the message is the reason.

    >>> Path("Trash").touch()  # where a folder should be
    >>> trash = simcore.DesktopTrash(simcore.Volumes(home=Path("Trash")))
    >>> next(trash.paths(Path("合同.txt").resolve()))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    simcore.files.trash.TrashError: its trash cannot be made: ...
    """


class Trash(Protocol):
    """Takes documents that can be restored, as ``DesktopTrash`` does.

    There are two sorts. One names paths, and the engine reserves one and moves the file there
    itself: no other file can be moved by mistake. The other moves it in its own way (``paths``
    yields none), and the moved file is verified afterwards.
    """

    def obstacle(self, path: Path) -> Reason | None:
        """Return the reason why this trash cannot take a file, checked beforehand; None if none."""

    def paths(self, path: Path) -> Iterator[Path]:
        """Yield free paths; one that was reserved is released unless a file is put there."""

    def reserve(self, place: Path, path: Path) -> None:
        """Take one of ``paths(path)`` for a file, when the journal knows of it.

        Raises ``FileExistsError`` if it is taken, and ``TrashError``.
        """

    def put(self, path: Path) -> Path | None:
        """Move a file; return its path in the trash, None if unknown. Raises ``TrashError``."""

    def folders(self, path: Path) -> Sequence[Path]:
        """Return the folders to search for a file that was being moved when the computer failed."""


class DesktopTrash:
    """The trash of Linux desktops, by the freedesktop.org trash specification 1.0.

    Qt's own call makes a second name in the trash and then unlinks the path: a file saved under
    that path in between would be lost. Here a path is reserved by its information file, and the
    engine moves the file in one step that replaces nothing. It takes every name.

    >>> trash = DesktopTrash(Volumes(home=Path("Trash")))  # in place of the desktop's own
    >>> next(trash.paths(Path("合同.txt").resolve())).relative_to(Path.cwd()).as_posix()
    'Trash/files/合同.txt'
    """

    def __init__(self, volumes: Volumes | None = None, disk: Disk | None = None) -> None:
        self._volumes = volumes or Volumes()
        self._disk = disk or Disk()
        self._reserved: set[Path] = set()

    def obstacle(self, path: Path) -> Reason | None:
        """Return the reason why the volume of a file has no trash."""
        return self._volumes.lacks_trash(path)

    def paths(self, path: Path) -> Iterator[Path]:
        """Yield paths. Raises ``TrashError`` if the trash cannot be created."""
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
        """Write the information file of a path. Raises ``FileExistsError``, ``TrashError``."""
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
        """Not used: this trash reserves paths."""
        raise TrashError(ReasonCode.TRASH_NAMES_PLACES, str(path))

    def folders(self, path: Path) -> Sequence[Path]:
        """Return the folder of files of a file's trash."""
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
    """Delete the information file, if any, of a path that a file has left.

    With ``path`` only if it is about a file that was there: another program may have reserved it.
    """
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
