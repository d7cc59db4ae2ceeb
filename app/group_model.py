"""GroupModel: the groups of a report as a tree of two levels, and which documents are marked."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate, chain
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from app import wording
from app.group_columns import (
    NUMBERS,
    Column,
    cell_text,
    cell_tooltip,
    is_short,
    meaning,
    sorted_rows,
    title,
)
from simcore import Document, DocumentId, Group, Member, ScanReport

__all__ = ["KEPT_ROLE", "SHORT_ROLE", "GroupModel"]

_MANY_GROUPS = 100
"""From here on a change is told for all groups at once."""

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NOWHERE = QModelIndex()
_COLUMNS = len(Column)

# Views ask for flags of every row, and joining Python's flags takes longer than all the rest.
_OF_NOTHING = Qt.ItemFlag.NoItemFlags
_OF_GROUP = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_OF_DOCUMENT = _OF_GROUP | Qt.ItemFlag.ItemNeverHasChildren
_OF_MEMBER = _OF_DOCUMENT | Qt.ItemFlag.ItemIsUserCheckable

KEPT_ROLE = _Role.UserRole
"""True on the cells of a kept document, False on a member's, None on a group's."""

SHORT_ROLE = _Role.UserRole + 1
"""True on a distance that means little, since a text is too short."""


class _Place(NamedTuple):
    group: int
    row: int


class _Mark(NamedTuple):
    content: bytes
    by_hand: bool  # whether the document was one to be marked by hand only


class GroupModel(QAbstractItemModel):
    """Groups at the top, each over its kept document (row 0) and its members.

    Only members can be marked, so that a document of every group stays. A mark belongs to a
    document and to its bytes: it is out of force while the document is in no group (or is the
    kept one) and comes back with it, and it is gone when a report knows other bytes. It is out
    of force, too, while a document is to be marked by hand only that was not when it was marked.

    An index carries a number: 0 for a group, else the position of its group plus 1.
    """

    marked_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._report: ScanReport | None = None
        self._groups: list[Group] = []
        self._members: list[tuple[Member, ...]] = []
        self._starts: list[int] = []
        self._rows: dict[DocumentId, int] | None = None
        self._gains: dict[int, int] = {}
        self._marks: dict[DocumentId, _Mark] = {}
        self._marked: frozenset[DocumentId] = frozenset()
        self._sorted_by = -1
        self._order = Qt.SortOrder.AscendingOrder

    @property
    def report(self) -> ScanReport | None:
        """The report shown, None before the first."""
        return self._report

    def set_report(self, report: ScanReport) -> None:
        """Show a report in the order chosen; marks follow their documents."""
        self.beginResetModel()
        self._report = report
        self._arrange(report)
        self._marks = {
            identity: mark
            for identity, mark in self._marks.items()
            if identity in report.documents
            and report.documents[identity].content_hash == mark.content
        }
        before, self._marked = self._marked, self._in_force()
        self.endResetModel()
        if self._marked != before:
            self.marked_changed.emit()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort groups, and members inside them; column -1 is the report's own order.

        A group sorts by what its title says (size: what is to gain; similarity: the worst), or
        by its kept document. A reset tells the views, which is much cheaper than moving an
        index for every open group.
        """
        if (column, order) == (self._sorted_by, self._order):
            return
        self._sorted_by, self._order = column, order
        if self._report is not None:
            self.beginResetModel()
            self._arrange(self._report)
            self.endResetModel()

    def _arrange(self, report: ScanReport) -> None:
        if self._sorted_by < 0:
            self._groups = list(report.groups)
            self._members = [group.members for group in self._groups]
        else:
            descending = self._order == Qt.SortOrder.DescendingOrder
            rows = sorted_rows(report, Column(self._sorted_by), descending=descending)
            self._groups = [group for group, _ in rows]
            self._members = [members for _, members in rows]
        self._gains = {}
        self._rows = None

    def _place(self, document: DocumentId) -> _Place | None:
        """Tell where a document is shown; where all are is found at the first question."""
        if self._rows is None:
            shown = [
                [group.representative, *(member.document for member in members)]
                for group, members in zip(self._groups, self._members, strict=True)
            ]
            self._starts = list(accumulate(map(len, shown), initial=0))
            self._rows = {identity: row for row, identity in enumerate(chain.from_iterable(shown))}
        row = self._rows.get(document)
        if row is None:
            return None
        group = bisect_right(self._starts, row) - 1
        return _Place(group, row - self._starts[group])

    # ---- marks

    def marked(self) -> frozenset[DocumentId]:
        """Return the marked members of the groups shown."""
        return self._marked

    def marks_kept(self) -> frozenset[DocumentId]:
        """Return what is marked, those included whose groups are not shown just now."""
        return frozenset(self._marks)

    def marked_size(self) -> int:
        """Return the size of the marked documents together, in bytes."""
        documents = self._documents()
        return sum(documents[identity].size for identity in self._marked)

    def set_marked(self, ids: Iterable[DocumentId]) -> None:
        """Mark exactly these documents; the ones that are no members are passed over.

        Marks that are out of force go too: nothing comes back that was unmarked as a whole.
        """
        self._replace_marks(self._markable(ids), keep_hidden=False)

    def mark(self, ids: Iterable[DocumentId], *, on: bool) -> None:
        """Mark or unmark these documents, leaving all others as they are."""
        if on:
            self._replace_marks(self._marked | self._markable(ids), keep_hidden=True)
        else:
            self._replace_marks(self._marked - frozenset(ids), keep_hidden=True)

    def _markable(self, ids: Iterable[DocumentId]) -> frozenset[DocumentId]:
        return frozenset(
            identity for identity in ids if (place := self._place(identity)) and place.row
        )

    def _in_force(self) -> frozenset[DocumentId]:
        return frozenset(
            identity
            for identity in self._markable(self._marks)
            if self._marks[identity].by_hand or not self._is_by_hand(identity)
        )

    def _is_by_hand(self, member: DocumentId) -> bool:
        place = self._place(member)
        return place is not None and self._members[place.group][place.row - 1].by_hand_only

    def _replace_marks(self, marked: frozenset[DocumentId], *, keep_hidden: bool) -> None:
        changed = marked ^ self._marked
        documents = self._documents()
        hidden = self._marks.keys() - self._marked if keep_hidden else frozenset()
        kept = {identity: self._marks[identity] for identity in hidden | (marked & self._marked)}
        self._marks = kept | {
            identity: _Mark(documents[identity].content_hash, self._is_by_hand(identity))
            for identity in marked - self._marked
        }
        self._marked = marked
        if not changed:
            return
        self._tell_changed(changed)
        self.marked_changed.emit()

    def _tell_changed(self, documents: frozenset[DocumentId]) -> None:
        rows: dict[int, list[int]] = {}
        for identity in documents:
            if place := self._place(identity):
                rows.setdefault(place.group, []).append(place.row)
        groups = sorted(rows)
        if len(groups) > _MANY_GROUPS:
            # A view repaints all between two rows, so from the first group's row to the last
            # group's last one; a signal for each of 40,000 groups would take seconds.
            self._tell_rows(0, groups[0], groups[-1])
            groups = groups[-1:]
        for group in groups:
            self._tell_rows(group + 1, min(rows[group]), max(rows[group]))

    def _tell_rows(self, number: int, first: int, last: int) -> None:
        ends = (self.createIndex(row, Column.NAME, number) for row in (first, last))
        self.dataChanged.emit(*ends, [_Role.CheckStateRole])

    # ---- from indexes to documents and back

    def document_at(self, index: _Index) -> DocumentId | None:
        """Return the document of a row, None for a group's row and for no row."""
        if not index.isValid() or index.internalId() == 0:
            return None
        position, row = index.internalId() - 1, index.row()
        if row == 0:
            return self._groups[position].representative
        return self._members[position][row - 1].document

    def group_at(self, index: _Index) -> Group | None:
        """Return the group of a row, be it the group's own or a document's."""
        if not index.isValid():
            return None
        return self._groups[(index.internalId() or index.row() + 1) - 1]

    def index_of(self, document: DocumentId) -> QModelIndex:
        """Return the first cell of a document's row, an invalid index when it is not shown."""
        place = self._place(document)
        if place is None:
            return QModelIndex()
        return self.createIndex(place.row, 0, place.group + 1)

    def index_of_group(self, document: DocumentId) -> QModelIndex:
        """Return the first cell of the row of the group that holds a document."""
        place = self._place(document)
        return QModelIndex() if place is None else self.createIndex(place.group, 0, 0)

    def kept_name(self, index: _Index) -> str:
        """Return the name of the kept document of a row's group, nothing for no row."""
        group = self.group_at(index)
        if group is None:
            return ""
        return wording.printable(self._documents()[group.representative].path.name)

    # ---- QAbstractItemModel

    def index(self, row: int, column: int, parent: _Index = _NOWHERE) -> QModelIndex:
        """Return the index of a cell, an invalid one for a cell that is none."""
        if row < 0 or not 0 <= column < _COLUMNS:
            return QModelIndex()
        if not parent.isValid():
            return self.createIndex(row, column, 0) if row < len(self._groups) else QModelIndex()
        group = parent.row()
        if parent.internalId() or parent.column() or row > len(self._members[group]):
            return QModelIndex()
        return self.createIndex(row, column, group + 1)

    # The base class overloads parent(): without an index it is QObject's.
    def parent(self, child: _Index | None = None) -> Any:
        """Return the index of the group above a document."""
        if child is None:
            return super().parent()
        number = child.internalId() if child.isValid() else 0
        return self.createIndex(number - 1, 0, 0) if number else QModelIndex()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of groups, or of documents in a group."""
        if not parent.isValid():
            return len(self._groups)
        if parent.internalId() or parent.column():
            return 0
        return 1 + len(self._members[parent.row()])

    def columnCount(self, parent: _Index = _NOWHERE) -> int:  # noqa: ARG002
        """Return the number of columns, the same everywhere."""
        return _COLUMNS

    def hasChildren(self, parent: _Index = _NOWHERE) -> bool:
        """Tell whether there are rows below, without counting them."""
        if not parent.isValid():
            return bool(self._groups)
        return not parent.internalId() and not parent.column()

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Return what can be done with a cell: members have a check box in the first column."""
        if not index.internalId():
            return _OF_GROUP if index.isValid() else _OF_NOTHING
        return _OF_MEMBER if index.row() and index.column() == 0 else _OF_DOCUMENT

    def setData(self, index: _Index, value: object, role: int = _Role.EditRole) -> bool:
        """Mark or unmark a member through its check box."""
        identity = self.document_at(index)
        if (
            role != _Role.CheckStateRole
            or identity is None
            or not self.flags(index) & Qt.ItemFlag.ItemIsUserCheckable
        ):
            return False
        self.mark([identity], on=Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> object:
        """Return the title of a column, and what it means."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        column = Column(section)
        if role == _Role.DisplayRole:
            return title(column)
        if role == _Role.ToolTipRole:
            return meaning(column)
        if role == _Role.TextAlignmentRole:
            return _alignment(column)
        return None

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> object:
        """Return what a cell shows; reads memory only."""
        if not index.isValid():
            return None
        column = Column(index.column())
        position, row = index.internalId() - 1, index.row()
        if position < 0:
            return self._group_data(row, column, role)
        return self._document_data(position, row, column, role)

    def _document_data(self, position: int, row: int, column: Column, role: int) -> object:
        member = self._members[position][row - 1] if row else None
        identity = self._groups[position].representative if member is None else member.document
        document = self._documents()[identity]
        match role:
            case _Role.DisplayRole:
                return cell_text(document, member, column)
            case _Role.ToolTipRole:
                return cell_tooltip(document, member, column)
            case _Role.TextAlignmentRole:
                return _alignment(column)
            case _Role.AccessibleDescriptionRole if column == Column.DISTANCE:
                return cell_tooltip(document, member, column)
            case _ if role == SHORT_ROLE:
                return column == Column.DISTANCE and is_short(document, member)
            case _Role.CheckStateRole if member is not None and column == Column.NAME:
                on = identity in self._marked
                return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        return member is None if role == KEPT_ROLE else None

    def _group_data(self, position: int, column: Column, role: int) -> object:
        """Return a group's title; the view spreads it over all columns."""
        if role != _Role.ToolTipRole and (role != _Role.DisplayRole or column != Column.NAME):
            return None
        group = self._groups[position]
        count, gain = 1 + len(group.members), self._gain(position)
        text = (
            wording.parts_text(count, gain)
            if group.parts
            else wording.group_text(count, gain, group.worst, _uncompared(group))
        )
        if role == _Role.DisplayRole:
            return text
        documents = self._documents()
        kept = wording.path_text(documents[group.representative].path)
        text = self.tr("{title}\nKept: {path}").format(title=text, path=kept)
        if group.parts:
            return text
        worst = next(one for one in group.members if one.resemblance == group.worst)
        name = wording.printable(documents[worst.document].path.name)
        return f"{text}\n{wording.worst_text(name, group.worst)}"

    def _gain(self, position: int) -> int:
        gain = self._gains.get(position)
        if gain is None:
            documents = self._documents()
            gain = sum(documents[member.document].size for member in self._members[position])
            self._gains[position] = gain
        return gain

    def _documents(self) -> Mapping[DocumentId, Document]:
        return {} if self._report is None else self._report.documents


def _uncompared(group: Group) -> int:
    return sum(member.resemblance is None for member in group.members)


def _alignment(column: Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in NUMBERS else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
