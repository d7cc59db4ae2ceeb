"""FolderTree: folders with counts and the signs of their roles; a click filters the results."""

from collections.abc import Collection
from pathlib import Path

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from simcore import Role

from ..language.wording import count_text
from ..looks.colours import colours_of
from ..looks.ground import is_selected, row_ground
from ..looks.icons import paint_icon
from ..looks.measures import font_like, row_height, scaled
from ..looks.text import paint_line
from .model import NODE_ROLE, FolderModel, FolderNode
from .rows import FolderRow

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

    # ---- what is chosen

    def chosen(self) -> Path | None:
        """Return the folder that is chosen, None for all."""
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
        """Return the folders that are selected, all folders together left out."""
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
        """Select what the right button is pressed on for its menu alone: nothing is filtered."""
        index = self.indexAt(event.position().toPoint())
        if event.button() is not Qt.MouseButton.RightButton:
            super().mousePressEvent(event)
        elif index.isValid() and not self.selectionModel().isSelected(index):
            self._telling = False
            self.selectionModel().select(index, _Flag.ClearAndSelect | _Flag.Rows)
            self._telling = True

    def viewportEvent(self, event: QEvent) -> bool:
        """Select what filters again when the menu of another folder has closed."""
        if event.type() is not QEvent.Type.ContextMenu:
            return super().viewportEvent(event)
        before = self.chosen()
        alone = self.currentIndex() not in self.selectedIndexes()
        done = super().viewportEvent(event)
        if alone and self.folders.index_of(before).isValid():
            self.choose(before)
        return done

    # ---- what is open, across new results

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
        """Open what was open, and folders that are scanned for the first time."""
        self._telling = False
        for row in range(1, self.folders.rowCount()):
            index = self.folders.index(row, 0)
            node = self.folders.node(index)
            if node is None or node.path is None:
                continue
            if node.path not in self._known:
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
        """Fit indents to another font."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.setIndentation(scaled(16, self.font()))

    def drawBranches(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a chevron before a folder that has some in it, on the ground of its row."""
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
    """Paints icon, name, the sign of the role and, at the right, the count."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex) -> QSize:  # type: ignore[override]
        """Return the height of a row."""
        return QSize(scaled(60, option.font), row_height(option.font))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint a folder."""
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
