"""GroupView: the groups and their documents, and the actions on them."""

from collections.abc import Sequence
from itertools import islice

from PySide6.QtCore import (
    QAbstractItemModel,
    QByteArray,
    QEvent,
    QItemSelectionModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
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
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from simcore import DocumentId

from ....looks.colours import colours_of
from ....looks.ground import has_keyboard
from ....looks.measures import row_height, scaled
from ....widgets import desktop
from ....widgets.view_keys import ViewKey
from ..rows.columns import GroupColumn
from ..rows.filter import GroupFilter
from .actions import GroupActions
from .delegate import GroupDelegate
from .folding_table import FoldingTable
from .header import GroupHeader
from .measuring import usual_widths, widths_in_sight
from .model import GroupModel
from .position import GroupPosition, selected_rows

_Flag = QItemSelectionModel.SelectionFlag
_Index = QModelIndex | QPersistentModelIndex

_MOST_DRAGGED = 1_000
"""The number of rows of which a drag carries the files."""


class GroupView(FoldingTable):
    """Shows a ``GroupModel``; the user's position in it is kept across new reports.

    ``document_chosen`` carries the representative and the chosen document of the current row
    (the first member on the row of a group or of its kept document); ``nothing_chosen`` tells
    that the current row went without a successor. ``failed`` carries a sentence,
    ``folder_wanted`` the path of the folder that alone is to be shown, ``protection_wanted`` and
    ``exclusion_wanted`` that of the folder that is to be protected or left out.
    ``encoding_wanted`` carries documents and what encoding they are to be read in, empty for the
    one that is recognised. ``marks_toggled`` tells that the person marked or unmarked what is
    selected, by a key.
    """

    document_chosen = Signal(object, object)
    nothing_chosen = Signal()
    failed = Signal(object)  # Reason | str
    folder_wanted = Signal(object)
    protection_wanted = Signal(object)
    exclusion_wanted = Signal(object)
    encoding_wanted = Signal(object, str)
    marks_toggled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        self._actions = GroupActions(self)
        self._actions.failed.connect(self.failed)
        self._actions.folder_wanted.connect(self.folder_wanted)
        self._actions.protection_wanted.connect(self.protection_wanted)
        self._actions.exclusion_wanted.connect(self.exclusion_wanted)
        self._actions.encoding_wanted.connect(self.encoding_wanted)

    def header(self) -> GroupHeader:
        """Return the header of the columns."""
        return self._header

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show a ``GroupModel``, once; raises ``TypeError`` for a model of another kind."""
        if isinstance(model, GroupModel):
            model.modelAboutToBeReset.connect(self._remember)
        super().setModel(model)
        self.groups.modelReset.connect(self._restore)  # after QTableView's own slot
        self._actions.set_model(self.groups)
        self._header.share_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the columns share the new width."""
        super().resizeEvent(event)
        self._header.share_width()
        if isinstance(self.model(), GroupModel):
            self._header.set_needs(self._usual, widths_in_sight(self))

    def changeEvent(self, event: QEvent) -> None:
        """Fit the rows to another font or style."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._set_row_height()
            self._measured = None
        elif event.type() in {QEvent.Type.LanguageChange, QEvent.Type.LocaleChange}:
            self.groups.forget_words()
            self.viewport().update()

    def _set_row_height(self) -> None:
        """Make all rows as high as the measures say."""
        height = max(row_height(self.font()), self.fontMetrics().lineSpacing() + 2)
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)

    # ---- the columns' layout

    def save_layout(self) -> QByteArray:
        """Return widths, order and sorting of the columns, and which are hidden."""
        return self._header.layout_saved()

    def restore_layout(self, layout: QByteArray) -> None:
        """Restore the layout of ``save_layout``; that of another version is ignored."""
        self._header.restore(layout)

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
            position = None  # a search begins at its first answer
        scrolling = self.hasAutoScroll()
        self._restoring = True
        self.setAutoScroll(False)  # it would jump to the current row
        try:
            if position is not None:
                self.updateGeometries()  # the range of the scroll bar, before its value
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
        """Tell the header how wide names and folders are, so that none is cut beside room."""
        report = self.groups.report
        documents = report and report.documents
        # a slider, a filter and an order show others of the same documents
        if documents is not self._measured or not self._usual:
            self._usual = usual_widths(self)
            self._measured = documents if self.groups.rowCount() else None
        self._header.set_needs(self._usual, widths_in_sight(self))

    def go_back_to(self, position: GroupPosition) -> None:
        """Take the position of another view of the same report, as soon as there are rows."""
        self._awaited = position
        self._restore()

    # ---- the current row

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        """Emit the chosen document."""
        super().currentChanged(current, previous)
        if current.row() != previous.row():
            self.viewport().update()  # the frame is around the whole row
            if not self._restoring and current.isValid():
                self._announce(self._pair_at(current))

    @Slot()
    def choose_first(self) -> None:
        """Choose the first document beside a kept one, where nothing is chosen yet."""
        rows = self.groups.rows
        if not self.currentIndex().isValid() and rows is not None and rows.groups:
            row = 2 if rows.is_open(0) else 0
            self.go_to(self.groups.index(row, 0))

    def go_to(self, index: _Index) -> None:
        """Make a row the current and the only selected one, whatever keys are held down.

        ``setCurrentIndex`` would add it to the selection while Ctrl is down, as in a shortcut.
        """
        self.selectionModel().setCurrentIndex(index, _Flag.ClearAndSelect | _Flag.Rows)

    def choose(self, document: DocumentId, *, parts: bool | None = None) -> bool:
        """Make a document's row the current one, opening its group; False when it is not shown.

        ``parts``: in the group of a whole and its parts, or in the other one.
        """
        index = self.groups.reveal(document, parts=parts)
        if index.isValid():
            self.go_to(index)
        return index.isValid()

    def _pair_at(self, index: _Index) -> tuple[DocumentId, DocumentId] | None:
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

    def offer(self, actions: Sequence[QAction]) -> None:
        """Put the window's actions at the end of the menu of a row."""
        self._actions.more = list(actions)

    def prepare_actions(self) -> None:
        """Fit what the actions of a row say, and whether they can be used, to the current row."""
        self._actions.prepare()

    @Slot()
    def choose_again(self) -> None:
        """Emit the chosen document again, as if it were chosen now."""
        self._announce(self._pair)

    @Slot()
    def toggle_marks(self) -> None:
        """Mark the selected documents, or unmark them when all of them are marked."""
        self._actions.toggle_marks()
        self.marks_toggled.emit()

    def view_keys(self) -> list[ViewKey]:
        """List the keys that work here alone."""
        return [
            ViewKey(("Space",), self.tr("Mark or unmark what is selected")),
            *super().view_keys(),
        ]

    # ---- dragging

    def drag_data(self) -> QMimeData | None:
        """Return the files of the selected rows as a drag carries them; None if there are none.

        What is inside an archive is no file of its own, what is elsewhere none of this machine.
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
        """Offer the files of the selected rows to a file manager, to be copied, never moved."""
        data = self.drag_data()
        if data is not None:
            drag = QDrag(self)
            drag.setMimeData(data)
            drag.exec(Qt.DropAction.CopyAction)

    # ---- events

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that keys go here now; without a current row Qt would take the first title."""
        self.choose_first()
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that keys go elsewhere now."""
        super().focusOutEvent(event)
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Space toggle marks in any column."""
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            self.toggle_marks()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu of the row under the pointer, or of the current one."""
        index = self.currentIndex()
        if not index.isValid():
            return
        position = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            position = self.viewport().mapToGlobal(self.visualRect(index).center())
        self._actions.menu().popup(position)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells, then the titles of groups over all columns.

        Called from here and not from Qt, the cells are painted while this thread holds Python's
        lock; else it would have to wait for it at each of some thousand questions to the model
        while another thread works.
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
                place = self._title_place(index)
                self._delegate.paint_title(painter, option, place, index, title)
            if row == current:
                self._paint_current(painter, self._title_place(index))
        painter.end()

    def _title_place(self, index: QModelIndex) -> QRect:
        """Return the rectangle of a row on screen, over all columns."""
        top, height = self.rowViewportPosition(index.row()), self.rowHeight(index.row())
        left = -self._header.offset()
        width = min(self._header.length() + left, self.viewport().width())
        return QRect(QPoint(0, top), QPoint(width - 1, top + height - 1))

    def _paint_current(self, painter: QPainter, position: QRect) -> None:
        """Paint an edge at the left of the current row, and where the keyboard is its frame."""
        colours = colours_of(self.palette())
        focused = has_keyboard(self)
        edge = QRect(position.topLeft(), QSize(scaled(3, self.font()), position.height()))
        painter.fillRect(edge, colours.accent if focused else colours.edge)
        if focused and not self.selectionModel().isRowSelected(self.currentIndex().row()):
            painter.setPen(QPen(colours.accent, 1, Qt.PenStyle.DotLine))
            painter.drawRect(position.adjusted(0, 0, -1, -1))
