"""A read-only table of words, for lists of many thousand rows."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Slot,
)
from PySide6.QtGui import QAction, QFontMetricsF, QKeySequence, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from ..looks.colours import colours_of
from ..looks.ground import paint_row_ground
from ..looks.measures import CELL, font_like, row_height, scaled
from ..looks.text import paint_line
from .records import FIT, RIGHT, SHARE, Column, RecordModel

_Index = QModelIndex | QPersistentModelIndex
_LEAST = 80
"""Pixels beside text of 13 px that a column that shares the room has at least."""

_AT_FIRST = 60
"""How many rows are measured before it is known which are in sight."""
_Record = TypeVar("_Record")


def shared(room: int, wanted: list[int]) -> list[int]:
    """Return how wide columns are that share a room, in pixels: none is cut while another idles.

    >>> shared(100, [20, 40]), shared(100, [30, 90]), shared(100, [80, 90])
    ([40, 60], [30, 70], [50, 50])
    """
    left, count = room - sum(wanted), len(wanted)
    if left >= 0:
        return [
            width + left // count + (left % count if not at else 0)
            for at, width in enumerate(wanted)
        ]
    found, still = [0] * count, room
    for rest, at in zip(
        range(count, 0, -1), sorted(range(count), key=wanted.__getitem__), strict=True
    ):
        found[at] = min(wanted[at], still // rest)
        still -= found[at]
    return found


class Titles(QHeaderView):
    """The titles of the columns; they follow no selection.

    A header asks for every row whether a column is selected.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setHighlightSections(False)

    def setSelectionModel(self, selection: QItemSelectionModel) -> None:
        """Take another selection than the view's."""
        super().setSelectionModel(QItemSelectionModel(selection.model(), self))

    def make_sortable(self) -> None:
        """Let a click sort by a column, and a third click undo that."""
        self.setSectionsClickable(True)
        self.setSortIndicatorClearable(True)
        self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)


class LineDelegate(QStyledItemDelegate):
    """Paints the words of a cell on the line that all scripts of its row stand on.

    The chosen row has a tint, and an edge where the keyboard is.
    """

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint a cell."""
        found, place, view = colours_of(option.palette), QRectF(option.rect), option.widget
        first = isinstance(view, QTableView) and view.columnAt(1) == index.column()
        paint_row_ground(painter, option, found.base, first=first)
        text = index.data(Qt.ItemDataRole.DisplayRole)
        if not isinstance(text, str) or not text:
            return
        margin = scaled(CELL, option.font)
        right = index.data(Qt.ItemDataRole.TextAlignmentRole) == RIGHT
        elide = view.textElideMode() if isinstance(view, QTableView) else option.textElideMode
        painter.save()
        painter.setClipRect(option.rect)
        paint_line(
            painter,
            place.adjusted(margin, 0, -margin, 0),
            text,
            option.font,
            found.text,
            right=right,
            elide=elide,
        )
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the size of the words with their margins."""
        text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        width = QFontMetricsF(option.font).horizontalAdvance(text)
        return QSize(round(width) + 2 * scaled(CELL, option.font) + 2, row_height(option.font))


class TextTable(QTableView):
    """Shows a ``RecordModel``, all rows of one height, whole rows chosen; made for 100,000 of them.

    A tree would ask for each of them. A ``plain`` one is part of a page: it has no frame, and is
    painted by the desktop's style.
    """

    def __init__(self, parent: QWidget | None = None, *, plain: bool = False) -> None:
        super().__init__(parent)
        self._titles = Titles(self)
        self._sharing: dict[int, int] = {}  # columns, and how wide their words were so far
        self.setHorizontalHeader(self._titles)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        if plain:
            self.setFrameShape(QFrame.Shape.NoFrame)
        else:
            self.setItemDelegate(LineDelegate(self))
            self._titles.setFont(font_like(self.font(), 12))
            self._titles.setMinimumHeight(scaled(28, self.font()))
            # the ends of paths are the most significant
            self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        height = self.fontMetrics().height() + 6 if plain else row_height(self.font())
        rows.setDefaultSectionSize(height)
        self._titles.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def add_action(
        self, text: str, slot: Callable[[], object], keys: QKeySequence | None = None
    ) -> QAction:
        """Offer what can be done with the rows, by keys that work in the table alone."""
        action = QAction(text, self)
        if keys is not None:
            action.setShortcut(keys)
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(slot)
        self.addAction(action)
        return action

    def add_separator(self) -> None:
        """Set the actions that follow apart in the menu."""
        action = QAction(self)
        action.setSeparator(True)
        self.addAction(action)

    def show_records(
        self,
        columns: Iterable[Column[_Record]],
        records: Sequence[_Record],
        tooltip: Callable[[_Record], str] | None = None,
    ) -> None:
        """Show ``records`` in the order they have, the first chosen."""
        model = RecordModel(columns, self, tooltip=tooltip)
        model.set_records(records)
        self.show_model(model)
        self.choose_first()

    def choose_first(self) -> None:
        """Choose the first row, if there is one."""
        if self.model().rowCount():
            self.selectRow(0)

    def show_model(
        self, model: RecordModel[Any], *, sortable: bool = False, letter: int | None = None
    ) -> None:
        """Show a model, its columns as wide as they ask for.

        ``letter`` is the width of a letter in pixels, the font's average for None.
        """
        self.setModel(model)
        if sortable:
            self._titles.make_sortable()
            self.setSortingEnabled(True)
        header, mode = self._titles, QHeaderView.ResizeMode
        header.setResizeContentsPrecision(100)  # of a long list, measure the visible rows only
        letter = self.fontMetrics().averageCharWidth() if letter is None else letter
        last = len(model.columns) - 1
        sharing = [number for number, column in enumerate(model.columns) if column.width == SHARE]
        header.setStretchLastSection(sharing == [last])
        self._sharing = dict.fromkeys(sharing, 0) if len(sharing) > 1 else {}
        for number, column in enumerate(model.columns):
            if column.width == FIT:
                header.setSectionResizeMode(number, mode.ResizeToContents)
            elif column.width != SHARE:
                # a title in another language may need more
                least = header.sectionSizeHint(number)
                self.setColumnWidth(number, max(column.width * letter, least))
            elif sharing != [last]:
                header.setSectionResizeMode(number, mode.Fixed if self._sharing else mode.Stretch)
            self.setColumnHidden(number, column.hidden)
        if self._sharing:
            model.modelReset.connect(self._measure_anew)
            self.verticalScrollBar().valueChanged.connect(self._measure)
            self._measure_anew()

    @Slot()
    def _measure_anew(self) -> None:
        self._sharing = {number: self._titles.sectionSizeHint(number) for number in self._sharing}
        self._measure()

    @Slot()
    def _measure(self) -> None:
        """Note how wide the words in sight are, and share the room by that."""
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        rows = self.model().rowCount()
        first, last = max(0, self.rowAt(0)), self.rowAt(self.viewport().height() - 1)
        for row in range(first, min(rows, first + _AT_FIRST) if last < 0 else last + 1):
            for number, widest in self._sharing.items():
                hint = self.itemDelegate().sizeHint(option, self.model().index(row, number))
                self._sharing[number] = max(widest, hint.width())
        self._share_room()

    def _share_room(self) -> None:
        """Give columns that share the room what their words want: none is cut beside a gap."""
        header = self._titles
        columns = [number for number in self._sharing if not header.isSectionHidden(number)]
        others = (number for number in range(header.count()) if number not in self._sharing)
        room = self.viewport().width() - sum(header.sectionSize(number) for number in others)
        widths = shared(max(0, room), [self._sharing[number] for number in columns])
        for number, width in zip(columns, widths, strict=True):
            # narrower than that, one scrolls
            self.setColumnWidth(number, max(width, scaled(_LEAST, self.font())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        if self._sharing:
            self._measure()
