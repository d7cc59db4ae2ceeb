"""The file of folder settings: how long documents are kept, and which folders are watched.

The window and the command line obey it, whatever index they use.
"""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from simcore.files.folder_settings import FolderSetting, FolderSettings
from simcore.model.errors import FolderSettingsError
from simcore.model.reason_codes import ReasonCode
from simcore.store.folders.kept_file import FolderFile


def _setting(value: Any) -> FolderSetting:
    for name, kinds in (("watched", {bool}), ("keep_days", {int, type(None)})):
        if name in value and type(value[name]) not in kinds:
            raise TypeError(value)
    return FolderSetting(**value)


_FILE = FolderFile(
    "settings",
    "folders.json",
    FolderSettingsError,
    ReasonCode.FOLDER_SETTINGS_DAMAGED,
    _setting,
)


def folder_settings_path() -> Path:
    """Return the path of the file."""
    return _FILE.path


def read_folder_settings() -> FolderSettings:
    """Return the settings that were kept; none without a file.

    Raises ``FolderSettingsError`` if it cannot be read: what is to be forgotten is unknown then.
    """
    return FolderSettings(_FILE.read())


def change_folder_settings(before: FolderSettings, after: FolderSettings) -> FolderSettings:
    """Change the kept settings as a program changed those that it knew; return those kept now.

    What another program has kept meanwhile stays. In place of a file that cannot be read ``after``
    is kept. Raises ``FolderSettingsError`` if they cannot be written; the earlier ones hold then.
    """
    with _FILE.alone():
        try:
            kept = read_folder_settings().changed(before, after)
        except FolderSettingsError:
            kept = after
        _FILE.write({folder: asdict(setting) for folder, setting in kept.folders.items()})
    return kept
