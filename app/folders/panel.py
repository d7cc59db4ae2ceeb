"""FolderPanel: the folders whose documents are compared, and their roles."""

import os
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QPalette,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.folders.list import FolderList
from app.folders.role_commands import FolderRoleCommands
from app.folders.rows import folder_rows, with_role
from app.language import wording
from app.widgets import desktop
from app.widgets.layouts import filled
from simcore import Role, Roles


class FolderPanel(QWidget):
    """A list of folders, fed by a button, by dropping, and by ``add_folders``, with their roles.

    Below a folder stand those in it that have roles of their own. ``roles_changed`` carries the
    roles after the user chose another. ``refused`` carries a sentence about a path that was not
    added, ``files_dropped`` a list of paths that were dropped and are files.
    """

    folders_changed = Signal()
    files_dropped = Signal(object)
    refused = Signal(object)  # Reason | str
    roles_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folders: list[Path] = []  # a list item cannot hold every file name
        self._roles = Roles()
        self._last_choice = ""
        self.setAcceptDrops(True)
        self._list = FolderList()
        self._list.setAccessibleName(self.tr("Folders to compare"))
        self._list.itemSelectionChanged.connect(self._update_buttons)

        self._empty = QLabel(self.tr("Add or drop a folder of documents"))
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._empty.setMargin(12)
        self._empty.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self._list)

        self._left_out = QLabel(self, wordWrap=True)
        self._left_out.hide()

        self._add = QPushButton(self.tr("&Add folder…"))
        self._add.clicked.connect(self.choose_folder)
        self._remove = QPushButton(self.tr("Re&move"))
        self._remove.setToolTip(
            self.tr("Take the selected folders off this list (Delete); nothing is deleted on disk")
        )
        self._remove.clicked.connect(self.remove_selected)
        self._commands = FolderRoleCommands(self._list)
        self._commands.chosen.connect(self._give_role)
        self._commands.subfolder_wanted.connect(self._ask_for_subfolder)
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
        filled(QVBoxLayout(self), self._pages, self._left_out, buttons)
        buttons.addWidget(self._commands.button(self))  # created last: this is the tab order
        self._update_buttons()

    # ---- the folders

    def folders(self) -> tuple[Path, ...]:
        """Return the folders in the order they were added, missing ones included."""
        return tuple(self._folders)

    def set_folders(self, paths: Iterable[Path]) -> None:
        """Show these folders instead of the former ones; missing ones are shown as such."""
        before = self.folders()
        self._folders = list(dict.fromkeys(map(_absolute, paths)))
        self._update(before)

    def add_folders(self, paths: Iterable[Path]) -> None:
        """Add folders that are not in the list yet; other paths are refused."""
        before = self.folders()
        wanted = dict.fromkeys(map(_absolute, paths))
        for path in wanted:
            if path in self._folders:
                continue
            if os.path.isdir(path):  # noqa: PTH112 - Path.is_dir() raises without access rights
                self._folders.append(path)
            else:
                self.refused.emit(self._refusal(path))
        self._update(before)
        self._list.select(wanted)

    def take_dropped(self, paths: Iterable[Path]) -> None:
        """Add the folders among some paths; hand the files on."""
        dropped = list(paths)
        files = [path for path in dropped if os.path.isfile(path)]  # noqa: PTH113 - as above
        folders = [path for path in dropped if path not in files]
        if folders:
            self.add_folders(folders)
        if files:
            self.files_dropped.emit(files)

    def refresh(self) -> None:
        """Look again which folders are there."""
        self._list.show_rows(folder_rows(self._folders, self._roles))

    # ---- their roles

    def roles(self) -> Roles:
        """Return the roles of folders, those included that are not below a listed one."""
        return self._roles

    def set_roles(self, roles: Roles) -> None:
        """Show other roles."""
        self._roles = roles
        self.refresh()
        self._update_buttons()

    def set_role(self, folder: Path, role: Role | None) -> None:
        """Set the role of a folder; None restores that of the folder above it."""
        self._change_roles(with_role(self._roles, folder, role))

    @Slot(object)
    def show_left_out(self, count: int) -> None:
        """Show the number of documents left out because they are in excluded folders."""
        words = (
            self.tr("1 document in excluded folders is left out.")
            if count == 1
            else self.tr("{0} documents in excluded folders are left out.")
        )
        self._left_out.setText(words.format(wording.count_text(count)))
        self._left_out.setVisible(bool(count))

    def _change_roles(self, roles: Roles) -> None:
        if roles.folders != self._roles.folders:
            self.set_roles(roles)
            self.roles_changed.emit(roles)

    @Slot(object)
    def _give_role(self, role: Role) -> None:
        roles = self._roles
        for row in self._list.selected():
            roles = with_role(roles, row.path, role)
        self._change_roles(roles)
        self._update_buttons()

    @Slot(object)
    def _ask_for_subfolder(self, role: Role) -> None:
        chosen = self._list.selected()
        start = str(chosen[0].path) if chosen else self._last_choice or str(Path.home())
        name = QFileDialog.getExistingDirectory(self, self.tr("Choose a subfolder"), start)
        if name:
            self.set_role(Path(name), role)

    def _update(self, before: tuple[Path, ...]) -> None:
        self.refresh()
        self._pages.setCurrentWidget(self._list if self._folders else self._empty)
        self._update_buttons()
        if self.folders() != before:
            self.folders_changed.emit()

    @Slot()
    def _update_buttons(self) -> None:
        chosen = self._list.selected()
        self._remove.setEnabled(bool(chosen))
        self._commands.show({row.role for row in chosen})

    def _refusal(self, path: Path) -> str:
        shown = wording.path_text(path)
        if os.path.exists(path):  # noqa: PTH110 - as above
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
        """Remove the selected folders from the list; they stay on disk.

        Of a folder below another, that is to take its role away.
        """
        before, chosen, roles = self.folders(), self._list.selected(), self._roles
        for row in chosen:
            if row.above is None:
                self._folders.remove(row.path)
            else:
                roles = with_role(roles, row.path, None)
        self._list.clearSelection()
        self._change_roles(roles)
        self._update(before)

    # ---- events

    def showEvent(self, event: QShowEvent) -> None:
        """Look which folders are there, now that someone sees it."""
        super().showEvent(event)
        self.refresh()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files and folders; which are which is said when they are dropped."""
        if desktop.local_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Add the folders that were dropped."""
        event.acceptProposedAction()
        self.take_dropped(desktop.local_paths(event.mimeData()))


def _absolute(path: Path) -> Path:
    """Return a path from the root without ``..``, links left as they are."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - Path.absolute() leaves ".." standing
