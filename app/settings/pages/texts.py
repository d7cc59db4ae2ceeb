"""TextsPage: how two texts are shown, and the other program that compares them."""

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QWidget

from simcore import ConfigError

from ...looks.measures import scaled
from ..external_compare import CompareCommandError, compare_arguments, found_commands
from ..settings import Settings
from .page import SettingsPage
from .toggles import Toggle, ToggleField

_LINES = "wrap", "fold", "unified"
_IGNORED = "ignore_"


class TextsPage(SettingsPage):
    """What the texts have as buttons, too, and the command of the other program."""

    icon = "columns-2"

    def __init__(self, toggles: Mapping[str, Toggle], parent: QWidget) -> None:
        super().__init__(parent)
        self.entitle(
            self.tr("Texts"),
            self.tr("How two documents are shown and compared. Takes effect at once."),
        )
        self.compare_with = QComboBox(self)
        self.compare_with.setEditable(True)
        self.compare_with.setMinimumWidth(scaled(330))
        self.compare_with.addItems(found_commands())
        line = self.compare_with.lineEdit()
        if line is not None:
            line.setPlaceholderText(self.tr("the first program found, such as Meld"))
        self.add(
            self.tr("Other program"),
            self.compare_with,
            self.tr(
                "F4 opens the two documents in it, such as meld {left} {right}: the two places "
                "take the paths of the files. No shell is used."
            ),
            name="compare_command",
            read=self._command,
            of_scan=False,
        )
        self.lines = ToggleField([toggles[one] for one in _LINES if one in toggles], self)
        ignored = [one for name, one in toggles.items() if name.startswith(_IGNORED)]
        self.ignored = ToggleField(ignored, self)
        for field, label, sentence in (
            (
                self.lines,
                self.tr("Lines"),
                self.tr("Default: long lines are wrapped, both texts stand left and right."),
            ),
            (
                self.ignored,
                self.tr("Ignore"),
                self.tr("What is ignored is not shown as a difference. No file is changed."),
            ),
        ):
            if field.boxes:
                self.add(label, field, sentence, buddy=field.boxes[0])
            else:
                field.hide()

    def show_settings(self, settings: Settings) -> None:
        """Show the program."""
        self.compare_with.setCurrentText(settings.compare_command)

    def show_defaults(self) -> None:
        """Show the first program found, and the boxes as a first start has them."""
        super().show_defaults()
        self.lines.show_defaults()
        self.ignored.show_defaults()

    def _command(self) -> str:
        command = self.compare_with.currentText().strip()
        if command:
            try:
                compare_arguments(command, Path("left"), Path("right"))
            except CompareCommandError as error:
                raise ConfigError(str(error)) from error
        return command
