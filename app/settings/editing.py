"""SettingsController: settings from the command to the dialog, and from there to their users."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from simcore import FolderSettings, KeptTexts, ScanConfig

from ..widgets import desktop
from .login import start_at_login
from .pages.toggles import Toggle
from .settings import SettingsStore
from .values import Preset

if TYPE_CHECKING:
    from .dialog import SettingsDialog


class Scans(Protocol):
    """What scans with the parameters that are edited here."""

    @property
    def config(self) -> ScanConfig:
        """The parameters of the next scan."""

    @property
    def extracted(self) -> KeptTexts:
        """The extracted texts that scans keep."""

    def set_config(self, config: ScanConfig) -> None:
        """Use other parameters."""


class SettingsController(QObject):
    """Opens the dialog, imported on demand, and applies the chosen settings.

    The actions of the window that can be checked are now as at a first start, but for those
    ``at_first``. ``thresholds_chosen`` carries the ``ScanConfig`` with other thresholds,
    ``role_dropped`` a folder that has no role any more, ``language_chosen`` and
    ``appearance_chosen`` the choice, ``folder_settings_chosen`` what is left of
    ``folder_settings``, ``failed`` a sentence; all follow what is stored.
    """

    thresholds_chosen = Signal(object)
    role_dropped = Signal(object)
    language_chosen = Signal(object)
    appearance_chosen = Signal(object)
    folder_settings_chosen = Signal(object)
    failed = Signal(object)  # Reason | str

    def __init__(
        self,
        scans: Scans,
        settings: SettingsStore,
        window: QWidget,
        at_first: Mapping[str, bool] = MappingProxyType({}),
    ) -> None:
        super().__init__(window)
        self._scans = scans
        self._settings = settings
        self._window = window
        self.folder_settings = FolderSettings()
        self._toggles = {
            name: Toggle(action, at_first.get(name, action.isChecked()))
            for action in window.findChildren(QAction)
            if action.isCheckable() and (name := action.objectName())
        }

    @Slot(object)
    def take_folder_settings(self, settings: FolderSettings) -> None:
        """Note what is set for folders now."""
        self.folder_settings = settings

    @Slot()
    def edit(self) -> None:
        """Open the dialog."""
        if not desktop.is_asking(self._window):
            self._open()

    @Slot()
    def choose_program(self) -> None:
        """Open the dialog where the program to compare with is named."""
        if desktop.is_asking(self._window):
            return
        dialog = self._open()
        dialog.show_page(dialog.texts, "compare_command")

    def _open(self) -> "SettingsDialog":
        from .dialog import SettingsDialog  # noqa: PLC0415 - see the docstring

        settings = replace(self._settings.now, scan=self._scans.config)
        dialog = SettingsDialog(
            settings, self._window, self._scans.extracted, self._toggles, self.folder_settings
        )
        dialog.presets_changed.connect(self._keep_presets)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._take)
        dialog.open()
        return dialog

    @Slot()
    def _take(self) -> None:
        from .dialog import SettingsDialog  # noqa: PLC0415 - see the docstring

        dialog = self.sender()
        if not isinstance(dialog, SettingsDialog):
            return
        before, config = self._settings.now, self._scans.config
        chosen = dialog.applied_to(before)
        self._scans.set_config(chosen.scan)
        # whoever changes language and appearance stores them
        self._settings.keep(replace(chosen, language=before.language, appearance=before.appearance))
        dialog.put_toggles()
        if _thresholds(chosen.scan) != _thresholds(config):
            self.thresholds_chosen.emit(chosen.scan)
        for folder in dialog.dropped_roles():
            self.role_dropped.emit(folder)
        folders = dialog.watching.folder_settings()
        if folders.folders != self.folder_settings.folders:
            self.folder_settings_chosen.emit(folders)
        self._start_at_login(dialog.watching.login_wanted())
        if chosen.appearance is not before.appearance:
            self.appearance_chosen.emit(chosen.appearance)
        if chosen.language is not before.language:
            self.language_chosen.emit(chosen.language)

    def _start_at_login(self, wanted: bool | None) -> None:  # noqa: FBT001 - three answers
        if wanted is None:
            return
        try:
            start_at_login(on=wanted)
        except OSError as error:
            words = self.tr("The start at login cannot be changed: {0}")
            self.failed.emit(words.format(error))

    @Slot(object)
    def _keep_presets(self, presets: Sequence[Preset]) -> None:
        self._settings.keep(replace(self._settings.now, presets=tuple(presets)))


def _thresholds(config: ScanConfig) -> tuple[int, float, bool]:
    return config.distance, config.similarity, config.contained
