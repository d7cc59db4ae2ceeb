"""Every command of a window, found by walking its menus, toolbars and views."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar, QToolButton, QWidget

from ...language.mnemonics import without_mnemonic


@dataclass(frozen=True, slots=True)
class WindowCommand:
    """An action, and ``path``: the texts of the menus it is in, or the name of its view."""

    action: QAction
    path: tuple[str, ...]

    @property
    def text(self) -> str:
        """The text of the action, without the letter of menus and the key behind it."""
        return without_mnemonic(self.action.text())

    @property
    def scope(self) -> str:
        """The menus that it is in, from the outermost on."""
        return " ▸ ".join(filter(None, map(without_mnemonic, self.path)))


def commands_of(window: QMainWindow) -> list[WindowCommand]:
    """List the commands of the menu bar, then those that only views have; each action once.

    Those of a button's menu are listed while the button can be pressed.
    """
    seen: set[QAction] = set()
    found = list(_below(window.menuBar().actions(), (), seen))
    for widget in (window, *window.findChildren(QWidget)):
        if widget.window() is not window or isinstance(widget, QMenu | QMenuBar):
            continue
        scope = (scope_of(widget),)
        found += _below(widget.actions(), scope, seen)
        if isinstance(widget, QToolButton) and widget.isEnabled() and widget.isVisibleTo(window):
            menu = widget.menu()
            if isinstance(menu, QMenu):
                found += _below(menu.actions(), scope, seen)
    return found


def _below(
    actions: Iterable[QAction], path: tuple[str, ...], seen: set[QAction]
) -> Iterator[WindowCommand]:
    for action in actions:
        menu = action.menu()
        if isinstance(menu, QMenu):
            yield from _below(menu.actions(), (*path, action.text()), seen)
        elif action not in seen and not action.isSeparator() and action.text():
            seen.add(action)
            yield WindowCommand(action, path)


def scope_of(widget: QWidget) -> str:
    """Return the name of a view, or else of its nearest named parent."""
    within: QWidget | None = widget
    while within is not None:
        for name in (within.property("keys_place"), within.accessibleName()):
            if name:
                return str(name)
        within = within.parentWidget()
    return widget.window().windowTitle()
