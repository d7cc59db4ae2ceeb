"""A plain reference implementation of grouping, to test the fast one against."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from simcore import (
    Comparison,
    Document,
    DocumentId,
    Group,
    Grouping,
    Kind,
    Member,
    Pair,
    ScanConfig,
    TextId,
    hamming_distance,
)
from simcore.grouping.keeping.originals import originals_first
from simcore.grouping.keeping.runs import CopyRuns
from simcore.grouping.kinds import kind_of, pair_of, shown_kind
from simcore.grouping.leaders import leaders_of

_TextPair = tuple[TextId, TextId]
_KINDS = {kind: place for place, kind in enumerate(Kind)}

Links = Mapping[TextId, Mapping[TextId, Pair]]
"""For each text its near-duplicates with their pairs, in both directions."""

DocumentsByText = Mapping[TextId, Sequence[Document]]
"""The documents of each text, the one to keep first."""


def plain_groups(
    documents: Mapping[DocumentId, Document],
    pairs: Iterable[Pair],
    config: ScanConfig,
    comparisons: Mapping[_TextPair, Comparison] | None = None,
) -> tuple[Group, ...]:
    """Group documents by their verified pairs, at the thresholds of a configuration."""
    by_text: dict[TextId, list[Document]] = defaultdict(list)
    for document in documents.values():
        if document.fingerprint is not None:
            by_text[document.text].append(document)
    runs = CopyRuns.of_documents(documents)
    for text, held in by_text.items():
        by_text[text] = originals_first(held, runs)
    links: dict[TextId, dict[TextId, Pair]] = defaultdict(dict)
    parts: list[Pair] = []
    hidden: dict[_TextPair, Pair] = {}
    for pair in pairs:
        kind = shown_kind(pair, config)
        left, right = documents[pair.left].text, documents[pair.right].text
        if kind is Kind.NEAR:
            links[left][right] = links[right][left] = pair
        elif config.grouping == Grouping.COMPONENTS:
            hidden[left, right] = hidden[right, left] = pair
        if kind is Kind.CONTAINS:
            parts.append(pair)
    leaders = leaders_of(links, by_text, config.grouping, runs)
    followers: dict[TextId, list[TextId]] = defaultdict(list)
    for text, leader in leaders.items():
        if text != leader:
            followers[leader].append(text)
    heads = set(leaders.values()) | {text for text, held in by_text.items() if len(held) > 1}
    beside = _PairLookup(links, hidden, comparisons or {}, by_text)
    groups = [
        _group(head, followers[head], beside, by_text, config)
        for head in heads
        if leaders.get(head, head) == head
    ]
    groups.sort(key=lambda group: documents[group.representative].path)
    return (*groups, *_part_groups(parts, documents, by_text))


class _PairLookup:
    """Looks up the pair of two texts of a group in links, pairs and comparisons."""

    def __init__(
        self,
        links: Links,
        hidden: Mapping[_TextPair, Pair],
        comparisons: Mapping[_TextPair, Comparison],
        by_text: Mapping[TextId, Sequence[Document]],
    ) -> None:
        self._links = links
        self._hidden = hidden
        self._comparisons = comparisons
        self._by_text = by_text

    def of(self, head: TextId, text: TextId) -> Pair | None:
        """Return the pair of two texts, shown or not; None if they were never compared."""
        pair = self._links[head].get(text) or self._hidden.get((head, text))
        if pair is not None:
            return pair
        compared = self._comparisons.get((min(head, text), max(head, text)))
        if compared is None:
            return None
        left, right = self._by_text[head][0], self._by_text[text][0]
        return replace(pair_of(left, right, compared), distance=_distance(left, right))


def _distance(left: Document, right: Document) -> int:
    return hamming_distance(left.fingerprint or 0, right.fingerprint or 0)


def _group(
    head: TextId,
    followers: Sequence[TextId],
    beside: _PairLookup,
    by_text: Mapping[TextId, list[Document]],
    config: ScanConfig,
) -> Group:
    representative, *copies = by_text[head]
    members = [
        Member(copy.id, 0, 1.0, 1.0, kind_of(representative, copy), copy.short) for copy in copies
    ]
    for text in followers:
        pair = beside.of(head, text)
        near = pair is not None and shown_kind(pair, config) is Kind.NEAR
        members += [
            Member(
                document.id,
                _distance(representative, document) if pair is None else pair.distance,
                None if pair is None else pair.resemblance,
                None if pair is None else _held_of(pair, by_text[text]),
                Kind.NEAR if near else Kind.LINKED,
                representative.short or document.short if pair is None else pair.short,
                pair is not None and pair.numbers_only,
            )
            for document in by_text[text]
        ]
    paths = {d.id: str(d.path) for text in (head, *followers) for d in by_text[text]}
    members.sort(key=lambda m: (_KINDS[m.kind], -_known(m), m.distance, paths[m.document]))
    worst = min(m.resemblance for m in members if m.resemblance is not None)
    held = [document for text in (head, *followers) for document in by_text[text]]
    return Group(representative.id, _beside_their_originals(members, held), worst)


def _beside_their_originals(
    members: Sequence[Member], documents: Sequence[Document]
) -> tuple[Member, ...]:
    """Put copies of a text that is not the representative's behind the first document of it."""
    text_of = {document.id: document.text for document in documents}
    known = {document.id: document for document in documents}
    found: list[Member] = []
    for member in members:
        if member.kind in {Kind.IDENTICAL, Kind.SAME_TEXT}:
            found.append(member)
            continue
        original, *copies = (one for one in documents if one.text == text_of[member.document])
        if member.document == original.id:
            found.append(member)
            kinds = [(kind_of(original, known[one.id]), one) for one in copies]
            kinds.sort(key=lambda both: _KINDS[both[0]])
            found += [
                Member(one.id, 0, 1.0, 1.0, kind, one.short, copy_of=original.id)
                for kind, one in kinds
            ]
    return tuple(found)


def _known(member: Member) -> float:
    return -1.0 if member.resemblance is None else member.resemblance


def _held_of(pair: Pair, documents: Sequence[Document]) -> float:
    """Return the share of a text, by its documents, that the other side of a pair holds."""
    left = any(document.id == pair.left for document in documents)
    return pair.left_in_right if left else pair.right_in_left


def _part_groups(
    pairs: Iterable[Pair],
    documents: Mapping[DocumentId, Document],
    by_text: Mapping[TextId, list[Document]],
) -> list[Group]:
    """Put each contained text below the text that contains most of it, the longest if several."""
    wholes: dict[TextId, tuple[tuple[float, int, str], TextId, Pair]] = {}
    for pair in pairs:
        left, right = documents[pair.left], documents[pair.right]
        part, whole = (left, right) if pair.left_in_right > pair.right_in_left else (right, left)
        rank = (-pair.containment, -whole.characters, str(whole.path))
        if part.text not in wholes or rank < wholes[part.text][0]:
            wholes[part.text] = rank, whole.text, pair
    members: dict[TextId, list[Member]] = defaultdict(list)
    least: dict[TextId, float] = {}
    for part_text, (_, whole_text, pair) in wholes.items():
        members[whole_text] += [
            Member(
                document.id,
                pair.distance,
                pair.resemblance,
                pair.containment,
                Kind.CONTAINS,
                pair.short,
                pair.numbers_only,
            )
            for document in by_text[part_text]
        ]
        least[whole_text] = min(pair.resemblance, least.get(whole_text, 1.0))
    groups = []
    for whole_text, parts in members.items():
        parts.sort(key=lambda m: (-(m.containment or 0.0), documents[m.document].path))
        worst = least[whole_text]
        groups.append(Group(by_text[whole_text][0].id, tuple(parts), worst, parts=True))
    return sorted(groups, key=lambda group: documents[group.representative].path)
