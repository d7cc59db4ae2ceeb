"""The sets of texts among which there may be versions of a growing file, found all at once."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.pairs.table import Numbers, PairTable, components
from simcore.grouping.stars.growing import STEP, GrowingSet, is_grown
from simcore.model.records import Document, DocumentId, TextId
from simcore.model.report import Group


class Ends(NamedTuple):
    """Pairs of which one text holds the other, in the order of the labels of their sets.

    ``pairs`` are their indices, ``longer`` and ``shorter`` the numbers of their texts.
    """

    pairs: Numbers
    longer: Numbers
    shorter: Numbers
    labels: Numbers

    def of(self, label: int) -> tuple[Numbers, Numbers]:
        """Return the longer and the shorter texts of the pairs of a set."""
        start, end = np.searchsorted(self.labels, [label, label + 1])
        return self.longer[start:end], self.shorter[start:end]


class GrowingSets(NamedTuple):
    """The connected sets of texts, and what of them may be growing files.

    ``of`` is the label of each text's set, ``grows`` whether there may be versions in it. ``held``
    are pairs of which one text holds the other, ``steps`` those that are a step and not near; both
    are of such sets.
    """

    of: Numbers
    grows: NDArray[np.bool_]
    held: Ends
    steps: Ends

    @classmethod
    def none(cls, of: Numbers) -> "GrowingSets":
        """Return sets without any growing file."""
        empty = np.zeros(0, dtype=np.int64)
        nothing = Ends(empty, empty, empty, empty)
        return cls(of, np.zeros(len(of), dtype=np.bool_), nothing, nothing)

    def named(self, label: int, texts: Sequence[TextId]) -> GrowingSet:
        """Return what is known of a set that grows; ``texts`` are all, by their numbers."""
        longer, shorter = (map(texts.__getitem__, ends.tolist()) for ends in self.held.of(label))
        steps: dict[TextId, list[TextId]] = defaultdict(list)
        for one, other in zip(*(ends.tolist() for ends in self.steps.of(label)), strict=True):
            steps[texts[one]].append(texts[other])
        return GrowingSet(frozenset(shorter), Counter(longer), steps)


class HeldPairs:
    """The pairs of a table of which one text holds most of the other, and is clearly longer."""

    def __init__(self, table: PairTable) -> None:
        self._table = table
        grown = is_grown(table.part, table.part * table.length)
        self._held = np.flatnonzero(grown & ~table.framed)

    def sets(self, near: Numbers, shown: Numbers, least: float, count: int) -> GrowingSets:
        """Return the sets of ``count`` texts that ``near`` pairs connect, or larger ones.

        Where one text holds another of its set that is not near it, the set may be a growing file:
        what is a step from it belongs to it. ``shown`` are the pairs that are near or forms,
        ``least`` is the containment of a part.
        """
        table = self._table
        of = components(table.left[near], table.right[near], count)
        is_shown = np.zeros(len(table.pairs), dtype=np.bool_)
        is_shown[shown] = True
        held = self._held[~is_shown[self._held]]
        inside = held[of[table.left[held]] == of[table.right[held]]]
        if not len(inside):
            return GrowingSets.none(of)
        steps = held[(table.part[held] >= least) & (table.length[held] >= STEP)]
        edges = np.concatenate([near, steps])
        joined = components(table.left[edges], table.right[edges], count)
        growing = np.zeros(count, dtype=np.bool_)
        growing[joined[table.left[inside]]] = True
        grows = growing[joined]
        of = np.where(grows, joined, of)
        return GrowingSets(of, grows, self._ends(held, of, grows), self._ends(steps, of, grows))

    def _ends(self, pairs: Numbers, of: Numbers, grows: NDArray[np.bool_]) -> Ends:
        """Return those of some pairs that are in one set that grows."""
        left, right = self._table.left[pairs], self._table.right[pairs]
        together = grows[left] & (of[left] == of[right])
        left, right, pairs = left[together], right[together], pairs[together]
        is_left = self._table.left_longer[pairs]
        longer, shorter = np.where(is_left, left, right), np.where(is_left, right, left)
        order = np.argsort(of[longer], kind="stable")
        return Ends(pairs[order], longer[order], shorter[order], of[longer][order])


class GrownStar(NamedTuple):
    """The numbers of the texts of a group with ``versions``, and of these."""

    texts: list[int]
    versions: list[int]


def together(
    stars: Sequence[GrownStar], left: Numbers, right: Numbers, count: int
) -> NDArray[np.bool_]:
    """Return of which pairs of ``count`` texts both are in one star, and one is a version."""
    star = np.full(count, -1)
    is_version = np.zeros(count, dtype=np.bool_)
    for number, one in enumerate(stars):
        star[one.texts] = number
        is_version[one.versions] = True
    found: NDArray[np.bool_] = star[left] == star[right]
    return found & (is_version[left] | is_version[right])


def grouped_with_others(
    groups: Iterable[Group],
    documents: Mapping[DocumentId, Document],
    numbers: Mapping[TextId, int],
) -> NDArray[np.bool_]:
    """Mark the texts that are in one of some groups with others, by their ``numbers``."""
    marked = np.zeros(len(numbers), dtype=np.bool_)
    for group in groups:
        ends = (group.representative, *(member.document for member in group.members))
        texts = {numbers[documents[end].text] for end in ends}
        marked[list(texts)] |= len(texts) > 1
    return marked
