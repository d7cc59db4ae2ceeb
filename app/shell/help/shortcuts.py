"""Every shortcut of a window, read off its menus and views."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from app.language.mnemonics import without_mnemonic
from app.widgets.view_keys import HasViewKeys


@dataclass(frozen=True, slots=True)
class Shortcut:
    """The effect of some keys: ``scope`` is a menu, or the name of the view in which they work."""

    scope: str
    text: str
    keys: tuple[QKeySequence, ...]

    def keys_text(self) -> str:
        """Return the keys as this system writes them."""
        native = QKeySequence.SequenceFormat.NativeText
        return ", ".join(one.toString(native) for one in self.keys)


def shortcuts_of(window: QMainWindow) -> list[Shortcut]:
    """List the shortcuts, menu by menu, then view by view; each action is listed once."""
    seen: set[QAction] = set()
    found: list[Shortcut] = []
    for action in window.menuBar().actions():
        menu = action.menu()
        if isinstance(menu, QMenu):
            found += _of_menu(menu, without_mnemonic(action.text()), seen)
    widgets = [one for one in window.findChildren(QWidget) if one.window() is window]
    for widget in widgets:
        scope = widget.accessibleName() or window.windowTitle()
        found += _of_actions(widget.actions(), scope, seen)
    known: set[tuple[str, str]] = set()
    for widget in widgets:
        if isinstance(widget, HasViewKeys):
            for one in widget.view_keys():
                # two panes have the same keys
                name = type(widget).__name__, one.words
                if name not in known:
                    known.add(name)
                    scope = _scope_of(widget)
                    found.append(Shortcut(scope, one.words, tuple(map(QKeySequence, one.keys))))
    return found


def _of_menu(menu: QMenu, scope: str, seen: set[QAction]) -> Iterator[Shortcut]:
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            yield from _of_menu(below, f"{scope} ▸ {without_mnemonic(action.text())}", seen)
        else:
            yield from _of_actions([action], scope, seen)


def _of_actions(actions: Iterable[QAction], scope: str, seen: set[QAction]) -> Iterator[Shortcut]:
    for action in actions:
        if action not in seen and action.shortcuts():
            seen.add(action)
            yield Shortcut(scope, without_mnemonic(action.text()), tuple(action.shortcuts()))


def _scope_of(widget: QWidget) -> str:
    """Return the name of a view, or else of its nearest named parent."""
    within: QWidget | None = widget
    while within is not None:
        for name in (within.property("keys_place"), within.accessibleName()):
            if name:
                return str(name)
        within = within.parentWidget()
    return widget.window().windowTitle()
