"""Navigation between differences: two buttons, their actions, and the current position."""

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ..language.mnemonics import without_mnemonic
from ..widgets.buttons.tool import ToolButton, give_sign
from ..widgets.elided_label import ElidedLabel
from ..widgets.layouts import filled


class _Counter(ElidedLabel):
    """Shows its text, or two numbers alone where there is no room for more."""

    short = ""

    def shown(self) -> str:
        """Return what there is room for."""
        width = self.fontMetrics().horizontalAdvance(self.text())
        return self.text() if width <= self.contentsRect().width() else self.short

    def minimumSizeHint(self) -> QSize:
        """Ask for the room of the numbers."""
        width = self.fontMetrics().horizontalAdvance(self.short)
        return QSize(width + 2, super().minimumSizeHint().height())


class DifferenceNavigation(QWidget):
    """Knows the differences as ranges of blocks, and which is the current one.

    ``index`` is that of the current one, -1 if there is none. ``moved`` carries the range to go
    to, when the person asked for the next or previous one.
    """

    moved = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._differences: list[range] = []
        self._compared = self._reordered = False
        self.index = -1
        self.previous_action = self._action(
            self.tr("&Previous difference"), self.tr("Previous"), "Alt+Up"
        )
        self.previous_action.triggered.connect(self.go_back)
        self.next_action = self._action(self.tr("Nex&t difference"), self.tr("Next"), "Alt+Down")
        self.next_action.triggered.connect(self.go_on)
        self.counter = _Counter(self)
        self.counter.setAccessibleName(self.tr("Current difference"))
        give_sign(self.previous_action, "arrow-up")
        give_sign(self.next_action, "arrow-down")
        back = ToolButton(self, action=self.previous_action, wordless=True)
        on = ToolButton(self, action=self.next_action, wordless=True)
        for button in (back, on):
            button.setAccessibleName(without_mnemonic(button.defaultAction().text()))
        filled(QHBoxLayout(self), self.counter, 4, back, on, spacing=2)
        self.set_differences(None)

    @property
    def count(self) -> int:
        """How many differences there are."""
        return len(self._differences)

    @property
    def current(self) -> range | None:
        """The blocks of the current difference, None when there is none."""
        return self._differences[self.index] if self.index >= 0 else None

    def set_differences(
        self, differences: Sequence[range] | None, *, reordered: bool = False
    ) -> None:
        """Set the differences, in ascending order; none is the current one yet.

        None: no two texts are compared. ``reordered`` is whether nothing but the order differs.
        """
        self._compared = differences is not None
        self._differences, self._reordered = list(differences or ()), reordered
        self.index = -1
        self._tell()

    def go_to(self, index: int) -> None:
        """Go to a difference by its number from 0, if there is such a one."""
        if 0 <= index < len(self._differences):
            self._move(index)

    @Slot()
    def go_on(self) -> None:
        """Go to the difference after the current one, if there is one."""
        self.go_to(self.index + 1)

    @Slot()
    def go_back(self) -> None:
        """Go to the difference before the current one, if there is one."""
        self.go_to(self.index - 1)

    def take(self, block: int) -> range | None:
        """Make the difference that ``block`` belongs to the current one, and return it."""
        index = bisect_right(self._differences, block, key=lambda blocks: blocks.start) - 1
        if index < 0 or block not in self._differences[index]:
            return None
        self.index = index
        self._tell()
        return self._differences[index]

    def _move(self, index: int) -> None:
        self.index = index
        self._tell()
        self.moved.emit(self._differences[index])

    def _tell(self) -> None:
        count = len(self._differences)
        self.next_action.setEnabled(self.index + 1 < count)
        self.previous_action.setEnabled(self.index > 0)
        numbers = self.locale().toString(self.index + 1), self.locale().toString(count)
        self.counter.short = self.tr("{0}/{1}").format(*numbers) if self._compared else ""
        self.counter.setText(self._words(count))
        self.counter.setToolTip(self.counter.text())

    def _words(self, count: int) -> str:
        if not self._compared:
            return ""
        if not count:
            return self.tr("No differences")
        if self.index < 0:
            return (
                self.tr("1 difference")
                if count == 1
                else self.tr("{0} differences").format(self.locale().toString(count))
            )
        numbers = self.locale().toString(self.index + 1), self.locale().toString(count)
        words = self.tr("Difference {0} of {1}").format(*numbers)
        return self.tr("{0}, in another order").format(words) if self._reordered else words

    def _action(self, text: str, short: str, keys: str) -> QAction:
        action = QAction(text, self)
        action.setIconText(short)
        action.setShortcut(QKeySequence(keys))
        native = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(f"{text.replace('&', '')} ({native})")
        return action
