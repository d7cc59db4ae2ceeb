"""The numbers, dates and names among the words of a run of Chinese characters."""

import functools
import re
from collections.abc import Iterator, Sequence

from simcore.kernel.tables import NAMES, mapped_words
from simcore.text.tokens import stop_words

_DIGIT = "〇零一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟"
_UNIT = "[元年月日号天岁人次条件点个份周张台套名位家倍页期层米吨箱间户辆本章款项季]"
_NUMERAL = re.compile(f"(第|百分之)?([{_DIGIT}]+)(个?{_UNIT}?)")
# numerals by their characters only
_NO_NUMERALS = frozenset("万一 一一 千万 万万 千千万万 三三两两 一点".split())
_CHINESE_WEEKDAY = re.compile("(?:星期|礼拜|周)[一二三四五六日天]")

SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余于杜叶程苏魏"
    "吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱"
    "严覃武戴莫孔向汤温康施文洪季柳倪牛"
)
"""The most frequent surnames of one character."""

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
    """Return the personal and place names of jieba's dictionary: see ``packaging/tables``."""
    return mapped_words(NAMES)


def masked_chinese(listed: list[str], *, after_number: bool) -> Iterator[str | None]:
    """Yield the words of a run, which may follow a number in digits; None for masked words."""
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
    """Count the words of a name that is not in the dictionary and was segmented, or 0."""
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
