"""A read-only table of words, for lists of many thousand rows."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QAction, QFontMetricsF, QKeyEvent, QKeySequence, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from ..style import CELL, colours_of, font_like, paint_line, paint_row_ground, row_height, scaled
from ..tasks import (
    Check,
    Latest,
    checked,
    never_cancelled,
    shut_down_below,
    sorted_numbers,
    stepped,
)
from ..wording import as_tooltip, folded
from . import desktop
from .basic import ViewKey, filled

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
NOWHERE = QModelIndex()
_Record = TypeVar("_Record")

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter  # the side of figures
SHARE = 0  # as a width: a share of the room that other columns leave
FIT = -1  # as a width: that of the words on screen


@dataclass(frozen=True, slots=True, kw_only=True)
class Column(Generic[_Record]):
    """One column of a table: its words, the sort order of records, its initial look.

    ``title`` and ``meaning`` are called when shown, to follow the language. Without ``tooltip`` a
    cell has its record's; without ``sort_key`` records sort by text, ignoring case. ``width`` is in
    letters, or ``SHARE`` or ``FIT``. A ``hidden`` column is off at first.
    """

    title: Callable[[], str]
    text: Callable[[_Record], str]
    meaning: Callable[[], str] | None = None
    tooltip: Callable[[_Record], str | None] | None = None
    sort_key: Callable[[_Record], Any] | None = None
    width: int = SHARE
    align: Qt.AlignmentFlag = LEFT
    hidden: bool = False

    def key(self, record: _Record) -> Any:
        return folded(self.text(record)) if self.sort_key is None else self.sort_key(record)

    def header(self, role: int) -> object:
        match role:
            case _Role.DisplayRole:
                return self.title()
            case _Role.ToolTipRole if self.meaning is not None:
                return self.meaning()
            case _Role.TextAlignmentRole:
                return self.align
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureColumn(Column[_Record]):
    """A column of figures: to the right, and as wide as they are."""

    width: int = FIT
    align: Qt.AlignmentFlag = RIGHT


class RecordModel(QAbstractTableModel, Generic[_Record]):
    """A row for each record, sortable by column, read-only.

    Texts are made on demand. It sorts by itself: in a ``QSortFilterProxyModel`` every comparison
    would cross from C++ to Python, which takes seconds for 100,000 rows. The sort is stable in both
    directions.
    """

    def __init__(
        self,
        columns: Iterable[Column[_Record]],
        parent: QObject | None = None,
        *,
        tooltip: Callable[[_Record], str] | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._tooltip = tooltip
        self.records: Sequence[_Record] = ()  # all of them, shown or not
        self._shown: Sequence[int] = ()
        self._column = -1
        self._descending = False

    def set_records(self, records: Sequence[_Record]) -> None:
        self._arrange(records)

    def record(self, row: int) -> _Record:
        return self.records[self._shown[row]]

    def number(self, row: int) -> int:
        return self._shown[row]

    def shown(self) -> tuple[_Record, ...]:
        return tuple(self.records[number] for number in self._shown)

    def cells(self, record: _Record) -> tuple[str, ...]:
        return tuple(column.text(record) for column in self.columns)

    def tooltip(self, record: _Record) -> str | None:
        return None if self._tooltip is None else self._tooltip(record)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 is the order of the records."""
        wanted = column, order == Qt.SortOrder.DescendingOrder
        if wanted != (self._column, self._descending):
            self._column, self._descending = wanted
            self._arrange(self.records)

    def _arrange(self, records: Sequence[_Record]) -> None:
        self._show(records, self._search(records)(never_cancelled))

    def _keep(self, _records: Sequence[_Record], /) -> Callable[[int, _Record], bool] | None:
        return None

    def _search(self, records: Sequence[_Record]) -> Callable[[Check], Sequence[int]]:
        """Return a call that finds the shown records in order, in any thread."""
        key = self.columns[self._column].key if self._column >= 0 else None
        return partial(_found, records, self._keep(records), key, self._descending)

    def _show(self, records: Sequence[_Record], shown: Sequence[int]) -> None:
        self.beginResetModel()
        self.records, self._shown = records, shown
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        return self.columns[section].header(role)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        if not index.isValid():
            return None
        column = self.columns[index.column()]
        match role:
            case _Role.DisplayRole:
                return column.text(self.record(index.row()))
            case _Role.ToolTipRole:
                tip = (column.tooltip or self.tooltip)(self.record(index.row()))
                return None if tip is None else as_tooltip(tip)
            case _Role.TextAlignmentRole:
                return column.align
        return None


def _found(
    records: Sequence[_Record],
    keep: Callable[[int, _Record], bool] | None,
    key: Callable[[_Record], Any] | None,
    descending: bool,  # noqa: FBT001 - bound by the caller
    check: Check,
) -> Sequence[int]:
    shown: Sequence[int] = range(len(records))
    if keep is not None:
        pairs = enumerate(stepped(records, check))
        shown = [number for number, record in pairs if keep(number, record)]
    if key is None:
        return shown
    order = sorted_numbers(
        len(shown), lambda position: key(records[shown[position]]), check, descending=descending
    )
    return [shown[position] for position in order]


_LEAST = 80  # pixels beside text of 13 px for a column that shares the room
_AT_FIRST = 60  # rows measured before it is known which are visible


def shared(room: int, wanted: list[int]) -> list[int]:
    """Return the pixel widths of columns in a room: none is cut while another has space.

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
    """The titles of the columns, without highlighting of selected columns.

    A header would ask for every row whether a column is selected.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setHighlightSections(False)

    def setSelectionModel(self, selection: QItemSelectionModel) -> None:
        super().setSelectionModel(QItemSelectionModel(selection.model(), self))

    def make_sortable(self) -> None:
        """Let a click sort by a column, and a third click undo that."""
        self.setSectionsClickable(True)
        self.setSortIndicatorClearable(True)
        self.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)


class LineDelegate(QStyledItemDelegate):
    """Paints the words of a cell on the common base line of its row."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
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

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        width = QFontMetricsF(option.font).horizontalAdvance(text)
        return QSize(round(width) + 2 * scaled(CELL, option.font) + 2, row_height(option.font))


class TextTable(QTableView):
    """Shows a ``RecordModel`` with rows of one height; made for 100,000 of them.

    A tree would ask for each of them. A ``plain`` one is part of a page: frameless, and painted by
    the desktop's style.
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
        """Offer an action on the rows, with shortcuts that work in the table only."""
        action = QAction(text, self)
        if keys is not None:
            action.setShortcut(keys)
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(slot)
        self.addAction(action)
        return action

    def add_separator(self) -> None:
        action = QAction(self)
        action.setSeparator(True)
        self.addAction(action)

    def show_model(
        self, model: RecordModel[Any], *, sortable: bool = False, letter: int | None = None
    ) -> None:
        """Show a model with its columns' widths."""
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

    def current(self) -> Any:
        """Return the record of the current row; None without one."""
        index, model = self.currentIndex(), self.model()
        return (
            model.record(index.row())
            if isinstance(model, RecordModel) and index.isValid()
            else None
        )

    def select_first(self, wanted: Callable[[Any], bool]) -> None:
        model = self.model()
        shown = model.shown() if isinstance(model, RecordModel) else ()
        row = next((row for row, record in enumerate(shown) if wanted(record)), None)
        if row is not None:
            self.selectRow(row)

    @Slot()
    def _measure_anew(self) -> None:
        self._sharing = {number: self._titles.sectionSizeHint(number) for number in self._sharing}
        self._measure()

    @Slot()
    def _measure(self) -> None:
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
        """Give shared columns the width of their words: none is cut while another has space."""
        header = self._titles
        columns = [number for number in self._sharing if not header.isSectionHidden(number)]
        others = (number for number in range(header.count()) if number not in self._sharing)
        room = self.viewport().width() - sum(header.sectionSize(number) for number in others)
        widths = shared(max(0, room), [self._sharing[number] for number in columns])
        for number, width in zip(columns, widths, strict=True):
            # narrower than that, one scrolls
            self.setColumnWidth(number, max(width, scaled(_LEAST, self.font())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._sharing:
            self._measure()


_AT_ONCE = 5_000  # records that are searched and sorted in the GUI thread


class SearchedModel(RecordModel[_Record]):
    """The records that contain the searched text.

    Many records are searched and sorted in a thread; the old rows stay until then.
    """

    def __init__(
        self,
        columns: Iterable[Column[_Record]],
        parent: QObject | None = None,
        *,
        tooltip: Callable[[_Record], str] | None = None,
    ) -> None:
        super().__init__(columns, parent, tooltip=tooltip)
        self._wanted = ""
        self._looking = Latest(checked, self, self._take)

    @property
    def busy(self) -> bool:
        return self._looking.busy

    def set_records(self, records: Sequence[_Record]) -> None:
        self._show(records, ())  # never in the order of those before
        super().set_records(records)

    @Slot(str)
    def set_filter(self, text: str) -> None:
        """Show the records that contain ``text`` in a cell or the tooltip, ignoring case."""
        self._wanted = folded(text)
        self._arrange(self.records)

    def _keep(self, _records: Sequence[_Record], /) -> Callable[[int, _Record], bool] | None:
        return partial(_holds, self.columns, self.tooltip, self._wanted) if self._wanted else None

    def _arrange(self, records: Sequence[_Record]) -> None:
        if len(records) > _AT_ONCE and (self._wanted or self._column >= 0):
            self._looking.run(self._search(records))
        else:
            self._looking.stop()
            super()._arrange(records)

    @Slot(object)
    def _take(self, shown: Sequence[int]) -> None:
        self._show(self.records, shown)


def _holds(
    columns: Iterable[Column[_Record]],
    tooltip: Callable[[_Record], str | None],
    wanted: str,
    _number: int,
    record: _Record,
) -> bool:
    return wanted in folded(tooltip(record) or "") or any(
        wanted in folded(column.text(record)) for column in columns
    )


class RowList(QWidget, Generic[_Record]):
    """Shows records under a filter; a ``plain`` list is too short for filter and export.

    ``export_wanted`` carries the column titles, and an iterable of the shown rows;
    ``chosen_changed`` follows a change of the selection.
    """

    export_wanted = Signal(object, object)
    chosen_changed = Signal()

    def __init__(
        self,
        name: str,
        columns: Iterable[Column[_Record]],
        parent: QWidget | None = None,
        *,
        tooltip: Callable[[_Record], str] | None = None,
        plain: bool = False,
    ) -> None:
        super().__init__(parent)
        self._filter = QLineEdit(self, clearButtonEnabled=True)
        self._filter.setPlaceholderText(self.tr("Filter this list"))
        self._filter.setAccessibleName(self.tr("Filter this list"))
        self._export = QPushButton(self.tr("E&xport…"), self, autoDefault=False)
        self._export.setToolTip(self.tr("Write the rows shown to a CSV file"))
        self._export.setVisible(not plain)
        self._filter.setVisible(not plain)
        self._export.clicked.connect(self.export)
        self._model = SearchedModel(columns, self, tooltip=tooltip)
        self.table = TextTable(self)
        self.table.show_model(self._model, sortable=True)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.table.setAccessibleName(name)
        copy = QKeySequence(QKeySequence.StandardKey.Copy)
        self.table.add_action(self.tr("&Copy"), self.copy, copy)
        self._copying = Latest(checked, self, desktop.copy_text)
        self._filter.textChanged.connect(self._model.set_filter)
        self.table.selectionModel().selectionChanged.connect(self.chosen_changed)
        self._model.modelReset.connect(self.chosen_changed)

        bar = filled(QHBoxLayout(), (self._filter, 1), self._export)
        filled(QVBoxLayout(self), bar, self.table)

    @property
    def busy(self) -> bool:
        return self._model.busy or self._copying.busy

    def shut_down(self) -> None:
        shut_down_below(self)

    def set_records(self, records: Sequence[_Record]) -> None:
        self._model.set_records(records)
        self._export.setEnabled(len(records) > 0)

    def shown(self) -> tuple[_Record, ...]:
        return self._model.shown()

    def set_filter(self, text: str) -> None:
        self._filter.setText(text)

    def chosen(self) -> list[int]:
        """Return the selected records by their number in ``set_records``, from top to bottom."""
        return [self._model.number(row) for row in self._selected()]

    def _selected(self) -> list[int]:
        spans = self.table.selectionModel().selection()  # selectedRows() creates an index for each
        found = (spans.at(position) for position in range(spans.size()))
        return sorted({row for one in found for row in range(one.top(), one.bottom() + 1)})

    def choose(self, number: int) -> None:
        for row in range(self._model.rowCount()):
            if self._model.number(row) == number:
                self.table.selectRow(row)
                return

    @Slot()
    def copy(self) -> None:
        columns, chosen = self._model.columns, [*map(self._model.record, self._selected())]
        if len(chosen) > _AT_ONCE:
            self._copying.run(partial(_lines, columns, chosen))
        elif chosen:
            desktop.copy_text(_lines(columns, chosen, never_cancelled))

    @Slot()
    def export(self) -> None:
        titles = [column.title() for column in self._model.columns]
        self.export_wanted.emit(titles, map(self._model.cells, self.shown()))


def _lines(columns: Sequence[Column[_Record]], records: Sequence[_Record], check: Check) -> str:
    return "\n".join(
        "\t".join(column.text(record) for column in columns) for record in stepped(records, check)
    )


class ListPanel(QWidget):
    """A list of files of which one is selected; Escape goes back to the groups.

    ``left`` asks for the groups, ``failed`` carries a sentence.
    """

    left = Signal()
    failed = Signal(object)  # Reason | str

    def chosen_path(self) -> Path | None:
        raise NotImplementedError

    def keyboard(self) -> QWidget:
        raise NotImplementedError

    def offer_chosen(self, table: TextTable) -> None:
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

        def use(what: Callable[[Path], object]) -> Callable[[], None]:
            def use_chosen() -> None:
                if (path := self.chosen_path()) is not None:
                    what(path)

            return use_chosen

        opening = use(lambda path: desktop.open_path(path, self.failed.emit))
        showing = use(lambda path: desktop.show_in_folder(path, self.failed.emit))
        table.doubleClicked.connect(opening)
        table.add_action(self.tr("&Open"), opening)
        table.add_action(self.tr("&Show in file manager"), showing)
        copy = QKeySequence(QKeySequence.StandardKey.Copy)
        copying = use(lambda path: desktop.copy_paths([path]))
        table.add_action(self.tr("&Copy path"), copying, copy)
        table.add_separator()
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def view_keys(self) -> list[ViewKey]:
        return [ViewKey(("Esc",), self.tr("Go back to the groups"))]

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() in {QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride}:
                event.accept()  # else Escape, a shortcut, would cancel a scan
            if event.type() is QEvent.Type.KeyPress:
                self.left.emit()
            return True
        return super().event(event)
