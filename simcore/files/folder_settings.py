"""What is set for a folder and all below it: how long its documents are kept, and watching."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Self, TypeVar

from simcore.files.names import as_on_disk
from simcore.model.config import MOST_DAYS, FolderDays

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class FolderSetting:
    """The settings of one folder, which hold below it, too; see ``FolderSettings``.

    ``keep_days`` is how long the index keeps a document after it came: 0 for ever, None as the
    folder above, and at last as the general setting. ``watched`` is whether a watch looks at the
    folder. Raises ``ValueError`` for days that are none.
    """

    keep_days: int | None = None
    watched: bool = False

    def __post_init__(self) -> None:
        days = self.keep_days
        if days is not None and not 0 <= days <= MOST_DAYS:
            raise ValueError(f"{days} days are more than any document is old, or less than none")


_NOTHING = FolderSetting()


class SaidOfFolders(Generic[_T]):
    """What is said of some folders, which are resolved at construction."""

    def __init__(self, folders: Mapping[Path, _T]) -> None:
        # a name may be there in another Unicode form by now
        self.folders = {
            as_on_disk(Path(os.path.realpath(one))): said for one, said in folders.items()
        }

    def changed(self, before: Self, after: Self) -> Self:
        """Return the same with what was changed from ``before`` to ``after``, and no more.

        >>> one, other = Path("/a"), Path("/b")
        >>> kept = FolderSettings({one: FolderSetting(7)})
        >>> found = kept.changed(FolderSettings(), FolderSettings({other: FolderSetting(0, True)}))
        >>> found.folders[one].keep_days, found.folders[other].watched
        (7, True)
        """
        was, now = before.folders, after.folders
        changed = {folder: said for folder, said in now.items() if said != was.get(folder)}
        kept = (self.folders | changed).items()
        return type(self)({one: said for one, said in kept if one in now or one not in was})


class FolderSettings(SaidOfFolders[FolderSetting]):
    """Folders with their settings; one that says nothing is left out.

    >>> settings = FolderSettings({Path("news"): FolderSetting(keep_days=7, watched=True)})
    >>> settings.of(Path("news")).keep_days, [one.name for one in settings.watched]
    (7, ['news'])
    """

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
        """Return what is set for this very folder; nothing where nothing was said."""
        return self.folders.get(Path(os.path.realpath(folder)), _NOTHING)

    def with_setting(self, folder: Path, setting: FolderSetting) -> "FolderSettings":
        """Return the settings with those of one folder replaced."""
        return FolderSettings({**self.folders, Path(os.path.realpath(folder)): setting})
