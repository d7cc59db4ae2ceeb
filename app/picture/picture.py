"""PairPicture: the pairs by distance and similarity, and both thresholds as lines on them."""

import typing

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from simcore import (
    BAND_PERCENT,
    BANDS,
    DEFAULT_DISTANCE,
    DEFAULT_SIMILARITY,
    GREATEST_DISTANCE,
    LEAST_SIMILARITY,
    PairCell,
    PairLane,
)

from ..looks.measures import font_like
from .axes import axis_marks, paint_axes
from .cells import PairCells, Thresholds
from .colours import pair_colours
from .plan import PairPlan
from .threshold_line import LINE_WIDTH, ThresholdLine
from .words import cell_text, lane_text

if typing.TYPE_CHECKING:  # it needs NumPy, and there is none before the first report
    from simcore import PairDensity


_DIM = 0.5
_MARGIN = 4
_LEAST_BAND, _USUAL_BAND = 4, 5
"""Height of a band in pixels."""


class PairPicture(QWidget):
    """Shows a ``PairDensity``; both lines are sliders, reached by mouse and by keyboard.

    ``pair_chosen`` carries the ids of two documents of the cell that was clicked; a second click
    gives the next pair of that cell. The values belong to ``distance_line`` and, in percent, to
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

        self.similarity_line = ThresholdLine(Qt.Orientation.Vertical, self._percent_at, self)
        self.similarity_line.setAccessibleName(self.tr("Least similarity in percent, line"))
        self.similarity_line.setRange(round(LEAST_SIMILARITY * 100), 100)
        self.similarity_line.setPageStep(10)
        self.similarity_line.setValue(round(DEFAULT_SIMILARITY * 100))
        self.distance_line = ThresholdLine(Qt.Orientation.Horizontal, self._distance_at, self)
        self.distance_line.setAccessibleName(self.tr("Greatest distance in bits, line"))
        self.distance_line.setRange(0, GREATEST_DISTANCE)
        self.distance_line.setPageStep(4)
        self.distance_line.setValue(DEFAULT_DISTANCE)
        for line in (self.similarity_line, self.distance_line):
            line.valueChanged.connect(self.place_lines)
        self.setFont(font_like(self.font(), 11))
        self._colour_lines()

    # ---- what is shown

    @property
    def pairs(self) -> "PairDensity | None":
        """The pairs shown; None if none are known."""
        return self._cells.density

    def set_pairs(self, density: "PairDensity | None") -> None:
        """Show the pairs of a report; None shows that none are known."""
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
        """Show or hide the parts of other documents."""
        self._contained = contained
        self.update()

    def histograms(self) -> tuple[list[int], list[int]]:
        """Return how many pairs each distance has, and each percent of similarity from the least.

        Copies are left out, of which every threshold shows all. Both are empty without pairs.
        """
        density = self._cells.density
        return ([], []) if density is None else density.histograms(self.similarity_line.minimum())

    def suggested(self) -> int:
        """Return the distance that has the mark of the suggestion."""
        return DEFAULT_DISTANCE if self._cells.density is None else self._cells.density.suggested

    def set_reach(self, distance: int) -> None:
        """Let the axis end at a distance."""
        self.distance_line.setMaximum(distance)
        self.place_lines()

    @property
    def _thresholds(self) -> Thresholds:
        return self.similarity_line.value(), self.distance_line.value()

    # ---- geometry

    def sizeHint(self) -> QSize:
        """Return a height at which bands are five pixels high."""
        return QSize(600, self._height(_USUAL_BAND))

    def minimumSizeHint(self) -> QSize:
        """Return a height at which bands are four pixels high."""
        return QSize(320, self._height(_LEAST_BAND))

    def _height(self, band: int) -> int:
        return _MARGIN + band * BANDS + self.fontMetrics().height() + 8

    def plan(self) -> PairPlan:
        """Return where lanes and cells are at the present size."""
        metrics = self.fontMetrics()
        left = metrics.horizontalAdvance("100 %") + 10
        top = float(_MARGIN)
        height = self.height() - top - metrics.height() - 8
        lanes: list[tuple[int, QRectF]] = []
        there = (
            []
            if self._cells.density is None
            else [int(lane) for lane in self._cells.density.lanes()]
        )
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
        return PairPlan(middle, lanes, self.distance_line.maximum(), BANDS, BAND_PERCENT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move the lines to their positions at the new size."""
        super().resizeEvent(event)
        self.place_lines()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette and the font."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            self._colour_lines()
            self.place_lines()

    @Slot()
    def place_lines(self) -> None:
        """Move both lines to the positions of their values."""
        plan = self.plan()
        half = LINE_WIDTH // 2
        x = round(plan.x(self.distance_line.value()))
        y = round(plan.y(self.similarity_line.value()))
        top, height = round(plan.middle.top()), round(plan.middle.height())
        self.distance_line.setGeometry(x - half, top, LINE_WIDTH, height)
        starts = [
            plan.middle.left(),
            *(lane.left() for kind, lane in plan.lanes if kind != PairLane.COPIES),
        ]
        ends = [
            plan.middle.right(),
            *(position.right() for kind, position in plan.lanes if kind > PairLane.MIDDLE),
        ]
        first, last = round(min(starts)), round(max(ends))
        self.similarity_line.setGeometry(first, y - half, last - first, LINE_WIDTH)
        self.update()

    def _distance_at(self, position: QPoint) -> int:
        return self.plan().distance_at(position.x())

    def _percent_at(self, position: QPoint) -> int:
        return self.plan().percent_at(position.y())

    # ---- the pointer

    def event(self, event: QEvent) -> bool:
        """Show the tooltip of the cell under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            words = self.words_at(event.pos())
            if words:
                QToolTip.showText(event.globalPos(), words, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def words_at(self, position: QPoint) -> str:
        """Return the words of the cell at a position; empty outside all cells."""
        cell = self._cell_at(position)
        if cell is None:
            return ""
        counts = self._cells.counts(self._thresholds)
        words = cell_text(cell, counts.get(cell, {}), BAND_PERCENT)
        if cell in counts and not self._is_inside(cell):
            words += "\n" + self.tr("Not shown below now")
        return words

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose a pair of the cell that was clicked."""
        cell = self._cell_at(event.position().toPoint())
        density = self._cells.density
        if event.button() is not Qt.MouseButton.LeftButton or cell is None or density is None:
            return
        rows = density.pairs_in(cell, *self._thresholds)
        if len(rows):
            before, number = self._clicked
            number = number + 1 if cell == before else 0
            self._clicked = cell, number
            row = int(rows[number % len(rows)])
            columns = density.columns
            self.pair_chosen.emit(int(columns.left[row]), int(columns.right[row]))

    def _cell_at(self, position: QPoint) -> PairCell | None:
        found = (
            None if self._cells.density is None else self.plan().position_at(position.toPointF())
        )
        if found is None:
            return None
        lane, distance, band = found
        return PairCell(PairLane(PairLane.MIDDLE if lane is None else lane), distance, band)

    def _is_inside(self, cell: PairCell) -> bool:
        """Return whether the thresholds show some of a cell's pairs."""
        if cell.lane == PairLane.PARTS:
            return self._contained
        if cell.lane == PairLane.COPIES:
            return True
        sorts = self._cells.counts(self._thresholds).get(cell, ())
        unlike = {sort.name for sort in sorts} == {"UNLIKE"}
        alike = (cell.band + 1) * BAND_PERCENT > self.similarity_line.value()
        near = cell.lane == PairLane.SHORT or cell.distance <= self.distance_line.value()
        return alike and near and not unlike

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paint cells, dim where the thresholds hide them, and the words around them."""
        painter = QPainter(self)
        palette, plan = self.palette(), self.plan()
        colours = pair_colours(palette)
        whole = QRegion(plan.middle.toAlignedRect())
        for _, position in plan.lanes:
            whole += position.toAlignedRect()
        inside = self._inside(plan)
        base = palette.color(QPalette.ColorRole.Base)
        pairs, unlike = self._cells.images(
            plan,
            self._thresholds,
            palette,
            self.size(),
            self.devicePixelRatioF(),
        )
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
        """Return what the thresholds let through."""
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
