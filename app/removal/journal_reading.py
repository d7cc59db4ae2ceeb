"""Reading the journal of removals in the background, and recovering interrupted runs."""

from dataclasses import dataclass
from pathlib import Path

import simcore
from simcore import Batch, Operation, Result

from ..background.task import Task
from ..session.calls.trash import make_trash


@dataclass(frozen=True, slots=True)
class JournalState:
    """All batches, the newest first; the last that can be undone; the results of recovery.

    ``interrupted`` are the batches in which something was put in order.
    """

    batches: tuple[Batch, ...]
    last: int | None
    recovered: tuple[Result, ...] = ()
    interrupted: tuple[Batch, ...] = ()


def read_journal(task: Task, index: Path, *, recover: bool = False) -> JournalState:
    """Read the batches; a missing journal is not created.

    With ``recover`` on, what an interrupted run left behind is finished or rolled back first.
    Raises ``JournalError`` and ``Cancelled``.
    """
    task.check()
    path = simcore.journal_beside(index)
    if not path.exists():
        return JournalState((), None)
    with simcore.Journal(path) as journal:
        begun = {one.batch for one in journal.unfinished()} if recover else set()
        recovered = simcore.recover(journal, make_trash()) if begun else ()
        batches = tuple(journal.batches())
        interrupted = tuple(one for one in batches if recovered and one.id in begun)
        return JournalState(batches, simcore.last_batch(journal), recovered, interrupted)


@dataclass(frozen=True, slots=True)
class BatchContent:
    """The operations of a batch, in their order."""

    batch: int
    operations: tuple[Operation, ...]


def read_batch(task: Task, index: Path, batch: int) -> BatchContent:
    """Read the operations of a batch. Raises ``JournalError`` and ``Cancelled``."""
    task.check()
    with simcore.Journal(simcore.journal_beside(index)) as journal:
        return BatchContent(batch, tuple(journal.operations(batch)))
