"""PairLegend: the meaning of the marks on the picture of pairs."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from ..looks.colours import colours_of
from ..looks.measures import font_like
from . import marks
from .colours import pair_colours
from .words import legend_explained, part_text, sort_texts

_WIDE, _HIGH = 14.0, 9.0
_BETWEEN = 5


class PairLegend(QWidget):
    """One row: a mark and a word for each sort of pair; the tooltip says the rest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFont(font_like(self.font(), 12))
        self.setToolTip(legend_explained())
        self.setAccessibleName(self.tr("Legend of the picture"))
        self.setAccessibleDescription(legend_explained())

    def words(self) -> list[str]:
        """Return the words of the row, from left to right."""
        identical, same_text, near, numbers, unlike = sort_texts()
        return [identical, same_text, near, numbers, part_text(), unlike]

    def hint(self) -> str:
        """Return what can be done with the picture, which stands at the right where it fits."""
        return self.tr("Drag a line, or point at a cell to see its pairs")

    def sizeHint(self) -> QSize:
        """Return the size of all marks and words."""
        metrics = self.fontMetrics()
        wide = sum(metrics.horizontalAdvance(word) + self._beside() for word in self.words())
        return QSize(wide, metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the height of a row; in a narrow window the last words are cut."""
        return QSize(0, self.sizeHint().height())

    def _beside(self) -> int:
        return int(_WIDE) + _BETWEEN + 2 * self.fontMetrics().averageCharWidth()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Paint each mark like on the picture, and its word."""
        painter = QPainter(self)
        palette = self.palette()
        colours, metrics = pair_colours(palette), self.fontMetrics()
        window = palette.color(QPalette.ColorRole.Window)
        x, top = 0.0, (self.height() - _HIGH) / 2
        baseline = (self.height() + metrics.ascent() - metrics.descent()) / 2
        for number, word in enumerate(self.words()):
            position = QRectF(x, top, _WIDE, _HIGH)
            match number:
                case 0:
                    marks.paint_block(painter, position, colours.copies, 1.0)
                case 1:
                    marks.paint_stripes(painter, position, colours.copies, 1.0)
                case 2:
                    marks.paint_block(painter, position, colours.near, 1.0)
                case 3:
                    marks.paint_lozenge(painter, position, colours.numbers, 1.0, window)
                case 4:
                    marks.paint_stripes(painter, position, colours.part, 1.0)
                case _:
                    marks.paint_box(painter, position, colours.unlike, 1.0)
            painter.setPen(palette.color(QPalette.ColorRole.WindowText))
            painter.drawText(round(x + _WIDE + _BETWEEN), round(baseline), word)
            x += metrics.horizontalAdvance(word) + self._beside()
        wide = metrics.horizontalAdvance(self.hint())
        if x + wide <= self.width():
            painter.setPen(colours_of(palette).muted)
            painter.drawText(self.width() - wide, round(baseline), self.hint())
