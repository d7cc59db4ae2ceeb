"""The table of document pairs, kept and removed: its model, delegate, sections and view."""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
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
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from simcore.model.records import Kind

from ..badges import LOOKS, badge_width, paint_badge, paint_bar, paint_tick_box
from ..i18n import PLACES
from ..style import (
    Colours,
    Run,
    colours_of,
    fitted,
    font_like,
    highlighted_difference,
    in_common,
    paint_icon,
    paint_line,
    paint_row_ground,
    paint_runs,
    pieces_of,
    scaled,
)
from ..widgets.tables import Column, RecordModel, Titles, shared
from ..wording import part_elsewhere, printable

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_Flag = Qt.ItemFlag


class Tone(Enum):
    WARNING = auto()
    SAFE = auto()
    PLAIN = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSection:
    """Records under a head, which is absent if ``title`` is empty.

    ``ticks``: each record has a check box. ``action`` is the text of the head's link, empty for
    none.
    """

    records: Sequence[Any]
    title: str = ""
    tone: Tone = Tone.PLAIN
    ticks: bool = False
    action: str = ""


class PairPart(Enum):
    GOES = auto()  # a PairSide: name over folder, behind the tick
    STAYS = auto()  # a PairSide, with a star; or a text of why something stays
    BADGE = auto()  # a BadgeOf
    BAR = auto()  # a BarOf
    TEXT = auto()  # a text
    FIGURE = auto()  # a text, at the right


@dataclass(frozen=True, slots=True, kw_only=True)
class PairColumn(Column[Any]):
    """One column; ``value`` returns what ``part`` needs, None for an empty cell."""

    part: PairPart
    value: Callable[[Any], Any]


class PairModel(RecordModel[Any]):
    """Rows of records in sections; texts are made on demand.

    A head is a row of None, which cannot be selected. ``ticked`` carries records and their new
    state. ``key`` identifies a record, so that cleared boxes stay clear when sections are shown
    again.
    """

    ticked = Signal(object, bool)

    def __init__(
        self,
        key: Callable[[Any], Hashable],
        parent: QObject | None = None,
    ) -> None:
        super().__init__((), parent)
        self.columns: tuple[PairColumn, ...] = ()
        self.sections: tuple[PairSection, ...] = ()
        self.left_out: set[Hashable] = set()
        self._key = key
        self._starts: list[int] = []  # the first row of each section, its head included

    def set_sections(self, sections: Iterable[PairSection]) -> None:
        self.sections = tuple(section for section in sections if len(section.records))
        self._starts = []
        rows: list[Any] = []
        for section in self.sections:
            self._starts.append(len(rows))
            rows += [*([None] if section.title else []), *section.records]
        self.set_records(rows)

    def set_columns(self, columns: Iterable[PairColumn], tooltip: Callable[[Any], str]) -> None:
        self.columns, self._tooltip = tuple(columns), tooltip
        self.set_sections(())

    def heads(self) -> list[tuple[int, PairSection]]:
        pairs = zip(self._starts, self.sections, strict=True)
        return [(row, section) for row, section in pairs if section.title]

    def section_of(self, row: int) -> PairSection:
        return self.sections[bisect_right(self._starts, row) - 1]

    def first_row(self, section: PairSection) -> int:
        return self._starts[self.sections.index(section)] + bool(section.title)

    def has_tick(self, row: int) -> bool | None:
        """Return whether a row has its tick; None for one that cannot have any."""
        if not self.section_of(row).ticks:
            return None
        record = self.record(row)
        return None if record is None else self._key(record) not in self.left_out

    def set_ticks(self, spans: Iterable[range], *, on: bool) -> None:
        """Set or take off the ticks of rows that can have them, given in spans of rows."""
        changed: dict[Hashable, Any] = {}
        spans, key, out = list(spans), self._key, self.left_out
        for start, section in zip(self._starts, self.sections, strict=True):
            first = start + bool(section.title)
            for span in spans if section.ticks else ():
                inside = section.records[max(0, span.start - first) : max(0, span.stop - first)]
                changed.update((name, one) for one in inside if ((name := key(one)) in out) is on)
        if not changed:
            return
        change = out.difference_update if on else out.update
        change(changed)
        top, bottom = min(span.start for span in spans), max(span.stop for span in spans) - 1
        self.dataChanged.emit(self.index(top, 0), self.index(bottom, len(self.columns) - 1))
        self.ticked.emit([*changed.values()], on)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if not index.isValid() or self.record(index.row()) is None:
            return _Flag.NoItemFlags
        found = _Flag.ItemIsEnabled | _Flag.ItemIsSelectable
        if not index.column() and self.section_of(index.row()).ticks:
            found |= _Flag.ItemIsUserCheckable
        return found

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> object:
        row = index.row()
        if index.isValid() and self.record(row) is None:
            title = self.section_of(row).title
            return title if role == _Role.DisplayRole and not index.column() else None
        if role == _Role.CheckStateRole and index.isValid() and not index.column():
            tick = self.has_tick(row)
            if tick is None:
                return None
            return (Qt.CheckState.Checked if tick else Qt.CheckState.Unchecked).value
        return super().data(index, role)

    def setData(self, index: _Index, value: Any, role: int = _Role.EditRole) -> bool:
        if role != _Role.CheckStateRole or self.has_tick(index.row()) is None:
            return False
        self.set_ticks(
            [range(index.row(), index.row() + 1)], on=Qt.CheckState(value) == Qt.CheckState.Checked
        )
        return True


_LEAST_SHARED = 1 / 3  # of the shorter name; with less, no difference is bold


class PairPlace(NamedTuple):
    """A document's name and folder in pieces, compared with those of another.

    ``alike``: the names are nearly equal; ``equal``: they are equal. ``shared`` counts the
    characters of the common beginning and end.
    """

    name: tuple[Run, ...]
    folder: tuple[Run, ...]
    alike: bool = False
    equal: bool = False
    shared: tuple[int, int] = (0, 0)


def places(
    one: Path, other: Path, below: Path | None = None, *, elsewhere: bool = False
) -> tuple[PairPlace, PairPlace]:
    """Return the places of two documents, in words that differ wherever their paths do.

    Paths of ``elsewhere`` documents are shown as their ids have them.
    """
    shown = part_elsewhere if elsewhere else printable
    names = _both(*(pieces_of(shown(path.name)) for path in (one, other)))
    alike = _alike(one, other, names)
    folders = [_folder(path.parent, below, shown) for path in (one, other)]
    if one.parent != other.parent and folders[0] == folders[1]:
        folders = [_whole(path.parent, shown) for path in (one, other)]
    parts = [_with_signs(folder) for folder in folders]
    equal, shared = one.name == other.name, in_common(shown(one.name), shown(other.name))
    found = [
        PairPlace(name, folder, alike, equal, shared)
        for name, folder in zip(names, _both(*parts), strict=True)
    ]
    return found[0], found[1]


def place(path: Path, below: Path | None = None, *, elsewhere: bool = False) -> PairPlace:
    shown = part_elsewhere if elsewhere else printable
    folder = "".join(_with_signs(_folder(path.parent, below, shown)))
    return PairPlace((Run(shown(path.name)),), (Run(folder),))


def _both(one: Sequence[str], other: Sequence[str]) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    mine, others = highlighted_difference(one, other), highlighted_difference(other, one)
    return tuple(run for run in mine if run.text), tuple(run for run in others if run.text)


def _alike(one: Path, other: Path, names: tuple[tuple[Run, ...], tuple[Run, ...]]) -> bool:
    if one.name == other.name:
        return True
    shared = sum(len(run.text) for run in names[0] if not run.tells)
    if one.suffix == other.suffix:
        shared -= len(one.suffix)
    return shared >= _LEAST_SHARED * min(len(one.stem), len(other.stem))


def _folder(folder: Path, below: Path | None, shown: Callable[[str], str]) -> list[str]:
    if below is None or not folder.is_relative_to(below):
        return _whole(folder, shown)
    inside = folder.relative_to(below).parts
    return [shown(part) for part in inside] if inside else [printable(below.name)]


def _whole(folder: Path, shown: Callable[[str], str]) -> list[str]:
    parts = folder.parts
    first = "".join(parts[:2]) if folder.anchor else parts[0] if parts else ""
    return [shown(part) for part in (first, *parts[2 if folder.anchor else 1 :])]


def _with_signs(parts: Sequence[str]) -> list[str]:
    return [piece for part in parts for piece in (PLACES, part)][1:]


def cut_name(of: PairPlace, font: QFont, width: float) -> str | None:
    """Return a name cut in its middle to a width, or None.

    None: the name fits, or only its runs can keep the distinguishing part in sight.
    """
    text, metrics = "".join(run.text for run in of.name), QFontMetricsF(font)
    if metrics.horizontalAdvance(text) <= width:
        return None
    cut = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, width)
    first, last = in_common(text, cut)
    begins, ends = of.shared
    return cut if of.equal or first > begins or last > ends else None


TWO_LINES, HEAD = 42, 28  # heights of a row of two lines, and of a section head
_MARGIN, _BOX, _GAP, _STAR, _BAR, _FIGURE, _SHORT = 12, 16, 14, 14, 42, 44, 90
_LINE = 18
_UPPER, _LOWER = 3, 21


class PairSide(NamedTuple):
    place: PairPlace
    detail: str = ""


class BadgeOf(NamedTuple):
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

    def before(self, column: int, font: QFont, model: PairModel) -> int:
        """Return the indent of a column's text, in pixels."""
        if column:
            return scaled(_MARGIN, font) // 2
        ticks = any(section.ticks for section in model.sections)
        return scaled(_MARGIN + _BOX + _GAP if ticks else _MARGIN + 6, font)

    @staticmethod
    def star_room(font: QFont) -> int:
        return scaled(_STAR + 6, font)

    def wanted(self, column: PairColumn, record: Any, font: QFont) -> int:
        """Return the full width of a cell's text in pixels, without margins."""
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
        model, font = index.model(), option.font
        height = scaled(TWO_LINES, font)
        if not isinstance(model, PairModel) or (record := model.record(index.row())) is None:
            return QSize(0, height)
        column = index.column()
        words = self.wanted(model.columns[column], record, font)
        return QSize(words + self.before(column, font, model) + self.margin(font), height)

    @staticmethod
    def margin(font: QFont) -> int:
        return scaled(_MARGIN, font)

    @staticmethod
    def box(rect: QRect, font: QFont) -> QRect:
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
    small = font_like(font, 12)
    metrics = QFontMetricsF(small)
    if metrics.horizontalAdvance(text) <= inner.width():
        paint_line(painter, inner, text, small, ink)
        return
    first = _first_line(text, metrics, inner.width())
    paint_line(painter, _upper(inner, font), text[:first], small, ink)
    paint_line(painter, _lower(inner, font), text[first:].lstrip(), small, ink)


def _first_line(text: str, metrics: QFontMetricsF, width: float) -> int:
    fits = next(
        (at for at in range(len(text), 0, -1) if metrics.horizontalAdvance(text[:at]) <= width), 1
    )
    space = text.rfind(" ", 0, fits + 1)
    return space if space > 0 else fits


_SIGNS = {Tone.WARNING: "triangle-alert", Tone.SAFE: "shield-check", Tone.PLAIN: "info"}


class SectionHead(QWidget):
    asked = Signal()

    def __init__(self, section: PairSection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._section = section
        self.setAccessibleName(section.title)
        self.setToolTip(section.title)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, scaled(16, self.font()), 0)
        row.addStretch(1)
        self.link = _LinkButton(section.action, self)
        self.link.setVisible(bool(section.action))
        self.link.clicked.connect(self.asked)
        row.addWidget(self.link)

    def sizeHint(self) -> QSize:
        return QSize(1, scaled(HEAD, self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        found, font = colours_of(self.palette()), self.font()
        tone, whole = self._section.tone, QRectF(self.rect())
        painter = QPainter(self)
        ground = found.warning_ground if tone is Tone.WARNING else found.alternate
        painter.fillRect(whole, ground)
        painter.fillRect(QRectF(0, whole.bottom() - 1, whole.width(), 1), found.faint)
        inks = {Tone.WARNING: found.warning, Tone.SAFE: found.safe, Tone.PLAIN: found.text}
        ink = inks[tone]
        sign = QRectF(scaled(12, font), 0, scaled(15, font), whole.height())
        paint_icon(painter, _SIGNS[tone], sign, ink)
        left = sign.right() + scaled(9, font)
        end = self.link.x() - scaled(8, font) if self._section.action else whole.right()
        place = QRectF(left, 0, max(0.0, end - left), whole.height())
        paint_line(painter, place, self._section.title, font_like(font, 13, bold=True), ink)


class _LinkButton(QPushButton):
    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self.setAutoDefault(False)
        self.setFlat(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def _small(self) -> QFont:
        return font_like(self.font(), 12)

    def sizeHint(self) -> QSize:
        width = QFontMetricsF(self._small()).horizontalAdvance(self.text())
        return QSize(round(width) + scaled(10, self.font()), scaled(24, self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        found, font = colours_of(self.palette()), self._small()
        font.setUnderline(self.underMouse() or self.isDown())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = QRectF(self.rect()).adjusted(scaled(5, self.font()), 0, 0, 0)
        paint_line(painter, place, self.text(), font, found.accent)
        if self.hasFocus():
            painter.setPen(QPen(found.accent, 1.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)


_SHARING = PairPart.GOES, PairPart.STAYS
_MEASURED_AT_FIRST = 60


class PairList(QTableView):
    """Shows a ``PairModel``; whole rows are selected, Space toggles their check boxes.

    Both document columns share the width. ``asked`` carries the record to compare.
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
        self.clearSpans()
        self.pairs.set_columns(columns, tooltip)
        self._wanted = [0] * len(self.pairs.columns)
        self._share()

    def show_sections(self, sections: Iterable[PairSection]) -> None:
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
        action = QAction(text, self)
        action.setShortcut(keys)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(slot)
        self.addAction(action)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def chosen_spans(self) -> list[range]:
        spans = self.selectionModel().selection()  # selectedRows() creates an index for each
        found = (spans.at(number) for number in range(spans.size()))
        return sorted({range(one.top(), one.bottom() + 1) for one in found}, key=min)

    @Slot()
    def ask_for_current(self) -> None:
        self._ask_for(self.currentIndex())

    @Slot(QModelIndex)
    def _ask_for(self, index: QModelIndex) -> None:
        record = self.pairs.record(index.row()) if index.isValid() else None
        if record is not None:
            self.asked.emit(record)

    def _ask_in(self, section: PairSection) -> None:
        row = self.currentIndex().row()
        if row < 0 or self.pairs.section_of(row) is not section:
            row = self.pairs.first_row(section)
            self.selectRow(row)
        self._ask_for(self.pairs.index(row, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
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

    def _set_heights(self) -> None:
        self.verticalHeader().setDefaultSectionSize(scaled(TWO_LINES, self.font()))
        for row, _ in self.pairs.heads():
            self.setRowHeight(row, scaled(HEAD, self.font()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._wanted = [0] * len(self.pairs.columns)
        self._look_again()
        self._share()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._wanted = [0] * len(self.pairs.columns)
            self._set_heights()
            self._look_again()

    @Slot()
    def _look_again(self) -> None:
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
    def __init__(self, delegate: PairDelegate, parent: PairList) -> None:
        super().__init__(parent)
        self._delegate = delegate
        self._list = parent
        self.setFixedHeight(scaled(HEAD, self.font()))

    def width_of(self, title: str) -> int:
        metrics = QFontMetricsF(font_like(self.font(), 12))
        return round(metrics.horizontalAdvance(title)) + 2

    def sectionSizeFromContents(self, logicalIndex: int) -> QSize:  # noqa: N803 - Qt's own name
        column, font = self._list.pairs.columns[logicalIndex], self.font()
        before = self._delegate.before(logicalIndex, font, self._list.pairs)
        width = before + self.width_of(column.title()) + self._delegate.margin(font)
        return QSize(width, scaled(HEAD, font))

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N803 - Qt's own name
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
