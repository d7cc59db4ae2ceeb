"""The normal form of a text, and its words."""

import functools
import importlib.util
import json
import re
from collections.abc import Iterable
from pathlib import Path

import Stemmer  # type: ignore[import-not-found,unused-ignore] # stubs come with some versions only

from simcore.model.errors import ConfigError
from simcore.model.reason_codes import ReasonCode
from simcore.text.chinese_variants import simplified
from simcore.text.memo import Memo
from simcore.text.normal_form import (
    FOREIGN,
    HAN,
    MARKS,
    UNSPACED,
    fold_spaces,
    folded,
    may_be_foreign,
    without_context,
)
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
    return normal_form(text)[0]


def normal_form(text: str) -> tuple[str, bool | None]:
    """Return the normal form, and whether it has letters that are neither ASCII nor Chinese.

    The latter is the ``foreign`` of ``pieces``; None if it was not found out on the way.

    >>> normal_form("ＡＢＣ 数据"), normal_form("École"), normal_form("數據")
    (('abc数据', False), ('école', True), ('数据', None))
    """
    if text.isascii():
        return " ".join(text.lower().split()), False
    looked_up = without_context(text)
    if looked_up is None:
        return simplified(fold_spaces(folded(text))), None
    spaced, traditional, foreign = looked_up
    # after folding spaces, so that phrases across line ends are found
    return (simplified(spaced), None) if traditional else (spaced, foreign)


def compact(normal: str) -> str:
    """Drop the spaces of a normal form: shingles are made of this.

    >>> compact("one two 三四")
    'onetwo三四'
    """
    return normal.replace(" ", "")


def pieces(normal: str, cut: Cut, *, foreign: bool | None = None) -> list[str]:
    """Split a normalised text into words and the pieces between them, in order.

    Chinese is segmented by the dictionary, other scripts at characters that are no letter, mark or
    digit; scripts without spaces that are not in the dictionary into characters. ``foreign`` is
    the second result of ``normal_form``.
    """
    if not (may_be_foreign(normal) if foreign is None else foreign):
        return cut(normal)
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
    ['café', '的', 'm', 'e', 'n', 'u', '第', '2', '版']
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
