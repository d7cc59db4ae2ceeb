"""How wide the names and folders of a list are.

Measured when the list is filled or resized, and not while one scrolls: the columns would jump.
"""

from collections.abc import Iterable

from PySide6.QtWidgets import QStyleOptionViewItem, QTableView

from ..rows.columns import GroupColumn

_MEASURED = 100
_STRETCHING = (GroupColumn.NAME, GroupColumn.FOLDER)


def usual_widths(view: QTableView) -> dict[GroupColumn, int]:
    """Return the width that nine of ten cells need, in pixels; of many rows some are measured."""
    count = view.model().rowCount()
    rows = range(0, count, max(1, count // _MEASURED))
    return {column: _most(sorted(_widths(view, column, rows))) for column in _STRETCHING}


def widths_in_sight(view: QTableView) -> dict[GroupColumn, int]:
    """Return the width that the widest cell in sight needs, in pixels."""
    last = view.rowAt(view.viewport().height() - 1)
    last = view.model().rowCount() - 1 if last < 0 else last
    first = max(view.rowAt(0), 0)
    # a list that has no height yet, or is not open, has every row below its top in sight
    rows = range(first, min(last, first + _MEASURED) + 1)
    return {column: max(_widths(view, column, rows), default=0) for column in _STRETCHING}


def _most(widths: list[int]) -> int:
    return widths[len(widths) * 9 // 10] if widths else 0


def _widths(view: QTableView, column: GroupColumn, rows: Iterable[int]) -> list[int]:
    option = QStyleOptionViewItem()
    view.initViewItemOption(option)
    indexes = (view.model().index(row, column) for row in rows)
    return [view.itemDelegate().sizeHint(option, index).width() for index in indexes]
