"""Traditional Chinese to simplified, so that both copies of a text have one normal form.

The tables are OpenCC's (Apache-2.0), used in two steps. Its phrases convert characters that depend
on their context: 計畫 is 计划, 圖畫 is 图画; 著 is a particle in 看著, not in 著名. Then every
character that is still traditional by itself is folded, even where OpenCC keeps it, as in 乾隆: a
simplified copy of that text has the same 乾, and both must have one normal form.
"""

import functools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simcore.kernel import texts
from simcore.kernel.texts import Codes
from simcore.text.characters import code_points, string_of

if TYPE_CHECKING:
    import opencc

_FIRST, _BEHIND = 0x3400, 0x33480
_FIRST_CHARACTER = chr(_FIRST)
_COMPATIBLE = (0xF900, 0xFB00), (0x2F800, 0x2FA20)
_ASKED = "著顎鯰"
"""Characters that OpenCC does not make what they become by themselves."""

_ASKED_BESIDE = {
    one[0]: one[1:]
    for one in (
        "沈下不住冤击厚吟寂得思昏沈沙没沦河浊浮浸消淀深湎溺滞甸疴痛痼睡砂积筒耳舟船落载迷郁醉重闷"
        "阴降陷雁静香鱼默 "
        "藉代以凌凭助卉口喻寇手据故方机条槁此滑甚由着端箸素茵草虎词读资躏酝顾 "
        "覆信函反呈命回墓帐思性批拜按文明校申电示禀答覆见重金钧 坏一儿凿制土子布户打拉捏毛砖脱钢陶 "
        "鍊上坠子工形手拉条福足金铁铰银锁锤项颈 逕七上乌南口头山水沙河石社联 瞭如户明然若解 哩海英 "
        "鍾万书公少粟繇郁重锻馗 鉅万子泽甚章防 甦复生醒 畫筹计 噁英 俱家 彷佛"
    ).split()
}
"""Characters of which this is so in phrases, where one of these stands beside them, simplified."""

_KEPT = "么"
"""To OpenCC a 幺."""

_SHORT = 32
"""In a shorter text a character is found in a set before the core is called."""


@functools.cache
def _traditional() -> frozenset[str]:
    """Return the characters that are traditional by themselves."""
    codes = np.arange(_FIRST, _BEHIND, dtype=np.uint32)
    return frozenset(map(chr, codes[texts.simple(codes) != codes].tolist()))


@functools.cache
def _phrases() -> "opencc.OpenCC":
    import opencc  # noqa: PLC0415 - few texts have such characters

    return opencc.OpenCC("tw2s")


def simplified(text: str) -> str:
    """Convert traditional Chinese characters to simplified ones.

    A text without any is returned unchanged, even if it has phrases; the result never has any, so
    a second call changes nothing. Words are not translated: 軟體 becomes 软体, not 软件. The
    tables of phrases are loaded when they are first needed, in each process.

    >>> simplified("頭髮乾了，皇后在後面看著計畫"), simplified("乾隆的著作")
    ('头发干了，皇后在后面看着计划', '干隆的著作')
    """
    if text.isascii() or (len(text) < _SHORT and _traditional().isdisjoint(text)):
        return text
    codes = code_points(text)
    plain = simplified_codes(codes)
    return text if plain is codes else string_of(plain)


def simplified_codes(codes: Codes) -> Codes:
    """Return what ``simplified`` does, as code points; the same array if there is none to convert.

    Nearly all characters become the same whatever stands beside them: OpenCC is asked about the
    others alone.
    """
    plain = texts.simple(codes)
    if np.array_equal(plain, codes):
        return codes
    places = np.flatnonzero(_may_be_asked().take(codes - np.uint32(_FIRST), mode="clip")).tolist()
    if not places:
        return plain
    text, beside = string_of(codes), string_of(plain)
    spans = _spans(text, [one for one in places if _is_asked(text, beside, one)])
    return texts.simple(code_points(_in_context(text, spans))) if spans else plain


@functools.cache
def _may_be_asked() -> NDArray[np.bool_]:
    """Return of each character, from the first Chinese one on, whether OpenCC may be asked.

    The last one stands for all beyond: about none of them.
    """
    table = np.zeros(_BEHIND + 1 - _FIRST, dtype=np.bool_)
    table[code_points("".join((_ASKED, *_ASKED_BESIDE))) - np.uint32(_FIRST)] = True
    for first, behind in _COMPATIBLE:
        table[first - _FIRST : behind - _FIRST] = True
    return table


def _is_asked(text: str, simple: str, at: int) -> bool:
    beside = _ASKED_BESIDE.get(text[at])
    # at an end there is nothing beside it, which is in any string
    return (
        beside is None or simple[at + 1 : at + 2] in beside or simple[max(0, at - 1) : at] in beside
    )


def _spans(text: str, places: Iterable[int]) -> list[tuple[int, int]]:
    """Return the runs of Chinese characters that some places are in, ascending.

    No phrase reaches beyond a run, and in one without such places phrases have nothing but what
    their characters become by themselves.
    """
    spans: list[tuple[int, int]] = []
    end = 0
    for place in places:
        if place < end:
            continue
        start, end = place, place + 1
        while start > 0 and _is_in_run(text[start - 1]):
            start -= 1
        while end < len(text) and _is_in_run(text[end]):
            end += 1
        spans.append((start, end))
    return spans


def _is_in_run(character: str) -> bool:
    return character >= _FIRST_CHARACTER and character != _KEPT


def _in_context(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Convert the phrases in some runs, and leave all else as it is."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text  # OpenCC rejects lone surrogates: single characters only
    converted = _phrases().convert("\n".join([text[start:end] for start, end in spans]))
    parts, at = [], 0
    for (start, end), part in zip(spans, converted.split("\n"), strict=True):
        parts += [text[at:start], part]
        at = end
    return "".join((*parts, text[at:]))
