"""The documents of a group that a removal leaves, and which of them has the text of another."""

from collections.abc import Container, Iterable, Mapping

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
        self._having: dict[tuple[str, bytes], list[DocumentId]] = {}
        self.uncut: list[DocumentId] = []
        for key in documents:
            if key not in wanted:
                self.add(key)

    def add(self, key: DocumentId) -> None:
        """Add a document that stays."""
        self._keys[key] = None
        document = self._known[key]
        for name in ("content_hash", "form", "words"):
            self._having.setdefault((name, getattr(document, name)), []).append(key)
        if document.cut_short is None:
            self.uncut.append(key)

    def __contains__(self, key: DocumentId) -> bool:
        return key in self._keys

    def identical(self, key: DocumentId) -> DocumentId | None:
        """Return the first with a document's bytes."""
        return self._other(key, "content_hash")

    def alike(self, key: DocumentId) -> DocumentId | None:
        """Return the first with a document's bytes, or else with its text."""
        found = self.identical(key)
        return self._other(key, "form") if found is None else found

    def same_words(self, key: DocumentId) -> DocumentId | None:
        """Return the first with a document's words."""
        return self._other(key, "words")

    def _other(self, key: DocumentId, name: str) -> DocumentId | None:
        """Return the first other file with the same in a field; two names of a file are not two."""
        document = self._known[key]
        found = self._having.get((name, getattr(document, name)), ())
        return next((one for one in found if not _is_one_file(document, self._known[one])), None)


def _is_one_file(one: Document, other: Document) -> bool:
    """Return whether two documents are one file, or seem so through mounts with other devices."""
    if one.elsewhere or other.elsewhere:  # with one id there is one alone
        return False
    if one.device == other.device:
        return one.inode == other.inode
    return (one.inode, one.size, one.mtime_ns) == (other.inode, other.size, other.mtime_ns)
