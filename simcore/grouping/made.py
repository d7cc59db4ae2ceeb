"""What was made once and is asked for again: by number, or by key."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

__all__ = ["Made", "Memory"]

_K = TypeVar("_K")
_T = TypeVar("_T")


class Made(Generic[_T]):
    """What ``make`` makes of numbers up to ``count``, each once, when it is first wanted."""

    def __init__(self, count: int, make: Callable[[int], _T]) -> None:
        self._is_made = np.zeros(count, dtype=np.bool_)
        self._made: list[Any] = [None] * count
        self._make = make

    def of(self, wanted: NDArray[np.int64]) -> list[_T]:
        """Give what is made of some numbers, one after another."""
        for number in wanted[~self._is_made[wanted]].tolist():
            self._made[number] = self._make(number)
        self._is_made[wanted] = True
        return list(map(self._made.__getitem__, wanted.tolist()))


class Memory(Generic[_K, _T]):
    """Remembers what was made of some pairs; forgets all when those are ``most`` together."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pairs = 0
        self._made: dict[_K, _T] = {}
        self.get = self._made.get
        """Gives what was made of a key, None where it is not remembered."""

    def keep(self, key: _K, made: _T, pairs: int) -> None:
        """Remember what was made of a key that stands for so many pairs."""
        if self._pairs > self._most:
            self._made.clear()
            self._pairs = 0
        self._made[key] = made
        self._pairs += pairs
