"""The choices of keep rules: which document of each group is kept, which would be marked, and why.

Nothing is marked or removed here. A rule may keep another document than the representative; so
documents to mark are compared with the one that stays, and are not marked if they never were.
"""

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from simcore.files.disk import Volumes
from simcore.files.roles import NO_ROLES, Role, Roles
from simcore.grouping.freeing import by_hand_only, not_read_in_full
from simcore.grouping.queries import Relations
from simcore.grouping.versions import DAY_NS, are_copy_names, doubts, is_time, last_time
from simcore.model.reasons import Reason, ReasonCode
from simcore.model.records import Document, DocumentId, Kind
from simcore.model.report import TRUE_COPIES, Action, Group, ScanReport, is_kept
from simcore.removal.actions import ACTIONS
from simcore.removal.journal import NO_RELIANCE, Reliance
from simcore.removal.keep_rules import KeepBy, KeepRule, Rank, ranking
from simcore.removal.plan import RemovalPlan, plan_removal


class DecisionGround(StrEnum):
    RULE = "rule"
    CHOSEN = "chosen"  # the user made it the kept one
    PROTECTED = "protected"  # it stays anyway, and the rules chose it again
    WHOLE = "whole"  # the others are parts of it, and of no other
    TIME = "time"  # equal by all rules: the time of modification of the other one says nothing
    GROUP = "group"  # equal by all rules: what its group keeps
    COPY_NAME = "copy-name"  # equal by all rules: what is not called a copy, before what is
    PATH = "path"  # equal by all rules: the first path


class SpareReason(StrEnum):
    KIND = "kind"  # its kind is not to be marked
    BY_HAND = "by-hand"  # no rule may mark it
    DATES = "dates"  # name and date disagree about which of its group is the latest
    ROLE = "role"  # its folder is protected or excluded
    INSIDE = "inside"  # it is inside an archive or a mailbox
    NEEDED = "needed"  # it stays for another group
    UNKNOWN = "unknown"  # it was never compared with what stays
    HIDDEN = "hidden"  # it is not shown


@dataclass(frozen=True, slots=True)
class Chosen:
    """A document to mark: its kind to the one that stays, and what decided between them.

    ``rule`` is the rule, if ``ground`` is ``RULE``. ``same_time`` is whether there were only rules
    about time, and both were modified at the same time. See ``choose_kept``.
    """

    document: DocumentId
    kind: Kind
    resemblance: float
    ground: DecisionGround
    rule: KeepRule | None = None
    same_time: bool = False


@dataclass(frozen=True, slots=True)
class Spared:
    document: DocumentId
    reason: SpareReason


@dataclass(frozen=True, slots=True)
class Choice:
    """One group, numbered from 1: which document would stay, which would be marked, and why.

    ``stays`` is marked in no other group. With ``copies`` it is only the kept one of copies with a
    text of their own, in a group in which another document stays; such choices follow that of their
    group, and have no ``spared``. See ``choose_kept``.
    """

    group: int
    stays: DocumentId
    marked: tuple[Chosen, ...]
    spared: tuple[Spared, ...]
    copies: bool = False

    @property
    def decided(self) -> bool:
        """Whether something is marked, or nothing of the group was to be marked."""
        return bool(self.marked) or all(one.reason is SpareReason.KIND for one in self.spared)


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of rules in a report; groups without a present document are left out.

    ``size`` is the size of the documents to mark in bytes; ``documents`` counts all considered.
    See ``choose_kept``.
    """

    groups: tuple[Choice, ...]
    documents: int
    size: int

    def marked(self) -> Iterator[tuple[Choice, Chosen]]:
        for choice in self.groups:
            for chosen in choice.marked:
                yield choice, chosen


_STRIDE = 512
_COMPARED = frozenset({Kind.SIMILAR, Kind.PART})

_BY_TIME = frozenset({KeepBy.NEWEST, KeepBy.OLDEST})
_TIES = (
    *(DecisionGround.GROUP, DecisionGround.TIME, DecisionGround.GROUP),
    *(DecisionGround.COPY_NAME, DecisionGround.PATH),
)

_NOT_MARKED = {
    Kind.LINKED: ReasonCode.NO_RULE_MARKS_LINKED,
    Kind.EARLIER_VERSION: ReasonCode.NO_RULE_MARKS_VERSION,
    Kind.SAME_FORM: ReasonCode.NO_RULE_MARKS_FORM,
    Kind.BOILERPLATE: ReasonCode.NO_RULE_MARKS_BOILERPLATE,
}


def choose_kept(
    report: ScanReport,
    rules: Sequence[KeepRule],
    kinds: Collection[Kind] = TRUE_COPIES,
    *,
    only: Container[int] | None = None,
    going: Collection[DocumentId] = (),
    hidden: Container[DocumentId] = (),
    roles: Roles = NO_ROLES,
    check: Callable[[], None] | None = None,
    now_ns: int | None = None,
) -> Choices:
    """Choose the document of each group that stays, and mark those of some kinds; reads no file.

    Rules apply in their order; among equals the group's kept document stays, then one without a
    copy's name, then the first path. A document that the user chose stays before all rules, then
    one that was read in full. Rules about time ignore times before 1980, or more than a day after
    ``now_ns`` (by default, now). A protected document with the text of the chosen one stays instead
    of it. If copies are marked, one of each other text stays, too (``Choice.copies``).

    ``only`` are numbers of groups from 1. Documents that are ``going`` (marked or removed) are no
    survivors; ``hidden`` ones are not marked. Never marked are those of ``by_hand_only``, those of
    a group in which name and date disagree, unless they are exact copies, those in a protected or
    excluded folder, and those that stay for another group. Of two groups that share documents, the
    first takes precedence. ``check`` is called regularly and may raise. Raises ``ValueError`` for
    the kinds that no rule marks (``UNMARKED``).
    """
    for kind, code in _NOT_MARKED.items():
        if kind in kinds:
            raise ValueError(Reason(code))
    chooser = _Chooser(
        report, tuple(rules), frozenset(kinds), frozenset(going), hidden, roles, last_time(now_ns)
    )
    choices = []
    looked_at: set[DocumentId] = set()
    for number, group in enumerate(report.groups, 1):
        if check is not None and not number % _STRIDE:
            check()
        if only is None or number in only:
            looked_at.update(group.documents)
            choices.extend(chooser.choose(number, group))
    choices = chooser.with_survivors(report.groups, choices)
    size = sum(report.documents[one.document].gain for each in choices for one in each.marked)
    return Choices(tuple(choices), len(looked_at), size)


def plan_pruning(
    report: ScanReport,
    choices: Choices,
    *,
    action: Action = Action.TRASH,
    destination: Path | None = None,
    roles: Roles = NO_ROLES,
    reliance: Reliance = NO_RELIANCE,
    volumes: Volumes | None = None,
) -> RemovalPlan:
    """Plan the removal of the documents that rules marked, by the rules of ``plan_removal``.

    The witness of each is the document that ``choices`` keep: kind and resemblance refer to it, and
    it is read again. Raises the errors of ``plan_removal``.
    """
    chosen = {one.document: (choice, one) for choice, one in choices.marked()}
    plan = plan_removal(
        report,
        chosen.keys(),
        by_rule=chosen.keys(),
        action=action,
        destination=destination,
        roles=roles,
        reliance=reliance,
        volumes=volumes,
    )
    removals = []
    for removal in plan.removals:
        document = removal.document
        choice, one = chosen[document.id]
        keeper = report.documents[choice.stays]
        first: tuple[Document, ...] = (keeper, *removal.others)
        if removal.group != choice.group or reliance.on(document):
            first = (keeper, *removal.witnesses)
        if ACTIONS[plan.action].links and keeper.content_hash != document.content_hash:
            first = (*removal.witnesses, keeper)  # the link must lead to the same bytes
        witness, *others = dict.fromkeys(stays.id for stays in first)
        removals.append(
            replace(
                removal,
                witness=report.documents[witness],
                others=tuple(report.documents[other] for other in others),
                group=choice.group,
                kind=one.kind,
                resemblance=one.resemblance,
            )
        )
    return replace(plan, removals=tuple(removals))


_Rank = tuple[object, ...]


class _Among(NamedTuple):
    """The present documents of a group: their roles, and the order in which they would stay."""

    number: int
    representative: DocumentId
    role: Mapping[DocumentId, Role]
    ranks: Mapping[DocumentId, _Rank]


@dataclass
class _Chooser:
    """Choices being made: a document that stays in one group is marked in none, and vice versa."""

    report: ScanReport
    rules: tuple[KeepRule, ...]
    kinds: frozenset[Kind]
    gone: frozenset[DocumentId]
    hidden: Container[DocumentId]
    roles: Roles
    last_ns: int

    def __post_init__(self) -> None:
        report = self.report
        self.documents: Mapping[DocumentId, Document] = report.documents
        self.not_read = not_read_in_full(report, report.groups)
        self.going = set(self.gone)
        self.staying: set[DocumentId] = set()
        self.wholes = {one.representative for one in report.groups if one.parts}
        self.by_time = any(rule.by in _BY_TIME for rule in self.rules)
        self.most_complete = any(rule.by is KeepBy.MOST_COMPLETE for rule in self.rules)
        compared = bool(self.kinds & _COMPARED) or self.most_complete
        self.relations = Relations(report, compared=compared)
        self.completeness: Mapping[DocumentId, float] = {}
        self.rankings = [
            ranking(rule, lambda one: self.completeness[one.id]) for rule in self.rules
        ]

    # these take long, and copies do not need them
    @cached_property
    def by_hand(self) -> frozenset[DocumentId]:
        return by_hand_only(self.report)

    @cached_property
    def doubtful(self) -> frozenset[DocumentId]:
        return frozenset(
            key
            for group in self.report.groups
            if doubts(self.report, group, self.last_ns - DAY_NS)
            for key in group.documents
        )

    def choose(self, number: int, group: Group) -> list[Choice]:
        """Choose in a group, and then among its copies with another text."""
        present = [self.documents[key] for key in group.documents if key not in self.going]
        role = {one.id: self._role_of(one) for one in present}
        if self.most_complete:
            self.completeness = self.relations.completeness(present)
        ranks = self._ranks(present, role, group.representative)
        among = _Among(number, group.representative, role, ranks)
        # only the whole holds the others, and rules do not change that
        whole = group.representative if group.parts else None
        first = self._choose_among(among, present, whole)
        if first is None:
            return []
        found = self._with_copies(among, present, first, whole)
        if not any(one.marked for one in found):
            # the representative goes on leading this group, and so goes for no other
            self.staying.update({group.representative}.intersection(among.ranks))
        return found

    def _with_copies(
        self, among: _Among, present: Sequence[Document], first: Choice, whole: DocumentId | None
    ) -> list[Choice]:
        """Return a choice, and those among copies of other texts than the kept one."""
        words = Kind.SAME_WORDS in self.kinds
        if whole is not None or not (words or self.kinds.intersection(TRUE_COPIES)):
            return [first]
        kept = self.documents[first.stays]
        left = [one for one in present if one.id not in self.going and not one.reads_like(kept)]
        left.sort(key=lambda one: among.ranks[one.id])
        found = [self._choose_among(among, same) for same in _copies(left, words=words)]
        others = [replace(one, spared=(), copies=True) for one in found if one and one.marked]
        marked = {one.document for choice in others for one in choice.marked}
        spared = tuple(one for one in first.spared if one.document not in marked)
        return [replace(first, spared=spared), *others]

    def _choose_among(
        self, among: _Among, present: Sequence[Document], whole: DocumentId | None = None
    ) -> Choice | None:
        if self.by_time and len(present) < len(among.ranks):  # fewer to choose from
            ranks = self._ranks(present, among.role, among.representative)
            among = among._replace(ranks=ranks)
        role, ranks = among.role, among.ranks
        able = [one for one in present if role[one.id] is not Role.EXCLUDED]
        if not able:
            return None
        able = [one for one in able if one.id == whole] or able
        stays = min(able, key=lambda one: ranks[one.id])
        instead = self._protected(among, stays, able)
        keeper = instead or stays
        marked: list[Chosen] = []
        spared: list[Spared] = []
        for one in sorted(present, key=lambda one: ranks[one.id]):
            if one is keeper:
                continue
            kind, resemblance, reason = self._judge(keeper, one, role[one.id])
            if reason is not None:
                spared.append(Spared(one.id, reason))
                continue
            ground, rule = self._ground(ranks[keeper.id], ranks[one.id])
            if keeper.id == whole:
                ground, rule = DecisionGround.WHOLE, None
            elif instead is not None and ranks[one.id] < ranks[keeper.id]:
                ground, rule = DecisionGround.PROTECTED, None
            same_time = ground in _TIES and self._same_time(keeper, one)
            marked.append(Chosen(one.id, kind, resemblance, ground, rule, same_time))
        if marked:
            self.staying.add(keeper.id)
            self.going.update(one.document for one in marked)
        return Choice(among.number, keeper.id, tuple(marked), tuple(spared))

    def with_survivors(self, groups: Sequence[Group], choices: Sequence[Choice]) -> list[Choice]:
        """Spare the representative of a group, or the next document, if no other would stay.

        That can happen if nothing was marked in the group, but all of it in other groups.
        """
        needed: set[DocumentId] = set()
        for group in groups:
            able = (
                key
                for key in group.documents
                if key not in self.gone and self._role_of(self.documents[key]) is not Role.EXCLUDED
            )
            first = next(able, None)
            if first is not None and first in self.going and self.going.issuperset(able):
                needed.add(first)
                self.going.discard(first)
        return [_without(choice, needed) for choice in choices] if needed else list(choices)

    def _role_of(self, document: Document) -> Role:
        return Role.EXCLUDED if document.inside else self.roles.of_document(document)

    def _ranks(
        self,
        present: Sequence[Document],
        role: Mapping[DocumentId, Role],
        representative: DocumentId,
    ) -> Mapping[DocumentId, _Rank]:
        """Rank documents, the one to stay first.

        By a rule about time, one without a time is as good as the best of its equals so far: it
        neither wins nor loses.
        """
        ranks: dict[DocumentId, _Rank] = {
            one.id: (not is_kept(self.report.judgements, one), one.id in self.not_read)
            for one in present
        }
        for rule, rank in zip(self.rules, self.rankings, strict=True):
            values: dict[DocumentId, Rank] = {}
            best: dict[_Rank, Rank] = {}
            by_time = rule.by in _BY_TIME
            for one in present:
                if not by_time or self._has_time(one):
                    value = values[one.id] = rank(one)
                    before = ranks[one.id]
                    if by_time and role[one.id] is not Role.EXCLUDED:
                        best[before] = min(value, best.get(before, value))
            for one in present:
                before = ranks[one.id]
                ranks[one.id] = (*before, values.get(one.id) or best.get(before, (0,)))
        undated = self.by_time and not all(map(self._has_time, present))
        called = iter(are_copy_names(name for one in present for name in one.names))
        copy_names = {one.id: min([next(called) for _ in one.names]) for one in present}
        return {
            one.id: (
                *ranks[one.id],
                undated and one.text != self.documents[representative].text,
                undated and not self._has_time(one),
                one.id != representative,
                copy_names[one.id],
                str(one.path),
                one.id,
            )
            for one in present
        }

    def _has_time(self, document: Document) -> bool:
        return is_time(document.mtime_ns, self.last_ns)

    def _same_time(self, one: Document, other: Document) -> bool:
        by_time = bool(self.rules) and all(rule.by in _BY_TIME for rule in self.rules)
        return by_time and one.mtime_ns == other.mtime_ns and self._has_time(one)

    def _protected(
        self, among: _Among, stays: Document, able: Sequence[Document]
    ) -> Document | None:
        """Return the protected document that can stay instead of the one chosen, if any."""
        if among.role[stays.id] is not Role.NORMAL or is_kept(self.report.judgements, stays):
            return None
        found = [
            one
            for one in able
            if among.role[one.id] is Role.PROTECTED
            and one.reads_like(stays)
            and self._judge(one, stays, Role.NORMAL)[2] is None
        ]
        return min(found, key=lambda one: among.ranks[one.id], default=None)

    def _judge(
        self, keeper: Document, document: Document, role: Role
    ) -> tuple[Kind, float, SpareReason | None]:
        """Return a document's kind to the one that stays, and why it is not marked, if so."""
        relation = self.relations.of(keeper, document)
        if relation is None:
            # of documents that were not compared only that is known: their texts differ
            wanted = self.kinds & _COMPARED
            unknown = wanted and not self.relations.apart(keeper, document)
            return Kind.LINKED, 0.0, SpareReason.UNKNOWN if unknown else SpareReason.KIND
        kind, resemblance = relation.kind, relation.resemblance or 0.0
        if kind not in self.kinds:
            return kind, resemblance, SpareReason.KIND
        if document.inside:
            return kind, resemblance, SpareReason.INSIDE
        if role is not Role.NORMAL:
            return kind, resemblance, SpareReason.ROLE
        if kind not in TRUE_COPIES and {keeper.id, document.id} <= self.doubtful:
            return kind, resemblance, SpareReason.DATES
        # what a document is to the representative does not count beside its own copy
        by_hand = self.not_read if kind in TRUE_COPIES else self.by_hand
        if (
            document.id in by_hand
            or relation.numbers_only
            or is_kept(self.report.judgements, document)
            or keeper.id in self.not_read
        ):
            return kind, resemblance, SpareReason.BY_HAND
        if document.id in self.hidden:
            return kind, resemblance, SpareReason.HIDDEN
        if document.id in self.staying or (kind in _COMPARED and document.id in self.wholes):
            return kind, resemblance, SpareReason.NEEDED
        return kind, resemblance, None

    def _ground(self, kept: _Rank, other: _Rank) -> tuple[DecisionGround, KeepRule | None]:
        level = next(
            at for at, (one, two) in enumerate(zip(kept, other, strict=True)) if one != two
        )
        if level < 2:  # documents not read in full are never marked, so the first level decided
            return DecisionGround.CHOSEN, None
        if level < 2 + len(self.rules):
            return DecisionGround.RULE, self.rules[level - 2]
        return _TIES[min(level - 2 - len(self.rules), len(_TIES) - 1)], None


def _copies(ranked: Sequence[Document], *, words: bool) -> Iterator[list[Document]]:
    """Yield each document with its copies behind it that are no copies of an earlier one.

    With ``words`` documents of the same words are copies, too.
    """
    alike: dict[bytes, list[Document]] = {}
    for one in ranked:
        # of the same bytes one may have been read with characters replaced, and one without
        for key in {one.content_hash, one.form, *([one.words] if words else [])}:
            alike.setdefault(key, []).append(one)
    taken: set[DocumentId] = set()
    for first in ranked:
        if first.id not in taken:
            both = [*alike[first.content_hash], *alike[first.form]]
            both += alike[first.words] if words else ()
            same = {one.id: one for one in both if one.id not in taken}
            taken.update(same)
            if len(same) > 1:
                yield list(same.values())


def _without(choice: Choice, needed: Container[DocumentId]) -> Choice:
    spared = [one for one in choice.marked if one.document in needed]
    if not spared:
        return choice
    return replace(
        choice,
        marked=tuple(one for one in choice.marked if one.document not in needed),
        spared=(*choice.spared, *(Spared(one.document, SpareReason.NEEDED) for one in spared)),
    )
