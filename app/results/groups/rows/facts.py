"""What rows and counts need of each group, kept from one step of a slider to the next."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from simcore import Document, DocumentId, Group

from ....background.gradual import STRIDE, Check, nobody_asks
from ....looks.badges import LOOKS

_TIMES_AS_MANY = 4
"""How many more groups are remembered than were shown at once: a slider comes back to most."""

_RANKS = {kind: rank for rank, kind in enumerate(LOOKS)}

FORMS = 2 * len(LOOKS)
"""The least rank of groups of nothing but forms."""


class GroupFacts(NamedTuple):
    """What follows from a group and its documents, whatever other groups there are.

    ``documents`` are its documents, the kept one first, ``size`` the bytes that the others free,
    ``rows`` how many rows it has: its own, and one a document. The less the ``rank``, the surer are
    the kinds: numbers only come late, groups of nothing but forms last, from ``FORMS`` on.
    """

    group: Group
    documents: tuple[DocumentId, ...]
    size: int
    rows: int
    rank: int
    parts: bool


Homes = Mapping[DocumentId, Sequence[GroupFacts]]
"""All known groups that each document is in, of one report or another."""


class KnownGroups:
    """Facts of the groups of a report; of groups that stay from report to report, the same ones.

    Groups are known as objects: ``regroup`` gives most of them again. May be used in several
    threads.
    """

    def __init__(self) -> None:
        self._known: _Known = None, {}, {}
        self._most = 0

    def facts(
        self,
        groups: Sequence[Group],
        documents: Mapping[DocumentId, Document],
        check: Check = nobody_asks,
    ) -> tuple[list[GroupFacts], Homes]:
        """Return the facts of each group, and where it is found; raises what ``check`` raises."""
        of, known, homes = self._known
        self._most = max(len(groups), self._most if of is documents else 0)
        if of is not documents or len(known) > _TIMES_AS_MANY * self._most:
            known, homes = {}, {}

        def new(group: Group) -> GroupFacts:
            made = _facts(group, documents)
            # first: what is known in another thread is found there
            for identity in made.documents:
                homes.setdefault(identity, []).append(made)
            return known.setdefault(id(group), made)

        found: list[GroupFacts] = []
        for start in range(0, len(groups), STRIDE):
            check()
            some = groups[start : start + STRIDE]
            # each is held with what is known of it, so no other one has its identity
            facts = [*map(known.get, map(id, some))]
            if not all(facts):
                facts = [one or new(group) for one, group in zip(facts, some, strict=True)]
            found += filter(None, facts)
        self._known = documents, known, homes
        return found, homes


_Known = tuple[
    Mapping[DocumentId, Document] | None, dict[int, GroupFacts], dict[DocumentId, list[GroupFacts]]
]


def _facts(group: Group, documents: Mapping[DocumentId, Document]) -> GroupFacts:
    members = [one.document for one in group.members]
    size, first = sum([documents[one].gain for one in members]), group.members[0]
    rank = (FORMS if group.framed else 0) + first.numbers_only * len(LOOKS) + _RANKS[first.kind]
    held = group.representative, *members
    return GroupFacts(group, held, size, 1 + len(held), rank, group.parts)
