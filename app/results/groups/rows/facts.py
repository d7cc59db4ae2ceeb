"""What rows and counts need of each group, kept from one step of a slider to the next."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from app.background.gradual import STRIDE, Check, nobody_asks
from app.looks.badges import LOOKS
from simcore import Document, DocumentId, Group

_TIMES_AS_MANY = 4
"""How many more groups are remembered than were shown at once: a slider comes back to most."""

_RANKS = {kind: rank for rank, kind in enumerate(LOOKS)}


class GroupFacts(NamedTuple):
    """What follows from a group and its documents, whatever other groups there are.

    ``documents`` are its documents, the kept one first, ``size`` the bytes of the others. The less
    the ``rank``, the surer are the kinds: numbers only come late, ``framed`` groups of nothing but
    forms last.
    """

    group: Group
    documents: tuple[DocumentId, ...]
    size: int
    rank: int
    framed: bool


class KnownGroups:
    """Facts of the groups of a report; of groups that stay from report to report, the same ones.

    Groups are known as objects: ``regroup`` gives most of them again. May be used in several
    threads.
    """

    def __init__(self) -> None:
        self._known: tuple[Mapping[DocumentId, Document] | None, dict[int, GroupFacts]] = None, {}
        self._most = 0

    def facts(
        self,
        groups: Sequence[Group],
        documents: Mapping[DocumentId, Document],
        check: Check = nobody_asks,
    ) -> list[GroupFacts]:
        """Return the facts of each group; raises what ``check`` raises."""
        of, known = self._known
        self._most = max(len(groups), self._most if of is documents else 0)
        if of is not documents or len(known) > _TIMES_AS_MANY * self._most:
            known = {}
        found: list[GroupFacts] = []
        for start in range(0, len(groups), STRIDE):
            check()
            some = groups[start : start + STRIDE]
            # each is held with what is known of it, so no other one has its identity
            facts = [*map(known.get, map(id, some))]
            found += [
                one or known.setdefault(id(group), _facts(group, documents))
                for one, group in zip(facts, some, strict=True)
            ]
        self._known = documents, known
        return found


def _facts(group: Group, documents: Mapping[DocumentId, Document]) -> GroupFacts:
    members = [one.document for one in group.members]
    size, framed, first = _size(members, documents), group.framed, group.members[0]
    rank = (2 * framed + first.numbers_only) * len(LOOKS) + _RANKS[first.kind]
    return GroupFacts(group, (group.representative, *members), size, rank, framed)


def _size(members: Iterable[DocumentId], documents: Mapping[DocumentId, Document]) -> int:
    return sum(documents[one].size for one in members)
