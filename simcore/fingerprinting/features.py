"""Features of a text: the parts of it that vote on the fingerprint, with weights and hashes.

Every function here takes the words of a text in order and the width of the fingerprint in bits.
A feature's hash has as many bits as the fingerprint, or more; bits beyond its width do not vote.
"""

import functools
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from simcore.fingerprinting.weights import inverse_frequency
from simcore.text.characters import code_points
from simcore.text.shingles import distinct, mix
from simcore.text.tokens import WORDS_REMEMBERED

WIDTHS = (32, 64, 128)
"""The widths of fingerprints, in bits."""

Features = tuple[NDArray[np.uint64], NDArray[np.int64]]
"""Hashes and weights of the distinct features of a text, of shapes (n, 64-bit words) and (n,).

A hash's first word holds its lowest 64 bits; hashes of up to 64 bits have one word.
"""

Extractor = Callable[[list[str], int], Features]
"""Maps the words of a text in order, and the width in bits, to features."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FNV = {
    32: (0x811C9DC5, 0x01000193),
    64: (0xCBF29CE484222325, 0x00000100000001B3),
    128: (0x6C62272E07BB014262B821756295C58D, 0x0000000001000000000000000000013B),
}
_TOP_WORDS = 20


def _blake2(word: str, width: int) -> int:
    """Hash a word by BLAKE2b (RFC 7693), the same on every machine and Python.

    32 bits are the lowest of 64: a narrow fingerprint is part of the 64-bit one.
    """
    data = word.encode("utf-8", "surrogatepass")
    digest = hashlib.blake2b(data, digest_size=max(8, width // 8)).digest()
    return int.from_bytes(digest, "little")


def fnv1(word: str, width: int = 64) -> int:
    """Hash a word by FNV-1 over its UTF-16 code units: multiply, then xor.

    (Fowler, Noll and Vo; RFC 9923 gives the constants for 32, 64 and 128 bits.)

    >>> hex(fnv1("")), hex(fnv1("", 32))
    ('0xcbf29ce484222325', '0x811c9dc5')
    """
    units = np.frombuffer(word.encode("utf-16-le", "surrogatepass"), dtype="<u2").tolist()
    value, prime = _FNV[width]
    mask = (1 << width) - 1
    for unit in units:
        value = value * prime & mask ^ unit
    return value


def string_hash(word: str, width: int = 128) -> int:
    """Hash a word as Python 2 hashed strings, to any width: multiply by 1000003, then xor.

    The hash of the first SimHash library for Python. The hash of an empty word is 0.

    >>> hex(string_hash("is"))
    '0x2fbfaea690c58a'
    """
    if not word:
        return 0
    mask = (1 << width) - 1
    value = ord(word[0]) << 7
    for character in word:
        value = value * 1000003 & mask ^ ord(character)
    return value ^ len(word)


@functools.cache
def _remembering(function: Callable[[str, int], int], width: int) -> Callable[[str], int]:
    return functools.lru_cache(WORDS_REMEMBERED)(lambda word: function(word, width))


def _hashes(
    listed: Iterable[str], function: Callable[[str, int], int], width: int
) -> NDArray[np.uint64]:
    """Hash words to the rows of an array, shape (n, 64-bit words)."""
    values = map(_remembering(function, width), listed)
    if width <= 64:
        return np.fromiter(values, dtype=np.uint64).reshape(-1, 1)
    joined = b"".join(value.to_bytes(width // 8, "little") for value in values)
    return np.frombuffer(joined, dtype="<u8").reshape(-1, width // 64)


def _runs(hashed: NDArray[np.uint64], length: int) -> NDArray[np.uint64]:
    """Hash every run of ``length`` neighbouring rows; a shorter text is one run."""
    length = min(length, len(hashed))
    if not length:
        return hashed
    count = len(hashed) - length + 1
    total = np.full((count, hashed.shape[1]), length, dtype=np.uint64)
    for offset in range(length):
        total = mix(total * _GOLDEN + hashed[offset : offset + count])
    return total


def _once(hashed: NDArray[np.uint64]) -> Features:
    """Let each feature vote once; features are equal if their lowest 64 bits are."""
    if hashed.shape[1] == 1:
        hashed = distinct(hashed.ravel()).reshape(-1, 1)
    else:
        hashed = hashed[np.unique(hashed[:, 0], return_index=True)[1]]
    return hashed, np.ones(len(hashed), dtype=np.int64)


def _weighted(
    weights: Mapping[str, int], function: Callable[[str, int], int], width: int
) -> Features:
    listed = np.fromiter(weights.values(), dtype=np.int64, count=len(weights))
    return _hashes(weights, function, width), listed


def words_and_pairs(listed: list[str], width: int) -> Features:
    """Return the words and the pairs of neighbouring words, each once."""
    hashed = _hashes(listed, _blake2, width)
    return _once(np.concatenate([mix(hashed), _runs(hashed, 2)]))


def word_runs(listed: list[str], width: int, *, length: int) -> Features:
    """Return the runs of ``length`` words, each once."""
    return _once(_runs(_hashes(listed, _blake2, width), length))


def _grams(listed: list[str], length: int, width: int) -> NDArray[np.uint64]:
    """Hash the runs of characters of the concatenated words: n rows."""
    text = "".join(listed)
    codes = code_points(text)
    # characters have 21 bits: each 64-bit word of the hash starts from distinct values
    starts = np.arange(max(1, width // 64), dtype=np.uint64) << np.uint64(32)
    return _runs(mix(codes.astype(np.uint64)[:, None] + starts + np.uint64(1)), length)


def character_grams(listed: list[str], width: int, *, length: int) -> Features:
    """Return the runs of ``length`` characters, each once.

    Of the concatenated words: neither space nor punctuation counts.
    """
    return _once(_grams(listed, length, width))


def counted_character_grams(listed: list[str], width: int, *, length: int) -> Features:
    """Return the same weighted by their counts."""
    hashed = _grams(listed, length, width)
    _, first, counts = np.unique(hashed[:, 0], return_index=True, return_counts=True)
    return hashed[first], counts.astype(np.int64)


def counted(listed: list[str], width: int, *, function: Callable[[str, int], int]) -> Features:
    """Return the words weighted by their counts, hashed by a function."""
    return _weighted(Counter(listed), function, width)


def top_words(listed: list[str], width: int) -> Features:
    """Return the 20 words of the highest tf-idf, weighted by it.

    tf is the count of a word, idf ``simcore.fingerprinting.weights.inverse_frequency``; ties are
    broken by code points.
    """
    weights = {word: count * inverse_frequency(word) for word, count in Counter(listed).items()}
    best = sorted(weights, key=lambda word: (-weights[word], word))[:_TOP_WORDS]
    return _weighted({word: weights[word] for word in best}, _blake2, width)


def levels(listed: list[str], width: int) -> Features:
    """Return the words with weights from 1 to 5 by their tf-idf.

    The words are ranked by tf-idf (as in ``top_words``) and split into fifths: the lowest weighs
    1, the highest 5.
    """
    counted = Counter(listed)
    ranked = sorted(counted, key=lambda word: (counted[word] * inverse_frequency(word), word))
    ranks = {word: 1 + 5 * rank // len(ranked) for rank, word in enumerate(ranked)}
    return _weighted(ranks, _blake2, width)
