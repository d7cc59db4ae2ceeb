"""The tab "Shared passages": what two texts have in common, found with why they are alike.

Its widgets are imported with the first explanation, so that the window starts fast.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from ...widgets.layouts import filled
from .text import shown_text
from .work import Explained

if TYPE_CHECKING:
    from .passages import PassagesPage


class PassagesPanel(QWidget):
    """Shows the passages of an explanation, or a message; filled when it is seen.

    ``wanted`` tells that it came into view.
    """

    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message.setMargin(12)
        self.message.setAccessibleName(self.tr("Shared passages"))
        self.page: PassagesPage | None = None
        self._waiting: Explained | None = None
        self._place: tuple[int, int] | None = None
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.message)
        filled(QVBoxLayout(self), self._stack)

    def show_message(self, text: str) -> None:
        """Show a message, plain text, instead of passages."""
        self._waiting = None
        self.message.setText(text)
        self._stack.setCurrentWidget(self.message)

    def show_explanation(self, explained: Explained) -> None:
        """Show the passages of an explanation, as soon as the panel is seen."""
        self._waiting = explained
        if self.isVisible():
            self._fill()

    def go_to(self, text: str, span: tuple[int, int]) -> None:
        """Go to the passage at a range of the left text, as soon as the passages are there."""
        self._place = shown_text(text, [span])[0].covered[0]
        if self.page is not None and self._stack.currentWidget() is self.page:
            self._go_to_place()

    def forget_place(self) -> None:
        """Go nowhere: another pair follows."""
        self._place = None

    def _go_to_place(self) -> None:
        if self.page is not None and self._place is not None:
            self.page.choose(self._place)
            self._place = None

    def _fill(self) -> None:
        if self._waiting is None:
            return
        if self.page is None:
            from .passages import PassagesPage  # noqa: PLC0415 - see above

            self.page = PassagesPage(self)
            self._stack.addWidget(self.page)
        # shown first: what has no size yet cannot be scrolled
        self._stack.setCurrentWidget(self.page)
        self.page.show_explanation(self._waiting)
        self._waiting = None
        self._go_to_place()

    def showEvent(self, event: QShowEvent) -> None:
        """Fill the panel, or ask for what is to be shown."""
        super().showEvent(event)
        self._fill()
        self.wanted.emit()
