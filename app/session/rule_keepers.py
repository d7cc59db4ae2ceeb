"""RuleKeepers: what rules chose to keep goes with the removal that they were applied for."""

from collections.abc import Iterable

from app.session.results import Kept, Results


class RuleKeepers:
    """Records, while the program runs, which documents led their groups before and at a removal.

    When a removal is undone, so is the choice of rules since the one before it. What a person
    chose stays: that is a judgement, and undone by itself.
    """

    def __init__(self, results: Results) -> None:
        self._results = results
        self._before = results.leading  # when the last removal began
        self._at: frozenset[Kept] = frozenset()
        self._changes: dict[int, tuple[frozenset[Kept], frozenset[Kept]]] = {}
        self._undoing: int | None = None

    def begin(self) -> None:
        """Record that a removal begins."""
        self._at = self._results.leading

    def note(self, batches: Iterable[int]) -> None:
        """Record the batches of the removal that began last."""
        if self._at != self._before:
            self._changes.update(dict.fromkeys(batches, (self._before, self._at)))
        self._before = self._at

    def begin_undo(self, batch: int | None) -> None:
        """Record that an undo begins, of a whole batch if one is named."""
        self._undoing = batch

    def end_undo(self, *, restored: bool) -> int:
        """Let those lead again that did before rules, if any document was ``restored``.

        Returns in how many groups.
        """
        change = self._changes.pop(self._undoing or 0, None) if restored else None
        self._undoing = None
        if change is None:
            return 0
        before, after = change
        # the other batches of the same removal
        self._changes = {batch: one for batch, one in self._changes.items() if one != change}
        now = self._results.leading
        again = before - after if now == after else frozenset()
        self._before = (now - (after - before)) | again
        self._results.lead(self._before, now)
        return len((after - before) & now)
