"""The comparison form of a text, its letters and digits: shingles are made of it.

Formats write one text with other signs: markup, quotation marks, lists, line breaks. So signs and
spaces are left out, but where they make a number another one: the point of 1.5, the minus of -3.
Marks on letters are left out where a text is written with and without them: in Latin, Greek and
Cyrillic (but й, ї and other letters that have one of their own stay; ё is е), and in Arabic,
Hebrew and Syriac. In scripts where marks are vowels (Devanagari, Thai, Tibetan and others) they
stay, as do the marks of kana.

Names of roles and directives of reStructuredText are signs, too: ``:func:`` before a word in back
quotes, ``.. note::``. No page shows them, and a tenth of the letters of a source are theirs.

Each character that stays is one character here, which tells where it comes from.
"""

import functools
import itertools
import re
import unicodedata
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from simcore.text.characters import code_points, string_of, unspaced

# what becomes of a character, with flags above the 21 bits of a code point: 0 leaves it out
_CODE = np.uint32(0x1FFFFF)
_KNOWN = np.uint32(1 << 21)
_DIGIT = np.uint32(1 << 22)
_WORD = np.uint32(1 << 23)  # a letter of a script written with spaces
_MARK = np.uint32(1 << 24)  # left out, though it is part of a letter
_POINT = np.uint32(1 << 25)  # stays before a digit that nothing of a word is before
_BETWEEN = np.uint32(1 << 26)  # stays between two digits
_MINUS = np.uint32(1 << 27)  # stays before a number that nothing of a word is before
_CURRENCY = np.uint32(1 << 28)  # stands between a minus and its number
_JOINED = np.uint32(1 << 29)  # a mark that stays: part of the letter before it
_IN_NUMBERS = _BETWEEN | _MINUS
_BEGINS_NUMBER = _DIGIT | _POINT | _CURRENCY

_UNCHANGED = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0xAC00, 0xD7A4))  # ideographs and Hangul
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
# of bounded length, since each colon of a text may begin one
_MARKUP = re.compile(r":[a-z][a-z:+_-]{0,40}:(?=`)|\.\. [a-z][a-z:+_-]{0,40}::(?= )")

_LINE_FEED = np.uint32(ord("\n"))

_APOSTROPHES = frozenset("\u02b9\u02ba\u02bb\u02bc\u02bd\u02be\u02bf")
"""Letters by name only."""

_TATWEEL = "\u0640"
"""The stroke that makes Arabic words longer."""

_SAME_LETTER = dict(zip("ёѐѝłđøıħŧ", "ееиldoiht", strict=True))
"""Letters whose mark is not taken apart by Unicode, or in Cyrillic."""

_SIGNS = {
    ".": ord(".") | int(_POINT | _BETWEEN),
    ",": ord(",") | int(_BETWEEN),
    "\u066b": ord(".") | int(_POINT | _BETWEEN),  # the decimal separator of Arabic
    "/": ord("/") | int(_BETWEEN),
    "\u2044": ord("/") | int(_BETWEEN),  # of ½ in the normal form
    ":": ord(":") | int(_BETWEEN),
    "~": ord("~") | int(_BETWEEN),
    # the hyphen and the dash are set for a minus as often as that
    **dict.fromkeys("-\u2010\u2212\u2013", ord("-") | int(_BETWEEN | _MINUS)),
}


def _entry(character: str) -> int:
    """Return the table entry of a character of a normal form."""
    if character in _SIGNS:
        return _SIGNS[character]
    category = unicodedata.category(character)
    if category[0] == "M":
        code = ord(character)
        out = any(first <= code < behind for first, behind in _MARKS_LEFT_OUT)
        return int(_MARK) if out else code | int(_JOINED)
    if category == "Nd":
        return ord("0") + unicodedata.decimal(character) | int(_DIGIT)
    if category == "Sc":
        return int(_CURRENCY)
    if character == _TATWEEL:
        return int(_MARK)
    if character in _APOSTROPHES or not character.isalnum():
        return 0
    word = 0 if unspaced(character) else int(_WORD)
    return ord(_letter(character)) | word


def _letter(character: str) -> str:
    """Return a letter without the marks that are left out."""
    if character in _SAME_LETTER:
        return _SAME_LETTER[character]
    if not unicodedata.name(character, "").startswith(("LATIN", "GREEK")):
        return character
    bare = unicodedata.normalize("NFD", character)[0]
    return _SAME_LETTER.get(bare, bare)


@functools.cache
def _table() -> NDArray[np.uint32]:
    """Return the entries of all characters, 0 of those that did not turn up so far."""
    table = np.zeros(0x110000, dtype=np.uint32)
    for first, behind in _UNCHANGED:
        word = np.uint32(0) if unspaced(chr(first)) else _WORD
        table[first:behind] = np.arange(first, behind, dtype=np.uint32) | _KNOWN | word
    return table


def _learn(table: NDArray[np.uint32], codes: Iterable[int]) -> None:
    for code in codes:
        table[code] = _entry(chr(code)) | int(_KNOWN)


def _looked_up(normal: str) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the code points of a normal form, and their entries."""
    table = _table()
    codes = code_points(normal)
    values: NDArray[np.uint32] = table.take(codes)
    if len(values) and not values.min():
        _learn(table, set(codes[values == 0].tolist()))
        values = table.take(codes)
    return codes, values


def _compared(normal: str) -> NDArray[np.uint32]:
    """Return what each character of a normal form becomes; 0 of those that are left out."""
    _, values = _looked_up(normal)
    compared: NDArray[np.uint32] = values & _CODE
    signs = np.flatnonzero((values & _IN_NUMBERS) != 0)
    if len(signs):
        around = np.zeros(len(values) + 3, dtype=np.uint32)
        around[1:-2] = values
        compared[signs] = 0
        # fast: hardly any sign of a text stands before what begins a number
        signs = signs[(around[signs + 2] & _BEGINS_NUMBER) != 0]
        before, sign, after, next_but_one = (around[signs + at] for at in range(4))
        in_word = (before & (_DIGIT | _WORD)) != 0
        digit = (after & _DIGIT) != 0
        stays = digit & ((sign & _BETWEEN) != 0) & ((before & _DIGIT) != 0)
        first = digit & ((sign & _POINT) != 0)
        stays |= first & ~in_word & ((before & _POINT) == 0)
        number = digit | (((after & (_POINT | _CURRENCY)) != 0) & ((next_but_one & _DIGIT) != 0))
        stays |= number & ((sign & _MINUS) != 0) & ~in_word
        stay = signs[stays]
        compared[stay] = values[stay] & _CODE
    if ":`" in normal or ":: " in normal:
        for name in _MARKUP.finditer(normal):
            compared[name.start() : name.end()] = 0
    return compared


def comparable(normal: str) -> str:
    """Return the comparison form of a normal form.

    >>> comparable("l'été, one-two (1.5 m)."), comparable("v1.5 at -3 °c"), comparable("еще: ещё")
    ('leteonetwo1.5m', 'v1.5at-3c', 'ещееще')
    """
    compared = _compared(normal)
    return string_of(compared.compress(compared != 0))


def comparable_lines(normals: Iterable[str]) -> list[str]:
    """Return the comparison form of each of many short normal forms, all in one pass.

    >>> comparable_lines(["a, -1", "", "2 b"])
    ['a-1', '', '2b']
    """
    joined = "\n".join(normals)
    compared = _compared(joined)
    # no normal form has one
    compared[code_points(joined) == _LINE_FEED] = _LINE_FEED
    return string_of(compared.compress(compared != 0)).split("\n")


def places_compared(normal: str) -> NDArray[np.int64]:
    """Return the index in a normal form of each character of its comparison form. Shape (n,).

    >>> places_compared("a, b").tolist()
    [0, 3]
    """
    return np.flatnonzero(_compared(normal))


def words_compared(normal: str) -> list[str]:
    """Return the words of a normal form in order, of the letters of its comparison form.

    A number is a word, whatever is written next to it; so is each letter of a script without
    spaces, with its marks.

    >>> words_compared("l'été, 3pm, -1.5 m: 数据 ab12")
    ['l', 'ete', '3', 'pm', '-1.5', 'm', '数', '据', 'ab', '12']
    """
    _, values = _looked_up(normal)
    compared = _compared(normal)
    kept = np.flatnonzero(compared)
    if not len(kept):
        return []
    parted = np.cumsum((compared == 0) & ((values & _MARK) == 0))[kept]
    found = values[kept]
    number = (found & (_DIGIT | _IN_NUMBERS)) != 0
    spaced = (found & _WORD) != 0
    joined = (found & _JOINED) != 0
    goes_on = joined[1:] | (number[1:] & number[:-1])
    # a letter after a mark goes on with the word that the mark is in, if there are words
    goes_on |= spaced[1:] & (spaced[:-1] | joined[:-1])
    goes_on &= parted[1:] == parted[:-1]
    starts = [0, *(np.flatnonzero(~goes_on) + 1).tolist(), len(kept)]
    letters = string_of(compared[kept])
    return [letters[start:end] for start, end in itertools.pairwise(starts)]


def without_marks(normal: str) -> str:
    """Return a normal form without the marks on letters that are left out, with all else.

    >>> without_marks("l'été, ещё – ปลา")
    "l'ete, еще – ปลา"
    """
    codes, values = _looked_up(normal)
    changed = values & _CODE
    kept = np.where((changed == 0) | ((values & _IN_NUMBERS) != 0), codes, changed)
    return string_of(kept[(values & _MARK) == 0])


def without_signs(normal: str) -> str:
    """Return the letters of a normal form with all of their marks, and its digits.

    >>> without_signs("l'été, 1.5!")
    'lété15'
    """
    codes, values = _looked_up(normal)
    stays = ((values & (_CODE | _MARK)) != 0) & ((values & _IN_NUMBERS) == 0)
    return string_of(codes[stays])
