"""ShortcutList: every shortcut of the window, read off its menus and views, to be searched."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.language.mnemonics import without_mnemonic
from app.widgets.view_keys import HasViewKeys

_WORDS, _KEYS = range(2)


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


class ShortcutList(QDialog):
    """Shows shortcuts below the menu or view that they belong to; Esc closes it."""

    def __init__(self, shortcuts: Sequence[Shortcut], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.search = QLineEdit(self, clearButtonEnabled=True)
        self.search.setPlaceholderText(self.tr("Search for a command or a key"))
        self.search.setAccessibleName(self.tr("Search for a command or a key"))
        self.search.textChanged.connect(self._filter)
        self.tree = QTreeWidget(self)
        self.tree.setAccessibleName(self.tr("Shortcuts"))
        self.tree.setHeaderLabels([self.tr("Command"), self.tr("Keys")])
        self.tree.setUniformRowHeights(True)
        self.tree.setAlternatingRowColors(True)
        self.none = QLabel(self.tr("Nothing has these words or keys."), self)
        self.none.hide()
        layout = QVBoxLayout(self)
        for widget in (self.search, self.tree, self.none):
            layout.addWidget(widget)
        self._fill(shortcuts)
        header = self.tree.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(_WORDS, QHeaderView.ResizeMode.Interactive)
        self.tree.setColumnWidth(_WORDS, 400)
        self.resize(680, 600)

    def _fill(self, shortcuts: Sequence[Shortcut]) -> None:
        scopes: dict[str, QTreeWidgetItem] = {}
        height = QSize(0, self.fontMetrics().height() + 6)
        for one in shortcuts:
            if one.scope not in scopes:
                scopes[one.scope] = item = QTreeWidgetItem(self.tree, [one.scope])
                font = item.font(_WORDS)
                font.setBold(True)
                item.setFont(_WORDS, font)
                item.setFirstColumnSpanned(True)
                item.setSizeHint(_WORDS, height)
            item = QTreeWidgetItem(scopes[one.scope], [one.text, one.keys_text()])
            item.setSizeHint(_WORDS, height)
        self.tree.expandAll()

    @Slot()
    def _filter(self) -> None:
        """Show the entries that contain all words, in the command, its keys or its scope."""
        words = self.search.text().casefold().split()
        found = False
        for number in range(self.tree.topLevelItemCount()):
            scope = self.tree.topLevelItem(number)
            if scope is None:
                continue
            shown = False
            for item in _below(scope):
                text = " ".join((scope.text(_WORDS), item.text(_WORDS), item.text(_KEYS)))
                hidden = not all(word in text.casefold() for word in words)
                item.setHidden(hidden)
                shown |= not hidden
            scope.setHidden(not shown)
            found |= shown
        self.none.setVisible(not found)


def _below(scope: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    found = map(scope.child, range(scope.childCount()))
    return [item for item in found if item is not None]
