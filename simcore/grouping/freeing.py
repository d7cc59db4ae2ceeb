"""Counts the documents and bytes of each kind that could be removed, and how much of it is safe.

Only copies are safe: they equal the kept document or a member that stays. The rest needs review.
"""

import stat
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from simcore.files.disk import is_missing
from simcore.files.roles import NO_ROLES, Role, Roles
from simcore.grouping.versions import doubts
from simcore.model.records import Document, DocumentId, Kind, ProblemStage
from simcore.model.report import TRUE_COPIES, Group, Member, ScanReport, is_kept


def by_hand_only(
    report: ScanReport,
    groups: Iterable[Group] | None = None,
    of: Container[DocumentId] | None = None,
) -> frozenset[DocumentId]:
    """Return the documents of groups, by default all, that only the user may mark, one by one.

    They were not read in full, are only linked to the kept document, use the same form, are an
    earlier version, or differ in numbers only. Or name and date disagree about which document of
    the group is the latest, or they are copies of a file that is gone or changed. With ``of``, the
    answer is complete for these documents only: names and dates take long to read.
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
        key
        for group in named
        if (others := _other_texts(group, of)) and doubts(report, group)
        for key in others
    )
    changed = {one.path for one in report.problems if one.stage is ProblemStage.SAVED}
    found = not_read_in_full(report, named).union(linked, doubtful_too)
    return found | copies_of(report, named, lambda one: one.path in changed) if changed else found


def _other_texts(group: Group, of: Container[DocumentId] | None) -> list[DocumentId]:
    return [
        one.document
        for one in group.members
        if one.kind not in TRUE_COPIES and (of is None or one.document in of)
    ]


def copies_of(
    report: ScanReport, groups: Iterable[Group], are: Callable[[Document], bool]
) -> frozenset[DocumentId]:
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
    found = [(one.kind, one.by_hand_only) for one in members]
    copy = any(kind in TRUE_COPIES for kind, _ in found)
    return any(by_hand and not (copy and kind is Kind.BOILERPLATE) for kind, by_hand in found)


def not_read_in_full(report: ScanReport, groups: Iterable[Group]) -> frozenset[DocumentId]:
    """Return the documents of groups that were not read in full.

    A document without words was: its group has the same bytes.
    """
    unread = {problem.path for problem in report.problems if not problem.is_read}
    return frozenset(
        key
        for group in groups
        for key, kind in (
            (group.representative, Kind.IDENTICAL),
            *((one.document, one.kind) for one in group.members),
        )
        for document in [report.documents[key]]
        if not document.whole
        or not (document.features or (document.fingerprint is None and kind is Kind.IDENTICAL))
        or (unread and document.path in unread)
    )


_STRIDE = 512
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class KindCounts:
    """The documents of a kind that could be removed, and their ``size`` in bytes.

    ``staying`` counts those that stay whatever is marked: in protected or excluded folders,
    archives or mailboxes.
    """

    documents: int = 0
    size: int = 0
    staying: int = 0

    def __add__(self, other: "KindCounts") -> "KindCounts":
        return KindCounts(
            self.documents + other.documents, self.size + other.size, self.staying + other.staying
        )


@dataclass(frozen=True, slots=True)
class Freeing:
    """The result of ``safe_to_free``: counts by kind; each document counts once.

    ``safe`` are the copies that a command may mark, ``review`` all others.
    """

    kinds: Mapping[Kind, KindCounts]
    safe: KindCounts
    review: KindCounts

    @property
    def all(self) -> KindCounts:
        return self.safe + self.review


def safe_to_free(
    report: ScanReport, roles: Roles = NO_ROLES, check: Callable[[], None] = lambda: None
) -> Freeing:
    """Count the documents of a report's groups that could be removed, and which are safe to remove.

    A member of two groups counts as the first of its kinds in the order of ``Kind``. No file is
    read; for opened results the disk is asked whether files still exist. ``check`` is called
    regularly and may raise.
    """
    kinds = surest_kinds(report, check)
    kept = report.kept
    copies = {key for key, kind in kinds.items() if kind in TRUE_COPIES}
    by_hand = by_hand_only(report, of=copies)
    check()
    if report.opened:
        by_hand |= copies_of(report, stepped(report.groups, check), is_gone)
        by_hand |= {key for key in stepped(copies, check) if is_gone(report.documents[key])}
    counted = {(kind, safe): [0, 0, 0] for kind in Kind for safe in (True, False)}
    for key, kind in stepped(kinds.items(), check):
        document = report.documents[key]
        by_command = not (key in kept or key in by_hand or is_kept(report.judgements, document))
        found = counted[kind, kind in TRUE_COPIES and by_command]
        if document.inside or roles.of_document(document) is not Role.NORMAL:
            found[2] += 1
        else:
            found[0] += 1
            found[1] += document.gain
    totals = {sort: KindCounts(*found) for sort, found in counted.items()}
    safe, review = (
        sum((totals[kind, one] for kind in Kind), KindCounts()) for one in (True, False)
    )
    return Freeing({kind: totals[kind, True] + totals[kind, False] for kind in Kind}, safe, review)


def is_gone(document: Document) -> bool:
    if document.elsewhere or document.inside:
        return False
    try:
        status = document.real_path.lstat()
    except (OSError, ValueError):
        return is_missing(document.real_path)
    return not stat.S_ISREG(status.st_mode) or status.st_size != document.size


def surest_kinds(report: ScanReport, check: Callable[[], None]) -> dict[DocumentId, Kind]:
    """Return the first kind, in the order of ``Kind``, of each document beside a kept one."""
    order = {kind: rank for rank, kind in enumerate(Kind)}
    kinds: dict[DocumentId, Kind] = {}
    for group in stepped(report.groups, check):
        for member in group.members:
            known = kinds.get(member.document)
            if known is None or order[member.kind] < order[known]:
                kinds[member.document] = member.kind
    return kinds


def stepped(items: Iterable[_T], check: Callable[[], None]) -> Iterator[_T]:
    """Yield items; call ``check`` before the first one and regularly after that."""
    for number, item in enumerate(items):
        if not number % _STRIDE:
            check()
        yield item
