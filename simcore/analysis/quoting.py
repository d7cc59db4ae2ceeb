"""A run of a text as a quotation: by whole words, with a sign where something is cut."""

import unicodedata

from simcore.text.characters import unspaced

_CUT = "\u2026"
_FIRST_HANGUL, _LAST_HANGUL = "\uac00", "\ud7a3"
"""Korean is compared without its spaces, and written with them."""


def quote_run(text: str, start: int, stop: int, most: int) -> str:
    """Quote a run of a text, or its first ``most`` characters, on one line.

    It begins and ends with a word; in scripts without spaces with any character. A run without a
    whole word is quoted as it is.

    >>> quote_run("the quick brown fox", 2, 17, 99), quote_run("the quick brown fox", 4, 19, 12)
    ('…quick brown…', 'quick brown…')
    >>> quote_run("敏捷的棕色狐狸", 1, 6, 3), quote_run("uncommonly", 2, 6, 99)
    ('捷的棕…', '…comm…')
    """
    begin, end = start, min(stop, start + most)
    while begin < end and _inside(text, begin):
        begin += 1
    while begin < end and _inside(text, end):
        end -= 1
    if not any(map(_of_word, text[begin:end])):
        begin, end = start, min(stop, start + most)
    before = _CUT if begin > start or _inside(text, begin) else ""
    after = _CUT if end < stop or _inside(text, end) else ""
    return before + " ".join(text[begin:end].split()) + after


def _inside(text: str, at: int) -> bool:
    return 0 < at < len(text) and _of_word(text[at - 1]) and _of_word(text[at])


def _of_word(character: str) -> bool:
    letter = character.isalnum() or unicodedata.category(character).startswith("M")
    return letter and (not unspaced(character) or _FIRST_HANGUL <= character <= _LAST_HANGUL)
