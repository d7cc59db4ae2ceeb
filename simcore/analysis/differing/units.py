"""A text cut into units: sentences, and lines where these have a meaning."""

import functools
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from simcore.text.characters import HAN, UNSPACED, marks
from simcore.text.chinese_variants import simplified

_MARKED = "*-+•#>|"
_MINUS = "\u2010\u2212\u2013-"  # the hyphen and the dash are set for it as often
_PLAIN_MINUS = str.maketrans(_MINUS, "-" * len(_MINUS))
_WRAPPED_LEAST, _WRAPPED_MOST = 40, 130
_FEW_LINES = 4
_FULL = 0.7
_WORDS_A_LINE = 12
_TABLE = 0.8


@functools.cache
def _token() -> re.Pattern[str]:
    # compiling the class of marks takes a while
    letter = rf"(?:[^\W_{HAN}{UNSPACED}]|[{marks()}])"
    number = rf"(?:(?<!\w)[{_MINUS}])?\d+(?:[.,:]\d+)*"
    return re.compile(rf"{number}|{letter}+(?:['’]{letter}+)*|[{HAN}{UNSPACED}]|[^\w\s]|_")


_SEPARATORS = re.compile(r"[,;|\t]")
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_ENDS = re.compile(r"[.!?;:…](?=\s)|[。！？；：…]")


class PlacedWord(NamedTuple):
    """A word, or a sign: its place in the text, itself, and what it is compared as.

    Letter case, width and traditional characters do not matter for ``key``; a sign has none.
    """

    start: int
    end: int
    text: str
    key: str


class TextUnit(NamedTuple):
    """A sentence or a line: its words and the signs between them, from ``start`` to ``end``.

    ``paragraph`` is the number of its paragraph.
    """

    start: int
    end: int
    paragraph: int
    words: tuple[PlacedWord, ...]
    key: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CutText:
    """A text and its units; ``of_lines`` is whether its paragraphs are single short lines."""

    text: str
    units: Sequence[TextUnit]
    of_lines: bool


@functools.lru_cache(maxsize=1 << 16)
def folded_word(word: str) -> str:
    """Return what a word is compared as.

    >>> folded_word("Ａbc"), folded_word("<")
    ('abc', '')
    """
    plain = word
    if not word.isascii():
        plain = simplified(unicodedata.normalize("NFKC", word).replace("’", "'"))
        plain = plain.translate(_PLAIN_MINUS)
    return plain.casefold() if any(map(str.isalnum, plain)) else ""


def cut(text: str) -> CutText:
    r"""Cut a text into units, without those that have no words.

    A line break ends a unit unless the text is broken to a width.

    >>> [text[one.start : one.end] for text in ["One. Two\n\nThree"] for one in cut(text).units]
    ['One', 'Two', 'Three']
    """
    width = _width(text)
    units: list[TextUnit] = []
    words: list[PlacedWord] = []
    paragraph = last = 0
    for found in _token().finditer(text):
        start, end = found.span()
        between = text[last:start]
        if words:
            ends = _between(text, words, start, between, width)
            if ends:
                _close(units, words, paragraph)
                words = []
                paragraph += ends > 1
        words.append(PlacedWord(start, end, found.group(), folded_word(found.group())))
        last = end
    _close(units, words, paragraph)
    paragraphs = len({unit.paragraph for unit in units})
    count = sum(len(unit.key) for unit in units)
    short = not width and paragraphs >= _FEW_LINES and count <= _WORDS_A_LINE * paragraphs
    apart = len(_PARAGRAPH.findall(text)) > paragraphs // 2
    return CutText(text, units, short and not apart and len(units) < 1.5 * paragraphs)


def _close(units: list[TextUnit], words: list[PlacedWord], paragraph: int) -> None:
    keyed = [word for word in words if word.key]
    if keyed:
        key = tuple(word.key for word in keyed)
        units.append(TextUnit(keyed[0].start, keyed[-1].end, paragraph, tuple(words), key))
    elif units and words:  # signs alone belong to what stands before them
        units[-1] = units[-1]._replace(words=(*units[-1].words, *words))


def _between(text: str, words: Sequence[PlacedWord], start: int, between: str, width: float) -> int:
    """Return 2 where a paragraph ends before a word, 1 where a sentence does, else 0."""
    if "\n" in between:
        if not width or _PARAGRAPH.search(between):
            return 2
        line_end = text.index("\n", words[-1].end)
        line = line_end - (text.rfind("\n", 0, line_end) + 1)
        if line < _FULL * width or text[start] in _MARKED:
            return 2
    before = words[-1]
    return int(not before.key and _ENDS.match(text, before.start) is not None)


def _width(text: str) -> float:
    """Return the width that the lines of a text are broken to, 0 where they are not."""
    lines = text[:200_000].split("\n")
    full = [
        len(line.rstrip())
        for line, following in pairwise(lines)
        if line.strip() and following.strip()
    ]
    if len(full) < _FEW_LINES:
        return 0
    # a table: nearly all lines have as many separators of cells, at least two
    filled = [line for line in lines if line.strip()]
    cells = Counter(len(_SEPARATORS.findall(line)) for line in filled)
    ((most, count),) = cells.most_common(1)
    if most > 1 and count >= _TABLE * len(filled):
        return 0
    usual = median(full)
    # a line that is broken to a width is nearly full, and those of a list are of any length
    near = sum(usual * 0.8 <= one <= usual * 1.2 for one in full)
    wrapped = _WRAPPED_LEAST <= usual <= _WRAPPED_MOST and near >= 0.6 * len(full)
    return usual if wrapped else 0
