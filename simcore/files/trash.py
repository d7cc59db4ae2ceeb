"""Trashes: what the engine asks of one, the desktop's own, and none at all."""

import contextlib
import os
import urllib.parse
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from simcore.files.disk import Disk
from simcore.files.names import numbered
from simcore.files.volumes import TrashFolder, Volumes
from simcore.model.errors import SimcoreError

_SUFFIX = ".trashinfo"
_LONGEST = 255 - len(_SUFFIX)  # bytes of a name in the trash


class TrashError(SimcoreError):
    """The trash did not take a file; the message is the reason."""


class Trash(Protocol):
    """Where documents go that can be had back.

    There are two sorts. One names places, and the engine moves the file there itself: no other file
    can come between. The other moves it in its own way (``places`` gives none), and what it
    has moved is looked at afterwards.
    """

    def obstacle(self, path: Path) -> str | None:
        """Give the reason why this trash cannot take a file, before it is touched; None if none."""

    def places(self, path: Path) -> Iterator[Path]:
        """Reserve one free place after another; each is given back unless a file is put there."""

    def put(self, path: Path) -> Path | None:
        """Move a file; give where it went, None where nobody tells. Raises ``TrashError``."""

    def folders(self, path: Path) -> Sequence[Path]:
        """Give the folders to look for a file that was put while the computer failed."""


class NoTrash:
    """For a program that has none: it takes nothing."""

    def obstacle(self, path: Path) -> str | None:
        """Say so."""
        return f"there is no trash here for {path.name}; choose another action"

    def places(self, path: Path) -> Iterator[Path]:
        """Raise ``TrashError``."""
        raise TrashError(f"there is no trash here for {path.name}")

    def put(self, path: Path) -> Path | None:
        """Raise ``TrashError``."""
        raise TrashError(f"there is no trash here for {path.name}")

    def folders(self, path: Path) -> Sequence[Path]:
        """Give none."""
        del path
        return ()


class DesktopTrash:
    """The trash of Linux desktops, by the freedesktop.org trash specification 1.0.

    Qt's own call makes a second name in the trash and then unlinks the path: a file that was saved
    under that path in between would be lost. Here a place is reserved by its information file,
    and the engine moves the file in one step that replaces nothing. It takes every name.
    """

    def __init__(self, volumes: Volumes | None = None, disk: Disk | None = None) -> None:
        self._volumes = volumes or Volumes()
        self._disk = disk or Disk()

    def obstacle(self, path: Path) -> str | None:
        """Give the reason why the volume of a file has no trash."""
        return self._volumes.lacks_trash(path)

    def places(self, path: Path) -> Iterator[Path]:
        """Reserve places; raises ``TrashError`` when the trash cannot be made or written."""
        trash = self._volumes.trash_of(path)
        if trash is None:
            raise TrashError(self.obstacle(path) or "its disk has no trash")
        try:
            for folder in (trash.path / "files", trash.path / "info"):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise TrashError(
                f"its trash cannot be made: {error.strerror or error} ({trash.path})"
            ) from error
        for place in numbered(trash.path / "files" / path.name, _LONGEST):
            if os.path.lexists(place):
                continue
            information = _information(place)
            try:
                self._write(information, _description(path, trash))
            except FileExistsError:
                continue
            except OSError as error:
                raise TrashError(
                    f"its trash cannot be written: {error.strerror or error}"
                ) from error
            try:
                yield place
            finally:
                if not os.path.lexists(place):
                    forget_trashed(place)

    def _write(self, path: Path, data: bytes) -> None:
        descriptor = self._disk.create(path)
        try:
            self._disk.write(descriptor, data)
        except BaseException:
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        finally:
            self._disk.close(descriptor)

    def put(self, path: Path) -> Path | None:
        """Not used: this trash names places."""
        raise TrashError(f"{path} has a place in the trash")

    def folders(self, path: Path) -> Sequence[Path]:
        """Give the folder of files of the trash that a file goes to."""
        trash = self._volumes.trash_of(path)
        return () if trash is None else (trash.path / "files",)


def _information(place: Path) -> Path:
    return place.parent.parent / "info" / f"{place.name}{_SUFFIX}"


def _description(path: Path, trash: TrashFolder) -> bytes:
    """Write what the specification wants to be known: paths are relative to the volume's folder."""
    shown = path if trash.top is None else path.relative_to(trash.top)
    quoted = urllib.parse.quote(os.fsencode(shown))
    now = datetime.now().astimezone().strftime("%Y-%m-%dT%H:%M:%S")
    return f"[Trash Info]\nPath={quoted}\nDeletionDate={now}\n".encode("ascii")


def forget_trashed(place: Path) -> None:
    """Remove the information file of a place that a file has left; without one, do nothing."""
    if place.parent.name == "files":
        with contextlib.suppress(OSError):
            _information(place).unlink()
