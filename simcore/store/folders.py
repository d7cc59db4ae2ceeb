"""What is set for folders by every program of a user: their roles, their days, watching.

Each is a file of JSON beside the default index, for every run of this user: whatever index is used,
the window and the command line obey it. It is replaced as a whole, by one program at a time.
"""

import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from simcore.files.folder_settings import FolderSetting, FolderSettings
from simcore.files.opening import locked, open_regular, replacing
from simcore.files.roles import Role, Roles
from simcore.model.errors import FolderSettingsError, RolesError, SimcoreError
from simcore.model.reason_codes import ReasonCode
from simcore.model.reasons import reason_of
from simcore.store.paths import default_index_path

_VERSION = 1
_LARGEST = 10_000_000

_T = TypeVar("_T", Roles, FolderSettings)


@dataclass(frozen=True, slots=True)
class FolderFile(Generic[_T]):
    """Such a file: ``kind`` is its name and its mark, ``damaged`` what is said of a damaged one.

    ``made`` makes of values by folder what is kept. ``read_value`` makes a folder's value of one in
    JSON, which ``plain`` undoes; it may raise ``ValueError``, ``TypeError`` and ``LookupError``.
    Methods raise ``failure``.
    """

    kind: str
    name: str
    failure: type[SimcoreError]
    damaged: ReasonCode
    made: Callable[[Mapping[Path, Any]], _T]
    read_value: Callable[[Any], object]
    plain: Callable[[Any], object]

    @property
    def path(self) -> Path:
        """Its path."""
        return default_index_path().with_name(self.name)

    def read(self) -> _T:
        """Return what was kept; nothing without a file.

        Raises ``failure`` if it cannot be read: what is protected, or to be forgotten, is unknown
        then.
        """
        path = self.path
        try:
            with open_regular(path) as file:
                data = file.read(_LARGEST)
        except OSError as error:
            # a link may lead to somewhere that is not there now
            if isinstance(error, FileNotFoundError) and not path.is_symlink():
                return self.made({})
            raise self._failed(path, error, ReasonCode.CANNOT_BE_READ) from error
        try:
            kept = json.loads(data)
            found = {Path(one): self.read_value(value) for one, value in kept["folders"].items()}
            # what cannot be a path is refused
            known = kept[self.kind] == _VERSION and all(
                one.is_absolute() and "\0" not in str(one) for one in found
            )
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            known = False
        if not known:
            raise self.failure(self.damaged, str(path))
        return self.made(found)

    def change(self, before: _T, after: _T) -> _T:
        """Change what is kept as a program changed what it knew; return what is kept now.

        What another program has kept meanwhile stays. In place of a file that cannot be read
        ``after`` is kept. What was kept holds if it cannot be written.
        """
        path = self.path
        with contextlib.ExitStack() as alone:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                alone.enter_context(locked(path.with_name(f"{path.name}.lock")))
            except OSError as error:
                raise self._failed(path, error, ReasonCode.CANNOT_BE_WRITTEN) from error
            try:
                kept = self.read().changed(before, after)
            except self.failure:
                kept = after
            values = {str(folder): self.plain(one) for folder, one in sorted(kept.folders.items())}
            # bytes of a path that are not UTF-8 become lone surrogates (PEP 383)
            data = json.dumps({self.kind: _VERSION, "folders": values}, indent=1).encode("ascii")
            with replacing(path, self.failure) as file:
                file.write(data)
        return kept

    def _failed(self, path: Path, error: OSError, code: ReasonCode) -> SimcoreError:
        return self.failure(code, str(path), reason_of(error))


def _setting(value: Any) -> FolderSetting:
    for name, kinds in (("watched", {bool}), ("keep_days", {int, type(None)})):
        if name in value and type(value[name]) not in kinds:
            raise TypeError(value)
    return FolderSetting(**value)


ROLES: FolderFile[Roles] = FolderFile(
    "roles", "roles.json", RolesError, ReasonCode.ROLES_DAMAGED, Roles, Role, str
)
"""The roles: whoever removes documents, the window or a script, obeys them."""

SETTINGS: FolderFile[FolderSettings] = FolderFile(
    "settings",
    "folders.json",
    FolderSettingsError,
    ReasonCode.FOLDER_SETTINGS_DAMAGED,
    FolderSettings,
    _setting,
    asdict,
)
"""How long documents are kept, and which folders are watched."""

read_roles: Callable[[], Roles] = ROLES.read
"""Return the roles of folders, as the window keeps them. Raises ``RolesError``."""

change_roles: Callable[[Roles, Roles], Roles] = ROLES.change
"""Change the roles that are kept as those before became those after; return what is kept now."""

read_folder_settings: Callable[[], FolderSettings] = SETTINGS.read
"""Return for how many days documents are kept. Raises ``FolderSettingsError``."""

change_folder_settings: Callable[[FolderSettings, FolderSettings], FolderSettings] = SETTINGS.change
"""Change what is kept of folders as what was before became what is after; return what is kept."""
