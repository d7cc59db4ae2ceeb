"""The documents of each text that can be in a group, the one to keep first."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from simcore.model.judgements import is_kept, wanted_copies
from simcore.model.records import Document, DocumentId, Judgements, Pair, TextId
from simcore.store.documents import path_key

DocumentsByText = Mapping[TextId, Sequence[Document]]
"""The documents of each text, the one to keep first."""


def documents_by_text(
    documents: Mapping[DocumentId, Document], pairs: Sequence[Pair], judgements: Judgements
) -> DocumentsByText:
    """Return the documents of the texts that are in a pair or have copies, by their first path.

    All others are in no group, whatever the thresholds; wanted copies are left out, too.
    """
    known: dict[TextId, list[Document]] = defaultdict(list)
    for document in documents.values():
        if document.fingerprint is not None:
            known[document.text].append(document)
    for text, copies in known.items():
        if len(copies) > 1:
            copies.sort(key=_keep_order)
            known[text] = _judged(copies, judgements)
    wanted = {documents[end].text for pair in pairs for end in (pair.left, pair.right)}
    wanted.update(text for text, copies in known.items() if len(copies) > 1)
    # strings are compared ten times faster than paths
    return {
        text: known[text] for text in sorted(wanted, key=lambda text: path_key(known[text][0].path))
    }


def substituted(
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


def _judged(copies: list[Document], judgements: Judgements) -> list[Document]:
    """Put the document to be kept first, and leave out wanted copies."""
    if judgements.kept:
        copies.sort(key=lambda document: not is_kept(judgements, document))
    paths = judgements.copies.get(copies[0].text_hash, ())
    if not paths:
        return copies
    left_out = wanted_copies(copies, paths)
    return [document for document in copies if document.id not in left_out]


def _keep_order(document: Document) -> tuple[bool, bool, int, int, int, str]:
    """Return the sort key of the documents of one text, the one to keep first.

    Undamaged ones first, then UTF-8, the least nested, the shortest name ("final (1)" is longer
    than "final"), the oldest.
    """
    return (
        document.lossy,
        document.encoding != "utf-8",
        len(document.path.parts),
        len(document.path.name),
        document.mtime_ns,
        str(document.path),
    )
