"""UndoController: undoing removals, their history, and the recovery of interrupted runs.

Windows that are opened later are imported then, so that the program starts fast.
"""

import typing
from collections import Counter
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from simcore import Batch, State

from ..background.latest import Latest
from ..language.punctuation import sentences
from ..language.wording import count_text
from ..session.calls.removal import UndoOutcome
from ..session.session import Session
from ..session.states import BUSY, Activity
from ..settings.settings import SettingsStore
from ..widgets import desktop
from ..widgets.banner import Notices
from .actions import RemovalActions
from .journal_reading import BatchContent, JournalState, read_batch, read_journal
from .removing import RemovalController

if typing.TYPE_CHECKING:
    from .history_window import HistoryWindow

_NOT_OVER = (State.INTENDED, State.UNDOING)


class UndoController(QObject):
    """Follows the journal: what can be undone, and the results of recovery.

    ``changed`` comes when ``last``, ``newest``, ``following`` or ``possible`` may be others.
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
        """Whether more may have been removed or undone than is known here."""
        return self._looking.busy

    @property
    def last(self) -> Batch | None:
        """The last batch of which something can be undone."""
        return next((one for one in self._state.batches if one.id == self._state.last), None)

    @property
    def newest(self) -> int:
        """The number of the newest batch; 0 without one."""
        return max((one.id for one in self._state.batches), default=0)

    @property
    def possible(self) -> bool:
        """Whether ``undo_last`` would undo ``last``."""
        idle = self._session.activity not in BUSY
        return self._state.last is not None and idle and not self.following

    def start(self) -> None:
        """Read the journal, and recover an interrupted run."""
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
        """Note a removal: where the window is closed before its end, the next start tells of it."""
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
        from .words import result_words  # noqa: PLC0415 - see the docstring

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
        for count, one, many in (
            (
                counts[State.DONE],
                self.tr("1 document had been dealt with and can be undone."),
                self.tr("{0} documents had been dealt with and can be undone."),
            ),
            (
                as_before,
                self.tr("1 document is unchanged."),
                self.tr("{0} documents are unchanged."),
            ),
            (
                unclear,
                self.tr("What became of 1 document is not certain."),
                self.tr("What became of {0} documents is not certain."),
            ),
        ):
            if count:
                parts.append(one if count == 1 else many.format(count_text(count)))
        self._notices.show_message(sentences(parts), warning=True, action=self._show)

    # ---- undo

    def undo_last(self) -> None:
        """Undo ``last``, if it is ``possible``."""
        if self.possible:
            self._session.undo(self._state.last)

    @Slot(object, object, object)
    def _undo(self, batch: int, only: list[int] | None, beside: object) -> None:
        self._session.undo(batch, only=only, beside=bool(beside))

    @Slot(object)
    def _tell_undone(self, outcome: UndoOutcome) -> None:
        from .words import undo_words  # noqa: PLC0415 - see the docstring

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

    # ---- the history

    @Slot()
    def show_history(self) -> None:
        """Show the batches, the results of their documents, and what can be undone."""
        from .history_window import HistoryWindow  # noqa: PLC0415 - see the docstring

        if self._history is None:
            self._history = history = HistoryWindow(self._notices.window())
            history.batch_chosen.connect(self._read_batch)
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
    def _read_batch(self, batch: int) -> None:
        self._reading.run(self._index, batch)

    @Slot(object)
    def _show_batch(self, content: BatchContent) -> None:
        if self._history is not None:
            self._history.set_content(content)

    @Slot(object)
    def _show_file(self, path: Path) -> None:
        desktop.show_in_folder(path, self._notices.show_problem)
