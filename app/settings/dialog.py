"""The parameters of a scan, for editing."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

import simcore
from app.language.wording import in_own_words
from app.settings.extracted import ExtractedRow
from app.settings.presets import PresetRow
from app.settings.settings import Settings
from app.widgets.external_compare import CompareCommandError, compare_arguments, found_commands
from simcore import LEAST_CONTAINMENT, ConfigError, Grouping, Reason, ScanConfig

_MEGABYTE = 1_000_000
_LARGEST = 100_000.0  # megabytes
_MOST_JOBS = 256
_MOST_SECONDS = 86_400.0


class SettingsDialog(QDialog):
    """Edits settings; after ``accepted``, ``applied_to`` puts what was edited into others.

    The threshold and other parameters without a field here pass through unchanged.
    ``presets_changed`` carries all presets after one was saved or deleted, which is not undone by
    Cancel. ``texts`` are the extracted texts that may be cleared.
    """

    presets_changed = Signal(object)

    def __init__(
        self,
        settings: Settings,
        parent: QWidget | None = None,
        texts: simcore.KeptTexts | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self._config = settings.scan
        self.presets = PresetRow(settings.presets, self.config, self)
        self.presets.chosen.connect(self._show)
        self.presets.changed.connect(self.presets_changed)
        self.presets.refused.connect(self._refuse)
        self.compare_with = self._compare_programs(settings.compare_command)

        self.include = self._patterns(self.tr("File name patterns to include"))
        self.exclude = self._patterns(self.tr("Names of files and folders to leave out"))
        megabytes, seconds = self.tr(" MB"), self.tr(" s")
        self.largest = QDoubleSpinBox(self, decimals=3, maximum=_LARGEST, suffix=megabytes)
        self.largest.setToolTip(self.tr("Larger files are reported, not read"))
        self.seconds = QDoubleSpinBox(self, decimals=1, maximum=_MOST_SECONDS, suffix=seconds)
        self.seconds.setSpecialValueText(self.tr("no limit"))
        self.seconds.setToolTip(
            self.tr("A file that takes longer to be read is tried once more, then reported")
        )
        self.containers = QCheckBox(
            self.tr("Read what is in archives (.zip) and mailboxes (.mbox)"), self
        )
        self.containers.setToolTip(
            self.tr("Documents inside are compared and shown; nothing is removed from them")
        )
        self.follow_links = QCheckBox(self.tr("Follow symbolic links"), self)
        self.all_text = QCheckBox(self.tr("Read all &files that are text"), self)
        self.all_text.setToolTip(
            self.tr("Whatever their names; files that are no text are left out, and counted")
        )
        self.jobs = QSpinBox(self, maximum=_MOST_JOBS)
        self.jobs.setSpecialValueText(self.tr("one a processor"))
        self.extracted = ExtractedRow(texts, self)
        self.extracted.refused.connect(self._refuse)
        self.containment = QSpinBox(self)
        self.containment.setRange(round(LEAST_CONTAINMENT * 100), 100)
        self.containment.setSuffix(self.tr(" %"))
        self.containment.setToolTip(
            self.tr("A document is part of another that holds at least this share of it")
        )
        self.grouping = self._groupings()
        self.recipe = self._recipes()
        self.dictionary = QLineEdit(self, clearButtonEnabled=True)
        self.dictionary.setPlaceholderText(self.tr("none"))
        self.dictionary.setToolTip(
            self.tr("A jieba dictionary with words of your own, one a line; changes fingerprints")
        )
        self.message = self._bold_label()
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(
            standard.Ok | standard.Cancel | standard.RestoreDefaults, self
        )
        self.buttons.accepted.connect(self._try_to_accept)
        self.buttons.rejected.connect(self.reject)
        self.buttons.button(standard.RestoreDefaults).clicked.connect(self._restore_defaults)

        layout = QVBoxLayout(self)
        layout.addLayout(self._form())
        layout.addWidget(self.message)
        layout.addWidget(self.buttons)
        self.resize(560, 560)
        self._show(settings.scan)

    def _bold_label(self) -> QLabel:
        label = QLabel(self)
        label.setWordWrap(True)
        font = label.font()
        font.setBold(True)
        label.setFont(font)
        label.hide()
        return label

    def _groupings(self) -> QComboBox:
        box = QComboBox(self)
        box.addItem(self.tr("documents like the kept one, without chains"), Grouping.LEADERS.value)
        box.addItem(self.tr("all that pairs link, also through others"), Grouping.COMPONENTS.value)
        box.setToolTip(
            self.tr(
                "Without chains, every document of a group is like the kept one itself.\nWith "
                "them, a document may be like another of the group only; it is then shown as "
                "linked.\nChanging this reads nothing again."
            )
        )
        return box

    def _recipes(self) -> QComboBox:
        box = QComboBox(self)
        # editable: options such as +stop stand behind a recipe's name
        box.setEditable(True)
        box.addItems(list(simcore.RECIPES))
        for index, recipe in enumerate(simcore.RECIPES.values()):
            box.setItemData(index, recipe.summary, Qt.ItemDataRole.ToolTipRole)
        box.setToolTip(
            self.tr(
                "How fingerprints are made; behind a name, +stop leaves out stop words and "
                "+stem cuts English words to their stems"
            )
        )
        return box

    def _form(self) -> QFormLayout:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        label = QLabel(self.tr("Pr&esets:"), self)
        label.setBuddy(self.presets.names)
        form.addRow(label, self.presets)
        form.addRow(self.tr("&Include:"), self.include)
        form.addRow(self.tr("&Leave out:"), self.exclude)
        hint = QLabel(
            self.tr(
                "One pattern a line, such as *.txt; with a slash it is matched against the path "
                "below the folder."
            ),
            self,
        )
        hint.setWordWrap(True)
        form.addRow("", hint)
        form.addRow("", self.all_text)
        form.addRow(self.tr("Lar&gest file:"), self.largest)
        form.addRow(self.tr("&Time for a file:"), self.seconds)
        form.addRow("", self.follow_links)
        form.addRow("", self.containers)
        form.addRow(self.tr("&Processes:"), self.jobs)
        form.addRow(self.tr("E&xtracted text:"), self.extracted)
        form.addRow(self.tr("P&arts hold:"), self.containment)
        form.addRow(self.tr("Groups &hold:"), self.grouping)
        form.addRow(self.tr("&Recipe:"), self.recipe)
        browse = QPushButton(self.tr("Choose…"), self)
        browse.setAutoDefault(False)
        browse.setAccessibleName(self.tr("Choose a dictionary"))
        browse.clicked.connect(self._choose_dictionary)
        row = QHBoxLayout()
        row.addWidget(self.dictionary, 1)
        row.addWidget(browse)
        label = QLabel(self.tr("&User dictionary:"), self)
        label.setBuddy(self.dictionary)  # a form finds no buddy in a layout
        form.addRow(label, row)
        form.addRow(self.tr("&Compare in:"), self.compare_with)
        return form

    def _compare_programs(self, command: str) -> QComboBox:
        box = QComboBox(self)
        box.setEditable(True)
        box.addItems(found_commands())
        box.setCurrentText(command)
        line = box.lineEdit()
        if line is not None:
            line.setPlaceholderText(self.tr("the first program found, such as Meld"))
        box.setToolTip(
            self.tr(
                "Another program to compare two documents in, such as meld {left} {right};\n"
                "no shell is asked, and the places take the paths of the two files"
            )
        )
        return box

    def applied_to(self, settings: Settings) -> Settings:
        """Return settings with what was edited here. Raises ``ConfigError``."""
        return replace(settings, scan=self.config(), compare_command=self._compare_command())

    def _compare_command(self) -> str:
        return self.compare_with.currentText().strip()

    def config(self) -> ScanConfig:
        """Return the parameters as edited. Raises ``ConfigError``."""
        include = _lines(self.include)
        if not include:
            raise ConfigError(self.tr("without a pattern to include, no file would be read"))
        name = self.dictionary.text().strip()
        dictionary = Path(name) if name else None
        if dictionary is not None and not dictionary.is_file():
            raise ConfigError(self.tr("there is no dictionary {0}").format(name))
        return replace(
            self._config,
            include=include,
            exclude=_lines(self.exclude),
            largest_file=self._largest_bytes(),
            follow_links=self.follow_links.isChecked(),
            all_text=self.all_text.isChecked(),
            containers=self.containers.isChecked(),
            jobs=self.jobs.value() or None,
            seconds_a_file=self.seconds.value() or None,
            kept_texts=self.extracted.bytes(),
            dictionary=dictionary,
            containment=self.containment.value() / 100,
            grouping=Grouping(self.grouping.currentData()),
            recipe=simcore.find_recipe(self.recipe.currentText().strip()).name,
        )

    def _patterns(self, name: str) -> QPlainTextEdit:
        edit = QPlainTextEdit(self)
        edit.setAccessibleName(name)
        edit.setToolTip(name)
        edit.setTabChangesFocus(True)
        return edit

    @Slot(object)
    def _show(self, config: ScanConfig) -> None:
        self.include.setPlainText("\n".join(config.include))
        self.exclude.setPlainText("\n".join(config.exclude))
        self._shown_size = config.largest_file
        self.largest.setValue(config.largest_file / _MEGABYTE)
        self.follow_links.setChecked(config.follow_links)
        self.all_text.setChecked(config.all_text)
        self.containers.setChecked(config.containers)
        self.jobs.setValue(config.jobs or 0)
        self.seconds.setValue(config.seconds_a_file or 0)
        self.extracted.set_bytes(config.kept_texts)
        self.containment.setValue(round(config.containment * 100))
        self.grouping.setCurrentIndex(self.grouping.findData(config.grouping.value))
        self.recipe.setCurrentText(config.recipe)
        self.dictionary.setText(str(config.dictionary or ""))

    def _largest_bytes(self) -> int:
        """Return the size; exactly the one shown first where the field was left alone."""
        if self.largest.value() == round(self._shown_size / _MEGABYTE, 3):
            return self._shown_size
        return round(self.largest.value() * _MEGABYTE)

    @Slot()
    def _choose_dictionary(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Choose a dictionary"))
        if name:
            self.dictionary.setText(name)

    @Slot()
    def _restore_defaults(self) -> None:
        self._show(ScanConfig())
        self.presets.name_none()

    @Slot()
    def _try_to_accept(self) -> None:
        try:
            self.config()
            if self._compare_command():
                compare_arguments(self._compare_command(), Path("left"), Path("right"))
        except ConfigError as error:
            self._refuse(error.reason)
            return
        except CompareCommandError as error:
            self._refuse(str(error))
            return
        self.accept()

    @Slot(object)
    def _refuse(self, reason: Reason | str) -> None:
        self.message.setText(self.tr("This cannot be: {0}.").format(in_own_words(reason)))
        self.message.show()


def _lines(edit: QPlainTextEdit) -> tuple[str, ...]:
    """Return the patterns of a field: its lines, without blanks and empty ones."""
    return tuple(line.strip() for line in edit.toPlainText().splitlines() if line.strip())
