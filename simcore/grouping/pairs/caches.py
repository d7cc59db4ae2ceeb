"""What was made of pairs once, kept for the next thresholds."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, repeat

import numpy as np
from numpy.typing import NDArray

from simcore.grouping.pairs.table import Numbers, components
from simcore.model.records import Kind
from simcore.model.report import Group

_KINDS = {kind: place for place, kind in enumerate(Kind)}
_UNMADE = -1
_KEY_BITS = 63


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
        self, pairs: Numbers, starts: Numbers, make: Callable[[Numbers], tuple[int, bool]]
    ) -> Numbers:
        """Return the results for sets of pairs, which begin at some ``starts``.

        ``make`` also returns whether a result holds wherever these pairs are shown.
        """
        data, width = pairs.tobytes(), pairs.itemsize
        cuts = pairwise([*(starts * width).tolist(), len(data)])
        keys = [data[start:end] for start, end in cuts]
        found = zip(keys, map(self._made.get, keys), strict=True)
        made = [self._new(key, make) if one is None else one for key, one in found]
        return np.array(made, dtype=np.int64)

    def _new(self, key: bytes, make: Callable[[Numbers], tuple[int, bool]]) -> int:
        made, lasting = make(np.frombuffer(key, dtype=np.int64))
        if lasting:
            self._made[key] = made
        return made


class Islands:
    """The sets of texts that any pairs connect, numbered, and what was made of each.

    Whatever thresholds show, no island has to do with another one. What is shown of an island is a
    number, with a bit a pair: its results are kept by that. Those of more pairs are made at each
    step. ``of_text`` is the island of each text that has pairs, ``results`` all that are kept.
    """

    def __init__(self, left: Numbers, right: Numbers, count: int) -> None:
        """``left`` and ``right`` are the ends of all pairs, below ``count``."""
        labels = components(left, right, count)[left]
        self._order = np.argsort(labels, kind="stable")
        self._starts = np.flatnonzero(np.diff(labels[self._order], prepend=-1))
        sizes = np.diff(self._starts, append=len(left))
        places = np.arange(len(left)) - np.repeat(self._starts, sizes)
        most = _KEY_BITS - len(sizes).bit_length()
        self._bits = np.left_shift(1, np.minimum(places, most))
        self._large = sizes > most
        self._whole = np.left_shift(1, np.minimum(sizes, most)) - 1
        self.of_text = np.full(count, -1)
        ends = left[self._order], right[self._order]
        self.of_text[ends[0]] = self.of_text[ends[1]] = np.repeat(np.arange(len(sizes)), sizes)
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self._shown, self._state = np.zeros((2, len(self._starts)), dtype=np.int64)
        self._state_of_whole = np.full(len(self._starts), _UNMADE)
        # the state 0: nothing is shown
        self._states: dict[int, int] = {}
        self._begins, self._lengths = np.zeros((2, 1), dtype=np.int64)
        self.results = np.zeros(0, dtype=np.int64)

    def at(self, shown: Numbers) -> tuple[NDArray[np.bool_], Numbers]:
        """Return of which islands nothing is known where some pairs are shown, and all results."""
        bits = np.zeros(len(self._bits), dtype=np.int64)
        bits[shown] = 1
        found = np.add.reduceat(bits[self._order] * self._bits, self._starts)
        whole = found == self._whole
        some = np.flatnonzero((found != self._shown) & ~whole)
        self._shown = found
        self._state[some] = [*map(self._states.get, self._keys(some), repeat(_UNMADE))]
        self._state[whole] = self._state_of_whole[whole]
        self._state[found == 0] = 0
        self._state[self._large] = _UNMADE
        states = self._state[self._state > 0]
        lengths = self._lengths[states]
        gaps = self._begins[states] - (np.cumsum(lengths) - lengths)
        places = np.repeat(gaps, lengths) + np.arange(lengths.sum())
        return self._state == _UNMADE, self.results[places]

    def _keys(self, islands: Numbers) -> list[int]:
        """Return a number for each island and what is shown of it."""
        keys: list[int] = (self._shown[islands] * len(self._starts) + islands).tolist()
        return keys

    def keep(self, islands: NDArray[np.bool_], results: Numbers, of: Numbers) -> None:
        """Keep the ``results`` of some islands, which are ``of`` these, as they are shown now."""
        kept = np.flatnonzero(islands & ~self._large)
        mine = islands[of] & ~self._large[of]
        order = np.argsort(of[mine], kind="stable")
        lengths = np.bincount(of[mine], minlength=len(islands))[kept]
        begins = len(self.results) + np.cumsum(lengths) - lengths
        states = np.arange(len(kept)) + len(self._begins)
        whole = self._shown[kept] == self._whole[kept]
        self._state_of_whole[kept[whole]] = states[whole]
        self._states.update(zip(self._keys(kept[~whole]), states[~whole].tolist(), strict=True))
        self._state[kept] = states
        self.results = np.concatenate([self.results, results[mine][order]])
        self._begins = np.concatenate([self._begins, begins])
        self._lengths = np.concatenate([self._lengths, lengths])
