"""True copies: documents of which nothing is lost when they go while another stays."""

import typing
from collections.abc import Iterator
from dataclasses import replace

from simcore.model.kinds import Kind

if typing.TYPE_CHECKING:
    from simcore.model.records import DocumentId
    from simcore.model.report import Group, Member

TRUE_COPIES = (Kind.IDENTICAL, Kind.SAME_TEXT)
"""The kinds of which nothing is lost when a document goes."""


def related_to_kept(group: "Group") -> Iterator["Member"]:
    """Yield the members of a group, copies of one another as what each is to the representative."""
    originals: dict[DocumentId, Member] = {}
    for member in group.members:
        if member.copy_of is None:
            originals[member.document] = member
            yield member
        else:
            yield replace(originals[member.copy_of], document=member.document)
