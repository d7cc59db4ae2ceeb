"""ShortcutList: every shortcut of the window, to be searched, in a window of its own."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.shell.help.shortcuts import Shortcut

_WORDS, _KEYS = range(2)


class ShortcutList(QDialog):
    """Shows shortcuts below the menu or view that they belong to; Esc closes it."""

    def __init__(self, shortcuts: Sequence[Shortcut], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Search for a command or a key"))
        self.search.setAccessibleName(self.tr("Search for a command or a key"))
        self.search.setClearButtonEnabled(True)
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
