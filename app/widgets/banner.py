"""Banner: one line for messages, which blocks nothing and moves nothing."""

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QEnterEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from simcore.model.reasons import Reason

from ..style import colour_as_link, font_like, scaled
from ..wording import as_tooltip, in_own_words
from .basic import ElidedLabel, Sign, filled, sign_button

_FADES_AFTER = 10_000  # milliseconds


class Banner(QFrame):
    """One message with a sign, up to two actions and a close button; hidden while empty.

    A confirmation fades after ten seconds unless the pointer is on it. ``changed`` follows each
    change of the message.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._closed = ""
        self._links: list[QToolButton] = []
        self._sign = Sign("info", 15, parent=self)
        self._text = ElidedLabel(self)
        self._text.setFont(font_like(self.font(), 12))
        self._text.setAccessibleName(self.tr("Message"))
        self._button = self._link()
        self._second = self._link()
        self._close = sign_button(self, "x", self.tr("Close this message"))
        self._close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._close.clicked.connect(self._close_by_hand)
        self._fading = QTimer(self, singleShot=True, interval=_FADES_AFTER)
        self._fading.timeout.connect(self._fade)

        gap = scaled(8, self.font())
        layout = filled(QHBoxLayout(self), self._sign, gap, (self._text, 1), spacing=gap // 2)
        for widget in (self._button, self._second, self._close):
            layout.addWidget(widget)
        layout.setContentsMargins(scaled(12, self.font()), 1, gap // 2, 1)
        self.setMinimumHeight(scaled(29, self.font()))
        self.hide()

    def _link(self) -> QToolButton:
        button = QToolButton(self, autoRaise=True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        colour_as_link(button)
        self._links.append(button)
        return button

    def text(self) -> str:
        return self._text.text()

    @property
    def shows(self) -> bool:
        return bool(self._text.text())

    def show_message(
        self,
        text: str,
        *,
        warning: bool = False,
        action: QAction | None = None,
        second: QAction | None = None,
        closable: bool = True,
        lasting: bool = False,
    ) -> None:
        """Show ``text`` instead of the previous message, with buttons for one or two actions.

        ``closable``: the user may close it. A ``lasting`` one describes a state: it does not fade,
        and once closed it stays closed until another one. Warnings do not fade either.
        """
        if lasting and text == self._closed:
            return
        self._closed = ""
        self._close.setVisible(closable)
        if warning:
            self._sign.show_sign("triangle-alert", "warning")
        else:
            self._sign.show_sign("info")
        self._text.setText(text)
        self._text.setToolTip(as_tooltip(text))
        self.setAccessibleName(text)
        for button, wanted in ((self._button, action), (self._second, second)):
            for former in button.actions():  # more than one would be a menu
                button.removeAction(former)
            if wanted is not None:
                button.setDefaultAction(wanted)  # whose words it follows
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            button.setVisible(wanted is not None)
        if lasting or warning or not closable:
            self._fading.stop()
        else:
            self._fading.start()
        self.show()
        self.changed.emit()

    @Slot()
    def close_message(self) -> None:
        if self.shows or not self.isHidden():
            self._fading.stop()
            self._text.clear()
            self.hide()
            self.changed.emit()

    @Slot()
    def _close_by_hand(self) -> None:
        closed = self.text()
        self.close_message()
        self._closed = closed

    @Slot()
    def _fade(self) -> None:
        buttons = self._button, self._second, self._close
        if self.underMouse() or any(one.hasFocus() for one in buttons):
            self._fading.start()
        else:
            self.close_message()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        if self._fading.isActive():
            self._fading.start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            for link in self._links:
                colour_as_link(link)


class Notices(Banner):
    """How all parts of the window report results and problems."""

    @Slot(object)
    def show_problem(self, reason: Reason | str) -> None:
        self.show_message(in_own_words(reason), warning=True)


class MessageLine(QWidget):
    """One line for several sources of messages: the first that has one is shown.

    It keeps its room when empty, so that nothing beside it moves under a click.
    """

    def __init__(self, *sources: Banner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sources = sources
        filled(QVBoxLayout(self), *sources, spacing=0)
        for source in sources:
            source.changed.connect(self._choose)

    @Slot()
    def _choose(self) -> None:
        first = next((source for source in self._sources if source.shows), None)
        for source in self._sources:
            source.setVisible(source is first)

    def sizeHint(self) -> QSize:
        return self._with_height(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        return self._with_height(super().minimumSizeHint())

    def _with_height(self, size: QSize) -> QSize:
        heights = (one.sizeHint().expandedTo(one.minimumSize()).height() for one in self._sources)
        return QSize(size.width(), max(heights))
