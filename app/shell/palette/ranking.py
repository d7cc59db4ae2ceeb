"""How well a command fits what was typed."""

from collections.abc import Iterable
from dataclasses import dataclass

_BEGINS, _WORD, _INSIDE, _KEYS, _PATH, _LETTERS = range(6)


@dataclass(frozen=True, slots=True)
class Named:
    """The names of a command, all in small letters; ``names`` are in several languages."""

    names: tuple[str, ...]
    paths: tuple[str, ...]
    keys: str


def rank(words: Iterable[str], named: Named) -> int | None:
    """Return how far a command is from some words, the best 0; None if it lacks one of them.

    A word stands at the beginning of the name, before a word of it, inside it, among the keys, in
    the menus' names, or its letters stand in the name one after the other.

    >>> scan = Named(("scan again",), ("file",), "f5")
    >>> [rank([word], scan) for word in ("scan", "again", "ca", "f5", "file", "sgn", "x")]
    [0, 1, 2, 3, 4, 5, None]
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
    if len(word) > 1 and any(_has_letters(word, name) for name in named.names):
        return _LETTERS
    return None


def _has_letters(word: str, name: str) -> bool:
    letters = iter(name)
    return all(letter in letters for letter in word)
