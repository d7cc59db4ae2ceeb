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

import itertools
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from simcore.kernel import flags, texts
from simcore.text.characters import code_points, string_of

_CODE, _DIGIT, _WORD, _MARK, _JOINED = map(
    np.uint32,
    (flags.CODE, flags.LETTER_DIGIT, flags.LETTER_WORD, flags.LETTER_MARK, flags.LETTER_JOINED),
)
_IN_NUMBERS = np.uint32(flags.LETTER_BETWEEN | flags.LETTER_MINUS)

_LINE_FEED = np.uint32(ord("\n"))


def comparable(normal: str) -> str:
    """Return the comparison form of a normal form.

    >>> comparable("l'été, one-two (1.5 m)."), comparable("v1.5 at -3 °c"), comparable("еще: ещё")
    ('leteonetwo1.5m', 'v1.5at-3c', 'ещееще')
    """
    return string_of(texts.compared(code_points(normal))[0])


def _in_place(codes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return what each character of a normal form becomes; 0 of those that are left out."""
    form, places = texts.compared(codes)
    compared = np.zeros(len(codes), dtype=np.uint32)
    compared[places] = form
    return compared


def comparable_lines(normals: Iterable[str]) -> list[str]:
    """Return the comparison form of each of many short normal forms, all in one pass.

    >>> comparable_lines(["a, -1", "", "2 b"])
    ['a-1', '', '2b']
    """
    codes = code_points("\n".join(normals))
    compared = _in_place(codes)
    # no normal form has one
    compared[codes == _LINE_FEED] = _LINE_FEED
    return string_of(compared.compress(compared != 0)).split("\n")


def places_compared(normal: str) -> NDArray[np.int64]:
    """Return the index in a normal form of each character of its comparison form. Shape (n,).

    >>> places_compared("a, b").tolist()
    [0, 3]
    """
    return texts.compared(code_points(normal))[1].astype(np.int64)


def words_compared(normal: str) -> list[str]:
    """Return the words of a normal form in order, of the letters of its comparison form.

    A number is a word, whatever is written next to it; so is each letter of a script without
    spaces, with its marks.

    >>> words_compared("l'été, 3pm, -1.5 m: 数据 ab12")
    ['l', 'ete', '3', 'pm', '-1.5', 'm', '数', '据', 'ab', '12']
    """
    codes = code_points(normal)
    values, compared = texts.letters(codes), _in_place(codes)
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
    codes = code_points(normal)
    values = texts.letters(codes)
    changed = values & _CODE
    kept = np.where((changed == 0) | ((values & _IN_NUMBERS) != 0), codes, changed)
    return string_of(kept[(values & _MARK) == 0])


def without_signs(normal: str) -> str:
    """Return the letters of a normal form with all of their marks, and its digits.

    >>> without_signs("l'été, 1.5!")
    'lété15'
    """
    codes = code_points(normal)
    values = texts.letters(codes)
    stays = ((values & (_CODE | _MARK)) != 0) & ((values & _IN_NUMBERS) == 0)
    return string_of(codes[stays])
