"""The user's judgements of duplicates, and their effect on groups.

Judgements are about texts, not files, so they hold when a document is moved or renamed: two texts
are no duplicates of each other; one more copy of a text is wanted. Only the choice of a document
to keep names a file, and holds as long as the file has the same bytes.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from simcore.model.records import Document, DocumentId, Judgements, Pair


def are_apart(judgements: Judgements, left: Document, right: Document) -> bool:
    """Return whether two documents of different texts were judged to be no duplicates."""
    one, other = left.text_hash, right.text_hash
    return ((one, other) if one < other else (other, one)) in judgements.apart


def is_kept(judgements: Judgements, document: Document) -> bool:
    """Return whether a document was chosen to be kept."""
    return (document.real_path, document.content_hash) in judgements.kept


def judged_pairs(
    documents: Mapping[DocumentId, Document], pairs: tuple[Pair, ...], judgements: Judgements
) -> tuple[Pair, ...]:
    """Return the pairs without those judged to be no duplicates."""
    if not judgements.apart:
        return pairs
    return tuple(
        pair
        for pair in pairs
        if not are_apart(judgements, documents[pair.left], documents[pair.right])
    )


def wanted_copies(copies: Sequence[Document], paths: Collection[Path]) -> frozenset[DocumentId]:
    """Return the wanted copies among the documents of one text; ``copies`` has the kept one first.

    There are as many as ``paths``, even if some of these no longer exist: first the documents with
    these paths, then the last ones. The first document is never one: the remaining copy of a
    deleted document is the only one, and a later copy is shown beside it.
    """
    others = copies[1:]
    here = frozenset(paths)
    still = [document.id for document in others if document.real_path in here]
    moved = [document.id for document in reversed(others) if document.real_path not in here]
    return frozenset([*still, *moved][: len(here)])
