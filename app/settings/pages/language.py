"""LanguagePage: the language and the appearance of the window."""

from PySide6.QtWidgets import QComboBox, QWidget

from ...language.languages import Language
from ..appearance import Appearance
from ..settings import Settings
from .page import SettingsPage


class LanguagePage(SettingsPage):
    """What the menu View has, too."""

    icon = "palette"

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.entitle(
            self.tr("Appearance and language"),
            self.tr("Takes effect at once; nothing is read or scanned again."),
        )
        self.language = QComboBox(self)
        of_system = self.tr("The system's")
        for one in Language:
            self.language.addItem(one.own_name or of_system, one.value)
        label = self.tr("Language")
        if "Language" not in label:  # for users who cannot read the chosen language
            label += " (Language)"
        self.add(
            label,
            self.language,
            self.tr("Of the window, its dates and its numbers. Your documents may be in any."),
            name="language",
            read=lambda: Language(self.language.currentData()),
            of_scan=False,
        )
        self.appearance = QComboBox(self)
        for appearance, name in (
            (Appearance.SYSTEM, of_system),
            (Appearance.LIGHT, self.tr("Light")),
            (Appearance.DARK, self.tr("Dark")),
        ):
            self.appearance.addItem(name, appearance.value)
        self.add(
            self.tr("Appearance"),
            self.appearance,
            self.tr("Fonts, their size and the accent colour are always the system's."),
            name="appearance",
            read=lambda: Appearance(self.appearance.currentData()),
            of_scan=False,
        )

    def show_settings(self, settings: Settings) -> None:
        """Show the choices."""
        self.language.setCurrentIndex(self.language.findData(settings.language.value))
        self.appearance.setCurrentIndex(self.appearance.findData(settings.appearance.value))
