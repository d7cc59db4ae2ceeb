"""The heading above the panes: the documents, their encodings, and the actions."""

from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.comparison.align.rows import PageSort
from app.comparison.navigation import DifferenceNavigation
from app.comparison.options import DifferenceOptions
from app.comparison.titled_text import TitledText
from app.language.wording import as_tooltip, count_text, encoding_text
from app.widgets.choice_menu import EncodingMenu
from app.widgets.elided_label import ElidedLabel
from app.widgets.layouts import filled

translate = QCoreApplication.translate  # the name lupdate looks for

_PADDING = 4
"""Pixels on both sides of a title."""


def described(side: TitledText) -> str:
    """Return the encoding of a text, or its format with the number of pages; empty if unknown."""
    if not side.encoding:
        return ""
    name = encoding_text(side.encoding, lossy=side.lossy, guessed=side.guessed)
    count = len(side.pages)
    if not count:
        return name
    if side.page_sort is PageSort.PAGES:
        one, many = translate("heading", "{0}, 1 page"), translate("heading", "{0}, {1} pages")
    else:
        one, many = translate("heading", "{0}, 1 slide"), translate("heading", "{0}, {1} slides")
    return (one if count == 1 else many).format(name, count_text(count))


class EncodingButton(QToolButton):
    """Shows an encoding, and a menu of others.

    ``chosen`` carries the name of the encoding to read by, empty for the one that is found;
    ``keep_wanted`` tells that the one shown is to hold from now on.
    """

    chosen = Signal(object)  # str
    keep_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._choices = EncodingMenu("", self)
        self._choices.chosen.connect(self.chosen)
        self.keep = QAction(self.tr("Always read these bytes this way"), self)
        self._choices.insertAction(self._choices.actions()[1], self.keep)  # behind the first
        self.keep.triggered.connect(self.keep_wanted)
        self.setMenu(self._choices)
        self.show_side(TitledText("", ""))

    def show_side(self, side: TitledText) -> None:
        """Show the encoding of a text, and how it was found."""
        self.setVisible(bool(side.encoding))
        shown = described(side)
        if side.encoding and not side.has_encoding:
            self.setText(shown)
            self.setMenu(None)  # type: ignore[arg-type] # Qt takes it, its stubs do not
            self.setAccessibleName(shown)
            self.setToolTip(self.tr("{0}: its encoding is part of the format").format(shown))
            return
        self.setMenu(self._choices)
        self.setText(shown)
        name = self.tr("Encoding: {0}").format(shown)
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


class DifferenceHeading(QWidget):
    """Titles and encodings of both sides, the navigation, the menus, and notices.

    ``encoding_chosen`` carries whether it is the left side's, and the name of the encoding;
    ``keep_wanted`` whether the left side is to be read as now from now on.
    """

    encoding_chosen = Signal(bool, str)
    keep_wanted = Signal(bool)

    def __init__(
        self,
        navigation: DifferenceNavigation,
        options: DifferenceOptions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.left_title, self.right_title = self._title(), self._title()
        self.left_encoding, self.right_encoding = EncodingButton(self), EncodingButton(self)
        self.left_encoding.chosen.connect(self._choose_left)
        self.right_encoding.chosen.connect(self._choose_right)
        for encoding, is_left in ((self.left_encoding, True), (self.right_encoding, False)):
            encoding.keep_wanted.connect(partial(self.keep_wanted.emit, is_left))
        self.notice = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.stop_button = QToolButton(self)
        self.stop_button.setText(self.tr("Stop comparing"))
        left = (self.left_title, 1), self.left_encoding
        right = (self.right_title, 1), self.right_encoding
        buttons = navigation, options.ignore_button, options.view_button
        row = filled(QHBoxLayout(), *left, 6, *right, 10, *buttons, spacing=2)
        below = filled(QHBoxLayout(), (self.notice, 1), self.stop_button)
        filled(QVBoxLayout(self), row, below, spacing=2)
        self.clear()

    def _title(self) -> ElidedLabel:
        title = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        title.setContentsMargins(_PADDING, 0, _PADDING, 0)
        return title

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
            title.setText(side.title)
            title.setToolTip(as_tooltip(side.title))
            title.setAccessibleName(side.title)
            encoding.show_side(side)

    def say(self, text: str) -> None:
        """Show a sentence below the titles, or nothing."""
        self.notice.setText(text)
        self.notice.setVisible(bool(text))

    @Slot(object)
    def _choose_left(self, encoding: str) -> None:
        self.encoding_chosen.emit(True, encoding)  # noqa: FBT003 - a signal has no names

    @Slot(object)
    def _choose_right(self, encoding: str) -> None:
        self.encoding_chosen.emit(False, encoding)  # noqa: FBT003
