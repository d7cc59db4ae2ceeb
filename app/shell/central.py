"""The window's central widget: folders beside results, two documents beneath; its tab order."""

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import (
    QApplication,
    QStackedWidget,
    QStyle,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.comparison.view import DifferenceView
from app.results.filter_bar import FilterBar
from app.widgets.layouts import filled, split

_LINES = 5
_AROUND = 8
"""Pixels above and below the letters of a line."""


class CentralWidget(QWidget):
    """Lays out what the window is made of; ``stack`` and ``tabs`` are pages of which one shows.

    ``bars`` stand above the stack, in their order.
    """

    def __init__(self, side: QWidget, bars: Iterable[QWidget], parent: QWidget) -> None:
        super().__init__(parent)
        self.stack = PageStack(self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)

        upper = QWidget(self)
        filled(QVBoxLayout(upper), *bars, (self.stack, 1))
        upright = Qt.Orientation.Vertical
        self.result_splitter = split(
            self, (upper, 3, 430), (self.tabs, 2, 290), orientation=upright
        )
        self.side_splitter = split(self, (side, 0, 220), (self.result_splitter, 1, 1060))
        margin = self.style().pixelMetric(QStyle.PixelMetric.PM_LayoutHorizontalSpacing)
        layout = filled(QVBoxLayout(self), self.side_splitter)
        layout.setContentsMargins(margin, margin, margin, 0)

    def go_to_part(self, by: int, *parts: tuple[QWidget, QWidget | None]) -> None:
        """Move the keyboard to the next (1) or previous (-1) of those parts that are visible.

        Each comes with what in it takes the keyboard.
        """
        seen = [(whole, part) for whole, part in parts if whole.isVisible()]
        focus = QApplication.focusWidget()
        inside = [focus is not None and whole.isAncestorOf(focus) for whole, _ in seen]
        at = inside.index(True) + by if True in inside else 0
        part = seen[at % len(seen)][1]
        if isinstance(part, FilterBar | DifferenceView):
            part.take_keyboard()
        elif part is not None:
            part.setFocus(Qt.FocusReason.ShortcutFocusReason)


class PageStack(QStackedWidget):
    """Asks for the least height of the page that is shown, not of the highest of all.

    So a window on a small screen has room for messages above the groups, of which some lines are
    always left.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(self._tell)

    def minimumSizeHint(self) -> QSize:
        """Return the width that the widest page needs, and the height of the page that is shown."""
        least, page = super().minimumSizeHint(), self.currentWidget()
        if page is None:
            return least
        lines = _LINES * (self.fontMetrics().height() + _AROUND)
        return QSize(least.width(), max(page.minimumSizeHint().height(), lines))

    @Slot()
    def _tell(self) -> None:
        self.updateGeometry()


def order_tabs(parts: Iterable[QWidget]) -> None:
    """Set the tab order of parts of one window, in each part in the order of creation."""
    way = [widget for part in parts for widget in _stops(part)]
    for before, behind in pairwise(way):
        QWidget.setTabOrder(before, behind)


def _stops(part: QWidget) -> list[QWidget]:
    """Return the tab stops in a part, including hidden ones."""
    # children in order of creation; PySide crashes on freeing results of nextInFocusChain()
    within = (part, *part.findChildren(QWidget))
    return [one for one in within if _is_stop(one) and one.window() is part.window()]


def _is_stop(widget: QWidget) -> bool:
    takes_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return takes_tab == Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
