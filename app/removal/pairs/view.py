"""PairList: documents that go beside those that stay, made for 100,000 of them."""

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QFontMetricsF, QKeyEvent, QKeySequence, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from ...looks.colours import colours_of
from ...looks.measures import font_like, scaled
from ...looks.text import paint_line
from ...widgets.text_table import Titles, shared
from .delegate import HEAD, TWO_LINES, PairDelegate
from .head import SectionHead
from .model import PairColumn, PairModel, PairPart, PairSection

_SHARING = PairPart.GOES, PairPart.STAYS
_MEASURED_AT_FIRST = 60


class PairList(QTableView):
    """Shows a ``PairModel``; whole rows are chosen, Space sets or takes off their ticks.

    Both columns of documents share the width: where one has room to spare, the other has it.
    ``asked`` carries the record whose two documents are to be seen side by side.
    """

    asked = Signal(object)

    def __init__(self, model: PairModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pairs = model
        self._delegate = PairDelegate(self)
        self._wanted: list[int] = [0] * len(model.columns)
        self.setItemDelegate(self._delegate)
        self.setModel(model)
        self._titles = _PairTitles(self._delegate, self)
        self.setHorizontalHeader(self._titles)
        self._titles.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._titles.setMinimumSectionSize(1)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(1)
        self.doubleClicked.connect(self._ask_for)
        self.verticalScrollBar().valueChanged.connect(self._look_again)
        self._set_heights()

    def show_columns(self, columns: Iterable[PairColumn], tooltip: Callable[[Any], str]) -> None:
        """Show other columns of the records that follow, and other words on them."""
        self.clearSpans()
        self.pairs.set_columns(columns, tooltip)
        self._wanted = [0] * len(self.pairs.columns)
        self._share()

    def show_sections(self, sections: Iterable[PairSection]) -> None:
        """Show other records, the first of them chosen."""
        self.clearSpans()
        self.pairs.set_sections(sections)
        self._set_heights()
        for row, section in self.pairs.heads():
            self.setSpan(row, 0, 1, len(self.pairs.columns))
            head = SectionHead(section, self)
            head.asked.connect(lambda section=section: self._ask_in(section))
            self.setIndexWidget(self.pairs.index(row, 0), head)
        self._wanted = [0] * len(self.pairs.columns)
        rows = self.pairs.rowCount()
        self._measure(range(min(rows, _MEASURED_AT_FIRST)))
        first = next((row for row in range(rows) if self.pairs.record(row) is not None), None)
        if first is not None:
            self.selectRow(first)
            self.scrollToTop()

    def add_action(self, text: str, slot: Callable[[], object], keys: QKeySequence) -> None:
        """Offer what can be done with the current row, in its menu and by keys."""
        action = QAction(text, self)
        action.setShortcut(keys)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(slot)
        self.addAction(action)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def chosen_spans(self) -> list[range]:
        """Return the spans of rows that are selected, heads among them."""
        spans = self.selectionModel().selection()  # selectedRows() creates an index for each
        found = (spans.at(number) for number in range(spans.size()))
        return sorted({range(one.top(), one.bottom() + 1) for one in found}, key=min)

    @Slot()
    def ask_for_current(self) -> None:
        """Ask to see the documents of the current row."""
        self._ask_for(self.currentIndex())

    @Slot(QModelIndex)
    def _ask_for(self, index: QModelIndex) -> None:
        record = self.pairs.record(index.row()) if index.isValid() else None
        if record is not None:
            self.asked.emit(record)

    def _ask_in(self, section: PairSection) -> None:
        """Ask to see the current pair if it is in a section, else that section's first."""
        row = self.currentIndex().row()
        if row < 0 or self.pairs.section_of(row) is not section:
            row = self.pairs.first_row(section)
            self.selectRow(row)
        self._ask_for(self.pairs.index(row, 0))

    # ---- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Set or take off the ticks of the chosen rows with Space."""
        row = self.currentIndex().row()
        if event.key() == Qt.Key.Key_Space and row >= 0:
            tick = self.pairs.has_tick(row)
            if tick is not None:
                self.pairs.set_ticks(self.chosen_spans(), on=not tick)
            event.accept()
            return
        if event.matches(QKeySequence.StandardKey.Cancel):
            event.ignore()  # it is the dialog's
            return
        super().keyPressEvent(event)

    # ---- measures

    def _set_heights(self) -> None:
        self.verticalHeader().setDefaultSectionSize(scaled(TWO_LINES, self.font()))
        for row, _ in self.pairs.heads():
            self.setRowHeight(row, scaled(HEAD, self.font()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the columns the new width."""
        super().resizeEvent(event)
        self._wanted = [0] * len(self.pairs.columns)
        self._look_again()
        self._share()

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._wanted = [0] * len(self.pairs.columns)
            self._set_heights()
            self._look_again()

    @Slot()
    def _look_again(self) -> None:
        """MeasuredBy what is in sight."""
        top, bottom = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        last = self.pairs.rowCount() - 1 if bottom < 0 else bottom
        if top >= 0:
            self._measure(range(top, last + 1))

    def _measure(self, rows: Iterable[int]) -> None:
        font, wider = self.font(), False
        records = [record for row in rows if (record := self.pairs.record(row)) is not None]
        for number, column in enumerate(self.pairs.columns):
            wanted = max(
                (self._delegate.wanted(column, record, font) for record in records), default=0
            )
            wanted = max(wanted, self._titles.width_of(column.title()))
            if wanted > self._wanted[number]:
                self._wanted[number] = wanted
                wider = True
        if wider:
            self._share()

    def _share(self) -> None:
        """Give each column what its words want, and both columns of documents the rest."""
        font, columns = self.font(), self.pairs.columns
        margin = self._delegate.margin(font)
        full = [
            wanted + margin + self._delegate.before(number, font, self.pairs)
            for number, wanted in enumerate(self._wanted)
        ]
        sharing = [number for number, one in enumerate(columns) if one.part in _SHARING]
        fixed = sum(width for number, width in enumerate(full) if number not in sharing)
        room = max(0, self.viewport().width() - fixed)
        for number, width in zip(sharing, shared(room, [full[at] for at in sharing]), strict=True):
            full[number] = width
        for number, width in enumerate(full):
            self.setColumnWidth(number, width)


class _PairTitles(Titles):
    """The titles of the columns, over the words below them."""

    def __init__(self, delegate: PairDelegate, parent: PairList) -> None:
        super().__init__(parent)
        self._delegate = delegate
        self._list = parent
        self.setFixedHeight(scaled(HEAD, self.font()))

    def width_of(self, title: str) -> int:
        """Return the width of a title, in pixels."""
        metrics = QFontMetricsF(font_like(self.font(), 12))
        return round(metrics.horizontalAdvance(title)) + 2

    def sectionSizeFromContents(self, logicalIndex: int) -> QSize:  # noqa: N803 - Qt's own name
        """Return the size of a title with its margins."""
        column, font = self._list.pairs.columns[logicalIndex], self.font()
        before = self._delegate.before(logicalIndex, font, self._list.pairs)
        width = before + self.width_of(column.title()) + self._delegate.margin(font)
        return QSize(width, scaled(HEAD, font))

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N803 - Qt's own name
        """Paint a title in small letters, figures at the right."""
        found, font = colours_of(self.palette()), self.font()
        column = self._list.pairs.columns[logicalIndex]
        painter.save()
        painter.fillRect(rect, found.alternate)
        painter.fillRect(QRectF(rect.left(), rect.bottom(), rect.width(), 1), found.separator)
        place = QRectF(rect)
        before = self._delegate.before(logicalIndex, font, self._list.pairs)
        if column.part is PairPart.STAYS:
            before += self._delegate.star_room(font)
        place.adjust(before, 0, -self._delegate.margin(font), 0)
        right = column.part is PairPart.FIGURE
        paint_line(painter, place, column.title(), font_like(font, 12), found.muted, right=right)
        painter.restore()
