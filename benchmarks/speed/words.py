"""Vocabularies with the frequencies of real words, and random words drawn from them.

Chinese words are those of jieba's dictionary, English ones those of SymSpell's (counts of Google
Books), each with its own frequency, which gives Zipf's law as it is. Both come with libraries
that Variorum needs anyway.
"""

import functools
import importlib.util
import itertools
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import opencc
from numpy.typing import NDArray

__all__ = ["Bits", "Codes", "Vocabulary", "chinese", "english", "random_bits"]

Bits = NDArray[np.uint64]
Codes = NDArray[np.int64]
"""A text: for each word its number, plus the size of the vocabulary times the mark behind it."""

_MOST_CHINESE = 60_000
_KINDS_OF_MARK = 4
# of the 2,048 values of the eleven bits that a word's number leaves over
_PARAGRAPH, _SENTENCE, _CLAUSE = 26, 154, 380


def random_bits(count: int, *key: int) -> Bits:
    """Return random 64-bit values that follow from a key of non-negative integers.

    NumPy promises that the raw stream of a bit generator stays what it is from release to
    release; it does not promise that of any distribution.
    """
    generator = np.random.PCG64(np.random.SeedSequence(key))
    drawn: Bits = np.atleast_1d(generator.random_raw(count))
    return drawn


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words by falling frequency, and their typesetting.

    ``up_to`` has for each word the share of all running words that it and those before it make.
    ``pieces`` has every word with every mark behind it: nothing, comma, full stop, end of a
    paragraph. ``bytes_a_word`` is the mean length of a piece in UTF-8.
    """

    name: str
    words: tuple[str, ...]
    up_to: NDArray[np.float64]
    pieces: tuple[str, ...]
    bytes_a_word: float

    @classmethod
    def of(cls, name: str, counted: list[tuple[str, int]], marks: tuple[str, ...]) -> "Vocabulary":
        """Make a vocabulary of words with their counts; ``marks`` follow words."""
        ordered = sorted(counted, key=lambda item: (-item[1], item[0]))
        words = tuple(word for word, _ in ordered)
        shares = np.array([count for _, count in ordered], dtype=np.float64)
        shares /= shares.sum()
        sizes = np.array([len(word.encode()) for word in words])
        odds = _odds()
        behind = sum(len(m.encode()) * share for m, share in zip(marks, odds, strict=True))
        return cls(
            name,
            words,
            np.cumsum(shares),
            tuple(word + mark for mark in marks for word in words),
            float(shares @ sizes) + behind,
        )

    def draw(self, bits: Bits) -> Codes:
        """Draw a text: a word and the mark behind it for each random value."""
        left_over = (bits & np.uint64(0x7FF)).astype(np.int64)
        mark = np.select(
            [left_over < _PARAGRAPH, left_over < _SENTENCE, left_over < _CLAUSE], [3, 2, 1], 0
        )
        codes: Codes = self.word_numbers(bits) + mark * len(self.words)
        return codes

    def word_numbers(self, bits: Bits) -> Codes:
        """Draw words alone, by their frequency."""
        uniform = (bits >> np.uint64(11)).astype(np.float64) * 2.0**-53
        places = np.searchsorted(self.up_to, uniform, side="right")
        return np.minimum(places, len(self.words) - 1).astype(np.int64)

    def text(self, codes: Codes) -> str:
        """Write a text; it ends with a paragraph."""
        if not len(codes):
            return ""
        last = codes[-1] % len(self.words) + (_KINDS_OF_MARK - 1) * len(self.words)
        return "".join(map(self.pieces.__getitem__, [*codes[:-1].tolist(), int(last)]))


def _odds() -> tuple[float, ...]:
    """Return the shares of words followed by nothing, a comma, a full stop, a paragraph's end."""
    bounds = (0, _PARAGRAPH, _SENTENCE, _CLAUSE, 2048)
    shares = [(high - low) / 2048 for low, high in itertools.pairwise(bounds)]
    return tuple(reversed(shares))


def _lines(package: str, name: str) -> list[list[str]]:
    found = importlib.util.find_spec(package)
    folders = (found and found.submodule_search_locations) or ["."]
    text = (Path(folders[0]) / name).read_text(encoding="utf-8-sig")
    return [line.split(" ") for line in text.splitlines()]


@functools.cache
def english() -> Vocabulary:
    """Read the English vocabulary."""
    lines = _lines("symspellpy", "frequency_dictionary_en_82_765.txt")
    counted = [(word, int(count)) for word, count in lines if word.isalpha() and word.isascii()]
    return Vocabulary.of("english", counted, (" ", ", ", ". ", ".\n\n"))


@functools.cache
def chinese() -> Vocabulary:
    """Read the Chinese vocabulary: words that Big5 has too once they are traditional."""
    counted = [
        (word, int(count))
        for word, count, *_ in _lines("jieba", "dict.txt")
        if int(count) and all("\u4e00" <= character <= "\u9fff" for character in word)
    ]
    counted.sort(key=lambda item: (-item[1], item[0]))
    del counted[_MOST_CHINESE:]
    converted = opencc.OpenCC("s2t").convert("\n".join(word for word, _ in counted)).split("\n")
    both = [
        item
        for item, traditional in zip(counted, converted, strict=True)
        if traditional.encode("big5", "ignore").decode("big5") == traditional
    ]
    return Vocabulary.of("chinese", both, ("", "，", "。", "。\n\n"))
