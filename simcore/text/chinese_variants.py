"""Traditional Chinese to simplified, so that both copies of a text have one normal form.

The tables are OpenCC's (Apache-2.0), used in two steps. Its phrases convert characters that depend
on their context: 計畫 is 计划, 圖畫 is 图画; 著 is a particle in 看著, not in 著名. Then every
character that is still traditional by itself is folded, even where OpenCC keeps it, as in 乾隆: a
simplified copy of that text has the same 乾, and both must have one normal form.
"""

import functools
import re
from collections.abc import Iterable

import opencc

_PLANES = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0x20000, 0x33480))
# in Taiwan the reading of these depends on their context
_KEPT = ("著", "么")
_PHRASES = re.compile("[^么\0]+")


class _Tables:
    """OpenCC's converters, and their results for the single characters met so far."""

    def __init__(self) -> None:
        self._phrases = opencc.OpenCC("tw2s")
        # mainland usage first; the forms of Taiwan and Hong Kong fill the gaps
        self._converters = (opencc.OpenCC("t2s"), self._phrases, opencc.OpenCC("hk2s"))
        self._known: set[str] = set()
        self._folds: dict[str, str] = {}
        self._ends: dict[int, str] = {}

    def traditional(self, characters: set[str]) -> set[str]:
        """Return the characters that are traditional by themselves."""
        self._learn(characters)
        return self._folds.keys() & characters

    def _learn(self, characters: set[str]) -> None:
        """Look up the conversions of new characters."""
        new = characters - self._known
        if not new:
            return
        self._known |= new
        alone = [one for one in sorted(new) if any(low <= ord(one) < high for low, high in _PLANES)]
        for converter in self._converters:
            # on separate lines they form no phrases
            converted = converter.convert("\n".join(alone)).split("\n")
            for character, fold in zip(alone, converted, strict=bool(alone)):
                if fold != character and character not in _KEPT:
                    self._folds.setdefault(character, fold)
        self._learn({self._folds[one] for one in alone if one in self._folds})
        for character in self._folds.keys() & new:
            self._ends[ord(character)] = _last(character, self._folds)

    def convert(self, text: str) -> str:
        """Convert by phrases, around 么 (to OpenCC a 幺) and NUL (to OpenCC the end)."""
        try:
            converted = _PHRASES.sub(lambda run: self._phrases.convert(run[0]), text)
        except UnicodeEncodeError:
            converted = text  # OpenCC rejects lone surrogates: fold single characters only
        self._learn(set(converted))
        return converted.translate(self._ends)


def _last(character: str, folds: dict[str, str]) -> str:
    """Follow a chain of folds to its end: 薴 is 苧, and 苧 is 苎."""
    seen = {character}
    while character in folds and folds[character] not in seen:
        character = folds[character]
        seen.add(character)
    return character


@functools.cache
def _tables() -> _Tables:
    return _Tables()


def simplified(text: str) -> str:
    """Convert traditional Chinese characters to simplified ones.

    A text without any is returned unchanged, even if it has phrases; the result never has any, so
    a second call changes nothing. Words are not translated: 軟體 becomes 软体, not 软件. The
    tables are loaded at the first call, in each process.

    >>> simplified("頭髮乾了，皇后在後面看著計畫"), simplified("乾隆的著作")
    ('头发干了，皇后在后面看着计划', '干隆的著作')
    """
    tables = _tables()
    return tables.convert(text) if tables.traditional(set(text)) else text


def traditional_among(characters: Iterable[str]) -> set[str]:
    """Return the characters that ``simplified`` would change.

    >>> traditional_among("頭头a")
    {'頭'}
    """
    return _tables().traditional(set(characters))
