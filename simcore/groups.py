"""Verified pairs to groups around a kept document: no chains, nothing left over, no luck.

A group is a star: every member was compared with the representative itself and lies within the
thresholds of it, so "similar to something similar" never joins two texts. The stars cover every
text that has a near-duplicate at all, each once. The answer depends on the documents and pairs
alone, not on the order in which they were found.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence

from simcore.config import ScanConfig
from simcore.records import (
    Comparison,
    Document,
    DocumentId,
    Fingerprinted,
    Group,
    Kind,
    Member,
    Pair,
    TextId,
)

__all__ = ["group_documents", "kind_of", "pair_of", "shown_kind"]

_Links = Mapping[TextId, Mapping[TextId, Pair]]
_Rank = tuple[int, int, int, str]
_KINDS = {kind: place for place, kind in enumerate(Kind)}


def pair_of(left: Document, right: Document, distance: int, compared: Comparison) -> Pair:
    """Make the pair of two documents from the comparison of their texts, in either order."""
    straight = compared.left == left.text
    return Pair(
        left.id,
        right.id,
        distance,
        compared.resemblance,
        compared.left_in_right if straight else compared.right_in_left,
        compared.right_in_left if straight else compared.left_in_right,
        kind_of(left, right),
        left.short or right.short,
        compared.numbers_only,
    )


def shown_kind(pair: Pair, config: ScanConfig) -> Kind | None:
    """Give what a verified pair of different texts is at some thresholds; None hides it.

    The distance hides near-duplicates only: how far the fingerprints of a chapter and its book,
    or of two very short texts, are apart says nothing.
    """
    if pair.resemblance >= config.similarity:
        return Kind.NEAR if pair.short or pair.distance <= config.distance else None
    if config.contained and pair.containment >= config.containment:
        return Kind.CONTAINS
    return None


def group_documents(
    documents: Mapping[DocumentId, Document], pairs: Iterable[Pair], config: ScanConfig
) -> tuple[Group, ...]:
    """Group documents by their verified pairs, at the thresholds of a configuration.

    ``pairs`` are between texts: any document of a text may stand for it. Documents with equal
    text are always together. Near-duplicates come first, then documents with their parts; both
    are ordered by the representative's path.
    """
    holders: dict[TextId, list[Document]] = defaultdict(list)
    for document in documents.values():
        if document.fingerprint is not None:
            holders[document.text].append(document)
    for held in holders.values():
        held.sort(key=_keep_order)
    links: dict[TextId, dict[TextId, Pair]] = defaultdict(dict)
    parts: list[Pair] = []
    for pair in pairs:
        kind = shown_kind(pair, config)
        if kind is Kind.NEAR:
            left, right = documents[pair.left].text, documents[pair.right].text
            links[left][right] = links[right][left] = pair
        elif kind is Kind.CONTAINS:
            parts.append(pair)
    leaders = _stars(links, holders)
    followers: dict[TextId, list[TextId]] = defaultdict(list)
    for text, leader in leaders.items():
        if text != leader:
            followers[leader].append(text)
    heads = set(leaders.values()) | {text for text, held in holders.items() if len(held) > 1}
    groups = [
        _group(head, followers[head], links, holders)
        for head in heads
        if leaders.get(head, head) == head
    ]
    groups.sort(key=lambda group: documents[group.representative].path)
    return (*groups, *_part_groups(parts, documents, holders))


def kind_of(left: Document | Fingerprinted, right: Document | Fingerprinted) -> Kind:
    """Give the strongest kind that two near-duplicates are of."""
    if left.content_hash == right.content_hash:
        return Kind.IDENTICAL
    return Kind.SAME_TEXT if left.text_hash == right.text_hash else Kind.NEAR


def _keep_order(document: Document) -> tuple[bool, bool, int, int, int, str]:
    """Order the documents of one text by which a person would rather keep.

    Undamaged ones first, then UTF-8, the least nested, the shortest name ("final (1)" is longer
    than "final"), the oldest.
    """
    return (
        document.lossy,
        document.encoding != "utf-8",
        len(document.path.parts),
        len(document.path.name),
        document.mtime_ns,
        str(document.path),
    )


def _stars(links: _Links, holders: Mapping[TextId, list[Document]]) -> dict[TextId, TextId]:
    """Give each linked text its leader; a leader is its own.

    The text with the most copies leads first, so that equal documents are seen beside one that
    they equal, then the one with the most neighbours, then the longest. Every other text follows
    the most alike of the leaders beside it.
    """
    ranks = {
        text: (
            -len(holders[text]),
            -len(beside),
            -holders[text][0].characters,
            str(holders[text][0].path),
        )
        for text, beside in links.items()
    }
    order = sorted(ranks, key=ranks.__getitem__)
    leaders: dict[TextId, TextId] = {}
    for text in order:
        if not any(other in leaders for other in links[text]):
            leaders[text] = text
    heads = set(leaders)
    sizes: dict[TextId, int] = defaultdict(int)
    for text in order:
        if text not in heads:
            leaders[text] = _nearest(text, heads, links, ranks)
            sizes[leaders[text]] += 1
    for text in order:
        # a leader whose neighbours all follow others would vanish from the result
        if leaders[text] == text and not sizes[text] and len(holders[text]) == 1:
            _settle(text, leaders, sizes, links, ranks, holders)
    return leaders


def _nearest(
    text: TextId, among: Container[TextId], links: _Links, ranks: Mapping[TextId, _Rank]
) -> TextId:
    """Give the most alike of a text's neighbours that are ``among`` some others."""

    def unlike(other: TextId) -> tuple[float, int, _Rank]:
        pair = links[text][other]
        return -pair.resemblance, pair.distance, ranks[other]

    return min((other for other in links[text] if other in among), key=unlike)


def _settle(
    alone: TextId,
    leaders: dict[TextId, TextId],
    sizes: dict[TextId, int],
    links: _Links,
    ranks: Mapping[TextId, _Rank],
    holders: Mapping[TextId, list[Document]],
) -> None:
    """Give a leader without followers a place beside its most alike neighbour.

    The neighbour leads by now: follow it. Its own leader has others, or copies: it comes over.
    It is the only one of its star: it becomes the leader of both.
    """
    neighbour = _nearest(alone, links[alone], links, ranks)
    former = leaders[neighbour]
    if former == neighbour:
        leaders[alone] = neighbour
        sizes[neighbour] += 1
    elif sizes[former] > 1 or len(holders[former]) > 1:
        leaders[neighbour] = alone
        sizes[former] -= 1
        sizes[alone] += 1
    else:
        leaders[neighbour] = leaders[former] = leaders[alone] = neighbour
        sizes[former] = 0
        sizes[neighbour] = 2


def _group(
    head: TextId,
    followers: Sequence[TextId],
    links: _Links,
    holders: Mapping[TextId, list[Document]],
) -> Group:
    representative, *copies = holders[head]
    members = [Member(copy.id, 0, 1.0, 1.0, kind_of(representative, copy)) for copy in copies]
    for text in followers:
        pair = links[head][text]
        held = _held_of(pair, holders[text])
        members += [
            Member(
                document.id,
                pair.distance,
                pair.resemblance,
                held,
                Kind.NEAR,
                pair.numbers_only,
            )
            for document in holders[text]
        ]
    paths = {d.id: str(d.path) for text in (head, *followers) for d in holders[text]}
    members.sort(key=lambda m: (_KINDS[m.kind], -m.resemblance, m.distance, paths[m.document]))
    return Group(representative.id, tuple(members), min(m.resemblance for m in members))


def _held_of(pair: Pair, documents: Sequence[Document]) -> float:
    """Give the share of a text, by its documents, that the other side of a pair holds."""
    left = any(document.id == pair.left for document in documents)
    return pair.left_in_right if left else pair.right_in_left


def _part_groups(
    pairs: Iterable[Pair],
    documents: Mapping[DocumentId, Document],
    holders: Mapping[TextId, list[Document]],
) -> list[Group]:
    """Put each contained text below the one that holds most of it, the longest if several do."""
    wholes: dict[TextId, tuple[tuple[float, int, str], TextId, Pair]] = {}
    for pair in pairs:
        left, right = documents[pair.left], documents[pair.right]
        part, whole = (left, right) if pair.left_in_right > pair.right_in_left else (right, left)
        rank = (-pair.containment, -whole.characters, str(whole.path))
        if part.text not in wholes or rank < wholes[part.text][0]:
            wholes[part.text] = rank, whole.text, pair
    members: dict[TextId, list[Member]] = defaultdict(list)
    for part_text, (_, whole_text, pair) in wholes.items():
        members[whole_text] += [
            Member(document.id, pair.distance, pair.resemblance, pair.containment, Kind.CONTAINS)
            for document in holders[part_text]
        ]
    groups = []
    for whole_text, parts in members.items():
        parts.sort(key=lambda m: (-m.containment, documents[m.document].path))
        worst = min(member.resemblance for member in parts)
        groups.append(Group(holders[whole_text][0].id, tuple(parts), worst, parts=True))
    return sorted(groups, key=lambda group: documents[group.representative].path)
