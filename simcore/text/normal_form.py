"""The forms of a text: the normal form, which words are made of, and what a reader sees of it.

The visible form is the stricter one. It folds only what can hardly be seen: canonical forms, full
and half width, ligatures and other forms of a letter that its neighbours call for, Kangxi radicals,
and spaces that do not break (Unicode Standard Annex 15, table 1). Letters keep their case, and
superscripts, subscripts, fractions and signs of their own (ß, ①, ℃) stay what they are.
"""

import functools
import unicodedata

from simcore.text.characters import BULLETS, DROPPED, beyond_ascii

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
    """Apply NFKC, case folding and NFKC again, and drop invisible characters and signs of lists.

    (Unicode Standard Annex 15; case folding after Unicode chapter 3.13, definition 144, which
    can undo the composition of a few letters.)
    """
    # PDFs have radicals in place of Chinese characters, where a font shows both alike
    composed = unicodedata.normalize("NFKC", _translated(text, _UNIFIED)).casefold()
    composed = unicodedata.normalize("NFKC", composed)
    for one in filter(DROPPED.match, beyond_ascii(composed)):
        composed = composed.replace(one, "")
    return composed


def visible(text: str, *, bullets: bool = False) -> str:
    """Return the visible form of a text, with its white space as it is.

    Without ``bullets`` signs of lists are left out.

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
