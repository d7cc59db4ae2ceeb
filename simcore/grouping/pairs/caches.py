"""What was made of pairs once, kept for the next thresholds."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

_T = TypeVar("_T")
_Make = Callable[[NDArray[np.int64]], tuple[_T, bool]]


Objects = NDArray[np.object_]


class LazyList:
    """Results of ``make`` for the numbers below ``count``, each computed at its first use."""

    def __init__(self, count: int, make: Callable[[int], object]) -> None:
        self._is_made = np.zeros(count, dtype=np.bool_)
        self._made: Objects = np.empty(count, dtype=np.object_)
        self._make = make

    def of(self, wanted: NDArray[np.int64]) -> Objects:
        """Return the results for some numbers, in their order."""
        for number in wanted[~self._is_made[wanted]].tolist():
            self._made[number] = self._make(number)
        self._is_made[wanted] = True
        found: Objects = self._made[wanted]
        return found


class PairCache(Generic[_T]):
    """A cache of results for sets of pairs; cleared when these exceed ``most`` pairs in total."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pairs = 0
        self._made: dict[bytes, _T] = {}

    def of(
        self,
        pairs: NDArray[np.int64],
        starts: Sequence[int],
        ends: Sequence[int],
        make: _Make[_T],
        config: bytes = b"",
    ) -> list[_T]:
        """Return the results for sets of pairs, each of which has a start and an end.

        ``make`` also returns whether a result holds wherever these pairs are shown, and ``config``
        is the same. No configuration may be what another one begins with.
        """
        data, width = pairs.tobytes(), pairs.itemsize
        keys = [
            config + data[start * width : end * width]
            for start, end in zip(starts, ends, strict=True)
        ]
        found = zip(keys, map(self._made.get, keys), starts, ends, strict=True)
        return [one or self._new(key, pairs[at:end], make) for key, one, at, end in found]

    def _new(self, key: bytes, pairs: NDArray[np.int64], make: _Make[_T]) -> _T:
        made, lasting = make(pairs)
        if lasting:
            if self._pairs > self._most:
                self._made.clear()
                self._pairs = 0
            self._made[key] = made
            self._pairs += len(pairs)
        return made
