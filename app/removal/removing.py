"""RemovalController: the actions on marked documents, from the question to the results.

Dialogs that are opened later are imported then, so that the program starts fast.
"""

import typing
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog

import simcore
from simcore import Action, DocumentId, Roles, ScanReport

from ..background.latest import Latest
from ..background.task import Task
from ..language.wording import count_text, path_text
from ..session.calls.removal import Outcome, RemovalOutcome
from ..session.session import Session
from ..session.states import Activity
from ..widgets import desktop
from ..widgets.banner import Notices
from .action_words import dropping_words, words_of
from .actions import RemovalActions
from .aside import Aside
from .marks import Marks
from .summary import RemovalSummary, summed_up

if typing.TYPE_CHECKING:
    from .dialog import RemovalDialog


@dataclass(frozen=True, slots=True)
class _Wish:
    """A requested action on the marked documents of a report that are not ``hidden``.

    ``dropping`` is to write the ids of those that are not on this machine instead.
    """

    report: ScanReport
    marked: frozenset[DocumentId]
    hidden: frozenset[DocumentId]
    action: Action
    destination: Path | None
    roles: Roles
    index: Path
    dropping: bool = False


def _plan(task: Task, wish: _Wish) -> RemovalSummary:
    """Plan and summarise: the journal tells what must stay, the disks whether they have a trash.

    Raises ``SimcoreError`` and ``Cancelled``.
    """
    task.check()
    plan = _dropping(wish) if wish.dropping else _removing(wish)
    documents = wish.report.documents
    hidden = [documents[one] for one in wish.hidden if one in documents]
    hidden.sort(key=lambda one: one.path)
    return summed_up(plan, hidden, task.check)


def _dropping(wish: _Wish) -> "simcore.RemovalPlan":
    return simcore.plan_dropping(wish.report, wish.marked, roles=wish.roles)


def _removing(wish: _Wish) -> "simcore.RemovalPlan":
    if wish.destination is not None:
        simcore.check_disk_of(wish.destination, wish.index)
    reliance = simcore.Reliance(frozenset(), frozenset())
    journal_path = simcore.journal_beside(wish.index)
    if journal_path.exists():
        with simcore.Journal(journal_path) as journal:
            reliance = journal.reliance(wish.report.journal)
    return simcore.plan_removal(
        wish.report,
        wish.marked,
        action=wish.action,
        destination=wish.destination,
        roles=wish.roles,
        volumes=simcore.Volumes(),
        reliance=reliance,
    )


def _write(_task: Task, path: Path, titles: Sequence[str], rows: Iterable[Sequence[str]]) -> Path:
    simcore.write_table(path, titles, rows)
    return path


def _write_ids(_task: Task, path: Path, plan: "simcore.RemovalPlan") -> tuple[Path, int]:
    simcore.write_ids_to_drop(plan, path)
    return path, len(plan.removals)


class Waiting(NamedTuple):
    """A summary that was asked for, and the documents whose ticks were taken off there."""

    wish: _Wish
    left_out: frozenset[DocumentId]


class RemovalController(QObject):
    """Asks for confirmation, carries out plans, and shows the results.

    ``pair_wanted`` carries two documents to be seen side by side: the one that stays, and the one
    that would go. The summary steps aside until it is called back, and is planned anew then. It
    waits, too, where another dialog was opened while it was planned.
    ``begun`` carries how many documents are being dealt with; ``undo`` is what takes it back.
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
        self._aside = Aside(self.tr("Back to the summary"), notices)
        self._aside.called.connect(self._call_back)
        self._planning = Latest(_plan, self, self._ask, notices.show_problem)
        self._writing = Latest(_write, self, self._tell_written, notices.show_problem)
        self._dropping = Latest(_write_ids, self, self._tell_ids_written, notices.show_problem)
        for action in commands.others.values():
            action.triggered.connect(self._plan_other)
        commands.results.triggered.connect(self.show_results)
        session.removed.connect(self._show_removal)
        session.results.report_changed.connect(self._forget)

    # ---- the question

    @Slot()
    def plan_trash(self) -> None:
        """Ask whether marked documents are to go to the trash."""
        self._plan(Action.TRASH, None)

    @Slot()
    def plan_ids(self) -> None:
        """Ask whether the ids of marked documents elsewhere are to be written."""
        self._plan(Action.TRASH, None, dropping=True)

    @Slot()
    def _plan_other(self) -> None:
        sender = self.sender()
        if isinstance(sender, QAction):
            self._choose(Action(sender.data()))

    @Slot(object)
    def _choose(self, action: Action) -> None:
        """Plan an action, once it is known which folder it needs, if any."""
        destination = None
        if simcore.ACTIONS[action].needs_folder:
            name = QFileDialog.getExistingDirectory(
                self._notices.window(), words_of(action).folder_question, str(self._folder)
            )
            if not name:
                return
            destination = Path(name)
            report = self._session.results.report
            try:
                simcore.check_destination(destination, () if report is None else report.folders)
            except simcore.SimcoreError as error:
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
        from .dialog import RemovalDialog  # noqa: PLC0415 - see the docstring

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
    def _compare(self, removal: "simcore.Removal") -> None:
        """Let the summary step aside, so that two of its documents can be seen."""
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

    def waiting(self) -> Waiting | None:
        """Return the summary that is open or waits, None if there is none."""
        dialog, asked = self._dialog, self._asked
        if asked is None or not (dialog is not None or self._aside.waits):
            return None
        return Waiting(asked, self._left_out if dialog is None else frozenset(dialog.left_out))

    def wait_for(self, waiting: Waiting) -> None:
        """Let a summary wait that another window had; it is made when it is called back."""
        self._asked, self._left_out = waiting
        self._wait()

    @Slot()
    def _call_back(self) -> None:
        """Show the summary that waits, of what is marked now."""
        if self._asked is not None and (self._dialog is not None or self._aside.waits):
            asked = self._asked
            self._plan(asked.action, asked.destination, dropping=asked.dropping)

    @Slot(object)
    def _forget(self, report: ScanReport | None) -> None:
        """Close a summary that waits for documents which are no more."""
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

    def _ask_where_to_write(self, plan: "simcore.RemovalPlan") -> None:
        title, sort = dropping_words().name, self.tr("CSV files (*.csv)")
        proposed = self._folder / "drop.csv"
        path = desktop.asked_path(self._notices.window(), title, proposed, sort)
        if path is not None:
            self._folder = path.parent
            self._dropping.run(path, plan)

    @Slot(object)
    def _tell_ids_written(self, written: tuple[Path, int]) -> None:
        path, count = written
        words = dropping_words().done[count != 1]
        self._notices.show_message(words.format(count_text(count), path_text(path)))

    # ---- the answer

    @Slot(object)
    def _show_removal(self, outcome: RemovalOutcome) -> None:
        from .words import removal_words  # noqa: PLC0415 - see the docstring

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
        """List the results of the last removal by document."""
        from .results import RemovalResults  # noqa: PLC0415 - see the docstring

        if self._outcome is not None:
            results = RemovalResults(self._outcome, self._notices.window())
            results.export_wanted.connect(self.export)
            results.show()

    @Slot(object, object)
    def export(self, titles: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Ask for a file name and write rows of words to it."""
        title, proposed = self.tr("Export the list"), self._folder / "removals.csv"
        path = desktop.asked_table(self._notices.window(), title, proposed)
        if path is not None:
            self._writing.run(path, titles, rows)

    @Slot(object)
    def _tell_written(self, path: Path) -> None:
        words = self.tr("The list was written to {0}.")
        self._notices.show_message(words.format(path_text(path)))
