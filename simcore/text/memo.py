"""A cache of functions of words: the same words recur millions of times."""

from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")

_MOST_WORDS = 1 << 18


class Memo(dict[str, _T]):
    """A cached function of a word as a mapping, several times faster than a call.

    It is cleared when it has grown to a quarter of a million words, which bounds its memory for a
    folder of random strings.

    >>> lengths = Memo(len)
    >>> lengths["word"], "word" in lengths
    (4, True)
    """

    def __init__(self, function: Callable[[str], _T]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, word: str) -> _T:
        if len(self) >= _MOST_WORDS:
            self.clear()
        value = self[word] = self._function(word)
        return value
