"""Traditional Chinese to simplified, so that both copies of a text have one normal form.

The tables are OpenCC's (Apache-2.0), used in two steps. Its phrases convert characters that depend
on their context: 計畫 is 计划, 圖畫 is 图画; 著 is a particle in 看著, not in 著名. Then every
character that is still traditional by itself is folded, even where OpenCC keeps it, as in 乾隆: a
simplified copy of that text has the same 乾, and both must have one normal form.
"""

import functools

import numpy as np
import opencc
from numpy.typing import NDArray

from simcore.kernel import texts
from simcore.text.characters import code_points, string_of

_FIRST, _BEHIND = 0x3400, 0x33480
_COMPATIBLE, _MANY_COMPATIBLE = 0xF900, 0x200
_IN_PHRASES = "藉沈坏哩瞭覆甦俱彷梁著吃灶皂秘粽群唇峰床才核痴"
"""Characters that OpenCC converts although they are simplified: in phrases, or there and back."""

_KEPT = ord("么")
"""To OpenCC a 幺."""

_SHORT = 32
"""In a shorter text a character is found in a set before the core is called."""


@functools.cache
def _traditional() -> frozenset[str]:
    """Return the characters that are traditional by themselves."""
    codes = np.arange(_FIRST, _BEHIND, dtype=np.uint32)
    return frozenset(map(chr, codes[texts.simple(codes) != codes].tolist()))


@functools.cache
def _phrases() -> opencc.OpenCC:
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
    if np.array_equal(texts.simple(codes), codes):
        return text
    try:
        converted = _in_context(text, codes)
    except UnicodeEncodeError:
        converted = text  # OpenCC rejects lone surrogates: single characters only
    return string_of(texts.simple(code_points(converted)))


@functools.cache
def _changing() -> NDArray[np.bool_]:
    """Return of each character, from the first Chinese one on, whether OpenCC changes it at times.

    The last one stands for all beyond, and does not.
    """
    codes = np.arange(_FIRST, _BEHIND + 1, dtype=np.uint32)
    table: NDArray[np.bool_] = texts.simple(codes) != codes
    table |= codes - np.uint32(_COMPATIBLE) < _MANY_COMPATIBLE
    table |= np.isin(codes, code_points(_IN_PHRASES))
    return table


def _in_context(text: str, codes: NDArray[np.uint32]) -> str:
    """Convert phrases. Raises ``UnicodeEncodeError`` for lone surrogates.

    No phrase reaches beyond a run of Chinese characters, and OpenCC changes no run without a
    character that it changes somewhere: most have none, and are not handed over.
    """
    text.encode()
    changing = np.flatnonzero(_changing().take(codes - np.uint32(_FIRST), mode="clip"))
    gaps = np.flatnonzero((codes < _FIRST) | (codes == _KEPT))
    edges = np.concatenate(([-1], gaps, [len(codes)]))
    runs = sorted(set(np.searchsorted(gaps, changing).tolist()))
    spans = [*zip((edges[runs] + 1).tolist(), edges[1:][runs].tolist(), strict=True)]
    converted = _phrases().convert("\n".join(text[start:end] for start, end in spans))
    parts, at = [], 0
    for (start, end), part in zip(spans, converted.split("\n"), strict=True):
        parts += [text[at:start], part]
        at = end
    return "".join((*parts, text[at:]))
