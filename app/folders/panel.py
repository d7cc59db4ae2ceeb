"""FolderPanel: the folders whose documents are compared, and their roles."""

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QDragEnterEvent,
    QDropEvent,
    QFontMetricsF,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QFileDialog,
    QFrame,
    QLabel,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from simcore.files.names import as_on_disk
from simcore.files.roles import FolderSetting, FolderSettings, Role, Roles
from simcore.index.paths import results_above
from simcore.model.config import MOST_DAYS

from .. import wording
from ..i18n import counted
from ..style import (
    colours_of,
    font_like,
    is_selected,
    paint_icon,
    paint_line,
    row_ground,
    row_height,
    scaled,
)
from ..widgets import desktop
from ..widgets.basic import ChoiceMenu, filled, rule
from ..wording import count_text
from .model import NODE_ROLE, FolderModel, FolderNode, FolderRow, with_role

_Flag = QItemSelectionModel.SelectionFlag
_SIGNS = {Role.PROTECTED: "lock", Role.EXCLUDED: "ban"}


class FolderTree(QTreeView):
    """Shows a ``FolderModel``. ``folder_chosen`` carries a path, or None for all folders."""

    folder_chosen = Signal(object)
    chosen_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.folders = FolderModel(self)
        self._open: set[Path] = set()
        self._known: set[Path] = set()
        self._telling = True
        self.setModel(self.folders)
        self.setItemDelegate(_FolderDelegate(self))
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setIndentation(scaled(16, self.font()))
        self.setExpandsOnDoubleClick(True)
        self.setAccessibleName(self.tr("Folders"))
        self.expanded.connect(self._note_open)
        self.collapsed.connect(self._note_closed)
        self.folders.modelAboutToBeReset.connect(self._remember)
        self.folders.modelReset.connect(self._restore)
        self.selectionModel().selectionChanged.connect(self._tell)
        self._wanted: list[Path | None] = [None]
        self._restore()

    def chosen(self) -> Path | None:
        node = self.folders.node(self.currentIndex())
        return None if node is None else node.path

    def choose(self, folder: Path | None) -> None:
        """Choose a folder, or all, opening those above it; without a signal."""
        index = self.folders.index_of(folder)
        if not index.isValid():
            self.clearSelection()
            return
        self._telling = False
        self.selectionModel().setCurrentIndex(index, _Flag.ClearAndSelect | _Flag.Rows)
        self._telling = True
        self.scrollTo(index)

    def select(self, folders: Collection[Path]) -> None:
        """Select the rows of these folders, and no others, without a signal."""
        self._telling = False
        self.selectionModel().clearSelection()
        for folder in folders:
            index = self.folders.index_of(folder)
            if index.isValid():
                self.selectionModel().select(index, _Flag.Select | _Flag.Rows)
        self._telling = True
        self.chosen_changed.emit()

    def selected(self) -> list[FolderRow]:
        indexes = sorted(self.selectedIndexes(), key=lambda one: self.visualRect(one).top())
        found = map(self.folders.row_of, indexes)
        return [row for row in found if row is not None]

    @Slot()
    def _tell(self) -> None:
        self.chosen_changed.emit()
        if not self._telling:
            return
        nodes = [self.folders.node(index) for index in self.selectedIndexes()]
        if len(nodes) == 1 and nodes[0] is not None:
            self.folder_chosen.emit(nodes[0].path)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() is not Qt.MouseButton.RightButton:
            super().mousePressEvent(event)
        elif index.isValid() and not self.selectionModel().isSelected(index):
            self._telling = False
            self.selectionModel().select(index, _Flag.ClearAndSelect | _Flag.Rows)
            self._telling = True

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.ContextMenu:
            return super().viewportEvent(event)
        before = self.chosen()
        alone = self.currentIndex() not in self.selectedIndexes()
        done = super().viewportEvent(event)
        if alone and self.folders.index_of(before).isValid():
            self.choose(before)
        return done

    @Slot(QModelIndex)
    def _note_open(self, index: QModelIndex) -> None:
        node = self.folders.node(index)
        if node is not None and node.path is not None:
            self._open.add(node.path)

    @Slot(QModelIndex)
    def _note_closed(self, index: QModelIndex) -> None:
        node = self.folders.node(index)
        if node is not None and node.path is not None:
            self._open.discard(node.path)

    @Slot()
    def _remember(self) -> None:
        nodes = [self.folders.node(index) for index in self.selectedIndexes()]
        self._wanted = [node.path for node in nodes if node is not None]

    @Slot()
    def _restore(self) -> None:
        self._telling = False
        for row in range(1, self.folders.rowCount()):
            node = self.folders.node(self.folders.index(row, 0))
            if node is not None and node.path is not None and node.path not in self._known:
                self._known.add(node.path)
                self._open.add(node.path)
        for folder in sorted(self._open, key=lambda one: len(one.parts)):
            index = self.folders.index_of(folder)
            if index.isValid():
                self.setExpanded(index, True)  # noqa: FBT003 - Qt's own signature
        for wanted in self._wanted:
            index = self.folders.index_of(wanted)
            if index.isValid():
                self.selectionModel().select(index, _Flag.Select | _Flag.Rows)
                self.selectionModel().setCurrentIndex(index, _Flag.NoUpdate)
        self._telling = True
        self.chosen_changed.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.setIndentation(scaled(16, self.font()))

    def drawBranches(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        colours = colours_of(self.palette())
        if self.selectionModel().isSelected(index):
            painter.fillRect(rect, colours.selected if self.hasFocus() else colours.inactive)
        if self.folders.hasChildren(index):
            side = scaled(12, self.font())
            place = QRectF(rect.right() - self.indentation(), rect.top(), self.indentation(), 0)
            place.setHeight(rect.height())
            sign = QRectF(0, 0, side, side)
            sign.moveCenter(place.center())
            name = "chevron-down" if self.isExpanded(index) else "chevron-right"
            paint_icon(painter, name, sign, colours.muted)


class _FolderDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex) -> QSize:  # type: ignore[override]
        return QSize(scaled(60, option.font), row_height(option.font))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        node = index.data(NODE_ROLE)
        if not isinstance(node, FolderNode):
            return
        colours, font = colours_of(option.palette), option.font
        widget = option.widget
        painter.save()
        painter.setClipRect(option.rect)
        selected = is_selected(option)
        if selected:
            painter.fillRect(option.rect, row_ground(option, colours, colours.base))
        lost = node.missing or node.away
        grey = lost or node.role is Role.EXCLUDED
        ink = colours.muted if grey else colours.text
        place = QRectF(option.rect).adjusted(scaled(2, font), 0, -scaled(10, font), 0)
        side = scaled(16, font)
        name = "folder"
        if node.path is None:
            name = "files"
        elif lost:
            name = "triangle-alert"
        elif isinstance(widget, QTreeView) and widget.isExpanded(index):
            name = "folder-open"
        icon_place = QRectF(place.left(), place.top(), side, place.height())
        paint_icon(painter, name, icon_place, colours.warning if lost else ink)
        place.setLeft(place.left() + side + scaled(6, font))
        small = font_like(font, 12)
        if node.count:
            count = count_text(node.count)
            paint_line(painter, place, count, small, colours.muted, right=True)
            place.setRight(
                place.right() - QFontMetricsF(small).horizontalAdvance(count) - scaled(6, font)
            )
        for sign in filter(None, ("eye" if node.watched else "", _SIGNS.get(node.role))):
            side = scaled(14, font)
            where = QRectF(place.right() - side, place.top(), side, place.height())
            paint_icon(painter, sign, where, colours.muted)
            place.setRight(where.left() - scaled(4, font))
        paint_line(painter, place, node.name, font, ink)
        painter.restore()


class FolderRoleCommands(QObject):
    """The roles for the selected folders.

    ``chosen`` carries a role for them, ``subfolder_wanted`` one for a folder to be chosen.
    """

    chosen = Signal(object)
    subfolder_wanted = Signal(object)

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.roles: dict[Role, QAction] = {}
        self._group = QActionGroup(self)
        self._group.triggered.connect(self._choose)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)
        for role, text, tip in (
            (
                Role.NORMAL,
                self.tr("&Normal folder"),
                self.tr("Its documents may be marked and removed"),
            ),
            (
                Role.PROTECTED,
                self.tr("&Protect this folder"),
                self.tr("Its documents stay; others may go because they stay"),
            ),
            (
                Role.EXCLUDED,
                self.tr("&Exclude this folder"),
                self.tr("Its documents stay, and are left out of the results"),
            ),
        ):
            action = QAction(text, self)
            action.setToolTip(tip)
            action.setCheckable(True)
            action.setData(role.value)
            self._group.addAction(action)
            self.roles[role] = action
        self.protect_below = QAction(self.tr("Protect a &subfolder…"), self)
        self.exclude_below = QAction(self.tr("Exclude a s&ubfolder…"), self)
        wanted = self.subfolder_wanted
        self.protect_below.triggered.connect(partial(wanted.emit, Role.PROTECTED))
        self.exclude_below.triggered.connect(partial(wanted.emit, Role.EXCLUDED))
        apart, end = QAction(self), QAction(self)
        for line in (apart, end):
            line.setSeparator(True)
        below = self.protect_below, self.exclude_below
        widget.addActions([*self.roles.values(), apart, *below, end])
        self.show(())

    def show(self, roles: Collection[Role]) -> None:
        for role, action in self.roles.items():
            action.setEnabled(bool(roles))
            action.setChecked(set(roles) == {role})

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        self.chosen.emit(Role(action.data()))


_PROPOSED = 7
_OTHER = -1


class FolderSettingCommands(QObject):
    """Settings of the selected folders.

    ``watch_chosen`` carries whether to watch them, ``days_chosen`` how many days to keep their
    documents: 0 for ever, None for the general setting.
    """

    watch_chosen = Signal(bool)
    days_chosen = Signal(object)  # int | None

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._days: int | None = None
        self.watch = QAction(self.tr("&Watch this folder"), self)
        self.watch.setCheckable(True)
        self.watch.triggered.connect(self.watch_chosen)
        self._choices = {
            None: self.tr("&As in the settings"),
            0: self.tr("&For ever"),
            # whole words, which the palette finds in English, too
            7: self.tr("&7 days"),
            30: self.tr("&30 days"),
            90: self.tr("&90 days"),
            365: self.tr("365 &days"),
            _OTHER: self.tr("Another &number of days…"),
        }
        self._menu = ChoiceMenu(self.tr("&Keep for"), self._choices.items(), widget)
        self._menu.chosen.connect(self._choose)
        self.keep = self._menu.menuAction()
        self.keep.setToolTip(
            self.tr("Documents that came longer ago are left out; their files stay")
        )
        apart = QAction(self)
        apart.setSeparator(True)
        widget.addActions([self.watch, self.keep, apart])
        self.show_settings((), inherited=False)

    def show_settings(self, chosen: Sequence[FolderSetting], *, inherited: bool) -> None:
        """Show the settings of the selected folders; ``inherited``: a folder above is watched."""
        self.watch.setEnabled(bool(chosen) and not inherited)
        self.watch.setChecked(inherited or (bool(chosen) and all(one.watched for one in chosen)))
        self.watch.setToolTip(
            self.tr("A folder above it is watched, and all that is in it")
            if inherited
            else self.tr("Compare each document that comes to it with all others, and list it")
        )
        self.keep.setEnabled(bool(chosen))
        found = {one.keep_days for one in chosen}
        self._days = found.pop() if len(found) == 1 else None
        self._menu.choose(self._days if self._days in self._choices else _OTHER)

    @Slot(object)
    def _choose(self, days: int | None) -> None:
        if days == _OTHER:
            self._ask()
        else:
            self.days_chosen.emit(days)

    def _ask(self) -> None:
        from PySide6.QtWidgets import QInputDialog

        asking = QInputDialog(self._widget)
        asking.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        asking.setWindowTitle(self.tr("Keep documents"))
        asking.setLabelText(self.tr("Days after which a document is left out:"))
        asking.setInputMode(QInputDialog.InputMode.IntInput)
        asking.setIntRange(1, MOST_DAYS)
        asking.setIntValue(self._days or _PROPOSED)
        asking.intValueSelected.connect(self.days_chosen)
        asking.open()


class ArrivalsEntry(QAbstractButton):
    """Looks like a row of the tree above it; checked while the list is shown.

    The number counts unseen arrivals with a match.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self.setText(self.tr("Arrivals"))
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_count(0)

    def show_count(self, count: int) -> None:
        self._count = count
        shown = counted(self.tr("1 new"), self.tr("{0} new"), count) if count else ""
        self.setToolTip(self.tr("Documents that came to watched folders, and what they are like"))
        self.setAccessibleName(", ".join(filter(None, (self.text(), shown))))
        self.update()

    def nextCheckState(self) -> None:
        """Stay as it is: whoever shows the list says so."""

    def sizeHint(self) -> QSize:
        return QSize(scaled(120, self.font()), row_height(self.font()) + scaled(4, self.font()))

    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(60, self.font()), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colours, font = colours_of(self.palette()), self.font()
        if self.isChecked() or self.hasFocus():
            ground = colours.selected if self.hasFocus() else colours.inactive
            painter.fillRect(self.rect(), ground)
        place = QRectF(self.rect()).adjusted(scaled(18, font), 0, -scaled(10, font), 0)
        side = scaled(16, font)
        sign = QRectF(place.left(), place.top(), side, place.height())
        paint_icon(painter, "inbox", sign, colours.text)
        place.setLeft(sign.right() + scaled(6, font))
        bold = font_like(font, 13, bold=bool(self._count))
        if self._count:
            small, count = font_like(font, 12, bold=True), count_text(self._count)
            paint_line(painter, place, count, small, colours.text, right=True)
            room = QFontMetricsF(small).horizontalAdvance(count)
            place.setRight(place.right() - room - scaled(6, font))
        paint_line(painter, place, self.text(), bold, colours.text)
        painter.end()


class FolderPanel(QWidget):
    """A tree of folders with their roles, fed by a command, drops, and ``add_folders``.

    ``first_added`` follows when the user added the first folders. ``folder_chosen`` carries the
    only folder to show, None for all; ``refused`` a sentence about a path that was not added;
    ``files_dropped`` dropped files. ``roles_changed`` and ``settings_changed`` follow changes by
    the user.
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

    def folders(self) -> tuple[Path, ...]:
        return tuple(self._folders)

    def set_folders(self, paths: Iterable[Path]) -> None:
        before = self.folders()
        self._folders = list(dict.fromkeys(map(_absolute, paths)))
        self._update(before)

    def add_folders(self, paths: Iterable[Path]) -> None:
        """Add folders that are not in the list yet; refuse other paths."""
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
        dropped = list(paths)
        files = [path for path in dropped if os.path.isfile(path)]  # noqa: PTH113 - as above
        folders = [path for path in dropped if path not in files]
        if folders:
            self._add_by_hand(folders)
        if files:
            self.files_dropped.emit(files)

    def refresh(self) -> None:
        self.tree.folders.show_folders(self.folders(), self._roles)

    def roles(self) -> Roles:
        return self._roles

    def set_roles(self, roles: Roles) -> None:
        self._roles = roles
        self.refresh()
        self._update_commands()

    def set_role(self, folder: Path, role: Role | None) -> None:
        """Set the role of a folder; None restores that of the folder above it."""
        self.change_roles(with_role(self._roles, folder, role))

    @Slot(object)
    def drop_role(self, folder: Path) -> None:
        self.set_role(folder, None)

    @Slot(object)
    def show_left_out(self, count: int) -> None:
        one = self.tr("1 document in excluded folders is left out.")
        many = self.tr("{0} documents in excluded folders are left out.")
        self._left_out.setText(counted(one, many, count))
        self._left_out.setVisible(bool(count))

    def change_roles(self, roles: Roles) -> None:
        """Take other roles as if the user had chosen them."""
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

    def show_settings(self, settings: FolderSettings) -> None:
        self._settings = settings
        self.tree.folders.show_settings(settings)
        self._update_commands()

    def watch(self, folder: Path, *, on: bool) -> None:
        """Watch a folder, or stop watching it, as if the user had chosen so."""
        setting = replace(self._settings.of(folder), watched=on)
        self._change_settings(self._settings.with_setting(folder, setting))

    @Slot(bool)
    def _watch(self, on: bool) -> None:  # noqa: FBT001 - a slot
        self._set_for_selected(lambda one: replace(one, watched=on))

    @Slot(object)
    def _keep_for(self, days: int | None) -> None:
        self._set_for_selected(lambda one: replace(one, keep_days=days))

    def _set_for_selected(self, change: Callable[[FolderSetting], FolderSetting]) -> None:
        settings = self._settings
        for row in self.tree.selected():
            settings = settings.with_setting(row.path, change(settings.of(row.path)))
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

        For a folder below another, this removes its role.
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

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if desktop.local_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.take_dropped(desktop.local_paths(event.mimeData()))


def _absolute(path: Path) -> Path:
    return as_on_disk(Path(os.path.abspath(path)))  # noqa: PTH100 - Path.absolute() leaves ".."
