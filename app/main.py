"""The words behind ``variorum``: a command, or the window.

Without a system library Qt fails with an ``ImportError`` or ``abort()``, so that is tested here
first, without Qt where possible. Nothing here may import Qt or the engine at module level.
"""

import argparse
import builtins
import gc
import importlib
import os
import re
import sys
import typing
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

if typing.TYPE_CHECKING:
    from simcore.files.moves import Trash
    from simcore.model.config import ScanConfig


_WRONG_USAGE = 2
_FAILED = 4  # as ``simcore.cli.output`` has them

COMMANDS = (
    *("scan", "pairs", "groups", "fingerprints", "problems", "similar", "watch", "explain"),
    *("text", "plan", "cluster", "prune", "history", "undo", "completion", "manpage"),
)
"""First words that belong to the command line. A folder of that name is given as ./scan."""


def run_words(words: Sequence[str]) -> int:
    """Run the program; return its exit code, see ``app.__main__``."""
    if getattr(sys, "frozen", False):
        import multiprocessing

        multiprocessing.freeze_support()
    arguments = list(words)
    if not arguments:
        return _open_window()  # making a parser takes as long as twenty modules
    try:
        if arguments[0] in COMMANDS:
            from simcore.cli.main import main as run_command

            return run_command(arguments, _trash, _settings_of_window)
        options = _parser().parse_args(arguments)
    except SystemExit as end:  # how argparse ends after --help and wrong usage
        return int(end.code or 0)
    except OSError as error:  # of a help or a version
        sys.stdout = None  # nobody tries again
        if isinstance(error, BrokenPipeError):
            return 0
        said = f"the standard output cannot be written: {error.strerror}"
        print(f"variorum: {said}", file=sys.stderr)
        return _FAILED
    index: Path | None = options.index
    if index is None and not options.demo and os.environ.get("VARIORUM_INDEX"):
        index = Path(os.environ["VARIORUM_INDEX"])
    obstacle = _obstacle(options.folders, index)
    if options.demo and options.folders:
        obstacle = "--demo takes no folders"
    if obstacle is not None:
        print(f"variorum: {obstacle}", file=sys.stderr)
        return _WRONG_USAGE
    return _open_window(options.folders, index, demo=options.demo, in_tray=options.in_tray)


def _obstacle(folders: Sequence[Path], index: Path | None) -> str | None:
    """Return why the window cannot open with these words; None if it can."""
    # os.path raises nothing where nobody may know
    wrong = next((one for one in folders if not os.path.isdir(one)), None)  # noqa: PTH112
    if wrong is not None and len(folders) == 1:
        from simcore.index.paths import results_above

        if results_above(wrong / "_") == wrong:  # what could be in it is below it
            wrong = None
    if wrong is None and index is None:
        return None
    import simcore.cli.main as command_line
    from simcore.model.reasons import ConfigError

    if wrong is not None:
        return command_line.no_folder(str(wrong), there=os.path.lexists(wrong))
    try:
        command_line.check_index(index)
    except ConfigError as error:
        return str(error)
    return None


def _settings_of_window() -> "ScanConfig":
    from PySide6.QtCore import QSettings

    from .settings.settings import load_settings, settings_path

    return load_settings(QSettings(str(settings_path()), QSettings.Format.IniFormat)).scan


def _trash() -> "Trash":
    from .session.calls import make_trash

    return make_trash()


def _named(text: str) -> Path:
    """Return a path; an empty name is not the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty; the current folder is .")
    if text.isascii():
        return Path(text)
    from simcore.files.names import as_on_disk

    return as_on_disk(Path(text))


def _parser() -> argparse.ArgumentParser:
    parser = _ProgramParser(
        prog="variorum",
        allow_abbrev=False,
        description="Find, verify and review near-duplicate text documents.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "folders",
        metavar="FOLDER",
        nargs="*",
        type=_named,
        help="open the window and scan these, or show saved results",
    )
    parser.add_argument(
        "--demo", action="store_true", help="open the window on bundled sample documents"
    )
    parser.add_argument(
        "--index",
        metavar="FILE",
        type=_named,
        help="the index to use; created when missing, :memory: leaves nothing behind (default: "
        "VARIORUM_INDEX, or the one in your data folder)",
    )
    parser.add_argument(
        "--in-tray",
        action="store_true",
        help="begin in the tray, without a window, if folders are watched; end if none is",
    )
    parser.add_argument("-V", "--version", action=_ProgramVersion)
    return parser


class _ProgramParser(argparse.ArgumentParser):
    def format_help(self) -> str:
        """Return the help, with the commands looked up only here."""
        import simcore.cli.main as command_line

        width = max(map(len, COMMANDS)) + 2
        lines = [f"  {name:<{width}}{command_line.COMMANDS[name][1]}" for name in COMMANDS]
        self.epilog = "\n".join((
            "commands, without a window (variorum COMMAND --help describes each):",
            *lines,
            "A folder named like a command is given as ./scan.",
            "",
            command_line.epilog(""),
        ))  # fmt: skip
        return super().format_help()

    def print_help(self, file: typing.Any = None) -> None:
        """Print the help. Raises ``OSError``, which Python's own parser ignores."""
        if file is None and sys.stdout is not None:
            sys.stdout.write(self.format_help())
            sys.stdout.flush()
        else:
            super().print_help(file)


class _ProgramVersion(argparse.Action):
    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="show the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from simcore.version import __version__

        print(f"variorum {__version__}", flush=True)
        parser.exit()


def _import_plainly() -> None:
    """Keep PySide from reading the source of each module imported from now on.

    It looks for ``from __feature__ import snake_case``, which takes a tenth of the start.
    """
    import PySide6.QtCore  # noqa: F401 - it has the look put in

    plain = getattr(builtins, "__orig_import__", None)
    if plain is not None:
        builtins.__import__ = plain


def _open_window(
    folders: Sequence[Path] = (),
    index: Path | None = None,
    *,
    demo: bool = False,
    in_tray: bool = False,
) -> int:

    obstacle = qt_obstacle(os.environ)
    if obstacle is not None:
        print(obstacle, end="", file=sys.stderr)
        return _FAILED
    gc.disable()  # imported objects are no garbage, and collecting takes a while
    try:
        _import_plainly()
        from .program import run
    finally:
        gc.enable()
    return run(folders, index, demo=demo, in_tray=in_tray)


# what Qt and its X11 and Wayland plugins link to (``ldd`` on them, Qt 6.12)
DEBIAN_PACKAGES = tuple(
    (
        "libegl1 libgl1 libglib2.0-0 libfontconfig1 libdbus-1-3 libx11-xcb1 libxkbcommon-x11-0 "
        "libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 "
        "libxcb-render-util0 libxcb-render0 libxcb-shape0 libxcb-shm0 libxcb-sync1 "
        "libxcb-xfixes0 libxcb-xkb1 libwayland-client0 libwayland-cursor0"
    ).split()
)

_MISSING = re.compile(r"(?P<name>lib[^\s:/]+\.so[.\d]*): cannot open shared object file")

_PLUGIN_FILES = {"xcb": "libqxcb.so", "wayland": "libqwayland.so"}


def qt_obstacle(environment: Mapping[str, str], platform: str = sys.platform) -> str | None:
    """Return why a window cannot open here, and what to do; None if it can.

    Imports Qt, so that a missing library shows up here only.
    """
    on_linux = platform.startswith("linux")
    if on_linux and not session_platforms(environment):
        return (
            "Variorum cannot open its window: there is no screen (neither DISPLAY nor "
            "WAYLAND_DISPLAY is set).\n"
            "The command line works without one, for example: variorum groups FOLDER\n"
        )
    try:
        plugins = _import_qt()
    except ImportError as error:
        library = missing_library(str(error))
        if library is None:
            return (
                f"Variorum cannot open its window: Qt could not be loaded ({error}).\n"
                "Reinstalling may help: python -m pip install --force-reinstall "
                "PySide6-Essentials\n"
            )
        return _library_message(library)
    if on_linux:
        return _platform_obstacle(session_platforms(environment), plugins)
    return None


def session_platforms(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the platform plugins that Qt will try on Linux, in its order.

    >>> session_platforms({"QT_QPA_PLATFORM": "offscreen:size=800x600"})
    ('offscreen',)
    >>> session_platforms({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"})
    ('wayland', 'xcb')
    >>> session_platforms({})
    ()
    """
    wish = environment.get("QT_QPA_PLATFORM", "")
    if wish:
        return tuple(name.partition(":")[0] for name in wish.split(";") if name)
    found = (("WAYLAND_DISPLAY", "wayland"), ("DISPLAY", "xcb"))
    return tuple(name for variable, name in found if environment.get(variable))


def missing_library(message: str) -> str | None:
    found = _MISSING.search(message)
    return found["name"] if found else None


def _import_qt() -> Path:
    """Import Qt's modules; return the folder of its plugins. Raises ``ImportError``."""
    for module in ("PySide6.QtCore", "PySide6.QtGui", "PySide6.QtWidgets"):
        importlib.import_module(module)
    from PySide6.QtCore import QLibraryInfo

    return Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))


def _platform_obstacle(platforms: tuple[str, ...], plugins: Path) -> str | None:
    """Try each platform as Qt will; None as soon as one of them would do."""
    messages = []
    for name in platforms:
        file = _PLUGIN_FILES.get(name.partition("-")[0])
        if file is None:
            return None  # offscreen, vnc and the like: asked for by name, and need no screen
        import ctypes

        try:
            ctypes.CDLL(str(plugins / "platforms" / file))
        except OSError as error:
            library = missing_library(str(error))
            if library is None:
                return None  # not a matter of libraries: Qt explains it better
            messages.append(_library_message(library))
            continue
        if _CONNECTS[name.partition("-")[0]]():
            return None
        messages.append(
            f"Variorum cannot open its window: the screen of this session ({name}) does not "
            "answer.\n"
            "Check DISPLAY, WAYLAND_DISPLAY and the rights to use that screen. The command line "
            "works without one, for example: variorum groups FOLDER\n"
        )
    return messages[-1] if messages else None


def _library_message(library: str) -> str:
    packages = " \\\n    ".join(
        " ".join(DEBIAN_PACKAGES[start : start + 5]) for start in range(0, len(DEBIAN_PACKAGES), 5)
    )
    return (
        f"Variorum cannot open its window: the system library {library} is missing.\n"
        "On Debian and Ubuntu this installs everything that Qt needs:\n"
        f"  sudo apt install {packages}\n"
        "The command line works without it, for example: variorum groups FOLDER\n"
    )


def _x11_connects() -> bool:
    import ctypes

    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not failed


def _wayland_connects() -> bool:
    import ctypes

    wayland = ctypes.CDLL("libwayland-client.so.0")
    wayland.wl_display_connect.restype = ctypes.c_void_p
    wayland.wl_display_connect.argtypes = [ctypes.c_char_p]
    wayland.wl_display_disconnect.argtypes = [ctypes.c_void_p]
    display = wayland.wl_display_connect(None)
    if display is None:
        return False
    wayland.wl_display_disconnect(display)
    return True


_CONNECTS: dict[str, Callable[[], bool]] = {"xcb": _x11_connects, "wayland": _wayland_connects}
