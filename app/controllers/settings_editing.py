"""SettingsEditing: the settings from the command to the dialog, and from there to the session."""

from PySide6.QtCore import QObject, Qt, Signal, Slot

from app.controllers.pair_choice import PairChoice
from app.session.session import Session
from app.settings.values import Preset
from app.shell.main_window import MainWindow


class SettingsEditing(QObject):
    """Opens the dialog, which is imported then, and takes over what was chosen in it.

    ``presets_changed`` carries presets that are to be remembered.
    """

    presets_changed = Signal(object)

    def __init__(
        self, session: Session, window: MainWindow, pairs: PairChoice, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._window = window
        self._pairs = pairs
        self.presets: tuple[Preset, ...] = ()
        window.commands.settings.triggered.connect(self._edit)

    @Slot()
    def _edit(self) -> None:
        from app.settings.dialog import SettingsDialog  # noqa: PLC0415 - see the docstring

        dialog = SettingsDialog(
            self._session.config,
            self._window,
            presets=self.presets,
            compare_command=self._pairs.command,
        )
        dialog.presets_changed.connect(self._keep_presets)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._take)
        dialog.open()

    @Slot()
    def _take(self) -> None:
        from app.settings.dialog import SettingsDialog  # noqa: PLC0415 - see the docstring

        dialog = self.sender()
        if isinstance(dialog, SettingsDialog):
            self._session.set_config(dialog.config())
            self._pairs.command = dialog.compare_command()

    @Slot(object)
    def _keep_presets(self, presets: tuple[Preset, ...]) -> None:
        self.presets = presets
        self.presets_changed.emit(presets)
