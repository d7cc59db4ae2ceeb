"""RemovalController: actions on marked documents, from the question to the results."""

import typing
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QLabel, QVBoxLayout, QWidget

from simcore.files.disk import Volumes
from simcore.files.roles import Roles
from simcore.index.paths import journal_beside
from simcore.model.reasons import SimcoreError
from simcore.model.records import Action, DocumentId
from simcore.model.report import Batch, Group, Operation, ScanReport, State
from simcore.removal.actions import ACTIONS
from simcore.removal.journal import NO_RELIANCE, Journal
from simcore.reports.formats import write_table

from ..i18n import counted, sentences
from ..session.calls import Outcome, RemovalOutcome, RemovalResult, UndoOutcome
from ..session.session import Session
from ..session.states import BUSY, Activity
from ..settings.settings import SettingsStore
from ..style import font_like, scaled
from ..tasks import Latest, Task
from ..widgets import desktop
from ..widgets.banner import Notices
from ..widgets.basic import opening_size
from ..widgets.tables import FIT, Column, RowList
from ..wording import count_text, path_text, reason_text
from .actions import RemovalActions, dropping_words, words_of
from .dialog import RemovalDialog, RemovalSummary, summed_up
from .history import HistoryWindow, JournalState, read_batch, read_journal
from .words import folder_gone_words, outcome_text, removal_words, result_words, undo_words

if typing.TYPE_CHECKING:
    from simcore.removal.plan import Removal, RemovalPlan


class SuspendedDialog(QObject):
    """Lets a dialog step aside, with a message whose button calls it back.

    ``back`` asks for the dialog again. Closing the dialog removes the message.
    """

    def __init__(self, button: str, notices: Notices) -> None:
        super().__init__(notices)
        self._notices = notices
        self._words = ""
        self.back = QAction(button, self)

    @property
    def waits(self) -> bool:
        return bool(self._words)

    def wait(self, words: str) -> None:
        self._words = words
        # twice: a lasting message that was closed before is not shown again, and this must be
        self._notices.show_message(words)
        self._notices.show_message(words, action=self.back, lasting=True)

    @Slot()
    def end(self) -> None:
        if self._words and self._notices.text() == self._words:
            self._notices.close_message()
        self._words = ""


class Marks(Protocol):
    """The marked documents among the groups shown.

    ``arranged`` follows when the groups asked for last are shown. ``filled`` carries how many
    documents ``mark_documents`` marked, and how many it skipped because the filter hides them.
    """

    arranged: SignalInstance
    filled: SignalInstance

    @property
    def report(self) -> ScanReport | None:
        """The report shown, None before the first."""

    def shown_groups(self) -> tuple[Sequence[Group], Collection[DocumentId]]:
        """Return the groups that the filter lets through, and the members that it hides."""

    def marked(self) -> frozenset[DocumentId]:
        """Return the marked members of the report, those that the filter hides too."""

    def hidden_marks(self) -> frozenset[DocumentId]:
        """Return the marked documents that the filter hides."""

    def mark_documents(self, ids: Iterable[DocumentId], copies: Iterable[DocumentId] = ()) -> None:
        """Mark those of some documents that are shown; of each of ``copies`` one like it stays."""

    def mark(self, ids: Iterable[DocumentId], *, on: bool) -> None:
        """Mark documents of the report, or unmark them, and leave all others as they are."""


@dataclass(frozen=True, slots=True)
class _Wish:
    report: ScanReport
    marked: frozenset[DocumentId]
    hidden: frozenset[DocumentId]
    action: Action
    destination: Path | None
    roles: Roles
    index: Path
    dropping: bool = False


def _plan(task: Task, wish: _Wish) -> RemovalSummary:
    """Plan and summarize. Raises ``SimcoreError`` and ``Cancelled``."""
    task.check()
    plan = _dropping(wish) if wish.dropping else _removing(wish)
    documents = wish.report.documents
    hidden = [documents[one] for one in wish.hidden if one in documents]
    hidden.sort(key=lambda one: one.path)
    return summed_up(plan, hidden, task.check)


def _dropping(wish: _Wish) -> "RemovalPlan":
    from simcore.removal.plan import plan_dropping

    return plan_dropping(wish.report, wish.marked, roles=wish.roles)


def _removing(wish: _Wish) -> "RemovalPlan":
    from simcore.removal.carry_out import check_disk_of
    from simcore.removal.plan import plan_removal

    if wish.destination is not None:
        check_disk_of(wish.destination, wish.index)
    reliance = NO_RELIANCE
    journal_path = journal_beside(wish.index)
    if journal_path.exists():
        with Journal(journal_path) as journal:
            reliance = journal.reliance(wish.report.journal)
    return plan_removal(
        wish.report,
        wish.marked,
        action=wish.action,
        destination=wish.destination,
        roles=wish.roles,
        volumes=Volumes(),
        reliance=reliance,
    )


def _write(_task: Task, path: Path, titles: Sequence[str], rows: Iterable[Sequence[str]]) -> Path:
    write_table(path, titles, rows)
    return path


def _write_ids(_task: Task, path: Path, plan: "RemovalPlan") -> tuple[Path, int]:
    from simcore.reports.tables import write_ids_to_drop

    write_ids_to_drop(plan, path)
    return path, len(plan.removals)


class RemovalController(QObject):
    """Asks for confirmation, carries out plans, and shows the results.

    ``pair_wanted`` carries the kept and the marked document of a pair to compare. The summary steps
    aside meanwhile, also if another dialog opened during planning, and is planned again when called
    back. ``begun`` carries the number of documents; ``undo`` is the command that reverts it.
    """

    pair_wanted = Signal(object, object)
    begun = Signal(object)  # int

    def __init__(
        self,
        session: Session,
        marks: Marks,
        commands: RemovalActions,
        undo: QAction,
        notices: Notices,
        index: Path,
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._marks = marks
        self._commands = commands
        self.undo = undo
        self._notices = notices
        self._index = index
        self._folder = Path.home()
        self._outcome: RemovalOutcome | None = None
        self._dialog: RemovalDialog | None = None
        self._asked: _Wish | None = None
        self._left_out: frozenset[DocumentId] = frozenset()
        self._aside = SuspendedDialog(self.tr("Back to the summary"), notices)
        self._aside.back.triggered.connect(self._call_back)
        self._planning = Latest(_plan, self, self._ask, notices.show_problem)
        self._writing = Latest(_write, self, self._tell_written, notices.show_problem)
        self._dropping = Latest(_write_ids, self, self._tell_ids_written, notices.show_problem)
        for kind, action in commands.others.items():
            action.triggered.connect(partial(self._choose, kind))
        commands.results.triggered.connect(self.show_results)
        session.removed.connect(self._show_removal)
        session.results.report_changed.connect(self._forget)

    @Slot()
    def plan_trash(self) -> None:
        self._plan(Action.TRASH, None)

    @Slot()
    def plan_ids(self) -> None:
        self._plan(Action.TRASH, None, dropping=True)

    @Slot(object)
    def _choose(self, action: Action) -> None:
        from simcore.removal.carry_out import check_destination

        destination = None
        if ACTIONS[action].needs_folder:
            name = QFileDialog.getExistingDirectory(
                self._notices.window(), words_of(action).folder_question, str(self._folder)
            )
            if not name:
                return
            destination = Path(name)
            report = self._session.results.report
            try:
                check_destination(destination, () if report is None else report.folders)
            except SimcoreError as error:
                self._notices.show_problem(error.reason)
                return
            self._folder = destination
        self._plan(action, destination)

    def _plan(self, action: Action, destination: Path | None, *, dropping: bool = False) -> None:
        report = self._session.results.report
        if report is None:
            return
        hidden = self._marks.hidden_marks()  # hidden documents are not removed
        marked = self._marks.marked() - hidden
        roles = self._session.results.roles
        self._asked = _Wish(
            report, marked, hidden, action, destination, roles, self._index, dropping
        )
        self._planning.run(self._asked)

    @Slot(object)
    def _ask(self, summary: RemovalSummary) -> None:
        if self._session.activity not in {Activity.NONE, Activity.RECALLING}:
            return
        shown = self._dialog is not None and self._dialog.isVisible()
        if not shown and desktop.is_asking(self._notices.window()):
            self._wait()
            return
        if self._dialog is not None:
            self._dialog.show_summary(summary)
        else:
            self._dialog = dialog = RemovalDialog(summary, self._notices.window())
            if self._left_out:
                dialog.leave_out(self._left_out)
                self._left_out = frozenset()
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.accepted.connect(self._remove)
            dialog.finished.connect(self._close)
            dialog.action_wanted.connect(self._choose)
            dialog.compare_wanted.connect(self._compare)
        self._aside.end()
        self._dialog.open()

    @Slot(object)
    def _compare(self, removal: "Removal") -> None:
        if self._dialog is not None:
            self.pair_wanted.emit(removal.witness.id, removal.document.id)
            self._dialog.hide()
            self._wait()

    def _wait(self) -> None:
        asked = self._asked
        self._aside.wait(
            self.tr("The summary waits. No ids have been exported.")
            if asked is not None and asked.dropping
            else self.tr("The summary waits. Nothing has been moved.")
        )

    def waiting(self) -> tuple[_Wish, frozenset[DocumentId]] | None:
        dialog, asked = self._dialog, self._asked
        if asked is None or not (dialog is not None or self._aside.waits):
            return None
        return asked, self._left_out if dialog is None else frozenset(dialog.left_out)

    def wait_for(self, waiting: tuple[_Wish, frozenset[DocumentId]]) -> None:
        self._asked, self._left_out = waiting
        self._wait()

    @Slot()
    def _call_back(self) -> None:
        if self._asked is not None and (self._dialog is not None or self._aside.waits):
            asked = self._asked
            self._plan(asked.action, asked.destination, dropping=asked.dropping)

    @Slot(object)
    def _forget(self, report: ScanReport | None) -> None:
        dialog, asked = self._dialog, self._asked
        if asked is None or (dialog is not None and dialog.isVisible()):
            return
        if report is None or report.documents is not asked.report.documents:
            if dialog is not None:
                dialog.reject()
            self._close()

    @Slot()
    def _close(self) -> None:
        self._dialog = None
        self._left_out = frozenset()
        self._aside.end()

    @Slot()
    def _remove(self) -> None:
        dialog = self._dialog
        if dialog is not None:
            # a person said that they stay
            self._marks.mark(dialog.left_out, on=False)
            plans = dialog.plans()
            if dialog.plan.elsewhere:
                self._ask_where_to_write(plans[0])
                return
            self._session.remove(plans)
            if self._session.activity is Activity.REMOVING:
                self.begun.emit(sum(len(plan.removals) for plan in plans))

    def _ask_where_to_write(self, plan: "RemovalPlan") -> None:
        title, sort = dropping_words().name, self.tr("CSV files (*.csv)")
        proposed = self._folder / "drop.csv"
        path = desktop.asked_path(self._notices.window(), title, proposed, sort)
        if path is not None:
            self._folder = path.parent
            self._dropping.run(path, plan)

    @Slot(object)
    def _tell_ids_written(self, written: tuple[Path, int]) -> None:
        path, count = written
        self._notices.show_message(counted(*dropping_words().done, count, path_text(path)))

    @Slot(object)
    def _show_removal(self, outcome: RemovalOutcome) -> None:
        self._outcome = outcome
        done = outcome.count(Outcome.MOVED)
        incomplete = done < len(outcome.results)
        self._notices.show_message(
            removal_words(outcome),
            warning=incomplete or outcome.index_problem is not None,
            action=self.undo if done else None,
            second=self._commands.results,
        )
        if incomplete:
            self.show_results()

    @Slot()
    def show_results(self) -> None:
        if self._outcome is not None:
            results = RemovalResults(self._outcome, self._notices.window())
            results.export_wanted.connect(self.export)
            results.show()

    @Slot(object, object)
    def export(self, titles: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        title, proposed = self.tr("Export the list"), self._folder / "removals.csv"
        path = desktop.asked_table(self._notices.window(), title, proposed)
        if path is not None:
            self._writing.run(path, titles, rows)

    @Slot(object)
    def _tell_written(self, path: Path) -> None:
        words = self.tr("The list was written to {0}.")
        self._notices.show_message(words.format(path_text(path)))


_NOT_OVER = (State.INTENDED, State.UNDOING)


class UndoController(QObject):
    """Follows the journal: what can be undone, and the results of recovery.

    ``changed`` follows changes of ``last``, ``newest``, ``following`` and ``possible``.
    """

    changed = Signal()

    def __init__(
        self,
        session: Session,
        settings: SettingsStore,
        removing: RemovalController,
        commands: RemovalActions,
        notices: Notices,
        index: Path,
    ) -> None:
        super().__init__(notices)
        self._session = session
        self._settings = settings
        self._removing = removing
        self._show = commands.history
        self._notices = notices
        self._index = index
        self._history: HistoryWindow | None = None
        self._state = JournalState((), None)
        self._looking = Latest(read_journal, self, self._take_state, notices.show_problem)
        self._looking.failed.connect(self._update)
        self._reading = Latest(read_batch, self, self._show_batch, notices.show_problem)
        commands.history.triggered.connect(self.show_history)
        removing.begun.connect(self._note_begun)
        session.removed.connect(self._note_told)
        session.problem_found.connect(self._note_told)
        session.removed.connect(self._look_again)
        session.undone.connect(self._tell_undone)
        session.problem_found.connect(self._look_again)
        session.activity_changed.connect(self._update)

    @property
    def following(self) -> bool:
        return self._looking.busy

    @property
    def last(self) -> Batch | None:
        """The last batch of which something can be undone."""
        return next((one for one in self._state.batches if one.id == self._state.last), None)

    @property
    def newest(self) -> int:
        return max((one.id for one in self._state.batches), default=0)

    @property
    def possible(self) -> bool:
        idle = self._session.activity not in BUSY
        return self._state.last is not None and idle and not self.following

    def start(self) -> None:
        self._looking.run(self._index, recover=True)
        self._update()

    @Slot()
    def _look_again(self) -> None:
        self._looking.run(self._index)
        self._update()

    @Slot(object)
    def _take_state(self, state: JournalState) -> None:
        self._state = state
        if self._history is not None:
            self._history.set_batches(state.batches)
        self._update()
        cut_short = self._settings.now.removing
        if self._session.activity is Activity.REMOVING:
            return
        if state.recovered:
            self._tell_recovered(state)
        elif len(cut_short) == 2:
            self._tell_cut_short(state, *cut_short)
        self._note_told()

    @Slot(object)
    def _note_begun(self, documents: int) -> None:
        self._settings.keep(replace(self._settings.now, removing=(documents, self.newest)))

    @Slot()
    def _note_told(self) -> None:
        if self._settings.now.removing and self._session.activity is not Activity.REMOVING:
            self._settings.keep(replace(self._settings.now, removing=()))

    def _tell_cut_short(self, state: JournalState, documents: int, before: int) -> None:
        done = sum(one.counts.get(State.DONE, 0) for one in state.batches if one.id > before)
        words = self.tr(
            "The program was closed in the middle of a removal: {0} of {1} had "
            "been dealt with, the others are as they were before."
        )
        self._notices.show_message(
            words.format(count_text(done), count_text(documents)),
            warning=True,
            action=self._removing.undo if done else None,
            second=self._show,
        )

    def _tell_recovered(self, state: JournalState) -> None:
        waiting = [one for one in state.recovered if one.state in _NOT_OVER]
        if waiting:  # a run may be at work
            words = sentences([result_words(one) for one in waiting[:3]])
            self._notices.show_message(words, warning=True, action=self._show)
            return
        # the whole batch, not only its current document: the rest is offered, too
        counts = sum((Counter(batch.counts) for batch in state.interrupted), Counter[State]())
        as_before = counts[State.SKIPPED] + counts[State.UNDONE]
        unclear = counts[State.UNKNOWN] + counts[State.FAILED]
        parts = [self.tr("The program had stopped in the middle of a removal.")]
        if counts[State.DONE]:
            one = self.tr("1 document had been dealt with and can be undone.")
            many = self.tr("{0} documents had been dealt with and can be undone.")
            parts.append(counted(one, many, counts[State.DONE]))
        if as_before:
            one, many = self.tr("1 document is unchanged."), self.tr("{0} documents are unchanged.")
            parts.append(counted(one, many, as_before))
        if unclear:
            one = self.tr("What became of 1 document is not certain.")
            many = self.tr("What became of {0} documents is not certain.")
            parts.append(counted(one, many, unclear))
        self._notices.show_message(sentences(parts), warning=True, action=self._show)

    def undo_last(self) -> None:
        if self.possible:
            self._session.undo(self._state.last)

    @Slot(object, object, object)
    def _undo(self, batch: int, only: list[int] | None, beside: object) -> None:
        self._session.undo(batch, only=only, beside=bool(beside))

    @Slot(object)
    def _tell_undone(self, outcome: UndoOutcome) -> None:
        incomplete = any(one.reason for one in outcome.results)
        self._notices.show_message(
            undo_words(outcome),
            warning=incomplete,
            action=self._show if incomplete else None,
        )
        self._look_again()

    @Slot()
    def _update(self) -> None:
        if self._history is not None:
            self._history.set_busy(busy=self._session.activity in BUSY)
        self.changed.emit()

    @Slot()
    def show_history(self) -> None:
        if self._history is None:
            self._history = history = HistoryWindow(self._notices.window())
            history.batch_chosen.connect(partial(self._reading.run, self._index))
            history.undo_wanted.connect(self._undo)
            history.show_wanted.connect(self._show_file)
            history.export_wanted.connect(self._removing.export)
        self._history.set_batches(self._state.batches)
        self._history.show()
        self._history.raise_()
        self._history.activateWindow()
        self._update()
        self._look_again()

    @Slot(object)
    def _show_batch(self, content: tuple[int, Sequence[Operation]]) -> None:
        if self._history is not None:
            self._history.set_content(*content)

    @Slot(object)
    def _show_file(self, path: Path) -> None:
        desktop.show_in_folder(path, self._notices.show_problem)


class RemovalResults(QDialog):
    """Lists every document with its new path or the reason it was kept, failures first.

    ``export_wanted`` carries column titles and the rows shown.
    """

    export_wanted = Signal(object, object)

    def __init__(self, outcome: RemovalOutcome, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("What became of the documents"))
        summary = QLabel(removal_words(outcome), self)
        summary.setWordWrap(True)
        summary.setFont(font_like(self.font(), 13, bold=True))
        columns: tuple[Column[RemovalResult], ...] = (
            Column(title=lambda: self.tr("Document"), text=_path),
            Column(title=lambda: self.tr("Result"), text=outcome_text, width=FIT),
            Column(title=lambda: self.tr("Where to, or why not"), text=self._detail),
        )
        name = self.tr("What became of each document")
        self.list = RowList(name, columns, self, tooltip=self._tooltip)
        self.list.export_wanted.connect(self.export_wanted)
        self.table = self.list.table
        self.outcome = outcome
        told = {one.folder_gone or one.document.id: one for one in reversed(outcome.failures_first)}
        self.list.set_records(tuple(reversed(told.values())))
        self.finished.connect(self.list.shut_down)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(summary)
        layout.addWidget(self.list)
        layout.addWidget(buttons)
        size = opening_size(parent, scaled(900, self.font()), scaled(480, self.font()))
        self.resize(size)

    def _detail(self, result: RemovalResult) -> str:
        folder = result.folder_gone
        if folder is None:
            return reason_text(result.detail)
        return folder_gone_words(folder, self.outcome.folders_gone[folder])

    def _tooltip(self, result: RemovalResult) -> str:
        return "\n".join(filter(None, (_path(result), self._detail(result))))


def _path(result: RemovalResult) -> str:
    return path_text(result.folder_gone or result.document.path)
