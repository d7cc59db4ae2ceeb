"""The summary of a plan, riskiest first: computed in the background; no widgets."""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import simcore
from app.background.gradual import Check, nobody_asks, sorted_numbers
from simcore import Action, Kind, Reason

_RISK = (Kind.LINKED, Kind.CONTAINS, Kind.NEAR, Kind.SAME_WORDS, Kind.SAME_TEXT, Kind.IDENTICAL)


@dataclass(frozen=True, slots=True)
class Portion:
    """Removals by one action, riskiest first, and their totals; ``size`` in bytes.

    ``kinds`` leaves out those that differ in ``numbers_only``.
    """

    removals: "Sequence[simcore.Removal]"
    groups: int
    size: int
    kinds: "Counter[Kind]"
    numbers_only: int
    by_hand: int


@dataclass(frozen=True, slots=True)
class RemovalSummary:
    """A plan with its summary.

    ``trashless`` have no trash to go to, ``certain`` are the others. ``staying`` are marked
    documents that stay, with the engine's reason; without one where the filter hides them
    (``hidden`` counts those). ``reasons`` counts the others. ``below`` is the folder that all
    scanned folders are in, if that is worth leaving out of paths.
    """

    plan: "simcore.RemovalPlan"
    certain: Portion
    trashless: Portion
    staying: Sequence[tuple[Path, Reason | None]]
    reasons: "Counter[Reason]"
    hidden: int
    below: Path | None
    _rest: "simcore.RemovalPlan"
    _others: "simcore.RemovalPlan"

    def plans(self, other: Action | None, destination: Path | None) -> "list[simcore.RemovalPlan]":
        """Return the plans if documents without a trash get the action ``other``, or None."""
        if not self.trashless.removals or other is None:
            return [
                self.plan
            ]  # documents without a trash are left then, and reported with the reason
        others = replace(self._others, action=other, destination=destination)
        return [one for one in (self._rest, others) if one.removals]


def summed_up(
    plan: "simcore.RemovalPlan",
    hidden: Sequence[Path] = (),
    check: Check = nobody_asks,
) -> RemovalSummary:
    """Summarise a plan, riskiest removals first. Raises the exceptions of ``check``.

    ``hidden`` documents are marked, too, and stay because the filter hides them.
    """
    without = {problem.path for problem in plan.without_trash}
    check()
    if without:
        rest = tuple(one for one in plan.removals if one.document.path not in without)
        others = tuple(one for one in plan.removals if one.document.path in without)
    else:
        rest, others = plan.removals, ()
    check()
    certain, trashless = _portion(rest, check), _portion(others, check)
    staying: list[tuple[Path, Reason | None]] = [(one.path, one.reason) for one in plan.refused]
    staying += [(path, None) for path in hidden]
    return RemovalSummary(
        plan,
        certain,
        trashless,
        staying,
        Counter(problem.reason for problem in plan.refused),
        len(hidden),
        shared_folder(plan.folders),
        replace(plan, removals=rest, without_trash=(), size=certain.size),
        replace(plan, removals=others, refused=(), without_trash=(), size=trashless.size),
    )


def riskiest_first(
    removals: "Sequence[simcore.Removal]", check: Check = nobody_asks
) -> "list[simcore.Removal]":
    """Return removals, what no rule may mark and the least alike first."""
    order = sorted_numbers(len(removals), lambda number: _certainty(removals[number]), check)
    return [removals[number] for number in order]


def shared_folder(folders: Iterable[Path]) -> Path | None:
    """Return the common parent of some folders; None if it is only the root."""
    found = [str(folder) for folder in folders]
    if not found:
        return None
    try:
        shared = Path(os.path.commonpath(found))
    except ValueError:  # two drives, or a relative one among them
        return None
    return None if shared == Path(shared.anchor) else shared


def path_below(path: Path, below: Path | None) -> Path:
    """Return a path relative to a folder, or unchanged if it is elsewhere."""
    if below is None or path == below or not path.is_relative_to(below):
        return path
    return path.relative_to(below)


def _portion(removals: "Sequence[simcore.Removal]", check: Check) -> Portion:
    return Portion(
        riskiest_first(removals, check),
        len({removal.group for removal in removals}),
        sum(removal.document.size for removal in removals),
        Counter(removal.kind for removal in removals if not removal.numbers_only),
        sum(removal.numbers_only for removal in removals),
        sum(removal.by_hand for removal in removals),
    )


def _certainty(removal: "simcore.Removal") -> tuple[bool, int, float, str]:
    alike = -1.0 if removal.resemblance is None else removal.resemblance
    return not removal.by_hand, _RISK.index(removal.kind), alike, str(removal.document.path)
