"""Groups of the same documents and pairs at one threshold after another, as a slider moves."""

import functools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.form_pairs import form_pairs, joined
from simcore.grouping.judged import judged
from simcore.grouping.keeping.runs import CopyRuns
from simcore.grouping.kinds import kind_of
from simcore.grouping.members import member_of, near_group, part_groups, with_copies
from simcore.grouping.pairs.caches import GroupBook, Islands, LazyNumbers, PairCache, kinds_of
from simcore.grouping.pairs.table import Numbers, PairTable, components, ends_of, places_of
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
from simcore.model.config import ScanConfig
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
"""How many groups of islands, or members, are kept at most, times the number of pairs and texts."""


class Grouped(NamedTuple):
    """Groups, and how many members are of each kind, in the order of ``Kind``."""

    groups: tuple[Group, ...]
    kinds: NDArray[np.int64]


class Grouper:
    """Groups documents by their verified pairs, again and again, at any thresholds.

    Whatever depends on the documents alone is computed once. What any pairs connect is an island:
    of most of them the same pairs are shown at other thresholds, and their groups are known. In the
    rest, components in which one text is a neighbour of all others are grouped all at once, for it
    leads them in either grouping. Other components are grouped by ``leaders_of`` and cached.
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
        names = np.array([document.place for document in kept], dtype=object)
        by_name = np.empty(len(kept), dtype=np.int64)
        by_name[np.lexsort((names,))] = np.arange(len(kept))
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
        self._members: dict[int, Member] = {}
        self._kept_of_two = KeptOfTwo(table, self._texts, self._by_text, self.runs)
        self._islands = Islands(table.left, table.right, len(self._texts))
        self._kept_by: tuple[object, ...] = ()
        # texts of sets whose groups hold at these thresholds alone
        self._passing: list[int] = []
        self._forget()
        self._held_pairs = HeldPairs(table)
        self._uncompared: set[TextPair] = set()
        self._parts = b"", Grouped((), kinds_of(()))
        self._lock = Lock()

    def _forget(self) -> None:
        """Begin anew to keep what was made at one step for others."""
        self._book = GroupBook()
        self._of_two = LazyNumbers(len(self._ends), self._group_of_two)
        self._of_copies = LazyNumbers(len(self._texts), self._group_of_copies)
        self._stars, self._others = PairCache(), PairCache()
        self._islands.forget()
        self._grown: dict[int, list[GrownStar]] = {}

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

    def take(self, comparisons: Mapping[TextPair, Comparison]) -> bool:
        """Group by other comparisons from now on; return whether that could be done.

        It cannot where texts were divided by judgements: their parts have comparisons, too.
        """
        documents, pairs, before = self._given
        with self._lock:
            if self._judged.comparisons is not before:
                return False
            self._given = documents, pairs, comparisons
            self._judged = self._judged._replace(comparisons=comparisons)
            self._uncompared.clear()
            self._forget()
        return True

    def unknown_versions(self) -> dict[TextPair, tuple[Document, Document]]:
        """Return texts that may be versions, of which groups so far needed a comparison."""
        documents, by_text = self._given[0], self._by_text
        return {
            ends: (documents[by_text[ends[0]][0].id], documents[by_text[ends[1]][0].id])
            for ends in sorted(self._uncompared)
        }

    def grouped(self, config: ScanConfig) -> Grouped:
        """Return the groups at the thresholds of a configuration.

        Documents with equal text are always together. Near-duplicates come first, then documents
        with their parts, then forms, then what only shares boilerplate; all are ordered by the
        representative's path. A form that is like members of other groups only joins one of these.
        What grew, and is in a group, is no part of what it grew to. May be called in any thread.
        """
        with self._lock:
            kept = max(self._book.members, len(self._islands.results))
            if kept > _CACHED * (len(self._table.pairs) + len(self._by_text)):
                self._forget()
            return self._grouped_at(config)

    def _grouped_at(self, config: ScanConfig) -> Grouped:
        table, islands, count = self._table, self._islands, len(self._texts)
        shown = table.near(config)
        near = shown[~table.framed[shown]]
        if self._kept_by != (by := (config.grouping, config.containment)):
            islands.forget()
            self._others = PairCache()
            self._kept_by = by
        unknown, known = islands.at(shown)
        home = islands.of_text[table.left[near]]
        new = near[unknown[home]]
        sets = self._held_pairs.sets(new, shown, config.containment, count)
        self._passing.clear()
        made, stars = self._near_groups(new, sets, config)
        linked = np.zeros(count, dtype=np.bool_)
        linked[table.left[near]] = linked[table.right[near]] = True
        alone = np.flatnonzero(~linked & ~sets.grows & (self._copies > 1))
        copies = self._of_copies.of(alone)
        self._book.read()
        # what grows is made again at each step
        unknown[islands.of_text[self._passing]] = unknown[islands.of_text[sets.grows]] = False
        islands.keep(unknown, made, islands.of_text[self._book.leading[made]])
        numbers = self._ordered(np.concatenate([copies, known, made]))
        # only of a set that has a version: what is elsewhere in a library must not decide
        grown = np.zeros(count, dtype=np.bool_)
        for star in stars:
            linked[star.texts] = True
            grown[sets.of[star.texts[0]]] = True
        grouped = grouped_with_others(
            self._book.of(numbers) if stars else (), self._judged.documents, self._numbers
        )
        held = sets.held
        versions = held.pairs[grouped[held.shorter] & grown[sets.of[held.longer]]]
        forms = form_pairs(table, shown[table.framed[shown]], linked | (self._copies > 1))
        own = numbers[:0]
        if len(forms.own):
            left, right = table.left[forms.own], table.right[forms.own]
            plain_sets = GrowingSets.none(components(left, right, count))
            own = self._ordered(self._near_groups(forms.own, plain_sets, config)[0])
        kinds = self._book.kinds[np.concatenate([numbers, own])].sum(axis=0)
        found: Sequence[Group] = self._book.of(numbers)
        if len(forms.joining):
            before = kinds_of(found)
            found = self._joined(found, forms.joining, config)
            kinds = kinds - before + kinds_of(found)
        parts = self._part_groups(config, stars, versions)
        kinds = kinds + parts.kinds
        plain = [group for group in parts.groups if not group.framed]
        framed = *self._book.of(own), *parts.groups[len(plain) :]
        return Grouped((*found, *plain, *framed), kinds)

    def _near_groups(
        self, near: Numbers, known: GrowingSets, config: ScanConfig
    ) -> tuple[Numbers, Sequence[GrownStar]]:
        """Group the texts of some pairs; return the groups' numbers in the book, and what grew."""
        heads, is_plain = self._heads_of(near, known)
        plain = is_plain[self._table.left[near]]
        others = self._other_groups(near[~plain], known, config)
        stars = [star for number in others.tolist() for star in self._grown.get(number, ())]
        found = [self._plain_groups(near[plain], heads), others]
        self._book.read()
        while len(others := others[self._book.more[others] > 0] + 1):
            found.append(others)
        return np.concatenate(found), stars

    def _ordered(self, numbers: Numbers) -> Numbers:
        """Order groups by the texts that lead them, of which each leads one at most."""
        number_of = np.full(len(self._texts), -1)
        number_of[self._book.leading[numbers]] = numbers
        return number_of[number_of >= 0]

    def _heads_of(self, near: Numbers, known: GrowingSets) -> tuple[Numbers, NDArray[np.bool_]]:
        """Return the text that leads each text's connected component, where that is plain.

        There the leader is a neighbour of all others, no third text could lead, no text has copies,
        and none is a version of another. Both arrays are indexed by the numbers of texts.
        """
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
        return heads, plain[of]

    def _joined(
        self, groups: Sequence[Group], joining: Numbers, config: ScanConfig
    ) -> Sequence[Group]:
        pairs, compared = self._pairs_by_texts, self._judged.comparisons
        lookup = PairLookup(defaultdict(dict), pairs, compared, self._by_text, self._judgements)
        sides = zip(self._table.left[joining], self._table.right[joining], strict=True)
        ends = [(self._texts[left], self._texts[right]) for left, right in sides]
        return joined(groups, ends, self._judged.documents, lookup, config)

    # ---- texts that nothing is near, with copies

    def _group_of_copies(self, text: int) -> int:
        lookup = PairLookup({}, {}, {}, self._by_text)
        # independent of thresholds
        group, _ = near_group(self._texts[text], (), lookup, ScanConfig())
        return self._book.add([text], [group])

    # ---- one text beside all others

    def _plain_groups(self, near: Numbers, heads: Numbers) -> Numbers:
        left, right = self._table.left[near], self._table.right[near]
        is_seen = np.zeros(len(self._ends), dtype=np.bool_)
        is_seen[near[heads[left] == left]] = True
        is_seen[near[heads[right] == right] + len(self._table.pairs)] = True
        seen = self._seen_order[is_seen[self._seen_order]]
        new = np.diff(self._ends[seen], prepend=-1, append=-1) != 0
        two = new[:-1] & new[1:]
        stars = seen[~two]
        starts = np.flatnonzero(new[:-1][~two])
        return np.concatenate(
            [self._of_two.of(seen[two]), self._stars.of(stars, starts, self._star)]
        )

    def _star(self, seen: Numbers) -> tuple[int, bool]:
        """Make the group of pairs seen from the representative: it holds wherever these are."""
        members = [*map(self._member, seen.tolist())]
        least = self._table.resemblance[int(seen[-1]) % len(self._table.pairs)]
        # each is the only document of its text
        held = [(self._judged.documents[member.document],) for member in members]
        found = with_copies(members, held, self._judgements)
        head = int(self._ends[seen[0]])
        return self._book.add([head], [Group(self._kept[head], found, float(least))]), True

    def _member(self, index: int) -> Member:
        """Make the member of a pair, seen from the representative."""
        known = self._members.get(index)
        if known is not None:
            return known
        count = len(self._table.pairs)
        left = index >= count  # seen from the right text, the left one is the member
        pair = self._table.pairs[index % count]
        ends = pair.left, pair.right
        kept, document = (self._judged.documents[one] for one in (ends[::-1] if left else ends))
        kind = Kind.SAME_FORM if pair.framed else kind_of(kept, document)
        made = self._members[index] = member_of(document, pair, kind, left=left)
        return made

    def _group_of_two(self, index: int) -> int:
        pair = self._table.pairs[index % len(self._table.pairs)]
        head = int(self._ends[index])
        group = Group(self._kept[head], (self._member(index),), pair.resemblance)
        return self._book.add([head], [group])

    # ---- all else

    def _other_groups(self, near: Numbers, known: GrowingSets, config: ScanConfig) -> Numbers:
        left, right = self._table.left[near], self._table.right[near]
        # a set falls into groups of two more often than not, which all are decided at once
        self._kept_of_two.of(near[(self._copies[left] == 1) & (self._copies[right] == 1)])
        sets = known.of[left]
        order = np.argsort(sets, kind="stable")
        starts = np.flatnonzero(np.diff(sets[order], prepend=-1))

        def make(some: Numbers) -> tuple[int, bool]:
            label = int(known.of[self._table.left[some[0]]])
            grow = known.named(label, self._texts) if known.grows[label] else None
            made, lasting = self._grouped(some, grow, config)
            if not lasting:
                self._passing.append(int(self._table.left[some[0]]))
            return made, lasting

        return self._others.of(near[order], starts, make)

    def _grouped(
        self, near: Numbers, known: GrowingSet | None, config: ScanConfig
    ) -> tuple[int, bool]:
        """Group a component; return its first group's number.

        Also returns whether the groups hold wherever its pairs are shown. ``known`` is of one in
        which there may be versions.
        """
        links, seen = self._links_of(near)
        pairs, compared = self._pairs_by_texts, self._judged.comparisons
        lookup = PairLookup(links, pairs, compared, self._by_text, self._judgements)
        growing = None if known is None else Growing(links, known, lookup, config.containment)
        by_text, chosen = self._by_text, self._chosen_texts

        def of_two(one: TextId, other: TextId) -> TextId:
            pair = seen[one, other] % len(self._table.pairs)
            return self._texts[self._kept_of_two.of_one(pair)]

        led = leaders_of(links, by_text, config.grouping, self.runs, chosen, growing, of_two)
        followers: dict[TextId, list[TextId]] = defaultdict(list)
        for text, leader in led.leaders.items():
            if text != leader:
                followers[leader].append(text)
        lasting = True
        leading: list[int] = []
        groups: list[Group] = []
        stars: list[GrownStar] = []
        for head in dict.fromkeys(led.leaders.values()):
            mine = followers[head]
            if not mine and len(by_text[head]) == 1:  # a step below others, and no version
                continue
            group, depends = self._two_of(head, mine, seen), False
            if group is None:
                group, depends = near_group(head, mine, lookup, config, led.versions)
            leading.append(self._numbers[head])
            groups.append(group)
            lasting &= not depends
            versions = [self._numbers[text] for text in mine if text in led.versions]
            if versions:
                stars.append(GrownStar([self._numbers[text] for text in (head, *mine)], versions))
        if growing is not None:
            self._uncompared |= growing.uncompared
        first = self._book.add(leading, groups)
        if stars:
            self._grown[first] = stars
        return first, lasting

    def _links_of(
        self, near: Numbers
    ) -> tuple[dict[TextId, dict[TextId, Pair]], dict[TextPair, int]]:
        """Return the links of some pairs, and the index of each as it is seen from either text."""
        links: dict[TextId, dict[TextId, Pair]] = defaultdict(dict)
        seen: dict[TextPair, int] = {}
        table, texts = self._table, self._texts
        sides = (map(texts.__getitem__, side[near].tolist()) for side in (table.left, table.right))
        for index, left, right in zip(near.tolist(), *sides, strict=True):
            links[left][right] = links[right][left] = table.pairs[index]
            seen[left, right], seen[right, left] = index, index + len(table.pairs)
        return links, seen

    def _two_of(
        self, head: TextId, mine: Sequence[TextId], seen: Mapping[TextPair, int]
    ) -> Group | None:
        """Return the group of a text and a single one that it is near, neither with copies."""
        held = self._by_text
        if (
            len(mine) != 1
            or len(held[head]) + len(held[mine[0]]) > 2
            or (head, mine[0]) not in seen
        ):
            return None
        (group,) = self._book.of(self._of_two.of(np.array([seen[head, mine[0]]])))
        return group

    @functools.cached_property
    def _pairs_by_texts(self) -> Mapping[TextPair, Pair]:
        pairs = self._judged.pairs
        texts = {end: one.text for end, one in self._judged.documents.items()}
        ends = ends_of(pairs, texts)
        lower, upper = np.minimum(*ends).tolist(), np.maximum(*ends).tolist()
        return dict(zip(zip(lower, upper, strict=True), pairs, strict=True))

    # ---- parts of documents

    def _part_groups(
        self, config: ScanConfig, stars: Sequence[GrownStar], versions: Numbers
    ) -> Grouped:
        """Group parts but those of ``versions``, and of what is in a group with its version."""
        table = self._table
        parts = table.contained(config)
        if stars:
            beside = together(stars, table.left[parts], table.right[parts], len(self._texts))
            parts = parts[~beside & ~np.isin(parts, versions)]
        key = parts.tobytes()
        if key != self._parts[0]:
            pairs = [table.pairs[index] for index in parts.tolist()]
            groups = part_groups(pairs, self._judged.documents, self._by_text)
            self._parts = key, Grouped(tuple(groups), kinds_of(groups))
        return self._parts[1]
