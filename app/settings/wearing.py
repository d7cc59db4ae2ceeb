"""AppearanceChoice: the appearance chosen in the menu or in the settings, worn and kept."""

from dataclasses import replace

from PySide6.QtCore import QObject, Slot

from ..widgets.choice_menu import ChoiceMenu
from .appearance import Appearance, running, wear
from .editing import SettingsController
from .settings import SettingsStore


class AppearanceChoice(QObject):
    """Lets every window wear what is chosen, and the menu say so."""

    def __init__(
        self, settings: SettingsStore, menu: ChoiceMenu, editing: SettingsController
    ) -> None:
        super().__init__(menu)
        self._settings = settings
        self._menu = menu
        menu.choose(settings.now.appearance)
        menu.chosen.connect(self._change)
        editing.appearance_chosen.connect(self._choose)

    @Slot(object)
    def _change(self, appearance: Appearance) -> None:
        self._settings.keep(replace(self._settings.now, appearance=appearance))
        wear(running(), appearance)

    @Slot(object)
    def _choose(self, appearance: Appearance) -> None:
        self._menu.choose(appearance)
        self._change(appearance)
