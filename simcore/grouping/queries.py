"""Queries about a report: how documents relate, why one is kept, statistics, smaller reports."""

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from simcore.files.roles import NO_ROLES, Role, Roles
from simcore.grouping.freeing import Freeing, safe_to_free, stepped
from simcore.grouping.grouper import Grouper, regroup
from simcore.grouping.keeping import Contender, CopyRuns, KnownShares, grounds, holds, rounds
from simcore.grouping.pairs import ALMOST, of_equal_texts, pair_of, shown_kind
from simcore.model.formats import format_named, format_of_name
from simcore.model.reasons import WhyKept
from simcore.model.records import (
    PARTS,
    Comparison,
    Document,
    DocumentId,
    Kind,
    Pair,
    TextId,
    TextPair,
)
from simcore.model.report import Group, Member, ScanReport, are_apart, is_kept


class Relation(NamedTuple):
    """How one document relates to another; None for unknown figures.

    ``containment`` is the share of the document that the other contains.
    """

    kind: Kind
    resemblance: float | None
    containment: float | None = None
    numbers_only: bool = False


class Relations:
    """Looks up the relation of two documents at the report's thresholds and judgements.

    Without ``compared`` only equal texts are known, and nothing is indexed.
    """

    def __init__(self, report: ScanReport, *, compared: bool = True) -> None:
        self._config = report.config
        self._judgements = report.judgements
        self._documents = report.documents
        self._comparisons: Mapping[TextPair, Comparison] = report.comparisons if compared else {}
        self._pairs: dict[TextPair, Pair] = {}
        # for each text the others compared with it, and the share of the other that it contains
        self._held: dict[TextId, dict[TextId, float]] = defaultdict(dict)
        for pair in report.pairs if compared else ():
            left, right = (self._documents[end].text for end in (pair.left, pair.right))
            self._pairs[min(left, right), max(left, right)] = pair
            self._held[left][right] = pair.right_in_left
            self._held[right][left] = pair.left_in_right
        for (one, other), found in self._comparisons.items():
            if (one, other) not in self._pairs:
                straight = found.left == one
                shares = found.left_in_right, found.right_in_left
                self._held[one][other] = shares[straight]
                self._held[other][one] = shares[not straight]

    def apart(self, one: Document, other: Document) -> bool:
        return are_apart(self._judgements, one, other)

    def of(self, stays: Document, goes: Document) -> Relation | None:
        """Return how the second relates to the first; None if not compared or judged apart.

        ``linked``: they were compared and are neither near at the thresholds nor contained.
        """
        if self.apart(stays, goes):
            return None
        if stays.text == goes.text or stays.content_hash == goes.content_hash:
            kind, alike, _ = of_equal_texts(stays, goes)
            return Relation(kind, alike)
        texts = min(stays.text, goes.text), max(stays.text, goes.text)
        pair = self._pairs.get(texts)
        if pair is None and texts in self._comparisons:
            pair = pair_of(stays, goes, self._comparisons[texts])
        if pair is None:
            return None
        kind = shown_kind(pair, self._config) or Kind.LINKED
        share = self._held[stays.text][goes.text]
        if kind in PARTS and share < max(self._config.containment, pair.containment):
            kind = Kind.LINKED  # the other way round: the second contains the first
        return Relation(kind, pair.resemblance, share, pair.numbers_only)

    def completeness(self, documents: Sequence[Document]) -> dict[DocumentId, float]:
        """Return, for each document, the average share of the other texts that it contains.

        Texts that were not compared count as not contained. A single text has 1.
        """
        texts = {document.text for document in documents}
        found = {}
        for text in texts:
            held = self._held.get(text, {})
            smaller = texts if len(texts) < len(held) else held
            shares = [held[one] for one in smaller if one in texts and one in held]
            found[text] = math.fsum(shares) / (len(texts) - 1) if len(texts) > 1 else 1.0
        return {document.id: found[document.text] for document in documents}


@dataclass(frozen=True, slots=True)
class LibraryShare:
    documents: int
    size: int


@dataclass(frozen=True, slots=True)
class LibraryStatistics:
    """The counts of ``library_statistics``, the most frequent first.

    ``formats`` are by the names of ``FORMATS``, plain text is ""; ``encodings`` by Python's names;
    ``scripts`` by the values of ``Script``, unknown is "". Documents ``inside`` archives and
    mailboxes take no space of their own.
    """

    whole: LibraryShare
    inside: LibraryShare
    formats: Mapping[str, LibraryShare]
    encodings: Mapping[str, LibraryShare]
    scripts: Mapping[str, LibraryShare]
    freeing: Freeing


def library_statistics(
    report: ScanReport, roles: Roles = NO_ROLES, check: Callable[[], None] = lambda: None
) -> LibraryStatistics:
    """Count the documents of a report by what they are, and what of them could be removed.

    Reads no file. ``check`` is called regularly and may raise.
    """
    formats, encodings, scripts = (defaultdict[str, list[int]](list) for _ in range(3))
    whole: list[int] = []
    inside: list[int] = []
    for document in stepped(report.documents.values(), check):
        size = 0 if document.inside else document.size
        whole.append(size)
        if document.inside:
            inside.append(document.size)
        formats[format_of_name(document.path.name, document.encoding) or ""].append(size)
        if format_named(document.encoding) is None:
            encodings[document.encoding].append(size)
        scripts[document.script or ""].append(size)
    return LibraryStatistics(
        LibraryShare(len(whole), sum(whole)),
        LibraryShare(len(inside), sum(inside)),
        _shares(formats),
        _shares(encodings),
        _shares(scripts),
        safe_to_free(report, roles, check),
    )


def _shares(sizes: Mapping[str, Sequence[int]]) -> dict[str, LibraryShare]:
    ordered = sorted(sizes.items(), key=lambda item: (-len(item[1]), item[0]))
    return {name: LibraryShare(len(some), sum(some)) for name, some in ordered}


def without_excluded(
    report: ScanReport,
    roles: Roles,
    gone: Collection[DocumentId] = (),
    check: Callable[[], None] = lambda: None,
) -> ScanReport:
    """Remove the documents of excluded folders and ``gone`` ones from a report.

    Returns the report itself if there are none. ``check`` is called regularly and may raise.
    """
    out = set(gone)
    if roles.excludes:
        for key, document in stepped(report.documents.items(), check):
            if roles.of_document(document) is Role.EXCLUDED:
                out.add(key)
    return without_documents(report, out) if out else report


def without_documents(report: ScanReport, gone: Collection[DocumentId]) -> ScanReport:
    """Remove ``gone`` documents from a report and group the others again.

    In pairs another document of equal text replaces them; pairs without one are dropped.
    """
    missing = frozenset(gone)
    documents = {key: value for key, value in report.documents.items() if key not in missing}
    heirs: dict[int, Document] = {}  # by text
    for document in sorted(documents.values(), key=lambda document: document.order):
        heirs.setdefault(document.text, document)
    pairs = []
    for pair in report.pairs:
        if pair.left not in missing and pair.right not in missing:
            pairs.append(pair)
            continue
        left, right = (
            documents.get(end) or heirs.get(report.documents[end].text)
            for end in (pair.left, pair.right)
        )
        if left is not None and right is not None:
            left, right = sorted((left, right), key=lambda one: one.order)
            pairs.append(replace(pair, left=left.id, right=right.id))
    usable = [one for one in documents.values() if one.fingerprint is not None]
    counts = replace(report.counts, documents=len(usable), short=sum(one.short for one in usable))
    smaller = replace(report, documents=documents, pairs=tuple(pairs), counts=counts)
    return regroup(smaller)


def why_kept(report: ScanReport, group: Group) -> WhyKept:
    """Return why the kept document of a group is kept: what decided against the last other one."""
    documents, kept = report.documents, report.documents[group.representative]
    if is_kept(report.judgements, kept):
        return WhyKept.CHOSEN
    if group.parts:
        return WhyKept.LONGEST if group.framed else WhyKept.WHOLE
    others = [documents[member.document] for member in group.members]
    if all(one.text == kept.text for one in others):
        return _of_copies(kept, others, _runs(report))
    return _of_texts(kept, group.members, report)


def _runs(report: ScanReport) -> CopyRuns:
    if isinstance(report.regrouper, Grouper):
        return report.regrouper.runs
    return CopyRuns.of_documents(report.documents)


def _of_copies(kept: Document, others: Sequence[Document], runs: CopyRuns) -> WhyKept:
    rest = list(others)
    for reason, key in grounds((kept, *others), runs):
        mine = key(kept)
        rest = [one for one in rest if key(one) <= mine]  # type: ignore[operator] # of one ground
        if not rest:
            return reason
    return WhyKept.FIRST


def _of_texts(kept: Document, members: Sequence[Member], report: ScanReport) -> WhyKept:
    documents: dict[TextId, list[Document]] = {kept.text: [kept]}
    beside: dict[TextId, Member] = {}
    for member in members:
        if member.kind is Kind.EARLIER_VERSION:
            continue  # held by the kept one, and so none that could lead
        document = report.documents[member.document]
        documents.setdefault(document.text, []).append(document)
        if member.copy_of is None and document.text != kept.text:
            beside[document.text] = member

    if len(documents) == 1 and members:
        return WhyKept.WHOLE

    def held(among: set[TextId]) -> set[TextId]:
        found = {text for text in among & set(beside) if _holds(beside[text])}
        turned = any(_holds(beside[text], turned=True) for text in among & set(beside))
        return found | {kept.text} if turned else found

    contenders = [Contender(text, some[0], some) for text, some in documents.items()]
    for reason, left in rounds(contenders, KnownShares(held, lambda _: 0.0), _runs(report)):
        if all(one.text != kept.text for one in left):
            break  # who is before it is not near all the others
        if len(left) == 1:
            return reason
        if reason is WhyKept.SIMILAR_TO_MOST and len(documents) > 2:
            break  # how alike the others are to one another is not looked up
    return WhyKept.SIMILAR_TO_MOST


def _holds(member: Member, *, turned: bool = False) -> bool:
    if not member.resemblance or not member.containment or member.resemblance >= ALMOST:
        return False
    # how much of the kept text is in the member, since both shares have the same shingles
    back = 1 / (1 / member.resemblance + 1 - 1 / member.containment)
    return holds(back, member.containment) if turned else holds(member.containment, back)
