"""The documents of groups that only a person may mark for removal, one by one."""

from collections.abc import Callable, Iterable, Iterator

from simcore.grouping.copies import TRUE_COPIES
from simcore.grouping.keeping.doubts import doubts
from simcore.model.records import Document, DocumentId, Kind, ProblemStage
from simcore.model.report import Group, Member, ScanReport


def by_hand_only(
    report: ScanReport, groups: Iterable[Group] | None = None
) -> frozenset[DocumentId]:
    """Return the documents of groups that only the user may mark, one by one.

    Of all groups, unless some are passed. They were not read in full (characters were replaced, or
    the exact comparison could not read them again), are only linked to the kept one, on the same
    form, an earlier version of it, or differ from it in numbers only. Name and date disagree about
    which of the group is the latest, or they are copies of what is gone or changed since results
    were saved.
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
    changed = {one.path for one in report.problems if one.stage is ProblemStage.SAVED}
    found = not_read_in_full(report, named).union(linked, doubtful_too)
    return found | copies_of(report, named, lambda one: one.path in changed) if changed else found


def copies_of(
    report: ScanReport, groups: Iterable[Group], are: Callable[[Document], bool]
) -> frozenset[DocumentId]:
    """Return the true copies in groups of documents that are so; each original is asked once."""
    asked: dict[DocumentId, bool] = {}

    def is_so(key: DocumentId) -> bool:
        if key not in asked:
            asked[key] = are(report.documents[key])
        return asked[key]

    return frozenset(
        one.document
        for group in groups
        for one in group.members
        if one.kind in TRUE_COPIES and is_so(one.copy_of or group.representative)
    )


def is_by_hand_only(members: Iterable[Member]) -> bool:
    """Return whether only the user may mark a document that is these members of groups.

    A copy is one, whatever else the boilerplate in it is a part of.
    """
    found = [(one.kind, one.by_hand_only) for one in members]
    copy = any(kind in TRUE_COPIES for kind, _ in found)
    return any(by_hand and not (copy and kind is Kind.BOILERPLATE) for kind, by_hand in found)


def not_read_in_full(report: ScanReport, groups: Iterable[Group]) -> frozenset[DocumentId]:
    """Return the documents of groups that were not read in full.

    One without words was: in a group it is with others of the same bytes.
    """
    unread = {problem.path for problem in report.problems if not problem.is_read}
    return frozenset(
        key
        for group in groups
        for key, kind in _keys(group)
        for document in [report.documents[key]]
        if not document.whole
        or not (document.features or (document.fingerprint is None and kind is Kind.IDENTICAL))
        or (unread and document.path in unread)
    )


def _keys(group: Group) -> Iterator[tuple[DocumentId, Kind]]:
    """Yield the documents of a group, and what each is to the kept one."""
    yield group.representative, Kind.IDENTICAL
    for one in group.members:
        yield one.document, one.kind
