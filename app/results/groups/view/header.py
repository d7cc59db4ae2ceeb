"""GroupHeader: the titles of the groups' columns; which are shown, in which order."""

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QMenu, QWidget

from app.results.groups.view.columns import GroupColumn
from app.widgets.text_table import Titles


class GroupHeader(Titles):
    """Columns can be moved, sorted by, hidden and shown; the name is always shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.make_sortable()
        self.setSectionsMovable(True)
        self.setStretchLastSection(True)
        self._toggles = {column: self._toggle(column) for column in GroupColumn if column.value}

    def _toggle(self, column: GroupColumn) -> QAction:
        action = QAction(column.definition.title(), self)
        action.setCheckable(True)
        action.setChecked(not column.definition.hidden)
        action.setData(int(column))
        action.triggered.connect(self._show_or_hide)
        return action

    def toggles(self) -> list[QAction]:
        """Return actions that show or hide one column each."""
        return list(self._toggles.values())

    def keep_name(self) -> None:
        """Show the column of names in any case, and update the actions."""
        self.setSectionHidden(GroupColumn.NAME, False)  # noqa: FBT003 - Qt's own signature
        for column, action in self._toggles.items():
            action.setChecked(not self.isSectionHidden(column))

    @Slot(bool)
    def _show_or_hide(self, on: bool) -> None:  # noqa: FBT001 - Qt's own signature
        action = self.sender()
        if isinstance(action, QAction):
            column = int(action.data())
            self.setSectionHidden(column, not on)
            if on and self.sectionSize(column) < self.minimumSectionSize() * 2:
                self.resizeSection(column, self.defaultSectionSize())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the columns."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self.toggles())
        position = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            position = self.mapToGlobal(QPoint(0, self.height()))
        menu.popup(position)
