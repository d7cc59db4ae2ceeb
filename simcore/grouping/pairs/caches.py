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


def kinds_of(groups: Iterable[Group]) -> Numbers:
    """Return how many members of groups are of each kind, in the order of ``Kind``."""
    kinds = [_KINDS[member.kind] for group in groups for member in group.members]
    return np.bincount(np.array(kinds, dtype=np.int64), minlength=len(_KINDS))


class GroupBook:
    """Groups by their numbers, and in columns what each step needs of all it shows.

    To look at each group, and at each member of it, takes longer than all else at a step: they lie
    anywhere in memory. ``leading`` are the numbers of the texts that lead the groups, ``more`` how
    many groups were added with each one and stand behind it, ``kinds`` how many members it has of
    each kind, in the order of ``Kind``. The columns have what was added before ``read``.
    """

    def __init__(self) -> None:
        self.groups: list[Group] = []
        self.members = 0
        self.leading, self.more = np.zeros((2, 0), dtype=np.int64)
        self.kinds = np.zeros((0, len(_KINDS)), dtype=np.int32)
        self._new: list[tuple[int, int]] = []

    def add(self, leading: Sequence[int], groups: Sequence[Group]) -> int:
        """Add groups, at least one; return the number of the first, which the others follow."""
        first = len(self.groups)
        self.groups += groups
        self._new += zip(leading, range(len(groups) - 1, -1, -1), strict=True)
        return first

    def read(self) -> None:
        """Put into the columns what was added."""
        if not self._new:
            return
        leading, more = zip(*self._new, strict=True)
        places = [
            number * len(_KINDS) + _KINDS[member.kind]
            for number, group in enumerate(self.groups[len(self.leading) :])
            for member in group.members
        ]
        kinds = np.bincount(places, minlength=len(leading) * len(_KINDS)).astype(np.int32)
        self.kinds = np.concatenate([self.kinds, kinds.reshape(-1, len(_KINDS))])
        self.leading, self.more = np.append(self.leading, leading), np.append(self.more, more)
        self.members += len(places)
        self._new.clear()

    def of(self, numbers: Numbers) -> list[Group]:
        """Return some groups."""
        return [*map(self.groups.__getitem__, numbers.tolist())]


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
