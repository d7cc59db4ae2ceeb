"""ThresholdBar: how similar documents must be to be shown, by number or in a picture."""

import typing
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSlider,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from simcore.model.config import (
    CLASSIC_DISTANCE,
    DEFAULT_DISTANCE,
    DEFAULT_SIMILARITY,
    GREATEST_DISTANCE,
    LEAST_SIMILARITY,
    ScanConfig,
)

from .style import colours_of, scaled
from .widgets.basic import (
    ElidedLabel,
    NumberBox,
    ToolButton,
    ViewKey,
    filled,
    give_sign,
    name_action,
)

if typing.TYPE_CHECKING:
    from simcore.grouping.pairs import PairDensity  # imports NumPy

    from .picture import PairPicture


_BARS, _GROOVE, _HANDLE = 13, 4, 14


class HistogramSlider(QAbstractSlider):
    """A level slider; the side that is kept has the accent colour.

    ``upwards`` keeps what is above the value, else what is below it.
    """

    def __init__(self, *, upwards: bool = False) -> None:
        super().__init__()
        self.setOrientation(Qt.Orientation.Horizontal)
        self._upwards = upwards
        self.counts: Sequence[int] = ()
        self._suggested: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_counts(self, counts: Sequence[int]) -> None:
        """Show how many pairs each value has, from the least on; none hides the histogram."""
        self.counts = counts
        self.update()

    def set_suggested(self, value: int | None) -> None:
        self._suggested = value
        self.update()

    def view_keys(self) -> list[ViewKey]:
        return [
            ViewKey(("Left", "Right", "PgUp", "PgDown", "Home", "End"), self.tr("Move the slider"))
        ]

    def sizeHint(self) -> QSize:
        return QSize(scaled(160, self.font()), scaled(_BARS + _HANDLE + 4, self.font()))

    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(60, self.font()), self.sizeHint().height())

    def _span(self) -> tuple[float, float]:
        half = scaled(_HANDLE, self.font()) / 2 + 1
        return half, self.width() - half

    def _x(self, value: float) -> float:
        first, last = self._span()
        reach = max(1, self.maximum() - self.minimum())
        return first + (last - first) * (value - self.minimum()) / reach

    def _value_at(self, x: float) -> int:
        first, last = self._span()
        share = (x - first) / max(1.0, last - first)
        reach = self.maximum() - self.minimum()
        return self.minimum() + round(min(max(share, 0.0), 1.0) * reach)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self.setSliderDown(True)
        self.setSliderPosition(self._value_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setSliderPosition(self._value_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, enabled = colours_of(self.palette()), self.isEnabled()
        kept = colours.accent if enabled else colours.disabled
        middle = self.height() - scaled(_HANDLE, self.font()) / 2 - scaled(4, self.font())
        first, last = self._span()
        at = self._x(self.sliderPosition())
        painter.setPen(Qt.PenStyle.NoPen)
        groove = scaled(_GROOVE, self.font())
        whole = QRectF(first, middle - groove / 2, last - first, groove)
        painter.setBrush(colours.track)
        painter.drawRoundedRect(whole, groove / 2, groove / 2)
        inside = QRectF(whole)
        if self._upwards:
            inside.setLeft(at)
        else:
            inside.setRight(at)
        painter.setBrush(kept)
        painter.drawRoundedRect(inside, groove / 2, groove / 2)
        self._paint_bars(painter, middle - groove / 2 - 1)
        if self._suggested is not None:
            tick = self._x(self._suggested)
            # not fillRect: it makes PySide create 169 enum members at the start
            painter.drawRect(QRectF(tick - 1, middle + groove, 2, scaled(5, self.font())))
        side = scaled(_HANDLE, self.font())
        handle = QRectF(at - side / 2, middle - side / 2, side, side).adjusted(1, 1, -1, -1)
        painter.setBrush(colours.base)
        painter.setPen(QPen(kept, 3 if self.hasFocus() else 2))
        painter.drawEllipse(handle)

    def _paint_bars(self, painter: QPainter, bottom: float) -> None:
        most = max(self.counts, default=0)
        if not most:
            return
        colours = colours_of(self.palette())
        height = scaled(_BARS, self.font())
        step = self._x(self.minimum() + 1) - self._x(self.minimum())
        value = self.sliderPosition()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        for number, count in enumerate(self.counts):
            at = self.minimum() + number
            if not count or at > self.maximum():
                continue
            # square root: few pairs beside many stay visible
            tall = max(1.0, height * (count / most) ** 0.5)
            keeps = at >= value if self._upwards else at <= value
            colour = colours.density[2] if keeps else colours.separator
            left = round(self._x(at) - step / 2)
            wide = max(1, round(self._x(at) + step / 2) - left - (1 if step > 3 else 0))
            painter.fillRect(QRectF(left, round(bottom - tall), wide, round(tall)), colour)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)


_UNBOUND = 16_777_215
"""The greatest width that Qt knows."""


class ThresholdBar(QWidget):
    """The greatest distance in bits and the least similarity, as numbers and sliders.

    Signals of values follow changes by a person and by setters alike. ``pair_chosen`` carries the
    ids of two documents to show. ``picture_action`` shows and hides the picture, which is made when
    it is first shown or has pairs to show.
    """

    distance_changed = Signal(int)
    similarity_changed = Signal(float)
    contained_changed = Signal(bool)
    pair_chosen = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._compared: int | None = None
        percent = round(LEAST_SIMILARITY * 100), 100, round(DEFAULT_SIMILARITY * 100)
        bits = 0, GREATEST_DISTANCE, DEFAULT_DISTANCE
        self._distance, self.distance_slider = NumberBox(), HistogramSlider()
        self._similarity, self.similarity_slider = NumberBox(), HistogramSlider(upwards=True)
        for part, name, (least, most, value) in (
            (self._distance, self.tr("Greatest distance in bits"), bits),
            (self.distance_slider, self.tr("Greatest distance in bits"), bits),
            (self._similarity, self.tr("Least similarity in percent"), percent),
            (self.similarity_slider, self.tr("Least similarity in percent"), percent),
        ):
            part.setRange(least, most)
            part.setValue(value)
            part.setAccessibleName(name)
        self.distance_slider.setPageStep(4)
        self.similarity_slider.setPageStep(10)
        self.similarity_slider.set_suggested(percent[2])
        self._name_bits(DEFAULT_DISTANCE)
        self._distance.valueChanged.connect(self._name_bits)
        self._affix(self._similarity, self.tr("{0} %"))

        self.parts_action = QAction(self.tr("Par&ts of other documents"), self, checkable=True)
        self.parts_action.setChecked(True)
        self.parts_action.setToolTip(
            self.tr("Show documents most of which stands in a clearly longer one, at any distance")
        )
        self._picture: PairPicture | None = None
        self.picture_action = QAction(self)
        name_action(self.picture_action, self.tr("&Picture"))
        give_sign(self.picture_action, "chart-scatter")
        self.picture_action.setCheckable(True)
        self.picture_action.setObjectName("pair_picture")  # see Settings.toggles
        self.picture_action.setToolTip(
            self.tr("Show or hide the picture of all pairs by distance and similarity")
        )
        self._arrange()
        self._connect()
        self._show_picture()
        self._describe()

    @Slot(int)
    def _name_bits(self, count: int) -> None:
        self._affix(self._distance, self.tr("{0} bit") if count == 1 else self.tr("{0} bits"))

    @staticmethod
    def _affix(spin: QSpinBox, pattern: str) -> None:
        before, _, behind = pattern.partition("{0}")
        spin.setPrefix(before)
        spin.setSuffix(behind)
        # otherwise each key would regroup, even the 1 of a 12
        spin.setKeyboardTracking(False)

    def _arrange(self) -> None:
        distance_title = QLabel(self.tr("&Distance"))
        distance_title.setBuddy(self._distance)
        similarity_title = QLabel(self.tr("S&imilarity"))
        similarity_title.setBuddy(self._similarity)
        self._toggle = ToolButton(self, action=self.picture_action)
        self._words = ElidedLabel(self)
        self._words.setText(self.tr("Suggested values; change them whenever you like"))
        self._words.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._words.hide()
        gap = scaled(8, self.font())
        up_to, at_least = _quiet(self.tr("up to")), _quiet(self.tr("at least"))
        near, half = (self.distance_slider, 1), gap // 2
        of_distance = distance_title, gap, near, half, up_to, self._distance
        alike = (self.similarity_slider, 1)
        of_similarity = similarity_title, gap, alike, half, at_least, self._similarity
        ends = gap, self._toggle, self._words
        self._row = filled(
            QHBoxLayout(), *of_distance, 2 * gap, *of_similarity, *ends, spacing=half
        )
        self._row.setContentsMargins(scaled(12, self.font()), 2, gap, 2)
        self._folding = QWidget()
        self._folding.hide()
        layout = filled(QVBoxLayout(self), self._row, self._folding, spacing=0)
        layout.setStretch(1, 0)
        self._order_tabs()

    def _order_tabs(self) -> None:
        for before, behind in pairwise(self.tab_stops()):
            self.setTabOrder(before, behind)

    def complete(self) -> "PairPicture":
        if self._picture is not None:
            return self._picture
        from .picture import PairLegend, PairPicture

        picture = self._picture = PairPicture()
        picture.set_contained(self.contained())
        picture.set_reach(self._distance.maximum())
        picture.distance_line.setValue(self.distance())
        picture.similarity_line.setValue(self._similarity.value())
        folding = filled(QVBoxLayout(self._folding), picture, PairLegend(), spacing=2)
        gap = scaled(12, self.font())
        folding.setContentsMargins(gap, 2, gap, scaled(8, self.font()) // 2)
        self.parts_action.toggled.connect(picture.set_contained)
        _move_together(self._distance, picture.distance_line)
        _move_together(self._similarity, picture.similarity_line)
        picture.pair_chosen.connect(self.pair_chosen)
        self._order_tabs()
        self._describe()
        return picture

    def show_quiet(self, *, quiet: bool) -> None:
        """Show short sliders and a hint, as long as there are no pairs."""
        self._words.setVisible(quiet)
        self._toggle.setVisible(not quiet)
        for slider in (self.distance_slider, self.similarity_slider):
            slider.setMaximumWidth(scaled(190, self.font()) if quiet else _UNBOUND)
        self._row.setStretchFactor(self._words, 1 if quiet else 0)
        self._show_picture()

    def tab_stops(self) -> list[QWidget]:
        return [
            *(self.distance_slider, self._distance),
            *(self.similarity_slider, self._similarity, self._toggle),
            *self._lines(),
        ]

    def _lines(self) -> list[QAbstractSlider]:
        picture = self._picture
        return [] if picture is None else [picture.distance_line, picture.similarity_line]

    def _connect(self) -> None:
        _move_together(self._distance, self.distance_slider)
        _move_together(self._similarity, self.similarity_slider)
        self._distance.valueChanged.connect(self.distance_changed)
        self._similarity.valueChanged.connect(
            lambda percent: self.similarity_changed.emit(percent / 100)
        )
        self.parts_action.toggled.connect(self.contained_changed)
        self.picture_action.toggled.connect(self._show_picture)

    # ---- values

    def distance(self) -> int:
        return self._distance.value()

    def set_distance(self, distance: int) -> None:
        self._distance.setValue(distance)

    def set_reach(self, distance: int) -> None:
        """Let distances go up to ``distance``, but never below the present one."""
        reach = max(distance, self.distance())
        self._distance.setMaximum(reach)
        self.distance_slider.setMaximum(reach)
        if self._picture is not None:
            self._picture.set_reach(reach)

    def similarity(self) -> float:
        return self._similarity.value() / 100

    def set_similarity(self, similarity: float) -> None:
        self._similarity.setValue(round(similarity * 100))

    def contained(self) -> bool:
        return self.parts_action.isChecked()

    def set_contained(self, contained: bool) -> None:  # noqa: FBT001 - a Qt setter
        self.parts_action.setChecked(contained)

    def applied_to(self, config: ScanConfig) -> ScanConfig:
        return replace(
            config,
            distance=self.distance(),
            similarity=self.similarity(),
            contained=self.contained(),
        )

    @Slot(object)
    def set_thresholds(self, config: ScanConfig) -> None:
        self.set_reach(max(GREATEST_DISTANCE, config.distance))
        self.set_distance(config.distance)
        self.set_similarity(config.similarity)
        self.set_contained(config.contained)

    # ---- what is shown

    @property
    def pairs(self) -> "PairDensity | None":
        return None if self._picture is None else self._picture.pairs

    @Slot(object)
    def set_pairs(self, density: "PairDensity | None") -> None:
        self.set_reach(GREATEST_DISTANCE if density is None else density.reach)
        picture = self.complete()
        picture.set_pairs(density)
        self.distance_slider.set_suggested(picture.suggested())
        # the histograms above the sliders
        by_distance, by_similarity = picture.histograms()
        self.distance_slider.set_counts(by_distance)
        self.similarity_slider.set_counts(by_similarity)
        self._describe()

    def set_compared_distance(self, distance: int | None) -> None:
        """Explain up to which distance fingerprints proposed pairs; None: unknown."""
        self._compared = distance
        self._describe()

    @Slot()
    def _show_picture(self) -> None:
        shown = self.picture_action.isChecked() and self._words.isHidden()
        if shown:
            self.complete()
        self._folding.setVisible(shown)

    # ---- words

    def _describe(self) -> None:
        tip = self.tr(
            "How many of 64 bits of the two fingerprints may differ. More finds looser likeness; "
            "every pair is then compared word by word. {classic} is the classic setting for web "
            "pages, {suggested} suits all collections measured."
        ).format(classic=CLASSIC_DISTANCE, suggested=DEFAULT_DISTANCE)
        suggested = DEFAULT_DISTANCE if self._picture is None else self._picture.suggested()
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
        for widget in (self._distance, self.distance_slider, *self._lines()[:1]):
            widget.setToolTip(tip)
        for widget in (self._similarity, self.similarity_slider, *self._lines()[1:]):
            widget.setToolTip(alike)


def _move_together(box: QSpinBox, slider: QAbstractSlider) -> None:
    box.valueChanged.connect(slider.setValue)
    slider.valueChanged.connect(box.setValue)


def _quiet(words: str) -> QLabel:
    label = QLabel(words)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label
