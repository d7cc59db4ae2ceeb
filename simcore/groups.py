"""Verified pairs to groups around a kept document: no chains, nothing left over, no luck.

A group is a star: every member was compared with the representative itself and lies within the
thresholds of it, so "similar to something similar" never joins two texts. The stars cover every
text that has a near-duplicate at all, each once. The answer depends on the documents and pairs
alone, not on the order in which they were found.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence

from simcore.records import Document, DocumentId, Fingerprinted, Group, Kind, Member, Pair, TextId

__all__ = ["group_documents", "kind_of"]

_Links = Mapping[TextId, Mapping[TextId, Pair]]
_Rank = tuple[int, int, int, str]
_KINDS = {kind: place for place, kind in enumerate(Kind)}


def group_documents(
    documents: Mapping[DocumentId, Document],
    pairs: Iterable[Pair],
    distance: int,
    similarity: float,
) -> tuple[Group, ...]:
    """Group documents by their verified pairs.

    ``pairs`` are between texts: any document of a text may stand for it. Those beyond
    ``distance`` bits or below ``similarity`` are passed over; documents with equal text are
    always together. Groups are ordered by the representative's path.
    """
    holders: dict[TextId, list[Document]] = defaultdict(list)
    for document in documents.values():
        if document.fingerprint is not None:
            holders[document.text].append(document)
    for held in holders.values():
        held.sort(key=_keep_order)
    links: dict[TextId, dict[TextId, Pair]] = defaultdict(dict)
    for pair in pairs:
        if pair.distance <= distance and pair.resemblance >= similarity:
            left, right = documents[pair.left].text, documents[pair.right].text
            links[left][right] = links[right][left] = pair
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
    return tuple(groups)


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
    members = [Member(copy.id, 0, 1.0, kind_of(representative, copy)) for copy in copies]
    for text in followers:
        pair = links[head][text]
        members += [
            Member(document.id, pair.distance, pair.resemblance, Kind.NEAR)
            for document in holders[text]
        ]
    paths = {d.id: str(d.path) for text in (head, *followers) for d in holders[text]}
    members.sort(key=lambda m: (_KINDS[m.kind], -m.resemblance, m.distance, paths[m.document]))
    return Group(representative.id, tuple(members), min(m.resemblance for m in members))
