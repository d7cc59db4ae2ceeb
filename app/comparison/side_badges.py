"""The outlined badges of one side's heading: how its file is written, and how it is read."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from ..looks.badges import outlined_width, paint_outlined
from ..looks.colours import colours_of
from ..looks.measures import scaled
from ..widgets.choice_menu import EncodingMenu
from .heading_words import described
from .titled_text import TitledText


class OutlinedBadge(QWidget):
    """A few words in a thin frame; hidden while there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def text(self) -> str:
        """Return the words."""
        return self._text

    def show_text(self, text: str, tip: str = "") -> None:
        """Show other words, or nothing."""
        self._text = text
        self.setAccessibleName(tip or text)
        self.setToolTip(tip)
        self.setVisible(bool(text))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the frame."""
        return QSize(outlined_width(self._text, self.font()), scaled(18, self.font()))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint frame and words."""
        painter = QPainter(self)
        paint_outlined(painter, QRectF(self.rect()), self._text, self.palette(), self.font())
        painter.end()


class EncodingButton(QToolButton):
    """Shows an encoding in a thin frame, and a menu of others.

    ``chosen`` carries the name of the encoding to read by, empty for the one that is found;
    ``keep_wanted`` tells that the one shown is to hold from now on.
    """

    chosen = Signal(object)  # str
    keep_wanted = Signal()

    def __init__(self, parent: QWidget | None = None, *, left: bool) -> None:
        super().__init__(parent)
        self._left = left
        self.setAutoRaise(True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._choices = EncodingMenu("", self)
        self._choices.chosen.connect(self.chosen)
        self.keep = QAction(self.tr("Always read these bytes this way"), self)
        self._choices.addAction(self.keep)  # behind the first, before the encodings
        self.keep.triggered.connect(self.keep_wanted)
        self.setMenu(self._choices)
        self.show_side(TitledText("", ""))

    def show_side(self, side: TitledText) -> None:
        """Show the encoding of a text, and how it was found."""
        self.setVisible(bool(side.encoding))
        shown = described(side)
        if side.encoding and (side.carried or not side.has_encoding):
            self.setText(shown)
            self.setMenu(None)  # type: ignore[arg-type] # Qt takes it, its stubs do not
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # there is nothing to do
            self.setAccessibleName(shown)
            words = (
                self.tr("{0}: the text was carried along; it cannot be read in another encoding")
                if side.carried
                else self.tr("{0}: its encoding is part of the format")
            )
            self.setToolTip(words.format(shown))
            return
        self.setMenu(self._choices)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setText(shown)
        words = self.tr("Encoding on the left: {0}")
        name = (words if self._left else self.tr("Encoding on the right: {0}")).format(shown)
        self.setAccessibleName(name)
        if side.by_hand:
            tip = self.tr("{0}, chosen by hand, for this view only")
        elif side.kept:
            tip = self.tr("{0}, chosen by hand, for these bytes wherever they are")
        else:
            tip = self.tr("{0}. Choose another one where the text is not readable")
        self.setToolTip(tip.format(name))
        self._choices.choose(side.encoding if side.by_hand or side.kept else "")
        self.keep.setEnabled(side.keepable)

    def sizeHint(self) -> QSize:
        """Return the size of the frame; what is to be clicked is higher than the frame."""
        return QSize(outlined_width(self.text(), self.font()), scaled(20, self.font()))

    def minimumSizeHint(self) -> QSize:
        """Return the same: words are never cut."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint frame and words, stronger where the pointer or the keyboard is."""
        painter = QPainter(self)
        box = paint_outlined(painter, QRectF(self.rect()), self.text(), self.palette(), self.font())
        if self.hasFocus() or (self.underMouse() and self.menu() is not None):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(colours_of(self.palette()).accent, 1.5))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        painter.end()
