"""The roles of folders: normal, protected, excluded."""

import os
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from simcore.files.disk import identity


class Role(StrEnum):
    """Whether the documents below a folder may be removed."""

    NORMAL = "normal"
    PROTECTED = "protected"  # they stay, and others may go because they stay
    EXCLUDED = "excluded"  # they stay, and no other document goes because of them


_STRICT = (Role.NORMAL, Role.PROTECTED, Role.EXCLUDED)


class Roles:
    """Folders with their roles. A folder inherits its parent's role; the deepest one named wins.

    Folders are resolved at construction. ``of`` uses resolved paths alone; ``of_now`` reads the
    disk, and recognises a folder under another name (bind mounts, names that differ in case).
    """

    def __init__(self, folders: Mapping[Path, Role] | None = None) -> None:
        self.folders = {
            Path(os.path.realpath(folder)): role for folder, role in (folders or {}).items()
        }

    @property
    def excludes(self) -> bool:
        """Whether any folder is excluded."""
        return Role.EXCLUDED in self.folders.values()

    def of(self, path: Path) -> Role:
        """Return the role of a file by its resolved path.

        >>> Roles({Path("/a"): Role.PROTECTED, Path("/a/b"): Role.NORMAL}).of(Path("/a/c/1.txt"))
        <Role.PROTECTED: 'protected'>
        """
        for folder in path.parents:
            if folder in self.folders:
                return self.folders[folder]
        return Role.NORMAL

    def joined(self, other: "Roles") -> "Roles":
        """Return these roles with others added, so that no folder is less protected than before.

        >>> mine, others = Path("/a"), Path("/a/b")
        >>> joined = Roles({mine: Role.PROTECTED}).joined(Roles({others: Role.NORMAL}))
        >>> joined.of(Path("/a/b/1.txt"))
        <Role.PROTECTED: 'protected'>
        """
        found = dict(self.folders)
        for folder, role in other.folders.items():
            before = self.of(folder / "_")
            if _STRICT.index(role) >= _STRICT.index(before):
                found[folder] = role
        return Roles(found)

    def of_now(self, path: Path) -> Role:
        """Return the role of a file by the current state of the disk; ``path`` may be unresolved.

        If the roles by path and by identity differ, the stricter one holds.
        """
        if not self.folders:
            return Role.NORMAL
        resolved = Path(os.path.realpath(path.parent), path.name)
        found = self.of(path), self.of(resolved), self._by_identity(resolved)
        return max(found, key=_STRICT.index)

    def _by_identity(self, path: Path) -> Role:
        known = {}
        for folder, role in self.folders.items():
            key = _identity(folder)
            if key is not None:
                known[key] = role
        for folder in path.parents:
            key = _identity(folder)
            if key in known:
                return known[key]
        return Role.NORMAL


def _identity(folder: Path) -> tuple[int, int] | None:
    try:
        return identity(folder.stat())
    except OSError:
        return None


NO_ROLES = Roles()
"""All folders are normal."""
