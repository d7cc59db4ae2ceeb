"""What is set for a folder and all below it: how long its documents are kept, and watching."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from simcore.model.config import MOST_DAYS, FolderDays

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class FolderSetting:
    """The settings of one folder, which hold for the folders below it, too.

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


class FolderSettings:
    """Folders with their settings; they are resolved at construction.

    One that says nothing is left out.
    """

    def __init__(self, folders: Mapping[Path, FolderSetting] | None = None) -> None:
        self.folders = {
            Path(os.path.realpath(folder)): setting
            for folder, setting in (folders or {}).items()
            if setting != _NOTHING
        }

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

    def changed(self, before: "FolderSettings", after: "FolderSettings") -> "FolderSettings":
        """Return these settings with what was changed from ``before`` to ``after``, and no more.

        >>> one, other = Path("/a"), Path("/b")
        >>> kept = FolderSettings({one: FolderSetting(7)})
        >>> found = kept.changed(FolderSettings(), FolderSettings({other: FolderSetting(0, True)}))
        >>> found.folders[one].keep_days, found.folders[other].watched
        (7, True)
        """
        return FolderSettings(with_changes(self.folders, before.folders, after.folders))


def with_changes(
    kept: Mapping[Path, _T], before: Mapping[Path, _T], after: Mapping[Path, _T]
) -> dict[Path, _T]:
    """Return what is kept of folders with what was changed from ``before`` to ``after``."""
    changed = {folder: said for folder, said in after.items() if said != before.get(folder)}
    gone = before.keys() - after.keys()
    return {folder: said for folder, said in {**kept, **changed}.items() if folder not in gone}
