"""Plans of removals: the rules that every deletion obeys. Nothing is deleted here.

``simcore.removal.carry_out`` checks every document again when it removes it.
"""

import contextlib
import functools
import os
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from simcore.files.disk import Disk, Volumes, device_of, home_trashes, in_trash
from simcore.files.roles import NO_ROLES, Role, Roles
from simcore.grouping.freeing import by_hand_only, is_gone, not_read_in_full
from simcore.grouping.queries import Relation, Relations
from simcore.model.config import ScanConfig
from simcore.model.formats import format_of_name, how_editable
from simcore.model.reasons import Reason, ReasonCode, joined
from simcore.model.records import Document, DocumentId, Kind, Problem, ProblemStage
from simcore.model.report import Action, Group, JournalMark, ScanReport, related_to_kept
from simcore.removal.actions import ACTIONS, RemovalAction
from simcore.removal.journal import NO_RELIANCE, Reliance


class Survivors:
    """The documents of a group that stay, in its order, indexed by bytes, texts and words.

    ``uncut`` are those that were read in full.
    """

    def __init__(
        self,
        known: Mapping[DocumentId, Document],
        documents: Iterable[DocumentId],
        wanted: Container[DocumentId],
    ) -> None:
        self._known = known
        self._keys: dict[DocumentId, None] = {}
        self._having: dict[tuple[str, bytes], list[DocumentId]] = {}
        self.uncut: list[DocumentId] = []
        for key in documents:
            if key not in wanted:
                self.add(key)

    def add(self, key: DocumentId) -> None:
        self._keys[key] = None
        document = self._known[key]
        for name in ("content_hash", "form", "words"):
            self._having.setdefault((name, getattr(document, name)), []).append(key)
        if document.cut_short is None:
            self.uncut.append(key)

    def __contains__(self, key: DocumentId) -> bool:
        return key in self._keys

    def identical(self, key: DocumentId) -> DocumentId | None:
        return self._other(key, "content_hash")

    def alike(self, key: DocumentId) -> DocumentId | None:
        """Return the first with a document's bytes, or else with its text."""
        found = self.identical(key)
        return self._other(key, "form") if found is None else found

    def same_words(self, key: DocumentId) -> DocumentId | None:
        return self._other(key, "words")

    def _other(self, key: DocumentId, name: str) -> DocumentId | None:
        document = self._known[key]
        found = self._having.get((name, getattr(document, name)), ())
        return next((one for one in found if not _is_one_file(document, self._known[one])), None)


def _is_one_file(one: Document, other: Document) -> bool:
    """Return whether two documents are one file, or seem so through mounts with other devices."""
    if one.elsewhere or other.elsewhere:  # with one id there is one alone
        return False
    if one.device == other.device:
        return one.inode == other.inode
    return (one.inode, one.size, one.mtime_ns) == (other.inode, other.size, other.mtime_ns)


KEPT_BY_ROLE = {
    Role.PROTECTED: ReasonCode.IN_PROTECTED_FOLDER,
    Role.EXCLUDED: ReasonCode.IN_EXCLUDED_FOLDER,
}
"""Why a document in a folder of such a role stays."""


def loses_format(stays: Document, goes: Document) -> bool:
    """Return whether a document has a more editable format than the one that stays for it."""
    one, other = (how_editable(format_of_name(of.path.name, of.encoding)) for of in (stays, goes))
    return one > other


@dataclass(frozen=True, slots=True)
class Removal:
    """A document to remove, and its witness: the one of its group that stays.

    ``group`` numbers the group from 1. The ``witness`` has the same bytes or text if possible, else
    it is the representative, or what stays instead of it. ``kind`` and ``resemblance`` are the
    relation to it; ``linked`` and None if never compared. ``others`` are witnesses of further
    groups. ``by_hand`` is whether no rule may mark this document. A document that is only copied
    may be its own witness. ``shown`` is its shown relation to each witness. See ``plan_removal``.
    """

    document: Document
    witness: Document
    group: int
    kind: Kind
    resemblance: float | None
    others: tuple[Document, ...] = ()
    by_hand: bool = False
    shown: tuple[Relation, ...] = ()
    numbers_only: bool = False

    @property
    def witnesses(self) -> tuple[Document, ...]:
        """All documents that must exist when this one is removed, one of each of its groups."""
        return (self.witness, *self.others)


@dataclass(frozen=True, slots=True)
class RemovalPlan:
    """The removals, and the refused documents with reasons; ``size`` in bytes is the gain.

    ``without_trash`` are those whose disk has no trash: they stay unless the user chooses another
    action. ``losses`` are those that undo would restore incompletely. Both are empty if not
    checked. Removing ``shared`` ones frees nothing, since the scan did not see all their names.
    ``destination`` is the folder of MOVE and COPY. ``opened`` has the thresholds of opened results:
    ``confirm`` comes before such a plan is carried out. A plan of documents ``elsewhere`` is never
    carried out. See ``plan_removal``.
    """

    removals: tuple[Removal, ...]
    refused: tuple[Problem, ...]
    size: int
    action: Action = Action.TRASH
    destination: Path | None = None
    folders: tuple[Path, ...] = ()
    roles: Roles = NO_ROLES
    journal: JournalMark | None = None
    without_trash: tuple[Problem, ...] = ()
    losses: tuple[Problem, ...] = ()
    shared: tuple[Problem, ...] = ()
    opened: ScanConfig | None = None
    elsewhere: bool = False


def plan_removal(
    report: ScanReport,
    marked: Collection[DocumentId],
    *,
    by_rule: Collection[DocumentId] = (),
    action: Action = Action.TRASH,
    destination: Path | None = None,
    roles: Roles = NO_ROLES,
    reliance: Reliance = NO_RELIANCE,
    volumes: Volumes | None = None,
) -> RemovalPlan:
    """Plan the removal of marked documents; every group keeps at least one.

    If all of a group are marked, its representative stays and is refused. Refused are also
    documents elsewhere, in no group, or in a protected or excluded folder; documents in ``by_rule``
    that were not read in full; documents in ``by_rule`` to be marked by hand only, or in
    ``reliance``, unless one with the same text stays; for links, those without an identical
    document that stays; partly read documents, or those compared with one, unless one with the same
    bytes or text stays. Excluded documents, and those in a trash, are no survivors. With
    ``volumes`` the disks are checked for a trash. With them, and for opened results, missing
    documents are no survivors either. Otherwise nothing is read, but ``destination`` is resolved.
    Raises ``ValueError`` if a folder to move or copy to is missing.
    """
    kind = ACTIONS[action]
    if kind.needs_folder and destination is None:
        raise ValueError(Reason(ReasonCode.NEEDS_DESTINATION, (action.value,)))
    wanted = set(marked) & report.documents.keys()
    builder = _PlanBuilder(report, wanted)
    unread = not_read_in_full(report, report.groups)
    by_hand = _by_hand(report, wanted)
    builder.refuse(unread.intersection(by_rule), ReasonCode.BY_HAND_ONLY)
    builder.leave_those(lambda one: bool(one.elsewhere), ReasonCode.ELSEWHERE_STAYS)
    # no action reaches a document inside a file, either
    builder.leave_those(lambda one: one.inside, ReasonCode.INSIDE_STAYS)
    if kind.original_stays:
        builder.refuse(by_hand.intersection(by_rule), ReasonCode.BY_HAND_ONLY)
        removals = builder.copies(by_hand)
    else:
        builder.keep(roles)
        builder.leave_passing(look=report.opened or volumes is not None)
        builder.keep_without_copy(by_hand.intersection(by_rule), ReasonCode.BY_HAND_ONLY)
        builder.keep_relied(kind, reliance)
        builder.keep_last()
        builder.keep_cut_short()
        removals = builder.removals(kind, by_hand, unread)
    destination = None if destination is None else Path(os.path.realpath(destination))
    without_trash, losses = [], []
    if volumes is not None:
        for removal in removals if kind.uses_trash else ():
            document = removal.document
            places = document.real_path, *(one.real_path for one in document.links)
            reason = next(filter(None, map(volumes.lacks_trash, places)), None)
            if reason is not None:
                without_trash.append(Problem(document.path, ProblemStage.REMOVE, reason))
        trashless = {problem.path for problem in without_trash}
        device = None if destination is None or kind.original_stays else device_of(destination)
        # undo makes a new file of what is deleted, linked, on another disk, or without a trash
        wholly = kind.for_good or kind.links
        anew = [one for one in removals if wholly or device not in {None, one.document.device}]
        anew += [one for one in removals if one.document.path in trashless]
        losses = _losses(anew)
    return RemovalPlan(
        removals,
        tuple(builder.refused),
        0 if kind.original_stays else sum(removal.document.gain for removal in removals),
        action,
        destination,
        report.folders,
        roles,
        report.journal,
        tuple(without_trash),
        tuple(losses),
        () if kind.original_stays else _shared(removals),
        report.config if report.opened else None,
    )


def plan_dropping(
    report: ScanReport,
    marked: Collection[DocumentId],
    *,
    roles: Roles = NO_ROLES,
) -> RemovalPlan:
    """Plan which of the marked documents that are not on this machine are to be dropped there.

    As ``plan_removal``; documents on this machine are refused, and are no survivors.
    ``write_ids_to_drop`` writes the ids; ids that a table cannot hold are refused.
    """
    wanted = set(marked) & report.documents.keys()
    builder = _PlanBuilder(report, wanted)
    builder.leave_those(lambda one: not one.elsewhere, ReasonCode.HERE_STAYS)
    builder.refuse_unwritten()
    builder.keep(roles)
    builder.keep_last()
    builder.keep_cut_short()
    unread = not_read_in_full(report, report.groups)
    removals = builder.removals(ACTIONS[Action.TRASH], _by_hand(report, wanted), unread)
    return RemovalPlan(
        removals, tuple(builder.refused), 0, folders=report.folders, roles=roles, elsewhere=True
    )


def _by_hand(report: ScanReport, of: Container[DocumentId]) -> frozenset[DocumentId]:
    """Return the documents that no rule may mark because of their relation to the kept one."""
    return by_hand_only(report, of=of).union(
        one.document
        for group in report.groups
        for one in related_to_kept(group)
        if one.by_hand_only
    )


def _shared(removals: Iterable[Removal]) -> tuple[Problem, ...]:
    """Return the documents with names that the scan did not see, and how many."""
    documents = (removal.document for removal in removals)
    return tuple(
        Problem(
            one.path, ProblemStage.REMOVE, Reason(ReasonCode.NAMES_STAY, (str(one.unseen_names),))
        )
        for one in documents
        if one.unseen_names
    )


def _losses(removals: Iterable[Removal]) -> list[Problem]:
    """Return the documents with attributes that a new file cannot get, and which."""
    disk, found = Disk(), []
    for removal in removals:
        with contextlib.suppress(OSError):  # then it will not be removed, either
            document = removal.document
            lost = disk.losses(document.real_path, 1 + len(document.links))
            if lost:
                found.append(Problem(document.path, ProblemStage.REMOVE, joined(lost)))
    return found


def _shown_to_kept(group: Group) -> Mapping[DocumentId, Relation]:
    """Return the relation of each document of a group to the representative, which comes first."""
    kinds = {group.representative: Relation(Kind.IDENTICAL, 1.0, 1.0)}
    return kinds | {
        one.document: Relation(one.kind, one.resemblance, one.containment, one.numbers_only)
        for one in related_to_kept(group)
    }


class _PlanBuilder:
    """A plan being made: wanted documents are refused one by one."""

    def __init__(self, report: ScanReport, wanted: set[DocumentId]) -> None:
        self._report = report
        self._documents = report.documents
        self._groups = report.groups
        self._present = [list(_shown_to_kept(group)) for group in report.groups]
        self._wanted = wanted
        self._passing: set[DocumentId] = set()
        self.refused: list[Problem] = []

    def _leave(self, may_stay: Callable[[DocumentId], bool]) -> None:
        self._present = [list(filter(may_stay, documents)) for documents in self._present]

    @functools.cached_property
    def _relations(self) -> Relations:
        return Relations(self._report)  # few plans ask for them

    def refuse(self, documents: Iterable[DocumentId], code: ReasonCode) -> None:
        for key in sorted(self._wanted.intersection(documents)):
            self._wanted.remove(key)
            one = self._documents[key]
            found = Problem(one.path, ProblemStage.REMOVE, Reason(code), elsewhere=one.elsewhere)
            self.refused.append(found)

    def leave_those(self, are: Callable[[Document], bool], code: ReasonCode) -> None:
        """Refuse documents for which ``are`` is true; none of them is a witness."""
        found = {key for key, one in self._documents.items() if are(one)}
        if found:
            self.refuse(found, code)
            self._leave(lambda key: key not in found)

    def refuse_unwritten(self) -> None:
        """Refuse documents with an id that is not valid UTF-8."""
        ids = {key: self._documents[key].elsewhere for key in self._wanted}
        odd = [key for key, one in ids.items() if one.encode(errors="replace").decode() != one]
        self.refuse(odd, ReasonCode.ID_NOT_WRITTEN)

    def keep(self, roles: Roles) -> None:
        """Refuse documents in protected or excluded folders; no excluded one is a witness."""
        found = {key: roles.of_document(self._documents[key]) for key in self._wanted}
        for role, code in KEPT_BY_ROLE.items():
            self.refuse([key for key, its in found.items() if its is role], code)
        self._leave(lambda key: roles.of_document(self._documents[key]) is not Role.EXCLUDED)

    def leave_passing(self, *, look: bool) -> None:
        """Allow no document in a trash as a witness: it may be emptied at any moment.

        Nor a missing one, if there is a ``look`` at the disk.
        """
        trashes = home_trashes()
        self._passing = {
            key
            for key, one in self._documents.items()
            if all(in_trash(name, trashes) for name in one.real_names)
        }
        for documents in self._present if look else ():
            if not self._wanted.isdisjoint(documents):
                self._passing.update(key for key in documents if is_gone(self._documents[key]))
        if self._passing:
            self._leave(lambda key: key in self._wanted or key not in self._passing)

    def keep_relied(self, action: RemovalAction, reliance: Reliance) -> None:
        """Refuse documents that need a witness of equal text, or bytes, and have none."""
        code = ReasonCode.NO_IDENTICAL_STAYS if action.links else ReasonCode.RELIED_ON_STAYS
        needy = {key for key in self._wanted if action.links or reliance.on(self._documents[key])}
        self.keep_without_copy(needy, code, links=action.links)

    def keep_without_copy(
        self, documents: Collection[DocumentId], code: ReasonCode, *, links: bool = False
    ) -> None:
        """Refuse those of some documents of which no copy stays; ``links``: of the same bytes."""
        needy = self._wanted.intersection(documents)
        beside: dict[DocumentId, list[Survivors]] = {}  # documents in no group are refused later
        for present in self._present if needy else ():
            inside = needy.intersection(present)
            if inside:
                survivors = Survivors(self._documents, present, self._wanted)
                for key in inside:
                    beside.setdefault(key, []).append(survivors)
        for key in sorted(beside):
            found = (one.identical(key) if links else one.alike(key) for one in beside[key])
            if all(one is None for one in found):
                self.refuse([key], code)
                for survivors in beside[key]:
                    survivors.add(key)

    def keep_last(self) -> None:
        # a document may be in two groups, as a near-duplicate and as a part: decide first which
        # ones stay, so that no group relies on the document that another group removes
        for documents in self._present:
            if documents and self._wanted.issuperset(documents):
                stays = (key for key in documents if key not in self._passing)
                self.refuse([next(stays, documents[0])], ReasonCode.LAST_OF_GROUP)

    def keep_cut_short(self) -> None:
        """Refuse documents for which only a comparison with a part of a document speaks."""
        for group, documents in zip(self._groups, self._present, strict=True):
            inside = [key for key in documents if key in self._wanted]
            if not inside or not any(self._documents[key].cut_short for key in documents):
                continue
            survivors = Survivors(self._documents, documents, self._wanted)
            for key in inside:
                if survivors.alike(key) is not None:
                    continue
                if self._documents[key].cut_short:
                    code = ReasonCode.CUT_SHORT_STAYS
                elif self._documents[group.representative].cut_short or not survivors.uncut:
                    code = ReasonCode.KEPT_CUT_SHORT
                else:
                    continue
                self.refuse([key], code)
                survivors.add(key)

    def removals(
        self, action: RemovalAction, by_hand: Collection[DocumentId], unread: Collection[DocumentId]
    ) -> tuple[Removal, ...]:
        """Return the remaining removals, with a witness of every group; refuse those in none.

        ``by_hand``, which compares with the representative, does not apply if a copy stays;
        ``unread`` does.
        """
        found: dict[DocumentId, Removal] = {}
        for number, (group, documents) in enumerate(
            zip(self._groups, self._present, strict=True), 1
        ):
            inside = [key for key in documents if key in self._wanted]
            if not inside:
                continue
            kinds = _shown_to_kept(group)
            survivors = Survivors(self._documents, documents, self._wanted)
            for key in inside:
                identical = survivors.identical(key)
                alike = identical if action.links else survivors.alike(key)
                # if none has equal text in this group, one may in its other group
                same_words = survivors.same_words(key) if alike is None else None
                witness = alike or same_words or survivors.uncut[0]
                shown = kinds[key]
                if same_words is not None and not action.links:
                    shown = Relation(Kind.SAME_WORDS, 1.0, 1.0)
                elif alike is not None:
                    kind = Kind.SAME_TEXT if identical is None else Kind.IDENTICAL
                    shown = Relation(kind, 1.0, 1.0)
                elif witness != group.representative:
                    ends = self._documents[witness], self._documents[key]
                    shown = self._relations.of(*ends) or Relation(Kind.LINKED, None)
                known = found.get(key)
                if known is not None:
                    if not any(one.id in survivors for one in known.witnesses):
                        others = (*known.others, self._documents[witness])
                        found[key] = replace(known, others=others, shown=(*known.shown, shown))
                    continue
                only = key in (by_hand if alike is None else unread) or shown.kind is Kind.LINKED
                removal = self._removal(key, witness, number, shown, by_hand=only)
                found[key] = replace(removal, shown=(shown,))
        self.refuse(self._wanted - found.keys(), ReasonCode.IN_NO_GROUP_STAYS)
        return tuple(found.values())

    def copies(self, by_hand: Collection[DocumentId]) -> tuple[Removal, ...]:
        """Return all wanted documents: a copy removes nothing, so it needs no witness."""
        found: dict[DocumentId, Removal] = {}
        for number, group in enumerate(self._groups, 1):
            for key, shown in _shown_to_kept(group).items():
                if key in self._wanted and key not in found:
                    found[key] = self._removal(
                        key, group.representative, number, shown, by_hand=key in by_hand
                    )
        self.refuse(self._wanted - found.keys(), ReasonCode.IN_NO_GROUP)
        return tuple(found.values())

    def _removal(
        self, key: DocumentId, witness: DocumentId, group: int, shown: Relation, *, by_hand: bool
    ) -> Removal:
        return Removal(
            self._documents[key],
            self._documents[witness],
            group,
            shown.kind,
            shown.resemblance,
            by_hand=by_hand,
            numbers_only=shown.numbers_only,
        )
