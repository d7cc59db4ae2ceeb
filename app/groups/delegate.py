"""GroupDelegate paints the cells of the groups; GroupHeader lays out the columns."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QByteArray,
    QEvent,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Slot,
)
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
)
from PySide6.QtWidgets import QMenu, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from .. import wording
from ..badges import LOOKS, badge_width, badge_words, paint_badge, paint_bar, paint_tick_box
from ..style import (
    Colours,
    colours_of,
    font_like,
    paint_icon,
    paint_line,
    paint_runs,
    row_ground,
    row_height,
    scaled,
    small_font,
)
from ..widgets.tables import Index, Titles
from .columns import COLUMNS, GroupColumn
from .model import Cell, GroupModel, GroupTitle

_MARGIN = 6
"""Pixels between the edge of a column and its text."""
_PERCENT = "99.9 %"
_WEAK = 0.65


class GroupDelegate(QStyledItemDelegate):
    """Paints a box, a star or a lock, then the cells of a row; the view paints titles of groups.

    It asks the style for the focus only: an item view's own painting asks the model ten times for
    each cell, and centres the boxes of lines, which differ by script.
    """

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        cell = model.cell(index) if isinstance(model, GroupModel) else None
        colours = colours_of(option.palette)
        painter.save()
        painter.fillRect(option.rect, ground(option, colours, cell))
        if cell is not None:
            place = QRectF(option.rect).adjusted(_MARGIN, 0, -_MARGIN, 0)
            self._paint_cell(painter, option, COLUMNS[index.column()], cell, place, colours)
        painter.restore()

    def _paint_cell(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        column: GroupColumn,
        cell: Cell,
        place: QRectF,
        colours: Colours,
    ) -> None:
        font, palette = option.font, option.palette
        painter.setClipRect(option.rect)
        match column:
            case GroupColumn.MARK:
                _paint_mark(painter, self.box(option), cell, colours)
            case GroupColumn.NAME:
                paint_runs(painter, place, cell.runs, font, colours.text)
            case GroupColumn.FOLDER | GroupColumn.SIMILARITY if cell.runs:
                paint_runs(painter, place, cell.runs, font, colours.text, colours.muted)
            case GroupColumn.KIND if cell.kind is not None:
                paint_badge(painter, place, cell.text, LOOKS[cell.kind], palette, font)
            case GroupColumn.KIND | GroupColumn.SIMILARITY if cell.kept:
                self._paint_kept(painter, option, column, cell, colours)
            case GroupColumn.SIMILARITY if cell.share is not None:
                figure = QFontMetricsF(font).horizontalAdvance(_PERCENT) + scaled(6, font)
                bar = place.adjusted(0, 0, -figure, 0)
                if bar.width() > scaled(16, font):
                    paint_bar(painter, bar, cell.share, palette, font)
                paint_line(painter, place, cell.text, font, colours.text, right=True)
            case GroupColumn.KIND | GroupColumn.MODIFIED | GroupColumn.SIZE:
                paint_line(painter, place, cell.text, font, colours.muted, right=cell.right)
            case _:
                colour = QColor(colours.text)
                if cell.short:  # the text of the cell says so, too
                    colour.setAlphaF(_WEAK)
                paint_line(painter, place, cell.text, font, colour, right=cell.right)

    def _paint_kept(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        column: GroupColumn,
        cell: Cell,
        colours: Colours,
    ) -> None:
        view, place = option.widget, QRectF(option.rect)
        model = view.model() if isinstance(view, QTableView) else None
        if not isinstance(view, QTableView) or not isinstance(model, GroupModel):
            return
        header = view.horizontalHeader()
        kind, share = GroupColumn.KIND, GroupColumn.SIMILARITY
        beside = header.visualIndex(share) == header.visualIndex(kind) + 1
        if header.isSectionHidden(kind) or (column is share and not beside):
            return
        if beside:
            left = view.columnViewportPosition(kind)
            place.setLeft(left)
            place.setWidth(view.columnWidth(kind) + view.columnWidth(share))
        if column is share:
            row = view.rowAt(option.rect.center().y())
            cell = model.cell(model.index(row, kind)) or cell
        place.adjust(_MARGIN, 0, -_MARGIN, 0)
        paint_line(painter, place, cell.text, option.font, colours.muted)

    def box(self, option: QStyleOptionViewItem) -> QRectF:
        side = scaled(16, option.font)
        found = QRectF(0, 0, side, side)
        found.moveCenter(QRectF(option.rect).center())
        found.moveTo(round(found.x()), round(found.y()))
        return found

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        model = index.model()
        cell = model.cell(index) if isinstance(model, GroupModel) else None
        font = option.font
        if cell is None:
            return QSize(0, row_height(font))
        metrics = QFontMetricsF(font)
        width = metrics.horizontalAdvance(cell.text)
        if cell.kept and COLUMNS[index.column()] is GroupColumn.KIND:
            width = 0.0  # painted over the next column, too
        elif cell.kind is not None:
            width = badge_width(cell.text, font)
        if cell.share is not None:
            width += scaled(56, font)
        if COLUMNS[index.column()] is GroupColumn.NAME:
            bold = QFont(font)
            bold.setBold(True)
            strong = QFontMetricsF(bold)
            width = sum(
                (strong if run.tells else metrics).horizontalAdvance(run.text) for run in cell.runs
            )
        return QSize(round(width) + 2 * _MARGIN + 2, row_height(font))

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        if (
            index.column() != GroupColumn.MARK
            or not isinstance(event, QMouseEvent)
            or event.button() != Qt.MouseButton.LeftButton
            or not index.flags() & Qt.ItemFlag.ItemIsUserCheckable
        ):
            return super().editorEvent(event, model, option, index)
        if event.type() is QEvent.Type.MouseButtonRelease and option.rect.contains(
            event.position().toPoint()
        ):
            checked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole))
            on = checked is not Qt.CheckState.Checked
            state = Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
            model.setData(index, state, Qt.ItemDataRole.CheckStateRole)
            return True
        return event.type() is QEvent.Type.MouseButtonDblClick

    def paint_title(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        position: QRect,
        title: GroupTitle,
        *,
        is_open: bool,
    ) -> None:
        """Paint a group over a whole row: arrow, title, facts, and at the right what it frees."""
        colours, font = colours_of(option.palette), option.font
        painter.save()
        painter.setClipRect(position)  # stacked accents may be higher than the row
        painter.fillRect(position, ground(option, colours, None))
        painter.setPen(colours.faint)
        painter.drawLine(position.topLeft(), position.topRight())
        height = position.height()
        arrow = QRectF(position.x(), position.y(), height + _MARGIN, height)
        sign = QRectF(0, 0, scaled(14, font), scaled(14, font))
        sign.moveCenter(arrow.center())
        name = "chevron-down" if is_open else "chevron-right"
        paint_icon(painter, name, sign, colours.muted)
        small = small_font(option.widget)
        gap = scaled(12, font)
        place = QRectF(position).adjusted(arrow.width(), 0, -scaled(16, font), 0)
        freed = QRectF(place)
        freed.setLeft(max(place.left(), place.right() - place.width() / 3))
        colour = colours.safe if title.safe else colours.muted
        place.setRight(
            place.right() - paint_line(painter, freed, title.frees, small, colour, right=True) - gap
        )
        bold = QFont(font)
        bold.setBold(True)
        used = paint_line(painter, place, title.title, bold, colours.text)
        place.setLeft(place.left() + used + gap)
        if place.width() > scaled(30, font):
            paint_line(painter, place, title.facts, small, colours.muted)
        painter.restore()


def ground(option: QStyleOptionViewItem, colours: Colours, cell: Cell | None) -> QColor:
    plain = colours.alternate if cell is None else colours.marked if cell.marked else colours.base
    return row_ground(option, colours, plain)


def _paint_mark(painter: QPainter, place: QRectF, cell: Cell, colours: Colours) -> None:
    """Paint the star of a kept document, the lock of a protected one, or a box.

    All stars are below each other; the lock of such a row is to the left of its star.
    """
    if cell.protected:
        beside = place.translated(-place.width() - 1, 0) if cell.kept else place
        paint_icon(painter, "lock", beside.adjusted(1, 1, -1, -1), colours.muted)
    if cell.kept and not cell.marked:
        paint_icon(painter, "star", place, colours.star, filled=True)
    elif cell.kept or not cell.protected:
        paint_tick_box(painter, place.adjusted(1, 1, -1, -1), colours, on=cell.marked)


_FIXED = frozenset({GroupColumn.NAME, GroupColumn.MARK})

_WIDTH_WEIGHTS = {GroupColumn.NAME: 3.0, GroupColumn.FOLDER: 1.2}
"""How names and folders share the width that the other columns leave."""

_NARROW = 860
"""Below this width, beside text of 13 px, a list hides the day of change."""

_LEAST = {GroupColumn.NAME: 190, GroupColumn.FOLDER: 90}
_MARGINS = 14
_WIDE_DAY = 1_861_862_400 * 10**9
"""31 December 2028, in nanoseconds since 1970: day and month have two digits."""


class GroupHeader(Titles):
    """Columns can be moved, sorted, hidden and shown, except names and boxes.

    Names and folders share the width that the other columns leave, so that there is no horizontal
    scroll bar; a narrow list hides the day of change.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.make_sortable()
        self.setSectionsMovable(True)
        self.setStretchLastSection(False)
        self.setMinimumSectionSize(scaled(30))
        self.setMinimumHeight(scaled(28))
        self.setFont(font_like(self.font(), 12))
        self._sharing = False
        self._dragged: dict[int, int] = {}
        self._usual: dict[GroupColumn, int] = {}
        self._in_sight: dict[GroupColumn, int] = {}
        self._toggles = {one: self._toggle(one) for one in GroupColumn if one not in _FIXED}
        self.sectionResized.connect(self._resized)

    def _toggle(self, column: GroupColumn) -> QAction:
        action = QAction(column.definition.title(), self, checkable=True)
        action.setChecked(not column.definition.hidden)
        action.setData(int(column))
        action.triggered.connect(self.share_width)
        return action

    def toggles(self) -> list[QAction]:
        return list(self._toggles.values())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self.toggles())
        position = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            position = self.mapToGlobal(QPoint(0, self.height()))
        menu.popup(position)

    def wanted(self, column: GroupColumn) -> int:
        view = self.parent()
        font = view.font() if isinstance(view, QWidget) else self.font()
        metrics = QFontMetricsF(font)
        digit = metrics.horizontalAdvance("0")
        # a translated title may need more
        found = self.sectionSizeHint(column)
        match column:
            case GroupColumn.KIND:
                badges = (badge_width(word, font) for word in badge_words())
                return max(found, *(width + _MARGINS for width in badges))
            case GroupColumn.MODIFIED:
                day = metrics.horizontalAdvance(wording.day_text(_WIDE_DAY))
                return max(found, round(day) + _MARGINS)
            case GroupColumn.SIMILARITY:
                figure = metrics.horizontalAdvance("99.9 %")
                return max(found, round(figure) + scaled(60) + _MARGINS)
            case GroupColumn.MARK:
                return found
        return max(found, round(column.definition.width * digit) + _MARGINS)

    @Slot()
    def share_width(self) -> None:
        view = self.parent()
        if self._sharing or not isinstance(view, QWidget) or self.count() < len(COLUMNS):
            return
        self._sharing = True
        try:
            width = self.viewport().width()
            self._hide(narrow=width < scaled(_NARROW))
            shown = [one for one in COLUMNS if not self.isSectionHidden(one)]
            taken = 0
            for column in shown:
                if column not in _WIDTH_WEIGHTS:
                    self.resizeSection(column, self._dragged.get(column, self.wanted(column)))
                    taken += self.sectionSize(column)
            for column, size in self._shares(shown, width - taken).items():
                self.resizeSection(column, size)
        finally:
            self._sharing = False

    def _shares(self, shown: Sequence[GroupColumn], left: int) -> dict[GroupColumn, int]:
        """Share the width that is ``left`` among names and folders.

        The shares follow what their cells usually need. While the rows in sight are known, neither
        is wider than they need as long as cells of the other are cut.
        """
        name, folder = _WIDTH_WEIGHTS
        least = {column: scaled(_LEAST[column]) for column in _WIDTH_WEIGHTS}
        seen = {}
        for column, needed in self._in_sight.items():
            seen[column] = max(needed, self.sectionSizeHint(column))
            least[column] = min(least[column], seen[column])
        if folder not in shown:
            return {name: max(left, least[name])}
        usual = {
            column: max(self._usual.get(column, 0), least[column]) for column in _WIDTH_WEIGHTS
        }
        asked, whole = sum(usual.values()), sum(_WIDTH_WEIGHTS.values())
        size = (
            usual[name] + round((left - asked) * _WIDTH_WEIGHTS[name] / whole)
            if asked <= left
            else round(left * usual[name] / asked)
        )
        if seen:
            ends = sorted((seen[name], left - seen[folder]))
            size = min(max(size, ends[0]), ends[1])
        # in a list too narrow for both, the name has its least width
        size = max(min(size, left - least[folder]), least[name])
        return {name: size, folder: max(left - size, 0)}

    def set_needs(
        self, usual: Mapping[GroupColumn, int], in_sight: Mapping[GroupColumn, int]
    ) -> None:
        """Set how wide the cells of names and folders are, in pixels.

        ``usual`` is the width of most rows, ``in_sight`` that of the widest visible one.
        """
        if (usual, in_sight) != (self._usual, self._in_sight):
            self._usual, self._in_sight = dict(usual), dict(in_sight)
            self.share_width()

    def _hide(self, *, narrow: bool) -> None:
        for column, action in self._toggles.items():
            gives_way = narrow and column == GroupColumn.MODIFIED
            self.setSectionHidden(column, gives_way or not action.isChecked())
        for column in _FIXED:
            self.setSectionHidden(column, False)  # noqa: FBT003 - Qt's own signature

    @Slot(int, int, int)
    def _resized(self, section: int, _old: int, new: int) -> None:
        if not self._sharing and new and COLUMNS[section] not in _WIDTH_WEIGHTS:
            self._dragged[section] = new
            self.share_width()

    def layout_saved(self) -> QByteArray:
        shown = sum(1 << column for column, one in self._toggles.items() if one.isChecked())
        widths = ",".join(f"{column}:{width}" for column, width in self._dragged.items())
        head = f"{len(COLUMNS)};{shown};{widths};".encode()
        return QByteArray(head + self.saveState().data())

    def restore(self, layout: QByteArray) -> None:
        """Restore the result of ``layout_saved``; that of another version is ignored."""
        parts = bytes(layout.data()).split(b";", 3)
        if len(parts) < 4 or parts[0] != str(len(COLUMNS)).encode() or not parts[1].isdigit():
            return
        self._sharing = True
        self.restoreState(QByteArray(parts[3]))
        self._sharing = False
        shown = int(parts[1])
        for column, action in self._toggles.items():
            action.setChecked(bool(shown >> column & 1))
        self._dragged = {
            int(column): int(width)
            for column, colon, width in (one.partition(b":") for one in parts[2].split(b","))
            if colon and column.isdigit() and width.isdigit() and int(column) < len(COLUMNS)
        }
        self.share_width()
