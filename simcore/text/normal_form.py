"""The normal form of a text, character by character.

Nearly every text consists of characters whose normal form does not depend on their neighbours, so
it is looked up in a table by code point, filled on demand. Characters that depend on their context
(marks that combine with a letter before them) are left to the Unicode algorithms.
"""

import functools
import re
import unicodedata
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from simcore.text.chinese_variants import traditional_among

HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese characters, as a character class."""

UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff"
"""Scripts without spaces that are not in the dictionary, likewise."""


def _marks() -> str:
    r"""List combining marks as a character class: Python's ``\w`` excludes them."""
    planes = (*range(0x300, 0x1E00), *range(0x20D0, 0x2100), *range(0xA600, 0xAC00))
    return "".join(chr(c) for c in planes if unicodedata.category(chr(c)).startswith("M"))


MARKS = _marks()
"""Marks that belong to a letter, likewise."""

FOREIGN = rf"(?:[^\W_a-z0-9{HAN}{UNSPACED}]|[{MARKS}])"
"""A letter that is neither ASCII nor Chinese, as an expression."""

INVISIBLE = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff]+")
_BESIDE_IDLE = re.compile(f"[{HAN}{UNSPACED}\u3000-\u303f]")
_IDLE_SPACE = re.compile(f" (?={_BESIDE_IDLE.pattern})|(?<={_BESIDE_IDLE.pattern}) ")

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")

# the normal form of a character, with flags above the 21 bits of a code point
_CODE = np.uint32(0x1FFFFF)
_IDLE = np.uint32(1 << 21)  # a space beside it has no meaning
_TRADITIONAL = np.uint32(1 << 22)
_DROPPED = np.uint32(1 << 23)
_SEVERAL = np.uint32(1 << 24)  # characters
_IN_CONTEXT = np.uint32(1 << 25)  # its normal form depends on the character before it
_OTHER_LETTER = np.uint32(1 << 26)  # neither ASCII nor Chinese
_UNKNOWN = np.uint32(1 << 27)
_SPACE = np.uint32(0x20)


def code_points(text: str) -> NDArray[np.uint32]:
    """Return the code points of a text, shape (n,); lone surrogates are allowed.

    >>> code_points("a数").tolist()
    [97, 25968]
    """
    # utf-32-le has one value a character on every machine
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def folded(text: str) -> str:
    """Apply NFKC, case folding and NFKC again, and drop invisible characters.

    (Unicode Standard Annex 15; case folding after Unicode chapter 3.13, definition 144, which
    can undo the composition of a few letters.)
    """
    composed = unicodedata.normalize("NFKC", text).casefold()
    return INVISIBLE.sub("", unicodedata.normalize("NFKC", composed))


def fold_spaces(text: str) -> str:
    """Replace white space by one space, and by none beside scripts written without spaces."""
    return _IDLE_SPACE.sub("", " ".join(text.split()))


@functools.cache
def _foreign_character() -> re.Pattern[str]:
    # compiling it takes longer than importing everything else here
    return re.compile(rf"{FOREIGN}|[{UNSPACED}]")


def _follows(character: str) -> bool:
    """Return whether a character may combine with the one before it: a mark, a Hangul vowel."""
    return unicodedata.category(character)[0] == "M" or "\u1160" <= character <= "\u11ff"


def _entry(character: str) -> int:
    """Return the table entry of a character."""
    if _HAN.match(character):
        return ord(character) | int(_IDLE)  # no algorithm of Unicode changes these
    found = folded(character)
    forms = (character, unicodedata.normalize("NFKC", character), found)
    if any(form and _follows(form[0]) for form in forms):
        return int(_IN_CONTEXT)
    if not found:
        return int(_DROPPED)
    if found.isspace():
        return int(_SPACE)
    if len(found) > 1:
        return int(_SEVERAL if folded(found) == found else _IN_CONTEXT)
    value = ord(found)
    if _BESIDE_IDLE.match(found):
        value |= int(_IDLE)
    if _foreign_character().match(found):
        value |= int(_OTHER_LETTER)
    return value


@functools.cache
def _table() -> NDArray[np.uint32]:
    return np.full(0x110000, _UNKNOWN, dtype=np.uint32)


def _looked_up(text: str) -> NDArray[np.uint32]:
    table = _table()
    codes = code_points(text)
    values: NDArray[np.uint32] = table[codes]
    unknown = codes[values == _UNKNOWN]
    if len(unknown):
        turned_up = set(map(chr, unknown.tolist()))
        if table[ord("的")] == _UNKNOWN and any(map(_HAN.match, turned_up)):
            # others will follow, and looking up all at once takes a tenth of the time
            turned_up.update(_frequent_characters())
        _learn(turned_up)
        values = table[codes]
    return values


def _frequent_characters() -> str:
    """Return the symbols and the first level of GB 2312: nearly all of modern Chinese."""
    rows = [*range(0xA1, 0xAA), *range(0xB0, 0xD8)]
    double = b"".join(bytes([row, cell]) for row in rows for cell in range(0xA1, 0xFF))
    return double.decode("gb2312", "ignore")


def _learn(characters: Iterable[str]) -> None:
    table = _table()
    entries = {ord(character): _entry(character) for character in characters}
    becoming = [chr(entry & int(_CODE)) for entry in entries.values()]
    traditional = set(map(ord, traditional_among(becoming)))
    for code, entry in entries.items():
        value = entry & int(_CODE)
        table[code] = entry | int(_TRADITIONAL) if value in traditional else entry


def without_context(text: str) -> tuple[str, bool, bool] | None:
    """Return ``fold_spaces(folded(text))`` and two flags; None if a character depends on context.

    The flags are whether it has traditional Chinese characters, and whether it has letters that are
    neither ASCII nor Chinese.

    >>> without_context("ＡＢＣ，數據 庫…"), without_context("École")
    (('abc,數據庫...', True, False), ('école', False, True))
    """
    values = _looked_up(text)
    special = int(np.bitwise_or.reduce(values, initial=0))
    if special & int(_SEVERAL):
        several = values == _SEVERAL
        for code in set(code_points(text)[several].tolist()):
            text = text.replace(chr(code), folded(chr(code)))
        values = _looked_up(text)
        special = int(np.bitwise_or.reduce(values, initial=0))
    if special & int(_IN_CONTEXT | _SEVERAL):
        return None
    if special & int(_DROPPED):
        values = values[values != _DROPPED]
    kept = values[_kept(values)] & _CODE
    # NumPy strings drop trailing zeros
    joined = kept.view(f"<U{len(kept)}").item() if len(kept) and kept[-1] else _decoded(kept)
    return joined, bool(special & int(_TRADITIONAL)), bool(special & int(_OTHER_LETTER))


def may_be_foreign(normal: str) -> bool:
    """Return whether a normal form may have letters that are neither ASCII nor Chinese.

    >>> may_be_foreign("abc数据库"), may_be_foreign("école"), may_be_foreign("データ")
    (False, True, True)
    """
    found = int(np.bitwise_or.reduce(_looked_up(normal), initial=0))
    return bool(found & int(_OTHER_LETTER | _IN_CONTEXT | _SEVERAL))


def _decoded(codes: NDArray[np.uint32]) -> str:
    return codes.tobytes().decode("utf-32-le", "surrogatepass")


def _kept(values: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Mark the characters that are kept when white space is folded."""
    space = values == _SPACE
    kept: NDArray[np.bool_] = ~space
    # the bounds of runs of white space, including the ends of the text
    padded = np.zeros(len(space) + 2, dtype=np.bool_)
    padded[1:-1] = space
    edges = np.flatnonzero(padded[1:] != padded[:-1])
    starts, ends = edges[::2], edges[1::2]
    inside = slice(
        1 if len(starts) and starts[0] == 0 else 0,
        -1 if len(ends) and ends[-1] == len(values) else None,
    )
    starts, ends = starts[inside], ends[inside]
    idle = (values[starts - 1] | values[ends]) & _IDLE
    kept[starts[idle == 0]] = True
    return kept
