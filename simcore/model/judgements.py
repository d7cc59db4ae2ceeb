"""The user's judgements of duplicates, and their effect on groups.

Judgements are about what a reader sees, not about files, so they hold when a document is moved or
renamed: two documents are no duplicates of each other; one more copy of a document is wanted. They
say nothing of a document that a reader can tell apart, even where its normal form is the same. Only
the choice of a document to keep names a file, and holds as long as the file has the same bytes.
"""

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from simcore.model.records import Document, DocumentId, Judgements


def are_apart(judgements: Judgements, left: Document, right: Document) -> bool:
    """Return whether two documents were judged to be no duplicates."""
    if judgements.texts_apart and texts_are_apart(judgements, left, right):
        return True
    return bool(judgements.apart) and (
        _ordered(left.form, right.form) in judgements.apart
        or _ordered(left.content_hash, right.content_hash) in judgements.apart
    )


def texts_are_apart(judgements: Judgements, left: Document, right: Document) -> bool:
    """Return whether it was said of all documents with either text that they are no duplicates."""
    return _ordered(left.text_hash, right.text_hash) in judgements.texts_apart


def any_apart(
    judgements: Judgements, some: Iterable[Document], others: Collection[Document]
) -> bool:
    """Return whether any two were judged to be no duplicates; those of each side read alike."""
    if not (judgements.apart or judgements.texts_apart):
        return False
    return any(are_apart(judgements, left, right) for left in some for right in others)


def is_kept(judgements: Judgements, document: Document) -> bool:
    """Return whether a document was chosen to be kept."""
    if not judgements.kept or document.inside:
        return False  # what is inside stays for nothing, whatever was said
    return (document.real_path, document.content_hash) in judgements.kept


def without_wanted_copies(judgements: Judgements, copies: Sequence[Document]) -> Sequence[Document]:
    """Leave out wanted copies of the documents of one text; ``copies`` has the kept one first."""
    said = judgements.text_copies.get(copies[0].text_hash, ())
    left_out = wanted_copies(copies, said) if said else frozenset()
    if judgements.copies:
        alike: dict[bytes, list[Document]] = {}
        for one in copies:
            if one.id not in left_out:
                alike.setdefault(one.form, []).append(one)
        for some in alike.values():
            keys = {some[0].form, *(one.content_hash for one in some)}
            paths = {path for key in keys for path in judgements.copies.get(key, ())}
            left_out |= wanted_copies(some, paths)
    return [one for one in copies if one.id not in left_out] if left_out else copies


def wanted_copies(copies: Sequence[Document], paths: Collection[Path]) -> frozenset[DocumentId]:
    """Return the wanted copies among documents that are alike; ``copies`` has the kept one first.

    There are as many as ``paths``, even if some of these no longer exist: first the documents with
    these paths, then the last ones. The first document is never one: the remaining copy of a
    deleted document is the only one, and a later copy is shown beside it.
    """
    others = copies[1:]
    here = frozenset(paths)
    still = [document.id for document in others if document.real_path in here]
    moved = [document.id for document in reversed(others) if document.real_path not in here]
    return frozenset([*still, *moved][: len(here)])


def _ordered(one: bytes, other: bytes) -> tuple[bytes, bytes]:
    return (one, other) if one < other else (other, one)
