"""What was made of pairs once, kept for the next thresholds."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from simcore.model.records import Kind
from simcore.model.report import Group

Numbers = NDArray[np.int64]
_KINDS = {kind: place for place, kind in enumerate(Kind)}
_UNMADE = -1
_FIRST_ROOM = 1_024


def kinds_of(groups: Iterable[Group]) -> Numbers:
    """Return how many members of groups are of each kind, in the order of ``Kind``."""
    kinds = [_KINDS[member.kind] for group in groups for member in group.members]
    return np.bincount(np.array(kinds, dtype=np.int64), minlength=len(_KINDS))


class GroupBook:
    """Groups by their numbers, and in columns what each step needs of all it shows.

    To look at each group, and at each member of it, takes longer than all else at a step: they lie
    anywhere in memory. ``leading`` are the numbers of the texts that lead the groups, ``more`` how
    many groups were added with each one and stand behind it, ``kinds`` how many members it has of
    each kind, in the order of ``Kind``.
    """

    def __init__(self) -> None:
        self.count = self.members = 0
        self.groups: NDArray[np.object_] = np.empty(_FIRST_ROOM, dtype=np.object_)
        self.leading = np.zeros(_FIRST_ROOM, dtype=np.int64)
        self.more = np.zeros(_FIRST_ROOM, dtype=np.int64)
        self.kinds = np.zeros((_FIRST_ROOM, len(_KINDS)), dtype=np.int32)

    def add(self, leading: Sequence[int], groups: Sequence[Group]) -> int:
        """Add groups, at least one; return the number of the first, which the others follow."""
        first = self.count
        self.count += len(groups)
        while self.count > len(self.leading):
            room = np.zeros_like(self.leading)
            self.leading, self.more = (
                np.concatenate([column, room]) for column in (self.leading, self.more)
            )
            self.groups = np.concatenate([self.groups, np.empty_like(self.groups)])
            self.kinds = np.concatenate([self.kinds, np.zeros_like(self.kinds)])
        for number, (lead, group) in enumerate(zip(leading, groups, strict=True), first):
            self.groups[number], self.leading[number] = group, lead
            self.members += len(group.members)
            self.kinds[number] = kinds_of([group])
        self.more[first] = len(groups) - 1
        return first


class LazyNumbers:
    """Results of ``make`` for the numbers below ``count``, each computed at its first use.

    They are numbers from 0 on.
    """

    def __init__(self, count: int, make: Callable[[int], int]) -> None:
        self._made = np.full(count, _UNMADE)
        self._make = make

    def of(self, wanted: Numbers) -> Numbers:
        """Return the results for some numbers, in their order."""
        for number in wanted[self._made[wanted] == _UNMADE].tolist():
            self._made[number] = self._make(number)
        return self._made[wanted]


class PairCache:
    """A cache of results, numbers from 0 on, for sets of pairs."""

    def __init__(self) -> None:
        self._made: dict[bytes, int] = {}

    def of(
        self,
        pairs: Numbers,
        starts: Numbers,
        make: Callable[[Numbers], tuple[int, bool]],
        config: bytes = b"",
    ) -> Numbers:
        """Return the results for sets of pairs, which begin at some ``starts``.

        ``make`` also returns whether a result holds wherever these pairs are shown, and ``config``
        is the same. No configuration may be what another one begins with.
        """
        data, width = pairs.tobytes(), pairs.itemsize
        cuts = pairwise([*(starts * width).tolist(), len(data)])
        keys = [config + data[start:end] for start, end in cuts]
        found = zip(keys, map(self._made.get, keys), strict=True)
        made = [self._new(key, len(config), make) if one is None else one for key, one in found]
        return np.array(made, dtype=np.int64)

    def _new(self, key: bytes, begin: int, make: Callable[[Numbers], tuple[int, bool]]) -> int:
        made, lasting = make(np.frombuffer(key, dtype=np.int64, offset=begin))
        if lasting:
            self._made[key] = made
        return made
