"""The heading above the panes: the documents, their encodings, and the actions."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.comparison.encodings import EncodingButton
from app.comparison.navigation import DifferenceNavigation
from app.comparison.options import DifferenceOptions
from app.comparison.titled_text import TitledText
from app.language.wording import as_tooltip
from app.widgets.elided_label import ElidedLabel
from app.widgets.layouts import filled

_PADDING = 4
"""Pixels on both sides of a title."""


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
        self.left_title, self.right_title = self._title(), self._title()
        self.left_encoding, self.right_encoding = EncodingButton(self), EncodingButton(self)
        self.left_encoding.chosen.connect(self._choose_left)
        self.right_encoding.chosen.connect(self._choose_right)
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
