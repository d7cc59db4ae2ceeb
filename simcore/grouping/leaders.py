"""The leader of each group: the centre of a star, or the first text of a component."""

from collections import defaultdict
from collections.abc import Container, Mapping

from simcore.grouping.documents_by_text import DocumentsByText
from simcore.model.config import Grouping
from simcore.model.records import Pair, TextId

Links = Mapping[TextId, Mapping[TextId, Pair]]
"""For each text its near-duplicates with their pairs, in both directions."""

_Rank = tuple[int, int, int, int, str]
_CHOSEN, _PLAIN, _INSIDE = range(3)


def leaders_of(
    links: Links,
    by_text: DocumentsByText,
    grouping: Grouping,
    chosen: Container[TextId] = frozenset(),
) -> dict[TextId, TextId]:
    """Return the leader of each linked text; a leader is its own.

    What is only inside archives or mailboxes leads last. Texts ``chosen`` to be kept lead first,
    then the text with the most copies, so that equal documents are shown beside one that they
    equal, then the one with the most neighbours, then the longest.
    """
    ranks = {
        text: (
            _INSIDE if by_text[text][0].inside else _CHOSEN if text in chosen else _PLAIN,
            -len(by_text[text]),
            -len(beside),
            -by_text[text][0].characters,
            str(by_text[text][0].path),
        )
        for text, beside in links.items()
    }
    if grouping == Grouping.COMPONENTS:
        return _components(links, ranks)
    return _stars(links, by_text, ranks)


def _components(links: Links, ranks: Mapping[TextId, _Rank]) -> dict[TextId, TextId]:
    """Let the first text of a connected component lead all of it."""
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


def _stars(
    links: Links, by_text: DocumentsByText, ranks: Mapping[TextId, _Rank]
) -> dict[TextId, TextId]:
    """Choose leaders of which no two are neighbours; every other text has a leader as neighbour.

    It follows the most alike of its neighbouring leaders, chosen ones before others.
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
        # a leader whose neighbours all follow others would be dropped from the result
        if leaders[text] == text and not sizes[text] and len(by_text[text]) == 1:
            _settle(text, leaders, sizes, links, ranks, by_text)
    return leaders


def _nearest(
    text: TextId, among: Container[TextId], links: Links, ranks: Mapping[TextId, _Rank]
) -> TextId:
    """Return the most alike of a text's neighbours that are ``among`` some texts."""

    def unlike(other: TextId) -> tuple[int, float, int, _Rank]:
        pair = links[text][other]
        return ranks[other][0], -pair.resemblance, pair.distance, ranks[other]

    return min((other for other in links[text] if other in among), key=unlike)


def _settle(
    alone: TextId,
    leaders: dict[TextId, TextId],
    sizes: dict[TextId, int],
    links: Links,
    ranks: Mapping[TextId, _Rank],
    by_text: DocumentsByText,
) -> None:
    """Put a leader without followers into the star of its most alike neighbour, or the reverse.

    If the neighbour leads, follow it. If the neighbour's leader was chosen to be kept, follow that
    one, linked to it through the neighbour. If that leader has other followers, or copies, the
    neighbour changes over. Otherwise the neighbour becomes the leader of both. What is inside an
    archive never leads a file.
    """

    def inside(text: TextId) -> bool:
        return ranks[text][0] == _INSIDE

    neighbour = _nearest(alone, links[alone], links, ranks)
    former = leaders[neighbour]
    single = sizes[former] == 1 and len(by_text[former]) == 1
    if inside(former) and not inside(alone):
        followers = [text for text, leader in leaders.items() if leader == neighbour]
        followers += [former] if single else []
        for text in {neighbour, *followers}:
            sizes[leaders[text]] -= leaders[text] != text
            leaders[text] = alone
        sizes[alone] = len({neighbour, *followers})
    elif former == neighbour:
        leaders[alone] = neighbour
        sizes[neighbour] += 1
    elif (
        ranks[former][0] == _CHOSEN
        or (inside(alone) and not inside(neighbour))
        or (inside(neighbour) and not inside(former))
    ):
        leaders[alone] = former
        sizes[former] += 1
    elif not single:
        leaders[neighbour] = alone
        sizes[former] -= 1
        sizes[alone] += 1
    else:
        leaders[neighbour] = leaders[former] = leaders[alone] = neighbour
        sizes[former] = 0
        sizes[neighbour] = 2
