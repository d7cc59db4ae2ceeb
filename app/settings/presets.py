"""Named settings of a scan, and their row in the settings dialog."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QInputDialog, QPushButton, QWidget

from simcore import ConfigError

from ..looks.measures import scaled
from ..widgets.layouts import filled
from .values import Preset, RuleSet

Named = Preset | RuleSet
"""What can be kept under a name."""


class PresetRow(QWidget):
    """A list of presets to choose, save and delete; *Save as* asks for a name.

    ``chosen`` carries what a preset keeps, ``changed`` the presets after one was saved or
    deleted, ``refused`` a sentence. ``make`` makes one of a name and what ``current`` gives.
    """

    chosen = Signal(object)
    changed = Signal(object)
    refused = Signal(object)  # Reason | str

    def __init__(
        self,
        presets: Sequence[Named],
        current: Callable[[], Any],
        parent: QWidget | None = None,
        *,
        make: Callable[[str, Any], Named] = Preset,
    ) -> None:
        super().__init__(parent)
        self._make = make
        self._presets = {one.name: one for one in presets}
        self._current = current
        self.names = QComboBox(self)
        self.names.setAccessibleName(self.tr("Presets"))
        self.names.setToolTip(self.tr("Choose one to get its values back"))
        self.names.setMinimumWidth(scaled(140, self.font()))
        self.save_button = QPushButton(self.tr("&Save as…"), self)
        self.save_button.setToolTip(self.tr("Save the values of now under a name"))
        self.save_button.setAutoDefault(False)
        self.delete_button = QPushButton(self.tr("&Delete"), self)
        self.delete_button.setAutoDefault(False)
        filled(QHBoxLayout(self), (self.names, 1), self.save_button, self.delete_button)
        self._list("")
        self.names.activated.connect(self._choose)
        self.names.currentIndexChanged.connect(self._update)
        self.save_button.clicked.connect(self._ask_for_name)
        self.delete_button.clicked.connect(self._delete)

    def presets(self) -> tuple[Named, ...]:
        """Return the presets, by name."""
        return tuple(self._presets[name] for name in sorted(self._presets, key=str.casefold))

    def name_none(self) -> None:
        """Show that the values of now are of none of them."""
        self._list("")

    def _name(self) -> str:
        return self.names.currentText()

    def _list(self, name: str) -> None:
        self.names.clear()
        self.names.addItems([one.name for one in self.presets()])
        self.names.setCurrentIndex(self.names.findText(name) if name else -1)
        self.names.setPlaceholderText(
            self.tr("none chosen") if self._presets else self.tr("none saved")
        )
        self.names.setEnabled(bool(self._presets))
        self._update()

    @Slot()
    def _update(self) -> None:
        known = self._name() in self._presets
        self.delete_button.setEnabled(known)
        self.delete_button.setToolTip(
            self.tr("Delete what is saved under this name")
            if known
            else self.tr("Choose a name first")
        )

    @Slot()
    def _choose(self) -> None:
        preset = self._presets.get(self._name())
        if preset is not None:
            self.chosen.emit(preset.config)

    @Slot()
    def _ask_for_name(self) -> None:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Save as"))
        dialog.setLabelText(self.tr("Name; what is saved under it already is replaced"))
        dialog.setTextValue(self._name())
        dialog.textValueSelected.connect(self.save_as)
        dialog.open()

    @Slot(str)
    def save_as(self, text: str) -> None:
        """Save the values of now under a name, unless it is empty."""
        name = text.strip()
        if not name:
            return
        try:
            self._presets[name] = self._make(name, self._current())
        except ConfigError as error:
            self.refused.emit(error.reason)
            return
        self._list(name)
        self.changed.emit(self.presets())

    @Slot()
    def _delete(self) -> None:
        if self._presets.pop(self._name(), None) is not None:
            self._list("")
            self.changed.emit(self.presets())
