"""In which order groups stand, and the members of each: by what a column tells, without Qt.

Orders are found in a thread beside the window's.
"""

import os
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from app.background.gradual_sort import sorted_numbers
from app.results.groups.rows.table import Check, GroupTable, nobody_asks
from app.results.groups.view.columns import Column
from simcore import Document, Kind, Member

_RANKS = {Kind.IDENTICAL: 0, Kind.SAME_TEXT: 1, Kind.NEAR: 2, Kind.LINKED: 3, Kind.CONTAINS: 4}


class Order(NamedTuple):
    """By which column, and which way; without a column it is the report's own order.

    A group sorts by what its title tells (similarity: the worst; size: what is to gain), by the
    greatest distance or the least certain kind, else by its kept document. Equals keep the
    report's order either way.
    """

    column: Column | None = None
    descending: bool = False

    def groups(
        self, table: GroupTable, wanted: Sequence[int], check: Check = nobody_asks
    ) -> Sequence[int]:
        """Return the numbers of the groups ``wanted`` in this order; raises what check does."""
        if self.column is None:
            return wanted
        key = self._group_key(table)
        order = sorted_numbers(
            len(wanted), lambda place: key(wanted[place]), check, descending=self.descending
        )
        return [wanted[place] for place in order]

    def members(self, table: GroupTable, members: Sequence[Member]) -> Sequence[Member]:
        """Return members of a group in this order."""
        column = self.column
        if column is None or len(members) < 2:
            return members

        def key(member: Member) -> Any:  # comparable with its like
            if column in _OF_MEMBER:
                return _OF_MEMBER[column](member)
            return _OF_DOCUMENT[column](table.documents[member.document])

        return sorted(members, key=key, reverse=self.descending)

    def _group_key(self, table: GroupTable) -> Callable[[int], Any]:
        groups, documents, column = table.groups, table.documents, self.column
        match column:
            case Column.SIZE:
                return table.gains.__getitem__
            case Column.SIMILARITY:
                return lambda number: groups[number].worst
            case Column.KIND | Column.DISTANCE | Column.WHY:
                of = _OF_MEMBER[column]
                return lambda number: max(map(of, groups[number].members))
        of_document = _OF_DOCUMENT[column or Column.NAME]
        return lambda number: of_document(documents[groups[number].representative])


def _kind(member: Member) -> Any:
    return _RANKS[member.kind]


def _distance(member: Member) -> Any:
    return member.distance


def _similarity(member: Member) -> Any:
    return -1.0 if member.resemblance is None else member.resemblance


def _reason(member: Member) -> Any:
    """Return the kind, and within it the less alike later."""
    return _RANKS[member.kind], member.numbers_only, -_similarity(member)


_OF_MEMBER: dict[Column, Callable[[Member], Any]] = {
    Column.KIND: _kind,
    Column.DISTANCE: _distance,
    Column.SIMILARITY: _similarity,
    Column.WHY: _reason,
}
_OF_DOCUMENT: dict[Column, Callable[[Document], Any]] = {
    Column.NAME: lambda document: document.path.name.casefold(),
    Column.SIZE: lambda document: document.size,
    Column.MODIFIED: lambda document: document.mtime_ns,
    Column.ENCODING: lambda document: document.encoding.casefold(),
    Column.FOLDER: lambda document: str(document.path).rpartition(os.sep)[0].casefold(),
    Column.WORDS: lambda document: document.tokens,
}
