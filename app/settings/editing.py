"""SettingsController: settings from the command to the dialog, and from there to their users."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QWidget

from app.settings.settings import SettingsStore
from app.settings.values import Preset
from simcore import KeptTexts, ScanConfig


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
    """Opens the dialog, imported on demand, and applies the chosen settings."""

    def __init__(self, scans: Scans, settings: SettingsStore, window: QWidget) -> None:
        super().__init__(window)
        self._scans = scans
        self._settings = settings
        self._window = window

    @Slot()
    def edit(self) -> None:
        """Open the dialog."""
        from app.settings.dialog import SettingsDialog  # noqa: PLC0415 - see the docstring

        settings = replace(self._settings.now, scan=self._scans.config)
        dialog = SettingsDialog(settings, self._window, self._scans.extracted)
        dialog.presets_changed.connect(self._keep_presets)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._take)
        dialog.open()

    @Slot()
    def _take(self) -> None:
        from app.settings.dialog import SettingsDialog  # noqa: PLC0415 - see the docstring

        dialog = self.sender()
        if isinstance(dialog, SettingsDialog):
            settings = dialog.applied_to(self._settings.now)
            self._scans.set_config(settings.scan)
            self._settings.keep(settings)

    @Slot(object)
    def _keep_presets(self, presets: Sequence[Preset]) -> None:
        self._settings.keep(replace(self._settings.now, presets=tuple(presets)))
