"""A read-only table of words, for lists of many thousand rows."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, overload

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

_NOWHERE = QModelIndex()
_T = TypeVar("_T")
_KEPT = 256
"""So many rows are kept once they are made: more than are in view."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: a text for every column, and a tooltip for the whole row."""

    cells: tuple[str, ...]
    tooltip: str


class LazyRows(Sequence[Row], Generic[_T]):
    """A row for each of some things, made when it is asked for: of many, few are ever seen."""

    def __init__(self, things: Sequence[_T], make: Callable[[_T], Row]) -> None:
        self._things = things
        self._make = make
        self._made: dict[int, Row] = {}  # a row is asked for cell by cell

    def __len__(self) -> int:
        return len(self._things)

    def __iter__(self) -> Iterator[Row]:
        return map(self._make, self._things)

    @overload
    def __getitem__(self, number: int) -> Row: ...
    @overload
    def __getitem__(self, number: slice) -> "LazyRows[_T]": ...
    def __getitem__(self, number: int | slice) -> "Row | LazyRows[_T]":
        if isinstance(number, slice):
            return LazyRows(self._things[number], self._make)
        row = self._made.get(number)
        if row is None:
            if len(self._made) >= _KEPT:
                self._made = {}
            row = self._make(self._things[number])
            self._made[number] = row
        return row


class TextTableModel(QAbstractTableModel):
    """Rows of words; they never change."""

    def __init__(
        self,
        titles: Sequence[str],
        rows: Sequence[Row],
        numbers: Collection[int] = (),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._numbers = frozenset(numbers)
        self._titles = tuple(titles)
        self._rows = rows

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        """Return the number of rows; rows have no children."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._titles)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return a cell's text or its row's tooltip; figures stand at the right."""
        if not index.isValid():
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._rows[index.row()].cells[index.column()]
            case Qt.ItemDataRole.ToolTipRole:
                return self._rows[index.row()].tooltip
            case Qt.ItemDataRole.TextAlignmentRole:
                return self._alignment(index.column())
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return a column's title."""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(section)
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        return super().headerData(section, orientation, role)

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        side = (
            Qt.AlignmentFlag.AlignRight if column in self._numbers else Qt.AlignmentFlag.AlignLeft
        )
        return side | Qt.AlignmentFlag.AlignVCenter


class _Titles(QHeaderView):
    """The titles of the columns; they follow no selection.

    A header asks for every row whether a column is selected.
    """

    def setSelectionModel(self, selection: QItemSelectionModel) -> None:
        super().setSelectionModel(QItemSelectionModel(selection.model(), self))


class TextTable(QTableView):
    """Shows rows of words, all of one height, whole rows chosen; made for 100,000 of them.

    A tree would ask for each of them.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalHeader(_Titles(Qt.Orientation.Horizontal, self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # paths tell most at their ends
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(self.fontMetrics().height() + 6)
        columns = self.horizontalHeader()
        columns.setHighlightSections(False)
        columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def set_rows(
        self,
        titles: Sequence[str],
        rows: Sequence[Row],
        *,
        wide: Collection[int],
        numbers: Collection[int] = (),
    ) -> None:
        """Show ``rows``; the columns ``wide`` share the room, the others fit their words.

        The columns ``numbers`` hold figures.
        """
        self.setModel(TextTableModel(titles, rows, numbers, self))
        header = self.horizontalHeader()
        header.setStretchLastSection(False)
        header.setResizeContentsPrecision(100)  # of a long list, look at the rows in sight only
        for column in range(len(titles)):
            mode = QHeaderView.ResizeMode
            header.setSectionResizeMode(
                column, mode.Stretch if column in wide else mode.ResizeToContents
            )
        if len(rows):
            self.selectRow(0)
