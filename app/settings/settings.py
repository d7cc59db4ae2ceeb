"""The settings stored from one start to the next: a dataclass in a QSettings file.

Names, types and defaults come from the fields; each value is stored as JSON text, which keeps
Chinese, commas and undecodable bytes of file names whole in every format of QSettings. The
parameters of a scan and the toggles stand in the file beside the other fields, by their own names.
"""

import base64
import json
import logging
import types
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import platformdirs
from PySide6.QtCore import QObject, QSettings, Signal

from simcore import ConfigError, ScanConfig

from ..language.languages import Language
from .appearance import Appearance
from .values import Closing, FolderRole, FolderSet, Preset, RuleSet, SeenArrival

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Settings:
    """All stored settings; the defaults are those of a first start.

    ``geometry`` to ``columns`` are Qt's own opaque byte strings, empty until a window was closed
    once. ``toggles`` are the states of the window's actions that can be checked and have an object
    name, by that name: to remember another, name it. ``recent`` are the sets of folders scanned
    lately, ``saved_results`` the files of results saved or opened lately. ``compare_command`` is as
    ``app``'s ``external_compare`` takes it, empty for the first program found. ``roles`` are those
    of folders, whether they are in ``folders`` or not. ``text_zoom`` is by how many points the
    texts are larger than the system's. ``stage_seconds`` is how long each stage of a scan takes for
    a file. ``removing`` is of a removal whose result nobody was told yet: how many documents it is
    of, and the newest batch of the journal before it. ``closing`` is what closing the window means
    while folders are watched, ``arrivals_seen`` the time, in seconds since 1970, up to which a
    person has seen all that came, ``arrivals_seen_since`` what they have seen of what came later.
    """

    scan: ScanConfig = field(default_factory=ScanConfig)
    folders: tuple[Path, ...] = ()
    language: Language = Language.SYSTEM
    appearance: Appearance = Appearance.SYSTEM
    geometry: bytes = b""
    window_state: bytes = b""
    side_splitter: bytes = b""
    result_splitter: bytes = b""
    wide_splitter: bytes = b""
    saved_results: tuple[Path, ...] = ()
    columns: bytes = b""
    recent: tuple[FolderSet, ...] = ()
    presets: tuple[Preset, ...] = ()
    rule_sets: tuple[RuleSet, ...] = ()
    compare_command: str = ""
    roles: tuple[FolderRole, ...] = ()
    toggles: Mapping[str, bool] = field(default_factory=dict)
    text_zoom: int = 0
    stage_seconds: tuple[float, ...] = ()
    removing: tuple[int, ...] = ()
    closing: Closing = Closing.ASK
    arrivals_seen: float = 0.0
    arrivals_seen_since: tuple[SeenArrival, ...] = ()


class SettingsStore(QObject):
    """Owns the current settings, and stores each change in a file at once.

    ``changed`` tells that ``now`` is another, ``not_written`` the first time that it could not be
    stored.
    """

    changed = Signal()
    not_written = Signal()

    def __init__(self, file: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = file.fileName()
        self._file = file
        self._told = False
        self.now = load_settings(file)

    def keep(self, settings: Settings) -> bool:
        """Replace the settings; False if they could not be written."""
        self.now = settings
        self.changed.emit()
        written = save_settings(self._file, settings)
        if not written and not self._told:
            self._told = True
            self.not_written.emit()
        return written


def settings_path() -> Path:
    """Return the file that the settings are kept in, in the user's configuration folder."""
    return platformdirs.user_config_path("variorum", appauthor=False) / "settings.ini"


def load_settings(file: QSettings) -> Settings:
    """Read the settings; missing, damaged or invalid fields get their defaults."""
    own, of_scan = get_type_hints(Settings), get_type_hints(ScanConfig)
    del own["scan"], own["toggles"]
    values: dict[str, Any] = {}
    scan: dict[str, Any] = {}
    toggles: dict[str, bool] = {}
    for name in file.allKeys():
        try:
            value = json.loads(str(file.value(name)))
            if name in of_scan:
                scan[name] = _checked(name, _decoded(value, of_scan[name]))
            elif name in own:
                values[name] = _decoded(value, own[name])
            elif isinstance(value, bool):
                toggles[name] = value
        except (ValueError, ConfigError) as error:
            _log.warning("the setting %r was reset: %s", name, error)
    found = Settings(**values, scan=ScanConfig(**scan).of_today, toggles=toggles)
    presets = tuple(replace(one, config=one.config.of_today) for one in found.presets)
    return replace(found, presets=presets)


def _checked(name: str, value: Any) -> object:
    """Return a parameter of a scan that may have this value. Raises ``ConfigError``."""
    ScanConfig(**{name: value})
    return value


def save_settings(file: QSettings, settings: Settings) -> bool:
    """Write the settings to disk; False when they could not be written."""
    values = {one.name: getattr(settings, one.name) for one in fields(Settings)}
    scan, toggles = values.pop("scan"), values.pop("toggles")
    values |= {one.name: getattr(scan, one.name) for one in fields(ScanConfig)} | toggles
    for name, value in values.items():
        file.setValue(name, json.dumps(_encoded(value)))
    file.sync()
    return file.status() is QSettings.Status.NoError


def _encoded(value: object) -> object:
    match value:
        case tuple():
            return [_encoded(item) for item in value]
        case Path():
            return str(value)
        case bytes():
            return base64.b64encode(value).decode("ascii")
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: _encoded(getattr(value, one.name)) for one in fields(value)}
    return value


def _decoded(value: object, hint: Any) -> object:
    """Turn JSON's value back into one of the type ``hint``. Raises ``ValueError``."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in {types.UnionType, Union}:
        return None if value is None else _decoded(value, arguments[0])
    if origin is tuple and isinstance(value, list):
        return tuple(_decoded(item, arguments[0]) for item in value)
    if hint is float and type(value) is int:
        return float(value)
    if is_dataclass(hint) and isinstance(value, dict):
        hints = get_type_hints(hint)
        record: Any = hint
        try:
            made: object = record(
                **{name: _decoded(item, hints[name]) for name, item in value.items()}
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"{value!r} is no {hint}") from error
        return made
    if isinstance(hint, type) and issubclass(hint, StrEnum) and type(value) is str:
        return hint(value)
    if hint is Path and type(value) is str:
        return Path(value)
    if hint is bytes and type(value) is str:
        return base64.b64decode(value, validate=True)
    if hint in {str, int, float, bool} and type(value) is hint:
        return value
    raise ValueError(f"{value!r} is no {getattr(hint, '__name__', hint)}")
