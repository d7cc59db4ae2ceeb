"""A text's masked form: what remains of it when its numbers, dates and names are taken out.

Invoices, contracts and forms differ from each other in little else, and one of them is no copy of
the other. Two texts with equal masked forms and different normal forms are such a pair.

English names show in their capitals alone, so the masked form is made of the text as it was
decoded, not of its normal form. Where it is in doubt whether a word is a name, it is taken for
one: the pair is then kept apart from true duplicates, and nothing is lost.

It takes about ten times as long as a fingerprint, so it is for the texts of pairs that were found,
not for every file.
"""

import functools
import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from simcore.characters import code_points
from simcore.names import SURNAMES, dictionary_names
from simcore.segment import Cut
from simcore.tokens import stop_words
from simcore.variants import simplified

__all__ = ["MARK", "masked_hash", "masked_words", "never_masked", "signs"]

MARK: Final = "#"
"""What stands for neighbouring numbers, dates and names."""

_DIGIT = "〇零一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟"
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
_INVISIBLE = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff]+")

# between two marks these belong to them: twenty-five, J. Smith, Smith & Sons
_LINKS = frozenset("-–/&.·")
# neither these nor part of a number or a word
_NEVER_MASKED = '。、;!?()[]{}<>《》「」【】“”"*`|=+%$_~^@'
# by code point: the place in this list, from 1 on
_PLACES = np.zeros(0x3100, dtype=np.uint8)
_PLACES[list(map(ord, _NEVER_MASKED))] = range(1, len(_NEVER_MASKED) + 1)
_SENTENCE_ENDS = frozenset(".!?。…•*#|")
_TRANSPARENT = frozenset("\"'“”‘’([{<")

_UNIT = "[元年月日号天岁人次条件点个份周张台套名位家倍页期层米吨箱间户辆本章款项季]"
_NUMERAL = re.compile(f"(第|百分之)?([{_DIGIT}]+)(个?{_UNIT}?)")
# numerals by their characters only
_NO_NUMERALS = frozenset("万一 一一 千万 万万 千千万万 三三两两 一点".split())
_CHINESE_WEEKDAY = re.compile("(?:星期|礼拜|周)[一二三四五六日天]")
_ENGLISH_NUMERALS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty "
    "ninety hundred thousand million billion".split()
)
_DATES = frozenset(
    "january february april june july september october november december "
    "monday tuesday wednesday thursday friday saturday sunday".split()
)
_SHORT_DATES = frozenset(
    "jan feb apr jun jul aug august sep sept oct nov dec "
    "mon tue tues wed thu thur thurs fri".split()
)
_DOUBTFUL_DATES = frozenset("may march mar sat sun".split())
_TITLES = frozenset("mr mrs ms dr prof st no messrs".split())
_FORMS = frozenset(
    "ltd limited inc incorporated llc llp plc corp corporation co company gmbh ag sa bv".split()
)
_ARTICLES = frozenset("a an the this that such each any every either said both no".split())

# as words of one character these are mostly something else
_NO_SURNAMES = frozenset("于向何万方段余任白文毛付施季牛")
_LONE_SURNAMES = SURNAMES - _NO_SURNAMES
_NO_GIVEN_NAMES = frozenset(
    "付收买卖租借还给签交提供须应可将不未无没非勿免禁增减加元年月日号个件台套吨米斤角分天岁"
)
_HONORIFICS = frozenset("先生 女士 小姐 经理 律师 医生 教授 老师 同志 董事长".split())
_COMPANIES = frozenset("有限公司 有限责任 股份有限公司 有限责任公司 集团公司 集团".split())
_COMPANY_WORDS = 4


@dataclass(slots=True)
class _Word:
    """A word with letters, as the text has it."""

    text: str
    folded: str
    start: bool  # of a sentence or a line
    after: str  # the word before it in the same sentence, folded
    beside_number: bool = False
    initial: bool = False  # one capital letter with a point behind it


_Token = _Word | str | None
"""A word with letters, anything else by its text, or None for what is masked."""


@functools.cache
def _token() -> re.Pattern[str]:
    # compiling it takes longer than importing all else here
    return re.compile(_TOKEN, re.VERBOSE)


def _tokens(text: str, cut: Cut) -> Iterator[_Token]:
    start, after, title, kind = True, "", False, None
    for match in _token().finditer(text):
        number = kind == "number"
        kind, found = match.lastgroup, match[0]
        if kind == "word":
            folded = found.casefold()
            initial = len(found) == 1 and found.isupper() and text.startswith(".", match.end())
            yield _Word(found, folded, start, after, initial=initial)
            start, after, title = False, folded, folded in _TITLES or len(found) == 1
            continue
        if kind in {"number", "date"}:
            yield None
            start = False
        elif kind == "han":
            yield from _chinese(cut(found), after_number=number)
            start = False
        elif kind == "other":
            yield rf"\{found}" if found == MARK else found
            # the point of "Mr." and of an initial ends no sentence
            start = (found in _SENTENCE_ENDS and not (title and found == ".")) or (
                start and found in _TRANSPARENT
            )
        else:
            start = True
        after, title = "", False


def _chinese(listed: list[str], *, after_number: bool) -> Iterator[str | None]:
    """Mask the Chinese words of a run of characters, which may follow a number in digits."""
    names = dictionary_names()
    masked = [word in names and word not in stop_words() for word in listed]
    for at, word in enumerate(listed):
        length = _name_length(listed, at)
        masked[at : at + length] = [True] * length
        if word in _COMPANIES:
            first = at
            while first > max(0, at - _COMPANY_WORDS) and listed[first - 1] not in stop_words():
                first -= 1
            last = at + 2 if listed[at + 1 : at + 2] == ["公司"] else at + 1
            masked[first:last] = [True] * (last - first)
    number = after_number
    for word, hidden in zip(listed, masked, strict=True):
        before_it, number = number, False
        if before_it and len(word) == 2 and word[0] in "年月日号":
            # 10日前 is 10日 and 前, but 日前 is a word too
            yield from word
        elif hidden or _CHINESE_WEEKDAY.fullmatch(word):
            yield None
        elif word not in _NO_NUMERALS and (numeral := _NUMERAL.fullmatch(word)):
            before, _, unit = numeral.groups()
            yield from filter(None, [before])
            yield None
            yield from filter(None, [unit])
            number = not unit
        else:
            yield word


def _name_length(listed: Sequence[str], at: int) -> int:
    """Count the words of a name that the dictionary does not have and cuts to pieces, or 0."""
    if listed[at] not in _LONE_SURNAMES:
        return 0
    rest = listed[at + 1 : at + 3]
    given = 0
    for word in rest:
        if len(word) > 1 or word in _NO_GIVEN_NAMES or word in stop_words() or word in _DIGIT:
            break
        given += 1
    if given:
        return 1 + given
    whole_run = at == 0 and len(listed) == 2
    honoured = len(rest) == 2 and rest[1] in _HONORIFICS
    return 2 if (whole_run or honoured) and rest and len(rest[0]) == 2 else 0


def _is_date(word: _Word) -> bool:
    if word.folded in _DATES:
        return True
    capital = word.text[0].isupper()
    return capital and (
        word.folded in _SHORT_DATES or (word.folded in _DOUBTFUL_DATES and word.beside_number)
    )


def _looks_like_name(word: _Word) -> bool:
    text = word.text
    return text[0].isupper() and not text.isupper()


def _names(tokens: Sequence[_Token]) -> set[int]:
    """Find the places of names written with capitals.

    A capitalised word inside a sentence is a name unless the same text has it in lower case or
    after an article too (the Seller). At the start of a sentence it takes more: the word is a
    name elsewhere in the text, or the next one is a name.
    """
    found = [(at, token) for at, token in enumerate(tokens) if isinstance(token, _Word)]
    ordinary = {
        word.folded for _, word in found if not word.text[0].isupper() or word.after in _ARTICLES
    } | stop_words()
    likely = {
        at
        for at, word in found
        if not _is_date(word)
        and (
            word.initial
            or (_looks_like_name(_stripped(word)) and _stripped(word).folded not in ordinary)
        )
    }
    inside = {at for at, word in found if at in likely and not word.start}
    known = {_stripped(word).folded for at, word in found if at in inside}
    names = inside | {
        at
        for at, word in found
        if at in likely
        and (at + (2 if word.initial else 1) in inside or _stripped(word).folded in known)
    }
    for at, word in found:
        if word.folded in _FORMS and at - 1 not in names:
            before = tokens[at - 1] if at else None
            if isinstance(before, _Word) and before.text.isupper():
                names.add(at - 1)
        if word.folded in _FORMS and at - 1 in names:
            names.add(at)
    return names


def _stripped(word: _Word) -> _Word:
    """Take the possessive off: Alice's is Alice."""
    if not word.text.endswith(("'s", "’s")):
        return word
    return _Word(word.text[:-2], word.folded[:-2], word.start, word.after)


def _plain(text: str) -> str:
    return simplified(_INVISIBLE.sub("", unicodedata.normalize("NFKC", text)))


def signs(normal: str) -> bytes:
    """Count the signs of a normal form that are never masked: equal for equal masked forms.

    >>> signs("租金3500元(不含税)。") == signs("租金每月(含税)。") != signs("租金3500元。")
    True
    """
    codes = code_points(normal)
    places = _PLACES[np.minimum(codes, len(_PLACES) - 1)]
    return np.bincount(places, minlength=len(_NEVER_MASKED) + 1)[1:].tobytes()


def never_masked(line: str, cut: Cut) -> Iterator[str]:
    """Give the words and signs of a line that ``masked_words`` keeps in whatever text it stands.

    >>> list(never_masked("I paid $1,200 to Ann Lee on 5 May 2024", str.split))
    ['paid', '$', 'to', 'on']
    """
    for token in _tokens(_plain(line), cut):
        if isinstance(token, str):
            if token not in _LINKS:
                yield token.casefold()
        elif isinstance(token, _Word) and not (
            token.text[0].isupper()
            or token.folded in _DATES
            or token.folded in _ENGLISH_NUMERALS
            or token.folded in _FORMS
        ):
            yield token.folded


def masked_words(text: str, cut: Cut) -> list[str]:
    """Give a decoded text's words and signs in order, with ``MARK`` for what is masked.

    Masked are numbers in digits, with their separators; Chinese numerals that are words of their
    own (not the one in 一起) and English ones; dates with month names, weekdays and 年月日;
    personal and place names. Units, currencies and percent signs stay. Neighbouring masked words
    are one mark, so that names of two and of three words come out alike.

    >>> masked_words("Paid $1,200 to Ann Lee on 5 May 2024", str.split)
    ['paid', '$', '#', 'to', '#', 'on', '#']
    """
    tokens = list(_tokens(_plain(text), cut))
    for at, token in enumerate(tokens):
        if isinstance(token, _Word):
            token.beside_number = None in (*tokens[max(0, at - 1) : at], *tokens[at + 1 : at + 2])
    names = _names(tokens)
    listed: list[str] = []
    marks: list[bool] = []
    for at, token in enumerate(tokens):
        if token is None or (
            isinstance(token, _Word)
            and (at in names or _is_date(token) or token.folded in _ENGLISH_NUMERALS)
        ):
            if len(marks) > 1 and marks[-2] and not marks[-1] and listed[-1] in _LINKS:
                del listed[-1], marks[-1]
            if not (marks and marks[-1]):
                listed.append(MARK)
                marks.append(True)
        else:
            listed.append(token.folded if isinstance(token, _Word) else token.casefold())
            marks.append(False)
    return listed


def masked_hash(text: str, cut: Cut) -> bytes | None:
    """Hash what is left of a decoded text without numbers, dates and names, to 16 bytes.

    Two texts with equal masked hashes and different text hashes differ in nothing but numbers,
    dates or names (and spaces beside signs). None for a text that has no other words.

    >>> one, other = "租金每月3500元，不含税", "租金每月4200元，不含税"
    >>> masked_hash(one, list) == masked_hash(other, list) != masked_hash("租金每月3500元", list)
    True
    """
    listed = masked_words(text, cut)
    if not any(any(map(str.isalnum, word)) for word in listed):
        return None
    data = "\n".join(listed).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=16).digest()
