"""Kinds of planted near-duplicates: changes of the words, and of the bytes."""

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import opencc

from benchmarks.speed.words import Bits, Codes, Vocabulary, random_bits

__all__ = ["Copy", "kinds", "substituted"]

_HEADER, _FOOTER = 20, 30
_NO_DOCUMENT = 1 << 40


@dataclass(frozen=True, slots=True)
class Copy:
    """One kind of copy: a change of the words, and of the bytes of the file.

    ``edit`` takes the text, its vocabulary and as many random values as the text has words.
    """

    name: str
    edit: Callable[[Codes, Vocabulary, Bits], Codes]
    written: Callable[[str], bytes] = str.encode


def substituted(codes: Codes, vocabulary: Vocabulary, bits: Bits, share: float) -> Codes:
    """Replace a share of the words, one at least, at random positions by other words."""
    size = len(vocabulary.words)
    places = np.argsort(bits)[: max(1, round(share * len(codes)))]
    # the order depends on the values, so the smallest ones cannot choose the words as well
    drawn = vocabulary.word_numbers(random_bits(len(places), *bits[:1].tolist()))
    before = codes[places] % size
    drawn = np.where(drawn == before, (drawn + 1) % size, drawn)
    changed = codes.copy()
    changed[places] += drawn - before
    return changed


def _chapter(codes: Codes, vocabulary: Vocabulary, bits: Bits) -> Codes:
    del vocabulary, bits
    return codes[len(codes) // 3 : len(codes) - len(codes) // 3]


def _framed(codes: Codes, vocabulary: Vocabulary, bits: Bits) -> Codes:
    del bits
    header = vocabulary.draw(random_bits(_HEADER, _NO_DOCUMENT, 1))
    footer = vocabulary.draw(random_bits(_FOOTER, _NO_DOCUMENT, 2))
    return np.concatenate([header, codes, footer])


def _same(codes: Codes, vocabulary: Vocabulary, bits: Bits) -> Codes:
    del vocabulary, bits
    return codes


@functools.cache
def _traditional() -> Callable[[str], str]:
    convert: Callable[[str], str] = opencc.OpenCC("s2t").convert
    return convert


def _big5(text: str) -> bytes:
    # a phrase across two words may ask for a character that Big5 lacks
    return _traditional()(text).encode("big5", "replace")


def _substitution(share: float) -> Copy:
    return Copy(f"substituted {share:.0%}", functools.partial(substituted, share=share))


def _encoded(encoding: str) -> Copy:
    return Copy(f"in {encoding}", _same, lambda text: text.encode(encoding))


@functools.cache
def kinds(language: str) -> tuple[Copy, ...]:
    """Return the kinds of copies of a language; all are equally frequent."""
    rewritten = (
        (_encoded("gb18030"), Copy("in big5", _same, _big5))
        if language == "chinese"
        else (_encoded("utf-16"), _encoded("utf-8-sig"))
    )
    return (
        *map(_substitution, (0.01, 0.03, 0.05)),
        *rewritten,
        Copy("chapter", _chapter),
        Copy("header and footer", _framed),
    )
