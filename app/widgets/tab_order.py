"""The tab order of a window, set explicitly."""

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


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
