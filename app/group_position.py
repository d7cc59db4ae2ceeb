"""GroupPosition: where a person is in a tree of groups, by documents instead of rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from typing import NamedTuple, Self

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint
from PySide6.QtWidgets import QTreeView

from app.group_model import GroupModel
from simcore import DocumentId

__all__ = ["GroupPosition", "selected_rows"]

_Flag = QItemSelectionModel.SelectionFlag

_REACH = 200
"""How many rows from the current one a successor is looked for, when it goes."""


class _Row(NamedTuple):
    """A row by a document: its own, or that of the group that holds it."""

    document: DocumentId
    is_group: bool


@dataclass(frozen=True, slots=True)
class GroupPosition:
    """The current row, the selection and the scroll position.

    ``successors`` are documents near the current row, the best first: when the current
    document goes, the first of them that is still shown takes its place. ``anchors`` are rows
    on screen and their distances from the top edge in pixels: the first that is still there
    keeps its place.
    """

    current: _Row | None
    column: int
    successors: tuple[DocumentId, ...]
    selected: frozenset[_Row]
    anchors: tuple[tuple[_Row, int], ...]
    horizontal: int

    @classmethod
    def of(cls, view: QTreeView, model: GroupModel) -> Self:
        """Return the position of a view that shows ``model``."""
        current = view.currentIndex()
        selected = frozenset(row for index in selected_rows(view) if (row := _row_at(model, index)))
        return cls(
            current=_row_at(model, current),
            column=max(current.column(), 0),
            successors=_successors(model, current),
            selected=selected,
            anchors=_anchors(view, model),
            horizontal=view.horizontalScrollBar().value(),
        )

    def apply(self, view: QTreeView, model: GroupModel) -> None:
        """Put a view back into this position, as far as the documents are still shown."""
        selection = view.selectionModel()
        selection.select(_selection(model, self.selected), _Flag.ClearAndSelect)
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
            if index.isValid() and not view.visualRect(index).isEmpty():
                bar = view.verticalScrollBar()
                bar.setValue(bar.value() + view.visualRect(index).top() - top)
                break
        view.horizontalScrollBar().setValue(self.horizontal)


def selected_rows(view: QTreeView) -> Iterator[QModelIndex]:
    """Yield the first cell of every selected row, range by range.

    ``QItemSelectionModel.selectedRows`` takes quadratic time when all groups are selected.
    """
    for rows in view.selectionModel().selection().toList():
        parent = rows.parent()
        for number in range(rows.top(), rows.bottom() + 1):
            yield view.model().index(number, 0, parent)


def _row_at(model: GroupModel, index: QModelIndex) -> _Row | None:
    group = model.group_at(index)
    if group is None:
        return None
    document = model.document_at(index)
    return _Row(group.representative if document is None else document, document is None)


def _index_of(model: GroupModel, row: _Row) -> QModelIndex:
    return model.index_of_group(row.document) if row.is_group else model.index_of(row.document)


def _successors(model: GroupModel, current: QModelIndex) -> tuple[DocumentId, ...]:
    """Return documents near a row: down and up its group, then those of groups below, above."""
    if not current.isValid():
        return ()
    is_group = not current.parent().isValid()
    group = current.row() if is_group else current.parent().row()
    row = 1 if is_group else current.row()
    below = range(group + 1, min(group + _REACH, model.rowCount()))
    above = range(group - 1, max(group - _REACH, -1), -1)
    places = [(group, number) for number in range(row, model.rowCount(model.index(group, 0)))]
    places += [(group, number) for number in range(row - 1, -1, -1)]
    places = list(islice(places, _REACH)) + [
        (other, number) for others in (below, above) for other in others for number in (1, 0)
    ]
    found = (
        model.document_at(model.index(number, 0, model.index(other, 0))) for other, number in places
    )
    return tuple(document for document in found if document is not None)


def _anchors(view: QTreeView, model: GroupModel) -> tuple[tuple[_Row, int], ...]:
    """Return the rows on screen and their tops, the current one first."""
    height = view.viewport().height()
    indexes = []
    index = view.indexAt(QPoint(0, 0))
    while index.isValid() and view.visualRect(index).top() < height:
        indexes.append(index)
        index = view.indexBelow(index)
    current = view.currentIndex().siblingAtColumn(0)
    indexes.sort(key=lambda index: index != current)
    return tuple(
        (row, view.visualRect(index).top())
        for index in indexes
        if (row := _row_at(model, index)) is not None
    )


def _selection(model: GroupModel, rows: frozenset[_Row]) -> QItemSelection:
    """Return the rows that are still shown, as few ranges."""
    places = sorted(
        (index.internalId(), index.row())
        for row in rows
        if (index := _index_of(model, row)).isValid()
    )
    selection = QItemSelection()
    # Rows that follow one another differ from their rank by the same number.
    runs = groupby(enumerate(places), lambda item: (item[1][0], item[1][1] - item[0]))
    for (number, _), run in runs:
        numbers = [row for _, (_, row) in run]
        parent = model.index(number - 1, 0) if number else QModelIndex()
        selection.select(
            model.index(numbers[0], 0, parent),
            model.index(numbers[-1], model.columnCount() - 1, parent),
        )
    return selection
