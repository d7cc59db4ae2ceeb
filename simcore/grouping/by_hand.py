"""The documents of groups that only a person may mark for removal, one by one."""

from collections.abc import Iterable

from simcore.grouping.copies import TRUE_COPIES
from simcore.grouping.keeping.doubts import doubts
from simcore.model.records import DocumentId, Kind
from simcore.model.report import Group, Member, ScanReport


def by_hand_only(
    report: ScanReport, groups: Iterable[Group] | None = None
) -> frozenset[DocumentId]:
    """Return the documents of groups that only the user may mark, one by one.

    Of all groups, unless some are passed. They were not read in full (characters were replaced, or
    the exact comparison could not read them again), have no features, are only linked to the kept
    one, on the same form, an earlier version of it, or differ from it in numbers only; or name and
    date disagree about which of the group is the latest.
    """
    named = report.groups if groups is None else tuple(groups)
    doubtful = (one.document for group in named for one in group.members if one.by_hand_only)
    places: dict[DocumentId, list[Member]] = {key: [] for key in doubtful}
    for group in named if places else ():
        for one in group.members:
            if one.document in places:
                places[one.document].append(one)
    linked = {key for key, members in places.items() if is_by_hand_only(members)}
    doubtful_too = (
        one.document
        for group in named
        if doubts(report, group)
        for one in group.members
        if one.kind not in TRUE_COPIES
    )
    return not_read_in_full(report, named).union(linked, doubtful_too)


def is_by_hand_only(members: Iterable[Member]) -> bool:
    """Return whether only the user may mark a document that is these members of groups.

    A copy is one, whatever else the boilerplate in it is a part of.
    """
    found = [(one.kind, one.by_hand_only) for one in members]
    copy = any(kind in TRUE_COPIES for kind, _ in found)
    return any(by_hand and not (copy and kind is Kind.BOILERPLATE) for kind, by_hand in found)


def not_read_in_full(report: ScanReport, groups: Iterable[Group]) -> frozenset[DocumentId]:
    """Return the documents of groups that were not read in full, or have no features."""
    unread = {problem.path for problem in report.problems if not problem.is_doubt}
    return frozenset(
        key
        for group in groups
        for key in (group.representative, *(one.document for one in group.members))
        for document in [report.documents[key]]
        if not (document.whole and document.features) or (unread and document.path in unread)
    )
