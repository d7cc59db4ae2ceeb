"""Groups of the same documents and pairs at one threshold after another, as a slider moves."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.form_pairs import form_pairs, joined
from simcore.grouping.judged import judged
from simcore.grouping.keeping.runs import CopyRuns
from simcore.grouping.kinds import kind_of
from simcore.grouping.members import member_of, near_group, part_groups, with_copies
from simcore.grouping.pairs.caches import LazyList, Objects, PairCache
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
        self._chosen_texts = {text for text, one in zip(self._texts, chosen, strict=True) if one}
        self._numbers = {text: number for number, text in enumerate(self._texts)}
        self._table = table = PairTable(known.shown, known.documents, self._numbers)
        # each pair twice: from its left text, then from its right one
        self._ends = np.concatenate([table.left, table.right])
        other = np.concatenate([table.right, table.left])
        alike = np.tile(table.distance, 2), -np.tile(table.resemblance, 2)
        self._seen_order = np.lexsort((by_name[other], *alike, self._ends))
        self._pair_by_texts: dict[TextPair, Pair] | None = None
        self._members = LazyList(len(other), self._member)
        self._of_two = LazyList(len(other), self._group_of_two)
        self._of_copies = LazyList(len(kept), self._group_of_copies)
        self._kept_of_two = KeptOfTwo(table, self._texts, self._by_text, self.runs)
        most = _CACHED * len(table.pairs)
        self._known = PairCache[Group](most)
        self._others = PairCache[_Grouped](most)
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
        count = len(self._texts)
        linked = np.zeros(count, dtype=np.bool_)
        linked[sets.texts] = True
        alone = np.flatnonzero(~linked & (self._copies > 1) & copies)
        plain = sets.plain[self._table.left[near]]
        others, stars = self._other_groups(near[~plain], known, config)
        # each text leads one group at most
        found, leads = np.empty(count, dtype=np.object_), np.zeros(count, dtype=np.bool_)
        for leading, groups in (
            (alone, self._of_copies.of(alone)),
            *self._plain_groups(near[plain], sets.heads),
            (np.array([*others], dtype=np.int64), [*others.values()]),
        ):
            found[leading] = groups
            leads[leading] = True
        return found[leads].tolist(), stars

    def _components_of(self, near: Numbers, known: GrowingSets) -> _Components:
        table, of, count = self._table, known.of, len(self._texts)
        left, right = table.left[near], table.right[near]
        beside = np.bincount(left, minlength=count) + np.bincount(right, minlength=count)
        is_in = (beside > 0) | known.grows
        texts = np.flatnonzero(is_in)
        # the ranking of leaders_of: by what is before the neighbours, by these, then by merit
        ordered = self._by_merit[is_in[self._by_merit]]
        most = int(beside.max(initial=0))
        key = (self._standing[ordered] + 1) * (most + 1) - beside[ordered]
        # numbers of 16 bits are sorted in a fifth of the time
        small = np.min_scalar_type(int(key.max(initial=0)))
        ranked = ordered[np.argsort(key.astype(small), kind="stable")]
        # by the labels of sets from here on: what is written last stays, so the first ones lead
        head = np.zeros(count, dtype=np.int64)
        head[of[ranked[::-1]]] = ranked[::-1]
        sizes = np.bincount(of[texts], minlength=count)
        leading = texts[beside[texts] == sizes[of[texts]] - 1]
        with_copies = np.zeros(count, dtype=np.bool_)
        with_copies[of[texts[self._copies[texts] > 1]]] = True
        # who stays of several that could lead is seen below, of more than two in ``leaders_of``
        several = (np.bincount(of[leading], minlength=count) > 1) & ~self._chosen[head]
        plain = (beside[head] == sizes - 1) & ~with_copies & (~several | (sizes == 2))
        plain &= ~known.grows[head]
        heads = head[of]
        two = near[(plain & several)[of[left]]]
        heads[table.left[two]] = heads[table.right[two]] = self._kept_of_two.of(two)
        return _Components(texts, heads, plain[of])

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

    def _plain_groups(self, near: Numbers, heads: Numbers) -> list[tuple[Numbers, Objects | list[Group]]]:
        left, right = self._table.left[near], self._table.right[near]
        is_seen = np.zeros(len(self._ends), dtype=np.bool_)
        is_seen[near[heads[left] == left]] = True
        is_seen[near[heads[right] == right] + len(self._table.pairs)] = True
        seen = self._seen_order[is_seen[self._seen_order]]
        leading = self._ends[seen]
        first = np.flatnonzero(np.diff(leading, prepend=-1))
        last = np.append(first[1:], len(seen))
        two = last - first == 1
        of_two = self._of_two.of(seen[first[two]])
        stars = self._known.of(seen, first[~two].tolist(), last[~two].tolist(), self._star)
        return [(leading[first[two]], of_two), (leading[first[~two]], stars)]

    def _star(self, seen: Numbers) -> tuple[Group, bool]:
        """Make the group of pairs seen from the representative; it holds wherever they are shown."""
        members = self._members.of(seen).tolist()
        least = self._table.resemblance[int(seen[-1]) % len(self._table.pairs)]
        found = with_copies(members, self._held(members), self._judgements)
        return Group(self._kept[int(self._ends[seen[0]])], found, float(least)), True

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
    ) -> tuple[dict[int, Group], list[GrownStar]]:
        """Return the groups of all other sets, by the numbers of their leaders, and the stars."""
        sets = known.of[self._table.left[near]]
        order = np.argsort(sets, kind="stable")
        near, sets = near[order], sets[order]
        bounds = np.flatnonzero(np.diff(sets, prepend=-1, append=-2)).tolist()

        def make(some: Numbers) -> tuple[_Grouped, bool]:
            label = int(known.of[self._table.left[some[0]]])
            grow = known.named(label, self._texts) if known.grows[label] else None
            return self._grouped(some.tolist(), grow, config)

        of = repr((str(config.grouping), config.containment)).encode()
        made = self._others.of(near, bounds[:-1], bounds[1:], make, of)
        found = dict(chain.from_iterable(one.groups for one in made))
        return found, [star for one in made for star in one.stars]

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
