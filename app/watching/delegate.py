"""ArrivalDelegate: how the rows of arrivals are painted, and how wide their words are."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from simcore import ArrivalEvent

from ..language import wording
from ..language.punctuation import FACTS, PLACES
from ..looks.badges import LOOKS, badge_width, paint_badge, paint_bar
from ..looks.colours import Colours, colours_of
from ..looks.ground import paint_row_ground
from ..looks.icons import paint_icon
from ..looks.measures import CELL, font_like, row_height, scaled
from ..looks.text import Run, paint_line, paint_runs
from ..widgets.records import RIGHT
from .model import (
    ArrivalModel,
    ArrivalRow,
    DayRow,
    day_facts,
    event_word,
    kind_word,
    more_words,
    share_of,
)

_Index = QModelIndex | QPersistentModelIndex

ARRIVED, DOCUMENT, KIND, SIMILARITY, MATCH, FOLDER = range(6)

_CHEVRON, _BAR, _FIGURE = 14, 54, 50

_OF_FOLDER = 0.45
"""The most of the room of a match that its folder takes where its name is cut."""


class ArrivalDelegate(QStyledItemDelegate):
    """Paints days over the whole width, and arrivals with badge and bar; bold until seen."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint a cell."""
        model = index.model()
        if not isinstance(model, ArrivalModel):
            return
        row = model.record(index.row())
        found, place = colours_of(option.palette), QRectF(option.rect)
        plain = found.alternate if isinstance(row, DayRow) else found.base
        painter.save()
        painter.setClipRect(option.rect)
        paint_row_ground(painter, option, plain, first=index.column() == ARRIVED)
        margin = scaled(CELL, option.font)
        inner = place.adjusted(margin, 0, -margin, 0)
        if isinstance(row, DayRow):
            _paint_day(painter, inner, row, index, option.font, found)
        else:
            _paint_cell(painter, inner, row, index, option)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the size of a cell's words with their margins; a day's are no column's."""
        model, font = index.model(), option.font
        row = model.record(index.row()) if isinstance(model, ArrivalModel) else None
        width = 0
        if isinstance(row, ArrivalRow):
            width = _width(row, index, font) + 2 * scaled(CELL, font) + 2
        return QSize(width, row_height(font))


def chevron_place(cell: QRect, font: QFont) -> QRect:
    """Return where the chevron of further matches is in the cell of the match."""
    return QRect(cell.left(), cell.top(), scaled(CELL + _CHEVRON, font), cell.height())


def _name_font(row: ArrivalRow, font: QFont) -> QFont:
    found = QFont(font)
    found.setBold(not row.seen)
    return found


def _width(row: ArrivalRow, index: _Index, font: QFont) -> int:
    metrics, column = QFontMetricsF(_name_font(row, font)), index.column()
    text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
    if column == KIND and row.match is not None:
        return badge_width(text, font)
    if column == SIMILARITY:
        return scaled(_BAR + _FIGURE, font) if row.match is not None else 0
    if column == MATCH and row.match is not None:
        return round(QFontMetricsF(font).horizontalAdvance(text)) + scaled(_CHEVRON, font)
    return round(metrics.horizontalAdvance(text))


def _paint_day(
    painter: QPainter, inner: QRectF, row: DayRow, index: _Index, font: QFont, found: Colours
) -> None:
    side = scaled(_CHEVRON, font)
    sign = QRectF(inner.left(), inner.top(), side, inner.height())
    paint_icon(painter, "chevron-down" if row.open else "chevron-right", sign, found.muted)
    bold = QFont(font)
    bold.setBold(True)
    facts = day_facts(row)
    name = str(index.data(Qt.ItemDataRole.DisplayRole)).partition(FACTS)[0]
    inner.setLeft(sign.right() + scaled(4, font))
    width = paint_line(painter, inner, name, bold, found.text)
    inner.setLeft(inner.left() + width + scaled(12, font))
    paint_line(painter, inner, FACTS.join(facts), font_like(font, 12), found.muted)


def _paint_cell(
    painter: QPainter,
    inner: QRectF,
    row: ArrivalRow,
    index: _Index,
    option: QStyleOptionViewItem,
) -> None:
    found, font = colours_of(option.palette), option.font
    text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
    gone = row.arrival.event is ArrivalEvent.GONE
    ink = found.muted if gone else found.text
    match index.column():
        case column if column == ARRIVED:
            paint_line(painter, inner, text, _name_font(row, font), found.muted)
        case column if column == DOCUMENT and text:
            _paint_document(painter, inner, row, _name_font(row, font), ink, found.muted)
        case column if column == KIND and row.match is not None:
            look = LOOKS[row.match.kind]
            paint_badge(painter, inner, kind_word(row.match), look, option.palette, font)
        case column if column == SIMILARITY and row.match is not None:
            bar = QRectF(inner.left(), inner.top(), scaled(_BAR, font), inner.height())
            paint_bar(painter, bar, share_of(row.match), option.palette, font)
            paint_line(painter, inner, text, font, ink, right=True)
        case column if column == MATCH and row.match is not None:
            _paint_match(painter, inner, row, index, option)
        case column if column == FOLDER:
            paint_runs(painter, inner, _folder_runs(text), font, ink, found.muted)
        case _:
            muted = found.muted if index.column() in {KIND, MATCH} else ink
            right = index.data(Qt.ItemDataRole.TextAlignmentRole) == RIGHT
            elide = Qt.TextElideMode.ElideMiddle
            paint_line(painter, inner, text, font, muted, right=right, elide=elide)


def _paint_document(
    painter: QPainter, inner: QRectF, row: ArrivalRow, font: QFont, ink: QColor, muted: QColor
) -> None:
    word = event_word(row.arrival)
    small = font_like(font, 12)
    suffix = FACTS + word if word else ""
    room = QFontMetricsF(small).horizontalAdvance(suffix)
    name = QRectF(inner)
    name.setWidth(max(inner.width() / 3, inner.width() - room))
    middle = Qt.TextElideMode.ElideMiddle
    text = wording.printable(row.arrival.path.name)
    width = paint_line(painter, name, text, font, ink, elide=middle)
    rest = QRectF(inner)
    rest.setLeft(inner.left() + width)
    if suffix:
        paint_line(painter, rest, suffix, small, muted)


def _folder_runs(text: str) -> tuple[Run, Run]:
    """Part the names of folders: the last one is shortened last."""
    head, separator, last = text.rpartition(PLACES)
    return Run(head + separator), Run(last, tells=True)


def _paint_match(
    painter: QPainter,
    inner: QRectF,
    row: ArrivalRow,
    index: _Index,
    option: QStyleOptionViewItem,
) -> None:
    found, font, match = colours_of(option.palette), option.font, row.match
    if match is None:
        return
    side = scaled(_CHEVRON, font)
    if row.more:
        sign = QRectF(inner.left(), inner.top(), scaled(12, font), inner.height())
        paint_icon(painter, "chevron-down" if row.open else "chevron-right", sign, found.muted)
    line = inner.adjusted(side, 0, 0, 0)
    text = wording.printable(match.path.name)
    model = index.model()
    roots = model.roots if isinstance(model, ArrivalModel) else ()
    folder = wording.below_text(match.path.parent, roots)
    words = FACTS + more_words(row) if row.more else ""
    small = font_like(font, 12)
    advance = QFontMetricsF(small).horizontalAdvance
    room = line.width() - advance(words)
    # of two of one name in two folders, the folder tells more than the whole name
    name = QRectF(line)
    name.setWidth(max(line.width() / 3, room - min(advance(FACTS + folder), room * _OF_FOLDER)))
    middle = Qt.TextElideMode.ElideMiddle
    line.setLeft(name.left() + paint_line(painter, name, text, font, found.text, elide=middle))
    line.setLeft(line.left() + paint_line(painter, line, FACTS, small, found.muted))
    line.setWidth(max(0.0, line.width() - advance(words)))
    runs = _folder_runs(folder)
    paint_runs(painter, line, runs, small, found.muted, found.muted)
    if words:
        taken = min(advance(folder), line.width())
        line = QRectF(
            line.left() + taken, line.top(), inner.right() - line.left() - taken, line.height()
        )
        paint_line(painter, line, words, small, found.muted)
