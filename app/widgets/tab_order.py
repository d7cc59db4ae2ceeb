"""The way of the Tab key through a window, set by hand."""

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def order_tabs(parts: Iterable[QWidget]) -> None:
    """Let Tab go through parts of one window in this order, in each part as it was made."""
    way = [widget for part in parts for widget in _stops(part)]
    for before, behind in pairwise(way):
        QWidget.setTabOrder(before, behind)


def _stops(part: QWidget) -> list[QWidget]:
    """Return where Tab stops in a part, those included that are hidden now."""
    # children as they were made; what nextInFocusChain() returns crashes PySide when it is freed
    within = (part, *part.findChildren(QWidget))
    return [one for one in within if _is_stop(one) and one.window() is part.window()]


def _is_stop(widget: QWidget) -> bool:
    takes_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return takes_tab == Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
