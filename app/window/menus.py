"""The window's menu bar, which the last button of the toolbar shows, too."""

import sys
from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu

from ..compare.view import DifferenceView
from ..groups.review import ReviewActions
from ..i18n import Language
from ..settings.settings import Appearance
from ..widgets.basic import ChoiceMenu, ViewKey
from .actions import Actions, fill_menu


class WindowMenus(QObject):
    """Fills the menu bar of a window with the actions of its parts.

    ``columns`` toggle columns of the results; ``shown`` are other toggles for the View menu. Others
    fill ``recent``, ``languages`` and ``appearances``.
    """

    def __init__(
        self,
        window: QMainWindow,
        commands: Actions,
        review: ReviewActions,
        differences: DifferenceView,
        recent: QMenu,
        *,
        columns: Sequence[QAction],
        shown: Sequence[QAction],
    ) -> None:
        super().__init__(window)
        self._window = window
        options = differences.options
        recent.setTitle(self.tr("&Recent folders"))
        self._add(
            self.tr("&File"),
            *(commands.add_folder, recent, commands.scan, commands.pause, commands.cancel, None),
            *(commands.open_results, commands.save_results, commands.export),
            *(commands.export_ids, commands.statistics, None, commands.quit),
        )
        self._add(
            self.tr("&Edit"),
            *(commands.undo, None, commands.mark_same_text, commands.mark_identical),
            *(commands.mark_by_rules, commands.unmark, None, commands.trash),
            *(commands.removal.menu(window), commands.removal.history, None),
            *(commands.find, commands.show_all, None, commands.settings),
        )
        review.fill(
            self._add(self.tr("&Review")), [differences.next_action, differences.previous_action]
        )
        self._add(
            self.tr("D&ocument"),
            *(commands.find_similar, commands.find_similar_file),
            *(commands.check, commands.check_file, None),
            *(commands.compare_two, commands.compare_with, commands.compare_outside, None),
            *(options.texts, options.preview, options.html, options.patch),
        )
        ignored, shown_columns = (
            QMenu(self.tr("I&gnore"), window),
            QMenu(self.tr("&Columns"), window),
        )
        ignored.addActions(list(options.ignored.values()))
        shown_columns.addActions(columns)
        self.languages, self.appearances = self._languages(), self._appearances()
        view = self._add(
            self.tr("&View"),
            *(options.moved, options.find, options.find_next, options.find_previous, None),
            *(options.unified, options.wrap, options.fold, options.swap, ignored, None),
            *(commands.zoom_in, commands.zoom_out, None),
            *(commands.expand, commands.collapse, commands.relative, shown_columns),
            *(commands.show_only, commands.unfocus, commands.arrivals, None),
        )
        # nothing can be shown or hidden that no menu has
        rest = [one for one in shown if not _is_in_a_menu(one)]
        fill_menu(view, *rest, None, self.languages, self.appearances)
        self._add(
            self.tr("&Help"),
            *(commands.palette, commands.shortcuts, commands.manual, commands.about),
        )
        self.menus = [
            menu for one in window.menuBar().actions() if isinstance(menu := one.menu(), QMenu)
        ]
        # a hidden menu bar hears no shortcut
        for menu in self.menus:
            _offer_shortcuts(window, menu)

    def _add(self, title: str, *entries: QAction | QMenu | None) -> QMenu:
        menu = self._window.menuBar().addMenu(title)
        fill_menu(menu, *entries)
        return menu

    def _languages(self) -> ChoiceMenu:
        title = self.tr("&Language")
        if "Language" not in title:  # for users who cannot read the chosen language
            title += " (Language)"
        of_system = self.tr("The system's")
        choices = [(one, one.own_name or of_system) for one in Language]
        return ChoiceMenu(title, choices, self._window)

    def _appearances(self) -> ChoiceMenu:
        choices = [
            (Appearance.SYSTEM, self.tr("The system's")),
            (Appearance.LIGHT, self.tr("Light")),
            (Appearance.DARK, self.tr("Dark")),
        ]
        return ChoiceMenu(self.tr("&Appearance"), choices, self._window)


def _offer_shortcuts(window: QMainWindow, menu: QMenu) -> None:
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            _offer_shortcuts(window, inner)
        elif not action.shortcut().isEmpty():
            window.addAction(action)


def _is_in_a_menu(action: QAction) -> bool:
    return any(isinstance(one, QMenu) for one in action.associatedObjects())


class MenuBarKeeper(QObject):
    """Shows and hides a window's menu bar; on macOS it is always at the top of the screen.

    ``keep`` is the checkable action that keeps it visible.
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
        words = self.tr("Go to the menu bar")
        return [] if sys.platform == "darwin" else [ViewKey(("F10", "Alt"), words)]

    @Slot()
    def show_bar(self) -> None:
        bar = self._window.menuBar()
        bar.setVisible(True)
        actions = bar.actions()
        if actions:
            bar.setActiveAction(actions[0])
        bar.setFocus(Qt.FocusReason.MenuBarFocusReason)

    @Slot()
    def _hide_soon(self) -> None:
        if QApplication.activePopupWidget() is None and not self._keep.isChecked():
            self._window.menuBar().setVisible(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
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
        """While Alt alone is down, filter all events: no widget gets a shortcut's key."""
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
