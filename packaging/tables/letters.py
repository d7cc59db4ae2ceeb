"""What becomes of each character of a normal form in the comparison form.

``simcore.text.similarity`` says why.
"""

import unicodedata

import numpy as np
from numpy.typing import NDArray

from simcore.kernel.core import (
    LETTER_BETWEEN,
    LETTER_CURRENCY,
    LETTER_DIGIT,
    LETTER_JOINED,
    LETTER_MARK,
    LETTER_MINUS,
    LETTER_POINT,
    LETTER_WORD,
)
from simcore.text.normal_form import unspaced

_MARKS_LEFT_OUT = (
    (0x0300, 0x0370),
    (0x0483, 0x048A),
    (0x0591, 0x05C8),
    (0x0610, 0x061B),
    (0x064B, 0x0660),
    (0x0670, 0x0671),
    (0x06D6, 0x06EE),
    (0x0711, 0x0712),
    (0x0730, 0x074B),
    (0x0898, 0x0900),
    (0x180B, 0x1810),  # and other selectors of variants
    (0x1AB0, 0x1B00),
    (0x1DC0, 0x1E00),
    (0x20D0, 0x2100),
    (0x302A, 0x3030),
    (0xFE00, 0xFE10),
    (0xFE20, 0xFE30),
    (0xE0100, 0xE01F0),
)
_APOSTROPHES = frozenset("\u02b9\u02ba\u02bb\u02bc\u02bd\u02be\u02bf")
"""Letters by name only."""

_TATWEEL = "\u0640"
"""The stroke that makes Arabic words longer."""

_SAME_LETTER = dict(zip("ёѐѝłđøıħŧ", "ееиldoiht", strict=True))
"""Letters whose mark is not taken apart by Unicode, or in Cyrillic."""

_SIGNS = {
    ".": ord(".") | LETTER_POINT | LETTER_BETWEEN,
    ",": ord(",") | LETTER_BETWEEN,
    "\u066b": ord(".") | LETTER_POINT | LETTER_BETWEEN,  # the decimal separator of Arabic
    "/": ord("/") | LETTER_BETWEEN,
    "\u2044": ord("/") | LETTER_BETWEEN,  # of ½ in the normal form
    ":": ord(":") | LETTER_BETWEEN,
    "~": ord("~") | LETTER_BETWEEN,
    # the hyphen and the dash are set for a minus as often as that
    **dict.fromkeys("-\u2010\u2212\u2013", ord("-") | LETTER_BETWEEN | LETTER_MINUS),
}


def letter_entry(character: str) -> int:
    """Return what a character of a normal form becomes, with flags."""
    if character in _SIGNS:
        return _SIGNS[character]
    category = unicodedata.category(character)
    if category[0] == "M":
        code = ord(character)
        out = any(first <= code < behind for first, behind in _MARKS_LEFT_OUT)
        return LETTER_MARK if out else code | LETTER_JOINED
    if category == "Nd":
        return ord("0") + unicodedata.decimal(character) | LETTER_DIGIT
    if category == "Sc":
        return LETTER_CURRENCY
    if character == _TATWEEL:
        return LETTER_MARK
    if character in _APOSTROPHES or not character.isalnum():
        return 0
    word = 0 if unspaced(character) else LETTER_WORD
    return ord(_letter(character)) | word


def _letter(character: str) -> str:
    """Return a letter without the marks that are left out."""
    if character in _SAME_LETTER:
        return _SAME_LETTER[character]
    if not unicodedata.name(character, "").startswith(("LATIN", "GREEK")):
        return character
    bare = unicodedata.normalize("NFD", character)[0]
    return _SAME_LETTER.get(bare, bare)


def letter_entries(codes: range) -> NDArray[np.uint32]:
    """Return the entries of some characters."""
    return np.array([letter_entry(chr(code)) for code in codes], dtype=np.uint32)
