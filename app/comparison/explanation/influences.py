"""The features that decide in which bits two fingerprints differ, of all bits or of one."""

from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.comparison.explanation.words import vote_text
from app.language.wording import count_text, printable
from simcore import Explanation, Feature

_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class InfluenceRow:
    """A feature; ``more`` is its weight beyond that of the other text, ``total`` its influence."""

    feature: Feature
    kept: bool
    more: int
    bits: tuple[int, ...]
    total: int


class InfluenceModel(QAbstractTableModel):
    """Lists features, the most influential first.

    Without a bit: by what they add to the votes of all differing bits. With a bit that differs:
    those that pull it. With one that is equal: the heaviest of both texts, by their votes there.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._explained: Explanation | None = None
        self._bit: int | None = None
        self._rows: list[InfluenceRow] = []
        self._left_out = 0

    @property
    def bit(self) -> int | None:
        """The bit whose features are listed, or None for all."""
        return self._bit

    @property
    def left_out(self) -> int:
        """How many more features pull that are not listed."""
        return self._left_out

    @property
    def rows(self) -> list[InfluenceRow]:
        """What is listed."""
        return self._rows

    def show(self, explained: Explanation | None, bit: int | None = None) -> None:
        """List the features of an explanation, or those of one of its bits."""
        self.beginResetModel()
        self._explained, self._bit = explained, bit
        self._rows, self._left_out = ([], 0) if explained is None else _rows(explained, bit)
        self.endResetModel()

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """Count the features listed."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        """Give 5: feature, side, weight, influence, bits."""
        return 0 if parent.isValid() else 5

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give a cell's text, alignment or explanation."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cell(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._explanation(row)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in {2, 3}:
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
            return (
                self.tr("Feature"),
                self.tr("Text"),
                self.tr("Weight"),
                self.tr("Influence"),
                self.tr("Bits"),
            )[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return (
                self.tr("A word or neighbouring words of the text, or the hash of another feature"),
                self.tr("The text that has it alone, or with more weight"),
                self.tr("How much more it weighs in this text than in the other"),
                self.tr("What it adds to the votes: its weight, times the bits"),
                self.tr("The differing bits on which it votes as the bit came out in this text"),
            )[section]
        return None

    def _cell(self, row: InfluenceRow, column: int) -> str:
        if column == 0:
            label = row.feature.label
            return f"{row.feature.hash:016x}" if label is None else printable(label)
        if column == 1:
            return self.tr("kept") if row.kept else self.tr("chosen")
        if column == 2:
            return vote_text(row.more)
        if column == 3:
            return vote_text(row.total)
        return ", ".join(map(str, row.bits))

    def _explanation(self, row: InfluenceRow) -> str:
        bits = ", ".join(map(str, row.bits))
        return self.tr("Hash {0}, weight {1}; bits {2}").format(
            f"{row.feature.hash:016x}", count_text(row.feature.weight), bits
        )


def _rows(explained: Explanation, bit: int | None) -> tuple[list[InfluenceRow], int]:
    found = [
        InfluenceRow(each.feature, kept, each.more, each.bits, each.total)
        for side, kept in ((explained.left, True), (explained.right, False))
        for each in side.influences
    ]
    if bit is None:
        pulling = explained.left.pulling + explained.right.pulling
        return sorted(found, key=lambda row: -row.total), pulling - len(found)
    differing = next((each for each in explained.differing if each.bit == bit), None)
    if differing is None:
        heaviest = [
            InfluenceRow(feature, kept, feature.weight, (bit,), feature.vote(bit))
            for side, kept in ((explained.left, True), (explained.right, False))
            for feature in side.heaviest
        ]
        features = len(explained.left.hashes) + len(explained.right.hashes)
        return sorted(heaviest, key=lambda row: -abs(row.total)), features - len(heaviest)
    here = sorted(
        (row for row in found if bit in row.bits), key=lambda row: (-row.more, -row.total)
    )
    return here, differing.left_pulling + differing.right_pulling - len(here)
