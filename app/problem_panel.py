"""ProblemPanel: the files that could not be used, and why."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app import desktop, wording
from app.problem_model import ProblemColumn, ProblemModel
from simcore import Problem

__all__ = ["ProblemPanel"]

_TYPING_PAUSE = 150
"""Milliseconds without a key before the filter is applied."""


class ProblemPanel(QWidget):
    """A table of problems with a filter. ``failed`` carries a sentence."""

    title_changed = Signal(str)
    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = ProblemModel(self)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_PAUSE)
        self._typing.timeout.connect(self._apply_filter)

        self._filter = QLineEdit()
        self._filter.setPlaceholderText(self.tr("Filter by file or reason"))
        self._filter.setAccessibleName(self.tr("Filter problems"))
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(self._wait_for_more)

        self._table = self._make_table()
        self._empty = QLabel()
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._empty.setEnabled(False)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._table)
        self._pages.addWidget(self._empty)

        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._filter)
        layout.addWidget(self._pages)
        self._show_page()

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self._model)
        table.setAccessibleName(self.tr("Problems"))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.setAlternatingRowColors(True)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        rows = table.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(table.fontMetrics().height() + 6)
        columns = table.horizontalHeader()
        columns.setHighlightSections(False)
        columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        columns.setStretchLastSection(True)
        columns.setSortIndicatorClearable(True)
        columns.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        table.setSortingEnabled(True)
        letter = table.fontMetrics().averageCharWidth()
        table.setColumnWidth(ProblemColumn.FILE, 44 * letter)
        table.setColumnWidth(ProblemColumn.STAGE, 16 * letter)

        self._copy = QAction(self.tr("&Copy"), table)
        self._copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        self._copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._copy.triggered.connect(self.copy)
        self._show = QAction(self.tr("&Show in file manager"), table)
        self._show.triggered.connect(self._show_file)
        table.addActions([self._copy, self._show])
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._open_menu)
        return table

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Show these problems in place of the former ones."""
        before = self.title()
        self._model.set_problems(problems)
        self._show_page()
        if self.title() != before:
            self.title_changed.emit(self.title())

    def title(self) -> str:
        """Return what may stand over the panel: its name and how many problems there are."""
        if not self._model.total:
            return self.tr("Problems")
        return self.tr("Problems {count}").format(count=wording.count_text(self._model.total))

    @Slot()
    def copy(self) -> None:
        """Put the selected rows on the clipboard, cells apart by tabs."""
        rows = sorted(index.row() for index in self._table.selectionModel().selectedRows())
        lines = [
            "\t".join(
                (
                    wording.path_text(problem.path),
                    wording.stage_text(problem.stage),
                    wording.printable(problem.reason),
                )
            )
            for problem in map(self._model.problem_at, rows)
        ]
        if lines:
            desktop.copy_text("\n".join(lines))

    @Slot()
    def _show_file(self) -> None:
        index = self._table.currentIndex()
        if not index.isValid():
            return
        path = self._model.problem_at(index.row()).path
        if not desktop.show_in_folder(path):
            text = self.tr("The folder of {path} cannot be shown")
            self.failed.emit(text.format(path=wording.path_text(path)))

    @Slot(QPoint)
    def _open_menu(self, place: QPoint) -> None:
        if self._table.currentIndex().isValid():
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addActions([self._copy, self._show])
            menu.popup(self._table.viewport().mapToGlobal(place))

    @Slot()
    def _wait_for_more(self) -> None:
        self._typing.start()

    @Slot()
    def _apply_filter(self) -> None:
        self._model.set_filter(self._filter.text().strip())
        self._show_page()

    def _show_page(self) -> None:
        self._filter.setVisible(self._model.total > 0)
        if self._model.rowCount():
            self._pages.setCurrentWidget(self._table)
            return
        self._empty.setText(
            self.tr("No problem matches the filter")
            if self._model.total
            else self.tr("No problems")
        )
        self._pages.setCurrentWidget(self._empty)
