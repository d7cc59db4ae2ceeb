"""The pages of an explanation, and the list at the left that chooses one."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import compress

from PySide6.QtCore import QModelIndex, QPoint, QRectF, Qt, QTimer, Slot
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simcore.model.config import ScanConfig

from ..i18n import listed, translate
from ..style import EDGE, colours_of, paint_line, row_height, scaled
from ..widgets.basic import ElidedLabel, difference_font, filled, split, x_in_line
from ..widgets.tables import Column, FigureColumn, LineDelegate, RecordModel, TextTable
from ..wording import as_tooltip, count_text, name_and_place, percent_text, plural, printable
from .explained import Explained, ShownPassage, ShownPassages, ShownText, Span, Ways
from .fingerprints import FingerprintsPage, StepsPage
from .words import FiguresPage, side_names


class WhyPages(QWidget):
    """Shows one explanation on three pages; each is filled when it is first shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explained: Explained | None = None
        self._config = ScanConfig()
        self._filled: set[int] = set()
        self.figures = FiguresPage(self)
        self.fingerprints = FingerprintsPage(self)
        self.steps = StepsPage(self)
        self.list = QListWidget(self)
        self.list.addItems([self.tr("In words"), self.tr("Fingerprints"), self.tr("Five steps")])
        self.list.setItemDelegate(LineDelegate(self.list))
        self.list.setAccessibleName(self.tr("Parts of the explanation"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFixedWidth(self.list.sizeHintForColumn(0) + 2 * EDGE)
        self.votes = QToolButton(self)
        self.votes.setText(self.tr("Votes"))
        self.votes.setCheckable(True)
        self.votes.setAutoRaise(True)
        self.votes.setToolTip(self.tr("How features and their votes make the fingerprints"))
        self.votes.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.votes.toggled.connect(self._fold)
        self.stack = QStackedWidget(self)
        for page in (self.figures, self.fingerprints, self.steps):
            self.stack.addWidget(page)
        self.notice = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.list.currentRowChanged.connect(self._turn)
        self.fingerprints.bit_moved.connect(self.steps.go_to)
        side = filled(QVBoxLayout(), self.list, self.votes, spacing=2)
        side.addStretch(1)
        column = filled(QVBoxLayout(), self.notice, (self.stack, 1), spacing=4)
        filled(QHBoxLayout(self), side, (column, 1)).setContentsMargins(0, 4, 0, 0)
        self.list.setCurrentRow(0)
        self._fold(False)  # noqa: FBT003 - a Qt slot

    def show_explanation(self, explained: Explained, config: ScanConfig) -> None:
        self._explained, self._config = explained, config
        self._filled.clear()
        changes = explained.left_changed, explained.right_changed
        ends = compress(explained.request.ends, changes)
        changed = [name_and_place(*end)[0] for end in ends]
        self.notice.setVisible(bool(changed))
        self.notice.setText(
            self.tr("Changed since the scan, and explained as it is now: {0}").format(
                listed(changed)
            )
        )
        self._turn(self.list.currentRow())

    @Slot(bool)
    def _fold(self, unfolded: bool) -> None:  # noqa: FBT001 - a Qt slot
        if not unfolded:
            self.list.setCurrentRow(0)
        for row in range(1, self.list.count()):
            self.list.setRowHidden(row, not unfolded)
        shown = self.list.count() if unfolded else 1
        height = sum(self.list.sizeHintForRow(row) for row in range(shown))
        self.list.setFixedHeight(height + 2 * self.list.frameWidth())
        arrow = Qt.ArrowType.DownArrow if unfolded else Qt.ArrowType.RightArrow
        self.votes.setArrowType(arrow)

    def set_thresholds(self, config: ScanConfig) -> None:
        self._config = config
        self.figures.show_thresholds(config)

    @Slot(int)
    def _turn(self, row: int) -> None:
        self.stack.setCurrentIndex(row)
        explained = self._explained
        if explained is None or row in self._filled:
            return
        self._filled.add(row)
        page = self.stack.widget(row)
        if isinstance(page, FiguresPage):
            page.show_explanation(explained, self._config)
        elif isinstance(page, FingerprintsPage | StepsPage):
            names = side_names(of_any_files=explained.request.of_any_files)
            page.show_explanation(explained.explanation, names)
            if isinstance(page, StepsPage) and 1 in self._filled:
                page.go_to(self.fingerprints.squares.current)


_NOWHERE = (0, 0)
_PORTION = 50_000
_LINES_ABOVE = 2


class PassagePane(QPlainTextEdit):
    """Shows a text with its passages; only those of visible lines are painted.

    A long text is inserted in portions, so that the window stays responsive; ``loading`` is true
    until the last. ``covered`` are the underlined ranges, in Qt's units. ``current`` is the current
    passage, empty for none, and is revealed as soon as it is loaded; ``going`` is true while it is
    being revealed.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.covered: Sequence[Span] = ()
        self.current: Span = _NOWHERE
        self.going = False
        self._text = ""
        self._loaded = 0
        self._loader = QTimer(self, interval=0)
        self._loader.timeout.connect(self._load)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # one that appears later would wrap the painted lines again
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFont(difference_font())
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def show_text(self, text: ShownText) -> None:
        self.covered, self.current = text.covered, _NOWHERE
        self._text, self._loaded = text.text, _PORTION
        self.setPlainText(text.text[:_PORTION])
        if self._loaded < len(self._text):
            self._loader.start()
        else:
            self._loader.stop()

    @property
    def loading(self) -> bool:
        return self._loader.isActive()

    @Slot()
    def _load(self) -> None:
        waiting = self.current[0] >= self.document().characterCount()
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(self._text[self._loaded : self._loaded + _PORTION])
        self._loaded += _PORTION
        if self._loaded >= len(self._text):
            self._loader.stop()
        if waiting and self.current[0] < self.document().characterCount():
            self.go_to(self.current)

    def go_to(self, span: Span) -> None:
        """Make a passage current, and bring its beginning into view."""
        self.current = span
        if span[0] < self.document().characterCount():
            cursor = QTextCursor(self.document())
            cursor.setPosition(span[0])
            self.going = True  # setting the cursor scrolls
            self.setTextCursor(cursor)
            self._reveal()
        self.viewport().update()

    def first_in_view(self) -> int:
        return self.cursorForPosition(QPoint(0, 0)).position()

    def scroll_to(self, place: int) -> None:
        """Scroll until the line of a place, or the last line, is the first in view."""
        place = max(0, min(place, self.document().characterCount() - 1))
        block = self.document().findBlock(place)
        self.blockBoundingRect(block)  # lays it out
        line = block.layout().lineForTextPosition(place - block.position())
        number = line.lineNumber() if line.isValid() else 0
        self.verticalScrollBar().setValue(block.firstLineNumber() + number)

    def _reveal(self) -> None:
        """Scroll so that the line of the cursor is near the top: the passage continues below."""
        self.going = True
        self.ensureCursorVisible()
        lines = self.cursorRect().top() // max(1, self.cursorRect().height())
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + lines - _LINES_ABOVE)
        self.going = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.current != _NOWHERE:
            self._reveal()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        shared = colours_of(self.palette()).right
        current = colours_of(self.palette()).left
        for block, top in self._visible_blocks():
            start, stop = block.position(), block.position() + block.length() - 1
            first = bisect_right(self.covered, start, key=lambda span: span[1])
            last = bisect_left(self.covered, stop, key=lambda span: span[0])
            for span in self.covered[first:last]:
                for position in self._places(block, top, span):
                    _mark(painter, position, shared.line, shared.ink, 1)
                # a few characters inside a passage may differ
                chosen = max(span[0], self.current[0]), min(span[1], self.current[1])
                for position in self._places(block, top, chosen):
                    _mark(painter, position, current.word, current.ink, 2)
        painter.end()
        super().paintEvent(event)

    def _visible_blocks(self) -> Iterator[tuple[QTextBlock, float]]:
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top < self.viewport().height():
            height = self.blockBoundingRect(block).height()  # lays it out
            yield block, top
            top += height
            block = block.next()

    def _places(self, block: QTextBlock, top: float, span: Span) -> Iterator[QRectF]:
        layout, across = block.layout(), self.contentOffset().x()
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            start = max(span[0] - block.position(), line.textStart())
            stop = min(span[1] - block.position(), line.textStart() + line.textLength())
            if start >= stop or top + line.y() + line.height() < 0:
                continue
            if top + line.y() > self.viewport().height():
                return
            left, right = x_in_line(line, start), x_in_line(line, stop)
            yield QRectF(left + across, top + line.y(), right - left, line.height())


def _mark(painter: QPainter, position: QRectF, ground: QColor, edge: QColor, width: int) -> None:
    painter.fillRect(position, ground)
    painter.fillRect(
        QRectF(position.left(), position.bottom() - width, position.width(), width), edge
    )


COLUMNS: tuple[Column[ShownPassage], ...] = (
    FigureColumn(
        title=lambda: translate("PassageModel", "Length"),
        meaning=lambda: translate("PassageModel", "Characters that both have, without spaces"),
        text=lambda passage: count_text(passage.characters),
    ),
    Column(
        title=lambda: translate("PassageModel", "Begins with"),
        meaning=lambda: translate("PassageModel", "How the passage begins in the left text"),
        text=lambda passage: printable(passage.excerpt),
    ),
)


class PassageTitle(ElidedLabel):
    """A title whose height and base line do not depend on the script of the name."""

    def __init__(
        self, parent: QWidget, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight
    ) -> None:
        super().__init__(parent, mode)
        self.setFixedHeight(row_height(self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colour = self.palette().color(self.foregroundRole())
        paint_line(painter, QRectF(self.contentsRect()), self.shown(), self.font(), colour)


class PassagesPage(QWidget):
    """Shows the passages that both texts have; choosing one goes to it on both sides."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = RecordModel(COLUMNS, self)
        self.list = TextTable(self)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)  # the column shows how they begin
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
        for pane, other, way in ((self.left, self.right, 0), (self.right, self.left, 1)):
            pane.verticalScrollBar().valueChanged.connect(partial(self._follow, pane, other, way))
        parts = [QWidget(self) for _ in range(3)]
        labels, contents = (self.heading, *self.titles), (self.list, self.left, self.right)
        edge = scaled(8, self.font())
        for part, label, content in zip(parts, labels, contents, strict=True):
            label.setContentsMargins(edge, 0, edge // 2, 0)
            filled(QVBoxLayout(part), label, (content, 1), spacing=2)
        self.splitter = split(self, *zip(parts, (1, 2, 2), (220, 360, 360), strict=True))
        filled(QVBoxLayout(self), self.splitter)

    def show_explanation(self, explained: Explained) -> None:
        self.model.set_records(explained.passages)
        self._ways = explained.passages.ways()
        count = len(explained.passages)
        self.heading.setText(
            plural(count, self.tr("1 passage in both"), self.tr("{0} passages in both"))
        )
        kept, chosen = self.tr("kept, {1} in both: {0}"), self.tr("chosen, {1} in both: {0}")
        if explained.request.of_any_files:
            kept = chosen = self.tr("{1} in both: {0}")
        compared = explained.explanation.comparison
        for title, pane, text, pattern, end, share in zip(
            self.titles,
            (self.left, self.right),
            (explained.left, explained.right),
            (kept, chosen),
            explained.request.ends,
            (compared.left_in_right, compared.right_in_left),
            strict=True,
        ):
            name, place = name_and_place(*end)
            words = pattern.format(name, percent_text(share))
            title.setText(words)
            title.setAccessibleName(words)
            title.setToolTip(as_tooltip(place))
            pane.setAccessibleName(words)
            pane.show_text(text)
        if count:
            self.list.setCurrentIndex(self.model.index(0, 0))

    def choose(self, place: Span) -> None:
        passages = self.model.records
        if isinstance(passages, ShownPassages) and passages:
            self.list.selectRow(passages.at(place))

    @Slot(QModelIndex)
    def _go_to(self, index: QModelIndex) -> None:
        if index.isValid():
            passage = self.model.record(index.row())
            self._following = True  # both panes go to their own place
            self.left.go_to(passage.left)
            self.right.go_to(passage.right)
            self._following = False

    def _follow(self, pane: PassagePane, other: PassagePane, way: int, _value: int) -> None:
        if self._following or pane.going or other.going:
            return
        self._following = True
        other.scroll_to(self._ways[way].there(pane.first_in_view()))
        self._following = False
