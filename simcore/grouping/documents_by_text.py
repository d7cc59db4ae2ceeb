"""The documents of each text that can be in a group, the one to keep first."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from simcore.model.formats import format_of_name, how_editable
from simcore.model.judgements import is_kept, without_wanted_copies
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
    of_text: dict[TextId, list[Document]] = defaultdict(list)
    for document in documents.values():
        if document.fingerprint is not None:
            of_text[document.text].append(document)
    known: dict[TextId, Sequence[Document]] = {**of_text}
    for text, copies in of_text.items():
        if len(copies) > 1:
            copies.sort(key=_keep_order)
            _sort_by_copies(copies)
            if judgements.kept:
                copies.sort(key=lambda document: not is_kept(judgements, document))
            known[text] = without_wanted_copies(judgements, copies)
    wanted = {documents[end].text for pair in pairs for end in (pair.left, pair.right)}
    wanted.update(text for text, copies in known.items() if len(copies) > 1)
    return ordered_by_path({text: known[text] for text in wanted})


def _sort_by_copies(documents: list[Document]) -> None:
    """Put documents with the most copies of the same text first, whatever their format.

    So what equals another document in bytes or text is shown beside one that it equals.
    """
    forms = Counter(one.form for one in documents if not one.inside)
    if len(forms) < len(documents):
        documents.sort(key=lambda one: (one.inside, one.lossy, -forms[one.form]))


def ordered_by_path(by_text: DocumentsByText) -> DocumentsByText:
    """Order texts by the path of their first documents."""
    # strings are compared ten times faster than paths
    return dict(sorted(by_text.items(), key=lambda held: path_key(held[1][0].path)))


def _keep_order(document: Document) -> tuple[bool, bool, int, bool, int, int, int, str]:
    """Return the sort key of the documents of one text, the one to keep first.

    Files before what is inside one, then undamaged ones, the format that can best be worked on,
    then UTF-8, the least nested, the shortest name ("final (1)" is longer than "final"), the
    oldest.
    """
    return (
        document.inside,
        document.lossy,
        how_editable(format_of_name(document.path.name, document.encoding)),
        document.encoding != "utf-8",
        len(document.path.parts),
        len(document.path.name),
        document.mtime_ns,
        str(document.path),
    )
