"""What else can be done with marked documents than moving them to the trash, and the history."""

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QToolBar, QToolButton, QWidget

from app.language.mnemonics import without_mnemonic
from app.removal.words import title_text
from simcore import Action


class RemovalActions(QObject):
    """The other actions on marked documents; they can be used whenever the trash can.

    ``others`` says which action each of them stands for.
    """

    def __init__(self, trash: QAction, parent: QObject) -> None:
        super().__init__(parent)
        self._trash = trash
        self.others: dict[Action, QAction] = {}
        tips = {
            Action.MOVE: self.tr("Move the marked documents to a folder, their own folders kept"),
            Action.COPY: self.tr("Copy the marked documents to a folder; they stay, too"),
            Action.DELETE: self.tr("Delete the marked documents; no trash will have them"),
            Action.HARD_LINK: self.tr(
                "Make marked documents other names of the identical one that stays"
            ),
            Action.SYMBOLIC_LINK: self.tr(
                "Make marked documents links to the identical one that stays"
            ),
        }
        for kind, tip in tips.items():
            action = QAction(self.tr("{0}…").format(title_text(kind)), self)
            action.setToolTip(tip)
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
        others = self.others
        menu.addActions([others[Action.MOVE], others[Action.COPY]])
        menu.addSeparator()
        menu.addActions([others[Action.HARD_LINK], others[Action.SYMBOLIC_LINK]])
        menu.addSeparator()
        menu.addActions([others[Action.DELETE]])

    def put_beside(self, bar: QToolBar) -> None:
        """Give the button of the trash in a toolbar an arrow with these actions."""
        button = bar.widgetForAction(self._trash)
        if isinstance(button, QToolButton):
            button.setMenu(self.menu(bar))
            button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)

    @Slot()
    def _follow(self) -> None:
        for action in self.others.values():
            action.setEnabled(self._trash.isEnabled())
