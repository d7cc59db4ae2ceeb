"""The row of tools beside the tabs: from difference to difference, and how texts are shown."""

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QTabWidget, QWidget

from ..language.mnemonics import without_mnemonic
from ..looks.colours import colours_of
from ..looks.measures import scaled
from ..widgets.buttons.tool import SIGN, ToolButton, give_sign
from ..widgets.layouts import filled
from .navigation import DifferenceNavigation
from .options import DifferenceOptions


class _Rule(QWidget):
    """A thin upright line between groups of tools."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(scaled(9, self.font()), scaled(20, self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colour = colours_of(self.palette()).separator
        painter.fillRect(self.width() // 2, 0, 1, self.height(), colour)
        painter.end()


class DifferenceTools(QWidget):
    """Position and steps, wrap, fold, one below the other, swap, ignore; then what closes.

    The owner puts it beside the tabs. What belongs to differences is hidden while something else
    is shown.
    """

    def __init__(
        self,
        navigation: DifferenceNavigation,
        options: DifferenceOptions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        shown = (options.wrap, options.fold, options.unified, options.swap)
        self.buttons = [ToolButton(self, action=one, wordless=True) for one in shown]
        for button, action in zip(self.buttons, shown, strict=True):
            button.setAccessibleName(without_mnemonic(action.text()))
        fold = self.buttons[1]
        fold.setMenu(options.contexts)
        fold.setPopupMode(ToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.ignore_button = ToolButton(self)
        self.ignore_button.setMenu(options.ignore_menu)
        self.ignore_button.setPopupMode(ToolButton.ToolButtonPopupMode.InstantPopup)
        options.ignoring_told.connect(self._tell_ignoring)
        self._tell_ignoring(options.ignore_words())
        rules = _Rule(self), _Rule(self)
        of_pair = navigation, rules[0], *self.buttons, self.ignore_button, rules[1]
        self._of_differences: list[QWidget] = [*of_pair]
        self._alone = [self.buttons[0]]  # what a document that is shown alone has
        self._outside: ToolButton | None = None
        self.close_button = ToolButton(self, wordless=True)
        self.close_button.set_sign("x")
        words = self.tr("Hide the texts")
        self.close_button.setToolTip(words)
        self.close_button.setAccessibleName(words)
        self.close_button.clicked.connect(options.texts.toggle)
        self._row = filled(QHBoxLayout(self), *of_pair, self.close_button, spacing=2)
        self.setContentsMargins(0, 1, scaled(4, self.font()), 1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def offer_outside(self, action: QAction) -> None:
        """Offer a command that shows the two documents in another program."""
        if not action.property(SIGN):
            give_sign(action, "external-link")
        button = self._outside = ToolButton(self, action=action, wordless=True)
        button.setAccessibleName(without_mnemonic(action.text()))
        self._row.insertWidget(self._row.count() - 1, button)

    def show_of(self, *, texts: bool, alone: bool = False) -> None:
        """Show what belongs to two texts, or to one ``alone``; or only what every tab has."""
        for widget in self._of_differences:
            widget.setVisible(texts and (not alone or widget in self._alone))

    def sizeHint(self) -> QSize:
        """Ask for the room that the tabs leave, as long as all buttons have some."""
        wanted, tabs = super().sizeHint(), self.parentWidget()
        if not isinstance(tabs, QTabWidget):
            return wanted
        room = tabs.width() - tabs.tabBar().sizeHint().width()
        least = self.minimumSizeHint().width()
        return QSize(min(wanted.width(), max(room, least)), wanted.height())

    def stops(self) -> list[QWidget]:
        """List what the keyboard goes to, in its order."""
        outside = [self._outside] if self._outside else []
        return [*self._of_differences, *outside, self.close_button]

    @Slot(str)
    def _tell_ignoring(self, words: str) -> None:
        self.ignore_button.setText(words)
        self.ignore_button.setAccessibleName(words)
        self.ignore_button.updateGeometry()
