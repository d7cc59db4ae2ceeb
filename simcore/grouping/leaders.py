"""The leader of each group: the document that is kept and is near all others of the group.

A growing file is one star too: its latest version leads the earlier ones, which it holds and
which small steps lead to (``Growing``).
"""

import functools
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from math import fsum
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.keeping import (
    LOST_FOR_GAINED,
    UNKNOWN,
    Contender,
    CopyRuns,
    DocumentsByText,
    KnownShares,
    elected,
    holds,
)
from simcore.grouping.pairs import Numbers, PairTable, column_of, components, pair_of
from simcore.grouping.versions import version_of
from simcore.model.config import PART_LENGTH, Grouping
from simcore.model.records import (
    Comparison,
    Document,
    DocumentId,
    Judgements,
    Pair,
    TextId,
    TextPair,
)
from simcore.model.report import Group, any_apart

Links = Mapping[TextId, Mapping[TextId, Pair]]


@dataclass(frozen=True, slots=True)
class PairLookup:
    links: Links
    pairs: Mapping[TextPair, Pair]
    comparisons: Mapping[TextPair, Comparison]
    by_text: DocumentsByText
    judgements: Judgements = field(default_factory=Judgements)

    def of(self, head: TextId, text: TextId) -> tuple[Pair | None, bool]:
        """Return the pair of two texts, if compared, and whether it is a comparison only."""
        texts = (min(head, text), max(head, text))
        pair = self.links[head].get(text) or self.pairs.get(texts)
        if pair is not None:
            return pair, False
        compared = self.comparisons.get(texts)
        if compared is None:
            return None, False
        left, right = self.by_text[head][0], self.by_text[text][0]
        return pair_of(left, right, compared), True

    def shares(self, pair: Pair, text: TextId) -> tuple[float, float]:
        """Return how much of a text of a pair the other contains, and the reverse."""
        if any(document.id == pair.left for document in self.by_text[text]):
            return pair.left_in_right, pair.right_in_left
        return pair.right_in_left, pair.left_in_right

    def apart(self, head: TextId, text: TextId) -> bool:
        return any_apart(self.judgements, self.by_text[head], self.by_text[text])


HOLDS = 0.5
"""The least share of an earlier version that its later version contains."""

LOST_IN_A_STEP = 0.2
"""The greatest loss of a later version, as a share of its gain.

Where each new line comes with a changed word elsewhere it is .09 to .14; between near but
unrelated pages of a manual it is .24 to .3.
"""

STEP = 1 / 3
"""The least length of an earlier version that is not near, as a share of the later one."""


_ROUNDED = 1 + 1e-9
"""Shares are rounded quotients: a value at a limit must count as within it."""

_Shares = NDArray[np.float64]


class GrowingSet(NamedTuple):
    """A set of texts in which one holds another that is not near it.

    ``held`` are held by some other text, ``holding`` counts how many each one holds, ``steps`` are
    the texts a step below each text that are not near it.
    """

    held: AbstractSet[TextId]
    holding: Mapping[TextId, int]
    steps: Mapping[TextId, Collection[TextId]]


@overload
def is_grown(share: float, back: float) -> bool: ...
@overload
def is_grown(share: _Shares, back: _Shares) -> NDArray[np.bool_]: ...
def is_grown(share: float | _Shares, back: float | _Shares) -> bool | NDArray[np.bool_]:
    """Return whether a text grew from a shorter one, by the share that it holds and the reverse."""
    held = (share >= HOLDS) & (back <= PART_LENGTH * share * _ROUNDED)
    # of either text, what it alone has is in proportion to the shares of what both have
    return held & ((1 - share) * back <= LOST_IN_A_STEP * (1 - back) * share * _ROUNDED)


class Growing:
    """Tells the earlier versions of a text from its parts: small steps lead to a version."""

    def __init__(self, links: Links, known: GrowingSet, lookup: PairLookup, least: float) -> None:
        self.known = known
        self._links = links
        self._lookup = lookup
        self._least = least
        self.versions = functools.cache(self._versions)
        self.holds = functools.cache(self._holds)
        self.uncompared: set[TextPair] = set()
        """Texts and possible earlier versions that were never compared."""

    def texts(self) -> AbstractSet[TextId]:
        return {*self._links, *self.known.held, *self.known.holding}

    def resemblance(self, one: TextId, other: TextId) -> float:
        pair, _ = self._lookup.of(one, other)
        return pair.resemblance if pair is not None else 0.0

    def _holds(self, text: TextId, other: TextId) -> bool:
        pair, _ = self._lookup.of(text, other)
        if pair is None or pair.framed:
            return False
        share, back = self._lookup.shares(pair, other)
        return is_grown(share, back) and not self._lookup.apart(text, other)

    def _versions(self, text: TextId) -> AbstractSet[TextId]:
        """Follow steps down from a text and its neighbours, as far as it holds what is there."""
        family = {text, *self._links[text]}
        found: set[TextId] = set()
        unknown: set[TextId] = set()
        for far in (False, True):
            waiting = list(family)
            while waiting:
                for other in self._below(waiting.pop(), family, far=far):
                    if self.holds(text, other):
                        family.add(other)
                        found.add(other)
                        waiting.append(other)
                    elif self._lookup.of(text, other)[0] is None:
                        unknown.add(other)
            # other parts count as versions only of what grew by small steps
            if not found or not self.known.steps:
                break
        if found:
            self.uncompared |= {(min(text, other), max(text, other)) for other in unknown}
        return found

    def _below(self, text: TextId, family: AbstractSet[TextId], *, far: bool) -> Iterator[TextId]:
        for other, pair in self._links[text].items():
            if other not in family:
                share, back = self._lookup.shares(pair, other)
                if share >= self._least and share >= back:
                    yield other
        if far:
            yield from (one for one in self.known.steps.get(text, ()) if one not in family)


_Rank = tuple[int, bool, int, int, int, str]
_CHOSEN, _PLAIN, _INSIDE = range(3)


class Led(NamedTuple):
    """The leader of each text, and the texts that are ``versions`` of theirs without being near."""

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
    """Return the leader of each linked text, and of the texts that ``growing`` names.

    Groups are made first: ``chosen`` texts lead, then those with most copies, most neighbours, the
    longest; documents inside archives or mailboxes lead last. In a growing set, texts that another
    holds come later, and neighbours and versions count before copies. Then the texts that are near
    all others of their group contend for its lead (``keeping``). ``of_two`` decides as ``kept_of``
    between two linked texts alone.
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
    """Return which of several texts, each of which could lead the group, is kept."""

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
    links: Links, by_text: DocumentsByText, ranks: Mapping[TextId, _Rank], growing: Growing | None
) -> dict[TextId, TextId]:
    """Choose leaders of which no two are neighbours; every other text follows one.

    It follows the most similar of its neighbouring leaders, chosen ones first, and if there are
    none the most similar of those that hold it as a version.
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
    """Put a leader without followers into the star of its most similar neighbour, or the reverse.

    If the neighbour leads, follow it. If the neighbour's leader was chosen, or has no follower but
    this earlier version, follow that leader. If that leader has other followers, or copies, the
    neighbour changes over. Otherwise the neighbour leads both. A document inside an archive never
    leads a file.
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


_UNKNOWN, _LEFT, _RIGHT, _EQUAL = -1, 0, 1, 2
_Flags = NDArray[np.bool_]


class KeptOfTwo:
    """Decides as ``kept_of``, once a pair, which of two texts with one document each is kept.

    Most pairs are decided by columns. If versions, stated dates or names decide, ``kept_of`` is
    called.
    """

    def __init__(
        self, table: PairTable, texts: Sequence[TextId], by_text: DocumentsByText, runs: CopyRuns
    ) -> None:
        self._table, self._texts, self._by_text, self._runs = table, texts, by_text, runs
        self._kept = np.full(len(table.pairs), _UNKNOWN, dtype=np.int8)
        first = [by_text[text][0] for text in texts]
        self._first: Sequence[Document] = first
        self._inside = _flags([one.inside for one in first])
        self._whole = _flags([one.whole for one in first])
        self._dated = _flags([one.stated > 0 for one in first])
        self._characters = np.array([one.characters for one in first], dtype=np.int64)
        self._run = np.array([runs.of(one.mtime_ns) for one in first], dtype=np.int64)
        # texts whose paths are versions of one document have the same number
        self._frames: dict[str, int] = {}
        self._frame = np.full(len(first), _UNKNOWN, dtype=np.int64)

    def of(self, pairs: Numbers) -> Numbers:
        new = pairs[self._kept[pairs] == _UNKNOWN]
        if len(new):
            self._decide(new)
        left, right = self._table.left[pairs], self._table.right[pairs]
        return np.where(self._kept[pairs] == _LEFT, left, right)

    def of_one(self, pair: int) -> int:
        """Return the number of the kept text of a pair; its texts may have any documents."""
        if self._kept[pair] == _UNKNOWN:
            self._kept[pair] = self._asked(pair)
        return int((self._table.left if self._kept[pair] == _LEFT else self._table.right)[pair])

    def _decide(self, pairs: Numbers) -> None:
        """Decide by one ground after another, as ``keeping.rounds`` does."""
        left, right = self._table.left[pairs], self._table.right[pairs]
        decided = np.full(len(pairs), _EQUAL, dtype=np.int8)

        def prefer(of_left: _Flags, of_right: _Flags) -> None:
            undecided = decided == _EQUAL
            decided[undecided & of_left & ~of_right] = _LEFT
            decided[undecided & of_right & ~of_left] = _RIGHT

        def ask(where: _Flags) -> None:
            for at in np.flatnonzero((decided == _EQUAL) & where).tolist():
                decided[at] = self._asked(int(pairs[at]))

        prefer(~self._inside[left], ~self._inside[right])
        prefer(self._whole[left], self._whole[right])
        left_held, right_held, named = self._held(pairs)
        ask(~named)
        prefer(right_held & ~left_held, left_held)
        undecided = decided == _EQUAL
        self._read_frames(np.concatenate([left[undecided], right[undecided]]))
        ask(self._frame[left] == self._frame[right])
        ask(self._dated[left] & self._dated[right])
        one, other = self._run[left], self._run[right]
        known = (one != UNKNOWN) & (other != UNKNOWN)
        prefer(known & (one > other), known & (other > one))
        one, other = self._characters[left], self._characters[right]
        prefer(one > other, other > one)
        ask(np.ones(len(pairs), dtype=np.bool_))
        self._kept[pairs] = decided

    def _held(self, indices: Numbers) -> tuple[_Flags, _Flags, _Flags]:
        """Return of which pairs the left text, or else the right one, is held by the other.

        Also returns which pairs name the documents that their texts have.
        """
        pairs = [self._table.pairs[index] for index in indices.tolist()]
        names = "left_in_right", "right_in_left"
        of_left, of_right = (column_of(pairs, name, np.float64) for name in names)
        ends = zip(self._table.left[indices].tolist(), pairs, strict=True)
        named = _flags([self._first[text].id == pair.left for text, pair in ends])
        return _holds(of_left, of_right), _holds(of_right, of_left), named

    def _read_frames(self, texts: Numbers) -> None:
        frames = self._frames
        # numpy.unique would import numpy.ma
        for text in sorted({*texts[self._frame[texts] == _UNKNOWN].tolist()}):
            frame = version_of(self._first[text].named).frame
            self._frame[text] = frames.setdefault(frame, len(frames))

    def _asked(self, index: int) -> int:
        pair = self._table.pairs[index]
        numbers = self._table.left[index], self._table.right[index]
        one, other = (self._texts[number] for number in numbers)
        links = {one: {other: pair}, other: {one: pair}}
        kept = kept_of([one, other], [one, other], links, self._by_text, self._runs)
        return _LEFT if kept == one else _RIGHT


def _flags(values: Sequence[bool]) -> _Flags:
    return np.array(values, dtype=np.bool_)


def _holds(other_in_it: NDArray[np.float64], it_in_other: NDArray[np.float64]) -> _Flags:
    with np.errstate(divide="ignore", over="ignore"):
        lost = np.where(other_in_it != 0, 1 / other_in_it - 1, 1.0)
        gained = 1 / it_in_other - 1
    found: _Flags = (it_in_other != 0) & (gained > 0) & (lost <= LOST_FOR_GAINED * gained)
    return found


class Ends(NamedTuple):
    """Pairs of which one text holds the other, ordered by the labels of their sets."""

    pairs: Numbers
    longer: Numbers
    shorter: Numbers
    labels: Numbers

    def of(self, label: int) -> tuple[Numbers, Numbers]:
        start, end = np.searchsorted(self.labels, [label, label + 1])
        return self.longer[start:end], self.shorter[start:end]


class GrowingSets(NamedTuple):
    """The connected sets of texts, with possible growing files.

    ``of`` is the label of each text's set, ``grows`` whether it may have versions. ``held`` are
    pairs in which one text holds the other, ``steps`` those that are a step and not near.
    """

    of: Numbers
    grows: NDArray[np.bool_]
    held: Ends
    steps: Ends

    @classmethod
    def none(cls, of: Numbers) -> "GrowingSets":
        empty = np.zeros(0, dtype=np.int64)
        nothing = Ends(empty, empty, empty, empty)
        return cls(of, np.zeros(len(of), dtype=np.bool_), nothing, nothing)

    def named(self, label: int, texts: Sequence[TextId]) -> GrowingSet:
        longer, shorter = (map(texts.__getitem__, ends.tolist()) for ends in self.held.of(label))
        steps: dict[TextId, list[TextId]] = defaultdict(list)
        for one, other in zip(*(ends.tolist() for ends in self.steps.of(label)), strict=True):
            steps[texts[one]].append(texts[other])
        return GrowingSet(frozenset(shorter), Counter(longer), steps)


class HeldPairs:
    """The pairs of a table in which one text holds most of the other and is clearly longer."""

    def __init__(self, table: PairTable) -> None:
        self._table = table
        grown = is_grown(table.part, table.part * table.length)
        self._held = np.flatnonzero(grown & ~table.framed)

    def sets(self, near: Numbers, shown: Numbers, least: float, count: int) -> GrowingSets:
        """Return the sets of ``count`` texts that ``near`` pairs connect, or larger ones.

        If one text holds another of its set that is not near, the set may be a growing file, and
        the texts a step from it belong to it. ``shown`` are pairs that are near or forms, ``least``
        is the containment of a part.
        """
        table = self._table
        of = components(table.left[near], table.right[near], count)
        is_shown = np.zeros(len(table.pairs), dtype=np.bool_)
        is_shown[shown] = True
        held = self._held[~is_shown[self._held]]
        inside = held[of[table.left[held]] == of[table.right[held]]]
        if not len(inside):
            return GrowingSets.none(of)
        steps = held[(table.part[held] >= least) & (table.length[held] >= STEP)]
        edges = np.concatenate([near, steps])
        joined = components(table.left[edges], table.right[edges], count)
        growing = np.zeros(count, dtype=np.bool_)
        growing[joined[table.left[inside]]] = True
        grows = growing[joined]
        of = np.where(grows, joined, of)
        return GrowingSets(of, grows, self._ends(held, of, grows), self._ends(steps, of, grows))

    def _ends(self, pairs: Numbers, of: Numbers, grows: NDArray[np.bool_]) -> Ends:
        left, right = self._table.left[pairs], self._table.right[pairs]
        together = grows[left] & (of[left] == of[right])
        left, right, pairs = left[together], right[together], pairs[together]
        is_left = self._table.left_longer[pairs]
        longer, shorter = np.where(is_left, left, right), np.where(is_left, right, left)
        order = np.argsort(of[longer], kind="stable")
        return Ends(pairs[order], longer[order], shorter[order], of[longer][order])


class GrownStar(NamedTuple):
    texts: list[int]
    versions: list[int]


def together(
    stars: Sequence[GrownStar], left: Numbers, right: Numbers, count: int
) -> NDArray[np.bool_]:
    star = np.full(count, -1)
    is_version = np.zeros(count, dtype=np.bool_)
    for number, one in enumerate(stars):
        star[one.texts] = number
        is_version[one.versions] = True
    found: NDArray[np.bool_] = star[left] == star[right]
    return found & (is_version[left] | is_version[right])


def grouped_with_others(
    groups: Iterable[Group], documents: Mapping[DocumentId, Document], numbers: Mapping[TextId, int]
) -> NDArray[np.bool_]:
    marked = np.zeros(len(numbers), dtype=np.bool_)
    for group in groups:
        texts = {numbers[documents[end].text] for end in group.documents}
        marked[list(texts)] |= len(texts) > 1
    return marked
