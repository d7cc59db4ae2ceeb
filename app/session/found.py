"""How much the groups of a report hold: what the status bar says."""

from dataclasses import dataclass

from simcore import ScanReport


@dataclass(frozen=True, slots=True)
class Found:
    """``documents`` in ``groups``, and the ``gain`` in bytes without those beside kept ones."""

    groups: int
    documents: int
    gain: int


def found_in(report: ScanReport) -> Found:
    """Count what the groups of a report hold; it looks at every document in them."""
    groups = report.groups
    # a document may be in two groups: as a near-duplicate, and as a part
    members = {member.document for group in groups for member in group.members}
    gain = sum(report.documents[member].size for member in members)
    return Found(len(groups), len(members | {group.representative for group in groups}), gain)
