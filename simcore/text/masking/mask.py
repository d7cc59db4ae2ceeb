"""A text's masked form: the text without its numbers, dates and names.

Invoices, contracts and forms differ in little else, yet are not copies of each other. Two texts
with equal masked forms and different normal forms are such a pair.

English names are recognised by capitals alone, so the masked form is made of the decoded text, not
of its normal form. A doubtful word counts as a name: the pair is then distinguished from true
duplicates, and nothing is lost.

Masking takes about ten times as long as a fingerprint, so it is for the texts of found pairs only.
"""

import functools
import re
import unicodedata
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.text.characters import DROPPED
from simcore.text.chinese_variants import simplified
from simcore.text.hashing import content_hash
from simcore.text.masking import english
from simcore.text.masking.chinese import masked_chinese
from simcore.text.tokens import Cut

MARK: Final = "#"
"""Replaces neighbouring numbers, dates and names."""

_SMALL = "一二三四五六七八九十"
_HAN = r"[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]"
# the digits of a year, a month with its day: a duration (三年, 三个月) is no date
_DATE = rf"""
    (?:\d{{2,4}}|[〇零{_SMALL}]{{4}})[ ]*年[ ]*(?:\d{{1,2}}|[{_SMALL}]{{1,2}})[ ]*月
    (?:[ ]*(?:\d{{1,2}}|[{_SMALL}]{{1,3}})[ ]*[日号])?
  | (?:\d{{1,2}}|[{_SMALL}]{{1,2}})[ ]*月[ ]*(?:\d{{1,2}}|[{_SMALL}]{{1,3}})[ ]*[日号]
"""
_TOKEN = rf"""
    (?P<date>{_DATE})
  | (?P<number>\d+(?:[.,:/'’-]\d+)*(?:(?:st|nd|rd|th)\b)?)
  | (?P<han>(?:(?!{_DATE}){_HAN})+)
  | (?P<word>[^\W\d_]+?(?={_HAN}|\b|\d|_)(?:['’][^\W\d_]+)?)
  | (?P<line>\n)
  | (?P<other>\S)
"""

# between two masked tokens these are masked, too: twenty-five, J. Smith, Smith & Sons
_LINKS = frozenset("-–/&.·")
# neither links nor part of a number or a word
_NEVER_MASKED = '。、;!?()[]{}<>《》「」【】“”"*`|=+%$_~^@'
_SIGN_KINDS = len(_NEVER_MASKED) + 1
# of each, by its code point, from 1 on
_SIGN_PLACES = np.zeros(0x3100, dtype=np.uint8)
_SIGN_PLACES[list(map(ord, _NEVER_MASKED))] = range(1, _SIGN_KINDS)
_WIDE_SIGNS = "，：；！？（）"
_SENTENCE_ENDS = frozenset(".!?。…•*#|")
_TRANSPARENT = frozenset("\"'“”‘’([{<")


@functools.cache
def _token() -> re.Pattern[str]:
    # compiling it takes longer than importing everything else here
    return re.compile(_TOKEN, re.VERBOSE)


@functools.lru_cache(1 << 12)  # a few texts: each is compared with its versions in turn
def _masked_run(run: str, cut: Cut, after_number: bool) -> tuple[str | None, ...]:  # noqa: FBT001
    return tuple(masked_chinese(cut(run), after_number=after_number))


def _tokens(text: str, cut: Cut) -> Iterator[english.Token]:
    start, after, title, kind = True, "", False, None
    for match in _token().finditer(text):
        number = kind == "number"
        kind, found = match.lastgroup, match[0]
        if kind == "word":
            folded = found.casefold()
            initial = len(found) == 1 and found.isupper() and text.startswith(".", match.end())
            yield english.Word(found, folded, start, after, initial=initial)
            start, after, title = False, folded, folded in english.TITLES or len(found) == 1
            continue
        if kind in {"number", "date"}:
            yield None
            start = False
        elif kind == "han":
            yield from _masked_run(found, cut, number)
            start = False
        elif kind == "other":
            yield found
            # the point of "Mr." and of an initial ends no sentence
            start = (found in _SENTENCE_ENDS and not (title and found == ".")) or (
                start and found in _TRANSPARENT
            )
        else:
            start = True
        after, title = "", False


def plain(text: str) -> str:
    """Return the form of a text that is masked: the normal form, with capitals and spaces."""
    if text.isascii():
        return text
    # these alone make NFKC slow for most texts
    for sign in _WIDE_SIGNS:
        text = text.replace(sign, unicodedata.normalize("NFKC", sign))
    return simplified(DROPPED.sub("", unicodedata.normalize("NFKC", text)))


def signs(codes: NDArray[np.uint32]) -> bytes:
    """Count the signs of a normal form that are never masked; equal for equal masked forms.

    >>> from simcore.text.characters import code_points
    >>> one, two, three = map(code_points, ("3500元(不含税)。", "每月(含税)。", "3500元。"))
    >>> signs(one) == signs(two) != signs(three)
    True
    """
    indices = _SIGN_PLACES.take(codes, mode="clip")
    return np.bincount(indices, minlength=_SIGN_KINDS)[1:].tobytes()


def never_masked(piece: str, cut: Cut) -> Iterator[str]:
    """Yield the words and signs of a piece of a plain text that ``masked_words`` keeps in any text.

    >>> list(never_masked("I paid $1,200 to Ann Lee on 5 May 2024", str.split))
    ['paid', '$', 'to', 'on']
    """
    for token in _tokens(piece, cut):
        if isinstance(token, str):
            if token not in _LINKS:
                yield token.casefold()
        elif isinstance(token, english.Word) and not (
            token.text[0].isupper()
            # the name of a firm, before its form
            or token.text.isupper()
            or token.folded in english.MASKED_AT_TIMES
        ):
            yield token.folded


def masked_words(text: str, cut: Cut) -> list[str]:
    """Return a decoded text's words and signs in order, with ``MARK`` for masked ones.

    Masked are numbers in digits, with their separators; Chinese numerals that are separate words
    (not the one in 一起) and English ones; dates with month names, weekdays and 年月日; personal
    and place names. Units, currencies and percent signs stay. Neighbouring masked words become
    one mark, so that names of two and of three words are equal.

    >>> masked_words("Paid $1,200 to Ann Lee on 5 May 2024", str.split)
    ['paid', '$', '#', 'to', '#', 'on', '#']
    """
    tokens = list(_tokens(plain(text), cut))
    for at, token in enumerate(tokens):
        if isinstance(token, english.Word):
            token.beside_number = None in (*tokens[max(0, at - 1) : at], *tokens[at + 1 : at + 2])
    names = english.name_positions(tokens)
    listed: list[str] = []
    marks: list[bool] = []
    for at, token in enumerate(tokens):
        if token is None or (
            isinstance(token, english.Word)
            and (at in names or english.is_date(token) or token.folded in english.NUMERALS)
        ):
            if len(marks) > 1 and marks[-2] and not marks[-1] and listed[-1] in _LINKS:
                del listed[-1], marks[-1]
            if not (marks and marks[-1]):
                listed.append(MARK)
                marks.append(True)
        else:
            word = token.folded if isinstance(token, english.Word) else token.casefold()
            listed.append(rf"\{word}" if word == MARK else word)
            marks.append(False)
    return listed


def masked_hash(text: str, cut: Cut) -> bytes | None:
    """Hash the masked form of a decoded text to 16 bytes.

    Two texts with equal masked hashes and different text hashes differ in numbers, dates or names
    alone (and spaces beside signs). None for a text without other words.

    >>> one, other = "租金每月3500元，不含税", "租金每月4200元，不含税"
    >>> masked_hash(one, list) == masked_hash(other, list) != masked_hash("租金每月3500元", list)
    True
    """
    listed = masked_words(text, cut)
    if not any(any(map(str.isalnum, word)) for word in listed):
        return None
    return content_hash("\n".join(listed).encode("utf-8", "surrogatepass"))
