"""Texts that are shortened although there is room for them: in labels, and where rows are painted.

Columns of tables are judged in ``looking``: there the widest cell counts.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QHeaderView, QTabBar, QTableView, QTreeView, QWidget

from app import style
from app.style import Run
from app.widgets.basic import ElidedLabel

__all__ = ["Shortened", "elided_beside_room"]

_ONE_LINE = str.maketrans("\n\r\t", "   ")
_GAP = 24
"""Pixels of a margin or a gap: no room for words."""


def elided_beside_room(window: QWidget) -> list[str]:
    """List labels that are shortened beside room, up to the next widget at each side."""
    found = []
    for label in window.findChildren(ElidedLabel):
        text = label.text().translate(_ONE_LINE)
        if not label.isVisibleTo(window) or label.window() is not window or label.shown() == text:
            continue
        missing = label.fontMetrics().horizontalAdvance(text) - label.contentsRect().width()
        if (free := _free_beside(label, window)) >= missing + _GAP:
            found.append(f"{text!r} lacks {missing} pixels, and has {free} beside it")
    return found


def _free_beside(label: QWidget, window: QWidget) -> int:
    """Return the pixels left and right of a widget that belong to what it is in alone."""
    at = label.mapTo(window, label.rect().center())
    free = 0
    half = label.width() // 2 + 2
    for places in (range(at.x() + half, window.width(), 2), range(at.x() - half, -1, -2)):
        for x in places:
            place = QPoint(x, at.y())
            there = window.childAt(place)
            if there is None or there is label or there.isAncestorOf(label):
                free += 2
            elif isinstance(there, QTabBar) and there.tabAt(there.mapFrom(window, place)) < 0:
                free += 2  # behind its tabs
            else:
                break
    return free


class _Note(NamedTuple):
    """A text, where it was to be painted, in pixels of the picture, and how many it lacks."""

    text: str
    place: QRectF
    missing: float


class Shortened:
    """Notes what the program's own painting shortens while a window is grabbed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._notes: list[_Note] | None = None
        for name in ("paint_line", "paint_runs"):
            before = getattr(style, name)
            for module in [each for key, each in sys.modules.items() if key.startswith("app.")]:
                if vars(module).get(name) is before:
                    monkeypatch.setattr(module, name, self._noting(before))

    def _noting(self, painted: Callable[..., Any]) -> Callable[..., Any]:
        def paint(
            painter: QPainter,
            place: QRectF,
            text: str | Sequence[Run],
            font: QFont,
            colour: QColor,
            *others: object,
            **more: object,
        ) -> object:
            if self._notes is not None and place.width() > 0:
                words = text if isinstance(text, str) else "".join(run.text for run in text)
                wanted = QFontMetricsF(font).horizontalAdvance(words.translate(_ONE_LINE))
                if wanted > place.width() + 1:
                    whole = painter.deviceTransform().mapRect(place)
                    missing = (wanted - place.width()) * whole.width() / place.width()
                    self._notes.append(_Note(words, whole, missing))
            return painted(painter, place, text, font, colour, *others, **more)

        return paint

    @contextmanager
    def watching(self) -> Iterator[list[_Note]]:
        """Collect notes for a while."""
        self._notes = notes = []
        try:
            yield notes
        finally:
            self._notes = None

    def grabbed(self, window: QWidget) -> tuple[QImage, list[str]]:
        """Return a picture of a window, and a list of what is shortened in it beside room."""
        with self.watching() as notes:
            image = window.grab().toImage()
        return image, [
            f"{note.text!r} lacks {note.missing:.0f} pixels, and has {free} beside it"
            for note in notes
            if not _in_a_column(note, window, image.devicePixelRatio())
            if (free := _blank_beside(note.place, image)) >= note.missing + _GAP
        ]


def _in_a_column(note: _Note, window: QWidget, ratio: float) -> bool:
    """Return whether a text is in one of several columns, which share their room otherwise.

    Or it is not in sight: Qt has also the rest of a row painted that begins in sight.
    """
    corner = note.place.topLeft() + QPointF(1, 1)
    viewport, also = (
        window.childAt((at / ratio).toPoint()) for at in (corner, note.place.center())
    )
    view = None if viewport is None else viewport.parentWidget()
    if viewport is not also:
        return True
    if isinstance(view, QTableView):
        header: QHeaderView = view.horizontalHeader()
    elif isinstance(view, QTreeView):
        header = view.header()
    else:
        return False
    widest = max((header.sectionSize(at) for at in range(header.count())), default=0)
    shown = header.count() - header.hiddenSectionCount()
    return shown > 1 and note.place.width() / ratio <= widest


def _blank_beside(place: QRectF, image: QImage) -> int:
    """Return how many columns of pixels beside a line are all of one colour, at its wider side."""
    rows = [
        round(place.center().y() + place.height() * part) for part in (-0.2, -0.1, 0.0, 0.1, 0.2)
    ]
    rows = [y for y in rows if 0 <= y < image.height()]

    def blank(x: int, step: int) -> int:
        count, ground = 0, None
        while rows and 0 <= x < image.width():
            colours = {image.pixel(x, y) for y in rows}
            ground = ground if ground is not None else min(colours)
            if colours != {ground}:
                break
            x, count = x + step, count + 1
        return count

    return max(blank(round(place.right()) + 1, 1), blank(round(place.left()) - 1, -1))
