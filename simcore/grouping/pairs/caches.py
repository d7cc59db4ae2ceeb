"""What was made of pairs once, kept for the next thresholds."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

_K = TypeVar("_K")
_T = TypeVar("_T")


class LazyList(Generic[_T]):
    """Results of ``make`` for the numbers below ``count``, each computed at its first use."""

    def __init__(self, count: int, make: Callable[[int], _T]) -> None:
        self._is_made = np.zeros(count, dtype=np.bool_)
        self._made: list[Any] = [None] * count
        self._make = make

    def of(self, wanted: NDArray[np.int64]) -> list[_T]:
        """Return the results for some numbers, in their order."""
        for number in wanted[~self._is_made[wanted]].tolist():
            self._made[number] = self._make(number)
        self._is_made[wanted] = True
        return list(map(self._made.__getitem__, wanted.tolist()))


class PairCache(Generic[_K, _T]):
    """A cache of results for sets of pairs; cleared when these exceed ``most`` pairs in total."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pairs = 0
        self._made: dict[_K, _T] = {}
        self.get = self._made.get
        """Returns the result for a key, None if it is not cached."""

    def keep(self, key: _K, made: _T, pairs: int) -> None:
        """Cache the result for a key that represents so many pairs."""
        if self._pairs > self._most:
            self._made.clear()
            self._pairs = 0
        self._made[key] = made
        self._pairs += pairs
