"""The documents of each text that can be in a group, the one to keep first."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from operator import attrgetter

from simcore.grouping.keeping.originals import originals_first
from simcore.grouping.keeping.runs import CopyRuns
from simcore.model.judgements import is_kept, without_wanted_copies
from simcore.model.records import Document, DocumentId, Judgements, Pair, TextId
from simcore.store.documents import order_key

DocumentsByText = Mapping[TextId, Sequence[Document]]
"""The documents of each text, the one to keep first."""


def documents_by_text(
    documents: Mapping[DocumentId, Document],
    pairs: Sequence[Pair],
    judgements: Judgements,
    runs: CopyRuns,
) -> DocumentsByText:
    """Return the documents of the texts that are in a pair or have copies, by their first path.

    All others are in no group, whatever the thresholds; wanted copies are left out, too.
    """
    of_text: dict[TextId, list[Document]] = defaultdict(list)
    for document in documents.values():
        if document.comparable:
            of_text[document.text].append(document)
    known: dict[TextId, Sequence[Document]] = {**of_text}
    for text, copies in of_text.items():
        if len(copies) > 1:
            copies[:] = originals_first(copies, runs)
            if judgements.kept:
                copies.sort(key=lambda document: not is_kept(judgements, document))
            known[text] = without_wanted_copies(judgements, copies)
    ends = {end for side in ("left", "right") for end in map(attrgetter(side), pairs)}
    wanted = {documents[end].text for end in ends}
    wanted.update(text for text, copies in known.items() if len(copies) > 1)
    return ordered_by_path({text: known[text] for text in wanted})


def ordered_by_path(by_text: DocumentsByText) -> DocumentsByText:
    """Order texts by the path of their first documents."""
    # strings are compared ten times faster than paths
    return dict(sorted(by_text.items(), key=lambda held: order_key(held[1][0])))
