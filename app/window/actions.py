"""All commands of the window: texts, icons, shortcuts."""

import typing
from collections.abc import Iterable

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QMenu, QToolButton, QWidget

from simcore.model.records import Action

from ..groups.filter_bar import FilterBar
from ..removal.actions import RemovalActions, nothing_text, words_of
from ..session.states import BUSY, Activity, Phase
from ..style import icon, scaled
from ..widgets.basic import ActionSet, ToolButton, enable, filled, name_action
from ..wording import count_text

if typing.TYPE_CHECKING:
    from simcore.model.report import ScanReport

    from ..groups.model import GroupModel


def fill_menu(menu: QMenu, *entries: QAction | QMenu | None) -> None:
    """Add commands and menus to a menu; None is a line between them."""
    for entry in entries:
        if entry is None:
            menu.addSeparator()
        elif isinstance(entry, QMenu):
            menu.addMenu(entry)
        else:
            menu.addAction(entry)


class Actions(ActionSet):
    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        key = QKeySequence.StandardKey
        self.add_folder = self._action(
            self.tr("&Add folder…"),
            self.tr("Add a folder whose documents are compared"),
            key.Open,
            icon="folder-plus",
        )
        self.scan = self._action(
            self.tr("&Scan again"),
            self.tr("Read what is new in the folders and compare all documents"),
            "F5",
            icon="refresh-cw",
        )
        self.pause = self._action("", self.tr("Let the scan stand still, or go on"), "F6")
        self.cancel = self._action(
            self.tr("&Cancel"),
            self.tr("Stop what is being done; what was indexed is kept"),
            "Esc",
            icon="x",
        )
        trash = words_of(Action.TRASH)
        self.trash = self._action("", trash.tip, "Ctrl+Del", icon=trash.icon)
        self.undo = self._action(
            "", self.tr("Take back the last decision or removal"), "Ctrl+Z", icon="undo-2"
        )
        self.undo.setAutoRepeat(False)  # each step is a decision: a removal may follow
        self.removal = RemovalActions(self.trash, self)
        self.export = self._action(
            self.tr("&Export…"),
            self.tr("Write the groups to a CSV file"),
            "Ctrl+E",
            icon="download",
        )
        self.export_ids = self._action(
            "",
            self.tr("Write the ids of the marked documents to a CSV file, after a summary"),
            icon="download",
        )
        self.open_results = self._action(
            self.tr("&Open results…"),
            self.tr("Show results that were saved to a file"),
            "Ctrl+Shift+O",
            icon="folder-open",
        )
        self.save_results = self._action(
            self.tr("Sa&ve results…"),
            self.tr("Save groups, pairs, problems and marks to a file"),
            key.Save,
            icon="save",
        )
        self.statistics = self._action(
            self.tr("S&tatistics of the library…"),
            self.tr("Kinds, formats, encodings and scripts of the documents, and their space"),
            "Ctrl+Shift+S",
        )
        self._add_review()
        self.settings = self._action(
            self.tr("S&ettings…"),
            self.tr("Which files are read, and how"),
            "Ctrl+,",
            icon="settings",
        )
        self.settings.setMenuRole(QAction.MenuRole.PreferencesRole)
        self.quit = self._action(
            self.tr("&Quit"), self.tr("Close the window"), "Ctrl+Q", icon="log-out"
        )
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)
        self.mark_menu = self._action(
            self.tr("&Mark"), self.tr("Mark documents for removal"), icon="list-checks"
        )
        self.menus = self._action(
            self.tr("All &commands"),
            self.tr("All menus (Alt or F10 shows them as a bar)"),
            icon="menu",
        )
        self.menu_bar = self._action(
            self.tr("Sh&ow the menu bar"), self.tr("Keep the menu bar in sight"), "Ctrl+M"
        )
        self.menu_bar.setCheckable(True)
        self.menu_bar.setObjectName("menu_bar")  # see Settings.toggles
        self.mark_identical = self._action(
            self.tr("Mark all &identical"),
            self.tr("Mark every document whose bytes are those of the kept one"),
            "Ctrl+I",
        )
        self.mark_same_text = self._action(
            self.tr("Mark all true &copies"),
            self.tr("Mark every document that is identical or has the same text as the kept one"),
            "Ctrl+Shift+I",
            icon="check-check",
        )
        self.mark_by_rules = self._action(
            self.tr("Mark by &rules…"),
            self.tr("Say which document stays; see what would be marked, then mark it"),
            "Ctrl+Shift+M",
        )
        self.unmark = self._action(
            self.tr("Unmar&k all"), self.tr("Take every mark away"), "Ctrl+U"
        )
        self.find = self._action(
            self.tr("&Filter"),
            self.tr("Type what the groups shown must have in their paths"),
            key.Find,
            icon="search",
        )
        self.show_all = self._action(self.tr("Show &all groups"), self.tr("Take every filter away"))
        self.expand = self._action(self.tr("E&xpand all groups"), self.tr("Show all documents"))
        self.collapse = self._action(
            self.tr("Collaps&e all groups"), self.tr("Show the titles of groups alone")
        )
        self.relative = self._action(
            self.tr("Show figures as &differences to the kept document"),
            self.tr("Give sizes, times and numbers of words as differences to the kept document"),
            "Ctrl+D",
        )
        self.relative.setCheckable(True)
        self.relative.setObjectName("relative")  # see Settings.toggles
        self.arrivals = self._action(
            self.tr("Arri&vals"),
            self.tr("Documents that came to watched folders, and what they are like"),
            "Ctrl+Shift+A",
            icon="inbox",
        )
        self.zoom_in = self._action(
            self.tr("&Zoom in"),
            self.tr("Larger text in the differences"),
            key.ZoomIn,
            icon="zoom-in",
        )
        self.zoom_out = self._action(
            self.tr("Zoom o&ut"),
            self.tr("Smaller text in the differences"),
            key.ZoomOut,
            icon="zoom-out",
        )
        self.palette = self._action(
            self.tr("&Commands…"),
            self.tr("Find any command of this window by a few letters of its name"),
            "Ctrl+Shift+P",
            icon="search",
        )
        self.shortcuts = self._action(
            self.tr("&Shortcuts"), self.tr("Every shortcut of this window, to be searched"), "F1"
        )
        self.manual = self._action(
            self.tr("&Manual"),
            self.tr("What everything means, step by step"),
            "Shift+F1",
            icon="book-open",
        )
        self.about = self._action(
            self.tr("&About Variorum"), self.tr("Version and licence"), icon="info"
        )
        self.about.setMenuRole(QAction.MenuRole.AboutRole)
        self.set_marked(0)
        self.set_paused(paused=False)
        self.set_undo(nothing_text(), possible=False)

    def _add_review(self) -> None:
        self.find_similar = self._action(
            self.tr("&Find similar to this document"),
            self.tr("Ask the index for all documents like the chosen one; or drop a file"),
            "Ctrl+Shift+F",
            icon="files",
        )
        self.find_similar_file = self._action(
            self.tr("Find similar to a fi&le…"),
            self.tr("Ask the index for all documents like a file of any folder"),
        )
        self.check = self._action(
            self.tr("Check th&is document"),
            self.tr("How much of the chosen document stands in others of the index, and where"),
            "Ctrl+Shift+K",
            icon="shield-check",
        )
        self.check_file = self._action(
            self.tr("Check a &document…"),
            self.tr("How much of a file of any folder stands in documents of the index, and where"),
        )
        self.compare_two = self._action(
            self.tr("Compare these &two"),
            self.tr("Show the differences of the two selected documents, of any groups"),
            "Ctrl+T",
            icon="git-compare",
        )
        self.compare_with = self._action(
            self.tr("Compare &with…"),
            self.tr("Show the differences of the chosen document and any file"),
            "Ctrl+Shift+T",
        )
        self.compare_outside = self._action(
            self.tr("Compare in another &program"),
            self.tr("Open the two documents shown below in the program named in the settings"),
            "F4",
        )
        self.show_only = self._action(
            self.tr("Show onl&y these groups"),
            self.tr("Hide all groups but the selected ones"),
            "Ctrl+L",
        )
        self.unfocus = self._action(
            self.tr("Show the ot&her groups again"),
            self.tr("Show all groups again, not only those chosen"),
            "Alt+L",
        )

    def review(self) -> list[QAction]:
        compare = [self.compare_two, self.compare_with, self.compare_outside]
        return [self.find_similar, self.check, *compare, self.show_only, self.unfocus]

    def set_paused(self, *, paused: bool) -> None:
        name_action(self.pause, self.tr("Resu&me") if paused else self.tr("&Pause"))
        self.pause.setIcon(icon("play" if paused else "pause"))

    def set_undo(self, words: str, *, possible: bool) -> None:
        name_action(self.undo, words)
        self.undo.setIconText(self.tr("Undo"))
        enable(self.undo, on=possible, why_not=self.tr("There is nothing to undo"))

    def set_marked(self, count: int, *, far: bool = False) -> None:
        """Update the texts of actions on marked documents; ``far`` ones are not on this machine."""
        here, there = (0, count) if far else (count, 0)
        words = self.tr("Move {0} to &trash…") if here else self.tr("Move to &trash…")
        name_action(self.trash, words.format(count_text(here)))
        words = self.tr("Export &ids to drop ({0})…") if there else self.tr("Export &ids to drop…")
        name_action(self.export_ids, words.format(count_text(there)))

    def enable(
        self,
        activity: Activity,
        phase: Phase,
        report: "ScanReport | None",
        groups: "GroupModel | None" = None,
    ) -> None:
        running = activity in BUSY
        marked = hidden = 0
        if groups is not None:
            marked, hidden = len(groups.marked()), len(groups.hidden_marks())
        known = report is not None or phase not in {Phase.EMPTY, Phase.WAITING}
        name_action(self.scan, self.tr("&Scan again") if known else self.tr("&Scan"))
        busy = self.tr("Not while something else is done") if running else ""
        no_folder = self.tr("Add a folder first")
        far = report is not None and report.elsewhere
        not_here = self.tr("The documents of these results are not on this machine")
        export_it = self.tr("Export the ids of documents that are not on this machine (menu File)")
        only_far = self.tr("The documents of these results are on this machine: remove them here")
        no_groups = self.tr("There are no results yet")
        no_marks = self.tr("Mark documents first")
        hidden_marks = self.tr("All marked documents are hidden by the filter")
        enable(
            self.scan,
            on=not running and phase is not Phase.EMPTY and not far,
            why_not=busy or (not_here if far else no_folder),
        )
        not_scanning = self.tr("No scan is running")
        enable(self.pause, on=activity is Activity.SCANNING, why_not=not_scanning)
        enable(self.cancel, on=running, why_not=self.tr("Nothing is being done"))
        self.set_marked(marked - hidden, far=far)
        enable(
            self.trash,
            on=marked > hidden and not running and not far,
            why_not=busy or (export_it if far else hidden_marks if marked else no_marks),
        )
        enable(
            self.export_ids,
            on=marked > hidden and not running and far,
            why_not=busy
            or (no_groups if report is None else "")
            or (only_far if not far else hidden_marks if marked else no_marks),
        )
        enable(self.statistics, on=report is not None, why_not=no_groups)
        enable(self.save_results, on=report is not None, why_not=no_groups)
        enable(self.open_results, on=not running, why_not=busy)
        enable(self.settings, on=not running, why_not=busy)
        enable(self.unmark, on=bool(marked), why_not=self.tr("Nothing is marked"))
        filtered = groups is not None and not groups.filter.empty
        enable(self.show_all, on=filtered, why_not=self.tr("Nothing is filtered"))
        for command in (
            *(self.export, self.find, self.expand, self.collapse),
            *(self.compare_two, self.compare_with),
            *(self.show_only, self.mark_identical, self.mark_same_text),
            *(self.mark_by_rules, self.mark_menu),
        ):
            enable(command, on=bool(report and report.groups), why_not=no_groups)
        for command in (self.find_similar, self.check):  # both ask about a file
            on = bool(report and report.groups) and not far
            enable(command, on=on, why_not=not_here if far else no_groups)
        enable(self.compare_outside, on=not far, why_not=not_here)


_Popup = QToolButton.ToolButtonPopupMode


class WindowToolbar(QWidget):
    """The toolbar: add, scan, mark, move and undo; filter and menus at the right.

    The button that adds a folder offers ``recent`` ones.
    """

    def __init__(
        self, commands: Actions, filter_bar: FilterBar, recent: QMenu, window: QMainWindow
    ) -> None:
        super().__init__(window)
        self.add = ToolButton(self, action=commands.add_folder)
        self.scan = ToolButton(self, action=commands.scan)
        self.mark = ToolButton(self, action=commands.mark_menu)
        self.trash = ToolButton(self, action=commands.trash)
        self.export_ids = ToolButton(self, action=commands.export_ids)
        self.export_ids.hide()
        self.undo = ToolButton(self, action=commands.undo)
        self.menus = ToolButton(self, action=commands.menus, wordless=True)
        marking = QMenu(self)
        marking.setToolTipsVisible(True)
        fill_menu(
            marking,
            *(commands.mark_same_text, commands.mark_identical, None),
            *(commands.mark_by_rules, None, commands.unmark),
        )
        self._all = QMenu(self)
        # a button has the room for its arrow from the beginning
        self.add.setMenu(recent)
        self.add.setPopupMode(_Popup.MenuButtonPopup)
        self.menus.setMenu(self._all)
        self.menus.setPopupMode(_Popup.InstantPopup)
        self.mark.setMenu(marking)
        self.mark.setPopupMode(_Popup.InstantPopup)
        self.trash.setMenu(commands.removal.menu(self))
        self.trash.setPopupMode(_Popup.MenuButtonPopup)
        gap = scaled(4, self.font())
        rule = QFrame(self)
        rule.setFrameShape(QFrame.Shape.VLine)
        rule.setForegroundRole(rule.backgroundRole())
        rule.setFixedHeight(scaled(18, self.font()))
        row = QHBoxLayout(self)
        marked = self.mark, self.trash, self.export_ids
        filled(row, self.add, self.scan, gap, rule, gap, *marked, self.undo)
        row.setSpacing(gap)
        row.addStretch(1)
        row.addWidget(filter_bar, 1000)
        row.addWidget(self.menus)
        edge = scaled(8, self.font())
        row.setContentsMargins(edge, scaled(4, self.font()), edge, scaled(4, self.font()))

    def offer_menus(self, menus: Iterable[QMenu]) -> None:
        for one in menus:
            self._all.addMenu(one)

    def mark_filled(self, *, filled: bool, far: bool = False) -> None:
        """Fill the button for marked documents with the accent colour, or not.

        If marked documents are ``far`` away, it exports ids instead of moving them.
        """
        self.trash.setVisible(not far)
        self.export_ids.setVisible(far)
        self.trash.filled = filled and not far
        self.export_ids.filled = filled and far

    def stops(self) -> list[QWidget]:
        marked = self.mark, self.trash, self.export_ids
        return [self.add, self.scan, *marked, self.undo, self.menus]
