"""ToggleField: boxes for actions of the window that can be checked and are remembered."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from ...language.mnemonics import without_mnemonic
from ...looks.measures import scaled
from ...widgets.layouts import filled


class Toggle(NamedTuple):
    """An action that is remembered by its object name, and whether it is checked at first."""

    action: QAction
    default: bool


class ToggleField(QWidget):
    """Shows a box for each action; the actions are changed by ``put``, not before."""

    def __init__(self, toggles: Sequence[Toggle], parent: QWidget) -> None:
        super().__init__(parent)
        self._toggles = tuple(toggles)
        self.boxes = [QCheckBox(without_mnemonic(one.action.text()), self) for one in toggles]
        for box, one in zip(self.boxes, toggles, strict=True):
            box.setChecked(one.action.isChecked())
        filled(QVBoxLayout(self), *self.boxes, spacing=scaled(6))

    def show_defaults(self) -> None:
        """Show what a first start has."""
        for box, one in zip(self.boxes, self._toggles, strict=True):
            box.setChecked(one.default)

    def put(self) -> None:
        """Check the actions whose boxes are checked, and no others."""
        for box, one in zip(self.boxes, self._toggles, strict=True):
            one.action.setChecked(box.isChecked())
