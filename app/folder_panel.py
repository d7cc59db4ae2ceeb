"""FolderPanel: the folders whose documents are compared."""

import os
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QPalette,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStackedWidget,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from app import desktop, wording

__all__ = ["FolderPanel"]


class FolderPanel(QWidget):
    """A list of folders, fed by a button, by dropping, and by ``add_folders``.

    ``refused`` carries a sentence about a path that was not added, ``files_dropped`` a list of
    paths that were dropped and are files.
    """

    folders_changed = Signal()
    files_dropped = Signal(object)
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folders: list[Path] = []  # row by row; a list item cannot hold every file name
        self._last_choice = ""
        self.setAcceptDrops(True)
        self._list = QListWidget()
        self._list.setAccessibleName(self.tr("Folders to compare"))
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.itemSelectionChanged.connect(self._update_buttons)

        self._empty = QLabel(self.tr("Add or drop a folder of documents"))
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._empty.setMargin(12)
        self._empty.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self._list)

        self._add = QPushButton(self.tr("&Add folder…"))
        self._add.clicked.connect(self.choose_folder)
        self._remove = QPushButton(self.tr("Re&move"))
        self._remove.setToolTip(
            self.tr("Take the selected folders off this list (Delete); nothing is deleted on disk")
        )
        self._remove.clicked.connect(self.remove_selected)
        delete = QAction(self.tr("Remove from the list"), self._list)
        delete.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        delete.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        delete.triggered.connect(self.remove_selected)
        self._list.addAction(delete)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

        buttons = QHBoxLayout()
        buttons.addWidget(self._add)
        buttons.addWidget(self._remove)
        buttons.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pages)
        layout.addLayout(buttons)
        self._update_buttons()

    # ---- the folders

    def folders(self) -> tuple[Path, ...]:
        """Return the folders in the order they were added, missing ones included."""
        return tuple(self._folders)

    def set_folders(self, paths: Iterable[Path]) -> None:
        """Show these folders in place of the former ones; one that is missing is shown as such."""
        before = self.folders()
        self._list.clear()
        self._folders = list(dict.fromkeys(map(_absolute, paths)))
        self._list.addItems([""] * len(self._folders))
        self._update(before)

    def add_folders(self, paths: Iterable[Path]) -> None:
        """Add folders that are not in the list yet; what is no folder is refused."""
        before = self.folders()
        wanted = dict.fromkeys(map(_absolute, paths))
        for path in wanted:
            if path in self._folders:
                continue
            if _is_folder(path):
                self._folders.append(path)
                self._list.addItem("")
            else:
                self.refused.emit(self._refusal(path))
        self._list.clearSelection()
        for row, path in enumerate(self._folders):
            self._list.item(row).setSelected(path in wanted)
        self._update(before)

    def take_dropped(self, paths: Iterable[Path]) -> None:
        """Add the folders among some paths; hand the files on."""
        dropped = list(paths)
        files = [path for path in dropped if _is_file(path)]
        folders = [path for path in dropped if path not in files]
        if folders:
            self.add_folders(folders)
        if files:
            self.files_dropped.emit(files)

    def refresh(self) -> None:
        """Look again which folders are there."""
        for row, path in enumerate(self._folders):
            self._describe(self._list.item(row), path, present=_is_folder(path))

    def _update(self, before: tuple[Path, ...]) -> None:
        self.refresh()
        self._pages.setCurrentWidget(self._list if self._folders else self._empty)
        self._update_buttons()
        if self.folders() != before:
            self.folders_changed.emit()

    @Slot()
    def _update_buttons(self) -> None:
        self._remove.setEnabled(bool(self._list.selectedItems()))

    def _refusal(self, path: Path) -> str:
        shown = wording.path_text(path)
        if _exists(path):
            return self.tr("{path} is no folder; add the folder that holds it").format(path=shown)
        return self.tr("{path} does not exist, or cannot be reached").format(path=shown)

    @Slot()
    def choose_folder(self) -> None:
        """Let the person choose a folder to add."""
        start = self._last_choice or str(Path.home())
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Add a folder"), start)
        if chosen:
            self._last_choice = chosen
            self.add_folders([Path(chosen)])

    @Slot()
    def remove_selected(self) -> None:
        """Take the selected folders off the list; they stay on disk."""
        before = self.folders()
        for row in sorted(
            (self._list.row(item) for item in self._list.selectedItems()), reverse=True
        ):
            self._list.takeItem(row)
            del self._folders[row]
        self._update(before)

    def _describe(self, item: QListWidgetItem, path: Path, *, present: bool) -> None:
        name = wording.printable(path.name) or wording.path_text(path)
        tip = wording.path_text(path)
        icon, role = QStyle.StandardPixmap.SP_DirIcon, QPalette.ColorRole.Text
        if not present:
            name = self.tr("{folder} (missing)").format(folder=name)
            tip += "\n" + self.tr("This folder is not there now; nothing in it can be compared")
            icon = QStyle.StandardPixmap.SP_MessageBoxWarning
            role = QPalette.ColorRole.PlaceholderText
        place = wording.folder_text(path.parent)
        item.setText(self.tr("{folder} — {place}").format(folder=name, place=place))
        item.setToolTip(tip)
        item.setIcon(self.style().standardIcon(icon))
        item.setForeground(self.palette().brush(role))

    # ---- events

    def showEvent(self, event: QShowEvent) -> None:
        """Look which folders are there, now that someone sees it."""
        super().showEvent(event)
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the palette: the list's items carry colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.refresh()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files and folders; which are which is said when they are dropped."""
        if _dropped(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Add the folders that were dropped."""
        event.acceptProposedAction()
        self.take_dropped(_dropped(event.mimeData()))


def _dropped(data: QMimeData) -> list[Path]:
    return [path for url in data.urls() if (path := desktop.path_of(url)) is not None]


def _absolute(path: Path) -> Path:
    """Return a path from the root without ``..``, links left as they are."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - Path.absolute() leaves ".." standing


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # no right to look there
        return False


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False
