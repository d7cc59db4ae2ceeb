"""The documents of each text that can be in a group, the one to keep first."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from simcore.documents import path_key
from simcore.records import Document, DocumentId, Pair, TextId

__all__ = ["Holders", "holders_of"]

Holders = Mapping[TextId, Sequence[Document]]
"""The documents of each text, the one to keep first."""


def holders_of(documents: Mapping[DocumentId, Document], pairs: Sequence[Pair]) -> Holders:
    """Give the holders of the texts that are in a pair or have copies, by their first one's path.

    All others are in no group, whatever the thresholds.
    """
    known: dict[TextId, list[Document]] = defaultdict(list)
    for document in documents.values():
        if document.fingerprint is not None:
            known[document.text].append(document)
    wanted = {documents[end].text for pair in pairs for end in (pair.left, pair.right)}
    wanted.update(text for text, held in known.items() if len(held) > 1)
    for text in wanted:
        if len(known[text]) > 1:
            known[text].sort(key=_keep_order)
    # strings are compared in a tenth of the time of paths
    return {
        text: known[text] for text in sorted(wanted, key=lambda text: path_key(known[text][0].path))
    }


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
