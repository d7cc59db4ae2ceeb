"""The options of the differences: ignoring, folding, wrapping, and exporting."""

from dataclasses import fields

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from app.comparison.align.ignored import Ignored
from app.comparison.panes.roll import CONTEXT
from app.widgets.choice_menu import ChoiceMenu

CONTEXTS = (0, 1, 3, 5, 10, 25)

_UNSEEN = {"line_ends", "composition"}
"""What is ignored unless a person wants it not to be: no reader sees it."""


class DifferenceOptions(QObject):
    """The actions of the differences, and the two buttons that list them.

    ``ignoring_changed`` carries an ``Ignored``, ``context_changed`` a number of lines.
    """

    ignoring_changed = Signal(object)
    context_changed = Signal(object)

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        words = {
            "white_space": self.tr("White space"),
            "case": self.tr("Upper and lower case"),
            "punctuation": self.tr("Punctuation"),
            "width": self.tr("Full and half width"),
            "traditional": self.tr("Traditional and simplified Chinese"),
            "line_ends": self.tr("Line ends"),
            "composition": self.tr("Accents: one with their letters or not"),
        }
        self.ignored = {
            field.name: self._action(words[field.name], name=f"ignore_{field.name}")
            for field in fields(Ignored)
        }
        for name, action in self.ignored.items():
            action.setChecked(name in _UNSEEN)
            action.toggled.connect(self._tell_ignoring)
        self.fold = self._action(self.tr("&Fold equal lines"), "Ctrl+Shift+E", name="fold")
        self.wrap = self._action(self.tr("&Wrap lines"), "Ctrl+Shift+W", name="wrap")
        self.wrap.setChecked(True)
        self.unified = self._action(self.tr("One &below the other"), "Ctrl+Shift+B", name="unified")
        self.swap = self._action(self.tr("&Swap sides"), "Ctrl+Shift+X")
        self.find = self._action(self.tr("F&ind in the texts…"), "Ctrl+G")
        self.find_next = self._action(self.tr("Find &next"), "F3")
        self.find_previous = self._action(self.tr("Find p&revious"), "Shift+F3")
        for action in (self.find_next, self.find_previous):
            # elsewhere in the window the keys may stand for something else
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.moved = self._action(self.tr("Other place of &moved text"), "Ctrl+J")
        self.html = self._action(self.tr("Save as &HTML…"))
        self.patch = self._action(self.tr("Save as a p&atch…"))
        contexts = [(lines, view.locale().toString(lines)) for lines in CONTEXTS]
        self.contexts = ChoiceMenu(self.tr("Lines around differences"), contexts, view)
        self.contexts.choose(CONTEXT)
        self.contexts.chosen.connect(self.context_changed)
        self.ignore_button = self._button(self.tr("Ignore"), self._ignore_menu())
        self.view_button = self._button(self.tr("View"), self._view_menu())

    def actions(self) -> list[QAction]:
        """List the actions that have keys."""
        listed = [self.find, self.find_next, self.find_previous, self.fold, self.wrap]
        return [*listed, self.unified, self.swap, self.moved]

    def ignoring(self) -> Ignored:
        """Return the ignored differences."""
        return Ignored(**{name: action.isChecked() for name, action in self.ignored.items()})

    def _ignore_menu(self) -> QMenu:
        menu = QMenu(self._view)
        menu.addActions(list(self.ignored.values()))
        return menu

    def _view_menu(self) -> QMenu:
        menu = QMenu(self._view)
        menu.addActions([self.unified, self.wrap, self.fold])
        menu.addMenu(self.contexts)
        menu.addSeparator()
        menu.addActions([self.find, self.find_next, self.find_previous, self.moved])
        menu.addSeparator()
        menu.addActions([self.swap])
        menu.addSeparator()
        menu.addActions([self.html, self.patch])
        return menu

    def _button(self, text: str, menu: QMenu) -> QToolButton:
        button = QToolButton(self._view)
        button.setAutoRaise(True)
        button.setText(text)
        button.setAccessibleName(text)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setMenu(menu)
        return button

    def _action(self, text: str, keys: str = "", *, name: str = "") -> QAction:
        """Make an action; one with a name can be checked and is remembered, see ``Settings``."""
        action = QAction(text, self._view)
        action.setCheckable(bool(name))
        action.setObjectName(name)
        if keys:
            action.setShortcut(QKeySequence(keys))
        return action

    @Slot()
    def _tell_ignoring(self) -> None:
        ignoring = self.ignoring()
        count = sum(self.ignored[name].isChecked() for name in self.ignored.keys() - _UNSEEN)
        text = self.tr("Ignore ({0})").format(count) if count else self.tr("Ignore")
        self.ignore_button.setText(text)
        self.ignore_button.setAccessibleName(text)
        self.ignoring_changed.emit(ignoring)
