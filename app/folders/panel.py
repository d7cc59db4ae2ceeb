"""FolderPanel: the folders whose documents are compared, and their roles."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
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
    QLabel,
    QVBoxLayout,
    QWidget,
)

from simcore import FolderSettings, Role, Roles, as_on_disk, results_above

from ..language import wording
from ..looks.measures import font_like, scaled
from ..widgets import desktop
from ..widgets.layouts import filled, rule
from .arrivals_entry import ArrivalsEntry
from .role_commands import FolderRoleCommands
from .rows import with_role
from .setting_commands import FolderSettingCommands
from .tree import FolderTree


class FolderPanel(QWidget):
    """A tree of folders, fed by a command, by dropping, and by ``add_folders``, with their roles.

    ``first_added`` follows when a person has added folders where there were none. ``folder_chosen``
    carries the folder that alone is to be shown, None for all, ``roles_changed`` the roles after
    the user chose another, ``refused`` a sentence about a path that was not added,
    ``files_dropped`` a list of paths that were dropped and are files. ``settings_changed`` carries
    the settings of folders after the person chose others. ``arrivals`` opens what came to them.
    """

    folders_changed = Signal()
    files_dropped = Signal(object)
    refused = Signal(object)  # Reason | str
    roles_changed = Signal(object)
    settings_changed = Signal(object)
    folder_chosen = Signal(object)
    first_added = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folders: list[Path] = []  # a list item cannot hold every file name
        self._roles = Roles()
        self._settings = FolderSettings()
        self._last_choice = ""
        self.setAcceptDrops(True)
        self.tree = FolderTree(self)
        self.tree.chosen_changed.connect(self._update_commands)
        self.tree.folder_chosen.connect(self.folder_chosen)

        self._heading = QLabel(self.tr("Folders"), self)
        self._heading.setFont(font_like(self.font(), 12))
        self._heading.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._heading.setContentsMargins(scaled(10), scaled(6), scaled(8), scaled(4))
        self._left_out = QLabel(self, wordWrap=True)
        self._left_out.setFont(font_like(self.font(), 12))
        self._left_out.setContentsMargins(scaled(10), scaled(4), scaled(8), scaled(4))
        self._left_out.hide()

        self._commands = FolderRoleCommands(self.tree)
        self._commands.chosen.connect(self._give_role)
        self._commands.subfolder_wanted.connect(self._ask_for_subfolder)
        self.setting_commands = FolderSettingCommands(self.tree)
        self.setting_commands.watch_chosen.connect(self._watch)
        self.setting_commands.days_chosen.connect(self._keep_for)
        self.arrivals = ArrivalsEntry(self)
        apart = rule(self)
        self._remove = QAction(self.tr("Remove from the list"), self.tree)
        self._remove.setToolTip(
            self.tr("Take the selected folders off this list; nothing is deleted on disk")
        )
        self._remove.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        self._remove.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._remove.triggered.connect(self.remove_selected)
        self.tree.addAction(self._remove)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        parts = self._heading, (self.tree, 1), apart, self.arrivals, self._left_out
        filled(QVBoxLayout(self), *parts, spacing=0)
        self._update_commands()

    def show_counts(self, counts: Mapping[str, int], total: int) -> None:
        """Show how many documents that could go each folder has, at any depth, and all."""
        self.tree.folders.show_counts(counts, total)

    def show_away(self, points: Iterable[Path]) -> None:
        """Show which folders are on disks that are not connected, by where these were."""
        self.tree.folders.show_away(points)

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

    def take_dropped(self, paths: Iterable[Path]) -> None:
        """Add the folders among some paths; hand the files on."""
        dropped = list(paths)
        files = [path for path in dropped if os.path.isfile(path)]  # noqa: PTH113 - as above
        folders = [path for path in dropped if path not in files]
        if folders:
            self._add_by_hand(folders)
        if files:
            self.files_dropped.emit(files)

    def refresh(self) -> None:
        """Look again which folders are there."""
        self.tree.folders.show_folders(self.folders(), self._roles)

    # ---- their roles

    def roles(self) -> Roles:
        """Return the roles of folders, those included that are not below a listed one."""
        return self._roles

    def set_roles(self, roles: Roles) -> None:
        """Show other roles."""
        self._roles = roles
        self.refresh()
        self._update_commands()

    def set_role(self, folder: Path, role: Role | None) -> None:
        """Set the role of a folder; None restores that of the folder above it."""
        self.change_roles(with_role(self._roles, folder, role))

    @Slot(object)
    def drop_role(self, folder: Path) -> None:
        """Give a folder the role of the folder above it."""
        self.set_role(folder, None)

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

    def change_roles(self, roles: Roles) -> None:
        """Take other roles as if the person had chosen them."""
        if roles.folders != self._roles.folders:
            self.set_roles(roles)
            self.roles_changed.emit(roles)

    @Slot(object)
    def _give_role(self, role: Role) -> None:
        roles = self._roles
        for row in self.tree.selected():
            roles = with_role(roles, row.path, role)
        self.change_roles(roles)
        self._update_commands()

    # ---- what is set for them

    def settings(self) -> FolderSettings:
        """Return which folders are watched, and how long documents are kept."""
        return self._settings

    def show_settings(self, settings: FolderSettings) -> None:
        """Show other settings."""
        self._settings = settings
        self.tree.folders.show_settings(settings)
        self._update_commands()

    def watch(self, folder: Path, *, on: bool) -> None:
        """Watch a folder, or no more, as if the person had chosen so."""
        setting = replace(self._settings.of(folder), watched=on)
        self._change_settings(self._settings.with_setting(folder, setting))

    @Slot(bool)
    def _watch(self, on: bool) -> None:  # noqa: FBT001 - a slot
        settings = self._settings
        for row in self.tree.selected():
            setting = replace(settings.of(row.path), watched=on)
            settings = settings.with_setting(row.path, setting)
        self._change_settings(settings)

    @Slot(object)
    def _keep_for(self, days: int | None) -> None:
        settings = self._settings
        for row in self.tree.selected():
            setting = replace(settings.of(row.path), keep_days=days)
            settings = settings.with_setting(row.path, setting)
        self._change_settings(settings)

    def _change_settings(self, settings: FolderSettings) -> None:
        self.show_settings(settings)
        self.settings_changed.emit(settings)

    @Slot(object)
    def _ask_for_subfolder(self, role: Role) -> None:
        chosen = self.tree.selected()
        start = str(chosen[0].path) if chosen else self._last_choice or str(Path.home())
        name = QFileDialog.getExistingDirectory(self, self.tr("Choose a subfolder"), start)
        if name:
            self.set_role(Path(name), role)

    def _update(self, before: tuple[Path, ...]) -> None:
        self.refresh()
        self._update_commands()
        if self.folders() != before:
            self.folders_changed.emit()

    @Slot()
    def _update_commands(self) -> None:
        chosen = self.tree.selected()
        listed = [row for row in chosen if row.above is None or not row.inherited]
        self._remove.setEnabled(bool(listed))
        self._commands.show({row.role for row in chosen})
        watched = set(self._settings.watched)
        inherited = any(not watched.isdisjoint(row.real.parents) for row in chosen)
        # nothing comes to documents that are not on this machine, or leaves them with the days
        here = [row for row in chosen if results_above(row.path / "_") is None]
        self.setting_commands.show_settings(
            [self._settings.of(row.real) for row in here] if len(here) == len(chosen) else [],
            inherited=inherited,
        )

    def _refusal(self, path: Path) -> str:
        shown = wording.path_text(path)
        if os.path.exists(path):  # noqa: PTH110 - as above
            return self.tr("{path} is no folder; add the folder that holds it").format(path=shown)
        return self.tr("{path} does not exist, or cannot be reached").format(path=shown)

    @Slot()
    def choose_folder(self) -> None:
        """Let the person choose folders to add, several at once where the dialog can."""
        start = self._last_choice or str(Path.home())
        chosen = desktop.ask_for_folders(self, self.tr("Add folders"), start)
        if chosen:
            self._last_choice = str(chosen[0].parent)
            self._add_by_hand(chosen)

    def _add_by_hand(self, folders: Iterable[Path]) -> None:
        first = not self._folders
        self.add_folders(folders)
        if first and self._folders:
            self.first_added.emit()

    @Slot()
    def remove_selected(self) -> None:
        """Remove the selected folders from the list; they stay on disk.

        Of a folder below another, that is to take its role away.
        """
        before, chosen, roles = self.folders(), self.tree.selected(), self._roles
        for row in chosen:
            if row.above is None:
                self._folders.remove(row.path)
            elif not row.inherited:
                roles = with_role(roles, row.path, None)
        self.tree.choose(None)
        self.change_roles(roles)
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
    """Return a path from the root without ``..``, links left as they are, as the disk has it."""
    return as_on_disk(Path(os.path.abspath(path)))  # noqa: PTH100 - Path.absolute() leaves ".."
