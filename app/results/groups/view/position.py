"""GroupPosition: the user's position in the rows of groups, by documents instead of rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, Self

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex
from PySide6.QtWidgets import QTableView

from simcore import DocumentId

from .model import GroupModel

_Flag = QItemSelectionModel.SelectionFlag

_REACH = 200
"""The number of rows around the current one in which to search for a successor."""


class _RowKey(NamedTuple):
    """A row by a document: its own, or that of its group."""

    document: DocumentId
    parts: bool  # whether the group is one of parts: a document may be in one of either sort
    is_group: bool


@dataclass(frozen=True, slots=True)
class GroupPosition:
    """The current row, the selection and the scroll position.

    ``successors`` are documents near the current row, the best first: when the current
    document goes, the first of them that is still shown replaces it. ``anchors`` are rows
    on screen and their distances from the top edge in pixels: the first that is still there
    keeps its distance. ``titled`` is whether the group's row was on screen with the current one:
    then it is again. ``everything`` is whether all rows were selected: then all of them are.
    """

    current: _RowKey | None
    column: int
    successors: tuple[DocumentId, ...]
    selected: frozenset[_RowKey]
    everything: bool
    anchors: tuple[tuple[_RowKey, int], ...]
    titled: bool
    horizontal: int

    @classmethod
    def of(cls, view: QTableView, model: GroupModel) -> Self:
        """Return the position of a view that shows ``model``."""
        current = view.currentIndex()
        ranges = view.selectionModel().selection().toList()
        everything = sum(one.height() for one in ranges) == model.rowCount() > 1
        rows = () if everything else selected_rows(view)
        return cls(
            current=_row_at(model, current),
            column=max(current.column(), 0),
            successors=_successors(model, current),
            selected=frozenset(row for index in rows if (row := _row_at(model, index))),
            everything=everything,
            anchors=_anchors(view, model),
            titled=_is_titled(view, model),
            horizontal=view.horizontalScrollBar().value(),
        )

    def is_shown(self, model: GroupModel) -> bool:
        """Return whether the current row is still shown; True without one."""
        return self.current is None or _index_of(model, self.current).isValid()

    def apply(self, view: QTableView, model: GroupModel) -> None:
        """Restore this position in a view, as far as the documents are still shown.

        A document in a closed group is represented by the row of its group.
        """
        selection = view.selectionModel()
        if self.everything and model.rowCount():
            last = model.index(model.rowCount() - 1, model.columnCount() - 1)
            chosen = QItemSelection(model.index(0, 0), last)
        else:
            chosen = _selection(model, self._rows(model))
        selection.select(chosen, _Flag.ClearAndSelect)
        if self.current is not None:
            current = _index_of(model, self.current)
            if not current.isValid():
                near = (model.index_of(document) for document in self.successors)
                current = next((index for index in near if index.isValid()), QModelIndex())
                if not selection.hasSelection():
                    selection.select(current, _Flag.Select | _Flag.Rows)
            selection.setCurrentIndex(current.siblingAtColumn(self.column), _Flag.NoUpdate)
        for row, top in self.anchors:
            index = _index_of(model, row)
            if index.isValid():
                position = view.verticalHeader().sectionPosition(index.row())
                view.verticalScrollBar().setValue(position - top)
                break
        if self.titled:
            _show_title(view, model)
        view.horizontalScrollBar().setValue(self.horizontal)

    def _rows(self, model: GroupModel) -> list[int]:
        """Return the numbers of the rows to select, ascending."""
        indexes = (_index_of(model, row) for row in self.selected)
        return sorted({index.row() for index in indexes if index.isValid()})


def selected_rows(view: QTableView) -> Iterator[QModelIndex]:
    """Yield the first cell of every selected row, range by range.

    ``QItemSelectionModel.selectedRows`` takes quadratic time when there are many ranges.
    """
    for rows in view.selectionModel().selection().toList():
        for number in range(rows.top(), rows.bottom() + 1):
            yield view.model().index(number, 0)


def _row_at(model: GroupModel, index: QModelIndex) -> _RowKey | None:
    group = model.group_at(index)
    if group is None:
        return None
    document = model.document_at(index)
    kept = group.representative if document is None else document
    return _RowKey(kept, group.parts, document is None)


def _index_of(model: GroupModel, row: _RowKey) -> QModelIndex:
    if not row.is_group:
        index = model.index_of(row.document, parts=row.parts)
        if index.isValid():
            return index
    return model.index_of_group(row.document, parts=row.parts)


def _successors(model: GroupModel, current: QModelIndex) -> tuple[DocumentId, ...]:
    """Return documents near a row: down and up its group, then those of groups below, above."""
    position, rows = model.position_at(current), model.rows
    if position is None or rows is None:
        return ()
    row = max(position.row, 1)
    own = [rows.group(position.rank).representative]
    own += [one.document for one in rows.members(position.rank)]
    found = own[row : row + _REACH] + own[max(row - _REACH, 0) : row][::-1]
    below = range(position.rank + 1, min(position.rank + _REACH, rows.groups))
    above = range(position.rank - 1, max(position.rank - _REACH, -1), -1)
    for ranks in (below, above):
        for rank in ranks:
            found += [rows.members(rank)[0].document, rows.group(rank).representative]
    return tuple(found)


def _anchors(view: QTableView, model: GroupModel) -> tuple[tuple[_RowKey, int], ...]:
    """Return the rows on screen and their tops, the current one first."""
    first = view.rowAt(0)
    if first < 0:
        return ()
    last = view.rowAt(view.viewport().height() - 1)
    numbers = list(range(first, (model.rowCount() - 1 if last < 0 else last) + 1))
    current = view.currentIndex().row()
    numbers.sort(key=lambda number: number != current)
    return tuple(
        (row, view.rowViewportPosition(number))
        for number in numbers
        if (row := _row_at(model, model.index(number, 0))) is not None
    )


def _is_titled(view: QTableView, model: GroupModel) -> bool:
    """Return whether the row of the current row's group is on screen, with the current one."""
    rows = (model.title_of(view.currentIndex()).row(), view.currentIndex().row())
    tops = [view.rowViewportPosition(row) for row in rows]
    return min(rows) >= 0 and tops[0] >= 0 and tops[1] < view.viewport().height()


def _show_title(view: QTableView, model: GroupModel) -> None:
    """Scroll up to the row of the current row's group, if the current row stays in sight."""
    current = view.currentIndex().row()
    title = model.title_of(view.currentIndex()).row()
    if title < 0:
        return
    above = view.rowViewportPosition(title)
    bottom = view.rowViewportPosition(current) + view.rowHeight(current)
    if above < 0 and bottom - above <= view.viewport().height():
        bar = view.verticalScrollBar()
        bar.setValue(bar.value() + above)


def _selection(model: GroupModel, rows: list[int]) -> QItemSelection:
    """Return rows, ascending, as few ranges."""
    selection = QItemSelection()
    # Rows that follow one another differ from their rank by the same number.
    for _, run in groupby(enumerate(rows), lambda item: item[1] - item[0]):
        numbers = [row for _, row in run]
        last = model.index(numbers[-1], model.columnCount() - 1)
        selection.select(model.index(numbers[0], 0), last)
    return selection
