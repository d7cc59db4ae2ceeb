"""The roles of folders (normal, protected, excluded), and their settings."""

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Generic, Self, TypeVar

from simcore.files.names import as_on_disk
from simcore.model.config import MOST_DAYS, FolderDays
from simcore.model.records import Document

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class FolderSetting:
    """The settings of one folder, which apply below it, too; see ``FolderSettings``.

    ``keep_days`` is how long the index keeps a document after it came: 0 for ever, None as the
    folder above, at last as the general setting. Raises ``ValueError`` for an invalid number of
    days.
    """

    keep_days: int | None = None
    watched: bool = False

    def __post_init__(self) -> None:
        days = self.keep_days
        if days is not None and not 0 <= days <= MOST_DAYS:
            raise ValueError(f"{days} days are more than any document is old, or less than none")


_NOTHING = FolderSetting()


class SaidOfFolders(Generic[_T]):
    """A value for each of some folders, which are resolved at construction."""

    def __init__(self, folders: Mapping[Path, _T]) -> None:
        # a name may be there in another Unicode form by now
        self.folders = {
            as_on_disk(Path(os.path.realpath(one))): said for one, said in folders.items()
        }

    def changed(self, before: Self, after: Self) -> Self:
        """Return the same with the changes from ``before`` to ``after``, and no more."""
        was, now = before.folders, after.folders
        changed = {folder: said for folder, said in now.items() if said != was.get(folder)}
        kept = (self.folders | changed).items()
        return type(self)({one: said for one, said in kept if one in now or one not in was})


class FolderSettings(SaidOfFolders[FolderSetting]):
    """Folders with their settings; empty settings are left out."""

    def __init__(self, folders: Mapping[Path, FolderSetting] | None = None) -> None:
        given = (folders or {}).items()
        super().__init__({folder: setting for folder, setting in given if setting != _NOTHING})

    @property
    def days(self) -> tuple[FolderDays, ...]:
        """The folders with days of their own, for ``ScanConfig.folder_days``."""
        return tuple(
            FolderDays(folder, setting.keep_days)
            for folder, setting in sorted(self.folders.items())
            if setting.keep_days is not None
        )

    @property
    def watched(self) -> tuple[Path, ...]:
        """The folders to be watched, none of them below another one."""
        named = {folder for folder, setting in self.folders.items() if setting.watched}
        return tuple(sorted(one for one in named if named.isdisjoint(one.parents)))

    def of(self, folder: Path) -> FolderSetting:
        return self.folders.get(Path(os.path.realpath(folder)), _NOTHING)

    def with_setting(self, folder: Path, setting: FolderSetting) -> "FolderSettings":
        return FolderSettings({**self.folders, Path(os.path.realpath(folder)): setting})


class Role(StrEnum):
    """Whether the documents below a folder may be removed, see ``Roles``."""

    NORMAL = "normal"
    PROTECTED = "protected"  # they stay, and others may go because they stay
    EXCLUDED = "excluded"  # they stay, and no other document goes because of them


_STRICT = (Role.NORMAL, Role.PROTECTED, Role.EXCLUDED)


class SameFolders:
    """Recognises named folders under their other paths: the one notion of "in a folder".

    A folder has other paths through bind mounts, of it or of one around or below it, and if case
    does not count. Answers are cached; each costs a look at every folder around.
    """

    def __init__(self, named: Iterable[Path]) -> None:
        # not for a window that opens
        from simcore.files.disk import Volumes, identity_at  # noqa: PLC0415

        self._volumes, self._identity_at = Volumes(), identity_at
        self._by_identity: defaultdict[tuple[int, int] | None, list[Path]] = defaultdict(list)
        for one in named:
            self._by_identity[identity_at(as_on_disk(one))].append(one)
        self._by_identity.pop(None, None)
        self._known: dict[Path, list[Path]] = {}

    def paths(self, folder: Path) -> list[Path]:
        """Return a resolved folder and its other paths."""
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

    A folder is recognised under its other paths, too (``SameFolders``): the strictest role counts.
    ``of`` looks at each folder once, ``of_now`` anew.

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
        return Role.EXCLUDED in self.folders.values()

    def of(self, path: Path) -> Role:
        if not self.folders:
            return Role.NORMAL
        folder = os.path.dirname(str(path))  # noqa: PTH120 - paths take ten times as long
        role = self._known.get(folder)
        if role is None:
            if self._same is None:
                self._same = SameFolders(self.folders)
            role = self._known[folder] = self._by_all_paths(path.parent, self._same)
        return role

    def of_document(self, document: Document) -> Role:
        """Return the strictest role that any known name of a document gives it."""
        if not self.folders:
            return Role.NORMAL
        return _strictest(*map(self.of, document.real_names))

    def _by_all_paths(self, folder: Path, same: SameFolders) -> Role:
        return _strictest(*map(self.by_path, same.paths(folder)))

    def by_path(self, folder: Path) -> Role:
        around = (self.folders[one] for one in (folder, *folder.parents) if one in self.folders)
        return next(around, Role.NORMAL)

    def joined(self, other: "Roles") -> "Roles":
        """Return the roles by which each file has the stricter of both roles."""
        # the deepest folder that either names around a file decides: below it both are constant
        return Roles(
            {
                folder: _strictest(self.by_path(folder), other.by_path(folder))
                for folder in self.folders.keys() | other.folders.keys()
            }
        )

    def of_now(self, path: Path) -> Role:
        """Return the role of a file now; if that of the path as given differs, the stricter one."""
        if not self.folders:
            return Role.NORMAL
        resolved = Path(os.path.realpath(path.parent))
        role = self._by_all_paths(resolved, SameFolders(self.folders))
        return _strictest(self.by_path(path.parent), role)


def _strictest(*roles: Role) -> Role:
    return max(roles, key=_STRICT.index)


def strictest_now(paths: Iterable[Path], *roles: Roles) -> Role:
    """Return the strictest role that several roles give some paths of a file now."""
    return _strictest(*(one.of_now(path) for one in roles for path in paths))


NO_ROLES = Roles()
