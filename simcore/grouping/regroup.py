"""Verified pairs grouped again, at other thresholds, and the comparisons that groups lack."""

from collections import Counter
from dataclasses import replace
from itertools import chain
from operator import attrgetter

from simcore.grouping.grouper import Grouper
from simcore.model.config import Grouping
from simcore.model.records import Document, Judgements, Kind, TextPair
from simcore.model.report import ScanReport

_COUNTED = {
    "same_words": Kind.SAME_WORDS,
    "near": Kind.NEAR,
    "linked": Kind.LINKED,
    "contained": Kind.CONTAINS,
    "forms": Kind.FORM,
    "boilerplate": Kind.BOILERPLATE,
    "versions": Kind.VERSION,
}
"""The kinds of members that are counted alone, by their names in ``Counts``."""


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
    # by identity: a hash of a kind is made by a call of Python
    members = chain.from_iterable(map(attrgetter("members"), groups))
    kinds = Counter(map(id, map(attrgetter("kind"), members)))
    exact = kinds[id(Kind.IDENTICAL)] + kinds[id(Kind.SAME_TEXT)]
    others = {name: kinds[id(kind)] for name, kind in _COUNTED.items()}
    counts = replace(report.counts, exact=exact, **others)
    return replace(
        report,
        config=config,
        groups=groups,
        counts=counts,
        judgements=judgements,
        regrouper=regrouper,
    )


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
