"""The page of the passages in common: a list of them, and both texts with them underlined."""

from PySide6.QtCore import QCoreApplication, QModelIndex, QRectF, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ...language.wording import as_tooltip, count_text, name_and_place, percent_text, printable
from ...looks.measures import row_height, scaled
from ...looks.text import paint_line
from ...widgets.elided_label import ElidedLabel
from ...widgets.layouts import filled, split
from ...widgets.records import FIT, RIGHT, Column, RecordModel
from ...widgets.text_table import TextTable
from .pane import PassagePane
from .text import ShownPassage, ShownPassages, Span, Ways
from .work import Explained

translate = QCoreApplication.translate  # the name lupdate looks for

COLUMNS: tuple[Column[ShownPassage], ...] = (
    Column(
        title=lambda: translate("PassageModel", "Length"),
        meaning=lambda: translate("PassageModel", "Characters that both have, without spaces"),
        text=lambda passage: count_text(passage.characters),
        width=FIT,
        align=RIGHT,
    ),
    Column(
        title=lambda: translate("PassageModel", "Begins with"),
        meaning=lambda: translate("PassageModel", "How the passage begins in the left text"),
        text=lambda passage: printable(passage.excerpt),
    ),
)


class PassageTitle(ElidedLabel):
    """A title whose height and base line are the same whatever the script of its name."""

    def __init__(
        self, parent: QWidget, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    ) -> None:
        super().__init__(parent, mode)
        self.setFixedHeight(row_height(self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the text on its base line."""
        painter = QPainter(self)
        colour = self.palette().color(self.foregroundRole())
        paint_line(painter, QRectF(self.contentsRect()), self.shown(), self.font(), colour)
        painter.end()


class PassagesPage(QWidget):
    """Shows the passages that both texts have; choosing one goes to it on both sides.

    Whichever text is scrolled, the other shows the same passage, wherever it stands there.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = RecordModel(COLUMNS, self)
        self.list = TextTable(self)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)  # it is told how they begin
        self.list.show_model(self.model)
        self.list.setAccessibleName(self.tr("Passages in both, the longest first"))
        self.list.selectionModel().currentRowChanged.connect(self._go_to)
        self.list.clicked.connect(self._go_to)
        self.heading = PassageTitle(self)
        middle = Qt.TextElideMode.ElideMiddle
        self.titles = PassageTitle(self, middle), PassageTitle(self, middle)
        self.left, self.right = PassagePane(self), PassagePane(self)
        self._following = False
        self._ways = Ways((), ()), Ways((), ())
        self.left.verticalScrollBar().valueChanged.connect(self._follow_left)
        self.right.verticalScrollBar().valueChanged.connect(self._follow_right)
        parts = [QWidget(self) for _ in range(3)]
        labels, contents = (self.heading, *self.titles), (self.list, self.left, self.right)
        edge = scaled(8, self.font())
        for part, label, content in zip(parts, labels, contents, strict=True):
            label.setContentsMargins(edge, 0, edge // 2, 0)
            filled(QVBoxLayout(part), label, (content, 1), spacing=2)
        self.splitter = split(self, *zip(parts, (1, 2, 2), (220, 360, 360), strict=True))
        filled(QVBoxLayout(self), self.splitter)

    def show_explanation(self, explained: Explained) -> None:
        """Show both texts, and list their common passages."""
        self.model.set_records(explained.passages)
        self._ways = explained.passages.ways()
        count = len(explained.passages)
        self.heading.setText(
            self.tr("1 passage in both")
            if count == 1
            else self.tr("{0} passages in both").format(count_text(count))
        )
        explanation = explained.explanation
        kept, chosen = self.tr("kept, {1} in both: {0}"), self.tr("chosen, {1} in both: {0}")
        if explained.request.of_any_files:
            kept = chosen = self.tr("{1} in both: {0}")
        names = [name_and_place(*end) for end in explained.request.ends]
        for title, pane, text, pattern, (name, place), share in (
            (
                self.titles[0],
                self.left,
                explained.left,
                kept,
                names[0],
                explanation.comparison.left_in_right,
            ),
            (
                self.titles[1],
                self.right,
                explained.right,
                chosen,
                names[1],
                explanation.comparison.right_in_left,
            ),
        ):
            words = pattern.format(name, percent_text(share))
            title.setText(words)
            title.setAccessibleName(words)
            title.setToolTip(as_tooltip(place))
            pane.setAccessibleName(words)
            pane.show_text(text)
        if count:
            self.list.setCurrentIndex(self.model.index(0, 0))

    def choose(self, place: Span) -> None:
        """Choose the passage that has most of a range of the left text."""
        passages = self.model.records
        if isinstance(passages, ShownPassages) and passages:
            self.list.selectRow(passages.at(place))

    @Slot(QModelIndex)
    def _go_to(self, index: QModelIndex) -> None:
        if index.isValid():
            passage = self.model.record(index.row())
            self._following = True  # each goes to its own place
            self.left.go_to(passage.left)
            self.right.go_to(passage.right)
            self._following = False

    @Slot()
    def _follow_left(self) -> None:
        self._follow(self.left, self.right, self._ways[0])

    @Slot()
    def _follow_right(self) -> None:
        self._follow(self.right, self.left, self._ways[1])

    def _follow(self, pane: PassagePane, other: PassagePane, ways: Ways) -> None:
        """Scroll the other pane to what stands there of the text at the top of one."""
        if self._following or pane.going or other.going:
            return
        self._following = True
        other.scroll_to(ways.there(pane.first_in_view()))
        self._following = False
