"""GroupDelegate: how the cells of the groups are painted."""

import math

from PySide6.QtCore import (
    QMargins,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QIcon, QPainter, QPalette, QPolygonF
from PySide6.QtWidgets import (
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.group_columns import Column
from app.group_model import KEPT_ROLE, SHORT_ROLE

__all__ = ["GroupDelegate"]

_Index = QModelIndex | QPersistentModelIndex
_Feature = QStyleOptionViewItem.ViewItemFeature

_GREY = 0.65
"""Opacity of greyed letters; black ones on white keep a contrast of more than 4.5 to 1."""


class GroupDelegate(QStyledItemDelegate):
    """Paints a star before the kept document, where the others have their check box.

    A distance that means little is greyed; the words in its cell say so, too.
    The title of a group is left out: the view paints it over all columns.
    """

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        """Take what a cell shows from the model, and make room for the star."""
        super().initStyleOption(option, index)
        kept = index.model().data(index, KEPT_ROLE)
        if kept is None:
            option.text = ""
        elif kept and index.column() == Column.NAME:
            option.features |= _Feature.HasDecoration
            option.icon = QIcon()
            option.decorationSize = self._indicator(option.widget)
        if index.model().data(index, SHORT_ROLE):
            for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
                colour = option.palette.color(role)
                colour.setAlphaF(_GREY)
                option.palette.setColor(role, colour)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the size of a cell with some room above and below: ideographs fill a line."""
        return super().sizeHint(option, index).grownBy(QMargins(0, 3, 0, 3))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint a cell by the style, then the star of a kept document or the edge of a box."""
        super().paint(painter, option, index)
        kept = index.model().data(index, KEPT_ROLE)
        if index.column() != Column.NAME or kept is None:
            return
        full = QStyleOptionViewItem(option)
        self.initStyleOption(full, index)
        element = QStyle.SubElement.SE_ItemViewItemCheckIndicator
        if kept:
            element = QStyle.SubElement.SE_ItemViewItemDecoration
        place = _style(full.widget).subElementRect(element, full, full.widget)
        selected = bool(full.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text
        colour = full.palette.color(role)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if kept:
            painter.setPen(colour)
            painter.setBrush(colour)
            painter.drawPolygon(_star(place))
        elif full.palette.color(QPalette.ColorRole.Base).lightness() < 128:
            colour.setAlphaF(0.5)  # on a dark ground some styles draw a box nobody can see
            painter.setPen(colour)
            painter.drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
        painter.restore()

    def paint_title(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        place: QRect,
        texts: tuple[str, str],
        *,
        selected: bool,
    ) -> None:
        """Paint the title of a group over a whole row, and behind it a text in plain letters."""
        title, rest = texts
        active = bool(option.state & QStyle.StateFlag.State_Active)
        group = QPalette.ColorGroup.Active if active else QPalette.ColorGroup.Inactive
        role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text
        margin = _style(option.widget).pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin) + 1
        place = place.adjusted(margin, 0, -margin, 0)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.save()
        painter.setPen(option.palette.color(group, role))
        for text, bold in ((title, True), (rest, False)):
            font = painter.font()
            font.setBold(bold)
            painter.setFont(font)
            metrics = painter.fontMetrics()
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
            painter.drawText(place, flags | Qt.TextFlag.TextSingleLine, shown)
            place.setLeft(place.left() + metrics.horizontalAdvance(shown + "  "))
        painter.restore()

    @staticmethod
    def _indicator(widget: QWidget | None) -> QSize:
        style = _style(widget)
        return QSize(
            style.pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth, None, widget),
            style.pixelMetric(QStyle.PixelMetric.PM_IndicatorHeight, None, widget),
        )


def _style(widget: QWidget | None) -> QStyle:
    return QApplication.style() if widget is None else widget.style()


def _star(place: QRect) -> QPolygonF:
    """Return a five-pointed star in the middle of a rectangle."""
    centre = QPointF(place.center()) + QPointF(0.5, 0.5)
    outer = min(place.width(), place.height()) * 0.42
    points = []
    for corner in range(10):
        radius = outer if corner % 2 == 0 else outer * 0.42
        angle = math.pi * (corner / 5 - 0.5)
        points.append(centre + QPointF(math.cos(angle), math.sin(angle)) * radius)
    return QPolygonF(points)
