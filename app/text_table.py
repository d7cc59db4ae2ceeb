"""A read-only table of ready-made words, for lists of many thousand rows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtWidgets import QHeaderView, QTreeView, QWidget

__all__ = ["Row", "TextTable", "TextTableModel"]

_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Row:
    """One row: a text for every column, and a tooltip for the whole row."""

    cells: tuple[str, ...]
    tooltip: str


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
        self._rows = tuple(rows)

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
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.cells[index.column()]
            case Qt.ItemDataRole.ToolTipRole:
                return row.tooltip
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


class TextTable(QTreeView):
    """Shows rows of words, set once."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(True)
        self.setAllColumnsShowFocus(True)
        self.setTextElideMode(Qt.TextElideMode.ElideLeft)  # paths tell most at their end

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
        header = self.header()
        header.setStretchLastSection(False)
        header.setResizeContentsPrecision(100)  # of a long list, look at the rows in sight only
        for column in range(len(titles)):
            mode = QHeaderView.ResizeMode
            header.setSectionResizeMode(
                column, mode.Stretch if column in wide else mode.ResizeToContents
            )
        if rows:
            self.setCurrentIndex(self.model().index(0, 0))
