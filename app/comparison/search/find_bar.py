"""The bar to search in the two texts."""

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from ...looks.measures import EDGE
from ...widgets.buttons.tool import ToolButton
from ...widgets.layouts import filled
from ...widgets.view_keys import ViewKey


class DifferenceFindBar(QWidget):
    """Shows the searched text and the current hit; does not search itself.

    ``text_changed`` carries the text, ``step_wanted`` whether to go back; ``closed`` follows
    when the person has done with it.
    """

    text_changed = Signal(str)
    step_wanted = Signal(bool)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = QLineEdit(self, clearButtonEnabled=True)
        self.field.setPlaceholderText(self.tr("Find in both texts"))
        self.field.setAccessibleName(self.tr("Find in both texts"))
        self.field.textChanged.connect(self.text_changed)
        self.counter = QLabel(self)
        self.counter.setAccessibleName(self.tr("Places found"))
        layout = filled(QHBoxLayout(self), (self.field, 1), self.counter)
        for sign, name, slot in (
            ("arrow-up", self.tr("Find previous (Shift+F3)"), self._back),
            ("arrow-down", self.tr("Find next (F3)"), self._on),
            ("x", self.tr("Close (Esc)"), self.close_bar),
        ):
            button = ToolButton(self, wordless=True)
            button.set_sign(sign)
            button.setToolTip(name)
            button.setAccessibleName(name)
            button.clicked.connect(slot)
            layout.addWidget(button)
        layout.setContentsMargins(EDGE, EDGE // 2, EDGE // 2, EDGE // 2)
        self.hide()

    @property
    def text(self) -> str:
        """The searched text; empty while the bar is closed."""
        return "" if self.isHidden() else self.field.text()

    def open(self, text: str = "") -> None:
        """Show the bar, with some text to begin with if there is any."""
        self.show()
        if text:
            self.field.setText(text)
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.text_changed.emit(self.field.text())

    def tell(self, number: int, count: int, *, more: bool, busy: bool) -> None:
        """Show which hit of how many is the current one, from 0; -1 if there is none."""
        if not self.field.text():
            words = ""
        elif not count:
            words = self.tr("looking…") if busy else self.tr("not found")
        else:
            listed = self.locale().toString(count)
            total = self.tr("more than {0}").format(listed) if more or busy else listed
            at = self.locale().toString(number + 1) if number >= 0 else "–"
            words = self.tr("{0} of {1}").format(at, total)
        self.counter.setText(words)

    @Slot()
    def close_bar(self) -> None:
        """Hide the bar."""
        self.hide()
        self.closed.emit()

    @Slot()
    def _back(self) -> None:
        self.step_wanted.emit(True)  # noqa: FBT003 - a signal has no names

    @Slot()
    def _on(self) -> None:
        self.step_wanted.emit(False)  # noqa: FBT003

    def view_keys(self) -> list[ViewKey]:
        """List the keys that work here alone."""
        return [
            ViewKey(("Return",), self.tr("Go to the next place")),
            ViewKey(("Shift+Return",), self.tr("Go to the previous place")),
            ViewKey(("Esc",), self.tr("Close the search")),
        ]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go forward with Enter, back with Shift+Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.step_wanted.emit(back)
        elif event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep Esc, which cancels a scan elsewhere in the window."""
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)
