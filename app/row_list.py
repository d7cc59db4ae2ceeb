"""A list of many rows of words that can be searched, sorted, copied and exported."""

from collections.abc import Collection, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app import desktop
from app.text_table import Row

__all__ = ["RowList", "RowListModel"]

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NOWHERE = QModelIndex()


class RowListModel(QAbstractTableModel):
    """The rows that hold what is looked for, in their own order or by a column."""

    def __init__(self, titles: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._titles = tuple(titles)
        self._rows: tuple[Row, ...] = ()
        self._shown: list[int] = []
        self._filter = ""
        self._sorted_by = -1
        self._order = Qt.SortOrder.AscendingOrder

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows, by the same filter and in the same order."""
        self._rows = tuple(rows)
        self._arrange()

    def set_filter(self, text: str) -> None:
        """Show the rows that hold ``text`` in a cell or the tooltip, whatever its capitals."""
        self._filter = text.casefold()
        self._arrange()

    def number(self, row: int) -> int:
        """Return which of the rows that were set stands in a row."""
        return self._shown[row]

    def rows(self) -> list[Row]:
        """Return the rows that are shown, in their order."""
        return [self._rows[number] for number in self._shown]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 is the order that was set."""
        if (column, order) != (self._sorted_by, self._order):
            self._sorted_by, self._order = column, order
            self._arrange()

    def _arrange(self) -> None:
        self.beginResetModel()
        wanted = self._filter
        shown = [
            number
            for number, row in enumerate(self._rows)
            if not wanted
            or wanted in row.tooltip.casefold()
            or any(wanted in cell.casefold() for cell in row.cells)
        ]
        if self._sorted_by >= 0:
            descending = self._order == Qt.SortOrder.DescendingOrder
            column = self._sorted_by
            shown.sort(key=lambda one: self._rows[one].cells[column].casefold(), reverse=descending)
        self._shown = shown
        self.endResetModel()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of rows that the filter lets through."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._titles)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
        """Return the title of a column."""
        if orientation is Qt.Orientation.Horizontal and role == _Role.DisplayRole:
            return self._titles[section] if 0 <= section < len(self._titles) else None
        return None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> object:
        """Return a cell's words or its row's tooltip."""
        if not index.isValid():
            return None
        row = self._rows[self._shown[index.row()]]
        if role == _Role.DisplayRole:
            return row.cells[index.column()]
        return row.tooltip if role == _Role.ToolTipRole else None


class RowList(QWidget):
    """Shows rows of words under a filter; a ``plain`` list is too short for filter and export.

    The columns ``wide`` share the room that the others leave.
    ``export_wanted`` carries the rows that are shown, ``chosen_changed`` tells that others are
    selected.
    """

    export_wanted = Signal(object)
    chosen_changed = Signal()

    def __init__(
        self,
        name: str,
        titles: Sequence[str],
        parent: QWidget | None = None,
        *,
        wide: Collection[int] = (0,),
        plain: bool = False,
    ) -> None:
        super().__init__(parent)
        self._filter = QLineEdit(self)
        self._filter.setPlaceholderText(self.tr("Filter this list"))
        self._filter.setAccessibleName(self.tr("Filter this list"))
        self._filter.setClearButtonEnabled(True)
        self._export = QPushButton(self.tr("E&xport…"), self)
        self._export.setAutoDefault(False)
        self._export.setToolTip(self.tr("Write the rows shown to a CSV file"))
        self._export.setVisible(not plain)
        self._filter.setVisible(not plain)
        self._export.clicked.connect(self._ask_for_export)
        self._model = RowListModel(titles, self)
        self.table = _table(self._model, self)
        self.table.setAccessibleName(name)
        header = self.table.horizontalHeader()
        for column in range(len(titles)):
            mode = QHeaderView.ResizeMode
            header.setSectionResizeMode(
                column, mode.Stretch if column in wide else mode.Interactive
            )
        self._copy = QAction(self.tr("&Copy"), self.table)
        self._copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        self._copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._copy.triggered.connect(self.copy)
        self.table.addAction(self._copy)
        self._filter.textChanged.connect(self._model.set_filter)
        self.table.selectionModel().selectionChanged.connect(self.chosen_changed)
        self._model.modelReset.connect(self.chosen_changed)

        bar = QHBoxLayout()
        bar.addWidget(self._filter, 1)
        bar.addWidget(self._export)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(bar)
        layout.addWidget(self.table)

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows."""
        self._model.set_rows(rows)
        self._export.setEnabled(bool(rows))

    def set_widths(self, widths: Sequence[int]) -> None:
        """Give columns their widths in letters; 0 leaves one as it is."""
        letter = self.table.fontMetrics().averageCharWidth()
        for column, width in enumerate(widths):
            if width:
                self.table.setColumnWidth(column, width * letter)

    def shown(self) -> list[Row]:
        """Return the rows that are shown, in their order."""
        return self._model.rows()

    def set_filter(self, text: str) -> None:
        """Look for a text."""
        self._filter.setText(text)

    def chosen(self) -> list[int]:
        """Return which of the rows that were set are selected, from top to bottom."""
        rows = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        return [self._model.number(row) for row in rows]

    def choose(self, number: int) -> None:
        """Select one of the rows that were set, if it is shown."""
        for row in range(self._model.rowCount()):
            if self._model.number(row) == number:
                self.table.selectRow(row)
                return

    @Slot()
    def copy(self) -> None:
        """Put the selected rows on the clipboard, cells apart by tabs."""
        shown = {self._model.number(row): one for row, one in enumerate(self._model.rows())}
        lines = ["\t".join(shown[number].cells) for number in self.chosen()]
        if lines:
            desktop.copy_text("\n".join(lines))

    @Slot()
    def _ask_for_export(self) -> None:
        self.export_wanted.emit(self.shown())


def _table(model: RowListModel, parent: QWidget) -> QTableView:
    table = QTableView(parent)
    table.setModel(model)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.setAlternatingRowColors(True)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # paths tell most at their ends
    table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
    rows = table.verticalHeader()
    rows.hide()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    rows.setDefaultSectionSize(table.fontMetrics().height() + 6)
    columns = table.horizontalHeader()
    columns.setHighlightSections(False)
    columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    columns.setSortIndicatorClearable(True)
    columns.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
    table.setSortingEnabled(True)
    return table
