"""JudgementDialog: the list of judgements, to read and shorten."""

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

import simcore

from ...language.wording import (
    as_tooltip,
    count_text,
    encoding_text,
    folded,
    id_text,
    moment_text,
    path_text,
)
from .files import RESULTS_SUFFIX

_ENTRY = Qt.ItemDataRole.UserRole
_WHEN, _WHAT, _ONE, _OTHER = range(4)


class JudgementDialog(QDialog):
    """Lists judgements and lets some be taken off; ``forget_wanted`` carries their ids."""

    forget_wanted = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Decisions"))
        self.filter = QLineEdit(self, clearButtonEnabled=True)
        self.filter.setPlaceholderText(self.tr("Filter by words or path"))
        self.filter.setAccessibleName(self.tr("Filter by words or path"))
        self.filter.textChanged.connect(self._filter)
        self.table = QTreeWidget(self)
        self.table.setAccessibleName(self.tr("Decisions about documents"))
        self.table.setRootIsDecorated(False)
        self.table.setUniformRowHeights(True)
        self.table.setAlternatingRowColors(True)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setTextElideMode(Qt.TextElideMode.ElideRight)  # the name first
        self.table.setHeaderLabels(
            [self.tr("When"), self.tr("What"), self.tr("Document"), self.tr("Other document")]
        )
        self.table.itemSelectionChanged.connect(self._update)
        self.count = QLabel(self)
        self.count.setAccessibleName(self.tr("How many entries are shown"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.delete = QPushButton(self.tr("&Delete from the list"), self)
        self.delete.setToolTip(
            self.tr("The documents are grouped again as if this had not been said (Del)")
        )
        self.delete.setShortcut("Del")
        self.delete.setAutoDefault(False)
        self.delete.clicked.connect(self._delete)
        buttons.addButton(self.delete, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (self.filter, self.table, self.count, buttons):
            layout.addWidget(widget)
        self.resize(900, 480)
        header = self.table.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(_WHEN, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_WHAT, QHeaderView.ResizeMode.ResizeToContents)
        self.table.setColumnWidth(_ONE, 280)
        self._update()

    @Slot(object)
    def show_entries(self, entries: "Sequence[simcore.Judgement]") -> None:
        """Show the list; entries that were selected and still exist stay selected."""
        chosen = {item.data(0, _ENTRY) for item in self.table.selectedItems()}
        words = {
            simcore.JudgementKind.APART: self.tr("no duplicates of each other"),
            simcore.JudgementKind.COPY: self.tr("the other is a wanted copy"),
            simcore.JudgementKind.KEPT: self.tr("the other is kept instead"),
            simcore.JudgementKind.ENCODING: self.tr("is read in {0}"),
        }
        self.table.clear()
        items = []
        for entry in entries:
            when = moment_text(entry.made)
            paths = [_place(path) for path in (entry.left, entry.right)]
            what = words[entry.kind]
            if entry.kind is simcore.JudgementKind.ENCODING:
                what, paths = what.format(encoding_text(entry.encoding, lossy=False)), paths[:1]
            item = QTreeWidgetItem([when, what, *map(_name, paths)])
            item.setData(0, _ENTRY, entry.id)
            item.setSizeHint(_OTHER, QSize(0, self.fontMetrics().height() + 6))
            for column, path in zip((_ONE, _OTHER), paths, strict=False):
                item.setToolTip(column, as_tooltip(path))
            items.append(item)
        self.table.addTopLevelItems(items)
        for item in items:
            item.setSelected(item.data(0, _ENTRY) in chosen)
        if items and not self.table.selectedItems():
            self.table.setCurrentItem(items[0])
        self._filter()

    @Slot()
    def _filter(self) -> None:
        wanted = folded(self.filter.text())
        shown = 0
        for item in self._items():
            texts = [item.text(_WHAT), item.toolTip(_ONE), item.toolTip(_OTHER)]
            hidden = not any(wanted in folded(text) for text in texts)
            item.setHidden(hidden)
            shown += not hidden
        known = self.table.topLevelItemCount()
        words = self.tr("{0} of 1 entry") if known == 1 else self.tr("{0} of {1} entries")
        self.count.setText(words.format(count_text(shown), count_text(known)))
        self._update()

    def _items(self) -> list[QTreeWidgetItem]:
        found = map(self.table.topLevelItem, range(self.table.topLevelItemCount()))
        return [item for item in found if item is not None]

    def _chosen(self) -> list[int]:
        """Return the ids of the entries chosen, of those that are shown."""
        items = self.table.selectedItems()
        return [int(item.data(0, _ENTRY)) for item in items if not item.isHidden()]

    @Slot()
    def _update(self) -> None:
        self.delete.setEnabled(bool(self._chosen()))

    @Slot()
    def _delete(self) -> None:
        chosen = self._chosen()
        if chosen:
            self.forget_wanted.emit(chosen)


def _place(path: Path) -> str:
    """Return a path for the screen, or what is called so where it is."""
    # most are not, and no disk is asked of them
    below = any(one.suffix == RESULTS_SUFFIX for one in path.parents)
    elsewhere = simcore.called_elsewhere(path) if below else None
    return path_text(path) if elsewhere is None else id_text(elsewhere)


def _name(path: str) -> str:
    """Return a path from its end, where documents of many folders differ: name, then folder.

    >>> _name("/a/b.txt").split()[0]
    'b.txt'
    """
    folder, name = os.path.split(path)  # of an id, too, whose slashes are all kept
    return f"{name}  —  {folder}" if folder else name
