"""Carrying out removals, or taking them back, off the GUI thread, by the engine and its journal."""

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import simcore
from simcore import (
    Action,
    Cancelled,
    Document,
    DocumentId,
    Reason,
    ReasonCode,
    Result,
    SimcoreError,
    State,
)

from ...background.task import Task
from .trash import make_trash

_log = logging.getLogger(__name__)


class Outcome(StrEnum):
    """The result for one document that was to be removed."""

    MOVED = "moved"  # or copied, deleted, replaced: the action succeeded
    SKIPPED = "skipped"  # the check failed, or the run was cancelled before
    FAILED = "failed"  # it was tried, and did not work


_OUTCOMES = {State.DONE: Outcome.MOVED, State.SKIPPED: Outcome.SKIPPED}


@dataclass(frozen=True, slots=True)
class RemovalResult:
    """One document, the action on it, and its result.

    ``detail`` says where it was moved to (empty where the desktop does not tell, or where there is
    no path), why it was skipped, or why it failed.
    """

    document: Document
    outcome: Outcome
    detail: Reason | str
    action: Action = Action.TRASH

    @property
    def disk_away(self) -> Path | None:
        """The disk of the document that is not connected; None if it is."""
        detail = self.detail
        if isinstance(detail, Reason) and detail.code is ReasonCode.ON_DISK_AWAY:
            return Path(str(detail.values[0]))
        return None

    @property
    def folder_gone(self) -> Path | None:
        """The folder of the document that was not there any more; None if it was."""
        detail = self.detail
        gone = isinstance(detail, Reason) and detail.code is ReasonCode.FOLDER_GONE
        return Path(str(detail.values[0])) if gone and isinstance(detail, Reason) else None


class RemovalOutcome:
    """Every target of the plans with its result, in the plans' order.

    It is computed in a background thread with all that the window needs: ``failures_first`` are all
    results, failed before skipped before done ones; ``done`` counts documents by
    action, ``folders_gone`` by folder those whose folder was not there any more, ``gone`` are those
    that are no longer documents of their own at their paths.
    ``index_problem`` is why the index could not be updated; the files are
    where they are all the same, and the next scan finds out. ``batches`` are the numbers that the
    journal has for them.
    """

    def __init__(
        self,
        results: Sequence[RemovalResult],
        index_problem: Reason | None = None,
        batches: tuple[int, ...] = (),
    ) -> None:
        self.results = tuple(results)
        self.index_problem = index_problem
        self.batches = batches
        order = (Outcome.FAILED, Outcome.SKIPPED, Outcome.MOVED)
        parts = {outcome: [one for one in results if one.outcome is outcome] for outcome in order}
        self.failures_first = tuple(one for part in parts.values() for one in part)
        self.done = Counter(one.action for one in parts[Outcome.MOVED])
        self._counts = {outcome: len(part) for outcome, part in parts.items()}
        gone = [one.folder_gone for one in results]
        self.folders_gone = Counter(folder for folder in gone if folder is not None)
        self.gone = _gone_from(results)

    def count(self, outcome: Outcome) -> int:
        """Return how many documents ended this way."""
        return self._counts[outcome]


def _gone_from(results: Iterable[RemovalResult]) -> list[DocumentId]:
    """Return the documents of results that are no longer documents of their own there."""
    return [
        one.document.id
        for one in results
        if one.outcome is Outcome.MOVED and not simcore.ACTIONS[one.action].original_stays
    ]


@dataclass(frozen=True, slots=True)
class RemovalProgress:
    """``done`` of ``total`` documents were dealt with; ``action`` is None while it is undone."""

    done: int
    total: int
    action: Action | None = Action.TRASH


def remove(
    task: Task, plans: "simcore.RemovalPlan | Sequence[simcore.RemovalPlan]", index: Path
) -> RemovalOutcome:
    """Carry out plans, one after the other, then update the index.

    Cancelling leaves the rest where it is, recorded as skipped: what was moved by then must be
    known, so a run never ends without its results. Raises ``SimcoreError`` before anything is
    touched.
    """
    results: list[RemovalResult] = []
    with simcore.Journal(simcore.journal_beside(index)) as journal:
        before = {batch.id for batch in journal.batches()}
        for plan in (plans,) if isinstance(plans, simcore.RemovalPlan) else plans:
            try:
                results += _carried_out(task, plan, journal, index)
            except SimcoreError as error:
                if not results:
                    raise
                results += [
                    RemovalResult(one.document, Outcome.SKIPPED, error.reason, plan.action)
                    for one in plan.removals
                ]
        batches = _batches_since(before, journal)
    return RemovalOutcome(results, _forget(_gone_from(results), index), batches)


def _carried_out(
    task: Task, plan: "simcore.RemovalPlan", journal: "simcore.Journal", index: Path
) -> list[RemovalResult]:
    action = plan.action
    if plan.destination is not None:  # one chosen in the summary was not looked at yet
        simcore.check_destination(plan.destination, plan.folders)
        simcore.check_disk_of(plan.destination, index)
    encodings: Mapping[bytes, str] = {}
    if plan.opened is not None:
        encodings = simcore.read_judgements(simcore.judgements_path(index)).encodings
    try:
        confirmed = simcore.confirm(plan, task.check, encodings)
    except Cancelled:
        reason = Reason(ReasonCode.CANCELLED)
        return [
            RemovalResult(one.document, Outcome.SKIPPED, reason, action) for one in plan.removals
        ]
    told = simcore.carry_out(
        confirmed,
        journal,
        make_trash(),
        progress=lambda done, total: task.publish(RemovalProgress(done, total, action)),
        disks=simcore.disks_of(index),
    )
    # refused ones are behind those of the plan, and in its order
    refused = iter(confirmed.refused[len(plan.refused) :])
    done = {
        removal.document.id: _result(removal.document, result, action)
        for removal, result in zip(confirmed.removals, told, strict=True)
    }
    return [
        done.get(one.document.id)
        or RemovalResult(one.document, Outcome.SKIPPED, next(refused).reason, action)
        for one in plan.removals
    ]


def _forget(gone: Sequence[DocumentId], index: Path) -> Reason | None:
    """Tell the index what is gone; return why it could not be told, if so."""
    try:
        if gone:
            with simcore.FingerprintIndex(index) as opened:
                opened.forget(gone)
    except SimcoreError as error:
        _log.info("the index was not told of moved documents: %s", error)
        return error.reason
    return None


def _batches_since(before: Collection[int], journal: "simcore.Journal") -> tuple[int, ...]:
    """Return the new batches; none if the journal cannot be read any more."""
    try:
        return tuple(one.id for one in journal.batches() if one.id not in before)
    except SimcoreError as error:
        _log.info("the journal was not read after a removal: %s", error)
        return ()


def _result(document: Document, result: Result, action: Action) -> RemovalResult:
    outcome = _OUTCOMES.get(result.state, Outcome.FAILED)
    if outcome is Outcome.MOVED:
        return RemovalResult(document, outcome, str(result.where or ""), action)
    return RemovalResult(document, outcome, result.reason or "", action)


@dataclass(frozen=True, slots=True)
class UndoOutcome:
    """The result for each document of a batch that was undone.

    In ``keepers`` groups another document is kept again than rules had chosen, in
    ``keepers_left`` groups not, since others of them are still removed.
    """

    results: tuple[Result, ...]
    keepers: int = 0
    keepers_left: int = 0

    @property
    def back(self) -> tuple[Path, ...]:
        """The paths of the restored documents."""
        return tuple(one.where or one.path for one in self.results if one.state is State.UNDONE)


def undo(
    task: Task,
    index: Path,
    batch: int | None = None,
    *,
    only: Collection[int] | None = None,
    beside: bool = False,
) -> UndoOutcome:
    """Undo a batch, by default the last one; the next scan reads its documents again.

    ``only`` names operations of the batch. Raises ``SimcoreError`` where there is nothing to undo.
    """
    with simcore.Journal(simcore.journal_beside(index)) as journal:
        return UndoOutcome(
            simcore.undo(
                journal,
                batch,
                make_trash(),
                only=only,
                beside=beside,
                progress=lambda done, total: task.publish(RemovalProgress(done, total, None)),
            )
        )
