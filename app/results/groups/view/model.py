"""GroupModel: the groups of a report as rows; which are open, which documents are marked."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
    Slot,
)

from simcore import DocumentId, Group, Kind, Roles, ScanReport

from ....background.gradual import nobody_asks
from ....background.latest import Latest, checked
from ..rows.columns import COLUMNS, GroupColumn
from ..rows.facts import KnownGroups
from ..rows.filter import GroupFilter
from ..rows.marks import GroupMarks, MarkState, marks_for
from ..rows.rows import Named, Order
from ..rows.table import GroupTable, TableCounts, Totals
from ..rows.work import (
    Answer,
    MarkedDocuments,
    answer_of,
    is_small,
    marks_of_documents,
    marks_of_kinds,
)
from .rows_model import GroupRowsModel

_MANY_ROWS = 100
"""From this number on, a change is signalled for all rows at once."""

_AT_REST = 200
"""How many milliseconds results stay before what could go of many is counted.

While a slider moves, its steps need the processor, and no count of theirs would be read.
"""

_COUNTED_AT_ONCE = 1_000
"""How many documents are counted whenever their groups change: it takes less than 2 ms."""

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_NOWHERE = QModelIndex()


class GroupModel(GroupRowsModel):
    """A row for each group shown, and below it, if it is open, its kept document and its members.

    Rows are computed from sums over the groups (``GroupRows``): the model holds nothing a row,
    and a view that asks for what is on screen alone costs the same at any size. Of a large
    report, groups are filtered and sorted in a thread; until the answer comes the rows before
    stay, ``busy`` tells so, and of several answers only the newest is shown. ``arranged`` follows
    whenever the rows are those that were asked for, ``filled`` when marking is done, ``counted``
    when what could go of other results is counted.

    Only members can be marked; see ``GroupMarks``. A document that the filter hides keeps its
    mark, and no command but ``set_marked`` and ``mark`` reaches it.
    """

    marked_changed = Signal()
    arranged = Signal()
    filled = Signal(object, object)  # how many were marked, how many were left alone
    counted = Signal(object)  # TableCounts
    failed = Signal(object)  # Reason | str

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source: ScanReport | GroupTable | None = None
        self._order = Order()
        self.filter = GroupFilter()
        self._roles = Roles()
        self._known = KnownGroups()
        self._open_by_default = True
        self._forms_open = False
        self._exceptions: set[Named] = set()
        self._wanted: frozenset[DocumentId] | None = None
        self._arranging = Latest(checked, self, self._show, self.failed)
        self._filling = Latest(checked, self, self._fill, self.failed)
        self._marking: Callable[..., MarkedDocuments]
        self._preparing = Latest(checked, self)
        self._counting = Latest(checked, self, self._tell_counted, self.failed)
        self._counted: GroupTable | None = None
        self._resting = QTimer(self, singleShot=True, interval=_AT_REST)
        self._resting.timeout.connect(self._count_many)

    # ---- what is shown

    @property
    def busy(self) -> bool:
        """Whether other rows, or marks, are on their way."""
        return self._arranging.busy or self._filling.busy

    @property
    def counting(self) -> bool:
        """Whether what could go is being counted."""
        return self._resting.isActive() or self._counting.busy

    @property
    def preparing(self) -> bool:
        """Whether the data for a filter are being prepared."""
        return self._preparing.busy

    def totals(self) -> tuple[Totals, int, int]:
        """Return the totals of the report, and of the shown groups and documents."""
        if self.rows is None:
            return Totals(0, 0, 0), 0, 0
        return self.rows.table.totals, self.rows.groups, self.rows.shown.documents

    def shown_groups(self) -> tuple[Sequence[Group], Collection[DocumentId]]:
        """Return the groups that the filter lets through, and the members that it hides."""
        if self.rows is None:
            return (), ()
        groups, shown = self.rows.table.groups, self.rows.shown
        return [groups[number] for number in shown.groups], shown.hidden

    def set_report(self, report: ScanReport) -> None:
        """Show a report in the order chosen; marks and open groups follow their documents."""
        self._source = report
        self._arrange()

    def set_roles(self, roles: Roles) -> None:
        """Set the roles that protect documents from marking, in this and all later reports."""
        if roles.folders == self._roles.folders:
            return
        self._roles = roles
        if isinstance(self._source, GroupTable):
            self._source = self._source.report
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort groups, and members inside them; column -1 is the report's own order."""
        descending = order == Qt.SortOrder.DescendingOrder
        wanted = Order(COLUMNS[column], descending) if column >= 0 else Order()
        if wanted != self._order:
            self._order = wanted
            self._arrange()

    @Slot(object)
    def set_filter(self, wanted: GroupFilter) -> None:
        """Show the documents that a filter lets through, with the kept ones of their groups."""
        if wanted != self.filter:
            self.filter = wanted
            self._arrange()

    @Slot()
    def prepare_filter(self) -> None:
        """Prepare the data for a filter: the user is about to type."""
        table = self._source
        if isinstance(table, GroupTable) and not self._arranging.busy:
            self._preparing.run(table.folded)

    def _arrange(self) -> None:
        source = self._source
        if source is None:
            return
        made = partial(answer_of, source, self._order, self.filter, self._marks.copy())
        work = partial(made, roles=self._roles, known=self._known)
        if is_small(source):
            self._arranging.stop()
            self._show(work(nobody_asks))
        else:
            self._arranging.run(work)

    @Slot(object)
    def _show(self, answer: Answer) -> None:
        """Show arranged rows. A reset costs the same at any size, signals for each row do not."""
        rows, marks = answer
        if marks.version != self._marks.version:  # marks changed meanwhile
            marks = self._marks.copy()
            marks.follow(rows.table)
        before = self._marks.marked
        rows.fold(self._exceptions, default=self._open_by_default, framed=self._forms_open)
        self.beginResetModel()
        self._source, self.rows, self._marks = rows.table, rows, marks
        self._cells.show(rows)
        self.endResetModel()
        if marks.marked != before:
            self.marked_changed.emit()
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self.set_marked(wanted)
        self.arranged.emit()
        self._count(rows.table)

    def _count(self, table: GroupTable) -> None:
        """Count what could go of other results, once they are shown."""
        if table is self._counted:
            return
        self._counted = table
        self._counting.stop()
        # of opened results the disk is asked, which may take long
        asks = table.report.opened and not table.report.elsewhere
        if table.totals.documents <= _COUNTED_AT_ONCE and not asks:
            self._resting.stop()
            self.counted.emit(table.counted())
        else:
            self._resting.start()

    @Slot()
    def _count_many(self) -> None:
        if self._counted is not None:
            self._counting.run(self._counted.counted)

    @Slot(object)
    def _tell_counted(self, counts: TableCounts) -> None:
        self.counted.emit(counts)

    # ---- open and closed groups

    def set_open(self, index: _Index, *, on: bool) -> None:
        """Open or close the group of a row, in later reports too."""
        rows, position = self.rows, self.position_at(index)
        if rows is None or position is None or rows.is_open(position.rank) == on:
            return
        group = rows.group(position.rank)
        usual = self._forms_open if group.framed else self._open_by_default
        change = self._exceptions.discard if on == usual else self._exceptions.add
        change((group.representative, group.parts))
        first = rows.first_row(position.rank) + 1
        last = first + rows.inside(position.rank) - 1
        if on:
            self.beginInsertRows(_NOWHERE, first, last)
            rows.set_open(position.rank, on=True)
            self.endInsertRows()
        else:
            self.beginRemoveRows(_NOWHERE, first, last)
            rows.set_open(position.rank, on=False)
            self.endRemoveRows()
        title_cell = self.index(first - 1, GroupColumn.NAME)
        self.dataChanged.emit(title_cell, title_cell, [_Role.AccessibleTextRole])

    def open_all(self, *, on: bool) -> None:
        """Open or close every group, those of later reports too."""
        self._open_by_default = self._forms_open = on
        self._exceptions.clear()
        if self.rows is not None:
            self.beginResetModel()
            self.rows.fold((), default=on, framed=on)
            self.endResetModel()

    def folding(self) -> tuple[bool, bool, frozenset[Named]]:
        """Return whether groups are open, whether those of forms are, and those that are not so."""
        return self._open_by_default, self._forms_open, frozenset(self._exceptions)

    def fold(self, folding: tuple[bool, bool, frozenset[Named]]) -> None:
        """Open and close the groups of later reports by the ``folding`` of another model."""
        self._open_by_default, self._forms_open, exceptions = folding
        self._exceptions = set(exceptions)

    def reveal(self, document: DocumentId, *, parts: bool | None = None) -> QModelIndex:
        """Open the group of a document if need be; return the row as ``index_of`` does."""
        position = None if self.rows is None else self.rows.position_of(document, parts=parts)
        if self.rows is not None and position is not None:
            self.set_open(self.index(self.rows.first_row(position.rank), 0), on=True)
        return self.index_of(document, parts=parts)

    # ---- marks

    def marked(self) -> frozenset[DocumentId]:
        """Return the marked members of the report, those that the filter hides too."""
        return self._marks.marked

    def hidden_marks(self) -> frozenset[DocumentId]:
        """Return the marked documents that the filter hides."""
        if self.rows is None:
            return frozenset()
        return self._marks.marked & self.rows.shown.hidden

    def marks_kept(self) -> frozenset[DocumentId]:
        """Return the marked documents, including those whose groups are not shown."""
        return self._marks.kept

    def set_marked(self, ids: Iterable[DocumentId]) -> None:
        """Mark exactly these documents; those that are not members are ignored.

        Marks that are out of force go too: nothing comes back that was unmarked as a whole.
        """
        made = self._made(ids)
        self._marks.forget_hidden()
        gone = self._marks.unmark(self._marks.marked - made.keys())
        self._tell(gone | self._marks.mark(made))

    def copied_marks(self) -> GroupMarks:
        """Return a copy of the marks, those out of force as well."""
        return self._marks.copy()

    def take_marks(self, marks: GroupMarks) -> None:
        """Have the marks of another model of the same report, which is about to be set."""
        self._marks = marks
        self.marked_changed.emit()

    def mark_once_arranged(self, ids: Iterable[DocumentId]) -> None:
        """Mark exactly these documents as soon as the report that was set last is shown."""
        if self._arranging.busy:
            self._wanted = frozenset(ids)
        else:
            self.set_marked(ids)

    def mark(self, ids: Iterable[DocumentId], *, on: bool) -> None:
        """Mark or unmark these documents, leaving all others as they are."""
        self._tell(self._marks.mark(self._made(ids)) if on else self._marks.unmark(ids))

    def mark_kinds(self, kinds: Iterable[Kind]) -> None:
        """Mark all documents shown of these kinds; ``filled`` tells how many were and were not."""
        if self.rows is None:
            return
        self._marking = partial(marks_of_kinds, self.rows, frozenset(kinds))
        self._mark_beside()

    def mark_documents(self, ids: Iterable[DocumentId], copies: Iterable[DocumentId] = ()) -> None:
        """Mark those of some documents that are shown, as ``mark_kinds`` does.

        ``copies`` are those of them that are marked only while another that reads like them stays.
        """
        if self.rows is None:
            return
        self._marking = partial(marks_of_documents, self.rows, frozenset(ids), frozenset(copies))
        self._mark_beside()

    def _mark_beside(self) -> None:
        work = partial(self._marking, self._marks.copy())
        if self.rows is None or is_small(self.rows.table):
            self._fill(work(nobody_asks))
        else:
            self._filling.run(work)

    @Slot(object)
    def _fill(self, answer: MarkedDocuments) -> None:
        if self.rows is None or answer.table is not self.rows.table:
            return  # for a report that is gone
        if answer.marks.version != self._marks.version + 1:
            self._mark_beside()  # marks changed meanwhile: what was to stay may be marked now
            return
        self._marks = answer.marks
        self._tell(answer.new)
        self.filled.emit(len(answer.new), answer.hidden)

    def _made(self, ids: Iterable[DocumentId]) -> dict[DocumentId, MarkState]:
        return {} if self.rows is None else marks_for(self.rows.table, ids)

    def _tell(self, documents: frozenset[DocumentId]) -> None:
        if not documents or self.rows is None:
            return
        first, last = 0, self.rows.count - 1
        if len(documents) <= _MANY_ROWS:
            positions = (one for key in documents for one in self.rows.positions_of(key))
            found = (row for one in positions if (row := self.rows.row_of(one)) is not None)
            for row in found:  # the whole row: its ground tells the mark, too
                ends = self.index(row, 0), self.index(row, self.columnCount() - 1)
                self.dataChanged.emit(*ends, [_Role.CheckStateRole])
        elif last >= 0:
            # a view repaints only visible rows, whatever the number of rows in the range
            ends = self.index(first, 0), self.index(last, self.columnCount() - 1)
            self.dataChanged.emit(*ends, [_Role.CheckStateRole])
        self.marked_changed.emit()

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

    @Slot(bool)
    def set_relative(self, on: bool) -> None:  # noqa: FBT001 - a toggle's signal carries it
        """Show sizes, times and numbers of words as differences to the kept document, or not."""
        self._cells.set_relative(on=on)
        if self.rows is not None and self.rows.count:
            last = self.index(self.rows.count - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last, [_Role.DisplayRole])
