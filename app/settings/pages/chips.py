"""ChipField: words of which each can be taken off, and others added."""

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QLabel,
    QLayout,
    QLayoutItem,
    QLineEdit,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from ...language.wording import as_tooltip, printable
from ...looks.icons import icon
from ...looks.measures import scaled

_LEAST = 160
_ANY_HEIGHT = (1 << 24) - 1
_BEGIN, _END = "\N{LEFT-TO-RIGHT MARK}\N{NO-BREAK SPACE}", "\N{LEFT-TO-RIGHT MARK}"


class FlowLayout(QLayout):
    """Puts widgets in lines, as words in a text."""

    def __init__(self, parent: QWidget, space: int) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._space = space
        self.setContentsMargins(QMargins())

    def addItem(self, item: QLayoutItem) -> None:
        """Put one behind the others."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, None behind the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take an item out, None behind the last."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return that no more room is wanted than is needed."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return that narrower lines are more."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines at a width."""
        return self._place(QRect(0, 0, width, 0), moving=False)

    def sizeHint(self) -> QSize:
        """Return the least size."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the size of the largest widget."""
        found = QSize()
        for item in self._items:
            found = found.expandedTo(item.minimumSize())
        return found

    def setGeometry(self, place: QRect) -> None:
        """Lay the lines out in a place."""
        super().setGeometry(place)
        self._place(place, moving=True)

    def _place(self, place: QRect, *, moving: bool) -> int:
        """Return the height that the lines take; put the widgets there if ``moving``."""
        x, y, line = place.x(), place.y(), 0
        for item in self._items:
            widget = item.widget()
            if widget is not None and widget.isHidden():
                continue
            size = item.sizeHint().boundedTo(QSize(place.width(), _ANY_HEIGHT))
            if x > place.x() and x + size.width() > place.right() + 1:
                x, y, line = place.x(), y + line + self._space, 0
            if moving:
                item.setGeometry(QRect(QPoint(x, y), size))
            x, line = x + size.width() + self._space, max(line, size.height())
        return y + line - place.y()


class _NewChip(QLineEdit):
    """A field for another word: Enter adds it, Esc does not; neither reaches the dialog."""

    given = Signal()
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        for keys, signal in (("Return", self.given), ("Enter", self.given), ("Esc", self.left)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(signal)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Add what was typed: it was not taken back."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.given.emit()


class _Chip(QToolButton):
    """A word with the sign that takes it off; cut in its middle where there is no room for it."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._name = name
        _furnish(self, "", "x")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the sign stands behind the word
        self._show(name)

    def _show(self, shown: str) -> None:
        # the marks keep a name such as *.tmp from being read from right to left
        words = f"{_BEGIN}{shown.replace('&', '&&')}{_END}"
        if self.text() != words:
            self.setText(words)
        self._shown = shown

    def sizeHint(self) -> QSize:
        """Return the room for the whole word, however much of it is shown."""
        hint, metrics = super().sizeHint(), self.fontMetrics()
        more = metrics.horizontalAdvance(self._name) - metrics.horizontalAdvance(self._shown)
        return QSize(hint.width() + more, hint.height())

    def minimumSizeHint(self) -> QSize:
        """Return the room for some of the word."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), scaled(_LEAST, self.font())), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much of the word as there is room for."""
        super().resizeEvent(event)
        metrics, missing = self.fontMetrics(), self.sizeHint().width() - self.width()
        room = metrics.horizontalAdvance(self._name) - missing
        cut = metrics.elidedText(self._name, Qt.TextElideMode.ElideMiddle, room)
        self._show(cut if missing > 0 else self._name)


class ChipField(QWidget):
    """Shows words in their order; each is a button that takes it off.

    ``changed`` comes when a person added a word or took one off. ``adds`` is whether words can be
    added, ``new`` is the field for them. Texts are shown as ``names`` has them.
    """

    changed = Signal()

    def __init__(self, name: str, parent: QWidget, *, adds: bool = True, none: str = "") -> None:
        super().__init__(parent)
        self._words: list[str] = []
        self._names: dict[str, str] = {}
        self.chips: list[QToolButton] = []
        self.setAccessibleName(name)
        self._flow = FlowLayout(self, scaled(6))
        self.none = QLabel(none, self)
        self.new = _NewChip(self)
        self.new.setAccessibleName(name)
        self.new.setFixedWidth(scaled(140))
        self.new.hide()
        self.add = _button(self.tr("Add"), "plus", self)
        self.add.setAccessibleName(self.tr("Add: {0}").format(name))
        self.add.setVisible(adds)
        self.add.clicked.connect(self._ask)
        self.new.given.connect(self._take)
        self.new.left.connect(self._leave)
        for one in (self.none, self.new, self.add):
            self._flow.addWidget(one)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def words(self) -> tuple[str, ...]:
        """Return the words in their order."""
        return tuple(self._words)

    def set_words(self, words: Iterable[str], names: dict[str, str] | None = None) -> None:
        """Show other words, without a signal."""
        self._words = list(dict.fromkeys(words))
        self._names = names or {}
        self._show()

    def _show(self) -> None:
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = [self._chip(word) for word in self._words]
        for widget in (self.none, self.new, self.add):
            self._flow.removeWidget(widget)
        for each in (*self.chips, self.none, self.new, self.add):
            self._flow.addWidget(each)
        for chip in self.chips:
            chip.show()
        self.none.setVisible(bool(self.none.text()) and not self.chips)
        for before, after in pairwise([self, *self.chips, self.new, self.add]):
            QWidget.setTabOrder(before, after)
        self.updateGeometry()

    def _chip(self, word: str) -> QToolButton:
        name = printable(self._names.get(word, word))
        chip = _Chip(name, self)
        chip.setAccessibleName(self.tr("Remove {0}").format(name))
        chip.setToolTip(as_tooltip(self.tr("Remove {0}").format(name)))
        chip.clicked.connect(lambda: self._remove(word))
        return chip

    def _remove(self, word: str) -> None:
        at = self._words.index(word)
        self._words.remove(word)
        self._show()
        left = [*self.chips, self.add]
        left[min(at, len(left) - 1)].setFocus()
        self.changed.emit()

    @Slot()
    def _ask(self) -> None:
        self.add.hide()
        self.new.clear()
        self.new.show()
        self.new.setFocus()

    @Slot()
    def _take(self) -> None:
        text = self.new.text().strip()
        if self.new.isHidden() or not text:
            self._leave()
            return
        if text not in self._words:
            self._words.append(text)
            self._show()
        self._leave()
        self.changed.emit()

    @Slot()
    def _leave(self) -> None:
        had_focus = self.new.hasFocus()
        self.new.clear()
        self.new.hide()
        self.add.show()
        if had_focus:
            self.add.setFocus()


def _button(text: str, sign: str, parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    _furnish(button, text, sign)
    return button


def _furnish(button: QToolButton, text: str, sign: str) -> None:
    button.setText(text)
    button.setIcon(icon(sign))
    button.setIconSize(QSize(scaled(12), scaled(12)))
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setMinimumHeight(scaled(24))
