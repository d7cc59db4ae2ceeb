"""PairModel: sections of records below their heads, each record a row that may have a tick."""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from ...language.wording import as_tooltip

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_Flag = Qt.ItemFlag
_NOWHERE = QModelIndex()


class Tone(Enum):
    """What the head of a section says of the documents below it."""

    WARNING = auto()
    SAFE = auto()
    PLAIN = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSection:
    """Records under a head, or without one where ``title`` is empty.

    ``ticks`` is whether each of them can be left out. ``action`` is a word for what can be done
    with the chosen one of them, shown as a link in the head; empty for nothing.
    """

    records: Sequence[Any]
    title: str = ""
    tone: Tone = Tone.PLAIN
    ticks: bool = False
    action: str = ""


class PairPart(Enum):
    """How a column is painted: what its ``value`` is for."""

    GOES = auto()  # a PairSide: name over folder, behind the tick
    STAYS = auto()  # a PairSide, with a star; or a text of why something stays
    BADGE = auto()  # a BadgeOf
    BAR = auto()  # a BarOf
    TEXT = auto()  # a text
    FIGURE = auto()  # a text, at the right


@dataclass(frozen=True, slots=True, kw_only=True)
class PairColumn:
    """One column: its title, how it is painted and what of, and its words for those who hear them.

    ``value`` gives what ``part`` asks for, None for an empty cell.
    """

    part: PairPart
    title: Callable[[], str]
    value: Callable[[Any], Any]
    text: Callable[[Any], str]


class PairModel(QAbstractTableModel):
    """Rows of records in sections. Words are made when a view asks for them.

    A head is a row of its own, which cannot be chosen. ``ticked`` carries the records whose ticks
    were set or taken off, and which of both. ``key`` names a record: what has no tick stays so when
    the sections are shown anew.
    """

    ticked = Signal(object, bool)

    def __init__(
        self,
        key: Callable[[Any], Hashable],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns: tuple[PairColumn, ...] = ()
        self.sections: tuple[PairSection, ...] = ()
        self.left_out: set[Hashable] = set()
        self._key = key
        self._tooltip: Callable[[Any], str] = str
        self._starts: list[int] = []  # the first row of each section, its head included
        self._rows = 0

    def set_sections(self, sections: Iterable[PairSection]) -> None:
        """Show other records; empty sections are left out."""
        self.beginResetModel()
        self.sections = tuple(section for section in sections if len(section.records))
        self._starts, self._rows = [], 0
        for section in self.sections:
            self._starts.append(self._rows)
            self._rows += len(section.records) + bool(section.title)
        self.endResetModel()

    def set_columns(self, columns: Iterable[PairColumn], tooltip: Callable[[Any], str]) -> None:
        """Show other columns of the records that follow; ``tooltip`` gives words on one."""
        self.beginResetModel()
        self.columns, self._tooltip = tuple(columns), tooltip
        self.sections, self._starts, self._rows = (), [], 0
        self.endResetModel()

    def heads(self) -> list[tuple[int, PairSection]]:
        """Return the rows of the heads with their sections."""
        pairs = zip(self._starts, self.sections, strict=True)
        return [(row, section) for row, section in pairs if section.title]

    def section_of(self, row: int) -> PairSection:
        """Return the section that a row is in."""
        return self.sections[bisect_right(self._starts, row) - 1]

    def record(self, row: int) -> Any:
        """Return the record in a row; None for a head."""
        at = bisect_right(self._starts, row) - 1
        section = self.sections[at]
        number = row - self._starts[at] - bool(section.title)
        return None if number < 0 else section.records[number]

    def first_row(self, section: PairSection) -> int:
        """Return the row of a section's first record."""
        return self._starts[self.sections.index(section)] + bool(section.title)

    def has_tick(self, row: int) -> bool | None:
        """Return whether a row has its tick; None for one that cannot have any."""
        if not self.section_of(row).ticks:
            return None
        record = self.record(row)
        return None if record is None else self._key(record) not in self.left_out

    def set_ticks(self, spans: Iterable[range], *, on: bool) -> None:
        """Set or take off the ticks of rows that can have them, given in spans of rows."""
        changed: dict[Hashable, Any] = {}
        spans, key, out = list(spans), self._key, self.left_out
        for start, section in zip(self._starts, self.sections, strict=True):
            first = start + bool(section.title)
            for span in spans if section.ticks else ():
                inside = section.records[max(0, span.start - first) : max(0, span.stop - first)]
                changed.update((name, one) for one in inside if ((name := key(one)) in out) is on)
        if not changed:
            return
        change = out.difference_update if on else out.update
        change(changed)
        top, bottom = min(span.start for span in spans), max(span.stop for span in spans) - 1
        self.dataChanged.emit(self.index(top, 0), self.index(bottom, len(self.columns) - 1))
        self.ticked.emit([*changed.values()], on)

    # ---- QAbstractTableModel

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of records and heads."""
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> object:
        """Return the title of a column."""
        wanted = orientation == Qt.Orientation.Horizontal and role == _Role.DisplayRole
        return self.columns[section].title() if wanted else None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Tell that heads cannot be chosen, and which cells have a tick."""
        if not index.isValid() or self.record(index.row()) is None:
            return _Flag.NoItemFlags
        found = _Flag.ItemIsEnabled | _Flag.ItemIsSelectable
        if not index.column() and self.section_of(index.row()).ticks:
            found |= _Flag.ItemIsUserCheckable
        return found

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> object:
        """Return the words, the tooltip or the tick of a cell; reads memory only."""
        if not index.isValid():
            return None
        row, column = index.row(), self.columns[index.column()]
        record = self.record(row)
        if record is None:
            title = self.section_of(row).title
            return title if role == _Role.DisplayRole and not index.column() else None
        match role:
            case _Role.DisplayRole:
                return column.text(record)
            case _Role.ToolTipRole:
                return as_tooltip(self._tooltip(record))
            case _Role.CheckStateRole if not index.column():
                tick = self.has_tick(row)
                if tick is None:
                    return None
                return (Qt.CheckState.Checked if tick else Qt.CheckState.Unchecked).value
        return None

    def setData(self, index: _Index, value: Any, role: int = _Role.EditRole) -> bool:
        """Set or take off the tick of a row."""
        if role != _Role.CheckStateRole or self.has_tick(index.row()) is None:
            return False
        self.set_ticks(
            [range(index.row(), index.row() + 1)], on=Qt.CheckState(value) == Qt.CheckState.Checked
        )
        return True
