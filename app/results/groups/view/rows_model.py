"""GroupRowsModel: rows of groups and documents as a model for views, and their indices."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from simcore import DocumentId, Group, Member, ScanReport

from ..rows.columns import COLUMNS, GroupColumn
from ..rows.marks import GroupMarks
from ..rows.rows import GroupRows, RowPosition
from ..rows.table import GroupTable
from .cells import Cell, GroupCells, GroupTitle

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NOWHERE = QModelIndex()

# Combining Python's flags takes longer than everything else.
_OF_NOTHING = Qt.ItemFlag.NoItemFlags
_OF_ROW = (
    Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
)
_OF_DOCUMENT = _OF_ROW | Qt.ItemFlag.ItemIsDragEnabled
_OF_MEMBER = _OF_DOCUMENT | Qt.ItemFlag.ItemIsUserCheckable


class GroupRowsModel(QAbstractTableModel):
    """A row for each group shown, and below it, if it is open, its kept document and its members.

    Reads memory only; subclasses set the rows.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: GroupRows | None = None  # None before the first report
        self._cells = GroupCells()
        self._marks = GroupMarks()

    @property
    def report(self) -> ScanReport | None:
        """The report shown, None before the first."""
        return None if self.rows is None else self.rows.table.report

    @property
    def table(self) -> GroupTable | None:
        """What the groups shown are arranged from, None before the first report."""
        return None if self.rows is None else self.rows.table

    def is_open(self, index: _Index) -> bool:
        """Return whether the group of a row shows its documents."""
        position = self.position_at(index)
        return position is not None and self.rows is not None and self.rows.is_open(position.rank)

    # ---- from indexes to documents and back

    def position_at(self, index: _Index) -> RowPosition | None:
        """Return the position of a row in ``rows``, None for no row."""
        return self.rows.at(index.row()) if self.rows is not None and index.isValid() else None

    def document_at(self, index: _Index) -> DocumentId | None:
        """Return the document of a row, None for a group's row and for no row."""
        position = self.position_at(index)
        return None if position is None or self.rows is None else self.rows.document(position)

    def group_at(self, index: _Index) -> Group | None:
        """Return the group of a row, be it the group's own or a document's."""
        position = self.position_at(index)
        return None if position is None or self.rows is None else self.rows.group(position.rank)

    def members_at(self, index: _Index) -> Sequence[Member]:
        """Return the members that are shown of the group of a row."""
        position = self.position_at(index)
        return () if position is None or self.rows is None else self.rows.members(position.rank)

    def index_of(self, document: DocumentId, *, parts: bool | None = None) -> QModelIndex:
        """Return the first cell of a document's row, an invalid index when it has none.

        Where it is in two groups, ``parts`` tells which is meant, as in ``GroupRows.position_of``.
        """
        return self._index_of(document, parts=parts, own=True)

    def index_of_group(self, document: DocumentId, *, parts: bool | None = None) -> QModelIndex:
        """Return the first cell of the row of the group that holds a document."""
        return self._index_of(document, parts=parts, own=False)

    def _index_of(self, document: DocumentId, *, parts: bool | None, own: bool) -> QModelIndex:
        rows = self.rows
        position = None if rows is None else rows.position_of(document, parts=parts)
        if rows is None or position is None:
            return QModelIndex()
        row = rows.row_of(position) if own else rows.first_row(position.rank)
        return QModelIndex() if row is None else self.index(row, 0)

    def title_of(self, index: _Index) -> QModelIndex:
        """Return the cell in the same column of the row of the group that a row belongs to."""
        position = self.position_at(index)
        if position is None or self.rows is None:
            return QModelIndex()
        return self.index(self.rows.first_row(position.rank), index.column())

    # ---- QAbstractTableModel

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of rows of groups and of documents in open groups."""
        return 0 if parent.isValid() or self.rows is None else self.rows.count

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Return the flags of a cell: members have a check box in the first column.

        Those in protected folders have none; a kept one has one while it is marked elsewhere.
        """
        position = self.position_at(index)
        if position is None:
            return _OF_NOTHING
        if position.row < 0 or self.rows is None:
            return _OF_ROW
        document = self.rows.document(position)
        if index.column() != GroupColumn.MARK or document in self.rows.table.protected:
            return _OF_DOCUMENT
        return _OF_MEMBER if position.row or document in self._marks.marked else _OF_DOCUMENT

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> object:
        """Return the title of a column, and what it means."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        return COLUMNS[section].definition.header(role)

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> object:
        """Return the data of a cell; reads memory only."""
        rows = self.rows
        if rows is None or not index.isValid():
            return None
        return self._cells.data(
            rows.at(index.row()), COLUMNS[index.column()], role, self._marks.marked
        )

    def cell(self, index: _Index) -> Cell | None:
        """Return all painted data of a document's cell, None for a group's cell."""
        position = self.position_at(index)
        if position is None:
            return None
        return self._cells.cell(position, COLUMNS[index.column()], self._marks.marked)

    def title_at(self, index: _Index) -> GroupTitle | None:
        """Return what stands on the row of a group, None for a document's row."""
        position = self.position_at(index)
        if position is None or position.row >= 0:
            return None
        return self._cells.title(position.rank)

    def forget_words(self) -> None:
        """Recompute the texts of all cells after a change of the language."""
        self._cells.forget()
