"""The documents of each text that can be in a group, the one to keep first."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from simcore.model.judgements import is_kept, wanted_copies
from simcore.model.records import Document, DocumentId, Judgements, Pair, TextId
from simcore.store.documents import path_key

Holders = Mapping[TextId, Sequence[Document]]
"""The documents of each text, the one to keep first."""


def holders_of(
    documents: Mapping[DocumentId, Document], pairs: Sequence[Pair], judgements: Judgements
) -> Holders:
    """Give the holders of the texts that are in a pair or have copies, by their first one's path.

    All others are in no group, whatever the thresholds, and so are copies that are wanted.
    """
    known: dict[TextId, list[Document]] = defaultdict(list)
    for document in documents.values():
        if document.fingerprint is not None:
            known[document.text].append(document)
    for text, held in known.items():
        if len(held) > 1:
            held.sort(key=_keep_order)
            known[text] = _judged(held, judgements)
    wanted = {documents[end].text for pair in pairs for end in (pair.left, pair.right)}
    wanted.update(text for text, held in known.items() if len(held) > 1)
    # strings are compared in a tenth of the time of paths
    return {
        text: known[text] for text in sorted(wanted, key=lambda text: path_key(known[text][0].path))
    }


def standing_for(
    pairs: Sequence[Pair], documents: Mapping[DocumentId, Document], holders: Holders
) -> tuple[Pair, ...]:
    """Let a holder stand in pairs for a document that is in no group, as a wanted copy."""
    held = {document.id for several in holders.values() for document in several}

    def end(document: DocumentId) -> DocumentId:
        if document in held:
            return document
        several = holders.get(documents[document].text)
        return several[0].id if several else document

    return tuple(replace(pair, left=end(pair.left), right=end(pair.right)) for pair in pairs)


def _judged(held: list[Document], judgements: Judgements) -> list[Document]:
    """Put the document first that is to be kept, and leave out the copies that are wanted."""
    if judgements.kept:
        held.sort(key=lambda document: not is_kept(judgements, document))
    places = judgements.copies.get(held[0].text_hash, ())
    if not places:
        return held
    left_out = wanted_copies(held, places)
    return [document for document in held if document.id not in left_out]


def _keep_order(document: Document) -> tuple[bool, bool, int, int, int, str]:
    """Order the documents of one text by which a person would rather keep.

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
