"""AdvancedPage: what is for specialists, with the defaults explained."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

import simcore
from simcore import LEAST_CONTAINMENT, ConfigError, Grouping, Reason, ScanConfig

from ...background.latest import Latest
from ...background.process import in_process
from ...background.task import Task
from ...language.wording import in_own_words
from ...looks.measures import scaled
from ...widgets.layouts import filled
from ...widgets.number_box import DecimalBox, NumberBox
from ..extracted import ExtractedRow
from ..presets import PresetRow
from ..settings import Settings
from .page import SettingsPage
from .recipes import RecipeField

_MOST_JOBS = 256
_MOST_SECONDS = 86_400.0
_MEGABYTE = 1_000_000


class AdvancedPage(SettingsPage):
    """Recipe, parts, groups, word list, processors, time, extracted text, presets.

    A word list is read in the background. ``judged`` follows when it is known whether the one that
    was chosen last can be used; ``judging`` tells that this is not known yet.
    """

    icon = "sliders-horizontal"
    judged = Signal()

    def __init__(
        self,
        settings: Settings,
        current: Callable[[], ScanConfig],
        texts: simcore.KeptTexts | None,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        defaults = ScanConfig()
        self.entitle(
            self.tr("Advanced"),
            self.tr(
                "For specialists. The defaults suit texts in any language; a change takes effect "
                "with the next scan."
            ),
        )
        self.recipe = RecipeField(self)
        self.add(
            self.tr("Recipe"),
            self.recipe,
            self.tr(
                "How a text becomes a fingerprint. Other recipes follow published papers and find "
                "less on mixed folders."
            ),
            buddy=self.recipe.recipes,
            name="recipe",
            read=self.recipe.recipe,
        )
        self.containment = NumberBox(self)
        self.containment.setRange(round(LEAST_CONTAINMENT * 100), 100)
        self.containment.setSuffix(self.tr(" %"))
        self.add(
            self.tr("A part holds"),
            self.containment,
            self.tr(
                "Of a document this much must be inside the other to be called its part. Default "
                "{0} %."
            ).format(round(defaults.containment * 100)),
            name="containment",
            read=lambda: self.containment.value() / 100,
        )
        self.grouping = QComboBox(self)
        self.grouping.addItem(self.tr("Like the kept document (default)"), Grouping.LEADERS.value)
        self.grouping.addItem(self.tr("Linked through others, too"), Grouping.COMPONENTS.value)
        self.add(
            self.tr("Groups"),
            self.grouping,
            self.tr(
                "The other choice also joins documents that are linked only through a third one; "
                "groups get larger and looser. Takes effect at once."
            ),
            name="grouping",
            read=lambda: Grouping(self.grouping.currentData()),
        )
        self._add_word_list()
        self.jobs = NumberBox(self)
        self.jobs.setMaximum(_MOST_JOBS)
        self.jobs.setSpecialValueText(self.tr("All (default)"))
        self.add(
            self.tr("Processors"),
            self.jobs,
            self.tr("Fewer leave the computer free for other work; a scan takes longer."),
            name="jobs",
            read=lambda: self.jobs.value() or None,
        )
        self.seconds = DecimalBox(self)
        self.seconds.setDecimals(1)
        self.seconds.setMaximum(_MOST_SECONDS)
        self.seconds.setSuffix(self.tr(" s"))
        self.seconds.setSpecialValueText(self.tr("no limit"))
        self.add(
            self.tr("Time for a file"),
            self.seconds,
            self.tr(
                "A file that takes longer is tried once more, then listed under Not read. Default "
                "{0} s."
            ).format(round(defaults.seconds_a_file or 0)),
            name="seconds_a_file",
            read=lambda: self.seconds.value() or None,
        )
        self.extracted = ExtractedRow(texts, self)
        self.add(
            self.tr("Extracted text"),
            self.extracted,
            self.tr(
                "Text read out of PDF, Word and other documents is kept with the index, so that "
                "each is read once. Default {0} MB."
            ).format(defaults.kept_texts // _MEGABYTE),
            buddy=self.extracted.most,
            name="kept_texts",
            read=self.extracted.bytes,
        )
        self.presets = PresetRow(settings.presets, current, self)
        self.add(
            self.tr("Presets"),
            self.presets,
            self.tr(
                "The pages What is read and Advanced under a name. Choose one to get its values "
                "back."
            ),
            buddy=self.presets.names,
            stretched=True,
        )

    def _add_word_list(self) -> None:
        row = QWidget(self)
        self._judging = Latest(_checked, self, self._note, self._note)
        self._asked: Path | None = None
        self._known: dict[Path, Reason | str | None] = {}
        self.dictionary = QLineEdit(row, clearButtonEnabled=True)
        self.dictionary.setPlaceholderText(self.tr("none"))
        self.dictionary.setMinimumWidth(scaled(240))
        browse = QPushButton(self.tr("Choose…"), row)
        browse.setAutoDefault(False)
        browse.setAccessibleName(self.tr("Choose a word list"))
        browse.clicked.connect(self._choose_dictionary)
        self.dictionary.editingFinished.connect(self._judge_dictionary)
        filled(QHBoxLayout(row), (self.dictionary, 1), browse, spacing=scaled(6))
        self.add(
            self.tr("Word list"),
            row,
            self.tr(
                "Terms that Chinese word division keeps together, one a line, as a jieba "
                "dictionary. Fingerprints change with it."
            ),
            buddy=self.dictionary,
            name="dictionary",
            read=self._dictionary,
        )

    def put(self, config: ScanConfig) -> None:
        """Show the parameters."""
        self.recipe.set_recipe(config.recipe)
        self.containment.setValue(round(config.containment * 100))
        self.grouping.setCurrentIndex(self.grouping.findData(config.grouping.value))
        self.dictionary.setText(str(config.dictionary or ""))
        self._judge_dictionary()
        self.jobs.setValue(config.jobs or 0)
        self.seconds.setValue(config.seconds_a_file or 0)
        self.extracted.set_bytes(config.kept_texts)

    def show_defaults(self) -> None:
        """Show the defaults; none of the presets has this name any more."""
        super().show_defaults()
        self.presets.name_none()

    def _dictionary(self) -> Path | None:
        found = self._chosen()
        if found is not None and (reason := self._known.get(found)) is not None:
            raise ConfigError(reason)
        return found

    def _chosen(self) -> Path | None:
        name = self.dictionary.text().strip()
        return Path(name) if name else None

    @property
    def judging(self) -> bool:
        """Whether it is still to be seen if the word list can be used; sees to it."""
        if self._chosen() not in {None, self._asked}:
            self._judge_dictionary()
        return self._judging.busy

    @Slot()
    def _judge_dictionary(self) -> None:
        """Say soon why a word list cannot be used; a file may have changed since it was asked."""
        self._known.clear()
        self.complain("dictionary", "")
        self._asked = self._chosen()
        if self._asked is not None:
            self._judging.run(self._asked)
        else:
            self._judging.stop()
            self.judged.emit()

    @Slot(object)
    def _note(self, reason: Reason | str | None) -> None:
        if self._asked is not None:
            self._known[self._asked] = reason
        self.complain("dictionary", "" if reason is None else in_own_words(reason))
        self.judged.emit()

    @Slot()
    def _choose_dictionary(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Choose a word list"))
        if name:
            self.dictionary.setText(name)
            self._judge_dictionary()


def _checked(task: Task, dictionary: Path) -> None:
    """Read a word list as a scan does, beside the window. Raises ``ConfigError``."""
    in_process(task, simcore.check_dictionary, dictionary)
