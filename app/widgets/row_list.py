"""A list of many rows of words that can be searched, sorted, copied and exported."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, NamedTuple

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
    QVBoxLayout,
    QWidget,
)

from app.background.gradual_sort import sorted_numbers
from app.background.latest import Latest
from app.background.task import Task
from app.widgets import desktop
from app.widgets.text_table import LazyRows, Row, TextTable

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NOWHERE = QModelIndex()


_AT_ONCE = 5_000
"""So many rows are searched and sorted in the window's own thread."""
_STRIDE = 512


class _Wanted(NamedTuple):
    """Which rows are looked for, and in which order they are to stand; -1 is their own."""

    filter: str = ""
    column: int = -1
    descending: bool = False

    def found(self, rows: Sequence[Row], check: Callable[[], None]) -> Sequence[int]:
        """Return the numbers of the rows that are shown. Raises what ``check`` raises."""
        shown: Sequence[int] = range(len(rows))
        if self.filter:
            found = []
            for number, row in enumerate(rows):
                if not number % _STRIDE:
                    check()
                if self._holds(row):
                    found.append(number)
            shown = found
        if self.column < 0:
            return shown
        order = sorted_numbers(
            len(shown),
            lambda place: rows[shown[place]].cells[self.column].casefold(),
            check,
            descending=self.descending,
        )
        return [shown[place] for place in order]

    def _holds(self, row: Row) -> bool:
        wanted = self.filter
        return wanted in row.tooltip.casefold() or any(
            wanted in cell.casefold() for cell in row.cells
        )


class RowListModel(QAbstractTableModel):
    """The rows that hold what is looked for, in their own order or by a column.

    Many rows are searched and sorted in a thread; those before stay until the answer is there.
    """

    def __init__(self, titles: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._titles = tuple(titles)
        self._rows: Sequence[Row] = ()
        self._shown: Sequence[int] = ()
        self._wanted = _Wanted()
        self._looking = Latest(self)
        self._looking.succeeded.connect(self._show)

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._looking.busy

    def shut_down(self) -> None:
        """Stop what runs, and wait for it."""
        self._looking.shut_down()

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows, by the same filter and in the same order."""
        self._show(())
        self._rows = rows
        self._arrange()

    def set_filter(self, text: str) -> None:
        """Show the rows that hold ``text`` in a cell or the tooltip, whatever its capitals."""
        self._wanted = self._wanted._replace(filter=text.casefold())
        self._arrange()

    def number(self, row: int) -> int:
        """Return which of the rows that were set stands in a row."""
        return self._shown[row]

    def rows(self) -> Sequence[Row]:
        """Return the rows that are shown, in their order; each is made when it is asked for."""
        return LazyRows(self._shown, self._rows.__getitem__)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 is the order that was set."""
        descending = order == Qt.SortOrder.DescendingOrder
        wanted = self._wanted._replace(column=column, descending=descending)
        if wanted != self._wanted:
            self._wanted = wanted
            self._arrange()

    def _arrange(self) -> None:
        wanted, rows = self._wanted, self._rows
        if len(rows) > _AT_ONCE and (wanted.filter or wanted.column >= 0):
            self._looking.run(partial(_found, wanted, rows))
        else:
            self._looking.stop()
            self._show(wanted.found(rows, _nobody_asks))

    @Slot(object)
    def _show(self, shown: Sequence[int]) -> None:
        self.beginResetModel()
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
        if role not in {_Role.DisplayRole, _Role.ToolTipRole}:
            return None
        row = self._rows[self._shown[index.row()]]
        return row.tooltip if role == _Role.ToolTipRole else row.cells[index.column()]


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
        self._copying = Latest(self)
        self._copying.succeeded.connect(desktop.copy_text)
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

    @property
    def busy(self) -> bool:
        """Whether rows are being looked for or copied."""
        return self._model.busy or self._copying.busy

    def shut_down(self) -> None:
        """Stop what runs, and wait for it; nothing is looked for any more."""
        self._model.shut_down()
        self._copying.shut_down()

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows."""
        self._model.set_rows(rows)
        self._export.setEnabled(len(rows) > 0)

    def set_widths(self, widths: Sequence[int]) -> None:
        """Give columns their widths in letters; 0 leaves one as it is."""
        letter = self.table.fontMetrics().averageCharWidth()
        for column, width in enumerate(widths):
            if width:
                self.table.setColumnWidth(column, width * letter)

    def shown(self) -> Sequence[Row]:
        """Return the rows that are shown, in their order."""
        return self._model.rows()

    def set_filter(self, text: str) -> None:
        """Look for a text."""
        self._filter.setText(text)

    def chosen(self) -> list[int]:
        """Return which of the rows that were set are selected, from top to bottom."""
        return [self._model.number(row) for row in self._selected()]

    def _selected(self) -> list[int]:
        spans = self.table.selectionModel().selection()  # selectedRows() makes an index for each
        found = (spans.at(place) for place in range(spans.size()))
        return sorted({row for one in found for row in range(one.top(), one.bottom() + 1)})

    def choose(self, number: int) -> None:
        """Select one of the rows that were set, if it is shown."""
        for row in range(self._model.rowCount()):
            if self._model.number(row) == number:
                self.table.selectRow(row)
                return

    @Slot()
    def copy(self) -> None:
        """Put the selected rows on the clipboard, cells apart by tabs."""
        rows, selected = self._model.rows(), self._selected()
        if len(selected) > _AT_ONCE:
            self._copying.run(partial(_copied, rows, selected))
        elif selected:
            desktop.copy_text(_lines(rows, selected, _nobody_asks))

    @Slot()
    def _ask_for_export(self) -> None:
        self.export_wanted.emit(self.shown())


def _nobody_asks() -> None:
    """Let it go on."""


def _found(wanted: _Wanted, rows: Sequence[Row], task: Task) -> Sequence[int]:
    return wanted.found(rows, task.check)


def _copied(rows: Sequence[Row], selected: Sequence[int], task: Task) -> str:
    return _lines(rows, selected, task.check)


def _lines(rows: Sequence[Row], selected: Sequence[int], check: Callable[[], None]) -> str:
    lines = []
    for number, row in enumerate(selected):
        if not number % _STRIDE:
            check()
        lines.append("\t".join(rows[row].cells))
    return "\n".join(lines)


def _table(model: RowListModel, parent: QWidget) -> TextTable:
    table = TextTable(parent)
    table.setModel(model)
    table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
    columns = table.horizontalHeader()
    columns.setSectionsClickable(True)
    columns.setSortIndicatorClearable(True)
    columns.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
    table.setSortingEnabled(True)
    return table
