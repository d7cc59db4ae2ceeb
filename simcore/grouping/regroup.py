"""Verified pairs grouped again, at other thresholds, and the comparisons that groups lack."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from simcore.grouping.grouper import Grouper
from simcore.model.config import Grouping, ScanConfig
from simcore.model.records import (
    Comparison,
    Document,
    DocumentId,
    Judgements,
    Kind,
    Pair,
    TextPair,
)
from simcore.model.report import ScanReport


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
    groups = regrouper.groups(config)
    kinds = [member.kind for group in groups for member in group.members]
    counts = replace(
        report.counts,
        exact=kinds.count(Kind.IDENTICAL) + kinds.count(Kind.SAME_TEXT),
        same_words=kinds.count(Kind.SAME_WORDS),
        near=kinds.count(Kind.NEAR),
        linked=kinds.count(Kind.LINKED),
        contained=kinds.count(Kind.CONTAINS),
        forms=kinds.count(Kind.FORM),
        boilerplate=kinds.count(Kind.BOILERPLATE),
    )
    return replace(
        report,
        config=config,
        groups=groups,
        counts=counts,
        judgements=judgements,
        regrouper=regrouper,
    )


def uncompared_pairs(
    documents: Mapping[DocumentId, Document],
    pairs: Iterable[Pair],
    config: ScanConfig,
    comparisons: Mapping[TextPair, Comparison],
    judgements: Judgements | None = None,
) -> list[tuple[Document, Document, int]]:
    """Return representatives with members they were never compared with, and their distances.

    They occur only in groups by components, and in those of a document that was chosen to be kept.
    One document represents all of a text.
    """
    found: dict[TextPair, tuple[Document, Document, int]] = {}
    if config.grouping == Grouping.COMPONENTS or (judgements and judgements.kept):
        for group in Grouper(documents, tuple(pairs), comparisons, judgements).groups(config):
            kept = documents[group.representative]
            for member in group.members:
                if member.resemblance is None:
                    other = documents[member.document]
                    found[kept.text, other.text] = kept, other, member.distance
    return list(found.values())
