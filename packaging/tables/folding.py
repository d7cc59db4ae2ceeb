"""What becomes of each character in the normal form of a text.

Nearly every text consists of characters whose normal form does not depend on their neighbours, so
the core looks them up by code point. Characters that depend on their context (marks that combine
with a letter before them) are left to the Unicode algorithms.
"""

import re
import unicodedata

import numpy as np
from numpy.typing import NDArray

from simcore.kernel.core import (
    CODE,
    FOLD_DROPPED,
    FOLD_IDLE,
    FOLD_IN_CONTEXT,
    FOLD_OTHER_LETTER,
    FOLD_SEEN,
    FOLD_SEVERAL,
    FOLD_TRADITIONAL,
    FOLD_WORD,
    in_block,
)
from simcore.text.normal_form import HAN, UNSPACED, beside_idle, folded, marks, visible
from tables.variants import simple_characters

SPACE = 0x20

_UNCHANGED = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
"""No algorithm of Unicode changes these."""

_FOREIGN = re.compile(rf"[^\W_a-z0-9{HAN}{UNSPACED}]|[{marks()}]")
"""A letter that is neither ASCII nor Chinese."""

_LETTER = re.compile(rf"[^\W_{HAN}{UNSPACED}]|[{marks()}]")
"""What goes on with a word that has such a letter; marks belong to theirs."""

_UNSPACED = re.compile(f"[{UNSPACED}]")


_MOST_LOOKS = 32
"""``MOST_LOOKS`` in fold.c."""


def _follows(character: str) -> bool:
    """Return whether a character may combine with the one before it: a mark, a Hangul vowel."""
    return unicodedata.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff"


def fold_entry(character: str) -> tuple[int, int]:
    """Return what a character becomes, with flags, and what a reader sees if that is another."""
    if _UNCHANGED.match(character):
        return ord(character) | FOLD_IDLE, 0
    found = folded(character)
    forms = (character, unicodedata.normalize("NFKC", character), found)
    if any(form and _follows(form[0]) for form in forms):
        # what it is behind others that one character becomes, if it stays itself there
        value = ord(found) | FOLD_OTHER_LETTER if found == character else 0
        idle = FOLD_IDLE if value and beside_idle().match(found) else 0
        return FOLD_IN_CONTEXT | value | idle | (FOLD_WORD if value and found.isalnum() else 0), 0
    if found.isspace():
        return SPACE, 0
    if len(found) > 1:
        return FOLD_SEVERAL if folded(found) == found else FOLD_IN_CONTEXT, 0
    value, seen = ord(found) if found else FOLD_DROPPED, 0
    look = visible(character)
    if look != found:
        if len(look) != 1:
            return FOLD_IN_CONTEXT, 0
        value, seen = value | FOLD_SEEN, ord(look)
    if not found:
        return value, seen
    value |= FOLD_IDLE if beside_idle().match(found) else FOLD_WORD * found.isalnum()
    if _FOREIGN.match(found) or _UNSPACED.match(found):
        value |= FOLD_OTHER_LETTER
    return value, seen


def fold_entries(codes: range) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return both of some characters."""
    fold, seen = np.array([fold_entry(chr(code)) for code in codes], dtype=np.uint32).T.copy()
    becoming = fold & CODE
    simple = simple_characters()
    fold[[code in simple for code in becoming.tolist()]] |= FOLD_TRADITIONAL
    return fold, seen


def expansion(character: str) -> list[int]:
    """Return what a character becomes that becomes several, as ``core.h`` has it."""
    form, look = folded(character), visible(character)
    # 2 for 2, as in Ĳ, or else all of it at one position
    aligned = len(look) == len(form)
    notes = [
        (offset * aligned, ord(one))
        for offset, one in enumerate(look)
        if not aligned or one != form[offset]
    ] * (look != form)
    if len(notes) > _MOST_LOOKS:
        raise ValueError(f"U+{ord(character):04X} looks like too many characters")
    return [len(form), *map(ord, form), len(notes), *(part for note in notes for part in note)]


def classes(codes: range) -> NDArray[np.uint8]:
    """Return the classes of some characters, as ``core.h`` names them."""
    blocks = in_block(np.array(codes, dtype=np.uint32)).tolist()
    found: list[int] = []
    for character, block in zip(map(chr, codes), blocks, strict=True):
        bits = (
            character.isalnum(),
            _FOREIGN.match(character) is not None,
            _LETTER.match(character) is not None,
            _UNSPACED.match(character) is not None,
            block,
            character.isascii() and character.isalnum(),
        )
        found.append(sum(bit << place for place, bit in enumerate(bits)))
    return np.array(found, dtype=np.uint8)
