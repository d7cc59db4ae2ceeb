"""Looking for text in both sides: a little at a time, so that the window stays alive."""

import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ..align.sheet import Sheet
from ..align.visible_text import in_utf16

_SLICE = 0.01
"""How many seconds are spent before the window has its turn."""

MOST = 100_000
"""The number of hits listed; if there are more, the bar says so."""

_AT_ONCE = 100_000
"""How many characters of a line are looked through at once."""


class Hit(NamedTuple):
    """A hit: row, side (0: left, 1: right), first and last character in the line."""

    row: int
    side: int
    start: int
    end: int


class HitFinder(QObject):
    """Finds all hits of a text, ignoring case; ``progressed`` follows as they are found.

    ``hits`` are in the order of the rows. ``more`` tells that there are more than are listed.
    """

    progressed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hits: list[Hit] = []
        self.more = False
        self._work: Iterator[None] | None = None
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether the search is still running."""
        return self._work is not None

    def start(self, sheet: Sheet, text: str) -> None:
        """Search for another text, or in another sheet; an empty text has no hits."""
        self.hits = []
        self.more = False
        self._work = self._search(sheet, text.lower()) if text else None
        if self._work is None:
            self._timer.stop()
            self.progressed.emit()
        else:
            self._go_on()

    def after(self, hit: Hit, *, back: bool = False) -> int:
        """Return the index of the next hit after a position, or before it; -1 if there is none.

        It wraps around at the ends.
        """
        if not self.hits:
            return -1
        at = bisect_left(self.hits, hit) - 1 if back else bisect_right(self.hits, hit)
        return at % len(self.hits)

    def inside(self, row: int, side: int, start: int, end: int) -> list[Hit]:
        """Return the hits in a part of a line."""
        first = bisect_left(self.hits, Hit(row, side, start, 0))
        if first and self.hits[first - 1][:2] == (row, side) and self.hits[first - 1].end > start:
            first -= 1
        return self.hits[first : bisect_left(self.hits, Hit(row, side, end, 0))]

    @Slot()
    def _go_on(self) -> None:
        end = time.monotonic() + _SLICE
        while self._work is not None and time.monotonic() < end:
            if next(self._work, self) is self:
                self._work = None
        if self._work is None:
            self._timer.stop()
        elif not self._timer.isActive():
            self._timer.start()
        self.progressed.emit()

    def _search(self, sheet: Sheet, text: str) -> Iterator[None]:
        alignment = sheet.alignment
        looked_at = 0
        for row in range(len(alignment)):
            for side in (0, 1):
                line = alignment.line(row, left=side == 0)
                if line is None:
                    continue
                if sheet.sides and side and alignment.kinds[row] == " ":
                    continue  # shown once
                for start in range(0, len(line), _AT_ONCE):
                    part = line[start : start + _AT_ONCE + len(text)].lower()
                    at = part.find(text)
                    while 0 <= at < _AT_ONCE:
                        if len(self.hits) == MOST:
                            self.more = True
                            return
                        self.hits.append(Hit(row, side, start + at, start + at + len(text)))
                        if len(self.hits) % 1000 == 0:
                            yield
                        at = part.find(text, at + len(text))
                    looked_at += len(part) + 100
                    if looked_at > 20_000:
                        looked_at = 0
                        yield


def spans_in(text: str, hits: list[Hit], offset: int) -> list[tuple[int, int]]:
    """Return the ranges of hits in a piece of their line from ``offset``, in Qt's units."""
    inside = [
        (max(0, hit.start - offset), min(len(text), hit.end - offset))
        for hit in hits
        if hit.end > offset and hit.start < offset + len(text)
    ]
    return in_utf16(text, inside)
