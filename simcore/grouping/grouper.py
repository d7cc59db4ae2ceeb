"""Groups of the same documents and pairs at one threshold after another, as a slider moves."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.form_pairs import form_pairs, joined
from simcore.grouping.judged import judged
from simcore.grouping.keeping.runs import CopyRuns
from simcore.grouping.kinds import kind_of
from simcore.grouping.members import member_of, near_group, part_groups, with_copies
from simcore.grouping.pairs.caches import LazyList, PairCache
from simcore.grouping.pairs.table import Numbers, PairTable, components, places_of, ranks_of
from simcore.grouping.stars.growing import Growing, GrowingSet
from simcore.grouping.stars.leaders import leaders_of
from simcore.grouping.stars.lookup import PairLookup
from simcore.grouping.stars.of_two import KeptOfTwo
from simcore.grouping.stars.sets import (
    GrowingSets,
    GrownStar,
    HeldPairs,
    grouped_with_others,
    together,
)
from simcore.model.config import Grouping, ScanConfig
from simcore.model.judgements import is_kept
from simcore.model.records import (
    Comparison,
    Document,
    DocumentId,
    Judgements,
    Kind,
    Pair,
    TextId,
    TextPair,
)
from simcore.model.report import Group, Member
from simcore.store.documents import in_groups

_CACHED = 4
"""The capacity of a cache: this many times the number of pairs."""


class _Grouped(NamedTuple):
    """Groups, each with the number of its representative's text, and which are growing files."""

    groups: tuple[tuple[int, Group], ...]
    stars: tuple[GrownStar, ...] = ()


class _Components(NamedTuple):
    """Connected components of the shown pairs; arrays are indexed by the numbers of texts.

    ``texts`` are all texts in a component; ``heads`` is the text that leads each text's component
    where that is ``plain``: it is a neighbour of all others, no third text could lead, no text of
    the component has copies, and none is a version of another.
    """

    texts: Numbers
    heads: Numbers
    plain: NDArray[np.bool_]


class Grouper:
    """Groups documents by their verified pairs, again and again, at any thresholds.

    Whatever depends on the documents alone is computed once. Components in which one text is a
    neighbour of all others are grouped all at once, for it leads them in either grouping. Other
    components are grouped by ``leaders_of`` and cached: their groups depend on the pairs shown,
    which stay the same for most components from one threshold to the next.
    """

    def __init__(
        self,
        documents: Mapping[DocumentId, Document],
        pairs: tuple[Pair, ...],
        comparisons: Mapping[TextPair, Comparison],
        judgements: Judgements | None = None,
    ) -> None:
        self._given = documents, pairs, comparisons
        self._judgements = judgements = judgements or Judgements()
        self.runs = CopyRuns.of_documents(documents)
        self._judged = known = judged(
            in_groups(documents, pairs), pairs, comparisons, judgements, self.runs
        )
        self._by_text = known.by_text
        # texts are numbered by the paths of their representatives
        self._texts = list(self._by_text)
        kept = [held[0] for held in self._by_text.values()]
        self._kept = [document.id for document in kept]
        self._copies = np.array([len(held) for held in self._by_text.values()], dtype=np.int64)
        by_name = ranks_of(np.array([str(document.path) for document in kept], dtype=object))
        characters = np.array([document.characters for document in kept], dtype=np.int64)
        self._by_merit = np.lexsort((by_name, -characters))
        chosen = [is_kept(judgements, document) for document in kept]
        self._chosen = np.array(chosen, dtype=np.bool_)
        inside = np.array([document.inside for document in kept], dtype=np.bool_)
        self._standing = places_of(-self._copies, ~self._chosen, inside)
        self._standings = int(self._standing.max(initial=0)) + 1
        self._chosen_texts = {text for text, one in zip(self._texts, chosen, strict=True) if one}
        self._numbers = {text: number for number, text in enumerate(self._texts)}
        self._table = table = PairTable(known.shown, known.documents, self._numbers)
        # each pair twice: from its left text, then from its right one
        self._ends = np.concatenate([table.left, table.right])
        other = np.concatenate([table.right, table.left])
        self._seen_rank = ranks_of(
            by_name[other], np.tile(table.distance, 2), -np.tile(table.resemblance, 2)
        )
        self._pair_by_texts: dict[TextPair, Pair] | None = None
        self._members = LazyList(len(other), self._member)
        self._of_two = LazyList(len(other), self._group_of_two)
        self._of_copies = LazyList(len(kept), self._group_of_copies)
        self._kept_of_two = KeptOfTwo(table, self._texts, self._by_text, self.runs)
        most = _CACHED * len(table.pairs)
        self._known = PairCache[bytes, Group](most)
        self._others = PairCache[tuple[Grouping, float, bytes], _Grouped](most)
        self._held_pairs = HeldPairs(table)
        self._uncompared: set[TextPair] = set()
        self._parts: tuple[bytes, list[Group]] = b"", []

    def serves(
        self,
        documents: Mapping[DocumentId, Document],
        pairs: tuple[Pair, ...],
        comparisons: Mapping[TextPair, Comparison],
        judgements: Judgements,
    ) -> bool:
        """Return whether this was made of the same objects, and of equal judgements."""
        given = documents, pairs, comparisons
        same = all(mine is other for mine, other in zip(self._given, given, strict=True))
        return same and self._judgements == judgements

    def unknown_versions(self) -> dict[TextPair, tuple[Document, Document]]:
        """Return texts that may be versions, of which groups so far needed a comparison."""
        documents, by_text = self._given[0], self._by_text
        return {
            ends: (documents[by_text[ends[0]][0].id], documents[by_text[ends[1]][0].id])
            for ends in sorted(self._uncompared)
        }

    def groups(self, config: ScanConfig) -> tuple[Group, ...]:
        """Return the groups at the thresholds of a configuration.

        Documents with equal text are always together. Near-duplicates come first, then documents
        with their parts, then forms, then what only shares boilerplate; all are ordered by the
        representative's path. A form that is like members of other groups only joins one of these.
        What grew, and is in a group, is no part of what it grew to.
        """
        table = self._table
        shown = table.near(config)
        near = shown[~table.framed[shown]]
        sets = self._held_pairs.sets(near, shown, config.containment, len(self._texts))
        found, stars = self._near_groups(near, sets, config, copies=True)
        linked = np.zeros(len(self._texts), dtype=np.bool_)
        linked[table.left[near]] = linked[table.right[near]] = True
        for star in stars:
            linked[star.texts] = True
        grouped = grouped_with_others(found if stars else (), self._judged.documents, self._numbers)
        versions = sets.held.pairs[grouped[sets.held.shorter]]
        forms = form_pairs(table, shown[table.framed[shown]], linked | (self._copies > 1))
        found = self._joined(found, forms.joining, config) if len(forms.joining) else found
        parts = self._part_groups(config, stars, versions)
        plain = [group for group in parts if not group.framed]
        own: list[Group] = []
        if len(forms.own):
            left, right = table.left[forms.own], table.right[forms.own]
            plain_sets = GrowingSets.none(components(left, right, len(self._texts)))
            own, _ = self._near_groups(forms.own, plain_sets, config, copies=False)
        return (*found, *plain, *own, *parts[len(plain) :])

    def _near_groups(
        self, near: Numbers, known: GrowingSets, config: ScanConfig, *, copies: bool
    ) -> tuple[list[Group], Sequence[GrownStar]]:
        """Group the texts of some pairs, and with ``copies`` all other texts that have some.

        Also returns which of the groups are growing files.
        """
        sets = self._components_of(near, known)
        linked = np.zeros(len(self._texts), dtype=np.bool_)
        linked[sets.texts] = True
        alone = np.flatnonzero(~linked & (self._copies > 1) & copies)
        plain = sets.plain[self._table.left[near]]
        numbered = [
            (alone, self._of_copies.of(alone)),
            *self._plain_groups(near[plain], sets.heads),
        ]
        others, stars = self._other_groups(near[~plain], known, config)
        numbered.append(
            (
                np.array([index for index, _ in others], dtype=np.int64),
                [group for _, group in others],
            )
        )
        order = np.argsort(np.concatenate([numbers for numbers, _ in numbered]), kind="stable")
        found = [group for _, groups in numbered for group in groups]
        return [*map(found.__getitem__, order.tolist())], stars

    def _components_of(self, near: Numbers, known: GrowingSets) -> _Components:
        table = self._table
        left, right = table.left[near], table.right[near]
        count = len(self._texts)
        of = known.of
        beside = np.bincount(left, minlength=count) + np.bincount(right, minlength=count)
        is_in = (beside > 0) | known.grows
        texts = np.flatnonzero(is_in)
        # the ranking of leaders_of, within each set: by what is before the neighbours, by these,
        # then by merit; one number a text takes a quarter of the time of six columns
        ordered = self._by_merit[is_in[self._by_merit]]
        most = int(beside.max(initial=0))
        key = (of[ordered] * self._standings + self._standing[ordered]) * (most + 1)
        ranked = ordered[np.argsort(key - beside[ordered], kind="stable")]
        first = np.flatnonzero(np.diff(of[ranked], prepend=-1))
        sizes = np.diff(first, append=len(ranked))
        near_all = beside[ranked] == np.repeat(sizes - 1, sizes)
        leads = near_all[first]
        single = np.maximum.reduceat(self._copies[ranked], first) == 1 if len(first) else leads
        # who stays of several that could lead is seen below, of more than two in ``leaders_of``
        several = np.add.reduceat(near_all.astype(np.int64), first) > 1 if len(first) else leads
        several &= ~self._chosen[ranked[first]]
        plain_ones = leads & single & (~several | (sizes == 2)) & ~known.grows[ranked[first]]
        heads = np.zeros(count, dtype=np.int64)
        heads[ranked] = np.repeat(ranked[first], sizes)
        plain = np.zeros(count, dtype=np.bool_)
        plain[ranked] = np.repeat(plain_ones, sizes)
        of_two = np.zeros(count, dtype=np.bool_)
        of_two[ranked] = np.repeat(plain_ones & several, sizes)
        two = near[of_two[left]]
        heads[table.left[two]] = heads[table.right[two]] = self._kept_of_two.of(two)
        return _Components(texts, heads, plain)

    def _joined(self, groups: list[Group], joining: Numbers, config: ScanConfig) -> list[Group]:
        pairs, compared = self._pairs_by_texts(), self._judged.comparisons
        lookup = PairLookup(defaultdict(dict), pairs, compared, self._by_text, self._judgements)
        sides = zip(self._table.left[joining], self._table.right[joining], strict=True)
        ends = [(self._texts[left], self._texts[right]) for left, right in sides]
        return joined(groups, ends, self._judged.documents, lookup, config)

    # ---- texts that nothing is near, with copies

    def _group_of_copies(self, text: int) -> Group:
        lookup = PairLookup({}, {}, {}, self._by_text)
        # independent of thresholds
        group, _ = near_group(self._texts[text], (), lookup, ScanConfig())
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
        """Make groups of pairs seen from the representative; each group has a start and an end."""
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
                found = with_copies(members, self._held(members), self._judgements)
                group = Group(kept, found, float(least))
                self._known.keep(key, group, end - start)
            groups.append(group)
        return groups

    def _held(self, members: Sequence[Member]) -> list[Sequence[Document]]:
        """Return the documents of members that are the only ones of their texts."""
        return [(self._judged.documents[member.document],) for member in members]

    def _member(self, index: int) -> Member:
        """Make the member of a pair, seen from the representative."""
        count = len(self._table.pairs)
        left = index >= count  # seen from the right text, the left one is the member
        pair = self._table.pairs[index % count]
        ends = pair.left, pair.right
        kept, document = (self._judged.documents[one] for one in (ends[::-1] if left else ends))
        kind = Kind.FORM if pair.framed else kind_of(kept, document)
        return member_of(document, pair, kind, left=left)

    def _group_of_two(self, index: int) -> Group:
        pair = self._table.pairs[index % len(self._table.pairs)]
        kept = self._kept[int(self._ends[index])]
        return Group(kept, (self._member(index),), pair.resemblance)

    # ---- all else

    def _other_groups(
        self, near: Numbers, known: GrowingSets, config: ScanConfig
    ) -> tuple[list[tuple[int, Group]], list[GrownStar]]:
        sets = known.of[self._table.left[near]]
        order = np.argsort(sets, kind="stable")
        near, sets = near[order], sets[order]
        bounds = np.flatnonzero(np.diff(sets, prepend=-1, append=-2)).tolist()
        keys = near.tobytes()
        width = near.itemsize
        found: list[tuple[int, Group]] = []
        stars: list[GrownStar] = []
        for start, end in pairwise(bounds):
            key = config.grouping, config.containment, keys[start * width : end * width]
            made = self._others.get(key)
            if made is None:
                label = int(sets[start])
                grow = known.named(label, self._texts) if known.grows[label] else None
                made, lasting = self._grouped(near[start:end].tolist(), grow, config)
                if lasting:
                    self._others.keep(key, made, end - start)
            found += made.groups
            stars += made.stars
        return found, stars

    def _grouped(
        self, near: list[int], known: GrowingSet | None, config: ScanConfig
    ) -> tuple[_Grouped, bool]:
        """Group a component; also return whether the result holds wherever its pairs are shown.

        ``known`` is of one in which there may be versions.
        """
        links: dict[TextId, dict[TextId, Pair]] = defaultdict(dict)
        table, texts = self._table, self._texts
        for index in near:
            left, right = texts[table.left[index]], texts[table.right[index]]
            links[left][right] = links[right][left] = table.pairs[index]
        pairs, compared = self._pairs_by_texts(), self._judged.comparisons
        lookup = PairLookup(links, pairs, compared, self._by_text, self._judgements)
        growing = None if known is None else Growing(links, known, lookup, config.containment)
        by_text, chosen = self._by_text, self._chosen_texts
        led = leaders_of(links, by_text, config.grouping, self.runs, chosen, growing)
        followers: dict[TextId, list[TextId]] = defaultdict(list)
        for text, leader in led.leaders.items():
            if text != leader:
                followers[leader].append(text)
        lasting = True
        groups: list[tuple[int, Group]] = []
        stars: list[GrownStar] = []
        for head in dict.fromkeys(led.leaders.values()):
            mine = followers[head]
            if not mine and len(by_text[head]) == 1:  # a step below others, and no version
                continue
            group, depends = near_group(head, mine, lookup, config, led.versions)
            groups.append((self._numbers[head], group))
            lasting &= not depends
            versions = [self._numbers[text] for text in mine if text in led.versions]
            if versions:
                stars.append(GrownStar([self._numbers[text] for text in (head, *mine)], versions))
        if growing is not None:
            self._uncompared |= growing.uncompared
        return _Grouped(tuple(groups), tuple(stars)), lasting

    def _pairs_by_texts(self) -> Mapping[TextPair, Pair]:
        if self._pair_by_texts is None:
            documents = self._judged.documents
            self._pair_by_texts = {}
            for pair in self._judged.pairs:
                left, right = documents[pair.left].text, documents[pair.right].text
                self._pair_by_texts[min(left, right), max(left, right)] = pair
        return self._pair_by_texts

    # ---- parts of documents

    def _part_groups(
        self, config: ScanConfig, stars: Sequence[GrownStar], versions: Numbers
    ) -> list[Group]:
        """Group parts but those of ``versions``, and of what is in a group with its version."""
        table = self._table
        parts = table.contained(config)
        if stars:
            beside = together(stars, table.left[parts], table.right[parts], len(self._texts))
            parts = parts[~beside & ~np.isin(parts, versions)]
        key = parts.tobytes()
        if key != self._parts[0]:
            pairs = [table.pairs[index] for index in parts.tolist()]
            self._parts = key, part_groups(pairs, self._judged.documents, self._by_text)
        return self._parts[1]
