"""The page of figures: distance, similarity and containment, with their meanings.

Of a part its similarity is how much of it is in the whole, here as in the results.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QWidget

from app.comparison.align.tally import Tally
from app.comparison.explanation.words import (
    change_words,
    containment_words,
    distance_words,
    hidden_words,
    remarks,
    resemblance_words,
)
from app.language.punctuation import sentences
from app.language.wording import percent_text
from simcore import Explanation, Kind, ScanConfig

_ROWS = 4


class FiguresPage(QScrollArea):
    """Four figures, one below the other: its name, itself, in a few words, and in a sentence."""

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
        self.figures = [self._label(row, 1, large=True) for row in range(_ROWS)]
        self.words = [self._label(row, 2) for row in range(_ROWS)]
        self.names = [self._label(row, 0) for row in range(_ROWS)]
        self._tally: Tally | None = None
        self.hidden = self._label(_ROWS, 2)
        self.remarks = self._label(_ROWS + 1, 2)
        self._grid.setRowStretch(_ROWS + 2, 1)
        self.setWidget(content)

    def show_explanation(
        self, explained: Explanation, config: ScanConfig, tally: Tally | None = None
    ) -> None:
        """Show the figures of an explanation, and which thresholds hide the two documents."""
        self._tally = tally
        self.show_thresholds(explained, config)
        found = remarks(explained)
        self.remarks.setText("<br>".join(f"! {each}" for each in found))
        self.remarks.setVisible(bool(found))

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
        kept = percent_text(compared.left_in_right), containment_words(explained, left=True)
        chosen = percent_text(compared.right_in_left), containment_words(explained, left=False)
        names = self.tr("Kept in chosen"), self.tr("Chosen in kept")
        if explained.shown_kind(config) is not Kind.CONTAINS:
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

    def _label(self, row: int, column: int, *, large: bool = False) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        label.setWordWrap(column == 2)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if large:
            font = label.font()
            font.setBold(True)
            font.setPointSizeF(font.pointSizeF() * 1.2)
            label.setFont(font)
        self._grid.addWidget(label, row, column)
        return label
