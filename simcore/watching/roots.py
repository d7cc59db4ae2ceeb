"""The folders that are watched or searched: whether they are there, and whether events come.

A disk that is mounted below one of them comes and goes as a folder does, so it is followed as one.
"""

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from simcore.files.disk import identity
from simcore.files.volumes import Volumes, mark_of


@dataclass(slots=True)
class Root:
    """One folder, as named and resolved; ``told`` is whether its documents are told of.

    ``seen_as`` is its identity when it was there last, None while it is away; ``mounted`` whether a
    disk of its own is mounted there, and ``mark`` which one, as in ``mark_of``.
    """

    shown: Path
    real: Path
    told: bool
    mounted: bool = False
    mark: str = ""
    seen_as: tuple[int, int] | None = None

    def look(self) -> tuple[int, int] | None:
        """Return the identity of the folder, None if it is not there.

        A folder where a disk was mounted is not there without the disk, nor one whose files cannot
        be reached, nor one with another disk that is empty: that is no place where documents were.
        """
        try:
            # the folder by a name in it: its files can be reached
            found = identity(os.stat(os.path.join(self.real, os.curdir)))  # noqa: PTH116, PTH118
            os.scandir(self.real).close()
        except OSError:
            return None
        if self.mounted and not self.real.is_mount():
            return None
        if self.mark and found != self.seen_as and mark_of(self.real) != self.mark:
            return None if _is_empty(self.real) else found
        return found


class Roots:
    """``all`` of them, the watched ones first, and the ``disks`` that are or were mounted below."""

    def __init__(
        self, watched: Iterable[Path], library: Iterable[Path], mounted: Mapping[Path, str]
    ) -> None:
        """Take folders as they were named; ``mounted`` are where which disks were before."""
        self.all: list[Root] = []
        self.disks: list[Root] = []
        for folders, told in ((watched, True), (library, False)):
            for folder in folders:
                real = Path(os.path.realpath(folder))
                shown = Path(os.path.abspath(folder))  # noqa: PTH100 - without following links
                if all(one.real != real for one in self.all):
                    root = Root(shown, real, told, real in mounted, mounted.get(real, ""))
                    self.all.append(root)
        for point in sorted(mounted):
            self.add_disk(point, mounted[point])

    def add_disk(self, point: Path, mark: str = "") -> None:
        """Follow a disk at a resolved path, if that is below one of the folders."""
        root = self.of(point)
        if root is not None and all(one.real != point for one in self.followed):
            shown = root.shown / point.relative_to(root.real)
            self.disks.append(Root(shown, point, root.told, mounted=True, mark=mark))

    @property
    def followed(self) -> list[Root]:
        """All folders and disks, whether they are there or not."""
        return [*self.all, *self.disks]

    def away(self) -> list[Path]:
        """Return the resolved paths of those that are not there just now, or are others by now."""
        return [
            one.real for one in self.followed if one.seen_as is None or one.look() != one.seen_as
        ]

    @property
    def there(self) -> list[Root]:
        """Those that are there."""
        return [root for root in self.all if root.seen_as is not None]

    @property
    def shown(self) -> dict[Path, Path]:
        """Those that are there as they were named, by resolved path."""
        return {root.real: root.shown for root in self.there}

    def of(self, path: Path) -> Root | None:
        """Return the first folder that a resolved path is in, or is."""
        return next((one for one in self.all if is_within(path, one.real)), None)

    def is_told(self, path: Path) -> bool:
        """Return whether documents at a resolved path are told of."""
        return any(one.told and is_within(path, one.real) for one in self.all)


_OF_EVERY_DISK = {"lost+found", "System Volume Information", "$RECYCLE.BIN"}


def _is_empty(folder: Path) -> bool:
    """Return whether nothing is in the top folder of a disk but what a system puts there."""
    try:
        with os.scandir(folder) as entries:
            return all(one.name in _OF_EVERY_DISK or one.name.startswith(".") for one in entries)
    except OSError:
        return True


def is_within(path: Path, folder: Path) -> bool:
    """Return whether a path is in a folder, or is it; of thousands that is told fast.

    >>> [is_within(Path(one), Path("/a/b")) for one in ("/a/b", "/a/b/c", "/a/bc", "/a")]
    [True, True, False, False]
    """
    inner, outer = os.path.normcase(path), os.path.normcase(folder)
    return inner == outer or inner.startswith(os.path.join(outer, ""))  # noqa: PTH118 - ends it


def tells_nothing(path: Path, volumes: Volumes) -> bool:
    """Return whether the disk of a resolved path tells of no changes, as far as that is known.

    Network drives tell of those of this computer only; so do file systems of programs (FUSE), but
    for the disks of other systems (fuseblk).
    """
    mount = volumes.mount_of(path)
    if mount is None:
        return not sys.platform.startswith(("linux", "win", "darwin"))
    own = mount.type == "fuse" or mount.type.startswith(("fuse.", "fuse3."))
    return own or volumes.is_network(path)
