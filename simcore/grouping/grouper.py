"""Groups of the same documents and pairs at one threshold after another, as a slider moves."""

import functools
from collections import ChainMap, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from operator import attrgetter
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.fingerprints import distance_of
from simcore.grouping.keeping import CopyRuns, DocumentsByText, documents_by_text, ordered_by_path
from simcore.grouping.leaders import (
    Growing,
    GrowingSet,
    GrowingSets,
    GrownStar,
    HeldPairs,
    KeptOfTwo,
    PairLookup,
    grouped_with_others,
    leaders_of,
    together,
)
from simcore.grouping.pairs import (
    GroupBook,
    Islands,
    LazyNumbers,
    Numbers,
    PairCache,
    PairTable,
    components,
    ends_of,
    kind_of,
    kinds_of,
    of_equal_texts,
    part_kind,
    places_of,
    shown_kind,
)
from simcore.index.documents import in_groups
from simcore.model.config import Grouping, ScanConfig, Thresholds
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
from simcore.model.report import (
    TRUE_COPIES,
    Group,
    Member,
    ScanReport,
    any_apart,
    is_kept,
    texts_are_apart,
)

_CONTENT, _FORM = attrgetter("content_hash"), attrgetter("form")
_SHOWN = frozenset({Kind.SAME_FORM, Kind.EARLIER_VERSION})
_KINDS = {kind: rank for rank, kind in enumerate(Kind)}


def near_group(
    head: TextId,
    followers: Sequence[TextId],
    lookup: PairLookup,
    config: ScanConfig,
    versions: Container[TextId] = frozenset(),
) -> tuple[Group, bool]:
    """Make the group of a text and its followers, the most similar first.

    ``versions`` are earlier versions that are not near the text. Also returns whether the group
    depends on the thresholds beyond the pairs that they show.
    """
    by_text = lookup.by_text
    representative, *copies = by_text[head]
    members = []
    for copy in copies:
        kind, alike, only_in = of_equal_texts(representative, copy)
        members.append(Member(copy.id, 0, alike, 1.0, kind, copy.short, only_in=only_in))
    depends = False
    for text in followers:
        pair, compared = lookup.of(head, text)
        form = pair is not None and pair.framed and text not in lookup.links[head]
        depends |= (compared or form) and text not in versions
        if pair is None:
            members += [
                Member(
                    document.id,
                    distance_of(representative, document),
                    None,
                    None,
                    Kind.LINKED,
                    representative.short or document.short,
                )
                for document in by_text[text]
            ]
            continue
        apart = lookup.apart(head, text)
        shown = None if apart else shown_kind(pair, config)
        if text in versions and shown is not Kind.SIMILAR:
            shown = Kind.EARLIER_VERSION
        elif shown is Kind.EARLIER_VERSION:
            shown = None  # it is here through others, and may be the later one
        left = any(document.id == pair.left for document in by_text[text])
        for document in by_text[text]:
            kind = kind_of(representative, document) if shown is Kind.SIMILAR else Kind.LINKED
            if shown in _SHOWN:
                kind = shown
            members.append(member_of(document, pair, kind, left=left))
    paths = {d.id: d.place for text in (head, *followers) for d in by_text[text]}
    members.sort(
        key=lambda m: (
            _KINDS[m.kind],
            1 if m.resemblance is None else -m.resemblance,
            m.distance,
            paths[m.document],
        )
    )
    # a text that only joins may be known from its pair with another member alone
    worst = min((m.resemblance for m in members if m.resemblance is not None), default=1.0)
    held = [by_text[text] for text in (head, *followers)]
    found = with_copies(members, held, lookup.judgements)
    return Group(representative.id, found, worst), depends


def with_copies(
    members: Sequence[Member], held: Iterable[Sequence[Document]], judgements: Judgements
) -> tuple[Member, ...]:
    """Move the copies of a member that differs from the representative behind that member.

    ``held`` are the documents of each text of the group, the one to keep first.
    """
    unlike = {member.document for member in members if member.kind not in TRUE_COPIES}
    found = [
        (rank, document)
        for documents in held
        for rank, document in enumerate(documents)
        if document.id in unlike
    ]
    contents, forms = ({key(one) for _, one in found} for key in (_CONTENT, _FORM))
    if len(found) == len(contents) == len(forms):
        return tuple(members)
    ranked = sorted(found, key=lambda one: (one[1].inside, one[0], one[1].place))
    first: dict[bytes, Document] = {}
    copies: dict[DocumentId, list[Member]] = defaultdict(list)
    for _, document in ranked:
        original = first.get(document.content_hash) or first.get(document.form)
        if original is None or not _is_copy(original, document, judgements):
            for key in (document.content_hash, document.form):
                first.setdefault(key, document)
            continue
        kind = kind_of(original, document)
        copies[original.id].append(
            Member(document.id, 0, 1.0, 1.0, kind, document.short, copy_of=original.id)
        )
        unlike.remove(document.id)
    related: list[Member] = []
    for member in members:
        if member.kind in TRUE_COPIES or member.document in unlike:
            related.append(member)
            related += sorted(copies[member.document], key=lambda one: _KINDS[one.kind])
    return tuple(related)


def _is_copy(original: Document, document: Document, judgements: Judgements) -> bool:
    one_file = (original.device, original.inode) == (document.device, document.inode)
    one_file = one_file and not (original.elsewhere or document.elsewhere)
    return (
        not one_file
        and kind_of(original, document) in TRUE_COPIES
        and not any_apart(judgements, [original], [document])
    )


def member_of(document: Document, pair: Pair, kind: Kind, *, left: bool) -> Member:
    return Member(
        document.id,
        pair.distance,
        pair.resemblance,
        pair.left_in_right if left else pair.right_in_left,
        kind,
        pair.short,
        pair.numbers_only,
        only_in=pair.only_in,
        measure=pair.measure,
    )


def part_groups(
    pairs: Iterable[Pair], documents: Mapping[DocumentId, Document], by_text: DocumentsByText
) -> list[Group]:
    """Put each contained text below the text that contains most of it, the longest of several.

    Boilerplate counts only for texts that are no other part; groups of boilerplate come last. An
    earlier version is below the longest later one.
    """
    wholes: dict[TextId, tuple[tuple[bool, bool, float, int, str], TextId, Pair]] = {}
    for pair in pairs:
        left, right = documents[pair.left], documents[pair.right]
        part, whole = (left, right) if pair.left_in_right > pair.right_in_left else (right, left)
        share = 0.0 if pair.version else -pair.containment
        rank = (pair.framed, not pair.version, share, -whole.characters, whole.place)
        if part.text not in wholes or rank < wholes[part.text][0]:
            wholes[part.text] = rank, whole.text, pair
    parts_of: dict[TextId, list[tuple[TextId, Pair]]] = defaultdict(list)
    for part_text, (_, whole_text, pair) in wholes.items():
        parts_of[whole_text].append((part_text, pair))
    groups = []
    for whole_text, parts in parts_of.items():
        members = [
            Member(
                document.id,
                pair.distance,
                pair.resemblance,
                pair.containment,
                part_kind(pair),
                pair.short,
                pair.numbers_only,
            )
            for part_text, pair in parts
            for document in by_text[part_text]
        ]
        members.sort(
            key=lambda m: (_KINDS[m.kind], -(m.containment or 0.0), documents[m.document].order)
        )
        worst = min(pair.resemblance for _, pair in parts)
        groups.append(Group(by_text[whole_text][0].id, tuple(members), worst, parts=True))
    return sorted(groups, key=lambda one: (one.framed, documents[one.representative].order))


_LEAST = TextId(-(1 << 62))
"""Made texts count from here, far from the ids of an index (positive) or a saved file."""

_Parts = Mapping[TextId, Sequence[Sequence[Document]]]


class Judged(NamedTuple):
    """Documents, pairs and comparisons after judgements; ``shown`` are the pairs that count."""

    documents: Mapping[DocumentId, Document]
    pairs: tuple[Pair, ...]
    shown: tuple[Pair, ...]
    comparisons: Mapping[TextPair, Comparison]
    by_text: DocumentsByText


def judged(
    documents: Mapping[DocumentId, Document],
    pairs: tuple[Pair, ...],
    comparisons: Mapping[TextPair, Comparison],
    judgements: Judgements,
    runs: CopyRuns,
) -> Judged:
    """Leave out wanted copies, and pairs that were judged not to be duplicates.

    If a judgement is about some documents of a text, and a reader can tell the others from them,
    the others get a text of their own with the same pairs.
    """
    by_text = documents_by_text(documents, pairs, judgements, runs)
    said = {key for ends in judgements.apart for key in ends}
    touched = {
        text
        for text, held in by_text.items()
        if said and any(one.form in said or one.content_hash in said for one in held)
    }
    parts = _parts(by_text, touched)
    if parts:
        divided = {
            text: part for held in parts.values() for part in held for text in [part[0].text]
        }
        pairs = (*_pairs_of_parts(pairs, documents, parts), *_pairs_between(parts))
        comparisons = ChainMap(dict(_comparisons_of_parts(comparisons, parts)), comparisons)  # type: ignore[arg-type] # neither is written to
        documents = {**documents, **{one.id: one for held in divided.values() for one in held}}
        by_text = ordered_by_path({**by_text, **divided})
        touched |= set(divided)
    if judgements.copies or judgements.text_copies:
        pairs = _substituted(pairs, documents, by_text)

    def counts(pair: Pair) -> bool:
        left, right = documents[pair.left], documents[pair.right]
        if judgements.texts_apart and texts_are_apart(judgements, left, right):
            return False
        if left.text not in touched or right.text not in touched:
            return True
        return not any_apart(judgements, by_text[left.text], by_text[right.text])

    shown = tuple(filter(counts, pairs)) if judgements.texts_apart or touched else pairs
    return Judged(documents, pairs, shown, comparisons, by_text)


def _parts(by_text: DocumentsByText, touched: set[TextId]) -> _Parts:
    parts: dict[TextId, list[list[Document]]] = {}
    last = _LEAST
    for text in sorted(touched):
        alike: dict[bytes, list[Document]] = {}
        for one in by_text[text]:
            alike.setdefault(one.form, []).append(one)
        first, *others = alike.values()
        if others:
            parts[text] = [first]
        for some in others:
            last = TextId(last + 1)
            parts[text].append([replace(one, text=last) for one in some])
    return parts


def _pairs_of_parts(
    pairs: tuple[Pair, ...], documents: Mapping[DocumentId, Document], parts: _Parts
) -> Iterator[Pair]:
    def ends(document: DocumentId) -> list[DocumentId]:
        held = parts.get(documents[document].text)
        return [part[0].id for part in held] if held else [document]

    for pair in pairs:
        left, right = ends(pair.left), ends(pair.right)
        if len(left) == len(right) == 1:
            yield pair
        else:
            yield from (replace(pair, left=one, right=other) for one in left for other in right)


def _pairs_between(parts: _Parts) -> Iterator[Pair]:
    for held in parts.values():
        for left, right in combinations([part[0] for part in held], 2):
            kind, alike, only_in = of_equal_texts(left, right)
            yield Pair(left.id, right.id, 0, alike, 1.0, 1.0, kind, left.short, only_in=only_in)


def _comparisons_of_parts(
    comparisons: Mapping[TextPair, Comparison], parts: _Parts
) -> Iterator[tuple[TextPair, Comparison]]:
    def ends(text: TextId) -> list[TextId]:
        held = parts.get(text)
        return [part[0].text for part in held] if held else [text]

    for found in comparisons.values():
        if found.left in parts or found.right in parts:
            for left in ends(found.left):
                for right in ends(found.right):
                    texts = min(left, right), max(left, right)
                    yield texts, found._replace(left=left, right=right)


def _substituted(
    pairs: Sequence[Pair], documents: Mapping[DocumentId, Document], by_text: DocumentsByText
) -> tuple[Pair, ...]:
    copies = {document.id for several in by_text.values() for document in several}

    def end(document: DocumentId) -> DocumentId:
        if document in copies:
            return document
        several = by_text.get(documents[document].text)
        return several[0].id if several else document

    return tuple(replace(pair, left=end(pair.left), right=end(pair.right)) for pair in pairs)


def form_pairs(
    table: PairTable, forms: Numbers, grouped: NDArray[np.bool_]
) -> tuple[Numbers, Numbers]:
    """Divide pairs of forms by the texts that are in a group without forms (``grouped``).

    Pairs of two free texts make groups of forms. A text that is then in no group joins the group
    of the most similar text.
    """
    left, right = table.left[forms], table.right[forms]
    free = ~grouped[left] & ~grouped[right]
    in_own = grouped.copy()
    in_own[left[free]] = in_own[right[free]] = True
    lone = forms[~in_own[left] | ~in_own[right]]
    text = np.where(in_own[table.left[lone]], table.right[lone], table.left[lone])
    order = np.lexsort((lone, table.distance[lone], -table.resemblance[lone], text))
    first = np.diff(text[order], prepend=-1) != 0
    return forms[free], lone[order[first]]


def joined(
    groups: Sequence[Group],
    ends: Iterable[TextPair],
    documents: Mapping[DocumentId, Document],
    lookup: PairLookup,
    config: ScanConfig,
) -> list[Group]:
    place = {
        documents[key].text: number
        for number, group in enumerate(groups)
        for key in group.documents
    }
    made = list(groups)
    for one, other in ends:
        there, text = (one, other) if one in place else (other, one)
        group = made[place[there]]
        alone, _ = near_group(documents[group.representative].text, [text], lookup, config)
        new = tuple(member for member in alone.members if documents[member.document].text == text)
        worst = min(group.worst, alone.worst)
        made[place[there]] = replace(group, members=(*group.members, *new), worst=worst)
    return made


_CACHED = 4
"""The cache limit in groups of islands, or members, per pair and text."""


class Grouped(NamedTuple):
    """Groups, and the number of members of each kind, in the order of ``Kind``."""

    groups: tuple[Group, ...]
    kinds: NDArray[np.int64]


class Grouper:
    """Groups documents by their verified pairs, repeatedly, at any thresholds.

    An island is a set of texts that any pairs connect; its groups are cached by the pairs shown.
    Components in which one text is a neighbour of all others are grouped together by columns, the
    others by ``leaders_of``.
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
        given = documents, pairs, comparisons
        same = all(mine is other for mine, other in zip(self._given, given, strict=True))
        return same and self._judgements == judgements

    def take(self, comparisons: Mapping[TextPair, Comparison]) -> bool:
        """Use other comparisons from now on; return False if judgements divided texts."""
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
        """Return pairs that may be versions and lacked a comparison in the groups so far."""
        documents, by_text = self._given[0], self._by_text
        return {
            ends: (documents[by_text[ends[0]][0].id], documents[by_text[ends[1]][0].id])
            for ends in sorted(self._uncompared)
        }

    def grouped(self, config: ScanConfig) -> Grouped:
        """Return the groups at the thresholds of a configuration. May be called in any thread.

        Near-duplicates come first, then documents with their parts, forms, and boilerplate; each is
        ordered by the representative's path.
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
        of_forms, joining = form_pairs(
            table, shown[table.framed[shown]], linked | (self._copies > 1)
        )
        own = numbers[:0]
        if len(of_forms):
            left, right = table.left[of_forms], table.right[of_forms]
            plain_sets = GrowingSets.none(components(left, right, count))
            own = self._ordered(self._near_groups(of_forms, plain_sets, config)[0])
        kinds = self._book.kinds[np.concatenate([numbers, own])].sum(axis=0)
        found: Sequence[Group] = self._book.of(numbers)
        if len(joining):
            before = kinds_of(found)
            found = self._joined(found, joining, config)
            kinds = kinds - before + kinds_of(found)
        parts = self._part_groups(config, stars, versions)
        kinds = kinds + parts.kinds
        plain = [group for group in parts.groups if not group.framed]
        framed = *self._book.of(own), *parts.groups[len(plain) :]
        return Grouped((*found, *plain, *framed), kinds)

    def _near_groups(
        self, near: Numbers, known: GrowingSets, config: ScanConfig
    ) -> tuple[Numbers, Sequence[GrownStar]]:
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
        number_of = np.full(len(self._texts), -1)
        number_of[self._book.leading[numbers]] = numbers
        return number_of[number_of >= 0]

    def _heads_of(self, near: Numbers, known: GrowingSets) -> tuple[Numbers, NDArray[np.bool_]]:
        """Return the leader of each text's component, and whether that leader is plain.

        It is plain if it is a neighbour of all others, no third text could lead, no text has
        copies, and none is a version. Both arrays are indexed by the numbers of texts.
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
        members = [*map(self._member, seen.tolist())]
        least = self._table.resemblance[int(seen[-1]) % len(self._table.pairs)]
        # each is the only document of its text
        held = [(self._judged.documents[member.document],) for member in members]
        found = with_copies(members, held, self._judgements)
        head = int(self._ends[seen[0]])
        return self._book.add([head], [Group(self._kept[head], found, float(least))]), True

    def _member(self, index: int) -> Member:
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
        """Group a component; return its first group's number, and whether the groups may be cached.

        ``known`` is given for a component that may have versions.
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


_COUNTED = {
    "exact": [*TRUE_COPIES],
    "same_words": [Kind.SAME_WORDS],
    "similar": [Kind.SIMILAR],
    "linked": [Kind.LINKED],
    "parts": [Kind.PART],
    "same_form": [Kind.SAME_FORM],
    "boilerplate": [Kind.BOILERPLATE],
    "earlier_versions": [Kind.EARLIER_VERSION],
}


def regroup(
    report: ScanReport,
    thresholds: Thresholds | None = None,
    *,
    contained: bool | None = None,
    grouping: Grouping | None = None,
    judgements: Judgements | None = None,
) -> ScanReport:
    """Group a report's verified pairs again, at other thresholds; reads no file.

    ``contained`` is whether documents that are part of others are grouped too; None keeps the
    report's value, as it does for the other arguments. In components, a member that was never
    compared with its representative has no figures until the next scan.
    """
    config = report.config if thresholds is None else report.config.at(thresholds)
    if contained is not None:
        config = replace(config, contained=contained)
    if grouping is not None:
        config = replace(config, grouping=grouping)
    known = report.documents, report.pairs, report.comparisons
    regrouper = report.regrouper
    if judgements is None:
        judgements = report.judgements
    if not isinstance(regrouper, Grouper) or not regrouper.serves(*known, judgements):
        regrouper = Grouper(*known, judgements)
    groups, kinds = regrouper.grouped(config)
    by_kind = dict(zip(Kind, kinds.tolist(), strict=True))
    counted = {name: sum(map(by_kind.__getitem__, some)) for name, some in _COUNTED.items()}
    counts = replace(report.counts, **counted)
    return replace(
        report,
        config=config,
        groups=groups,
        counts=counts,
        judgements=judgements,
        regrouper=regrouper,
    )


def with_comparisons(report: ScanReport, more: Mapping[TextPair, Comparison]) -> ScanReport:
    comparisons = {**report.comparisons, **more}
    regrouper = report.regrouper
    if isinstance(regrouper, Grouper) and not regrouper.take(comparisons):
        regrouper = None
    return replace(report, comparisons=comparisons, regrouper=regrouper)


def uncompared_pairs(report: ScanReport) -> list[tuple[Document, Document]]:
    """Return representatives with documents that they still should be compared with.

    These are members of components or of a group whose kept document was chosen, and possible
    earlier versions. One document represents all of a text.
    """
    documents = report.documents
    found: dict[TextPair, tuple[Document, Document]] = {}
    for group in report.groups:
        kept = documents[group.representative]
        for member in group.members:
            if member.resemblance is None:
                other = documents[member.document]
                found[kept.text, other.text] = kept, other
    if isinstance(report.regrouper, Grouper):
        found |= report.regrouper.unknown_versions()
    return list(found.values())
