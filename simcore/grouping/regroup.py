"""Verified pairs grouped again, at other thresholds, and the comparisons that groups lack."""

from collections.abc import Mapping
from dataclasses import replace

from simcore.grouping.copies import TRUE_COPIES
from simcore.grouping.grouper import Grouper
from simcore.model.config import Grouping
from simcore.model.records import Comparison, Document, Judgements, Kind, TextPair
from simcore.model.report import ScanReport

_COUNTED = {
    "exact": [*TRUE_COPIES],
    "same_words": [Kind.SAME_WORDS],
    "similar": [Kind.SIMILAR],
    "linked": [Kind.LINKED],
    "parts": [Kind.PART],
    "same_form": [Kind.SAME_FORM],
    "boilerplate": [Kind.BOILERPLATE],
    "earlier_versions": [Kind.EARLIER_VERSION],
}
"""The kinds of members that are counted, by their names in ``Counts``."""


def regroup(
    report: ScanReport,
    distance: int,
    similarity: float,
    *,
    contained: bool | None = None,
    grouping: Grouping | None = None,
    judgements: Judgements | None = None,
) -> ScanReport:
    """Group a report's verified pairs again, at other thresholds; reads no file.

    ``contained`` is whether documents that are part of others are grouped too, ``grouping`` how
    near-duplicates are; None keeps these and ``judgements`` as in the report. In components, a
    member may never have been compared with its new representative: it has no figures until the
    next scan. Raises ``ConfigError`` for thresholds out of range.
    """
    config = replace(report.config, distance=distance, similarity=similarity)
    if contained is not None:
        config = replace(config, contained=contained)
    if grouping is not None:
        config = replace(config, grouping=grouping)
    known = report.documents, report.pairs, report.comparisons
    regrouper = report.regrouper
    if judgements is None:
        judgements = report.judgements
    if not isinstance(regrouper, Grouper) or not regrouper.serves(*known, judgements):
        regrouper = Grouper(*known, judgements)
    groups, kinds = regrouper.grouped(config)
    by_kind = dict(zip(Kind, kinds.tolist(), strict=True))
    counted = {name: sum(map(by_kind.__getitem__, some)) for name, some in _COUNTED.items()}
    counts = replace(report.counts, **counted)
    return replace(
        report,
        config=config,
        groups=groups,
        counts=counts,
        judgements=judgements,
        regrouper=regrouper,
    )


def with_comparisons(report: ScanReport, more: Mapping[TextPair, Comparison]) -> ScanReport:
    """Return a report that knows more comparisons, to be grouped again: its pairs are the same."""
    comparisons = {**report.comparisons, **more}
    regrouper = report.regrouper
    if isinstance(regrouper, Grouper) and not regrouper.take(comparisons):
        regrouper = None
    return replace(report, comparisons=comparisons, regrouper=regrouper)


def uncompared_pairs(report: ScanReport) -> list[tuple[Document, Document]]:
    """Return representatives with documents that they were never compared with, and should be.

    These are members of groups by components or of a document that was chosen to be kept, and what
    may be an earlier version of a representative. One document represents all of a text.
    """
    documents = report.documents
    found: dict[TextPair, tuple[Document, Document]] = {}
    for group in report.groups:
        kept = documents[group.representative]
        for member in group.members:
            if member.resemblance is None:
                other = documents[member.document]
                found[kept.text, other.text] = kept, other
    if isinstance(report.regrouper, Grouper):
        found |= report.regrouper.unknown_versions()
    return list(found.values())
