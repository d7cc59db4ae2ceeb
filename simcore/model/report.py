"""ScanReport: all that a scan found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from simcore.model.config import ScanConfig
from simcore.model.records import (
    Comparison,
    Document,
    DocumentId,
    Group,
    JournalMark,
    Judgements,
    Pair,
    Problem,
    TextId,
)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many files went where in a scan.

    ``listed`` files passed the patterns, ``skipped`` did not (or were links, or named twice),
    ``read`` were opened now, ``unchanged`` were known already, ``unusable`` could not be read or
    hold no text, ``too_short`` hold no words; ``documents`` can be compared, ``short`` of them by
    passages alone, since they have fewer than ``simcore.LEAST_FEATURES``. ``candidates`` were
    proposed and compared; ``exact``, ``near``, ``linked`` and ``contained`` count the documents of
    the groups, apart from the representatives, by kind. ``common_passages`` were in too many texts
    to propose anything.
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
    near: int = 0
    linked: int = 0
    contained: int = 0
    common_passages: int = 0


class Regrouping(Protocol):
    """Documents and pairs made ready to be grouped at any thresholds: a ``Grouper``."""

    def serves(
        self,
        documents: Mapping[DocumentId, Document],
        pairs: tuple[Pair, ...],
        comparisons: Mapping[tuple[TextId, TextId], Comparison],
        judgements: Judgements,
    ) -> bool:
        """Tell whether it was made of these very documents and figures, and equal judgements."""

    def groups(self, config: ScanConfig) -> tuple[Group, ...]:
        """Give the groups at the thresholds of a configuration."""


@dataclass(frozen=True, slots=True)
class ScanReport:
    """All that a scan found: what the window shows and the reports print.

    ``documents`` are the documents of the scanned folders that could be read, by id; those
    without words have no fingerprint and are in no pair and no group. ``pairs``
    are verified pairs of *texts*, one document standing in for all with equal text, whatever
    their similarity from ``simcore.model.config.LEAST_SIMILARITY`` up, or their containment from
    the configured one up: ``simcore.regroup`` makes groups of them without reading anything. Their
    kind is ``near``: whether such a pair is shown, and as what,
    ``simcore.grouping.groups.shown_kind`` says at the thresholds of the moment. ``comparisons`` are
    exact figures of texts that are no such pair, by the two texts in ascending order: too unlike
    for one, or never proposed and compared because one stands for a group that the other is in.
    Fingerprints proposed pairs up to ``compared_distance``, in bits, passages at any distance.
    ``complete`` is False when the run was cancelled or shows an older state of the index.
    ``judgements`` are what a person has said, and ``groups`` follow it. ``journal`` is where the
    journal of removals stood as the scan began; None where nobody knows, and then all that it holds
    counts as done since. ``regrouping`` is what ``simcore.regroup`` keeps for the next time; it is
    no part of what was found.
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
    comparisons: Mapping[tuple[TextId, TextId], Comparison] = field(default_factory=dict)
    judgements: Judgements = field(default_factory=Judgements)
    journal: JournalMark | None = None
    regrouping: Regrouping | None = field(default=None, repr=False, compare=False)
