"""The normal form of a text, and its words."""

import functools
import importlib.util
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import Stemmer  # type: ignore[import-not-found,unused-ignore] # stubs come with some versions only

from simcore.model.errors import ConfigError
from simcore.model.reason_codes import ReasonCode
from simcore.text.characters import (
    FOREIGN,
    HAN,
    MARKS,
    UNSPACED,
    fold_spaces,
    notes_of,
    seen_spaces,
)
from simcore.text.chinese_variants import simplified
from simcore.text.letters.comparison_form import without_marks
from simcore.text.memo import Memo
from simcore.text.normal_form import folded, may_be_foreign, visible, without_context
from simcore.text.segmentation import Cut

_LETTER = rf"(?:[^\W_{HAN}{UNSPACED}]|[{MARKS}])"
# a word with a letter that is neither ASCII nor Chinese, or one character of an unspaced script;
# the look-behind and the atomic group avoid a match attempt at every position of long ASCII runs
_FOREIGN_WORD = rf"((?<![a-z0-9])(?>[a-z0-9]*){FOREIGN}{_LETTER}*|[{UNSPACED}])"


@functools.cache
def _foreign_word() -> re.Pattern[str]:
    # compiling it takes longer than importing everything else here
    return re.compile(_FOREIGN_WORD)


def is_word(piece: str) -> bool:
    """Return whether a piece of a text has a letter or a digit."""
    return any(map(str.isalnum, piece))


_IS_WORD = Memo(is_word)


IN_CONTEXT = b"in context"
"""What ``NormalForm.seen`` is if ``form`` is the visible form itself."""


class NormalForm(NamedTuple):
    """The normal form of a text, and what a reader sees of the text: ``form`` and ``seen``.

    ``foreign`` is whether it has letters that are neither ASCII nor Chinese, for ``pieces``; None
    if that was not found out on the way. ``form`` is the normal form before traditional Chinese
    becomes simplified, and ``seen`` what it folds although a reader sees it
    (``simcore.text.characters.FoldedText``); both together are equal exactly for texts with one
    visible form, white space folded. ``spaces`` tells where a reader sees one that was folded.
    """

    text: str
    foreign: bool | None
    form: str
    seen: bytes
    spaces: bytes = b""


def normalise(text: str) -> str:
    r"""Return the normal form: NFKC, case folded, simplified Chinese, no invisible characters.

    Full- and half-width forms become one, and so do compatibility characters (Unicode Standard
    Annex 15; case folding after Unicode chapter 3.13, definition 144). White space becomes one
    space, and none beside a character of a script written without it: line breaks in Chinese and
    spaces around Latin words do not matter. Traditional Chinese becomes simplified (see
    ``simcore.text.chinese_variants``). Words depend on this form alone.

    >>> normalise("ＡＢＣ，Straße"), normalise("數據\n庫 SQL  语句")
    ('abc,strasse', '数据库sql语句')
    """
    return normal_form(text, seen=False).text


def normal_form(text: str, *, seen: bool = True) -> NormalForm:
    """Return the normal form of a text, and with ``seen`` what a reader sees beyond it.

    >>> normal_form("ＡＢＣ 数据")[:2], normal_form("École")[:2], normal_form("數據")[:3]
    (('abc数据', False), ('école', True), ('数据', None, '數據'))
    """
    if text.isascii():
        joined = " ".join(text.split())
        normal = joined.lower()
        notes = _capitals(joined) if seen and normal != joined else b""
        return NormalForm(normal, foreign=False, form=normal, seen=notes)
    looked_up = without_context(text, seen=seen)
    if looked_up is None:
        normal = simplified(fold_spaces(folded(text)))
        if not seen:
            return NormalForm(normal, None, normal, b"")
        shown = visible(text)
        # composed, it may have no characters in context any more
        composed = without_context(shown)
        if composed is None:
            spaces = seen_spaces(shown).encode("utf-8", "surrogatepass")
            return NormalForm(normal, None, fold_spaces(shown), IN_CONTEXT, spaces)
        return NormalForm(normal, None, composed.text, composed.seen, composed.spaces)
    # after folding spaces, so that phrases across line ends are found
    normal = simplified(looked_up.text) if looked_up.traditional else looked_up.text
    foreign = None if looked_up.traditional else looked_up.foreign
    return NormalForm(normal, foreign, looked_up.text, looked_up.seen, looked_up.spaces)


def _capitals(text: str) -> bytes:
    """Return ``NormalForm.seen`` of an ASCII text whose spaces are folded."""
    codes = np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    at = np.flatnonzero((codes >= ord("A")) & (codes <= ord("Z")))
    return notes_of(at, codes[at])


def compact(normal: str) -> str:
    """Drop the spaces of a normal form.

    >>> compact("one two 三四")
    'onetwo三四'
    """
    return normal.replace(" ", "")


def pieces(normal: str, cut: Cut, *, foreign: bool | None = None) -> list[str]:
    """Split a normalised text into words and the pieces between them, in order.

    Chinese is segmented by the dictionary, other scripts at characters that are no letter, mark or
    digit; scripts without spaces that are not in the dictionary into characters. Marks that the
    comparison form leaves out are left out. ``foreign`` is the second result of ``normal_form``.
    """
    if not (may_be_foreign(normal) if foreign is None else foreign):
        return cut(normal)
    normal = without_marks(normal)
    # with one capturing group, split alternates between other pieces and matches
    return [
        word
        for at, piece in enumerate(_foreign_word().split(normal))
        if piece
        for word in ([piece] if at % 2 else cut(piece))
    ]


def only_words(listed: Iterable[str]) -> list[str]:
    """Return the pieces that are words, without punctuation and white space."""
    return list(filter(_IS_WORD.__getitem__, listed))


def words(normal: str, cut: Cut) -> list[str]:
    """Split a normalised text into words, without punctuation and white space.

    >>> words("café的menu，第2版", list)
    ['c', 'a', 'f', 'e', '的', 'm', 'e', 'n', 'u', '第', '2', '版']
    """
    return only_words(pieces(normal, cut))


@functools.cache
def stop_words() -> frozenset[str]:
    """Return the Chinese and English stop words (stopwords-iso).

    Raises ``ConfigError`` if they are not installed.
    """
    spec = importlib.util.find_spec("stopwordsiso")
    if spec is None or spec.origin is None:
        raise ConfigError(ReasonCode.NO_STOP_WORDS)
    # the data of all languages; importing the package takes ten times as long
    with Path(spec.origin).with_name("stopwords-iso.json").open(encoding="utf-8") as file:
        known: dict[str, list[str]] = json.load(file)
    listed = [*known["zh"], *known["en"]]
    normalise(" ".join(listed))  # looks up all their characters at once
    return frozenset(map(normalise, listed))


@functools.cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


def stem_words(listed: list[str]) -> list[str]:
    """Reduce English words to their stems (Snowball's "english"); others stay unchanged.

    >>> stem_words(["connected", "connections", "连接"])
    ['connect', 'connect', '连接']
    """
    stems: list[str] = _stemmer().stemWords(listed)
    return stems
