"""GroupTable: the groups of a report as columns, for sorting and filtering, without Qt."""

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain, compress
from operator import attrgetter, not_
from typing import NamedTuple

from simcore.files.roles import Role, Roles
from simcore.grouping.freeing import Freeing, by_hand_only, is_by_hand_only, safe_to_free
from simcore.grouping.versions import doubts
from simcore.model.reasons import Doubt
from simcore.model.records import Document, DocumentId, ProblemStage
from simcore.model.report import Group, Member, ScanReport

from ..badges import LOOKS, SAFE
from ..tasks import STRIDE, Check, never_cancelled, stepped
from ..wording import folded

_TIMES_AS_MANY = 4
"""How many times the shown groups are cached: a slider returns to most of them."""

_RANKS = {kind: rank for rank, kind in enumerate(LOOKS)}

FORMS = 2 * len(LOOKS)
"""The least rank of groups of nothing but forms."""


class GroupFacts(NamedTuple):
    """Facts of a group and its documents that do not depend on other groups.

    ``documents`` begins with the kept one, ``size`` is the bytes that the others free, ``rows`` the
    number of rows: one for the group, one a document. A lower ``rank`` means surer kinds; numbers
    only come late, groups of nothing but forms last, from ``FORMS`` on.
    """

    group: Group
    documents: tuple[DocumentId, ...]
    size: int
    rows: int
    rank: int
    parts: bool


Homes = Mapping[DocumentId, Sequence[GroupFacts]]
"""The known groups of each document, in any report."""


class KnownGroups:
    """Caches the facts of groups from report to report.

    Groups are known by identity: ``regroup`` returns most of them again. Safe to use in several
    threads.
    """

    def __init__(self) -> None:
        self._known: _Known = None, {}, {}
        self._most = 0

    def facts(
        self,
        groups: Sequence[Group],
        documents: Mapping[DocumentId, Document],
        check: Check = never_cancelled,
    ) -> tuple[list[GroupFacts], Homes]:
        """Return facts of each group, and the groups of documents; raises what ``check`` does."""
        of, known, homes = self._known
        self._most = max(len(groups), self._most if of is documents else 0)
        if of is not documents or len(known) > _TIMES_AS_MANY * self._most:
            known, homes = {}, {}

        def new(group: Group) -> GroupFacts:
            made = _facts(group, documents)
            # before ``known``: other threads look here for known groups
            for identity in made.documents:
                homes.setdefault(identity, []).append(made)
            return known.setdefault(id(group), made)

        found: list[GroupFacts] = []
        for start in range(0, len(groups), STRIDE):
            check()
            some = groups[start : start + STRIDE]
            # facts hold their group, so its id is not reused
            facts = [*map(known.get, map(id, some))]
            if not all(facts):
                facts = [one or new(group) for one, group in zip(facts, some, strict=True)]
            found += filter(None, facts)
        self._known = documents, known, homes
        return found, homes


_Known = tuple[
    Mapping[DocumentId, Document] | None, dict[int, GroupFacts], dict[DocumentId, list[GroupFacts]]
]


def _facts(group: Group, documents: Mapping[DocumentId, Document]) -> GroupFacts:
    members = [one.document for one in group.members]
    size, first = sum([documents[one].gain for one in members]), group.members[0]
    rank = (FORMS if group.framed else 0) + first.numbers_only * len(LOOKS) + _RANKS[first.kind]
    held = group.representative, *members
    return GroupFacts(group, held, size, 1 + len(held), rank, group.parts)


class Totals(NamedTuple):
    """Groups, the documents in them, and the bytes of all but the kept ones.

    A document in two groups is counted once.
    """

    groups: int
    documents: int
    gain: int


class TableCounts(NamedTuple):
    """What could go of a report: ``freeing`` by kind, ``folders`` the documents in each folder."""

    freeing: Freeing
    folders: Mapping[str, int]


class GroupTable:
    """The groups of a report by number, and the groups of each document.

    Made in any thread; rarely used parts are computed on first use. ``gains`` are the bytes of each
    group's members that could go: files of their own in folders without protection. ``rows`` are
    the numbers of rows as in ``GroupFacts``. ``offsets`` are where the documents of each group
    begin in a list of the documents of all groups, and last the length of that list. ``protected``
    documents cannot be marked; ``outdated`` are the reasons, by path, why files differ from the
    saved results. ``known`` has the facts of former tables. Raises what ``check`` raises.
    """

    def __init__(
        self,
        report: ScanReport,
        check: Check = never_cancelled,
        roles: Roles | None = None,
        known: KnownGroups | None = None,
    ) -> None:
        self.report = report
        self._roles = roles or Roles()
        self.groups: Sequence[Group] = report.groups
        self.documents: Mapping[DocumentId, Document] = report.documents
        self.facts, self._homes = (known or KnownGroups()).facts(self.groups, self.documents, check)
        self.rows: list[int] = [*map(attrgetter("rows"), self.facts)]
        self.ranks: list[int] = [*map(attrgetter("rank"), self.facts)]
        self._paths: list[str] | None = None
        self._folded: list[str] | None = None
        self._doubts: dict[int, Mapping[DocumentId, Doubt]] = {}
        self.in_more = self._in_more(check)
        self.protected = self._protected(check)
        self.gains = self._gains(check)
        self.outdated = {
            one.path: one.reason for one in report.problems if one.stage is ProblemStage.SAVED
        }
        again = sum(map(self._counted_again, self.in_more))
        documents = sum(self.rows) - len(self.groups) - self.in_more.total()
        self.totals = Totals(len(self.groups), documents, sum(self.gains) - again)

    def _in_more(self, check: Check) -> Counter[DocumentId]:
        """Count in how many further groups a document is; most are in one at most.

        A whole may be part of another one, and a part may be in a group of similar ones, too.
        """
        parts = [*map(attrgetter("parts"), self.facts)]
        if True not in parts:
            return Counter()
        holding = stepped(compress(self.facts, parts), check)
        times = Counter(chain.from_iterable(one.documents for one in holding))
        more = Counter({document: many - 1 for document, many in times.items() if many > 1})
        in_parts = set(times)
        others = stepped(compress(self.facts, map(not_, parts)), check)
        more.update(chain.from_iterable(in_parts.intersection(one.documents) for one in others))
        return more

    def _gains(self, check: Check) -> list[int]:
        documents, protected = self.documents, self.protected
        if not protected:
            return [*map(attrgetter("size"), self.facts)]
        return [
            sum(documents[one].gain for one in facts.documents[1:] if one not in protected)
            for facts in stepped(self.facts, check)
        ]

    def safe_of(self, group: int) -> tuple[int, int]:
        by_hand = self.unmarkable([self.groups[group]])
        safe = sum(
            self.documents[one.document].gain
            for one in self.groups[group].members
            if one.kind in SAFE and one.document not in by_hand
        )
        return safe, self.gains[group] - safe

    def doubts_of(self, document: DocumentId) -> Iterator[Doubt]:
        for at in self.places_of(document):
            if at not in self._doubts:
                self._doubts[at] = doubts(self.report, self.groups[at])
            if document in self._doubts[at]:
                yield self._doubts[at][document]

    def counted(self, check: Check = never_cancelled) -> "TableCounts":
        freeing = safe_to_free(self.report, self._roles, check)
        return TableCounts(freeing, self._by_folder(check))

    def _by_folder(self, check: Check) -> Mapping[str, int]:
        members = {key for one in self.facts for key in one.documents[1:]}
        direct: Counter[str] = Counter(
            str(self.documents[key].path).rpartition(os.sep)[0]
            for key in stepped(members, check)
            if key not in self.protected
        )
        counts: Counter[str] = Counter()
        for folder, count in direct.items():
            above = folder
            while above and above not in {os.sep, "."}:
                counts[above] += count
                above = above.rpartition(os.sep)[0]
        return counts

    def _protected(self, check: Check) -> frozenset[DocumentId]:
        containers, roles, documents = self.report.config.containers, self._roles, self.documents
        if not containers and not roles.folders:
            return frozenset()
        return frozenset(
            identity
            for identity in stepped(self.placed, check)
            if (containers and documents[identity].inside)
            or (roles.folders and roles.of_document(documents[identity]) is not Role.NORMAL)
        )

    def chosen(self, documents: Iterable[DocumentId]) -> frozenset[DocumentId]:
        kept = self.report.judgements.kept
        if not kept:
            return frozenset()
        found = ((key, self.documents[key]) for key in documents)
        return frozenset(key for key, one in found if (one.real_path, one.content_hash) in kept)

    def unmarkable(self, groups: Iterable[Group]) -> frozenset[DocumentId]:
        """Return the documents of groups that no command may mark, only a person one by one.

        They are to be marked by hand only, were chosen to be kept, are kept in another group, or
        cannot be marked at all.
        """
        named = tuple(groups)
        members = frozenset(one.document for group in named for one in group.members)
        by_hand = by_hand_only(self.report, named)
        leading = frozenset(one for one in members if self.leads(one))
        return by_hand | self.chosen(members) | leading | (members & self.protected)

    def _counted_again(self, document: DocumentId) -> int:
        if document in self.protected:
            return 0
        times = sum(self.groups[at].representative != document for at in self.places_of(document))
        return self.documents[document].gain * max(times - 1, 0)

    @cached_property
    def offsets(self) -> list[int]:
        return [*accumulate((rows - 1 for rows in self.rows), initial=0)]

    @cached_property
    def placed(self) -> Collection[DocumentId]:
        return dict.fromkeys(chain.from_iterable(map(attrgetter("documents"), self.facts)))

    @cached_property
    def _numbers(self) -> Mapping[int, int]:
        return dict(zip(map(id, self.groups), range(len(self.groups)), strict=True))

    def places_of(self, document: DocumentId) -> list[int]:
        """Return the numbers of all groups of a document, the last first."""
        numbers = self._numbers
        # two threads may each have added a group
        groups = {id(one.group) for one in self._homes.get(document, ())}
        return sorted((numbers[one] for one in groups if one in numbers), reverse=True)

    def leads(self, document: DocumentId) -> bool:
        return any(self.groups[at].representative == document for at in self.places_of(document))

    def worst_of(self, group: int) -> DocumentId:
        one = self.groups[group]
        return next(m.document for m in one.members if m.resemblance == one.worst)

    def paths(self, check: Check = never_cancelled) -> list[str]:
        """Return the paths of the documents of all groups, see ``offsets``."""
        if self._paths is None:
            documents = self.documents
            facts = stepped(self.facts, check)
            self._paths = [str(documents[key].path) for one in facts for key in one.documents]
        return self._paths

    def searched(self, check: Check = never_cancelled) -> list[str]:
        """Return what the filter searches: the paths, or the ids of documents elsewhere."""
        if not self.report.elsewhere:
            return self.paths(check)
        facts = stepped(self.facts, check)
        return [str(self.documents[key].called) for one in facts for key in one.documents]

    def folded(self, check: Check = never_cancelled) -> list[str]:
        if self._folded is None:
            paths = self.searched(check)
            self._folded = [folded(path) for path in stepped(paths, check)]
        return self._folded


_LATEST = 512
"""How many groups have cached members while marks are made."""


class MarkState(NamedTuple):
    """The bytes of a document when it was marked, and whether it was marked by hand only."""

    content: bytes
    by_hand: bool


class GroupMarks:
    """Marks of members, so that one document of every group stays.

    A mark belongs to a document and its bytes; it is gone when a report has other bytes. It is
    inactive while the document is in no group as a member, while its folder is protected, or while
    it has become one to mark by hand only. ``version`` rises with every change by a person.
    """

    def __init__(self) -> None:
        self._marks: dict[DocumentId, MarkState] = {}
        self.marked: frozenset[DocumentId] = frozenset()  # the active marks
        self.version = 0

    def copy(self) -> "GroupMarks":
        copy = GroupMarks()
        copy._marks, copy.marked = self._marks.copy(), self.marked
        copy.version = self.version
        return copy

    @property
    def kept(self) -> frozenset[DocumentId]:
        """All marked documents, including those whose marks are inactive."""
        return frozenset(self._marks)

    def follow(self, table: GroupTable, check: Check = never_cancelled) -> None:
        """Apply the marks to the groups of another report. Raises what ``check`` raises."""
        documents = table.documents
        self._marks = {
            identity: mark
            for identity, mark in self._marks.items()
            if identity in documents and documents[identity].content_hash == mark.content
        }
        made = marks_for(table, self._marks, check)
        self.marked = frozenset(
            identity
            for identity, mark in made.items()
            if self._marks[identity].by_hand or not mark.by_hand
        )

    def mark(self, made: Mapping[DocumentId, MarkState]) -> frozenset[DocumentId]:
        """Mark what ``marks_for`` returned; return what was not marked before."""
        self.version += 1
        new = made.keys() - self.marked
        self._marks.update((identity, made[identity]) for identity in new)
        self.marked |= new
        return frozenset(new)

    def forget_hidden_of(self, documents: Iterable[DocumentId]) -> None:
        """Forget inactive marks of documents that others now rely on."""
        for identity in documents:
            if identity not in self.marked:
                self._marks.pop(identity, None)

    def unmark(self, ids: Iterable[DocumentId]) -> frozenset[DocumentId]:
        self.version += 1
        gone = self.marked & frozenset(ids)
        for identity in gone:
            del self._marks[identity]
        self.marked -= gone
        return gone

    def forget_hidden(self) -> None:
        self.version += 1
        if len(self._marks) > len(self.marked):
            self._marks = {identity: self._marks[identity] for identity in self.marked}


def marks_for(
    table: GroupTable, ids: Iterable[DocumentId], check: Check = never_cancelled
) -> dict[DocumentId, MarkState]:
    """Return marks for the documents that are members of a group and not protected.

    A document that is kept in another group is marked by hand only. Raises what ``check`` raises.
    """
    made: dict[DocumentId, MarkState] = {}
    members: dict[int, dict[DocumentId, Member]] = {}
    for identity in stepped(ids, check):
        if identity in table.protected:
            continue
        found: list[Member] = []
        for number in table.places_of(identity):
            if number not in members:
                if len(members) > _LATEST:
                    members.clear()  # ids are ordered by group, or few
                group = table.groups[number]
                members[number] = {one.document: one for one in group.members}
            if identity in members[number]:
                found.append(members[number][identity])
        if found:
            by_hand = table.leads(identity) or is_by_hand_only(found)
            made[identity] = MarkState(table.documents[identity].content_hash, by_hand)
    return made
