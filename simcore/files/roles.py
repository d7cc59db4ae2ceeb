"""The roles of folders: normal, protected, excluded."""

import os
import typing
from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path

from simcore.files.folder_settings import SaidOfFolders

if typing.TYPE_CHECKING:  # as a window opens, there is none
    from simcore.model.records import Document


class Role(StrEnum):
    """Whether the documents below a folder may be removed, see ``Roles``."""

    NORMAL = "normal"
    PROTECTED = "protected"  # they stay, and others may go because they stay
    EXCLUDED = "excluded"  # they stay, and no other document goes because of them


_STRICT = (Role.NORMAL, Role.PROTECTED, Role.EXCLUDED)


class SameFolders:
    """Recognises named folders under their other paths: the one notion of "in a folder".

    A folder has others through bind mounts, of it or of one around or below it, and where case does
    not count. What was found out about a folder is kept; it costs a look at each folder around it.
    """

    def __init__(self, named: Iterable[Path]) -> None:
        # not for a window that opens
        from simcore.files.disk import identity_at  # noqa: PLC0415
        from simcore.files.names import as_on_disk  # noqa: PLC0415
        from simcore.files.volumes import Volumes  # noqa: PLC0415

        self._volumes, self._identity_at = Volumes(), identity_at
        self._by_identity: defaultdict[tuple[int, int] | None, list[Path]] = defaultdict(list)
        for one in named:
            self._by_identity[identity_at(as_on_disk(one))].append(one)
        self._by_identity.pop(None, None)
        self._known: dict[Path, list[Path]] = {}

    def paths(self, folder: Path) -> list[Path]:
        """Return a resolved folder, and its other paths, at or below a named one or not."""
        found = [folder, *self._volumes.other_paths(folder)]
        return [*found, *(path for one in found for path in self._below_named(one))]

    def _below_named(self, folder: Path) -> list[Path]:
        """Return the paths of a folder below the nearest named one around it, by identity."""
        below: list[Path] = []
        while folder not in self._known:
            named = self._by_identity.get(self._identity_at(folder))
            if named or folder == folder.parent:
                self._known[folder] = named or []
            else:
                below.append(folder)
                folder = folder.parent
        found = self._known[folder]
        for one in reversed(below):
            found = self._known[one] = [path / one.name for path in found]
        return found


class Roles(SaidOfFolders[Role]):
    """Folders with their roles. A folder inherits its parent's role; the deepest one named wins.

    A folder is recognised under its other paths, too (``SameFolders``): by
    all of them the strictest role holds. ``of`` looks at each folder once, ``of_now`` anew.

    >>> archive = Path("存档").resolve()
    >>> roles = Roles({archive: Role.PROTECTED, archive / "drafts": Role.NORMAL})
    >>> roles.of(archive / "合同.txt").value, roles.of(archive / "drafts" / "合同.txt").value
    ('protected', 'normal')
    """

    def __init__(self, folders: Mapping[Path, Role] | None = None) -> None:
        super().__init__(folders or {})
        self._known: dict[str, Role] = {}  # by the folder of a file
        self._same: SameFolders | None = None

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
            if self._same is None:
                self._same = self._same_folders()
            role = self._known[folder] = self._by_all_paths(path.parent, self._same)
        return role

    def of_document(self, document: "Document") -> Role:
        """Return the strictest role that any known name of a document gives it."""
        if not self.folders:
            return Role.NORMAL
        return _strictest(*map(self.of, document.real_names))

    def _same_folders(self) -> SameFolders:
        return SameFolders(self.folders)

    def _by_all_paths(self, folder: Path, same: SameFolders) -> Role:
        return _strictest(*map(self.by_path, same.paths(folder)))

    def by_path(self, folder: Path) -> Role:
        """Return the role of a folder by this path of it alone."""
        around = (self.folders[one] for one in (folder, *folder.parents) if one in self.folders)
        return next(around, Role.NORMAL)

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
                folder: _strictest(self.by_path(folder), other.by_path(folder))
                for folder in self.folders.keys() | other.folders.keys()
            }
        )

    def of_now(self, path: Path) -> Role:
        """Return the role of a file by the current state of the disk; ``path`` may be unresolved.

        If that of the path as it is given differs, the stricter one holds.
        """
        if not self.folders:
            return Role.NORMAL
        resolved = Path(os.path.realpath(path.parent))
        role = self._by_all_paths(resolved, self._same_folders())
        return _strictest(self.by_path(path.parent), role)


def _strictest(*roles: Role) -> Role:
    return max(roles, key=_STRICT.index)


def strictest_now(paths: Iterable[Path], *roles: Roles) -> Role:
    """Return the strictest role that several roles give some paths of a file now, on the disk."""
    return _strictest(*(one.of_now(path) for one in roles for path in paths))


NO_ROLES = Roles()
"""All folders are normal."""
