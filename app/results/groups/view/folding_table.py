"""FoldingTable: a table of groups and documents that opens and closes groups as a tree does."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from ....widgets.view_keys import ViewKey
from ..rows.columns import GroupColumn
from .model import GroupModel

_Index = QModelIndex | QPersistentModelIndex

_Move = QAbstractItemView.CursorAction


class FoldingTable(QTableView):
    """Shows a ``GroupModel``. Keys, a double click and a click on the arrow fold and unfold.

    A tree of 600,000 rows takes a ``QTreeView`` 2.5 s to lay out, since it asks for each row; a
    table asks for none that is not on screen. ``open_wanted`` tells that a document's row was
    opened, True by a key.
    """

    open_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.groups = GroupModel(self)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show a ``GroupModel``; raises ``TypeError`` for a model of another kind."""
        if not isinstance(model, GroupModel):
            raise TypeError(f"a GroupView shows a GroupModel, not {model!r}")
        super().setModel(model)
        self.groups = model

    def arrow_place(self, index: QModelIndex) -> QRect:
        """Return where the arrow of a group's row is."""
        top, height = self.rowViewportPosition(index.row()), self.rowHeight(index.row())
        return QRect(0, top, height, height)

    @Slot(QModelIndex)
    def expand(self, index: _Index) -> None:
        """Open the group of a row."""
        self.groups.set_open(index, on=True)

    @Slot(QModelIndex)
    def collapse(self, index: _Index) -> None:
        """Close the group of a row; its own row becomes the current one, if one inside was."""
        current = self.groups.title_of(self.currentIndex())
        if current.isValid() and current.row() == self.groups.title_of(index).row():
            self.setCurrentIndex(current)
        self.groups.set_open(index, on=False)

    @Slot()
    def expandAll(self) -> None:
        """Open every group, those of later reports too."""
        self.groups.open_all(on=True)

    @Slot()
    def collapseAll(self) -> None:
        """Close every group, those of later reports too."""
        self.groups.open_all(on=False)

    # ---- keys and the mouse

    def view_keys(self) -> list[ViewKey]:
        """List the keys that work here alone."""
        return [
            ViewKey(("Right", "+"), self.tr("Open a group")),
            ViewKey(("Left", "-"), self.tr("Close a group, or go to its title")),
            ViewKey(
                ("Return",),
                self.tr("Open or close a group; of a document, show its text and go there"),
            ),
            ViewKey(("Up", "Down"), self.tr("Go to the row above or below")),
            ViewKey(("Home", "End"), self.tr("Go to the first or the last row")),
        ]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Space toggle marks, and the keys of a tree open and close groups."""
        index, key = self.currentIndex(), event.key()
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers or not self._press(key, index):
            super().keyPressEvent(event)

    def _press(self, key: int, index: QModelIndex) -> bool:
        """Handle a key; return whether it was handled."""
        is_group = index.isValid() and self.groups.document_at(index) is None
        is_open = self.groups.is_open(index)
        match key:
            case Qt.Key.Key_Left if not is_group or not is_open:
                self.setCurrentIndex(self.groups.title_of(index))
            case Qt.Key.Key_Left:
                self.collapse(index)
            case Qt.Key.Key_Right if is_group and is_open:
                self.setCurrentIndex(index.siblingAtRow(index.row() + 1))
            case Qt.Key.Key_Right | Qt.Key.Key_Plus:
                self.expand(index)
            case Qt.Key.Key_Minus:
                self.collapse(index)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if is_group:
                self._turn(index)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if index.isValid():
                self._open(by_key=True)
            case _:
                return False
        return True

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Let Home and End go to the first and the last row, as in a tree."""
        if action in {_Move.MoveHome, _Move.MoveEnd} and self.groups.rowCount():
            row = 0 if action == _Move.MoveHome else self.groups.rowCount() - 1
            column = max(self.currentIndex().column(), 0)
            return self.groups.index(row, column)
        return super().moveCursor(action, modifiers)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open or close a group by a click on its arrow."""
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self._is_on_arrow(index, event):
            self._turn(index)
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open or close a group by a double click on its title, or open a document."""
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and self.groups.document_at(index) is None:
            self._turn(index)
            return
        super().mouseDoubleClickEvent(event)
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if plain and index.isValid() and index.column() != GroupColumn.MARK:
            self._open(by_key=False)

    def _open(self, *, by_key: bool) -> None:
        self.open_wanted.emit(by_key)

    def _turn(self, index: QModelIndex) -> None:
        if self.groups.is_open(index):
            self.collapse(index)
        else:
            self.expand(index)

    def _is_on_arrow(self, index: QModelIndex, event: QMouseEvent) -> bool:
        if not index.isValid() or self.groups.document_at(index) is not None:
            return False
        return self.arrow_place(index).contains(event.position().toPoint())
