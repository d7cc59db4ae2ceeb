"""The program's icons: the desktop theme's own where it has one, else those drawn for it."""

from PySide6.QtGui import QIcon

from app.language.resources import resource

_THEME_NAMES = {
    "add-folder": "folder-new",
    "scan": "system-search",
    "pause": "media-playback-pause",
    "resume": "media-playback-start",
    "cancel": "process-stop",
    "trash": "user-trash",
    "export": "document-save-as",
    "settings": "configure",
    "previous": "go-up",
    "next": "go-down",
    "open": "document-open",
    "save": "document-save",
    "quit": "application-exit",
    "find": "view-filter",
    "zoom-in": "zoom-in",
    "zoom-out": "zoom-out",
    "manual": "help-contents",
    "about": "help-about",
    "compare": "document-compare",
    "similar": "edit-find",
}
"""Our name of each action icon, and its name in the freedesktop icon naming specification."""


def action_icon(name: str) -> QIcon:
    """Return the icon of an action, by our name (``KeyError`` for one that was never drawn)."""
    return QIcon.fromTheme(_THEME_NAMES[name], QIcon(str(resource("icons", f"{name}.svg"))))


def application_icon() -> QIcon:
    """Return the program's own icon."""
    return QIcon(str(resource("icons", "variorum.svg")))
