"""Traditional Chinese to simplified, so that both copies of a text have one normal form.

The tables are OpenCC's (Apache-2.0), used in two steps. Its phrases decide what depends on the
words around a character: 計畫 is 计划, 圖畫 is 图画; 著 is a particle in 看著, not in 著名.
Then every character that is still traditional by itself is folded, also where OpenCC keeps it,
as in 乾隆: a simplified copy of that text has the same 乾, and both must come out alike.
"""

import functools
import re
from collections.abc import Iterable

import opencc

_PLANES = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0x20000, 0x33480))
# Taiwan's reading of these is a question of the words around them
_KEPT = ("著", "么")
_PHRASES = re.compile("[^么\0]+")


class _Tables:
    """OpenCC's converters and what they make of single characters, of those that turned up."""

    def __init__(self) -> None:
        self._phrases = opencc.OpenCC("tw2s")
        # mainland usage first; Taiwan's and Hong Kong's own forms fill the gaps
        self._converters = (opencc.OpenCC("t2s"), self._phrases, opencc.OpenCC("hk2s"))
        self._known: set[str] = set()
        self._folds: dict[str, str] = {}
        self._ends: dict[int, str] = {}

    def traditional(self, characters: set[str]) -> set[str]:
        """Give those that are traditional by themselves."""
        self._learn(characters)
        return self._folds.keys() & characters

    def _learn(self, characters: set[str]) -> None:
        """Look characters up, and what they become."""
        new = characters - self._known
        if not new:
            return
        self._known |= new
        alone = [one for one in sorted(new) if any(low <= ord(one) < high for low, high in _PLANES)]
        for converter in self._converters:
            # on lines of their own they meet no phrase
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
            converted = text  # a lone surrogate, which OpenCC cannot take: characters decide
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
    """Give a text with traditional Chinese characters turned into simplified ones.

    A text without any is given back as it is, whatever phrases it has; the outcome never has
    any, so doing it twice changes nothing. Words are not translated: 軟體 becomes 软体, not 软件.
    The tables are loaded at the first call, in each process.

    >>> simplified("頭髮乾了，皇后在後面看著計畫"), simplified("乾隆的著作")
    ('头发干了，皇后在后面看着计划', '干隆的著作')
    """
    tables = _tables()
    return tables.convert(text) if tables.traditional(set(text)) else text


def traditional_among(characters: Iterable[str]) -> set[str]:
    """Tell which characters make ``simplified`` change a text.

    >>> traditional_among("頭头a")
    {'頭'}
    """
    return _tables().traditional(set(characters))
