"""The documents of a group that a removal leaves, and which of them has the text of another."""

from collections.abc import Container, Iterable, Mapping, Sequence

from simcore.model.records import Document, DocumentId


class Survivors:
    """The documents of a group that stay, in the group's order, indexed by bytes, texts and words.

    ``uncut`` are those of which not only a part was read.
    """

    def __init__(
        self,
        known: Mapping[DocumentId, Document],
        documents: Iterable[DocumentId],
        wanted: Container[DocumentId],
    ) -> None:
        self._known = known
        self._keys: dict[DocumentId, None] = {}
        self._contents: dict[bytes, list[DocumentId]] = {}
        self._forms: dict[bytes, list[DocumentId]] = {}
        self._words: dict[bytes, list[DocumentId]] = {}
        self.uncut: list[DocumentId] = []
        for key in documents:
            if key not in wanted:
                self.add(key)

    def add(self, key: DocumentId) -> None:
        """Add a document that stays."""
        self._keys[key] = None
        document = self._known[key]
        self._contents.setdefault(document.content_hash, []).append(key)
        self._forms.setdefault(document.form, []).append(key)
        self._words.setdefault(document.words, []).append(key)
        if document.cut_short is None:
            self.uncut.append(key)

    def __contains__(self, key: DocumentId) -> bool:
        return key in self._keys

    def identical(self, key: DocumentId) -> DocumentId | None:
        """Return the first with a document's bytes."""
        return self._other(key, self._contents.get(self._known[key].content_hash, ()))

    def alike(self, key: DocumentId) -> DocumentId | None:
        """Return the first with a document's bytes, or else with its text."""
        found = self.identical(key)
        if found is None:
            found = self._other(key, self._forms.get(self._known[key].form, ()))
        return found

    def same_words(self, key: DocumentId) -> DocumentId | None:
        """Return the first with a document's words."""
        return self._other(key, self._words.get(self._known[key].words, ()))

    def _other(self, key: DocumentId, found: Sequence[DocumentId]) -> DocumentId | None:
        """Return the first that is another file; two names of a file are not two."""
        document = self._known[key]
        return next((one for one in found if not _is_one_file(document, self._known[one])), None)


def _is_one_file(one: Document, other: Document) -> bool:
    """Return whether two documents are one file, or seem so through mounts with other devices."""
    if one.device == other.device:
        return one.inode == other.inode
    return (one.inode, one.size, one.mtime_ns) == (other.inode, other.size, other.mtime_ns)
