"""The page shown while there are no groups: what happened, what to do next."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.widgets.icons import application_icon

_ICON_SIZE = 72
_TEXT_WIDTH = 520


class StatePage(QWidget):
    """The program's icon, a heading, a paragraph and one button, in the middle of the page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._action: QAction | None = None
        icon = QLabel(self)
        icon.setPixmap(application_icon().pixmap(_ICON_SIZE, _ICON_SIZE))
        icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._heading = QLabel(self)
        self._heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._heading.setWordWrap(True)
        font = QFont(self.font())
        font.setPointSizeF(self.fontInfo().pointSizeF() * 1.4)  # a font in pixels has no points
        font.setBold(True)
        self._heading.setFont(font)
        self._text = QLabel(self)
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._button = QPushButton(self)
        self._button.clicked.connect(self._trigger)

        column = QWidget(self)
        column.setMaximumWidth(_TEXT_WIDTH)
        layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addStretch(2)
        layout.addWidget(icon)
        layout.addWidget(self._heading)
        layout.addWidget(self._text)
        layout.addSpacing(8)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignCenter)
        layout.addStretch(3)
        across = QHBoxLayout(self)
        across.addStretch(1)
        across.addWidget(column, 100)  # as wide as it may be, in the middle
        across.addStretch(1)

    def heading(self) -> str:
        """Return the heading of the page."""
        return self._heading.text()

    def text(self) -> str:
        """Return the paragraph of the page."""
        return self._text.text()

    def show_state(self, heading: str, text: str, action: QAction | None = None) -> None:
        """Show what happened and what to do next; ``action`` becomes the button."""
        self._heading.setText(heading)
        self._text.setText(text)
        self._action = action
        self._button.setVisible(action is not None)
        if action is not None:
            self._button.setText(action.text())
            self._button.setIcon(action.icon())

    @Slot()
    def _trigger(self) -> None:
        if self._action is not None:
            self._action.trigger()
