"""The background work of GroupModel: arranging rows, marking many documents."""

from collections.abc import Iterator
from typing import NamedTuple

import simcore
from app.background.gradual import Check, stepped
from app.results.groups.rows.filter import GroupFilter
from app.results.groups.rows.marks import GroupMarks, MarkState, marks_for
from app.results.groups.rows.rows import GroupRows, Order, arranged
from app.results.groups.rows.table import GroupTable
from simcore import DocumentId, Group, Kind, Roles, ScanReport

_AT_ONCE = 4_000
"""The number of documents arranged and counted in the GUI thread: it takes less than 40 ms."""


class Answer(NamedTuple):
    """Rows, and marks that are those of the rows' report."""

    rows: GroupRows
    marks: GroupMarks


def is_small(source: ScanReport | GroupTable) -> bool:
    """Return whether a report has so few documents in groups that no thread is needed."""
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
) -> Answer:
    """Arrange rows; ``marks``, a copy, follow into a new report. Raises what ``check`` raises."""
    rows = arranged(source, order, wanted, check, roles)
    if rows.table is not source:
        marks.follow(rows.table, check)
    return Answer(rows, marks)


class MarkedDocuments(NamedTuple):
    """Marks with those added that were ``made``; ``new`` were not marked before.

    ``hidden`` counts what would have been marked, too, if the filter let it through.
    """

    table: GroupTable
    marks: GroupMarks
    made: dict[DocumentId, MarkState]
    new: frozenset[DocumentId]
    hidden: int


def marks_of_kinds(
    rows: GroupRows, kinds: frozenset[Kind], marks: GroupMarks, check: Check
) -> MarkedDocuments:
    """Mark all documents shown of some kinds in ``marks``, a copy.

    Those that are marked by hand only are left out. Raises what ``check`` raises.
    """
    found: set[DocumentId] = set()
    table = rows.table
    for group in stepped(table.groups, check):
        found.update(_of_kinds(group, kinds, marks))
    check()
    found -= simcore.by_hand_only(table.report)
    found -= table.chosen(found)
    found -= table.protected
    shown = found - rows.shown.hidden
    made = marks_for(rows.table, shown, check)
    new = marks.mark(made)
    return MarkedDocuments(rows.table, marks, made, new, len(found) - len(shown))


def _of_kinds(group: Group, kinds: frozenset[Kind], marks: GroupMarks) -> Iterator[DocumentId]:
    """Yield the members of some kinds; where the one that others are copies of goes, one stays."""
    going, spared = marks.marked, set[DocumentId]()
    for one in group.members:
        if one.kind not in kinds:
            continue
        original = one.copy_of
        if original in going and original not in spared and one.document not in going:
            spared.add(original)
        else:
            yield one.document


def marks_of_documents(
    rows: GroupRows, documents: frozenset[DocumentId], marks: GroupMarks, check: Check
) -> MarkedDocuments:
    """Mark those of some documents that are shown, and not by hand only, in ``marks``, a copy.

    Raises what ``check`` raises.
    """
    shown = documents - rows.shown.hidden
    found = marks_for(rows.table, shown, check)
    made = {identity: mark for identity, mark in found.items() if not mark.by_hand}
    new = marks.mark(made)
    return MarkedDocuments(rows.table, marks, made, new, len(documents) - len(shown))
