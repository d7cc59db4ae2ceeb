"""ThresholdBar: how alike documents must be to be shown, set by two sliders."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QSlider, QWidget

from app import wording
from app.distance_scale import DistanceScale
from simcore import (
    CLASSIC_DISTANCE,
    DEFAULT_DISTANCE,
    DEFAULT_SIMILARITY,
    GREATEST_DISTANCE,
    LEAST_SIMILARITY,
)

__all__ = ["ThresholdBar"]


class ThresholdBar(QWidget):
    """A slider for the greatest distance in bits and one for the least similarity.

    Both signals come from the person's hand and from the setters alike, only when the value
    changes.
    """

    distance_changed = Signal(int)
    similarity_changed = Signal(float)
    contained_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._distance = _slider(0, GREATEST_DISTANCE, DEFAULT_DISTANCE, page=4)
        self._distance.setTickInterval(1)
        self._distance.setAccessibleName(self.tr("Greatest distance in bits"))
        self._distance.valueChanged.connect(self._distance_moved)
        self._scale = DistanceScale(self._distance)
        self._compared: int | None = None
        least, usual = round(LEAST_SIMILARITY * 100), round(DEFAULT_SIMILARITY * 100)
        self._similarity = _slider(least, 100, usual, page=10)
        self._similarity.setTickInterval(10)
        self._similarity.setAccessibleName(self.tr("Least similarity in percent"))
        self._similarity.setToolTip(
            self.tr(
                "Pairs are shown when at least this share of the 5-character passages of both "
                "documents together is in both"
            )
        )
        self._similarity.valueChanged.connect(self._similarity_moved)

        self._contained = QCheckBox(self.tr("&Parts of other documents"))
        self._contained.setChecked(True)
        self._contained.setToolTip(
            self.tr("Show documents most of which stands in a longer one, at any distance")
        )
        self._contained.toggled.connect(self.contained_changed)

        self._distance_text = QLabel()
        self._similarity_text = QLabel()
        self._summary = QLabel()
        self._summary.setWordWrap(True)
        self._summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._arrange()
        self._describe_distance()
        self._describe_similarity()

    def _arrange(self) -> None:
        distance_title = QLabel(self.tr("&Distance"))
        distance_title.setBuddy(self._distance)
        similarity_title = QLabel(self.tr("S&imilarity"))
        similarity_title.setBuddy(self._similarity)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setVerticalSpacing(0)
        middle = Qt.AlignmentFlag.AlignVCenter
        layout.addWidget(distance_title, 0, 0, middle)
        layout.addWidget(self._distance, 0, 1)
        layout.addWidget(self._distance_text, 0, 2, middle)
        layout.addWidget(self._scale, 1, 1)
        layout.addWidget(similarity_title, 2, 0, middle)
        layout.addWidget(self._similarity, 2, 1)
        layout.addWidget(self._similarity_text, 2, 2, middle)
        layout.addWidget(self._summary, 3, 0, 1, 2)
        layout.addWidget(self._contained, 3, 2, middle)
        layout.setColumnStretch(1, 1)
        # The slider must not move under the pointer while the words beside it change.
        metrics = self.fontMetrics()
        widest = max(
            metrics.horizontalAdvance(text)
            for text in (
                self._distance_words(GREATEST_DISTANCE),
                self._similarity_words(100),
                self._contained.text() + "MMM",
            )
        )
        layout.setColumnMinimumWidth(2, widest + metrics.averageCharWidth())

    # ---- values

    def distance(self) -> int:
        """Return the greatest distance, in bits."""
        return self._distance.value()

    def set_distance(self, distance: int) -> None:
        """Set the greatest distance, in bits; what is out of range goes to the nearer end."""
        self._distance.setValue(distance)

    def similarity(self) -> float:
        """Return the least similarity, 0.3 to 1, in whole percent."""
        return self._similarity.value() / 100

    def set_similarity(self, similarity: float) -> None:
        """Set the least similarity; what is out of range goes to the nearer end."""
        self._similarity.setValue(round(similarity * 100))

    def contained(self) -> bool:
        """Tell whether documents that are part of others are shown."""
        return self._contained.isChecked()

    def set_contained(self, contained: bool) -> None:  # noqa: FBT001 - a Qt setter
        """Show or hide documents that are part of others."""
        self._contained.setChecked(contained)

    def set_compared_distance(self, distance: int | None) -> None:
        """Tell in the tooltip up to which distance fingerprints proposed pairs; None: not known."""
        self._compared = distance
        self._describe_distance()

    def set_summary(self, text: str) -> None:
        """Say below the sliders what they let through."""
        self._summary.setText(text)
        self._summary.setVisible(bool(text))

    # ---- words

    @Slot(int)
    def _distance_moved(self, distance: int) -> None:
        self._describe_distance()
        self.distance_changed.emit(distance)

    @Slot(int)
    def _similarity_moved(self, percent: int) -> None:
        self._describe_similarity()
        self.similarity_changed.emit(percent / 100)

    def _describe_distance(self) -> None:
        tip = self.tr(
            "Documents are shown together when at most this many bits of their fingerprints "
            "differ. {classic} is the classic setting for web pages; {suggested} did best on "
            "collections of known near-duplicates."
        ).format(classic=CLASSIC_DISTANCE, suggested=DEFAULT_DISTANCE)
        if self._compared is not None:
            tip += "\n" + self.tr(
                "In a library of this size, fingerprints propose pairs up to {bits} bits; passages "
                "that texts share propose them at any distance."
            ).format(bits=self._compared)
        words = self._distance_words(self.distance())
        self._distance_text.setText(words)
        self._distance_text.setToolTip(tip)
        self._distance.setToolTip(tip)
        self._distance.setAccessibleDescription(words)

    def _describe_similarity(self) -> None:
        words = self._similarity_words(self._similarity.value())
        self._similarity_text.setText(words)
        self._similarity_text.setToolTip(self._similarity.toolTip())
        self._similarity.setAccessibleDescription(words)

    def _distance_words(self, distance: int) -> str:
        if distance == 0:
            return self.tr("all bits equal")
        return self.tr("up to {bits} bits").format(bits=distance)

    def _similarity_words(self, percent: int) -> str:
        return self.tr("at least {percent} alike").format(
            percent=wording.percent_text(percent / 100)
        )


def _slider(least: int, greatest: int, value: int, *, page: int) -> QSlider:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setRange(least, greatest)
    slider.setPageStep(page)
    slider.setValue(value)
    slider.setMinimumWidth(160)
    slider.setTickPosition(QSlider.TickPosition.TicksBelow)
    return slider
