"""GroupActions: what can be done with the selected documents of a tree of groups."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QTreeView

from app import desktop, wording
from app.group_model import GroupModel
from app.group_position import selected_rows
from simcore import DocumentId, Group

__all__ = ["GroupActions"]


class GroupActions(QObject):
    """Marks, opens, shows and copies what is selected in a view; ``failed`` carries a sentence."""

    failed = Signal(str)

    def __init__(self, view: QTreeView) -> None:
        super().__init__(view)
        self._view = view
        self.more: list[QAction] = []
        """What the window offers beside, at the end of the menu."""
        self._groups = GroupModel(self)
        self._mark = QAction(self)
        self._mark.triggered.connect(self.toggle_marks)
        self._mark_others = QAction(self)
        self._mark_others.triggered.connect(self._mark_group)
        self._unmark_all = QAction(self.tr("&Unmark all of this group"), self)
        self._unmark_all.triggered.connect(self._unmark_group)
        self._open = QAction(self.tr("&Open"), self)
        self._open.triggered.connect(self._open_document)
        self._show = QAction(self.tr("&Show in file manager"), self)
        self._show.triggered.connect(self._show_document)
        self._copy = QAction(self.tr("&Copy path"), self)
        self._copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        self._copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._copy.triggered.connect(self._copy_paths)
        view.addAction(self._copy)

    def set_model(self, model: GroupModel) -> None:
        """Work on this model, the view's."""
        self._groups = model

    def menu(self) -> QMenu:
        """Return a menu for the current row; it deletes itself when it closes."""
        members = self._selected_members()
        marked = bool(members) and members <= self._groups.marked()
        self._mark.setText(self.tr("Un&mark\tSpace") if marked else self.tr("&Mark\tSpace"))
        self._mark.setEnabled(bool(members))
        group = self._groups.group_at(self._view.currentIndex())
        self._mark_others.setText(self._mark_others_text(group))
        has_path = self._current_path() is not None
        self._open.setEnabled(has_path)
        self._show.setEnabled(has_path)
        menu = QMenu(self._view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self._mark, self._mark_others, self._unmark_all])
        menu.addSeparator()
        menu.addActions([self._open, self._show, self._copy])
        if self.more:
            menu.addSeparator()
            menu.addActions(self.more)
        return menu

    def _mark_others_text(self, group: Group | None) -> str:
        left_out = [one for one in group.members if one.by_hand_only] if group is not None else []
        if not left_out:
            return self.tr("Mark &all other documents of this group")
        if not any(one.numbers_only for one in left_out):
            return self.tr("Mark &all of this group but the linked ones")
        if all(one.numbers_only for one in left_out):
            return self.tr("Mark &all of this group but those with other numbers only")
        return self.tr("Mark &all of this group but the linked ones and those with other numbers")

    @Slot()
    def toggle_marks(self) -> None:
        """Mark the selected documents, or unmark them when all of them are marked.

        The row of a group stands for all of its members but those that are only linked or
        differ in numbers only: they are marked by their own rows alone. A kept document cannot be
        marked.
        """
        wanted = self._selected_members()
        if wanted <= self._groups.marked():
            self._groups.mark(self._selected_members(doubtful=True), on=False)
        else:
            self._groups.mark(wanted, on=True)

    def _selected_members(self, *, doubtful: bool = False) -> frozenset[DocumentId]:
        """Return the members selected; ``doubtful``: with those marked by hand only, of groups."""
        wanted: set[DocumentId] = set()
        for group, documents in self._selected_documents():
            if len(documents) == 1:
                wanted.update(documents)
            else:
                wanted.update(_members(group, doubtful=doubtful))
            wanted.discard(group.representative)
        return frozenset(wanted)

    def _selected_documents(self) -> Iterator[tuple[Group, list[DocumentId]]]:
        """Yield what each selected row stands for: a group's row for all documents in it."""
        for index in self._selected_rows():
            group = self._groups.group_at(index)
            if group is None:
                continue
            document = self._groups.document_at(index)
            if document is not None:
                yield group, [document]
            else:
                yield group, [group.representative, *(one.document for one in group.members)]

    def _selected_rows(self) -> Iterator[QModelIndex]:
        """Yield the first cell of each selected row, or else of the current row."""
        if self._view.selectionModel().hasSelection():
            yield from selected_rows(self._view)
        elif self._view.currentIndex().isValid():
            yield self._view.currentIndex().siblingAtColumn(0)

    @Slot()
    def _mark_group(self) -> None:
        self._set_group_marks(on=True)

    @Slot()
    def _unmark_group(self) -> None:
        self._set_group_marks(on=False)

    def _set_group_marks(self, *, on: bool) -> None:
        group = self._groups.group_at(self._view.currentIndex())
        if group is not None:
            self._groups.mark(_members(group, doubtful=not on), on=on)

    # ---- the file itself

    def _current_path(self) -> Path | None:
        document = self._groups.document_at(self._view.currentIndex())
        if document is None or self._groups.report is None:
            return None
        return self._groups.report.documents[document].path

    @Slot()
    def _open_document(self) -> None:
        path = self._current_path()
        if path is not None and not desktop.open_path(path):
            text = self.tr("{path} cannot be opened: it is gone, or no program is set for it")
            self.failed.emit(text.format(path=wording.path_text(path)))

    @Slot()
    def _show_document(self) -> None:
        path = self._current_path()
        if path is not None and not desktop.show_in_folder(path):
            text = self.tr("The folder of {path} cannot be shown")
            self.failed.emit(text.format(path=wording.path_text(path)))

    @Slot()
    def _copy_paths(self) -> None:
        report = self._groups.report
        if report is None:
            return
        ids = dict.fromkeys(one for _, several in self._selected_documents() for one in several)
        if ids:
            desktop.copy_paths(report.documents[identity].path for identity in ids)


def _members(group: Group, *, doubtful: bool) -> list[DocumentId]:
    """Return the members of a group, with or without those that are marked by hand only."""
    return [one.document for one in group.members if doubtful or not one.by_hand_only]
