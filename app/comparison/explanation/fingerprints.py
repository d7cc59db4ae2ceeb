"""The page of fingerprints: the squares, the votes on one bit, and the features that decide."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simcore import Explanation

from ...language.punctuation import clauses, phrases
from ...language.wording import count_text
from ...looks.measures import EDGE, scaled
from ...widgets.layouts import filled, split
from ...widgets.text_table import TextTable
from .differences import SideNames, side_names
from .influences import InfluenceModel
from .squares import BitSquares
from .words import vote_words


class FingerprintsPage(QWidget):
    """Shows which bits differ and why. ``bit_moved`` tells of the bit that is looked at."""

    bit_moved = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._explained: Explanation | None = None
        self._names = side_names(of_any_files=True)
        self.squares = BitSquares(self)
        self.squares.looked_at.connect(self._look)
        self.squares.bit_chosen.connect(self._choose)
        self.in_words = _words(self)
        self.in_words.setAccessibleName(self.tr("The fingerprints in words"))
        self.votes = _words(self)
        self.votes.setAccessibleName(self.tr("The votes on the bit"))
        self.heading = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.all_bits = QToolButton(self)
        self.all_bits.setText(self.tr("All bits"))
        self.all_bits.setToolTip(self.tr("List what decides all differing bits"))
        self.all_bits.clicked.connect(self._show_all)
        self.model = InfluenceModel(self)
        self.table = TextTable(self)
        self._lay_out()

    def show_explanation(self, explained: Explanation, names: SideNames) -> None:
        """Show the fingerprints of an explanation, and the features of the differing bits."""
        self._explained, self._names = explained, names
        self.squares.show_explanation(explained, names)
        self._look(self.squares.current)
        self.in_words.setText(self._in_words(explained))
        self._list(None)

    def _in_words(self, explained: Explanation) -> str:
        digits = explained.width // 4
        names = self._names
        of_each = phrases(
            f"{name} {side.fingerprint:0{digits}x}"
            for name, side in (
                (names.short_left, explained.left),
                (names.short_right, explained.right),
            )
        )
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
        """List the features that decide one bit; for the same bit again, all differing bits."""
        self._list(None if self.model.bit == bit else bit)

    @Slot()
    def _show_all(self) -> None:
        self._list(None)

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
        elif self.squares_differ(bit):
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

    def squares_differ(self, bit: int) -> bool:
        """Return whether a bit is one of those that differ."""
        found = self._explained
        return found is not None and any(each.bit == bit for each in found.differing)

    def _lay_out(self) -> None:
        table = self.table
        table.show_model(self.model)
        self.squares.add_below(self.in_words)
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
        right.setMinimumWidth(scaled(390, self.font()))  # the squares can be scrolled, and shrink
        self.votes.setContentsMargins(0, 0, EDGE, 0)
        self.splitter = split(self, (area, 3, 580), (right, 2, 420))
        filled(QVBoxLayout(self), self.splitter)


def _words(parent: QWidget) -> QLabel:
    label = QLabel(parent, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label
