"""The differences of two texts that are ignored."""

import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import simcore

_AT_ONCE = 50_000


@dataclass(frozen=True, slots=True)
class Ignored:
    """Which sorts of differences do not count; by default all of them do.

    ``width`` is that of full- and half-width forms, ``traditional`` that of traditional against
    simplified Chinese characters. No reader sees ``line_ends``, nor the ``composition`` of
    characters: whether an accent is one with its letter (Unicode's forms NFC and NFD).
    """

    white_space: bool = False
    case: bool = False
    punctuation: bool = False
    width: bool = False
    traditional: bool = False
    line_ends: bool = False
    composition: bool = False

    def __bool__(self) -> bool:
        """Whether anything inside lines is ignored."""
        return self.seen or self.composition

    @property
    def seen(self) -> bool:
        """Whether anything is ignored that a reader sees."""
        return self.white_space or self.case or self.punctuation or self.width or self.traditional

    def needed(self, *texts: str) -> "Ignored":
        """Return the same without what no text of these has, which saves a look at each line."""
        if self.composition and all(unicodedata.is_normalized("NFC", text) for text in texts):
            return replace(self, composition=False)
        return self

    def key(self, text: str) -> str:
        """Return the key of a text; texts with equal keys count as equal.

        >>> Ignored(case=True, width=True, punctuation=True).key("ＡＢ，c")
        'abc'
        >>> Ignored(traditional=True, white_space=True).key("數據 庫")
        '数据库'
        """
        if self.line_ends:
            text = without_end(text)
        return "".join(self.rest(self.unified(part)) for part in _parts(text)) if self else text

    def likened(self, line: str) -> str:
        """Return a line in the form in which lines are compared for similarity.

        It still has its words: white space and punctuation stay.
        """
        unified = "".join(map(self.unified, _parts(line)))
        return unified.casefold() if self.case else unified

    def unified(self, text: str) -> str:
        """Return a text of the same length in which width and script make no difference.

        Which simplified character stands for a traditional one may depend on those around it,
        so this is asked of whole lines.
        """
        if self.width:
            text = text.translate(_widths())
        if self.traditional and not text.isascii():
            simplified = "".join(map(simcore.simplified, _parts(text)))
            if len(simplified) != len(text):
                simplified = "".join(
                    one if len(one) == 1 else character
                    for character in text
                    for one in (simcore.simplified(character),)
                )
            text = simplified
        return text

    def rest(self, text: str) -> str:
        """Return the significant rest of a part of a unified text, which may be empty.

        >>> Ignored(white_space=True).rest("  ")
        ''
        """
        if self.composition:
            text = unicodedata.normalize("NFC", text)
        if self.punctuation:
            text = text.translate(_punctuation())
        if self.white_space:
            text = "".join(text.split())
        return text.casefold() if self.case else text


def without_end(line: str) -> str:
    r"""Return a line without its end.

    >>> without_end("ab\r\n")
    'ab'
    """
    return line.removesuffix("\n").removesuffix("\r")


def _parts(text: str) -> Iterator[str]:
    """Cut a very long text, never inside a word or phrase that is less than a thousand long.

    Each part is a call of a library, during which no other thread runs.
    """
    start = 0
    while len(text) - start > 2 * _AT_ONCE:
        end = start + _AT_ONCE
        for position in range(end, end + 1000):
            if not text[position].isalnum():
                end = position
                break
        yield text[start:end]
        start = end
    yield text[start:]


@cache
def _widths() -> dict[int, str]:
    """List the half- and full-width forms that stand for one character (Unicode, FF00 to FFEF)."""
    forms = {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0xFF01, 0xFFEF)}
    forms[0x3000] = " "
    return {code: form for code, form in forms.items() if len(form) == 1 and ord(form) != code}


@cache
def _punctuation() -> dict[int, None]:
    """List what Unicode calls punctuation (general categories P)."""
    return {
        code: None
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)).startswith("P")
    }
