"""MenuBarKeeper: the menu bar is hidden until Alt or F10 asks for it, or it is kept in sight."""

import sys
from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu

from ...widgets.view_keys import ViewKey


class MenuBarKeeper(QObject):
    """Shows and hides a window's menu bar; on macOS it is always at the top of the screen.

    ``keep`` is the checkable action that keeps it in sight.
    """

    def __init__(self, window: QMainWindow, keep: QAction) -> None:
        super().__init__(window)
        self._keep = keep
        self._alone = False
        if sys.platform == "darwin":
            keep.setVisible(False)
            return
        keep.toggled.connect(window.menuBar().setVisible)
        window.menuBar().setVisible(keep.isChecked())
        window.addAction(keep)
        shortcut = QShortcut(QKeySequence("F10"), window)
        shortcut.activated.connect(self.show_bar)
        for action in window.menuBar().actions():
            menu = action.menu()
            if isinstance(menu, QMenu):
                menu.aboutToHide.connect(self._hide_soon, Qt.ConnectionType.QueuedConnection)
        # keys that no widget takes come up to the window; a filter of all events would slow them
        window.installEventFilter(self)

    @property
    def _window(self) -> QMainWindow:
        # of its parent Qt knows; a reference of Python's own would keep a window that is gone
        return cast("QMainWindow", self.parent())

    def view_keys(self) -> list[ViewKey]:
        """List the keys that show the bar."""
        words = self.tr("Go to the menu bar")
        return [] if sys.platform == "darwin" else [ViewKey(("F10", "Alt"), words)]

    @Slot()
    def show_bar(self) -> None:
        """Show the menu bar and put the keyboard on its first menu."""
        bar = self._window.menuBar()
        bar.setVisible(True)
        actions = bar.actions()
        if actions:
            bar.setActiveAction(actions[0])
        bar.setFocus(Qt.FocusReason.MenuBarFocusReason)

    @Slot()
    def _hide_soon(self) -> None:
        """Hide the bar again once none of its menus is open."""
        if QApplication.activePopupWidget() is None and not self._keep.isChecked():
            self._window.menuBar().setVisible(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See the key Alt pressed and let go alone."""
        kind = event.type()
        if kind in {QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride}:
            key = event if isinstance(event, QKeyEvent) else None
            alt = key is not None and key.key() == Qt.Key.Key_Alt and not key.isAutoRepeat()
            self._watch(alone=alt)
        elif kind in {
            QEvent.Type.MouseButtonPress,
            QEvent.Type.Wheel,
            QEvent.Type.WindowDeactivate,
        }:
            self._watch(alone=False)
        elif (
            kind is QEvent.Type.KeyRelease
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Alt
            and self._alone
        ):
            self._watch(alone=False)
            self._toggle()
        return super().eventFilter(watched, event)

    def _watch(self, *, alone: bool) -> None:
        """While Alt is down alone, see all events: the key of a shortcut comes to no widget."""
        program = QApplication.instance()
        if alone is self._alone or program is None:
            return
        self._alone = alone
        if alone:
            program.installEventFilter(self)
        else:
            program.removeEventFilter(self)

    def _toggle(self) -> None:
        bar = self._window.menuBar()
        if bar.isVisible() and not self._keep.isChecked():
            bar.setVisible(False)
        else:
            self.show_bar()
