"""ScanReport: the result of a scan."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

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
    TextPair,
)


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts of a scan.

    ``listed`` files matched the patterns, ``skipped`` did not (or were links, or named twice),
    ``read`` were opened now, ``unchanged`` were known already, ``unusable`` could not be read or
    have no text, ``outside`` came before the days for which documents are kept and were left out
    (they are ``listed`` and nothing else), ``too_short`` have no words; ``documents`` can be
    compared, ``short`` of them by sketches alone, since they have fewer than
    ``simcore.LEAST_FEATURES``. ``candidates`` were proposed and compared; ``exact``,
    ``same_words``, ``near``, ``linked`` and ``contained`` count the documents of the groups, except
    the representatives, by kind; those of the same text are exact, too. ``common_passages`` counts
    the samples in too many texts to propose anything. Of so many texts ``passed_over`` about
    ``missed`` pairs that may reach the thresholds of the scan were not compared, since too many do.
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
    near: int = 0
    linked: int = 0
    contained: int = 0
    common_passages: int = 0
    passed_over: int = 0
    missed: int = 0
    outside: int = 0


@dataclass(frozen=True, slots=True)
class ScanReport:
    """The result of a scan, which the window shows and the reports print.

    ``documents`` are the readable documents of the scanned folders, by id; those without words
    have no fingerprint and are in no pair and no group. ``pairs`` are verified pairs of *texts*,
    one document representing all with equal text, with a resemblance of at least
    ``simcore.model.config.LEAST_SIMILARITY`` or the configured containment; ``simcore.regroup``
    makes groups of them without reading a file. Their kind is ``near``;
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
    regrouper: object = field(default=None, repr=False, compare=False)
