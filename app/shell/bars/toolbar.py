"""WindowToolbar: the most frequent commands in the order of use, the filter, and all menus."""

from collections.abc import Iterable

from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QMenu, QToolButton, QWidget

from ...looks.measures import scaled
from ...results.filter_bar import FilterBar
from ...widgets.buttons.tool import ToolButton
from ...widgets.layouts import filled
from ..actions import Actions

_Popup = QToolButton.ToolButtonPopupMode


class WindowToolbar(QWidget):
    """Adding, scanning, marking, moving and undoing; at the right the filter and the menus.

    The button that adds a folder shows ``recent``, those that were scanned lately.
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
        marking.addActions([commands.mark_same_text, commands.mark_identical])
        marking.addSeparator()
        marking.addActions([commands.mark_by_rules])
        marking.addSeparator()
        marking.addActions([commands.unmark])
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
        """Let the last button show the menus of the menu bar, which is hidden at first."""
        for one in menus:
            self._all.addMenu(one)

    def mark_filled(self, *, filled: bool, far: bool = False) -> None:
        """Give the button for marked documents the accent's ground, or take it.

        Of those ``far`` away it exports the ids; others it moves.
        """
        self.trash.setVisible(not far)
        self.export_ids.setVisible(far)
        self.trash.filled = filled and not far
        self.export_ids.filled = filled and far

    def stops(self) -> list[QWidget]:
        """Return the tab stops, in order."""
        marked = self.mark, self.trash, self.export_ids
        return [self.add, self.scan, *marked, self.undo, self.menus]
