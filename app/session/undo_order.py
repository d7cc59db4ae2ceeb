"""UndoOrder: whether the last judgement or the last removal is undone first."""

from collections.abc import Iterable

from simcore import Result, State

from .judgement_store import JudgementStore


class UndoOrder:
    """Records, while the program runs, the version of the judgements when each removal began.

    All other batches of the journal, of earlier runs or of another program, count as older than
    all judgements of this run. So does a batch whose undo was tried completely: what
    is left of it must not keep from taking back what came before.
    """

    def __init__(self, judgements: JudgementStore) -> None:
        self._judgements = judgements
        self._began = 0
        self._versions: dict[int, int] = {}  # batch -> version of the judgements when it began
        self._undoing: tuple[int, int] | None = None

    def begin(self) -> None:
        """Record that a removal begins, or the undo of one."""
        self._began = self._judgements.version

    def note(self, batches: Iterable[int]) -> None:
        """Record the batches of the removal that began last."""
        self._versions.update(dict.fromkeys(batches, self._began))

    def begin_undo(self, batch: int | None) -> None:
        """Record that an undo begins, of a whole batch if one is named."""
        self.begin()
        version = None if batch is None else self._versions.pop(batch, None)
        self._undoing = None if batch is None or version is None else (batch, version)

    def end_undo(self, results: Iterable[Result]) -> None:
        """Record the result of the undo: operations not tried can still be undone."""
        if self._undoing is not None and any(one.state is State.SKIPPED for one in results):
            batch, version = self._undoing
            self._versions[batch] = version
        self._undoing = None

    @property
    def newest_batch(self) -> int:
        """The newest batch of this run that no undo was tried of; 0 without one."""
        return max(self._versions, default=0)

    def said_first(self, batch: int | None) -> bool:
        """Return whether a judgement is undone before a batch, the last that can be undone."""
        last = self._judgements.last
        return last is not None and (batch is None or last.version > self._versions.get(batch, 0))

    def said_since_begun(self) -> bool:
        """Return whether the last judgement is later than the last removal or undo."""
        last = self._judgements.last
        return last is not None and last.version > self._began
