"""GroupDelegate: how the cells of the groups are painted."""

import math

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QIcon, QPainter, QPalette, QPolygonF
from PySide6.QtWidgets import (
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.looks.icons import paint_icon
from app.results.groups.rows.columns import GroupColumn
from app.results.groups.view.cells import OPEN_ROLE, REST_ROLE, Cell
from app.results.groups.view.model import GroupModel

_Index = QModelIndex | QPersistentModelIndex
_Feature = QStyleOptionViewItem.ViewItemFeature

_GREY = 0.65
"""Opacity of greyed letters; black ones on white keep a contrast of more than 4.5 to 1."""


class GroupDelegate(QStyledItemDelegate):
    """Paints a star before the kept document, where the others have their check box.

    Documents in protected folders have a lock there, and the kept one a star before it.

    A distance that means little is greyed; the words in its cell say so, too.
    The title of a group is left out: the view paints it over all columns.
    """

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        """Get all data of a cell from the model at once, and reserve space for the star.

        Qt's own way asks the model ten times for each cell; nothing here is told by those roles.
        """
        model = index.model()
        cell = model.cell(index) if isinstance(model, GroupModel) else None
        if isinstance(index, QModelIndex):
            option.index = index
        option.state &= ~QStyle.StateFlag.State_HasFocus  # the view frames the whole row
        if cell is None:
            return
        option.features |= _Feature.HasDisplay
        option.text = cell.text
        option.displayAlignment = cell.alignment
        if index.column() == GroupColumn.MODIFIED:  # the day is worth more than the time
            option.textElideMode = Qt.TextElideMode.ElideRight
        if cell.checked is not None:
            option.features |= _Feature.HasCheckIndicator
            option.checkState = Qt.CheckState.Checked if cell.checked else Qt.CheckState.Unchecked
        elif index.column() == GroupColumn.NAME:
            option.features |= _Feature.HasDecoration
            option.icon = QIcon()
            option.decorationSize = self._indicator(option.widget)
        if cell.short:
            for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
                colour = option.palette.color(role)
                colour.setAlphaF(_GREY)
                option.palette.setColor(role, colour)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint a cell by the style, then the star of a kept document or the edge of a box."""
        model, style = index.model(), _style(option.widget)
        cell = model.cell(index) if isinstance(model, GroupModel) else None
        if cell is None:  # of a group, whose title the view paints
            style.drawPrimitive(
                QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget
            )
            return
        if index.column() != GroupColumn.NAME:
            self.initStyleOption(option, index)
            element = QStyle.ControlElement.CE_ItemViewItem
            style.drawControl(element, option, painter, option.widget)
            return
        self._paint_indent(painter, option)
        full = self._indented(option)
        self.initStyleOption(full, index)
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, full, painter, full.widget)
        self._paint_sign(painter, full, cell)

    def _paint_sign(self, painter: QPainter, full: QStyleOptionViewItem, cell: Cell) -> None:
        element = QStyle.SubElement.SE_ItemViewItemCheckIndicator
        if cell.checked is None:
            element = QStyle.SubElement.SE_ItemViewItemDecoration
        position = _style(full.widget).subElementRect(element, full, full.widget)
        selected = bool(full.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text
        colour = full.palette.color(role)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if cell.protected:
            paint_icon(painter, "lock", QRectF(position), colour)
            if cell.kept:  # beside the lock, in the space before the name
                painter.setPen(colour)
                painter.setBrush(colour)
                painter.drawPolygon(_star(position.translated(-position.width() - 1, 0)))
        elif cell.kept:
            painter.setPen(colour)
            painter.setBrush(colour)
            painter.drawPolygon(_star(position))
        elif full.palette.color(QPalette.ColorRole.Base).lightness() < 128:
            colour.setAlphaF(0.5)  # on a dark background some styles draw an invisible box
            painter.setPen(colour)
            painter.drawRoundedRect(QRectF(position).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
        painter.restore()

    def _paint_indent(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        """Paint the ground left of an indented cell as the style paints that of the cell."""
        ground = QStyleOptionViewItem(option)
        ground.rect = QRect(option.rect.topLeft(), QSize(self._step(option), option.rect.height()))
        _style(option.widget).drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, ground, painter, option.widget
        )

    def _indented(self, option: QStyleOptionViewItem) -> QStyleOptionViewItem:
        inner = QStyleOptionViewItem(option)
        inner.rect = option.rect.adjusted(self._step(option), 0, 0, 0)
        return inner

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: _Index,
    ) -> bool:
        """Handle clicks on a box at its painted position."""
        if index.column() == GroupColumn.NAME:
            option = self._indented(option)
        return super().editorEvent(event, model, option, index)

    def arrow_of(self, position: QRect) -> QRect:
        """Return the rectangle of a group's arrow, within that of its title."""
        return QRect(position.topLeft(), QSize(position.height(), position.height()))

    def paint_title(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        position: QRect,
        index: _Index,
        *,
        selected: bool,
    ) -> None:
        """Paint the arrow and title of a group over a whole row, and more in plain letters."""
        model = index.model()
        active = bool(option.state & QStyle.StateFlag.State_Active)
        group = QPalette.ColorGroup.Active if active else QPalette.ColorGroup.Inactive
        role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text
        colour = option.palette.color(group, role)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.save()
        arrow = self.arrow_of(position)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(_arrow(arrow, down=bool(model.data(index, OPEN_ROLE))))
        painter.setPen(colour)
        position = position.adjusted(arrow.width(), 0, -4, 0)
        for text, bold in ((model.data(index), True), (model.data(index, REST_ROLE), False)):
            font = QFont(option.font)
            font.setBold(bold)
            painter.setFont(font)
            metrics = painter.fontMetrics()
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, position.width())
            painter.drawText(position, flags | Qt.TextFlag.TextSingleLine, shown)
            position.setLeft(position.left() + metrics.horizontalAdvance(shown + "   "))
        painter.restore()

    @staticmethod
    def _step(option: QStyleOptionViewItem) -> int:
        return option.rect.height()

    @staticmethod
    def _indicator(widget: QWidget | None) -> QSize:
        style = _style(widget)
        return QSize(
            style.pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth, None, widget),
            style.pixelMetric(QStyle.PixelMetric.PM_IndicatorHeight, None, widget),
        )


def _style(widget: QWidget | None) -> QStyle:
    return QApplication.style() if widget is None else widget.style()


def _arrow(position: QRect, *, down: bool) -> QPolygonF:
    """Return a triangle in the middle of a rectangle that points down, or right."""
    centre = QPointF(position.center()) + QPointF(0.5, 0.5)
    size = position.height() * 0.18
    corners = (
        ((-1.3, -0.7), (1.3, -0.7), (0.0, 0.9)) if down else ((-0.7, -1.3), (-0.7, 1.3), (0.9, 0.0))
    )
    return QPolygonF([centre + QPointF(x, y) * size for x, y in corners])


def _star(position: QRect) -> QPolygonF:
    """Return a five-pointed star in the middle of a rectangle."""
    centre = QPointF(position.center()) + QPointF(0.5, 0.5)
    outer = min(position.width(), position.height()) * 0.42
    points = []
    for corner in range(10):
        radius = outer if corner % 2 == 0 else outer * 0.42
        angle = math.pi * (corner / 5 - 0.5)
        points.append(centre + QPointF(math.cos(angle), math.sin(angle)) * radius)
    return QPolygonF(points)
