"""The five steps of one fingerprint on the heaviest features, as a table that adds up."""

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from app.comparison.explanation.words import vote_text
from app.language.wording import count_text, printable
from app.widgets.text_look import difference_colours
from simcore import Explanation, Side

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
FIRST_VOTE = 3
"""The first column of votes, that of the highest bit."""


class VoteModel(QAbstractTableModel):
    """Rows: the heaviest features, all others together, the sum, the bit.

    Columns: feature, hash, weight, and a vote for every bit, the highest first.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._side: Side | None = None
        self._width = 0
        self._differing: frozenset[int] = frozenset()
        self._sums: list[int] = []
        self._others: list[int] = []
        self._weight = 0

    def show(self, explained: Explanation, *, left: bool) -> None:
        """Show one side of an explanation."""
        self.beginResetModel()
        side = explained.left if left else explained.right
        self._side, self._width = side, explained.width
        self._differing = frozenset(each.bit for each in explained.differing)
        self._sums = side.votes.tolist()
        self._others = [
            total - sum(feature.vote(bit) for feature in side.heaviest)
            for bit, total in enumerate(self._sums)
        ]
        self._weight = int(side.weights.sum())
        self.endResetModel()

    def column(self, bit: int) -> int:
        """Give the column of a bit."""
        return FIRST_VOTE + self._width - 1 - bit

    def bit(self, column: int) -> int:
        """Give the bit of a column of votes."""
        return self._width - 1 - (column - FIRST_VOTE)

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """Count the features shown and three rows below them."""
        return 0 if parent.isValid() or self._side is None else len(self._side.heaviest) + 3

    def columnCount(self, parent: _Index = _ROOT) -> int:
        """Count three columns and the bits."""
        return 0 if parent.isValid() or self._side is None else FIRST_VOTE + self._width

    def vote(self, row: int, bit: int) -> int:
        """Give the number in a row of votes."""
        assert self._side is not None  # noqa: S101 - there are no rows otherwise
        features = self._side.heaviest
        if row < len(features):
            return features[row].vote(bit)
        if row == len(features):
            return self._others[bit]
        return self._sums[bit] if row == len(features) + 1 else int(self._sums[bit] >= 0)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give a cell's text, and how it looks."""
        if self._side is None or not index.isValid():
            return None
        row, column = index.row(), index.column()
        last = row == self.rowCount() - 1
        if role == Qt.ItemDataRole.DisplayRole:
            if column < FIRST_VOTE:
                return self._heading(row, column)
            vote = self.vote(row, self.bit(column))
            return str(vote) if last else vote_text(vote)
        if role == Qt.ItemDataRole.ToolTipRole and column < FIRST_VOTE:
            return self._explanation(row)
        if role == Qt.ItemDataRole.TextAlignmentRole and column >= FIRST_VOTE - 1:
            votes = column >= FIRST_VOTE
            return Qt.AlignmentFlag.AlignVCenter | (
                Qt.AlignmentFlag.AlignHCenter if votes else Qt.AlignmentFlag.AlignRight
            )
        if role == Qt.ItemDataRole.FontRole:
            return self._font(row, column)
        if role == Qt.ItemDataRole.BackgroundRole and column >= FIRST_VOTE:
            return self._ground(row, self.bit(column))
        if role == Qt.ItemDataRole.ForegroundRole and column >= FIRST_VOTE and not last:
            return self._ink(self.vote(row, self.bit(column)))
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Give the number of a step or a bit, with a sign where bits differ."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            if section < FIRST_VOTE:
                titles = self.tr("1 Feature"), self.tr("2 Hash"), self.tr("3 Weight")
                return titles[section]
            bit = self.bit(section)
            return f"\u2260 {bit}" if bit in self._differing else str(bit)
        if role == Qt.ItemDataRole.ToolTipRole and section >= FIRST_VOTE:
            bit = self.bit(section)
            if bit in self._differing:
                return self.tr("Bit {0}, in which the fingerprints differ").format(bit)
            return self.tr("Bit {0}").format(bit)
        return None

    def _ground(self, row: int, bit: int) -> QBrush | None:
        """Colour the sum and the bit where the fingerprints differ."""
        if bit not in self._differing or row < self.rowCount() - 2:
            return None
        return QBrush(difference_colours(QApplication.palette(), left=True).row)

    def _ink(self, vote: int) -> QBrush | None:
        """Let what is taken away step back."""
        if vote >= 0:
            return None
        return QBrush(QApplication.palette().color(QPalette.ColorRole.PlaceholderText))

    def _heading(self, row: int, column: int) -> str:
        assert self._side is not None  # noqa: S101 - as above
        features = self._side.heaviest
        digits = self._width // 4
        if row < len(features):
            feature = features[row]
            label = self.tr("(its hash only)") if feature.label is None else feature.label
            # what is beyond the width does not vote
            hashed = f"{feature.hash & (1 << self._width) - 1:0{digits}x}"
            return (printable(label), hashed, count_text(feature.weight))[column]
        if row == len(features):
            count = len(self._side.hashes) - len(features)
            weight = self._weight - sum(feature.weight for feature in features)
            return (self.tr("{0} others").format(count_text(count)), "", count_text(weight))[column]
        if row == len(features) + 1:
            return (self.tr("4 Sum of the votes"), "", count_text(self._weight))[column]
        return (self.tr("5 Sign: the bit"), f"{self._side.fingerprint:0{digits}x}", "")[column]

    def _explanation(self, row: int) -> str | None:
        assert self._side is not None  # noqa: S101 - as above
        if row >= len(self._side.heaviest):
            return None
        feature = self._side.heaviest[row]
        bits = f"{feature.hash & (1 << self._width) - 1:0{self._width}b}"
        grouped = " ".join(bits[at : at + 8] for at in range(0, len(bits), 8))
        return self.tr("The hash in bits, the highest first: {0}").format(grouped)

    def _font(self, row: int, column: int) -> QFont | None:
        font = QApplication.font()
        if column == 1:
            font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setBold(row >= self.rowCount() - 2)
        return font
