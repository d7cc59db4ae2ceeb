"""GroupRows: the group or document in each row, in an order, and the open groups."""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from simcore.files.roles import Roles
from simcore.grouping.freeing import by_hand_only
from simcore.model.records import Document, DocumentId, Kind
from simcore.model.report import Group, Member, ScanReport

from ..badges import SAFE
from ..tasks import Check, never_cancelled, sorted_numbers, stepped
from .columns import GroupColumn
from .filter import GroupFilter, Shown
from .table import FORMS, GroupMarks, GroupTable, KnownGroups, MarkState, marks_for

Named = tuple[DocumentId, bool]
"""A group across reports: its kept document, and whether it has parts."""


class RowPosition(NamedTuple):
    """The rank of a row's group, and the row inside it.

    -1 is the group's own row, 0 the kept document's, 1 that of the first member.
    """

    rank: int
    row: int


class Order(NamedTuple):
    """A column and a direction; without a column, copies come first, then less certain kinds.

    A group sorts by the value in its title (similarity: the lowest; size: what could go), by the
    greatest distance or the least certain kind, else by its kept document. Equal groups keep the
    report's order in both directions.
    """

    column: GroupColumn | None = None
    descending: bool = False

    def groups(
        self, table: GroupTable, wanted: Sequence[int], check: Check = never_cancelled
    ) -> Sequence[int]:
        """Return the numbers of the groups ``wanted`` in this order; raises what ``check`` does."""
        if self.column is None:
            check()
            # few ranks, most of them in long runs: sorting takes a few milliseconds at most
            return sorted(wanted, key=table.ranks.__getitem__)
        key = self.column.definition.group_key(table)
        order = sorted_numbers(
            len(wanted), lambda position: key(wanted[position]), check, descending=self.descending
        )
        return [wanted[position] for position in order]

    def members(self, table: GroupTable, members: Sequence[Member]) -> Sequence[Member]:
        if self.column is None or len(members) < 2:
            return members
        key = self.column.definition.member_key(table)
        return sorted(members, key=key, reverse=self.descending)


class GroupRows:
    """Groups in an order, each followed by its documents if it is open.

    Nothing is done for every document: rows are counted by sums over the groups, and the members of
    a group are sorted when one of them is first asked for.
    """

    def __init__(
        self, table: GroupTable, order: Order, shown: Shown, ranked: Sequence[int]
    ) -> None:
        self.table = table
        self.order = order
        self.shown = shown
        self._ranked = ranked
        self._lengths = [*map(table.rows.__getitem__, ranked)]
        for number, members in shown.parts.items():
            if number in self._ranks:
                self._lengths[self._ranks[number]] = 2 + len(members)
        self._open: list[bool] = []
        self._summed: list[int] | None = None
        self._members: dict[int, Sequence[Member]] = {}
        self._inside: dict[int, dict[DocumentId, int]] = {}
        self.fold((), default=True)

    @property
    def groups(self) -> int:
        return len(self._ranked)

    @property
    def count(self) -> int:
        return self._starts[-1]

    def fold(self, exceptions: Collection[Named], *, default: bool, framed: bool = False) -> None:
        """Open or close all groups by ``default``, those of forms by ``framed``.

        The groups in ``exceptions`` get the opposite.
        """
        self._open = [default] * self.groups
        if default != framed:
            ranks = self.table.ranks
            if max(ranks, default=0) >= FORMS:
                self._open = [framed if ranks[one] >= FORMS else default for one in self._ranked]
        for document, parts in exceptions:
            for number in self.table.places_of(document):
                rank, group = self._ranks.get(number), self.table.groups[number]
                if rank is not None and (group.representative, group.parts) == (document, parts):
                    self._open[rank] = not (framed if group.framed else default)
        self._summed = None

    def set_open(self, rank: int, *, on: bool) -> None:
        self._open[rank] = on
        self._summed = None

    def is_open(self, rank: int) -> bool:
        return self._open[rank]

    def inside(self, rank: int) -> int:
        return self._lengths[rank] - 1

    @cached_property
    def _ranks(self) -> Mapping[int, int]:
        return dict(zip(self._ranked, range(len(self._ranked)), strict=True))

    @property
    def _starts(self) -> list[int]:
        """The row of each group, and last the number of all rows."""
        if self._summed is None:
            rows = self._lengths
            if False in self._open:
                pairs = zip(rows, self._open, strict=True)
                rows = [length if on else 1 for length, on in pairs]
            self._summed = [*accumulate(rows, initial=0)]
        return self._summed

    def at(self, row: int) -> RowPosition:
        rank = bisect_right(self._starts, row) - 1
        return RowPosition(rank, row - self._starts[rank] - 1)

    def first_row(self, rank: int) -> int:
        return self._starts[rank]

    def number(self, rank: int) -> int:
        return self._ranked[rank]

    def group(self, rank: int) -> Group:
        return self.table.groups[self._ranked[rank]]

    def documents(self, rank: int) -> tuple[DocumentId, ...]:
        """Return all documents of a group, the kept one first, including hidden ones."""
        return self.table.facts[self._ranked[rank]].documents

    def members(self, rank: int) -> Sequence[Member]:
        """Return the shown members of a group, in order."""
        number = self._ranked[rank]
        found = self._members.get(number)
        if found is None:
            members: Sequence[Member] = self.table.groups[number].members
            if number in self.shown.parts:
                members = [members[position] for position in self.shown.parts[number]]
            found = self._members[number] = self.order.members(self.table, members)
        return found

    def document(self, position: RowPosition) -> DocumentId | None:
        if position.row < 0:
            return None
        if position.row == 0:
            return self.group(position.rank).representative
        return self.members(position.rank)[position.row - 1].document

    def position_of(self, document: DocumentId, *, parts: bool | None = None) -> RowPosition | None:
        """Return the place of a document, in an open or a closed group; None if it is not shown.

        Of two groups with it that are shown ``parts`` chooses the one with parts, or the other.
        """
        found = None
        for position in self.positions_of(document):
            if parts in {None, self.group(position.rank).parts}:
                return position
            found = found or position
        return found

    def positions_of(self, document: DocumentId) -> Iterator[RowPosition]:
        for number in self.table.places_of(document):
            rank = self._ranks.get(number)
            row = None if rank is None else self._row_inside(rank, document)
            if rank is not None and row is not None:
                yield RowPosition(rank, row)

    def _row_inside(self, rank: int, document: DocumentId) -> int | None:
        number = self._ranked[rank]
        if self.table.groups[number].representative == document:
            return 0
        if number not in self._inside:
            self._inside[number] = {
                one.document: row for row, one in enumerate(self.members(rank), 1)
            }
        return self._inside[number].get(document)

    def row_of(self, position: RowPosition) -> int | None:
        if position.row >= 0 and not self._open[position.rank]:
            return None
        return self._starts[position.rank] + 1 + position.row


def arranged(
    report: ScanReport | GroupTable,
    order: Order,
    wanted: GroupFilter,
    check: Check = never_cancelled,
    roles: Roles | None = None,
    known: KnownGroups | None = None,
) -> GroupRows:
    """Filter and sort the groups of a report, all of them open. Raises what ``check`` raises."""
    table = report if isinstance(report, GroupTable) else GroupTable(report, check, roles, known)
    shown = wanted.apply(table, check)
    return GroupRows(table, order, shown, order.groups(table, shown.groups, check))


_AT_ONCE = 4_000
"""Up to so many documents are arranged in the window's thread: in less than 40 ms."""


def is_small(source: ScanReport | GroupTable) -> bool:
    groups = source.groups
    if len(groups) > _AT_ONCE // 2:
        return False
    return sum(1 + len(group.members) for group in groups) <= _AT_ONCE


def answer_of(
    source: ScanReport | GroupTable,
    order: Order,
    wanted: GroupFilter,
    marks: GroupMarks,
    check: Check,
    roles: Roles | None = None,
    known: KnownGroups | None = None,
) -> tuple[GroupRows, GroupMarks]:
    """Arrange rows; ``marks``, a copy, follow into a new report. Raises what ``check`` raises."""
    rows = arranged(source, order, wanted, check, roles, known)
    if rows.table is not source:
        marks.follow(rows.table, check)
    return rows, marks


class MarkedDocuments(NamedTuple):
    """Marks with ``new`` ones added.

    ``hidden`` counts the documents that would have been marked but for the filter.
    """

    table: GroupTable
    marks: GroupMarks
    new: frozenset[DocumentId]
    hidden: int


def marks_of_kinds(
    rows: GroupRows, kinds: frozenset[Kind], marks: GroupMarks, check: Check
) -> MarkedDocuments:
    """Mark all shown documents of some kinds in ``marks``, a copy.

    Documents to be marked by hand only are left out. Raises what ``check`` raises.
    """
    found: set[DocumentId] = set()
    copies: set[DocumentId] = set()
    table = rows.table
    for group in stepped(table.groups, check):
        found.update(one.document for one in group.members if one.kind in kinds)
        copies.update(one.document for one in group.members if one.kind in SAFE)
    check()
    found -= by_hand_only(table.report, of=found)
    found -= table.chosen(found)
    found -= table.protected.union([one for one in found if table.leads(one)])
    shown = found - rows.shown.hidden
    return _marked(table, marks_for(table, shown, check), copies, marks, len(found - shown), check)


def marks_of_documents(
    rows: GroupRows,
    documents: frozenset[DocumentId],
    copies: frozenset[DocumentId],
    marks: GroupMarks,
    check: Check,
) -> MarkedDocuments:
    """Mark the shown ones of some documents in ``marks``, a copy, except by-hand-only ones.

    ``copies`` are marked only if another file with their text stays. Raises what ``check`` raises.
    """
    shown = documents - rows.shown.hidden
    found = marks_for(rows.table, shown, check)
    by_command = {identity: mark for identity, mark in found.items() if not mark.by_hand}
    return _marked(rows.table, by_command, copies, marks, len(documents - shown), check)


def _marked(
    table: GroupTable,
    found: Mapping[DocumentId, MarkState],
    copies: AbstractSet[DocumentId],
    marks: GroupMarks,
    hidden: int,
    check: Check,
) -> MarkedDocuments:
    made = {identity: mark for identity, mark in found.items() if identity not in copies}
    wanted = {identity: mark for identity, mark in found.items() if identity in copies}
    true, relied_on = _with_witnesses(table, wanted, marks.marked.union(made), check)
    made |= true
    for identity in stepped(made, check):
        relied_on.update(table.groups[at].representative for at in table.places_of(identity))
    new = marks.mark(made)
    marks.forget_hidden_of(relied_on)
    return MarkedDocuments(table, marks, new, hidden)


def _with_witnesses(
    table: GroupTable,
    wanted: Mapping[DocumentId, MarkState],
    marked: frozenset[DocumentId],
    check: Check,
) -> tuple[dict[DocumentId, MarkState], set[DocumentId]]:
    """Return marks for copies of which another file with the text stays, and those files.

    If a person marked all others with the text, one copy is left out.
    """
    documents = table.documents
    stays: dict[bytes, DocumentId] = {}
    at_risk = {key for one in wanted for key in _texts_of(documents[one])}
    for key in stepped(table.placed, check):
        if key not in wanted and key not in marked:
            document = documents[key]
            for text in () if document.inside else at_risk.intersection(_texts_of(document)):
                stays.setdefault(text, key)
    made: dict[DocumentId, MarkState] = {}
    relied_on: set[DocumentId] = set()
    for key in stepped(sorted(wanted.keys() - marked), check):
        found = [stays[text] for text in _texts_of(documents[key]) if text in stays]
        relied_on.update(found[:1] or [key])
        if found:  # its witness stays
            made[key] = wanted[key]
        else:
            stays |= dict.fromkeys(_texts_of(documents[key]), key)
    return made, relied_on


def _texts_of(document: Document) -> tuple[bytes, bytes]:
    return document.content_hash, document.form
