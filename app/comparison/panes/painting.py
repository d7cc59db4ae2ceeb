"""Painting the visible blocks: background, text, frames."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QPainter,
    QPalette,
    QTextCharFormat,
    QTextLayout,
)

from ...language.wording import count_text
from ...looks.colours import SideColours, colours_of
from ...looks.icons import paint_icon
from ...looks.measures import small_font
from ...looks.text import paint_line
from ..align.rows import RowKind
from ..align.sheet import Block
from ..align.visible_text import Span
from ..page_words import line_label
from .area import DifferenceArea, Visible
from .lines import LaidOut
from .selection import Selection

translate = QCoreApplication.translate  # the name lupdate looks for


class DifferencePainter:
    """Paints a pane; ``found`` are the places to show as found, by block."""

    def __init__(self, pane: DifferenceArea) -> None:
        self._pane = pane

    def paint(
        self, painter: QPainter, selection: Selection, found: dict[int, list[Span]], *, caret: bool
    ) -> None:
        """Paint the visible blocks."""
        pane = self._pane
        palette = pane.palette()
        colours = colours_of(palette)
        left = -float(pane.horizontalScrollBar().value())
        width = pane.viewport().width()
        for seen in pane.visible():
            if seen.fold is not None:
                self._paint_fold(painter, seen, focused=caret and self._caret_in(seen, selection))
                continue
            laid_out = pane.lines[seen.block]
            if laid_out.block.kind is RowKind.BEGINS:
                self._paint_begin(painter, seen)
                continue
            self._paint_behind(painter, seen, laid_out, left)
            self._paint_found(painter, seen, laid_out, found.get(seen.block, ()), left)
            chosen = self._chosen(selection, seen.block, laid_out)
            outside = laid_out.block.kind is RowKind.OUTSIDE
            painter.setPen(colours.muted if outside else colours.text)
            laid_out.layout.draw(painter, QPointF(left, seen.top), chosen)
            if caret and selection.caret.block == seen.block:
                laid_out.layout.drawCursor(painter, QPointF(left, seen.top), selection.caret.unit)
        painter.setPen(palette.color(QPalette.ColorRole.Highlight))
        for seen in pane.visible():
            if pane.current and seen.block == pane.current.start and seen.fold is None:
                painter.drawLine(QPointF(0, seen.top), QPointF(width, seen.top))
            if pane.current and seen.block == pane.current.stop - 1 and seen.fold is None:
                bottom = seen.top + seen.height - 1
                painter.drawLine(QPointF(0, bottom), QPointF(width, bottom))

    def _caret_in(self, seen: Visible, selection: Selection) -> bool:
        return seen.fold is not None and seen.fold[0] <= selection.caret.block < seen.fold[1]

    def _chosen(
        self, selection: Selection, block: int, laid_out: LaidOut
    ) -> list[QTextLayout.FormatRange]:
        """Return the selected part of a block, in the palette's colours."""
        inside = selection.inside(block, laid_out.length)
        if inside is None:
            return []
        chosen = QTextLayout.FormatRange()
        chosen.start, chosen.length = inside[0], inside[1] - inside[0]
        style = QTextCharFormat()
        palette = self._pane.palette()
        style.setBackground(palette.brush(QPalette.ColorRole.Highlight))
        style.setForeground(palette.brush(QPalette.ColorRole.HighlightedText))
        chosen.format = style
        return [chosen]

    def _colours(self, block: int, *, moved: bool) -> SideColours:
        pane = self._pane
        left = pane.roll.sheet.shows(block, left=True) if pane.unified else pane.left
        found = colours_of(pane.palette())
        return found.moved if moved else found.left if left else found.right

    def _paint_behind(
        self, painter: QPainter, seen: Visible, laid_out: LaidOut, left: float
    ) -> None:
        """Paint the background of one block."""
        pane, block = self._pane, laid_out.block
        if block.kind is RowKind.EQUAL:
            return
        if block.kind is RowKind.OUTSIDE:
            self._paint_outside(painter, seen, block)
            return
        row = QRectF(0, seen.top, pane.viewport().width(), seen.height)
        if block.line is None:
            hatch = QColor(pane.palette().color(QPalette.ColorRole.PlaceholderText))
            hatch.setAlpha(70)
            painter.fillRect(row, pane.palette().color(QPalette.ColorRole.AlternateBase))
            painter.fillRect(row, QBrush(hatch, Qt.BrushStyle.BDiagPattern))
            return
        colours = self._colours(seen.block, moved=block.moved >= 0)
        painter.fillRect(row, colours.line)
        height = pane.lines.row_height
        for mark in block.marks:
            for number, start, end in laid_out.spans(mark):
                top = seen.top + number * height
                if end + left < 0 or start + left > row.width():
                    continue
                if mark[0] == mark[1]:
                    painter.fillRect(QRectF(start + left - 1, top, 2, height), colours.ink)
                    continue
                whole = QRectF(start + left, top, end - start, height)
                painter.fillRect(whole, colours.word)
                painter.fillRect(
                    QRectF(whole.left(), whole.bottom() - 2, whole.width(), 2), colours.ink
                )

    def _paint_outside(self, painter: QPainter, seen: Visible, block: Block) -> None:
        """Say on the part's side what is beside it, next to where it begins and ends."""
        place = self._pane.roll.sheet.alignment.part
        if block.line is not None or place is None:
            return
        if block.row == place.begin - 1:
            text = translate("DifferencePainter", "Text of the other document before the part")
        elif block.row == place.end:
            text = translate("DifferencePainter", "Text of the other document after the part")
        else:
            return
        height = self._pane.lines.row_height
        top = seen.top + seen.height - height if block.row < place.begin else seen.top
        row = QRectF(2, top, self._pane.viewport().width(), height)
        painter.save()
        paint_line(painter, row, text, small_font(), colours_of(self._pane.palette()).muted)
        painter.restore()

    def _paint_begin(self, painter: QPainter, seen: Visible) -> None:
        """Paint the band where a part begins."""
        pane = self._pane
        colours = colours_of(pane.palette()).moved
        band = QRectF(0, seen.top, pane.viewport().width(), seen.height)
        painter.save()
        painter.fillRect(band, colours.line)
        painter.setPen(colours.ink)
        painter.drawLine(band.topLeft(), band.topRight())
        painter.drawLine(QPointF(0, band.bottom() - 1), QPointF(band.width(), band.bottom() - 1))
        font = small_font()
        side = QFontMetricsF(font).height()
        sign = QRectF(2, band.top(), side, band.height())
        paint_icon(painter, "puzzle", sign, colours.ink)
        words = translate("DifferencePainter", "The part begins here")
        number = self._number_at_begin()
        if number:
            words = translate("DifferencePainter", "{0} · {1}").format(words, number)
        paint_line(painter, band.adjusted(side + 8, 0, 0, 0), words, font, colours.ink)
        painter.restore()

    def _number_at_begin(self) -> str:
        """Return the line, or the page, of this side at which the part begins."""
        pane = self._pane
        alignment = pane.roll.sheet.alignment
        place, left = alignment.part, pane.left and not pane.unified
        if place is None:
            return ""
        positions = alignment.left_positions if left else alignment.right_positions
        inside = range(place.begin, place.end)
        line = next((positions[row] for row in inside if positions[row] >= 0), -1)
        number, pages = alignment.margin_number(line, left=left) if line >= 0 else (0, None)
        return line_label(pages, count_text(number)) if number else ""

    def _paint_found(
        self,
        painter: QPainter,
        seen: Visible,
        laid_out: LaidOut,
        found: Sequence[Span],
        left: float,
    ) -> None:
        """Frame the found text."""
        palette = self._pane.palette()
        height = self._pane.lines.row_height
        for span in found:
            for number, start, end in laid_out.spans(span):
                box = QRectF(start + left, seen.top + number * height, end - start, height - 1)
                wash = QColor(palette.color(QPalette.ColorRole.Highlight))
                wash.setAlpha(60)
                painter.fillRect(box, wash)
                painter.setPen(palette.color(QPalette.ColorRole.Highlight))
                painter.drawRect(box)

    def _paint_fold(self, painter: QPainter, seen: Visible, *, focused: bool) -> None:
        """Paint the band of a fold."""
        pane, fold = self._pane, seen.fold
        if fold is None:
            return
        palette = pane.palette()
        band = QRectF(0, seen.top, pane.viewport().width(), seen.height)
        painter.fillRect(band, palette.color(QPalette.ColorRole.AlternateBase))
        painter.setPen(palette.color(QPalette.ColorRole.Mid))
        painter.drawLine(band.topLeft(), band.topRight())
        painter.drawLine(QPointF(0, band.bottom() - 1), QPointF(band.width(), band.bottom() - 1))
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        count = pane.locale().toString(fold[1] - fold[0])
        text = translate("DifferencePainter", "\u22ef {0} equal lines \u22ef").format(count)
        painter.drawText(band, Qt.AlignmentFlag.AlignCenter, text)
        if focused:
            painter.setPen(palette.color(QPalette.ColorRole.Highlight))
            painter.drawRect(band.adjusted(1, 1, -2, -2))
