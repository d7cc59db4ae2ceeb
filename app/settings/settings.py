"""What the window remembers from one start to the next: a dataclass kept in a QSettings file.

Names, types and defaults come from the fields; each value is stored as JSON text, which keeps
Chinese, commas and undecodable bytes of file names whole in every format of QSettings.
"""

import base64
import json
import logging
import types
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, Union, get_args, get_origin, get_type_hints

import platformdirs
from PySide6.QtCore import QSettings

from app.language.languages import Language
from app.settings.appearance import Appearance
from app.settings.values import FolderRole, FolderSet, Preset, RuleSet
from simcore import ConfigError, Grouping, KeepBy, Kind, Role, ScanConfig

_log = logging.getLogger(__name__)

_SCAN = ScanConfig()


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that is remembered; the defaults are those of a first start.

    The fields up to ``seconds_a_file`` but ``folders`` are those of ``ScanConfig``. ``geometry``
    to ``columns`` are Qt's own opaque byte strings, empty until a window was closed once.
    ``pair_picture`` tells whether the picture of the pairs is shown, ``relative`` that figures are
    shown as differences to the kept document, ``go_on`` that the next document is chosen after each
    decision. ``recent`` are the sets of folders scanned
    lately, ``compare_command`` is as ``app``'s ``external_compare`` takes it, empty for the first
    program found. ``roles`` are those of folders, whether they are in ``folders`` or not.
    """

    folders: tuple[Path, ...] = ()
    distance: int = _SCAN.distance
    similarity: float = _SCAN.similarity
    containment: float = _SCAN.containment
    contained: bool = _SCAN.contained
    grouping: Grouping = _SCAN.grouping
    include: tuple[str, ...] = _SCAN.include
    exclude: tuple[str, ...] = _SCAN.exclude
    largest_file: int = _SCAN.largest_file
    follow_links: bool = _SCAN.follow_links
    dictionary: Path | None = _SCAN.dictionary
    recipe: str = _SCAN.recipe
    jobs: int | None = _SCAN.jobs
    seconds_a_file: float | None = _SCAN.seconds_a_file
    language: Language = Language.SYSTEM
    appearance: Appearance = Appearance.SYSTEM
    geometry: bytes = b""
    window_state: bytes = b""
    side_splitter: bytes = b""
    result_splitter: bytes = b""
    columns: bytes = b""
    pair_picture: bool = True
    relative: bool = False
    go_on: bool = False
    recent: tuple[FolderSet, ...] = ()
    presets: tuple[Preset, ...] = ()
    rule_sets: tuple[RuleSet, ...] = ()
    compare_command: str = ""
    roles: tuple[FolderRole, ...] = ()

    def config(self) -> ScanConfig:
        """Return the parameters of a scan. Raises ``ConfigError``."""
        return ScanConfig(**{name: getattr(self, name) for name in _SCAN_FIELDS})

    def with_config(self, config: ScanConfig) -> "Settings":
        """Return these settings with the parameters of ``config``."""
        return replace(self, **{name: getattr(config, name) for name in _SCAN_FIELDS})


_SCAN_FIELDS = tuple(
    field.name
    for field in fields(Settings)
    if field.name in {parameter.name for parameter in fields(ScanConfig)}
)


def settings_path() -> Path:
    """Return the file that the settings are kept in, in the user's configuration folder."""
    return platformdirs.user_config_path("variorum", appauthor=False) / "settings.ini"


def load_settings(store: QSettings) -> Settings:
    """Read the settings; what is missing, damaged or out of its range becomes its default."""
    hints = get_type_hints(Settings)
    values: dict[str, Any] = {}
    for field in fields(Settings):
        text = store.value(field.name)
        if text is None:
            continue
        try:
            value = _decoded(json.loads(str(text)), hints[field.name])
            if field.name in _SCAN_FIELDS:
                only: dict[str, Any] = {field.name: value}
                ScanConfig(**only)
        except (ValueError, ConfigError) as error:
            _log.warning("the setting %r was reset: %s", field.name, error)
            continue
        values[field.name] = value
    return Settings(**values)


def save_settings(store: QSettings, settings: Settings) -> bool:
    """Write the settings to disk; False when they could not be written."""
    for field in fields(Settings):
        store.setValue(field.name, json.dumps(_encoded(getattr(settings, field.name))))
    store.sync()
    return store.status() is QSettings.Status.NoError


def _encoded(value: object) -> object:
    """Turn a field's value into what JSON has."""
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
    convert, source = _CONVERSIONS.get(hint, (None, None))
    if convert is None or type(value) is not source:
        raise ValueError(f"{value!r} is no {getattr(hint, '__name__', hint)}")
    return convert(value)


_CONVERSIONS: Mapping[Any, tuple[Any, type]] = {
    Path: (Path, str),
    bytes: (lambda text: base64.b64decode(text, validate=True), str),
    Grouping: (Grouping, str),
    KeepBy: (KeepBy, str),
    Kind: (Kind, str),
    Language: (Language, str),
    Appearance: (Appearance, str),
    Role: (Role, str),
    str: (str, str),
    int: (int, int),
    float: (float, float),
    bool: (bool, bool),
}
