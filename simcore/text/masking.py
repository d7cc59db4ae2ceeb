"""Whether two texts differ in numbers, dates and names only, as invoices of one form do.

The masked form of a text has a mark in place of these; two texts with equal masked forms and
different normal forms are such a pair. It is made of the decoded text: English names are recognised
by capitals alone. A doubtful word counts as a name. Masking takes ten times as long as a
fingerprint, so words that are never masked tell most pairs apart before.
"""

import contextlib
import functools
import io
import logging
import operator
import re
import unicodedata
import warnings
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise, permutations, takewhile
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.files.opening import open_regular
from simcore.kernel.core import NAMES, mapped_words
from simcore.kernel.core import dictionary as packed_dictionary
from simcore.model.reasons import ConfigError, ReadError, ReasonCode, reason_of
from simcore.text.decoding import decode
from simcore.text.normal_form import DROPPED, content_hash, simplified
from simcore.text.words import Cut, stop_words

_DIGIT = "〇零一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟"
_UNIT = "[元年月日号天岁人次条件点个份周张台套名位家倍页期层米吨箱间户辆本章款项季]"
_NUMERAL = re.compile(f"(第|百分之)?([{_DIGIT}]+)(个?{_UNIT}?)")
# numerals by their characters only
_NO_NUMERALS = frozenset("万一 一一 千万 万万 千千万万 三三两两 一点".split())
_CHINESE_WEEKDAY = re.compile("(?:星期|礼拜|周)[一二三四五六日天]")

# the most frequent surnames of one character
SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余于杜叶程苏魏"
    "吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱"
    "严覃武戴莫孔向汤温康施文洪季柳倪牛"
)

# as single characters these are mostly not surnames
_NO_SURNAMES = frozenset("于向何万方段余任白文毛付施季牛")
_LONE_SURNAMES = SURNAMES - _NO_SURNAMES
_NO_GIVEN_NAMES = frozenset(
    "付收买卖租借还给签交提供须应可将不未无没非勿免禁增减加元年月日号个件台套吨米斤角分天岁"
)
_HONORIFICS = frozenset("先生 女士 小姐 经理 律师 医生 教授 老师 同志 董事长".split())
_COMPANIES = frozenset("有限公司 有限责任 股份有限公司 有限责任公司 集团公司 集团".split())
_COMPANY_WORDS = 4


@functools.cache
def dictionary_names() -> frozenset[str]:
    return mapped_words(NAMES)


def masked_chinese(listed: list[str], *, after_number: bool) -> Iterator[str | None]:
    """Yield the words of a run of Chinese, None for masked ones."""
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
    """Count the words of a segmented name that is not in the dictionary, or 0."""
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


NUMERALS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty "
    "ninety hundred thousand million billion".split()
)
DATES = frozenset(
    "january february april june july september october november december "
    "monday tuesday wednesday thursday friday saturday sunday".split()
)
_SHORT_DATES = frozenset(
    "jan feb apr jun jul aug august sep sept oct nov dec "
    "mon tue tues wed thu thur thurs fri".split()
)
_DOUBTFUL_DATES = frozenset("may march mar sat sun".split())
TITLES = frozenset("mr mrs ms dr prof st no messrs".split())
FORMS = frozenset(
    "ltd limited inc incorporated llc llp plc corp corporation co company gmbh ag sa bv".split()
)
MASKED_AT_TIMES = NUMERALS | DATES | FORMS
_ARTICLES = frozenset("a an the this that such each any every either said both no".split())


@dataclass(slots=True)
class Word:
    text: str
    folded: str
    start: bool  # of a sentence or a line
    after: str  # the word before it in the same sentence, folded
    beside_number: bool = False
    initial: bool = False  # one capital letter, followed by a point


Token = Word | str | None  # a word with letters, any other token, or None for a masked one


def is_date(word: Word) -> bool:
    short = _SHORT_DATES | _DOUBTFUL_DATES if word.beside_number else _SHORT_DATES
    return word.folded in DATES or (word.text[0].isupper() and word.folded in short)


def name_positions(tokens: Sequence[Token]) -> set[int]:
    """Return the indices of names written with capitals.

    A capitalised word inside a sentence is a name unless the text also has it in lower case or
    after an article (the Seller). At the start of a sentence it must also be a name elsewhere in
    the text, or precede a name.
    """
    found = [(at, token) for at, token in enumerate(tokens) if isinstance(token, Word)]
    ordinary = {
        word.folded for _, word in found if not word.text[0].isupper() or word.after in _ARTICLES
    } | stop_words()
    likely = set()
    for at, word in found:
        bare = _stripped(word)
        name = bare.text[0].isupper() and not bare.text.isupper() and bare.folded not in ordinary
        if (word.initial or name) and not is_date(word):
            likely.add(at)
    inside = {at for at, word in found if at in likely and not word.start}
    known = {_stripped(word).folded for at, word in found if at in inside}
    names = inside | {
        at
        for at, word in found
        if at in likely
        and (at + (2 if word.initial else 1) in inside or _stripped(word).folded in known)
    }
    for at, word in found:
        if word.folded in FORMS:
            before = tokens[at - 1] if at else None
            if at - 1 in names or (isinstance(before, Word) and before.text.isupper()):
                names |= {at - 1, at}
    return names


def _stripped(word: Word) -> Word:
    if not word.text.endswith(("'s", "’s")):
        return word
    return Word(word.text[:-2], word.folded[:-2], word.start, word.after)


MARK: Final = "#"  # replaces neighbouring numbers, dates and names
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


def _tokens(text: str, cut: Cut) -> Iterator[Token]:
    start, after, title, kind = True, "", False, None
    for match in _token().finditer(text):
        number = kind == "number"
        kind, found = match.lastgroup, match[0]
        if kind == "word":
            folded = found.casefold()
            initial = len(found) == 1 and found.isupper() and text.startswith(".", match.end())
            yield Word(found, folded, start, after, initial=initial)
            start, after, title = False, folded, folded in TITLES or len(found) == 1
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
    """Count the signs of a normal form that are never masked; equal for equal masked forms."""
    indices = _SIGN_PLACES.take(codes, mode="clip")
    return np.bincount(indices, minlength=_SIGN_KINDS)[1:].tobytes()


def never_masked(piece: str, cut: Cut) -> Iterator[str]:
    """Yield the words and signs of a piece of a plain text that no text has masked."""
    for token in _tokens(piece, cut):
        if isinstance(token, str):
            if token not in _LINKS:
                yield token.casefold()
        elif isinstance(token, Word) and not (
            token.text[0].isupper()
            # the name of a firm, before its form
            or token.text.isupper()
            or token.folded in MASKED_AT_TIMES
        ):
            yield token.folded


def masked_words(text: str, cut: Cut) -> list[str]:
    """Return a decoded text's words and signs in order, with ``MARK`` for masked ones.

    Masked are numbers, dates, weekdays, personal and place names; Chinese numerals only as separate
    words (not the one in 一起). Units, currencies and percent signs stay. Neighbouring masked words
    become one mark, so that names of two and of three words are equal.

    >>> masked_words("Paid $1,200 to Ann Lee on 5 May 2024", str.split)
    ['paid', '$', '#', 'to', '#', 'on', '#']
    """
    tokens = list(_tokens(plain(text), cut))
    for at, token in enumerate(tokens):
        if isinstance(token, Word):
            token.beside_number = None in (*tokens[max(0, at - 1) : at], *tokens[at + 1 : at + 2])
    names = name_positions(tokens)
    listed: list[str] = []
    marks: list[bool] = []
    for at, token in enumerate(tokens):
        if token is None or (
            isinstance(token, Word) and (at in names or is_date(token) or token.folded in NUMERALS)
        ):
            if len(marks) > 1 and marks[-2] and not marks[-1] and listed[-1] in _LINKS:
                del listed[-1], marks[-1]
            if not (marks and marks[-1]):
                listed.append(MARK)
                marks.append(True)
        else:
            word = token.folded if isinstance(token, Word) else token.casefold()
            listed.append(rf"\{word}" if word == MARK else word)
            marks.append(False)
    return listed


def masked_hash(text: str, cut: Cut) -> bytes | None:
    """Hash the masked form of a decoded text to 16 bytes; None for a text without other words."""
    listed = masked_words(text, cut)
    if not any(any(map(str.isalnum, word)) for word in listed):
        return None
    return content_hash("\n".join(listed).encode("utf-8", "surrogatepass"))


@functools.cache
def segmenter(dictionary: Path | None = None) -> Cut:
    """Return the segmenter of Chinese, with a user dictionary if set. Raises ``ConfigError``."""
    if dictionary is None:
        return Cut()
    tokenizer = reference_tokenizer(dictionary)
    with _refused(dictionary):
        return Cut(packed_dictionary(tokenizer.FREQ, tokenizer.total))


@functools.cache
def reference_tokenizer(dictionary: Path | None = None) -> Any:
    """Return a ``jieba.Tokenizer`` with its dictionary loaded. Raises ``ConfigError``."""
    # before jieba's own is loaded, so that errors come at once
    text = None if dictionary is None else dictionary_text(dictionary)
    with warnings.catch_warnings():
        # jieba 0.42.1 imports pkg_resources and has escapes that newer Pythons warn about
        warnings.simplefilter("ignore")
        import jieba  # type: ignore[import-untyped] # noqa: PLC0415 - loads a dictionary
    jieba.setLogLevel(logging.WARNING)
    tokenizer = jieba.Tokenizer()
    tokenizer.initialize()
    if dictionary is not None:
        with _refused(dictionary):
            tokenizer.load_userdict(io.StringIO(text))
    return tokenizer


def check_dictionary(dictionary: Path) -> None:
    segmenter(dictionary)


def dictionary_text(dictionary: Path) -> str:
    """Return the text of a user dictionary. Raises ``ConfigError``."""
    with _refused(dictionary):
        with open_regular(dictionary) as file:
            data = file.read()
        if not data:
            return ""
        decoded = decode(data)
        if decoded.lossy or decoded.guessed:
            raise ReadError(ReasonCode.ENCODING_GUESSED, decoded.encoding)
        return decoded.text


@contextlib.contextmanager
def _refused(dictionary: Path) -> Iterator[None]:
    """Raise ``ConfigError`` for errors in a user dictionary, its frequencies included."""
    try:
        yield
    except (OSError, ReadError, ValueError, OverflowError) as error:
        raise ConfigError(ReasonCode.NO_DICTIONARY, str(dictionary), reason_of(error)) from error


_BEFORE, _AFTER = 100, 1_000
_MOST_PIECES = 6
_MOST_KNOWN = 65_536
# nothing that is read as one reaches across: no word, number or date
_CUT = re.compile(r"\n|(?<=[a-z]) (?=[a-z])|(?<=[,。、;])(?=[\u4e00-\u9fff])")

# by the keys of texts: thousands of invoices are each compared with dozens
_known: dict[bytes, bytes | None] = {}


def differ_in_numbers_only(left: str, right: str, keys: tuple[bytes, bytes] = (b"", b"")) -> bool:
    """Return whether two decoded texts of different normal forms have the same masked form.

    Uses the default dictionary, so that the answer never changes for two texts. Hashes of masked
    forms are cached by the hash of the text, or by ``keys`` that are unique to each text.

    >>> differ_in_numbers_only("租金每月3500元，不含税", "租金每月4200元，不含税")
    True
    >>> differ_in_numbers_only("租金每月3500元，不含税", "租金每年3500元，不含税")
    False
    """
    texts = left, right
    made = [
        key or content_hash(text.encode("utf-8", "surrogatepass"))
        for text, key in zip(texts, keys, strict=True)
    ]
    if not all(key in _known for key in made) and _told_apart(*map(plain, texts)):
        return False
    one, other = (_masked(text, key) for text, key in zip(texts, made, strict=True))
    return one is not None and one == other


def _masked(text: str, key: bytes) -> bytes | None:
    if key not in _known:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[key] = masked_hash(text, segmenter())
    return _known[key]


class _OneOfTwo(NamedTuple):
    whole: str
    folded: str
    rest: str

    def has_other_words(self, than: "_OneOfTwo") -> bool:
        """Return whether a never-masked word near the first difference is not in the other text."""
        alike = range(min(len(self.rest), len(than.rest)))
        at = bisect_left(alike, 1, key=lambda n: self.rest[: n + 1] != than.rest[: n + 1])
        cuts = _CUT.finditer(self.rest, max(0, at - _BEFORE), at + _AFTER)
        pieces = (self.rest[cut.end() : following.start()] for cut, following in pairwise(cuts))
        other = islice((piece for piece in pieces if piece not in than.rest), _MOST_PIECES)
        return any(word not in than.folded for word in _words(other))

    def has_in_one_case(self, word: str) -> bool:
        """Return whether a word is in small letters wherever it is: a capital may mask it."""
        return word.swapcase() == word or self.whole.count(word) == self.folded.count(word)


def _told_apart(left: str, right: str) -> bool:
    """Return whether a word that neither of two plain texts masks is more often in one."""
    split = [text.split("\n") for text in (left, right)]
    # a log that grew has its earlier version at the head
    head = sum(takewhile(bool, map(operator.eq, *split)))
    lines = [Counter(map(str.strip, some[head:])) for some in split]
    # with a cut before and after each line
    rests = ("\n".join(("", *(one - other).elements(), "")) for one, other in permutations(lines))
    one, other = (
        _OneOfTwo(text, text.casefold(), rest)
        for text, rest in zip((left, right), rests, strict=True)
    )
    return one.has_other_words(other) or other.has_other_words(one) or _counted_unlike(one, other)


def _counted_unlike(one: _OneOfTwo, other: _OneOfTwo) -> bool:
    few, many = sorted((one, other), key=lambda side: len(side.rest))
    pieces = [Counter(map(str.strip, _CUT.split(side.rest))) for side in (few, many)]
    more = Counter(_words((pieces[0] - pieces[1]).elements()))
    # versions of a log differ in the first new words
    for word in _words((pieces[1] - pieces[0]).elements()):
        more[word] -= 1
        if more[word] == -1 and few.has_in_one_case(word):
            return True
    return any(times > 0 and many.has_in_one_case(word) for word, times in more.items())


def _words(pieces: Iterable[str]) -> Iterator[str]:
    return chain.from_iterable(never_masked(piece, segmenter()) for piece in pieces)
