"""HistoryWindow: the removals by batch, their results, and what can be undone."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from simcore.index.paths import journal_beside
from simcore.model.report import Batch, Operation, Result, State
from simcore.removal.actions import ACTIONS
from simcore.removal.journal import Journal

from ..i18n import phrases
from ..session.calls import make_trash
from ..style import scaled
from ..tasks import Task
from ..widgets.basic import FactLabel, FilledButton, opening_size, split
from ..widgets.tables import FIT, Column, RowList
from ..wording import count_text, moment_text, path_text, reason_text
from .actions import words_of
from .words import state_text

translate = QCoreApplication.translate  # the name lupdate looks for

UNDOABLE = frozenset({State.DONE, State.UNKNOWN})

_ORDER = (
    State.UNDONE,
    State.UNDOING,
    State.INTENDED,
    State.SKIPPED,
    State.FAILED,
    State.UNKNOWN,
)


def batch_text(batch: Batch) -> str:
    counts = [_in_state(batch.counts[state], state) for state in _ORDER if batch.counts.get(state)]
    done = batch.counts.get(State.DONE, 0)
    parts = [_counted(done, words_of(batch.action).state)] if done or not counts else []
    if not parts:
        counts = [_noted(counts[0], words_of(batch.action).state), *counts[1:]]
    return phrases([*parts, *counts])


def _in_state(count: int, state: State) -> str:
    if state is State.SKIPPED and count > 1:
        return translate("history", "{0} left as they were").format(count_text(count))
    return _counted(count, state_text(state))


def _counted(count: int, what: str) -> str:
    return translate("history", "{0} {1}", "how many, and what became of them").format(
        count_text(count), what
    )


def _noted(words: str, note: str) -> str:
    return translate("history", "{0} ({1})", "something, and a note on it").format(words, note)


def _path(one: Operation) -> str:
    return path_text(one.target.path)


def _state(one: Operation) -> str:
    return words_of(one.action).state if one.state is State.DONE else state_text(one.state)


def _detail(one: Operation) -> str:
    detail = reason_text(one.reason)
    if one.state in UNDOABLE and one.moved_to is not None:
        where = path_text(one.moved_to)
        return _noted(where, detail) if detail else where
    if one.state is State.DONE and ACTIONS[one.action].links and not detail:
        return path_text(one.witnesses[0].path) if one.witnesses else ""
    return detail


def operation_tooltip(one: Operation) -> str:
    return "\n".join(filter(None, (_path(one), _state(one), _detail(one))))


BATCHES: tuple[Column[Batch], ...] = (
    Column(title=lambda: translate("HistoryWindow", "What happened"), text=batch_text),
    Column(
        title=lambda: translate("HistoryWindow", "When"),
        text=lambda batch: moment_text(batch.at),
        width=FIT,
    ),
    Column(
        title=lambda: translate("HistoryWindow", "Note"), text=lambda batch: batch.note, width=FIT
    ),
)
OPERATIONS: tuple[Column[Operation], ...] = (
    Column(title=lambda: translate("HistoryWindow", "Document"), text=_path),
    Column(title=lambda: translate("HistoryWindow", "What became of it"), text=_state, width=FIT),
    Column(title=lambda: translate("HistoryWindow", "Where it went, or why"), text=_detail),
)


@dataclass(frozen=True, slots=True)
class JournalState:
    """All batches, newest first, the last one that can be undone, and the results of recovery.

    ``interrupted`` are the batches that recovery finished or rolled back.
    """

    batches: tuple[Batch, ...]
    last: int | None
    recovered: tuple[Result, ...] = ()
    interrupted: tuple[Batch, ...] = ()


def read_journal(task: Task, index: Path, *, recover: bool = False) -> JournalState:
    """Read the batches. A missing journal is not created.

    ``recover`` first finishes or rolls back an interrupted run. Raises ``JournalError`` and
    ``Cancelled``.
    """
    from simcore.removal.carry_out import last_batch
    from simcore.removal.carry_out import recover as recover_batches

    task.check()
    path = journal_beside(index)
    if not path.exists():
        return JournalState((), None)
    with Journal(path) as journal:
        begun = {one.batch for one in journal.unfinished()} if recover else set()
        recovered = recover_batches(journal, make_trash()) if begun else ()
        batches = tuple(journal.batches())
        interrupted = tuple(one for one in batches if recovered and one.id in begun)
        return JournalState(batches, last_batch(journal), recovered, interrupted)


def read_batch(task: Task, index: Path, batch: int) -> tuple[int, Sequence[Operation]]:
    """Return a batch and its operations. Raises ``JournalError`` and ``Cancelled``."""
    task.check()
    with Journal(journal_beside(index)) as journal:
        return batch, tuple(journal.operations(batch))


class HistoryWindow(QDialog):
    """Lists batches, and the documents of the selected one; emits requests only.

    ``undo_wanted`` carries a batch, the numbers of its operations (None for all), and whether
    documents may be restored under numbered names.
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

    def set_batches(self, batches: Sequence[Batch]) -> None:
        wanted = self._shown
        self._batches = batches
        self.batches.set_records(batches)
        self._empty.setVisible(not batches)
        numbers = [batch.id for batch in batches]
        if batches:
            self.batches.choose(numbers.index(wanted) if wanted in numbers else 0)
        self._update()

    def set_content(self, batch: int, operations: Sequence[Operation]) -> None:
        if batch == self._shown:
            self._operations = operations
            self.documents.set_records(operations)
            self._update()

    def set_busy(self, *, busy: bool) -> None:
        self._busy = busy
        self._update()

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
