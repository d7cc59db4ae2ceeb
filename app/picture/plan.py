"""The layout of the picture of pairs: lanes, cells and lines, in pixels."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF


@dataclass(frozen=True, slots=True)
class PairPlan:
    """The middle, where distances go across, and lanes beside it, all ``bands`` cells high.

    ``middle`` is the rectangle of the distances 0 to ``reach``; ``lanes`` are those of the lanes
    that have no distance, by number.
    """

    middle: QRectF
    lanes: Sequence[tuple[int, QRectF]]
    reach: int
    bands: int
    percent: int
    """The height of a band, in percent."""

    @property
    def column(self) -> float:
        """The width of one bit."""
        return self.middle.width() / (self.reach + 1)

    @property
    def band(self) -> float:
        """The height of a band."""
        return self.middle.height() / self.bands

    def cell(self, distance: int, band: int) -> QRectF:
        """Return the rectangle of a cell in the middle."""
        left = self.middle.left() + distance * self.column
        return QRectF(left, self._top(band), self.column, self.band)

    def lane_cell(self, lane: QRectF, band: int) -> QRectF:
        """Return the rectangle of a cell in a lane beside the middle."""
        return QRectF(lane.left(), self._top(band), lane.width(), self.band)

    def x(self, distance: int) -> float:
        """Return where the line of a greatest distance is: behind the cells it lets through."""
        return self.middle.left() + (distance + 1) * self.column

    def y(self, percent: int) -> float:
        """Return where the line of a least similarity is: below what it lets through."""
        return self.middle.bottom() - percent / self.percent * self.band

    def distance_at(self, x: float) -> int:
        """Return the greatest distance whose line is nearest; it may be out of range."""
        return round((x - self.middle.left()) / self.column) - 1

    def percent_at(self, y: float) -> int:
        """Return the least similarity whose line is nearest; it may be out of range."""
        return round((self.middle.bottom() - y) / self.band * self.percent)

    def position_at(self, point: QPointF) -> tuple[int | None, int, int] | None:
        """Return lane (None: the middle), distance and band at a point; None beside all cells."""
        band = int((self.middle.bottom() - point.y()) // self.band)
        if not 0 <= band < self.bands:
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
