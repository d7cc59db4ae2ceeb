"""The leader of each group: who is near all others in it, and is to be kept."""

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from collections.abc import Set as AbstractSet
from math import fsum
from typing import NamedTuple

from simcore.grouping.documents_by_text import DocumentsByText
from simcore.grouping.keeping.election import Contender, KnownShares, elected, holds
from simcore.grouping.keeping.runs import CopyRuns
from simcore.grouping.stars.growing import Growing
from simcore.grouping.stars.lookup import Links
from simcore.model.config import Grouping
from simcore.model.records import TextId

_Rank = tuple[int, bool, int, int, int, str]
_CHOSEN, _PLAIN, _INSIDE = range(3)


class Led(NamedTuple):
    """The leader of each text, which is its own, and which texts are ``versions`` of theirs.

    These are not near their leader, which holds them.
    """

    leaders: dict[TextId, TextId]
    versions: AbstractSet[TextId]


def leaders_of(
    links: Links,
    by_text: DocumentsByText,
    grouping: Grouping,
    runs: CopyRuns,
    chosen: Container[TextId] = frozenset(),
    growing: Growing | None = None,
    of_two: Callable[[TextId, TextId], TextId] | None = None,
) -> Led:
    """Return the leader of each linked text, and of each one that ``growing`` names.

    Groups are made first. What is only inside archives or mailboxes leads last. Texts ``chosen`` to
    be kept lead first, then the text with the most copies, so that equal documents are shown beside
    one that they equal, then the one with the most neighbours, then the longest. What another one
    holds as an earlier version comes after all these, where there are such the number of neighbours
    and versions before copies, and a leader leads its earlier versions as it does its neighbours.

    Then the texts of a group that could lead all others in it contend for its lead, see
    ``simcore.grouping.keeping``: the group stays as it is, and each member is still near its
    leader, or a version of it. ``of_two`` tells as ``kept_of`` who stays of two linked texts alone.
    """

    def rank(text: TextId) -> _Rank:
        documents = by_text[text]
        first = documents[0]
        inside = _INSIDE if first.inside else _CHOSEN if text in chosen else _PLAIN
        neighbours, copies = -len(links[text]), -len(documents)
        last = -first.characters, first.place
        if growing is None:
            return inside, False, copies, neighbours, *last
        held = text in growing.known.held
        # what holds most leads: a version with copies was not compared with as many
        return inside, held, neighbours - growing.known.holding.get(text, 0), copies, *last

    ranks = {text: rank(text) for text in (growing.texts() if growing is not None else links)}
    if grouping == Grouping.COMPONENTS:
        leaders = _components(links, ranks, growing)
    else:
        leaders = _stars(links, by_text, ranks, growing)
    groups: dict[TextId, list[TextId]] = defaultdict(list)
    for text, leader in leaders.items():
        groups[leader].append(text)
    found: set[TextId] = set()
    for leader, texts in groups.items():
        kept = leader
        if leader not in chosen:
            kept = _stays(leader, texts, links, by_text, runs, growing, of_two)
            leaders.update(dict.fromkeys(texts, kept))
        if growing is not None:
            found.update(growing.versions(kept) & set(texts))
    return Led(leaders, found)


def _stays(
    leader: TextId,
    texts: Collection[TextId],
    links: Links,
    by_text: DocumentsByText,
    runs: CopyRuns,
    growing: Growing | None,
    of_two: Callable[[TextId, TextId], TextId] | None,
) -> TextId:
    """Return who leads the texts of a leader in the end: one of those that could lead all."""
    several = [text for text in texts if _leads_all(text, texts, links, growing)]
    if not several:
        return leader
    if of_two is not None and growing is None and len(several) == len(texts) == 2:
        kept = of_two(*several)
    else:
        kept = kept_of(several, texts, links, by_text, runs, growing)
    if by_text[kept][0].inside:  # none is kept in the place of a file
        return leader
    if growing is not None and kept != leader:
        led = {kept, *links[kept], *growing.versions(kept)}
        return kept if led.issuperset(texts) else leader
    return kept


def _leads_all(
    text: TextId, texts: Collection[TextId], links: Links, growing: Growing | None
) -> bool:
    """Return whether a text is a neighbour of all others, or holds those that are none."""
    beside = links[text]
    if growing is None:
        return sum(one in beside for one in texts) == len(texts) - 1
    return all(one in beside or one == text or growing.holds(text, one) for one in texts)


def kept_of(
    several: Collection[TextId],
    group: Collection[TextId],
    links: Links,
    by_text: DocumentsByText,
    runs: CopyRuns,
    growing: Growing | None = None,
) -> TextId:
    """Return which of several texts of a group stays, each of which could lead all others in it."""

    def held(among: Collection[TextId]) -> set[TextId]:
        text_of = {document.id: text for text in among for document in by_text[text]}
        found = set()
        for one in among:
            for other, pair in links[one].items():
                # each pair once, seen from its left text
                if text_of.get(pair.left) == one and other in among:
                    if holds(pair.left_in_right, pair.right_in_left):
                        found.add(one)
                    elif holds(pair.right_in_left, pair.left_in_right):
                        found.add(other)
        return found

    def alike(text: TextId) -> float:
        def to(other: TextId) -> float:
            pair = links[text].get(other)
            if pair is not None:
                return pair.resemblance
            return growing.resemblance(text, other) if growing is not None else 0.0

        # in a sum that is exact the order does not matter
        return fsum(to(other) for other in group if other != text)

    contenders = [Contender(text, by_text[text][0], by_text[text]) for text in several]
    return elected(contenders, KnownShares(held, alike), runs)


def _components(
    links: Links, ranks: Mapping[TextId, _Rank], growing: Growing | None
) -> dict[TextId, TextId]:
    """Let the first text of a connected component lead all of it."""
    leaders: dict[TextId, TextId] = {}
    for leader in sorted(ranks, key=ranks.__getitem__):
        if leader in leaders:
            continue
        leaders[leader] = leader
        reached: list[Iterable[TextId]] = [links[leader]]
        if growing is not None:
            reached.append(growing.versions(leader))
        while reached:
            for text in reached.pop():
                if text not in leaders:
                    leaders[text] = leader
                    reached.append(links[text])
    return leaders


def _stars(
    links: Links,
    by_text: DocumentsByText,
    ranks: Mapping[TextId, _Rank],
    growing: Growing | None,
) -> dict[TextId, TextId]:
    """Choose leaders of which no two are neighbours; every other text has a leader as neighbour.

    Or it is a version of one. It follows the most alike of its neighbouring leaders, chosen ones
    before others, and if there are none the most alike of those that hold it.
    """
    order = sorted(ranks, key=ranks.__getitem__)
    leaders: dict[TextId, TextId] = {}
    holders: dict[TextId, list[TextId]] = defaultdict(list)
    for text in order:
        if text not in holders and not any(other in leaders for other in links[text]):
            leaders[text] = text
            for version in growing.versions(text) if growing is not None else ():
                holders[version].append(text)
    heads = set(leaders)
    sizes: dict[TextId, int] = defaultdict(int)

    def unlike(text: TextId, head: TextId) -> tuple[int, float, _Rank]:
        alike = growing.resemblance(text, head) if growing is not None else 0.0
        return ranks[head][0], -alike, ranks[head]

    for text in order:
        if text not in heads:
            if any(other in heads for other in links[text]):
                leaders[text] = _nearest(text, heads, links, ranks)
            else:
                leaders[text] = min(holders[text], key=lambda head: unlike(text, head))
            sizes[leaders[text]] += 1
    for text in order:
        # a leader whose neighbours all follow others would be dropped from the result
        alone = leaders[text] == text and not sizes[text] and len(by_text[text]) == 1
        if alone and links[text]:
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

    If the neighbour leads, follow it. If the neighbour's leader was chosen to be kept, or has no
    follower but this earlier version of it, follow that one, linked to it through the neighbour.
    If that leader has other followers, or copies, the neighbour changes over. Otherwise the
    neighbour becomes the leader of both. What is inside an archive never leads a file.
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
        or (single and former not in links[neighbour])
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
