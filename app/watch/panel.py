"""ArrivalPanel: the documents that came to watched folders, shown instead of the groups."""

import os
import time
from collections.abc import Collection, Iterable, Sequence
from enum import Enum
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import (
    QCoreApplication,
    QDate,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAction,
    QColor,
    QFont,
    QFontMetricsF,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from simcore.model.records import PARTS
from simcore.model.report import Arrival, ArrivalEvent, ArrivalMatch

from .. import wording
from ..badges import LOOKS, badge_width, paint_badge, paint_bar
from ..i18n import FACTS, PLACES, counted
from ..style import (
    CELL,
    EDGE,
    Colours,
    Run,
    colours_of,
    font_like,
    paint_icon,
    paint_line,
    paint_row_ground,
    paint_runs,
    row_height,
    scaled,
)
from ..widgets.banner import Banner
from ..widgets.basic import ElidedLabel, Sign, StatePage, ToolButton, ViewKey, filled
from ..widgets.tables import FIT, RIGHT, Column, ListPanel, RecordModel, TextTable
from .process import ArrivalLog, has_come_like_others

translate = QCoreApplication.translate  # the name lupdate looks for


class Period(Enum):
    """How many days back arrivals are shown; 0 for all."""

    TODAY = 1
    WEEK = 7
    ALL = 0


class DayRow(NamedTuple):
    day: QDate
    documents: int
    matched: int
    open: bool


class ArrivalRow(NamedTuple):
    """An arrival with one of its matches; ``number`` 0 is the best, shown with all details.

    ``seen``: the user has seen it. ``open``: its other matches have rows.
    """

    arrival: Arrival
    number: int = 0
    seen: bool = True
    open: bool = False

    @property
    def match(self) -> ArrivalMatch | None:
        return self.arrival.matches[self.number] if self.arrival.matches else None

    @property
    def more(self) -> int:
        return max(0, len(self.arrival.matches) - 1) if not self.number else 0


Row = DayRow | ArrivalRow


def day_of(moment: float) -> QDate:
    return QDateTime.fromSecsSinceEpoch(int(min(max(moment, 0.0), 253_000_000_000.0))).date()


def day_name(day: QDate, today: QDate) -> str:
    if day == today:
        return translate("Arrivals", "Today")
    if day == today.addDays(-1):
        return translate("Arrivals", "Yesterday")
    return wording.day_text(day.startOfDay().toMSecsSinceEpoch() * 1_000_000)


def clock_text(moment: float) -> str:
    at = QDateTime.fromSecsSinceEpoch(int(min(max(moment, 0.0), 253_000_000_000.0))).time()
    if QLocale().language() == QLocale.Language.C:
        return at.toString("HH:mm")
    return QLocale().toString(at, QLocale.FormatType.ShortFormat)


def event_word(arrival: Arrival) -> str:
    match arrival.event:
        case ArrivalEvent.GONE:
            return translate("Arrivals", "gone")
        case ArrivalEvent.CHANGED:
            return translate("Arrivals", "changed")
        case ArrivalEvent.RENAMED if arrival.was is not None:
            if arrival.was.name == arrival.path.name:
                return translate("Arrivals", "moved")
            return translate("Arrivals", "was {0}").format(wording.printable(arrival.was.name))
        case ArrivalEvent.RENAMED:
            return translate("Arrivals", "renamed")
    return ""


def kind_word(match: ArrivalMatch) -> str:
    if match.kind in PARTS and match.contains > match.contained:
        return translate("SimilarModel", "Whole")
    return LOOKS[match.kind].word()


def share_of(match: ArrivalMatch) -> float:
    """Return the similarity from 0 to 1; of a part, its share in the whole."""
    if match.kind in PARTS:
        return max(match.contained, match.contains)
    return match.similarity


def _arrived(row: Row) -> str:
    if isinstance(row, DayRow):
        return FACTS.join([day_name(row.day, QDate.currentDate()), *day_facts(row)])
    return "" if row.number else clock_text(row.arrival.time)


def day_facts(row: DayRow) -> list[str]:
    one, many = translate("Arrivals", "1 document"), translate("Arrivals", "{0} documents")
    with_match = translate("Arrivals", "{0} with a match")
    matched = [with_match.format(wording.count_text(row.matched))] if row.matched else []
    return [counted(one, many, row.documents), *matched]


def _document(row: Row) -> str:
    if isinstance(row, DayRow) or row.number:
        return ""
    facts = wording.printable(row.arrival.path.name), event_word(row.arrival)
    return FACTS.join(filter(None, facts))


def kind_text(row: Row) -> str:
    if isinstance(row, DayRow):
        return ""
    if row.match is not None:
        return kind_word(row.match)
    if row.arrival.problem:
        return translate("Arrivals", "not read")
    if row.arrival.event in {ArrivalEvent.GONE, ArrivalEvent.RENAMED}:
        return ""
    return translate("Arrivals", "no match")


def _similarity(row: Row) -> str:
    match = None if isinstance(row, DayRow) else row.match
    return "" if match is None else wording.percent_text(share_of(match))


def _match(roots: Sequence[Path], row: Row) -> str:
    if isinstance(row, DayRow):
        return ""
    if row.match is None:
        return wording.reason_text(row.arrival.problem or row.arrival.note)
    facts = (
        wording.printable(row.match.path.name),
        wording.below_text(row.match.path.parent, roots),
    )
    return FACTS.join((*facts, more_words(row)) if row.more else facts)


def more_words(row: ArrivalRow) -> str:
    return translate("Arrivals", "and {0} more").format(wording.count_text(row.more))


def _folder(roots: Sequence[Path], row: Row) -> str:
    if isinstance(row, DayRow) or row.number:
        return ""
    return wording.below_text(row.arrival.path.parent, roots)


def _tip(row: Row) -> str:
    if isinstance(row, DayRow):
        return _arrived(row)
    arrival = row.arrival
    lines = [wording.path_text(arrival.path), event_word(arrival)]
    lines.append(wording.date_text(int(arrival.time * 1e9)))
    lines += [wording.in_own_words(one) for one in (arrival.problem, arrival.note) if one]
    if row.match is not None:
        lines.append(translate("Arrivals", "Match: {0}").format(wording.path_text(row.match.path)))
    return "\n".join(filter(None, lines))


def _columns(roots: Sequence[Path]) -> tuple[Column[Row], ...]:
    return (
        Column(
            title=lambda: translate("Arrivals", "Arrived"),
            meaning=lambda: translate("Arrivals", "When the watch noticed it"),
            text=_arrived,
            width=FIT,
        ),
        Column(
            title=lambda: translate("Arrivals", "Document"),
            meaning=lambda: translate(
                "Arrivals", "The document that came, and what happened to it"
            ),
            text=_document,
        ),
        Column(
            title=lambda: translate("Arrivals", "Kind"),
            meaning=lambda: translate(
                "Arrivals", "What it is to the document that it is most like"
            ),
            text=kind_text,
            width=FIT,
        ),
        Column(
            title=lambda: translate("Arrivals", "Similarity"),
            meaning=lambda: translate(
                "Arrivals", "How much of the text of both is in both; of a part, how much of it"
            ),
            text=_similarity,
            width=FIT,
            align=RIGHT,
        ),
        Column(
            title=lambda: translate("Arrivals", "Match"),
            meaning=lambda: translate(
                "Arrivals", "The document of the library that it is most like"
            ),
            text=partial(_match, roots),
        ),
        Column(
            title=lambda: translate("Arrivals", "Folder"),
            meaning=lambda: translate("Arrivals", "The folder that it came to"),
            text=partial(_folder, roots),
        ),
    )


class ArrivalModel(RecordModel[Row]):
    """The arrivals of a period by day, newest first; days and further matches fold."""

    def __init__(self, parent: QObject | None = None) -> None:
        self.roots: list[Path] = []
        super().__init__(_columns(self.roots), parent, tooltip=_tip)
        self.log = ArrivalLog(Path(), 0.0, parent=self)  # an empty one, until it is given
        self.period = Period.WEEK
        self.only_matched = False
        self._closed: set[QDate] = set()
        self._opened: set[tuple[float, str]] = set()

    def show_roots(self, folders: Iterable[Path]) -> None:
        # what a watch tells has no links any more
        self.roots[:] = {one: None for of in folders for one in (of, Path(os.path.realpath(of)))}
        self.set_records(self.records)

    def chosen(self) -> list[Arrival]:
        """Return the arrivals of the period, filtered out or not."""
        if self.period is Period.ALL:
            return self.log.all
        first = QDate.currentDate().addDays(1 - self.period.value)
        begin = first.startOfDay().toMSecsSinceEpoch() / 1000
        return [one for one in self.log.all if one.time >= begin]

    def refresh(self) -> None:
        self.set_records(list(self._rows(self.chosen())))

    def _rows(self, arrivals: Sequence[Arrival]) -> Iterable[Row]:
        for day, of_day in _by_days(arrivals):
            shown = [one for one in of_day if one.matches] if self.only_matched else of_day
            if not shown:
                continue
            is_open = day not in self._closed
            yield DayRow(day, len(of_day), sum(bool(one.matches) for one in of_day), is_open)
            for one in shown if is_open else ():
                unfolded = (one.time, str(one.path)) in self._opened
                yield ArrivalRow(one, 0, self.log.is_seen(one), unfolded)
                if unfolded:
                    yield from (ArrivalRow(one, number) for number in range(1, len(one.matches)))

    def open_days(self) -> None:
        if self._closed:
            self._closed.clear()
            self.refresh()

    def toggle(self, row: Row, *, on: bool | None = None) -> None:
        if isinstance(row, DayRow):
            _put(self._closed, row.day, on=row.open if on is None else not on)
        elif row.more:
            key = row.arrival.time, str(row.arrival.path)
            _put(self._opened, key, on=not row.open if on is None else on)
        else:
            return
        self.refresh()


def _put(found: set, one: object, *, on: bool) -> None:  # type: ignore[type-arg]  # of any kind
    if on:
        found.add(one)
    else:
        found.discard(one)


def _by_days(arrivals: Collection[Arrival]) -> Iterable[tuple[QDate, list[Arrival]]]:
    day, begin, end = QDate(), 0.0, -1.0
    found: list[Arrival] = []
    for one in arrivals:
        if not begin <= one.time < end:
            if found:
                yield day, found
            # one question a day: a calendar is slow
            day, found = day_of(one.time), []
            begin = day.startOfDay().toMSecsSinceEpoch() / 1000
            end = day.addDays(1).startOfDay().toMSecsSinceEpoch() / 1000
        found.append(one)
    if found:
        yield day, found


_Index = QModelIndex | QPersistentModelIndex

ARRIVED, DOCUMENT, KIND, SIMILARITY, MATCH, FOLDER = range(6)

_CHEVRON, _BAR, _FIGURE = 14, 54, 50

_OF_FOLDER = 0.45  # the folder's largest share of a match whose name is cut


class ArrivalDelegate(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
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
        model, font = index.model(), option.font
        row = model.record(index.row()) if isinstance(model, ArrivalModel) else None
        width = 0
        if isinstance(row, ArrivalRow):
            width = _width(row, index, font) + 2 * scaled(CELL, font) + 2
        return QSize(width, row_height(font))


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


class ArrivalTable(TextTable):
    def __init__(self, model: ArrivalModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.arrivals = model
        self.setItemDelegate(ArrivalDelegate(self))
        self.setAccessibleName(self.tr("Arrivals"))
        self.show_model(model)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        model.modelReset.connect(self._span_days)

    def view_keys(self) -> list[ViewKey]:
        return [
            ViewKey(("Left", "Right"), self.tr("Close or open a day, or further matches")),
            ViewKey(("Return", "Space"), self.tr("Close or open a day")),
        ]

    def row_at(self, index: QModelIndex) -> DayRow | ArrivalRow | None:
        return self.arrivals.record(index.row()) if index.isValid() else None

    @Slot()
    def _span_days(self) -> None:
        if self.columnSpan(0, 0) > 1 or self.arrivals.rowCount():
            self.clearSpans()
        for row, one in enumerate(self.arrivals.records):
            if isinstance(one, DayRow):
                self.setSpan(row, 0, 1, self.arrivals.columnCount())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        row = self.row_at(index)
        left = event.button() is Qt.MouseButton.LeftButton
        if left and row is not None and self._is_fold(row, index, event):
            self.arrivals.toggle(row)
            event.accept()
        else:
            super().mousePressEvent(event)

    def _is_fold(self, row: DayRow | ArrivalRow, index: QModelIndex, event: QMouseEvent) -> bool:
        if isinstance(row, DayRow):
            return True
        if not row.more or index.column() != MATCH:
            return False
        place = self.visualRect(index)
        place.setWidth(scaled(CELL + _CHEVRON, self.font()))
        return place.contains(event.position().toPoint())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key = self.row_at(self.currentIndex()), event.key()
        folds = {Qt.Key.Key_Left: False, Qt.Key.Key_Right: True}
        presses = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}
        if row is not None and key in folds:
            self.arrivals.toggle(row, on=folds[Qt.Key(key)])
        elif isinstance(row, DayRow) and key in presses:
            self.arrivals.toggle(row)
        else:
            super().keyPressEvent(event)


class ArrivalPanel(ListPanel):
    """Shows a log of arrivals; watches nothing itself.

    ``pair_chosen`` carries the current ``ArrivalRow`` if it has a match, ``nothing_chosen`` a
    sentence otherwise. ``note`` is the line above the list; others connect its actions. ``lists``
    is whether there are rows.
    """

    pair_chosen = Signal(object)
    nothing_chosen = Signal(str)
    lists_changed = Signal()

    def __init__(self, note: Banner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Arrivals"))
        self.lists = False
        self._watching = False
        self._kept: tuple[Arrival, int] | None = None
        self._telling = True
        self.watch_folder = QAction(self.tr("Watch a folder…"), self)
        self.show_group = QAction(self.tr("Show its group"), self)
        self.mark = QAction(self.tr("Mark"), self)
        self.find_similar = QAction(self.tr("&Find similar to this document"), self)
        self.see_all = QAction(self.tr("Count all as &looked at"), self)
        self.note = note
        self.heading = ElidedLabel(self)
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self._periods = QButtonGroup(self)
        self.periods = {
            period: self._period(period, words)
            for period, words in (
                (Period.TODAY, self.tr("Today")),
                (Period.WEEK, self.tr("7 days")),
                (Period.ALL, self.tr("All")),
            )
        }
        self._periods.buttonClicked.connect(self._choose_period)
        self.only_matched = QCheckBox(self.tr("Only with a match"), self)
        self.only_matched.toggled.connect(self._narrow)
        self.page = StatePage(self)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.page)
        self.table = self._make_table()
        self._pages.addWidget(self.table)
        self._lay_out()

    def _period(self, period: Period, words: str) -> ToolButton:
        button = ToolButton(self)
        button.setText(words)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        button.setCheckable(True)
        button.setChecked(period is Period.WEEK)
        self._periods.addButton(button, period.value)
        return button

    def _lay_out(self) -> None:
        apart = QFrame(self)
        apart.setFrameShape(QFrame.Shape.VLine)
        apart.setFrameShadow(QFrame.Shadow.Plain)
        apart.setForegroundRole(self.palette().ColorRole.Mid)
        apart.setFixedHeight(row_height(self.font()))
        sign = Sign("inbox", 18, parent=self)
        top = filled(
            QHBoxLayout(), sign, (self.heading, 1), *self.periods.values(), apart,
            self.only_matched, spacing=scaled(6),
        )  # fmt: skip
        top.setContentsMargins(EDGE + scaled(4), EDGE // 2, EDGE + scaled(4), EDGE // 2)
        filled(QVBoxLayout(self), top, (self._pages, 1), spacing=0)

    def _make_table(self) -> ArrivalTable:
        model = ArrivalModel(self)
        table = ArrivalTable(model, self)
        table.selectionModel().currentRowChanged.connect(self.announce)
        model.modelAboutToBeReset.connect(self._remember)
        model.modelReset.connect(self._restore)
        self.offer_chosen(table)
        table.addActions([self.find_similar, self.show_group, self.mark])
        table.add_separator()
        table.addAction(self.see_all)
        return table

    def show_log(self, log: ArrivalLog) -> None:
        self.table.arrivals.log = log
        log.changed.connect(self.refresh)
        self.see_all.triggered.connect(log.see_all)
        self.refresh()

    def keyboard(self) -> QWidget:
        return self.table if self._pages.currentWidget() is self.table else self

    @Slot()
    def refresh(self) -> None:
        if self.isHidden():
            return
        self.table.arrivals.refresh()
        self._summarise()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()
        words = self.tr("Arrivals are only listed. Nothing is marked or moved.")
        self.note.show_message(words, action=self.show_group, second=self.mark, lasting=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.note.close_message()

    def show_watching(self, *, watching: bool) -> None:
        self._watching = watching
        self._summarise()

    def _summarise(self) -> None:
        self.heading.setText(self._heading())
        lists = bool(self.table.arrivals.rowCount())
        if lists:
            self._pages.setCurrentWidget(self.table)
        else:
            self._say_why_empty()
        if lists is not self.lists:
            self.lists = lists
            self.lists_changed.emit()

    def _say_why_empty(self) -> None:
        arrivals = self.table.arrivals
        if arrivals.chosen():
            words = self.tr("No arrival of this time has a match.")
            self.page.show_state(self.tr("Nothing to show"), words)
        elif arrivals.log.all and self._watching:
            words = self.tr("Nothing came in this time.")
            self.page.show_state(self.tr("Nothing to show"), words)
        elif self._watching:
            self.page.show_state(
                self.tr("Nothing came yet"),
                self.tr("Documents that come to the watched folders are listed here."),
            )
        else:
            self.page.show_state(
                self.tr("No folder is watched"),
                self.tr(
                    "A watched folder is looked at all the time: each document that comes to it is "
                    "compared with all others. Nothing is marked or moved."
                ),
                self.watch_folder,
            )
        self._pages.setCurrentWidget(self.page)
        self._tell_nothing()

    def _heading(self) -> str:
        begin = day_of(time.time()).startOfDay().toMSecsSinceEpoch() / 1000
        today = [one for one in self.table.arrivals.log.all if one.time >= begin]
        matched, count = sum(bool(one.matches) for one in today), len(today)
        if not count:
            return self.tr("Arrivals: nothing came today")
        if count == 1:
            return (
                self.tr("Arrivals: 1 document came today, and has a match")
                if matched
                else self.tr("Arrivals: 1 document came today, without a match")
            )
        words = self.tr("Arrivals: {0} of {1} documents that came today have a match")
        return words.format(wording.count_text(matched), wording.count_text(count))

    @Slot()
    def _choose_period(self) -> None:
        self.table.arrivals.period = Period(self._periods.checkedId())
        self.refresh()

    @Slot(bool)
    def _narrow(self, on: bool) -> None:  # noqa: FBT001 - a slot
        self.table.arrivals.only_matched = on
        self.refresh()

    def choose_first(self) -> None:
        if self.current() is not None:
            self.announce()
        else:
            self._choose_matched()

    def choose_newest(self) -> None:
        if any(map(has_come_like_others, self.table.arrivals.log.all)):
            self.table.arrivals.open_days()
        self._choose_matched()

    def _choose_matched(self) -> None:
        for at, row in enumerate(self.table.arrivals.records):
            if isinstance(row, ArrivalRow) and has_come_like_others(row.arrival):
                self.table.selectRow(at)
                self.table.scrollTo(self.table.currentIndex())
                break
        self.announce()

    def current(self) -> ArrivalRow | None:
        row = self.table.row_at(self.table.currentIndex())
        return row if isinstance(row, ArrivalRow) else None

    @Slot()
    def _remember(self) -> None:
        row = self.current()
        self._kept = None if row is None else (row.arrival, row.number)
        self._telling = False

    @Slot()
    def _restore(self) -> None:
        self._telling = True
        if self._kept is None:
            return
        arrival, number = self._kept
        for at, row in enumerate(self.table.arrivals.records):
            if isinstance(row, ArrivalRow) and row.arrival is arrival and row.number == number:
                self._telling = False
                self.table.selectRow(at)
                self._telling = True
                return
        self._tell_nothing()

    @Slot()
    def announce(self) -> None:
        row = self.current()
        if not self._telling or not self.isVisible():
            return
        if row is None or row.match is None:
            self._tell_nothing()
            return
        self.pair_chosen.emit(row)
        self.table.arrivals.log.see(row.arrival)

    def _tell_nothing(self) -> None:
        row = self.current()
        if row is None:
            words = self.tr("Select a document to compare it with its match.")
        elif row.arrival.problem:
            words = wording.in_own_words(row.arrival.problem)
        elif row.arrival.event is ArrivalEvent.GONE:
            words = self.tr("This document is gone.")
        else:
            words = self.tr("This document has no match to compare it with.")
        self.nothing_chosen.emit(words)

    def chosen_path(self) -> Path | None:
        row = self.current()
        return None if row is None else row.arrival.path
