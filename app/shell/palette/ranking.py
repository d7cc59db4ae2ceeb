"""How well a command fits what was typed."""

from collections.abc import Iterable
from dataclasses import dataclass

_BEGINS, _WORD, _INSIDE, _KEYS, _PATH = range(5)


@dataclass(frozen=True, slots=True)
class Named:
    """The names of a command, all in small letters; ``names`` are in several languages."""

    names: tuple[str, ...]
    paths: tuple[str, ...]
    keys: str


def rank(words: Iterable[str], named: Named) -> int | None:
    """Return how far a command is from some words, the best 0; None if it lacks one of them.

    A word stands at the beginning of the name, before a word of it, inside it, among the keys or
    in the menus' names.

    >>> scan = Named(("scan again",), ("file",), "f5")
    >>> [rank([word], scan) for word in ("scan", "again", "ca", "f5", "file", "sgn")]
    [0, 1, 2, 3, 4, None]
    """
    total = 0
    for word in words:
        found = _rank_of(word, named)
        if found is None:
            return None
        total += found
    return total


def _rank_of(word: str, named: Named) -> int | None:
    if any(name.startswith(word) for name in named.names):
        return _BEGINS
    if any(f" {word}" in name for name in named.names):
        return _WORD
    if any(word in name for name in named.names):
        return _INSIDE
    if word in named.keys:
        return _KEYS
    if any(word in path for path in named.paths):
        return _PATH
    return None


def spread(letters: str, named: Named) -> int | None:
    """Return over how many letters of a name some letters are spread; None: it has them not all.

    It is what to look for where nothing has the words: letters left out, several words in one.

    >>> scan = Named(("scan again",), ("file",), "f5")
    >>> [spread(letters, scan) for letters in ("scna", "sgn", "x")]
    [6, 10, None]
    """
    found = [width for name in named.names if (width := _width(letters, name)) is not None]
    return min(found, default=None)


def _width(letters: str, name: str) -> int | None:
    """Return the length of the shortest piece of a name with these letters in their order."""
    found: int | None = None
    for start in range(len(name)):
        at = start - 1
        for letter in letters:
            at = name.find(letter, at + 1)
            if at < 0:
                return found
        width = at + 1 - start
        found = width if found is None else min(found, width)
    return found
