"""PairCells: the cells of the picture of pairs, counted and painted once for each look."""

import typing
from collections import defaultdict

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPalette, QPixmap

from simcore import PairCell, PairLane

from . import marks
from .colours import PairColours, pair_colours
from .plan import PairPlan

if typing.TYPE_CHECKING:  # it needs NumPy, and there is none before the first report
    from simcore import PairDensity, PairSort


Thresholds = tuple[int, int]
"""The least similarity in percent, and the greatest distance in bits."""


class PairCells:
    """The cells of a density: counts of pairs, and cached pictures."""

    def __init__(self) -> None:
        self.density: PairDensity | None = None
        self._counts: dict[PairCell, dict[PairSort, int]] = {}
        self._counted_for: tuple[object, ...] = ()
        self._images: tuple[object, QPixmap, QPixmap] | None = None

    def counts(self, thresholds: Thresholds) -> "dict[PairCell, dict[PairSort, int]]":
        """Return how many pairs of each sort each cell has."""
        key = self._key(thresholds)
        if self._counted_for != key:
            self._counted_for = key
            self._counts = defaultdict(dict)
            if self.density is not None:
                for cell, sort, count in self.density.counts(*thresholds):
                    self._counts[cell][sort] = count
        return self._counts

    def _key(self, thresholds: Thresholds) -> tuple[object, ...]:
        """Return what the counts depend on, which most steps of the distance do not change."""
        if self.density is None:
            return (None,)
        return self.density, thresholds[0], self.density.parts_beyond(*thresholds)

    def images(
        self, plan: PairPlan, thresholds: Thresholds, palette: QPalette, size: QSize, ratio: float
    ) -> tuple[QPixmap, QPixmap]:
        """Return pictures of the pairs and of what is none; new ones only where they change.

        ``size`` is in device-independent pixels, ``ratio`` how many pixels the device has for one.
        """
        colours = pair_colours(palette)
        base = palette.color(QPalette.ColorRole.Base)
        key = (self._key(thresholds), plan, size.toTuple(), ratio, colours, base.rgba())
        if self._images is None or self._images[0] != key:
            images = QPixmap(size * ratio), QPixmap(size * ratio)
            for image in images:
                image.setDevicePixelRatio(ratio)
                image.fill(Qt.GlobalColor.transparent)
            with QPainter(images[0]) as pairs, QPainter(images[1]) as unlike:
                self._paint((pairs, unlike), plan, thresholds, (colours, palette))
            self._images = key, *images
        return self._images[1:]

    def _paint(
        self,
        painters: tuple[QPainter, QPainter],
        plan: PairPlan,
        thresholds: Thresholds,
        look: tuple[PairColours, QPalette],
    ) -> None:
        painter, beside = painters
        colours, base = look[0], look[1].color(QPalette.ColorRole.Base)
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
                strength = marks.shade(count, most)
                if sort.name == "NUMBERS_ONLY":
                    marks.paint_lozenge(painter, position, colours.numbers, strength, base)
                elif sort.name == "UNLIKE":
                    marks.paint_box(beside, position, colours.unlike, strength)
                elif cell.lane == PairLane.PARTS:
                    marks.paint_stripes(painter, position, colours.part, strength)
                else:
                    marks.paint_block(painter, position, colours.near, strength)


def _paint_copies(
    painter: QPainter,
    position: QRectF,
    sorts: "dict[PairSort, int]",
    colours: PairColours,
    most: int,
) -> None:
    """Paint identical documents to the left, those with the same text to the right."""
    half = position.width() / 2
    for sort, count in sorts.items():
        left = sort.name == "IDENTICAL"
        part = position.adjusted(0 if left else half, 0, -half if left else 0, 0)
        paint = marks.paint_block if left else marks.paint_stripes
        paint(painter, part, colours.copies, marks.shade(count, most))
