"""What is wrong with how a window looks, found without a person.

``faults`` walks all widgets that are in sight: words without room, widgets over one another, and
cells cut short while another column of their list has room to spare. ``nameless`` finds what a
screen reader has no name for.
"""

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyleOptionViewItem,
    QTableView,
    QTreeView,
    QWidget,
)

from elided import elided_beside_room
from screens import cut_off, overlapping, words_of

__all__ = ["cut_beside_room", "faults", "nameless", "stops"]

_MANY_ROWS = 40
_SLACK = 3
"""Pixels by which a width may be missed: fractions of letters are rounded."""


def faults(window: QWidget) -> list[str]:
    """List all that is wrong in a window or a dialog, in words; empty if nothing is."""
    return [
        *cut_off(window),
        *overlapping(window),
        *cut_beside_room(window),
        *elided_beside_room(window),
    ]


def _seen(window: QWidget) -> Iterator[QWidget]:
    yield window
    for one in window.findChildren(QWidget):
        if one.isVisibleTo(window) and one.window() is window.window():
            yield one


def cut_beside_room(window: QWidget) -> list[str]:
    """List columns with cells that are cut short while other columns have room for them."""
    found = []
    for view in _seen(window):
        if isinstance(view, QTableView):
            found += _cut_in(view, view.horizontalHeader())
        elif isinstance(view, QTreeView):
            found += _cut_in(view, view.header())
    return found


def _cut_in(view: QAbstractItemView, header: QHeaderView) -> list[str]:
    model = view.model()
    if model is None or not model.rowCount() or header.isHidden():
        return []
    shown = [at for at in range(model.columnCount()) if not header.isSectionHidden(at)]
    wanted = {at: _wanted(view, at) for at in shown}
    given = {at: header.sectionSize(at) for at in shown}
    least = {at: max(wanted[at], header.sectionSizeHint(at)) for at in shown}
    spare = sum(max(0, given[at] - least[at]) for at in shown)
    spare += max(0, view.viewport().width() - sum(given.values()))
    return [
        f"{_named(view)}, column {header.model().headerData(at, header.orientation())}: "
        f"{given[at]} of {least[at]} pixels, while others have {spare} to spare"
        for at in shown
        if least[at] - given[at] > _SLACK and spare > _SLACK * len(shown)
    ]


def _wanted(view: QAbstractItemView, column: int) -> int:
    """Return the width of the widest cell of a column that is in sight, in pixels."""
    option = QStyleOptionViewItem()
    view.initViewItemOption(option)
    widest = 0
    for index in _indexes_in_sight(view, column):
        if isinstance(view, QTableView) and view.columnSpan(index.row(), column) > 1:
            continue
        hint = view.itemDelegateForIndex(index).sizeHint(option, index).width()
        indent = 0
        if isinstance(view, QTreeView) and not column:
            indent = view.visualRect(index).left() - view.columnViewportPosition(0)
        widest = max(widest, hint + indent)
    return widest


def _indexes_in_sight(view: QAbstractItemView, column: int) -> Iterator[QModelIndex]:
    height, y, before = view.viewport().height(), 1, QModelIndex()
    rows = 0
    x = 1
    if isinstance(view, QTableView | QTreeView):
        x = view.columnViewportPosition(column) + 1
    while y < height and rows < _MANY_ROWS:
        index = view.indexAt(QPoint(x, y))
        if not index.isValid():
            return
        rect = view.visualRect(index)
        if index != before and index.column() == column:
            yield index
        before, rows = index, rows + 1
        y = max(rect.bottom() + 2, y + 4)


def _named(one: QWidget) -> str:
    words = words_of(one)[:1]
    return f"{type(one).__name__} {one.objectName() or (words[0][:40] if words else '')!r}"


def stops(window: QWidget) -> list[QWidget]:
    """Return the parts that are seen and reached by the Tab key."""
    policy = Qt.FocusPolicy.TabFocus
    return [
        one
        for one in window.findChildren(QWidget)
        if one.isVisible() and one.isEnabled() and one.focusPolicy() & policy == policy
        if one.focusProxy() is None and one.window() is window
    ]


def nameless(window: QWidget) -> list[str]:
    """Return the parts reached by the Tab key of which a screen reader is told no name."""
    found = []
    for one in stops(window):
        interface = QAccessible.queryAccessibleInterface(one)
        if interface is None or not interface.text(QAccessible.Text.Name).strip():
            found.append(repr(one))
    return found
