"""ComparingPage: which pairs are shown."""

from PySide6.QtWidgets import QCheckBox, QWidget

from simcore import GREATEST_DISTANCE, LEAST_SIMILARITY, ScanConfig

from ...widgets.number_box import NumberBox
from .page import SettingsPage


class ComparingPage(SettingsPage):
    """Both thresholds and parts: what the sliders above the list have, too."""

    icon = "git-compare"

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        defaults = ScanConfig()
        self.entitle(
            self.tr("Comparing"),
            self.tr("Which documents are shown as similar. No file is read again for a change."),
        )
        self.distance = NumberBox(self)
        self.distance.setPrefix(self.tr("up to "))
        self.distance.setSuffix(self.tr(" bits"))
        self.add(
            self.tr("Distance"),
            self.distance,
            self.tr(
                "How many bits of two fingerprints may differ. More finds looser likeness; every "
                "pair is then compared word by word. The slider above the list is the same value. "
                "Default {0}."
            ).format(defaults.distance),
            name="distance",
            read=self.distance.value,
        )
        self.similarity = NumberBox(self)
        self.similarity.setRange(round(LEAST_SIMILARITY * 100), 100)
        self.similarity.setPrefix(self.tr("at least "))
        self.similarity.setSuffix(self.tr(" %"))
        self.add(
            self.tr("Similarity"),
            self.similarity,
            self.tr(
                "How much of their text two documents share. The slider above the list is the "
                "same value. Default {0} %."
            ).format(round(defaults.similarity * 100)),
            name="similarity",
            read=lambda: self.similarity.value() / 100,
        )
        self.contained = QCheckBox(self.tr("Show documents that are part of others"), self)
        self.add(
            self.tr("Parts"),
            self.contained,
            self.tr("Such as a chapter and its book. How much must match stands under Advanced."),
            name="contained",
            read=self.contained.isChecked,
        )

    def put(self, config: ScanConfig) -> None:
        """Show the thresholds."""
        self.distance.setRange(0, max(GREATEST_DISTANCE, config.distance))
        self.distance.setValue(config.distance)
        self.similarity.setValue(round(config.similarity * 100))
        self.contained.setChecked(config.contained)
