"""The options of the differences: ignoring, folding, wrapping, and exporting."""

from dataclasses import fields

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from ..language.mnemonics import without_mnemonic
from ..widgets.action_set import enable
from ..widgets.buttons.tool import give_sign
from ..widgets.choice_menu import ChoiceMenu
from .align.ignored import Ignored
from .panes.roll import CONTEXT

CONTEXTS = (0, 1, 3, 5, 10, 25)

_UNSEEN = {"line_ends", "composition"}
"""What is ignored unless a person wants it not to be: no reader sees it."""


class DifferenceOptions(QObject):
    """The actions of the differences, and the menus that list them.

    ``texts`` shows and hides all of them, ``preview`` asks for the chosen document alone: the owner
    carries both out. ``ignoring_changed`` carries an ``Ignored``, ``ignoring_told`` the words for
    it, ``context_changed`` a number of lines.
    """

    ignoring_changed = Signal(object)
    ignoring_told = Signal(str)
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
        self.texts = self._action(self.tr("Show the te&xts"), name="texts")
        self.texts.setChecked(True)
        self.preview = self._action(self.tr("Preview of one doc&ument"), "Ctrl+Shift+Space")
        self.ignore_menu = QMenu(self._view)
        self.ignore_menu.addActions(list(self.ignored.values()))
        for action, sign in (
            (self.wrap, "wrap-text"),
            (self.fold, "fold-vertical"),
            (self.unified, "rows-2"),
            (self.swap, "arrow-left-right"),
        ):
            give_sign(action, sign)
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{without_mnemonic(action.text())} ({keys})")

    def actions(self) -> list[QAction]:
        """List the actions that have keys."""
        listed = [self.find, self.find_next, self.find_previous, self.fold, self.wrap]
        return [*listed, self.unified, self.swap, self.moved, self.preview]

    def offer_saving(self, *, on: bool) -> None:
        """Offer to save differences, where there are two texts."""
        for action in (self.html, self.patch):
            enable(action, on=on, why_not=self.tr("No two texts are compared"))

    def ignoring(self) -> Ignored:
        """Return the ignored differences."""
        return Ignored(**{name: action.isChecked() for name, action in self.ignored.items()})

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
        self.ignoring_told.emit(self.ignore_words())
        self.ignoring_changed.emit(self.ignoring())

    def ignore_words(self) -> str:
        """Return the words for what is ignored of what a reader sees."""
        count = sum(self.ignored[name].isChecked() for name in self.ignored.keys() - _UNSEEN)
        return self.tr("Ignore ({0})").format(count) if count else self.tr("Ignore")
