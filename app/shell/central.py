"""The window's central widget: folders beside results, two documents beneath; its tab order."""

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import (
    QApplication,
    QSplitter,
    QStackedWidget,
    QStyle,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.comparison.view import DifferenceView
from app.results.filter_bar import FilterBar

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
        layout = QVBoxLayout(upper)
        layout.setContentsMargins(0, 0, 0, 0)
        for bar in bars:
            layout.addWidget(bar)
        layout.addWidget(self.stack, 1)

        self.result_splitter = QSplitter(Qt.Orientation.Vertical, self)
        self.result_splitter.addWidget(upper)
        self.result_splitter.addWidget(self.tabs)
        self.result_splitter.setStretchFactor(0, 3)
        self.result_splitter.setStretchFactor(1, 2)
        self.result_splitter.setSizes([430, 290])
        self.result_splitter.setChildrenCollapsible(False)
        self.side_splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.side_splitter.addWidget(side)
        self.side_splitter.addWidget(self.result_splitter)
        self.side_splitter.setStretchFactor(1, 1)
        self.side_splitter.setSizes([220, 1060])
        self.side_splitter.setChildrenCollapsible(False)
        margin = self.style().pixelMetric(QStyle.PixelMetric.PM_LayoutHorizontalSpacing)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(margin, margin, margin, 0)
        layout.addWidget(self.side_splitter)

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
