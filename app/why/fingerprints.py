"""The page of fingerprints: the squares, the votes on one bit, and the deciding features."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontDatabase,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPalette,
    QPolygon,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simcore.explanation import Explanation, Feature

from ..i18n import clauses, phrases, translate
from ..style import EDGE, colours_of, mixed, scaled
from ..widgets.basic import filled, split
from ..widgets.tables import (
    FIT,
    NOWHERE,
    RIGHT,
    Column,
    FigureColumn,
    Index,
    RecordModel,
    TextTable,
)
from ..wording import count_text, printable
from .words import SideNames, side_names, vote_text, vote_words


@dataclass(frozen=True, slots=True)
class InfluenceRow:
    """A feature that weighs ``more`` in ``text`` than in the other; ``total`` is its influence."""

    feature: Feature
    text: str
    more: int
    bits: tuple[int, ...]
    total: int


def _label(row: InfluenceRow) -> str:
    label = row.feature.label
    return f"{row.feature.hash:016x}" if label is None else printable(label)


def _bits(row: InfluenceRow) -> str:
    return ", ".join(map(str, row.bits))


def _explanation(row: InfluenceRow) -> str:
    return translate("InfluenceModel", "Hash {0}, weight {1}; bits {2}").format(
        f"{row.feature.hash:016x}", count_text(row.feature.weight), _bits(row)
    )


COLUMNS: tuple[Column[InfluenceRow], ...] = (
    Column(
        title=lambda: translate("InfluenceModel", "Feature"),
        meaning=lambda: translate(
            "InfluenceModel",
            "A word or neighbouring words of the text, or the hash of another feature",
        ),
        text=_label,
    ),
    Column(
        title=lambda: translate("InfluenceModel", "Text"),
        meaning=lambda: translate(
            "InfluenceModel", "The text that has it alone, or with more weight"
        ),
        text=lambda row: row.text,
        width=FIT,
    ),
    FigureColumn(
        title=lambda: translate("InfluenceModel", "Weight"),
        meaning=lambda: translate(
            "InfluenceModel", "How much more it weighs in this text than in the other"
        ),
        text=lambda row: vote_text(row.more),
    ),
    FigureColumn(
        title=lambda: translate("InfluenceModel", "Influence"),
        meaning=lambda: translate(
            "InfluenceModel", "What it adds to the votes: its weight, times the bits"
        ),
        text=lambda row: vote_text(row.total),
    ),
    Column(
        title=lambda: translate("InfluenceModel", "Bits"),
        meaning=lambda: translate(
            "InfluenceModel",
            "The differing bits on which it votes as the bit came out in this text",
        ),
        text=_bits,
    ),
)


class InfluenceModel(RecordModel[InfluenceRow]):
    """Lists features, the most influential first.

    Without a bit: by what they add to the votes of all differing bits. With a differing bit: those
    that pull it. With an equal one: the heaviest of both texts, by their votes there. ``left_out``
    is how many more features pull and are not listed.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent, tooltip=_explanation)
        self.bit: int | None = None
        self.left_out = 0

    def show(self, explained: Explanation, names: SideNames, bit: int | None = None) -> None:
        self.bit = bit
        rows, self.left_out = _rows(explained, names, bit)
        self.set_records(rows)


def _rows(
    explained: Explanation, names: SideNames, bit: int | None
) -> tuple[list[InfluenceRow], int]:
    sides = (explained.left, names.short_left), (explained.right, names.short_right)
    found = [
        InfluenceRow(each.feature, name, each.more, each.bits, each.total)
        for side, name in sides
        for each in side.influences
    ]
    if bit is None:
        pulling = explained.left.pulling + explained.right.pulling
        return sorted(found, key=lambda row: -row.total), pulling - len(found)
    differing = next((each for each in explained.differing if each.bit == bit), None)
    if differing is None:
        heaviest = [
            InfluenceRow(feature, name, feature.weight, (bit,), feature.vote(bit))
            for side, name in sides
            for feature in side.heaviest
        ]
        features = len(explained.left.hashes) + len(explained.right.hashes)
        return sorted(heaviest, key=lambda row: -abs(row.total)), features - len(heaviest)
    here = sorted(
        (row for row in found if bit in row.bits), key=lambda row: (-row.more, -row.total)
    )
    return here, differing.left_pulling + differing.right_pulling - len(here)


_WIDE = 128


class BitSide(Enum):
    LEFT = "left"
    RIGHT = "right"
    DIFFERENCE = "difference"


class BitModel(QAbstractTableModel):
    """The bits in rows of 8, or of 16 if there are 128, the highest first."""

    def __init__(self, side: BitSide, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.side = side
        self._explained: Explanation | None = None
        self._names = side_names(of_any_files=True)
        self._width = self._bits = self._differing = 0

    def show(self, explained: Explanation, names: SideNames) -> None:
        self.beginResetModel()
        self._explained, self._names, self._width = explained, names, explained.width
        left, right = explained.left.fingerprint, explained.right.fingerprint
        self._differing = left ^ right
        self._bits = {BitSide.LEFT: left, BitSide.RIGHT: right}.get(self.side, left ^ right)
        self.endResetModel()

    def value(self, bit: int) -> int:
        return self._bits >> bit & 1

    def differs(self, bit: int) -> bool:
        return bool(self._differing >> bit & 1)

    def bit(self, index: Index) -> int:
        return self._width - 1 - index.row() * self.columnCount() - index.column()

    def position(self, bit: int) -> QModelIndex:
        if not 0 <= bit < self._width:
            return QModelIndex()
        return self.index(*divmod(self._width - 1 - bit, self.columnCount()))

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() or not self._width else self._width // self.columnCount()

    def columnCount(self, parent: Index = NOWHERE) -> int:
        if parent.isValid() or not self._width:
            return 0
        return 16 if self._width >= _WIDE else 8

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if self._explained is None or not index.isValid():
            return None
        bit = self.bit(index)
        value, differs = self.value(bit), self.differs(bit)
        if role == Qt.ItemDataRole.DisplayRole:
            if self.side is BitSide.DIFFERENCE:
                return "\u2260" if differs else "\u00b7"
            return str(value)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if self.side is BitSide.DIFFERENCE:
                text = self.tr("bit {0} differs") if differs else self.tr("bit {0} is equal")
                return text.format(bit)
            text = self.tr("bit {0} is {1}, and differs") if differs else self.tr("bit {0} is {1}")
            return text.format(bit, value)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return vote_words(self._explained, bit, self._names)
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if role != Qt.ItemDataRole.DisplayRole or orientation is not Qt.Orientation.Vertical:
            return None
        columns = self.columnCount()
        row = self._bits >> self._width - (section + 1) * columns & (1 << columns) - 1
        return f"{row:0{columns // 4}x}"


class BitDelegate(QStyledItemDelegate):
    """Paints a bit: dark for 1, light for 0; a differing one is orange with a corner."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, BitModel):
            return
        bit = model.bit(index)
        one, differs = bool(model.value(bit)), model.differs(bit)
        ground, ink, edge = self._colours(option, one=one, differs=differs)
        # equal bits are dimmed in the square of differences
        if model.side is BitSide.DIFFERENCE and not differs:
            ink = option.palette.color(QPalette.ColorRole.PlaceholderText)
        painter.save()
        cell = option.rect.adjusted(1, 1, -1, -1)
        painter.fillRect(cell, ground)
        painter.setPen(edge)
        painter.drawRect(cell.adjusted(0, 0, -1, -1))
        if differs:
            third = max(3, cell.width() // 3)
            corner = cell.topRight()
            painter.setBrush(ink if one else edge)
            painter.setPen(Qt.PenStyle.NoPen)
            left, down = corner.x() - third, corner.y() + third
            painter.drawPolygon(
                QPolygon([QPoint(left, corner.y()), corner, QPoint(corner.x(), down)])
            )
        font = option.font
        font.setPixelSize(max(8, int(cell.height() * 0.66)))
        font.setBold(differs)
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, str(index.data()))
        current = option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus)
        if current:
            pen = painter.pen()
            pen.setColor(option.palette.color(QPalette.ColorRole.Highlight))
            pen.setWidth(2)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(option.rect.adjusted(1, 1, -1, -1))
        painter.restore()

    def _colours(
        self, option: QStyleOptionViewItem, *, one: bool, differs: bool
    ) -> tuple[QColor, QColor, QColor]:
        palette = option.palette
        base = palette.color(QPalette.ColorRole.Base)
        text = palette.color(QPalette.ColorRole.Text)
        if differs:
            colours = colours_of(palette).left
            return (colours.ink, base, colours.ink) if one else (colours.line, text, colours.ink)
        if one:
            return mixed(text, base, 0.62), base, mixed(text, base, 0.62)
        return base, mixed(text, base, 0.72), mixed(text, base, 0.3)


_SMALLEST, _LARGEST = 12, 24
"""Pixels of a cell; it is no smaller than the digits in it and beside it."""
_GAP = 6


class BitSquare(QTableView):
    """One square. Arrow keys move from bit to bit; Space, Return or a click choose one.

    Signals carry the number of the bit; ``looked_at`` also follows the pointer, and carries -1 when
    it leaves.
    """

    moved = Signal(object)
    looked_at = Signal(object)
    bit_chosen = Signal(object)

    def __init__(self, side: BitSide, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bits = BitModel(side, self)
        self.setModel(self.bits)
        self.setItemDelegate(BitDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.viewport().setAutoFillBackground(False)
        self.horizontalHeader().hide()
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setSectionsClickable(False)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(self.font().pointSizeF() * 0.9)
        self.verticalHeader().setFont(font)
        self.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignCenter)
        self.entered.connect(lambda index: self.looked_at.emit(self.bits.bit(index)))
        self.clicked.connect(self._choose)

    def digits_width(self) -> int:
        digits = "0" * max(2, self.bits.columnCount() // 4)
        return QFontMetrics(self.verticalHeader().font()).horizontalAdvance(digits) + 6

    def smallest(self) -> int:
        return max(_SMALLEST, QFontMetrics(self.verticalHeader().font()).ascent())

    def set_cell(self, size: int) -> None:
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setDefaultSectionSize(size)
        wide = self.digits_width()
        self.verticalHeader().setFixedWidth(wide)
        self.setFixedSize(
            QSize(
                wide + size * self.bits.columnCount() + 2, size * max(1, self.bits.rowCount()) + 2
            )
        )

    def go_to(self, bit: int) -> None:
        self.setCurrentIndex(self.bits.position(bit))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid():
            self.moved.emit(self.bits.bit(current))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._choose(self.currentIndex())
            event.accept()
            return
        super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.looked_at.emit(-1)

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.bit_chosen.emit(self.bits.bit(index))


class BitSquares(QWidget):
    """The three squares with titles. ``looked_at`` carries the bit under pointer or cursor.

    ``current`` is the bit of the last key or click, -1 for none. The words ``below`` follow
    the squares closely, however large these are.
    """

    looked_at = Signal(object)
    bit_chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.current = -1
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        # the squares fill the available space; the layout must not reserve it
        self._grid.setSizeConstraint(QGridLayout.SizeConstraint.SetNoConstraint)
        self._grid.setSpacing(_GAP)
        self.squares: dict[BitSide, BitSquare] = {}
        self.titles: dict[BitSide, QLabel] = {}
        for column, side in enumerate(BitSide):
            square = BitSquare(side, self)
            square.moved.connect(self.go_to)
            square.looked_at.connect(self._look)
            square.bit_chosen.connect(self.bit_chosen)
            self.squares[side] = square
            title = self.titles[side] = QLabel(self)
            title.setBuddy(square)
            self._grid.addWidget(title, 0, column, Qt.AlignmentFlag.AlignHCenter)
            self._grid.addWidget(square, 1, column, Qt.AlignmentFlag.AlignTop)
        self._grid.setRowStretch(3, 1)
        self.below = _words(self)
        across = len(self.squares) + 1
        self._grid.addWidget(self.below, 2, 0, 1, across, Qt.AlignmentFlag.AlignTop)
        self._grid.setColumnStretch(len(self.squares), 1)

    def _other_height(self) -> int:
        above = self.fontMetrics().height() + _GAP + 4
        return above + _GAP + self.below.heightForWidth(max(self.width(), 1))

    def show_explanation(self, explained: Explanation, names: SideNames) -> None:
        """Show the bits of an explanation; the highest differing bit becomes current."""
        self.current = -1
        said = self.tr("Fingerprint {0}, bit by bit")
        for side, title, words in (
            (BitSide.LEFT, names.short_left, said.format(names.of_left)),
            (BitSide.RIGHT, names.short_right, said.format(names.of_right)),
            (
                BitSide.DIFFERENCE,
                self.tr("what differs"),
                self.tr("Bits in which the fingerprints differ"),
            ),
        ):
            self.titles[side].setText(title)
            self.squares[side].setAccessibleName(words)
            self.squares[side].bits.show(explained, names)
        self.updateGeometry()
        self._fit()
        highest = max((each.bit for each in explained.differing), default=explained.width - 1)
        self.go_to(highest)

    @Slot(object)
    def go_to(self, bit: int) -> None:
        if bit == self.current:
            return
        self.current = bit
        for square in self.squares.values():
            square.go_to(bit)
        self.looked_at.emit(bit)

    @Slot(object)
    def _look(self, bit: int) -> None:
        self.looked_at.emit(self.current if bit < 0 else bit)

    def _fit(self) -> None:
        squares = list(self.squares.values())
        bits = squares[0].bits
        high = self.height() - self._other_height()
        beside = len(squares) * (squares[0].digits_width() + 2) + 2 * _GAP
        across = (self.width() - beside) // (len(squares) * max(1, bits.columnCount()))
        least = squares[0].smallest()
        size = max(min(high // max(1, bits.rowCount()), across, _LARGEST), least)
        for square in squares:
            square.set_cell(size)

    def minimumSizeHint(self) -> QSize:
        squares = list(self.squares.values())
        bits = squares[0].bits
        least = squares[0].smallest()
        one = squares[0].digits_width() + 2 + least * bits.columnCount()
        wide = len(squares) * one + 2 * _GAP
        return QSize(wide, bits.rowCount() * least + self._other_height())

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class FingerprintsPage(QWidget):
    """Shows which bits differ and why; ``bit_moved`` carries the bit looked at."""

    bit_moved = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explained: Explanation | None = None
        self._names = side_names(of_any_files=True)
        self.squares = BitSquares(self)
        self.squares.looked_at.connect(self._look)
        self.squares.bit_chosen.connect(self._choose)
        self.in_words = self.squares.below
        self.in_words.setAccessibleName(self.tr("The fingerprints in words"))
        self.votes = _words(self)
        self.votes.setAccessibleName(self.tr("The votes on the bit"))
        self.heading = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.all_bits = QToolButton(self)
        self.all_bits.setText(self.tr("All bits"))
        self.all_bits.setToolTip(self.tr("List what decides all differing bits"))
        self.all_bits.clicked.connect(lambda: self._list(None))
        self.model = InfluenceModel(self)
        self.table = TextTable(self)
        self._lay_out()

    def show_explanation(self, explained: Explanation, names: SideNames) -> None:
        self._explained, self._names = explained, names
        self.squares.show_explanation(explained, names)
        self._look(self.squares.current)
        self.in_words.setText(self._in_words(explained))
        self._list(None)

    def _in_words(self, explained: Explanation) -> str:
        digits, names = explained.width // 4, self._names
        sides = (names.short_left, explained.left), (names.short_right, explained.right)
        of_each = phrases(f"{name} {side.fingerprint:0{digits}x}" for name, side in sides)
        if not explained.differing:
            return clauses((of_each, self.tr("no bit differs")))
        bits = ", ".join(str(each.bit) for each in reversed(explained.differing))
        return clauses((of_each, self.tr("different (\u2260): {0}").format(bits)))

    @Slot(object)
    def _look(self, bit: int) -> None:
        if self._explained is not None and 0 <= bit < self._explained.width:
            self.votes.setText(vote_words(self._explained, bit, self._names))
            self.bit_moved.emit(bit)

    @Slot(object)
    def _choose(self, bit: int) -> None:
        self._list(None if self.model.bit == bit else bit)

    def _list(self, bit: int | None) -> None:
        explained = self._explained
        if explained is None:
            return
        self.model.show(explained, self._names, bit)
        self.all_bits.setEnabled(bit is not None)
        if bit is None:
            text = (
                self.tr("What makes bits differ")
                if explained.differing
                else self.tr("No bit differs, so nothing decides one")
            )
        elif any(each.bit == bit for each in explained.differing):
            text = self.tr("What makes bit {0} differ").format(bit)
        else:
            text = self.tr("Heaviest features on bit {0}").format(bit)
        if self.model.left_out:
            shown = self.model.rowCount()
            text = self.tr("{0}: first {1} of {2}").format(
                text, count_text(shown), count_text(shown + self.model.left_out)
            )
        self.heading.setText(text)
        self.table.setAccessibleName(text)

    def _lay_out(self) -> None:
        table = self.table
        table.show_model(self.model)
        left = QWidget(self)
        filled(QVBoxLayout(left), self.squares).setContentsMargins(0, 0, EDGE, 0)
        area = QScrollArea(self)
        area.setWidget(left)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        right = QWidget(self)
        line = filled(QHBoxLayout(), (self.heading, 1), self.all_bits)
        line.setContentsMargins(0, 0, EDGE, 0)
        column = filled(QVBoxLayout(right), self.votes, line, (table, 1), spacing=4)
        column.setContentsMargins(EDGE, 0, 0, 0)
        right.setMinimumWidth(scaled(390, self.font()))  # the squares can scroll and shrink
        self.votes.setContentsMargins(0, 0, EDGE, 0)
        self.splitter = split(self, (area, 3, 580), (right, 2, 420))
        filled(QVBoxLayout(self), self.splitter)


def _words(parent: QWidget, form: Qt.TextFormat = Qt.TextFormat.PlainText) -> QLabel:
    label = QLabel(parent, textFormat=form, wordWrap=True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label


_Role = Qt.ItemDataRole
_CENTRE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignHCenter
FIRST_VOTE = 3
"""The first column of votes, that of the highest bit."""


class VoteRow(NamedTuple):
    """A feature with its votes by bit, the lowest first, or the sum of all."""

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
        self.set_records(())
        self.beginResetModel()
        self._width = explained.width
        self._differing = frozenset(each.bit for each in explained.differing)
        self.columns = tuple(self._columns())
        self.endResetModel()
        self.set_records(tuple(self._rows(explained, left=left)))

    def column(self, bit: int) -> int:
        return FIRST_VOTE + self._width - 1 - bit

    def bit(self, column: int) -> int:
        return self._width - 1 - (column - FIRST_VOTE)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
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
            bit, palette = self.bit(column), QApplication.palette()
            if role == _Role.BackgroundRole and row.total and bit in self._differing:
                return QBrush(colours_of(palette).left.line)
            if role == _Role.ForegroundRole and row.votes[bit] < 0:
                return QBrush(palette.color(QPalette.ColorRole.PlaceholderText))
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


_FEATURE_WIDTH = 150


class StepsPage(QWidget):
    """Shows the five steps for one side of an explanation, chosen in a list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explained: Explanation | None = None
        self.model = VoteModel(self)
        self.side = QComboBox(self)
        self.side.addItems(["", ""])
        self.side.setAccessibleName(self.tr("The document whose fingerprint is made"))
        self.side.currentIndexChanged.connect(self._refresh)
        self.steps = _words(self, Qt.TextFormat.RichText)
        self.steps.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.steps.setAccessibleName(self.tr("The five steps"))
        self.steps.setContentsMargins(0, 0, 8, 0)
        self.features, self.votes = _table(self.model, self), _table(self.model, self)
        self._link()
        self._lay_out()

    def show_explanation(self, explained: Explanation, names: SideNames) -> None:
        self._explained = explained
        self.side.setItemText(0, names.of_left)
        self.side.setItemText(1, names.of_right)
        self._refresh()

    @Slot(object)
    def go_to(self, bit: int) -> None:
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
        # as high as the other table, which has a scroll bar
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
