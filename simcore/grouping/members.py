"""The members of a group, made of verified pairs: how each relates to the representative."""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from operator import attrgetter

from simcore.fingerprinting.simhash import distance_of
from simcore.grouping.copies import TRUE_COPIES
from simcore.grouping.documents_by_text import DocumentsByText
from simcore.grouping.kinds import kind_of, of_equal_texts, shown_kind
from simcore.grouping.stars.lookup import PairLookup
from simcore.model.config import ScanConfig
from simcore.model.judgements import any_apart
from simcore.model.records import Document, DocumentId, Judgements, Kind, Pair, TextId
from simcore.model.report import Group, Member

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
    """Make the group of a text and its followers, the most alike first.

    ``versions`` are earlier versions of the text where they are not near it. Also returns whether
    the group depends on the thresholds beyond the pairs that they show: a member known from a
    comparison only is near at some thresholds and linked at others, and so is a form.
    """
    by_text = lookup.by_text
    representative, *copies = by_text[head]
    members = [_copy(representative, copy) for copy in copies]
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
    members.sort(key=lambda m: (_KINDS[m.kind], -_known(m), m.distance, paths[m.document]))
    # a text that only joins may be known from its pair with another member alone
    worst = min((m.resemblance for m in members if m.resemblance is not None), default=1.0)
    held = [by_text[text] for text in (head, *followers)]
    found = with_copies(members, held, lookup.judgements)
    return Group(representative.id, found, worst), depends


def with_copies(
    members: Sequence[Member], held: Iterable[Sequence[Document]], judgements: Judgements
) -> tuple[Member, ...]:
    """Relate the copies of a member that does not read like the representative to that member.

    ``held`` are the documents of each text of the group, the one to keep first. The first of
    those that read alike stays as it is, and the others stand behind it.
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
    """Return whether nothing is lost with a document while the other stays."""
    one_file = (original.device, original.inode) == (document.device, document.inode)
    one_file = one_file and not (original.elsewhere or document.elsewhere)
    return (
        not one_file
        and kind_of(original, document) in TRUE_COPIES
        and not any_apart(judgements, [original], [document])
    )


def _copy(representative: Document, copy: Document) -> Member:
    kind, alike, only_in = of_equal_texts(representative, copy)
    return Member(copy.id, 0, alike, 1.0, kind, copy.short, only_in=only_in)


def member_of(document: Document, pair: Pair, kind: Kind, *, left: bool) -> Member:
    """Make a member of a document whose text is the ``left`` or right one of a pair."""
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


_OF_PARTS = {
    (False, False): Kind.PART,
    (False, True): Kind.EARLIER_VERSION,
    (True, False): Kind.BOILERPLATE,
    (True, True): Kind.BOILERPLATE,
}


def _known(member: Member) -> float:
    return -1.0 if member.resemblance is None else member.resemblance


def part_groups(
    pairs: Iterable[Pair], documents: Mapping[DocumentId, Document], by_text: DocumentsByText
) -> list[Group]:
    """Put each contained text below the text that contains most of it, the longest if several.

    Boilerplate that a text shares with many counts only where it is part of nothing else. Groups of
    nothing but that come last. An earlier version is below the longest later one.
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
                _OF_PARTS[pair.framed, pair.version],
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
