"""The marks of documents, as what removes them asks for; the list of groups keeps them."""

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from PySide6.QtCore import SignalInstance

from simcore import DocumentId, Group, ScanReport


class Marks(Protocol):
    """Which documents are marked in the groups that are shown, and how others are.

    ``arranged`` tells that the groups asked for last are shown; ``filled`` how many documents
    ``mark_documents`` has marked, and how many it left alone because the filter hides them.
    """

    arranged: SignalInstance
    filled: SignalInstance

    @property
    def report(self) -> ScanReport | None:
        """The report shown, None before the first."""

    def shown_groups(self) -> tuple[Sequence[Group], Collection[DocumentId]]:
        """Return the groups that the filter lets through, and the members that it hides."""

    def marked(self) -> frozenset[DocumentId]:
        """Return the marked members of the report, those that the filter hides too."""

    def hidden_marks(self) -> frozenset[DocumentId]:
        """Return the marked documents that the filter hides."""

    def mark_documents(self, ids: Iterable[DocumentId], copies: Iterable[DocumentId] = ()) -> None:
        """Mark those of some documents that are shown; of each of ``copies`` one like it stays."""

    def mark(self, ids: Iterable[DocumentId], *, on: bool) -> None:
        """Mark documents of the report, or unmark them, and leave all others as they are."""
