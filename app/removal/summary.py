"""The summary of a plan, riskiest first: computed in the background; no widgets."""

import os
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import simcore
from simcore import Action, Document, DocumentId, Kind, Reason

from ..background.gradual import Check, nobody_asks, sorted_numbers, stepped
from ..language.wording import path_text, place_text
from ..looks.badges import SAFE

_RISK = (
    *(Kind.BOILERPLATE, Kind.SAME_FORM, Kind.LINKED, Kind.EARLIER_VERSION, Kind.PART),
    *(Kind.SIMILAR, Kind.SAME_WORDS, Kind.SAME_TEXT, Kind.IDENTICAL),
)


@dataclass(slots=True)
class RemovalTally:
    """Totals of removals that are counted one by one; ``size`` in bytes, as they become free.

    Where documents are only ``copied`` it is theirs; else their ``other_names`` go with them.
    ``kinds`` leaves out those that differ in ``numbers_only``. ``groups`` has how many are of each
    group.
    """

    copied: bool = False
    documents: int = 0
    other_names: int = 0
    size: int = 0
    kinds: "Counter[Kind]" = field(default_factory=Counter)
    numbers_only: int = 0
    by_hand: int = 0
    groups: Counter[int] = field(default_factory=Counter)

    def count(self, removal: "simcore.Removal", by: int = 1) -> None:
        """Count a removal, or with -1 no more."""
        self.documents += by
        document = removal.document
        self.size += by * (document.size if self.copied else document.gain)
        self.other_names += 0 if self.copied else by * len(document.links)
        if removal.numbers_only:
            self.numbers_only += by
        else:
            self.kinds[removal.kind] += by
        self.by_hand += by * removal.by_hand
        left = self.groups[removal.group] + by
        if left:
            self.groups[removal.group] = left
        else:
            del self.groups[removal.group]

    def copy(self) -> "RemovalTally":
        """Return one that is counted on apart from this."""
        return replace(self, kinds=self.kinds.copy(), groups=self.groups.copy())


@dataclass(frozen=True, slots=True)
class Portion:
    """Removals by one action, riskiest first, and their totals.

    The first ``to_review`` are no true copies, or a person alone may mark them.
    """

    removals: "Sequence[simcore.Removal]"
    to_review: int
    tally: RemovalTally


@dataclass(frozen=True, slots=True)
class Note:
    """Something to be said of one document; no reason: the filter hides it.

    ``elsewhere`` is as in ``simcore.Document``.
    """

    path: Path
    reason: Reason | None
    elsewhere: str = ""


@dataclass(frozen=True, slots=True)
class RemovalSummary:
    """A plan with its summary.

    ``trashless`` have no trash to go to, ``certain`` are the others. ``staying`` are marked
    documents that stay: ``hidden`` counts those that the filter hides, ``reasons`` the others.
    ``below`` is the folder that all scanned folders are in, if that is worth leaving out of paths.
    """

    plan: "simcore.RemovalPlan"
    certain: Portion
    trashless: Portion
    staying: Sequence[Note]
    reasons: "Counter[Reason]"
    hidden: int
    below: Path | None
    _rest: "simcore.RemovalPlan"
    _others: "simcore.RemovalPlan"

    def plans(
        self,
        other: Action | None,
        destination: Path | None,
        left_out: Collection[DocumentId] = (),
    ) -> "list[simcore.RemovalPlan]":
        """Return the plans if documents without a trash get the action ``other``, or None.

        None of them has the documents that are ``left_out``.
        """
        if not self.trashless.removals or other is None:
            # documents without a trash are left then, and reported with the reason
            plans = [self.plan]
        else:
            plans = [self._rest, replace(self._others, action=other, destination=destination)]
        found = [_without(plan, left_out) for plan in plans] if left_out else plans
        return [one for one in found if one.removals] if len(found) > 1 else found


def _without(
    plan: "simcore.RemovalPlan", left_out: Collection[DocumentId]
) -> "simcore.RemovalPlan":
    removals = tuple(one for one in plan.removals if one.document.id not in left_out)
    paths = {one.document.path for one in removals}
    return replace(
        plan,
        removals=removals,
        size=sum(one.document.gain for one in removals) if plan.size else 0,
        without_trash=tuple(one for one in plan.without_trash if one.path in paths),
        losses=tuple(one for one in plan.losses if one.path in paths),
        shared=tuple(one for one in plan.shared if one.path in paths),
    )


def summed_up(
    plan: "simcore.RemovalPlan",
    hidden: Sequence[Document] = (),
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
    copied = simcore.ACTIONS[plan.action].original_stays
    certain, trashless = (
        _portion(rest, check, copied=copied),
        _portion(others, check, copied=copied),
    )
    staying = [Note(one.path, one.reason, one.elsewhere) for one in plan.refused]
    staying += [Note(one.path, None, one.elsewhere) for one in hidden]
    return RemovalSummary(
        plan,
        certain,
        trashless,
        staying,
        Counter(problem.reason for problem in plan.refused),
        len(hidden),
        shared_folder(plan.folders),
        replace(plan, removals=rest, without_trash=(), size=certain.tally.size),
        replace(plan, removals=others, refused=(), without_trash=(), size=trashless.tally.size),
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


def shown_below(one: Note | Document, below: Path | None) -> str:
    """Return a path relative to a folder, if it is in there; or what it is called elsewhere."""
    if one.elsewhere or below is None or one.path == below or not one.path.is_relative_to(below):
        return place_text(one)
    return path_text(one.path.relative_to(below))


def to_review(removal: "simcore.Removal") -> bool:
    """Return whether a person should look at it first: it is no true copy, or not surely one."""
    return removal.by_hand or removal.kind not in SAFE


def _portion(removals: "Sequence[simcore.Removal]", check: Check, *, copied: bool) -> Portion:
    tally, review = RemovalTally(copied), 0
    for removal in stepped(removals, check):
        tally.count(removal)
        review += to_review(removal)
    return Portion(riskiest_first(removals, check), review, tally)


def _certainty(removal: "simcore.Removal") -> tuple[bool, int, float, str]:
    alike = -1.0 if removal.resemblance is None else removal.resemblance
    return not removal.by_hand, _RISK.index(removal.kind), alike, str(removal.document.path)
