"""Which folders a walk enters."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from simcore.files.disk import identity, identity_at
from simcore.files.patterns import patterns_of
from simcore.files.volumes import home_trashes, is_trash_name
from simcore.model.config import ScanConfig


def topmost(paths: Iterable[Path]) -> list[Path]:
    """Leave out paths that are below others.

    >>> [one.as_posix() for one in topmost(map(Path, ["/a/b", "/a", "/a.txt", "/a"]))]
    ['/a', '/a.txt']
    """
    kept: list[Path] = []
    for path in sorted(set(paths), key=lambda one: one.parts):
        if not kept or not path.is_relative_to(kept[-1]):
            kept.append(path)
    return kept


class FolderRules:
    """Which folders below some resolved folders a walk enters; ``follows`` is whether by links."""

    def __init__(self, folders: Sequence[Path], config: ScanConfig) -> None:
        self._folders = folders
        self._patterns = patterns_of(config)
        self.follows = config.follow_links
        self._trashes = home_trash_identities()

    def root_of(self, path: Path) -> Path | None:
        """Return the first of the folders that a path is in, or is."""
        return next((one for one in self._folders if path.is_relative_to(one)), None)

    def enters(self, path: Path) -> bool:
        """Return whether a walk that is in the parent of a path enters it as a folder."""
        root = self.root_of(path)
        try:
            if root is None or root == path:
                return root == path and path.is_dir()
            if not path.is_dir() or (not self.follows and path.is_symlink()):
                return False
            trash = is_trash_name(path.name) or identity(path.stat()) in self._trashes
        except OSError:
            return False
        asked = path.name, path.relative_to(root).as_posix()
        return not (
            trash or self._patterns.excludes(*asked) or self._patterns.excludes_folder(*asked)
        )

    def inside(self, folder: Path) -> list[Path]:
        """Return the folders in one folder that a walk enters; none if it cannot be listed."""
        try:
            with os.scandir(folder) as entries:
                # what a link leads to is not asked here: one that leads to itself is an error
                names = [one.name for one in entries if not one.is_file(follow_symlinks=False)]
        except OSError:
            return []
        return [path for path in map(folder.joinpath, names) if self.enters(path)]


def home_trash_identities() -> frozenset[tuple[int, int]]:
    """Return the identities of the trashes in the user's own folders."""
    return frozenset(filter(None, map(identity_at, home_trashes())))
