"""Named recipes: which features of a text vote, with what weight, under what hash.

A recipe's name, with its options and version, is the key of its fingerprints in the index. A
change to any recipe's outcome raises its version, so that old fingerprints are never compared
with new ones.
"""

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from simcore.errors import ConfigError
from simcore.memo import Memo
from simcore.tokens import mix, stem_words, stop_words

__all__ = ["RECIPES", "Features", "Recipe", "find_recipe", "fnv1"]

Features = tuple[NDArray[np.uint64], NDArray[np.int64]]
"""Hashes and weights of the distinct features of a text, both of shape (n,)."""


def _blake2(word: str) -> int:
    """Hash a word to 64 bits (BLAKE2b, RFC 7693), whatever the machine or the Python."""
    data = word.encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")


def fnv1(word: str) -> int:
    """Hash a word to 64 bits by FNV-1 over its UTF-16 code units: multiply, then xor.

    (Fowler, Noll and Vo; RFC 9923 gives the constants.)

    >>> hex(fnv1(""))
    '0xcbf29ce484222325'
    """
    units = np.frombuffer(word.encode("utf-16-le", "surrogatepass"), dtype="<u2").tolist()
    value = 14695981039346656037
    for unit in units:
        value = value * 1099511628211 & 0xFFFFFFFFFFFFFFFF ^ unit
    return value


_BLAKE2, _FNV1 = Memo(_blake2), Memo(fnv1)


def _hashes(listed: list[str], hashes: Memo[int]) -> NDArray[np.uint64]:
    return np.fromiter(map(hashes.__getitem__, listed), dtype=np.uint64, count=len(listed))


def _runs(hashed: NDArray[np.uint64], length: int) -> NDArray[np.uint64]:
    """Hash every run of ``length`` neighbouring words; a shorter text is one run."""
    length = min(length, len(hashed))
    count = len(hashed) - length + 1
    total = np.full(count, length, dtype=np.uint64)
    for offset in range(length):
        total = mix(total * np.uint64(0x9E3779B97F4A7C15) + hashed[offset : offset + count])
    return total


def _binary(hashed: NDArray[np.uint64]) -> Features:
    distinct = np.unique(hashed)
    return distinct, np.ones(len(distinct), dtype=np.int64)


def _words_and_pairs(listed: list[str]) -> Features:
    hashed = _hashes(listed, _BLAKE2)
    if not len(hashed):
        return _binary(hashed)
    return _binary(np.concatenate([mix(hashed), _runs(hashed, 2)]))


def _shingles(listed: list[str]) -> Features:
    hashed = _hashes(listed, _BLAKE2)
    return _binary(_runs(hashed, 3)) if len(hashed) else _binary(hashed)


def _charikar(listed: list[str]) -> Features:
    counted = Counter(listed)
    weights = np.fromiter(counted.values(), dtype=np.int64, count=len(counted))
    return _hashes(list(counted), _FNV1), weights


@dataclass(frozen=True, slots=True)
class Recipe:
    """How features are made of words; ``key`` names it for good in the index.

    ``extract`` takes the words of a text in order. With ``drop_stop_words`` the Chinese and
    English stop words are left out first, with ``stem`` English words are cut to their stems.
    """

    name: str
    version: int
    summary: str
    extract: Callable[[list[str]], Features]
    drop_stop_words: bool = False
    stem: bool = False

    @property
    def key(self) -> str:
        """The recipe with its version, as the index knows it."""
        return f"{self.name}/{self.version}"

    def features(self, listed: list[str]) -> Features:
        """Give the features of a text from its words."""
        if self.drop_stop_words:
            dropped = stop_words()
            listed = [word for word in listed if word not in dropped]
        return self.extract(stem_words(listed) if self.stem else listed)


RECIPES: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        Recipe(
            "default",
            1,
            "words and pairs of neighbouring words, each counted once",
            _words_and_pairs,
        ),
        Recipe(
            "charikar",
            1,
            "words weighted by how often they occur, FNV-1 (Charikar 2002)",
            _charikar,
        ),
        Recipe(
            "shingles",
            1,
            "runs of three words, each counted once (Broder 1997)",
            _shingles,
        ),
    )
}
"""The recipes by name."""


def find_recipe(name: str) -> Recipe:
    """Give the recipe of a name, with ``+stop`` and ``+stem`` behind it as options.

    Raises ``ConfigError`` for an unknown name or option.

    >>> find_recipe("charikar+stop+stem").key
    'charikar+stop+stem/1'
    """
    base, *options = name.split("+")
    if base not in RECIPES:
        raise ConfigError(f"there is no recipe {base!r}; there are: {', '.join(RECIPES)}")
    unknown = set(options) - {"stop", "stem"}
    if unknown:
        raise ConfigError(f"recipe {name!r}: options are +stop and +stem, not +{min(unknown)}")
    chosen = sorted(set(options), key=["stop", "stem"].index)
    return replace(
        RECIPES[base],
        name="+".join([base, *chosen]),
        drop_stop_words="stop" in chosen,
        stem="stem" in chosen,
    )
