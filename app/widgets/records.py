"""Records of one kind as a table: a column is one object, and one model serves all of them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ..background.gradual import Check, nobody_asks, sorted_numbers, stepped
from ..language.wording import as_tooltip, folded

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NOWHERE = QModelIndex()
_Record = TypeVar("_Record")

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
"""The side of figures."""

SHARE = 0
"""As a width: a share of the room that other columns leave."""
FIT = -1
"""As a width: as wide as the words on screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column(Generic[_Record]):
    """One column of a table: its words, the sort order of records, its initial look.

    ``title`` and ``meaning`` are called when they are shown, so that they are in the language of
    that moment. Without a ``tooltip`` a cell has that of its record; without a ``sort_key``
    records sort by the text, whatever its capitals. ``width`` is in letters, or one of ``SHARE``
    and ``FIT``; a ``hidden`` column has to be asked for.
    """

    title: Callable[[], str]
    text: Callable[[_Record], str]
    meaning: Callable[[], str] | None = None
    tooltip: Callable[[_Record], str | None] | None = None
    sort_key: Callable[[_Record], Any] | None = None
    width: int = SHARE
    align: Qt.AlignmentFlag = LEFT
    hidden: bool = False

    def key(self, record: _Record) -> Any:
        """Return the sort key of a record."""
        return folded(self.text(record)) if self.sort_key is None else self.sort_key(record)

    def header(self, role: int) -> object:
        """Return the header data of a role: title, meaning or alignment."""
        match role:
            case _Role.DisplayRole:
                return self.title()
            case _Role.ToolTipRole if self.meaning is not None:
                return self.meaning()
            case _Role.TextAlignmentRole:
                return self.align
        return None


class RecordModel(QAbstractTableModel, Generic[_Record]):
    """A row for each record, in the order of the records or by a column; cells cannot be edited.

    Words are made when a view asks for them, so 100,000 records cost no more than those on
    screen. It sorts by itself: through a ``QSortFilterProxyModel`` every comparison would cross
    from C++ to Python, which takes seconds for 100,000 rows. Equals keep their order either way.
    """

    def __init__(
        self,
        columns: Iterable[Column[_Record]],
        parent: QObject | None = None,
        *,
        tooltip: Callable[[_Record], str] | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._tooltip = tooltip
        self.records: Sequence[_Record] = ()  # all of them, shown or not
        self._shown: Sequence[int] = ()
        self._column = -1
        self._descending = False

    def set_records(self, records: Sequence[_Record]) -> None:
        """Show other records, in the same order."""
        self._arrange(records)

    def record(self, row: int) -> _Record:
        """Return the record in a row."""
        return self.records[self._shown[row]]

    def number(self, row: int) -> int:
        """Return the number of the record in a row."""
        return self._shown[row]

    def shown(self) -> tuple[_Record, ...]:
        """Return the records that are shown, in the order of the rows."""
        return tuple(self.records[number] for number in self._shown)

    def cells(self, record: _Record) -> tuple[str, ...]:
        """Return the texts of all columns."""
        return tuple(column.text(record) for column in self.columns)

    def tooltip(self, record: _Record) -> str | None:
        """Return the tooltip of a row as a whole."""
        return None if self._tooltip is None else self._tooltip(record)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 is the order of the records."""
        wanted = column, order == Qt.SortOrder.DescendingOrder
        if wanted != (self._column, self._descending):
            self._column, self._descending = wanted
            self._arrange(self.records)

    def _arrange(self, records: Sequence[_Record]) -> None:
        self._show(records, self._search(records)(nobody_asks))

    def _keep(self, _records: Sequence[_Record], /) -> Callable[[int, _Record], bool] | None:
        """Return the predicate of shown records, by number and record; None for all."""
        return None

    def _search(self, records: Sequence[_Record]) -> Callable[[Check], Sequence[int]]:
        """Return a call that finds the shown records, in their order, in any thread.

        It raises the exceptions of the check that it is called with.
        """
        key = self.columns[self._column].key if self._column >= 0 else None
        return partial(_found, records, self._keep(records), key, self._descending)

    def _show(self, records: Sequence[_Record], shown: Sequence[int]) -> None:
        self.beginResetModel()
        self.records, self._shown = records, shown
        self.endResetModel()

    # ---- QAbstractTableModel

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of records that are shown; rows have no children."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> object:
        """Return the title of a column, what it means, or its alignment."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        return self.columns[section].header(role)

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> object:
        """Return the text, the tooltip or the alignment of a cell; reads memory only."""
        if not index.isValid():
            return None
        column = self.columns[index.column()]
        match role:
            case _Role.DisplayRole:
                return column.text(self.record(index.row()))
            case _Role.ToolTipRole:
                tip = (column.tooltip or self.tooltip)(self.record(index.row()))
                return None if tip is None else as_tooltip(tip)
            case _Role.TextAlignmentRole:
                return column.align
        return None


def _found(
    records: Sequence[_Record],
    keep: Callable[[int, _Record], bool] | None,
    key: Callable[[_Record], Any] | None,
    descending: bool,  # noqa: FBT001 - bound by the caller
    check: Check,
) -> Sequence[int]:
    shown: Sequence[int] = range(len(records))
    if keep is not None:
        pairs = enumerate(stepped(records, check))
        shown = [number for number, record in pairs if keep(number, record)]
    if key is None:
        return shown
    order = sorted_numbers(
        len(shown), lambda position: key(records[shown[position]]), check, descending=descending
    )
    return [shown[position] for position in order]
