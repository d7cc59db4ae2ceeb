"""GroupView: the groups and their documents, and the actions on them.

Columns are measured when the list is filled or resized, not while it scrolls: they would jump.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice
from typing import NamedTuple, Self

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QDrag,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QMenu,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from simcore.model.formats import format_named
from simcore.model.records import Document, DocumentId
from simcore.model.report import Member

from ..style import colours_of, has_keyboard, row_height, scaled
from ..widgets import desktop
from ..widgets.basic import EncodingMenu, ViewKey, enable
from ..widgets.tables import Index
from .columns import GroupColumn
from .delegate import GroupDelegate, GroupHeader
from .filter import GroupFilter
from .model import GroupModel
from .rows import GroupRows, RowPosition

_Flag = QItemSelectionModel.SelectionFlag

_REACH = 200
"""How many rows around the current one are searched for a successor."""


class _RowKey(NamedTuple):
    """A row by a document: its own, or that of its group."""

    document: DocumentId
    parts: bool  # whether the group has parts: a document may be in two
    is_group: bool


@dataclass(frozen=True, slots=True)
class GroupPosition:
    """The current row, the selection and the scroll position.

    ``successors`` are documents near the current row, the best first: the first that is still shown
    replaces a current document that is gone. ``anchors`` are visible rows with their distances from
    the top in pixels: the first that is still there keeps its distance. ``titled``: the group's row
    was visible with the current one, and will be again. ``everything``: all rows were selected.
    """

    current: _RowKey | None
    column: int
    successors: tuple[DocumentId, ...]
    selected: frozenset[_RowKey]
    everything: bool
    anchors: tuple[tuple[_RowKey, int], ...]
    titled: bool
    horizontal: int

    @classmethod
    def of(cls, view: QTableView, model: GroupModel) -> Self:
        current = view.currentIndex()
        ranges = view.selectionModel().selection().toList()
        everything = sum(one.height() for one in ranges) == model.rowCount() > 1
        rows = () if everything else selected_rows(view)
        return cls(
            current=_row_at(model, current),
            column=max(current.column(), 0),
            successors=_successors(model, current),
            selected=frozenset(row for index in rows if (row := _row_at(model, index))),
            everything=everything,
            anchors=_anchors(view, model),
            titled=_is_titled(view, model),
            horizontal=view.horizontalScrollBar().value(),
        )

    def is_shown(self, model: GroupModel) -> bool:
        return self.current is None or _index_of(model, self.current).isValid()

    def apply(self, view: QTableView, model: GroupModel) -> None:
        """Restore this position in a view, as far as the documents are still shown.

        The row of a closed group represents its documents.
        """
        selection = view.selectionModel()
        if self.everything and model.rowCount():
            last = model.index(model.rowCount() - 1, model.columnCount() - 1)
            chosen = QItemSelection(model.index(0, 0), last)
        else:
            indexes = (_index_of(model, row) for row in self.selected)
            rows = sorted({index.row() for index in indexes if index.isValid()})
            chosen = _selection(model, rows)
        selection.select(chosen, _Flag.ClearAndSelect)
        if self.current is not None:
            current = _index_of(model, self.current)
            if not current.isValid():
                near = (model.index_of(document) for document in self.successors)
                current = next((index for index in near if index.isValid()), QModelIndex())
                if not selection.hasSelection():
                    selection.select(current, _Flag.Select | _Flag.Rows)
            selection.setCurrentIndex(current.siblingAtColumn(self.column), _Flag.NoUpdate)
        for row, top in self.anchors:
            index = _index_of(model, row)
            if index.isValid():
                position = view.verticalHeader().sectionPosition(index.row())
                view.verticalScrollBar().setValue(position - top)
                break
        if self.titled:
            _show_title(view, model)
        view.horizontalScrollBar().setValue(self.horizontal)


def selected_rows(view: QTableView) -> Iterator[QModelIndex]:
    """Yield the first cell of every selected row, range by range.

    ``QItemSelectionModel.selectedRows`` takes quadratic time if there are many ranges.
    """
    for rows in view.selectionModel().selection().toList():
        for number in range(rows.top(), rows.bottom() + 1):
            yield view.model().index(number, 0)


def _row_at(model: GroupModel, index: QModelIndex) -> _RowKey | None:
    group = model.group_at(index)
    if group is None:
        return None
    document = model.document_at(index)
    kept = group.representative if document is None else document
    return _RowKey(kept, group.parts, document is None)


def _index_of(model: GroupModel, row: _RowKey) -> QModelIndex:
    if not row.is_group:
        index = model.index_of(row.document, parts=row.parts)
        if index.isValid():
            return index
    return model.index_of_group(row.document, parts=row.parts)


def _successors(model: GroupModel, current: QModelIndex) -> tuple[DocumentId, ...]:
    position, rows = model.position_at(current), model.rows
    if position is None or rows is None:
        return ()
    row = max(position.row, 1)
    own = [rows.group(position.rank).representative]
    own += [one.document for one in rows.members(position.rank)]
    found = own[row : row + _REACH] + own[max(row - _REACH, 0) : row][::-1]
    below = range(position.rank + 1, min(position.rank + _REACH, rows.groups))
    above = range(position.rank - 1, max(position.rank - _REACH, -1), -1)
    for ranks in (below, above):
        for rank in ranks:
            found += [rows.members(rank)[0].document, rows.group(rank).representative]
    return tuple(found)


def _anchors(view: QTableView, model: GroupModel) -> tuple[tuple[_RowKey, int], ...]:
    first = view.rowAt(0)
    if first < 0:
        return ()
    last = view.rowAt(view.viewport().height() - 1)
    numbers = list(range(first, (model.rowCount() - 1 if last < 0 else last) + 1))
    current = view.currentIndex().row()
    numbers.sort(key=lambda number: number != current)
    return tuple(
        (row, view.rowViewportPosition(number))
        for number in numbers
        if (row := _row_at(model, model.index(number, 0))) is not None
    )


def _is_titled(view: QTableView, model: GroupModel) -> bool:
    rows = (model.title_of(view.currentIndex()).row(), view.currentIndex().row())
    tops = [view.rowViewportPosition(row) for row in rows]
    return min(rows) >= 0 and tops[0] >= 0 and tops[1] < view.viewport().height()


def _show_title(view: QTableView, model: GroupModel) -> None:
    """Scroll up to the row of the current row's group if the current row stays visible."""
    current = view.currentIndex().row()
    title = model.title_of(view.currentIndex()).row()
    if title < 0:
        return
    above = view.rowViewportPosition(title)
    bottom = view.rowViewportPosition(current) + view.rowHeight(current)
    if above < 0 and bottom - above <= view.viewport().height():
        bar = view.verticalScrollBar()
        bar.setValue(bar.value() + above)


def _selection(model: GroupModel, rows: list[int]) -> QItemSelection:
    selection = QItemSelection()
    # consecutive rows have the same difference from their rank
    for _, run in groupby(enumerate(rows), lambda item: item[1] - item[0]):
        numbers = [row for _, row in run]
        last = model.index(numbers[-1], model.columnCount() - 1)
        selection.select(model.index(numbers[0], 0), last)
    return selection


_Move = QAbstractItemView.CursorAction

_MEASURED = 100
_STRETCHING = (GroupColumn.NAME, GroupColumn.FOLDER)


def usual_widths(view: QTableView) -> dict[GroupColumn, int]:
    """Return the width in pixels that nine of ten cells need; of many rows, some are measured."""
    count = view.model().rowCount()
    rows = range(0, count, max(1, count // _MEASURED))
    found = {column: sorted(_widths(view, column, rows)) for column in _STRETCHING}
    return {column: some[len(some) * 9 // 10] if some else 0 for column, some in found.items()}


def widths_in_sight(view: QTableView) -> dict[GroupColumn, int]:
    last = view.rowAt(view.viewport().height() - 1)
    last = view.model().rowCount() - 1 if last < 0 else last
    first = max(view.rowAt(0), 0)
    # without a height, all rows below the top count as visible
    rows = range(first, min(last, first + _MEASURED) + 1)
    return {column: max(_widths(view, column, rows), default=0) for column in _STRETCHING}


def _widths(view: QTableView, column: GroupColumn, rows: Iterable[int]) -> list[int]:
    option = QStyleOptionViewItem()
    view.initViewItemOption(option)
    indexes = (view.model().index(row, column) for row in rows)
    return [view.itemDelegate().sizeHint(option, index).width() for index in indexes]


class GroupActions(QObject):
    """Marks, opens, shows and copies selected documents; ``failed`` carries a message.

    ``folder_wanted``, ``protection_wanted`` and ``exclusion_wanted`` carry the path of a folder to
    show alone, to protect, or to exclude. ``encoding_wanted`` carries documents and the encoding to
    read them in, empty for the detected one.
    """

    failed = Signal(object)  # Reason | str
    folder_wanted = Signal(object)
    protection_wanted = Signal(object)
    exclusion_wanted = Signal(object)
    encoding_wanted = Signal(object, str)

    def __init__(self, view: "GroupView") -> None:
        super().__init__(view)
        self._view = view
        self.more: list[QAction] = []
        """What the window offers beside, at the end of the menu."""
        self._mark = self._action("", self.toggle_marks)
        self._mark_others = self._action("", self._mark_group)
        self._unmark_all = self._action(
            self.tr("&Unmark all of this group"),
            lambda: self._view.groups.mark([one.document for one in self._members()], on=False),
        )
        self._open = self._of_document(
            self.tr("&Open"), lambda one: desktop.open_path(one.path, self.failed.emit)
        )
        self._show = self._of_document(
            self.tr("&Show in file manager"),
            lambda one: desktop.show_in_folder(one.path, self.failed.emit),
        )
        self._only = self._of_document(
            self.tr("Show only this fol&der"), lambda one: self.folder_wanted.emit(one.path.parent)
        )
        self._protect = self._of_document(
            self.tr("P&rotect the folder of this document"),
            lambda one: self.protection_wanted.emit(one.real_path.parent),
        )
        self._exclude = self._of_document(
            self.tr("E&xclude the folder of this document"),
            lambda one: self.exclusion_wanted.emit(one.real_path.parent),
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

    def _of_document(self, text: str, use: Callable[[Document], object]) -> QAction:
        def use_current() -> None:
            if (document := self._current()) is not None:
                use(document)

        return self._action(text, use_current)

    def prepare(self) -> None:
        wanted = self._selected_members()
        marked = bool(wanted) and wanted <= self._view.groups.marked()
        self._mark.setText(self.tr("Un&mark\tSpace") if marked else self.tr("&Mark\tSpace"))
        self._mark_others.setText(self._mark_others_text())
        no_row = "" if self._view.currentIndex().isValid() else self.tr("Choose a row first")
        current, rows = self._current(), self._view.groups.rows
        no_path = no_row
        if current is None:
            no_path = no_row or self.tr("Choose the row of a document first")
        stays = current is not None and rows is not None and current.id in rows.table.protected
        protected = self.tr("It is protected already") if stays else ""
        fixed = "" if wanted else self.tr("What is selected cannot be marked")
        elsewhere = self._view.groups.report is not None and self._view.groups.report.elsewhere
        self._copy.setText(self.tr("&Copy id") if elsewhere else self.tr("&Copy path"))
        no_file = self.tr("It is not on this machine") if elsewhere else ""
        reasons = dict.fromkeys(self._all, no_path)
        reasons |= dict.fromkeys((self._open, self._show), no_path or no_file)
        reasons |= dict.fromkeys((self._mark_others, self._unmark_all, self._copy), no_row)
        reasons |= {self._mark: no_row or fixed, self._protect: no_path or protected}
        for action, reason in reasons.items():
            enable(action, on=not reason, why_not=reason)

    def menu(self) -> QMenu:
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
        report = self._view.groups.report
        choices = EncodingMenu(self.tr("Read in another &encoding"), menu)
        keys = map(self._view.groups.document_at, self._selected_rows())
        documents = [
            report.documents[one] for one in keys if report is not None and one is not None
        ]
        # some formats have no encoding; carried documents are text already
        documents = [
            one for one in documents if not one.elsewhere and format_named(one.encoding) is None
        ]
        wanted = tuple(one.id for one in documents)
        choices.setEnabled(bool(wanted))
        if documents:
            names = {one.encoding if one.by_hand else "" for one in documents}
            choices.choose(names.pop() if len(names) == 1 else None)
        choices.chosen.connect(partial(self.encoding_wanted.emit, wanted))
        return choices

    def _mark_others_text(self) -> str:
        unmarkable = self._unmarkable()
        left_out = [one for one in self._members() if one.document in unmarkable]
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
        """Mark the selected documents, or unmark them if all of them are marked.

        A group's row represents its shown members except those that are only linked or differ in
        numbers only: these are marked only by their own rows, if the group's is not selected. Kept
        documents cannot be marked.
        """
        wanted = self._selected_members()
        if wanted <= self._view.groups.marked():
            self._view.groups.mark(self._selected_members(doubtful=True), on=False)
        else:
            self._view.groups.mark(wanted, on=True)

    def _selected_members(self, *, doubtful: bool = False) -> frozenset[DocumentId]:
        """Return the selected members; ``doubtful`` includes those to mark by hand only."""
        wanted: set[DocumentId] = set()
        selected = list(self._selected_places())
        left_out: frozenset[DocumentId] = frozenset()
        if selected and not doubtful:
            groups = [self._rows().group(rank) for rank, positions in selected if positions[0] < 0]
            left_out = self._rows().table.unmarkable(groups)
        for rank, positions in selected:
            members = self._rows().members(rank)
            chosen = [members[position - 1] for position in positions if position > 0]
            if 0 in positions:  # a kept document is marked only in another group
                wanted.update(
                    self._view.groups.marked() & {self._rows().group(rank).representative}
                )
            if positions[0] < 0:
                # with some of its documents selected, a group's row represents only these
                chosen = list(members) if len(positions) == 1 else chosen
                wanted.update(one.document for one in chosen if one.document not in left_out)
            else:
                wanted.update(one.document for one in chosen)
        return frozenset(wanted)

    def _selected_places(self) -> Iterator[tuple[int, list[int]]]:
        positions: dict[int, list[int]] = {}
        for index in self._selected_rows():
            position = self._view.groups.position_at(index)
            if position is not None:
                positions.setdefault(position.rank, []).append(position.row)
        for rank, found in positions.items():
            yield rank, sorted(found)

    def _rows(self) -> GroupRows:
        rows = self._view.groups.rows
        assert rows is not None  # noqa: S101 - a row was selected
        return rows

    def _selected_rows(self) -> Iterator[QModelIndex]:
        if self._view.selectionModel().hasSelection():
            yield from selected_rows(self._view)
        elif self._view.currentIndex().isValid():
            yield self._view.currentIndex().siblingAtColumn(0)

    @Slot()
    def _mark_group(self) -> None:
        members, unmarkable = self._members(), self._unmarkable()
        chosen = [one.document for one in members if one.document not in unmarkable]
        self._view.groups.mark(chosen, on=True)

    def _members(self) -> Sequence[Member]:
        return self._view.groups.members_at(self._view.currentIndex())

    def _unmarkable(self) -> frozenset[DocumentId]:
        group, rows = self._view.groups.group_at(self._view.currentIndex()), self._view.groups.rows
        return frozenset() if group is None or rows is None else rows.table.unmarkable([group])

    def _current(self) -> Document | None:
        document = self._view.groups.document_at(self._view.currentIndex())
        if document is None or self._view.groups.report is None:
            return None
        return self._view.groups.report.documents[document]

    @Slot()
    def _copy_paths(self) -> None:
        report = self._view.groups.report
        if report is None:
            return
        ids: dict[DocumentId, None] = {}
        for rank, positions in self._selected_places():
            rows = self._rows()
            shown = [rows.group(rank).representative]
            shown += [one.document for one in rows.members(rank)]
            # alone, the row of a group represents all its documents
            whole = positions == [-1]
            ids.update(dict.fromkeys(shown if whole else [shown[p] for p in positions if p >= 0]))
        if ids:
            desktop.copy_paths(report.documents[identity].called for identity in ids)


_MOST_DRAGGED = 1_000


class GroupView(QTableView):
    """Shows a ``GroupModel`` and keeps the user's position across new reports.

    Keys, a double click and a click on the arrow fold and unfold; ``open_wanted`` follows when a
    document's row is opened, True if by a key.

    ``document_chosen`` carries the kept document and the chosen one of the current row (the first
    member, on the row of a group or of its kept document); ``nothing_chosen`` follows when the
    current row is gone without a successor. ``marks_toggled`` follows when a person marked or
    unmarked the selection by a key. ``commands`` act on the selected rows.
    """

    open_wanted = Signal(bool)
    document_chosen = Signal(object, object)
    nothing_chosen = Signal()
    failed = Signal(object)  # Reason | str
    marks_toggled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.groups = GroupModel(self)
        self._position: GroupPosition | None = None
        self._awaited: GroupPosition | None = None
        self._pair: tuple[DocumentId, DocumentId] | None = None
        self._restoring = False
        self._filter = GroupFilter()
        self._usual: dict[GroupColumn, int] = {}
        self._measured: object = None

        self.setAccessibleName(self.tr("Groups of similar documents"))
        self._delegate = GroupDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().hide()
        self._set_row_height()
        self._header = GroupHeader(self)
        self.setHorizontalHeader(self._header)
        self.setSortingEnabled(True)
        self.commands = GroupActions(self)
        self.commands.failed.connect(self.failed)

    def header(self) -> GroupHeader:
        return self._header

    def setModel(self, model: QAbstractItemModel | None) -> None:
        if not isinstance(model, GroupModel):
            raise TypeError(f"a GroupView shows a GroupModel, not {model!r}")
        model.modelAboutToBeReset.connect(self._remember)
        super().setModel(model)
        self.groups = model
        self.groups.modelReset.connect(self._restore)  # after QTableView's own slot
        self._header.share_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._header.share_width()
        if isinstance(self.model(), GroupModel):
            self._header.set_needs(self._usual, widths_in_sight(self))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._set_row_height()
            self._measured = None
        elif event.type() in {QEvent.Type.LanguageChange, QEvent.Type.LocaleChange}:
            self.groups.forget_words()
            self.viewport().update()

    def _set_row_height(self) -> None:
        height = max(row_height(self.font()), self.fontMetrics().lineSpacing() + 2)
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)

    # ---- the user's position, across a reset of the model

    @Slot()
    def _remember(self) -> None:
        self._position = GroupPosition.of(self, self.groups)

    @Slot()
    def _restore(self) -> None:
        position, self._position = self._position, None
        if self._awaited is not None and self.groups.rowCount():
            position, self._awaited = self._awaited, None
        before, self._filter = self._filter, self.groups.filter
        if position is not None and self._filter != before and not position.is_shown(self.groups):
            position = None  # a new search starts at the top
        scrolling = self.hasAutoScroll()
        self._restoring = True
        self.setAutoScroll(False)  # it would scroll to the current row
        try:
            if position is not None:
                self.updateGeometries()  # sets the range of the scroll bar
                position.apply(self, self.groups)
            else:
                self.scrollToTop()
                self.choose_first()
        finally:
            self.setAutoScroll(scrolling)
            self._restoring = False
        self._measure()
        pair = self._pair_at(self.currentIndex())
        if pair != self._pair:
            self._announce(pair)

    def _measure(self) -> None:
        """Give the header the widths of names and folders, so that none is cut beside room."""
        report = self.groups.report
        documents = report and report.documents
        # thresholds, filter and order keep the documents
        if documents is not self._measured or not self._usual:
            self._usual = usual_widths(self)
            self._measured = documents if self.groups.rowCount() else None
        self._header.set_needs(self._usual, widths_in_sight(self))

    def go_back_to(self, position: GroupPosition) -> None:
        """Take the position of another view of the same report, as soon as there are rows."""
        self._awaited = position
        self._restore()

    # ---- the current row

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.row() != previous.row():
            self.viewport().update()  # the frame is around the whole row
            if not self._restoring and current.isValid():
                self._announce(self._pair_at(current))

    @Slot()
    def choose_first(self) -> None:
        rows = self.groups.rows
        if not self.currentIndex().isValid() and rows is not None and rows.groups:
            row = 2 if rows.is_open(0) else 0
            self.go_to(self.groups.index(row, 0))

    def go_to(self, index: Index) -> None:
        """Make a row the current and the only selected one, whatever keys are pressed.

        ``setCurrentIndex`` would add it to the selection while Ctrl is down, as in a shortcut.
        """
        self.selectionModel().setCurrentIndex(index, _Flag.ClearAndSelect | _Flag.Rows)

    def choose(self, document: DocumentId, *, parts: bool | None = None) -> bool:
        """Make a document's row current, opening its group; False if it is not shown."""
        index = self.groups.reveal(document, parts=parts)
        if index.isValid():
            self.go_to(index)
        return index.isValid()

    def _pair_at(self, index: Index) -> tuple[DocumentId, DocumentId] | None:
        group, members = self.groups.group_at(index), self.groups.members_at(index)
        if group is None or not members:
            return None
        document = self.groups.document_at(index)
        if document is None or document == group.representative:
            document = members[0].document
        return group.representative, document

    def _announce(self, pair: tuple[DocumentId, DocumentId] | None) -> None:
        self._pair = pair
        if pair is None:
            self.nothing_chosen.emit()
        else:
            self.document_chosen.emit(*pair)

    @Slot()
    def choose_again(self) -> None:
        self._announce(self._pair)

    @Slot()
    def toggle_marks(self) -> None:
        self.commands.toggle_marks()
        self.marks_toggled.emit()

    def view_keys(self) -> list[ViewKey]:
        return [
            ViewKey(("Space",), self.tr("Mark or unmark what is selected")),
            ViewKey(("Right", "+"), self.tr("Open a group")),
            ViewKey(("Left", "-"), self.tr("Close a group, or go to its title")),
            ViewKey(
                ("Return",),
                self.tr("Open or close a group; of a document, show its text and go there"),
            ),
            ViewKey(("Up", "Down"), self.tr("Go to the row above or below")),
            ViewKey(("Home", "End"), self.tr("Go to the first or the last row")),
        ]

    # ---- open and closed groups

    @Slot(QModelIndex)
    def expand(self, index: Index) -> None:
        self.groups.set_open(index, on=True)

    @Slot(QModelIndex)
    def collapse(self, index: Index) -> None:
        current = self.groups.title_of(self.currentIndex())
        if current.isValid() and current.row() == self.groups.title_of(index).row():
            self.setCurrentIndex(current)
        self.groups.set_open(index, on=False)

    @Slot()
    def expandAll(self) -> None:
        self.groups.open_all(on=True)

    @Slot()
    def collapseAll(self) -> None:
        self.groups.open_all(on=False)

    # ---- dragging

    def drag_data(self) -> QMimeData | None:
        """Return the files of the selected rows for a drag; None if there are none.

        Documents inside archives or on other machines have no file here.
        """
        report = self.groups.report
        indexes = islice(selected_rows(self), _MOST_DRAGGED)
        keys = dict.fromkeys(self.groups.document_at(index) for index in indexes)
        if report is None:
            return None
        documents = (report.documents[key] for key in keys if key is not None)
        files = (one.path for one in documents if not (one.inside or one.elsewhere))
        urls = [desktop.file_url(path) for path in files]
        if not urls:
            return None
        data = QMimeData()
        data.setUrls(urls)
        return data

    def startDrag(self, _actions: Qt.DropAction) -> None:
        data = self.drag_data()
        if data is not None:
            drag = QDrag(self)
            drag.setMimeData(data)
            drag.exec(Qt.DropAction.CopyAction)

    # ---- events

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.choose_first()
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self.toggle_marks()
        elif modifiers or not self._press(event.key(), self.currentIndex()):
            super().keyPressEvent(event)

    def _press(self, key: int, index: QModelIndex) -> bool:
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
                self.open_wanted.emit(True)  # noqa: FBT003 - a signal has no names
            case _:
                return False
        return True

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        if action in {_Move.MoveHome, _Move.MoveEnd} and self.groups.rowCount():
            row = 0 if action == _Move.MoveHome else self.groups.rowCount() - 1
            column = max(self.currentIndex().column(), 0)
            return self.groups.index(row, column)
        return super().moveCursor(action, modifiers)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self._is_on_arrow(index, event):
            self._turn(index)
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and self.groups.document_at(index) is None:
            self._turn(index)
            return
        super().mouseDoubleClickEvent(event)
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        if plain and index.isValid() and index.column() != GroupColumn.MARK:
            self.open_wanted.emit(False)  # noqa: FBT003

    def _turn(self, index: QModelIndex) -> None:
        if self.groups.is_open(index):
            self.collapse(index)
        else:
            self.expand(index)

    def _is_on_arrow(self, index: QModelIndex, event: QMouseEvent) -> bool:
        if not index.isValid() or self.groups.document_at(index) is not None:
            return False
        top, height = self.rowViewportPosition(index.row()), self.rowHeight(index.row())
        return QRect(0, top, height, height).contains(event.position().toPoint())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.currentIndex()
        if not index.isValid():
            return
        position = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            position = self.viewport().mapToGlobal(self.visualRect(index).center())
        self.commands.menu().popup(position)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells, then the titles of groups over all columns.

        This method keeps Python's lock while Qt calls back for cells; without it, each of some
        thousand calls to the model would wait for the lock while another thread works.
        """
        super().paintEvent(event)
        first = self.rowAt(event.rect().top())
        if first < 0:
            return
        last = self.rowAt(event.rect().bottom())
        last = self.groups.rowCount() - 1 if last < 0 else last
        painter = QPainter(self.viewport())
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        current = self.currentIndex().row()
        for row in range(first, last + 1):
            index = self.groups.index(row, GroupColumn.NAME)
            title = self.groups.title_at(index)
            if title is not None:
                selected = self.selectionModel().isSelected(index)
                flag = QStyle.StateFlag.State_Selected
                option.state = option.state | flag if selected else option.state & ~flag
                place, is_open = self._title_place(index), self.groups.is_open(index)
                self._delegate.paint_title(painter, option, place, title, is_open=is_open)
            if row == current:
                self._paint_current(painter, self._title_place(index))

    def _title_place(self, index: QModelIndex) -> QRect:
        top, height = self.rowViewportPosition(index.row()), self.rowHeight(index.row())
        left = -self._header.offset()
        width = min(self._header.length() + left, self.viewport().width())
        return QRect(QPoint(0, top), QPoint(width - 1, top + height - 1))

    def _paint_current(self, painter: QPainter, position: QRect) -> None:
        colours = colours_of(self.palette())
        focused = has_keyboard(self)
        edge = QRect(position.topLeft(), QSize(scaled(3, self.font()), position.height()))
        painter.fillRect(edge, colours.accent if focused else colours.edge)
        if focused and not self.selectionModel().isRowSelected(self.currentIndex().row()):
            painter.setPen(QPen(colours.accent, 1, Qt.PenStyle.DotLine))
            painter.drawRect(position.adjusted(0, 0, -1, -1))


def current_document(view: GroupView) -> DocumentId | None:
    """Return the document of the current row; the kept one for a group's row."""
    index = view.currentIndex()
    group = view.groups.group_at(index)
    if group is None:
        return None
    document = view.groups.document_at(index)
    return group.representative if document is None else document


def selected_documents(view: GroupView, most: int) -> list[DocumentId]:
    """Return the documents of the selected rows in their order, ``most`` at most."""
    found: dict[DocumentId, None] = {}
    for index in islice(selected_rows(view), most):
        group, document = view.groups.group_at(index), view.groups.document_at(index)
        if group is not None:
            found[group.representative if document is None else document] = None
    return list(found)


def selected_groups(view: GroupView) -> frozenset[DocumentId]:
    groups = (view.groups.group_at(index) for index in selected_rows(view))
    return frozenset(group.representative for group in groups if group is not None)


_TITLE, _KEPT, _FIRST = -1, 0, 1


def step_to_document(view: GroupView, by: int) -> bool:
    """Choose the next (1) or previous (-1) document that is beside a kept one.

    A closed group is one step, to its own row. Returns False at the end.
    """
    rows, position = view.groups.rows, view.groups.position_at(view.currentIndex())
    if rows is None or not rows.groups:
        return False
    if position is None:
        return _choose(view, rows, _first(rows, 0))
    rank, row = position.rank, position.row
    if rows.is_open(rank) and _FIRST <= max(row, _KEPT) + by <= len(rows.members(rank)):
        return _choose(view, rows, RowPosition(rank, max(row, _KEPT) + by))
    rank += by
    if not 0 <= rank < rows.groups:
        return False
    last = RowPosition(rank, len(rows.members(rank)) if rows.is_open(rank) else _TITLE)
    return _choose(view, rows, _first(rows, rank) if by > 0 else last)


def step_to_group(view: GroupView, by: int) -> bool:
    """Choose the first document beside the kept one of the next (1) or previous (-1) group.

    A closed group is chosen by its own row. Returns False at the end.
    """
    rows, position = view.groups.rows, view.groups.position_at(view.currentIndex())
    if rows is None:
        return False
    rank = 0 if position is None else position.rank + by
    return 0 <= rank < rows.groups and _choose(view, rows, _first(rows, rank))


def step_to_unmarked_group(view: GroupView) -> bool:
    rows, position = view.groups.rows, view.groups.position_at(view.currentIndex())
    if rows is None:
        return False
    marked: frozenset[DocumentId] = view.groups.marked()
    start = 0 if position is None else position.rank + 1
    for rank in (*range(start, rows.groups), *range(start - (position is not None))):
        if marked.isdisjoint(member.document for member in rows.group(rank).members):
            return _choose(view, rows, _first(rows, rank))
    return False


def _first(rows: GroupRows, rank: int) -> RowPosition:
    return RowPosition(rank, _FIRST if rows.is_open(rank) else _TITLE)


def _choose(view: GroupView, rows: GroupRows, position: RowPosition) -> bool:
    row = rows.row_of(position)
    if row is None:
        return False
    view.go_to(view.groups.index(row, max(view.currentIndex().column(), 0)))
    return True
