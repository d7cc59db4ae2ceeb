"""The documents that are marked for removal in the window."""

from collections.abc import Mapping
from pathlib import Path

import simcore
from simcore.model.records import Document, DocumentId


def marked_of(
    documents: Mapping[DocumentId, Document], index: Path | None
) -> frozenset[DocumentId]:
    """Return which documents are marked, by the marks that are kept beside an index.

    As in the window none is that is inside an archive, or in a folder that loses nothing. Of those
    in no group the window shows no mark.
    """
    path = index or simcore.default_index_path()
    if str(path) == ":memory:":
        return frozenset()
    kept = simcore.remembered_marks(simcore.judgements_path(path), documents).marked
    if not kept:
        return kept
    roles = simcore.read_roles()
    return frozenset(
        one
        for one in kept
        if not documents[one].inside and roles.of_document(documents[one]) is simcore.Role.NORMAL
    )
