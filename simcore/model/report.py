"""ScanReport: the result of a scan, with its groups and their members."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from simcore.model.config import ScanConfig
from simcore.model.operations import JournalMark
from simcore.model.records import (
    FRAMED,
    UNMARKED,
    Comparison,
    Document,
    DocumentId,
    Judgements,
    Kind,
    MeasuredBy,
    OnlyIn,
    Pair,
    Problem,
    TextPair,
)


@dataclass(frozen=True, slots=True)
class Member:
    """A document of a group, and its relation to the group's representative: see ``scan``.

    If it reads like an earlier member and not like the representative, it is a ``copy_of`` that
    one: kind and figures are its relation to that member, which is no copy of any other.
    ``containment`` is the share of this document that the representative contains. Both it and
    ``resemblance`` are exact, or None if the two were never compared: possible only in a group by
    components, until the next scan. All else is as in ``Pair``; where either text is ``short``, the
    distance is not used.
    """

    document: DocumentId
    distance: int
    resemblance: float | None
    containment: float | None
    kind: Kind
    short: bool = False
    numbers_only: bool = False
    copy_of: DocumentId | None = None
    only_in: OnlyIn | None = None
    measure: MeasuredBy = MeasuredBy.SHINGLES

    @property
    def own(self) -> float | None:
        """How much of this document is its own text: what no form or boilerplate gave it.

        None of other kinds.
        """
        return 1 - (self.containment or 0) if self.kind in FRAMED else None

    @property
    def by_hand_only(self) -> bool:
        """Whether only the user may mark this document for removal, individually.

        It may be a different document: linked to the kept one through others, on the same form, an
        earlier version, or with other numbers, dates or names. A copy of such a document is none.
        """
        return self.kind in UNMARKED or self.numbers_only


@dataclass(frozen=True, slots=True)
class Group:
    """A kept document and its near-duplicates, see ``scan``.

    ``members`` are the others, at least one, the most alike first. Grouped by leaders, each is a
    near-duplicate of the representative itself, or an earlier version that it holds. Grouped by
    components, some may be of the kind ``linked``: near-duplicates of others in the group, not of
    the representative. The same holds in either grouping for a text that would be in no group
    because the user chose the representative.

    ``worst`` is the resemblance of the group's worst pair: the least known between the
    representative and a member. Two members may be less alike; no figure here is of two members.

    In a group whose ``parts`` is True the representative contains most of each member, and the
    members are not near-duplicates of it. A document may be in one group of either sort.
    """

    representative: DocumentId
    members: tuple[Member, ...]
    worst: float
    parts: bool = False

    @property
    def framed(self) -> bool:
        """Whether nothing but forms or boilerplate is in it: such groups come last."""
        kinds = {member.kind for member in self.members} - {Kind.LINKED}
        return bool(kinds) and kinds <= FRAMED


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of a ``scan``.

    ``listed`` files matched the patterns, ``skipped`` did not (or were links, or named twice),
    ``read`` were opened now, ``unchanged`` were known already, ``unusable`` could not be read or
    have no text, ``outside`` came before the days for which documents are kept and were left out
    (they are ``listed`` and nothing else), ``too_short`` have no words; ``documents`` can be
    compared, ``short`` of them by sketches alone, since they have fewer than
    ``simcore.least_features`` of the recipe. ``candidates`` were proposed and compared; ``exact``,
    ``same_words``, ``similar``, ``linked``, ``parts``, ``same_form``, ``boilerplate`` and
    ``earlier_versions`` count the documents of the groups, except the representatives, by kind;
    those of the same text are exact, too. ``common_passages`` counts the samples in too many texts
    to propose anything. Of so many texts ``passed_over`` about ``missed`` pairs that may reach the
    thresholds of the scan were not compared, since too many do.
    """

    listed: int = 0
    skipped: int = 0
    read: int = 0
    unchanged: int = 0
    unusable: int = 0
    too_short: int = 0
    documents: int = 0
    short: int = 0
    candidates: int = 0
    exact: int = 0
    same_words: int = 0
    similar: int = 0
    linked: int = 0
    parts: int = 0
    common_passages: int = 0
    passed_over: int = 0
    missed: int = 0
    outside: int = 0
    same_form: int = 0
    boilerplate: int = 0
    earlier_versions: int = 0


@dataclass(frozen=True, slots=True, repr=False)
class ScanReport:
    """The result of a ``scan``, which the window shows and the reports print.

    ``documents`` are the readable documents of the scanned folders, by id; those without words
    have no fingerprint and are in no pair and no group. ``pairs`` are verified pairs of *texts*,
    one document representing all with equal text, with a resemblance of at least
    ``simcore.model.config.LEAST_SIMILARITY`` or the configured containment; ``simcore.regroup``
    makes groups of them without reading a file. Their kind is ``similar``;
    ``simcore.grouping.kinds.shown_kind`` returns the kind shown at some thresholds.

    ``comparisons`` are exact figures of texts that are no such pair, by the two texts in ascending
    order: too unlike, or compared only because one represents a group of the other. Fingerprints
    proposed pairs up to ``compared_distance``, in bits, sketches at any distance. ``complete`` is
    False if the run was cancelled or shows an older state of the index. ``groups`` follow
    ``judgements``. ``journal`` is the position of the journal of removals when the scan began;
    None if unknown, and then all its operations count as later. ``opened`` is whether it comes from
    a file of saved results: what it says of documents is to be confirmed before one is removed.
    ``left_out`` counts the files that the patterns left out, by
    ``simcore.model.not_read.kind_of``; ``simcore.not_read`` adds those that could not be read.
    ``settled`` is a digest of the files that a scan listed, if another scan that lists the same
    reports the same but for ``read`` and ``unchanged``; else empty.
    ``regrouper`` is a cache of ``simcore.regroup``, not part of the result.
    """

    config: ScanConfig
    folders: tuple[Path, ...]
    documents: Mapping[DocumentId, Document]
    pairs: tuple[Pair, ...]
    groups: tuple[Group, ...]
    problems: tuple[Problem, ...]
    counts: Counts
    compared_distance: int
    complete: bool = True
    comparisons: Mapping[TextPair, Comparison] = field(default_factory=dict)
    judgements: Judgements = field(default_factory=Judgements)
    journal: JournalMark | None = None
    opened: bool = False
    left_out: Mapping[str, int] = field(default_factory=dict)
    settled: bytes = field(default=b"", compare=False)
    regrouper: object = field(default=None, compare=False)

    @property
    def elsewhere(self) -> bool:
        """Whether its documents are not on this machine: those of a file all are, or none is."""
        first = next(iter(self.documents.values()), None)
        return first is not None and bool(first.elsewhere)

    @property
    def kept(self) -> frozenset[DocumentId]:
        """The documents that groups are around."""
        return frozenset(group.representative for group in self.groups)

    def __repr__(self) -> str:
        """Say how much there is of what: all of it is longer than any screen."""
        counts = {
            "document": len(self.documents),
            "group": len(self.groups),
            "problem": len(self.problems),
        }
        said = ", ".join(f"{many:,} {what}{'s'[many == 1 :]}" for what, many in counts.items())
        return f"<ScanReport of {said}{'' if self.complete else '; not complete'}>"
