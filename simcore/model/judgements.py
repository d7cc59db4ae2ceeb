"""What a person has said about duplicates, and what follows from it for groups.

Judgements are about texts, not files, so they hold wherever a document is moved and whatever it
is called: two texts are no duplicates of each other; one more copy of a text is wanted. Only the
wish to keep a certain document names a file, and holds as long as the file has those bytes.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from simcore.model.records import Document, DocumentId, Judgements, Pair


def are_apart(judgements: Judgements, left: Document, right: Document) -> bool:
    """Tell whether two documents of different texts were judged to be no duplicates."""
    one, other = left.text_hash, right.text_hash
    return ((one, other) if one < other else (other, one)) in judgements.apart


def is_kept(judgements: Judgements, document: Document) -> bool:
    """Tell whether a document is to be kept before all others."""
    return (document.real_path, document.content_hash) in judgements.kept


def judged_pairs(
    documents: Mapping[DocumentId, Document], pairs: tuple[Pair, ...], judgements: Judgements
) -> tuple[Pair, ...]:
    """Leave out the pairs of texts that are no duplicates."""
    if not judgements.apart:
        return pairs
    return tuple(
        pair
        for pair in pairs
        if not are_apart(judgements, documents[pair.left], documents[pair.right])
    )


def wanted_copies(held: Sequence[Document], places: Collection[Path]) -> frozenset[DocumentId]:
    """Tell which documents of one text are wanted copies; ``held`` has the one to keep first.

    There are as many as places were named, whatever has become of those: first the ones that are
    still where they were, then the last ones. One document always stays that is none: a copy of
    what is no longer there is the only one, and a copy that came since shows up beside it.
    """
    others = held[1:]
    here = frozenset(places)
    still = [document.id for document in others if document.real_path in here]
    moved = [document.id for document in reversed(others) if document.real_path not in here]
    return frozenset([*still, *moved][: len(here)])
