"""The heading above the panes: two lines for each document, and notices."""

from functools import partial

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStyle,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simcore import Kind

from ..language.resemblance_words import counted_text
from ..language.wording import as_tooltip, percent_text
from ..looks.badges import KindBadge, badge_text
from ..looks.colours import colours_of
from ..looks.icons import paint_icon
from ..looks.measures import font_like, scaled, small_font
from ..looks.text import paint_line
from ..widgets.elided_label import ElidedLabel
from ..widgets.layouts import filled
from .heading_words import ends_badge
from .panes.overview import RULER
from .side_badges import EncodingButton, OutlinedBadge
from .titled_text import Standing, TitledText

translate = QCoreApplication.translate  # the name lupdate looks for

_EDGE = 3


class QuietLabel(ElidedLabel):
    """A line of facts in small, muted letters."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.TextElideMode.ElideMiddle)
        self.setFont(small_font(self))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the text on its base line."""
        painter = QPainter(self)
        colour = colours_of(self.palette()).muted
        paint_line(painter, QRectF(self.contentsRect()), self.shown(), self.font(), colour)
        painter.end()


class FactsLabel(QuietLabel):
    """Facts with dots between them, of which the first, a folder, is shortened for the others."""

    def shown(self) -> str:
        """Return what there is room for."""
        folder, dot, rest = self.text().partition(" \u00b7 ")
        metrics, width = self.fontMetrics(), self.contentsRect().width()
        room = width - metrics.horizontalAdvance(dot + rest)
        if room < metrics.horizontalAdvance("\u2026"):
            return super().shown()
        return metrics.elidedText(folder, Qt.TextElideMode.ElideMiddle, room) + dot + rest


class _Star(QWidget):
    """The sign of the document that is kept."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        side = scaled(15, self.font())
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colour = colours_of(self.palette()).star
        paint_icon(painter, "star", QRectF(self.rect()), colour, filled=True)
        painter.end()


class SideHeading(QWidget):
    """Name, kind and similarity of one document; below them facts, line ends and encoding.

    A bar in the colour of the side stands at its edge.
    """

    def __init__(self, parent: QWidget | None = None, *, left: bool) -> None:
        super().__init__(parent)
        self._left = left
        self.star = _Star(self)
        self.title = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self.title.setFont(font_like(self.font(), 13, bold=True))
        self.badge = KindBadge(Kind.SIMILAR, self)
        self.similarity = QLabel(self, textFormat=Qt.TextFormat.PlainText)
        self.similarity.setFont(font_like(self.font(), 13, bold=True))
        self.reason, self.facts = QuietLabel(self), FactsLabel(self)
        self.ends, self.encoding = OutlinedBadge(self), EncodingButton(self, left=left)
        for label in (self.title, self.facts):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        gap = scaled(6, self.font())
        of_name = self.star, (self.title, 1), self.reason, self.badge, self.similarity
        first = filled(QHBoxLayout(), *of_name, spacing=gap)
        second = filled(QHBoxLayout(), (self.facts, 1), self.ends, self.encoding, spacing=gap)
        for line in (first, second):  # as high with a badge as without: both sides are in line
            line.addStrut(self.badge.sizeHint().height())
        filled(QVBoxLayout(self), first, second, spacing=0)
        margin = scaled(4, self.font())
        self.setContentsMargins(_EDGE + scaled(9, self.font()), margin, 2 * margin, margin)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_side(
        self, side: TitledText, other: TitledText, standing: Standing | None, *, kept: bool
    ) -> None:
        """Show whose text it is, and what it is to the other, which may be the ``kept`` one."""
        name = side.shown_name or side.title
        self.title.setText(name)
        self.title.setToolTip(as_tooltip(side.title))
        self.title.setAccessibleName(side.title)
        self.facts.setText(side.facts)
        self.facts.setToolTip(as_tooltip(side.facts))
        stays = standing is not None and standing.kept and kept
        self.star.setVisible(stays)
        self.reason.setText(self.tr("Kept") if stays else "")
        if stays and standing is not None and standing.reason:
            self.reason.setText(self.tr("Kept: {0}").format(standing.reason))
        self.reason.setToolTip(standing.sentence if stays and standing is not None else "")
        self.reason.setVisible(bool(self.reason.text()))
        told = standing is not None and not kept
        self.badge.setVisible(told)
        self.similarity.setVisible(told)
        if told and standing is not None:
            word = badge_text(standing, standing.only_in)
            if standing.whole:
                word = translate("SimilarModel", "Whole")
            self.badge.show_kind(standing.kind, word)
            share = standing.similarity
            words = "" if share is None else percent_text(share)
            self.similarity.setText(counted_text(words, standing.measure))
            self.similarity.setToolTip(self.tr("Similarity"))
        self.ends.show_text(*ends_badge(side, other))
        self.encoding.show_side(side)

    def sizeHint(self) -> QSize:
        """Ask for the height of two lines."""
        return QSize(super().sizeHint().width(), scaled(44, self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the edge."""
        if self.title.text():
            painter = QPainter(self)
            colours = colours_of(self.palette())
            side = colours.left if self._left else colours.right
            painter.fillRect(0, 0, _EDGE, self.height(), side.ink)
            painter.end()


class DifferenceHeading(QWidget):
    """The headings of both sides, over their halves, and notices below them.

    ``encoding_chosen`` carries whether it is the left side's, and the name of the encoding;
    ``keep_wanted`` whether the left side is to be read as now from now on.
    """

    encoding_chosen = Signal(bool, str)
    keep_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.left, self.right = SideHeading(self, left=True), SideHeading(self, left=False)
        self.left_title, self.right_title = self.left.title, self.right.title
        self.left_encoding, self.right_encoding = self.left.encoding, self.right.encoding
        self.left_encoding.chosen.connect(self._choose_left)
        self.right_encoding.chosen.connect(self._choose_right)
        for encoding, is_left in ((self.left_encoding, True), (self.right_encoding, False)):
            encoding.keep_wanted.connect(partial(self.keep_wanted.emit, is_left))
        self.notice = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.notice.setFont(small_font(self))
        self.notice.setContentsMargins(scaled(12, self.font()), 2, scaled(8, self.font()), 2)
        self.stop_button = QToolButton(self)
        self.stop_button.setText(self.tr("Stop comparing"))
        # as wide as the panes below, with their ruler and their scroll bar
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        row = filled(QHBoxLayout(), (self.left, 1), RULER, (self.right, 1), bar, spacing=0)
        below = filled(QHBoxLayout(), (self.notice, 1), self.stop_button)
        filled(QVBoxLayout(self), row, below, spacing=0)
        self.clear()

    def clear(self) -> None:
        """Show nothing."""
        self.show_sides(TitledText("", ""), TitledText("", ""))
        self.say("")
        self.stop_button.hide()

    def show_sides(
        self,
        left: TitledText,
        right: TitledText | None,
        standing: Standing | None = None,
        *,
        kept_left: bool = True,
    ) -> None:
        """Show whose texts they are, and what the chosen one is to the kept one.

        Without a right side the left one has the whole width.
        """
        self.right.setVisible(right is not None)
        other = right or left
        self.left.show_side(left, other, standing, kept=kept_left)
        self.right.show_side(other, left, standing, kept=not kept_left)

    def say(self, text: str) -> None:
        """Show a sentence below the titles, or nothing."""
        self.notice.setText(text)
        self.notice.setVisible(bool(text))

    @Slot(object)
    def _choose_left(self, encoding: str) -> None:
        self.encoding_chosen.emit(True, encoding)  # noqa: FBT003 - a signal has no names

    @Slot(object)
    def _choose_right(self, encoding: str) -> None:
        self.encoding_chosen.emit(False, encoding)  # noqa: FBT003
