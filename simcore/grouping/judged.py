"""What judgements leave of documents and pairs, before any threshold."""

from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from simcore.grouping.documents_by_text import DocumentsByText, documents_by_text, ordered_by_path
from simcore.grouping.keeping.runs import CopyRuns
from simcore.grouping.kinds import of_equal_texts
from simcore.model.judgements import any_apart, texts_are_apart
from simcore.model.records import (
    Comparison,
    Document,
    DocumentId,
    Judgements,
    Pair,
    TextId,
    TextPair,
)

_LEAST = TextId(-(1 << 62))
"""Texts made here count from it, far from those of an index (positive) or a saved file."""

_Parts = Mapping[TextId, Sequence[Sequence[Document]]]
"""The documents of texts that are divided; each part has a text of its own."""


class Judged(NamedTuple):
    """Documents, pairs and comparisons for grouping; ``shown`` are the pairs that count."""

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
    """Leave out wanted copies, and let pairs not count that were said to be no duplicates.

    Documents of one text are grouped together. Where that was said of some of them, and a reader
    can tell others from these, it does not hold for the others: they get a text of their own here,
    with the same pairs, and one with each other.
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
    """Divide texts into what a reader can tell apart; the first part keeps the text."""
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
    """Replace documents that are in no group (wanted copies) in pairs by one of equal text."""
    copies = {document.id for several in by_text.values() for document in several}

    def end(document: DocumentId) -> DocumentId:
        if document in copies:
            return document
        several = by_text.get(documents[document].text)
        return several[0].id if several else document

    return tuple(replace(pair, left=end(pair.left), right=end(pair.right)) for pair in pairs)
