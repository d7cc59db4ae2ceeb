"""Aside: a dialog out of the way while two of its documents are looked at, and its way back."""

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction

from ..widgets.banner import Notices


class Aside(QObject):
    """Lets a dialog step aside, with a message whose button calls it back.

    ``called`` asks for the dialog to be shown again, or for another with the same contents. The
    message goes with that, or when the dialog is closed.
    """

    called = Signal()

    def __init__(self, button: str, notices: Notices) -> None:
        super().__init__(notices)
        self._notices = notices
        self._words = ""
        self.back = QAction(button, self)
        self.back.triggered.connect(self.called)

    @property
    def waits(self) -> bool:
        """Whether something waits to be called back."""
        return bool(self._words)

    def wait(self, words: str) -> None:
        """Say in words that a dialog waits, be it made or not."""
        self._words = words
        # twice: a lasting message that was closed before is not shown again, and this must be
        self._notices.show_message(words)
        self._notices.show_message(words, action=self.back, lasting=True)

    @Slot()
    def end(self) -> None:
        """Take the message away, if it is still there."""
        if self._words and self._notices.text() == self._words:
            self._notices.close_message()
        self._words = ""
