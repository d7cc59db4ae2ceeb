"""The journal of removals read in the background, and put in order where a run was interrupted."""

from dataclasses import dataclass
from pathlib import Path

import simcore
from app.background.task import Task
from app.session.calls.trash import make_trash
from simcore import Batch, Operation, Result


@dataclass(frozen=True, slots=True)
class JournalState:
    """All batches, the newest first; the last that can be undone; what was put in order now.

    ``interrupted`` are the batches in which something was put in order.
    """

    batches: tuple[Batch, ...]
    last: int | None
    recovered: tuple[Result, ...] = ()
    interrupted: tuple[Batch, ...] = ()


class JournalReading:
    """Reads which batches there are when called; returns a ``JournalState``.

    With ``recover`` on, what an interrupted run left behind is finished or rolled back first. A
    journal that is not there is not made. Raises ``JournalError``.
    """

    def __init__(self, index: Path, *, recover: bool = False) -> None:
        self._index = index
        self._recover = recover

    def __call__(self, task: Task) -> JournalState:
        """Do it in the calling thread."""
        task.check()
        path = simcore.journal_beside(self._index)
        if not path.exists():
            return JournalState((), None)
        with simcore.Journal(path) as journal:
            begun = {one.batch for one in journal.unfinished()} if self._recover else set()
            recovered = simcore.recover(journal, make_trash()) if begun else ()
            batches = tuple(journal.batches())
            interrupted = tuple(one for one in batches if recovered and one.id in begun)
            return JournalState(batches, simcore.last_batch(journal), recovered, interrupted)


@dataclass(frozen=True, slots=True)
class BatchContent:
    """The operations of a batch, in their order."""

    batch: int
    operations: tuple[Operation, ...]


class BatchReading:
    """Reads the operations of a batch when called. Raises ``JournalError``."""

    def __init__(self, index: Path, batch: int) -> None:
        self._index = index
        self._batch = batch

    def __call__(self, task: Task) -> BatchContent:
        """Do it in the calling thread."""
        task.check()
        with simcore.Journal(simcore.journal_beside(self._index)) as journal:
            return BatchContent(self._batch, tuple(journal.operations(self._batch)))
