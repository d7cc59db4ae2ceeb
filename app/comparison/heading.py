"""The heading above the panes: the documents, their encodings, and the actions."""

from html import escape

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.comparison.encodings import EncodingButton
from app.comparison.navigation import DifferenceNavigation
from app.comparison.options import DifferenceOptions
from app.comparison.titled_text import TitledText
from app.widgets.layouts import filled

_PADDING = 4
_WIDTH = 200
_ONE_LINE = str.maketrans("\n\r\t", "   ")


class DifferenceTitle(QWidget):
    """Shows a title; the whole of it is ``text``, the tooltip and the accessible name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def set_text(self, text: str) -> None:
        """Show ``text``, which may have been a file's name: it is never read as markup."""
        self.text = text
        self.setToolTip(f"<qt>{escape(text)}</qt>" if text else "")
        self.setAccessibleName(text)
        self.update()

    def shown_text(self) -> str:
        """Return the text that fits into the current width."""
        line = self.text.translate(_ONE_LINE)
        room = self.width() - 2 * _PADDING
        return self.fontMetrics().elidedText(line, Qt.TextElideMode.ElideMiddle, room)

    def sizeHint(self) -> QSize:
        """Ask for one line, whatever its length."""
        return QSize(_WIDTH, self.fontMetrics().height() + _PADDING)

    def minimumSizeHint(self) -> QSize:
        """Allow the window to become narrow."""
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the title in the palette's text colour."""
        painter = QPainter(self)
        position = self.rect().adjusted(_PADDING, 0, -_PADDING, 0)
        option = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(position, option, self.shown_text())
        painter.end()


class DifferenceHeading(QWidget):
    """Titles and encodings of both sides, the navigation, the menus, and notices.

    ``encoding_chosen`` carries whether it is the left side's, and the name of the encoding.
    """

    encoding_chosen = Signal(bool, str)

    def __init__(
        self,
        navigation: DifferenceNavigation,
        options: DifferenceOptions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.left_title, self.right_title = DifferenceTitle(self), DifferenceTitle(self)
        self.left_encoding, self.right_encoding = EncodingButton(self), EncodingButton(self)
        self.left_encoding.chosen.connect(self._choose_left)
        self.right_encoding.chosen.connect(self._choose_right)
        self._notice = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.stop_button = QToolButton(self)
        self.stop_button.setText(self.tr("Stop comparing"))
        left = (self.left_title, 1), self.left_encoding
        right = (self.right_title, 1), self.right_encoding
        buttons = navigation, options.ignore_button, options.view_button
        row = filled(QHBoxLayout(), *left, 6, *right, 10, *buttons, spacing=2)
        below = filled(QHBoxLayout(), (self._notice, 1), self.stop_button)
        filled(QVBoxLayout(self), row, below, spacing=2)
        self.clear()

    def clear(self) -> None:
        """Show nothing."""
        self.show_sides(TitledText("", ""), TitledText("", ""))
        self.say("")
        self.stop_button.hide()

    def show_sides(self, left: TitledText, right: TitledText) -> None:
        """Show whose texts they are."""
        for side, title, encoding in (
            (left, self.left_title, self.left_encoding),
            (right, self.right_title, self.right_encoding),
        ):
            title.set_text(side.title)
            encoding.set_encoding(side.encoding, lossy=side.lossy, by_hand=side.by_hand)

    def say(self, text: str) -> None:
        """Show a sentence below the titles, or nothing."""
        self._notice.setText(text)
        self._notice.setVisible(bool(text))

    @property
    def notice_text(self) -> str:
        """The sentence below the titles."""
        return self._notice.text()

    @Slot(str)
    def _choose_left(self, encoding: str) -> None:
        self.encoding_chosen.emit(True, encoding)  # noqa: FBT003 - a signal has no names

    @Slot(str)
    def _choose_right(self, encoding: str) -> None:
        self.encoding_chosen.emit(False, encoding)  # noqa: FBT003
