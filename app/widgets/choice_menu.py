"""Menus of which exactly one entry is checked: any, and that of encodings."""

from collections.abc import Iterable

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from ..language.encoding_words import ENCODINGS, encoding_title, encodings_by_writing

_LIKELY = "utf-8", "gb18030", "big5hkscs", "windows-1252"
"""The encodings that stand at the top."""


class ChoiceMenu(QMenu):
    """Offers values by their names; ``chosen`` carries the value that the user picked."""

    chosen = Signal(object)

    def __init__(self, title: str, choices: Iterable[tuple[object, str]], parent: QWidget) -> None:
        super().__init__(title, parent)
        self._group = QActionGroup(self)
        self._values: list[object] = []  # a QAction would store an enum member as plain text
        for value, name in choices:
            self.addAction(self.offer(value, name))
        self._group.triggered.connect(self._tell)

    def offer(self, value: object, name: str) -> QAction:
        """Return an entry for one more value, to be put into this menu or one inside it."""
        self._values.append(value)
        action = QAction(name, self, checkable=True)
        return self._group.addAction(action)

    def choose(self, value: object) -> None:
        """Check the entry of a value, without a signal."""
        for action, held in zip(self._group.actions(), self._values, strict=True):
            action.setChecked(held == value)

    def choice(self) -> object:
        """Return the checked value; None before the first."""
        pairs = zip(self._group.actions(), self._values, strict=True)
        return next((value for action, value in pairs if action.isChecked()), None)

    def action_of(self, value: object) -> QAction:
        """Return the entry of a value. Raises ``ValueError`` for one that was not offered."""
        return self._group.actions()[self._values.index(value)]

    @Slot()
    def _tell(self) -> None:
        self.chosen.emit(self.choice())


class EncodingMenu(ChoiceMenu):
    """Offers encodings: the likeliest first, then each below the writing that it is for.

    ``chosen`` carries the name of one, or nothing: as is recognised. The encodings come when the
    menu is opened, or one of them is asked for: windows have several of these that nobody opens.
    """

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(title, [("", self.tr("Recognise automatically"))], parent)
        self._filled = False
        self.aboutToShow.connect(self._fill)

    def choose(self, value: object) -> None:
        """Check the entry of an encoding, without a signal; none for None."""
        if value:
            self._fill()
        super().choose(value)

    def action_of(self, value: object) -> QAction:
        """Return the entry of an encoding. Raises ``ValueError`` for one that is not known."""
        if value:
            self._fill()
        return super().action_of(value)

    @Slot()
    def _fill(self) -> None:
        if self._filled:
            return
        self._filled = True
        entries = {name: self.offer(name, encoding_title(name)) for name in ENCODINGS}
        self.addSeparator()
        self.addActions([entries[name] for name in _LIKELY])
        self.addSeparator()
        for writing, some in encodings_by_writing().items():
            below = self.addMenu(writing)
            below.addActions([entries[name] for name in some])
