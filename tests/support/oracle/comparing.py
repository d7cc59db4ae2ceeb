"""The comparison form of a normal form, and its shingles."""

import functools
import re
from itertools import chain

from simcore.kernel.core import (
    CODE,
    LETTER_BETWEEN,
    LETTER_CURRENCY,
    LETTER_DIGIT,
    LETTER_MARK,
    LETTER_MINUS,
    LETTER_POINT,
    LETTER_WORD,
)
from tables.letters import letter_entry

FACTORS = (
    0x9E3779B97F4A7C15,
    0xD1B54A32D192ED03,
    0x8CB92BA72F3D8DD7,
    0xDA942042E4DD58B5,
    0xA0761D6478BD642F,
)
MARKUP = re.compile(r":[a-z][a-z:+_-]{0,40}:(?=`)|\.\. [a-z][a-z:+_-]{0,40}::(?= )")
WORD_BITS = (1 << 64) - 1

entry_of = functools.cache(letter_entry)


def compared(normal: str) -> list[tuple[int, int]]:
    """Return the places and characters of the comparison form."""
    entries = [0, *map(entry_of, normal), 0, 0]
    names = set(chain.from_iterable(range(*name.span()) for name in MARKUP.finditer(normal)))
    return [
        (at, entries[at + 1] & CODE)
        for at in range(len(normal))
        if entries[at + 1] & CODE and at not in names and _stays(*entries[at : at + 4])
    ]


def _stays(before: int, sign: int, after: int, next_but_one: int) -> bool:
    if not sign & (LETTER_BETWEEN | LETTER_MINUS):
        return True
    part_of_word = before & (LETTER_DIGIT | LETTER_WORD)
    if after & LETTER_DIGIT:
        between_digits = sign & LETTER_BETWEEN and before & LETTER_DIGIT
        point = sign & LETTER_POINT and not part_of_word and not before & LETTER_POINT
        if between_digits or point:
            return True
    number = after & LETTER_DIGIT or (
        after & (LETTER_POINT | LETTER_CURRENCY) and next_but_one & LETTER_DIGIT
    )
    return bool(number and sign & LETTER_MINUS and not part_of_word)


def without_marks(normal: str) -> str:
    """Return a normal form with its letters as they are compared, and all else."""
    letters = []
    for character in normal:
        entry = entry_of(character)
        changed = entry & CODE and not entry & (LETTER_BETWEEN | LETTER_MINUS)
        if not entry & LETTER_MARK:
            letters.append(chr(entry & CODE) if changed else character)
    return "".join(letters)


def mixed(value: int) -> int:
    """Mix 64 bits (SplitMix64)."""
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & WORD_BITS
    value = (value ^ value >> 27) * 0x94D049BB133111EB & WORD_BITS
    return value ^ value >> 31


def shingles(form: str) -> list[int]:
    """Return the hashes of the shingles of a comparison form in order."""
    whole = [
        form[at : at + length]
        for at, one in enumerate(form)
        if at + (length := 4 if re.match("[㐀-\u9fff\U00020000-\U0010ffff]", one) else 5)
        <= len(form)
    ]
    return [
        mixed(
            sum((ord(one) + 1) * factor for one, factor in zip(run, FACTORS, strict=False))
            & WORD_BITS
        )
        for run in whole or [form] * bool(form)
    ]
