"""ThresholdBar: how alike documents must be to be shown, set by number or on a picture."""

import typing
from itertools import pairwise

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.picture.legend import PairLegend
from app.picture.picture import PairPicture
from app.widgets.layouts import filled
from simcore import (
    CLASSIC_DISTANCE,
    DEFAULT_DISTANCE,
    DEFAULT_SIMILARITY,
    GREATEST_DISTANCE,
    LEAST_SIMILARITY,
)

if typing.TYPE_CHECKING:  # it needs NumPy, and there is none before the first report
    from simcore import PairDensity


class ThresholdBar(QWidget):
    """The greatest distance in bits and the least similarity, as numbers and as lines.

    The signals of values come from the person's hand and from the setters alike, only when the
    value changes. ``pair_chosen`` carries the ids of two documents that the person wants to see.
    ``picture_action`` shows and hides the picture.
    """

    distance_changed = Signal(int)
    similarity_changed = Signal(float)
    contained_changed = Signal(bool)
    pair_chosen = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._compared: int | None = None
        self._distance = QSpinBox()
        self._distance.setRange(0, GREATEST_DISTANCE)
        self._distance.setValue(DEFAULT_DISTANCE)
        self._distance.setSpecialValueText(self.tr("all bits equal"))
        self._distance.setAccessibleName(self.tr("Greatest distance in bits"))
        self._similarity = QSpinBox()
        self._similarity.setRange(round(LEAST_SIMILARITY * 100), 100)
        self._similarity.setValue(round(DEFAULT_SIMILARITY * 100))
        self._similarity.setAccessibleName(self.tr("Least similarity in percent"))
        self._affix(self._distance, self.tr("up to {0} bits"))
        self._affix(self._similarity, self.tr("at least {0} % alike"))

        self._contained = QCheckBox(self.tr("&Parts of other documents"))
        self._contained.setChecked(True)
        self._contained.setToolTip(
            self.tr("Show documents most of which stands in a clearly longer one, at any distance")
        )
        self._picture = PairPicture()
        self._legend = PairLegend()
        self.picture_action = QAction(self.tr("&Picture of the pairs"), self)
        self.picture_action.setCheckable(True)
        self.picture_action.setObjectName("pair_picture")  # see Settings.toggles
        self.picture_action.setChecked(True)
        self.picture_action.setToolTip(
            self.tr("Show or hide the picture of all pairs by distance and similarity")
        )
        self._summary = QLabel()
        self._summary.setWordWrap(True)
        self._summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._arrange()
        self._connect()
        self._describe()

    @staticmethod
    def _affix(spin: QSpinBox, pattern: str) -> None:
        before, _, behind = pattern.partition("{0}")
        spin.setPrefix(before)
        spin.setSuffix(behind)
        # otherwise every key pressed would regroup, even the 1 of a 12
        spin.setKeyboardTracking(False)

    def _arrange(self) -> None:
        distance_title = QLabel(self.tr("&Distance"))
        distance_title.setBuddy(self._distance)
        similarity_title = QLabel(self.tr("S&imilarity"))
        similarity_title.setBuddy(self._similarity)
        toggle = QToolButton(autoRaise=True)
        toggle.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        toggle.setDefaultAction(self.picture_action)
        toggle.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        toggle.setAccessibleName(self.picture_action.toolTip())
        self._toggle = toggle
        self._point_toggle()
        space = self.fontMetrics().averageCharWidth()
        distance = distance_title, self._distance
        similarity = similarity_title, self._similarity
        row = filled(QHBoxLayout(), *distance, space, *similarity, space, self._contained)
        row.setSpacing(5)
        row.addStretch(1)
        row.addWidget(toggle)
        filled(QVBoxLayout(self), row, self._picture, self._legend, self._summary, spacing=2)
        for before, behind in pairwise(self.tab_stops()):
            self.setTabOrder(before, behind)

    def tab_stops(self) -> list[QWidget]:
        """Return the tab stops, in order."""
        numbers: list[QWidget] = [self._distance, self._similarity, self._contained, self._toggle]
        return [*numbers, self._picture.distance_line, self._picture.similarity_line]

    def _connect(self) -> None:
        self._distance.valueChanged.connect(self._distance_moved)
        self._similarity.valueChanged.connect(self._similarity_moved)
        self._contained.toggled.connect(self._picture.set_contained)
        self._contained.toggled.connect(self.contained_changed)
        self._picture.distance_line.valueChanged.connect(self._distance.setValue)
        self._picture.similarity_line.valueChanged.connect(self._similarity.setValue)
        self._picture.pair_chosen.connect(self.pair_chosen)
        self.picture_action.toggled.connect(self._picture.setVisible)
        self.picture_action.toggled.connect(self._legend.setVisible)
        self.picture_action.toggled.connect(self._point_toggle)

    # ---- values

    def distance(self) -> int:
        """Return the greatest distance, in bits."""
        return self._distance.value()

    def set_distance(self, distance: int) -> None:
        """Set the greatest distance, in bits; what is out of range goes to the nearer end."""
        self._distance.setValue(distance)

    def set_reach(self, distance: int) -> None:
        """Let distances go up to ``distance``, but never below the one that is set now."""
        reach = max(distance, self.distance())
        self._distance.setMaximum(reach)
        self._picture.set_reach(reach)

    def similarity(self) -> float:
        """Return the least similarity, 0.3 to 1, in whole percent."""
        return self._similarity.value() / 100

    def set_similarity(self, similarity: float) -> None:
        """Set the least similarity; what is out of range goes to the nearer end."""
        self._similarity.setValue(round(similarity * 100))

    def contained(self) -> bool:
        """Return whether documents that are part of others are shown."""
        return self._contained.isChecked()

    def set_contained(self, contained: bool) -> None:  # noqa: FBT001 - a Qt setter
        """Show or hide documents that are part of others."""
        self._contained.setChecked(contained)

    # ---- what is shown

    @property
    def pairs(self) -> "PairDensity | None":
        """The pairs shown; None if none are known."""
        return self._picture.pairs

    @Slot(object)
    def set_pairs(self, density: "PairDensity | None") -> None:
        """Show the pairs that were compared; the distances go as far as theirs."""
        self.set_reach(GREATEST_DISTANCE if density is None else density.reach)
        self._picture.set_pairs(density)
        self._describe()

    def set_compared_distance(self, distance: int | None) -> None:
        """Show in the tooltip up to which distance fingerprints proposed pairs; None: unknown."""
        self._compared = distance
        self._describe()

    def set_summary(self, text: str, details: str = "") -> None:
        """Show below the picture what the thresholds show; details are in its tooltip."""
        self._summary.setText(text)
        self._summary.setToolTip(details)
        self._summary.setVisible(bool(text))

    @Slot()
    def _point_toggle(self) -> None:
        shown = self.picture_action.isChecked()
        arrow = Qt.ArrowType.DownArrow if shown else Qt.ArrowType.LeftArrow
        self._toggle.setArrowType(arrow)

    # ---- words

    @Slot(int)
    def _distance_moved(self, distance: int) -> None:
        with QSignalBlocker(self._picture.distance_line):
            self._picture.distance_line.setValue(distance)
        self._picture.place_lines()
        self.distance_changed.emit(distance)

    @Slot(int)
    def _similarity_moved(self, percent: int) -> None:
        with QSignalBlocker(self._picture.similarity_line):
            self._picture.similarity_line.setValue(percent)
        self._picture.place_lines()
        self.similarity_changed.emit(percent / 100)

    def _describe(self) -> None:
        """Explain both thresholds in the tooltips of numbers and lines."""
        tip = self.tr(
            "Documents are shown together when at most this many bits of their fingerprints "
            "differ. {classic} is the classic setting for web pages; {suggested} hides at most one "
            "in a hundred pairs of any collection measured, scanned pages included."
        ).format(classic=CLASSIC_DISTANCE, suggested=DEFAULT_DISTANCE)
        suggested = self._picture.suggested()
        if suggested != DEFAULT_DISTANCE:
            tip += "\n" + self.tr("Suggested here: {bits}.").format(bits=suggested)
        if self._compared is not None:
            tip += "\n" + self.tr(
                "In a library of this size, fingerprints propose pairs up to {bits} bits; passages "
                "that texts share propose them at any distance."
            ).format(bits=self._compared)
        alike = self.tr(
            "Pairs are shown when at least this share of the runs of 4 or 5 characters of both "
            "documents together is in both"
        )
        for widget, words in (
            (self._distance, tip),
            (self._picture.distance_line, tip),
            (self._similarity, alike),
            (self._picture.similarity_line, alike),
        ):
            widget.setToolTip(words)
