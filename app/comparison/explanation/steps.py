"""The page of the five steps: a sentence about each, and its table."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from simcore import Explanation

from ...widgets.layouts import filled, split
from ...widgets.text_table import TextTable
from .differences import SideNames
from .votes import FIRST_VOTE, VoteModel

_FEATURE_WIDTH = 150


class StepsPage(QWidget):
    """Shows the steps for one side of an explanation; a list chooses which."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explained: Explanation | None = None
        self.model = VoteModel(self)
        self.side = QComboBox(self)
        self.side.addItems(["", ""])
        self.side.setAccessibleName(self.tr("The document whose fingerprint is made"))
        self.side.currentIndexChanged.connect(self._refresh)
        self.steps = QLabel(self, textFormat=Qt.TextFormat.RichText, wordWrap=True)
        self.steps.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.steps.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.steps.setAccessibleName(self.tr("The five steps"))
        self.steps.setContentsMargins(0, 0, 8, 0)
        self.features, self.votes = _table(self.model, self), _table(self.model, self)
        self._link()
        self._lay_out()

    def show_explanation(self, explained: Explanation, names: SideNames) -> None:
        """Show the steps of an explanation."""
        self._explained = explained
        self.side.setItemText(0, names.of_left)
        self.side.setItemText(1, names.of_right)
        self._refresh()

    @Slot(object)
    def go_to(self, bit: int) -> None:
        """Bring the votes on a bit into view."""
        if self._explained is not None and 0 <= bit < self._explained.width:
            index = self.model.index(self.model.rowCount() - 1, self.model.column(bit))
            self.votes.setCurrentIndex(index)
            self.votes.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    @Slot()
    def _refresh(self) -> None:
        if self._explained is None:
            return
        self.model.show(self._explained, left=self.side.currentIndex() == 0)
        for column in range(self.model.columnCount()):
            self.features.setColumnHidden(column, column >= FIRST_VOTE)
            self.votes.setColumnHidden(column, column < FIRST_VOTE)
        self.features.resizeColumnsToContents()
        self.features.setColumnWidth(0, min(_FEATURE_WIDTH, self.features.columnWidth(0)))
        self.votes.resizeColumnsToContents()
        header = self.features.horizontalHeader()
        self.features.setFixedWidth(header.length() + 2)
        side = self._explained.left if self.side.currentIndex() == 0 else self._explained.right
        self.steps.setText(self._sentences(len(side.hashes)))

    def _sentences(self, features: int) -> str:
        steps = (
            self.tr(
                "<b>Features.</b> The text is cut into features: here {0}, such as its words and "
                "pairs of neighbouring words."
            ).format(features),
            self.tr(
                "<b>Hash.</b> Each feature becomes a number that looks as if it were drawn by lot, "
                "but is always the same for the same feature."
            ),
            self.tr("<b>Weight.</b> A feature that counts more has more votes."),
            self.tr(
                "<b>Votes.</b> For every bit, a feature adds its weight where its hash has a 1, "
                "and takes it away where it has a 0. All votes are added up, column by column."
            ),
            self.tr(
                "<b>Sign.</b> Where the sum is 0 or more, the bit is 1, else 0. A few other "
                "features seldom turn a sum around, so texts that are nearly the same have nearly "
                "the same bits."
            ),
        )
        return "".join(
            f"<p style='margin: 0 0 5px 0'><b>{number}</b>&nbsp; {step}</p>"
            for number, step in enumerate(steps, 1)
        )

    def _link(self) -> None:
        """Let both tables scroll, and choose a row, together."""
        upright, other = self.features.verticalScrollBar(), self.votes.verticalScrollBar()
        upright.valueChanged.connect(other.setValue)
        other.valueChanged.connect(upright.setValue)
        self.features.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.features.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.votes.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.votes.setSelectionModel(self.features.selectionModel())
        self.features.setAccessibleName(self.tr("Features with hash and weight"))
        self.votes.setAccessibleName(self.tr("Votes of the features on each bit"))

    def _lay_out(self) -> None:
        area = QScrollArea(self)
        area.setWidget(self.steps)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        words = QWidget(self)
        filled(QVBoxLayout(words), self.side, (area, 1))
        tables = QWidget(self)
        # as high as the other one, which has a bar below
        bar = self.votes.horizontalScrollBar().sizeHint().height()
        column = filled(QVBoxLayout(), (self.features, 1), bar, spacing=0)
        filled(QHBoxLayout(tables), column, (self.votes, 1), spacing=0)
        filled(QVBoxLayout(self), split(self, (words, 1, 220), (tables, 3, 720)))


def _table(model: VoteModel, parent: QWidget) -> TextTable:
    table = TextTable(parent, plain=True)
    table.setModel(model)
    table.setShowGrid(True)
    table.horizontalHeader().setMinimumSectionSize(24)
    return table
