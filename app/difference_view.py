"""Two texts side by side, with what differs marked and a way from one difference to the next."""

from PySide6.QtCore import QEvent, Qt, QTimer, Slot
from PySide6.QtGui import QCloseEvent, QFont
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.difference_comparing import Comparing
from app.difference_font import difference_font
from app.difference_navigation import DifferenceNavigation
from app.difference_pane import DifferencePane
from app.difference_sheet import EMPTY, Spread
from app.difference_title import DifferenceTitle

__all__ = ["DifferenceView"]

_PATIENCE_MS = 150
_SMALLEST, _LARGEST = 6.0, 40.0


class DifferenceView(QWidget):
    """Shows two texts, the kept one on the left, or a message.

    ``next_action`` and ``previous_action`` go from difference to difference (Alt+Down, Alt+Up)
    and are enabled where there is one; a menu may show them too. Texts are compared beside the
    window's thread; whoever closes the window calls ``stop()``, unless the view itself is
    closed, which does so.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._following = False
        self._comparing = Comparing(self)
        self._comparing.compared.connect(self._show_spread)
        self._comparing.failed.connect(self._show_failure)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(self._show_waiting)
        self.navigation = DifferenceNavigation(self)
        self.navigation.moved.connect(self._go_to)
        self.next_action = self.navigation.next_action
        self.previous_action = self.navigation.previous_action
        self.addActions([self.previous_action, self.next_action])
        self._lay_out()
        self._set_font(difference_font())
        self._link_scrolling()
        self.clear()

    # What is shown

    @Slot(str, str, str, str)
    def show_texts(
        self, left_title: str, left_text: str, right_title: str, right_text: str
    ) -> None:
        """Compare two texts and show them; until then nothing of an earlier pair remains."""
        self._forget("")
        self.left_title.set_text(left_title)
        self.right_title.set_text(right_title)
        self.left_pane.setAccessibleName(left_title)
        self.right_pane.setAccessibleName(right_title)
        self._patience.start()
        self._comparing.start(left_text, right_text)

    @Slot(str)
    def show_message(self, text: str) -> None:
        """Show a message instead of texts; it is plain text, whatever it contains."""
        self._comparing.cancel()
        self._forget(text)

    @Slot()
    def clear(self) -> None:
        """Say that there is nothing to compare."""
        self.show_message(
            self.tr("Select a document of a group to compare it with the one that is kept.")
        )

    @Slot()
    def stop(self) -> None:
        """Cancel what is being compared and wait until it has ended."""
        self._patience.stop()
        self._comparing.stop()

    # From difference to difference

    @property
    def difference_count(self) -> int:
        """How many differences the texts have."""
        return self.navigation.count

    @property
    def current_difference(self) -> int:
        """Which difference is marked as the current one, from 0; -1 when there is none."""
        return self.navigation.index

    @Slot()
    def next_difference(self) -> None:
        """Go to the difference after the current one, if there is one."""
        self.navigation.go_on()

    @Slot()
    def previous_difference(self) -> None:
        """Go to the difference before the current one, if there is one."""
        self.navigation.go_back()

    # The size of the text

    @Slot()
    def zoom_in(self) -> None:
        """Make the text of both panes larger by a point."""
        self._zoom(1)

    @Slot()
    def zoom_out(self) -> None:
        """Make the text of both panes smaller by a point."""
        self._zoom(-1)

    @Slot(object)
    def _zoom(self, points: int) -> None:
        font = QFont(self.left_pane.font())
        size = font.pointSizeF() if font.pointSizeF() > 0 else self.fontInfo().pointSizeF()
        font.setPointSizeF(min(max(size + points, _SMALLEST), _LARGEST))
        self._set_font(font)

    def _set_font(self, font: QFont) -> None:
        for pane in (self.left_pane, self.right_pane):
            pane.set_text_font(font)

    # Results

    @Slot(object)
    def _show_spread(self, spread: Spread) -> None:
        self._patience.stop()
        self._show_sheets(spread)
        self.navigation.set_differences([range(*blocks) for blocks in spread.differences])
        self._notice.setText(self._notice_about(spread))
        self._notice.setVisible(bool(self._notice.text()))
        self._pages.setCurrentWidget(self._texts)
        self.navigation.go_on()

    def _notice_about(self, spread: Spread) -> str:
        if not spread.differences:
            return self.tr("The texts are equal")
        if spread.simplified:
            return self.tr("Differences inside long changed passages are not shown in detail")
        return ""

    @Slot(str)
    def _show_failure(self, reason: str) -> None:
        self._forget(reason)

    @Slot()
    def _show_waiting(self) -> None:
        self._message.setText(self.tr("Comparing the texts…"))

    def _forget(self, message: str) -> None:
        """Drop everything of the pair that was shown."""
        self._patience.stop()
        self._message.setText(message)
        self._pages.setCurrentWidget(self._message)
        self.navigation.set_differences([])
        self._show_sheets(EMPTY)
        self.left_title.set_text("")
        self.right_title.set_text("")

    def _show_sheets(self, spread: Spread) -> None:
        self._following = True
        self.left_pane.show_sheet(spread)
        self.right_pane.show_sheet(spread)
        self._following = False

    @Slot(object)
    def _go_to(self, blocks: range) -> None:
        """Mark a difference as the current one and bring it into view on both sides."""
        self._following = True
        panes = (self.left_pane, self.right_pane)
        for pane in panes:
            pane.set_current(blocks)
            pane.reveal(blocks)
        self._following = False
        self._follow_sideways(max(pane.sideways_to(blocks) for pane in panes))

    # Scrolling together

    def _link_scrolling(self) -> None:
        for pane, other in (
            (self.left_pane, self.right_pane),
            (self.right_pane, self.left_pane),
        ):
            pane.verticalScrollBar().valueChanged.connect(other.verticalScrollBar().setValue)
            pane.horizontalScrollBar().valueChanged.connect(self._follow_sideways)
            pane.cursorPositionChanged.connect(self._take_cursor)
            pane.zoom_requested.connect(self._zoom)

    @Slot(int)
    def _follow_sideways(self, value: int) -> None:
        """Scroll both panes sideways; a narrower one stays at its end and pulls nothing back."""
        if self._following:
            return
        self._following = True
        for pane in (self.left_pane, self.right_pane):
            pane.horizontalScrollBar().setValue(value)
        self._following = False

    @Slot()
    def _take_cursor(self) -> None:
        """Make the difference that was clicked, or reached by keys, the current one."""
        pane = self.sender()
        if self._following or not isinstance(pane, DifferencePane):
            return
        blocks = self.navigation.take(pane.textCursor().blockNumber())
        if blocks is not None:
            self.left_pane.set_current(blocks)
            self.right_pane.set_current(blocks)

    # Construction

    def _lay_out(self) -> None:
        self.left_title, self.right_title = DifferenceTitle(self), DifferenceTitle(self)
        self.left_pane, self.right_pane = DifferencePane(left=True), DifferencePane(left=False)
        self._notice = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._message = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setMargin(12)

        right_heading = QHBoxLayout()
        right_heading.addWidget(self.right_title, 1)
        right_heading.addWidget(self.navigation)
        left_heading = QHBoxLayout()
        left_heading.addWidget(self.left_title, 1)
        # Both headings are as high as the buttons, so that the panes begin at the same height.
        left_heading.addStrut(self.navigation.sizeHint().height())

        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        for heading, pane in (
            (left_heading, self.left_pane),
            (right_heading, self.right_pane),
        ):
            side = QWidget(self)
            layout = QVBoxLayout(side)
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(2)
            layout.addLayout(heading)
            layout.addWidget(pane, 1)
            self.splitter.addWidget(side)
        self.splitter.setSizes([1000, 1000])

        self._texts = QWidget(self)
        layout = QVBoxLayout(self._texts)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self._notice)
        layout.addWidget(self.splitter, 1)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._message)
        self._pages.addWidget(self._texts)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pages)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Cancel what is being compared, and wait, before the view closes."""
        self.stop()
        super().closeEvent(event)

    def event(self, event: QEvent) -> bool:
        """Stop before being deleted, which a view inside a window is without being closed."""
        if event.type() == QEvent.Type.DeferredDelete:
            self.stop()
        return super().event(event)
