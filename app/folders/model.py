"""FolderModel: the scanned folders, and those in them with results, as a tree."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from simcore.files.roles import FolderSettings, Role, Roles
from simcore.index.paths import results_above

from .. import wording
from ..i18n import PLACES, counted
from ..settings.settings import FolderRole


@dataclass(frozen=True, slots=True)
class FolderRow:
    """A folder of the list (``above`` is None), or one below it with a role of its own.

    ``inherited``: the role is that of a folder above.
    """

    path: Path
    real: Path
    role: Role
    inherited: bool
    above: Path | None = None


def roles_of(remembered: Iterable[FolderRole]) -> Roles:
    return Roles({one.folder: one.role for one in remembered})


def remembered(roles: Roles) -> tuple[FolderRole, ...]:
    return tuple(FolderRole(folder, role) for folder, role in sorted(roles.folders.items()))


def with_role(roles: Roles, folder: Path, role: Role | None) -> Roles:
    """Set the role of a folder; None is the role of the folder above it.

    An ordinary folder in an ordinary one is not stored.
    """
    real = Path(os.path.realpath(folder))
    folders = {path: its for path, its in roles.folders.items() if path != real}
    if role is not None and (role is not Role.NORMAL or _of(Roles(folders), real) != role):
        folders[real] = role
    return Roles(folders)


def folder_rows(folders: Sequence[Path], roles: Roles) -> list[FolderRow]:
    """Return a row for each folder, followed by rows for folders below it with roles.

    A folder with a role below several listed ones is below the first.
    """
    listed = [(folder, Path(os.path.realpath(folder))) for folder in folders]
    left = sorted(set(roles.folders) - {real for _, real in listed})
    rows = []
    for folder, real in listed:
        rows.append(FolderRow(folder, real, _of(roles, real), real not in roles.folders))
        below = [one for one in left if one.is_relative_to(real)]
        left = [one for one in left if not one.is_relative_to(real)]
        rows += [
            FolderRow(one, one, roles.folders[one], inherited=False, above=real) for one in below
        ]
    return rows


def _of(roles: Roles, folder: Path) -> Role:
    return roles.of(folder / "_")


translate = QCoreApplication.translate  # the name lupdate looks for

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NOWHERE = QModelIndex()

NODE_ROLE = _Role.UserRole


@dataclass(slots=True)
class FolderNode:
    """A folder of the tree; ``path`` is None for all folders together.

    ``count`` is the number of removable documents in it, at any depth. ``listed`` folders are
    scanned, ``missing`` ones do not exist, those ``away`` are on disconnected disks. ``elsewhere``
    is a result file whose documents are not on this machine. ``watched``: it or a folder above is
    watched. ``days`` is how long documents are kept, None for the general setting.
    """

    name: str
    path: Path | None
    parent: int
    row: int
    count: int = 0
    role: Role = Role.NORMAL
    inherited: bool = False
    listed: bool = False
    missing: bool = False
    away: bool = False
    elsewhere: bool = False
    watched: bool = False
    days: int | None = None
    children: list[int] | None = None


class FolderModel(QAbstractItemModel):
    """All folders together on top, below them the scanned folders and those in them.

    Subfolders have a row if they have a role of their own or removable documents; it is made when
    their parent is first opened. An index holds the number of its node.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._nodes: list[FolderNode] = []
        self._below: Mapping[str, Sequence[str]] = {}
        self._counts: Mapping[str, int] = {}
        self._rows: Sequence[FolderRow] = ()
        self._folders: Sequence[Path] = ()
        self._roles = Roles()
        self._settings = FolderSettings()
        self._total = 0
        self._away: frozenset[Path] = frozenset()
        self._build()

    def show_folders(self, folders: Sequence[Path], roles: Roles) -> None:
        self._folders, self._roles = folders, roles
        self._reset()

    def show_settings(self, settings: FolderSettings) -> None:
        if settings.folders != self._settings.folders:
            self._settings = settings
            self._reset()

    def show_counts(self, counts: Mapping[str, int], total: int) -> None:
        if counts != self._counts or total != self._total:
            self._counts, self._total = counts, total
            self._reset()

    def show_away(self, points: Iterable[Path]) -> None:
        """Show that disks are not connected, by where they were."""
        away = frozenset(points)
        if away != self._away:
            self._away = away
            self._reset()

    def _reset(self) -> None:
        self.beginResetModel()
        self._build()
        self.endResetModel()

    def _build(self) -> None:
        self._rows = folder_rows(self._folders, self._roles)
        below: dict[str, set[str]] = {}
        with_roles = [str(row.path) for row in self._rows if row.above is not None]
        set_apart = map(str, self._settings.folders)
        for folder in (*self._counts, *with_roles, *set_apart):
            child = folder
            while (parent := os.path.dirname(child)) != child:  # noqa: PTH120 - many strings
                known = below.setdefault(parent, set())
                if child in known:
                    break
                known.add(child)
                child = parent
        self._below = {
            parent: sorted(children, key=lambda one: (wording.folded(one), one))
            for parent, children in below.items()
        }
        self._nodes = [FolderNode(self.tr("All folders"), None, -1, 0, self._total, children=[])]
        roots = [row.path for row in self._rows if row.above is None]
        for row in self._rows:
            if row.above is None:
                shown = PLACES.join(wording.root_parts(row.path, roots))
                node = self._node(shown, row.path, row.real, -1, len(self._nodes))
                there = os.path.isdir(row.path)  # noqa: PTH112 - Path's raises without rights
                node.listed, node.role, node.inherited = True, row.role, row.inherited
                node.elsewhere = not there and results_above(row.path / "_") is not None
                node.missing = not (there or node.elsewhere)
                self._nodes.append(node)

    def _node(self, name: str, path: Path, real: Path, parent: int, row: int) -> FolderNode:
        around = {real, *real.parents}
        return FolderNode(
            *(name, path, parent, row, self._counts.get(str(path), 0)),
            away=not self._away.isdisjoint(around),
            watched=not around.isdisjoint(self._settings.watched),
            days=self._settings.of(real).keep_days,
        )

    def _children(self, number: int) -> list[int]:
        node = self._nodes[number]
        if node.children is None:
            node.children = []
            for folder in self._below.get(str(node.path), ()):
                path = Path(folder)
                real = Path(os.path.realpath(path))
                named = wording.part_elsewhere if node.elsewhere else wording.printable
                child = self._node(named(path.name), path, real, number, len(node.children))
                child.role, child.elsewhere = self._roles.of(real / "_"), node.elsewhere
                child.inherited = all(row.path != path for row in self._rows)
                node.children.append(len(self._nodes))
                self._nodes.append(child)
        return node.children

    def node(self, index: _Index) -> FolderNode | None:
        return self._nodes[int(index.internalId())] if index.isValid() else None

    def row_of(self, index: _Index) -> FolderRow | None:
        """Return a folder as the panel's commands need it; None for all folders together."""
        node = self.node(index)
        if node is None or node.path is None:
            return None
        for row in self._rows:
            if row.path == node.path:
                return row
        real = Path(os.path.realpath(node.path))
        above = next((row.path for row in self._rows if real.is_relative_to(row.real)), None)
        return FolderRow(node.path, real, node.role, node.inherited, above or real.parent)

    def index_of(self, folder: Path | None) -> QModelIndex:
        """Return the index of a folder, making those above it; invalid if it has none."""
        if folder is None:
            return self.index(0, 0)
        for number in range(1, self.rowCount()):
            top = self._nodes[number].path
            if top is None or not folder.is_relative_to(top):
                continue
            index, at = self.index(number, 0), top
            for part in folder.relative_to(top).parts:
                at = at / part
                children = self._children(int(index.internalId()))
                found = [row for row, one in enumerate(children) if self._nodes[one].path == at]
                if not found:
                    return QModelIndex()
                index = self.index(found[0], 0, index)
            return index
        return QModelIndex()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        if parent.isValid():
            return len(self._children(int(parent.internalId())))
        return 1 + sum(row.above is None for row in self._rows)

    def hasChildren(self, parent: _Index = _NOWHERE) -> bool:
        if not parent.isValid():
            return True
        node = self._nodes[int(parent.internalId())]
        return node.path is not None and str(node.path) in self._below

    def columnCount(self, _parent: _Index = _NOWHERE) -> int:
        return 1

    def index(self, row: int, column: int, parent: _Index = _NOWHERE) -> QModelIndex:
        if row < 0 or column != 0 or row >= self.rowCount(parent):
            return QModelIndex()
        number = self._children(int(parent.internalId()))[row] if parent.isValid() else row
        return self.createIndex(row, column, number)

    def parent(self, index: _Index = _NOWHERE) -> QModelIndex:  # type: ignore[override]
        node = self.node(index)
        if node is None or node.parent < 0:
            return QModelIndex()
        return self.createIndex(self._nodes[node.parent].row, 0, node.parent)

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> object:
        node = self.node(index)
        if node is None:
            return None
        match role:
            case _Role.DisplayRole:
                return node.name
            case _Role.ToolTipRole:
                return wording.as_tooltip(self._told(node))
            case _Role.AccessibleTextRole:
                count = counted(self.tr("1 document"), self.tr("{0} documents"), node.count)
                watched = self.tr("watched") if node.watched else ""
                return ", ".join(filter(None, (node.name, count, role_word(node), watched)))
            case _ if role == NODE_ROLE:
                return node
        return None

    def _told(self, node: FolderNode) -> str:
        if node.path is None:
            return self.tr("Show the documents of all folders")
        lines = [wording.path_text(node.path)]
        if node.elsewhere and node.listed:
            lines.append(self.tr("Saved results: their documents are not on this machine"))
        if node.away:
            lines.append(
                self.tr(
                    "The disk of this folder is not connected; its documents are kept as they were."
                    " Connect it and scan again"
                )
            )
        elif node.missing:
            lines.append(self.tr("This folder is not there now; nothing in it can be compared"))
        if node.role is Role.PROTECTED:
            lines.append(self.tr("Protected: its documents stay, none of them is marked"))
        elif node.role is Role.EXCLUDED:
            lines.append(self.tr("Excluded: its documents stay, and are left out of the results"))
        if node.inherited and node.role is not Role.NORMAL:
            lines.append(self.tr("It has this role from a folder above it"))
        if node.watched:
            lines.append(self.tr("Watched: what comes is compared with all other documents"))
        if node.days is not None:
            lines.append(kept_words(node.days))
        return "\n".join(lines)


def kept_words(days: int) -> str:
    """Return how long the documents of a folder are kept; 0 is for ever."""
    if not days:
        return translate("folders", "Documents are kept for ever")
    one = translate("folders", "Documents that came more than a day ago are left out")
    many = translate("folders", "Documents that came more than {0} days ago are left out")
    return counted(one, many, days)


def role_word(node: FolderNode) -> str:
    if node.away:
        return translate("folders", "not connected")
    if node.missing:
        return translate("folders", "missing")
    words = {
        Role.PROTECTED: translate("folders", "protected"),
        Role.EXCLUDED: translate("folders", "excluded"),
    }
    return words.get(node.role, "")
