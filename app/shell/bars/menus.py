"""The window's menu bar, which the last button of the toolbar shows, too."""

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu

from ...comparison.view import DifferenceView
from ...language.languages import Language
from ...results.review.actions import ReviewActions
from ...settings.appearance import Appearance
from ...widgets.choice_menu import ChoiceMenu
from ..actions import Actions


class WindowMenus(QObject):
    """Fills the menu bar of a window with the actions of its parts.

    ``columns`` show and hide columns of the results, ``shown`` are toggles that the menu View has
    where no other menu does. ``recent``,
    ``languages`` and ``appearances`` are menus that are filled or listened to by others.
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
        self._commands = commands
        self._fill_file(recent)
        self._fill_edit(window.menuBar().addMenu(self.tr("&Edit")))
        review.fill(
            window.menuBar().addMenu(self.tr("&Review")),
            [differences.next_action, differences.previous_action],
        )
        self._fill_document(differences)
        self._fill_view(differences, columns, shown)
        help_menu = window.menuBar().addMenu(self.tr("&Help"))
        help_menu.addActions(
            [commands.palette, commands.shortcuts, commands.manual, commands.about]
        )
        self.menus = [
            menu for one in window.menuBar().actions() if isinstance(menu := one.menu(), QMenu)
        ]
        # a hidden menu bar hears no shortcut
        for menu in self.menus:
            _offer_shortcuts(window, menu)

    def _fill_file(self, recent: QMenu) -> None:
        commands = self._commands
        file = self._window.menuBar().addMenu(self.tr("&File"))
        file.addActions([commands.add_folder])
        recent.setTitle(self.tr("&Recent folders"))
        file.addMenu(recent)
        file.addActions([commands.scan, commands.pause, commands.cancel])
        file.addSeparator()
        file.addActions([commands.open_results, commands.save_results, commands.export])
        file.addActions([commands.export_ids, commands.statistics])
        file.addSeparator()
        file.addActions([commands.quit])

    def _fill_document(self, differences: DifferenceView) -> None:
        commands = self._commands
        document = self._window.menuBar().addMenu(self.tr("D&ocument"))
        document.addActions([commands.find_similar, commands.find_similar_file])
        document.addActions([commands.check, commands.check_file])
        document.addSeparator()
        document.addActions([commands.compare_two, commands.compare_with, commands.compare_outside])
        document.addSeparator()
        options = differences.options
        document.addActions([options.texts, options.preview, options.html, options.patch])

    def _fill_view(
        self, differences: DifferenceView, columns: Sequence[QAction], shown: Sequence[QAction]
    ) -> None:
        commands, options = self._commands, differences.options
        view = self._window.menuBar().addMenu(self.tr("&View"))
        view.addActions([options.moved, options.find, options.find_next, options.find_previous])
        view.addSeparator()
        view.addActions([options.unified, options.wrap, options.fold, options.swap])
        ignored = view.addMenu(self.tr("I&gnore"))
        ignored.addActions(list(options.ignored.values()))
        view.addSeparator()
        view.addActions([commands.zoom_in, commands.zoom_out])
        view.addSeparator()
        view.addActions([commands.expand, commands.collapse, commands.relative])
        view.addMenu(self.tr("&Columns")).addActions(columns)
        view.addActions([commands.show_only, commands.unfocus, commands.arrivals])
        view.addSeparator()
        # nothing can be shown or hidden that no menu has
        view.addActions([one for one in shown if not _is_in_a_menu(one)])
        view.addSeparator()
        self.languages = self._languages()
        self.appearances = self._appearances()
        view.addMenu(self.languages)
        view.addMenu(self.appearances)

    def _fill_edit(self, edit: QMenu) -> None:
        commands = self._commands
        edit.addActions([commands.undo])
        edit.addSeparator()
        edit.addActions([commands.mark_same_text, commands.mark_identical])
        edit.addActions([commands.mark_by_rules, commands.unmark])
        edit.addSeparator()
        edit.addActions([commands.trash])
        edit.addMenu(commands.removal.menu(self._window))
        edit.addActions([commands.removal.history])
        edit.addSeparator()
        edit.addActions([commands.find, commands.show_all])
        edit.addSeparator()
        edit.addActions([commands.settings])

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
