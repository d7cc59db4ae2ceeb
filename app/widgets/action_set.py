"""Actions with their icons, keys and tooltips, as menus and toolbars show them."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from ..language.mnemonics import without_mnemonic
from .buttons.tool import give_sign

_TIP = "tip"
"""The property that holds the tooltip of an action that can be used."""


class ActionSet(QObject):
    """Owns actions."""

    def _action(
        self,
        text: str,
        tip: str,
        keys: str | QKeySequence.StandardKey | None = None,
        icon: str | None = None,
    ) -> QAction:
        """Make an action; ``keys`` are appended to its tooltip, ``icon`` is Lucide's name."""
        action = QAction(self)
        name_action(action, text)
        action.setToolTip(tip)
        if icon is not None:
            give_sign(action, icon)
        if keys is not None:
            action.setShortcut(QKeySequence(keys))
            native = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{tip} ({native})")
        action.setProperty(_TIP, action.toolTip())
        return action


def enable(action: QAction, *, on: bool, why_not: str) -> None:
    """Enable an action, or disable it and say in its tooltip why it cannot be used now."""
    action.setEnabled(on)
    tip = str(action.property(_TIP) or "")
    said = (tip,) if on else (tip, why_not)
    action.setToolTip("\n".join(filter(None, said)))


def name_action(action: QAction, text: str) -> None:
    """Set the text of an action; on a toolbar without the mnemonic, in Chinese (&S)."""
    action.setText(text)
    action.setIconText(without_mnemonic(text).rstrip("…"))
