"""RuleKeepers: what rules chose to keep goes with the removal that they were applied for."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import simcore

from .results import Kept, Results, named_kept


@dataclass(slots=True)
class _RuleChoice:
    """What led before rules and at a removal; of what is still removed, what stayed for it."""

    before: frozenset[Kept]
    after: frozenset[Kept]
    stayed: dict[Path, frozenset[Kept]]


class KeepersBack(NamedTuple):
    """In how many groups an undo takes back the choice of rules, and in how many it holds."""

    restored: int = 0
    left: int = 0


class RuleKeepers:
    """Records, while the program runs, which documents led their groups before and at a removal.

    When a removal is undone, so is the choice of rules since the one before it. Of single documents
    it is that of the groups of which nothing is removed any longer. What a person chose stays: that
    is a judgement, and undone by itself.
    """

    def __init__(self, results: Results) -> None:
        self._results = results
        self._before = results.leading  # when the last removal began
        self._begun = _RuleChoice(self._before, self._before, {})
        self._changes: dict[int, _RuleChoice] = {}
        self._undoing: tuple[int, bool] | None = None

    def begin(self, plans: Iterable["simcore.RemovalPlan"]) -> None:
        """Record that a removal begins."""
        at = self._results.leading
        chosen = at - self._before
        stayed = {
            one.document.real_path: chosen.intersection(map(named_kept, one.witnesses))
            for plan in plans
            for one in (plan.removals if chosen else ())
        }
        self._begun = _RuleChoice(self._before, at, stayed)

    def note(self, batches: Iterable[int], stays: Iterable[Path]) -> None:
        """Record the batches of the removal that began last; some documents ``stays`` names."""
        for path in stays:
            self._begun.stayed.pop(path, None)
        if self._begun.after != self._before:
            self._changes.update(dict.fromkeys(batches, self._begun))
        self._before = self._begun.after

    def begin_undo(self, batch: int | None, *, whole: bool) -> None:
        """Record that an undo begins: of a ``whole`` batch, or of some documents of it."""
        self._undoing = None if batch is None else (batch, whole)

    def end_undo(self, back: Sequence[Path]) -> KeepersBack:
        """Let those lead again that did before rules; ``back`` are the documents that came back."""
        undoing, self._undoing = self._undoing, None
        change = None if undoing is None else self._changes.get(undoing[0])
        if undoing is None or change is None or not back:
            return KeepersBack()
        if not undoing[1]:
            return self._end_for(change, back)
        self._forget(change)
        now = self._results.leading
        again = change.before - change.after if now == change.after else frozenset()
        gone = (change.after - change.before) & now
        self._lead((now - gone) | again)
        return KeepersBack(len(gone))

    def _end_for(self, change: _RuleChoice, back: Collection[Path]) -> KeepersBack:
        """Take back the choice of rules in the groups of which nothing is removed any longer."""
        touched = {one for path in back for one in change.stayed.pop(path, ())}
        needed = {one for kept in change.stayed.values() for one in kept}
        now = self._results.leading
        gone = (touched - needed) & now
        # what led before another choice of rules was removed by this one
        again = {one for one in change.before - change.after if one[0] in back}
        self._lead((now - gone) | again)
        change.after = (change.after - gone) | again
        if not change.stayed:
            self._forget(change)
        return KeepersBack(len(gone), len(touched & needed & now))

    def _forget(self, change: _RuleChoice) -> None:
        """Forget a change, of all batches of the same removal."""
        self._changes = {key: one for key, one in self._changes.items() if one is not change}

    def _lead(self, kept: frozenset[Kept]) -> None:
        self._before = kept
        self._results.lead(kept, self._results.leading)
