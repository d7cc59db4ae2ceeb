"""Which text stands for each group: the middle of a star, or the first of all that is joined."""

from collections import defaultdict
from collections.abc import Container, Mapping

from simcore.grouping.holders import Holders
from simcore.model.config import Grouping
from simcore.model.records import Pair, TextId

Links = Mapping[TextId, Mapping[TextId, Pair]]
"""For each text the texts that are near-duplicates of it, with the pair: in both directions."""

_Rank = tuple[bool, int, int, int, str]


def leaders_of(
    links: Links,
    holders: Holders,
    grouping: Grouping,
    chosen: Container[TextId] = frozenset(),
) -> dict[TextId, TextId]:
    """Give each linked text its leader; a leader is its own.

    Texts that were ``chosen`` to be kept lead first, then the text with the most copies, so that
    equal documents are seen beside one that they equal, then the one with the most neighbours,
    then the longest.
    """
    ranks = {
        text: (
            text not in chosen,
            -len(holders[text]),
            -len(beside),
            -holders[text][0].characters,
            str(holders[text][0].path),
        )
        for text, beside in links.items()
    }
    if grouping == Grouping.COMPONENTS:
        return _components(links, ranks)
    return _stars(links, holders, ranks)


def _components(links: Links, ranks: Mapping[TextId, _Rank]) -> dict[TextId, TextId]:
    """Let the first of a component lead all that is reached from it, link by link."""
    leaders: dict[TextId, TextId] = {}
    for leader in sorted(ranks, key=ranks.__getitem__):
        if leader in leaders:
            continue
        leaders[leader] = leader
        reached = [leader]
        while reached:
            for text in links[reached.pop()]:
                if text not in leaders:
                    leaders[text] = leader
                    reached.append(text)
    return leaders


def _stars(links: Links, holders: Holders, ranks: Mapping[TextId, _Rank]) -> dict[TextId, TextId]:
    """Choose leaders that are beside no other leader; the rest follows one that it is beside.

    Every other text follows the most alike of the leaders beside it, chosen ones before others.
    """
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
    text: TextId, among: Container[TextId], links: Links, ranks: Mapping[TextId, _Rank]
) -> TextId:
    """Give the most alike of a text's neighbours that are ``among`` some others."""

    def unlike(other: TextId) -> tuple[bool, float, int, _Rank]:
        pair = links[text][other]
        return ranks[other][0], -pair.resemblance, pair.distance, ranks[other]

    return min((other for other in links[text] if other in among), key=unlike)


def _settle(
    alone: TextId,
    leaders: dict[TextId, TextId],
    sizes: dict[TextId, int],
    links: Links,
    ranks: Mapping[TextId, _Rank],
    holders: Holders,
) -> None:
    """Give a leader without followers a place beside its most alike neighbour.

    The neighbour leads by now: follow it. Its own leader was chosen to be kept: follow that one,
    too, linked to it through the neighbour. Its leader has others, or copies: it comes over. It is
    the only one of its star: it becomes the leader of both.
    """
    neighbour = _nearest(alone, links[alone], links, ranks)
    former = leaders[neighbour]
    if former == neighbour:
        leaders[alone] = neighbour
        sizes[neighbour] += 1
    elif not ranks[former][0]:
        leaders[alone] = former
        sizes[former] += 1
    elif sizes[former] > 1 or len(holders[former]) > 1:
        leaders[neighbour] = alone
        sizes[former] -= 1
        sizes[alone] += 1
    else:
        leaders[neighbour] = leaders[former] = leaders[alone] = neighbour
        sizes[former] = 0
        sizes[neighbour] = 2
