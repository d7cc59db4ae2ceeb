"""PairDelegate: how the cells of pairs are painted, and how wide their words are."""

from typing import Any, NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from simcore import Kind

from ...looks.badges import LOOKS, badge_width, paint_badge, paint_bar, paint_tick_box
from ...looks.colours import Colours, colours_of
from ...looks.ground import paint_row_ground
from ...looks.icons import paint_icon
from ...looks.measures import font_like, scaled
from ...looks.text import Run, fitted, paint_line, paint_runs
from .model import PairColumn, PairModel, PairPart
from .telling import PairPlace, cut_name

_Index = QModelIndex | QPersistentModelIndex

TWO_LINES, HEAD = 42, 28
"""The heights of a row of two lines, and of the head of a section."""

_MARGIN, _BOX, _GAP, _STAR, _BAR, _FIGURE, _SHORT = 12, 16, 14, 14, 42, 44, 90
_LINE = 18
_UPPER, _LOWER = 3, 21


class PairSide(NamedTuple):
    """A document as a cell shows it: its name over its folder, and a detail behind that."""

    place: PairPlace
    detail: str = ""


class BadgeOf(NamedTuple):
    """The badge of a kind with a word of its own, and a note below it."""

    kind: Kind
    text: str
    note: str = ""


class BarOf(NamedTuple):
    """A bar of a share from 0 to 1, None for no bar, and its words."""

    share: float | None
    text: str


class PairDelegate(QStyledItemDelegate):
    """Paints rows of two lines: names over folders, badges, bars. Heads are widgets."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint a cell on the ground of its row."""
        model = index.model()
        if not isinstance(model, PairModel) or (record := model.record(index.row())) is None:
            return
        found = colours_of(option.palette)
        whole = QRectF(option.rect)
        painter.save()
        paint_row_ground(painter, option, found.base, first=not index.column())
        column, left_out = model.columns[index.column()], model.has_tick(index.row()) is False
        value = column.value(record)
        inner = whole.adjusted(self.before(index.column(), option.font, model), 0, 0, 0)
        inner.setRight(whole.right() - scaled(_MARGIN, option.font))
        ink = found.muted if left_out else found.text
        if value is not None:
            self._paint_part(painter, inner, column.part, value, option, ink)
        tick = model.has_tick(index.row()) if not index.column() else None
        if tick is not None:
            paint_tick_box(painter, QRectF(self.box(option.rect, option.font)), found, on=tick)
        painter.restore()

    def _paint_part(
        self,
        painter: QPainter,
        inner: QRectF,
        part: PairPart,
        value: Any,
        option: QStyleOptionViewItem,
        ink: QColor,
    ) -> None:
        font, found = option.font, colours_of(option.palette)
        match part:
            case PairPart.GOES | PairPart.STAYS if isinstance(value, PairSide):
                if part is PairPart.STAYS:
                    side = scaled(_STAR, font)
                    star = QRectF(
                        inner.left(), _upper(inner, font).top(), side, scaled(_LINE, font)
                    )
                    paint_icon(painter, "star", star, found.star, filled=True)
                    inner = inner.adjusted(self.star_room(font), 0, 0, 0)
                _paint_shown(painter, inner, value, font, ink, found)
            case PairPart.BADGE:
                _paint_badge(painter, inner, value, option)
            case PairPart.BAR:
                if value.share is not None:
                    bar = QRectF(inner.left(), inner.top(), scaled(_BAR, font), inner.height())
                    paint_bar(painter, bar, value.share, option.palette, font)
                paint_line(painter, inner, value.text, font, ink, right=value.share is not None)
            case PairPart.FIGURE:
                paint_line(painter, inner, value, font_like(font, 12), found.muted, right=True)
            case _:
                _paint_text(painter, inner, value, font, found.muted)

    # ---- measures

    def before(self, column: int, font: QFont, model: PairModel) -> int:
        """Return how far the words of a column stand from its left edge, in pixels."""
        if column:
            return scaled(_MARGIN, font) // 2
        ticks = any(section.ticks for section in model.sections)
        return scaled(_MARGIN + _BOX + _GAP if ticks else _MARGIN + 6, font)

    @staticmethod
    def star_room(font: QFont) -> int:
        """Return the room before the name of what stays, in pixels."""
        return scaled(_STAR + 6, font)

    def wanted(self, column: PairColumn, record: Any, font: QFont) -> int:
        """Return how wide the words of a cell are in full, in pixels, without margins."""
        value = column.value(record)
        small = QFontMetricsF(font_like(font, 12))
        match column.part:
            case _ if value is None:
                width = 0.0
            case PairPart.GOES | PairPart.STAYS if isinstance(value, PairSide):
                width = max(
                    _width(value.place.name, font, bold=value.place.alike),
                    _width(value.place.folder, font_like(font, 12))
                    + small.horizontalAdvance(value.detail),
                )
                width += self.star_room(font) if column.part is PairPart.STAYS else 0
            case PairPart.BADGE:
                note = small.horizontalAdvance(value.note)
                width = max(badge_width(value.text, font), note)
            case PairPart.BAR:
                words = QFontMetricsF(font)
                least = scaled(_FIGURE, font)
                width = max(least, words.horizontalAdvance(value.text) + scaled(6, font))
                width += scaled(_BAR, font) if value.share is not None else 0
            case PairPart.STAYS | PairPart.TEXT:  # a longer one may take two lines
                width = small.horizontalAdvance(value)
                width = max(min(width, scaled(_SHORT, font)), width * 0.6)
            case _:
                width = small.horizontalAdvance(value)
        return round(width) + 2

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the size of the words of a cell in full, with their margins."""
        model, font = index.model(), option.font
        height = scaled(TWO_LINES, font)
        if not isinstance(model, PairModel) or (record := model.record(index.row())) is None:
            return QSize(0, height)
        column = index.column()
        words = self.wanted(model.columns[column], record, font)
        return QSize(words + self.before(column, font, model) + self.margin(font), height)

    @staticmethod
    def margin(font: QFont) -> int:
        """Return the room behind the words of a cell, in pixels."""
        return scaled(_MARGIN, font)

    @staticmethod
    def box(rect: QRect, font: QFont) -> QRect:
        """Return where the box of a row is, in its first cell."""
        side = scaled(_BOX, font)
        top = rect.top() + (rect.height() - side) // 2
        return QRect(rect.left() + scaled(_MARGIN, font), top, side, side)

    def editorEvent(
        self,
        event: QEvent,
        model: Any,
        option: QStyleOptionViewItem,
        index: _Index,
    ) -> bool:
        """Set or take off a tick by a click on the box, or the room around it."""
        if (
            isinstance(model, PairModel)
            and isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonRelease
            and event.button() == Qt.MouseButton.LeftButton
            and not index.column()
            and (tick := model.has_tick(index.row())) is not None
        ):
            box = self.box(option.rect, option.font)
            around = scaled(6, option.font)
            if box.adjusted(-around, -around, around, around).contains(event.position().toPoint()):
                model.set_ticks([range(index.row(), index.row() + 1)], on=not tick)
                return True
        return False


def _upper(inner: QRectF, font: QFont) -> QRectF:
    spare = (inner.height() - scaled(TWO_LINES, font)) / 2
    top = inner.top() + spare + scaled(_UPPER, font)
    return QRectF(inner.left(), top, inner.width(), scaled(_LINE, font))


def _lower(inner: QRectF, font: QFont) -> QRectF:
    return _upper(inner, font).translated(0, scaled(_LOWER - _UPPER, font))


def _width(runs: tuple[Run, ...], font: QFont, *, bold: bool = False) -> float:
    heavy = QFont(font)
    heavy.setBold(bold)
    return sum(
        QFontMetricsF(heavy if run.tells else font).horizontalAdvance(run.text) for run in runs
    )


def _paint_shown(
    painter: QPainter, inner: QRectF, shown: PairSide, font: QFont, ink: QColor, found: Colours
) -> None:
    at, upper = shown.place, _upper(inner, font)
    cut = cut_name(at, font, upper.width())
    if cut is None:
        paint_runs(painter, upper, at.name, font, ink, None if at.alike else ink)
    else:
        paint_line(painter, upper, cut, font, ink)
    line, small = _lower(inner, font), font_like(font, 12)
    detail = QFontMetricsF(small).horizontalAdvance(shown.detail)
    line.setWidth(max(0.0, line.width() - detail))
    # where the names are equal the folders alone tell
    paint_runs(painter, line, at.folder, small, ink if at.equal else found.muted, found.muted)
    if shown.detail:
        parts = fitted(at.folder, small, line.width(), small)
        line.setLeft(line.left() + _width(tuple(parts), small))
        line.setWidth(detail + 1)
        paint_line(painter, line, shown.detail, small, found.muted)


def _paint_badge(
    painter: QPainter, inner: QRectF, badge: BadgeOf, option: QStyleOptionViewItem
) -> None:
    font, palette = option.font, option.palette
    if not badge.note:
        paint_badge(painter, inner, badge.text, LOOKS[badge.kind], palette, font)
        return
    paint_badge(painter, _upper(inner, font), badge.text, LOOKS[badge.kind], palette, font)
    muted = colours_of(palette).muted
    paint_line(painter, _lower(inner, font), badge.note, font_like(font, 12), muted)


def _paint_text(painter: QPainter, inner: QRectF, text: str, font: QFont, ink: QColor) -> None:
    """Paint a text in one line, or in two where it is too long for one."""
    small = font_like(font, 12)
    metrics = QFontMetricsF(small)
    if metrics.horizontalAdvance(text) <= inner.width():
        paint_line(painter, inner, text, small, ink)
        return
    first = _first_line(text, metrics, inner.width())
    paint_line(painter, _upper(inner, font), text[:first], small, ink)
    paint_line(painter, _lower(inner, font), text[first:].lstrip(), small, ink)


def _first_line(text: str, metrics: QFontMetricsF, width: float) -> int:
    """Return how many characters of a text are its first line."""
    fits = next(
        (at for at in range(len(text), 0, -1) if metrics.horizontalAdvance(text[:at]) <= width), 1
    )
    space = text.rfind(" ", 0, fits + 1)
    return space if space > 0 else fits
