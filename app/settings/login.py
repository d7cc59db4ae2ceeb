"""Starting at login: an entry of the user's own where the desktop looks for such, and its end.

Linux: a file of the Desktop Application Autostart Specification. Windows: a value below the user's
``Run`` key. macOS: a launch agent. Elsewhere, and where this program cannot be named in such an
entry, it is not offered.
"""

import contextlib
import errno
import os
import stat
import sys
from enum import Enum, auto
from pathlib import Path

from PySide6.QtCore import QIODevice, QSaveFile, QSettings

from .own_command import Command, own_command

OPTION = "--in-tray"
"""Starts the program without its window, if folders are watched."""

_NAME = "variorum"
_LARGEST = 1 << 16
_LABEL = "org.variorum.Variorum"
_OURS = "X-Variorum-Autostart"
_RUN = r"HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion\Run"


class LoginEntry(Enum):
    """What stands where the desktop looks."""

    NONE = auto()
    OURS = auto()
    CHANGED = auto()  # by a person, or another program


def is_offered(platform: str = sys.platform) -> bool:
    """Return whether the program can be started at login here."""
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
    """Return whether the program is started at login, and whether by an entry of its own."""
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
    """Return the contents of a file, or the beginning of a long one. Raises ``OSError``."""
    # opening a pipe would wait for somebody who writes to it
    with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
        return file.read(_LARGEST)


def _judged(found: bytes) -> LoginEntry:
    """Return whether an entry that differs is ours of another version or place of the program."""
    lines = found.splitlines()
    said = next((one for one in lines if one.startswith(f"{_OURS}=".encode())), None)
    if said is None:
        return LoginEntry.CHANGED
    rest = b"\n".join(one for one in lines if one != said)
    return LoginEntry.OURS if said.partition(b"=")[2] == _mark(rest) else LoginEntry.CHANGED


def start_at_login(*, on: bool, platform: str = sys.platform) -> None:
    """Make the entry, or take it away; one that a person has changed is left as it is.

    Raises ``OSError``.
    """
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
    """Return the file that the desktop looks at."""
    if platform == "darwin":
        return Path.home() / "Library" / "LaunchAgents" / f"{_LABEL}.plist"
    # a relative one is to be ignored (XDG Base Directory Specification)
    config = Path(os.environ.get("XDG_CONFIG_HOME") or "")
    base = config if config.is_absolute() else Path.home() / ".config"
    return base / "autostart" / f"{_NAME}.desktop"


def entry_text(command: Command, platform: str = sys.platform) -> bytes:
    """Return the contents of the entry."""
    words = (*command.words, OPTION)
    if platform == "darwin":
        agent: dict[str, object] = {
            "Label": _LABEL,
            "ProgramArguments": list(words),
            "RunAtLoad": True,
        }
        if command.folder is not None:
            agent["WorkingDirectory"] = str(command.folder)
        import plistlib  # noqa: PLC0415 - macOS only

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
    """Return what tells a text that was changed from one that was not."""
    import zlib  # noqa: PLC0415 - a login entry is looked at in the settings alone

    return b"%08x" % zlib.crc32(text.strip())


def quoted(word: str) -> str:
    r"""Return a word of a command as ``Exec`` has it (Desktop Entry Specification, section 7).

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
