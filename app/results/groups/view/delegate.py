"""GroupDelegate: how the cells of the groups are painted."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from ....looks.badges import LOOKS, badge_width, paint_badge, paint_bar, paint_tick_box
from ....looks.colours import Colours, colours_of
from ....looks.ground import row_ground
from ....looks.icons import paint_icon
from ....looks.measures import row_height, scaled, small_font
from ....looks.text import paint_line, paint_runs
from ..rows.columns import COLUMNS, GroupColumn
from .cells import OPEN_ROLE, Cell, GroupTitle
from .model import GroupModel

_Index = QModelIndex | QPersistentModelIndex
_MARGIN = 6
"""Pixels between the edge of a column and its text."""
_PERCENT = "99.9 %"
_WEAK = 0.65


class GroupDelegate(QStyledItemDelegate):
    """Paints a box, a star or a lock, then the cells of a row; the view paints titles of groups.

    Nothing here asks the style but for the focus: an item view's own painting asks the model ten
    times for each cell, and centres the boxes of lines, which differ by script.
    """

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint a cell; that of a group stays empty."""
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
                if cell.short:  # the words in the cell say so, too
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
        """Paint why a document is kept over two columns, where one follows the other."""
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
        """Return where the box or the sign of a row is, in the first column."""
        side = scaled(16, option.font)
        found = QRectF(0, 0, side, side)
        found.moveCenter(QRectF(option.rect).center())
        found.moveTo(round(found.x()), round(found.y()))
        return found

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the size of a cell, for a column that fits its cells."""
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
        index: _Index,
    ) -> bool:
        """Mark or unmark by a click anywhere in the column of boxes."""
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

    def arrow_of(self, position: QRect) -> QRect:
        """Return the rectangle of a group's arrow, within that of its title."""
        return QRect(position.topLeft(), QSize(position.height() + _MARGIN, position.height()))

    def paint_title(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        position: QRect,
        index: QModelIndex,
        title: GroupTitle,
    ) -> None:
        """Paint the arrow, title and facts of a group over a whole row, at the right what it frees.

        The facts are shortened before the title is.
        """
        colours, font = colours_of(option.palette), option.font
        painter.save()
        painter.setClipRect(position)  # a letter may carry many signs, one above the other
        painter.fillRect(position, ground(option, colours, None))
        painter.setPen(colours.faint)
        painter.drawLine(position.topLeft(), position.topRight())
        arrow = QRectF(self.arrow_of(position))
        sign = QRectF(0, 0, scaled(14, font), scaled(14, font))
        sign.moveCenter(arrow.center())
        name = "chevron-down" if index.data(OPEN_ROLE) else "chevron-right"
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
    """Return the ground of a row: tinted where selected, grey where the keyboard is elsewhere."""
    plain = colours.alternate if cell is None else colours.marked if cell.marked else colours.base
    return row_ground(option, colours, plain)


def _paint_mark(painter: QPainter, place: QRectF, cell: Cell, colours: Colours) -> None:
    """Paint the star of a kept document, the lock of a protected one, or a box to tick.

    All stars stand below each other; a lock of the same row is at their left.
    """
    if cell.protected:
        beside = place.translated(-place.width() - 1, 0) if cell.kept else place
        paint_icon(painter, "lock", beside.adjusted(1, 1, -1, -1), colours.muted)
    if cell.kept and not cell.marked:
        paint_icon(painter, "star", place, colours.star, filled=True)
    elif cell.kept or not cell.protected:
        paint_tick_box(painter, place.adjusted(1, 1, -1, -1), colours, on=cell.marked)
