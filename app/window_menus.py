"""The window's menu bar: which command stands in which menu."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from app.appearance import Appearance
from app.choice_menu import ChoiceMenu
from app.languages import Language

if TYPE_CHECKING:
    from app.main_window import MainWindow

__all__ = ["WindowMenus"]


class WindowMenus(QObject):
    """Fills the menu bar of a window that has its parts and its toolbar.

    ``recent``, ``languages`` and ``appearances`` are menus that are filled or listened to by
    others.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._fill_menus()

    def _fill_menus(self) -> None:
        window, commands = self._window, self._window.commands
        file = window.menuBar().addMenu(self.tr("&File"))
        file.addActions([commands.add_folder])
        self.recent = file.addMenu(self.tr("&Recent folders"))
        file.addActions([commands.scan, commands.pause, commands.cancel])
        file.addSeparator()
        file.addActions([commands.open_results, commands.save_results, commands.export])
        file.addSeparator()
        file.addActions([commands.quit])
        self._fill_edit(window.menuBar().addMenu(self.tr("&Edit")))
        differences = window.difference_view
        window.review_actions.fill(
            window.menuBar().addMenu(self.tr("&Review")),
            [differences.next_action, differences.previous_action],
        )
        document = window.menuBar().addMenu(self.tr("D&ocument"))
        document.addActions([commands.find_similar, commands.find_similar_file])
        document.addSeparator()
        document.addActions([commands.compare_two, commands.compare_with, commands.compare_outside])
        document.addSeparator()
        document.addActions([differences.options.html, differences.options.patch])
        view = window.menuBar().addMenu(self.tr("&View"))
        options = differences.options
        view.addActions([options.moved, options.find, options.find_next, options.find_previous])
        view.addSeparator()
        view.addActions([options.unified, options.wrap, options.fold, options.swap])
        ignored = view.addMenu(self.tr("I&gnore"))
        ignored.addActions(list(options.ignored.values()))
        view.addSeparator()
        view.addActions([commands.zoom_in, commands.zoom_out])
        view.addSeparator()
        view.addActions([commands.expand, commands.collapse, commands.relative])
        columns = view.addMenu(self.tr("&Columns"))
        columns.addActions(window.group_view.header().toggles())
        view.addActions([commands.show_only, commands.unfocus])
        view.addSeparator()
        view.addActions([window.threshold_bar.picture_action, window.toolbar.toggleViewAction()])
        view.addSeparator()
        self.languages = self._languages()
        self.appearances = self._appearances()
        view.addMenu(self.languages)
        view.addMenu(self.appearances)
        help_menu = window.menuBar().addMenu(self.tr("&Help"))
        help_menu.addActions([commands.shortcuts, commands.manual, commands.about])

    def _fill_edit(self, edit: QMenu) -> None:
        commands = self._window.commands
        edit.addActions([commands.undo])
        edit.addSeparator()
        edit.addActions([commands.mark_identical, commands.mark_same_text])
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
        if "Language" not in title:  # for who cannot read the language that was chosen
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
