"""HistoryWindow: the removals by batch, their results, and what can be undone."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from simcore import Batch, Operation

from ..looks.measures import scaled
from ..widgets.buttons.filled import FilledButton
from ..widgets.layouts import opening_size, split
from ..widgets.row_list import RowList
from .fact_label import FactLabel
from .history_rows import BATCHES, OPERATIONS, UNDOABLE, batch_text, operation_tooltip
from .journal_reading import BatchContent


class HistoryWindow(QDialog):
    """Lists batches, and the documents of the chosen one. Not modal; it asks, and does nothing.

    ``batch_chosen`` carries the number of a batch whose operations are wanted; ``undo_wanted`` that
    of a batch, the numbers of operations of it (None for all), and whether documents may come back
    under numbered names; ``export_wanted`` titles and rows; ``show_wanted`` a path.
    """

    batch_chosen = Signal(object)
    undo_wanted = Signal(object, object, object)
    export_wanted = Signal(object, object)
    show_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("History of removals"))
        self._batches: Sequence[Batch] = ()
        self._operations: Sequence[Operation] = ()
        self._shown: int | None = None
        self._busy = False
        self._empty = FactLabel(self.tr("Nothing was removed yet."), self)
        self.batches = RowList(self.tr("Removals"), BATCHES, self, tooltip=batch_text, plain=True)
        self.batches.chosen_changed.connect(self._choose)
        name = self.tr("Documents of the removal")
        self.documents = RowList(name, OPERATIONS, self, tooltip=operation_tooltip)
        self.documents.chosen_changed.connect(self._update)
        self.documents.export_wanted.connect(self.export_wanted)

        self.undo_batch = FilledButton(self.tr("&Undo this removal"), self, sign="undo-2")
        self.undo_batch.clicked.connect(self._undo_batch)
        self.undo_chosen = QPushButton(self.tr("Undo these &documents"), self)
        self.undo_chosen.clicked.connect(self._undo_chosen)
        self.show_file = QPushButton(self.tr("&Show in file manager"), self)
        self.show_file.clicked.connect(self._show_file)
        self.beside = QCheckBox(
            self.tr("Use a &numbered name where another file has the name"), self
        )
        self.beside.setToolTip(
            self.tr("What stands at a document's place now is never replaced, with or without this")
        )
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        close.rejected.connect(self.reject)
        bar = QHBoxLayout()
        for button in (self.undo_batch, self.undo_chosen, self.show_file):
            button.setAutoDefault(False)
            bar.addWidget(button)
        bar.addStretch()
        bar.addWidget(close)

        lists = (self.batches, 0, 190), (self.documents, 1, 300)
        splitter = split(self, *lists, orientation=Qt.Orientation.Vertical)
        layout = QVBoxLayout(self)
        layout.addWidget(self._empty)
        layout.addWidget(splitter, 1)
        layout.addWidget(self.beside)
        layout.addLayout(bar)
        self.resize(opening_size(parent, scaled(960, self.font()), scaled(640, self.font())))
        self._update()

    # ---- what is shown

    def set_batches(self, batches: Sequence[Batch]) -> None:
        """Show these batches, the newest first; the chosen one stays chosen."""
        wanted = self._shown
        self._batches = batches
        self.batches.set_records(batches)
        self._empty.setVisible(not batches)
        numbers = [batch.id for batch in batches]
        if batches:
            self.batches.choose(numbers.index(wanted) if wanted in numbers else 0)
        self._update()

    def set_content(self, content: BatchContent) -> None:
        """Show the documents of a batch, if it is still the chosen one."""
        if content.batch == self._shown:
            self._operations = content.operations
            self.documents.set_records(content.operations)
            self._update()

    def set_busy(self, *, busy: bool) -> None:
        """Offer nothing while something is under way."""
        self._busy = busy
        self._update()

    # ---- what is chosen

    @Slot()
    def _choose(self) -> None:
        chosen = self.batches.chosen()
        if chosen:
            batch = self._batches[chosen[0]].id
            if batch != self._shown:
                self._shown, self._operations = batch, ()
                self.documents.set_records(())
            self.batch_chosen.emit(batch)
        self._update()

    def _chosen_operations(self) -> list[Operation]:
        return [self._operations[number] for number in self.documents.chosen()]

    @Slot()
    def _update(self) -> None:
        chosen = self._chosen_operations()
        undoable = any(one.state in UNDOABLE for one in self._operations)
        self.undo_batch.setEnabled(undoable and not self._busy)
        some = any(one.state in UNDOABLE for one in chosen)
        self.undo_chosen.setEnabled(some and not self._busy)
        self.show_file.setEnabled(len(chosen) == 1)

    @Slot()
    def _undo_batch(self) -> None:
        if self._shown is not None:
            self.undo_wanted.emit(self._shown, None, self.beside.isChecked())

    @Slot()
    def _undo_chosen(self) -> None:
        chosen = [one.sequence for one in self._chosen_operations() if one.state in UNDOABLE]
        if self._shown is not None and chosen:
            self.undo_wanted.emit(self._shown, chosen, self.beside.isChecked())

    @Slot()
    def _show_file(self) -> None:
        chosen = self._chosen_operations()
        if chosen:
            self.show_wanted.emit(_path_of(chosen[0]))


def _path_of(operation: Operation) -> Path:
    if operation.state in UNDOABLE and operation.moved_to is not None:
        return operation.moved_to
    return operation.target.path
