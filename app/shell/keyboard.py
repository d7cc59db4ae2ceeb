"""Where the keyboard goes: the way of the Tab key, and what has just appeared."""

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from .welcome import WelcomePage


def lead_keyboard(shown: QWidget, *left_alone: QWidget) -> None:
    """Put the keyboard on what has just appeared, unless it is in use elsewhere.

    In the first of the widgets ``left_alone``, a toolbar, it is not in use; on the others it is.
    """
    toolbar, *used = left_alone
    focus = QApplication.focusWidget()
    elsewhere = focus is not None and focus.isVisible() and not toolbar.isAncestorOf(focus)
    if elsewhere or focus in used:
        return
    if isinstance(shown, WelcomePage):
        shown.take_keyboard()
    else:
        shown.setFocus(Qt.FocusReason.OtherFocusReason)


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
