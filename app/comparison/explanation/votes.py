"""The five steps of one fingerprint on the heaviest features, as a table that adds up."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from simcore import Explanation

from ...language.wording import count_text, printable
from ...widgets.records import RIGHT, Column, RecordModel
from ...widgets.text_look import difference_colours
from .words import vote_text

_Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole
_CENTRE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignHCenter
FIRST_VOTE = 3
"""The first column of votes, that of the highest bit."""


class VoteRow(NamedTuple):
    """A feature with its votes by bit, the lowest first, or the sum of all.

    ``bits`` is the hash of a feature in bits; ``sign`` marks the last row, whose votes are bits.
    """

    name: str
    hashed: str
    weight: str
    votes: Sequence[int]
    bits: str = ""
    total: bool = False
    sign: bool = False


class VoteModel(RecordModel[VoteRow]):
    """Rows: the heaviest features, all others together, the sum, the bit.

    Columns: feature, hash, weight, and a vote for every bit, the highest first.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._width = 0
        self._differing: frozenset[int] = frozenset()

    def show(self, explained: Explanation, *, left: bool) -> None:
        """Show one side of an explanation."""
        self.set_records(())
        self.beginResetModel()
        self._width = explained.width
        self._differing = frozenset(each.bit for each in explained.differing)
        self.columns = tuple(self._columns())
        self.endResetModel()
        self.set_records(tuple(self._rows(explained, left=left)))

    def column(self, bit: int) -> int:
        """Return the column of a bit."""
        return FIRST_VOTE + self._width - 1 - bit

    def bit(self, column: int) -> int:
        """Return the bit of a column of votes."""
        return self._width - 1 - (column - FIRST_VOTE)

    def data(self, index: _Index, role: int = _Role.DisplayRole) -> object:
        """Return a cell's text, and how it looks."""
        if not index.isValid():
            return None
        row, column = self.record(index.row()), index.column()
        if role == _Role.FontRole:
            font = QApplication.font()
            if column == 1:
                font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
            font.setBold(row.total)
            return font
        if column >= FIRST_VOTE:
            bit = self.bit(column)
            if role == _Role.BackgroundRole:
                return _ground() if row.total and bit in self._differing else None
            if role == _Role.ForegroundRole:
                return _faint() if row.votes[bit] < 0 else None
        return super().data(index, role)

    def _columns(self) -> Iterator[Column[VoteRow]]:
        yield Column(
            title=lambda: self.tr("1 Feature"), text=lambda row: row.name, tooltip=self._hash
        )
        yield Column(
            title=lambda: self.tr("2 Hash"), text=lambda row: row.hashed, tooltip=self._hash
        )
        yield Column(
            title=lambda: self.tr("3 Weight"),
            text=lambda row: row.weight,
            tooltip=self._hash,
            align=RIGHT,
        )
        for bit in reversed(range(self._width)):
            yield Column(
                title=partial(self._title, bit),
                meaning=partial(self._meaning, bit),
                text=partial(_vote, bit),
                align=_CENTRE,
            )

    def _title(self, bit: int) -> str:
        """Return the number of a bit, with a sign where bits differ."""
        return f"\u2260 {bit}" if bit in self._differing else str(bit)

    def _meaning(self, bit: int) -> str:
        if bit in self._differing:
            return self.tr("Bit {0}, in which the fingerprints differ").format(bit)
        return self.tr("Bit {0}").format(bit)

    def _hash(self, row: VoteRow) -> str | None:
        if not row.bits:
            return None
        grouped = " ".join(row.bits[at : at + 8] for at in range(0, len(row.bits), 8))
        return self.tr("The hash in bits, the highest first: {0}").format(grouped)

    def _rows(self, explained: Explanation, *, left: bool) -> Iterator[VoteRow]:
        side = explained.left if left else explained.right
        digits, bits = self._width // 4, range(self._width)
        heaviest = side.heaviest
        for feature in heaviest:
            label = self.tr("(its hash only)") if feature.label is None else feature.label
            hashed = feature.hash & (1 << self._width) - 1  # bits beyond the width do not vote
            yield VoteRow(
                printable(label),
                f"{hashed:0{digits}x}",
                count_text(feature.weight),
                [feature.vote(bit) for bit in bits],
                f"{hashed:0{self._width}b}",
            )
        count, weight = len(side.hashes) - len(heaviest), int(side.weights.sum())
        sums: list[int] = side.votes.tolist()
        yield VoteRow(
            self.tr("{0} others").format(count_text(count)),
            "",
            count_text(weight - sum(feature.weight for feature in heaviest)),
            [sums[bit] - sum(feature.vote(bit) for feature in heaviest) for bit in bits],
        )
        text = self.tr("4 Sum of the votes")
        yield VoteRow(text, "", count_text(weight), sums, total=True)
        text, signs = self.tr("5 Sign: the bit"), [int(votes >= 0) for votes in sums]
        yield VoteRow(text, f"{side.fingerprint:0{digits}x}", "", signs, total=True, sign=True)


def _vote(bit: int, row: VoteRow) -> str:
    return str(row.votes[bit]) if row.sign else vote_text(row.votes[bit])


def _ground() -> QBrush:
    """Return the colour of the sum and of the bit where the fingerprints differ."""
    return QBrush(difference_colours(QApplication.palette(), left=True).row)


def _faint() -> QBrush:
    """Dim subtracted votes."""
    return QBrush(QApplication.palette().color(QPalette.ColorRole.PlaceholderText))
