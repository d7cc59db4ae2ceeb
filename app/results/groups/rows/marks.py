"""GroupMarks: which documents are marked, over report after report, without Qt."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import simcore
from simcore import DocumentId, Member

from ....background.gradual import Check, nobody_asks, stepped
from .table import GroupTable

_LATEST = 512
"""The number of groups whose members are remembered while marks are made."""


class MarkState(NamedTuple):
    """The state of a document when it was marked: its bytes, and whether by hand only."""

    content: bytes
    by_hand: bool


class GroupMarks:
    """Marks of members, so that a document of every group stays.

    A mark belongs to a document and to its bytes: it is out of force while the document is beside
    no kept one and comes back with it, and it is gone when a report knows other bytes. It is out of
    force, too, while a document is to be marked by hand only that was not when it was marked, and
    while its folder is protected. ``version`` rises with every change that
    a person makes.
    """

    def __init__(self) -> None:
        self._marks: dict[DocumentId, MarkState] = {}
        self.marked: frozenset[DocumentId] = frozenset()  # those whose marks are in force
        self.version = 0

    def copy(self) -> "GroupMarks":
        """Return a copy of the marks."""
        copy = GroupMarks()
        copy._marks, copy.marked = self._marks.copy(), self.marked
        copy.version = self.version
        return copy

    @property
    def kept(self) -> frozenset[DocumentId]:
        """The documents whose marks are effective or may become so again."""
        return frozenset(self._marks)

    def follow(self, table: GroupTable, check: Check = nobody_asks) -> None:
        """Apply the marks to the groups of another report. Raises the exceptions of ``check``."""
        documents = table.documents
        self._marks = {
            identity: mark
            for identity, mark in self._marks.items()
            if identity in documents and documents[identity].content_hash == mark.content
        }
        made = marks_for(table, self._marks, check)
        self.marked = frozenset(
            identity
            for identity, mark in made.items()
            if self._marks[identity].by_hand or not mark.by_hand
        )

    def mark(self, made: Mapping[DocumentId, MarkState]) -> frozenset[DocumentId]:
        """Mark what ``marks_for`` gave; return what was not marked before."""
        self.version += 1
        new = made.keys() - self.marked
        self._marks.update((identity, made[identity]) for identity in new)
        self.marked |= new
        return frozenset(new)

    def forget_hidden_of(self, documents: Iterable[DocumentId]) -> None:
        """Forget the marks of some documents that are out of force: others rely on these now."""
        for identity in documents:
            if identity not in self.marked:
                self._marks.pop(identity, None)

    def unmark(self, ids: Iterable[DocumentId]) -> frozenset[DocumentId]:
        """Unmark these; return which of them were marked."""
        self.version += 1
        gone = self.marked & frozenset(ids)
        for identity in gone:
            del self._marks[identity]
        self.marked -= gone
        return gone

    def forget_hidden(self) -> None:
        """Forget the marks that are out of force."""
        self.version += 1
        if len(self._marks) > len(self.marked):
            self._marks = {identity: self._marks[identity] for identity in self.marked}


def marks_for(
    table: GroupTable, ids: Iterable[DocumentId], check: Check = nobody_asks
) -> dict[DocumentId, MarkState]:
    """Return marks for the documents that are members of a group and not protected.

    One that is kept in another group is marked by hand only. Raises what ``check`` raises.
    """
    made: dict[DocumentId, MarkState] = {}
    members: dict[int, dict[DocumentId, Member]] = {}
    for identity in stepped(ids, check):
        if identity in table.protected:
            continue
        found: list[Member] = []
        for number in table.places_of(identity):
            if number not in members:
                if len(members) > _LATEST:
                    members.clear()  # they are ordered by group, or few
                group = table.groups[number]
                members[number] = {one.document: one for one in group.members}
            if identity in members[number]:
                found.append(members[number][identity])
        if found:
            by_hand = table.leads(identity) or simcore.is_by_hand_only(found)
            made[identity] = MarkState(table.documents[identity].content_hash, by_hand)
    return made
