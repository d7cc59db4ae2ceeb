"""Steps through the results: from document to document and from group to group."""

from simcore import DocumentId

from ..rows.rows import GroupRows, RowPosition
from .view import GroupView

_TITLE, _KEPT, _FIRST = -1, 0, 1


def step_to_document(view: GroupView, by: int) -> bool:
    """Choose the next (1) or previous (-1) document that is beside a kept one.

    A closed group is one step, to its own row. False at the end: then nothing changes.
    """
    rows, position = view.groups.rows, view.groups.position_at(view.currentIndex())
    if rows is None or not rows.groups:
        return False
    if position is None:
        return _choose(view, rows, _first(rows, 0))
    rank, row = position.rank, position.row
    if rows.is_open(rank) and _FIRST <= max(row, _KEPT) + by <= len(rows.members(rank)):
        return _choose(view, rows, RowPosition(rank, max(row, _KEPT) + by))
    rank += by
    if not 0 <= rank < rows.groups:
        return False
    last = (
        RowPosition(rank, len(rows.members(rank)))
        if rows.is_open(rank)
        else RowPosition(rank, _TITLE)
    )
    return _choose(view, rows, _first(rows, rank) if by > 0 else last)


def step_to_group(view: GroupView, by: int) -> bool:
    """Choose the first document beside the kept one of the next (1) or previous (-1) group.

    Of a closed group, its own row is chosen. False at the end: then nothing changes.
    """
    rows, position = view.groups.rows, view.groups.position_at(view.currentIndex())
    if rows is None:
        return False
    rank = 0 if position is None else position.rank + by
    return 0 <= rank < rows.groups and _choose(view, rows, _first(rows, rank))


def step_to_unmarked_group(view: GroupView) -> bool:
    """Choose the next group, perhaps from the top again, of which no document is marked."""
    rows, position = view.groups.rows, view.groups.position_at(view.currentIndex())
    if rows is None:
        return False
    marked: frozenset[DocumentId] = view.groups.marked()
    start = 0 if position is None else position.rank + 1
    for rank in (*range(start, rows.groups), *range(start - (position is not None))):
        if marked.isdisjoint(member.document for member in rows.group(rank).members):
            return _choose(view, rows, _first(rows, rank))
    return False


def _first(rows: GroupRows, rank: int) -> RowPosition:
    return RowPosition(rank, _FIRST if rows.is_open(rank) else _TITLE)


def _choose(view: GroupView, rows: GroupRows, position: RowPosition) -> bool:
    row = rows.row_of(position)
    if row is None:
        return False
    view.go_to(view.groups.index(row, max(view.currentIndex().column(), 0)))
    return True
