"""GroupView: the tree of groups, and what can be done with a document from there."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QByteArray,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTreeView, QWidget

from app.group_actions import GroupActions
from app.group_columns import Column
from app.group_delegate import GroupDelegate
from app.group_model import GroupModel
from app.group_position import GroupPosition
from simcore import DocumentId

__all__ = ["GroupView"]

_Index = QModelIndex | QPersistentModelIndex

_Flag = QItemSelectionModel.SelectionFlag

_MANY_GROUPS = 200
"""From here on a selection takes in whole groups by their titles."""

_WIDTHS = {  # in digits of the view's font
    Column.NAME: 34,
    Column.KIND: 15,
    Column.DISTANCE: 13,
    Column.SIMILARITY: 13,
    Column.SIZE: 10,
    Column.MODIFIED: 17,
    Column.ENCODING: 11,
    Column.FOLDER: 12,
}


class GroupView(QTreeView):
    """Shows a ``GroupModel``; the person's place in it outlasts every new report.

    ``document_chosen`` carries the representative and the chosen document of the current row
    (the first member on the row of a group or of its kept document); ``nothing_chosen`` tells
    that the current row went and none took its place. ``failed`` carries a sentence.
    """

    document_chosen = Signal(object, object)
    nothing_chosen = Signal()
    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._groups = GroupModel(self)
        self._open_by_default = True
        self._exceptions: set[DocumentId] = set()
        self._position: GroupPosition | None = None
        self._pair: tuple[DocumentId, DocumentId] | None = None
        self._restoring = False

        self.setAccessibleName(self.tr("Groups of near-duplicates"))
        self._delegate = GroupDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(True)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.header().setSortIndicatorClearable(True)
        self.header().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.expanded.connect(self._note_expanded)
        self.collapsed.connect(self._note_collapsed)
        self._actions = GroupActions(self)
        self._actions.failed.connect(self.failed)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show a ``GroupModel``, once; raises ``TypeError`` for a model of another kind."""
        if not isinstance(model, GroupModel):
            raise TypeError(f"a GroupView shows a GroupModel, not {model!r}")
        model.modelAboutToBeReset.connect(self._remember)
        super().setModel(model)
        model.modelReset.connect(self._restore)  # after QTreeView's own slot
        self._groups = model
        self._actions.set_model(model)
        digit = self.fontMetrics().horizontalAdvance("0")
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, width * digit)
        if model.report is not None:
            self.expandAll()

    # ---- the columns' layout

    def save_layout(self) -> QByteArray:
        """Return widths, order and sorting of the columns."""
        return QByteArray(bytes([len(Column)]) + self.header().saveState().data())

    def restore_layout(self, layout: QByteArray) -> None:
        """Take over what ``save_layout`` returned; what another version saved is passed over."""
        data = layout.data()
        if data[:1] == bytes([len(Column)]):
            self.header().restoreState(QByteArray(data[1:]))

    # ---- open and closed groups

    @Slot()
    def expandAll(self) -> None:
        """Open every group, those of later reports too."""
        self._open_by_default = True
        self._exceptions.clear()
        self._open_all()

    @Slot()
    def collapseAll(self) -> None:
        """Close every group, those of later reports too."""
        self._open_by_default = False
        self._exceptions.clear()
        super().collapseAll()

    def _open_all(self) -> None:
        # a signal for each group would take as long as all the rest, and says nothing new
        blocked = self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        try:
            super().expandAll()
        finally:
            self.blockSignals(blocked)

    @Slot(QModelIndex)
    def _note_expanded(self, index: QModelIndex) -> None:
        self._note(index, usual=self._open_by_default)

    @Slot(QModelIndex)
    def _note_collapsed(self, index: QModelIndex) -> None:
        self._note(index, usual=not self._open_by_default)

    def _note(self, index: QModelIndex, *, usual: bool) -> None:
        group = self._groups.group_at(index)
        if group is None or self._restoring:
            return
        if usual:
            self._exceptions.discard(group.representative)
        else:
            self._exceptions.add(group.representative)

    # ---- the place of the person, over a reset of the model

    @Slot()
    def _remember(self) -> None:
        self._position = GroupPosition.of(self, self._groups)

    @Slot()
    def _restore(self) -> None:
        position, self._position = self._position, None
        scrolling = self.hasAutoScroll()
        self._restoring = True
        self.setAutoScroll(False)  # it would open the group of the current row, and jump
        try:
            self._restore_expansion()
            if position is not None:
                position.apply(self, self._groups)
        finally:
            self.setAutoScroll(scrolling)
            self._restoring = False
        pair = self._pair_at(self.currentIndex())
        if pair != self._pair:
            self._announce(pair)

    def _restore_expansion(self) -> None:
        if self._open_by_default:
            self._open_all()
        for representative in self._exceptions:
            index = self._groups.index_of_group(representative)
            group = self._groups.group_at(index)
            if group is not None and group.representative == representative:
                self.setExpanded(index, not self._open_by_default)

    # ---- the current row

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        """Tell which document was chosen."""
        super().currentChanged(current, previous)
        same_row = current.row() == previous.row() and current.parent() == previous.parent()
        if not self._restoring and current.isValid() and not same_row:
            self._announce(self._pair_at(current))

    @Slot()
    def choose_first(self) -> None:
        """Choose the first document beside a kept one, where nothing is chosen yet."""
        if not self.currentIndex().isValid():
            first = self._groups.index(0, 0)
            self.setCurrentIndex(self._groups.index(1, 0, first))

    def _pair_at(self, index: _Index) -> tuple[DocumentId, DocumentId] | None:
        group = self._groups.group_at(index)
        if group is None:
            return None
        document = self._groups.document_at(index)
        if document is None or document == group.representative:
            first = self._groups.index_of(group.representative).siblingAtRow(1)
            document = self._groups.document_at(first)
        return None if document is None else (group.representative, document)

    def _announce(self, pair: tuple[DocumentId, DocumentId] | None) -> None:
        self._pair = pair
        if pair is None:
            self.nothing_chosen.emit()
        else:
            self.document_chosen.emit(*pair)

    # ---- the selection

    @Slot()
    def selectAll(self) -> None:
        """Select the rows of all groups; each stands for the documents in it.

        One range of rows: painting takes time for every range, and with one for each group a
        library of 40,000 groups would stand still for minutes.
        """
        last = self._groups.rowCount() - 1
        self.selectionModel().select(self._rows(QModelIndex(), 0, last), _Flag.ClearAndSelect)

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        """Select the rows in a rectangle; of many groups the titles alone, as selectAll does."""
        top, bottom = (self.indexAt(QPoint(0, y)) for y in (rect.top(), rect.bottom()))
        first, last = _group_row(top), _group_row(bottom)
        if last - first < _MANY_GROUPS or not top.isValid():
            super().setSelection(rect, command)
            return
        selection = QItemSelection()
        if top.parent().isValid():  # begins inside a group, whose title is above
            end = self._groups.rowCount(top.parent()) - 1
            selection.merge(self._rows(top.parent(), top.row(), end), _Flag.Select)
            first += 1
        if bottom.parent().isValid():  # ends inside a group: its title would stand for too much
            selection.merge(self._rows(bottom.parent(), 0, bottom.row()), _Flag.Select)
            last -= 1
        selection.merge(self._rows(QModelIndex(), first, last), _Flag.Select)
        self.selectionModel().select(selection, command & ~_Flag.Rows)

    def _rows(self, parent: QModelIndex, first: int, last: int) -> QItemSelection:
        if last < first:
            return QItemSelection()
        return QItemSelection(
            self._groups.index(first, 0, parent),
            self._groups.index(last, self._groups.columnCount() - 1, parent),
        )

    def offer(self, actions: Sequence[QAction]) -> None:
        """Put the window's actions at the end of the menu of a row."""
        self._actions.more = list(actions)

    @Slot()
    def choose_again(self) -> None:
        """Tell which document is chosen, as if it were chosen now."""
        self._announce(self._pair)

    @Slot()
    def toggle_marks(self) -> None:
        """Mark the selected documents, or unmark them when all of them are marked."""
        self._actions.toggle_marks()

    # ---- events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Space toggle marks, whatever the current column."""
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self.toggle_marks()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show what can be done with the row under the pointer, or with the current one."""
        index = self.currentIndex()
        if not index.isValid():
            return
        place = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.viewport().mapToGlobal(self.visualRect(index).center())
        self._actions.menu().popup(place)

    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: _Index) -> None:
        """Paint a row; the title of a group goes over all columns."""
        super().drawRow(painter, options, index)
        if index.parent().isValid():
            return
        place = self.visualRect(index.sibling(index.row(), Column.NAME))
        place.setLeft(max(place.left(), 0))
        place.setRight(min(options.rect.right(), self.viewport().width()))
        kept = "" if self.isExpanded(index) else self._groups.kept_name(index)
        selected = self.selectionModel().isSelected(index)
        title = str(self._groups.data(index))
        self._delegate.paint_title(painter, options, place, (title, kept), selected=selected)


def _group_row(index: QModelIndex) -> int:
    """Return the row of the group an index belongs to, -1 for none."""
    return index.parent().row() if index.parent().isValid() else index.row()
