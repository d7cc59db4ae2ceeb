"""The actions on marked documents besides moving them to the trash, and the history."""

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QToolBar, QToolButton, QWidget

from simcore import Action

from ..language.mnemonics import without_mnemonic
from .action_words import words_of


class RemovalActions(QObject):
    """The other actions on marked documents; they can be used whenever the trash can.

    ``others`` says which action each of them stands for.
    """

    def __init__(self, trash: QAction, parent: QObject) -> None:
        super().__init__(parent)
        self._trash = trash
        self.others: dict[Action, QAction] = {}
        for kind in Action:
            if kind is Action.TRASH:
                continue
            words = words_of(kind)
            action = QAction(self.tr("{0}…").format(words.name), self)
            action.setToolTip(words.tip)
            action.setData(kind.value)
            self.others[kind] = action
        self.history = QAction(self.tr("&History of removals…"), self)
        self.history.setShortcut(QKeySequence("Ctrl+H"))
        self.history.setToolTip(self.tr("What was removed, and what of it can be undone (Ctrl+H)"))
        self.results = QAction(self.tr("&Show the list"), self)
        self.results.setToolTip(self.tr("What became of each document"))
        for action in (self.history, self.results):  # messages have buttons for them
            action.setIconText(without_mnemonic(action.text()).rstrip("…"))
        trash.changed.connect(self._follow)
        self._follow()

    def menu(self, parent: QWidget) -> QMenu:
        """Return a menu of all that can be done with marked documents."""
        menu = QMenu(self.tr("&Other ways to remove"), parent)
        menu.setToolTipsVisible(True)
        self.fill(menu)
        return menu

    def fill(self, menu: QMenu) -> None:
        """Put the other actions into a menu, those that delete and link apart."""
        for section in sorted({words_of(kind).section for kind in self.others}):
            if section:
                menu.addSeparator()
            for kind, action in self.others.items():
                if words_of(kind).section == section:
                    menu.addAction(action)

    def put_beside(self, bar: QToolBar) -> None:
        """Add a menu with these actions to the button of the trash in a toolbar."""
        button = bar.widgetForAction(self._trash)
        if isinstance(button, QToolButton):
            button.setMenu(self.menu(bar))
            button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)

    @Slot()
    def _follow(self) -> None:
        for action in self.others.values():
            action.setEnabled(self._trash.isEnabled())
