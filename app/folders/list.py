"""FolderList: folders as rows of a list, with their roles in words and signs."""

import os
from collections.abc import Collection, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from app.folders.rows import FolderRow
from app.language import wording
from app.looks.icons import icon as icon_named
from simcore import Role

_INDENT = "\u2003\u2514 "
"""Before a folder that stands below another."""


class FolderList(QListWidget):
    """Shows folders, and below them those in them that have roles of their own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[FolderRow] = ()  # a list item cannot hold every file name
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_rows(self, rows: Sequence[FolderRow]) -> None:
        """Show these rows, and whether the folders are there now; what is selected stays so."""
        chosen = {row.path for row in self.selected()}
        self._rows = rows
        while self.count() > len(rows):
            self.takeItem(self.count() - 1)
        while self.count() < len(rows):
            self.addItem("")
        for number, row in enumerate(rows):
            self._describe(self.item(number), row)
        self.select(chosen)

    def select(self, paths: Collection[Path]) -> None:
        """Select the rows of these folders, and no others."""
        for number, row in enumerate(self._rows):
            self.item(number).setSelected(row.path in paths)

    def selected(self) -> list[FolderRow]:
        """Return the rows that are selected, in their order."""
        numbers = sorted(self.row(item) for item in self.selectedItems())
        return [self._rows[number] for number in numbers if number < len(self._rows)]

    def _describe(self, item: QListWidgetItem, row: FolderRow) -> None:
        path = row.path
        name = wording.printable(path.name) or wording.path_text(path)
        tip = wording.path_text(path)
        role = QPalette.ColorRole.Text
        icon = icon_named("folder")
        if row.role is Role.PROTECTED:
            name = self.tr("{folder} (protected)").format(folder=name)
            tip += "\n" + self.tr("Its documents stay: none of them is marked or removed")
            icon = icon_named("lock")
        elif row.role is Role.EXCLUDED:
            name = self.tr("{folder} (excluded)").format(folder=name)
            tip += "\n" + self.tr("Its documents are left out of the results, and stay")
            role = QPalette.ColorRole.PlaceholderText
        elif row.above is not None:
            name = self.tr("{folder} (normal)").format(folder=name)
            tip += "\n" + self.tr("Its documents may be marked and removed, like most")
        if row.inherited and row.role is not Role.NORMAL:
            tip += "\n" + self.tr("It has this role from a folder above it")
        if not os.path.isdir(path):  # noqa: PTH112 - Path.is_dir() raises without access rights
            name = self.tr("{folder} (missing)").format(folder=name)
            tip += "\n" + self.tr("This folder is not there now; nothing in it can be compared")
            icon = icon_named("triangle-alert")
            role = QPalette.ColorRole.PlaceholderText
        if row.above is None:
            place = wording.folder_text(path.parent)
            text = self.tr("{folder} — {place}").format(folder=name, place=place)
        else:
            below = row.real.relative_to(row.above).parent
            place = "" if below == Path() else wording.path_text(below)
            text = self.tr("{folder} — {place}").format(folder=name, place=place) if place else name
            text = _INDENT + text
        item.setText(text)
        item.setToolTip(wording.as_tooltip(tip))
        item.setIcon(icon)
        item.setForeground(self.palette().brush(role))

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the palette: the items carry colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.show_rows(self._rows)
