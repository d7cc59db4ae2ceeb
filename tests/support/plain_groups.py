"""A plain reference implementation of grouping, to test the fast one against."""

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from simcore import Document, Group, Kind, Pair, ScanConfig
from simcore.fingerprints import hamming_distance
from simcore.grouping.keeping import CopyRuns, originals_first
from simcore.grouping.leaders import STEP, Growing, GrowingSet, PairLookup, is_grown, leaders_of
from simcore.grouping.pairs import kind_of, pair_of, shown_kind
from simcore.model.records import Comparison, DocumentId, TextId
from simcore.model.report import Member

_TextPair = tuple[TextId, TextId]
_KINDS = {kind: place for place, kind in enumerate(Kind)}

Links = Mapping[TextId, Mapping[TextId, Pair]]
"""For each text its near-duplicates with their pairs, in both directions."""


def plain_groups(
    documents: Mapping[DocumentId, Document],
    pairs: Collection[Pair],
    config: ScanConfig,
    comparisons: Mapping[_TextPair, Comparison] | None = None,
) -> tuple[Group, ...]:
    """Group documents by their verified pairs, at the thresholds of a configuration."""
    by_text: dict[TextId, list[Document]] = defaultdict(list)
    for document in documents.values():
        if document.fingerprint is not None:
            by_text[document.text].append(document)
    runs = CopyRuns.of_documents(documents)
    for text, held in by_text.items():
        by_text[text] = originals_first(held, runs)
    links: dict[TextId, dict[TextId, Pair]] = defaultdict(dict)
    all_pairs: dict[_TextPair, Pair] = {}
    for pair in pairs:
        left, right = documents[pair.left].text, documents[pair.right].text
        all_pairs[min(left, right), max(left, right)] = pair
        if shown_kind(pair, config) is Kind.SIMILAR:
            links[left][right] = links[right][left] = pair
    parts = [pair for pair in pairs if shown_kind(pair, config) is Kind.PART]
    compared = comparisons or {}
    lookup = PairLookup(links, all_pairs, compared, by_text)
    beside = _PairLookup(links, all_pairs, compared, by_text)
    grown = [
        _ends(pair, documents)
        for pair in all_pairs.values()
        if shown_kind(pair, config) is not Kind.SIMILAR and pair.one_shorter
        if is_grown(pair.containment, min(pair.left_in_right, pair.right_in_left))
    ]
    groups: list[Group] = []
    led: dict[TextId, TextId] = {}
    in_set: dict[TextId, int] = {}
    versions: set[TextId] = set()
    for number, (texts, growing) in enumerate(_sets(links, grown, all_pairs, lookup, config)):
        inside = {text: links.get(text, {}) for text in texts}
        found = leaders_of(inside, by_text, config.grouping, runs, growing=growing)
        led |= found.leaders
        versions |= found.versions
        in_set |= dict.fromkeys(texts if growing else (), number)
    followers: dict[TextId, list[TextId]] = defaultdict(list)
    for text, leader in led.items():
        if text != leader:
            followers[leader].append(text)
    heads = {head for head, some in followers.items() if some}
    heads |= {
        text for text, held in by_text.items() if len(held) > 1 and led.get(text, text) == text
    }
    groups = [_group(head, followers[head], beside, by_text, config, versions) for head in heads]
    groups.sort(key=lambda group: documents[group.representative].path)
    grouped = {text for text, leader in led.items() if followers[leader]}
    with_versions = {in_set.get(text) for text in versions}
    dropped = {
        (shorter, longer)
        for shorter, longer in grown
        if shorter in grouped and shorter in in_set and in_set[shorter] == in_set.get(longer)
        if in_set[shorter] in with_versions
    }

    def is_part(pair: Pair) -> bool:
        shorter, longer = _ends(pair, documents)
        one_star = shorter in led and led[shorter] == led.get(longer)
        beside_it = one_star and not versions.isdisjoint((shorter, longer))
        return not (beside_it or (shorter, longer) in dropped)

    return (*groups, *_part_groups(filter(is_part, parts), documents, by_text))


def _ends(pair: Pair, documents: Mapping[DocumentId, Document]) -> _TextPair:
    """Return the shorter and the longer text of a pair."""
    left, right = documents[pair.left].text, documents[pair.right].text
    return (left, right) if pair.left_in_right >= pair.right_in_left else (right, left)


def _sets(
    links: Mapping[TextId, Mapping[TextId, Pair]],
    grown: Sequence[_TextPair],
    pairs: Mapping[_TextPair, Pair],
    lookup: PairLookup,
    config: ScanConfig,
) -> Iterator[tuple[set[TextId], Growing | None]]:
    """Yield the sets of texts that near pairs connect, and those that grow with steps, too."""
    near = [(one, other) for one, beside in links.items() for other in beside]
    steps = []
    for shorter, longer in grown:
        pair = pairs[min(shorter, longer), max(shorter, longer)]
        shares = sorted((pair.left_in_right, pair.right_in_left))
        if shares[1] >= config.containment and shares[0] / shares[1] >= STEP:
            steps.append((shorter, longer))
    connected = _connected(near)
    grows = [texts for texts in connected if any(texts.issuperset(some) for some in grown)]
    done: set[TextId] = set()
    for texts in _connected([*near, *steps]):
        if not any(some <= texts for some in grows):
            continue
        done |= texts
        mine = [some for some in grown if texts.issuperset(some)]
        below: dict[TextId, list[TextId]] = defaultdict(list)
        for shorter, longer in steps:
            if longer in texts:
                below[longer].append(shorter)
        known = GrowingSet({shorter for shorter, _ in mine}, Counter(one for _, one in mine), below)
        inside = {text: links.get(text, {}) for text in texts}
        yield texts, Growing(inside, known, lookup, config.containment)
    for texts in connected:
        if texts.isdisjoint(done):
            yield texts, None


def _connected(edges: Iterable[_TextPair]) -> list[set[TextId]]:
    found: list[set[TextId]] = []
    for ends in edges:
        touched = [one for one in found if not one.isdisjoint(ends)]
        found = [one for one in found if one.isdisjoint(ends)]
        found.append({*ends}.union(*touched))
    return found


class _PairLookup:
    """Looks up the pair of two texts of a group in links, pairs and comparisons."""

    def __init__(
        self,
        links: Links,
        hidden: Mapping[_TextPair, Pair],
        comparisons: Mapping[_TextPair, Comparison],
        by_text: Mapping[TextId, Sequence[Document]],
    ) -> None:
        self._links = links
        self._hidden = hidden
        self._comparisons = comparisons
        self._by_text = by_text

    def of(self, head: TextId, text: TextId) -> Pair | None:
        """Return the pair of two texts, shown or not; None if they were never compared."""
        pair = self._links[head].get(text) or self._hidden.get((min(head, text), max(head, text)))
        if pair is not None:
            return pair
        compared = self._comparisons.get((min(head, text), max(head, text)))
        if compared is None:
            return None
        left, right = self._by_text[head][0], self._by_text[text][0]
        return replace(pair_of(left, right, compared), distance=_distance(left, right))


def _distance(left: Document, right: Document) -> int:
    return hamming_distance(left.fingerprint or 0, right.fingerprint or 0)


def _group(
    head: TextId,
    followers: Sequence[TextId],
    beside: _PairLookup,
    by_text: Mapping[TextId, list[Document]],
    config: ScanConfig,
    versions: Container[TextId],
) -> Group:
    representative, *copies = by_text[head]
    members = [
        Member(copy.id, 0, 1.0, 1.0, kind_of(representative, copy), copy.short) for copy in copies
    ]
    for text in followers:
        pair = beside.of(head, text)
        near = pair is not None and shown_kind(pair, config) is Kind.SIMILAR
        members += [
            Member(
                document.id,
                _distance(representative, document) if pair is None else pair.distance,
                None if pair is None else pair.resemblance,
                None if pair is None else _held_of(pair, by_text[text]),
                Kind.SIMILAR if near else Kind.EARLIER_VERSION if text in versions else Kind.LINKED,
                representative.short or document.short if pair is None else pair.short,
                pair is not None and pair.numbers_only,
            )
            for document in by_text[text]
        ]
    paths = {d.id: str(d.path) for text in (head, *followers) for d in by_text[text]}
    members.sort(key=lambda m: (_KINDS[m.kind], -_known(m), m.distance, paths[m.document]))
    worst = min(m.resemblance for m in members if m.resemblance is not None)
    held = [document for text in (head, *followers) for document in by_text[text]]
    return Group(representative.id, _beside_their_originals(members, held), worst)


def _beside_their_originals(
    members: Sequence[Member], documents: Sequence[Document]
) -> tuple[Member, ...]:
    """Put copies of a text that is not the representative's behind the first document of it."""
    text_of = {document.id: document.text for document in documents}
    known = {document.id: document for document in documents}
    found: list[Member] = []
    for member in members:
        if member.kind in {Kind.IDENTICAL, Kind.SAME_TEXT}:
            found.append(member)
            continue
        original, *copies = (one for one in documents if one.text == text_of[member.document])
        if member.document == original.id:
            found.append(member)
            kinds = [(kind_of(original, known[one.id]), one) for one in copies]
            kinds.sort(key=lambda both: _KINDS[both[0]])
            found += [
                Member(one.id, 0, 1.0, 1.0, kind, one.short, copy_of=original.id)
                for kind, one in kinds
            ]
    return tuple(found)


def _known(member: Member) -> float:
    return -1.0 if member.resemblance is None else member.resemblance


def _held_of(pair: Pair, documents: Sequence[Document]) -> float:
    """Return the share of a text, by its documents, that the other side of a pair holds."""
    left = any(document.id == pair.left for document in documents)
    return pair.left_in_right if left else pair.right_in_left


def _part_groups(
    pairs: Iterable[Pair],
    documents: Mapping[DocumentId, Document],
    by_text: Mapping[TextId, list[Document]],
) -> list[Group]:
    """Put each contained text below the text that contains most of it, the longest if several."""
    wholes: dict[TextId, tuple[tuple[float, int, str], TextId, Pair]] = {}
    for pair in pairs:
        left, right = documents[pair.left], documents[pair.right]
        part, whole = (left, right) if pair.left_in_right > pair.right_in_left else (right, left)
        rank = (-pair.containment, -whole.characters, str(whole.path))
        if part.text not in wholes or rank < wholes[part.text][0]:
            wholes[part.text] = rank, whole.text, pair
    members: dict[TextId, list[Member]] = defaultdict(list)
    least: dict[TextId, float] = {}
    for part_text, (_, whole_text, pair) in wholes.items():
        members[whole_text] += [
            Member(
                document.id,
                pair.distance,
                pair.resemblance,
                pair.containment,
                Kind.PART,
                pair.short,
                pair.numbers_only,
            )
            for document in by_text[part_text]
        ]
        least[whole_text] = min(pair.resemblance, least.get(whole_text, 1.0))
    groups = []
    for whole_text, parts in members.items():
        parts.sort(key=lambda m: (-(m.containment or 0.0), documents[m.document].path))
        worst = least[whole_text]
        groups.append(Group(by_text[whole_text][0].id, tuple(parts), worst, parts=True))
    return sorted(groups, key=lambda group: documents[group.representative].path)
