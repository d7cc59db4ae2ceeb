"""The page shown while there are no groups: what happened, what to do next."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QFont, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ..language.mnemonics import without_mnemonic
from ..looks.icons import application_icon

_ICON_SIZE = 72
_TEXT_WIDTH = 520


class StatePage(QWidget):
    """The program's icon if it has room, a heading, a paragraph and one button, in the middle."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._action: QAction | None = None
        self._icon = icon = QLabel(self)
        icon.setPixmap(application_icon().pixmap(_ICON_SIZE, _ICON_SIZE))
        icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        middle = Qt.AlignmentFlag.AlignCenter
        self.heading = QLabel(self, alignment=middle, wordWrap=True)
        font = QFont(self.font())
        font.setPointSizeF(self.fontInfo().pointSizeF() * 1.4)  # a font in pixels has no points
        font.setBold(True)
        self.heading.setFont(font)
        plain = Qt.TextFormat.PlainText
        self.text = QLabel(self, alignment=middle, textFormat=plain, wordWrap=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._button = QPushButton(self)
        self._button.clicked.connect(self._trigger)

        column = QWidget(self)
        column.setMaximumWidth(_TEXT_WIDTH)
        self._layout = layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addStretch(2)
        layout.addWidget(icon)
        layout.addWidget(self.heading)
        layout.addWidget(self.text)
        layout.addSpacing(8)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignCenter)
        layout.addStretch(3)
        across = QHBoxLayout(self)
        across.addStretch(1)
        across.addWidget(column, 100)  # as wide as it may be, in the middle
        across.addStretch(1)
        margins = across.contentsMargins()
        self._margins = margins.top() + margins.bottom()

    def show_state(self, heading: str, text: str, action: QAction | None = None) -> None:
        """Show what happened and what to do next; ``action`` becomes the button."""
        self.heading.setText(heading)
        self.text.setText(text)
        self._action = action
        self._button.setVisible(action is not None)
        if action is not None:
            # letters of menus would meet those of what stands around the page
            self._button.setText(without_mnemonic(action.text()))
            self._button.setIcon(action.icon())
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the icon where words would have no room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = min(self.width(), _TEXT_WIDTH)
        words = (one.heightForWidth(width) for one in (self.heading, self.text))
        wanted = sum(words) + _ICON_SIZE + self._button.sizeHint().height()
        beside = 6 * self._layout.spacing() + self._margins
        self._icon.setVisible(self.height() >= wanted + beside)

    @Slot()
    def _trigger(self) -> None:
        if self._action is not None:
            self._action.trigger()
