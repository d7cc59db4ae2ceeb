"""GroupActions: the actions on the selected documents of a list of groups."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QTableView

from simcore import DocumentId, Member, format_named

from ....widgets import desktop
from ....widgets.action_set import enable
from ....widgets.choice_menu import EncodingMenu
from ..rows.rows import GroupRows
from .model import GroupModel
from .position import selected_rows


class GroupActions(QObject):
    """Marks, opens, shows and copies selected documents; ``failed`` carries a sentence.

    ``folder_wanted`` carries the path of a folder that alone is to be shown, ``protection_wanted``
    that of one whose documents are to stay, ``exclusion_wanted`` of one that is to be left out.
    ``encoding_wanted`` carries documents, and the name of
    the encoding that they are to be read in; empty: the one that is recognised.
    """

    failed = Signal(object)  # Reason | str
    folder_wanted = Signal(object)
    protection_wanted = Signal(object)
    exclusion_wanted = Signal(object)
    encoding_wanted = Signal(object, str)

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._view = view
        self.more: list[QAction] = []
        """What the window offers beside, at the end of the menu."""
        self._groups = GroupModel(self)
        self._mark = self._action("", self.toggle_marks)
        self._mark_others = self._action("", self._mark_group)
        self._unmark_all = self._action(self.tr("&Unmark all of this group"), self._unmark_group)
        self._open = self._action(self.tr("&Open"), self._open_document)
        self._show = self._action(self.tr("&Show in file manager"), self._show_document)
        self._only = self._action(self.tr("Show only this fol&der"), self._show_folder_alone)
        self._protect = self._action(
            self.tr("P&rotect the folder of this document"), self._protect_folder
        )
        self._exclude = self._action(
            self.tr("E&xclude the folder of this document"), self._exclude_folder
        )
        self._copy = self._action(self.tr("&Copy path"), self._copy_paths)
        self._copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        self._copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._all = [
            *(self._mark, self._mark_others, self._unmark_all),
            *(self._open, self._show, self._copy, self._only, self._protect, self._exclude),
        ]
        view.addActions(self._all)

    def _action(self, text: str, slot: Callable[[], object]) -> QAction:
        action = QAction(text, self)
        action.triggered.connect(slot)
        return action

    def set_model(self, model: GroupModel) -> None:
        """Work on this model, the view's."""
        self._groups = model

    def prepare(self) -> None:
        """Fit the actions to the current row and to what is selected."""
        wanted = self._selected_members()
        marked = bool(wanted) and wanted <= self._groups.marked()
        self._mark.setText(self.tr("Un&mark\tSpace") if marked else self.tr("&Mark\tSpace"))
        members = self._groups.members_at(self._view.currentIndex())
        self._mark_others.setText(self._mark_others_text(members))
        no_row = "" if self._view.currentIndex().isValid() else self.tr("Choose a row first")
        no_path = no_row
        if self._current_path() is None:
            no_path = no_row or self.tr("Choose the row of a document first")
        protected = self.tr("It is protected already") if self._is_protected() else ""
        fixed = "" if wanted else self.tr("What is selected cannot be marked")
        elsewhere = self._groups.report is not None and self._groups.report.elsewhere
        self._copy.setText(self.tr("&Copy id") if elsewhere else self.tr("&Copy path"))
        no_file = self.tr("It is not on this machine") if elsewhere else ""
        reasons = dict.fromkeys(self._all, no_path)
        reasons |= dict.fromkeys((self._open, self._show), no_path or no_file)
        reasons |= dict.fromkeys((self._mark_others, self._unmark_all, self._copy), no_row)
        reasons |= {self._mark: no_row or fixed, self._protect: no_path or protected}
        for action, reason in reasons.items():
            enable(action, on=not reason, why_not=reason)

    def menu(self) -> QMenu:
        """Return a menu for the current row; it deletes itself when it closes."""
        self.prepare()
        menu = QMenu(self._view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self._mark, self._mark_others, self._unmark_all])
        menu.addSeparator()
        menu.addActions([self._open, self._show, self._copy])
        menu.addSeparator()
        menu.addActions([self._only, self._protect, self._exclude])
        menu.addMenu(self._encodings(menu))
        if self.more:
            menu.addSeparator()
            menu.addActions(self.more)
        return menu

    def _encodings(self, menu: QMenu) -> EncodingMenu:
        """Return the encodings that the documents of the selected rows can be read in."""
        report, wanted = self._groups.report, tuple(self._selected_documents())
        choices = EncodingMenu(self.tr("Read in another &encoding"), menu)
        documents = [] if report is None else [report.documents[one] for one in wanted]
        # a format without an encoding is read in none; what was carried along is text already
        documents = [one for one in documents if not one.elsewhere]
        of = [format_named(one.encoding) for one in documents]
        documents = [one for one, known in zip(documents, of, strict=True) if known is None]
        wanted = tuple(one.id for one in documents)
        choices.setEnabled(bool(wanted))
        if documents:
            names = {one.encoding if one.by_hand else "" for one in documents}
            choices.choose(names.pop() if len(names) == 1 else None)
        choices.chosen.connect(partial(self.encoding_wanted.emit, wanted))
        return choices

    def _selected_documents(self) -> list[DocumentId]:
        """Return the documents that have a selected row of their own."""
        found = map(self._groups.document_at, self._selected_rows())
        return [document for document in found if document is not None]

    def _mark_others_text(self, members: Sequence[Member]) -> str:
        unmarkable = self._unmarkable(self._view.currentIndex())
        left_out = [one for one in members if one.document in unmarkable]
        if not all(one.by_hand_only for one in left_out):
            return self.tr("Mark &all of this group that may be marked together")
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

        The row of a group stands for all of its members that are shown but those that are only
        linked or differ in numbers only: they are marked by their own rows alone, where the
        group's is not selected. A kept document cannot be marked.
        """
        wanted = self._selected_members()
        if wanted <= self._groups.marked():
            self._groups.mark(self._selected_members(doubtful=True), on=False)
        else:
            self._groups.mark(wanted, on=True)

    def _selected_members(self, *, doubtful: bool = False) -> frozenset[DocumentId]:
        """Return the members selected; ``doubtful``: of groups all, those by hand only, too."""
        wanted: set[DocumentId] = set()
        selected = list(self._selected_places())
        left_out: frozenset[DocumentId] = frozenset()
        if selected and not doubtful:
            groups = [self._rows().group(rank) for rank, positions in selected if positions[0] < 0]
            left_out = self._rows().table.unmarkable(groups)
        for rank, positions in selected:
            members = self._rows().members(rank)
            chosen = [members[position - 1] for position in positions if position > 0]
            if 0 in positions:  # a kept one has a mark only where it is in another group, too
                wanted.update(self._groups.marked() & {self._rows().group(rank).representative})
            if positions[0] < 0:
                # selected with some of its documents, a group's row represents those only
                chosen = list(members) if len(positions) == 1 else chosen
                wanted.update(one.document for one in chosen if one.document not in left_out)
            else:
                wanted.update(one.document for one in chosen)
        return frozenset(wanted)

    def _selected_places(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the groups of selected rows by rank, and which rows of each, ascending."""
        positions: dict[int, list[int]] = {}
        for index in self._selected_rows():
            position = self._groups.position_at(index)
            if position is not None:
                positions.setdefault(position.rank, []).append(position.row)
        for rank, found in positions.items():
            yield rank, sorted(found)

    def _rows(self) -> GroupRows:
        rows = self._groups.rows
        assert rows is not None  # noqa: S101 - a row was selected
        return rows

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
        members = self._groups.members_at(self._view.currentIndex())
        left_out = self._unmarkable(self._view.currentIndex()) if on else frozenset()
        chosen = [one.document for one in members if one.document not in left_out]
        self._groups.mark(chosen, on=on)

    def _unmarkable(self, index: QModelIndex) -> frozenset[DocumentId]:
        """Return the documents of the group of a row that no command may mark."""
        group, rows = self._groups.group_at(index), self._groups.rows
        return frozenset() if group is None or rows is None else rows.table.unmarkable([group])

    # ---- the file itself

    def _current_path(self) -> Path | None:
        document = self._groups.document_at(self._view.currentIndex())
        if document is None or self._groups.report is None:
            return None
        return self._groups.report.documents[document].path

    @Slot()
    def _open_document(self) -> None:
        path = self._current_path()
        if path is not None:
            desktop.open_path(path, self.failed.emit)

    @Slot()
    def _show_document(self) -> None:
        path = self._current_path()
        if path is not None:
            desktop.show_in_folder(path, self.failed.emit)

    @Slot()
    def _show_folder_alone(self) -> None:
        path = self._current_path()
        if path is not None:
            self.folder_wanted.emit(path.parent)

    def _is_protected(self) -> bool:
        rows, document = self._groups.rows, self._groups.document_at(self._view.currentIndex())
        return rows is not None and document in rows.table.protected

    @Slot()
    def _protect_folder(self) -> None:
        report = self._groups.report
        document = self._groups.document_at(self._view.currentIndex())
        if report is not None and document is not None:
            self.protection_wanted.emit(report.documents[document].real_path.parent)

    @Slot()
    def _exclude_folder(self) -> None:
        report = self._groups.report
        document = self._groups.document_at(self._view.currentIndex())
        if report is not None and document is not None:
            self.exclusion_wanted.emit(report.documents[document].real_path.parent)

    @Slot()
    def _copy_paths(self) -> None:
        report = self._groups.report
        if report is None:
            return
        ids: dict[DocumentId, None] = {}
        for rank, positions in self._selected_places():
            rows = self._rows()
            shown = [rows.group(rank).representative]
            shown += [one.document for one in rows.members(rank)]
            # the row of a group alone represents all of its documents
            whole = positions == [-1]
            ids.update(dict.fromkeys(shown if whole else [shown[p] for p in positions if p >= 0]))
        if ids:
            desktop.copy_paths(report.documents[identity].called for identity in ids)
