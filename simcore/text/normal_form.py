"""Steps to the normal form of a text, from which words are made, and its visible form.

The visible form folds only what can hardly be seen: canonical forms, width, ligatures, radicals,
no-break spaces (Unicode Standard Annex 15, table 1). OpenCC (Apache-2.0) converts traditional
Chinese by phrases: 計畫 is 计划, 圖畫 is 图画. Then each character that is still traditional is
folded, as in 乾隆: a simplified copy must have the same normal form.
"""

import functools
import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simcore.kernel import core
from simcore.kernel.core import Codes

if TYPE_CHECKING:
    import opencc


# Chinese characters, as a character class
HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

# scripts without spaces that are not in the dictionary, as a character class
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff"


@functools.cache
def marks() -> str:
    r"""Return the combining marks as a character class: Python's ``\w`` excludes them."""
    planes = (*range(0x300, 0x1E00), *range(0x20D0, 0x2100), *range(0xA600, 0xAC00))
    return "".join(chr(c) for c in planes if unicodedata.category(chr(c)).startswith("M"))


BULLETS = "•◦‣⁃▪▫\uf0b7\uf0a7\uf0d8\uf076"
"""Signs before the items of lists, likewise; the last are of the fonts Symbol and Wingdings.

Word processors keep them apart from the text, pages and exported texts do not, so they count as no
part of it. Signs that may mean something, such as boxes that are ticked, are missing here.
"""

# invisible characters and bullets
DROPPED = re.compile(f"[\u00ad\u034f\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff{BULLETS}]+")
_BESIDE_IDLE = f"[{HAN}{UNSPACED}\u3000-\u303f]"


@functools.cache
def beside_idle() -> re.Pattern[str]:
    """Return the pattern of a character beside which a space has no meaning; slow to compile."""
    return re.compile(_BESIDE_IDLE)


@functools.cache
def _idle(one: str) -> re.Pattern[str]:
    return re.compile(f"{one}(?:(?={_BESIDE_IDLE})|(?<={_BESIDE_IDLE}{one}))")


def code_points(text: str) -> NDArray[np.uint32]:
    """Return the code points of a text, shape (n,); lone surrogates are allowed."""
    # utf-32-le has one value a character on every machine
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def string_of(codes: NDArray[np.uint32]) -> str:
    """Return the text of code points, the inverse of ``code_points``."""
    # NumPy strings drop trailing zeros, and there are none of nothing
    if len(codes) and codes[-1]:
        return str(codes.view(f"<U{len(codes)}").item())
    return codes.tobytes().decode("utf-32-le", "surrogatepass")


def beyond_ascii(text: str) -> set[str]:
    codes = code_points(text)
    return set(string_of(codes[codes > 0x7F]))


def unspaced(character: str) -> bool:
    """Return whether a character is of a script written without spaces, or a sign of one."""
    return beside_idle().match(character) is not None


def fold_spaces(text: str) -> str:
    """Replace white space by one space, and by none beside scripts written without spaces."""
    folded_text = " ".join(text.split())
    return folded_text if folded_text.isascii() else _idle(" ").sub("", folded_text)


def seen_spaces(text: str) -> str:
    """Replace white space by one space, and line breaks by none beside scripts without spaces."""
    lines = (" ".join(line.split()) for line in re.split(r"[\n\x0b\x0c\r]", text))
    return _idle("\n").sub("", "\n".join(filter(None, lines)))


_HARDLY_SEEN = frozenset(
    {"<wide>", "<narrow>", "<noBreak>", "<initial>", "<medial>", "<final>", "<isolated>"}
)
_LIGATURES = "LATIN SMALL LIGATURE", "LATIN CAPITAL LIGATURE", "ARMENIAN SMALL LIGATURE"
_RADICALS = "KANGXI RADICAL", "CJK RADICAL"
# Unicode 15, EquivalentUnifiedIdeograph.txt: NFKC leaves all of these but two as they are
_SUPPLEMENT = (
    "厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑彐忄心扌攵⺚旡日月歺母民氵氺灬爫爫丬牛犭"
    "王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅"
    "長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟"
)
_UNIFIED = {chr(code): one for code, one in enumerate(_SUPPLEMENT, 0x2E81)}
# joiners and marks of direction are missing here: they change what is seen around them
_NOT_SEEN = "\u00ad\u034f\u200b\u2060\ufeff"
_UNSEEN, _UNSEEN_OR_BULLET = (
    dict.fromkeys(_NOT_SEEN + more, "") | _UNIFIED for more in ("", BULLETS)
)


def _translated(text: str, table: dict[str, str]) -> str:
    """Replace characters beyond ASCII by others, none of which is replaced itself."""
    # few texts have any, and these few of them: one after the other takes a tenth of the time
    for one in beyond_ascii(text) & table.keys():
        text = text.replace(one, table[one])
    return text


def folded(text: str) -> str:
    """Apply NFKC, case folding and NFKC again; remove invisible characters and bullets.

    (Unicode Standard Annex 15; chapter 3.13, definition 144, which can undo a composition.)
    """
    # PDFs have radicals in place of Chinese characters, where a font shows both alike
    composed = unicodedata.normalize("NFKC", _translated(text, _UNIFIED)).casefold()
    composed = unicodedata.normalize("NFKC", composed)
    for one in filter(DROPPED.match, beyond_ascii(composed)):
        composed = composed.replace(one, "")
    return composed


def visible(text: str, *, bullets: bool = False) -> str:
    """Return the visible form of a text; white space stays, bullets only with ``bullets``.

    >>> visible("• ＡＢＣ，ﬁne 10² m in Maßen")
    ' ABC,fine 10² m in Maßen'
    """
    unseen = _UNSEEN if bullets else _UNSEEN_OR_BULLET
    composed = unicodedata.normalize("NFC", _translated(text, unseen))
    seen = {one: _visible_character(one) for one in beyond_ascii(composed)}
    changed = {one: looks for one, looks in seen.items() if looks != one}
    return unicodedata.normalize("NFC", _translated(composed, changed)) if changed else composed


@functools.cache
def _visible_character(character: str) -> str:
    name = unicodedata.name(character, "")
    sort = unicodedata.decomposition(character).partition(" ")[0]
    if sort in _HARDLY_SEEN or (sort == "<compat>" and name.startswith((*_LIGATURES, *_RADICALS))):
        return unicodedata.normalize("NFKC", character)
    return character


_FIRST, _BEHIND = 0x3400, 0x33480
_FIRST_CHARACTER = chr(_FIRST)
_COMPATIBLE = (0xF900, 0xFB00), (0x2F800, 0x2FA20)
_ASKED = "著顎鯰"  # characters that OpenCC converts in another way than by themselves

# the same in phrases, beside one of these simplified characters
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
_KEPT = "么"  # to OpenCC a 幺
_SHORT = 32  # characters; in shorter texts a set is faster than the core


@functools.cache
def _traditional() -> frozenset[str]:
    codes = np.arange(_FIRST, _BEHIND, dtype=np.uint32)
    return frozenset(map(chr, codes[core.simple(codes) != codes].tolist()))


@functools.cache
def _phrases() -> "opencc.OpenCC":
    import opencc  # noqa: PLC0415 - few texts have such characters

    return opencc.OpenCC("tw2s")


def simplified(text: str) -> str:
    """Convert traditional Chinese characters to simplified ones; idempotent.

    Words are not translated: 軟體 becomes 软体, not 软件.

    >>> simplified("頭髮乾了，皇后在後面看著計畫"), simplified("乾隆的著作")
    ('头发干了，皇后在后面看着计划', '干隆的著作')
    """
    if text.isascii() or (len(text) < _SHORT and _traditional().isdisjoint(text)):
        return text
    codes = code_points(text)
    plain = simplified_codes(codes)
    return text if plain is codes else string_of(plain)


def simplified_codes(codes: Codes) -> Codes:
    """Return ``simplified`` as code points; the same array if nothing changes."""
    plain = core.simple(codes)
    if np.array_equal(plain, codes):
        return codes
    places = np.flatnonzero(_may_be_asked().take(codes - np.uint32(_FIRST), mode="clip")).tolist()
    if not places:
        return plain
    text, beside = string_of(codes), string_of(plain)
    spans = _spans(text, [one for one in places if _is_asked(text, beside, one)])
    return core.simple(code_points(_in_context(text, spans))) if spans else plain


@functools.cache
def _may_be_asked() -> NDArray[np.bool_]:
    """Return whether OpenCC is asked, of each character from the first Chinese one."""
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
    """Return the runs of Chinese characters around some places, ascending; no phrase is longer."""
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


def content_hash(data: bytes) -> bytes:
    """Hash bytes to 16 bytes (BLAKE2b): equal hashes mean equal bytes."""
    return hashlib.blake2b(data, digest_size=16).digest()
