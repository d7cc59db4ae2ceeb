"""The normal form of a text, its words, and quotations that begin and end with them."""

import functools
import unicodedata
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from simcore.kernel import core
from simcore.kernel.core import STOP_WORDS, Codes, mapped_words
from simcore.text.normal_form import (
    code_points,
    fold_spaces,
    folded,
    seen_spaces,
    simplified,
    simplified_codes,
    string_of,
    unspaced,
    visible,
)

WORDS_REMEMBERED = 1 << 18  # the same words recur millions of times


class Cut:
    """Segments texts into words, whose concatenation is the text.

    ``dictionary`` is a packed one; None is jieba's own.
    """

    def __init__(self, dictionary: bytes | None = None) -> None:
        self.dictionary = dictionary

    def __call__(self, text: str) -> list[str]:
        return self.pieces(text, foreign=False)

    def pieces(self, normal: str, *, foreign: bool | None = None) -> list[str]:
        """Split a normal form into words and the pieces between them, in order.

        Chinese is segmented by the dictionary, other scripts at characters that are no letter, mark
        or digit, unspaced scripts outside the dictionary into characters. Marks that the comparison
        form leaves out are removed. ``foreign`` is that of ``NormalForm``.
        """
        codes = code_points(normal)
        if foreign is None:
            foreign = core.may_be_foreign(codes)
        ends, cut = core.pieces(codes, foreign=foreign, words=self.dictionary)
        text = string_of(cut) if foreign else normal
        return [text[start:end] for start, end in pairwise([0, *ends.tolist()])]


@functools.lru_cache(WORDS_REMEMBERED)
def _is_word(piece: str) -> bool:
    return any(map(str.isalnum, piece))


IN_CONTEXT = b"in context"  # ``NormalForm.seen`` if ``form`` is the visible form itself


class NormalForm(NamedTuple):
    """The normal form of a text, and what a reader sees of the text: ``form`` and ``seen``.

    Both forms are code points; ``form`` is the one before traditional Chinese becomes simplified,
    the same array if nothing does. ``seen`` has positions and characters of what is folded but
    visible: ``form`` and ``seen`` together are equal exactly for texts with one visible form.
    ``spaces`` has the positions of visible spaces that were folded. ``foreign`` is whether there
    are letters that are neither ASCII nor Chinese; None if unknown.
    """

    codes: Codes
    foreign: bool | None
    form: Codes
    seen: bytes
    spaces: bytes = b""

    @property
    def text(self) -> str:
        return string_of(self.codes)


def normalise(text: str) -> str:
    r"""Return the normal form: NFKC, case folded, simplified Chinese, no invisible characters.

    White space becomes one space, and none beside a character of a script without spaces (Unicode
    Standard Annex 15; case folding after Unicode chapter 3.13, definition 144).

    >>> normalise("ＡＢＣ，Straße"), normalise("數據\n庫 SQL  语句")
    ('abc,strasse', '数据库sql语句')
    """
    return normal_form(text, seen=False).text


def normal_form(text: str, *, seen: bool = True) -> NormalForm:
    """Return the normal form of a text, and with ``seen`` what a reader sees beyond it."""
    looked_up = core.fold(code_points(text), seen=seen)
    if looked_up is None:
        if not seen:
            normal = code_points(simplified(fold_spaces(folded(text))))
            return NormalForm(normal, None, normal, b"")
        # in most of these a sign becomes a space and a mark, which is seen as one
        normal = normal_form(text, seen=False).codes
        shown = visible(text)
        # composed, it may have no characters in context any more
        composed = core.fold(code_points(shown), seen=True)
        if composed is None:
            spaces = seen_spaces(shown).encode("utf-8", "surrogatepass")
            return NormalForm(normal, None, code_points(fold_spaces(shown)), IN_CONTEXT, spaces)
        return NormalForm(normal, None, composed.codes, composed.notes, composed.spaces)
    if looked_up.traditional:
        # after folding spaces, so that phrases across line ends are found
        normal = simplified_codes(looked_up.codes)
        return NormalForm(normal, None, looked_up.codes, looked_up.notes, looked_up.spaces)
    codes, _, foreign, *marks = looked_up
    return NormalForm(codes, foreign, codes, *marks)


def only_words(listed: Iterable[str]) -> list[str]:
    return list(filter(_is_word, listed))


def words(normal: str, cut: Cut) -> list[str]:
    """Split a normalised text into words, without punctuation and white space."""
    return only_words(cut.pieces(normal))


@functools.cache
def stop_words() -> frozenset[str]:
    """Return the Chinese and English stop words (stopwords-iso)."""
    return mapped_words(STOP_WORDS)


def stem_words(listed: list[str]) -> list[str]:
    """Reduce English words to their stems (Snowball's "english"); others stay unchanged."""
    import Stemmer  # type: ignore[import-not-found,unused-ignore] # noqa: PLC0415 - for few recipes

    stems: list[str] = Stemmer.Stemmer("english").stemWords(listed)
    return stems


_CUT = "\u2026"
# Korean is compared without its spaces, and written with them
_FIRST_HANGUL, _LAST_HANGUL = "\uac00", "\ud7a3"


def quote_run(text: str, start: int, stop: int, most: int) -> str:
    """Quote a run of a text, or its first ``most`` characters, on one line.

    The quote begins and ends with whole words, in scripts without spaces with any character. A run
    without a whole word is quoted unchanged.

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
