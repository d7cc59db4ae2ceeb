"""The page in words: what differs, the longest passages, then the figures with their meanings.

Of a part its similarity is how much of it is in the whole, here as in the results.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QWidget

from simcore import PARTS, Explanation, ScanConfig

from ...language.punctuation import sentences
from ...language.wording import percent_text
from ..align.tally import Tally
from .differences import (
    difference_words,
    passage_words,
    side_names,
)
from .words import (
    change_words,
    containment_words,
    distance_words,
    hidden_words,
    remarks,
    resemblance_words,
)

_ROWS = 4
_ABOVE = 2
# the distance stands last: what it is made of follows on the other pages
_PLACES = (3, 0, 1, 2)


class FiguresPage(QScrollArea):
    """What differs in words, and four figures: the name, itself, in a few words, in a sentence.

    ``figures``, ``words`` and ``names`` are of the distance, the similarity, and of how much of
    each text is in the other.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Figures in words"))
        content = QWidget(self)
        self._grid = QGridLayout(content)
        self._grid.setContentsMargins(4, 4, 8, 4)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(2, 1)
        self.differs, self.passages = (self._label(row, 0, across=True) for row in range(_ABOVE))
        places = [_ABOVE + place for place in _PLACES]
        self.figures = [self._label(row, 1, large=True) for row in places]
        self.words = [self._label(row, 2) for row in places]
        self.names = [self._label(row, 0) for row in places]
        self._tally: Tally | None = None
        self._of_any_files = False
        self.hidden = self._label(_ABOVE + _ROWS, 2)
        self.remarks = self._label(_ABOVE + _ROWS + 1, 2)
        self._grid.setRowStretch(_ABOVE + _ROWS + 2, 1)
        self.setWidget(content)

    def show_explanation(
        self,
        explained: Explanation,
        config: ScanConfig,
        tally: Tally | None = None,
        *,
        of_any_files: bool = False,
    ) -> None:
        """Show the words and figures of an explanation, and which thresholds hide the two.

        ``of_any_files`` is whether none of the two is kept.
        """
        self._tally, self._of_any_files = tally, of_any_files
        names = side_names(of_any_files=of_any_files)
        self._show_lines(
            self.differs,
            self.tr("What differs"),
            difference_words(
                explained.differences,
                names,
                chinese=explained.mostly_chinese,
                only_in=explained.pair.only_in,
            ),
        )
        passages = (
            (self.tr("in both"), explained.shared),
            (self.tr("only in {0}").format(names.left), explained.left.own),
            (self.tr("only in {0}").format(names.right), explained.right.own),
        )
        told = [passage_words(title, some) for title, some in passages]
        self._show_lines(self.passages, self.tr("Longest passages"), list(filter(None, told)))
        self.show_thresholds(explained, config)
        found = remarks(explained)
        self.remarks.setText("<br>".join(f"! {each}" for each in found))
        self.remarks.setVisible(bool(found))

    def _show_lines(self, label: QLabel, title: str, lines: Sequence[str]) -> None:
        """Show lines below a title, or nothing."""
        label.setText("<br>\u2022 ".join((f"<b>{title}</b>", *lines)))
        label.setVisible(bool(lines))

    def show_thresholds(self, explained: Explanation, config: ScanConfig) -> None:
        """Show the figures, and which thresholds hide the two documents as a pair, if any does."""
        for row, (name, figure, (short, sentence)) in enumerate(self._rows(explained, config)):
            self.names[row].setText(name)
            self.figures[row].setText(figure)
            words = self.tr("<b>{0}.</b> {1}").format(short[0].upper() + short[1:], sentence)
            self.words[row].setText(words)
        found = hidden_words(explained, config)
        title = self.tr("<b>Neither similar nor a part</b> by the thresholds set:")
        self.hidden.setText("<br>".join((title, *found)))
        self.hidden.setVisible(bool(found))

    def _rows(
        self, explained: Explanation, config: ScanConfig
    ) -> tuple[tuple[str, str, tuple[str, str]], ...]:
        """Return the name, the figure and the meaning of each row."""
        compared = explained.comparison
        distance = (
            self.tr("Distance"),
            self.tr("{0} of {1}").format(explained.distance, explained.width),
            distance_words(explained),
        )
        change, reckoned = change_words(explained, self._tally, config.containment)
        counted = sentences(filter(None, (resemblance_words(explained), reckoned)))
        both = percent_text(explained.pair.resemblance), (change, counted)
        sides = side_names(of_any_files=self._of_any_files)
        kept = percent_text(compared.left_in_right), containment_words(explained, sides, left=True)
        chosen = (
            percent_text(compared.right_in_left),
            containment_words(explained, sides, left=False),
        )
        names = sides.left_in_right, sides.right_in_left
        if explained.shown_kind(config) not in PARTS:
            similarity = self.tr("Similarity"), *both
            return distance, similarity, (names[0], *kept), (names[1], *chosen)
        left_is_part = compared.left_in_right > compared.right_in_left
        part, whole = (kept, chosen) if left_is_part else (chosen, kept)
        return (
            distance,
            (self.tr("Similarity"), *part),
            (self.tr("Runs in both"), *both),
            (names[left_is_part], *whole),
        )

    def _label(self, row: int, column: int, *, large: bool = False, across: bool = False) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        label.setWordWrap(across or column == 2)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if large:
            font = label.font()
            font.setBold(True)
            font.setPointSizeF(font.pointSizeF() * 1.2)
            label.setFont(font)
        self._grid.addWidget(label, row, column, 1, 3 if across else 1)
        return label
