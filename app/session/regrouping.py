"""Regrouping a report, at once if it is fast, else in the background."""

from dataclasses import dataclass

import simcore
from simcore import Grouping, Judgements, ScanConfig, ScanReport

from ..background.task import Task

_AT_ONCE = 15_000, 10_000
"""The pairs, and the documents in groups, grouped in less than 50 ms, even at new thresholds."""

_JUDGED_AT_ONCE = 3_000, 3_000
"""The same after a change of judgements, when the grouper is built again."""


@dataclass(frozen=True, slots=True)
class FoundCounts:
    """``documents`` in ``groups``, and the ``gain`` in bytes without those beside kept ones.

    What is inside archives and mailboxes stays there: it is no gain.
    """

    groups: int
    documents: int
    gain: int


def found_in(report: ScanReport) -> FoundCounts:
    """Count what the groups of a report hold; it looks at every document in them."""
    groups = report.groups
    # a document may be in two groups: as a near-duplicate, and as a part
    members = {member.document for group in groups for member in group.members}
    documents = (report.documents[member] for member in members)
    gain = sum(one.gain for one in documents if not one.inside)
    return FoundCounts(len(groups), len(members | {group.representative for group in groups}), gain)


@dataclass(frozen=True, slots=True)
class Regrouped:
    """A report at the thresholds of a configuration, and the totals of its groups."""

    base: ScanReport
    report: ScanReport
    found: FoundCounts


def regrouped(
    report: ScanReport, wish: ScanConfig, judgements: Judgements | None = None
) -> Regrouped:
    """Regroup a report, at the thresholds of ``wish``, by judgements (None: those it has).

    At the thresholds and judgements that it has, its groups stay.
    """
    grouped = report
    wanted = report.judgements if judgements is None else judgements
    if threshold_of(wish) != threshold_of(report.config) or wanted != report.judgements:
        grouped = simcore.regroup(
            report,
            wish.distance,
            wish.similarity,
            contained=wish.contained,
            grouping=wish.grouping,
            judgements=wanted,
        )
    return Regrouped(report, grouped, found_in(grouped))


def threshold_of(config: ScanConfig) -> tuple[int, float, bool, Grouping]:
    """Return all of a configuration that groups depend on."""
    return config.distance, config.similarity, config.contained, config.grouping


def regroup_beside(
    task: Task, report: ScanReport, wish: ScanConfig, judgements: Judgements | None = None
) -> Regrouped:
    """Do the same in a task's thread. Raises ``Cancelled``."""
    made = regrouped(report, wish, judgements)
    task.check()
    return made


def is_quick(report: ScanReport, judgements: Judgements | None = None) -> bool:
    """Return whether a report may be grouped in the GUI thread; None: judgements are unchanged."""
    as_before = judgements is None or judgements == report.judgements
    pairs, documents = _AT_ONCE if as_before else _JUDGED_AT_ONCE
    if len(report.pairs) > pairs or 2 * len(report.groups) > documents:
        return False
    # copies are in groups, too, without any pair
    return sum(1 + len(group.members) for group in report.groups) <= documents
