"""The page of the passages in common: a list of them, and both texts with them underlined."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Slot,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLabel,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.comparison.explanation.pane import PassagePane
from app.comparison.explanation.text import ShownPassage
from app.comparison.explanation.work import Explained
from app.language.wording import count_text, percent_text, printable

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class PassageModel(QAbstractTableModel):
    """Lists passages: how long they are, and how they begin."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._passages: Sequence[ShownPassage] = ()

    def show(self, passages: Sequence[ShownPassage]) -> None:
        """List passages in their order."""
        self.beginResetModel()
        self._passages = passages
        self.endResetModel()

    def passage(self, row: int) -> ShownPassage:
        """Give the passage of a row."""
        return self._passages[row]

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """Count the passages."""
        return 0 if parent.isValid() else len(self._passages)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        """Give 2: length and beginning."""
        return 0 if parent.isValid() else 2

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give a cell's text or alignment."""
        if not index.isValid():
            return None
        passage = self._passages[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            if index.column():
                return printable(passage.excerpt)
            return count_text(passage.characters)
        if role == Qt.ItemDataRole.TextAlignmentRole and not index.column():
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Give a column's title, and what it means."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.tr("Begins with") if section else self.tr("Length")
        if role == Qt.ItemDataRole.ToolTipRole:
            if section:
                return self.tr("How the passage begins in the kept document")
            return self.tr("Characters in both alike, without spaces")
        return None


class PassagesPage(QWidget):
    """Shows the passages that both texts have; choosing one goes to it on both sides."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = PassageModel(self)
        self.list = QTableView(self)
        self.list.setModel(self.model)
        self.list.setAccessibleName(self.tr("Passages in both, the longest first"))
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setTabKeyNavigation(False)
        self.list.setWordWrap(False)
        self.list.setShowGrid(False)
        self.list.verticalHeader().hide()
        self.list.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.list.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 6)
        self.list.horizontalHeader().setStretchLastSection(True)
        self.list.horizontalHeader().setHighlightSections(False)
        self.list.selectionModel().currentRowChanged.connect(self._go_to)
        self.list.clicked.connect(self._go_to)
        self.heading = _heading(self)
        self.titles = _heading(self), _heading(self)
        self.left, self.right = PassagePane(self), PassagePane(self)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        for label, content in (
            (self.heading, self.list),
            (self.titles[0], self.left),
            (self.titles[1], self.right),
        ):
            part = QWidget(self)
            column = QVBoxLayout(part)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(2)
            column.addWidget(label)
            column.addWidget(content, 1)
            self.splitter.addWidget(part)
        for part_number, stretch in enumerate((1, 2, 2)):
            self.splitter.setStretchFactor(part_number, stretch)
        self.splitter.setSizes([220, 360, 360])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)

    def show_explanation(self, explained: Explained) -> None:
        """Show both texts, and list what they have in common."""
        self.model.show(explained.passages)
        count = len(explained.passages)
        self.heading.setText(
            self.tr("1 passage in both")
            if count == 1
            else self.tr("{0} passages in both").format(count_text(count))
        )
        explanation = explained.explanation
        for title, pane, text, pattern, path, share in (
            (
                self.titles[0],
                self.left,
                explained.left,
                self.tr("kept, {1} in both: {0}"),
                explained.request.kept,
                explanation.left_in_right,
            ),
            (
                self.titles[1],
                self.right,
                explained.right,
                self.tr("chosen, {1} in both: {0}"),
                explained.request.chosen,
                explanation.right_in_left,
            ),
        ):
            words = pattern.format(printable(path.name), percent_text(share))
            title.setText(words)
            title.setToolTip(printable(str(path)))
            pane.setAccessibleName(words)
            pane.show_text(text)
        self.list.resizeColumnToContents(0)
        if count:
            self.list.setCurrentIndex(self.model.index(0, 0))

    @Slot(QModelIndex)
    def _go_to(self, index: QModelIndex) -> None:
        if index.isValid():
            passage = self.model.passage(index.row())
            self.left.go_to(passage.left)
            self.right.go_to(passage.right)


def _heading(parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    # a long file name must not keep the window wide
    label.setMinimumWidth(1)
    return label
