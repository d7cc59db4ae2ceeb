"""The settings stored between starts: a dataclass in a QSettings file.

Names, types and defaults come from the fields. Values are stored as JSON, which keeps Chinese,
commas and undecodable bytes of file names intact in every QSettings format.

Starting at login uses an XDG autostart file on Linux, a value below the user's ``Run`` key on
Windows, and a launch agent on macOS. It is not offered elsewhere.
"""

import contextlib
import errno
import json
import logging
import os
import re
import shlex
import shutil
import stat
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum, StrEnum, auto
from pathlib import Path
from typing import Any, get_type_hints

import platformdirs
from PySide6.QtCore import (
    QCoreApplication,
    QIODevice,
    QObject,
    QSaveFile,
    QSettings,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QInputDialog,
    QProxyStyle,
    QPushButton,
    QStyle,
    QWidget,
)

from simcore.files.roles import Role
from simcore.model.config import ScanConfig, config_to_json, decoded, encoded
from simcore.model.reasons import ConfigError, reason_of
from simcore.model.records import Kind
from simcore.removal.keep_rules import KeepRule

from ..i18n import Language
from ..style import colours_of, colours_of_roles, scaled
from ..widgets.basic import filled
from ..wording import in_own_words, printable

FolderSet = tuple[Path, ...]  # scanned together


class Closing(StrEnum):
    ASK = "ask"
    STAY = "stay"  # in the tray
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class SeenArrival:
    """An arrival that the user has seen, by its time in seconds since 1970."""

    time: float
    path: Path


@dataclass(frozen=True, slots=True)
class FolderRole:
    folder: Path
    role: Role


@dataclass(frozen=True, slots=True)
class Preset:
    name: str
    config: ScanConfig


@dataclass(frozen=True, slots=True)
class MarkingRules:
    rules: tuple[KeepRule, ...] = ()
    kinds: tuple[Kind, ...] = (Kind.IDENTICAL, Kind.SAME_TEXT)


@dataclass(frozen=True, slots=True)
class RuleSet:
    name: str
    config: MarkingRules


class Appearance(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


_SCHEMES = {
    Appearance.LIGHT: Qt.ColorScheme.Light,
    Appearance.DARK: Qt.ColorScheme.Dark,
}


def is_dark(palette: QPalette) -> bool:
    return palette.color(QPalette.ColorRole.Base).lightness() < (
        palette.color(QPalette.ColorRole.Text).lightness()
    )


def current_application() -> QApplication:
    application = QApplication.instance()
    assert isinstance(application, QApplication)  # noqa: S101 - see above
    return application


def apply_appearance(application: QApplication, choice: Appearance) -> None:
    """Apply an appearance to all windows, present and future.

    Qt asks the platform. On desktops without a theme, Fusion's greys are replaced by our palette.
    """
    hints = application.styleHints()
    application.setPalette(QPalette())
    if choice is Appearance.SYSTEM:
        hints.unsetColorScheme()
        wanted = is_dark(application.palette())
    else:
        hints.setColorScheme(_SCHEMES[choice])
        wanted = choice is Appearance.DARK
    if is_dark(application.palette()) is not wanted or _is_fusions(application):
        application.setPalette(_dark_palette() if wanted else _light_palette())
    if _style_of(application).name().casefold() == "fusion":
        _give_edges(application)


def _give_edges(application: QApplication) -> None:
    """Make the edges of fields visible: Fusion draws them in a shade of the window.

    On a dark ground that shade is almost the ground's. Nothing else uses the role.
    """
    palette = application.palette()
    edge = colours_of(palette).edge
    # Fusion takes QColor.darker(140) of what it is told, and QColor.lighter(110) of that for a box
    for shade, kinds in (
        (140, ("QLineEdit", "QAbstractSpinBox", "QComboBox")),
        (127, ("QCheckBox",)),
    ):
        palette.setColor(QPalette.ColorRole.Window, edge.lighter(shade))
        for kind in kinds:
            application.setPalette(palette, kind)  # type: ignore[arg-type]  # it takes no bytes


def _style_of(application: QApplication) -> QStyle:
    style = application.style()
    return style.baseStyle() if isinstance(style, QProxyStyle) else style


def _is_fusions(application: QApplication) -> bool:
    style, palette = _style_of(application), application.palette()
    if style.name().casefold() != "fusion":
        return False
    own, role = style.standardPalette(), QPalette.ColorRole
    return all(
        palette.color(one) == own.color(one)
        for one in (role.Window, role.Base, role.Text, role.Highlight)
    )


def _dark_palette() -> QPalette:
    return _palette("#25282c", "#1b1e21", "#dfe3e8", "#6cb1f5", "#0b1d30", "#868f99")


def _light_palette() -> QPalette:
    return _palette("#f2f3f5", "#ffffff", "#1c2126", "#1b66b8", "#ffffff", "#767f89")


def _palette(
    window: str, base: str, text: str, accent: str, on_accent: str, disabled: str
) -> QPalette:
    palette = QPalette(QColor(window), QColor(window))
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    colour = colours_of_roles(window, base, text, accent)
    for one, wanted in (
        (role.Base, colour.base),
        (role.AlternateBase, colour.alternate),
        (role.ToolTipBase, colour.base),
        (role.Highlight, colour.accent),
        (role.Accent, colour.accent),
        (role.Link, colour.accent),
        (role.LinkVisited, colour.moved.ink),
        (role.HighlightedText, QColor(on_accent)),
        (role.PlaceholderText, colour.muted),
    ):
        palette.setColor(one, wanted)
    for one in (role.Text, role.WindowText, role.ButtonText, role.ToolTipText, role.BrightText):
        palette.setColor(one, QColor(text))
        palette.setColor(group.Disabled, one, QColor(disabled))
    palette.setColor(group.Disabled, role.Highlight, colour.inactive)
    palette.setColor(group.Disabled, role.Accent, colour.inactive)
    return palette


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Settings:
    """All stored settings; the defaults are those of a first start.

    ``geometry`` to ``columns`` are Qt's byte strings, empty until a window was closed. ``toggles``
    are the states of checkable actions, by object name. ``recent`` are the folders scanned last,
    ``saved_results`` the result files used last. ``compare_command`` is empty for the first program
    found. ``text_zoom`` is in points, ``stage_seconds`` in seconds per file. ``removing`` describes
    a removal whose result was not shown yet: the number of documents, and the newest batch before
    it. ``arrivals_seen`` is a time in seconds since 1970 up to which all arrivals were seen;
    ``arrivals_seen_since`` are later ones.
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

    ``not_written`` follows the first time that storing fails.
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
        self.now = settings
        self.changed.emit()
        written = save_settings(self._file, settings)
        if not written and not self._told:
            self._told = True
            self.not_written.emit()
        return written


def settings_path() -> Path:
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
                found: Any = decoded(value, of_scan[name])
                ScanConfig(**{name: found})  # checks it
                scan[name] = found
            elif name in own:
                values[name] = decoded(value, own[name])
            elif isinstance(value, bool):
                toggles[name] = value
        except (ValueError, ConfigError) as error:
            _log.warning("the setting %r was reset: %s", name, error)
    settings = Settings(**values, scan=ScanConfig(**scan).of_today, toggles=toggles)
    presets = tuple(replace(one, config=one.config.of_today) for one in settings.presets)
    return replace(settings, presets=presets)


def save_settings(file: QSettings, settings: Settings) -> bool:
    values = {one.name: getattr(settings, one.name) for one in fields(Settings)}
    scan, toggles = values.pop("scan"), values.pop("toggles")
    kept = {name: encoded(value) for name, value in values.items()}
    for name, value in (kept | config_to_json(scan) | toggles).items():
        file.setValue(name, json.dumps(value))
    file.sync()
    return file.status() is QSettings.Status.NoError


Named = Preset | RuleSet


class PresetRow(QWidget):
    """A list of presets to choose, save and delete; *Save as* asks for a name.

    ``chosen`` carries the values of a preset, ``changed`` all presets after one was saved or
    deleted, ``refused`` a sentence. ``make`` makes a preset from a name and the values of
    ``current``.
    """

    chosen = Signal(object)
    changed = Signal(object)
    refused = Signal(object)  # Reason | str

    def __init__(
        self,
        presets: Sequence[Named],
        current: Callable[[], Any],
        parent: QWidget | None = None,
        *,
        make: Callable[[str, Any], Named] = Preset,
    ) -> None:
        super().__init__(parent)
        self._make = make
        self._presets = {one.name: one for one in presets}
        self._current = current
        self.names = QComboBox(self)
        self.names.setAccessibleName(self.tr("Presets"))
        self.names.setToolTip(self.tr("Choose one to get its values back"))
        self.names.setMinimumWidth(scaled(140, self.font()))
        self.save_button = QPushButton(self.tr("&Save as…"), self)
        self.save_button.setToolTip(self.tr("Save the values of now under a name"))
        self.save_button.setAutoDefault(False)
        self.delete_button = QPushButton(self.tr("&Delete"), self)
        self.delete_button.setAutoDefault(False)
        filled(QHBoxLayout(self), (self.names, 1), self.save_button, self.delete_button)
        self.show_name("")
        self.names.activated.connect(self._choose)
        self.names.currentIndexChanged.connect(self._update)
        self.save_button.clicked.connect(self._ask_for_name)
        self.delete_button.clicked.connect(self._delete)

    def presets(self) -> tuple[Named, ...]:
        return tuple(self._presets[name] for name in sorted(self._presets, key=str.casefold))

    def _name(self) -> str:
        return self.names.currentText()

    def show_name(self, name: str) -> None:
        self.names.clear()
        self.names.addItems([one.name for one in self.presets()])
        self.names.setCurrentIndex(self.names.findText(name) if name else -1)
        self.names.setPlaceholderText(
            self.tr("none chosen") if self._presets else self.tr("none saved")
        )
        self.names.setEnabled(bool(self._presets))
        self._update()

    @Slot()
    def _update(self) -> None:
        known = self._name() in self._presets
        self.delete_button.setEnabled(known)
        self.delete_button.setToolTip(
            self.tr("Delete what is saved under this name")
            if known
            else self.tr("Choose a name first")
        )

    @Slot()
    def _choose(self) -> None:
        preset = self._presets.get(self._name())
        if preset is not None:
            self.chosen.emit(preset.config)

    @Slot()
    def _ask_for_name(self) -> None:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Save as"))
        dialog.setLabelText(self.tr("Name; what is saved under it already is replaced"))
        dialog.setTextValue(self._name())
        dialog.textValueSelected.connect(self.save_as)
        dialog.open()

    @Slot(str)
    def save_as(self, text: str) -> None:
        name = text.strip()
        if not name:
            return
        try:
            self._presets[name] = self._make(name, self._current())
        except ConfigError as error:
            self.refused.emit(error.reason)
            return
        self.show_name(name)
        self.changed.emit(self.presets())

    @Slot()
    def _delete(self) -> None:
        if self._presets.pop(self._name(), None) is not None:
            self.show_name("")
            self.changed.emit(self.presets())


translate = QCoreApplication.translate  # the name lupdate looks for

_KNOWN = (
    ("meld", "meld {left} {right}"),
    ("kdiff3", "kdiff3 {left} {right}"),
    ("bcompare", "bcompare {left} {right}"),
    ("BCompare", "BCompare {left} {right}"),
    ("WinMergeU", "WinMergeU {left} {right}"),
    ("code", "code --diff {left} {right}"),
)
_PLACES = re.compile(r"\{(left|right)\}")


class CompareCommandError(Exception):
    """The compare program cannot be started; ``str()`` is a sentence for the user."""


class NoCompareProgramError(CompareCommandError):
    """No program is set, and no known one is installed."""


def found_commands() -> list[str]:
    return [command for program, command in _KNOWN if shutil.which(program)]


def compare_arguments(template: str, left: Path, right: Path) -> list[str]:
    """Return a program and its arguments for two files.

    ``template`` is split like a shell command, without a shell. ``{left}`` and ``{right}`` become
    absolute paths, so no name can be an option. Raises ``CompareCommandError``.
    """
    try:
        words = shlex.split(template, posix=os.name != "nt")
    except ValueError as error:
        text = translate("compare", "The command {0} cannot be read: {1}")
        raise CompareCommandError(text.format(printable(template), error)) from error
    if os.name == "nt":  # there a backslash is no escape, and quotes stay
        words = [word.strip('"') for word in words]
    if {place for word in words[1:] for place in _PLACES.findall(word)} != {"left", "right"}:
        text = translate(
            "compare",
            "The command to compare with must name a program and hold {{left}} and {{right}}, such "
            "as meld {{left}} {{right}}; it is {0}",
        )
        raise CompareCommandError(text.format(printable(template)))
    paths = {"left": os.path.abspath(left), "right": os.path.abspath(right)}  # noqa: PTH100
    return [words[0], *(_PLACES.sub(lambda found: paths[found[1]], word) for word in words[1:])]


def start_comparing(template: str, left: Path, right: Path) -> None:
    """Start the compare program, or the first installed one if ``template`` is empty.

    Raises ``CompareCommandError`` if a file is gone or the program cannot be started.
    """
    command = template.strip() or next(iter(found_commands()), "")
    if not command:
        raise NoCompareProgramError(
            translate(
                "compare", "No program to compare files with was found. Name one, such as meld"
            )
        )
    arguments = compare_arguments(command, left, right)
    for path in (left, right):
        if not path.exists():
            text = translate("compare", "{0} is no longer there")
            raise CompareCommandError(text.format(printable(str(path))))
    import subprocess

    try:
        process = subprocess.Popen(  # noqa: S603 - no shell; the person's own command
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        reason = in_own_words(reason_of(error))
        text = translate("compare", "{0} cannot be started: {1}")
        raise CompareCommandError(text.format(printable(arguments[0]), reason)) from error
    # the parent must wait for the process, or it stays a zombie
    threading.Thread(target=process.wait, daemon=True, name="compare").start()


@dataclass(frozen=True, slots=True)
class Command:
    words: tuple[str, ...]
    folder: Path | None = None


def own_command() -> Command:
    """Return the command that starts this program: the bundle, or the package by its Python.

    Installed, the package is ``variorum``; another package may be called ``app``.
    """
    if getattr(sys, "frozen", False):
        return Command((sys.executable,))
    package = __name__.partition(".")[0]
    return Command((sys.executable, "-m", package), Path(__file__).resolve().parents[2])


OPTION = "--in-tray"  # starts without the window if folders are watched
_NAME = "variorum"
_LARGEST = 1 << 16
_LABEL = "org.variorum.Variorum"
_OURS = "X-Variorum-Autostart"
_RUN = r"HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion\Run"


class LoginEntry(Enum):
    NONE = auto()
    OURS = auto()
    CHANGED = auto()  # by a person, or another program


def is_offered(platform: str = sys.platform) -> bool:
    command = own_command()
    if platform == "win32":
        # the key has no place for the folder that the program is started in
        return command.folder is None
    try:
        "\0".join((*command.words, str(command.folder))).encode()
    except UnicodeEncodeError:
        return False  # desktops refuse an entry that is not UTF-8
    return platform == "darwin" or platform.startswith("linux")


def login_entry(platform: str = sys.platform) -> LoginEntry:
    """Return whether the program starts at login, and whether by an entry of its own."""
    if platform == "win32":
        value = _run_key().value(_NAME)
        if value is None:
            return LoginEntry.NONE
        return LoginEntry.OURS if value == _run_value(own_command()) else LoginEntry.CHANGED
    path = entry_path(platform)
    try:
        found = _read(path)
    except FileNotFoundError:
        return LoginEntry.CHANGED if path.is_symlink() else LoginEntry.NONE
    except OSError:
        return LoginEntry.CHANGED
    return LoginEntry.OURS if found == entry_text(own_command(), platform) else _judged(found)


def _read(path: Path) -> bytes:
    """Return the contents of an entry, cut if long. Raises ``OSError``."""
    # opening a pipe would wait for somebody who writes to it
    with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
        return file.read(_LARGEST)


def _judged(found: bytes) -> LoginEntry:
    """Return whether a differing entry was written by this program, perhaps elsewhere."""
    lines = found.splitlines()
    said = next((one for one in lines if one.startswith(f"{_OURS}=".encode())), None)
    if said is None:
        return LoginEntry.CHANGED
    rest = b"\n".join(one for one in lines if one != said)
    return LoginEntry.OURS if said.partition(b"=")[2] == _mark(rest) else LoginEntry.CHANGED


def start_at_login(*, on: bool, platform: str = sys.platform) -> None:
    """Make or delete the entry; one that a person changed is left alone. Raises ``OSError``."""
    if login_entry(platform) is LoginEntry.CHANGED:
        return
    if platform == "win32":
        key = _run_key()
        if on:
            key.setValue(_NAME, _run_value(own_command()))
        else:
            key.remove(_NAME)
        key.sync()
        if key.status() is not QSettings.Status.NoError:
            raise OSError(_RUN)
        return
    path = entry_path(platform)
    if on:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = QSaveFile(str(path))  # on a full disk the file before stays whole
        opened = file.open(QIODevice.OpenModeFlag.WriteOnly)
        if not opened or file.write(entry_text(own_command(), platform)) < 0 or not file.commit():
            raise OSError(file.errorString())
    else:
        with contextlib.suppress(FileNotFoundError):
            path.unlink()


def entry_path(platform: str = sys.platform) -> Path:
    if platform == "darwin":
        return Path.home() / "Library" / "LaunchAgents" / f"{_LABEL}.plist"
    # a relative one is to be ignored (XDG Base Directory Specification)
    config = Path(os.environ.get("XDG_CONFIG_HOME") or "")
    base = config if config.is_absolute() else Path.home() / ".config"
    return base / "autostart" / f"{_NAME}.desktop"


def entry_text(command: Command, platform: str = sys.platform) -> bytes:
    words = (*command.words, OPTION)
    if platform == "darwin":
        agent: dict[str, object] = {
            "Label": _LABEL,
            "ProgramArguments": list(words),
            "RunAtLoad": True,
        }
        if command.folder is not None:
            agent["WorkingDirectory"] = str(command.folder)
        import plistlib

        return plistlib.dumps(agent)
    lines = [
        "[Desktop Entry]",
        "Type=Application",
        "Name=Variorum",
        "Icon=org.variorum.Variorum",
        f"Exec={' '.join(map(quoted, words))}",
    ]
    if command.folder is not None:
        lines.append(f"Path={_escaped(str(command.folder))}")
    lines.append("X-GNOME-Autostart-enabled=true")
    text = os.fsencode("\n".join(lines))
    return b"%s\n%s=%s\n" % (text, _OURS.encode(), _mark(text))


def _mark(text: bytes) -> bytes:
    import zlib

    return b"%08x" % zlib.crc32(text.strip())


def quoted(word: str) -> str:
    """Quote a word for ``Exec`` (Desktop Entry Specification, section 7).

    >>> print(quoted("/opt/a b/100%"), quoted("--in-tray"))
    "/opt/a b/100%%" --in-tray
    """
    plain = word.replace("%", "%%")
    if plain and not set(plain) & set(" \t\n\"'\\><~|&;$*?#()`"):
        return plain
    inner = "".join(f"\\{sign}" if sign in '"`$\\' else sign for sign in plain)
    # the value of a key is a string, whose backslashes are escaped once more
    return f'"{_escaped(inner)}"'


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def _run_key() -> QSettings:
    return QSettings(_RUN, QSettings.Format.NativeFormat)


def _run_value(command: Command) -> str:
    return " ".join(f'"{word}"' for word in (*command.words, OPTION))
