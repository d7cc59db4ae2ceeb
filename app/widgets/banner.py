"""A message at the top of the results that stays until it is closed and blocks nothing."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStyle,
    QToolButton,
    QWidget,
)

from app.language.wording import in_own_words
from app.looks.icons import icon
from simcore import Reason


class Banner(QFrame):
    """One message with a sign, an optional action and a close button; hidden while empty."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        self._sign = QLabel(self)
        self._text = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        policy = self._text.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Expanding)
        self._text.setSizePolicy(policy)
        self._text.setAccessibleName(self.tr("Message"))
        self._button = QToolButton(self)
        self._button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._second = QToolButton(self)
        self._second.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._close = QToolButton(self)
        self._close.setIcon(icon("x"))
        self._close.setAutoRaise(True)
        self._close.setAccessibleName(self.tr("Close this message"))
        self._close.setToolTip(self.tr("Close this message"))
        self._close.clicked.connect(self.close_message)

        layout = QHBoxLayout(self)
        layout.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._second, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def text(self) -> str:
        """Return the message; empty when none is shown."""
        return self._text.text()

    def show_message(
        self,
        text: str,
        *,
        warning: bool = False,
        action: QAction | None = None,
        second: QAction | None = None,
        closable: bool = True,
    ) -> None:
        """Show ``text`` instead of the previous message, with buttons for one or two actions.

        ``closable``: the user may close it; otherwise only the program does.
        """
        self._close.setVisible(closable)
        pixmap = (
            QStyle.StandardPixmap.SP_MessageBoxWarning
            if warning
            else QStyle.StandardPixmap.SP_MessageBoxInformation
        )
        size = self.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize, None, self)
        self._sign.setPixmap(self.style().standardIcon(pixmap).pixmap(size, size))
        self._text.setText(text)
        self.setAccessibleName(text)
        for button, wanted in ((self._button, action), (self._second, second)):
            if wanted is not None:
                button.setDefaultAction(wanted)  # whose words it follows
            button.setVisible(wanted is not None)
        self.show()

    @Slot()
    def close_message(self) -> None:
        """Hide the message."""
        self._text.clear()
        self.hide()


class Notices(Banner):
    """The interface by which all parts of the window report results and problems."""

    @Slot(object)
    def show_problem(self, reason: Reason | str) -> None:
        """Show an error, of the engine or of the window, without getting in the way."""
        self.show_message(in_own_words(reason), warning=True)
