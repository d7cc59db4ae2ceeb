"""The reasons why Qt cannot start on this machine, in words, before Qt aborts the process.

Qt's own answer to a missing system library is an ``ImportError`` with a traceback, or, for the
library of a platform plugin, ``abort()``. So everything that can go wrong is tried here first,
without Qt where possible. Nothing in this module may import Qt at module level.
"""

import importlib
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

DEBIAN_PACKAGES: tuple[str, ...] = (
    "libegl1",
    "libgl1",
    "libglib2.0-0",
    "libfontconfig1",
    "libdbus-1-3",
    "libx11-xcb1",
    "libxkbcommon-x11-0",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-image0",
    "libxcb-keysyms1",
    "libxcb-randr0",
    "libxcb-render-util0",
    "libxcb-render0",
    "libxcb-shape0",
    "libxcb-shm0",
    "libxcb-sync1",
    "libxcb-xfixes0",
    "libxcb-xkb1",
    "libwayland-client0",
    "libwayland-cursor0",
)
"""The libraries that Qt and its X11 and Wayland plugins link to (``ldd`` on them, Qt 6.12)."""

_MISSING = re.compile(r"(?P<name>lib[^\s:/]+\.so[.\d]*): cannot open shared object file")

_PLUGIN_FILES = {"xcb": "libqxcb.so", "wayland": "libqwayland.so"}


def qt_obstacle(environment: Mapping[str, str], platform: str = sys.platform) -> str | None:
    """Return why a window cannot be opened here, and what to do; None if it can.

    Imports Qt on the way, so that a missing library shows up here and nowhere else.
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
    """Find the shared library that the dynamic loader could not open.

    >>> missing_library("libEGL.so.1: cannot open shared object file: No such file or directory")
    'libEGL.so.1'
    >>> missing_library("No module named 'PySide6'") is None
    True
    """
    found = _MISSING.search(message)
    return found["name"] if found else None


def _import_qt() -> Path:
    """Import the modules that the window needs; return the folder of Qt's plugins.

    Raises ``ImportError``.
    """
    for module in ("PySide6.QtCore", "PySide6.QtGui", "PySide6.QtWidgets"):
        importlib.import_module(module)
    from PySide6.QtCore import QLibraryInfo  # noqa: PLC0415 - see the module's docstring

    return Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))


def _platform_obstacle(platforms: tuple[str, ...], plugins: Path) -> str | None:
    """Try each platform as Qt will; None as soon as one of them would do."""
    messages = []
    for name in platforms:
        file = _PLUGIN_FILES.get(name.partition("-")[0])
        if file is None:
            return None  # offscreen, vnc and the like: asked for by name, and need no screen
        import ctypes  # noqa: PLC0415 - only where there is a screen

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
    """Return whether the X server that DISPLAY names accepts connections."""
    import ctypes  # noqa: PLC0415 - only where there is a screen

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
    """Return whether the compositor that WAYLAND_DISPLAY names accepts connections."""
    import ctypes  # noqa: PLC0415 - only where there is a screen

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
