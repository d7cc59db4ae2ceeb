"""GroupModel: the groups of a report as rows; which are open, which documents are marked."""

from collections.abc import Callable, Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache, partial
from typing import NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, QTimer, Signal, Slot

from simcore.files.roles import Roles
from simcore.model.records import PARTS, Document, DocumentId, Kind
from simcore.model.report import Group, Member, ScanReport

from .. import wording
from ..badges import SAFE, doubt_text
from ..i18n import FACTS, clauses, phrases, translate
from ..style import Run
from ..tasks import Latest, checked, never_cancelled
from ..widgets.tables import NOWHERE, Index
from ..wording import (
    as_tooltip,
    count_text,
    kept_reason,
    kept_sentence,
    kept_words,
    percent_text,
    plural,
    size_text,
)
from .columns import COLUMNS, GroupColumn, GroupNames, folder_runs, shared_parts
from .filter import GroupFilter
from .rows import (
    GroupRows,
    MarkedDocuments,
    Named,
    Order,
    RowPosition,
    answer_of,
    is_small,
    marks_of_documents,
    marks_of_kinds,
)
from .table import GroupMarks, GroupTable, KnownGroups, MarkState, Totals, marks_for

_OF_COPIES = (GroupColumn.KIND, GroupColumn.SIMILARITY, GroupColumn.WHY)


def _mark_text(*, kept: bool, marked: bool, protected: bool) -> str:
    if marked:
        return translate("GroupCells", "marked")
    if kept:
        return translate("GroupCells", "kept")
    if protected:
        return translate("GroupCells", "protected")
    return translate("GroupCells", "not marked")


def is_short(document: Document, member: Member | None) -> bool:
    return document.short if member is None else member.short


def _explained(
    document: Document, member: Member | None, column: GroupColumn, original: str
) -> str:
    """Explain a cell; ``original`` is the name of what the member is a copy of."""
    text = column.definition.cell_tooltip(document, member) or ""
    if member is not None and original:
        words = wording.copy_explained(member, original)
        if column in _OF_COPIES:
            return words
        return f"{text}\n{words}" if column == GroupColumn.NAME else text
    if column == GroupColumn.NAME and member is not None:
        return f"{text}\n{wording.why_text(member)}"
    if column == GroupColumn.DISTANCE and is_short(document, member):
        least = document.least_features
        return f"{text}\n{wording.short_explained(least, kept=not document.short)}"
    return text


def document_notes(rows: GroupRows, document: DocumentId) -> list[str]:
    found = []
    read = rows.table.documents[document]
    reason = rows.table.outdated.get(read.path)
    if reason is not None:
        found.append(wording.reason_text(reason))
    found += map(kept_words, rows.table.doubts_of(document))
    if read.guessed:
        name = wording.encoding_text(read.encoding, lossy=False)
        found.append(translate("GroupCells", "Encoding guessed: {name}").format(name=name))
    if read.elsewhere:
        found.append(translate("GroupCells", "It is not on this machine"))
    if read.inside:
        found.append(translate("GroupCells", "Inside an archive or a mailbox: it cannot be marked"))
    elif document in rows.table.protected:
        found.append(
            translate(
                "GroupCells", "Its folder is protected: this document stays and cannot be marked"
            )
        )
    elif rows.table.leads(document) and len(rows.table.places_of(document)) > 1:
        found.append(
            translate(
                "GroupCells",
                "It is in two groups, and kept in one of them: no command marks it, only you can",
            )
        )
    return found


class GroupTitle(NamedTuple):
    """The row of a group: its title, facts in grey, and at the right the bytes that it frees."""

    title: str
    facts: str
    frees: str
    safe: bool


_Role = Qt.ItemDataRole

_OUTDATED = "\N{WARNING SIGN}"
"""Before the name of a file that is gone or has changed since the results were saved."""

_OF_KEPT = (GroupColumn.NAME, GroupColumn.KIND)

_IN_SIGHT = 20
"""How many rows above and below a name it is distinguished from."""

_TOLD_APART = 500
"""How many members of a large group are compared for what their names share."""

_REMEMBERED = 4_096
"""How many cells have cached texts; a screen has some hundred."""


class Cell(NamedTuple):
    """A document's cell as it is painted.

    ``runs`` emphasize what differs in names and paths, ``kind`` is that of the badge, ``share`` (0
    to 1) the length of the bar. ``kept``, ``protected`` and ``marked`` describe the row; ``short``
    is set where the distance means little.
    """

    text: str
    right: bool = False
    runs: tuple[Run, ...] = ()
    kind: Kind | None = None
    share: float | None = None
    kept: bool = False
    short: bool = False
    protected: bool = False
    marked: bool = False


class GroupCells:
    """Makes the texts of rows, and caches those of the cells painted last."""

    _rows: GroupRows  # set by ``show``, which is called first

    def __init__(self) -> None:
        self._relative = False
        self._unmarked = lru_cache(_REMEMBERED)(self._cell)
        self.title = lru_cache(_REMEMBERED)(self._title)
        self._names = cache(self._names_of)
        self._shared = cache(self._shared_parts)

    def show(self, rows: GroupRows) -> None:
        self._rows = rows
        self.forget()
        self._names.cache_clear()
        self._shared.cache_clear()

    def set_relative(self, *, on: bool) -> None:
        self._relative = on
        self.forget()

    def forget(self) -> None:
        self._unmarked.cache_clear()
        self.title.cache_clear()

    def cell(
        self, position: RowPosition, column: GroupColumn, marked: AbstractSet[DocumentId]
    ) -> Cell | None:
        if position.row < 0:
            return None
        cell = self._unmarked(position, column)
        if not marked or self._rows.document(position) not in marked:
            return cell
        if cell.kept and column == GroupColumn.KIND:
            cell = cell._replace(text=translate("GroupCells", "Marked in another group"))
        return cell._replace(marked=True)

    def _at(self, position: RowPosition) -> tuple[Document, Member | None]:
        group, documents = self._rows.group(position.rank), self._rows.table.documents
        if not position.row:
            return documents[group.representative], None
        member = self._rows.members(position.rank)[position.row - 1]
        return documents[member.document], member

    def _cell(self, position: RowPosition, column: GroupColumn) -> Cell:
        rows, rank = self._rows, position.rank
        document, member = self._at(position)
        table = rows.table
        text = self._text(position, column)
        runs: tuple[Run, ...] = ()
        kind = share = None
        match column:
            case GroupColumn.NAME:
                members = rows.members(rank)[max(0, position.row - _IN_SIGHT) :]
                near = [table.documents[one.document] for one in members[: 2 * _IN_SIGHT]]
                name = wording.name_text(document)
                told_apart = self._names(rank).runs(name, map(wording.name_text, near))
                runs = Run(text.removesuffix(name)), *told_apart
            case GroupColumn.FOLDER:
                parts = wording.parts_of(document, table.report.folders)
                runs = folder_runs(parts, self._shared(rank))
            case GroupColumn.KIND if member is None:
                reason = kept_reason(table.report, rows.group(rank))
                text = translate("GroupCells", "Kept: {reason}").format(reason=reason)
            case GroupColumn.KIND if member is not None:
                kind = member.kind
                text = next(map(doubt_text, table.doubts_of(member.document)), text)
            case GroupColumn.SIMILARITY if member is not None and member.copy_of:
                runs = (Run(text),)
            case GroupColumn.SIMILARITY if member is not None:
                share = member.containment if member.kind in PARTS else member.resemblance
            case GroupColumn.WHY if member is not None:
                text = clauses([text, *map(kept_words, table.doubts_of(member.document))])
        return Cell(
            text,
            bool(column.definition.align & Qt.AlignmentFlag.AlignRight),
            runs,
            kind,
            share,
            member is None,
            column == GroupColumn.DISTANCE and is_short(document, member),
            document.id in table.protected,
        )

    def _names_of(self, rank: int) -> GroupNames:
        keys = self._rows.documents(rank)[: _TOLD_APART + 1]
        return GroupNames(wording.name_text(self._rows.table.documents[key]) for key in keys)

    def _shared_parts(self, rank: int) -> int:
        table = self._rows.table
        folders = (table.documents[key].path.parent for key in self._rows.documents(rank))
        return shared_parts(folders, table.report.folders)

    def _text(self, position: RowPosition, column: GroupColumn) -> str:
        table = self._rows.table
        document, member = self._at(position)
        original = self._original(member)
        if member is not None and original:
            if column == GroupColumn.SIMILARITY:
                return translate("GroupCells", "of {name}", "a copy").format(name=original)
            if column == GroupColumn.WHY:
                return wording.copy_text(member, original)
        kept = table.documents[self._rows.group(position.rank).representative]
        text = column.definition.cell_text(
            document, member, table.report.folders, kept if self._relative else None
        )
        if column == GroupColumn.NAME and document.path in table.outdated:
            return f"{_OUTDATED} {text}"
        return text

    def data(
        self, position: RowPosition, column: GroupColumn, role: int, marked: AbstractSet[DocumentId]
    ) -> object:
        if position.row < 0:
            return self._group_data(position.rank, column, role)
        return self._document_data(position, column, role, marked)

    def _document_data(
        self, position: RowPosition, column: GroupColumn, role: int, marked: AbstractSet[DocumentId]
    ) -> object:
        document, member = self._at(position)
        on, protected = document.id in marked, document.id in self._rows.table.protected
        markable = not protected and (on or member is not None)
        match role:
            case _Role.DisplayRole:
                cell = self.cell(position, column, marked)
                return None if cell is None else cell.text
            case _Role.AccessibleTextRole if column == GroupColumn.MARK:
                return _mark_text(kept=member is None, marked=on, protected=protected)
            case _Role.ToolTipRole:
                return as_tooltip(self._tip(position, column))
            case _Role.AccessibleTextRole if column == GroupColumn.NAME and protected:
                text = self._text(position, column)
                return translate("GroupCells", "{name}, protected").format(name=text)
            case _Role.AccessibleDescriptionRole if column == GroupColumn.NAME:
                return "\n".join(document_notes(self._rows, document.id)) or None
            case _Role.TextAlignmentRole:
                return column.definition.align
            case _Role.AccessibleDescriptionRole if column == GroupColumn.DISTANCE:
                return self._tip(position, column)
            case _Role.CheckStateRole if column == GroupColumn.MARK and markable:
                return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        return None

    def _tip(self, position: RowPosition, column: GroupColumn) -> str:
        rows, (document, member) = self._rows, self._at(position)
        lines = [_explained(document, member, column, self._original(member))]
        if member is None and column in _OF_KEPT:
            lines.append(kept_sentence(rows.table.report, rows.group(position.rank)))
        if column == GroupColumn.NAME:
            lines += document_notes(rows, document.id)
        return "\n".join(filter(None, lines))

    def _group_data(self, rank: int, column: GroupColumn, role: int) -> object:
        if role == _Role.ToolTipRole:
            return as_tooltip(self._explained(rank))
        if column != GroupColumn.NAME or role not in {_Role.DisplayRole, _Role.AccessibleTextRole}:
            return None
        title = self.title(rank)
        if role == _Role.DisplayRole:
            return title.title
        text = phrases([title.title, title.facts, title.frees])
        if self._rows.is_open(rank):
            return translate("GroupCells", "{title}, expanded").format(title=text)
        return translate("GroupCells", "{title}, collapsed").format(title=text)

    def _title(self, rank: int) -> GroupTitle:
        rows = self._rows
        group, table = rows.group(rank), rows.table
        documents = [table.documents[key] for key in rows.documents(rank)]
        size = sum(one.size for one in documents if not one.inside)
        facts = [
            translate("GroupCells", "{0} documents").format(count_text(len(documents))),
            size_text(size),
        ]
        versions = sum(one.kind is Kind.EARLIER_VERSION for one in group.members)
        parts = len(group.members) - versions if group.parts else 0
        if versions:
            one = translate("GroupCells", "1 earlier version")
            facts.append(plural(versions, one, translate("GroupCells", "{0} earlier versions")))
        if parts:
            words = translate("GroupCells", "contains {0} parts")
            if group.framed:
                words = translate("GroupCells", "boilerplate shared by {0} more")
            elif parts == 1:
                words = translate("GroupCells", "contains 1 part")
            facts.append(words.format(count_text(parts) if group.framed else parts))
        elif group.framed:
            most = max(one.own or 0 for one in group.members)
            facts.append(translate("GroupCells", "own text up to {0}").format(percent_text(most)))
        elif versions:
            pass  # the least similar is one of these
        elif group.worst < 1 or any(one.kind not in SAFE for one in group.members):
            facts.append(
                translate("GroupCells", "lowest similarity {0}").format(percent_text(group.worst))
            )
        uncompared = sum(one.resemblance is None for one in group.members)
        if uncompared:
            facts.append(translate("GroupCells", "{0} not compared").format(count_text(uncompared)))
        hidden = len(group.members) + 1 - rows.inside(rank)
        if hidden:
            words = translate("GroupCells", "{0} hidden by the filter")
            facts.append(words.format(count_text(hidden)))
        safe, review = table.safe_of(rows.number(rank))
        frees = _frees_text(safe, review, elsewhere=table.report.elsewhere)
        return GroupTitle(title_text(documents[0]), FACTS.join(facts), frees, bool(safe))

    def _explained(self, rank: int) -> str:
        rows, title = self._rows, self.title(rank)
        group, documents = rows.group(rank), rows.table.documents
        text = translate("GroupCells", "{title}\nKept: {path}").format(
            title=f"{title.title}\n{title.facts}{FACTS}{title.frees}",
            path=wording.place_text(documents[group.representative]),
        )
        if group.parts or len(group.members) < 2:
            return text
        worst = documents[rows.table.worst_of(rows.number(rank))]
        lowest = translate("GroupCells", "Least similar: {name}, {percent}").format(
            name=wording.name_text(worst), percent=percent_text(group.worst)
        )
        return f"{text}\n{lowest}"

    def _original(self, member: Member | None) -> str:
        of = None if member is None else member.copy_of
        return "" if of is None else wording.name_text(self._rows.table.documents[of])


def _frees_text(safe: int, review: int, *, elsewhere: bool) -> str:
    if safe:
        words = translate("GroupCells", "{0} safe to free")
        if elsewhere:
            words = translate("GroupCells", "{0} safe to drop")
        return words.format(size_text(safe))
    if review:
        return translate("GroupCells", "{0} to review").format(size_text(review))
    if elsewhere:
        return translate("GroupCells", "nothing to drop")
    return translate("GroupCells", "nothing to free")


def title_text(document: Document) -> str:
    if document.title:
        return wording.printable(document.title)
    name = wording.name_text(document)
    stem, dot, suffix = name.rpartition(".")
    return stem if dot and stem and len(suffix) <= 5 else name


# combined once: Python's flags are slow
_OF_NOTHING = Qt.ItemFlag.NoItemFlags
_OF_ROW = (
    Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
)
_OF_DOCUMENT = _OF_ROW | Qt.ItemFlag.ItemIsDragEnabled
_OF_MEMBER = _OF_DOCUMENT | Qt.ItemFlag.ItemIsUserCheckable


_MANY_ROWS = 100
"""From so many rows on, one signal covers all rows."""

_AT_REST = 200
"""How many milliseconds results stay before what could go of many is counted.

While a slider moves, its steps need the processor, and no count of theirs would be read.
"""

_COUNTED_AT_ONCE = 1_000
"""Up to so many documents are counted in the window's thread: in less than 2 ms."""


class GroupModel(QAbstractTableModel):
    """The model of the table: sorted, filtered, with open groups and marks.

    It stores nothing per row: rows are found by sums over the groups (``GroupRows``). Large reports
    are filtered and sorted in a thread; ``busy`` is true and the former rows stay until the newest
    answer is there. ``arranged`` follows when the requested rows are shown, ``filled`` when marking
    is done, ``counted`` when what could go is counted.

    Only members can be marked, see ``GroupMarks``. Documents hidden by the filter keep their marks;
    only ``set_marked`` and ``mark`` change them.
    """

    marked_changed = Signal()
    arranged = Signal()
    filled = Signal(object, object)  # how many were marked, how many were left alone
    counted = Signal(object)  # TableCounts
    failed = Signal(object)  # Reason | str

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: GroupRows | None = None  # None before the first report
        self._cells = GroupCells()
        self._marks = GroupMarks()
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
        self._counting = Latest(checked, self, self.counted.emit, self.failed)
        self._counted: GroupTable | None = None
        self._resting = QTimer(self, singleShot=True, interval=_AT_REST)
        self._resting.timeout.connect(self._count_many)

    @property
    def report(self) -> ScanReport | None:
        return None if self.rows is None else self.rows.table.report

    @property
    def table(self) -> GroupTable | None:
        return None if self.rows is None else self.rows.table

    def is_open(self, index: Index) -> bool:
        position = self.position_at(index)
        return position is not None and self.rows is not None and self.rows.is_open(position.rank)

    # ---- from indexes to documents and back

    def position_at(self, index: Index) -> RowPosition | None:
        return self.rows.at(index.row()) if self.rows is not None and index.isValid() else None

    def document_at(self, index: Index) -> DocumentId | None:
        position = self.position_at(index)
        return None if position is None or self.rows is None else self.rows.document(position)

    def group_at(self, index: Index) -> Group | None:
        position = self.position_at(index)
        return None if position is None or self.rows is None else self.rows.group(position.rank)

    def members_at(self, index: Index) -> Sequence[Member]:
        position = self.position_at(index)
        return () if position is None or self.rows is None else self.rows.members(position.rank)

    def index_of(self, document: DocumentId, *, parts: bool | None = None) -> QModelIndex:
        """Return the first cell of a document's row; an invalid index if it has none."""
        return self._index_of(document, parts=parts, own=True)

    def index_of_group(self, document: DocumentId, *, parts: bool | None = None) -> QModelIndex:
        return self._index_of(document, parts=parts, own=False)

    def _index_of(self, document: DocumentId, *, parts: bool | None, own: bool) -> QModelIndex:
        rows = self.rows
        position = None if rows is None else rows.position_of(document, parts=parts)
        if rows is None or position is None:
            return QModelIndex()
        row = rows.row_of(position) if own else rows.first_row(position.rank)
        return QModelIndex() if row is None else self.index(row, 0)

    def title_of(self, index: Index) -> QModelIndex:
        """Return the cell of the group's own row in the same column."""
        position = self.position_at(index)
        if position is None or self.rows is None:
            return QModelIndex()
        return self.index(self.rows.first_row(position.rank), index.column())

    # ---- QAbstractTableModel

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() or self.rows is None else self.rows.count

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags of a cell: members can be checked in the first column.

        Documents in protected folders cannot; a kept one can only while it is marked elsewhere.
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
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        return COLUMNS[section].definition.header(role)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        rows = self.rows
        if rows is None or not index.isValid():
            return None
        return self._cells.data(
            rows.at(index.row()), COLUMNS[index.column()], role, self._marks.marked
        )

    def cell(self, index: Index) -> Cell | None:
        position = self.position_at(index)
        if position is None:
            return None
        return self._cells.cell(position, COLUMNS[index.column()], self._marks.marked)

    def title_at(self, index: Index) -> GroupTitle | None:
        position = self.position_at(index)
        if position is None or position.row >= 0:
            return None
        return self._cells.title(position.rank)

    def forget_words(self) -> None:
        self._cells.forget()

    # ---- what is shown

    @property
    def busy(self) -> bool:
        return self._arranging.busy or self._filling.busy

    @property
    def counting(self) -> bool:
        return self._resting.isActive() or self._counting.busy

    @property
    def preparing(self) -> bool:
        return self._preparing.busy

    def totals(self) -> tuple[Totals, int, int]:
        if self.rows is None:
            return Totals(0, 0, 0), 0, 0
        return self.rows.table.totals, self.rows.groups, self.rows.shown.documents

    def shown_groups(self) -> tuple[Sequence[Group], Collection[DocumentId]]:
        """Return the groups that the filter shows, and the members that it hides."""
        if self.rows is None:
            return (), ()
        groups, shown = self.rows.table.groups, self.rows.shown
        return [groups[number] for number in shown.groups], shown.hidden

    def set_report(self, report: ScanReport) -> None:
        """Show a report in the present order; marks and open groups follow their documents."""
        self._source = report
        self._arrange()

    def set_roles(self, roles: Roles) -> None:
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
        if wanted != self.filter:
            self.filter = wanted
            self._arrange()

    @Slot()
    def prepare_filter(self) -> None:
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
            self._show(work(never_cancelled))
        else:
            self._arranging.run(work)

    @Slot(object)
    def _show(self, answer: tuple[GroupRows, GroupMarks]) -> None:
        """Show arranged rows. A reset costs the same at any size; signals for each row do not."""
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
        if table is self._counted:
            return
        self._counted = table
        self._counting.stop()
        # opened results are checked on disk, which may be slow
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

    # ---- open and closed groups

    def set_open(self, index: Index, *, on: bool) -> None:
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
            self.beginInsertRows(NOWHERE, first, last)
            rows.set_open(position.rank, on=True)
            self.endInsertRows()
        else:
            self.beginRemoveRows(NOWHERE, first, last)
            rows.set_open(position.rank, on=False)
            self.endRemoveRows()
        title_cell = self.index(first - 1, GroupColumn.NAME)
        self.dataChanged.emit(title_cell, title_cell, [_Role.AccessibleTextRole])

    def open_all(self, *, on: bool) -> None:
        self._open_by_default = self._forms_open = on
        self._exceptions.clear()
        if self.rows is not None:
            self.beginResetModel()
            self.rows.fold((), default=on, framed=on)
            self.endResetModel()

    def folding(self) -> tuple[bool, bool, frozenset[Named]]:
        return self._open_by_default, self._forms_open, frozenset(self._exceptions)

    def fold(self, folding: tuple[bool, bool, frozenset[Named]]) -> None:
        """Open and close the groups of later reports by another model's ``folding``."""
        self._open_by_default, self._forms_open, exceptions = folding
        self._exceptions = set(exceptions)

    def reveal(self, document: DocumentId, *, parts: bool | None = None) -> QModelIndex:
        position = None if self.rows is None else self.rows.position_of(document, parts=parts)
        if self.rows is not None and position is not None:
            self.set_open(self.index(self.rows.first_row(position.rank), 0), on=True)
        return self.index_of(document, parts=parts)

    # ---- marks

    def marked(self) -> frozenset[DocumentId]:
        """Return the marked members, including those that the filter hides."""
        return self._marks.marked

    def hidden_marks(self) -> frozenset[DocumentId]:
        if self.rows is None:
            return frozenset()
        return self._marks.marked & self.rows.shown.hidden

    def marks_kept(self) -> frozenset[DocumentId]:
        """Return the marked documents, including those whose groups are not shown."""
        return self._marks.kept

    def set_marked(self, ids: Iterable[DocumentId]) -> None:
        """Mark exactly these documents; those that are no members are ignored.

        Inactive marks go too, so that none of them comes back later.
        """
        made = self._made(ids)
        self._marks.forget_hidden()
        gone = self._marks.unmark(self._marks.marked - made.keys())
        self._tell(gone | self._marks.mark(made))

    def copied_marks(self) -> GroupMarks:
        return self._marks.copy()

    def take_marks(self, marks: GroupMarks) -> None:
        """Use the marks of another model of the same report, which is set next."""
        self._marks = marks
        self.marked_changed.emit()

    def mark_once_arranged(self, ids: Iterable[DocumentId]) -> None:
        if self._arranging.busy:
            self._wanted = frozenset(ids)
        else:
            self.set_marked(ids)

    def mark(self, ids: Iterable[DocumentId], *, on: bool) -> None:
        self._tell(self._marks.mark(self._made(ids)) if on else self._marks.unmark(ids))

    def mark_kinds(self, kinds: Iterable[Kind]) -> None:
        """Mark all shown documents of these kinds; ``filled`` carries how many were."""
        if self.rows is None:
            return
        self._marking = partial(marks_of_kinds, self.rows, frozenset(kinds))
        self._mark_beside()

    def mark_documents(self, ids: Iterable[DocumentId], copies: Iterable[DocumentId] = ()) -> None:
        """Mark those of these documents that are shown; ``filled`` carries how many were.

        ``copies`` are marked only while another document with their text stays.
        """
        if self.rows is None:
            return
        self._marking = partial(marks_of_documents, self.rows, frozenset(ids), frozenset(copies))
        self._mark_beside()

    def _mark_beside(self) -> None:
        work = partial(self._marking, self._marks.copy())
        if self.rows is None or is_small(self.rows.table):
            self._fill(work(never_cancelled))
        else:
            self._filling.run(work)

    @Slot(object)
    def _fill(self, answer: MarkedDocuments) -> None:
        if self.rows is None or answer.table is not self.rows.table:
            return  # for an earlier report
        if answer.marks.version != self._marks.version + 1:
            self._mark_beside()  # marks changed: what was to stay may be marked now
            return
        self._marks = answer.marks
        self._tell(answer.new)
        self.filled.emit(len(answer.new), answer.hidden)

    def _made(self, ids: Iterable[DocumentId]) -> dict[DocumentId, MarkState]:
        return {} if self.rows is None else marks_for(self.rows.table, ids)

    def _tell(self, documents: frozenset[DocumentId]) -> None:
        if not documents or self.rows is None:
            return
        if len(documents) <= _MANY_ROWS:
            positions = (one for key in documents for one in self.rows.positions_of(key))
            rows = [row for one in positions if (row := self.rows.row_of(one)) is not None]
            changed = [(row, row) for row in rows]
        else:
            # a view repaints only visible rows, whatever the number of rows in the range
            changed = [(0, self.rows.count - 1)] if self.rows.count else []
        for first, last in changed:  # whole rows: their background shows the mark, too
            ends = self.index(first, 0), self.index(last, self.columnCount() - 1)
            self.dataChanged.emit(*ends, [_Role.CheckStateRole])
        self.marked_changed.emit()

    def setData(self, index: Index, value: object, role: int = _Role.EditRole) -> bool:
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
        self._cells.set_relative(on=on)
        if self.rows is not None and self.rows.count:
            last = self.index(self.rows.count - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last, [_Role.DisplayRole])
