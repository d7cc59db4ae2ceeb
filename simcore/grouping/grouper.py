"""Groups of the same documents and pairs at one threshold after another, as a slider asks."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.holders import holders_of, standing_for
from simcore.grouping.leaders import leaders_of
from simcore.grouping.members import Figures, member_of, near_group, part_groups
from simcore.grouping.pair_table import Numbers, PairTable, joined
from simcore.model.config import Grouping, ScanConfig
from simcore.model.judgements import is_kept, judged_pairs
from simcore.model.records import (
    Comparison,
    Document,
    DocumentId,
    Group,
    Judgements,
    Kind,
    Member,
    Pair,
    TextId,
)
from simcore.store.documents import in_groups

_K = TypeVar("_K")
_T = TypeVar("_T")


class Made(Generic[_T]):
    """What ``make`` makes of numbers up to ``count``, each once, when it is first wanted."""

    def __init__(self, count: int, make: Callable[[int], _T]) -> None:
        self._is_made = np.zeros(count, dtype=np.bool_)
        self._made: list[Any] = [None] * count
        self._make = make

    def of(self, wanted: NDArray[np.int64]) -> list[_T]:
        """Give what is made of some numbers, one after another."""
        for number in wanted[~self._is_made[wanted]].tolist():
            self._made[number] = self._make(number)
        self._is_made[wanted] = True
        return list(map(self._made.__getitem__, wanted.tolist()))


class Memory(Generic[_K, _T]):
    """Remembers what was made of some pairs; forgets all when those are ``most`` together."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pairs = 0
        self._made: dict[_K, _T] = {}
        self.get = self._made.get
        """Gives what was made of a key, None where it is not remembered."""

    def keep(self, key: _K, made: _T, pairs: int) -> None:
        """Remember what was made of a key that stands for so many pairs."""
        if self._pairs > self._most:
            self._made.clear()
            self._pairs = 0
        self._made[key] = made
        self._pairs += pairs


_REMEMBERED = 4
"""How many pairs may be remembered with the groups they made, for every pair that there is."""

_Placed = tuple[tuple[int, Group], ...]
"""Groups, each with the number of its representative's text."""


class _Joined(NamedTuple):
    """Texts and pairs that the pairs shown join, set by set.

    ``of`` tells a text's set by the least of its numbers; ``texts`` are all that are in a set,
    ``heads`` the text of the best rank in the set of each text, by the text's number; ``plain``
    tells of each text whether that one leads all of its set, and nobody has copies.
    """

    of: Numbers
    texts: Numbers
    heads: Numbers
    plain: NDArray[np.bool_]


class Grouper:
    """Groups documents by their verified pairs, again and again, at any thresholds.

    What depends on the documents alone is found once. Then only texts that pairs join at the
    thresholds asked for are looked at, all at once where one text is beside all others of what
    hangs together with it, for that one leads them in either grouping. What hangs together in
    other ways is grouped by ``leaders_of``, and remembered: the answer depends on which pairs are
    shown, which is the same for most sets of texts from one step to the next.
    """

    def __init__(
        self,
        documents: Mapping[DocumentId, Document],
        pairs: tuple[Pair, ...],
        comparisons: Mapping[tuple[TextId, TextId], Comparison],
        judgements: Judgements | None = None,
    ) -> None:
        self._given = documents, pairs, comparisons
        self._judgements = judgements = judgements or Judgements()
        documents = in_groups(documents, pairs)
        shown = judged_pairs(documents, pairs, judgements)
        self._holders = holders_of(documents, shown, judgements)
        if judgements.copies:
            pairs, shown = (standing_for(some, documents, self._holders) for some in (pairs, shown))
        self._pairs = pairs
        # numbers of texts are in the order of their representatives' paths
        self._texts = list(self._holders)
        kept = [held[0] for held in self._holders.values()]
        self._kept = [document.id for document in kept]
        self._copies = np.array([len(held) for held in self._holders.values()], dtype=np.int64)
        by_name = _ranks(np.array([str(document.path) for document in kept], dtype=object))
        characters = np.array([document.characters for document in kept], dtype=np.int64)
        self._merit = _ranks_of(by_name, -characters)
        chosen = [is_kept(judgements, document) for document in kept]
        self._chosen = np.array(chosen, dtype=np.bool_)
        self._chosen_texts = {text for text, one in zip(self._texts, chosen, strict=True) if one}
        numbers = {text: number for number, text in enumerate(self._texts)}
        self._table = table = PairTable(shown, documents, numbers)
        # each pair twice: seen from its left text, then from its right one
        self._ends = np.concatenate([table.left, table.right])
        other = np.concatenate([table.right, table.left])
        self._seen_rank = _ranks_of(
            by_name[other], np.tile(table.distance, 2), -np.tile(table.resemblance, 2)
        )
        self._by_texts: dict[tuple[TextId, TextId], Pair] | None = None
        self._members = Made(len(other), self._member)
        self._of_two = Made(len(other), self._group_of_two)
        self._of_copies = Made(len(kept), self._group_of_copies)
        most = _REMEMBERED * len(table.pairs)
        self._known = Memory[bytes, Group](most)
        self._others = Memory[tuple[Grouping, bytes], _Placed](most)
        self._parts: tuple[bytes, list[Group]] = b"", []

    def serves(
        self,
        documents: Mapping[DocumentId, Document],
        pairs: tuple[Pair, ...],
        comparisons: Mapping[tuple[TextId, TextId], Comparison],
        judgements: Judgements,
    ) -> bool:
        """Tell whether this was made of these very documents and figures, and equal judgements."""
        given = documents, pairs, comparisons
        same = all(mine is other for mine, other in zip(self._given, given, strict=True))
        return same and self._judgements == judgements

    def groups(self, config: ScanConfig) -> tuple[Group, ...]:
        """Give the groups at the thresholds of a configuration.

        Documents with equal text are always together. Near-duplicates come first, then documents
        with their parts; both are ordered by the representative's path.
        """
        near = self._table.near(config)
        sets = self._joined(near)
        linked = np.zeros(len(self._texts), dtype=np.bool_)
        linked[sets.texts] = True
        alone = np.flatnonzero(~linked & (self._copies > 1))
        plain = sets.plain[self._table.left[near]]
        placed = [
            (alone, self._of_copies.of(alone)),
            *self._plain_groups(near[plain], sets.heads),
        ]
        others = self._other_groups(near[~plain], sets.of, config)
        placed.append(
            (
                np.array([place for place, _ in others], dtype=np.int64),
                [group for _, group in others],
            )
        )
        order = np.argsort(np.concatenate([places for places, _ in placed]), kind="stable")
        found = [group for _, groups in placed for group in groups]
        return (*map(found.__getitem__, order.tolist()), *self._part_groups(config))

    def _joined(self, near: Numbers) -> _Joined:
        left, right = self._table.left[near], self._table.right[near]
        count = len(self._texts)
        of = joined(left, right, count)
        beside = np.bincount(left, minlength=count) + np.bincount(right, minlength=count)
        texts = np.flatnonzero(beside)
        # the ranking of leaders_of, within each set
        ranked = texts[
            np.lexsort(
                (
                    self._merit[texts],
                    -beside[texts],
                    -self._copies[texts],
                    ~self._chosen[texts],
                    of[texts],
                )
            )
        ]
        first = np.flatnonzero(np.diff(of[ranked], prepend=-1))
        sizes = np.diff(first, append=len(ranked))
        leads = beside[ranked[first]] == sizes - 1
        single = np.maximum.reduceat(self._copies[ranked], first) == 1 if len(first) else leads
        heads = np.zeros(count, dtype=np.int64)
        heads[ranked] = np.repeat(ranked[first], sizes)
        plain = np.zeros(count, dtype=np.bool_)
        plain[ranked] = np.repeat(leads & single, sizes)
        return _Joined(of, texts, heads, plain)

    # ---- texts that nothing is near, with copies

    def _group_of_copies(self, text: int) -> Group:
        figures = Figures({}, {}, {}, self._holders)
        # no threshold has a part in it
        group, _ = near_group(self._texts[text], (), figures, self._holders, ScanConfig())
        return group

    # ---- one text beside all others

    def _plain_groups(self, near: Numbers, heads: Numbers) -> list[tuple[Numbers, list[Group]]]:
        left, right = self._table.left[near], self._table.right[near]
        count = len(self._table.pairs)
        seen = np.concatenate([near[heads[left] == left], near[heads[right] == right] + count])
        seen = seen[np.argsort(self._ends[seen] * (2 * count) + self._seen_rank[seen])]
        leading = self._ends[seen]
        first = np.flatnonzero(np.diff(leading, prepend=-1))
        last = np.append(first, len(seen))[1:]
        two = last - first == 1
        of_two = seen[first[two]]
        groups = self._stars(seen, first[~two].tolist(), last[~two].tolist())
        return [(leading[first[two]], self._of_two.of(of_two)), (leading[first[~two]], groups)]

    def _stars(self, seen: Numbers, starts: list[int], ends: list[int]) -> list[Group]:
        """Make groups of pairs seen from the representative, those of each from start to end."""
        keys, width = seen.tobytes(), seen.itemsize
        known = self._known.get
        groups: list[Group] = []
        for start, end in zip(starts, ends, strict=True):
            key = keys[start * width : end * width]
            group = known(key)
            if group is None:
                members = self._members.of(seen[start:end])
                least = self._table.resemblance[int(seen[end - 1]) % len(self._table.pairs)]
                kept = self._kept[int(self._ends[seen[start]])]
                group = Group(kept, tuple(members), float(least))
                self._known.keep(key, group, end - start)
            groups.append(group)
        return groups

    def _member(self, place: int) -> Member:
        """Make the member that a pair has for the text it is seen from."""
        count = len(self._table.pairs)
        left = place >= count  # seen from the right text, the left one is the member
        pair = self._table.pairs[place % count]
        document = self._given[0][pair.left if left else pair.right]
        return member_of(document, pair, Kind.NEAR, left=left)

    def _group_of_two(self, place: int) -> Group:
        pair = self._table.pairs[place % len(self._table.pairs)]
        kept = self._kept[int(self._ends[place])]
        return Group(kept, (self._member(place),), pair.resemblance)

    # ---- all else

    def _other_groups(
        self, near: Numbers, of: Numbers, config: ScanConfig
    ) -> list[tuple[int, Group]]:
        sets = of[self._table.left[near]]
        order = np.argsort(sets, kind="stable")
        near, sets = near[order], sets[order]
        cuts = np.flatnonzero(np.diff(sets, prepend=-1, append=-2)).tolist()
        keys = near.tobytes()
        width = near.itemsize
        found: list[tuple[int, Group]] = []
        for start, end in pairwise(cuts):
            key = config.grouping, keys[start * width : end * width]
            groups = self._others.get(key)
            if groups is None:
                groups, lasting = self._grouped(near[start:end].tolist(), config)
                if lasting:
                    self._others.keep(key, groups, end - start)
            found += groups
        return found

    def _grouped(self, near: list[int], config: ScanConfig) -> tuple[_Placed, bool]:
        """Group what some pairs join; tell whether that is so wherever those pairs are shown."""
        links: dict[TextId, dict[TextId, Pair]] = defaultdict(dict)
        table, texts = self._table, self._texts
        places: dict[TextId, int] = {}
        for place in near:
            ends = int(table.left[place]), int(table.right[place])
            left, right = (texts[end] for end in ends)
            places[left], places[right] = ends
            links[left][right] = links[right][left] = table.pairs[place]
        leaders = leaders_of(links, self._holders, config.grouping, self._chosen_texts)
        followers: dict[TextId, list[TextId]] = defaultdict(list)
        for text, leader in leaders.items():
            if text != leader:
                followers[leader].append(text)
        figures = Figures(links, self._pairs_by_texts(), self._given[2], self._holders)
        lasting = True
        groups: list[tuple[int, Group]] = []
        for head in dict.fromkeys(leaders.values()):
            group, depends = near_group(head, followers[head], figures, self._holders, config)
            groups.append((places[head], group))
            lasting &= not depends
        return tuple(groups), lasting

    def _pairs_by_texts(self) -> Mapping[tuple[TextId, TextId], Pair]:
        if self._by_texts is None:
            documents = self._given[0]
            self._by_texts = {}
            for pair in self._pairs:
                left, right = documents[pair.left].text, documents[pair.right].text
                self._by_texts[min(left, right), max(left, right)] = pair
        return self._by_texts

    # ---- parts of documents

    def _part_groups(self, config: ScanConfig) -> list[Group]:
        parts = self._table.contained(config)
        key = parts.tobytes()
        if key != self._parts[0]:
            pairs = [self._table.pairs[place] for place in parts.tolist()]
            self._parts = key, part_groups(pairs, self._given[0], self._holders)
        return self._parts[1]


def _ranks(values: NDArray[np.object_]) -> Numbers:
    """Give the place of each value in the order of all."""
    return _ranks_of_order(np.argsort(values, kind="stable"))


def _ranks_of(*keys: NDArray[np.generic]) -> Numbers:
    """Give the place of each row of some columns in their order, the last column first."""
    return _ranks_of_order(np.lexsort(keys))


def _ranks_of_order(order: Numbers) -> Numbers:
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    return ranks
