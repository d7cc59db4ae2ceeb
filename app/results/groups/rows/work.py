"""The background work of GroupModel: arranging rows, marking many documents."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import simcore
from simcore import Document, DocumentId, Kind, Roles, ScanReport

from ....background.gradual import Check, stepped
from ....looks.badges import SAFE
from .facts import KnownGroups
from .filter import GroupFilter
from .marks import GroupMarks, MarkState, marks_for
from .rows import GroupRows, Order, arranged
from .table import GroupTable

_AT_ONCE = 4_000
"""The number of documents arranged in the GUI thread: it takes less than 40 ms."""


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
    known: KnownGroups | None = None,
) -> Answer:
    """Arrange rows; ``marks``, a copy, follow into a new report. Raises what ``check`` raises."""
    rows = arranged(source, order, wanted, check, roles, known)
    if rows.table is not source:
        marks.follow(rows.table, check)
    return Answer(rows, marks)


class MarkedDocuments(NamedTuple):
    """Marks with those added that were not there before, which are ``new``.

    ``hidden`` counts what would have been marked, too, if the filter let it through.
    """

    table: GroupTable
    marks: GroupMarks
    new: frozenset[DocumentId]
    hidden: int


def marks_of_kinds(
    rows: GroupRows, kinds: frozenset[Kind], marks: GroupMarks, check: Check
) -> MarkedDocuments:
    """Mark all documents shown of some kinds in ``marks``, a copy.

    Those that are marked by hand only are left out. Raises what ``check`` raises.
    """
    found: set[DocumentId] = set()
    copies: set[DocumentId] = set()
    table = rows.table
    for group in stepped(table.groups, check):
        found.update(one.document for one in group.members if one.kind in kinds)
        copies.update(one.document for one in group.members if one.kind in SAFE)
    check()
    found -= simcore.by_hand_only(table.report)
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
    """Mark those of some documents that are shown, and not by hand only, in ``marks``, a copy.

    Of ``copies`` those of which another file stays that reads like them. Raises what ``check``
    raises.
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
    """Mark what was found, of ``copies`` those of which another file stays that reads like them."""
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
    """Return the marks of copies of which another file stays that reads like them, and those files.

    Of copies whose like are all marked already, by a person, one is left out.
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
        if found:  # the witness of each stays, for what comes after it stays for what is like it
            made[key] = wanted[key]
        else:
            stays |= dict.fromkeys(_texts_of(documents[key]), key)
    return made, relied_on


def _texts_of(document: Document) -> tuple[bytes, bytes]:
    """Return by what documents read alike: the same bytes, or the same text."""
    return document.content_hash, document.form
