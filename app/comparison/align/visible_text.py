"""Text as a pane shows it: invisible characters replaced, positions in Qt's units."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from .ignored import without_end

Span = tuple[int, int]
"""Start and end of a mark, in UTF-16 code units as Qt counts; empty where something is missing."""

# What would break a block, or cannot be seen, is shown as a symbol, one for one. Qt takes
# U+2029, U+FDD0 and U+FDD1 for ends of blocks, and a lone surrogate is no text.
_BOX = "\u25af"
_SYMBOLS = str.maketrans("\n\r\f\x85\u2028\u2029", "\u21b5\u2190\u21a1\u21b5\u21b5\u00b6")
_SYMBOLS = dict.fromkeys({*range(32), *range(0x7F, 0xA0)} - {ord("\t")}, ord(_BOX)) | _SYMBOLS
_SYMBOLS |= dict.fromkeys([0xFDD0, 0xFDD1, *range(0xD800, 0xE000)], 0xFFFD)
_SPECIAL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0\ufdd1]")
_INVISIBLE = re.compile("[\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_BEYOND_16_BITS = re.compile("[\U00010000-\U0010ffff]")


def body_length(line: str) -> int:
    r"""MeasuredBy a line without its end.

    >>> body_length("ab\r\n")
    2
    """
    return len(without_end(line))


def shown(text: str) -> str:
    """Replace characters that cannot be shown, one by one."""
    return text.translate(_SYMBOLS) if _SPECIAL.search(text) else text


def unhidden(text: str, marks: Sequence[Sequence[int]]) -> str:
    """Show invisible characters inside marks, where they are the difference, as boxes."""
    if not _INVISIBLE.search(text):
        return text
    pieces: list[str] = []
    done = 0
    for start, end in marks:
        pieces += [text[done:start], _INVISIBLE.sub(_BOX, text[start:end])]
        done = end
    return "".join([*pieces, text[done:]])


def in_utf16(text: str, marks: Sequence[Sequence[int]]) -> list[Span]:
    """Count in UTF-16 code units instead of characters."""
    wide = [match.start() for match in _BEYOND_16_BITS.finditer(text)]
    return [
        (start + bisect_left(wide, start), end + bisect_left(wide, end)) for start, end in marks
    ]


def characters(text: str, units: int) -> int:
    """Turn a distance in UTF-16 code units into one in characters.

    >>> characters("😀a", 3)
    2
    """
    found = units
    for match in _BEYOND_16_BITS.finditer(text):
        if match.start() >= found:
            break
        found -= 1
    return min(found, len(text))
