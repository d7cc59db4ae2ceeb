"""The command that undoes the last action, a judgement or a removal."""

from PySide6.QtCore import QObject, Slot

from ..language.mnemonics import without_mnemonic
from ..removal.action_words import nothing_text
from ..removal.undoing import UndoController
from ..removal.words import (
    forgetting_text,
    reading_text,
    removal_text,
    saying_text,
)
from ..results.review.actions import ReviewActions
from ..results.review.judging import JudgementController
from ..session.judgement_store import JudgementAction
from ..session.session import Session
from ..session.states import Activity
from ..shell.actions import Actions


class TakingBack(QObject):
    """Keeps the words of the undo command up to date, and carries it out."""

    def __init__(
        self,
        session: Session,
        judging: JudgementController,
        undoing: UndoController,
        commands: Actions,
        review: ReviewActions,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._commands = commands
        self._review = review
        self._judging = judging
        self._undoing = undoing
        for change in (
            session.judgements.asked,
            session.judgements.changed,
            session.judgements.failed,
            session.activity_changed,
            undoing.changed,
        ):
            change.connect(self._update)
        self._update()

    @Slot()
    def take_back(self) -> None:
        """Undo the last action."""
        if self._judgement_is_first():
            self._judging.take_back()
        else:
            self._undoing.undo_last()

    def _judgement_is_first(self) -> bool:
        """Return whether a judgement is undone next."""
        order, last = self._session.undo_order, self._undoing.last
        first = order.said_first(None if last is None else last.id)
        # until the journal was read, ``last`` may be a batch that is undone, or not the last one
        return first and (not self._undoing.following or order.said_first(order.newest_batch))

    def _unread(self) -> bool:
        """Return whether the journal must still be read for the last removal."""
        newest = self._session.undo_order.newest_batch
        return self._undoing.following and newest > self._undoing.newest

    @Slot()
    def _update(self) -> None:
        judgement, batch = self._session.judgements.last, self._undoing.last
        if judgement is not None and self._judgement_is_first():
            # a judgement before the running removal is not the last action
            removing = self._session.activity is Activity.REMOVING
            possible = not removing or self._session.undo_order.said_since_begun()
            words = self._words_of(judgement.kind)
        elif batch is not None and not self._unread():
            possible, words = self._undoing.possible, removal_text(batch)
        else:
            possible, words = False, nothing_text()
        self._commands.set_undo(words, possible=possible)

    def _words_of(self, kind: JudgementAction) -> str:
        if kind is JudgementAction.FORGOTTEN:
            return forgetting_text()
        if kind is JudgementAction.ENCODING:
            return reading_text()
        review = self._review
        command = review.keep if kind is JudgementAction.KEPT else review.not_duplicate
        return saying_text(without_mnemonic(command.text()))
