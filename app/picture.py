"""PairPicture: the pairs by distance and similarity, with both thresholds as lines."""

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QPolygonF,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QToolTip, QWidget

from simcore.grouping.pairs import BAND_PERCENT, BANDS, PairCell, PairDensity, PairLane, PairSort
from simcore.model.config import (
    CLASSIC_DISTANCE,
    DEFAULT_DISTANCE,
    DEFAULT_SIMILARITY,
    GREATEST_DISTANCE,
    LEAST_SIMILARITY,
    Thresholds,
)

from .i18n import listed, translate
from .style import colours_of, font_like, mixed, readable
from .widgets.basic import ViewKey
from .wording import count_text, percent_text


@dataclass(frozen=True, slots=True)
class PairPlan:
    """The middle, with distances across, and lanes beside it, all as many bands high.

    ``middle`` is the rectangle of the distances 0 to ``reach``; ``lanes`` are those without a
    distance, by number.
    """

    middle: QRectF
    lanes: Sequence[tuple[int, QRectF]]
    reach: int

    @property
    def column(self) -> float:
        return self.middle.width() / (self.reach + 1)

    @property
    def band(self) -> float:
        return self.middle.height() / BANDS

    def cell(self, distance: int, band: int) -> QRectF:
        left = self.middle.left() + distance * self.column
        return QRectF(left, self._top(band), self.column, self.band)

    def lane_cell(self, lane: QRectF, band: int) -> QRectF:
        return QRectF(lane.left(), self._top(band), lane.width(), self.band)

    def x(self, distance: int) -> float:
        """Return the line of a greatest distance: behind the cells that it shows."""
        return self.middle.left() + (distance + 1) * self.column

    def y(self, percent: int) -> float:
        """Return the line of a least similarity: below what it shows."""
        return self.middle.bottom() - percent / BAND_PERCENT * self.band

    def distance_at(self, x: float) -> int:
        """Return the greatest distance whose line is nearest; it may be out of range."""
        return round((x - self.middle.left()) / self.column) - 1

    def percent_at(self, y: float) -> int:
        """Return the least similarity whose line is nearest; it may be out of range."""
        return round((self.middle.bottom() - y) / self.band * BAND_PERCENT)

    def position_at(self, point: QPointF) -> tuple[int | None, int, int] | None:
        """Return lane (None: the middle), distance and band at a point; None outside all cells."""
        band = int((self.middle.bottom() - point.y()) // self.band)
        if not 0 <= band < BANDS:
            return None
        if self.middle.left() <= point.x() < self.middle.right():
            distance = int((point.x() - self.middle.left()) // self.column)
            return None, min(distance, self.reach), band
        for lane, position in self.lanes:
            if position.left() <= point.x() < position.right():
                return lane, 0, band
        return None

    def _top(self, band: int) -> float:
        return self.middle.bottom() - (band + 1) * self.band


_TICK = 5
_PERCENTS = (0, 50, 100)


def axis_marks(reach: int, suggested: int) -> list[tuple[int, str, bool]]:
    """Return distances with words, and whether they have an arrow; the most important first."""
    marks = [
        (suggested, translate("pair_axes", "{bits} bits, suggested").format(bits=suggested), True)
    ]
    if CLASSIC_DISTANCE not in {suggested, reach}:
        classic = translate("pair_axes", "{bits} classic").format(bits=CLASSIC_DISTANCE)
        marks.append((CLASSIC_DISTANCE, classic, True))
    marks.append((0, translate("pair_axes", "0 bits"), False))
    step = 4 if reach <= 64 else 16
    marks += [(bits, str(bits), False) for bits in range(step, reach + 1, step)]
    return marks


def paint_axes(
    painter: QPainter,
    plan: PairPlan,
    marks: Sequence[tuple[int, str, bool]],
    titles: Sequence[tuple[str, QRectF]],
    palette: QPalette,
) -> None:
    """Paint frames, marks and words; words that would touch others are left out."""
    text = palette.color(QPalette.ColorRole.WindowText)
    quiet = palette.color(QPalette.ColorRole.Mid)
    metrics = QFontMetricsF(painter.font())
    bottom = plan.middle.bottom()
    row = QRectF(0, bottom + _TICK + 1, 0, metrics.height())
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(quiet, 1))
    for frame in [plan.middle, *(position for _, position in titles)]:
        painter.drawRect(frame.adjusted(-0.5, -0.5, 0.5, 0.5))
    accent = colours_of(palette).accent
    painter.setPen(text)
    painter.setBrush(text)
    taken: list[QRectF] = []
    for title, frame in titles:
        position = QRectF(frame.left(), row.top(), frame.width(), row.height())
        painter.drawText(position, Qt.AlignmentFlag.AlignCenter, title)
        taken.append(position)
    for value, words, arrow in marks:
        painter.setPen(accent if arrow else text)
        painter.setBrush(accent if arrow else text)
        _paint_mark(painter, plan, (value, words, arrow), row, taken)
    painter.setPen(text)
    for percent in _PERCENTS:
        words = percent_text(percent / 100)
        wide = metrics.horizontalAdvance(words)
        left = min([plan.middle.left(), *(frame.left() for _, frame in titles)])
        y = plan.y(percent) - metrics.height() / 2
        y = min(max(y, plan.middle.top() - 3), bottom - metrics.height() + 3)
        painter.drawText(QPointF(left - wide - 5, y + metrics.ascent()), words)


def _paint_mark(
    painter: QPainter,
    plan: PairPlan,
    mark: tuple[int, str, bool],
    row: QRectF,
    taken: list[QRectF],
) -> None:
    value, words, arrow = mark
    x, y = plan.x(value), plan.middle.bottom() + 1
    if arrow:
        corners = [QPointF(x, y), QPointF(x - 4, y + _TICK), QPointF(x + 4, y + _TICK)]
        painter.drawPolygon(QPolygonF(corners))
    else:
        painter.drawLine(QPointF(x, y), QPointF(x, y + 2))
    wide = QFontMetricsF(painter.font()).horizontalAdvance(words) + 2
    left = min(max(x - wide / 2, plan.middle.left()), plan.middle.right() - wide)
    position = QRectF(left, row.top(), wide, row.height())
    if not any(position.adjusted(-6, 0, 6, 0).intersects(other) for other in taken):
        painter.drawText(position, Qt.AlignmentFlag.AlignCenter, words)
        taken.append(position)


@dataclass(frozen=True, slots=True)
class PairColours:
    """A colour for each sort of pair; each sort also has a shape or a lane of its own.

    ``line`` is that of the thresholds, ``inside`` the background of shown pairs.
    """

    copies: QColor
    near: QColor
    numbers: QColor
    part: QColor
    unlike: QColor
    line: QColor
    inside: QColor


_LIGHT = "#1a7445", "#1b5aa3", "#9a4a06", "#583690"
_DARK = "#4fbf83", "#86c1fb", "#f0b476", "#cfbaf4"


def pair_colours(palette: QPalette) -> PairColours:
    found = colours_of(palette)
    copies, near, numbers, part = map(QColor, _DARK if found.dark else _LIGHT)
    inside = mixed(near, found.base, 0.12)
    unlike = readable(found.edge, (found.base, inside), ratio=3.0)
    return PairColours(copies, near, numbers, part, unlike=unlike, line=found.text, inside=inside)


_FAINTEST = 0.35


def shade(count: int, most: int) -> float:
    """Return the strength of a mark, from 0.35 for one pair to 1 for the fullest cell.

    It is logarithmic: one cell may have a thousand times the pairs of another.

    >>> shade(1, 1), shade(1, 1000), shade(1000, 1000)
    (1.0, 0.35, 1.0)
    """
    if most <= 1:
        return 1.0
    return _FAINTEST + (1 - _FAINTEST) * math.log(count) / math.log(most)


def paint_block(painter: QPainter, position: QRectF, colour: QColor, strength: float) -> None:
    painter.fillRect(_inner(position), _shaded(colour, strength))


def paint_lozenge(
    painter: QPainter, position: QRectF, colour: QColor, strength: float, edge: QColor
) -> None:
    """Paint a lozenge with an edge in the middle of a cell, over its contents."""
    height = max(position.height(), 7.0) / 2
    width = min(height * 1.6, max(position.width() / 2, 3.0))
    middle = position.center()
    painter.setPen(QPen(edge, 1))
    painter.setBrush(_shaded(colour, max(strength, 0.7)))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)  # noqa: FBT003 - Qt's own
    corners = [(-width, 0.0), (0.0, -height), (width, 0.0), (0.0, height)]
    painter.drawPolygon(QPolygonF([middle + QPointF(x, y) for x, y in corners]))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # noqa: FBT003


def paint_box(painter: QPainter, position: QRectF, colour: QColor, strength: float) -> None:
    painter.setPen(QPen(_shaded(colour, strength), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(_inner(position).adjusted(0.5, 0.5, -0.5, -0.5))


def paint_stripes(painter: QPainter, position: QRectF, colour: QColor, strength: float) -> None:
    inner = _inner(position)
    stripe = _shaded(colour, strength)
    x = inner.left()
    while x < inner.right():
        painter.fillRect(
            QRectF(x, inner.top(), min(2.0, inner.right() - x), inner.height()), stripe
        )
        x += 4.0


def _inner(position: QRectF) -> QRectF:
    gap = 1.0 if position.width() > 6 else 0.5
    return position.adjusted(0, 0, -gap, -1.0)


def _shaded(colour: QColor, strength: float) -> QColor:
    shaded = QColor(colour)
    shaded.setAlphaF(strength)
    return shaded


class PairCells:
    """The cells of a density: counts of pairs, and cached pictures."""

    def __init__(self) -> None:
        self.density: PairDensity | None = None
        self._counts: dict[PairCell, dict[PairSort, int]] = {}
        self._counted_for: tuple[object, ...] = ()
        self._images: tuple[object, QPixmap, QPixmap] | None = None

    def counts(self, thresholds: Thresholds) -> dict[PairCell, dict[PairSort, int]]:
        key = self._key(thresholds)
        if self._counted_for != key:
            self._counted_for = key
            self._counts = defaultdict(dict)
            if self.density is not None:
                for cell, sort, count in self.density.counts(thresholds):
                    self._counts[cell][sort] = count
        return self._counts

    def _key(self, thresholds: Thresholds) -> tuple[object, ...]:
        if self.density is None:
            return (None,)
        return self.density, thresholds.similarity, self.density.parts_beyond(thresholds)

    def images(
        self, plan: PairPlan, thresholds: Thresholds, palette: QPalette, size: QSize, ratio: float
    ) -> tuple[QPixmap, QPixmap]:
        """Return pictures of pairs and of compared non-pairs, cached until something changes."""
        colours = pair_colours(palette)
        base = palette.color(QPalette.ColorRole.Base)
        key = (self._key(thresholds), plan, size.toTuple(), ratio, colours, base.rgba())
        if self._images is None or self._images[0] != key:
            images = QPixmap(size * ratio), QPixmap(size * ratio)
            for image in images:
                image.setDevicePixelRatio(ratio)
                image.fill(Qt.GlobalColor.transparent)
            with QPainter(images[0]) as pairs, QPainter(images[1]) as unlike:
                self._paint(pairs, unlike, plan, thresholds, palette)
            self._images = key, *images
        return self._images[1:]

    def _paint(
        self,
        painter: QPainter,
        beside: QPainter,
        plan: PairPlan,
        thresholds: Thresholds,
        palette: QPalette,
    ) -> None:
        colours, base = pair_colours(palette), palette.color(QPalette.ColorRole.Base)
        lanes = dict(plan.lanes)
        counts = self.counts(thresholds)
        most = max((sum(sorts.values()) for sorts in counts.values()), default=1)
        for cell, sorts in counts.items():
            if cell.lane == PairLane.MIDDLE:
                position = plan.cell(cell.distance, cell.band)
            else:
                position = plan.lane_cell(lanes[cell.lane], cell.band)
            if cell.lane == PairLane.COPIES:
                _paint_copies(painter, position, sorts, colours, most)
                continue
            for sort, count in sorted(sorts.items()):
                strength = shade(count, most)
                if sort is PairSort.NUMBERS_ONLY:
                    paint_lozenge(painter, position, colours.numbers, strength, base)
                elif sort is PairSort.UNLIKE:
                    paint_box(beside, position, colours.unlike, strength)
                elif cell.lane == PairLane.PARTS:
                    paint_stripes(painter, position, colours.part, strength)
                else:
                    paint_block(painter, position, colours.near, strength)


def _paint_copies(
    painter: QPainter,
    position: QRectF,
    sorts: dict[PairSort, int],
    colours: PairColours,
    most: int,
) -> None:
    """Paint identical documents to the left, those with the same text to the right."""
    half = position.width() / 2
    for sort, count in sorts.items():
        left = sort is PairSort.IDENTICAL
        part = position.adjusted(0 if left else half, 0, -half if left else 0, 0)
        paint = paint_block if left else paint_stripes
        paint(painter, part, colours.copies, shade(count, most))


_WHOLE = 100


def sort_texts() -> list[str]:
    return [
        translate("pair_words", "identical"),
        translate("pair_words", "same text"),
        translate("pair_words", "similar or same words"),
        translate("pair_words", "numbers only"),
        translate("pair_words", "compared, not similar"),
    ]


def lane_text(lane: int) -> str:
    return [
        translate("pair_words", "Copies"),
        "",
        translate("pair_words", "Short"),
        translate("pair_words", "Parts"),
    ][lane]


def legend_explained() -> str:
    return translate(
        "pair_words",
        "Every two documents that were compared, by the distance of their fingerprints and by "
        "their similarity. The stronger the shade, the more pairs.\n"
        "Copies: documents of equal text; one pair for each copy.\n"
        "Short: texts whose distance means little; only the similarity decides.\n"
        "Parts: most of one document stands in the other, clearly longer one; what the lines do "
        "not show as similar is shown as a part, at any similarity and distance.\n"
        "Compared, not similar: proposed by fingerprints or passages, compared exactly and "
        "rejected. No threshold shows them.",
    )


def cell_text(cell: PairCell, sorts: Mapping[PairSort, int]) -> str:
    least = cell.band * BAND_PERCENT
    if least >= _WHOLE:
        alike = translate("pair_words", "similarity 100 %")
    else:
        alike = translate("pair_words", "similarity {least} to {most}").format(
            least=percent_text(least / _WHOLE), most=percent_text((least + BAND_PERCENT) / _WHOLE)
        )
    title = lane_text(cell.lane)
    place = (
        translate("pair_words", "{lane}, {similarity}").format(lane=title, similarity=alike)
        if title
        else translate("pair_words", "distance {bits}, {similarity}").format(
            bits=count_text(cell.distance), similarity=alike
        )
    )
    total = sum(sorts.values())
    if not total:
        return translate("pair_words", "{place}: no pairs").format(place=place)
    pattern = (
        translate("pair_words", "{place}: 1 pair")
        if total == 1
        else translate("pair_words", "{place}: {count} pairs")
    )
    words = pattern.format(place=place, count=count_text(total))
    names = sort_texts()
    pattern = translate("pair_words", "{count} {sort}", "such as: 5 identical")
    each = [pattern.format(count=count_text(sorts[one]), sort=names[one]) for one in sorted(sorts)]
    click = translate("pair_words", "Click to show one, click again for the next")
    return f"{words}\n{listed(each)}\n{click}"


LINE_WIDTH = 13
"""The width of the strip that reacts to the pointer, in pixels; odd, to centre the line."""


class ThresholdLine(QAbstractSlider):
    """A slider in the form of a line: upright and moved sideways, or level and moved up and down.

    ``value_at`` returns the value at a point of the parent; the parent places the line.
    """

    def __init__(
        self,
        orientation: Qt.Orientation,
        value_at: Callable[[QPoint], int],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._value_at = value_at
        self._shift = QPoint()
        self.colour = QColor()
        self.setOrientation(orientation)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        sideways = orientation is Qt.Orientation.Horizontal
        self.setCursor(Qt.CursorShape.SplitHCursor if sideways else Qt.CursorShape.SplitVCursor)

    def view_keys(self) -> list[ViewKey]:
        return [
            ViewKey(
                ("Left", "Right", "Up", "Down", "PgUp", "PgDown", "Home", "End"),
                self.tr("Move the line"),
            )
        ]

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._shift = event.position().toPoint() - self.rect().center()
        self.setSliderDown(True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            position = self.mapToParent(event.position().toPoint() - self._shift)
            self.setSliderPosition(self._value_at(position))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.rect().toRectF().center()
        focused = self.hasFocus() or self.isSliderDown()
        thick = 3.0 if focused else 2.0
        side = float(LINE_WIDTH)
        if self.orientation() is Qt.Orientation.Horizontal:
            line = QRectF(middle.x() - thick / 2, 0, thick, self.height())
            handle = QRectF(middle.x() - side / 2, self.height() * 0.8 - side / 2, side, side)
        else:
            line = QRectF(0, middle.y() - thick / 2, self.width(), thick)
            handle = QRectF(self.width() * 0.88 - side / 2, middle.y() - side / 2, side, side)
        painter.fillRect(line, self.colour)
        colours = colours_of(self.palette())
        painter.setBrush(colours.base)
        painter.setPen(QPen(colours.accent, 3 if focused else 2))
        painter.drawEllipse(handle.adjusted(1.5, 1.5, -1.5, -1.5))


_DIM = 0.5
_MARGIN = 4
_LEAST_BAND, _USUAL_BAND = 4, 5
"""Height of a band in pixels."""


class PairPicture(QWidget):
    """Shows a ``PairDensity``; both lines are sliders, for mouse and keyboard.

    ``pair_chosen`` carries the ids of two documents of the clicked cell; a second click gives the
    next pair of that cell. The values belong to ``distance_line`` and, in percent, to
    ``similarity_line``.
    """

    pair_chosen = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._contained = True
        self._cells = PairCells()
        self._clicked: tuple[PairCell | None, int] = (None, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(self.tr("Picture of the pairs"))
        self.setMouseTracking(True)

        self.similarity_line = ThresholdLine(
            Qt.Orientation.Vertical, lambda at: self.plan().percent_at(at.y()), self
        )
        self.similarity_line.setAccessibleName(self.tr("Least similarity in percent, line"))
        self.similarity_line.setRange(round(LEAST_SIMILARITY * 100), 100)
        self.similarity_line.setPageStep(10)
        self.similarity_line.setValue(round(DEFAULT_SIMILARITY * 100))
        self.distance_line = ThresholdLine(
            Qt.Orientation.Horizontal, lambda at: self.plan().distance_at(at.x()), self
        )
        self.distance_line.setAccessibleName(self.tr("Greatest distance in bits, line"))
        self.distance_line.setRange(0, GREATEST_DISTANCE)
        self.distance_line.setPageStep(4)
        self.distance_line.setValue(DEFAULT_DISTANCE)
        for line in (self.similarity_line, self.distance_line):
            line.valueChanged.connect(self.place_lines)
        self.setFont(font_like(self.font(), 11))
        self._colour_lines()

    @property
    def pairs(self) -> PairDensity | None:
        return self._cells.density

    def set_pairs(self, density: PairDensity | None) -> None:
        self._cells.density = density
        self._clicked = (None, 0)
        self.place_lines()
        if density is None:
            words = self.tr("No pairs are known yet")
        else:
            count = len(density.columns.left)
            one = self.tr("1 pair by distance and similarity")
            many = self.tr("{0} pairs by distance and similarity")
            words = one if count == 1 else many.format(count)
        self.setAccessibleDescription(words)

    def set_contained(self, contained: bool) -> None:  # noqa: FBT001 - a slot
        self._contained = contained
        self.update()

    def histograms(self) -> tuple[list[int], list[int]]:
        """Return the number of pairs by distance, and by percent of similarity from the least.

        Without copies, which every threshold shows. Both are empty without pairs.
        """
        density = self._cells.density
        return ([], []) if density is None else density.histograms(self.similarity_line.minimum())

    def suggested(self) -> int:
        return DEFAULT_DISTANCE if self._cells.density is None else self._cells.density.suggested

    def set_reach(self, distance: int) -> None:
        self.distance_line.setMaximum(distance)
        self.place_lines()

    @property
    def _thresholds(self) -> Thresholds:
        return Thresholds(self.distance_line.value(), self.similarity_line.value() / 100)

    def sizeHint(self) -> QSize:
        return QSize(600, self._height(_USUAL_BAND))

    def minimumSizeHint(self) -> QSize:
        return QSize(320, self._height(_LEAST_BAND))

    def _height(self, band: int) -> int:
        return _MARGIN + band * BANDS + self.fontMetrics().height() + 8

    def plan(self) -> PairPlan:
        metrics = self.fontMetrics()
        left = metrics.horizontalAdvance("100 %") + 10
        top = float(_MARGIN)
        height = self.height() - top - metrics.height() - 8
        lanes: list[tuple[int, QRectF]] = []
        density = self._cells.density
        there = [] if density is None else [int(lane) for lane in density.lanes()]
        right = float(self.width() - LINE_WIDTH // 2 - 1)
        for lane in (PairLane.PARTS, PairLane.SHORT):
            if lane in there:
                wide = metrics.horizontalAdvance(lane_text(lane)) + 8.0
                right -= wide
                lanes.append((lane, QRectF(right, top, wide, height)))
                right -= 8
        start = float(left)
        if PairLane.COPIES in there:
            wide = metrics.horizontalAdvance(lane_text(PairLane.COPIES)) + 8.0
            lanes.append((PairLane.COPIES, QRectF(start, top, wide, height)))
            start += wide + 8
        middle = QRectF(start, top, max(right - start, 40.0), height)
        return PairPlan(middle, lanes, self.distance_line.maximum())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_lines()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            self._colour_lines()
            self.place_lines()

    @Slot()
    def place_lines(self) -> None:
        plan = self.plan()
        half = LINE_WIDTH // 2
        x = round(plan.x(self.distance_line.value()))
        y = round(plan.y(self.similarity_line.value()))
        top, height = round(plan.middle.top()), round(plan.middle.height())
        self.distance_line.setGeometry(x - half, top, LINE_WIDTH, height)
        beside = [lane for kind, lane in plan.lanes if kind != PairLane.COPIES]
        first = round(min(lane.left() for lane in (plan.middle, *beside)))
        last = round(max(lane.right() for lane in (plan.middle, *beside)))
        self.similarity_line.setGeometry(first, y - half, last - first, LINE_WIDTH)
        self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            words = self.words_at(event.pos())
            if words:
                QToolTip.showText(event.globalPos(), words, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def words_at(self, position: QPoint) -> str:
        cell = self._cell_at(position)
        if cell is None:
            return ""
        counts = self._cells.counts(self._thresholds)
        words = cell_text(cell, counts.get(cell, {}))
        if cell in counts and not self._is_inside(cell):
            words += "\n" + self.tr("Not shown below now")
        return words

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_at(event.position().toPoint())
        density = self._cells.density
        if event.button() is not Qt.MouseButton.LeftButton or cell is None or density is None:
            return
        rows = density.pairs_in(cell, self._thresholds)
        if len(rows):
            before, number = self._clicked
            number = number + 1 if cell == before else 0
            self._clicked = cell, number
            row = int(rows[number % len(rows)])
            columns = density.columns
            self.pair_chosen.emit(int(columns.left[row]), int(columns.right[row]))

    def _cell_at(self, position: QPoint) -> PairCell | None:
        found = self.plan().position_at(position.toPointF())
        if found is None or self._cells.density is None:
            return None
        lane, distance, band = found
        return PairCell(PairLane(PairLane.MIDDLE if lane is None else lane), distance, band)

    def _is_inside(self, cell: PairCell) -> bool:
        if cell.lane == PairLane.PARTS:
            return self._contained
        if cell.lane == PairLane.COPIES:
            return True
        sorts = self._cells.counts(self._thresholds).get(cell, ())
        unlike = set(sorts) == {PairSort.UNLIKE}
        alike = (cell.band + 1) * BAND_PERCENT > self.similarity_line.value()
        near = cell.lane == PairLane.SHORT or cell.distance <= self.distance_line.value()
        return alike and near and not unlike

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        palette, plan = self.palette(), self.plan()
        colours = pair_colours(palette)
        whole = QRegion(plan.middle.toAlignedRect())
        for _, position in plan.lanes:
            whole += position.toAlignedRect()
        inside = self._inside(plan)
        base = palette.color(QPalette.ColorRole.Base)
        ratio = self.devicePixelRatioF()
        pairs, unlike = self._cells.images(plan, self._thresholds, palette, self.size(), ratio)
        painter.save()
        painter.setClipRegion(whole)
        painter.fillRect(self.rect(), base)
        painter.setClipRegion(inside)
        painter.fillRect(self.rect(), colours.inside)
        painter.drawPixmap(0, 0, pairs)
        painter.setClipRegion(whole - inside)
        painter.setOpacity(_DIM)
        painter.drawPixmap(0, 0, pairs)
        painter.restore()
        painter.drawPixmap(0, 0, unlike)
        marks = axis_marks(plan.reach, self.suggested())
        titles = [(lane_text(lane), position) for lane, position in plan.lanes]
        paint_axes(painter, plan, marks, titles, palette)

    def _inside(self, plan: PairPlan) -> QRegion:
        x, y = plan.x(self.distance_line.value()), plan.y(self.similarity_line.value())
        near = QRectF(plan.middle)
        near.setRight(x)
        near.setBottom(y)
        region = QRegion(near.toAlignedRect() & plan.middle.toAlignedRect())
        for lane, position in plan.lanes:
            shown = QRectF(position)
            if lane == PairLane.SHORT:
                shown.setBottom(y)
            elif lane == PairLane.PARTS:
                shown.setTop(position.top() if self._contained else position.bottom())
            region += shown.toAlignedRect()
        return region

    def _colour_lines(self) -> None:
        for line in (self.similarity_line, self.distance_line):
            line.colour = pair_colours(self.palette()).line
            line.update()


_Paint = Callable[[QPainter, QRectF, QColor, float], None]

_WIDE, _HIGH = 14.0, 9.0
_BETWEEN = 5


class PairLegend(QWidget):
    """One row: a mark and a word for each sort of pair; the tooltip explains them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFont(font_like(self.font(), 12))
        self.setToolTip(legend_explained())
        self.setAccessibleName(self.tr("Legend of the picture"))
        self.setAccessibleDescription(legend_explained())

    def words(self) -> list[str]:
        identical, same_text, near, numbers, unlike = sort_texts()
        part = translate("pair_words", "part")
        return [identical, same_text, near, numbers, part, unlike]

    def hint(self) -> str:
        return self.tr("Drag a line, or point at a cell to see its pairs")

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        wide = sum(metrics.horizontalAdvance(word) + self._beside() for word in self.words())
        return QSize(wide, metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def _beside(self) -> int:
        return int(_WIDE) + _BETWEEN + 2 * self.fontMetrics().averageCharWidth()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        palette = self.palette()
        colours, metrics = pair_colours(palette), self.fontMetrics()
        window = palette.color(QPalette.ColorRole.Window)
        x, top = 0.0, (self.height() - _HIGH) / 2
        baseline = (self.height() + metrics.ascent() - metrics.descent()) / 2
        marks: tuple[tuple[_Paint, QColor], ...] = (
            (paint_block, colours.copies),
            (paint_stripes, colours.copies),
            (paint_block, colours.near),
            (partial(paint_lozenge, edge=window), colours.numbers),
            (paint_stripes, colours.part),
            (paint_box, colours.unlike),
        )
        for (paint, colour), word in zip(marks, self.words(), strict=True):
            paint(painter, QRectF(x, top, _WIDE, _HIGH), colour, 1.0)
            painter.setPen(palette.color(QPalette.ColorRole.WindowText))
            painter.drawText(round(x + _WIDE + _BETWEEN), round(baseline), word)
            x += metrics.horizontalAdvance(word) + self._beside()
        wide = metrics.horizontalAdvance(self.hint())
        if x + wide <= self.width():
            painter.setPen(colours_of(palette).muted)
            painter.drawText(self.width() - wide, round(baseline), self.hint())
