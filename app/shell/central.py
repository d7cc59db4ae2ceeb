"""The window's central widget: folders, results and two texts, laid out by the window's width."""

from collections.abc import Iterable

from PySide6.QtCore import QByteArray, QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from ..looks.measures import row_height, scaled
from ..results.filter_bar import FilterBar
from ..widgets.layouts import filled, rule, split

_WIDE, _USUAL = 1600, 1200
"""Widths beside text of 13 px from which texts stand at the right, and folders are not narrow."""

_ROWS, _TITLES = 6, 30
"""What is always left of a list: so many rows, and the height of the titles of its columns."""

_TREE, _NARROW_TREE, _WIDE_TREE, _WIDE_LIST = 216, 176, 224, 880


class CentralWidget(QWidget):
    """Lays out what the window is made of; ``stack`` and ``tabs`` are pages of which one shows.

    From the top: ``strip``, then ``side`` beside ``bars`` and the stack; below them, or
    at the right where the window is wide, the tabs. The positions of each layout are remembered.
    """

    def __init__(
        self,
        strip: QWidget,
        side: QWidget,
        bars: Iterable[QWidget],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.stack = PageStack(self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        # in a narrow window with large letters: arrows would stand on the last tab
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        # its bar alone takes Tab: behind the texts it would lead back to the bar, round and round
        self.tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tabs.tabBar().setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._wide = False
        self._states: dict[bool, QByteArray] = {}
        self._narrow: bool | None = None

        self._upper = QWidget(self)
        filled(QVBoxLayout(self._upper), *bars, (self.stack, 1), spacing=0)
        upright = Qt.Orientation.Vertical
        self.result_splitter = split(
            self, (self._upper, 11, 400), (self.tabs, 9, 320), orientation=upright
        )
        self.side_splitter = split(
            self, (side, 0, scaled(_TREE)), (self.result_splitter, 1, scaled(1060))
        )
        for splitter in (self.result_splitter, self.side_splitter):
            splitter.setHandleWidth(3)
        side.setMinimumWidth(scaled(120))
        filled(QVBoxLayout(self), strip, rule(self), (self.side_splitter, 1), spacing=0)

    # ---- two layouts

    @property
    def wide(self) -> bool:
        """Whether the texts stand at the right of the results."""
        return self._wide

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose the layout by the width."""
        super().resizeEvent(event)
        wide = self.width() >= scaled(_WIDE, self.font())
        if wide is not self._wide:
            self._states[self._wide] = self.result_splitter.saveState()
            self._wide = wide
            self._arrange()
        narrow = self.width() < scaled(_USUAL, self.font())
        if narrow is not self._narrow:
            self._narrow = narrow
            tree = _NARROW_TREE if narrow else _WIDE_TREE if wide else _TREE
            self._size_tree(scaled(tree, self.font()))

    def minimumSizeHint(self) -> QSize:
        """Ask for the width of the usual layout: a wide window may be made narrow, and gets that.

        Else a window that is no longer maximized could not go back to the size it had.
        """
        least = super().minimumSizeHint()
        if self._wide:
            width = least.width() - self.result_splitter.minimumSizeHint().width()
            parts = self._upper.minimumSizeHint(), self.tabs.minimumSizeHint()
            least.setWidth(width + max(part.width() for part in parts))
        return least

    def _arrange(self) -> None:
        splitter = self.result_splitter
        splitter.setOrientation(
            Qt.Orientation.Horizontal if self._wide else Qt.Orientation.Vertical
        )
        state = self._states.get(self._wide)
        if state is not None:
            orientation = splitter.orientation()
            splitter.restoreState(state)
            splitter.setOrientation(orientation)
        elif self._wide:
            # what the tree leaves: the list as wide as its columns need, the rest for the texts
            room = max(self.width() - scaled(_WIDE_TREE, self.font()), 2)
            share = min(scaled(_WIDE_LIST, self.font()), room * 11 // 20)
            splitter.setSizes([share, room - share])
        else:
            room = max(splitter.height(), 2)
            splitter.setSizes([room * 11 // 20, room - room * 11 // 20])

    def _size_tree(self, width: int) -> None:
        sizes = self.side_splitter.sizes()
        whole = self.side_splitter.width()
        if len(sizes) == 2 and whole:
            self.side_splitter.setSizes([width, max(whole - width, 1)])

    def save_states(self) -> tuple[bytes, bytes]:
        """Return the positions of the splitter of the usual and of the wide layout."""
        self._states[self._wide] = self.result_splitter.saveState()
        usual, wide = (self._states.get(one, QByteArray()) for one in (False, True))
        return bytes(usual.data()), bytes(wide.data())

    def restore_states(self, usual: bytes, wide: bytes) -> None:
        """Restore positions of both layouts; an empty one is that of a first start."""
        for layout, state in ((False, usual), (True, wide)):
            if state:
                self._states[layout] = QByteArray(state)
        if self._states.get(self._wide) is not None:
            self._arrange()

    def restore_side(self, state: bytes) -> None:
        """Restore the width of the folders."""
        if state:
            self._narrow = self.width() < scaled(_USUAL, self.font())
            self.side_splitter.restoreState(QByteArray(state))

    # ---- from part to part by keyboard

    def go_to_part(self, by: int, *parts: tuple[QWidget, QWidget | None]) -> None:
        """Move the keyboard to the next (1) or previous (-1) of those parts that are visible.

        Each comes with what in it takes the keyboard.
        """
        seen = [(whole, part) for whole, part in parts if whole.isVisible()]
        focus = QApplication.focusWidget()
        inside = [focus is not None and _is_in(focus, whole) for whole, _ in seen]
        at = inside.index(True) + by if True in inside else 0
        from ..comparison.view import DifferenceView  # noqa: PLC0415 - not for a frame

        part = seen[at % len(seen)][1]
        if isinstance(part, FilterBar | DifferenceView):
            part.take_keyboard()
        elif part is not None:
            part.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _is_in(widget: QWidget, whole: QWidget) -> bool:
    return widget is whole or whole.isAncestorOf(widget)


class PageStack(QStackedWidget):
    """Asks for the least height of the page that is shown, not of the highest of all.

    So a window on a small screen has room for other parts; some rows are always left.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(self._tell)

    def minimumSizeHint(self) -> QSize:
        """Return the width that the widest page needs, and the height of the page that is shown."""
        least, page = super().minimumSizeHint(), self.currentWidget()
        if page is None:
            return least
        lines = _ROWS * row_height(self.font()) + scaled(_TITLES, self.font())
        return QSize(min(least.width(), scaled(400)), max(page.minimumSizeHint().height(), lines))

    @Slot()
    def _tell(self) -> None:
        self.updateGeometry()
