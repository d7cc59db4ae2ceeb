"""The roles of folders: normal, protected, excluded."""

import os
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from simcore.files.folder_settings import SaidOfFolders
from simcore.files.names import as_on_disk


class Role(StrEnum):
    """Whether the documents below a folder may be removed, see ``Roles``."""

    NORMAL = "normal"
    PROTECTED = "protected"  # they stay, and others may go because they stay
    EXCLUDED = "excluded"  # they stay, and no other document goes because of them


_STRICT = (Role.NORMAL, Role.PROTECTED, Role.EXCLUDED)


class Roles(SaidOfFolders[Role]):
    """Folders with their roles. A folder inherits its parent's role; the deepest one named wins.

    ``of`` uses resolved paths alone; ``of_now`` reads the disk, and recognises a folder under
    another name (bind mounts, names that differ in case).

    >>> archive = Path("存档").resolve()
    >>> roles = Roles({archive: Role.PROTECTED, archive / "drafts": Role.NORMAL})
    >>> roles.of(archive / "合同.txt").value, roles.of(archive / "drafts" / "合同.txt").value
    ('protected', 'normal')
    """

    def __init__(self, folders: Mapping[Path, Role] | None = None) -> None:
        super().__init__(folders or {})
        self._known: dict[str, Role] = {}  # by the folder of a file

    @property
    def excludes(self) -> bool:
        """Whether any folder is excluded."""
        return Role.EXCLUDED in self.folders.values()

    def of(self, path: Path) -> Role:
        """Return the role of a file by its resolved path.

        >>> Roles({Path("/a"): Role.PROTECTED, Path("/a/b"): Role.NORMAL}).of(Path("/a/c/1.txt"))
        <Role.PROTECTED: 'protected'>
        """
        if not self.folders:
            return Role.NORMAL
        folder = os.path.dirname(str(path))  # noqa: PTH120 - paths take ten times as long
        role = self._known.get(folder)
        if role is None:
            around = (self.folders[one] for one in path.parents if one in self.folders)
            role = self._known[folder] = next(around, Role.NORMAL)
        return role

    def joined(self, other: "Roles") -> "Roles":
        """Return the roles by which each file has the stricter of both roles.

        >>> outer, inner = Path("/a"), Path("/a/b")
        >>> joined = Roles({outer: Role.PROTECTED}).joined(Roles({inner: Role.NORMAL}))
        >>> joined.of(Path("/a/b/1.txt"))
        <Role.PROTECTED: 'protected'>
        """
        # the deepest folder that either names around a file decides: below it both are constant
        return Roles(
            {
                folder: _strictest(self.of(folder / "_"), other.of(folder / "_"))
                for folder in self.folders.keys() | other.folders.keys()
            }
        )

    def of_now(self, path: Path) -> Role:
        """Return the role of a file by the current state of the disk; ``path`` may be unresolved.

        If the roles by path and by identity differ, the stricter one holds.
        """
        if not self.folders:
            return Role.NORMAL
        resolved = Path(os.path.realpath(path.parent), path.name)
        return _strictest(self.of(path), self.of(resolved), self._by_identity(resolved))

    def _by_identity(self, path: Path) -> Role:
        from simcore.files.disk import identity_at  # noqa: PLC0415 - not for a window that opens

        known: dict[tuple[int, int], Role] = {}
        for folder, role in self.folders.items():
            key = identity_at(as_on_disk(folder))
            if key is not None:
                known[key] = _strictest(role, known.get(key, role))
        for folder in path.parents:
            key = identity_at(folder)
            if key in known:
                return known[key]
        return Role.NORMAL


def _strictest(*roles: Role) -> Role:
    return max(roles, key=_STRICT.index)


def strictest_now(path: Path, *roles: Roles) -> Role:
    """Return the strictest role that several roles give a file by the current state of the disk."""
    return _strictest(*(one.of_now(path) for one in roles))


NO_ROLES = Roles()
"""All folders are normal."""
