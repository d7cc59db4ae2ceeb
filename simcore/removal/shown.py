"""What a document that would go is to the one that stays, as the results show it."""

from collections.abc import Mapping
from typing import NamedTuple

from simcore.grouping.copies import related_to_kept
from simcore.grouping.relations import Relations
from simcore.model.records import DocumentId, Kind
from simcore.model.report import Group, ScanReport


class ShownAs(NamedTuple):
    """What a document is to its witness by the results; None: not compared.

    ``containment`` is the share of the document that the witness contains.
    """

    kind: Kind
    resemblance: float | None
    containment: float | None
    numbers_only: bool = False


def shown_to_kept(group: Group) -> Mapping[DocumentId, ShownAs]:
    """Return what each document of a group is to the representative, which comes first."""
    kinds = {group.representative: ShownAs(Kind.IDENTICAL, 1.0, 1.0)}
    return kinds | {
        one.document: ShownAs(one.kind, one.resemblance, one.containment, one.numbers_only)
        for one in related_to_kept(group)
    }


class ShownTo:
    """Looks up what a document is to another than the representative of its group."""

    def __init__(self, report: ScanReport) -> None:
        self._report = report
        self._relations: Relations | None = None  # few plans ask for them

    def __call__(self, witness: DocumentId, key: DocumentId) -> ShownAs:
        """Return what a document is to a witness; ``linked`` if they were not compared."""
        if self._relations is None:
            self._relations = Relations(self._report)
        known = self._report.documents
        found = self._relations.of(known[witness], known[key])
        if found is None:
            return ShownAs(Kind.LINKED, None, None)
        return ShownAs(found.kind, found.resemblance, found.containment, found.numbers_only)
