"""ListPanel: a list of files that is shown instead of the groups."""

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget

from . import desktop
from .text_table import TextTable
from .view_keys import ViewKey


class ListPanel(QWidget):
    """A list of files, one of them chosen; Escape goes back to the groups.

    ``left`` asks for the groups, ``failed`` carries a sentence.
    """

    left = Signal()
    failed = Signal(object)  # Reason | str

    def chosen_path(self) -> Path | None:
        """Return the file that is chosen."""
        raise NotImplementedError

    def keyboard(self) -> QWidget:
        """Return what takes the keyboard."""
        raise NotImplementedError

    def offer_chosen(self, table: TextTable) -> None:
        """Offer in a table to open the chosen file, to show its folder, and to copy its path."""
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.doubleClicked.connect(self._open)
        table.add_action(self.tr("&Open"), self._open)
        table.add_action(self.tr("&Show in file manager"), self._show_in_folder)
        copy = QKeySequence(QKeySequence.StandardKey.Copy)
        table.add_action(self.tr("&Copy path"), self._copy, copy)
        table.add_separator()
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    @Slot()
    def _open(self) -> None:
        path = self.chosen_path()
        if path is not None:
            desktop.open_path(path, self.failed.emit)

    @Slot()
    def _show_in_folder(self) -> None:
        path = self.chosen_path()
        if path is not None:
            desktop.show_in_folder(path, self.failed.emit)

    @Slot()
    def _copy(self) -> None:
        path = self.chosen_path()
        if path is not None:
            desktop.copy_paths([path])

    def view_keys(self) -> list[ViewKey]:
        """List the keys that work here alone."""
        return [ViewKey(("Esc",), self.tr("Go back to the groups"))]

    def event(self, event: QEvent) -> bool:
        """Let Escape go back to the groups."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() in {QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride}:
                event.accept()  # else Escape, a shortcut, would cancel a scan
            if event.type() is QEvent.Type.KeyPress:
                self.left.emit()
            return True
        return super().event(event)
