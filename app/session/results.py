"""Results: the report, filtered by role and grouped at the current thresholds.

A scan also reads excluded folders, so that the index stays complete. Their documents are left out
of the report before it is grouped.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from simcore.files.roles import Role, Roles
from simcore.model.config import ScanConfig
from simcore.model.records import Document, DocumentId, Judgements, Kind, Problem
from simcore.model.report import ScanReport

from ..tasks import Latest, Task, shut_down_below
from .calls import Opened, ScanOutcome
from .judgements import JudgementStore

if TYPE_CHECKING:
    from simcore.removal.plan import RemovalPlan

_REGROUPED_AT_ONCE = 15_000, 10_000  # pairs, documents in groups: less than 50 ms
_JUDGED_AT_ONCE = 3_000, 3_000  # the same after new judgements, with a new grouper


@dataclass(frozen=True, slots=True)
class FoundCounts:
    """``documents`` in ``groups``, and the ``gain`` in bytes without those beside kept ones.

    Documents inside archives and mailboxes are no gain.
    """

    groups: int
    documents: int
    gain: int


def found_in(report: ScanReport) -> FoundCounts:
    groups = report.groups
    # a document may be in two groups: as a near-duplicate, and as a part
    members = {member.document for group in groups for member in group.members}
    documents = (report.documents[member] for member in members)
    gain = sum(one.gain for one in documents if not one.inside)
    return FoundCounts(len(groups), len(members | {group.representative for group in groups}), gain)


@dataclass(frozen=True, slots=True)
class Regrouped:
    base: ScanReport
    report: ScanReport
    found: FoundCounts


def regrouped(report: ScanReport, wish: ScanConfig, judgements: Judgements) -> Regrouped:
    """Regroup a report at the thresholds of ``wish``; it keeps its groups if nothing changed."""
    from simcore.grouping.grouper import regroup

    grouped = report
    config = grouped_as(report.config, wish)
    if config != report.config or judgements != report.judgements:
        grouped = regroup(
            report,
            config.thresholds,
            contained=config.contained,
            grouping=config.grouping,
            judgements=judgements,
        )
    return Regrouped(report, grouped, found_in(grouped))


def grouped_as(config: ScanConfig, wish: ScanConfig) -> ScanConfig:
    """Return a configuration with the grouping of ``wish``, except for the containment.

    A lower containment needs a scan: those pairs were not kept.
    """
    return replace(
        config,
        distance=wish.distance,
        similarity=wish.similarity,
        contained=wish.contained,
        grouping=wish.grouping,
    )


def regroup_beside(
    task: Task, report: ScanReport, wish: ScanConfig, judgements: Judgements
) -> Regrouped:
    """Regroup in a task's thread. Raises ``Cancelled``."""
    made = regrouped(report, wish, judgements)
    task.check()
    return made


def is_quick(report: ScanReport, judgements: Judgements | None = None) -> bool:
    """Return whether to group in the GUI thread; ``judgements`` None: unchanged."""
    as_before = judgements is None or judgements == report.judgements
    pairs, documents = _REGROUPED_AT_ONCE if as_before else _JUDGED_AT_ONCE
    if len(report.pairs) > pairs or 2 * len(report.groups) > documents:
        return False
    # copies are in groups, too, without any pair
    return sum(1 + len(group.members) for group in report.groups) <= documents


_Result_co = TypeVar("_Result_co", covariant=True)
_Result = TypeVar("_Result", ScanOutcome, Opened)


@dataclass(frozen=True, slots=True)
class Filtered(Generic[_Result_co]):
    """The result of a call, with a report filtered by ``roles``; ``whole`` has all documents."""

    result: _Result_co
    whole: ScanReport
    roles: Roles


def call_filtered(task: Task, call: Callable[[Task], _Result], roles: Roles) -> Filtered[_Result]:
    """Make a call, and remove excluded documents from its report. Raises the call's errors."""
    from simcore.grouping.queries import without_excluded

    result = call(task)
    if isinstance(result, Opened):
        roles = roles.joined(result.roles)
    report = without_excluded(result.report, roles, check=task.check)
    return Filtered(replace(result, report=report), result.report, roles)


def leave_out(
    task: Task, whole: ScanReport, roles: Roles, gone: Collection[DocumentId]
) -> Filtered[ScanReport]:
    """Return a report without excluded and ``gone`` documents. Raises ``Cancelled``."""
    from simcore.grouping.queries import without_excluded

    return Filtered(without_excluded(whole, roles, gone, task.check), whole, roles)


_FILTERED_AT_ONCE = 10_000  # documents of a report that is filtered in the GUI thread
Kept = tuple[Path, bytes]  # a leader of a group, as ``Judgements.kept`` names it


def named_kept(document: Document) -> Kept:
    return document.real_path, document.content_hash


class Results(QObject):
    """Owns the whole report, and the shown one, which is derived from it.

    The whole report keeps documents that are excluded or were removed; they return when a role
    changes or a removal is undone. ``found_changed`` follows every ``report_changed``, and comes
    alone while the counts follow a moving slider. During a scan ``partial_changed`` follows, and
    only ``kinds`` are known.
    """

    report_changed = Signal(object)  # ScanReport | None
    partial_changed = Signal(object, object)  # ScanReport, frozenset[Kind]: of a scan under way
    found_changed = Signal(object)  # FoundCounts: by the newest thresholds that were grouped by
    left_out = Signal(object)  # how many documents are left out for being in excluded folders
    problems_changed = Signal(object)  # ScanReport, of which nothing else is new
    failed = Signal(object)  # Reason | str  # a sentence for the user

    def __init__(self, judgements: JudgementStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.roles = Roles()  # call ``filter_by_role`` after changes
        self._judgements = judgements
        judgements.changed.connect(self._regroup_soon)
        self.leading: frozenset[Kept] = frozenset()
        self.report: ScanReport | None = None  # None before anything is known
        self.found = FoundCounts(0, 0, 0)  # what ``found_changed`` carried last
        self.kinds: frozenset[Kind] | None = None  # those known during a scan; None: all
        self._config = ScanConfig()
        self._regroup_timer = QTimer(self, singleShot=True, interval=0)
        self._regroup_timer.timeout.connect(self._regroup)
        self._regrouper = Latest(regroup_beside, self, self._regroup_ended, self.failed)
        # a request that was overtaken is answered, too: counts follow a handle that moves on
        self._regrouper.passed.connect(self._regroup_passed)
        self._whole: ScanReport | None = None
        self._gone: set[DocumentId] = set()
        self._filtered_by: dict[Path, Role] = {}
        self._sifting = Latest(leave_out, self, self._sift_ended, self.failed)

    @property
    def documents(self) -> Mapping[DocumentId, Document]:
        report = self._whole or self.report
        return {} if report is None else report.documents

    def wants(self, kinds: frozenset[Kind]) -> bool:
        """Return whether partial results have more than those shown.

        Earlier whole results stay until pairs are compared.
        """
        return self.report is None or self.kinds is not None or kinds == frozenset(Kind)

    def take(
        self,
        filtered: Filtered[object],
        report: ScanReport | None,
        config: ScanConfig,
        kinds: frozenset[Kind] | None = None,
    ) -> None:
        """Show a report; None: it is empty. A running scan has looked for ``kinds`` only."""
        self.kinds = kinds
        self._hold(None if report is None else filtered.whole)
        self._filtered_by = _excluding_part(filtered.roles)
        self.show(report, config)
        self.tell_left_out()
        if self.report is not None and kinds is not None:
            self.partial_changed.emit(self.report, kinds)

    def forget(self, config: ScanConfig) -> None:
        self.kinds = None
        self._hold(None)
        self.show(None, config)

    def filter_by_role(self) -> None:
        if _excluding_part(self.roles) != self._filtered_by:
            self._sift()

    def remove(self, gone: Collection[DocumentId], config: ScanConfig) -> None:
        from simcore.grouping.queries import without_documents

        shown = self.report
        if not gone or shown is None:
            return
        self._gone.update(gone)
        if self._whole is None or (
            len(shown.documents) <= _FILTERED_AT_ONCE and not self._sifting.busy
        ):
            self.show(without_documents(shown, set(gone)), config)
        else:
            self._sift()

    def bring_back(self, paths: Iterable[Path]) -> None:
        if self._whole is not None:
            known, back = self._whole.documents, frozenset(paths)
            self._gone -= {key for key in self._gone if known[key].real_path in back}
            self._sift()

    def tell_left_out(self) -> None:
        count = 0
        if self._whole is not None and self.report is not None:
            count = len(self._whole.documents) - len(self.report.documents) - len(self._gone)
        self.left_out.emit(count)

    def _hold(self, whole: ScanReport | None) -> None:
        self._sifting.stop()
        self._whole, self._gone = whole, set()

    def _sift(self) -> None:
        if self._whole is not None:
            self._filtered_by = _excluding_part(self.roles)
            self._sifting.run(self._whole, self.roles, frozenset(self._gone))

    @Slot(object)
    def _sift_ended(self, filtered: Filtered[ScanReport]) -> None:
        if filtered.whole is self._whole:
            problems = filtered.result.problems if self.report is None else self.report.problems
            self.show(replace(filtered.result, problems=problems))
            self.tell_left_out()

    def show(self, report: ScanReport | None, config: ScanConfig | None = None) -> None:
        """Show a report by the thresholds of ``config``, by default the current ones."""
        self._config = config = config or self._config
        self._regrouper.stop()
        if report is None:
            self._publish(None, FoundCounts(0, 0, 0))
        elif is_quick(report, self._current_judgements()):
            made = regrouped(report, config, self._current_judgements())
            self._publish(made.report, made.found)
        else:
            self.report = report
            self.report_changed.emit(report)
            self._regrouper.follow(report, config, self._current_judgements())

    def group_by(self, config: ScanConfig) -> None:
        self._config = config
        self._regroup_soon()

    def lead(self, kept: AbstractSet[Kept], instead_of: AbstractSet[Kept]) -> None:
        """Let documents lead their groups, like a judgement that is not stored.

        ``instead_of`` are all documents of those groups; only the user's judgements override this.
        """
        before = self.leading
        self.leading = (before - instead_of) | kept
        if self.leading != before:
            self._regroup_soon()

    def settle_problem(self, path: Path, left: Problem | None) -> None:
        report = self.report
        if report is None:
            return
        problems = [one for one in report.problems if one.path != path]
        if left is not None:
            problems = sorted([*problems, left], key=lambda one: (one.path, one.stage))
        self.report = replace(report, problems=tuple(problems))
        self.problems_changed.emit(self.report)

    def shut_down(self) -> None:
        """Stop permanently, and wait. No signal follows."""
        self._regroup_timer.stop()
        self.blockSignals(True)  # noqa: FBT003 - Qt's own signature
        shut_down_below(self)

    def _current_judgements(self) -> Judgements:
        now = self._judgements.now
        return replace(now, kept=now.kept | self.leading) if self.leading else now

    @Slot()
    def _regroup_soon(self) -> None:
        if self.report is not None:
            self._regroup_timer.start()

    @Slot()
    def _regroup(self) -> None:
        report = self.report
        if report is None:
            return
        judgements = self._current_judgements()
        same = grouped_as(report.config, self._config) == report.config
        same = same and judgements == report.judgements
        if is_quick(report, judgements):
            if not same:
                made = regrouped(report, self._config, judgements)
                self._publish(made.report, made.found)
        elif not same or self._regrouper.running:  # counts may have followed the handle elsewhere
            self._regrouper.follow(report, self._config, judgements)

    @Slot(object)
    def _regroup_ended(self, made: Regrouped) -> None:
        if made.base is not self.report:
            return
        if made.report is made.base:
            self._tell_found(made.found)
        else:
            self._publish(made.report, made.found)

    @Slot(object)
    def _regroup_passed(self, made: Regrouped) -> None:
        if made.base is self.report:
            self._tell_found(made.found)

    def _publish(self, report: ScanReport | None, found: FoundCounts) -> None:
        self.report = report
        self.report_changed.emit(report)
        self._tell_found(found)

    def _tell_found(self, found: FoundCounts) -> None:
        self.found = found
        self.found_changed.emit(found)


def _excluding_part(roles: Roles) -> dict[Path, Role]:
    return roles.folders if roles.excludes else {}


@dataclass(slots=True)
class _RuleChoice:
    """Leaders before rules and at a removal; for removed documents, what was kept instead."""

    before: frozenset[Kept]
    after: frozenset[Kept]
    stayed: dict[Path, frozenset[Kept]]


class RuleKeepers:
    """Records which documents led their groups before and at a removal, for undo.

    Undoing a removal reverts the choice of rules since the previous one. Undoing single documents
    reverts it in groups of which nothing is removed any longer. Choices of the user are judgements,
    with their own undo.
    """

    def __init__(self, results: Results) -> None:
        self._results = results
        self._before = results.leading  # when the last removal began
        self._begun = _RuleChoice(self._before, self._before, {})
        self._changes: dict[int, _RuleChoice] = {}
        self._undoing: tuple[int, bool] | None = None

    def begin(self, plans: Iterable["RemovalPlan"]) -> None:
        at = self._results.leading
        chosen = at - self._before
        stayed = {
            one.document.real_path: chosen.intersection(map(named_kept, one.witnesses))
            for plan in plans
            for one in (plan.removals if chosen else ())
        }
        self._begun = _RuleChoice(self._before, at, stayed)

    def note(self, batches: Iterable[int], stays: Iterable[Path]) -> None:
        for path in stays:
            self._begun.stayed.pop(path, None)
        if self._begun.after != self._before:
            self._changes.update(dict.fromkeys(batches, self._begun))
        self._before = self._begun.after

    def begin_undo(self, batch: int | None, *, whole: bool) -> None:
        """Record that an undo begins, of a ``whole`` batch or some of its documents."""
        self._undoing = None if batch is None else (batch, whole)

    def end_undo(self, back: Sequence[Path]) -> tuple[int, int]:
        """Restore the leaders before rules; ``back`` are the restored documents.

        Return in how many groups that is done, and in how many not.
        """
        undoing, self._undoing = self._undoing, None
        change = None if undoing is None else self._changes.get(undoing[0])
        if undoing is None or change is None or not back:
            return 0, 0
        if not undoing[1]:
            return self._end_for(change, back)
        self._forget(change)
        now = self._results.leading
        again = change.before - change.after if now == change.after else frozenset()
        gone = (change.after - change.before) & now
        self._lead((now - gone) | again)
        return len(gone), 0

    def _end_for(self, change: _RuleChoice, back: Collection[Path]) -> tuple[int, int]:
        """Revert the choice of rules in groups of which nothing is removed any longer."""
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
        return len(gone), len(touched & needed & now)

    def _forget(self, change: _RuleChoice) -> None:
        self._changes = {key: one for key, one in self._changes.items() if one is not change}

    def _lead(self, kept: frozenset[Kept]) -> None:
        self._before = kept
        self._results.lead(kept, self._results.leading)
