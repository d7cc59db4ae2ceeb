"""A list of many rows of words that can be searched, sorted, copied and exported."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ..background.gradual import Check, nobody_asks, stepped
from ..background.latest import Latest, checked
from ..background.task import shut_down_below
from ..language.wording import folded
from . import desktop
from .layouts import filled
from .records import Column, RecordModel
from .text_table import TextTable

_Record = TypeVar("_Record")
_AT_ONCE = 5_000
"""The number of records that are searched and sorted in the GUI thread."""


class SearchedModel(RecordModel[_Record]):
    """The records whose words contain the searched text.

    Many records are searched and sorted in a thread; the previous rows stay until the answer is
    there.
    """

    def __init__(
        self,
        columns: Iterable[Column[_Record]],
        parent: QObject | None = None,
        *,
        tooltip: Callable[[_Record], str] | None = None,
    ) -> None:
        super().__init__(columns, parent, tooltip=tooltip)
        self._wanted = ""
        self._looking = Latest(checked, self, self._take)

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._looking.busy

    def set_records(self, records: Sequence[_Record]) -> None:
        """Show other records, by the same filter and in the same order."""
        self._show(records, ())  # never in the order of those before
        super().set_records(records)

    @Slot(str)
    def set_filter(self, text: str) -> None:
        """Show the records that contain ``text`` in a cell or the tooltip, ignoring case."""
        self._wanted = folded(text)
        self._arrange(self.records)

    def _keep(self, _records: Sequence[_Record], /) -> Callable[[int, _Record], bool] | None:
        return partial(_holds, self.columns, self.tooltip, self._wanted) if self._wanted else None

    def _arrange(self, records: Sequence[_Record]) -> None:
        if len(records) > _AT_ONCE and (self._wanted or self._column >= 0):
            self._looking.run(self._search(records))
        else:
            self._looking.stop()
            super()._arrange(records)

    @Slot(object)
    def _take(self, shown: Sequence[int]) -> None:
        self._show(self.records, shown)


def _holds(
    columns: Iterable[Column[_Record]],
    tooltip: Callable[[_Record], str | None],
    wanted: str,
    _number: int,
    record: _Record,
) -> bool:
    return wanted in folded(tooltip(record) or "") or any(
        wanted in folded(column.text(record)) for column in columns
    )


class RowList(QWidget, Generic[_Record]):
    """Shows records under a filter; a ``plain`` list is too short for filter and export.

    ``export_wanted`` carries the titles of the columns, and an iterable of the rows that are
    shown; ``chosen_changed`` follows a change of the selection.
    """

    export_wanted = Signal(object, object)
    chosen_changed = Signal()

    def __init__(
        self,
        name: str,
        columns: Iterable[Column[_Record]],
        parent: QWidget | None = None,
        *,
        tooltip: Callable[[_Record], str] | None = None,
        plain: bool = False,
    ) -> None:
        super().__init__(parent)
        self._filter = QLineEdit(self, clearButtonEnabled=True)
        self._filter.setPlaceholderText(self.tr("Filter this list"))
        self._filter.setAccessibleName(self.tr("Filter this list"))
        self._export = QPushButton(self.tr("E&xport…"), self)
        self._export.setAutoDefault(False)
        self._export.setToolTip(self.tr("Write the rows shown to a CSV file"))
        self._export.setVisible(not plain)
        self._filter.setVisible(not plain)
        self._export.clicked.connect(self.export)
        self._model = SearchedModel(columns, self, tooltip=tooltip)
        self.table = TextTable(self)
        self.table.show_model(self._model, sortable=True)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.table.setAccessibleName(name)
        copy = QKeySequence(QKeySequence.StandardKey.Copy)
        self.table.add_action(self.tr("&Copy"), self.copy, copy)
        self._copying = Latest(checked, self, desktop.copy_text)
        self._filter.textChanged.connect(self._model.set_filter)
        self.table.selectionModel().selectionChanged.connect(self.chosen_changed)
        self._model.modelReset.connect(self.chosen_changed)

        bar = filled(QHBoxLayout(), (self._filter, 1), self._export)
        filled(QVBoxLayout(self), bar, self.table)

    @property
    def busy(self) -> bool:
        """Whether rows are being searched or copied."""
        return self._model.busy or self._copying.busy

    def shut_down(self) -> None:
        """Stop searching, and wait for it."""
        shut_down_below(self)

    def set_records(self, records: Sequence[_Record]) -> None:
        """Show other records."""
        self._model.set_records(records)
        self._export.setEnabled(len(records) > 0)

    def shown(self) -> tuple[_Record, ...]:
        """Return the records that are shown, in their order."""
        return self._model.shown()

    def set_filter(self, text: str) -> None:
        """Search for a text."""
        self._filter.setText(text)

    def chosen(self) -> list[int]:
        """Return which of the records that were set are selected, from top to bottom."""
        return [self._model.number(row) for row in self._selected()]

    def _selected(self) -> list[int]:
        spans = self.table.selectionModel().selection()  # selectedRows() creates an index for each
        found = (spans.at(position) for position in range(spans.size()))
        return sorted({row for one in found for row in range(one.top(), one.bottom() + 1)})

    def choose(self, number: int) -> None:
        """Select one of the records that were set, if it is shown."""
        for row in range(self._model.rowCount()):
            if self._model.number(row) == number:
                self.table.selectRow(row)
                return

    @Slot()
    def copy(self) -> None:
        """Put the selected rows on the clipboard, cells apart by tabs."""
        columns, chosen = self._model.columns, [*map(self._model.record, self._selected())]
        if len(chosen) > _AT_ONCE:
            self._copying.run(partial(_lines, columns, chosen))
        elif chosen:
            desktop.copy_text(_lines(columns, chosen, nobody_asks))

    @Slot()
    def export(self) -> None:
        """Ask for the rows that are shown to be written to a file."""
        titles = [column.title() for column in self._model.columns]
        self.export_wanted.emit(titles, map(self._model.cells, self.shown()))


def _lines(columns: Sequence[Column[_Record]], records: Sequence[_Record], check: Check) -> str:
    return "\n".join(
        "\t".join(column.text(record) for column in columns) for record in stepped(records, check)
    )
