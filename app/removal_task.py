"""Carrying out a removal, or taking one back, off the GUI thread, by the engine and its journal."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import simcore
from app.tasks import Task
from app.trash import make_trash
from simcore import Document, DocumentId, Result, SimcoreError, State

__all__ = [
    "Outcome",
    "RemovalOutcome",
    "RemovalProgress",
    "RemovalResult",
    "RemovalRun",
    "UndoRun",
]

_log = logging.getLogger(__name__)


class Outcome(StrEnum):
    """What became of one document that was to be removed."""

    MOVED = "moved"
    SKIPPED = "skipped"  # the check said no, or the run was cancelled before
    FAILED = "failed"  # it was tried, and did not work


_OUTCOMES = {State.DONE: Outcome.MOVED, State.SKIPPED: Outcome.SKIPPED}


@dataclass(frozen=True, slots=True)
class RemovalResult:
    """One document and what became of it.

    ``detail`` says where it was moved to (empty where the desktop does not tell), why it was
    skipped, or why moving failed.
    """

    document: Document
    outcome: Outcome
    detail: str


@dataclass(frozen=True, slots=True)
class RemovalOutcome:
    """Every target of a plan with its result, in the plan's order.

    ``index_problem`` says why the index could not be told; the files are in the trash all the
    same, and the next scan finds out.
    """

    results: tuple[RemovalResult, ...]
    index_problem: str | None = None

    def count(self, outcome: Outcome) -> int:
        """Return how many documents ended this way."""
        return sum(result.outcome is outcome for result in self.results)


@dataclass(frozen=True, slots=True)
class RemovalProgress:
    """``done`` of ``total`` documents were dealt with."""

    done: int
    total: int


class RemovalRun:
    """Carries out a plan when called with its task; returns a ``RemovalOutcome``.

    Cancelling leaves the rest where it is, recorded as skipped: what was moved by then must be
    known, so a run never ends without its results. Raises ``JournalError`` before anything is
    touched.
    """

    def __init__(self, plan: "simcore.RemovalPlan", index: Path) -> None:
        self._plan = plan
        self._index = index

    def __call__(self, task: Task) -> RemovalOutcome:
        """Remove the documents in the calling thread, then tell the index."""
        plan = self._plan
        with simcore.Journal(simcore.journal_beside(self._index)) as journal:
            told = simcore.carry_out(
                plan,
                journal,
                make_trash(),
                progress=lambda done, total: task.publish(RemovalProgress(done, total)),
            )
        results = tuple(
            _result(removal.document, result)
            for removal, result in zip(plan.removals, told, strict=True)
        )
        gone = [one.document.id for one in results if one.outcome is Outcome.MOVED]
        return RemovalOutcome(results, self._forget(gone))

    def _forget(self, gone: Iterable[DocumentId]) -> str | None:
        documents = list(gone)
        if not documents or self._plan.action is simcore.Action.COPY:
            return None
        try:
            with simcore.FingerprintIndex(self._index) as index:
                index.forget(documents)
        except SimcoreError as error:
            _log.info("the index was not told of moved documents: %s", error)
            return str(error)
        return None


def _result(document: Document, result: Result) -> RemovalResult:
    outcome = _OUTCOMES.get(result.state, Outcome.FAILED)
    if outcome is Outcome.MOVED:
        return RemovalResult(document, outcome, "" if result.where is None else str(result.where))
    return RemovalResult(document, outcome, result.reason)


class UndoRun:
    """Takes back a batch, the last one without a number; returns the engine's results.

    Raises ``SimcoreError`` where there is nothing to undo.
    """

    def __init__(self, index: Path, batch: int | None = None, *, beside: bool = False) -> None:
        self._index = index
        self._batch = batch
        self._beside = beside

    def __call__(self, task: Task) -> tuple[Result, ...]:
        """Restore the documents in the calling thread. The next scan reads them anew."""
        with simcore.Journal(simcore.journal_beside(self._index)) as journal:
            return simcore.undo(
                journal,
                self._batch,
                make_trash(),
                beside=self._beside,
                progress=lambda done, total: task.publish(RemovalProgress(done, total)),
            )
